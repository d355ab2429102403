//! A game in plain mode: announces each turn, asks people for theirs, and runs the engine for its own.

use std::io;

use floe_engine::{Engine, MonotonicClock, SearchContext};
use floe_rules::game::{Game, Turn};
use floe_rules::grid::Topology;
use floe_rules::penguins::{Phase, Stage};
use floe_session::{EngineTask, Session, SessionEffect, SessionEvent, SessionRefusal};

use super::console::{Aborted, Console, PlainCommand, Typed, printable, words};
use super::dialogue::{self, Incomplete};
use crate::host::Host;
use crate::phrases::{self, YOU, sentence};

/// What came of asking a person for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnAnswer {
    /// A turn, which was made.
    Made(Turn),
    /// Turns were undone or redone: it may be another player's turn.
    PositionChanged,
    /// The wish to end the game.
    Stop,
}

const COMMANDS: &str = "\
These commands work at every question during a game:
help       show this help
board      show the board again
hint       show what the engine would do
back       start the questions of this turn again
undo       undo your last turn, and the engines' replies
redo       redo what was undone
save FILE  save the board (under a name such as ice.txt) or a record of the game (any other name)
quit       leave the game";

/// A session on a console.
pub(super) struct PlainGame<'a, 'io> {
    console: &'a mut Console<'io>,
    host: &'a mut dyn Host,
    session: Session,
    engine: Engine,
    clock: MonotonicClock,
    /// The task that the session waits for.
    task: Option<Box<EngineTask>>,
    /// The phase that was announced last.
    announced: Option<Phase>,
}

impl<'a, 'io> PlainGame<'a, 'io> {
    pub(super) fn new(
        console: &'a mut Console<'io>,
        host: &'a mut dyn Host,
        session: Session,
    ) -> PlainGame<'a, 'io> {
        let (engine, clock) = (Engine::default(), MonotonicClock::start());
        PlainGame { console, host, session, engine, clock, task: None, announced: None }
    }

    /// Plays to the end; returns whether another game is wanted.
    pub(super) fn play(&mut self) -> Result<bool, Aborted> {
        let played = self.turns();
        let reason = match played {
            Err(Aborted::InputEnded) => "The input has ended, so the game ends here.",
            Err(Aborted::Quit) => "You left the game.",
            _ => return played,
        };
        self.console.print(&format!("\n{reason}"))?;
        let (game, roster) = (self.session.game(), self.session.roster());
        // Gamma may be stopped at any time, and the score counts as it stands.
        if matches!(game, Game::Gamma(_)) {
            self.console.print(&phrases::winner(game, roster))?;
        }
        self.console.print(phrases::standings(game, roster).trim_end())?;
        played
    }

    fn turns(&mut self) -> Result<bool, Aborted> {
        self.introduce()?;
        self.update(SessionEvent::Start);
        loop {
            let Some(player) = self.session.to_move() else {
                match self.end()? {
                    Some(again) => return Ok(again),
                    None => continue,
                }
            };
            self.announce_phase()?;
            let (game, roster) = (self.session.game(), self.session.roster());
            if let Some(notice) = phrases::skip_notice(game, roster, &self.session.skipped()) {
                self.console.print(&format!("\n{notice}"))?;
            }
            self.console.print(&format!("\n{}\n", dialogue::heading(game, roster, player)))?;
            if !roster.is_person(player) {
                self.engines_turn(player)?;
                continue;
            }
            self.show_board()?;
            self.console.print("")?;
            if self.persons_turn()? == TurnAnswer::Stop {
                self.update(SessionEvent::StopGame);
            }
        }
    }

    /// Hands an event to the session, keeps the task that it starts, and returns the other effects.
    fn update(&mut self, event: SessionEvent) -> Vec<SessionEffect> {
        let mut others = Vec::new();
        for effect in self.session.update(event) {
            match effect {
                SessionEffect::StartTask(task) => self.task = Some(task),
                SessionEffect::CancelTask(_) => self.task = None,
                other => others.push(other),
            }
        }
        others
    }

    /// Runs the pending task; returns its answer event and the turn in it, if any.
    fn run_task(&mut self) -> Option<(SessionEvent, Option<Turn>)> {
        let task = self.task.take()?;
        let answer = task.run(&mut self.engine, SearchContext::new(&task.limits(), &self.clock));
        let turn = match &answer {
            SessionEvent::Answer { choice, .. } => choice.as_ref().map(|choice| choice.turn),
            _ => None,
        };
        Some((answer, turn))
    }

    fn on_hexagons(&self) -> bool {
        match self.session.game() {
            Game::Penguins(history) => history.position().grid().topology() != Topology::Square,
            Game::Gamma(_) => false,
        }
    }

    /// Explains before the first turn what the boards do not show.
    fn introduce(&mut self) -> io::Result<()> {
        // Squares follow a console game that begins without an explanation.
        let game = self.session.game();
        if self.on_hexagons() || matches!(game, Game::Gamma(_)) {
            self.console.print(&format!("\n{}\nType help to read this again.", dialogue::help(game)))?;
        }
        if !self.session.roster().has_people() {
            self.announce_phase()?;
            self.console.print("")?;
            self.show_board()?;
        }
        Ok(())
    }

    fn announce_phase(&mut self) -> io::Result<()> {
        let Game::Penguins(history) = self.session.game() else {
            return Ok(());
        };
        let phase = history.position().phase();
        let placed_by_chance = *history.stage() == Stage::Movement;
        if placed_by_chance || self.announced.replace(phase) == Some(phase) {
            return Ok(());
        }
        match phase {
            Phase::Placement => self.console.print("\n        --Placement Phase--"),
            Phase::Movement => self.console.print("\n        --Movement Phase--\n"),
            Phase::Over => Ok(()),
        }
    }

    fn show_board(&mut self) -> io::Result<()> {
        let (game, roster) = (self.session.game(), self.session.roster());
        self.console.print(&dialogue::board(game, roster))?;
        match dialogue::status(game, roster) {
            Some(status) => self.console.print(&status),
            None => Ok(()),
        }
    }

    fn engines_turn(&mut self, player: u32) -> Result<(), Aborted> {
        if self.session.is_paused() {
            // Plain mode has no pause: after an undo, the engines continue at once.
            self.update(SessionEvent::Resume);
        }
        let played = self.run_task().and_then(|(answer, turn)| self.make(turn?, answer).ok());
        let Some(news) = played else {
            let error = format!("the engine found no turn for player {player}");
            return Err(Aborted::Failed(io::Error::other(error)));
        };
        self.console.print(&news)?;
        // Where people play, the next of them is shown the board before the question.
        if !self.session.roster().has_people() && !self.session.has_ended() {
            self.console.print("")?;
            self.show_board()?;
        }
        Ok(())
    }

    /// Makes a turn by an event; returns a sentence about it, or why it cannot be made.
    fn make(&mut self, turn: Turn, event: SessionEvent) -> Result<String, String> {
        let description = dialogue::describe(self.session.game(), self.session.roster(), turn);
        let effects = self.update(event);
        let (game, roster) = (self.session.game(), self.session.roster());
        for effect in effects {
            match effect {
                SessionEffect::TurnMade { player, gain, .. } => {
                    let name = roster.name(player);
                    let clause = phrases::clause(&name, &description);
                    let gets = if name == YOU { "get" } else { "gets" };
                    return Ok(match game {
                        Game::Penguins(_) if gain > 0 => format!("{clause} and {gets} {gain} fish."),
                        _ => format!("{clause}."),
                    });
                }
                SessionEffect::Refused(SessionRefusal::IllegalTurn(reason)) => {
                    return Err(dialogue::refusal(game, roster, reason));
                }
                SessionEffect::Refused(refusal) => return Err(sentence(&refusal.to_string())),
                _ => {}
            }
        }
        Err(phrases::no_legal_turn(self.console.lang()))
    }

    /// Asks the player to move until there is a turn, and makes it.
    pub(super) fn persons_turn(&mut self) -> Result<TurnAnswer, Aborted> {
        let mut given: Vec<String> = Vec::new();
        let mut before = 0;
        loop {
            let parsed = dialogue::parse_turn(self.session.game(), self.session.roster(), &given);
            let question = match parsed {
                Ok(turn) => match self.make(turn, SessionEvent::Turn(turn)) {
                    Ok(news) => {
                        // On squares the player typed the destination; on hexagons only a distance, so say where the
                        // penguin is now.
                        if self.on_hexagons() {
                            self.console.print(&news)?;
                        }
                        return Ok(TurnAnswer::Made(turn));
                    }
                    Err(reason) => {
                        self.console.print(&reason)?;
                        given.clear();
                        continue;
                    }
                },
                Err(Incomplete::Stop) => return Ok(TurnAnswer::Stop),
                Err(Incomplete::Wrong { reason, keep }) => {
                    self.console.print(&reason)?;
                    // A line with one wrong word is dropped as a whole.
                    given.truncate(keep.min(before));
                    continue;
                }
                Err(Incomplete::Ask(question)) => question,
            };
            before = given.len();
            match self.console.ask(&question)? {
                Typed::Text(text) => given.extend(words(&text).map(str::to_owned)),
                Typed::Command(PlainCommand::Back) => given.clear(),
                Typed::Command(command) => {
                    if self.run_command(command)? {
                        return Ok(TurnAnswer::PositionChanged);
                    }
                }
            }
        }
    }

    /// Carries out a command; true when the game is at another turn now.
    fn run_command(&mut self, command: PlainCommand) -> Result<bool, Aborted> {
        match command {
            PlainCommand::Help => {
                let help = dialogue::help(self.session.game());
                self.console.print(&format!("{help}\n{COMMANDS}"))?;
            }
            PlainCommand::Board => self.show_board()?,
            PlainCommand::Hint => self.hint()?,
            PlainCommand::Save(path) => self.save(&path)?,
            PlainCommand::Undo => return Ok(self.undo_or_redo(SessionEvent::Undo)?),
            PlainCommand::Redo => return Ok(self.undo_or_redo(SessionEvent::Redo)?),
            PlainCommand::Back => {}
            PlainCommand::Quit => return Err(Aborted::Quit),
        }
        Ok(false)
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.session.person_to_move().is_none() {
            return self.console.print("The game is over.");
        }
        self.update(SessionEvent::Hint);
        if let Some((answer, _)) = self.run_task() {
            self.update(answer);
        }
        let (game, roster) = (self.session.game(), self.session.roster());
        match self.session.hint() {
            None => self.console.print(&phrases::no_hint(self.console.lang())),
            Some(hint) => {
                let answer = dialogue::answer(game, hint.turn);
                let hint = dialogue::phrases(self.console.lang(), game, roster).hint(hint.turn);
                self.console.print(&format!("{hint} Type {answer}"))
            }
        }
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return self.console.print("Which file? Type save and its name.");
        }
        let saved = self.session.save(path).map_err(|unfit| unfit.to_string());
        let saved =
            saved.and_then(|bytes| self.host.save(path, &bytes, false).map_err(|error| error.to_string()));
        match saved {
            Ok(()) => {
                self.update(SessionEvent::Saved);
                self.console.print(&format!("Saved as {}.", printable(path)))
            }
            Err(error) => self.console.print(&sentence(&format!("not saved: {}", printable(&error)))),
        }
    }

    /// Undoes or redoes; true when that was possible.
    fn undo_or_redo(&mut self, event: SessionEvent) -> io::Result<bool> {
        for effect in self.update(event) {
            let news = match effect {
                SessionEffect::Undone { turns } => phrases::undone(self.console.lang(), turns),
                SessionEffect::Redone { turns } => phrases::redone(self.console.lang(), turns),
                SessionEffect::Refused(refusal) => {
                    self.console.print(&sentence(&refusal.to_string()))?;
                    return Ok(false);
                }
                _ => continue,
            };
            self.console.print(&news)?;
        }
        Ok(true)
    }

    /// Shows the result and asks for another game; returns `None` if an undo continues this one.
    fn end(&mut self) -> Result<Option<bool>, Aborted> {
        let (game, roster) = (self.session.game(), self.session.roster());
        let reason = match game {
            _ if !game.is_over() => "The game ends here.",
            Game::Penguins(_) => "The game is over: nobody can move any more.",
            Game::Gamma(_) => "The game is over: no player can move any more.",
        };
        self.console.print(&format!("\n{reason}\n"))?;
        self.console.print(&dialogue::board(game, roster))?;
        self.console.print(&format!("\n{}", phrases::winner(game, roster)))?;
        self.console.print(&phrases::standings(game, roster))?;
        if self.console.questions() == 0 {
            // No question was asked so far, so there may be no one to answer.
            return Ok(Some(false));
        }
        loop {
            let typed = match self.console.ask("Again? (y/n)") {
                // The game was played to its end: leaving now does not abort it.
                Err(Aborted::InputEnded | Aborted::Quit) => return Ok(Some(false)),
                typed => typed?,
            };
            match typed {
                Typed::Command(command) => {
                    if self.run_command(command)? {
                        return Ok(None);
                    }
                }
                Typed::Text(text) => match text.to_lowercase().as_str() {
                    "y" | "yes" => return Ok(Some(true)),
                    "n" | "no" => return Ok(Some(false)),
                    _ => self.console.print("Please type y for another game, or n to end.")?,
                },
            }
        }
    }
}

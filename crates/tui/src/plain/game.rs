//! A game in plain mode: announces each turn, asks people for theirs, and runs the engine for its own.

use std::io;

use floe_engine::{Engine, MonotonicClock, SearchContext};
use floe_locale::{Lang, tr};
use floe_rules::game::{Game, Turn};
use floe_rules::grid::Topology;
use floe_rules::penguins::{Phase, Setup, Stage};
use floe_session::{EngineTask, Placement, Session, SessionEffect, SessionEvent, SessionRefusal};

use super::console::{Aborted, Console, Typed, printable, words};
use super::dialogue::{self, Incomplete};
use super::help;
use super::vocabulary::{PlainCommand, Word};
use crate::host::{Host, HostReply};
use crate::phrases::{self, Phrases, session_refusal};
use crate::saving::{save_fault, save_request, saved_text, saves_board};

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
    /// Whether only one turn is asked for, on a board that another program keeps.
    single_turn: bool,
    /// Whether autosave failed, and that was said.
    autosave_failed: bool,
}

impl<'a, 'io> PlainGame<'a, 'io> {
    pub(super) fn new(
        console: &'a mut Console<'io>,
        host: &'a mut dyn Host,
        session: Session,
    ) -> PlainGame<'a, 'io> {
        let (engine, clock) = (Engine::default(), MonotonicClock::start());
        PlainGame {
            console,
            host,
            session,
            engine,
            clock,
            task: None,
            announced: None,
            single_turn: false,
            autosave_failed: false,
        }
    }

    /// Prepares to ask for a single turn, on a board that another program keeps.
    pub(super) fn for_single_turn(self) -> PlainGame<'a, 'io> {
        PlainGame { single_turn: true, ..self }
    }

    fn lang(&self) -> Lang {
        self.console.lang()
    }

    fn phrases(&self) -> Phrases<'_> {
        dialogue::phrases(self.lang(), self.session.game(), self.session.roster())
    }

    /// Plays to the end; returns whether another game is wanted.
    pub(super) fn play(&mut self) -> Result<bool, Aborted> {
        let played = self.turns();
        let reason = match played {
            Err(Aborted::InputEnded) => tr!(self.lang(), "plain-input-ended"),
            Err(Aborted::Quit) => tr!(self.lang(), "plain-left"),
            Err(Aborted::Failed(_)) => return played,
            Ok(_) => {
                self.host.remove_autosave();
                return played;
            }
        };
        let standings = self.phrases().standings().join("\n");
        self.console.print(&format!("\n{reason}\n{standings}"))?;
        if matches!(played, Err(Aborted::Quit)) {
            self.host.remove_autosave();
        } else if let Some(path) = self.host.autosave_path() {
            // The input of a terminal that is closed ends too.
            self.console.print(&tr!(self.lang(), "plain-autosaved", path = printable(&path)))?;
        }
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
            if let Some(notice) = self.phrases().skipped(&self.session.skipped()) {
                self.console.print(&format!("\n{notice}"))?;
            }
            let heading = dialogue::heading(&self.phrases(), player);
            self.console.print(&format!("\n{heading}\n"))?;
            if !self.session.roster().is_person(player) {
                self.engines_turn(player)?;
                continue;
            }
            self.show_board()?;
            self.console.print("")?;
            if self.persons_turn()? == TurnAnswer::Stop {
                self.update(SessionEvent::StopGame);
                self.autosave()?;
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

    /// Explains before the first turn what the boards do not show.
    fn introduce(&mut self) -> io::Result<()> {
        let (lang, game) = (self.lang(), self.session.game());
        let on_squares = match game {
            Game::Penguins(history) => history.position().grid().topology() == Topology::Square,
            Game::Gamma(_) => false,
        };
        // Squares follow a console game that begins without an explanation.
        if !on_squares {
            let rules = help::rules(lang, game);
            self.console.print(&format!("\n{rules}"))?;
        }
        if self.was_placed_by_chance() {
            self.console.print(&tr!(lang, "plain-placed-by-chance"))?;
        }
        self.print_type_help()?;
        if !self.session.roster().has_people() {
            self.announce_phase()?;
            self.console.print("")?;
            self.show_board()?;
        }
        Ok(())
    }

    /// Says how to read the rules and the commands.
    pub(super) fn print_type_help(&mut self) -> io::Result<()> {
        self.console.print(&tr!(self.lang(), "plain-type-help"))
    }

    /// Tells whether penguins were placed at random before the game.
    fn was_placed_by_chance(&self) -> bool {
        let (Some(spec), Game::Penguins(history)) = (self.session.spec(), self.session.game()) else {
            return false;
        };
        let standing = |setup: &Setup| setup.tiles().iter().filter(|tile| tile.seat().is_some()).count();
        let given = spec.board.as_ref().map_or(0, |board| standing(&board.setup));
        // It is no news in a game that is resumed.
        history.made() == 0 && spec.placement() == Placement::Automatic && standing(history.start()) > given
    }

    fn announce_phase(&mut self) -> io::Result<()> {
        let Game::Penguins(history) = self.session.game() else {
            return Ok(());
        };
        let phase = history.position().phase();
        let starts_moving = *history.stage() == Stage::Movement;
        if starts_moving || self.announced.replace(phase) == Some(phase) {
            return Ok(());
        }
        let lang = self.lang();
        match phase {
            Phase::Placement => self.console.print(&format!("\n        {}", tr!(lang, "plain-placement"))),
            Phase::Movement => self.console.print(&format!("\n        {}\n", tr!(lang, "plain-movement"))),
            Phase::Over => Ok(()),
        }
    }

    /// Shows the board with the scores.
    fn show_scored_board(&mut self) -> io::Result<()> {
        let drawing = dialogue::drawing(&self.phrases());
        let scores = dialogue::scores(&self.phrases());
        self.console.print_as_is(drawing.trim_end_matches('\n'))?;
        self.console.print(&scores)
    }

    /// Shows the board, the scores, and what the player to move needs to know.
    pub(super) fn show_board(&mut self) -> io::Result<()> {
        self.show_scored_board()?;
        match dialogue::status(&self.phrases()) {
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
            let error = format!("the engine found no turn for {}", self.session.roster().name(player));
            return Err(Aborted::Failed(io::Error::other(error)));
        };
        self.autosave()?;
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
        let loser = dialogue::loser(self.session.game(), turn);
        let effects = self.update(event);
        for effect in effects {
            match effect {
                SessionEffect::TurnMade { player, gain, .. } => {
                    return Ok(self.phrases().turn(player, turn, gain, loser));
                }
                SessionEffect::Refused(SessionRefusal::IllegalTurn(reason)) => {
                    return Err(self.phrases().refusal(reason));
                }
                SessionEffect::Refused(refusal) => return Err(session_refusal(self.lang(), &refusal)),
                _ => {}
            }
        }
        Err(phrases::no_legal_turn(self.lang()))
    }

    /// Asks the player to move until there is a turn, and makes it.
    pub(super) fn persons_turn(&mut self) -> Result<TurnAnswer, Aborted> {
        let mut given: Vec<String> = Vec::new();
        let mut before = 0;
        // A list to choose from is shown once a turn, and again after `back` and `board`.
        let mut shown = String::new();
        loop {
            let question = match dialogue::parse_turn(&self.phrases(), &given) {
                Ok(turn) => match self.make(turn, SessionEvent::Turn(turn)) {
                    Ok(news) => {
                        self.autosave()?;
                        self.console.print(&news)?;
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
                Err(Incomplete::Ask { list, question }) => {
                    if !list.is_empty() && list != shown {
                        self.console.print(&list)?;
                        shown = list;
                    }
                    question
                }
            };
            before = given.len();
            match self.console.ask(&question)? {
                Typed::Text(text) => given.extend(words(&text).map(str::to_owned)),
                Typed::Command(PlainCommand::Back) => {
                    given.clear();
                    shown.clear();
                }
                Typed::Command(command) => {
                    if command == PlainCommand::Board {
                        shown.clear();
                    }
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
                let (lang, game) = (self.lang(), self.session.game());
                let rules = help::rules(lang, game);
                let commands = help::commands(lang, game, self.single_turn);
                self.console.print(&format!("{rules}\n{}", tr!(lang, "plain-commands")))?;
                self.console.print_table(&commands)?;
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
        let lang = self.lang();
        if self.session.person_to_move().is_none() {
            return self.console.print(&tr!(lang, "illegal-game-over"));
        }
        self.update(SessionEvent::Hint);
        if let Some((answer, _)) = self.run_task() {
            self.update(answer);
        }
        match self.session.hint() {
            None => self.console.print(&phrases::no_hint(lang)),
            Some(hint) => {
                let answer = dialogue::answer(lang, self.session.game(), hint.turn);
                let hint = self.phrases().hint(hint.turn);
                self.console.print(&format!("{hint} {}", tr!(lang, "plain-to-type", answer = answer)))
            }
        }
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        let (lang, file) = (self.lang(), printable(path));
        if self.single_turn {
            return self.console.print(&tr!(lang, "plain-no-files"));
        }
        if path.is_empty() {
            return self.console.print(&tr!(lang, "plain-save-what"));
        }
        let request = match save_request(lang, &self.session, path, false) {
            Ok(request) => request,
            Err(reason) => return self.console.print(&printable(&reason)),
        };
        let news = match request.carry_out(self.host) {
            Some(HostReply::Saved { result: Err(error), .. }) => printable(&save_fault(lang, &file, &error)),
            _ => {
                if !saves_board(self.session.game(), path) {
                    self.update(SessionEvent::Saved);
                }
                saved_text(lang, self.session.game(), &file)
            }
        };
        self.console.print(&news)
    }

    /// Keeps the game, so that it can be resumed if the program does not end properly.
    fn autosave(&mut self) -> io::Result<()> {
        if self.single_turn {
            return Ok(());
        }
        let saved = match self.session.to_stored() {
            Ok(bytes) => self.host.autosave_game(&bytes),
            Err(error) => Err(error.to_string()),
        };
        let Err(reason) = saved else {
            return Ok(());
        };
        // Once is enough to say so; the next turn is tried again.
        if std::mem::replace(&mut self.autosave_failed, true) {
            return Ok(());
        }
        self.console.print(&tr!(self.lang(), "files-autosave-failed", reason = printable(&reason)))
    }

    /// Undoes or redoes; true when that was possible.
    fn undo_or_redo(&mut self, event: SessionEvent) -> io::Result<bool> {
        for effect in self.update(event) {
            let news = match effect {
                SessionEffect::Undone { turns } => phrases::undone(self.console.lang(), turns),
                SessionEffect::Redone { turns } => phrases::redone(self.console.lang(), turns),
                SessionEffect::Refused(refusal) => {
                    self.console.print(&session_refusal(self.console.lang(), &refusal))?;
                    return Ok(false);
                }
                _ => continue,
            };
            self.autosave()?;
            self.console.print(&news)?;
        }
        Ok(true)
    }

    /// Shows the result and asks for another game; returns `None` if an undo continues this one.
    fn end(&mut self) -> Result<Option<bool>, Aborted> {
        let lang = self.lang();
        let reason = match self.session.game().is_over() {
            true => tr!(lang, "plain-over"),
            false => tr!(lang, "plain-stopped"),
        };
        self.console.print(&format!("\n{reason}\n"))?;
        self.show_scored_board()?;
        let phrases = self.phrases();
        let (winner, standings) = (phrases.winner(), phrases.standings().join("\n"));
        self.console.print(&format!("\n{winner}\n{standings}\n"))?;
        if self.console.questions() == 0 {
            // No question was asked so far, so there may be no one to answer.
            return Ok(Some(false));
        }
        loop {
            let typed = match self.console.ask(&tr!(lang, "plain-again")) {
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
                Typed::Text(text) => match Word::find(&text) {
                    Some(Word::Yes) => return Ok(Some(true)),
                    Some(Word::No) => return Ok(Some(false)),
                    _ => self.console.print(&tr!(lang, "plain-yes-or-no"))?,
                },
            }
        }
    }
}

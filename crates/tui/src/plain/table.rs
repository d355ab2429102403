//! The table at which a game is played: turn after turn, whoever sits there.

use std::io;

use floe_engine::Level;
use floe_rules::game::{Game, Turn};
use floe_rules::grid::Topology;
use floe_rules::penguins::{Phase, Stage};
use floe_rules::record::Ending;

use super::Host;
use super::answers::{Answer, Leave, Talk, Word, harmless, sentence, words};
use super::dialogue::{self, Open};
use super::thinker::{Thinker, Thinking};
use crate::company::Company;
use crate::ending;
use crate::saving::state_to_save;

/// What is wanted after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// Another one.
    Again,
    /// Nothing.
    Enough,
}

/// What came of asking somebody for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// A turn, which was made.
    Made(Turn),
    /// Turns were taken back or made again: it may be another's turn.
    Elsewhere,
    /// The wish to end the game here.
    Stop,
}

const WORDS: &str = "\
These words work at every question:
help       shows this
board      shows the board again
hint       tells what the engine would do
back       begins the questions of this turn anew
undo       takes your last turn back
redo       makes it again
save FILE  writes the board to a file such as ice.txt, or all turns to one of any other name
quit       leaves the game";

/// A game, who plays it, and whom it talks to.
pub(super) struct Table<'a, 'io> {
    talk: &'a mut Talk<'io>,
    host: &'a mut dyn Host,
    game: Game,
    company: Company,
    thinker: Thinker,
    /// The phase that was announced last.
    announced: Option<Phase>,
    /// Whether the players have ended the game before its end.
    stopped: bool,
}

impl<'a, 'io> Table<'a, 'io> {
    pub(super) fn new(
        talk: &'a mut Talk<'io>,
        host: &'a mut dyn Host,
        game: Game,
        company: Company,
        thinking: Thinking,
        seed: u64,
    ) -> Table<'a, 'io> {
        let thinker = Thinker::new(thinking, seed);
        Table { talk, host, game, company, thinker, announced: None, stopped: false }
    }

    /// Plays to the end, and asks what is wanted then.
    pub(super) fn play(&mut self) -> Result<After, Leave> {
        let after = self.turns();
        let words = match after {
            Err(Leave::InputEnded) => "The input has ended, so the game ends here.",
            Err(Leave::Quit) => "You leave the game here.",
            _ => return after,
        };
        self.talk.say(&format!("\n{words}"))?;
        // Gamma may be ended at any time, and then counts as it stands.
        if matches!(self.game, Game::Gamma(_)) {
            self.talk.say(&ending::winner(&self.game, &self.company))?;
        }
        self.talk.say(ending::ranking(&self.game, &self.company).trim_end())?;
        after
    }

    fn turns(&mut self) -> Result<After, Leave> {
        self.introduce()?;
        loop {
            // Whoever takes turns back after the end plays on.
            self.stopped = false;
            let Some(player) = self.game.to_move() else {
                let over = match self.game {
                    Game::Penguins(_) => "The game is over: nobody can move any more.",
                    Game::Gamma(_) => "The game is over: nobody can do anything any more.",
                };
                match self.end(over)? {
                    Some(after) => return Ok(after),
                    None => continue,
                }
            };
            self.announce_phase()?;
            if let Some(skips) = ending::skips(&self.game, &self.company) {
                self.talk.say(&format!("\n{skips}"))?;
            }
            self.talk.say(&format!("\n{}\n", dialogue::heading(&self.game, &self.company, player)))?;
            match self.company.engine(player) {
                Some(level) => self.engines_turn(player, level)?,
                None => {
                    self.show_board()?;
                    self.talk.say("")?;
                    if self.persons_turn()? == Asked::Stop {
                        self.stopped = true;
                        if let Some(after) = self.end("The game ends here.")? {
                            return Ok(after);
                        }
                    }
                }
            }
        }
    }

    fn on_hexagons(&self) -> bool {
        let grid = match &self.game {
            Game::Penguins(history) => history.position().grid(),
            Game::Gamma(_) => return false,
        };
        grid.topology() != Topology::Square
    }

    /// Says before the first turn what the boards to come do not say.
    fn introduce(&mut self) -> io::Result<()> {
        // Squares follow a game that begins without further words.
        if self.on_hexagons() || matches!(self.game, Game::Gamma(_)) {
            self.talk.say(&format!("\n{}\nType help to read this again.", dialogue::help(&self.game)))?;
        }
        if !self.company.has_people() {
            self.announce_phase()?;
            self.talk.say("")?;
            self.show_board()?;
        }
        Ok(())
    }

    fn announce_phase(&mut self) -> io::Result<()> {
        let Game::Penguins(history) = &self.game else {
            return Ok(());
        };
        let phase = history.position().phase();
        let placed_by_chance = *history.stage() == Stage::Movement;
        if placed_by_chance || self.announced.replace(phase) == Some(phase) {
            return Ok(());
        }
        match phase {
            Phase::Placement => self.talk.say("\n        --Placement Phase--"),
            Phase::Movement => self.talk.say("\n        --Movement Phase--\n"),
            Phase::Over => Ok(()),
        }
    }

    fn show_board(&mut self) -> io::Result<()> {
        self.talk.say(&dialogue::board(&self.game, &self.company))?;
        match dialogue::standing(&self.game, &self.company) {
            Some(standing) => self.talk.say(&standing),
            None => Ok(()),
        }
    }

    fn engines_turn(&mut self, player: u32, level: Level) -> Result<(), Leave> {
        let turn = self.thinker.choose(&self.game, level);
        let done = turn.and_then(|turn| self.make(turn).ok());
        let Some(told) = done else {
            return Err(Leave::Failed(io::Error::other(format!(
                "the engine found no turn for player {player}"
            ))));
        };
        self.talk.say(&told)?;
        // Where people play, the next of them is shown the board before being asked.
        if !self.company.has_people() && !self.game.is_over() {
            self.talk.say("")?;
            self.show_board()?;
        }
        Ok(())
    }

    /// Makes a turn and tells what it did, or why it cannot be made.
    fn make(&mut self, turn: Turn) -> Result<String, String> {
        let player = self.game.to_move().unwrap_or(0);
        let deed = dialogue::deed(&self.game, &self.company, turn);
        let before = self.game.score(player);
        match self.game.play(turn) {
            Err(reason) => Err(dialogue::why(&self.game, &self.company, reason)),
            Ok(()) => {
                let name = self.company.name(player);
                let gain = self.game.score(player) - before;
                Ok(match &self.game {
                    Game::Penguins(_) if gain > 0 => format!("{name} {deed} and gets {gain} fish."),
                    _ => format!("{name} {deed}."),
                })
            }
        }
    }

    /// Asks the player to move until there is a turn, and makes it.
    pub(super) fn persons_turn(&mut self) -> Result<Asked, Leave> {
        let mut said: Vec<String> = Vec::new();
        let mut before = 0;
        loop {
            let question = match dialogue::understand(&self.game, &self.company, &said) {
                Ok(turn) => match self.make(turn) {
                    Ok(told) => {
                        // Who gave coordinates knows where the penguin is; after a distance that is news.
                        if self.on_hexagons() {
                            self.talk.say(&told)?;
                        }
                        return Ok(Asked::Made(turn));
                    }
                    Err(why) => {
                        self.talk.say(&why)?;
                        said.clear();
                        continue;
                    }
                },
                Err(Open::Stop) => return Ok(Asked::Stop),
                Err(Open::Wrong { why, keep }) => {
                    self.talk.say(&why)?;
                    // A line with one wrong word is given anew as a whole.
                    said.truncate(keep.min(before));
                    continue;
                }
                Err(Open::Ask(question)) => question,
            };
            before = said.len();
            match self.talk.ask(&question)? {
                Answer::Text(text) => said.extend(words(&text).map(str::to_owned)),
                Answer::Word(Word::Back) => said.clear(),
                Answer::Word(word) => {
                    if self.obey(word)? {
                        return Ok(Asked::Elsewhere);
                    }
                }
            }
        }
    }

    /// Does what a word says; true when the game is at another turn now.
    fn obey(&mut self, word: Word) -> Result<bool, Leave> {
        match word {
            Word::Help => self.talk.say(&format!("{}\n{WORDS}", dialogue::help(&self.game)))?,
            Word::Board => self.show_board()?,
            Word::Hint => self.hint()?,
            Word::Save(path) => self.save(&path)?,
            Word::Undo => return Ok(self.undo()?),
            Word::Redo => return Ok(self.redo()?),
            Word::Back => {}
            Word::Quit => return Err(Leave::Quit),
        }
        Ok(false)
    }

    fn hint(&mut self) -> io::Result<()> {
        let Some(player) = self.game.to_move() else {
            return self.talk.say("The game is over.");
        };
        match self.thinker.choose(&self.game, Level::FULL) {
            None => self.talk.say("The engine knows nothing to do."),
            Some(turn) => {
                let deed = dialogue::deed(&self.game, &self.company, turn);
                let typed = dialogue::typed(&self.game, turn);
                self.talk.say(&format!("Hint: {} {deed}. Type {typed}", self.company.name(player)))
            }
        }
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return self.talk.say("Which file? Type save and its name.");
        }
        let ending = if self.stopped { Ending::Stopped } else { Ending::of(&self.game) };
        let saved = state_to_save(&self.game, &self.company, ending, path)
            .and_then(|bytes| self.host.save(path, &bytes).map(|()| format!("Saved as {}.", harmless(path))));
        let told = saved.unwrap_or_else(|why| sentence(&format!("not saved: {}", harmless(&why))));
        self.talk.say(&told)
    }

    /// Goes back to the last turn that a person made.
    fn undo(&mut self) -> io::Result<bool> {
        let made = self.game.made();
        let by_person = |&index: &usize| {
            self.game.action(index).is_some_and(|(player, _)| self.company.engine(player).is_none())
        };
        let Some(index) = (0..made).rev().find(by_person) else {
            self.talk.say("There is no turn of yours to take back.")?;
            return Ok(false);
        };
        self.game.go_to(index);
        self.talk.say(&format!("Taken back: {}.", turns_in_words(made - index)))?;
        Ok(true)
    }

    /// Goes on to the next turn of a person among those that were taken back.
    fn redo(&mut self) -> io::Result<bool> {
        let made = self.game.made();
        while self.game.redo() {
            if self.game.to_move().is_some_and(|player| self.company.engine(player).is_none()) {
                break;
            }
        }
        match self.game.made() - made {
            0 => {
                self.talk.say("There is no turn to make again.")?;
                Ok(false)
            }
            turns => {
                self.talk.say(&format!("Made again: {}.", turns_in_words(turns)))?;
                Ok(true)
            }
        }
    }

    /// Tells how the game ended, and asks for another; nothing when turns were taken back instead.
    fn end(&mut self, words: &str) -> Result<Option<After>, Leave> {
        self.talk.say(&format!("\n{words}\n"))?;
        self.talk.say(&dialogue::board(&self.game, &self.company))?;
        self.talk.say(&format!("\n{}", ending::winner(&self.game, &self.company)))?;
        self.talk.say(&ending::ranking(&self.game, &self.company))?;
        if self.talk.questions() == 0 {
            // Nobody was asked anything so far, so perhaps nobody is there to answer.
            return Ok(Some(After::Enough));
        }
        loop {
            let answer = match self.talk.ask("Again? (y/n)") {
                // The game was played to its end: whoever goes now has not left it.
                Err(Leave::InputEnded | Leave::Quit) => return Ok(Some(After::Enough)),
                answer => answer?,
            };
            match answer {
                Answer::Word(word) => {
                    if self.obey(word)? {
                        return Ok(None);
                    }
                }
                Answer::Text(text) => match text.to_lowercase().as_str() {
                    "y" | "yes" => return Ok(Some(After::Again)),
                    "n" | "no" => return Ok(Some(After::Enough)),
                    _ => self.talk.say("Please type y for another game, or n to end.")?,
                },
            }
        }
    }
}

fn turns_in_words(turns: usize) -> String {
    if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") }
}

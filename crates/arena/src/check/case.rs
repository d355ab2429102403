//! A case: one thing that a program must or should do, and the call that shows it.

use std::ffi::OsString;

use floe_rules::contest::Calling;
use floe_rules::penguins::RuleSet;

use super::runner::Item;
use super::{Group, Weight};
use crate::bot;

/// The file that is read.
pub(super) const INPUT: &str = "board.txt";
/// The file that is written, when it is another.
pub(super) const OUTPUT: &str = "out.txt";
/// What another output holds before the call: more than any turn on a small board writes.
pub(super) const OLD: &[u8] = &[b'?'; 5000];

/// One thing to check.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) group: Group,
    pub(super) name: String,
    pub(super) weight: Weight,
    pub(super) hint: &'static str,
    pub(super) task: Task,
}

/// What is done for a case.
#[derive(Debug)]
pub(super) enum Task {
    /// The program is called for a turn.
    Turn(Scene),
    /// The program is called in a way that makes no sense, and must answer 3.
    Error(Nonsense),
    /// The program plays a whole game against itself.
    Game(Match),
}

/// A call that should come to nothing.
#[derive(Debug)]
pub(super) struct Nonsense {
    pub(super) arguments: Vec<OsString>,
    pub(super) items: Vec<Item>,
}

/// A game of the program against itself.
#[derive(Debug)]
pub(super) struct Match {
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) players: u8,
    pub(super) penguins: u32,
    pub(super) holes: u32,
    pub(super) seed: u64,
}

/// What the right answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A legal turn, with exit code 0.
    Turn,
    /// Exit code 1.
    NoTurn,
    /// Exit code 2.
    Refuse,
}

/// Where the turn is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// The file that was read.
    Same,
    /// Another, which holds something else.
    Old,
    /// Another, which is not there yet.
    New,
}

/// A call for a turn.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) calling: Calling,
    pub(super) text: Vec<u8>,
    pub(super) answer: Answer,
    pub(super) output: Output,
    /// The arguments in an unusual order, with `IN` and `OUT` for the files.
    pub(super) order: Option<&'static [&'static str]>,
    /// Whether the board is so large that more time is given.
    pub(super) large: bool,
}

impl Scene {
    /// A call to place a penguin of so many.
    pub(super) fn placing(penguins: u32, text: impl Into<Vec<u8>>, answer: Answer) -> Scene {
        let calling = Calling::Placement { penguins };
        Scene { calling, text: text.into(), answer, output: Output::Same, order: None, large: false }
    }

    /// A call to move a penguin.
    pub(super) fn moving(text: impl Into<Vec<u8>>, answer: Answer) -> Scene {
        Scene { calling: Calling::Movement, ..Scene::placing(1, text, answer) }
    }

    pub(super) fn into(self, output: Output) -> Scene {
        Scene { output, ..self }
    }

    pub(super) fn with(self, order: &'static [&'static str]) -> Scene {
        Scene { order: Some(order), ..self }
    }

    pub(super) fn large(self) -> Scene {
        Scene { large: true, ..self }
    }

    /// Returns the name of the file that is written.
    pub(super) fn output_name(&self) -> &'static str {
        if self.output == Output::Same { INPUT } else { OUTPUT }
    }

    /// Returns the arguments of the call.
    pub(super) fn arguments(&self, rules: &RuleSet) -> Vec<OsString> {
        let usual = bot::arguments(self.calling, rules, INPUT, self.output_name());
        let Some(order) = self.order else {
            return usual;
        };
        let mut arguments: Vec<OsString> = order
            .iter()
            .map(|&word| match word {
                "IN" => INPUT.into(),
                "OUT" => self.output_name().into(),
                word => word.into(),
            })
            .collect();
        // What the rules need comes besides.
        arguments.extend(usual.into_iter().filter(|argument| {
            let text = argument.to_string_lossy();
            text.starts_with("rules=") || text.starts_with("layout=")
        }));
        arguments
    }

    /// Returns what lies in the folder before the call.
    pub(super) fn items(&self) -> Vec<Item> {
        let mut items = vec![Item::file(INPUT, self.text.clone())];
        if self.output == Output::Old {
            items.push(Item::file(OUTPUT, OLD));
        }
        items
    }
}

/// Collects the cases of a group.
#[derive(Debug)]
pub(super) struct Cases<'a> {
    group: Group,
    me: &'a [u8],
    hint: &'static str,
    weight: Weight,
    list: Vec<Case>,
}

impl<'a> Cases<'a> {
    pub(super) fn new(group: Group, me: &'a [u8]) -> Cases<'a> {
        Cases { group, me, hint: "", weight: Weight::Must, list: Vec::new() }
    }

    /// Says what helps with the cases that follow, which are demanded by the contract.
    pub(super) fn must(&mut self, hint: &'static str) {
        (self.weight, self.hint) = (Weight::Must, hint);
    }

    /// Says what helps with the cases that follow, which are good advice.
    pub(super) fn should(&mut self, hint: &'static str) {
        (self.weight, self.hint) = (Weight::Should, hint);
    }

    /// Returns a text with the program's id for each `{me}`.
    pub(super) fn fill(&self, text: impl AsRef<[u8]>) -> Vec<u8> {
        const MARK: &[u8] = b"{me}";
        let mut rest = text.as_ref();
        let mut filled = Vec::with_capacity(rest.len() + self.me.len());
        while let Some(at) = rest.windows(MARK.len()).position(|part| part == MARK) {
            filled.extend_from_slice(&rest[..at]);
            filled.extend_from_slice(self.me);
            rest = &rest[at + MARK.len()..];
        }
        filled.extend_from_slice(rest);
        filled
    }

    fn add(&mut self, name: impl Into<String>, task: Task) {
        let Cases { group, hint, weight, .. } = *self;
        self.list.push(Case { group, name: name.into(), weight, hint, task });
    }

    /// Adds a call for a turn.
    pub(super) fn scene(&mut self, name: impl Into<String>, scene: Scene) {
        self.add(name, Task::Turn(scene));
    }

    /// Adds a call for a move on a small board, over the same file.
    pub(super) fn moving(&mut self, name: impl Into<String>, text: impl AsRef<[u8]>, answer: Answer) {
        let text = self.fill(text);
        self.scene(name, Scene::moving(text, answer));
    }

    /// Adds a call for a placement on a small board, over the same file.
    pub(super) fn placing(
        &mut self,
        name: impl Into<String>,
        penguins: u32,
        text: impl AsRef<[u8]>,
        answer: Answer,
    ) {
        let text = self.fill(text);
        self.scene(name, Scene::placing(penguins, text, answer));
    }

    /// Adds a call that makes no sense, with arguments separated by blanks.
    pub(super) fn error(&mut self, name: impl Into<String>, line: &str, items: Vec<Item>) {
        let arguments = line.split_whitespace().map(OsString::from).collect();
        self.add(name, Task::Error(Nonsense { arguments, items }));
    }

    /// Adds a whole game.
    pub(super) fn game(&mut self, name: impl Into<String>, game: Match) {
        self.add(name, Task::Game(game));
    }

    pub(super) fn finish(self) -> Vec<Case> {
        self.list
    }
}

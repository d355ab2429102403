//! Check cases: things that a program must or should do, and the calls that show whether it does.

use std::ffi::OsString;

use floe_rules::contest::Calling;
use floe_rules::penguins::RuleSet;

use super::frequency::Frequency;
use super::runner::FolderItem;
use super::scene::embedded;
use super::{Group, Weight};
use crate::bot;

/// The input file.
pub(super) const INPUT: &str = "board.txt";
/// The output file, when it is not the input.
pub(super) const OUTPUT: &str = "out.txt";
/// The old contents of the output file, longer than any correct output for a small board.
pub(super) const OLD: &[u8] = &[b'?'; 5000];

/// One check to make.
#[derive(Debug)]
pub(super) struct CheckCase {
    pub(super) group: Group,
    pub(super) name: String,
    pub(super) weight: Weight,
    pub(super) hint: &'static str,
    /// How often its situation occurs in games.
    pub(super) frequency: Frequency,
    pub(super) kind: CaseKind,
}

/// What a call asks the program to do.
#[derive(Debug)]
pub(super) enum CaseKind {
    /// A turn.
    Turn(TurnCase),
    /// An invalid call, after which the program must exit with code 3.
    Error(BadCall),
    /// A whole game.
    Game(GameCase),
}

/// A call that must end with exit code 3.
#[derive(Debug)]
pub(super) struct BadCall {
    pub(super) arguments: Vec<OsString>,
    pub(super) items: Vec<FolderItem>,
}

/// A practice game: the program and players that make random turns, or several copies of the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameCase {
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) players: u8,
    pub(super) penguins: u32,
    pub(super) holes: u32,
    pub(super) seed: u64,
    /// The seat of the program, from 1; `None` if it has all seats.
    pub(super) seat: Option<u8>,
}

/// The right answer to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedAnswer {
    /// A legal turn, with exit code 0.
    Turn,
    /// Exit code 1.
    NoTurn,
    /// Exit code 2.
    Refuse,
}

/// Where the program writes its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputFile {
    /// To the input file.
    Same,
    /// To another file with old contents.
    Old,
    /// To a new file.
    New,
}

/// A call for a turn.
#[derive(Debug)]
pub(super) struct TurnCase {
    pub(super) calling: Calling,
    pub(super) text: Vec<u8>,
    pub(super) answer: ExpectedAnswer,
    pub(super) output: OutputFile,
    /// The arguments in an unusual order, with `IN` and `OUT` for the files.
    pub(super) order: Option<&'static [&'static str]>,
    /// Whether the board is so large that the program gets more time.
    pub(super) large: bool,
}

impl TurnCase {
    /// Makes a call to place a penguin.
    pub(super) fn placing(penguins: u32, text: impl Into<Vec<u8>>, answer: ExpectedAnswer) -> TurnCase {
        let calling = Calling::Placement { penguins };
        TurnCase { calling, text: text.into(), answer, output: OutputFile::Same, order: None, large: false }
    }

    /// Makes a call to move a penguin.
    pub(super) fn moving(text: impl Into<Vec<u8>>, answer: ExpectedAnswer) -> TurnCase {
        TurnCase { calling: Calling::Movement, ..TurnCase::placing(1, text, answer) }
    }

    pub(super) fn with_output(self, output: OutputFile) -> TurnCase {
        TurnCase { output, ..self }
    }

    pub(super) fn with_order(self, order: &'static [&'static str]) -> TurnCase {
        TurnCase { order: Some(order), ..self }
    }

    pub(super) fn large(self) -> TurnCase {
        TurnCase { large: true, ..self }
    }

    /// Returns the name of the file that is written.
    pub(super) fn output_name(&self) -> &'static str {
        if self.output == OutputFile::Same { INPUT } else { OUTPUT }
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
        // The arguments for the rules come last.
        arguments.extend(usual.into_iter().filter(|argument| {
            let text = argument.to_string_lossy();
            text.starts_with("rules=") || text.starts_with("layout=")
        }));
        arguments
    }

    /// Returns the contents of the folder before the call.
    pub(super) fn items(&self) -> Vec<FolderItem> {
        let mut items = vec![FolderItem::file(INPUT, self.text.clone())];
        if self.output == OutputFile::Old {
            items.push(FolderItem::file(OUTPUT, OLD));
        }
        items
    }
}

/// Collects the cases of a group.
#[derive(Debug)]
pub(super) struct CaseList<'a> {
    group: Group,
    own_id: &'a [u8],
    hint: &'static str,
    weight: Weight,
    frequency: Frequency,
    list: Vec<CheckCase>,
}

impl<'a> CaseList<'a> {
    pub(super) fn new(group: Group, own_id: &'a [u8]) -> CaseList<'a> {
        let (weight, frequency) = (Weight::Must, Frequency::EVERY);
        CaseList { group, own_id, hint: "", weight, frequency, list: Vec::new() }
    }

    /// Sets the hint for the following cases, which the original task requires, and how often they occur in games.
    pub(super) fn must(&mut self, frequency: Frequency, hint: &'static str) {
        (self.weight, self.frequency, self.hint) = (Weight::Must, frequency, hint);
    }

    /// Sets the hint for the following cases, which go beyond the original task and do not occur in games.
    pub(super) fn should(&mut self, hint: &'static str) {
        (self.weight, self.frequency, self.hint) = (Weight::Should, Frequency::NEVER, hint);
    }

    /// Returns the id of the program.
    pub(super) fn own_id(&self) -> &'a [u8] {
        self.own_id
    }

    /// Replaces each `{me}` in a text with the program's id.
    pub(super) fn fill(&self, text: impl AsRef<[u8]>) -> Vec<u8> {
        const MARK: &[u8] = b"{me}";
        let mut rest = text.as_ref();
        let mut filled = Vec::with_capacity(rest.len() + self.own_id.len());
        while let Some(at) = rest.windows(MARK.len()).position(|part| part == MARK) {
            filled.extend_from_slice(&rest[..at]);
            filled.extend_from_slice(self.own_id);
            rest = &rest[at + MARK.len()..];
        }
        filled.extend_from_slice(rest);
        filled
    }

    fn add(&mut self, name: impl Into<String>, kind: CaseKind) {
        let CaseList { group, hint, weight, frequency, .. } = *self;
        self.list.push(CheckCase { group, name: name.into(), weight, hint, frequency, kind });
    }

    /// Adds a call for a turn.
    pub(super) fn turn(&mut self, name: impl Into<String>, turn_case: TurnCase) {
        self.add(name, CaseKind::Turn(turn_case));
    }

    /// Adds a call to move in a small situation on an ordinary board.
    pub(super) fn moving(&mut self, name: impl Into<String>, small: impl AsRef<str>, answer: ExpectedAnswer) {
        self.moving_on(name, embedded(small.as_ref(), true), answer);
    }

    /// Adds a call to move on exactly this board.
    pub(super) fn moving_on(
        &mut self,
        name: impl Into<String>,
        text: impl AsRef<[u8]>,
        answer: ExpectedAnswer,
    ) {
        let text = self.fill(text);
        self.turn(name, TurnCase::moving(text, answer));
    }

    /// Adds a call to place in a small situation on an ordinary board.
    pub(super) fn placing(
        &mut self,
        name: impl Into<String>,
        penguins: u32,
        small: impl AsRef<str>,
        answer: ExpectedAnswer,
    ) {
        self.placing_on(name, penguins, embedded(small.as_ref(), false), answer);
    }

    /// Adds a call to place on exactly this board.
    pub(super) fn placing_on(
        &mut self,
        name: impl Into<String>,
        penguins: u32,
        text: impl AsRef<[u8]>,
        answer: ExpectedAnswer,
    ) {
        let text = self.fill(text);
        self.turn(name, TurnCase::placing(penguins, text, answer));
    }

    /// Adds a call that must end with exit code 3; `line` has its arguments, separated by spaces.
    pub(super) fn bad_call(&mut self, name: impl Into<String>, line: &str, items: Vec<FolderItem>) {
        let arguments = line.split_whitespace().map(OsString::from).collect();
        self.add(name, CaseKind::Error(BadCall { arguments, items }));
    }

    /// Adds a whole game.
    pub(super) fn game(&mut self, name: impl Into<String>, game: GameCase) {
        self.add(name, CaseKind::Game(game));
    }

    pub(super) fn finish(self) -> Vec<CheckCase> {
        self.list
    }
}

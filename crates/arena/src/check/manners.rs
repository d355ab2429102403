//! Good manners: what is seen in any call, never fatal, and told once for all of them.

use super::runner::Outcome;
use super::{Finding, Group, Mark, Weight};
use crate::referee::words;

/// Something that a program should always do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    /// Says what is wrong, and where.
    Messages,
    /// Keeps standard output clean.
    Output,
    /// Writes single blanks and LF.
    Blanks,
    /// Leaves no other files.
    Files,
    /// Leaves no processes.
    Processes,
}

impl Habit {
    const ALL: [Habit; 5] = [Habit::Messages, Habit::Output, Habit::Blanks, Habit::Files, Habit::Processes];

    fn name(self) -> &'static str {
        match self {
            Habit::Messages => "says on standard error what is wrong, and in which line",
            Habit::Output => "prints nothing to standard output but its id",
            Habit::Blanks => "writes tidy files",
            Habit::Files => "leaves no other files behind",
            Habit::Processes => "leaves no processes behind",
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Habit::Messages => {
                "With 2 and 3 write a line such as 'board.txt:4:10: error: a field has at most 3 fish'."
            }
            Habit::Output => {
                "Print drawings and notes to standard error; standard output is for 'name' and 'id'."
            }
            Habit::Blanks => {
                "Write single blanks between words, none at the ends of lines, and LF after each line."
            }
            Habit::Files => {
                "Remove what you made besides the output; nothing of it is there in the next call anyway."
            }
            Habit::Processes => "Wait for what you have started: whatever is left is killed.",
        }
    }
}

/// What was seen of bad habits.
#[derive(Debug, Default)]
pub(super) struct Manners {
    /// The habit, what was seen first, in which check, and how often it was seen.
    seen: Vec<(Habit, String, String, usize)>,
}

impl Manners {
    /// Notes a bad habit in a check.
    pub(super) fn note(&mut self, habit: Habit, check: &str, words: impl Into<String>) {
        match self.seen.iter_mut().find(|(known, ..)| *known == habit) {
            Some((.., count)) => *count += 1,
            None => self.seen.push((habit, words.into(), check.to_owned(), 1)),
        }
    }

    /// Notes the bad habits that show in any call.
    pub(super) fn watch(&mut self, check: &str, outcome: &Outcome) {
        let printed = words(&outcome.stdout);
        if !printed.is_empty() {
            self.note(Habit::Output, check, format!("prints '{printed}'"));
        }
        if !outcome.others.is_empty() {
            self.note(Habit::Files, check, format!("leaves {}", outcome.others.join(", ")));
        }
        if outcome.leftovers > 0 {
            self.note(Habit::Processes, check, format!("leaves {}, which are killed", outcome.leftovers));
        }
    }

    /// Returns a check for each habit.
    pub(super) fn findings(&self) -> impl Iterator<Item = Finding> {
        Habit::ALL.into_iter().map(|habit| {
            let seen = self.seen.iter().find(|(known, ..)| *known == habit);
            let words = seen.map(|(_, words, check, count)| match count {
                1 => format!("{words} (in '{check}')"),
                2 => format!("{words} (in '{check}', and once more)"),
                count => format!("{words} (in '{check}', and {} times more)", count - 1),
            });
            Finding {
                group: Group::Manners,
                name: habit.name().to_owned(),
                weight: Weight::Should,
                mark: if words.is_some() { Mark::Advice } else { Mark::Passed },
                words: words.into_iter().collect(),
                hint: habit.hint(),
                call: None,
            }
        })
    }
}

//! `floe match`: programs play each other on some boards.

use std::env;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use floe_arena::event::{self, ObserverError, Tournament, Update};
use floe_arena::rating::elo::Tally;
use floe_arena::rating::sprt::{Sprt, SprtDecision};
use floe_arena::report;
use floe_arena::result::GameResult;
use floe_arena::schedule::{Format, Schedule, ScheduleSettings, Seating};

use super::print;
use super::recipe::RecipeArgs;
use super::values::whole;
use crate::exit::Exit;
use crate::gamemaster::{
    BoardSource, Contender, GameSettings, OutputFolder, ProgressLine, note, prepare, stop_flag,
};
use crate::output;
use crate::play::new_seed;

/// Let programs play each other
///
/// All programs play together in each game, and each program plays every seat on every board. A program is a path, a
/// command with arguments in quotes, or 'engine' for the engine inside floe, such as 'engine:level=5,nodes=2000'.
/// Programs are untrusted and run in a sandbox: a turn counts only if the file they write shows exactly one legal turn.
///
/// The output folder gets a record of each game, the standard error of each program, and the reports.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe match ./mine ./yours --time 500\n  \
                  floe match ./mine engine:level=4 --boards 10 --seed 7 --rows 10 --cols 10\n  \
                  floe match 'python3 bot.py' ./bot --board boards/ --penguins 4 --on-fault forfeit\n  \
                  floe match ./new ./old --boards 200 --sprt 0,20")]
pub(super) struct MatchArgs {
    /// The programs, two to nine
    #[arg(required = true, num_args = 2..=9, value_name = "PROGRAM")]
    programs: Vec<String>,
    /// A board file, or a folder of them
    #[arg(long = "board", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The number of boards to generate [default: 4, or 0 with --board]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>)]
    boards: Option<u32>,
    /// The seed of the first board and of all random choices [default: random; the seed is printed]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole::<u64>)]
    seed: Option<u64>,
    #[command(flatten, next_help_heading = "Boards")]
    recipe: RecipeArgs,
    #[command(flatten, next_help_heading = "Games")]
    settings: GameSettings,
    /// How many times to play all games
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<usize>)]
    repeats: usize,
    /// Play every order of the seats instead of only rotating them
    #[arg(long)]
    all_seatings: bool,
    /// For two programs: stop as soon as an SPRT decides whether the first is ELO0 or ELO1 stronger than the second
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_delimiter = ',',
        num_args = 1,
        allow_negative_numbers = true
    )]
    sprt: Option<Vec<f64>>,
    /// The folder for records and reports [default: match-1, match-2 and so on]
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Do not print progress
    #[arg(long, short)]
    quiet: bool,
}

impl MatchArgs {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        // The result is printed after hours, perhaps.
        output::check()?;
        let stop = stop_flag()?;
        let here = env::current_dir().context("cannot find the current folder")?;
        let seed = self.seed.unwrap_or_else(new_seed);
        let players = u8::try_from(self.programs.len()).context("a game has at most nine players")?;
        let terms = self.settings.terms(players)?;
        let sprt = self.sprt()?;
        let source = BoardSource {
            folder: Path::new(""),
            paths: &self.paths,
            count: self.boards,
            recipe: &self.recipe,
            seed,
        };
        let boards = source.boards(&terms, players)?;
        let schedule = Schedule::new(ScheduleSettings {
            entrants: self.programs.len(),
            seats: self.programs.len(),
            boards: boards.len(),
            spare_boards: 0,
            format: Format::RoundRobin,
            seating: if self.all_seatings { Seating::Permutations } else { Seating::Rotations },
            repeats: self.repeats,
            seed,
        })?;
        let (ready, isolation) = prepare(&here, self.contenders(&here)?, &self.settings, self.quiet)?;
        let mut terms_in_words = self.settings.words(players, &isolation)?;
        terms_in_words.push(("seed".to_owned(), seed.to_string()));
        let folder = match &self.records {
            Some(path) => OutputFolder::new_empty(path)?,
            None => OutputFolder::new_numbered("match")?,
        };
        if self.seed.is_none() && !self.quiet {
            note(&format!("seed {seed}"));
        }
        let names: Vec<&str> = ready.entrants.iter().map(|entrant| &entrant.name[..]).collect();
        let tournament = Tournament {
            title: names.join(" – "),
            terms,
            terms_in_words,
            entrants: ready.entrants.clone(),
            boards,
            schedule,
            parallel: self.settings.parallel(),
        };
        let mut progress = ProgressLine::new(&tournament.entrants, self.quiet);
        let mut test = SequentialTest { sprt: sprt.as_ref(), tally: Tally::default(), decided: false };
        let mut observe = |update: Update<'_>| -> Result<ControlFlow<()>, ObserverError> {
            progress.update(&update);
            if let Update::Finished(game) = update {
                folder.write_game(game)?;
                test.count(game);
            }
            Ok(if test.decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let played = event::run(&tournament, &ready, None, &mut observe, &stop);
        progress.close();
        let played = played?;
        let games = played.results.len();
        let report = report::summary(&tournament, played.results, sprt.as_ref());
        folder.report(&report)?;
        print(&if self.json { report::json(&report) } else { report::text(&report) })?;
        if !self.quiet {
            note(&format!("records and reports are in {}", folder.path().display()));
        }
        if played.complete || test.decided {
            return Ok(Exit::Done);
        }
        let plural = if games == 1 { "" } else { "s" };
        note(&format!("interrupted after {games} game{plural}"));
        Ok(Exit::Failed)
    }

    fn contenders(&self, here: &Path) -> anyhow::Result<Vec<(Option<String>, Contender)>> {
        let read = |text: &String| Ok((None, Contender::parse(text, here, self.settings.readable())?));
        self.programs.iter().map(read).collect()
    }

    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        match self.sprt.as_deref() {
            None => Ok(None),
            Some(_) if self.programs.len() != 2 => bail!("--sprt needs exactly two programs"),
            Some(&[low, high]) => Ok(Some(Sprt::new(low, high, 0.05, 0.05)?)),
            Some(other) => bail!("--sprt needs two numbers, such as 0,20, but got {}", other.len()),
        }
    }
}

/// A sequential test of the first entrant against the second, if one was asked for.
struct SequentialTest<'a> {
    sprt: Option<&'a Sprt>,
    tally: Tally,
    decided: bool,
}

impl SequentialTest<'_> {
    /// Counts a two-player game from the point of view of the first entrant.
    fn count(&mut self, game: &GameResult) {
        let place = |entrant| {
            let seat = game.seats.iter().position(|&who| who == entrant);
            seat.map_or(0, |seat| game.results[seat].place)
        };
        match place(0).cmp(&place(1)) {
            std::cmp::Ordering::Less => self.tally.wins += 1,
            std::cmp::Ordering::Equal => self.tally.shared += 1,
            std::cmp::Ordering::Greater => self.tally.losses += 1,
        }
        let is_clear = |sprt: &Sprt| sprt.status(self.tally).decision != SprtDecision::Continue;
        // Games that end later do not reopen a test that has been decided.
        self.decided |= self.sprt.is_some_and(is_clear);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use floe_arena::result::SeatResult;

    use super::*;

    /// A game of two that the first entrant won or lost, from either seat.
    fn game(number: usize, won: bool) -> GameResult {
        let first = number % 2;
        let score = |place| SeatResult {
            fish: 0,
            place,
            out: None,
            calls: 0,
            thought: Duration::ZERO,
            slowest: Duration::ZERO,
            stderr: Vec::new(),
        };
        let results = (0..2).map(|seat| score(if (seat == first) == won { 1 } else { 2 })).collect();
        let seats = if first == 0 { vec![0, 1] } else { vec![1, 0] };
        GameResult { number, round: 1, board: 0, seats, results, faults: Vec::new(), record: String::new() }
    }

    #[test]
    fn a_test_that_has_ended_stays_so() {
        let sprt = Sprt::new(0.0, 200.0, 0.05, 0.05).unwrap();
        let mut test = SequentialTest { sprt: Some(&sprt), tally: Tally::default(), decided: false };
        test.count(&game(1, false));
        assert!(!test.decided);
        let last = (2..100).find(|&number| {
            test.count(&game(number, true));
            test.decided
        });
        assert_eq!((test.tally.losses, Some(test.tally.wins as usize + 1)), (1, last));
        test.count(&game(100, false));
        assert_eq!(sprt.status(test.tally).decision, SprtDecision::Continue);
        assert!(test.decided);
    }

    #[test]
    fn nothing_is_decided_without_a_test() {
        let mut test = SequentialTest { sprt: None, tally: Tally::default(), decided: false };
        (1..100).for_each(|number| test.count(&game(number, true)));
        assert!(!test.decided);
    }
}

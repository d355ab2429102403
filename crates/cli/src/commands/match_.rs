//! `floe match`: programs play each other on some boards.

use std::collections::BTreeMap;
use std::env;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use floe_arena::event::{self, LocalGames, ObserverError, RunControl, Tournament, Update};
use floe_arena::rating::paired::PairedTally;
use floe_arena::rating::sprt::{Sprt, SprtDecision};
use floe_arena::report;
use floe_arena::result::{GameResult, Results};
use floe_arena::schedule::{ByeValue, Format, Schedule, ScheduleSettings, Seating};

use super::print_report;
use super::recipe::RecipeArgs;
use super::values::whole;
use crate::exit::Exit;
use crate::gamemaster::{
    BoardSource, Contender, EnteredContender, GameSettings, OutputFolder, ProgressLine, note, prepare,
    stop_flag,
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
    /// A board file, or a folder: its board files are taken, and what else it has is named
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
        let control = RunControl::with_stop_flag(stop_flag()?);
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
        let boards = source.boards(&terms, players, self.quiet)?;
        let schedule = Schedule::new(ScheduleSettings {
            entrants: self.programs.len(),
            seats: self.programs.len(),
            boards: boards.len(),
            spare_boards: 0,
            format: Format::RoundRobin,
            seating: if self.all_seatings { Seating::Permutations } else { Seating::Rotations },
            repeats: self.repeats,
            seed,
            bye: ByeValue::default(),
            entries: Vec::new(),
        })?;
        let (ready, isolation) = prepare(&here, &self.entered(&here)?, &[], &self.settings, self.quiet)?;
        let mut terms_in_words = self.settings.words(players, &isolation)?;
        terms_in_words.push(("seed".to_owned(), seed.to_string()));
        let folder = match &self.records {
            Some(path) => OutputFolder::new_empty(path)?,
            None => OutputFolder::new_numbered("match")?,
        };
        let folder = folder.for_games(schedule.games_left(&Results::new()));
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
            cores: self.settings.game_cores(self.quiet)?,
        };
        let mut progress = ProgressLine::new(&tournament.entrants, self.quiet);
        let mut test = SequentialTest::new(sprt.as_ref());
        let mut observe = |update: Update<'_>| -> Result<ControlFlow<()>, ObserverError> {
            progress.update(&update);
            if let Update::Finished(game) = update {
                folder.write_game(game)?;
                test.count(game);
            }
            Ok(if test.decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let played = event::run(&tournament, &mut LocalGames::new(&ready), None, &mut observe, &control);
        progress.close();
        let played = played?;
        let games = played.results.len();
        let report = report::summary(&tournament, played.results, sprt.as_ref());
        let records = |game: &GameResult| folder.record(game);
        folder.report(&report, &records)?;
        print_report(&report, &records, self.json)?;
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

    fn entered(&self, here: &Path) -> anyhow::Result<Vec<EnteredContender>> {
        let entered = |text: &String| {
            let contender = Contender::parse(text, here, self.settings.readable())?;
            Ok(EnteredContender { name: None, contender, withdrawn: false, place: None })
        };
        self.programs.iter().map(entered).collect()
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
///
/// It counts pairs of games with swapped seats, which have consecutive numbers. A game counts when its partner has ended.
struct SequentialTest<'a> {
    sprt: Option<&'a Sprt>,
    tally: PairedTally,
    /// The half points of the first entrant in games whose partner has not ended, by the number of the pair.
    half_pairs: BTreeMap<usize, u64>,
    decided: bool,
}

impl<'a> SequentialTest<'a> {
    fn new(sprt: Option<&'a Sprt>) -> SequentialTest<'a> {
        SequentialTest { sprt, tally: PairedTally::default(), half_pairs: BTreeMap::new(), decided: false }
    }

    /// Counts a two-player game from the point of view of the first entrant.
    fn count(&mut self, game: &GameResult) {
        if game.is_lost_by_all() {
            return;
        }
        let seat = |entrant| game.seats.iter().position(|&who| who == entrant);
        let (Some(first), Some(second)) = (seat(0), seat(1)) else { return };
        let half_points = game.half_points(first, second);
        let pair = game.number.saturating_sub(1) / 2;
        match self.half_pairs.remove(&pair) {
            Some(other) => self.tally.add(half_points + other),
            None => _ = self.half_pairs.insert(pair, half_points),
        }
        let is_clear = |sprt: &Sprt| sprt.status_of_pairs(self.tally).decision != SprtDecision::Continue;
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
            stdout: Vec::new(),
            cpu: None,
            stderr: Vec::new(),
        };
        let results = (0..2).map(|seat| score(if (seat == first) == won { 1 } else { 2 })).collect();
        let seats = if first == 0 { vec![0, 1] } else { vec![1, 0] };
        GameResult {
            number,
            round: 1,
            board: 0,
            seats,
            results,
            faults: Vec::new(),
            replays: Vec::new(),
            record: String::new(),
        }
    }

    #[test]
    fn a_test_that_has_ended_stays_so() {
        let sprt = Sprt::new(0.0, 200.0, 0.05, 0.05).unwrap();
        let mut test = SequentialTest::new(Some(&sprt));
        test.count(&game(1, false));
        test.count(&game(2, false));
        assert_eq!(test.tally.counts(), [1, 0, 0, 0, 0]);
        assert!(!test.decided);
        let last = (3..100).find(|&number| {
            test.count(&game(number, true));
            test.decided
        });
        assert_eq!(last.map(|last| last as u64 / 2), Some(test.tally.pairs()));
        let pairs = test.tally.pairs() as usize;
        for number in 2 * pairs + 1..4 * pairs {
            test.count(&game(number, false));
        }
        assert_eq!(sprt.status_of_pairs(test.tally).decision, SprtDecision::H0);
        assert!(test.decided);
    }

    #[test]
    fn a_game_counts_when_its_partner_has_ended() {
        let sprt = Sprt::new(0.0, 200.0, 0.05, 0.05).unwrap();
        let mut test = SequentialTest::new(Some(&sprt));
        for number in [2, 5, 3] {
            test.count(&game(number, true));
        }
        assert_eq!(test.tally.pairs(), 0);
        test.count(&game(1, false));
        test.count(&game(6, true));
        assert_eq!(test.tally.counts(), [0, 0, 1, 0, 1]);
    }

    #[test]
    fn nothing_is_decided_without_a_test() {
        let mut test = SequentialTest::new(None);
        (1..100).for_each(|number| test.count(&game(number, true)));
        assert!(!test.decided);
    }
}

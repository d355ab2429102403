//! The progress of the games, shown while they are played.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use floe_arena::event::{Entrant, Update};
use floe_arena::printable::{fit, printable};
use floe_arena::result::GameResult;

/// The interval at which the line at a terminal is redrawn.
const INTERVAL: Duration = Duration::from_millis(100);
/// The width of the bar.
const BAR: usize = 20;
/// The width to assume when the terminal does not report one.
const WIDTH: usize = 80;

/// Shows the progress on standard error: on a terminal as one line that is redrawn, otherwise as one line per game.
#[derive(Debug)]
pub(crate) struct ProgressLine<'a> {
    entrants: &'a [Entrant],
    total: usize,
    done: usize,
    faults: usize,
    points: Vec<f64>,
    /// The number of turns of each game in progress.
    playing: BTreeMap<usize, usize>,
    /// The number of machines that play, where there are several.
    machines: usize,
    style: Style,
    drawn: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Silent,
    Lines,
    Live,
}

impl<'a> ProgressLine<'a> {
    /// Makes a progress line that has counted no games.
    pub(crate) fn new(entrants: &'a [Entrant], quiet: bool) -> ProgressLine<'a> {
        let style = match (quiet, io::stderr().is_terminal()) {
            (true, _) => Style::Silent,
            (false, true) => Style::Live,
            (false, false) => Style::Lines,
        };
        ProgressLine {
            entrants,
            total: 0,
            done: 0,
            faults: 0,
            points: vec![0.0; entrants.len()],
            playing: BTreeMap::new(),
            machines: 0,
            style,
            drawn: None,
        }
    }

    /// Shows an update.
    pub(crate) fn update(&mut self, update: &Update<'_>) {
        match *update {
            Update::Resumed(game) => {
                self.count(game);
                return;
            }
            Update::Total(total) => self.total = total,
            Update::Machines(machines) => self.machines = machines.len(),
            Update::Started(fixture) => _ = self.playing.insert(fixture.number, 0),
            Update::Turn { number, turns, .. } => _ = self.playing.insert(number, turns),
            Update::Finished(game) => {
                self.playing.remove(&game.number);
                self.count(game);
                if self.style == Style::Lines {
                    let line = self.game_line(game);
                    // Progress that cannot be printed is not worth stopping for.
                    let _ = writeln!(anstream::stderr(), "{}", printable(&line));
                }
            }
        }
        self.draw(false);
    }

    fn count(&mut self, game: &GameResult) {
        self.done += 1;
        self.faults += game.faults.len();
        for (seat, &entrant) in game.seats.iter().enumerate() {
            self.points[entrant] += game.points(seat);
        }
    }

    fn game_line(&self, game: &GameResult) -> String {
        let seats: Vec<String> = game
            .seats
            .iter()
            .zip(&game.results)
            .map(|(&entrant, result)| {
                let out = if result.out.is_some() { " (out)" } else { "" };
                format!("{} {}{out}", self.entrants[entrant].name, result.fish)
            })
            .collect();
        let faults = match game.faults.len() {
            0 => String::new(),
            1 => ", 1 fault".to_owned(),
            count => format!(", {count} faults"),
        };
        format!("game {} of {}: {}{faults}", game.number, self.total, seats.join(", "))
    }

    /// Redraws the line at a terminal, but not too often.
    fn draw(&mut self, at_once: bool) {
        let due = at_once || self.drawn.is_none_or(|drawn| drawn.elapsed() >= INTERVAL);
        if self.style != Style::Live || !due {
            return;
        }
        self.drawn = Some(Instant::now());
        let width = floe_tui::terminal_width().unwrap_or(WIDTH);
        let _ =
            write!(anstream::stderr(), "\r\x1b[K{}", fit(&printable(&self.line()), width.saturating_sub(1)));
        let _ = io::stderr().flush();
    }

    fn line(&self) -> String {
        let full = (self.done * BAR).checked_div(self.total).unwrap_or(BAR);
        let bar = "#".repeat(full.min(BAR)) + &"-".repeat(BAR - full.min(BAR));
        let mut order: Vec<usize> = (0..self.entrants.len()).collect();
        order.sort_by(|&a, &b| self.points[b].total_cmp(&self.points[a]));
        let scores: Vec<String> = order
            .into_iter()
            .map(|index| format!("{} {}", self.entrants[index].name, points_text(self.points[index])))
            .collect();
        let turns: Vec<String> = self.playing.values().map(usize::to_string).collect();
        let turns = match (self.machines, turns.len()) {
            (0, 0) => String::new(),
            (0, _) => format!(" (turn {})", turns.join(", ")),
            (1, games) => format!(" ({games} now on 1 worker)"),
            (machines, games) => format!(" ({games} now on {machines} workers)"),
        };
        let faults = match self.faults {
            0 => String::new(),
            1 => "  1 fault".to_owned(),
            count => format!("  {count} faults"),
        };
        format!("[{bar}] {}/{}{turns}  {}{faults}", self.done, self.total, scores.join("  "))
    }

    /// Draws the line one last time and moves to the next line.
    pub(crate) fn close(&mut self) {
        self.draw(true);
        if self.style == Style::Live {
            let _ = writeln!(anstream::stderr());
        }
    }
}

/// Formats points with one decimal, or none for whole numbers.
fn points_text(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

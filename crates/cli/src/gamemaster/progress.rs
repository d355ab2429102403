//! How far the games have come, told while they are played.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use floe_arena::event::{Entrant, Happening};
use floe_arena::result::{GameResult, Results};
use unicode_width::UnicodeWidthStr;

/// How often the line at a terminal is drawn anew.
const PACE: Duration = Duration::from_millis(100);
/// The width of the bar.
const BAR: usize = 20;
/// The width of terminals that do not tell theirs.
const WIDTH: usize = 80;

/// Tells on standard error how the games go: at a terminal by a line that changes, else by a line for each game.
#[derive(Debug)]
pub(crate) struct Progress<'a> {
    entrants: &'a [Entrant],
    total: usize,
    done: usize,
    faults: usize,
    points: Vec<f64>,
    /// The games that are being played, with the turns made.
    playing: BTreeMap<usize, usize>,
    manner: Manner,
    drawn: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Silent,
    Lines,
    Live,
}

impl<'a> Progress<'a> {
    /// Starts to tell about so many games, of which some have been played before.
    pub(crate) fn new(entrants: &'a [Entrant], total: usize, before: &Results, quiet: bool) -> Progress<'a> {
        let manner = match (quiet, io::stderr().is_terminal()) {
            (true, _) => Manner::Silent,
            (false, true) => Manner::Live,
            (false, false) => Manner::Lines,
        };
        let mut progress = Progress {
            entrants,
            total,
            done: 0,
            faults: 0,
            points: vec![0.0; entrants.len()],
            playing: BTreeMap::new(),
            manner,
            drawn: None,
        };
        for game in before.iter() {
            progress.count(game);
        }
        progress
    }

    /// Says that there are more games than were known.
    pub(crate) fn expect(&mut self, total: usize) {
        self.total = total;
    }

    /// Takes note of what happened.
    pub(crate) fn happened(&mut self, happening: &Happening) {
        match happening {
            Happening::Started(number) => _ = self.playing.insert(*number, 0),
            Happening::Turn(number, made) => _ = self.playing.insert(*number, *made),
            Happening::Finished(game) => {
                self.playing.remove(&game.number);
                self.count(game);
                if self.manner == Manner::Lines {
                    let line = self.game_line(game);
                    // Whoever does not listen misses nothing but this.
                    let _ = writeln!(anstream::stderr(), "{line}");
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

    /// Draws the line at a terminal, not too often.
    fn draw(&mut self, at_once: bool) {
        let due = at_once || self.drawn.is_none_or(|drawn| drawn.elapsed() >= PACE);
        if self.manner != Manner::Live || !due {
            return;
        }
        self.drawn = Some(Instant::now());
        let width = floe_tui::terminal_width().unwrap_or(WIDTH);
        let _ = write!(anstream::stderr(), "\r\x1b[K{}", fit(&self.line(), width.saturating_sub(1)));
        let _ = io::stderr().flush();
    }

    fn line(&self) -> String {
        let full = (self.done * BAR).checked_div(self.total).unwrap_or(BAR);
        let bar = "#".repeat(full.min(BAR)) + &"-".repeat(BAR - full.min(BAR));
        let mut order: Vec<usize> = (0..self.entrants.len()).collect();
        order.sort_by(|&a, &b| self.points[b].total_cmp(&self.points[a]));
        let scores: Vec<String> = order
            .into_iter()
            .map(|index| format!("{} {}", self.entrants[index].name, half(self.points[index])))
            .collect();
        let turns: Vec<String> = self.playing.values().map(usize::to_string).collect();
        let turns = if turns.is_empty() { String::new() } else { format!(" (turn {})", turns.join(", ")) };
        let faults = if self.faults == 0 { String::new() } else { format!("  {} faults", self.faults) };
        format!("[{bar}] {}/{}{turns}  {}{faults}", self.done, self.total, scores.join("  "))
    }

    /// Ends the line at a terminal.
    pub(crate) fn close(&mut self) {
        self.draw(true);
        if self.manner == Manner::Live {
            let _ = writeln!(anstream::stderr());
        }
    }
}

/// Writes points with no more digits than they have.
fn half(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

/// Cuts text to so many columns.
fn fit(text: &str, width: usize) -> String {
    let clean: String = text.chars().filter(|letter| !letter.is_control()).collect();
    if clean.width() <= width {
        return clean;
    }
    let mut short = String::new();
    for letter in clean.chars() {
        if short.width() + unicode_width::UnicodeWidthChar::width(letter).unwrap_or(0) + 1 > width {
            break;
        }
        short.push(letter);
    }
    short + "…"
}

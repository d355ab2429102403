//! `floe solve`: solves a position exactly.

use std::io::Write;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use floe_engine::penguins::exact::{Solution, SolveProgress, Unsolved, solve};
use floe_engine::{Limits, MonotonicClock, SearchContext};
use floe_rules::penguins::{Move, Position, Seat, Setup};
use serde_json::{Value, json};

use super::print;
use super::state::StateArgs;
use super::values::milliseconds;
use crate::exit::Exit;

/// Solve a position: prove its result under best play
///
/// For one or two players on small boards and in endgames. Prints the winner, the final scores and a line of best play
/// to the end of the game. Without --penguins, the position is in the movement phase. If time runs out, the exit code
/// is 1 and the command prints proven bounds on the result.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  floe solve board.txt\n  \
                        floe solve empty.txt --rules hex --players 2 --penguins 1 --time 60000")]
pub(super) struct Solve {
    #[command(flatten)]
    state: StateArgs,
    /// The time limit in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000, allow_negative_numbers = true, value_parser = milliseconds::<u64>)]
    time: u64,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let (loaded, position) = self.state.load_to_play()?;
        let game = SolveReport { setup: &loaded.setup, position: &position };
        let limits = Limits::for_time(Duration::from_millis(self.time));
        match solve(&position, SearchContext::new(&limits, &MonotonicClock::start())) {
            Ok(solution) => {
                print(&if self.json { game.proved_json(&solution) } else { game.proved(&solution) })?;
                Ok(Exit::Done)
            }
            Err(Unsolved::Limits(reached)) => {
                if self.json {
                    print(&game.reached_json(&reached))?;
                } else {
                    anstream::stderr().write_all(game.reached(&reached).as_bytes())?;
                }
                Ok(Exit::NoTurn)
            }
            Err(refused) => bail!("{}: {refused}", loaded.name),
        }
    }
}

/// The game to report on.
struct SolveReport<'a> {
    setup: &'a Setup,
    position: &'a Position,
}

impl SolveReport<'_> {
    fn name(&self, seat: Seat) -> String {
        self.setup.player_at(seat).map_or_else(|| seat.to_string(), |player| player.id.to_string())
    }

    fn line(&self, line: &[Move]) -> Vec<String> {
        line.iter().map(|turn| turn.notation(&self.position.grid()).to_string()).collect()
    }

    /// Describes the result.
    fn result_text(&self, scores: &[(Seat, u64)]) -> String {
        let fish = |seat: Seat, fish: u64| format!("{} {fish}", self.name(seat));
        match *scores {
            [] => "there are no players".to_owned(),
            [(alone, most)] => format!("{} collects {most} fish in all", self.name(alone)),
            [(first, a), (second, b), ..] => {
                let scores = format!("{}, {}", fish(first, a), fish(second, b));
                match a.cmp(&b) {
                    std::cmp::Ordering::Equal => format!("a shared win: {scores}"),
                    order => {
                        let winner = if order.is_gt() { first } else { second };
                        format!("{} wins by {}: {scores}", self.name(winner), a.abs_diff(b))
                    }
                }
            }
        }
    }

    fn proved(&self, solution: &Solution) -> String {
        let result = self.result_text(&solution.scores);
        let line = self.line(&solution.line).join(" ");
        let line = if line.is_empty() { "the game is over".to_owned() } else { format!("line: {line}") };
        format!("{result}\n{line}\n{}\n", effort(solution.nodes, solution.elapsed))
    }

    fn proved_json(&self, solution: &Solution) -> String {
        let score = |&(seat, fish): &(Seat, u64)| json!({ "player": seat.number(), "score": fish });
        let most = solution.scores.iter().map(|&(_, fish)| fish).max();
        let winners = solution.scores.iter().filter(|&&(_, fish)| Some(fish) == most);
        let answer = json!({
            "proved": true,
            "to_move": self.position.to_move().map(Seat::number),
            "gain": solution.value,
            "scores": solution.scores.iter().map(score).collect::<Value>(),
            "winners": winners.map(|&(seat, _)| seat.number()).collect::<Vec<_>>(),
            "line": self.line(&solution.line),
            "nodes": solution.nodes,
            "milliseconds": solution.elapsed.as_millis() as u64,
        });
        format!("{answer:#}\n")
    }

    /// Describes the bounds of the result.
    fn reached(&self, reached: &SolveProgress) -> String {
        let SolveProgress { low, high, nodes, elapsed } = *reached;
        let mover = self.position.to_move().or_else(|| self.position.seats().next());
        let name = mover.map_or_else(String::new, |seat| self.name(seat));
        let more = if self.position.seats().count() == 2 { " more than the opponent" } else { "" };
        let known = if low == high {
            format!("{name} will gain {low} fish{more}, but time ran out before the line of play was found")
        } else {
            format!("{name} will gain {low} to {high} fish{more}")
        };
        format!("floe: not solved within the time limit: {known}; {}\n", effort(nodes, elapsed))
    }

    fn reached_json(&self, reached: &SolveProgress) -> String {
        let answer = json!({
            "proved": false,
            "to_move": self.position.to_move().map(Seat::number),
            "gain_at_least": reached.low,
            "gain_at_most": reached.high,
            "nodes": reached.nodes,
            "milliseconds": reached.elapsed.as_millis() as u64,
        });
        format!("{answer:#}\n")
    }
}

fn effort(nodes: u64, elapsed: Duration) -> String {
    format!("{nodes} nodes, {} ms", elapsed.as_millis())
}

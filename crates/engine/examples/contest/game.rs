//! One game of a match.

use std::time::{Duration, Instant};

use floe_engine::{Limits, MonotonicClock, Search, SearchContext};
use floe_rules::generate::generate;
use floe_rules::penguins::{Move, Position, Stage};
use floe_rules::random::scramble;

use crate::game_result::{Effort, GameResult};
use crate::options::{Budget, Options, Player};

/// A player in its seat.
struct SeatedPlayer<'a> {
    player: &'a Player,
    search: Box<dyn Search<Position = Position, Move = Move>>,
    budget: Budget,
    effort: Effort,
}

/// A game before it is played.
pub(crate) struct Game<'a> {
    position: Position,
    players: Vec<SeatedPlayer<'a>>,
    /// The index of the measured player.
    seat: usize,
    seed: u64,
}

impl Game<'_> {
    /// Sets up a game; consecutive games, one for each seat, share a board.
    pub(crate) fn new(options: &Options, game: usize) -> Result<Game<'_>, String> {
        let count = usize::from(options.players);
        let (board, seat) = (game / count, game % count);
        let recipe = options.recipe(board as u64);
        let setup = generate(&recipe).map_err(|why| why.to_string())?;
        let stage = Stage::Placement { penguins: options.penguins, seats: setup.seats_for(options.players) };
        let position = Position::new(&setup, &recipe.rules, &stage).map_err(|why| why.to_string())?;
        let seated = |at: usize| {
            // The opponents keep their order, starting after the measured player.
            let (player, budget) = match (at + count - seat) % count {
                0 => (&options.one, options.budgets[0]),
                after => (&options.others[(after - 1) % options.others.len()], options.budgets[1]),
            };
            SeatedPlayer { player, search: player.start_game(), budget, effort: Effort::default() }
        };
        let players = (0..count).map(seated).collect();
        let seed = scramble(options.seed.wrapping_add(scramble(game as u64)));
        Ok(Game { position, players, seat, seed })
    }

    /// Plays the game to its end.
    pub(crate) fn play(mut self) -> Result<GameResult, String> {
        let seats: Vec<_> = self.position.seats().collect();
        let mut made = 0;
        while let Some(seat) = self.position.to_move() {
            let at = seats.iter().position(|&other| other == seat).unwrap_or(0);
            let seated = &mut self.players[at];
            let turn = seated.turn(&self.position, self.seed.wrapping_add(made))?;
            let name = &seated.player.name;
            let _ = self.position.play(turn).map_err(|why| format!("{name} made an illegal turn: {why}"))?;
            made += 1;
        }
        let one = seats[self.seat];
        let fish = |seat| self.position.score(seat).map_or(0, u64::cast_signed);
        let rival = seats.iter().filter(|&&seat| seat != one).map(|&seat| fish(seat)).max().unwrap_or(0);
        let leaders = self.position.leaders();
        let share = if leaders.contains(&one) { 1.0 / leaders.len() as f64 } else { 0.0 };
        let mut efforts = [Effort::default(), Effort::default()];
        for (at, seated) in self.players.iter().enumerate() {
            efforts[usize::from(at != self.seat)].add(&seated.effort);
        }
        Ok(GameResult { share, lead: fish(one) - rival, efforts })
    }
}

impl SeatedPlayer<'_> {
    fn turn(&mut self, position: &Position, seed: u64) -> Result<Move, String> {
        let started = Instant::now();
        let mut limits = Limits { level: self.player.level, seed, ..Limits::default() };
        let mut allowed = Duration::MAX;
        match self.budget {
            Budget::Time(time) => {
                allowed = time;
                limits.time = Some(time);
            }
            Budget::Nodes(nodes) => limits.nodes = Some(nodes),
        }
        let choice = self.search.search(position, SearchContext::new(&limits, &MonotonicClock::start()));
        let took = started.elapsed();
        let choice = choice.ok_or_else(|| format!("{} found no turn", self.player.name))?;
        self.effort.add(&Effort {
            turns: 1,
            depth: u64::from(choice.progress.depth),
            nodes: choice.progress.nodes,
            time: took,
            longest_overrun: took.saturating_sub(allowed),
        });
        Ok(choice.turn)
    }
}

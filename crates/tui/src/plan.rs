//! What game is wanted, and who sits where: the answers of a set-up screen or of questions, checked only
//! when the game starts.

use floe_rules::game::{Game, GameHistory};
use floe_rules::gamma::{self, Gamma};
use floe_rules::generate::{GenerateError, Recipe, Shape, generate};
use floe_rules::penguins::{Id, InvalidSetup, Move, Phase, Position, RuleSet, Seat, Setup, Stage};
use floe_rules::random::Random;
use floe_rules::record::PlayerInfo;

/// The most players of Gamma at one terminal.
pub const MOST_GAMMA_PLAYERS: usize = 9;
/// The longest side of a board of Gamma at a terminal.
pub const LONGEST_GAMMA_SIDE: u32 = 1000;

/// Who puts the penguins on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The players, in turn.
    Manual,
    /// Chance, on legal floes.
    Automatic,
}

/// A game of Penguins as it is wanted.
#[derive(Clone, Debug)]
pub struct PenguinsPlan {
    /// The rules.
    pub rules: RuleSet,
    /// The rows of a new board.
    pub rows: u32,
    /// The columns of a new board.
    pub cols: u32,
    /// Penguins each.
    pub penguins: u32,
    /// Picks the board and, where chance places penguins, their floes.
    pub seed: u64,
    /// Who puts the penguins on the board.
    pub placement: Placement,
    /// A board to play on instead of a new one.
    pub board: Option<Setup>,
    /// Who acts first, if not the lowest number.
    pub first: Option<Seat>,
    /// Who plays, by number.
    pub player_infos: Vec<PlayerInfo>,
}

/// A game of Gamma as it is wanted.
#[derive(Clone, Debug)]
pub struct GammaPlan {
    /// The columns.
    pub width: u32,
    /// The rows.
    pub height: u32,
    /// The most areas of a player.
    pub areas: u32,
    /// Who plays, by number.
    pub player_infos: Vec<PlayerInfo>,
}

/// A game as it is wanted.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Penguins.
    Penguins(PenguinsPlan),
    /// Gamma.
    Gamma(GammaPlan),
}

/// Why a game cannot start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the variants and their fields are")]
pub enum PlanFault {
    #[error("such a board cannot be made: {0}")]
    Board(#[from] GenerateError),
    #[error("the board cannot be played: {0}")]
    Setup(#[from] InvalidSetup),
    #[error(
        "{players} players with {penguins} penguins each still need {needed} floes with one fish, but the board has {floes}"
    )]
    TooFewFloes { players: usize, penguins: u32, needed: u64, floes: u64 },
    #[error("{players} players: a game under the rules '{rules}' has {fewest} to {most}")]
    Players { players: usize, rules: &'static str, fewest: u8, most: u8 },
    #[error("the board has a player {0}, for whom nobody sits at the table")]
    Unseated(Seat),
    #[error("each player needs at least one penguin")]
    NoPenguins,
    #[error("nobody can move on this board")]
    OverAlready,
    #[error("Gamma has 1 to {MOST_GAMMA_PLAYERS} players at one terminal, not {0}")]
    GammaPlayers(usize),
    #[error("a side of the board has 1 to {LONGEST_GAMMA_SIDE} cells, not {0}")]
    GammaSide(u32),
    #[error("{0}")]
    GammaBoard(#[from] gamma::BoardSizeError),
}

impl Plan {
    /// Returns who plays, by number.
    pub fn player_infos(&self) -> &[PlayerInfo] {
        match self {
            Plan::Penguins(plan) => &plan.player_infos,
            Plan::Gamma(plan) => &plan.player_infos,
        }
    }

    /// Starts the game, or says why it cannot start.
    pub fn start(&self) -> Result<Game, PlanFault> {
        match self {
            Plan::Penguins(plan) => plan.start().map(Game::from),
            Plan::Gamma(plan) => plan.start(),
        }
    }
}

impl PenguinsPlan {
    fn start(&self) -> Result<GameHistory<Position>, PlanFault> {
        let players = self.player_infos.len();
        let (fewest, most) = (self.rules.fewest_players, self.rules.most_players);
        let Some(count) = u8::try_from(players).ok().filter(|&count| self.rules.allows_players(count)) else {
            return Err(PlanFault::Players { players, rules: self.rules.name, fewest, most });
        };
        if self.penguins == 0 {
            return Err(PlanFault::NoPenguins);
        }
        let setup = match &self.board {
            Some(board) => board.clone(),
            None => generate(&self.recipe(count))?,
        };
        // PlayerInfo are known by their place, so the seats are 1, 2, 3 and so on.
        let seats: Vec<Seat> = Seat::all().take(players).collect();
        if let Some(player) = setup.players.iter().find(|player| !seats.contains(&player.seat)) {
            return Err(PlanFault::Unseated(player.seat));
        }
        self.check_floes(&setup, &seats)?;
        let stage = Stage::Placement { penguins: self.penguins, seats };
        let first = self.first.or_else(|| next_to_place(&setup, players, self.penguins));
        let mut history = GameHistory::penguins(setup, &self.rules, stage, first)?;
        if self.placement == Placement::Automatic && history.position().phase() == Phase::Placement {
            place_by_chance(&mut history, self.seed);
            let numbered: Vec<(u32, PlayerInfo)> = (1..).zip(self.player_infos.iter().cloned()).collect();
            // The game begins where chance left it: nobody should have to undo turns that nobody made.
            let setup = history.setup(ids_of(&numbered, history.start()));
            history = GameHistory::penguins(setup, &self.rules, Stage::Movement, None)?;
        }
        if history.position().is_over() {
            return Err(PlanFault::OverAlready);
        }
        Ok(history)
    }

    fn recipe(&self, players: u8) -> Recipe {
        let classic = self.rules == RuleSet::CLASSIC && (self.rows, self.cols) == (8, 8);
        let shape = if classic { Shape::Classic } else { Shape::Full };
        let plain = Recipe::plain(self.rules, self.rows, self.cols);
        Recipe { shape, players, penguins: self.penguins, seed: self.seed, ..plain }
    }

    /// Refuses a board on which not all penguins can be placed (rule P10).
    fn check_floes(&self, setup: &Setup, seats: &[Seat]) -> Result<(), PlanFault> {
        let missing = |&seat: &Seat| u64::from(self.penguins.saturating_sub(placed(setup, seat)));
        let needed = seats.iter().map(missing).sum();
        let floes = setup.tiles().iter().filter(|tile| tile.is_start()).count() as u64;
        if floes < needed {
            let (players, penguins) = (seats.len(), self.penguins);
            return Err(PlanFault::TooFewFloes { players, penguins, needed, floes });
        }
        Ok(())
    }
}

/// Returns the ids under which players join a board file: their names, told apart from each other's and from
/// those already there.
pub(crate) fn ids_of(player_infos: &[(u32, PlayerInfo)], setup: &Setup) -> impl Fn(Seat) -> Id + use<> {
    let mut taken: Vec<Id> = setup.players.iter().map(|player| player.id.clone()).collect();
    let mut ids: Vec<(u32, Id)> = Vec::new();
    for (number, player_info) in player_infos {
        let id = player_info.id(&taken);
        taken.push(id.clone());
        ids.push((*number, id));
    }
    move |seat| {
        let known = ids.iter().find(|&&(number, _)| number == u32::from(seat.number()));
        let unknown = || Id::new(&[b'0' + seat.number()]).expect("a digit is an id");
        known.map_or_else(unknown, |(_, id)| id.clone())
    }
}

fn placed(setup: &Setup, seat: Seat) -> u32 {
    setup.tiles().iter().map(|tile| u32::from(tile.seat() == Some(seat))).sum()
}

/// Returns who is next to place on a board that does not say so: whoever has placed the fewest.
fn next_to_place(setup: &Setup, players: usize, penguins: u32) -> Option<Seat> {
    let counts: Vec<(u32, Seat)> =
        Seat::all().take(players).map(|seat| (placed(setup, seat), seat)).collect();
    counts.into_iter().min().filter(|&(fewest, _)| fewest < penguins).map(|(_, seat)| seat)
}

fn place_by_chance(history: &mut GameHistory<Position>, seed: u64) {
    let mut random = Random::new(seed);
    while history.position().phase() == Phase::Placement {
        let starts: Vec<Move> = history.position().turns();
        let Some(&turn) = starts.get(random.index(starts.len())) else {
            return;
        };
        if history.play(turn).is_err() {
            return;
        }
    }
}

impl GammaPlan {
    fn start(&self) -> Result<Game, PlanFault> {
        let players = self.player_infos.len();
        if !(1..=MOST_GAMMA_PLAYERS).contains(&players) {
            return Err(PlanFault::GammaPlayers(players));
        }
        for side in [self.width, self.height] {
            if !(1..=LONGEST_GAMMA_SIDE).contains(&side) {
                return Err(PlanFault::GammaSide(side));
            }
        }
        Ok(Game::gamma(Gamma::new(self.width, self.height, players as u32, self.areas)?))
    }
}

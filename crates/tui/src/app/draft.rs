//! What the set-up screen has been told so far.

use floe_engine::Level;
use floe_rules::grid::Layout;
use floe_rules::penguins::{RuleSet, Seat, Setup};
use floe_rules::record::{PlayerInfo, PlayerKind};

use crate::plan::{
    GammaPlan, LONGEST_GAMMA_SIDE, MOST_GAMMA_PLAYERS, PenguinsPlan, Placement, Plan, PlanFault,
};

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Penguins on squares.
    Square,
    /// Penguins on hexagons.
    Hex,
    /// Penguins as the published board game.
    Classic,
    /// Gamma.
    Gamma,
}

impl GameKind {
    /// All games.
    pub const ALL: [GameKind; 4] = [GameKind::Square, GameKind::Hex, GameKind::Classic, GameKind::Gamma];

    /// Returns the name that arguments use.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::Square => "square",
            GameKind::Hex => "hex",
            GameKind::Classic => "classic",
            GameKind::Gamma => "gamma",
        }
    }

    fn rules(self) -> Option<RuleSet> {
        match self {
            GameKind::Square => Some(RuleSet::SQUARE),
            GameKind::Hex => Some(RuleSet::HEX),
            GameKind::Classic => Some(RuleSet::CLASSIC),
            GameKind::Gamma => None,
        }
    }
}

/// A player as it is being set up: the name may still be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// The name; an empty one becomes that of the kind.
    pub name: String,
    /// What kind of player it is.
    pub kind: PlayerKind,
}

/// The answers so far; what was not asked has its default.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Which game.
    pub kind: GameKind,
    /// How hexagons are laid out, under `hex`.
    pub layout: Layout,
    /// Those who may play; the first `players` do.
    pub chairs: Vec<Chair>,
    /// How many play.
    pub players: usize,
    /// Rows of Penguins' board.
    pub rows: u32,
    /// Columns of Penguins' board.
    pub cols: u32,
    /// Penguins each, if not what the rules say.
    pub penguins: Option<u32>,
    /// Who places them.
    pub placement: Placement,
    /// Picks the board; drawn when the screen opens if there is none.
    pub seed: Option<u64>,
    /// A board to play on, and the name of its file.
    pub board: Option<(String, Setup)>,
    /// Who moves first on a given board.
    pub first: Option<Seat>,
    /// Columns of Gamma's board.
    pub width: u32,
    /// Rows of Gamma's board.
    pub height: u32,
    /// The most areas of a player of Gamma.
    pub areas: u32,
}

/// The shortest and longest side of a new board of Penguins.
pub(crate) const SIDES: (u32, u32) = (4, 100);
/// The shortest side of a new board of hexagons.
const SHORTEST_HEX_SIDE: u32 = 9;
/// Penguins each on squares, where the rules do not say.
const PENGUINS: u32 = 3;

impl Draft {
    /// Returns a game against the engine, with everything else as people usually want it.
    pub fn new(kind: GameKind) -> Draft {
        let engine = PlayerKind::Engine { level: Level::FULL.get() };
        let chair =
            |index| Chair { name: String::new(), kind: if index == 0 { PlayerKind::Person } else { engine } };
        let side = match kind {
            GameKind::Hex => SHORTEST_HEX_SIDE,
            _ => 8,
        };
        Draft {
            kind,
            layout: Layout::OddQ,
            chairs: (0..Seat::MOST).map(chair).collect(),
            players: 2,
            rows: side,
            cols: side,
            penguins: None,
            placement: Placement::Manual,
            seed: None,
            board: None,
            first: None,
            width: 8,
            height: 6,
            areas: 3,
        }
    }

    /// Returns a game on a board of a file.
    pub(crate) fn of_board(path: &str, setup: Setup) -> Draft {
        let mut draft = Draft::new(GameKind::Square);
        draft.take_board(path, setup);
        draft
    }

    /// Plays on a board of a file, with the players that it knows.
    pub fn take_board(&mut self, path: &str, setup: Setup) {
        let highest = setup.players.iter().map(|player| usize::from(player.seat.number())).max().unwrap_or(0);
        self.players = self.players.max(highest).max(self.fewest_players());
        for player in &setup.players {
            if let Some(chair) = self.chairs.get_mut(usize::from(player.seat.number()) - 1) {
                chair.name = player.id.to_string();
            }
        }
        let placed = Seat::all()
            .map(|seat| setup.tiles().iter().filter(|tile| tile.seat() == Some(seat)).count())
            .max()
            .unwrap_or(0);
        // A file does not say how many penguins each has: as many as anyone has, if anyone has any.
        self.penguins = u32::try_from(placed).ok().filter(|&placed| placed > 0).or(self.penguins);
        self.board = Some((path.to_owned(), setup));
    }

    /// Returns the rules of Penguins, unless it is Gamma.
    pub fn rules(&self) -> Option<RuleSet> {
        let rules = self.kind.rules()?;
        Some(match self.kind {
            GameKind::Hex => rules.with_layout(self.layout).unwrap_or(rules),
            _ => rules,
        })
    }

    pub(crate) fn fewest_players(&self) -> usize {
        self.kind.rules().map_or(1, |rules| usize::from(rules.fewest_players))
    }

    pub(crate) fn most_players(&self) -> usize {
        self.kind.rules().map_or(MOST_GAMMA_PLAYERS, |rules| usize::from(rules.most_players))
    }

    /// Returns the shortest and longest side that a new board may have.
    pub(crate) fn sides(&self) -> (u32, u32) {
        match self.kind {
            GameKind::Square | GameKind::Classic => SIDES,
            GameKind::Hex => (SHORTEST_HEX_SIDE, SIDES.1),
            GameKind::Gamma => (1, LONGEST_GAMMA_SIDE),
        }
    }

    /// Returns how many penguins each player has.
    pub fn penguins(&self) -> u32 {
        let players = u8::try_from(self.players).unwrap_or(u8::MAX);
        let by_rules = self.rules().and_then(|rules| rules.penguins_each(players));
        self.penguins.or(by_rules).unwrap_or(PENGUINS)
    }

    /// Changes the game, and what cannot stay as it is.
    pub(crate) fn set_kind(&mut self, kind: GameKind) {
        self.kind = kind;
        self.players = self.players.clamp(self.fewest_players(), self.most_players());
        let (least, most) = self.sides();
        (self.rows, self.cols) = match kind {
            GameKind::Classic => (8, 8),
            _ => (self.rows.clamp(least, most), self.cols.clamp(least, most)),
        };
        if kind == GameKind::Gamma {
            self.board = None;
        }
    }

    /// Returns the name that a chair has or will get.
    pub(crate) fn name_of(&self, index: usize) -> String {
        let Some(chair) = self.chairs.get(index) else {
            return String::new();
        };
        let given = chair.name.trim();
        if !given.is_empty() {
            return given.to_owned();
        }
        let name = match chair.kind {
            PlayerKind::Person => "You",
            PlayerKind::Engine { .. } => "Floe",
            PlayerKind::Program => "Program",
        };
        // Several of a kind are told apart by their numbers.
        let alike = |other: &&Chair| other.name.trim().is_empty() && other.kind_is(chair.kind);
        if self.chairs.iter().take(self.players).filter(alike).count() > 1 {
            let name = if chair.kind == PlayerKind::Person { "Player" } else { name };
            format!("{name} {}", index + 1)
        } else {
            name.to_owned()
        }
    }

    /// Returns the game that this asks for, or what is wrong with a name.
    pub fn plan(&self) -> Result<Plan, String> {
        let mut player_infos: Vec<PlayerInfo> = Vec::new();
        for index in 0..self.players.min(self.chairs.len()) {
            let player_info = PlayerInfo::new(&self.name_of(index), self.chairs[index].kind)
                .map_err(|fault| format!("player {}: {fault}", index + 1))?;
            if let Some(twin) = player_infos.iter().position(|other| other.name() == player_info.name()) {
                let name = player_info.name();
                return Err(format!("players {} and {} are both called {name}", twin + 1, index + 1));
            }
            player_infos.push(player_info);
        }
        let Some(rules) = self.rules() else {
            let (width, height, areas) = (self.width, self.height, self.areas);
            return Ok(Plan::Gamma(GammaPlan { width, height, areas, player_infos }));
        };
        Ok(Plan::Penguins(PenguinsPlan {
            rules,
            rows: self.rows,
            cols: self.cols,
            penguins: self.penguins(),
            seed: self.seed.unwrap_or(0),
            placement: self.placement,
            board: self.board.as_ref().map(|(_, setup)| setup.clone()),
            first: self.first.filter(|_| self.board.is_some()),
            player_infos,
        }))
    }

    /// Starts the game, or says why it cannot start.
    pub fn start(&self) -> Result<(Plan, floe_rules::game::Game), String> {
        let plan = self.plan()?;
        let game = plan.start().map_err(|fault: PlanFault| fault.to_string())?;
        Ok((plan, game))
    }
}

impl Chair {
    fn kind_is(&self, kind: PlayerKind) -> bool {
        matches!(
            (self.kind, kind),
            (PlayerKind::Person, PlayerKind::Person)
                | (PlayerKind::Engine { .. }, PlayerKind::Engine { .. })
                | (PlayerKind::Program, PlayerKind::Program)
        )
    }
}

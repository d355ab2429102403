//! The settings of a new game, with defaults and validation.

use floe_engine::Level;
use floe_rules::game::{Game, GameHistory};
use floe_rules::gamma::Gamma;
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::grid::Layout;
use floe_rules::penguins::{LayoutRefused, Move, Phase, Position, RuleSet, Seat, Setup, Stage};
use floe_rules::random::Random;
use floe_rules::record::{PlayerInfo, PlayerKind};
use serde::{Deserialize, Serialize};

use crate::kind::{GameKind, Placement};
use crate::level::default_level;
use crate::roster::Roster;
use crate::spec_error::SpecError;

/// The number of players, unless it or more seats are given.
const DEFAULT_PLAYERS: usize = 2;

/// A player as described before the game: the name may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSpec {
    /// The name; [`GameSpec::seat_name`] replaces an empty one.
    pub name: String,
    /// Whether a person or an engine plays.
    pub kind: PlayerKind,
}

/// A board of a file to play on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SpecBoard {
    /// The name of its file.
    pub name: String,
    /// The board.
    pub setup: Setup,
}

/// The settings of a new game. A value that is `None` has its default.
///
/// ```
/// use floe_session::{GameKind, GameSpec};
///
/// let spec = GameSpec { players: Some(3), seed: Some(7), ..GameSpec::new(GameKind::Hex) };
/// assert_eq!((spec.rows(), spec.cols(), spec.penguins()), (9, 9, 3));
/// let game = spec.start()?;
/// assert_eq!(game.players(), [1, 2, 3]);
///
/// let crowd = GameSpec { players: Some(12), ..spec };
/// let reason = crowd.start().unwrap_err().to_string();
/// assert_eq!(reason, "a game of hex has 2 to 6 players, not 12");
/// # Ok::<(), floe_session::SpecError>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameSpec {
    /// The game.
    pub kind: GameKind,
    /// How hexagons are laid out; under `hex` only.
    #[serde(default)]
    pub layout: Option<Layout>,
    /// The number of players.
    #[serde(default)]
    pub players: Option<usize>,
    /// The first players; the others have the default seats.
    #[serde(default)]
    pub seats: Vec<SeatSpec>,
    /// The rows of a new board.
    #[serde(default)]
    pub rows: Option<u32>,
    /// The columns of a new board.
    #[serde(default)]
    pub cols: Option<u32>,
    /// The number of penguins per player.
    #[serde(default)]
    pub penguins: Option<u32>,
    /// Who places the penguins.
    #[serde(default)]
    pub placement: Option<Placement>,
    /// The maximum number of areas per player of Gamma.
    #[serde(default)]
    pub areas: Option<u32>,
    /// The seed of the board, of automatic placement and of the engines.
    #[serde(default)]
    pub seed: Option<u64>,
    /// A board to play on instead of a new one; not for Gamma.
    #[serde(default)]
    pub board: Option<SpecBoard>,
    /// The player who moves first on that board; by default the rules decide.
    #[serde(default)]
    pub first: Option<Seat>,
    /// The phase that the game continues with on that board; by default the penguins on it decide.
    #[serde(default)]
    pub phase: Option<BoardPhase>,
    /// The level of engines in seats that are not given.
    #[serde(default)]
    pub level: Option<Level>,
    /// The names that people without a name have, by seat; an empty one is no name.
    #[serde(default)]
    pub known_names: Vec<String>,
    /// The word for a person without any name, in the language of the front end: by default `Player`.
    #[serde(default)]
    pub person_word: Option<String>,
}

/// The phase in which a game on a board of a file continues, which the file does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardPhase {
    /// Players place the penguins that they still lack.
    Placement,
    /// All penguins are on the board.
    Movement,
}

impl GameSpec {
    /// Returns the default settings of a game: a person against the engine, on a board of the default size.
    pub fn new(kind: GameKind) -> GameSpec {
        GameSpec {
            kind,
            layout: None,
            players: None,
            seats: Vec::new(),
            rows: None,
            cols: None,
            penguins: None,
            placement: None,
            areas: None,
            seed: None,
            board: None,
            first: None,
            phase: None,
            level: None,
            known_names: Vec::new(),
            person_word: None,
        }
    }

    /// Changes the game, and drops or limits the values that do not fit it.
    pub fn set_kind(&mut self, kind: GameKind) {
        self.kind = kind;
        let (fewest, most) = (*kind.players().start(), *kind.players().end());
        self.players = self.players.map(|players| players.clamp(fewest, most));
        let (shortest, longest) = (*kind.offered_sides().start(), *kind.offered_sides().end());
        let side = |side: u32| Some(side.clamp(shortest, longest)).filter(|_| kind != GameKind::Classic);
        (self.rows, self.cols) = (self.rows.and_then(side), self.cols.and_then(side));
        self.layout = self.layout.filter(|_| self.chosen_layout().is_some());
        if kind == GameKind::Gamma {
            (self.board, self.first, self.phase) = (None, None, None);
            (self.penguins, self.placement) = (None, None);
        } else {
            self.areas = None;
        }
    }

    /// Sets a board to play on, with the players that it names, its size and as many penguins as it has.
    ///
    /// A player who is named on the board is a person, unless a seat was given: the file does not say who plays.
    pub fn set_board(&mut self, name: &str, setup: Setup) {
        let index = |seat: Seat| usize::from(seat.number()) - 1;
        let rows = setup.players.iter().map(|player| index(player.seat) + 1).max().unwrap_or(0);
        self.players = Some(self.player_count().max(rows).max(*self.kind.players().start()));
        let given = self.seats.len();
        for player in &setup.players {
            let at = index(player.seat);
            let seat = self.seat_mut(at);
            seat.name = player.id.to_string();
            if at >= given {
                seat.kind = PlayerKind::Person;
            }
        }
        // A file does not contain the number of penguins per player: use the highest number on the board, if any.
        let most = Seat::all().map(|seat| placed(&setup, seat)).max().filter(|&most| most > 0);
        self.penguins = most.or(self.penguins);
        (self.rows, self.cols) = (None, None);
        self.board = Some(SpecBoard { name: name.to_owned(), setup });
    }

    /// Returns the phase that a game on a board of a file continues with: by default movement where every player has all
    /// penguins on it, and placement otherwise.
    pub fn phase(&self) -> BoardPhase {
        let all_placed = self.board.as_ref().is_some_and(|board| {
            let mut seats = Seat::all().take(self.player_count());
            seats.all(|seat| placed(&board.setup, seat) >= self.penguins())
        });
        let counted = if all_placed { BoardPhase::Movement } else { BoardPhase::Placement };
        self.phase.unwrap_or(counted)
    }

    /// Sets a board that was saved by a game with these settings: its players keep their names, which a file may only
    /// hold in part.
    pub fn set_known_board(&mut self, name: &str, setup: Setup) {
        let (penguins, names): (_, Vec<String>) =
            (self.penguins, self.seats.iter().map(|seat| seat.name.clone()).collect());
        self.set_board(name, setup);
        self.penguins = penguins.or(self.penguins);
        for (seat, name) in self.seats.iter_mut().zip(names) {
            seat.name = name;
        }
    }

    /// Removes the board and the values that belong to it.
    pub fn clear_board(&mut self) {
        (self.board, self.penguins, self.first, self.phase) = (None, None, None, None);
    }

    /// Sets every value that a front end might ask for to its default, unless it is given.
    pub fn fill_in(&mut self) {
        self.fill_in_seats();
        if self.kind != GameKind::Classic && self.board.is_none() {
            (self.rows, self.cols) = (Some(self.rows()), Some(self.cols()));
        }
        match self.kind {
            GameKind::Gamma => self.areas = Some(self.areas()),
            _ => self.penguins = Some(self.penguins()),
        }
    }

    /// Adds default seats for all players that have none yet.
    pub fn fill_in_seats(&mut self) {
        let players = self.player_count();
        self.players = Some(players);
        if let Some(last) = players.checked_sub(1) {
            self.seat_mut(last);
        }
    }

    /// Returns the rules of Penguins in the given layout; `None` for Gamma.
    pub fn rules(&self) -> Option<RuleSet> {
        let rules = self.kind.rules()?;
        Some(self.layout.and_then(|layout| rules.with_layout(layout).ok()).unwrap_or(rules))
    }

    /// Returns the layout of the hexagons, if one can be chosen.
    pub fn chosen_layout(&self) -> Option<Layout> {
        self.rules()?.chosen_layout()
    }

    /// Returns the number of players.
    pub fn player_count(&self) -> usize {
        self.players.unwrap_or(self.seats.len().max(DEFAULT_PLAYERS))
    }

    /// Returns the rows of the board.
    pub fn rows(&self) -> u32 {
        self.rows.unwrap_or(self.kind.default_size().0)
    }

    /// Returns the columns of the board.
    pub fn cols(&self) -> u32 {
        self.cols.unwrap_or(self.kind.default_size().1)
    }

    /// Returns the number of penguins per player.
    pub fn penguins(&self) -> u32 {
        self.penguins.unwrap_or_else(|| self.kind.default_penguins(self.player_count()))
    }

    /// Returns the maximum number of areas per player of Gamma.
    pub fn areas(&self) -> u32 {
        self.areas.unwrap_or_else(|| self.kind.default_areas())
    }

    /// Returns who places the penguins.
    pub fn placement(&self) -> Placement {
        self.placement.unwrap_or(Placement::Manual)
    }

    /// Returns a seat, counted from 0; by default a person has the first and engines the others.
    pub fn seat(&self, index: usize) -> SeatSpec {
        self.seats.get(index).cloned().unwrap_or_else(|| SeatSpec {
            name: String::new(),
            kind: match index {
                0 => PlayerKind::Person,
                _ => PlayerKind::Engine { level: self.level.unwrap_or_else(default_level).get() },
            },
        })
    }

    /// Returns a seat to change, counted from 0; missing seats up to this one are added with their defaults.
    pub fn seat_mut(&mut self, index: usize) -> &mut SeatSpec {
        for missing in self.seats.len()..=index {
            self.seats.push(self.seat(missing));
        }
        &mut self.seats[index]
    }

    /// Returns the name of the player in a seat, counted from 0: the given one, the one known for the seat, or one that
    /// says what plays there: `Player A`, `Floe`, or `Floe B` where there are several engines.
    pub fn seat_name(&self, index: usize) -> String {
        let seat = self.seat(index);
        let given = seat.name.trim();
        if !given.is_empty() {
            return given.to_owned();
        }
        if let Some(known) = self.known_name(index) {
            return known.to_owned();
        }
        let mark = self.kind.seat_mark(index);
        let word = match seat.kind {
            PlayerKind::Person => {
                return format!("{} {mark}", self.person_word.as_deref().unwrap_or("Player"));
            }
            PlayerKind::Engine { .. } => "Floe",
            PlayerKind::Program => "Program",
        };
        let same = |other: &SeatSpec| {
            other.name.trim().is_empty()
                && std::mem::discriminant(&other.kind) == std::mem::discriminant(&seat.kind)
        };
        let namesakes = (0..self.player_count()).filter(|&other| same(&self.seat(other))).count();
        if namesakes > 1 { format!("{word} {mark}") } else { word.to_owned() }
    }

    /// Returns the known name of a person without a name, unless another player was given it.
    fn known_name(&self, index: usize) -> Option<&str> {
        let known = self.known_names.get(index).map(|name| name.trim()).filter(|name| !name.is_empty())?;
        let earlier = self.known_names.iter().take(index).any(|name| name.trim() == known);
        let given = (0..self.player_count()).any(|other| self.seat(other).name.trim() == known);
        (self.seat(index).kind == PlayerKind::Person && !earlier && !given).then_some(known)
    }

    /// Returns the players, or the error in their number or names.
    pub fn roster(&self) -> Result<Roster, SpecError> {
        let (players, range) = (self.player_count(), self.kind.players());
        if !range.contains(&players) {
            let (kind, fewest, most) = (self.kind, *range.start(), *range.end());
            return Err(SpecError::Players { players, kind, fewest, most });
        }
        if self.seats.len() > players {
            return Err(SpecError::TooManySeats { seats: self.seats.len(), players });
        }
        let mut infos: Vec<PlayerInfo> = Vec::new();
        for index in 0..players {
            let number = index + 1;
            let info = PlayerInfo::new(&self.seat_name(index), self.seat(index).kind)
                .map_err(|reason| SpecError::Name { kind: self.kind, number, reason })?;
            if let Some(first) = infos.iter().position(|other| other.name() == info.name()) {
                let name = info.name().to_owned();
                return Err(SpecError::SameName { kind: self.kind, first: first + 1, second: number, name });
            }
            infos.push(info);
        }
        Ok(Roster::new(infos))
    }

    /// Checks the values that are given, apart from whether the board can be made and played.
    pub fn check(&self) -> Result<(), SpecError> {
        self.roster()?;
        if self.layout.is_some() && self.chosen_layout().is_none() {
            return Err(LayoutRefused(self.kind.name()).into());
        }
        self.check_size()?;
        if self.kind == GameKind::Gamma {
            return match self.areas() {
                0 => Err(SpecError::NoAreas),
                _ => Ok(()),
            };
        }
        if self.areas.is_some() {
            return Err(SpecError::Areas(self.kind));
        }
        if let Some(first) = self.first {
            let players = self.player_count();
            if self.board.is_none() {
                return Err(SpecError::FirstWithoutBoard);
            }
            if usize::from(first.number()) > players {
                return Err(SpecError::NoSuchFirst { first, players });
            }
        }
        if self.penguins() == 0 { Err(SpecError::NoPenguins) } else { Ok(()) }
    }

    /// Checks that a new board has an allowed size, and that none is given for the board of a file, which has its own.
    fn check_size(&self) -> Result<(), SpecError> {
        let (kind, sides) = (self.kind, self.kind.sides());
        let (shortest, longest) = (*sides.start(), *sides.end());
        match (&self.board, self.rows(), self.cols()) {
            _ if kind == GameKind::Gamma
                && (self.board.is_some() || self.penguins.is_some() || self.placement.is_some()) =>
            {
                Err(SpecError::PenguinsInGamma)
            }
            (Some(_), ..) if self.rows.is_some() || self.cols.is_some() => Err(SpecError::SizeWithBoard),
            (Some(_), ..) => Ok(()),
            (None, rows, cols) if kind == GameKind::Classic && (rows, cols) != kind.default_size() => {
                Err(SpecError::ClassicSize)
            }
            (None, rows, _) if !sides.contains(&rows) => {
                Err(SpecError::Rows { kind, rows, shortest, longest })
            }
            (None, _, cols) if !sides.contains(&cols) => {
                Err(SpecError::Cols { kind, cols, shortest, longest })
            }
            _ => Ok(()),
        }
    }

    /// Returns the game at its start, or the reason why it cannot start.
    pub fn start(&self) -> Result<Game, SpecError> {
        self.check()?;
        match self.rules() {
            Some(rules) => self.start_penguins(rules).map(Game::from),
            None => {
                let players = self.player_count() as u32;
                Ok(Game::gamma(Gamma::new(self.cols(), self.rows(), players, self.areas())?))
            }
        }
    }

    fn start_penguins(&self, rules: RuleSet) -> Result<GameHistory<Position>, SpecError> {
        let (roster, penguins) = (self.roster()?, self.penguins());
        let setup = match &self.board {
            Some(board) => board.setup.clone(),
            None => generate(&self.recipe(rules))?,
        };
        // Players are identified by their index, so the seats are 1, 2, 3 and so on.
        let seats: Vec<Seat> = Seat::all().take(roster.seats().len()).collect();
        if let Some(player) = setup.players.iter().find(|player| !seats.contains(&player.seat)) {
            return Err(SpecError::EmptySeat(player.seat));
        }
        let given = self.first.filter(|_| self.board.is_some());
        if self.board.is_some() && self.phase == Some(BoardPhase::Movement) {
            if let Some(&seat) = seats.iter().find(|&&seat| setup.player_at(seat).is_none()) {
                return Err(SpecError::NotOnBoard(seat));
            }
            let history = GameHistory::penguins(setup, &rules, Stage::Movement, given)?;
            let over = history.position().is_over();
            return if over { Err(SpecError::OverAlready) } else { Ok(history) };
        }
        check_floes(&setup, &seats, penguins)?;
        let first = given.or_else(|| next_to_place(&setup, &seats, penguins));
        let stage = Stage::Placement { penguins, seats };
        let mut history = GameHistory::penguins(setup, &rules, stage, first)?;
        if self.placement() == Placement::Automatic && history.position().phase() == Phase::Placement {
            place_randomly(&mut history, self.seed.unwrap_or(0));
            // A new history starts after the automatic placement, so that it cannot be undone.
            let setup = history.setup(roster.ids(history.start()));
            history = GameHistory::penguins(setup, &rules, Stage::Movement, None)?;
        }
        if history.position().is_over() {
            return Err(SpecError::OverAlready);
        }
        Ok(history)
    }

    fn recipe(&self, rules: RuleSet) -> Recipe {
        let shape = if self.kind == GameKind::Classic { Shape::Classic } else { Shape::Full };
        let players = u8::try_from(self.player_count()).unwrap_or(u8::MAX);
        let (penguins, seed) = (self.penguins(), self.seed.unwrap_or(0));
        Recipe { shape, players, penguins, seed, ..Recipe::plain(rules, self.rows(), self.cols()) }
    }
}

/// Refuses a board with too few floes for the penguins still to be placed (rule P10).
fn check_floes(setup: &Setup, seats: &[Seat], penguins: u32) -> Result<(), SpecError> {
    let missing = |&seat: &Seat| u64::from(penguins.saturating_sub(placed(setup, seat)));
    let needed = seats.iter().map(missing).sum();
    let floes = setup.tiles().iter().filter(|tile| tile.is_start()).count() as u64;
    if floes < needed {
        return Err(SpecError::TooFewFloes { players: seats.len(), penguins, needed, floes });
    }
    Ok(())
}

fn placed(setup: &Setup, seat: Seat) -> u32 {
    setup.tiles().iter().map(|tile| u32::from(tile.seat() == Some(seat))).sum()
}

/// Returns the player who places next: the first of those with the fewest penguins, as a board file does not contain it.
fn next_to_place(setup: &Setup, seats: &[Seat], penguins: u32) -> Option<Seat> {
    let counts = seats.iter().map(|&seat| (placed(setup, seat), seat));
    counts.min().filter(|&(fewest, _)| fewest < penguins).map(|(_, seat)| seat)
}

fn place_randomly(history: &mut GameHistory<Position>, seed: u64) {
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

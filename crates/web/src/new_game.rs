//! The request for a new game, and the session that it starts.

use floe_arena::printable::{fit, printable};
use floe_engine::Level;
use floe_rules::board_file;
use floe_rules::game::Game;
use floe_rules::grid::{Layout, Topology};
use floe_rules::penguins::{Seat, Setup};
use floe_rules::record::{self, LONGEST_NAME, PlayerInfo, PlayerKind, Record};
use floe_session::{
    BoardPhase, GameKind, GameSpec, Placement, Roster, SearchBudget, SeatSpec, Session, default_level,
    level_named,
};
use serde::{Deserialize, Serialize};

use crate::error::{ApiError, ErrorCode};
use crate::room::most_turns;
use crate::secret::random_seed;

/// The most seats that a request lists.
const MOST_SEATS: usize = 16;
/// The most seconds on a clock, and the most that a turn adds.
const LONGEST_CLOCK: u32 = 24 * 3600;

/// A request for a new game; docs/http.md describes the fields.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    pub(crate) kind: Option<GameKind>,
    layout: Option<String>,
    rows: Option<u32>,
    cols: Option<u32>,
    players: Option<usize>,
    penguins: Option<u32>,
    areas: Option<u32>,
    placement: Option<Placement>,
    seed: Option<u64>,
    #[serde(default)]
    seats: Vec<NewSeat>,
    board: Option<String>,
    phase: Option<BoardPhase>,
    first: Option<u8>,
    record: Option<String>,
    pub(crate) clock: Option<ClockSettings>,
    #[serde(default)]
    pub(crate) public: bool,
}

/// A seat of a new game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewSeat {
    who: SeatOwner,
    #[serde(default)]
    name: String,
    level: Option<LevelName>,
}

/// Who plays in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SeatOwner {
    /// The one who starts the game.
    Me,
    /// Whoever has the link of the seat.
    Link,
    /// The engine.
    Engine,
}

/// A level by its number or its name.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum LevelName {
    Number(u8),
    Name(String),
}

/// The thinking time of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSettings {
    pub(crate) seconds: u32,
    #[serde(default)]
    pub(crate) increment: u32,
}

/// A game that can start.
#[derive(Debug)]
pub(crate) struct StartedGame {
    pub(crate) session: Session,
    /// Who plays in each seat, by the number of the player.
    pub(crate) owners: Vec<(u32, SeatOwner)>,
}

fn bad_game(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorCode::BadGame, message)
}

/// Returns a name as it may be shown to others.
pub(crate) fn clean_name(name: &str) -> String {
    fit(printable(name).trim(), LONGEST_NAME).chars().take(LONGEST_NAME).collect()
}

impl NewSeat {
    fn level(&self) -> Result<Level, ApiError> {
        match &self.level {
            None => Ok(default_level()),
            Some(LevelName::Number(number)) => Level::new(*number)
                .ok_or_else(|| bad_game(format!("there is no level {number}: use 1 to 10"))),
            Some(LevelName::Name(name)) => level_named(name).map_err(|error| bad_game(error.to_string())),
        }
    }

    fn spec(&self) -> Result<SeatSpec, ApiError> {
        let kind = match self.who {
            SeatOwner::Me | SeatOwner::Link => PlayerKind::Person,
            SeatOwner::Engine => PlayerKind::Engine { level: self.level()?.get() },
        };
        Ok(SeatSpec { name: clean_name(&self.name), kind })
    }
}

impl NewGame {
    /// Starts the game, or says why it cannot start.
    pub(crate) fn start(&self, budget: SearchBudget, most_cells: usize) -> Result<StartedGame, ApiError> {
        if self.seats.len() > MOST_SEATS {
            return Err(bad_game(format!("{} seats are too many", self.seats.len())));
        }
        if let Some(ClockSettings { seconds, increment }) = self.clock
            && !((1..=LONGEST_CLOCK).contains(&seconds) && increment <= LONGEST_CLOCK)
        {
            return Err(bad_game("a clock has 1 second to 24 hours"));
        }
        let session = match &self.record {
            Some(text) => self.recorded(text, budget, most_cells)?,
            None => Session::new(self.spec(most_cells)?, budget)?,
        };
        let owner = |(index, &(number, _)): (usize, &(u32, PlayerInfo))| {
            let default = if session.roster().is_person(number) { SeatOwner::Me } else { SeatOwner::Engine };
            (number, self.seats.get(index).map_or(default, |seat| seat.who))
        };
        let owners = session.roster().seats().iter().enumerate().map(owner).collect();
        Ok(StartedGame { session, owners })
    }

    /// Returns a board without starting a game: the given one, or a new one.
    pub(crate) fn board(&self, most_cells: usize) -> Result<(GameKind, Topology, Setup), ApiError> {
        let spec = NewGame { board: None, phase: None, first: None, ..self.clone() }.spec(most_cells)?;
        let Some(rules) = spec.rules() else {
            return Err(floe_session::SpecError::PenguinsInGamma.into());
        };
        if let Some(text) = &self.board {
            let setup = read_board(text, most_cells)?;
            return Ok((spec.kind, rules.topology, setup));
        }
        let game = spec.start()?;
        let (setup, topology) = start_setup(&game).expect("a game with rules of Penguins has a board");
        Ok((spec.kind, topology, setup.clone()))
    }

    /// Returns the settings of the game.
    fn spec(&self, most_cells: usize) -> Result<GameSpec, ApiError> {
        let kind = self.kind.ok_or_else(|| bad_game("'kind' is missing: square, hex, classic or gamma"))?;
        let mut spec = GameSpec::new(kind);
        spec.layout = self.layout.as_deref().map(|name| layout(kind, name)).transpose()?.flatten();
        (spec.players, spec.penguins, spec.areas) = (self.players, self.penguins, self.areas);
        (spec.rows, spec.cols, spec.placement) = (self.rows, self.cols, self.placement);
        spec.seed = Some(self.seed.unwrap_or_else(random_seed));
        for seat in &self.seats {
            spec.seats.push(seat.spec()?);
        }
        let cells = spec.rows() as usize * spec.cols() as usize;
        if let Some(text) = &self.board {
            if kind == GameKind::Gamma {
                return Err(floe_session::SpecError::PenguinsInGamma.into());
            }
            let setup = read_board(text, most_cells)?;
            let given = (spec.players, spec.penguins);
            spec.set_board("board", setup);
            spec.players = given.0.or(spec.players);
            spec.penguins = given.1.or(spec.penguins);
            for (index, seat) in
                self.seats.iter().enumerate().filter(|(_, seat)| !seat.name.trim().is_empty())
            {
                spec.seat_mut(index).name = clean_name(&seat.name);
            }
            spec.phase = self.phase;
            spec.first = self.first.map(seat_numbered).transpose()?;
            for index in 0..spec.seats.len() {
                let name = clean_name(&spec.seats[index].name);
                spec.seats[index].name = name;
            }
        } else if cells > most_cells {
            return Err(too_large(cells, most_cells));
        } else if self.phase.is_some() || self.first.is_some() {
            return Err(bad_game("'phase' and 'first' need a 'board'"));
        }
        Ok(spec)
    }

    /// Goes on with the game of a record.
    fn recorded(&self, text: &str, budget: SearchBudget, most_cells: usize) -> Result<Session, ApiError> {
        let record = record::read(text.as_bytes()).map_err(|errors| {
            ApiError::new(ErrorCode::BadFile, "the record has faults").with_faults(fault_lines(&errors))
        })?;
        let cells = cells(record.game());
        if cells > most_cells {
            return Err(too_large(cells, most_cells));
        }
        let (made, most) = (record.game().made(), most_turns(record.game()));
        if made > most {
            return Err(bad_game(format!(
                "the record has {made} turns, but this server keeps at most {most} of it"
            )));
        }
        let players = record.game().players();
        if players.iter().any(|&player| player > 9) {
            return Err(bad_game("games of more than 9 players cannot be shown"));
        }
        if !self.seats.is_empty() && self.seats.len() != players.len() {
            let message = format!("{} seats are given for {} players", self.seats.len(), players.len());
            return Err(bad_game(message));
        }
        let roster = self.roster_of(&record)?;
        let seed = self.seed.unwrap_or_else(random_seed);
        let stored = Session::from_record(record, budget, seed);
        Ok(stored.with_roster(roster))
    }

    /// Returns the players of a record: people under the names that it has, or as the seats say.
    fn roster_of(&self, record: &Record) -> Result<Roster, ApiError> {
        let known = Roster::from_record(record);
        let mut infos: Vec<(u32, PlayerInfo)> = Vec::new();
        for (index, (number, info)) in known.seats().iter().enumerate() {
            let seat = self.seats.get(index);
            let given = seat.map(|seat| clean_name(&seat.name)).filter(|name| !name.is_empty());
            let name = given.unwrap_or_else(|| clean_name(info.name()));
            let kind = seat.map_or(Ok(PlayerKind::Person), |seat| seat.spec().map(|spec| spec.kind))?;
            let info = PlayerInfo::new(&name, kind).map_err(|error| bad_game(error.to_string()))?;
            infos.push((*number, info));
        }
        Ok(Roster::numbered(infos))
    }
}

/// Returns the setup at the start of a game of Penguins.
fn start_setup(game: &Game) -> Option<(&Setup, Topology)> {
    match game {
        Game::Penguins(history) => Some((history.start(), history.position().grid().topology())),
        Game::Gamma(_) => None,
    }
}

/// Returns the number of cells of a game's board.
pub(crate) fn cells(game: &Game) -> usize {
    match game {
        Game::Penguins(history) => history.position().grid().cells(),
        Game::Gamma(history) => {
            let board = history.board();
            (board.width() as usize).saturating_mul(board.height() as usize)
        }
    }
}

fn too_large(cells: usize, most: usize) -> ApiError {
    bad_game(format!("the board has {cells} cells, but this server plays on at most {most}"))
}

/// Returns the faults of a file with their places.
fn fault_lines<K: std::fmt::Display>(errors: &board_file::FileErrors<K>) -> Vec<String> {
    let line = |error: &board_file::FileError<K>| {
        let place = format!("line {}, column {}", error.place.line, error.place.column);
        format!("{place}: {}", printable(&error.kind.to_string()))
    };
    errors.listed().iter().map(line).collect()
}

/// Reads a board file.
pub(crate) fn read_board(text: &str, most_cells: usize) -> Result<Setup, ApiError> {
    let setup = board_file::read(text.as_bytes()).map_err(|errors| {
        ApiError::new(ErrorCode::BadFile, "the board has faults").with_faults(fault_lines(&errors))
    })?;
    let cells = setup.tiles().len();
    if cells > most_cells { Err(too_large(cells, most_cells)) } else { Ok(setup) }
}

/// Returns a layout by its name; `square` and `gamma` are none.
fn layout(kind: GameKind, name: &str) -> Result<Option<Layout>, ApiError> {
    let is_plain = matches!(
        (kind, name),
        (GameKind::Square, "square") | (GameKind::Gamma, "gamma") | (GameKind::Classic, "odd-r")
    );
    if is_plain {
        return Ok(None);
    }
    name.parse().map(Some).map_err(|error: floe_rules::grid::UnknownLayout| bad_game(error.to_string()))
}

fn seat_numbered(number: u8) -> Result<Seat, ApiError> {
    Seat::new(number).ok_or_else(|| bad_game(format!("there is no player {number}")))
}

//! A game beside the one that a program plays: the same start, and the same turns, by the rules alone.

use floe_rules::game::{Action, Game, Turn};
use floe_rules::gamma::Move as Taking;
use floe_rules::grid::{Coord, Grid};
use floe_rules::penguins::{Phase, Seat};
use floe_rules::random::Random;
use floe_rules::record::{self, Ending, PlayerInfo, PlayerKind, Record};
use floe_session::{GameKind, GameSpec, SeatSpec};

/// A game of two, as it is asked for on the command line.
pub(crate) struct WantedGame {
    pub(crate) game: GameKind,
    /// Rows and columns, unless the rules say.
    pub(crate) sides: Option<(u32, u32)>,
    pub(crate) penguins: Option<u32>,
    pub(crate) areas: Option<u32>,
    pub(crate) seed: u64,
    /// Ann is a person; her opponent may be an engine.
    pub(crate) opponent: PlayerKind,
}

impl WantedGame {
    /// Two people at a game with everything else as usual.
    pub(crate) fn new(game: GameKind) -> WantedGame {
        WantedGame { game, sides: None, penguins: None, areas: None, seed: 7, opponent: PlayerKind::Person }
    }

    /// Returns the arguments that ask `floe` for it.
    pub(crate) fn line(&self) -> String {
        let mut line = format!("play {} --start --seed {} --seat person:Ann", self.game.name(), self.seed);
        line += &match self.opponent {
            PlayerKind::Engine { level } => format!(" --seat engine:{level}:Ben --pace 0 --time 20"),
            _ => " --seat person:Ben".to_owned(),
        };
        let (rows, cols) = self.sides.unzip();
        for (name, value) in
            [("rows", rows), ("cols", cols), ("penguins", self.penguins), ("areas", self.areas)]
        {
            line += &value.map(|value| format!(" --{name} {value}")).unwrap_or_default();
        }
        line
    }

    /// Starts the same game here.
    pub(crate) fn mirror(&self) -> Mirror {
        let seat = |name: &str, kind| SeatSpec { name: name.to_owned(), kind };
        let (rows, cols) = self.sides.unzip();
        let spec = GameSpec {
            seats: vec![seat("Ann", PlayerKind::Person), seat("Ben", self.opponent)],
            rows,
            cols,
            penguins: self.penguins,
            areas: self.areas,
            seed: Some(self.seed),
            ..GameSpec::new(self.game)
        };
        let roster = spec.roster().unwrap();
        let player_infos = roster.seats().iter().map(|(_, info)| info.clone()).collect();
        Mirror { game: spec.start().unwrap(), player_infos, random: Random::new(self.seed) }
    }
}

/// A game that follows the one on the screen.
pub(crate) struct Mirror {
    pub(crate) game: Game,
    player_infos: Vec<PlayerInfo>,
    random: Random,
}

impl Mirror {
    /// Returns the game as another one that goes its own way.
    pub(crate) fn again(&self) -> Mirror {
        Mirror {
            game: self.game.clone(),
            player_infos: self.player_infos.clone(),
            random: self.random.clone(),
        }
    }

    /// Returns the board of Penguins, or that of Gamma with its rows from the top.
    pub(crate) fn grid(&self) -> Grid {
        match &self.game {
            Game::Penguins(history) => history.position().grid(),
            Game::Gamma(history) => {
                let board = history.board();
                Grid::new(board.height(), board.width(), floe_rules::grid::Topology::Square).unwrap()
            }
        }
    }

    /// Returns the turns that are legal now; giving up the turn is not among them.
    pub(crate) fn legal(&self) -> Vec<Turn> {
        match &self.game {
            Game::Penguins(history) => history.position().turns().into_iter().map(Turn::Penguins).collect(),
            Game::Gamma(history) => {
                let (wide, high) = (history.board().width(), history.board().height());
                let cells = (0..wide).flat_map(|x| (0..high).map(move |y| (x, y)));
                let turns = cells.flat_map(|(x, y)| [Taking::Take { x, y }, Taking::Golden { x, y }]);
                turns.map(Turn::Gamma).filter(|&turn| self.game.clone().play(turn).is_ok()).collect()
            }
        }
    }

    /// Picks a legal turn, the same in every run of a test.
    pub(crate) fn pick(&mut self) -> Turn {
        let turns = self.legal();
        turns[self.random.index(turns.len())]
    }

    #[track_caller]
    pub(crate) fn play(&mut self, turn: Turn) {
        self.game.play(turn).unwrap();
    }

    /// Plays a turn in its notation, if it is one and legal; true if so.
    pub(crate) fn play_text(&mut self, text: &str) -> bool {
        self.game.parse_turn(text).is_ok_and(|turn| self.game.play(turn).is_ok())
    }

    pub(crate) fn name(&self, number: u32) -> &str {
        self.player_infos[number as usize - 1].name()
    }

    /// Returns whose turn it is.
    pub(crate) fn to_move(&self) -> Option<&str> {
        self.game.to_move().map(|number| self.name(number))
    }

    /// Returns the place of a cell of Penguins.
    pub(crate) fn coord(&self, cell: floe_rules::grid::Cell) -> Coord {
        self.grid().coord(cell)
    }

    /// Returns the last turn as the move list shows it: its number, its player and its short form.
    pub(crate) fn last_told(&self) -> Option<String> {
        let (number, action) = self.game.actions().next_back()?;
        let turn = match action {
            Action::Turn(Turn::Gamma(Taking::Take { x, y })) => format!("{x} {y}"),
            Action::Turn(Turn::Gamma(Taking::Golden { x, y })) => format!("g {x} {y}"),
            Action::Turn(Turn::Gamma(Taking::Pass)) => "pass".to_owned(),
            Action::Turn(turn) => self.game.notation(turn).to_string(),
            Action::LostTurn => "lost turn".to_owned(),
            Action::Eliminated => "out".to_owned(),
        };
        let player = match &self.game {
            Game::Penguins(_) => self.mark(number),
            Game::Gamma(_) => format!("[{number}]"),
        };
        Some(format!("{} {player} {turn}", self.game.made()))
    }

    /// Returns the letter or number of a player.
    pub(crate) fn mark(&self, number: u32) -> String {
        match &self.game {
            Game::Penguins(_) => char::from(b'@' + number as u8).to_string(),
            Game::Gamma(_) => number.to_string(),
        }
    }

    /// Returns the numbers that stand beside a player on the screen.
    pub(crate) fn numbers(&self, number: u32) -> Vec<String> {
        let score = self.game.score(number);
        match &self.game {
            Game::Penguins(history) => {
                let seat = Seat::new(u8::try_from(number).unwrap()).unwrap();
                let left = history.position().unplaced(seat).unwrap_or(0);
                match history.position().phase() {
                    Phase::Placement => vec![score.to_string(), left.to_string()],
                    _ => vec![score.to_string()],
                }
            }
            Game::Gamma(history) => {
                let golden = if history.board().has_golden(number) { "G" } else { "-" };
                vec![score.to_string(), history.board().areas(number).to_string(), golden.to_owned()]
            }
        }
    }

    /// Says who has won, and with how many fish or cells, as far as one line has room for it.
    pub(crate) fn winner_told(&self) -> String {
        let leaders = self.game.leaders();
        let name = |&number: &u32| format!("{} ({})", self.name(number), self.mark(number));
        let names: Vec<String> = leaders.iter().map(name).collect();
        let score = self.game.score(leaders[0]);
        let counted = match (&self.game, score) {
            (Game::Penguins(_), _) => format!("{score} fish"),
            (Game::Gamma(_), 1) => "1 cell".to_owned(),
            (Game::Gamma(_), _) => format!("{score} cells"),
        };
        match names.as_slice() {
            [name] => format!("{name} wins with {counted}."),
            names => format!("{} share the win with {counted}", names.join(" and ")),
        }
    }

    /// Returns the record of the game.
    pub(crate) fn record(&self, ending: Ending) -> String {
        let player_infos = (1..).zip(self.player_infos.iter().cloned());
        let record = Record::new(self.game.clone(), player_infos, Vec::new(), ending).unwrap();
        String::from_utf8(record::write(&record)).unwrap()
    }
}

//! A complete program for the Penguins contest, as a starting point for your own.
//!
//! ```text
//! penguins phase=placement penguins=N INPUT OUTPUT     put one penguin on the ice
//! penguins phase=movement INPUT OUTPUT                 move one penguin
//! penguins name                                        print the id (also: id)
//! ```
//!
//! It reads the game from INPUT, makes one turn and writes the game to OUTPUT, which may be the same file.
//! The exit code is the result:
//!
//! ```text
//! 0  a turn was made
//! 1  no turn is possible
//! 2  the file INPUT is invalid (the message names the line and the column)
//! 3  anything else: bad arguments, a file that cannot be read or written
//! ```
//!
//! To make it yours: change `MY_ID`, then `choose_turn()`, both just below. The rest, in this file and in
//! `board_file.rs`, follows the contract of docs/protocol.md and rarely needs a change. It plays on
//! squares only, not on hexagons.

mod board_file;

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Your id, without blanks and quotation marks. Choose one that no other program has.
const MY_ID: &str = "RustStarter";

/// One field of the board. Without fish and without a player it is water.
#[derive(Clone, Copy)]
struct Field {
    /// 0 to 3.
    fish: u8,
    /// The player whose penguin is here: 1 to 9, or 0 for none.
    player: u8,
}

const WATER: Field = Field { fish: 0, player: 0 };

impl Field {
    /// Returns whether this is a free floe: it has fish and no penguin.
    fn is_free(self) -> bool {
        self.fish > 0 && self.player == 0
    }
}

/// One player row of the file. Id and score are bytes: they are written back unchanged.
struct Player {
    id: Vec<u8>,
    number: u8,
    score: Vec<u8>,
}

/// A place on the board: row and column, counted from 0. Negative ones lie outside.
type Place = (i64, i64);

/// A turn; a placement has no start.
#[derive(Clone, Copy)]
struct Turn {
    from: Option<Place>,
    to: Place,
}

/// The whole game, as in the file.
struct Game {
    rows: i64,
    cols: i64,
    /// Row by row; use [`Game::field`].
    fields: Vec<Field>,
    players: Vec<Player>,
    /// Our number, 1 to 9.
    me: u8,
    /// True in the placement phase, false in the movement phase.
    placing: bool,
    /// How many penguins each player places; 0 in the movement phase.
    penguins: usize,
}

/// The four directions, as steps of row and column: up, down, left, right.
const DIRECTIONS: [(i64, i64); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl Game {
    /// Returns the field at a place; outside the board there is only water.
    fn field(&self, (row, col): Place) -> Field {
        if row < 0 || row >= self.rows || col < 0 || col >= self.cols {
            return WATER;
        }
        self.fields[(row * self.cols + col) as usize]
    }

    /// Changes a field of the board.
    fn set_field(&mut self, (row, col): Place, field: Field) {
        self.fields[(row * self.cols + col) as usize] = field;
    }
}

// ===========================================================================================
// ==  YOUR STRATEGY GOES HERE                                                              ==
// ==                                                                                       ==
// ==  `turns` has all legal turns, at least one. Return the one that you choose.           ==
// ==  `game.placing` is true in the placement phase.                                       ==
// ===========================================================================================
fn choose_turn(game: &Game, turns: &[Turn]) -> Turn {
    // Most fish first, then most free neighbours, then most fish on those.
    let value = |turn: &Turn| {
        let (row, col) = turn.to;
        let neighbours = DIRECTIONS.map(|(down, right)| game.field((row + down, col + right)));
        let free = neighbours.iter().filter(|field| field.is_free());
        let free_neighbours = free.clone().count();
        let fish_around: u8 = free.map(|field| field.fish).sum();
        (game.field(turn.to).fish, free_neighbours, fish_around)
    };
    let mut best = turns[0];
    let mut best_value = value(&best);
    for turn in turns {
        if value(turn) > best_value {
            (best, best_value) = (*turn, value(turn));
        }
    }
    best
}
// ===========================================================================================
// ==  You need not change anything below this line.                                        ==
// ===========================================================================================

/// Why no turn was made.
enum Stop {
    /// No turn is possible: exit code 1.
    NoTurn,
    /// The input file is invalid: exit code 2. Lines and columns count from 1.
    BadFile { line: usize, column: usize, cause: String },
    /// Anything else went wrong: exit code 3.
    Failure(String),
}

fn failure<T>(message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Failure(message.into()))
}

// ---- Our seat, and our turns ----------------------------------------------------------------

/// Finds our row. In the placement phase, a player without one joins the game.
fn find_seat(game: &mut Game) -> Result<(), Stop> {
    if let Some(player) = game.players.iter().find(|player| player.id == MY_ID.as_bytes()) {
        game.me = player.number;
        return Ok(());
    }
    if !game.placing {
        return Err(Stop::NoTurn);
    }
    // The next number; if 9 is taken, the lowest free one.
    let is_taken = |number: u8| game.players.iter().any(|player| player.number == number);
    let highest = game.players.iter().map(|player| player.number).max().unwrap_or(0);
    let number = if highest < 9 { Some(highest + 1) } else { (1..=9).find(|&number| !is_taken(number)) };
    match number {
        Some(number) => {
            game.me = number;
            game.players.push(Player { id: MY_ID.into(), number, score: b"0".to_vec() });
            Ok(())
        }
        None => {
            let cause = "the game has nine players already: there is no free seat".to_owned();
            Err(Stop::BadFile { line: 1, column: 1, cause })
        }
    }
}

/// Lists all our legal turns.
fn list_turns(game: &Game) -> Vec<Turn> {
    let places = (0..game.rows).flat_map(|row| (0..game.cols).map(move |col| (row, col)));
    let mine: Vec<Place> = places.clone().filter(|&place| game.field(place).player == game.me).collect();
    if game.placing {
        if mine.len() >= game.penguins {
            return Vec::new(); // all our penguins are on the ice
        }
        let starts = places.filter(|&place| game.field(place).is_free() && game.field(place).fish == 1);
        return starts.map(|to| Turn { from: None, to }).collect();
    }
    let mut turns = Vec::new();
    for from in mine {
        for (down, right) in DIRECTIONS {
            let mut to = (from.0 + down, from.1 + right);
            while game.field(to).is_free() {
                turns.push(Turn { from: Some(from), to });
                to = (to.0 + down, to.1 + right);
            }
        }
    }
    turns
}

/// Changes the board and our score.
fn make_turn(game: &mut Game, turn: Turn) {
    let fish = u64::from(game.field(turn.to).fish);
    game.set_field(turn.to, Field { fish: 0, player: game.me });
    if let Some(from) = turn.from {
        game.set_field(from, WATER);
    }
    if let Some(me) = game.players.iter_mut().find(|player| player.number == game.me) {
        let score = board_file::read_number(&me.score).unwrap_or(0) + fish;
        me.score = score.to_string().into_bytes();
    }
}

// ---- Writing the file -----------------------------------------------------------------------

/// Replaces a file atomically, so that no reader sees half of it: writes a new file beside it and renames
/// that.
fn save(name: &Path, text: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(name).unwrap_or_else(|_| name.to_path_buf()); // follows links
    let old = fs::metadata(&target).ok();
    if let Some(old) = &old {
        if !old.is_file() && !old.is_dir() {
            // A terminal or a pipe cannot be replaced.
            return OpenOptions::new().write(true).open(&target)?.write_all(text);
        }
        if old.permissions().readonly() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        // Opening it shows whether we may write to it; a folder fails.
        OpenOptions::new().write(true).open(&target)?;
    }
    let beside = target.with_file_name(format!(".penguins-{}.tmp", std::process::id()));
    let mut file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
    let written = file
        .write_all(text)
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

// ---- The arguments --------------------------------------------------------------------------

struct Arguments {
    placing: bool,
    penguins: usize,
    input: PathBuf,
    output: PathBuf,
}

/// Splits `key=value`; nothing when the argument is a file name.
fn split_pair(argument: &str) -> Option<(&str, &str)> {
    let (key, value) = argument.split_once('=')?;
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (!key.is_empty() && key.bytes().all(is_word)).then_some((key, value))
}

fn read_arguments(arguments: Vec<OsString>) -> Result<Arguments, Stop> {
    let mut phase = None;
    let mut penguins = None;
    let mut files: Vec<PathBuf> = Vec::new();
    for argument in arguments {
        let text = argument.to_string_lossy().into_owned();
        let slot = match split_pair(&text) {
            Some(("phase", value)) => Some((&mut phase, value)),
            Some(("penguins", value)) => Some((&mut penguins, value)),
            Some(_) => return failure(format!("unknown argument {text}")),
            None if text.starts_with('-') && text != "-" => {
                return failure(format!("unknown argument {text}"))
            }
            None => None,
        };
        match slot {
            None => files.push(argument.into()),
            Some((slot, value)) => {
                if slot.replace(value.to_owned()).is_some() {
                    return failure(format!("given twice: {text}"));
                }
            }
        }
    }
    let placing = match phase.as_deref() {
        Some("placement") => true,
        Some("movement") => false,
        _ => return failure("phase=placement or phase=movement is needed"),
    };
    let mut wanted = 0;
    if placing {
        let given = penguins.and_then(|digits| board_file::read_number(digits.as_bytes()));
        wanted = given.and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
        if wanted == 0 {
            return failure("penguins=N is needed, with N of at least 1");
        }
    }
    match <[PathBuf; 2]>::try_from(files) {
        Ok([input, output]) => Ok(Arguments { placing, penguins: wanted, input, output }),
        Err(_) => failure("two files are needed: input and output"),
    }
}

/// Reads the input, makes one turn and writes the output.
fn play(arguments: &Arguments) -> Result<(), Stop> {
    let Arguments { placing, penguins, input, output } = arguments;
    let bytes =
        fs::read(input).or_else(|error| failure(format!("cannot read {}: {error}", input.display())))?;
    let mut game = board_file::read(&bytes)?;
    (game.placing, game.penguins) = (*placing, *penguins);
    find_seat(&mut game)?;
    let turns = list_turns(&game);
    if turns.is_empty() {
        return Err(Stop::NoTurn);
    }
    let turn = choose_turn(&game, &turns);
    make_turn(&mut game, turn);
    save(output, &board_file::write(&game))
        .or_else(|error| failure(format!("cannot write {}: {error}", output.display())))
}

fn run() -> u8 {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // When asked for the id, we ignore everything else.
    if arguments.iter().any(|argument| argument == "name" || argument == "id") {
        return if writeln!(io::stdout(), "{MY_ID}").is_ok() { 0 } else { 3 };
    }
    let mut input = String::new();
    let result = read_arguments(arguments).and_then(|arguments| {
        input = arguments.input.display().to_string();
        play(&arguments)
    });
    // The exit code counts even if the message cannot be printed.
    match result {
        Ok(()) => 0,
        Err(Stop::NoTurn) => 1,
        Err(Stop::BadFile { line, column, cause }) => {
            let _ = writeln!(io::stderr(), "{input}:{line}:{column}: error: {cause}");
            2
        }
        Err(Stop::Failure(message)) => {
            let _ = writeln!(io::stderr(), "penguins: {message}");
            3
        }
    }
}

fn main() -> ExitCode {
    // A panic would exit with 101, which has no meaning for a referee.
    ExitCode::from(std::panic::catch_unwind(run).unwrap_or(3))
}

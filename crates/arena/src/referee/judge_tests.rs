//! The judge against a slow one that tries every legal turn, and each fault by example.

use std::time::Duration;

use floe_rules::board_file;
use floe_rules::contest::Calling;
use floe_rules::generate::{Recipe, generate};
use floe_rules::grid::Cell;
use floe_rules::penguins::{Id, Move, Phase, PlayerRow, Position, RuleSet, Seat, Setup, Stage, Tile};
use floe_rules::random::Random;
use proptest::prelude::*;

use super::judge::{Verdict, judge};
use super::player::{Reply, TurnOutput, TurnRequest};
use crate::fault::Fault;
use crate::sandbox::NotAFile;
use crate::sandbox::{ExitReason, FoundFile, ResourceLimits};

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn id(text: &str) -> Id {
    Id::new(text.as_bytes()).unwrap()
}

/// A state with a call to one of its players.
struct Scene {
    position: Position,
    shown: Setup,
    calling: Calling,
    seat: Seat,
}

impl Scene {
    fn call(&self) -> TurnRequest<'_> {
        let Scene { position, shown, calling, seat } = self;
        TurnRequest { position, shown, calling: *calling, seat: *seat }
    }

    fn judge(&self, ended: ExitReason, board: FoundFile) -> Result<Verdict, Fault> {
        let output = TurnOutput {
            ended,
            took: Duration::ZERO,
            cpu: Duration::ZERO,
            replayed: None,
            board,
            stdout: b"thinking\n".to_vec(),
            stderr: b"\n it went\x1b wrong \nand so on".to_vec(),
            limits: ResourceLimits::default(),
            max_output: 1 << 20,
        };
        judge(&self.call(), &Reply::Ran(Box::new(output)))
    }

    fn judge_text(&self, code: i32, text: &str) -> String {
        match self.judge(ExitReason::Exit(code), FoundFile::Bytes(text.as_bytes().to_vec())) {
            Ok(Verdict::Turn { turn, .. }) => turn.notation(&self.position.grid()).to_string(),
            Ok(Verdict::NoTurn) => "no turn".to_owned(),
            Err(fault) => format!("{}: {fault}", fault.name()),
        }
    }

    /// Returns the file after a turn.
    fn after(&self, turn: Move) -> Setup {
        let mut next = self.position.clone();
        let _ = next.play(turn).unwrap();
        let mut setup = self.shown.clone();
        setup.follow(&next, &turn.cells().collect::<Vec<_>>(), self.seat, &id("me"));
        setup
    }
}

fn scene(text: &str, calling: Calling, number: u8) -> Scene {
    let shown = board_file::read(text.as_bytes()).unwrap();
    let stage = calling.stage(vec![seat(1), seat(2)]);
    let mut position = Position::new(&shown, &RuleSet::SQUARE, &stage).unwrap();
    position.set_turn(seat(number));
    Scene { position, shown, calling, seat: seat(number) }
}

const MOVING: &str = "2 5\n01 10 20 00 30\n02 10 10 00 01\nyou 1 5\nme 2 3\n";

#[test]
fn every_kind_of_change_is_reported() {
    let moving = scene(MOVING, Calling::Movement, 2);
    for (code, after, expected) in [
        (0, "2 5\n01 10 20 00 30\n00 02 10 00 01\nyou 1 5\nme 2 4\n", "r2c1-r2c2"),
        // Blanks, the order of rows and fish that were left in the file do not matter.
        (0, "2 5\r\n01 10 20 00 30\n 00 10 12 00 01 \n\nme 2 4\nyou 1 05", "r2c1-r2c3"),
        (
            1,
            MOVING,
            "gave-up: exit code 1, expected 0: penguin at row 2 column 1 could still move to row 2 column 2",
        ),
        (
            0,
            MOVING,
            "nothing-changed: exit code 0, but the board file is unchanged: penguin at row 2 column 1 could still move to row 2 column 2",
        ),
        (
            2,
            MOVING,
            "refused-good-file: exit code 2, but the board file is valid; expected 0: penguin at row 2 column 1 could still move to row 2 column 2",
        ),
        (
            3,
            MOVING,
            "internal-error: exit code 3: the program reported an internal error; expected 0: penguin at row 2 column 1 could still move to row 2 column 2",
        ),
        (
            -1,
            MOVING,
            "unknown-exit-code: exit code -1 is not defined by the protocol: use 0 (turn made), 1 (no turn possible), 2 (bad file) or 3 (error); expected 0: penguin at row 2 column 1 could still move to row 2 column 2",
        ),
        (
            1,
            "2 5\n01 10 20 00 30\n00 02 10 00 01\nyou 1 5\nme 2 4\n",
            "changed-anyway: exit code 1, but the board file was changed: use exit code 0 for a turn",
        ),
        (
            0,
            "",
            "output-broken: the board file is invalid in line 1, column 1: the file is empty: the first line must give the rows and columns, such as '5 8'",
        ),
        (
            0,
            "1 5\n01 10 20 00 30\nyou 1 5\nme 2 3\n",
            "other-size: the size of the board changed from 2 rows and 5 columns to 1 row and 5 columns",
        ),
        (
            0,
            "2 5\n01 10 20 00 30\n00 02 10 00 01\nyou 1 5\nme 2 5\n",
            "wrong-score: the score should be 4 after this turn, but is 5",
        ),
        (
            0,
            "2 5\n01 10 20 00 30\n02 10 10 00 01\nyou 1 5\nme 2 4\n",
            "wrong-score: the score should be 3 after this turn, but is 4",
        ),
        (
            0,
            "2 5\n01 10 20 00 30\n00 02 10 00 01\nyou 1 4\nme 2 4\n",
            "others-row-changed: the row of player 1 changed from 'you 1 5' to 'you 1 4'",
        ),
        (
            0,
            "2 5\n00 10 20 00 30\n00 02 10 00 00\nme 2 4\n",
            "others-row-gone: the row of player 1 ('you') is missing",
        ),
        (
            0,
            "2 5\n01 10 20 00 30\n00 02 10 00 01\nyou 1 5\nme 2 4\nhe 3 0\n",
            "row-added: the row 'he 3' was added, but a program may only add its own row",
        ),
        (
            0,
            "2 5\n01 10 20 10 30\n00 02 10 00 01\nyou 1 5\nme 2 4\n",
            "floe-restored: the water at row 1 column 4 has become a floe ('10')",
        ),
        (
            0,
            "2 5\n00 01 20 00 30\n02 10 10 00 01\nyou 1 5\nme 2 3\n",
            "others-penguin: the penguin of player 1 at row 1 column 1 was moved or removed",
        ),
        (
            0,
            "2 5\n01 10 20 00 30\n00 00 02 00 01\nyou 1 5\nme 2 5\n",
            "moved-twice: more than one move in one turn: besides the penguin that went from row 2 column 1 to row 2 column 3, the field at row 2 column 2 changed",
        ),
        (
            0,
            "2 5\n01 10 00 00 30\n00 02 10 00 01\nyou 1 5\nme 2 4\n",
            "field-changed: the field at row 1 column 3 changed from '20' to '00', which no turn explains",
        ),
        (
            0,
            "2 5\n01 02 20 00 30\n00 10 10 00 01\nyou 1 5\nme 2 4\n",
            "illegal-turn: illegal turn r2c1-r1c2: row 1 column 2 is not in a straight line from row 2 column 1",
        ),
        (
            0,
            "2 5\n01 10 20 02 30\n00 10 10 00 01\nyou 1 5\nme 2 3\n",
            "illegal-turn: illegal turn r2c1-r1c4: there is no floe at row 1 column 4",
        ),
        (
            0,
            "2 5\n02 10 20 00 30\n00 10 10 00 01\nyou 1 5\nme 2 3\n",
            "illegal-turn: illegal turn r2c1-r1c1: a penguin of player 1 stands at row 1 column 1",
        ),
        (
            0,
            "2 5\n01 10 20 00 30\n02 02 10 00 01\nyou 1 5\nme 2 4\n",
            "illegal-turn: illegal turn r2c2: all penguins have been placed",
        ),
        (
            0,
            "2 5\n01 10 30 00 30\n00 02 10 00 01\nyou 1 5\nme 2 4\n",
            "field-changed: the field at row 1 column 3 changed from '20' to '30', which no turn explains",
        ),
        (
            0,
            "2 5\n01 10 20 00 30\n10 02 10 00 01\nyou 1 5\nme 2 4\n",
            "field-changed: the field at row 2 column 1 changed from '02' to '10', which no turn explains",
        ),
        (
            0,
            "2 5\n01 10 20 00 30\n00 32 10 00 01\nyou 1 5\nme 2 4\n",
            "field-changed: the field at row 2 column 2 changed from '10' to '32', which no turn explains",
        ),
        (
            0,
            "2 5\n01 10 20 00 30\n00 10 10 00 01\nyou 1 5\nme 2 3\n",
            "field-changed: the field at row 2 column 1 changed from '02' to '00', which no turn explains",
        ),
    ] {
        assert_eq!(moving.judge_text(code, after), expected);
    }
}

#[test]
fn joining_takes_a_row_with_the_next_number() {
    let placing = scene("1 4\n01 10 10 20\nyou 1 1\n", Calling::Placement { penguins: 1 }, 2);
    for (after, expected) in [
        ("1 4\n01 02 10 20\nyou 1 1\nme 2 1\n", "r1c2"),
        (
            "1 4\n01 03 10 20\nyou 1 1\nme 3 1\n",
            "wrong-number: 'me' joined as player 3, but the next number was 2",
        ),
        (
            "1 4\n01 00 10 20\nyou 1 1\n",
            "not-joined: a program must add its own row with its first penguin, but there is none",
        ),
        (
            "1 4\n01 02 02 20\nyou 1 1\nme 2 2\n",
            "placed-twice: 2 penguins were placed in one turn, one of them at row 1 column 2",
        ),
        (
            "1 4\n01 10 10 02\nyou 1 1\nme 2 2\n",
            "illegal-turn: illegal turn r1c4: the floe at row 1 column 4 has 2 fish, and penguins start on exactly one",
        ),
        (
            "1 4\n01 02 10 20\nyou 1 1\nme 2 1\nhe 3 0\n",
            "row-added: the row 'he 3' was added, but a program may only add its own row",
        ),
    ] {
        assert_eq!(placing.judge_text(0, after), expected);
    }
}

#[test]
fn a_blocked_player_must_report_it() {
    let text = "1 4\n01 02 00 20\nyou 1 1\nme 2 1\n";
    let blocked = scene(text, Calling::Movement, 2);
    assert_eq!(blocked.judge_text(1, text), "no turn");
    let why = "no-turn-to-make: exit code 0, expected 1: none of its penguins can move";
    assert_eq!(blocked.judge_text(0, text), why);
    assert_eq!(blocked.judge_text(0, "1 4\n01 00 00 02\nyou 1 1\nme 2 3\n"), why);
    let changed = "1 4\n01 00 00 02\nyou 1 1\nme 2 3\n";
    assert_eq!(
        blocked.judge_text(1, changed),
        "changed-anyway: exit code 1, but the board file was changed: leave it as it is, since none of its penguins can move"
    );
}

#[test]
fn a_wrong_exit_code_names_the_right_one() {
    let text = "1 4\n01 02 10 20\nyou 1 1\nme 2 1\n";
    let placed = scene(text, Calling::Placement { penguins: 1 }, 2);
    assert_eq!(placed.judge_text(1, text), "no turn");
    for (code, words) in [
        (0, "no-turn-to-make: exit code 0, expected 1: all penguins are placed"),
        (
            2,
            "refused-good-file: exit code 2, but the board file is valid; expected 1: all penguins are placed",
        ),
        (
            3,
            "internal-error: exit code 3: the program reported an internal error; expected 1: all penguins are placed",
        ),
    ] {
        assert_eq!(placed.judge_text(code, text), words);
    }
    assert!(placed.judge_text(7, text).ends_with("or 3 (error); expected 1: all penguins are placed"));
    let full = "1 4\n01 02 00 20\nyou 1 1\nme 2 1\n";
    let full = (scene(full, Calling::Placement { penguins: 2 }, 2), full);
    assert_eq!(
        full.0.judge_text(0, full.1),
        "no-turn-to-make: exit code 0, expected 1: no free floe with one fish is left"
    );
}

#[test]
fn ends_and_outputs_have_their_own_faults() {
    let scene = scene(MOVING, Calling::Movement, 2);
    let board = || FoundFile::Bytes(MOVING.into());
    let name = |ended, board| scene.judge(ended, board).unwrap_err().name();
    assert_eq!(name(ExitReason::OverTime, board()), "time-out");
    assert_eq!(name(ExitReason::OverCpu, board()), "too-much-cpu");
    assert_eq!(name(ExitReason::Unwatchable("why".to_owned()), board()), "unwatchable");
    assert_eq!(name(ExitReason::OverMemory, board()), "too-much-memory");
    assert_eq!(name(ExitReason::OverFiles, board()), "too-much-written");
    assert_eq!(name(ExitReason::OverOutput, board()), "too-much-printed");
    assert_eq!(name(ExitReason::Signal(11), board()), "crash");
    assert_eq!(name(ExitReason::NotStarted(String::new()), board()), "not-started");
    assert_eq!(name(ExitReason::Exit(0), FoundFile::Missing), "output-gone");
    assert_eq!(name(ExitReason::Exit(1), FoundFile::NotAFile(NotAFile::Pipe)), "output-not-a-file");
    assert_eq!(name(ExitReason::Exit(0), FoundFile::TooLarge), "output-too-large");
    assert_eq!(name(ExitReason::Exit(0), FoundFile::Unreadable("no".to_owned())), "output-closed");
}

/// Finds the turns that explain a file by trying them all.
fn slow(scene: &Scene, after: &Setup) -> Vec<Move> {
    let rows = |setup: &Setup| -> Vec<(Vec<u8>, u8, u64)> {
        let mut rows: Vec<_> = setup
            .players
            .iter()
            .map(|row| (row.id.as_bytes().to_vec(), row.seat.number(), row.score))
            .collect();
        rows.sort();
        rows
    };
    let explains = |turn: &Move| {
        let mut wanted = scene.after(*turn);
        if scene.shown.player_at(scene.seat).is_none()
            && let Some(joined) = after.player_at(scene.seat)
        {
            // A player that joins may choose any id.
            let row = wanted.players.iter_mut().find(|row| row.seat == scene.seat);
            row.expect("a player that places has a row").id = joined.id.clone();
        }
        let arrival = turn.cells().last().unwrap();
        let same = |(index, (wanted, found)): (usize, (&Tile, &Tile))| {
            let fish = scene.shown.tiles()[index].fish();
            // What lies beneath a penguin that has just arrived may be left, or taken out.
            let free = index == arrival.index() && found.seat() == wanted.seat();
            wanted == found || (free && (found.fish() == fish || found.fish().count() == 0))
        };
        rows(&wanted) == rows(after)
            && wanted.tiles().len() == after.tiles().len()
            && wanted.tiles().iter().zip(after.tiles()).enumerate().all(same)
    };
    scene.position.turns().into_iter().filter(explains).collect()
}

/// Changes something in a file at random.
fn tamper(setup: &mut Setup, random: &mut Random) {
    let tiles = setup.tiles().len() as u64;
    match random.below(6) {
        0 | 1 => {
            let tile = Tile::from_digits(random.below(4) as u8, random.below(3) as u8).unwrap();
            setup.set_tile(Cell(random.below(tiles) as u32), tile);
        }
        2 => {
            let index = random.index(setup.players.len().max(1));
            if let Some(row) = setup.players.get_mut(index) {
                row.score = row.score.saturating_add(random.below(3)).saturating_sub(1);
            }
        }
        3 => setup.players.reverse(),
        4 => {
            let from = Cell(random.below(tiles) as u32);
            let tile = setup.tiles()[from.index()];
            setup.set_tile(Cell(random.below(tiles) as u32), tile);
            setup.set_tile(from, Tile::WATER);
        }
        _ if random.below(2) == 0 => _ = setup.players.pop(),
        _ => {
            if let Some(next) = setup.next_seat() {
                setup.players.push(PlayerRow::new(id("new"), next, random.below(3)));
            }
        }
    }
}

fn any_rules() -> impl Strategy<Value = RuleSet> {
    prop::sample::select(RuleSet::PRESETS.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_answer_counts_exactly_when_one_legal_turn_explains_it(
        rules in any_rules(), rows in 2u32..6, cols in 2u32..6, turns in 0usize..20, tampered in 0usize..3, seed: u64,
    ) {
        let recipe = Recipe { players: 2, penguins: 2, seed, holes: 10, ..Recipe::plain(rules, rows, cols) };
        let Ok(board) = generate(&recipe) else { return Ok(()) };
        let mut random = Random::new(seed);
        let stage = Stage::Placement { penguins: 2, seats: vec![seat(1), seat(2)] };
        let mut position = Position::new(&board, &rules, &stage).unwrap();
        let mut shown = board;
        for _ in 0..turns {
            let Some(seat) = position.to_move() else { return Ok(()) };
            let all = position.turns();
            let turn = all[random.index(all.len())];
            let _ = position.play(turn).unwrap();
            let name = if seat.number() == 1 { "one" } else { "two" };
            shown.follow(&position, &turn.cells().collect::<Vec<_>>(), seat, &id(name));
        }
        let Some(seat) = position.to_move() else { return Ok(()) };
        let calling = match position.phase() {
            Phase::Placement => Calling::Placement { penguins: 2 },
            _ => Calling::Movement,
        };
        let scene = Scene { position, shown, calling, seat };
        let all = scene.position.turns();
        let mut after = scene.after(all[random.index(all.len())]);
        for _ in 0..tampered {
            tamper(&mut after, &mut random);
        }
        let explained = slow(&scene, &after);
        prop_assert!(explained.len() <= 1);
        let joined = after.player_at(seat).map(|row| row.id.clone()).filter(|_| scene.shown.player_at(seat).is_none());
        let verdict = scene.judge(ExitReason::Exit(0), FoundFile::Bytes(board_file::write(&after)));
        match explained.first() {
            Some(&turn) => prop_assert_eq!(verdict, Ok(Verdict::Turn { turn, joined })),
            None => prop_assert!(verdict.is_err(), "{:?}", verdict),
        }
    }
}

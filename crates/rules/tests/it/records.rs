//! Records: random games written and read back, and damaged records.

use floe_rules::game::{Game, Turn};
use floe_rules::gamma::{self, Gamma};
use floe_rules::generate::{Recipe, Shape, generate};
use floe_rules::penguins::{RuleSet, Stage};
use floe_rules::random::Random;
use floe_rules::record::{Ending, Header, PlayerInfo, PlayerKind, Record, read, write};
use proptest::prelude::*;

use crate::boards::{Sample, all_rules, samples, seat};

/// Names that look like other parts of a record.
const NAMES: [&str; 6] = ["Ann", "Ann and Ben", "Ben (person)", "# no: comment", "[turns]", "Łoś 企鵝"];

fn player_infos(game: &Game, random: &mut Random) -> Vec<(u32, PlayerInfo)> {
    let rows: Vec<u32> = match game {
        Game::Penguins(history) => {
            history.start().players.iter().map(|player| player.seat.number().into()).collect()
        }
        Game::Gamma(_) => Vec::new(),
    };
    let mut player_infos = Vec::new();
    for player in game.players() {
        // A player with a row needs no name.
        if rows.contains(&player) && random.below(2) == 0 {
            continue;
        }
        let kind = match random.below(3) {
            0 => PlayerKind::Person,
            1 => PlayerKind::Program,
            _ => PlayerKind::Engine { level: 1 + random.below(10) as u8 },
        };
        player_infos.push((player, PlayerInfo::new(NAMES[random.index(NAMES.len())], kind).unwrap()));
    }
    random.shuffle(&mut player_infos);
    player_infos
}

/// Plays some turns at random and makes a record of the game.
fn played(mut game: Game, seed: u64) -> Record {
    let mut random = Random::new(seed);
    // Half of the games are played to their end, up to a limit, since passing may go on for ever in Gamma.
    let most = if random.below(2) == 0 { random.index(30) } else { 300 };
    let refereed = random.below(3) == 0 && matches!(game, Game::Penguins(_));
    while game.made() < most && !game.is_over() {
        let turn = some_turn(&game, &mut random);
        if game.play(turn).is_err() {
            game.play(Turn::Gamma(gamma::Move::Pass)).unwrap();
        }
        if refereed {
            decide(&mut game, &mut random);
        }
        if random.below(10) == 0 {
            game.undo();
        }
    }
    let player_infos = player_infos(&game, &mut random);
    let more = (0..random.below(3))
        .map(|index| Header::new(&format!("key {index}"), NAMES[random.index(NAMES.len())]).unwrap())
        .collect();
    let ending = match Ending::of(&game) {
        Ending::Unfinished if random.below(2) == 0 => Ending::Stopped,
        ending => ending,
    };
    Record::new(game, player_infos, more, ending).unwrap()
}

/// Sometimes takes a turn from a player, or a player out of the game.
fn decide(game: &mut Game, random: &mut Random) {
    let Some(to_move) = game.to_move() else {
        return;
    };
    let players = game.players();
    let (before, scores) = (to_move, players.iter().map(|&p| game.score(p)).collect::<Vec<_>>());
    match random.below(12) {
        0 | 1 => game.lose_turn().unwrap(),
        2 => {
            let player = players[random.index(players.len())];
            let was_out = game.is_out(player);
            assert_eq!(game.eliminate(player).is_err(), was_out);
            assert!(game.is_out(player) && game.to_move() != Some(player));
            if was_out {
                return;
            }
        }
        _ => return,
    }
    if random.below(2) == 0 && game.undo() {
        assert_eq!(game.to_move(), Some(before));
        assert_eq!(players.iter().map(|&p| game.score(p)).collect::<Vec<_>>(), scores);
        game.redo();
    }
}

/// Returns a turn that is legal in Penguins, and perhaps in Gamma.
fn some_turn(game: &Game, random: &mut Random) -> Turn {
    match game {
        Game::Penguins(history) => {
            let turns = history.position().turns();
            Turn::Penguins(turns[random.index(turns.len())])
        }
        Game::Gamma(history) => {
            let x = random.below(history.board().width().into()) as u32;
            let y = random.below(history.board().height().into()) as u32;
            Turn::Gamma(match random.below(10) {
                0 => gamma::Move::Pass,
                1 | 2 => gamma::Move::Golden { x, y },
                _ => gamma::Move::Take { x, y },
            })
        }
    }
}

/// Games from boards with penguins, holes, scores and gaps in the numbers of players.
fn middles() -> impl Strategy<Value = Record> {
    (samples(8), prop::option::of(any::<prop::sample::Index>())).prop_map(|(sample, first)| {
        let Sample { setup, rules, placing, numbers, seed } = sample;
        let seats: Vec<_> = numbers.iter().map(|&number| seat(number)).collect();
        let first = first.map(|index| *index.get(&seats));
        let stage = match placing {
            Some(penguins) => Stage::Placement { penguins, seats },
            None => Stage::Movement,
        };
        played(Game::penguins(setup, &rules, stage, first).unwrap(), seed)
    })
}

/// Games from generated boards, whose players have yet to join.
fn beginnings() -> impl Strategy<Value = Record> {
    let who = (prop::sample::select(all_rules()), any::<prop::sample::Index>(), 1u32..4);
    let board = (3u32..9, 3u32..9, prop::sample::select(vec![Shape::Full, Shape::Island, Shape::Mirrored]));
    (who, board, any::<u64>()).prop_filter_map(
        "no such board",
        |((rules, players, penguins), (rows, cols, shape), seed)| {
            let RuleSet { fewest_players, most_players, .. } = rules;
            let players = fewest_players + players.index((most_players - fewest_players + 1).into()) as u8;
            let plain = Recipe::plain(rules, rows, cols);
            let setup = generate(&Recipe { shape, holes: 20, players, penguins, seed, ..plain }).ok()?;
            let stage = Stage::Placement { penguins, seats: setup.seats_for(players) };
            Some(played(Game::penguins(setup, &rules, stage, None).unwrap(), seed))
        },
    )
}

fn gammas() -> impl Strategy<Value = Record> {
    let players = prop_oneof![8 => 1u32..=5, 1 => Just(40u32)];
    (1u32..=7, 1u32..=7, players, 1u32..=4, any::<u64>()).prop_map(|(width, height, players, areas, seed)| {
        let board = Gamma::new(width, height, players, areas).unwrap();
        played(Game::gamma(board), seed)
    })
}

fn records() -> impl Strategy<Value = Record> {
    prop_oneof![middles(), beginnings(), gammas()]
}

/// Compares all contents of two records.
fn assert_same(one: &Record, other: &Record) {
    assert!(one.player_infos().eq(other.player_infos()));
    assert_eq!((one.more(), one.ending()), (other.more(), other.ending()));
    let (one, other) = (one.game(), other.game());
    assert_eq!((one.name(), one.made()), (other.name(), other.made()));
    assert!(one.actions().eq(other.actions()));
    match (one, other) {
        (Game::Penguins(one), Game::Penguins(other)) => {
            assert_eq!((one.start(), one.first()), (other.start(), other.first()));
            assert_eq!(placing(one.stage()), placing(other.stage()));
            assert_eq!(one.position(), other.position());
        }
        (Game::Gamma(one), Game::Gamma(other)) => {
            let (one, other) = (one.turns(), other.turns());
            assert_eq!((one.to_move(), one.top_score()), (other.to_move(), other.top_score()));
            let (one, other) = (one.game(), other.game());
            assert_eq!((one.width(), one.height()), (other.width(), other.height()));
            assert_eq!((one.players(), one.most_areas()), (other.players(), other.most_areas()));
            for y in 0..one.height() {
                assert!((0..one.width()).all(|x| one.owner(x, y) == other.owner(x, y)));
            }
            for player in 1..=one.players() {
                assert_eq!(one.has_golden(player), other.has_golden(player));
                assert_eq!(one.free(player), other.free(player));
            }
        }
        _ => panic!("different games"),
    }
}

/// Returns the penguins per player; the seats are compared by the position, since their order may differ.
fn placing(stage: &Stage) -> Option<u32> {
    match stage {
        Stage::Placement { penguins, .. } => Some(*penguins),
        Stage::Movement => None,
    }
}

/// Checks what must hold for any text.
fn check(text: &[u8]) {
    match read(text) {
        Ok(record) => {
            let tidy = write(&record);
            let again = read(&tidy).unwrap();
            assert_same(&record, &again);
            assert_eq!(write(&again), tidy);
            let player_infos: Vec<_> =
                again.player_infos().map(|(player, player_info)| (player, player_info.clone())).collect();
            let (more, ending) = (again.more().to_vec(), again.ending());
            Record::new(again.into_game(), player_infos, more, ending).unwrap();
        }
        Err(faults) => {
            assert!(faults.total() >= faults.listed().len() && faults.total() > 0);
            assert!(faults.listed().is_sorted_by_key(|fault| fault.place.line));
            let report = faults.report("game.floe", text);
            assert!(report.starts_with("game.floe:"));
            assert!(report.lines().all(|line| line.chars().all(|letter| !letter.is_control())));
        }
    }
}

/// Damages a text in one of several ways.
fn damaged(text: &[u8], how: u8, at: usize, other: usize, byte: u8) -> Vec<u8> {
    let mut bytes = text.to_vec();
    let mut lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let (place, line, other) = (at % bytes.len(), at % lines.len(), other % lines.len());
    match how {
        0 => bytes[place] = byte,
        1 => bytes.insert(place, byte),
        2 => _ = bytes.remove(place),
        3 => bytes.truncate(place),
        4 => {
            lines.remove(line);
            return lines.concat();
        }
        5 => {
            lines.swap(line, other);
            return lines.concat();
        }
        6 => {
            lines.insert(other, lines[line]);
            return lines.concat();
        }
        // A changed digit may still be valid.
        _ => {
            let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
            bytes[digits[at % digits.len()]] = b'0' + byte % 10;
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(record in records()) {
        let text = write(&record);
        let again = match read(&text) {
            Ok(again) => again,
            Err(faults) => panic!("{}\n{}", faults.report("r", &text), String::from_utf8_lossy(&text)),
        };
        assert_same(&record, &again);
        prop_assert_eq!(write(&again), text);
    }

    #[test]
    fn a_record_that_is_cut_off_is_refused(record in records(), at in any::<prop::sample::Index>()) {
        let text = write(&record);
        // The last newline may be missing.
        let cut = &text[..at.index(text.len() - 1)];
        prop_assert!(read(cut).is_err(), "{}", String::from_utf8_lossy(cut));
        check(cut);
    }

    #[test]
    fn a_damaged_record_is_refused_or_reads(
        record in records(),
        damage in prop::collection::vec((0u8..8, any::<u32>(), any::<u32>(), any::<u8>()), 1..4),
    ) {
        let mut text = write(&record);
        for (how, at, other, byte) in damage {
            if !text.iter().any(u8::is_ascii_digit) {
                break;
            }
            text = damaged(&text, how, at as usize, other as usize, byte);
            check(&text);
        }
    }
}

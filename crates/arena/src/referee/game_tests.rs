//! Whole games between players made up for the test.

use std::io;
use std::time::Duration;

use floe_rules::board_file;
use floe_rules::game::Game;
use floe_rules::generate::{Recipe, generate};
use floe_rules::history::Action;
use floe_rules::penguins::{Id, Move, RuleSet, Setup};
use floe_rules::random::Random;
use floe_rules::record::{self, Ending, PlayerInfo, PlayerKind, Record};

use super::judge::can_act;
use super::player::{Player, Reply, TurnOutput, TurnRequest};
use super::{EliminationReason, GameTerms, PlayedGame, Policy, play};
use crate::result::ReplayNote;
use crate::sandbox::{Disturbance, ExitReason, FoundFile, ResourceLimits};

fn id(text: &str) -> Id {
    Id::new(text.as_bytes()).unwrap()
}

/// A program that answers right, but fails at the calls that its script marks with `x`, and was disturbed in a first run
/// of those that it marks with `r`.
struct Fake {
    id: Id,
    script: Vec<u8>,
    random: Random,
    /// The rows that it was shown, and whether it was to place.
    seen: std::sync::mpsc::Sender<(String, bool)>,
    calls: usize,
}

impl Player for Fake {
    fn id(&self) -> Option<&Id> {
        Some(&self.id)
    }

    fn is_asked_when_blocked(&self) -> bool {
        true
    }

    fn forfeits(&self) -> Option<&str> {
        (self.script.first() == Some(&b'f')).then_some("it is gone")
    }

    fn answer(&mut self, request: &TurnRequest<'_>) -> io::Result<Reply> {
        let rows: Vec<String> = request
            .shown
            .players
            .iter()
            .map(|row| format!("{} {} {}", row.id, row.seat.number(), row.score))
            .collect();
        let placing = request.calling.is_placement();
        self.seen.send((rows.join(","), placing)).unwrap();
        // What is written must read back: the ids in it are all different.
        let text = board_file::write(request.shown);
        let mut setup = board_file::read(&text).unwrap();
        let own = setup.player_named(&self.id).map(|row| row.seat);
        assert_eq!(own.unwrap_or_else(|| setup.next_seat().unwrap()), request.seat);

        let fails = self.script.get(self.calls) == Some(&b'x');
        self.calls += 1;
        let code = if fails {
            7
        } else if can_act(request) {
            let turns = request.position.turns();
            let turn = turns[self.random.index(turns.len())];
            make(&mut setup, request, turn, &self.id);
            0
        } else {
            1
        };
        Ok(Reply::Ran(Box::new(TurnOutput {
            ended: ExitReason::Exit(code),
            took: Duration::from_millis(2),
            cpu: Duration::from_millis(1),
            replayed: (self.script.get(self.calls - 1) == Some(&b'r')).then_some(Disturbance::ProcessLimit),
            board: FoundFile::Bytes(board_file::write(&setup)),
            stdout: if fails { b"Error: ah".to_vec() } else { Vec::new() },
            stderr: if fails { b"oh".to_vec() } else { Vec::new() },
            limits: ResourceLimits::default(),
            max_output: 1 << 20,
        })))
    }
}

fn make(setup: &mut Setup, request: &TurnRequest<'_>, turn: Move, id: &Id) {
    let mut next = request.position.clone();
    let _ = next.play(turn).unwrap();
    setup.follow(&next, &turn.cells().collect::<Vec<_>>(), request.seat, id);
}

/// Plays a game between fakes with scripts; returns it with what each was shown.
fn game(scripts: &[(&str, &str)], policy: Policy, rules: RuleSet) -> (PlayedGame, Vec<Vec<(String, bool)>>) {
    let count = scripts.len() as u8;
    let recipe = Recipe { players: count, penguins: 2, seed: 5, ..Recipe::plain(rules, 6, 6) };
    let board = generate(&recipe).unwrap();
    let (mut players, mut receivers): (Vec<Box<dyn Player>>, Vec<_>) = (Vec::new(), Vec::new());
    for (index, (name, script)) in scripts.iter().enumerate() {
        let (seen, receiver) = std::sync::mpsc::channel();
        let random = Random::new(index as u64);
        let script = script.as_bytes().to_vec();
        players.push(Box::new(Fake { id: id(name), script, random, seen, calls: 0 }));
        receivers.push(receiver);
    }
    let played =
        play(&board, &GameTerms { rules, penguins: 2, policy }, &mut players, &mut |_| true).unwrap();
    drop(players);

    // Every game leaves a record that replays.
    let player_infos =
        (1..).zip(scripts).map(|(n, (name, _))| (n, PlayerInfo::new(name, PlayerKind::Program).unwrap()));
    let history = Game::from(played.history.clone());
    let text = record::write(&Record::new(history, player_infos, Vec::new(), played.ending).unwrap());
    let read = record::read(&text).unwrap();
    assert_eq!(record::write(&read), text);
    for (number, seat) in (1..).zip(&played.results) {
        assert_eq!(read.game().score(number), seat.fish);
        assert_eq!(read.game().leaders().contains(&number), seat.place == 1);
    }
    (played, receivers.into_iter().map(|receiver| receiver.into_iter().collect()).collect())
}

#[test]
fn players_are_asked_until_none_can_act_and_once_more() {
    for rules in RuleSet::PRESETS {
        let (played, seen) = game(&[("a", ""), ("b", "")], Policy::default(), rules);
        assert_eq!((played.ending, &played.faults[..]), (Ending::Over, &[][..]));
        let turns = |number: u8, placing: bool| {
            let made = (0..played.history.made()).filter_map(|index| played.history.action(index));
            made.filter(|(seat, event)| {
                seat.number() == number && matches!(event, Action::Turn(Move::Place(_))) == placing
            })
            .count()
        };
        for (number, calls) in (1..).zip(&seen) {
            for placing in [true, false] {
                let asked = calls.iter().filter(|(_, was_placing)| *was_placing == placing).count();
                assert_eq!(asked, turns(number, placing) + 1);
            }
        }
        assert_eq!(played.results[0].calls as usize, seen[0].len());
        assert_eq!(played.results[0].thought, Duration::from_millis(2) * played.results[0].calls);
    }
}

#[test]
fn namesakes_play_each_other() {
    let (played, seen) = game(&[("Floe", ""), ("Floe", "")], Policy::default(), RuleSet::SQUARE);
    assert!(played.faults.is_empty());
    assert_eq!(seen[0][1].0, "Floe 1 1,FloeB 2 1");
    assert_eq!(seen[1][0].0, "FloeA 1 1");
    assert!(played.ids.iter().all(|found| *found == Some(id("Floe"))));
}

#[test]
fn a_lost_turn_passes_to_the_next_and_keeps_the_numbers() {
    let (played, seen) = game(&[("a", "x..x"), ("b", "")], Policy::default(), RuleSet::SQUARE);
    assert_eq!(played.faults.len(), 2);
    // The first fault came before it had a row: the second must still be player 2.
    assert_eq!(seen[1][0].0, "a 1 0");
    assert_eq!(seen[0][1].0, "a 1 0,b 2 1");
    let first = played.history.action(0).unwrap();
    assert_eq!((first.0.number(), first.1), (1, Action::LostTurn));
    assert_eq!(played.results[0].stderr, b"--- after turn 0\noh\n--- after turn 5\noh\n");
    assert_eq!(played.results[0].stdout, b"--- after turn 0\nError: ah\n--- after turn 5\nError: ah\n");
    let explanation = &played.faults[0].explanation;
    assert!(explanation.ends_with(" (standard error: oh; standard output: Error: ah)"), "{explanation}");
    assert!(played.results[0].out.is_none() && played.ending == Ending::Over);
}

#[test]
fn three_in_a_row_forfeit() {
    let (played, _) = game(&[("a", ".xx.xxx"), ("b", "")], Policy::default(), RuleSet::SQUARE);
    assert_eq!(played.results[0].out, Some(EliminationReason::InARow(3).to_string()));
    assert_eq!((played.ending, played.results[0].place, played.results[1].place), (Ending::Stopped, 2, 1));
    assert_eq!(played.faults.len(), 5);
}

#[test]
fn the_others_play_on_without_one_who_is_out() {
    let (played, _) = game(&[("a", "..x"), ("b", ""), ("c", ".......x")], Policy::Forfeit, RuleSet::SQUARE);
    assert_eq!(played.results[0].out, Some(EliminationReason::FirstFault.to_string()));
    assert_eq!([played.results[0].place, played.results[1].place, played.results[2].place], [3, 1, 2]);
    assert_eq!(played.results[0].fish, 2);
    let (played, _) =
        game(&[("a", "x.x"), ("b", ""), ("c", "")], Policy::Disqualify { faults: 2 }, RuleSet::HEX);
    assert_eq!(played.results[0].out, Some(EliminationReason::Disqualified(2).to_string()));
    assert_eq!((played.ending, played.results[0].place), (Ending::Over, 3));
    // Of those who went out, it counts how long they lasted, and not where they sat.
    let scripts = [("a", "xxx"), ("b", "xxx"), ("c", ".xxx"), ("d", ""), ("e", "")];
    let (played, _) = game(&scripts, Policy::default(), RuleSet::SQUARE);
    assert_eq!(played.results.iter().map(|seat| seat.place).collect::<Vec<_>>()[..3], [4, 4, 3]);
}

#[test]
fn a_replayed_turn_is_noted_and_costs_nothing() {
    let (plain, _) = game(&[("a", ""), ("b", "")], Policy::Forfeit, RuleSet::SQUARE);
    let (played, _) = game(&[("a", ""), ("b", "rr")], Policy::Forfeit, RuleSet::SQUARE);
    let reason = Disturbance::ProcessLimit.to_string();
    let note = |after| ReplayNote { seat: 1, after, reason: reason.clone() };
    assert_eq!(played.replays, [note(1), note(3)]);
    assert!(played.faults.is_empty());
    assert_eq!(played.results, plain.results, "a replay changes no figure");
    let cpu = played.results[1].cpu.unwrap();
    assert_eq!(
        (cpu.total, cpu.most),
        (Duration::from_millis(played.results[1].calls.into()), Duration::from_millis(1))
    );
}

#[test]
fn a_game_in_which_everything_is_forgiven_still_ends() {
    let forgiving = Policy::LoseTurn { in_a_row: None };
    let script = "x".repeat(1000);
    let (played, _) = game(&[("a", &script), ("b", &script)], forgiving, RuleSet::SQUARE);
    assert_eq!((played.ending, played.faults.len()), (Ending::Stopped, 20));
    assert_eq!(played.stopped.as_deref(), Some("no turn of player 1 and player 2 in 10 rounds"));
    assert_eq!([played.results[0].place, played.results[1].place], [1, 1]);
}

#[test]
fn a_game_in_which_a_player_never_places_goes_on_without_it() {
    let forgiving = Policy::LoseTurn { in_a_row: None };
    let never = "x".repeat(1000);
    let (played, _) = game(&[("a", ""), ("b", &never)], forgiving, RuleSet::SQUARE);
    let reason = Some("forfeit after 10 rounds without placing a penguin".to_owned());
    assert_eq!((&played.results[1].out, played.results[0].place, played.results[1].place), (&reason, 1, 2));
    let (played, _) = game(&[("a", &never), ("b", ""), ("c", "")], forgiving, RuleSet::SQUARE);
    assert_eq!((played.ending, &played.results[0].out), (Ending::Over, &reason));
    assert!(played.results[1..].iter().all(|result| result.out.is_none() && result.fish > 2));
}

#[test]
fn a_game_that_waits_for_a_move_ends_with_its_score() {
    let forgiving = Policy::LoseTurn { in_a_row: None };
    let script = "..".to_owned() + &"x".repeat(1000);
    let (played, _) = game(&[("a", &script), ("b", "")], forgiving, RuleSet::SQUARE);
    assert_eq!(played.ending, Ending::Stopped);
    assert_eq!(played.stopped.as_deref(), Some("no turn of player 1 in 10 rounds"));
    assert!(played.results.iter().all(|result| result.out.is_none()));
    assert_eq!((played.results[0].place, played.results[1].place), (2, 1));
}

#[test]
fn a_patient_policy_is_followed_to_its_end() {
    let script = "x".repeat(1000);
    let (played, _) =
        game(&[("a", &script), ("b", &script)], Policy::Disqualify { faults: 15 }, RuleSet::SQUARE);
    assert_eq!(played.results[0].out, Some(EliminationReason::Disqualified(15).to_string()));
    assert_eq!([played.results[0].place, played.results[1].place], [2, 1]);
}

/// A player inside this process.
struct Inside(Option<Id>);

impl Player for Inside {
    fn id(&self) -> Option<&Id> {
        self.0.as_ref()
    }

    fn is_asked_when_blocked(&self) -> bool {
        false
    }

    fn answer(&mut self, request: &TurnRequest<'_>) -> io::Result<Reply> {
        Ok(Reply::Turn {
            turn: request.position.turns().first().copied(),
            took: Duration::ZERO,
            cpu: Duration::ZERO,
        })
    }
}

#[test]
fn players_inside_this_process_name_their_turns() {
    let board = generate(&Recipe { players: 2, penguins: 3, ..Recipe::plain(RuleSet::HEX, 9, 9) }).unwrap();
    let terms = GameTerms { rules: RuleSet::HEX, penguins: 3, policy: Policy::Forfeit };
    let mut players: Vec<Box<dyn Player>> = vec![Box::new(Inside(None)), Box::new(Inside(Some(id("x"))))];
    let played = play(&board, &terms, &mut players, &mut |_| true).unwrap();
    assert!(played.faults.is_empty() && played.ending == Ending::Over);
    assert_eq!(played.ids, [Some(id("PlayerA")), Some(id("x"))]);
}

#[test]
fn boards_that_cannot_be_played_on_are_refused() {
    let terms = GameTerms { rules: RuleSet::SQUARE, penguins: 2, policy: Policy::Forfeit };
    let why = |text: &str| {
        let board = board_file::read(text.as_bytes()).unwrap();
        let mut players: Vec<Box<dyn Player>> = vec![Box::new(Inside(None)), Box::new(Inside(None))];
        play(&board, &terms, &mut players, &mut |_| true).unwrap_err().to_string()
    };
    assert_eq!(
        why("1 4\n10 10 10 20\n"),
        "the board has 3 floes with one fish, but 4 penguins are to be placed"
    );
    assert_eq!(
        why("1 5\n10 10 10 10 01\nann 1 1\n"),
        "a game between programs starts on a board without players, but this one has a row for 'ann'"
    );
}

#[test]
fn a_player_that_cannot_play_forfeits_before_the_first_turn() {
    // Whatever faults cost, even if they never eliminate.
    for policy in [Policy::default(), Policy::Forfeit, Policy::LoseTurn { in_a_row: None }] {
        let (played, seen) = game(&[("a", ""), ("b", "f"), ("c", "")], policy, RuleSet::SQUARE);
        assert!(seen[1].is_empty(), "it is never called");
        assert!(seen[2][0].0.contains("b 2 0"), "the others keep their numbers: {:?}", seen[2][0]);
        assert_eq!(played.results[1].out.as_deref(), Some("forfeit: it could not be started"));
        assert_eq!(played.results[1].place, 3);
        let faults: Vec<&str> = played.faults.iter().map(|fault| &fault.explanation[..]).collect();
        assert_eq!(faults, ["could not be started: it is gone"]);
        assert_eq!(played.faults[0].name, "not-started");
    }
    let (played, _) = game(&[("a", "f"), ("b", "f")], Policy::default(), RuleSet::SQUARE);
    assert_eq!((played.results[0].place, played.results[1].place), (1, 1));
    let (played, _) = game(&[("a", ""), ("b", "f")], Policy::default(), RuleSet::SQUARE);
    assert_eq!((played.results[0].place, played.results[1].place), (1, 2));
}

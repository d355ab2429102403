//! Properties of every session: no events make it panic, undo and redo are inverse, stale answers are ignored, and a
//! stored session continues exactly where it was.

use floe_engine::{Choice, ConsideredTurn, Engine, MonotonicClock, Progress, SearchContext, Value};
use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::random::Random;
use floe_rules::record::PlayerKind;
use floe_session::{
    EngineTask, GameKind, GameSpec, SearchBudget, Session, SessionEffect, SessionEvent, TaskId,
};
use proptest::prelude::*;

/// Returns a small game of any kind with people and engines in its seats.
fn small(random: &mut Random) -> Session {
    let kind = GameKind::ALL[random.index(4)];
    let mut spec = GameSpec { seed: Some(random.below(1000)), ..GameSpec::new(kind) };
    match kind {
        GameKind::Square => (spec.rows, spec.cols, spec.penguins) = (Some(4), Some(5), Some(2)),
        GameKind::Gamma => (spec.rows, spec.cols, spec.areas) = (Some(3), Some(4), Some(2)),
        GameKind::Hex | GameKind::Classic => spec.penguins = Some(1),
    }
    for seat in 0..2 + random.index(2) {
        let person = random.below(2) == 0;
        let kind = if person { PlayerKind::Person } else { PlayerKind::Engine { level: 2 } };
        spec.seat_mut(seat).kind = kind;
    }
    let budget = SearchBudget { nodes: Some(20), ..SearchBudget::default() };
    Session::new(spec, budget).expect("the game can start")
}

fn random_turn(game: &Game, random: &mut Random) -> Turn {
    match game {
        Game::Penguins(history) => {
            let turns = history.position().turns();
            let turn = turns.get(random.index(turns.len().max(1))).copied();
            Turn::Penguins(turn.unwrap_or(floe_rules::penguins::Move::Place(floe_rules::grid::Cell(0))))
        }
        Game::Gamma(history) => {
            let board = history.board();
            let (x, y) =
                (random.below(board.width().into()) as u32, random.below(board.height().into()) as u32);
            Turn::Gamma(match random.below(8) {
                0 => gamma::Move::Pass,
                1 => gamma::Move::Golden { x, y },
                _ => gamma::Move::Take { x, y },
            })
        }
    }
}

fn progress(turn: Turn) -> Progress<Turn> {
    let considered = vec![ConsideredTurn { turn, share: 1.0 }];
    let elapsed = std::time::Duration::ZERO;
    Progress { depth: 1, nodes: 2, elapsed, value: Value(30), line: vec![turn], considered }
}

/// Returns any event: most of them sensible, some of them out of place.
fn any_event(session: &Session, random: &mut Random) -> SessionEvent {
    let turn = random_turn(session.game(), random);
    let current = session.task().map_or(0, |task| task.id.0);
    let task = TaskId(if random.below(4) == 0 { random.below(20) } else { current });
    match random.below(24) {
        0 => SessionEvent::Start,
        1 | 2 => SessionEvent::Undo,
        3 | 4 => SessionEvent::Redo,
        5 => SessionEvent::Hint,
        6 => SessionEvent::DismissHint,
        7 => SessionEvent::Pause,
        8 | 9 => SessionEvent::Resume,
        10 => SessionEvent::MoveNow,
        11 if random.below(4) == 0 => SessionEvent::StopGame,
        12 if random.below(8) == 0 => SessionEvent::Restart,
        13 => SessionEvent::Saved,
        14 => SessionEvent::Progress { task, progress: progress(turn) },
        15 if random.below(4) == 0 => SessionEvent::Answer { task, choice: None },
        15 if random.below(3) == 0 => SessionEvent::OutOfTime,
        15 => {
            SessionEvent::Rename { player: random.below(4) as u32, name: format!("Ann {}", random.below(3)) }
        }
        16..=19 => SessionEvent::Answer { task, choice: Some(Choice { turn, progress: progress(turn) }) },
        _ => SessionEvent::Turn(turn),
    }
}

fn stored(session: &Session) -> String {
    serde_json::to_string(session).expect("a session can be stored")
}

fn loaded(text: &str) -> Session {
    serde_json::from_str(text).expect("a stored session can be loaded")
}

/// Returns what a session shows of itself, apart from its tasks.
fn shown(session: &Session) -> String {
    let game = serde_json::to_string(session.game()).expect("a game can be stored");
    format!("{game} {:?} {:?}", session.ending(), session.person_to_move())
}

fn texts(effects: &[SessionEffect]) -> Vec<String> {
    effects.iter().map(|effect| serde_json::to_string(effect).expect("an effect can be stored")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_events_keep_a_session_sound(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let mut session = small(&mut random);
        for _ in 0..150 {
            let event = any_event(&session, &mut random);
            let refusable = !matches!(event, SessionEvent::Start);
            let before = shown(&session);
            let effects = session.update(event);
            if refusable && effects.iter().any(|effect| matches!(effect, SessionEffect::Refused(_))) {
                prop_assert_eq!(before, shown(&session), "what is refused changes nothing");
            }
            let engine = session.to_move().is_some_and(|player| !session.roster().is_person(player));
            prop_assert_eq!(session.task().is_some_and(|task| task.purpose == floe_session::TaskPurpose::Move),
                engine && !session.is_paused(), "an engine to move has a task unless paused");
            prop_assert!(session.record().is_ok());
            prop_assert!(session.save("board.txt").is_ok());
        }
    }

    #[test]
    fn redo_is_the_inverse_of_undo(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let mut session = small(&mut random);
        for _ in 0..80 {
            let event = any_event(&session, &mut random);
            session.update(event);
            let before = shown(&session);
            let mut copy = session.clone();
            let depth = 1 + random.index(4);
            let undone = (0..depth).take_while(|_| {
                !matches!(copy.update(SessionEvent::Undo)[..], [SessionEffect::Refused(_), ..])
            }).count();
            for _ in 0..undone {
                copy.update(SessionEvent::Redo);
            }
            prop_assert_eq!(before, shown(&copy));
        }
    }

    #[test]
    fn stale_answers_do_nothing(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let mut session = small(&mut random);
        for _ in 0..80 {
            let event = any_event(&session, &mut random);
            session.update(event);
            let before = stored(&session);
            let current = session.task().map(|task| task.id);
            let turn = random_turn(session.game(), &mut random);
            for task in (0..30).map(TaskId).filter(|&task| Some(task) != current) {
                let choice = Some(Choice { turn, progress: progress(turn) });
                let mut effects = session.update(SessionEvent::Answer { task, choice });
                effects.extend(session.update(SessionEvent::Progress { task, progress: progress(turn) }));
                prop_assert!(effects.is_empty(), "{:?}", effects);
            }
            prop_assert_eq!(before, stored(&session));
        }
    }

    #[test]
    fn a_stored_session_continues_exactly_where_it_was(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let mut session = small(&mut random);
        for _ in 0..40 + random.index(40) {
            let event = any_event(&session, &mut random);
            session.update(event);
        }
        let text = stored(&session);
        let mut copy = loaded(&text);
        prop_assert_eq!(&text, &stored(&copy));
        for _ in 0..60 {
            let event = any_event(&session, &mut random);
            let text = serde_json::to_string(&event).expect("an event can be stored");
            let same = serde_json::from_str(&text).expect("a stored event can be loaded");
            prop_assert_eq!(texts(&session.update(event)), texts(&copy.update(same)));
            prop_assert_eq!(stored(&session), stored(&copy));
        }
    }
}

/// Plays a session to its end; people play by chance.
fn play_out(session: &mut Session, random: &mut Random) {
    let (mut engine, clock) = (Engine::default(), MonotonicClock::start());
    let mut effects = session.update(SessionEvent::Start);
    while !session.has_ended() {
        let task = effects.iter().find_map(|effect| match effect {
            SessionEffect::StartTask(task) => Some(task.clone()),
            _ => None,
        });
        let event = match task {
            Some(task) => {
                // A task travels to a worker and back as text.
                let text = serde_json::to_string(&task).expect("a task can be stored");
                let task: EngineTask = serde_json::from_str(&text).expect("a stored task can be loaded");
                task.run(&mut engine, SearchContext::new(&task.limits(), &clock))
            }
            None => SessionEvent::Turn(random_turn(session.game(), random)),
        };
        effects = session.update(event);
    }
}

#[test]
fn people_and_engines_play_whole_games_and_the_same_again_after_loading() {
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let mut session = small(&mut random);
        let mut copy = loaded(&stored(&session));
        let mut same = random.clone();
        play_out(&mut session, &mut random);
        play_out(&mut copy, &mut same);
        assert_eq!(stored(&session), stored(&copy));
    }
}

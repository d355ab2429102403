//! The policy of a session: undo and redo, hints, pause, "move now", endings and saving.

use std::time::Duration;

use floe_engine::{Choice, Progress, Value};
use floe_rules::game::Turn;
use floe_rules::record::{self, Ending, PlayerKind};
use floe_session::{
    GameKind, GameSpec, SearchBudget, Session, SessionEffect, SessionEvent, SessionRefusal, TaskId,
    TaskPurpose,
};

const PERSON: PlayerKind = PlayerKind::Person;
const ENGINE: PlayerKind = PlayerKind::Engine { level: 10 };

/// Returns a game of Gamma on a board of 4 x 3.
fn gamma(seats: &[PlayerKind]) -> Session {
    let mut spec = GameSpec { rows: Some(3), cols: Some(4), seed: Some(5), ..GameSpec::new(GameKind::Gamma) };
    for (index, &kind) in seats.iter().enumerate() {
        spec.seat_mut(index).kind = kind;
    }
    let mut session = Session::new(spec, SearchBudget::default()).expect("the game can start");
    session.update(SessionEvent::Start);
    session
}

fn turn(session: &Session, text: &str) -> Turn {
    session.game().parse_turn(text).expect("the turn is well formed")
}

fn person(session: &mut Session, text: &str) -> Vec<SessionEffect> {
    let turn = turn(session, text);
    session.update(SessionEvent::Turn(turn))
}

fn choice(turn: Turn) -> Choice<Turn> {
    let (line, considered) = (vec![turn], Vec::new());
    let progress =
        Progress { depth: 1, nodes: 1, elapsed: Duration::ZERO, value: Value(150), line, considered };
    Choice { turn, progress }
}

/// Answers the task that the session waits for.
fn answer(session: &mut Session, text: &str) -> Vec<SessionEffect> {
    let task = session.task().expect("a task is running").id;
    let choice = Some(choice(turn(session, text)));
    session.update(SessionEvent::Answer { task, choice })
}

fn made(session: &Session) -> usize {
    session.game().made()
}

#[test]
fn undo_takes_the_engines_replies_with_it() {
    let mut session = gamma(&[PERSON, ENGINE, ENGINE]);
    person(&mut session, "x0y0");
    answer(&mut session, "x1y0");
    answer(&mut session, "x2y0");
    assert_eq!((made(&session), session.person_to_move()), (3, Some(1)));
    let effects = session.update(SessionEvent::Undo);
    assert!(matches!(effects[..], [SessionEffect::Undone { turns: 3 }]));
    let effects = session.update(SessionEvent::Redo);
    assert!(matches!(effects[..], [SessionEffect::Redone { turns: 3 }]));
    assert_eq!((made(&session), session.person_to_move()), (3, Some(1)));
}

#[test]
fn undo_while_an_engine_thinks_cancels_its_task_and_redo_starts_another() {
    let mut session = gamma(&[PERSON, ENGINE]);
    person(&mut session, "x0y0");
    let task = session.task().expect("the engine thinks").id;
    let effects = session.update(SessionEvent::Undo);
    assert!(
        matches!(effects[..], [SessionEffect::CancelTask(id), SessionEffect::Undone { turns: 1 }] if id == task)
    );
    let late = Some(choice(turn(&session, "x1y0")));
    assert!(session.update(SessionEvent::Answer { task, choice: late }).is_empty());
    let effects = session.update(SessionEvent::Redo);
    assert!(matches!(effects[..], [SessionEffect::Redone { turns: 1 }, SessionEffect::StartTask(_)]));
    assert_ne!(session.task().map(|current| current.id), Some(task));
}

#[test]
fn undo_is_refused_before_a_person_has_moved() {
    let mut session = gamma(&[ENGINE, PERSON]);
    answer(&mut session, "x0y0");
    let effects = session.update(SessionEvent::Undo);
    assert!(matches!(effects[..], [SessionEffect::Refused(SessionRefusal::NothingToUndo)]));
    let effects = session.update(SessionEvent::Redo);
    assert!(matches!(effects[..], [SessionEffect::Refused(SessionRefusal::NothingToRedo)]));
    assert_eq!(made(&session), 1);
}

#[test]
fn without_people_undo_goes_back_one_turn_and_pauses() {
    let mut session = gamma(&[ENGINE, ENGINE]);
    answer(&mut session, "x0y0");
    answer(&mut session, "x1y0");
    session.update(SessionEvent::Undo);
    assert_eq!((made(&session), session.is_paused(), session.task().is_none()), (1, true, true));
    session.update(SessionEvent::Undo);
    session.update(SessionEvent::Redo);
    assert_eq!((made(&session), session.is_paused()), (1, true));
    let effects = session.update(SessionEvent::Resume);
    assert!(matches!(effects[..], [SessionEffect::Resumed, SessionEffect::StartTask(_)]));
    answer(&mut session, "x2y0");
    assert_eq!((made(&session), session.game().undone()), (2, 0), "a new turn forgets what was undone");
}

#[test]
fn stopping_is_undone_and_redone_like_a_turn() {
    let mut session = gamma(&[PERSON, PERSON]);
    person(&mut session, "x0y0");
    let effects = session.update(SessionEvent::StopGame);
    assert!(matches!(effects[..], [SessionEffect::Ended(Ending::Stopped)]));
    let effects = person(&mut session, "x1y0");
    assert!(matches!(effects[..], [SessionEffect::Refused(SessionRefusal::Ended)]));
    let effects = session.update(SessionEvent::Undo);
    assert!(matches!(effects[..], [SessionEffect::Undone { turns: 0 }]));
    assert_eq!((made(&session), session.ending()), (1, Ending::Unfinished));
    session.update(SessionEvent::Undo);
    session.update(SessionEvent::Redo);
    let effects = session.update(SessionEvent::Redo);
    assert!(matches!(
        effects[..],
        [SessionEffect::Redone { turns: 0 }, SessionEffect::Ended(Ending::Stopped)]
    ));
    session.update(SessionEvent::Undo);
    person(&mut session, "x1y0");
    let effects = session.update(SessionEvent::Redo);
    assert!(matches!(effects[..], [SessionEffect::Refused(SessionRefusal::NothingToRedo)]));
}

#[test]
fn a_hint_is_for_one_position() {
    let mut session = gamma(&[PERSON, ENGINE]);
    let effects = session.update(SessionEvent::Hint);
    assert!(matches!(&effects[..], [SessionEffect::StartTask(task)] if task.purpose == TaskPurpose::Hint));
    assert!(session.update(SessionEvent::Hint).is_empty(), "it is being searched already");
    let effects = answer(&mut session, "x2y2");
    assert!(matches!(effects[..], [SessionEffect::HintReady(hint)] if hint.value == 150));
    assert_eq!(session.hint().map(|hint| hint.turn), Some(turn(&session, "x2y2")));
    person(&mut session, "x0y0");
    assert_eq!(session.hint(), None);
    let effects = session.update(SessionEvent::Hint);
    assert!(matches!(effects[..], [SessionEffect::Refused(SessionRefusal::NoHintNow)]));
}

#[test]
fn a_turn_cancels_the_search_for_a_hint() {
    let mut session = gamma(&[PERSON, ENGINE]);
    session.update(SessionEvent::Hint);
    let effects = person(&mut session, "x0y0");
    assert!(matches!(
        effects[..],
        [
            SessionEffect::CancelTask(TaskId(1)),
            SessionEffect::TurnMade { player: 1, gain: 1, .. },
            SessionEffect::StartTask(_)
        ]
    ));
}

#[test]
fn move_now_finishes_the_search() {
    let mut session = gamma(&[PERSON, ENGINE]);
    let effects = session.update(SessionEvent::MoveNow);
    assert!(matches!(effects[..], [SessionEffect::Refused(SessionRefusal::NoTask)]));
    person(&mut session, "x0y0");
    let task = session.task().expect("the engine thinks").id;
    let effects = session.update(SessionEvent::MoveNow);
    assert!(matches!(effects[..], [SessionEffect::FinishTask(id)] if id == task));
    answer(&mut session, "x1y0");
    assert_eq!(made(&session), 2);
}

#[test]
fn a_pause_keeps_engines_from_playing_but_not_people() {
    let mut session = gamma(&[PERSON, ENGINE]);
    let effects = session.update(SessionEvent::Pause);
    assert!(matches!(effects[..], [SessionEffect::Paused]));
    let effects = person(&mut session, "x0y0");
    assert!(matches!(effects[..], [SessionEffect::TurnMade { .. }]), "no task is started");
    let effects = person(&mut session, "x1y0");
    assert!(matches!(effects[..], [SessionEffect::Refused(SessionRefusal::EngineToMove)]));
    session.update(SessionEvent::Undo);
    assert!(session.is_paused(), "undo leaves a pause as it is");
    session.update(SessionEvent::Redo);
    session.update(SessionEvent::Resume);
    answer(&mut session, "x1y0");
    assert_eq!(made(&session), 2);
}

#[test]
fn an_engine_without_a_legal_turn_pauses_the_game() {
    for text in [None, Some("x0y0")] {
        let mut session = gamma(&[PERSON, ENGINE]);
        person(&mut session, "x0y0");
        let task = session.task().expect("the engine thinks").id;
        let choice = text.map(|text| choice(turn(&session, text)));
        let effects = session.update(SessionEvent::Answer { task, choice });
        assert!(matches!(effects[..], [SessionEffect::EngineFailed(TaskPurpose::Move)]));
        assert!(session.is_paused());
        let effects = session.update(SessionEvent::Resume);
        assert!(matches!(effects[..], [SessionEffect::Resumed, SessionEffect::StartTask(_)]));
    }
}

#[test]
fn a_loaded_session_starts_the_task_that_it_waits_for_again() {
    let mut session = gamma(&[PERSON, ENGINE]);
    person(&mut session, "x0y0");
    let text = serde_json::to_string(&session).expect("a session can be stored");
    let mut loaded: Session = serde_json::from_str(&text).expect("a stored session can be loaded");
    let effects = loaded.update(SessionEvent::Start);
    assert!(
        matches!(&effects[..], [SessionEffect::StartTask(task)] if Some(task.id) == session.task().map(|task| task.id))
    );
    answer(&mut loaded, "x1y0");
    assert_eq!(made(&loaded), 2);
}

#[test]
fn a_skipped_player_is_named_with_the_turn() {
    let text = "floe record 1\ngame: square\npenguins: 1\nplayer 1: Ann (person)\nplayer 2: Ben (person)\n\n\
                [start]\n1 5\n10 20 30 00 10\n\n[turns]\n1 r1c1\n2 r1c5\n\n[result]\nunfinished\n";
    let record = record::read(text.as_bytes()).expect("the record is good");
    let mut session = Session::from_record(record, SearchBudget::default(), 1);
    let effects = person(&mut session, "r1c1-r1c2");
    assert!(
        matches!(&effects[..], [SessionEffect::TurnMade { player: 1, gain: 2, skipped, .. }] if *skipped == [2])
    );
    let effects = person(&mut session, "r1c2-r1c3");
    assert!(matches!(effects[..], [SessionEffect::TurnMade { .. }, SessionEffect::Ended(Ending::Over)]));
}

#[test]
fn a_restart_is_the_same_board_without_its_turns() {
    let mut session = gamma(&[PERSON, PERSON]);
    person(&mut session, "x0y0");
    session.update(SessionEvent::StopGame);
    let effects = session.update(SessionEvent::Restart);
    assert!(matches!(effects[..], [SessionEffect::Restarted]));
    assert_eq!((made(&session), session.game().undone(), session.ending()), (0, 0, Ending::Unfinished));
}

#[test]
fn saving_gives_a_board_or_a_record_by_the_name() {
    let mut session = gamma(&[PERSON, PERSON]);
    assert!(!session.has_unsaved_turns());
    person(&mut session, "x0y0");
    assert!(session.has_unsaved_turns());
    let bytes = session.save("game.txt").expect("Gamma has no board file, so this is a record");
    assert!(bytes.starts_with(b"floe record"));
    session.update(SessionEvent::Saved);
    assert!(!session.has_unsaved_turns());
    person(&mut session, "x1y0");
    assert!(session.has_unsaved_turns());
    session.update(SessionEvent::StopGame);
    let record = record::read(&session.save("a.floe").expect("it can be recorded")).expect("it reads back");
    assert_eq!(record.ending(), Ending::Stopped);
    let loaded = Session::from_record(record, SearchBudget::default(), 1);
    assert_eq!((loaded.ending(), loaded.to_move()), (Ending::Stopped, None));

    let mut spec = GameSpec { seed: Some(2), ..GameSpec::new(GameKind::Hex) };
    spec.seat_mut(1).kind = PERSON;
    let session = Session::new(spec, SearchBudget::default()).expect("the game can start");
    assert!(session.save("Board.TXT").expect("a board can be written").starts_with(b"9 9\n"));
}

#[test]
fn a_finished_game_counts_as_unsaved_until_it_is_saved() {
    let mut session = gamma(&[PERSON, PERSON]);
    person(&mut session, "x0y0");
    session.update(SessionEvent::Saved);
    session.update(SessionEvent::StopGame);
    assert!(session.has_unsaved_turns(), "the end is not saved yet");
    session.update(SessionEvent::Saved);
    assert!(!session.has_unsaved_turns());
    session.update(SessionEvent::Undo);
    assert!(session.has_unsaved_turns());
}

#[test]
fn a_pause_lets_the_search_for_a_hint_go_on_and_dismissing_ends_it() {
    let mut session = gamma(&[PERSON, ENGINE]);
    session.update(SessionEvent::Hint);
    let task = session.task().expect("a hint is searched for").id;
    let effects = session.update(SessionEvent::Pause);
    assert!(matches!(effects[..], [SessionEffect::Paused]));
    assert!(session.task().is_some_and(|current| current.id == task));
    let effects = session.update(SessionEvent::DismissHint);
    assert!(matches!(effects[..], [SessionEffect::CancelTask(id)] if id == task));
    assert!(session.task().is_none());
}

#[test]
fn a_session_goes_back_to_any_turn_and_can_redo_the_rest() {
    let mut session = gamma(&[PERSON, PERSON]);
    for turn in ["x0y0", "x1y0", "x2y0"] {
        person(&mut session, turn);
    }
    assert!(session.can_undo() && !session.can_redo());
    session.go_to(1);
    assert_eq!((made(&session), session.game().undone()), (1, 2));
    assert!(session.can_undo() && session.can_redo());
    session.update(SessionEvent::Redo);
    assert_eq!(made(&session), 2);
    session.go_to(7);
    assert_eq!(made(&session), 2);
}

#[test]
fn a_player_out_of_time_is_eliminated_in_penguins_and_passes_in_gamma() {
    let mut spec = GameSpec { seed: Some(3), ..GameSpec::new(GameKind::Square) };
    spec.seat_mut(1).kind = PERSON;
    let mut session = Session::new(spec, SearchBudget::default()).expect("the game can start");
    let effects = session.update(SessionEvent::OutOfTime);
    assert!(matches!(effects[..], [SessionEffect::Eliminated { player: 1 }]));
    assert_eq!((session.to_move(), session.game().leaders()), (Some(2), vec![2]));
    session.update(SessionEvent::Undo);
    assert_eq!(session.to_move(), Some(1));

    let mut session = gamma(&[PERSON, PERSON]);
    let effects = session.update(SessionEvent::OutOfTime);
    assert!(matches!(effects[..], [SessionEffect::TurnMade { player: 1, gain: 0, .. }]));
    assert_eq!(session.to_move(), Some(2));
}

#[test]
fn names_stay_allowed_and_different() {
    let mut session = gamma(&[PERSON, PERSON]);
    let mut rename = |player: u32, name: &str| {
        session.update(SessionEvent::Rename { player, name: name.to_owned() }).remove(0)
    };
    assert!(matches!(rename(1, " Ann "), SessionEffect::Renamed { player: 1 }));
    assert!(matches!(rename(1, "Ann"), SessionEffect::Renamed { player: 1 }));
    assert!(matches!(rename(2, "Ann"), SessionEffect::Refused(SessionRefusal::NameTaken)));
    assert!(matches!(rename(2, " "), SessionEffect::Refused(SessionRefusal::Name(_))));
    assert!(matches!(rename(3, "Bob"), SessionEffect::Refused(SessionRefusal::NoSuchPlayer(3))));
    assert_eq!(
        (session.roster().name(1), session.roster().name(2)),
        ("Ann".to_owned(), "Player 2".to_owned())
    );
}

#[test]
fn progress_stored_without_considered_turns_is_read() {
    let session = gamma(&[PERSON, ENGINE]);
    let progress = choice(turn(&session, "x0y0")).progress;
    let mut stored = serde_json::to_value(&progress).expect("progress can be stored");
    let removed = stored.as_object_mut().and_then(|fields| fields.remove("considered"));
    assert!(removed.is_some());
    let loaded: Progress<Turn> = serde_json::from_value(stored).expect("the list may be missing");
    assert_eq!((loaded.line, loaded.considered), (progress.line, Vec::new()));
}

//! A game whose program or terminal is killed is offered again: every kind of game, at random moments.

use std::fs;
use std::thread;
use std::time::Duration;

use floe_rules::game::{Action, Turn};
use floe_rules::gamma::Move as Taking;
use floe_rules::grid::{Coord, Topology};
use floe_rules::random::Random;
use floe_rules::record::Ending;
use floe_session::GameKind;
use nix::sys::signal::Signal;

use crate::mirror::{Mirror, WantedGame};
use crate::sandbox::Sandbox;
use crate::terminal::{Screen, Session, Size};

const SIZE: Size = (80, 24);
/// A terminal that keeps all that plain mode says.
const TALL: Size = (100, 2000);

/// How a program is killed.
#[derive(Clone, Copy, Debug)]
enum Death {
    Signal(Signal),
    /// Its terminal is closed.
    Closed,
}

const DEATHS: [Death; 4] = [
    Death::Signal(Signal::SIGKILL),
    Death::Signal(Signal::SIGHUP),
    Death::Signal(Signal::SIGTERM),
    Death::Closed,
];

fn kill(session: Session, death: Death) {
    match death {
        Death::Signal(signal) => {
            session.signal(signal);
            session.end().expect_ended_by(signal);
        }
        Death::Closed => _ = session.hang_up(),
    }
}

/// Lets a moment pass that no test depends on.
fn some_moment(random: &mut Random) {
    thread::sleep(Duration::from_micros(random.below(30_000)));
}

/// Returns the keys that type a turn.
fn typed(mirror: &Mirror, turn: Turn) -> String {
    let text = match turn {
        Turn::Gamma(Taking::Take { x, y }) => format!("{x} {y}"),
        Turn::Gamma(Taking::Golden { x, y }) => format!("g {x} {y}"),
        turn => mirror.game.notation(turn).to_string(),
    };
    format!(":{text}\r")
}

/// Returns the number of the turn that the screen shows.
fn turn_shown(screen: &Screen) -> Option<usize> {
    screen.lines().iter().find_map(|line| line.rsplit_once("Turn ")?.1.trim().parse().ok())
}

/// Resumes the game from the menu, saves it, and leaves it.
fn resumed_record(sandbox: &Sandbox) -> String {
    let mut session = Session::floe(sandbox, "", SIZE);
    session.wait_for("Resume: ");
    session.press("r");
    session.wait_until("the game", |screen| turn_shown(screen).is_some());
    session.press("s");
    session.wait_for("Enter: save");
    session.press("after.floe\r");
    session.wait_for("Saved as after.floe.");
    session.press("q");
    session.end().expect_code(0);
    let record = String::from_utf8(sandbox.read("after.floe")).unwrap();
    fs::remove_file(sandbox.path("after.floe")).unwrap();
    record
}

#[test]
fn a_game_of_people_is_resumed_as_it_was_shown() {
    let mut random = Random::new(13);
    for kind in GameKind::ALL {
        for death in DEATHS {
            let case = format!("{kind:?} {death:?}");
            let sandbox = Sandbox::new();
            let wanted = WantedGame { seed: random.below(1000), ..WantedGame::new(kind) };
            let mut mirror = wanted.mirror();
            let mut session = Session::floe(&sandbox, &wanted.line(), SIZE);
            session.wait_until("the first turn", |screen| turn_shown(screen) == Some(1));
            for _ in 0..=random.index(6) {
                let turn = mirror.pick();
                session.press(typed(&mirror, turn));
                mirror.play(turn);
                let next = mirror.game.made() + 1;
                session
                    .wait_until(&format!("{case}: turn {next}"), |screen| turn_shown(screen) == Some(next));
            }
            let before = mirror.record(Ending::Unfinished);
            // The program is killed while it makes another turn, at some point.
            let turn = mirror.pick();
            session.press(typed(&mirror, turn));
            mirror.play(turn);
            let after = mirror.record(Ending::Unfinished);
            some_moment(&mut random);
            let seen = session.look(turn_shown);
            kill(session, death);
            let resumed = resumed_record(&sandbox);
            let was_shown = seen == Some(mirror.game.made() + 1);
            assert!(resumed == after || (resumed == before && !was_shown), "{case}:\n{resumed}");
            assert!(sandbox.autosave().is_empty(), "{case}: a game that is left is forgotten");
        }
    }
}

#[test]
fn a_game_with_an_engine_is_resumed_with_every_turn_that_was_shown() {
    let mut random = Random::new(14);
    for kind in GameKind::ALL {
        let sandbox = Sandbox::new();
        let line = format!(
            "play {kind} --start --seed 7 --seat engine:10:Ann --seat engine:10:Ben --time 30 --pace 0"
        );
        let session = Session::floe(&sandbox, &line, SIZE);
        let enough = 3 + random.index(8);
        session.wait_until("some turns", |screen| turn_shown(screen).is_some_and(|turn| turn > enough));
        some_moment(&mut random);
        let seen = session.look(turn_shown).unwrap_or(enough);
        kill(session, Death::Signal(Signal::SIGKILL));
        // The engines play on once the game is resumed, so the file is read before.
        let kept = kept_turns(&sandbox, kind.name());
        assert!(kept.len() + 1 >= seen, "{kind}: turn {seen} was shown, but {} turns are kept", kept.len());
        let record = resumed_record(&sandbox);
        let record = floe_rules::record::read(record.as_bytes()).unwrap();
        let resumed: Vec<_> = record.game().actions().take(kept.len()).collect();
        assert_eq!(resumed, kept, "{kind}");
    }
}

/// Returns the turns of the only game that is kept.
fn kept_turns(sandbox: &Sandbox, case: &str) -> Vec<(u32, Action<Turn>)> {
    let kept = sandbox.autosave();
    assert_eq!(kept.len(), 1, "{case}");
    let kept = floe_session::Session::from_stored(&fs::read(&kept[0]).unwrap()).unwrap();
    kept.game().actions().collect()
}

/// Returns how many turns plain mode has told.
fn turns_told(screen: &Screen) -> usize {
    let tells = |line: &&String| {
        let of_player = line.starts_with("Ann ") || line.starts_with("Ben ");
        of_player && [" places ", " moves ", " takes "].iter().any(|verb| line.contains(verb))
    };
    screen.lines().iter().filter(tells).count()
}

#[test]
fn a_plain_game_is_kept_with_every_turn_that_was_told() {
    let mut random = Random::new(15);
    for kind in GameKind::ALL {
        for death in DEATHS {
            let case = format!("{kind:?} {death:?}");
            let sandbox = Sandbox::new();
            let seats = "--seat engine:10:Ann --seat engine:10:Ben --time 40";
            let line = format!("play {kind} --plain --start --seed 7 {seats}");
            let session = Session::floe(&sandbox, &line, TALL);
            let enough = 1 + random.index(5);
            session.wait_until(&format!("{case}: {enough} turns"), |screen| turns_told(screen) >= enough);
            some_moment(&mut random);
            let told = session.look(turns_told);
            kill(session, death);
            // The engines play on once the game is resumed, so the file is read before.
            let kept = kept_turns(&sandbox, &case).len();
            assert!(kept >= told, "{case}: {told} turns were told, {kept} kept");
            let session = resumed_plainly(&sandbox);
            session.wait_until(&format!("{case}: more turns"), |screen| turns_told(screen) > 0);
        }
    }
}

/// Resumes the game in plain mode.
fn resumed_plainly(sandbox: &Sandbox) -> Session {
    let mut session = Session::floe(sandbox, "play --plain", TALL);
    session.wait_for("There is an interrupted game: ");
    session.press("y\r");
    session
}

/// Returns the line that makes a turn in plain mode.
fn answered(mirror: &Mirror, turn: Turn) -> String {
    match turn {
        Turn::Penguins(turn) => {
            let on_squares = mirror.grid().topology() == Topology::Square;
            let name = |at: Coord| match on_squares {
                true => format!("{} {}", at.col, at.row),
                false => format!("r{}c{}", at.row + 1, at.col + 1),
            };
            let tiles: Vec<String> = turn.cells().map(|cell| name(mirror.coord(cell))).collect();
            tiles.join(" ") + "\r"
        }
        turn => typed(mirror, turn).replace(':', ""),
    }
}

#[test]
fn a_plain_game_of_people_is_resumed_as_it_was_told() {
    let mut random = Random::new(16);
    for kind in GameKind::ALL {
        for death in DEATHS {
            let case = format!("{kind:?} {death:?}");
            let sandbox = Sandbox::new();
            let wanted = WantedGame { seed: random.below(1000), ..WantedGame::new(kind) };
            let mut mirror = wanted.mirror();
            let placing = if kind == GameKind::Gamma { "" } else { " --placement manual" };
            let line = format!("{} --plain{placing}", wanted.line());
            let mut session = Session::floe(&sandbox, &line, TALL);
            for made in 1..=2 + random.index(3) {
                let turn = mirror.pick();
                session.press(answered(&mirror, turn));
                mirror.play(turn);
                session.wait_until(&format!("{case}: turn {made}"), |screen| turns_told(screen) == made);
            }
            let before = mirror.record(Ending::Unfinished);
            // The program is killed while it makes another turn, at some point.
            let turn = mirror.pick();
            session.press(answered(&mirror, turn));
            mirror.play(turn);
            let after = mirror.record(Ending::Unfinished);
            some_moment(&mut random);
            let was_told = session.look(turns_told) == mirror.game.made();
            kill(session, death);
            let mut session = resumed_plainly(&sandbox);
            session.wait_for("Turn of ");
            session.press("save after.floe\rquit\r");
            session.wait_for("after.floe");
            session.end().expect_code(0);
            let resumed = String::from_utf8(sandbox.read("after.floe")).unwrap();
            assert!(resumed == after || (resumed == before && !was_told), "{case}:\n{resumed}");
            assert!(sandbox.autosave().is_empty(), "{case}: a game that is left is forgotten");
        }
    }
}

#[test]
fn several_programs_keep_their_games_apart_and_a_live_one_is_not_offered() {
    let sandbox = Sandbox::new();
    let wanted = WantedGame::new(GameKind::Square);
    let mut mirror = wanted.mirror();
    let mut games = Vec::new();
    let turn = mirror.pick();
    let keys = typed(&mirror, turn);
    mirror.play(turn);
    for _ in 0..3 {
        let mut session = Session::floe(&sandbox, &wanted.line(), SIZE);
        session.wait_until("the first turn", |screen| turn_shown(screen) == Some(1));
        session.press(&keys);
        session.wait_until("the second turn", |screen| turn_shown(screen) == Some(2));
        games.push(session);
    }
    assert_eq!(sandbox.autosave().len(), 3);
    let mut menu = Session::floe(&sandbox, "", SIZE);
    menu.wait_for("q: ");
    assert!(!menu.look(|screen| screen.shows("Resume")));
    menu.press("q");
    menu.end().expect_code(0);
    for session in games.drain(1..) {
        kill(session, Death::Signal(Signal::SIGKILL));
    }
    let mut menu = Session::floe(&sandbox, "", SIZE);
    menu.wait_for("Resume one of 2 interrupted games");
    menu.press("q");
    menu.end().expect_code(0);
    // Nothing is kept or offered without the stored things of the user.
    let mut menu = Session::floe(&sandbox, "--no-config", SIZE);
    menu.wait_for("q: ");
    assert!(!menu.look(|screen| screen.shows("Resume")));
    menu.press("q");
    menu.end().expect_code(0);
}

#[test]
fn a_broken_kept_game_is_skipped_and_the_program_works() {
    let sandbox = Sandbox::new();
    let wanted = WantedGame::new(GameKind::Hex);
    let mut mirror = wanted.mirror();
    let mut session = Session::floe(&sandbox, &wanted.line(), SIZE);
    session.wait_until("the first turn", |screen| turn_shown(screen) == Some(1));
    let turn = mirror.pick();
    session.press(typed(&mirror, turn));
    session.wait_until("the second turn", |screen| turn_shown(screen) == Some(2));
    kill(session, Death::Signal(Signal::SIGKILL));
    let kept = sandbox.autosave().remove(0);
    let bytes = fs::read(&kept).unwrap();
    fs::write(&kept, &bytes[..bytes.len() / 2]).unwrap();
    let mut session = Session::floe(&sandbox, "", SIZE);
    session.wait_for("1 interrupted game cannot be read and is skipped");
    assert!(!session.look(|screen| screen.shows("Resume")));
    session.press("q");
    session.end().expect_code(0);
    assert!(sandbox.autosave().is_empty(), "it is set aside");
}

/// A board that was saved under hexagons reopens under hexagons, with the same players.
#[test]
fn a_saved_board_reopens_as_the_same_game() {
    let sandbox = Sandbox::new();
    let line = "play hex --layout even-r --start --seed 7 --seat person:Ann --seat person:Ben";
    let mut session = Session::floe(&sandbox, line, SIZE);
    session.wait_until("the first turn", |screen| turn_shown(screen) == Some(1));
    session.press("s");
    session.wait_for("Enter: save");
    session.press("~/ice.txt\r");
    session.wait_for("Saved as ~/ice.txt.");
    session.press("q");
    session.end().expect_code(0);
    let mut session = Session::floe(&sandbox, "", SIZE);
    session.wait_for("q: ");
    session.press("5");
    session.wait_for("File name");
    session.press("~/ic\t");
    session.wait_for("~/ice.txt");
    session.press("\r");
    session.wait_for("even-r");
    session.wait_for("Ben");
    session.press("\x03");
    session.end().expect_signal(Signal::SIGINT);
}

//! The full screen of the real program: the menu, undo and redo, keys while an engine thinks, resizing, and colours.

use floe_rules::record::Ending;
use floe_session::GameKind;

use crate::mirror::WantedGame;
use crate::sandbox::Sandbox;
use crate::screen_games::{play_by_arrows, wait_state};
use crate::terminal::{DOWN, Screen, Session, Size, floe};

const SIZE: Size = (80, 24);

fn small() -> WantedGame {
    WantedGame { sides: Some((4, 4)), penguins: Some(1), ..WantedGame::new(GameKind::Square) }
}

/// Returns the screen without the lines of messages and keys.
fn without_message(screen: &Screen) -> Vec<String> {
    screen.lines()[..21].to_vec()
}

#[test]
fn undo_to_the_start_and_redo_to_the_end_is_the_same_game() {
    let sandbox = Sandbox::new();
    let wanted = small();
    let mut mirror = wanted.mirror();
    let mut session = Session::floe(&sandbox, &wanted.line(), SIZE);
    wait_state(&session, &mirror);
    play_by_arrows(&mut session, &mut mirror);
    session.wait_for("The game is over");
    session.wait_for("Look at the board");
    let end = session.look(without_message);
    session.press("\x1b");
    session.wait_without("Play again");
    let mut back = mirror.again();
    while back.game.undo() {
        session.press("z");
        wait_state(&session, &back);
    }
    session.press("z");
    session.wait_for("There is nothing to undo.");
    while back.game.redo() {
        session.press("x");
        wait_state(&session, &back);
    }
    session.wait_until(&end.join("\n"), |screen| without_message(screen) == end);
    // All at once, and as bytes: the same record.
    session.press("\x1b");
    session.wait_without("Play again");
    session.press("z".repeat(100));
    session.wait_for("There is nothing to undo.");
    session.press("x".repeat(mirror.game.made()));
    session.wait_for("The game is over");
    session.press("s");
    session.wait_for("Enter: save");
    session.press("\r");
    session.wait_for("Saved as game.floe.");
    session.press("q");
    session.end().expect_code(0);
    assert_eq!(String::from_utf8_lossy(&sandbox.read("game.floe")), mirror.record(Ending::Over));
}

#[test]
fn an_illegal_choice_says_why_and_asks_again() {
    let sandbox = Sandbox::new();
    let mut session = Session::floe(&sandbox, &small().line(), SIZE);
    let mirror = small().mirror();
    wait_state(&session, &mirror);
    for (keys, told) in [
        ("9 9\r", "'9 9' is not on the board, which has rows 1 to 4 and columns 1 to 4."),
        (":nonsense\r", "'nonsense' is not a turn"),
        ("d", "To place a penguin, choose a floe with one fish."),
    ] {
        session.press(keys);
        session.wait_for(told);
        wait_state(&session, &mirror);
    }
    session.press("q");
    session.end().expect_code(0);
}

#[test]
fn the_menu_opens_and_enter_enter_starts_a_game_against_the_engine() {
    let sandbox = Sandbox::new();
    let mut session = Session::floe(&sandbox, "", SIZE);
    session.wait_for("> 1 Penguins on squares");
    assert!(session.look(Screen::is_taken));
    session.press("\r");
    session.wait_for("START THE GAME");
    session.press("\r");
    session.wait_for("place a penguin on a floe with one fish.");
    session.wait_for("[A] Player A");
    session.wait_for("[B] Floe (3");
    // A hint leads the cursor to a legal place, and the engine answers.
    session.press("i");
    session.wait_for("Hint: r");
    session.press("\r");
    session.wait_for("Turn 3\n");
    session.press("q");
    session.wait_for("It is not over, and not saved");
    session.press("n");
    session.wait_without("and not saved");
    session.press("q");
    session.wait_for("It is not over, and not saved");
    session.press("y");
    session.end().expect_code(0);
    // From the menu itself, q is enough.
    let mut session = Session::floe(&sandbox, "play", SIZE);
    session.wait_for("> 1 Penguins on squares");
    session.press(DOWN);
    session.wait_for("> 2 Penguins on hexagons");
    session.press("q");
    session.end().expect_code(0);
}

#[test]
fn a_new_size_is_drawn_at_once() {
    let sandbox = Sandbox::new();
    let mut session = Session::floe(&sandbox, &small().line(), SIZE);
    let mirror = small().mirror();
    wait_state(&session, &mirror);
    for size in [(120, 40), (50, 20), (80, 24), (200, 60), (44, 16)] {
        session.resize(size);
        let keys = |line: &String| line.contains("?: help  Enter: place  q: quit");
        session.wait_until("the keys in the last line", |screen| {
            screen.lines().last().is_some_and(keys) && screen.shows("Ann (A): place a penguin")
        });
        // The players are beside the board.
        session.wait_for(" Ben ");
    }
    for size in [(43, 16), (44, 15), (20, 5), (1, 1)] {
        session.resize(size);
        let start = if size.0 < 20 { "T" } else { "This terminal is" };
        session.wait_until("the message", |screen| screen.lines()[0].starts_with(start));
    }
    session.resize((60, 10));
    let told = "This terminal is too small (60 x 10): floe needs 44 x 16.";
    session.wait_until(told, |screen| screen.words().starts_with(told));
    session.resize(SIZE);
    wait_state(&session, &mirror);
    session.press("q");
    session.end().expect_code(0);
}

#[test]
fn no_key_is_lost_when_the_size_changes_or_many_come_at_once() {
    let sandbox = Sandbox::new();
    let mut session = Session::floe(&sandbox, &small().line(), SIZE);
    wait_state(&session, &small().mirror());
    for round in 0..40 {
        session.resize((80 + round % 2, 24));
        session.press("?");
        session.wait_for(" Help ");
        session.press("x");
        session.resize((100, 30));
        session.wait_without(" Help ");
        session.wait_for("Ann (A): place a penguin");
    }
    session.press("z".repeat(3000) + "?");
    session.wait_for(" Help ");
    session.press("x");
    session.wait_without(" Help ");
    session.press("q");
    session.end().expect_code(0);
}

#[test]
fn a_tiny_terminal_gets_a_message_and_can_be_left() {
    let sandbox = Sandbox::new();
    let mut session = Session::floe(&sandbox, &small().line(), (30, 8));
    let told = "This terminal is too small (30 x 8): floe needs 44 x 16.";
    session.wait_until(told, |screen| screen.words().starts_with(told));
    session.press("\x03");
    session.end().expect_signal(nix::sys::signal::Signal::SIGINT);
}

#[test]
fn no_key_waits_for_an_engine() {
    let sandbox = Sandbox::new();
    // Each turn waits ten minutes, unless somebody presses a key.
    let line = "play square --seed 7 --rows 8 --cols 8 --penguins 2 --seat engine:10:Ann --seat engine:10:Ben \
                --start --time 600000 --pace 600000";
    let mut session = Session::floe(&sandbox, line, SIZE);
    session.wait_for("m: move now");
    session.wait_for("Turn 1\n");
    session.press("?");
    session.wait_for(" Help ");
    session.press("q");
    session.wait_without(" Help ");
    session.press("p");
    session.wait_for("Paused");
    session.press("p");
    session.wait_without("Paused");
    for turn in 2..6 {
        // It may still be thinking, or have a turn that waits: either way it is made now.
        session.press("m");
        session.wait_for(&format!("Turn {turn}\n"));
    }
    session.press("t");
    session.press("q");
    session.wait_for("not saved");
    session.press("y");
    session.end().expect_code(0);
}

#[test]
fn colours_are_there_unless_they_are_not_wanted() {
    let sandbox = Sandbox::new();
    let coloured = |setting: Option<(&str, &str)>, theme: &str| {
        let mut command = floe(&sandbox, &format!("{} {theme}", small().line()));
        command.envs(setting);
        let mut session = Session::start(command, SIZE);
        wait_state(&session, &small().mirror());
        let coloured = session.look(Screen::is_coloured);
        session.press("q");
        session.end().expect_code(0);
        coloured
    };
    assert!(coloured(None, ""));
    assert!(coloured(Some(("TERM", "vt100")), ""));
    assert!(coloured(Some(("NO_COLOR", "")), ""));
    assert!(!coloured(Some(("NO_COLOR", "1")), ""));
    assert!(!coloured(None, "--theme monochrome"));
    // What was asked for by name is more than what the surroundings say.
    assert!(coloured(Some(("NO_COLOR", "1")), "--theme colour-blind"));
}

#[test]
fn a_dumb_terminal_gets_plain_mode() {
    let sandbox = Sandbox::new();
    let mut command = floe(&sandbox, "play square --seed 5");
    command.env("TERM", "dumb");
    let mut session = Session::start(command, SIZE);
    session.wait_for("Select game mode:");
    assert!(session.has_first_modes());
    session.press("1\n1\n4 4\n");
    session.wait_for("Provide the x and y coordinates:");
    session.press("quit\n");
    let ended = session.end();
    ended.expect_code(0);
    assert!(!ended.screen.is_coloured());
    // And without a game, help instead of the menu.
    let mut command = floe(&sandbox, "");
    command.env("TERM", "dumb");
    let ended = Session::start(command, (100, 50)).end();
    ended.expect_code(0);
    assert!(ended.screen.shows("Usage:"), "{}", ended.screen.text());
}

//! The screens that the README shows: games in progress, played by engines.

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use floe_engine::{Engine, Limits, MonotonicClock, Search, SearchContext};
use floe_session::{GameKind, GameSpec, Placement, SearchBudget, Session};
use floe_tui::Appearance;
use floe_tui::app::{App, Input, Opening, Options};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::svg::svg;

/// Returns each picture with the name of its file.
pub(crate) fn pictures() -> Vec<(&'static str, String)> {
    let hex = GameSpec { placement: Some(Placement::Automatic), ..spec(GameKind::Hex) };
    let gamma = GameSpec { rows: Some(6), cols: Some(9), areas: Some(3), ..spec(GameKind::Gamma) };
    let setup = App::new(Opening::Setup(Box::new(spec(GameKind::Square))), options(), (80, 20));
    vec![
        ("square.svg", svg(&screen(&in_the_middle(&spec(GameKind::Square), 14, (80, 24), true), (80, 24)))),
        ("hex.svg", svg(&screen(&in_the_middle(&hex, 10, (104, 44), true), (104, 44)))),
        ("classic.svg", svg(&screen(&in_the_middle(&spec(GameKind::Classic), 24, (80, 24), true), (80, 24)))),
        ("gamma.svg", svg(&screen(&in_the_middle(&gamma, 22, (90, 18), false), (90, 18)))),
        ("setup.svg", svg(&screen(&setup, (80, 20)))),
    ]
}

fn spec(kind: GameKind) -> GameSpec {
    let mut spec = GameSpec { seed: Some(20), ..GameSpec::new(kind) };
    spec.seat_mut(0).name = "Ann".to_owned();
    spec.seat_mut(1);
    spec
}

fn options() -> Options {
    let none = Duration::ZERO;
    Options {
        appearance: Appearance::default(),
        budget: SearchBudget::default(),
        pace: none,
        seed: 1,
        ..Options::default()
    }
}

/// Returns a game after so many turns, with a penguin chosen where there are any.
fn in_the_middle(spec: &GameSpec, turns: usize, size: (u16, u16), choose: bool) -> App {
    let mut game = spec.start().expect("the game of a picture can start");
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    for _ in 0..turns {
        let choice =
            Engine::default().search(&game.state(), SearchContext::new(&limits, &MonotonicClock::start()));
        let turn = choice.expect("the game of a picture is not over so soon").turn;
        game.play(turn).expect("engines make legal turns");
    }
    let roster = spec.roster().expect("the players of a picture are good");
    let session = Session::from_game(game, roster, SearchBudget::default(), 1);
    let mut app = App::new(Opening::Play(Box::new(session)), options(), size);
    if choose {
        app.update(Input::Terminal(Event::Key(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE))));
    }
    app
}

fn screen(app: &App, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test terminal opens");
    terminal.draw(|frame| app.draw(frame)).expect("a test terminal can be drawn on");
    terminal.backend().buffer().clone()
}

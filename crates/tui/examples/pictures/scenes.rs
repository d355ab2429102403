//! The screens that the README shows: games in their middle, brought there by engines.

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use floe_engine::{Engine, Limits, MonotonicClock, Search, SearchContext};
use floe_rules::record::PlayerKind;
use floe_tui::app::{App, Chair, Draft, GameKind, Input, Opening, Options};
use floe_tui::{Look, Placement};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::svg::svg;

/// Returns each picture with the name of its file.
pub(crate) fn pictures() -> Vec<(&'static str, String)> {
    let mut hex = draft(GameKind::Hex);
    hex.placement = Placement::Automatic;
    let mut gamma = draft(GameKind::Gamma);
    (gamma.width, gamma.height, gamma.areas) = (9, 6, 3);
    let setup = App::new(Opening::Setup(Box::new(draft(GameKind::Square))), options(), (80, 20));
    vec![
        ("square.svg", svg(&screen(&in_the_middle(&draft(GameKind::Square), 14, (80, 24), true), (80, 24)))),
        ("hex.svg", svg(&screen(&in_the_middle(&hex, 10, (104, 44), true), (104, 44)))),
        (
            "classic.svg",
            svg(&screen(&in_the_middle(&draft(GameKind::Classic), 24, (80, 24), true), (80, 24))),
        ),
        ("gamma.svg", svg(&screen(&in_the_middle(&gamma, 22, (90, 18), false), (90, 18)))),
        ("setup.svg", svg(&screen(&setup, (80, 20)))),
    ]
}

fn draft(kind: GameKind) -> Draft {
    let mut draft = Draft::new(kind);
    draft.seed = Some(20);
    draft.chairs[0] = Chair { name: "Ann".to_owned(), kind: PlayerKind::Person };
    draft
}

fn options() -> Options {
    let none = Duration::ZERO;
    Options { look: Look::default(), think: none, pace: none, seed: 1 }
}

/// Returns a game after so many turns, with a penguin chosen where there are any.
fn in_the_middle(draft: &Draft, turns: usize, size: (u16, u16), choose: bool) -> App {
    let (plan, mut game) = draft.start().expect("the game of a picture can start");
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    for _ in 0..turns {
        let choice =
            Engine::default().search(&game.state(), SearchContext::new(&limits, &MonotonicClock::start()));
        let turn = choice.expect("the game of a picture is not over so soon").turn;
        game.play(turn).expect("engines make legal turns");
    }
    let mut app = App::new(Opening::Play(Box::new(plan), game), options(), size);
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

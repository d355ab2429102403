//! A server for one test, and people who use its page: they start games, make turns by mouse, finger or keyboard, and notice
//! when something went wrong.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use floe_rules::game::Game;
use floe_web::{Server, ServerOptions};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::devtools::{Browser, Page, runtime};

/// A server with a data folder of its own.
pub(crate) struct TestServer {
    address: SocketAddr,
    options: ServerOptions,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
    _data: TempDir,
}

impl TestServer {
    pub(crate) fn start() -> TestServer {
        TestServer::start_with(|_| {})
    }

    pub(crate) fn start_with(change: impl FnOnce(&mut ServerOptions)) -> TestServer {
        let data = tempfile::tempdir().unwrap();
        let mut options = ServerOptions::new(data.path());
        options.engine_time = Duration::from_millis(20);
        options.threads = NonZeroUsize::MIN;
        change(&mut options);
        let mut server = TestServer {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            options,
            running: None,
            _data: data,
        };
        server.start_again();
        server
    }

    /// Starts the server after a stop: with the same address and data.
    pub(crate) fn start_again(&mut self) {
        let server = runtime().block_on(Server::bind(self.address, self.options.clone())).unwrap();
        self.address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let run = server.run(async {
            // A server whose test is gone stops as well.
            let _ = stopped.await;
        });
        self.running = Some((stop, runtime().spawn(run)));
    }

    /// Stops the server, and waits until everything is stored.
    pub(crate) fn stop(&mut self) {
        if let Some((stop, task)) = self.running.take() {
            let _ = stop.send(());
            let _ = runtime().block_on(task);
        }
    }
}

impl TestServer {
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How a person makes turns.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Way {
    Click,
    Drag,
    Tap,
    TouchDrag,
    Keys,
}

/// What the page marks on the board, and offers.
#[derive(Debug, Deserialize)]
pub(crate) struct Marked {
    pub(crate) over: bool,
    pub(crate) turns: usize,
    pub(crate) cols: usize,
    /// Where a turn may go now.
    pub(crate) targets: Vec<usize>,
    /// The penguins that can move.
    pub(crate) penguins: Vec<usize>,
    pub(crate) golden: bool,
    pub(crate) pass: bool,
}

const MARKED: &str = "(() => {
    const cells = (selector) => [...document.querySelectorAll(selector)].map((tile) => Number(tile.dataset.cell));
    const tools = document.querySelectorAll('.tools > .tool');
    const offers = (name) => [...tools].some((tool) => tool.title === name && !tool.hidden && !tool.disabled);
    return {
      over: document.querySelector('.status .result') !== null,
      turns: document.querySelectorAll('.moves > li').length,
      cols: document.querySelector('.board [role=row]').children.length,
      targets: cells('.tile.live:not(.grab)'),
      penguins: cells('.tile.grab'),
      golden: offers('Golden move'),
      pass: offers('Pass'),
    };
  })()";

/// Somebody with a page of their own. When they leave, nothing may have gone wrong in it.
pub(crate) struct Person {
    page: Page,
    host: String,
    /// The state of a pseudo-random generator, for choices among legal turns.
    dice: std::cell::Cell<u64>,
}

impl Deref for Person {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.page
    }
}

impl Person {
    pub(crate) fn new(browser: &Arc<Browser>, server: &TestServer) -> Person {
        let dice = std::cell::Cell::new(0x2545_f491_4f6c_dd1d);
        Person { page: browser.person(), host: server.address.to_string(), dice }
    }

    /// Opens a page of the server, and waits until it is ready.
    pub(crate) fn open(&self, path: &str) {
        self.go(&format!("http://{}{path}", self.host));
        self.wait_ready();
    }

    /// Opens the home page, and waits until the server has told its limits.
    pub(crate) fn open_home(&self) {
        self.open("/");
        // The form is drawn anew with them: the number of penguins is that of the rules.
        self.wait("[...document.querySelectorAll('.options input')].some((input) => /^[0-9]+$/.test(input.placeholder))");
    }

    /// Starts a game with what the form has, and waits until it is shown.
    pub(crate) fn start_game(&self) {
        self.click(".new-game button.start");
        self.wait_game();
    }

    pub(crate) fn wait_game(&self) {
        self.wait("document.querySelector('.room .board .tile') !== null");
    }

    /// Returns a selector for the control with a label.
    pub(crate) fn field(&self, label: &str) -> String {
        let script = format!(
            "(() => {{
               const all = [...document.querySelectorAll('label.field')];
               const found = all.find((field) => field.querySelector('.field-name').textContent === {label});
               found?.querySelector('input, select').setAttribute('data-found', {label});
               return found !== undefined;
             }})()",
            label = json!(label)
        );
        self.wait(&script);
        format!("[data-found=\"{label}\"]")
    }

    fn roll(&self, count: usize) -> usize {
        let mut dice = self.dice.get();
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        self.dice.set(dice);
        (dice % count as u64) as usize
    }

    pub(crate) fn marked(&self) -> Marked {
        serde_json::from_value(self.eval(MARKED)).unwrap()
    }

    /// Waits until the page waits for a turn of this person, or the game is over.
    pub(crate) fn wait_turn(&self) -> Marked {
        let script = format!(
            "(() => {{ const marked = {MARKED};
               const offered = marked.targets.length || marked.penguins.length || marked.golden || marked.pass;
               return marked.over || offered ? marked : null; }})()"
        );
        serde_json::from_value(self.wait(&script)).unwrap()
    }

    /// Waits until the move list has so many turns.
    pub(crate) fn wait_turns(&self, turns: usize) {
        self.wait(&format!("document.querySelectorAll('.moves > li').length === {turns}"));
    }

    /// Presses the Tab key until an element that fits has the keyboard.
    pub(crate) fn tab_to(&self, selector: &str) {
        let there = format!("document.activeElement.matches({})", json!(selector));
        for _ in 0..100 {
            if self.eval(&there) == true {
                return;
            }
            self.key("Tab");
        }
        panic!("the Tab key does not reach {selector}");
    }

    /// Acts on a cell: clicks, taps, or goes there by arrow keys and presses Enter.
    fn act_on(&self, way: Way, cell: usize) {
        match way {
            Way::Click | Way::Drag => self.click(&tile(cell)),
            Way::Tap | Way::TouchDrag => self.tap(&tile(cell)),
            Way::Keys => {
                let cols = self.marked().cols as i64;
                self.tab_to(".board [data-cell]");
                let at = self.eval("Number(document.activeElement.dataset.cell)").as_i64().unwrap();
                let to = cell as i64;
                let (down, right) = (to / cols - at / cols, to % cols - at % cols);
                for _ in 0..down.abs() {
                    self.key(if down > 0 { "ArrowDown" } else { "ArrowUp" });
                }
                for _ in 0..right.abs() {
                    self.key(if right > 0 { "ArrowRight" } else { "ArrowLeft" });
                }
                assert_eq!(self.eval("document.activeElement.dataset.cell"), json!(cell.to_string()));
                self.key("Enter");
            }
        }
    }

    /// Makes a turn that the page marks as legal; returns whether one was left to make.
    pub(crate) fn make_turn(&self, way: Way) -> bool {
        let mut marked = self.wait_turn();
        if marked.over {
            return false;
        }
        let press = |name: &str| {
            let tool = format!(".tools > [title=\"{name}\"]");
            match way {
                Way::Click | Way::Drag => self.click(&tool),
                Way::Tap | Way::TouchDrag => self.tap(&tool),
                Way::Keys => self.key(if name == "Pass" { "c" } else { "g" }),
            }
        };
        let turns = marked.turns;
        let wants_golden = marked.golden && (marked.targets.is_empty() || turns > 12);
        if !marked.penguins.is_empty() && marked.targets.is_empty() {
            let from = marked.penguins[self.roll(marked.penguins.len())];
            match way {
                Way::Drag => self.lift(&tile(from)),
                Way::TouchDrag => self.touch_lift(&tile(from)),
                Way::Click | Way::Tap | Way::Keys => self.act_on(way, from),
            }
            marked = self.wait_marks(|marked| !marked.targets.is_empty());
            let to = marked.targets[self.roll(marked.targets.len())];
            match way {
                Way::Drag => self.drop_on(&tile(to)),
                Way::TouchDrag => self.touch_drop_on(&tile(to)),
                Way::Click | Way::Tap | Way::Keys => self.act_on(way, to),
            }
        } else if wants_golden {
            press("Golden move");
            marked = self.wait_marks(|marked| !marked.targets.is_empty());
            self.act_on(way, marked.targets[self.roll(marked.targets.len())]);
        } else if marked.targets.is_empty() {
            assert!(marked.pass, "no turn is left, and the game is not over");
            press("Pass");
        } else {
            self.act_on(way, marked.targets[self.roll(marked.targets.len())]);
        }
        self.wait(&format!("document.querySelectorAll('.moves > li').length > {turns}"));
        true
    }

    fn wait_marks(&self, is_there: impl Fn(&Marked) -> bool) -> Marked {
        crate::devtools::wait_for("marks on the board", || Some(self.marked()).filter(&is_there))
    }

    /// Plays until the game is over, and checks that the page shows the game that the server has stored.
    pub(crate) fn play_to_the_end(&self, way: Way) {
        while self.make_turn(way) {}
        self.check_result();
    }

    /// Returns what the server answers to a request of this page, as text.
    pub(crate) fn fetch(&self, path: &str) -> String {
        self.text(&format!(
            "fetch({}).then((answer) => answer.ok ? answer.text() : `${{answer.status}}`)",
            json!(path)
        ))
    }

    /// Returns the address of the game in the interface of the server.
    pub(crate) fn api(&self) -> String {
        format!("/api/v1/games/{}", self.text("location.pathname.split('/')[2]"))
    }

    /// Checks that the game that is over is shown as the server has stored it, and that its record has no fault.
    pub(crate) fn check_result(&self) {
        let state: Value = serde_json::from_str(&self.fetch(&self.api())).unwrap();
        let game = floe_rules::record::read(self.fetch(&format!("{}/record", self.api())).as_bytes())
            .unwrap()
            .into_game();
        assert_eq!(state["ending"], "over");
        assert_eq!(self.marked().turns, game.made());
        let scores: Vec<u64> = game.players().iter().map(|&player| game.score(player)).collect();
        let shown =
            "[...document.querySelectorAll('.player-score')].map((score) => Number(score.textContent))";
        assert_eq!(self.eval(shown), json!(scores));
        let won = "[...document.querySelectorAll('.player')].flatMap((row, at) => row.classList.contains('won') ? [at + 1] : [])";
        assert_eq!(self.eval(won), state["winners"]);
        assert_eq!(self.tiles(), tiles_of(&game));
    }

    /// Returns what the page tells screen readers about each cell: fish and player.
    pub(crate) fn tiles(&self) -> Vec<String> {
        let labels = self.eval(
            "[...document.querySelectorAll('.board .tile')].map((tile) => tile.getAttribute('aria-label'))",
        );
        let labels: Vec<String> = serde_json::from_value(labels).unwrap();
        let of = |label: &String| {
            let mut parts = label.split(", ");
            let fish = parts.clone().find_map(|part| part.strip_suffix(" fish")).unwrap_or("0");
            // In Gamma the mark comes first, otherwise it follows in parentheses.
            let mark = parts.find_map(|part| {
                part.split_once(": ")
                    .map(|(mark, _)| mark)
                    .or_else(|| Some(part.strip_suffix(')')?.rsplit_once('(')?.1))
            });
            let number = mark.map_or(0, |mark| match mark.as_bytes()[0] {
                letter @ b'A'..=b'Z' => letter - b'A' + 1,
                digit => digit - b'0',
            });
            format!("{fish}{number}")
        };
        labels.iter().map(of).collect()
    }
}

/// The selector of a cell.
fn tile(cell: usize) -> String {
    format!(".board [data-cell=\"{cell}\"] .hit")
}

/// The cells of a game as two digits each: fish and player.
fn tiles_of(game: &Game) -> Vec<String> {
    match game {
        Game::Penguins(history) => {
            let position = history.position();
            position.grid().iter().map(|cell| position.tile(cell).to_string()).collect()
        }
        Game::Gamma(history) => {
            let board = history.board();
            let rows = (0..board.height()).rev();
            let cells = rows.flat_map(|y| (0..board.width()).map(move |x| (x, y)));
            cells.map(|(x, y)| format!("0{}", board.owner(x, y).unwrap_or(0))).collect()
        }
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        assert_eq!(self.problems(), Vec::<String>::new());
        let own = ["http", "ws"].map(|scheme| format!("{scheme}://{}/", self.host));
        let is_own = |address: &&String| {
            own.iter().any(|own| address.starts_with(own))
                || address.starts_with("data:")
                || *address == "about:blank"
        };
        let foreign: Vec<String> =
            self.addresses().iter().filter(|address| !is_own(address)).cloned().collect();
        assert_eq!(foreign, Vec::<String>::new(), "requests to other hosts");
    }
}

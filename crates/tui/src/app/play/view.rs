//! What a game being played looks like: the board with its lights, the panel, and what is to be done.

use std::time::Duration;

use floe_engine::Progress;
use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::penguins::Phase;
use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::{Play, Wanted, worth};
use crate::app::table::Lights;
use crate::board::gamma::cell as gamma_cell;
use crate::theme::Look;

impl Play {
    fn lights(&self, cursor: bool) -> Lights {
        let grid = self.table.grid();
        let mut lights = Lights {
            cursor: cursor && self.person().is_some() && self.end.is_none(),
            chosen: self.chosen.map(|cell| grid.coord(cell)),
            hint: self.hint.map(|turn| self.table.places(turn)).unwrap_or_default(),
            ..Lights::default()
        };
        if let (Game::Penguins(history), Some(_)) = (&self.table.game, self.person()) {
            let position = history.position();
            match (position.phase(), self.chosen) {
                (Phase::Placement, _) => position.each_turn(|turn| {
                    lights.targets.extend(turn.cells().map(|cell| grid.coord(cell)));
                }),
                (_, Some(from)) => {
                    lights.targets.extend(position.ice().reach(from).map(|cell| grid.coord(cell)));
                }
                _ => {}
            }
        }
        lights
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, look: Look, clock: Duration, cursor: bool) {
        self.table.draw_board(frame, look, &self.lights(cursor));
        self.table.draw_panel(frame, look, self.panel(look, clock));
        let areas = self.table.areas();
        let (text, style) = match (self.entry.prompt(self), self.notice.text.as_str()) {
            (Some(prompt), "") => (prompt, look.strong()),
            (Some(prompt), notice) => (format!("{notice} {prompt}"), look.strong()),
            (None, "") => (self.prompt(), look.strong()),
            (None, text) if self.notice.complains => (text.to_owned(), look.warning()),
            (None, text) => (text.to_owned(), look.good()),
        };
        frame.render_widget(Paragraph::new(text).style(style).wrap(Wrap { trim: true }), areas.message);
        frame.render_widget(Line::styled(self.keys(), look.faint()), areas.keys);
        if let Some(end) = self.end {
            end.draw(frame, look, &self.table, cursor);
        }
    }

    /// Says what is to be done now.
    fn prompt(&self) -> String {
        let Some(number) = self.table.game.to_move() else {
            return "The game is over. Enter: what next.".to_owned();
        };
        let name = self.table.company.name(number);
        if self.stopped {
            return "The game was ended. Enter: what next.".to_owned();
        }
        if self.paused {
            return format!("Paused before the turn of {name}. p goes on.");
        }
        if self.person().is_none() {
            // A narrow screen has no other place for it.
            let far = self.thinking.as_ref().and_then(|thinking| thinking.progress.as_ref());
            return match far {
                Some(progress) => format!("{name} thinks: {}.", summary(progress)),
                None => format!("{name} is to move."),
            };
        }
        match &self.table.game {
            Game::Gamma(_) => format!("{name}: take a cell."),
            Game::Penguins(history) => match (history.position().phase(), self.chosen) {
                (Phase::Placement, _) => format!("{name}: place a penguin on a floe with one fish."),
                (_, None) => format!("{name}: choose a penguin."),
                (_, Some(_)) => format!("{name}: choose where it goes."),
            },
        }
    }

    fn keys(&self) -> &'static str {
        if self.is_over() {
            return "?: help  q: quit  Enter: what next  z: undo  s: save  t: colours";
        }
        if self.person().is_none() {
            return "?: help  q: quit  m: move now  p: pause  z: undo  s: save  t: colours";
        }
        match &self.table.game {
            Game::Gamma(_) => "?: help  q: quit  Space: take  G: golden  C: pass  z x: undo, redo  i: hint",
            Game::Penguins(_) => "?: help  q: quit  Enter: act  Tab: next penguin  z x: undo, redo  i: hint",
        }
    }

    fn panel(&self, look: Look, clock: Duration) -> Vec<Line<'static>> {
        let mut lines = vec![Line::raw("")];
        let made = self.table.game.made();
        lines.push(Line::raw(match self.is_over() {
            true => format!("{made} turns were made"),
            false => format!("Turn {}", made + 1),
        }));
        if let Game::Gamma(history) = &self.table.game
            && let Some(number) = self.table.game.to_move()
        {
            let board = history.board();
            let (x, y) = gamma_cell(board, self.table.cursor);
            let golden = if board.has_golden(number) { "golden move left" } else { "golden move used" };
            lines.push(Line::raw(format!("free {}, {golden}", board.free(number))));
            lines.push(Line::raw(format!("at {x} {y}{}", self.area_told())));
        }
        if let Some(thinking) = &self.thinking {
            let who = match (thinking.wanted, self.table.game.to_move()) {
                (Wanted::Turn, Some(number)) => self.table.company.name(number),
                _ => "The adviser".to_owned(),
            };
            lines.push(Line::styled(format!("{who} thinks... (m: move now)"), look.good()));
            let so_far = clock.saturating_sub(thinking.since);
            match &thinking.progress {
                None => lines.push(Line::raw(format!("{:.1} s", so_far.as_secs_f64()))),
                Some(progress) => lines.extend(thoughts(progress, &self.table.game)),
            }
        }
        if self.paused {
            lines.push(Line::styled("Paused (p: go on)", look.warning()));
        }
        lines
    }

    /// Says how large the area beneath the cursor is.
    fn area_told(&self) -> String {
        let Game::Gamma(history) = &self.table.game else {
            return String::new();
        };
        let board = history.board();
        let (x, y) = gamma_cell(board, self.table.cursor);
        match board.owner(x, y) {
            None => ", empty".to_owned(),
            Some(owner) => {
                format!(
                    ", {} ({} in all)",
                    self.table.company.name(owner),
                    gamma::AreaCount(board.areas(owner))
                )
            }
        }
    }
}

/// Says how far a search has come.
fn thoughts(progress: &Progress<Turn>, game: &Game) -> Vec<Line<'static>> {
    let seconds = progress.elapsed.as_secs_f64();
    let speed = if seconds > 0.0 { progress.nodes as f64 / seconds } else { 0.0 };
    let best = progress.line.first().map(|&turn| game.notation(turn).to_string()).unwrap_or_default();
    vec![
        Line::raw(summary(progress)),
        Line::raw(format!("{} nodes, {:.2} M/s", progress.nodes, speed / 1e6)),
        Line::raw(format!("best so far {best}")),
    ]
}

fn summary(progress: &Progress<Turn>) -> String {
    format!("depth {}, {} for it", progress.depth, worth(progress.value.0))
}

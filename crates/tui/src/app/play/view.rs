//! Drawing a game being played: the board with its highlights, the panel, the message and the keys.

use std::time::Duration;

use floe_engine::Progress;
use floe_locale::{Lang, tr};
use floe_rules::game::{Game, Turn};
use floe_rules::gamma;
use floe_rules::penguins::Phase;
use floe_session::TaskPurpose;
use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::{PlayScreen, lead};
use crate::app::board_pane::{Highlights, grid_of, tiles_of};
use crate::app::footer::Footer;
use crate::app::keys::Key;
use crate::appearance::Appearance;
use crate::board::gamma::cell as gamma_cell;
use crate::theme::Palette;

impl PlayScreen {
    fn highlights(&self, cursor: bool) -> Highlights {
        let grid = grid_of(self.game());
        let person = self.session.person_to_move();
        let hint = self.session.hint().map(|hint| tiles_of(self.game(), hint.turn));
        let mut highlights = Highlights {
            cursor: cursor && person.is_some() && self.end.is_none(),
            chosen: self.chosen.map(|cell| grid.coord(cell)),
            hint: hint.unwrap_or_default(),
            ..Highlights::default()
        };
        if let (Game::Penguins(history), Some(_)) = (self.game(), person) {
            let position = history.position();
            match (position.phase(), self.chosen) {
                (Phase::Placement, _) => position.each_turn(|turn| {
                    highlights.targets.extend(turn.cells().map(|cell| grid.coord(cell)));
                }),
                (_, Some(from)) => {
                    highlights.targets.extend(position.ice().reach(from).map(|cell| grid.coord(cell)));
                }
                _ => {}
            }
        }
        highlights
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, appearance: Appearance, clock: Duration, cursor: bool) {
        let palette = appearance.palette;
        let (game, roster) = (self.game(), self.session.roster());
        self.pane.draw_board(frame, appearance, game, &self.highlights(cursor));
        self.pane.draw_panel(frame, appearance, (game, roster), self.panel(palette, clock));
        let layout = self.pane.layout(game);
        let (text, style) = match (self.entry.prompt(self), self.message.text.as_str()) {
            (Some(prompt), "") => (prompt, palette.strong()),
            (Some(prompt), message) => (format!("{message} {prompt}"), palette.strong()),
            (None, "") => (self.prompt(), palette.strong()),
            (None, text) if self.message.is_warning => (text.to_owned(), palette.warning()),
            (None, text) => (text.to_owned(), palette.success()),
        };
        frame.render_widget(Paragraph::new(text).style(style).wrap(Wrap { trim: true }), layout.message);
        self.footer(appearance.lang).draw(frame, appearance, layout.keys);
        if let Some(end) = self.end {
            end.draw(frame, appearance, &self.session, cursor);
        }
    }

    /// Returns what is to be done now.
    fn prompt(&self) -> String {
        let Some(player) = self.session.to_move() else {
            return "The game is over. Press Enter for the menu.".to_owned();
        };
        let name = self.session.roster().name(player);
        if self.session.is_paused() {
            return format!("Paused before the turn of {name}. Press p to resume.");
        }
        if self.session.person_to_move().is_none() {
            // A narrow screen has no other place for it.
            let progress = self.session.task().and_then(|task| task.progress.as_ref());
            return match progress {
                Some(progress) => format!("{name} thinks: {}.", summary(progress)),
                None => format!("{name} is to move."),
            };
        }
        match self.game() {
            Game::Gamma(_) => format!("{name}: take a cell."),
            Game::Penguins(history) => match (history.position().phase(), self.chosen) {
                (Phase::Placement, _) => format!("{name}: place a penguin on a floe with one fish."),
                (_, None) => format!("{name}: choose a penguin."),
                (_, Some(_)) => format!("{name}: choose its destination."),
            },
        }
    }

    /// Returns the keys that work now.
    pub(super) fn footer(&self, lang: Lang) -> Footer {
        let session = &self.session;
        let footer = Footer::new(lang).item(Key::Letter('?'), tr!(lang, "footer-help"));
        let person = session.person_to_move().is_some();
        let footer = match (session.has_ended(), self.game()) {
            (true, _) => footer.item(Key::Enter, tr!(lang, "footer-menu")),
            (false, _) if !person => {
                footer.item_if(session.task().is_some(), Key::Letter('m'), tr!(lang, "footer-move-now"))
            }
            (false, Game::Gamma(history)) => {
                let golden = session.to_move().is_some_and(|player| history.board().has_golden(player));
                footer
                    .item(Key::Letter(' '), tr!(lang, "footer-take"))
                    .item_if(golden, Key::Letter('g'), tr!(lang, "footer-golden"))
                    .item(Key::Letter('c'), tr!(lang, "footer-pass"))
            }
            (false, Game::Penguins(history)) => match (history.position().phase(), self.chosen) {
                (Phase::Placement, _) => footer.item(Key::Enter, tr!(lang, "footer-place")),
                (_, None) => footer.item(Key::Enter, tr!(lang, "footer-choose")),
                (_, Some(_)) => footer.item(Key::Enter, tr!(lang, "footer-slide")),
            },
        };
        let moving = person && self.movable().len() > 1;
        let pause = if session.is_paused() { tr!(lang, "footer-resume") } else { tr!(lang, "footer-pause") };
        footer
            .item(Key::Letter('q'), tr!(lang, "footer-quit"))
            .item_if(session.can_undo(), Key::Letter('z'), tr!(lang, "footer-undo"))
            .item_if(person, Key::Letter('i'), tr!(lang, "footer-hint"))
            .item(Key::Letter('s'), tr!(lang, "footer-save"))
            .item_if(moving, Key::Tab, tr!(lang, "footer-next-penguin"))
            .item_if(session.can_redo(), Key::Letter('x'), tr!(lang, "footer-redo"))
            .item_if(!session.has_ended(), Key::Letter('p'), pause)
            .item_if(moving, Key::Letter('d'), tr!(lang, "footer-steps"))
            .item_if(
                matches!(self.game(), Game::Gamma(_)) && !session.has_ended(),
                Key::Control('d'),
                tr!(lang, "footer-end-game"),
            )
            .item(Key::Letter('t'), tr!(lang, "footer-colours"))
            .item(Key::Letter('o'), tr!(lang, "footer-open"))
    }

    fn panel(&self, palette: Palette, clock: Duration) -> Vec<Line<'static>> {
        let mut lines = vec![Line::raw("")];
        let made = self.game().made();
        lines.push(Line::raw(match self.session.has_ended() {
            true => format!("{made} turns were made"),
            false => format!("Turn {}", made + 1),
        }));
        if let Game::Gamma(history) = self.game()
            && let Some(player) = self.game().to_move()
        {
            let board = history.board();
            let (x, y) = gamma_cell(board, self.pane.cursor);
            let golden = if board.has_golden(player) { "golden move left" } else { "golden move used" };
            lines.push(Line::raw(format!("free {}, {golden}", board.free(player))));
            lines.push(Line::raw(format!("at {x} {y}{}", self.owner_here())));
        }
        // An answer that is held back is no thinking any more.
        if let Some(task) = self.session.task().filter(|_| self.held.is_none()) {
            let name = match (task.purpose, self.session.to_move()) {
                (TaskPurpose::Move, Some(player)) => self.session.roster().name(player),
                _ => "The engine".to_owned(),
            };
            lines.push(Line::styled(format!("{name} thinks... (m: move now)"), palette.success()));
            let elapsed = clock.saturating_sub(self.task_started);
            match &task.progress {
                None => lines.push(Line::raw(format!("{:.1} s", elapsed.as_secs_f64()))),
                Some(progress) => lines.extend(search_lines(progress, self.game())),
            }
        }
        if self.session.is_paused() {
            lines.push(Line::styled("Paused (p: resume)", palette.warning()));
        }
        lines
    }

    /// Returns the owner of the cell under the cursor.
    fn owner_here(&self) -> String {
        let Game::Gamma(history) = self.game() else {
            return String::new();
        };
        let board = history.board();
        let (x, y) = gamma_cell(board, self.pane.cursor);
        match board.owner(x, y) {
            None => ", empty".to_owned(),
            Some(owner) => {
                format!(
                    ", {} ({} in all)",
                    self.session.roster().name(owner),
                    gamma::AreaCount(board.areas(owner))
                )
            }
        }
    }
}

/// Returns the progress of a search.
fn search_lines(progress: &Progress<Turn>, game: &Game) -> Vec<Line<'static>> {
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
    format!("depth {}, lead {}", progress.depth, lead(progress.value.0))
}

//! Drawing a game being played: the board with its highlights, the panel, the message and the keys.

use std::time::Duration;

use floe_engine::Progress;
use floe_locale::{Lang, tr};
use floe_rules::game::{Action, Game, Turn};
use floe_rules::penguins::Phase;
use floe_session::TaskPurpose;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::{PlayScreen, decimal, lead};
use crate::app::board_pane::{Highlights, grid_of, tiles_of};
use crate::app::end::{EndMenu, EndState};
use crate::app::footer::Footer;
use crate::app::keys::Key;
use crate::app::move_list::{MoveEntry, short_move};
use crate::app::panel::{Panel, PlayersShown};
use crate::app::turn_entry::TurnEntry;
use crate::appearance::Appearance;
use crate::board::gamma::cell as gamma_cell;
use crate::phrases::Phrases;

/// The number of lines that a message may take from the board.
const LONGEST_MESSAGE: usize = 6;

/// The parts of the panel below its text.
#[derive(Debug)]
pub(super) struct PanelParts {
    panel: Panel,
    /// The menu at the end.
    pub(super) menu: Rect,
    /// The move list.
    pub(super) moves: Rect,
}

impl PlayScreen {
    fn highlights(&self, cursor: bool) -> Highlights {
        if self.look_back.is_some() {
            return Highlights::default();
        }
        let grid = grid_of(self.game());
        let person = self.session.person_to_move();
        let hint = self.session.hint().map(|hint| tiles_of(self.game(), hint.turn));
        let mut highlights = Highlights {
            cursor: cursor && person.is_some(),
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
        self.pane.draw_board(frame, appearance, self.shown_game(), &self.highlights(cursor));
        let parts = self.parts_at(appearance, clock);
        parts.panel.draw(frame);
        if let (EndState::Menu(menu), None) = (self.end, &self.look_back) {
            menu.draw(frame, appearance, parts.menu, cursor);
        }
        let counts = (self.game().made(), self.current_move());
        let entry = |index| MoveEntry::of(self.game(), index);
        self.moves.draw(frame, appearance, parts.moves, (self.game(), entry), counts);
        let layout = self.pane.layout(self.game());
        self.draw_message(frame, appearance, layout.message);
        self.footer(appearance.lang).draw(frame, appearance, layout.keys);
    }

    /// Draws the message and what is asked. Text that needs more lines than there are covers the lowest part of the
    /// board: it must be read now.
    fn draw_message(&self, frame: &mut Frame<'_>, appearance: Appearance, area: Rect) {
        let palette = appearance.palette;
        let message = self.message.text.as_str();
        let entry = self.entry.prompt(self, appearance.lang);
        let is_asked = entry.is_some() || self.session.has_ended();
        let prompt = entry.unwrap_or_else(|| self.prompt(appearance.lang));
        let both = format!("{message} {prompt}");
        let width = usize::from(area.width).max(1);
        let (text, style) = match message.is_empty() {
            true => (prompt, palette.strong()),
            false if is_asked => (both, palette.strong()),
            false if self.message.is_warning => (message.to_owned(), palette.warning()),
            // The message comes with the prompt where both have room.
            false if textwrap::wrap(&both, width).len() <= area.height.into() => (both, palette.success()),
            false => (message.to_owned(), palette.success()),
        };
        let lines = textwrap::wrap(&text, width);
        let extra = lines.len().min(LONGEST_MESSAGE).saturating_sub(area.height.into());
        let extra = u16::try_from(extra).unwrap_or(0).min(area.y);
        let area = Rect { y: area.y - extra, height: area.height + extra, ..area };
        if extra > 0 {
            frame.render_widget(Clear, area);
        }
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::raw).collect();
        frame.render_widget(Paragraph::new(lines).style(style), area);
    }

    /// Returns what is to be done now.
    fn prompt(&self, lang: Lang) -> String {
        let phrases = Phrases::new(lang, self.game(), self.session.roster());
        if let Some(look_back) = &self.look_back {
            let (turn, count) = (look_back.game.made(), self.game().made());
            let what = self.described(turn, &phrases);
            return tr!(lang, "play-look-back", turn = turn, count = count, what = what);
        }
        let Some(player) = self.session.to_move() else {
            return tr!(lang, "play-over", winner = phrases.winner());
        };
        let name = phrases.player(player);
        if let Some(hint) = self.session.hint() {
            let (turn, value) = (hint_name(lang, self.game(), hint.turn), lead(lang, hint.value));
            return match self.hint_on_enter() {
                Some(_) => tr!(lang, "play-hint-enter", turn = turn, lead = value),
                None => tr!(lang, "play-hint", turn = turn, lead = value),
            };
        }
        let task = self.session.task();
        if task.is_some_and(|task| task.purpose == TaskPurpose::Hint) {
            return tr!(lang, "play-searching-hint");
        }
        let person = self.session.person_to_move().is_some();
        match (self.session.is_paused(), person) {
            (true, true) => return tr!(lang, "play-paused-person", player = name),
            (true, false) => return tr!(lang, "play-paused-engine", player = name),
            (false, false) => {
                // A narrow screen has no other place for it.
                return match task.and_then(|task| task.progress.as_ref()) {
                    Some(progress) => {
                        tr!(lang, "play-thinks-progress", player = name, progress = summary(lang, progress))
                    }
                    None => tr!(lang, "play-thinks", player = name),
                };
            }
            (false, true) => {}
        }
        match self.game() {
            Game::Gamma(_) => tr!(lang, "play-take", player = name),
            Game::Penguins(history) => match (history.position().phase(), self.chosen) {
                (Phase::Placement, _) => tr!(lang, "play-place", player = name),
                (_, None) => tr!(lang, "play-choose", player = name),
                (_, Some(_)) => tr!(lang, "play-slide", player = name),
            },
        }
    }

    /// Returns the sentence about the turn that led to a position.
    fn described(&self, turn: usize, phrases: &Phrases<'_>) -> String {
        let Some((player, action)) = turn.checked_sub(1).and_then(|index| self.game().action(index)) else {
            return tr!(phrases.lang, "play-start");
        };
        let gain = match self.game() {
            Game::Penguins(history) => u64::from(history.gain(turn - 1).count()),
            Game::Gamma(_) => 0,
        };
        phrases.action(player, action, gain)
    }

    /// Returns the keys that work now.
    pub(super) fn footer(&self, lang: Lang) -> Footer {
        let session = &self.session;
        let footer = Footer::new(lang);
        if self.look_back.is_some() {
            return footer
                .item(Key::Escape, tr!(lang, "footer-to-game"))
                .item(Key::Left, tr!(lang, "footer-previous-turn"))
                .item(Key::Right, tr!(lang, "footer-next-turn"))
                .item(Key::Home, tr!(lang, "footer-start"));
        }
        if self.entry != TurnEntry::None {
            return footer
                .item(Key::Enter, tr!(lang, "footer-enter"))
                .item(Key::Escape, tr!(lang, "footer-cancel"))
                .item_if(!self.is_typing(), Key::Backspace, tr!(lang, "footer-step-back"))
                .item_if(!self.is_typing(), Key::Letter('?'), tr!(lang, "footer-help"));
        }
        let footer = footer.item(Key::Letter('?'), tr!(lang, "footer-help"));
        let ended = session.has_ended();
        let person = session.person_to_move().is_some();
        let gamma = matches!(self.game(), Game::Gamma(_));
        let footer = match (self.end, self.game()) {
            (EndState::Menu(_), _) => footer.item(Key::Escape, tr!(lang, "footer-board")),
            (EndState::Closed, _) => footer.item(Key::Enter, tr!(lang, "footer-menu")),
            (EndState::Playing, _) if self.hint_on_enter().is_some() => {
                footer.item(Key::Enter, tr!(lang, "footer-play-hint"))
            }
            (EndState::Playing, _) if !person => {
                footer.item_if(session.task().is_some(), Key::Letter('m'), tr!(lang, "footer-move-now"))
            }
            (EndState::Playing, Game::Gamma(_)) => footer.item(Key::Letter(' '), tr!(lang, "footer-take")),
            (EndState::Playing, Game::Penguins(history)) => match (history.position().phase(), self.chosen) {
                (Phase::Placement, _) => footer.item(Key::Enter, tr!(lang, "footer-place")),
                (_, None) => footer.item(Key::Enter, tr!(lang, "footer-choose")),
                (_, Some(_)) => footer.item(Key::Enter, tr!(lang, "footer-slide")),
            },
        };
        let moving = person && self.movable().len() > 1;
        let pause = if session.is_paused() { tr!(lang, "footer-resume") } else { tr!(lang, "footer-pause") };
        let engines = session.roster().seats().iter().any(|(player, _)| !session.roster().is_person(*player));
        let golden = match (self.game(), session.person_to_move()) {
            (Game::Gamma(history), Some(player)) => history.board().has_golden(player),
            _ => false,
        };
        footer
            .item_if(session.can_undo(), Key::Letter('z'), tr!(lang, "footer-undo"))
            .item(Key::Letter('q'), tr!(lang, "footer-quit"))
            .item_if(golden, Key::Letter('g'), tr!(lang, "footer-golden"))
            .item_if(gamma && person, Key::Letter('c'), tr!(lang, "footer-pass"))
            .item_if(person, Key::Letter('i'), tr!(lang, "footer-hint"))
            .item(Key::Letter('s'), tr!(lang, "footer-save"))
            .item_if(!ended && engines, Key::Letter('p'), pause)
            .item_if(session.can_redo(), Key::Letter('x'), tr!(lang, "footer-redo"))
            .item_if(moving, Key::Tab, tr!(lang, "footer-next-penguin"))
            .item_if(moving, Key::Letter('d'), tr!(lang, "footer-steps"))
            .item_if(gamma && !ended, Key::Control('d'), tr!(lang, "footer-end-game"))
            .item_if(self.game().made() > 0, Key::Letter('<'), tr!(lang, "footer-look-back"))
            .item_if(engines && !ended, Key::Letter('+'), tr!(lang, "footer-faster"))
            .item_if(engines && !ended, Key::Letter('-'), tr!(lang, "footer-slower"))
            .item(Key::Letter('t'), tr!(lang, "footer-colours"))
            .item(Key::Letter('o'), tr!(lang, "footer-open"))
            .item(Key::Letter('v'), tr!(lang, "footer-moves"))
    }

    /// Returns the panel and the places below it, for clicks.
    pub(super) fn parts(&self, appearance: Appearance) -> PanelParts {
        // The time only changes the text of a line, not the number of lines.
        self.parts_at(appearance, self.task_started)
    }

    fn parts_at(&self, appearance: Appearance, clock: Duration) -> PanelParts {
        let (game, roster, lang) = (self.shown_game(), self.session.roster(), appearance.lang);
        let standing = match (&self.look_back, self.session.has_ended()) {
            (Some(_), _) => PlayersShown::Earlier,
            (None, true) => PlayersShown::Final,
            (None, false) => PlayersShown::ToMove(self.session.to_move()),
        };
        let mut panel = Panel::new(appearance, self.pane.layout(self.game()), (game, roster), standing);
        if self.look_back.is_none() {
            if !self.session.has_ended() {
                panel.gap();
                self.say_state(&mut panel, appearance, clock);
            }
        } else if !panel.is_compact() {
            panel.gap();
            let turn = tr!(lang, "panel-turn-of", turn = game.made(), count = self.game().made());
            panel.say(turn, appearance.palette.strong());
        }
        panel.gap();
        let rest = panel.rest();
        let menu_lines = match (self.end, &self.look_back) {
            (EndState::Menu(_), None) => EndMenu::LINES.min(rest.height),
            _ => 0,
        };
        let menu = Rect { height: menu_lines, ..rest };
        let gap = u16::from(menu_lines > 0);
        let below = (menu_lines + gap).min(rest.height);
        let moves = Rect { y: rest.y + below, height: rest.height - below, ..rest };
        let moves = if self.show_moves { moves } else { Rect { height: 0, ..moves } };
        PanelParts { panel, menu, moves }
    }

    /// Says what goes on: whose turn it is by number, the state of Gamma, the search, a pause.
    fn say_state(&self, panel: &mut Panel, appearance: Appearance, clock: Duration) {
        let (palette, lang) = (appearance.palette, appearance.lang);
        let plain = ratatui::style::Style::new();
        let compact = panel.is_compact();
        if !compact {
            panel.say(tr!(lang, "panel-turn", turn = self.game().made() + 1), plain);
        }
        if let (Game::Gamma(history), Some(player)) = (self.game(), self.session.to_move()) {
            let board = history.board();
            let (x, y) = gamma_cell(board, self.pane.cursor);
            let areas = (board.areas(player), board.most_areas());
            panel.say(tr!(lang, "panel-areas", areas = areas.0, most = areas.1), plain);
            if !compact {
                panel.say(tr!(lang, "panel-free", count = board.free(player)), plain);
                let phrases = Phrases::new(lang, self.game(), self.session.roster());
                panel.say(
                    match board.owner(x, y) {
                        None => tr!(lang, "panel-cell-empty", x = x, y = y),
                        Some(owner) => {
                            tr!(lang, "panel-cell", x = x, y = y, player = phrases.player(owner))
                        }
                    },
                    plain,
                );
            } else {
                panel.say(format!("x {x} y {y}"), plain);
            }
        }
        // An answer that is held back is no thinking any more.
        if let Some(task) = self.session.task().filter(|_| self.held.is_none() && !compact) {
            let name = match (task.purpose, self.session.to_move()) {
                (TaskPurpose::Move, Some(player)) => self.session.roster().name(player),
                _ => tr!(lang, "panel-engine"),
            };
            panel.say(tr!(lang, "panel-thinks", player = name), palette.success());
            let elapsed = clock.saturating_sub(self.task_started).as_secs_f64();
            match &task.progress {
                None => panel.say(tr!(lang, "panel-seconds", seconds = decimal(lang, elapsed)), plain),
                Some(progress) => {
                    panel.say(summary(lang, progress), plain);
                    panel.say(speed(lang, progress), plain);
                    if let Some(&turn) = progress.line.first() {
                        let turn = short_move(lang, self.game(), Action::Turn(turn));
                        panel.say(tr!(lang, "panel-best", turn = turn), plain);
                    }
                }
            }
        }
        // The prompt says so too, and a compact panel has no room to spare.
        if self.session.is_paused() && !compact {
            panel.say(tr!(lang, "panel-paused"), palette.warning());
        }
    }
}

/// Returns the name of a hinted turn.
fn hint_name(lang: Lang, game: &Game, turn: Turn) -> String {
    use floe_rules::gamma::Move;
    match turn {
        Turn::Gamma(Move::Take { x, y }) => format!("x {x} y {y}"),
        Turn::Gamma(Move::Golden { x, y }) => tr!(lang, "play-hint-golden", at = format!("x {x} y {y}")),
        turn => short_move(lang, game, Action::Turn(turn)),
    }
}

fn summary(lang: Lang, progress: &Progress<Turn>) -> String {
    tr!(lang, "panel-search", depth = progress.depth, lead = lead(lang, progress.value.0))
}

fn speed(lang: Lang, progress: &Progress<Turn>) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let speed = if seconds > 0.0 { progress.nodes as f64 / seconds } else { 0.0 };
    let (nodes, speed) = (decimal(lang, progress.nodes as f64 / 1e6), decimal(lang, speed / 1e6));
    tr!(lang, "panel-nodes", nodes = nodes, speed = speed)
}

//! The interactive build: a person chooses the turns.

use std::io;
use std::time::Duration;

use floe_rules::contest::PendingTurn;
use floe_rules::penguins::{Move, RuleSet, Setup};
use floe_rules::record::PlayerKind;
use floe_tui::app::{Draft, GameKind, Opening};
use floe_tui::plain::{Request, Single, Thinking, Wanted, one_turn};

use super::TurnArguments;
use crate::exit::Exit;
use crate::play::{Manner, by_lines, has_screen, on_screen};

/// Shows the state and asks the person for a turn; `None` when there is no answer.
pub(super) fn choose(
    request: &TurnArguments,
    time: Duration,
    setup: &Setup,
    pending: &PendingTurn,
) -> Option<Move> {
    let settings = &request.settings;
    let name = settings.call.id.to_string();
    let single = Single {
        setup,
        rules: settings.call.rules,
        stage: pending.stage.clone(),
        seat: pending.seat,
        name: &name,
        thinking: Thinking { time, nodes: settings.nodes },
        seed: settings.seed,
    };
    let mut output = io::stdout().lock();
    match one_turn(&single, &mut io::stdin().lock(), &mut output) {
        Ok(turn) => turn,
        Err(error) => {
            super::complain(&format!("penguins: {error}\n"));
            None
        }
    }
}

/// Plays a game between people at one terminal, without files.
pub(super) fn hot_seat() -> Exit {
    let played = if has_screen() {
        let mut draft = Draft::new(GameKind::Square);
        for chair in &mut draft.chairs {
            chair.kind = PlayerKind::Person;
        }
        on_screen(Opening::Setup(Box::new(draft)), &Manner::default())
    } else {
        by_lines(&Request::new(Wanted::Penguins(RuleSet::SQUARE))).map(|_| ())
    };
    match played {
        Ok(()) => Exit::Done,
        Err(error) => {
            super::complain(&format!("penguins: {error}\n"));
            Exit::Failed
        }
    }
}

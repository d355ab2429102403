//! The interactive build: a person chooses the turns.

use std::io;
use std::time::Duration;

use floe_rules::contest::PendingTurn;
use floe_rules::penguins::{Move, Setup};
use floe_rules::record::PlayerKind;
use floe_session::{GameKind, GameSpec, SearchBudget};
use floe_tui::app::Opening;
use floe_tui::plain::{OneTurn, one_turn};

use super::TurnArguments;
use crate::exit::Exit;
use crate::locale;
use crate::output;
use crate::play::{PlayOptions, has_screen, play_full_screen, play_plain};

/// Shows the state and asks the person for a turn; `None` when there is no answer.
pub(super) fn choose(
    request: &TurnArguments,
    time: Duration,
    setup: &Setup,
    pending: &PendingTurn,
) -> Option<Move> {
    let settings = &request.settings;
    let name = settings.call.id.to_string();
    let asked = OneTurn {
        setup,
        rules: settings.call.rules,
        lang: locale::lang(None),
        stage: pending.stage.clone(),
        seat: pending.seat,
        name: &name,
        budget: SearchBudget { time, nodes: settings.nodes },
        seed: settings.seed,
    };
    let mut output = output::stdout();
    match one_turn(&asked, &mut io::stdin().lock(), &mut output) {
        Ok(turn) => turn,
        Err(error) => {
            super::print_to_stderr(&format!("penguins: {error}\n"));
            None
        }
    }
}

/// Plays a game between people at one terminal, without files.
pub(super) fn hot_seat() -> Exit {
    let mut spec = GameSpec::new(GameKind::Square);
    let played = if has_screen() {
        spec.players = Some(2);
        for index in 0..*spec.kind.players().end() {
            spec.seat_mut(index).kind = PlayerKind::Person;
        }
        play_full_screen(Opening::Setup(Box::new(spec)), &PlayOptions::default())
    } else {
        play_plain(&spec, &PlayOptions::default()).map(|_| ())
    };
    match played {
        Ok(()) => Exit::Done,
        Err(error) => {
            super::print_to_stderr(&format!("penguins: {error}\n"));
            Exit::Failed
        }
    }
}

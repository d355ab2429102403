//! The interactive build: a person chooses the turns.

use std::ffi::OsString;
use std::io;
use std::time::Duration;

use floe_locale::Lang;
use floe_rules::contest::PendingTurn;
use floe_rules::penguins::{Move, Setup};
use floe_rules::record::PlayerKind;
use floe_session::{GameKind, GameSpec, SearchBudget};
use floe_tui::app::Opening;
use floe_tui::plain::{OneTurn, one_turn};

use super::{ArgumentError, TurnArguments};
use crate::exit::Exit;
use crate::locale;
use crate::output;
use crate::play::{PlayOptions, has_screen, play_full_screen, play_plain};

/// Takes `--lang` out of the arguments, wherever it is.
pub(super) fn take_lang(arguments: Vec<OsString>) -> (Vec<OsString>, Result<Option<Lang>, ArgumentError>) {
    let (mut rest, mut lang) = (Vec::new(), Ok(None));
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        let value = match text.strip_prefix("--lang=") {
            Some(value) => value.to_owned(),
            None if text == "--lang" => arguments.next().unwrap_or_default().to_string_lossy().into_owned(),
            None => {
                rest.push(argument);
                continue;
            }
        };
        lang = value.parse().map(Some).map_err(ArgumentError::from);
    }
    (rest, lang)
}

/// Shows the state and asks the person for a turn; `None` when there is no answer.
pub(super) fn choose(
    request: &TurnArguments,
    lang: Option<Lang>,
    time: Duration,
    setup: &Setup,
    pending: &PendingTurn,
) -> Option<Move> {
    let settings = &request.settings;
    let name = settings.call.id.to_string();
    let asked = OneTurn {
        setup,
        rules: settings.call.rules,
        lang: locale::lang(lang),
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
pub(super) fn hot_seat(lang: Option<Lang>) -> Exit {
    let options = PlayOptions { lang, ..PlayOptions::remembered() };
    let mut spec = GameSpec::new(GameKind::Square);
    let played = if has_screen() {
        spec.players = Some(2);
        for index in 0..*spec.kind.players().end() {
            spec.seat_mut(index).kind = PlayerKind::Person;
        }
        options.file.settings().apply_to(&mut spec, options.lang());
        play_full_screen(Opening::Setup(Box::new(spec)), &options)
    } else {
        play_plain(&spec, &options).map(|_| ())
    };
    match played {
        Ok(()) => Exit::Done,
        Err(error) => {
            super::print_to_stderr(&format!("penguins: {error}\n"));
            Exit::Failed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_taken_from_any_place() {
        let taken = |line: &str| {
            let (rest, lang) = take_lang(line.split_whitespace().map(OsString::from).collect());
            (rest.join(std::ffi::OsStr::new(" ")).into_string().expect("it is text"), lang)
        };
        for line in ["--lang fr a b", "a --lang=FR b", "a b --lang fr", "--lang en a b --lang=fr"] {
            let (rest, lang) = taken(line);
            assert_eq!((rest.as_str(), lang.ok().flatten()), ("a b", Some(Lang::French)), "{line}");
        }
        assert_eq!(taken("a b").1.ok(), Some(None));
        for (line, told) in [("--lang", "''"), ("--lang de", "'de'"), ("--lang=", "''")] {
            let error = taken(line).1.map_err(|error| error.to_string());
            assert_eq!(error, Err(format!("unknown language {told}: use en, fr or pl")), "{line}");
        }
    }
}

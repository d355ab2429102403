//! Help: the rules of the game in short, how to answer, and the commands.

use floe_locale::{Lang, key, tr};
use floe_rules::game::Game;
use floe_rules::grid::Topology;
use floe_rules::penguins::{Scoring, Stage};

use super::vocabulary::Word;

/// Returns the rules of a game and how its questions are answered, a paragraph per line.
pub(super) fn rules(lang: Lang, game: &Game) -> String {
    let Game::Penguins(history) = game else {
        return tr!(lang, "plain-help-gamma");
    };
    let position = history.position();
    if position.grid().topology() == Topology::Square {
        return tr!(lang, "plain-help-square");
    }
    let (tiles, turns) = match position.rules().scoring {
        Scoring::Departure => (key!("plain-help-tiles-leaving"), key!("plain-help-leaving")),
        Scoring::Arrival => (key!("plain-help-tiles-arriving"), key!("plain-help-arriving")),
    };
    let mut paragraphs = vec![lang.text(tiles)];
    if *history.stage() != Stage::Movement {
        paragraphs.push(match position.rules().scoring {
            Scoring::Departure => tr!(lang, "plain-help-placing"),
            Scoring::Arrival => tr!(lang, "plain-help-placing-scores"),
        });
    }
    paragraphs.extend([lang.text(turns), tr!(lang, "plain-help-answers")]);
    paragraphs.join("\n")
}

/// Returns the commands with what they do; for a single turn on a board of a file, only those that make sense there.
pub(super) fn commands(lang: Lang, game: &Game, single_turn: bool) -> Vec<(String, String)> {
    let save = match game {
        Game::Penguins(_) => key!("plain-command-save"),
        Game::Gamma(_) => key!("plain-command-save-gamma"),
    };
    let all = [
        (Word::Help, key!("plain-command-help")),
        (Word::Board, key!("plain-command-board")),
        (Word::Hint, key!("plain-command-hint")),
        (Word::Back, key!("plain-command-back")),
        (Word::Undo, key!("plain-command-undo")),
        (Word::Redo, key!("plain-command-redo")),
        (Word::Save, save),
        (Word::Quit, key!("plain-command-quit")),
    ];
    let within_games = [Word::Undo, Word::Redo, Word::Save];
    all.into_iter()
        .filter(|(word, _)| !(single_turn && within_games.contains(word)))
        .map(|(word, text)| {
            let name = match word {
                Word::Save => format!("{} {}", word.spellings(lang), tr!(lang, "plain-command-file")),
                _ => word.spellings(lang),
            };
            (name, lang.text(text))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_says_that_placing_scores_where_it_does() {
        assert!(tr!(Lang::English, "plain-help-square").contains("one fish, which you get"));
        assert!(tr!(Lang::English, "plain-help-placing-scores").contains("one fish, which you get"));
    }
}

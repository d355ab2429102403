//! Sentences that full screen and plain mode share: who was skipped, who has won, how the players stand.

use std::fmt::Write;

use floe_rules::game::Game;
use floe_rules::penguins::Seat;
use floe_session::{Roster, ranking};

/// The name of a lone person without a name; see [`GameSpec::seat_name`](floe_session::GameSpec::seat_name).
pub(crate) const YOU: &str = "You";

/// Returns the symbol of a player on the board: a letter in Penguins, a number in Gamma.
pub(crate) fn mark(game: &Game, player: u32) -> String {
    match (game, u8::try_from(player).ok().and_then(Seat::new)) {
        (Game::Penguins(_), Some(seat)) => seat.letter().to_string(),
        _ => player.to_string(),
    }
}

/// Returns " (NAME)", or nothing if the name is just "player MARK".
pub(crate) fn name_after(roster: &Roster, player: u32, mark: &str) -> String {
    let name = roster.name(player);
    if name.eq_ignore_ascii_case(&format!("player {mark}")) { String::new() } else { format!(" ({name})") }
}

/// Returns a sentence about skipped players, if there are any.
pub(crate) fn skip_notice(game: &Game, roster: &Roster, skipped: &[u32]) -> Option<String> {
    let verb = match game {
        Game::Penguins(_) => "cannot move",
        Game::Gamma(_) => "cannot make a move",
    };
    let names = roster.names(skipped);
    match skipped.len() {
        0 => None,
        1 if names != YOU => Some(format!("{names} {verb} and is skipped.")),
        _ => Some(format!("{names} {verb} and are skipped.")),
    }
}

/// Joins a name and what its player does, such as `moves from x 0 y 1`, with the verb in the form for the name.
pub(crate) fn clause(name: &str, action: &str) -> String {
    let (verb, rest) = action.split_at(action.find(' ').unwrap_or(action.len()));
    let verb = match verb {
        _ if name != YOU => verb,
        "has" => "have",
        "passes" => "pass",
        _ => verb.strip_suffix('s').unwrap_or(verb),
    };
    format!("{name} {verb}{rest}")
}

/// Returns the words for a penguin of a player.
pub(crate) fn penguin_of(name: &str) -> String {
    if name == YOU { "one of your penguins".to_owned() } else { format!("a penguin of {name}") }
}

/// Returns who has won, as a sentence.
pub(crate) fn winner(game: &Game, roster: &Roster) -> String {
    let leaders = game.leaders();
    let score = leaders.first().map_or(0, |&player| game.score(player));
    let (names, amount) = (roster.names(&leaders), amount(game, score));
    match leaders.len() {
        1 if names == YOU => format!("You win with {amount}."),
        1 => format!("{names} wins with {amount}."),
        _ => format!("{names} share the win with {amount} each."),
    }
}

/// Returns the players with their ranks and scores, a line each, the best first.
pub(crate) fn standings(game: &Game, roster: &Roster) -> String {
    let mut text = String::new();
    for (rank, player) in ranking(game) {
        let (mark, name) = (mark(game, player), roster.name(player));
        let in_name = name_after(roster, player, &mark).is_empty();
        let mark = if in_name { String::new() } else { format!(" ({mark})") };
        let _ = writeln!(text, "{rank}. {name}{mark}: {}", amount(game, game.score(player)));
    }
    text
}

/// Returns a score with its unit.
pub(crate) fn amount(game: &Game, score: u64) -> String {
    match game {
        Game::Penguins(_) => format!("{score} fish"),
        Game::Gamma(_) if score == 1 => "1 cell".to_owned(),
        Game::Gamma(_) => format!("{score} cells"),
    }
}

/// Returns a fragment as a sentence: with a capital and a full stop.
pub(crate) fn sentence(fragment: &str) -> String {
    let mut letters = fragment.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let stop = if fragment.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_agree_with_the_name() {
        assert_eq!(clause("Ann", "moves from x 0 y 1"), "Ann moves from x 0 y 1");
        assert_eq!(clause("You", "moves from x 0 y 1"), "You move from x 0 y 1");
        assert_eq!(clause("You", "places a penguin"), "You place a penguin");
        assert_eq!(clause("You", "has no penguin"), "You have no penguin");
        assert_eq!(clause("You", "passes"), "You pass");
        assert_eq!(penguin_of("You"), "one of your penguins");
    }
}

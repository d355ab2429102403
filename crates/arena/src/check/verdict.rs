//! The verdict: whether a program can play a match.

use super::cause::Cause;
use super::{CheckResult, CheckStatus, Group, Weight};

/// Whether a program can play a match, by its practice games.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct MatchVerdict {
    /// Whether it finishes at least half of them.
    pub can_play: bool,
    /// The verdict in a sentence.
    pub words: String,
}

impl MatchVerdict {
    /// Judges by the practice games.
    pub(super) fn new(results: &[CheckResult], causes: &[Cause], has_id: bool) -> MatchVerdict {
        let played =
            |result: &&CheckResult| result.group == Group::Games && result.status != CheckStatus::Skipped;
        let games = results.iter().filter(played).count();
        let faulty = results.iter().filter(played).filter(|game| game.status == CheckStatus::Failed).count();
        let lost = results.iter().filter(played).filter(|game| game.lost).count();
        let main = causes.iter().find(|cause| cause.weight == Weight::Must);
        let costly =
            causes.iter().filter(|cause| cause.weight == Weight::Must && cause.costs_games()).count();
        let can_play = games > 0 && lost * 2 <= games;
        let words = if !has_id {
            "Your program cannot play a match: it prints no id, and places no penguin on an ordinary board."
                .to_owned()
        } else if !can_play {
            let what = main.map_or("fails", |cause| cause.title);
            match games {
                0 => format!("Your program cannot play a match: it {what}."),
                _ => format!(
                    "Your program cannot play a match: it {what}, and forfeits {lost} of {games} practice games."
                ),
            }
        } else if faulty > 0 {
            let what = main.map_or("fails", |cause| cause.title);
            format!(
                "Your program can play a match, but loses turns in {faulty} of {games} practice games: it {what}."
            )
        } else if costly > 0 {
            format!(
                "Your program can play a match. {costly} {} can still cost it games.",
                if costly == 1 { "mistake" } else { "mistakes" }
            )
        } else {
            "Your program can play a match.".to_owned()
        };
        MatchVerdict { can_play, words }
    }
}

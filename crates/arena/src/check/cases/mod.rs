//! All cases, by group.

mod calls;
mod sizes;
mod spelling;
mod turns;
mod wrong;

use floe_rules::penguins::RuleSet;

use super::case::Case;

/// Returns all cases but those about the id, for a program that goes by one.
pub(super) fn all(me: &[u8], rules: &RuleSet) -> Vec<Case> {
    let mut all = calls::arguments(me);
    all.extend(calls::files(me));
    all.extend(turns::placement(me));
    all.extend(turns::movement(me));
    all.extend(spelling::cases(me));
    all.extend(wrong::cases(me));
    all.extend(sizes::boards(me, rules));
    all.extend(sizes::games(me, rules));
    all
}

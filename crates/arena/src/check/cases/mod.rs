//! All cases, by group.

mod calls;
mod sizes;
mod spelling;
mod turns;
mod wrong;

use floe_rules::penguins::RuleSet;

use super::Group;
use super::case::CheckCase;

/// Returns the cases of the wanted groups for a program with an id. A few practice games are always among them.
pub(super) fn all(own_id: &[u8], rules: &RuleSet, wanted: &dyn Fn(Group) -> bool) -> Vec<CheckCase> {
    Group::ALL
        .into_iter()
        .filter(|&group| wanted(group) || group == Group::Games)
        .flat_map(|group| match group {
            // The id is asked for before all cases, and good practice is observed in their calls.
            Group::Identity | Group::Manners => Vec::new(),
            Group::Arguments => calls::arguments(own_id),
            Group::Files => calls::files(own_id),
            Group::Placement => turns::placement(own_id),
            Group::Movement => turns::movement(own_id),
            Group::Spelling => spelling::cases(own_id),
            Group::Wrong => wrong::cases(own_id),
            Group::Sizes => sizes::boards(own_id, rules),
            Group::Games => sizes::games(own_id, rules, wanted(Group::Games)),
        })
        .collect()
}

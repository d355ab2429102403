//! All cases, by group.

mod calls;
mod sizes;
mod spelling;
mod turns;
mod wrong;

use floe_rules::penguins::RuleSet;

use super::Group;
use super::case::Case;

/// Returns all cases of the groups that are wanted, but those that need no calls of their own, for a program that goes by one.
pub(super) fn all(me: &[u8], rules: &RuleSet, wanted: &dyn Fn(Group) -> bool) -> Vec<Case> {
    Group::ALL
        .into_iter()
        .filter(|&group| wanted(group))
        .flat_map(|group| match group {
            // Who it is must be known before anything else can be asked; manners are seen on the way.
            Group::Identity | Group::Manners => Vec::new(),
            Group::Arguments => calls::arguments(me),
            Group::Files => calls::files(me),
            Group::Placement => turns::placement(me),
            Group::Movement => turns::movement(me),
            Group::Spelling => spelling::cases(me),
            Group::Wrong => wrong::cases(me),
            Group::Sizes => sizes::boards(me, rules),
            Group::Games => sizes::games(me, rules),
        })
        .collect()
}

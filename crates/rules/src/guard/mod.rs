//! The guard against cheating: states that no legal game could produce.
//!
//! [`examine`] looks at one state. [`compare`] asks whether a state can have come from an earlier one by
//! legal turns of the other players, and [`Journal`] keeps the earlier one between two calls of the
//! contest program. What they return is either an accusation or only a remark; a legal game never gives
//! an accusation, whatever turns were lost on the way (rules G1 to G4).

mod examine;
mod explain;
mod finding;
mod journal;

pub use examine::examine;
pub use explain::compare;
pub use finding::{Finding, Subject};
pub use journal::{Journal, JournalFault};

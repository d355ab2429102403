//! Exit codes, the same for all programs of floe: those of the contest protocol.

pub use floe_rules::contest::Exit;

//! The zoo: hostile and broken programs, for tests only.

fn main() {}

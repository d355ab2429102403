//! temporary
/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// number
    pub number: usize,
    /// round
    pub round: usize,
    /// table
    pub table: usize,
    /// seats
    pub seats: Vec<usize>,
    /// board
    pub board: usize,
    /// seed
    pub seed: u64,
}

//! The parameters of the evaluation and the search of Gamma.

/// The parameters of the evaluation and the search. Values are in hundredths of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The loss of value of a cell for each ring of distance.
    pub far: i32,
    /// The smallest value of a cell.
    pub least: i32,
    /// The value of an unused golden move at the end of the game.
    pub golden: i32,
    /// Its additional value on an empty board, divided by the number of other players.
    pub early: i32,
    /// The value of a spare area, in percent of the territory of another player.
    pub spare: i32,
    /// The additional percents for each further spare area.
    pub more: i32,
    /// The value of winning, besides the cells.
    pub win: i32,
    /// The number of turns of a node that are kept; at the root, three times as many.
    pub beam: i32,
    /// The lead that maps to half of the largest value.
    pub scale: i32,
    /// The temperature of the priors: a turn that is worse by this has 1/e of the prior.
    pub doubt: i32,
    /// The exploration constant of PUCT, in thousandths.
    pub explore: i32,
    /// With more free cells than this, only candidate cells are considered.
    pub few: i32,
}

impl Weights {
    /// The built-in parameters, found by matches.
    pub const DEFAULT: Weights = Weights {
        far: 3,
        least: 40,
        golden: 200,
        early: 1500,
        spare: 22,
        more: 5,
        win: 1000,
        beam: 10,
        scale: 2000,
        doubt: 150,
        explore: 400,
        few: 64,
    };

    /// Parses changes to the built-in parameters, such as `far:2,golden:150`.
    pub fn parse(text: &str) -> Option<Weights> {
        let mut weights = Weights::DEFAULT;
        for pair in text.split(',') {
            let (name, value) = pair.split_once(':')?;
            let weight = match name {
                "far" => &mut weights.far,
                "least" => &mut weights.least,
                "golden" => &mut weights.golden,
                "early" => &mut weights.early,
                "spare" => &mut weights.spare,
                "more" => &mut weights.more,
                "win" => &mut weights.win,
                "beam" => &mut weights.beam,
                "scale" => &mut weights.scale,
                "doubt" => &mut weights.doubt,
                "explore" => &mut weights.explore,
                "few" => &mut weights.few,
                _ => return None,
            };
            *weight = value.parse().ok().filter(|value| (0..=1_000_000).contains(value))?;
        }
        // Divisors and counts of turns are at least 1.
        for weight in [&mut weights.beam, &mut weights.scale, &mut weights.doubt] {
            *weight = (*weight).max(1);
        }
        Some(weights)
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::DEFAULT
    }
}

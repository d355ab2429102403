//! The numbers that the judgement and the search of Gamma go by.

/// What counts for how much, and how widely to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By how much less a cell is worth for each ring that it lies away, in hundredths of a cell as all that follow.
    pub far: i32,
    /// However far a cell lies, it is still worth so much.
    pub least: i32,
    /// What a golden move that is left is worth in the end.
    pub golden: i32,
    /// How much more it is worth on an empty board, shared among the others where they are several.
    pub early: i32,
    /// How many percent of the land of another it is worth that another area may be started.
    pub spare: i32,
    /// How many percent more for each further one.
    pub more: i32,
    /// What winning is worth beyond the cells.
    pub win: i32,
    /// How many turns of a position are looked into at most; where it starts, three times as many.
    pub beam: i32,
    /// How much more cells matter around what was expected than far from it: that lead counts half.
    pub scale: i32,
    /// By how much a turn must look worse to be looked into a third as much.
    pub doubt: i32,
    /// How much turns that were not looked into much are preferred, in thousandths.
    pub explore: i32,
    /// With more free cells than this only those are looked at where something is at stake.
    pub few: i32,
}

impl Weights {
    /// What was found by matches.
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

    /// Reads weights that differ from the usual ones, as in `far:2,golden:150`.
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
        // What is divided by, or counts turns, is never nothing.
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

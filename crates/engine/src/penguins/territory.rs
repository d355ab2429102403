//! Who reaches each floe first, counted in slides.

use floe_rules::penguins::{Bits, Compact};

/// How many slides ahead are told apart; what takes longer counts as taking the last of these.
pub const REACH: usize = 4;

/// The floes that each of two sides reaches first, by the number of slides it takes.
#[derive(Clone, Copy, Debug)]
pub struct Territory<const W: usize> {
    /// What the first side reaches before the second.
    pub mine: [Bits<W>; REACH],
    /// What the second side reaches before the first.
    pub theirs: [Bits<W>; REACH],
    /// What both reach at once.
    pub shared: [Bits<W>; REACH],
    /// What each side reaches with one slide.
    pub near: [Bits<W>; 2],
    /// What only one side can reach at all.
    pub own: [Bits<W>; 2],
    /// The penguins that can move, and those of them with more than one way out.
    pub movable: [Bits<W>; 2],
    /// Whether any floe can be reached by both, sooner or later.
    pub contested: bool,
}

impl<const W: usize> Territory<W> {
    /// Divides the free floes between two sets of penguins.
    #[inline(always)]
    pub fn new(ice: &Compact<W>, mine: Bits<W>, theirs: Bits<W>) -> Territory<W> {
        let (slides, free) = (ice.slides(), ice.free());
        let empty = Bits::EMPTY;
        let mut territory = Territory {
            mine: [empty; REACH],
            theirs: [empty; REACH],
            shared: [empty; REACH],
            near: [empty; 2],
            own: [empty; 2],
            movable: slides.with_ways_out(mine | theirs),
            contested: false,
        };
        let mut my_new = slides.from(mine);
        let mut their_new = slides.from(theirs);
        territory.near = [my_new, their_new];
        let (mut my_all, mut their_all) = (empty, empty);
        let mut step = 0;
        loop {
            let at = step.min(REACH - 1);
            territory.mine[at] = territory.mine[at] | my_new & !their_all & !their_new;
            territory.theirs[at] = territory.theirs[at] | their_new & !my_all & !my_new;
            territory.shared[at] = territory.shared[at] | my_new & their_new;
            // What one side took before is no longer open to the other's longer ways, but it may pass there.
            my_all = my_all | my_new;
            their_all = their_all | their_new;
            step += 1;
            if step > 2 * REACH {
                break;
            }
            let anew = |last: Bits<W>, all: Bits<W>| {
                let rest = free & !all;
                if last.is_empty() || rest.is_empty() { empty } else { slides.anew(last, rest) }
            };
            (my_new, their_new) = (anew(my_new, my_all), anew(their_new, their_all));
            if my_new.is_empty() && their_new.is_empty() {
                break;
            }
        }
        territory.own = [my_all & !their_all, their_all & !my_all];
        territory.contested = !(my_all & their_all).is_empty();
        territory
    }
}

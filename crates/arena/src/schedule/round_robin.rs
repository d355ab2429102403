//! Round robin and gauntlet.

use super::ScheduleSettings;
use floe_rules::random::{Random, scramble};
use std::collections::VecDeque;

/// Returns the number of groups of `size` among `entrants`, or `None` on overflow.
pub(super) fn groups(entrants: u128, size: u128) -> Option<u128> {
    if size > entrants {
        return Some(0);
    }
    (0..size).try_fold(1u128, |count, chosen| Some(count.checked_mul(entrants - chosen)? / (chosen + 1)))
}

/// Returns the rounds of a round robin, each with its tables.
pub(super) fn rounds(settings: &ScheduleSettings) -> Vec<Vec<Vec<usize>>> {
    let founders = settings.founders();
    let mut rounds = if settings.seats == 2 {
        circle(founders)
    } else {
        let all: Vec<usize> = (0..founders).collect();
        pack(settings, choose(&all, settings.seats))
    };
    for (change, present) in settings.changes() {
        let mut tables = choose(&present, settings.seats);
        tables.retain(|table| table.iter().any(|who| change.joined.contains(who)));
        rounds.extend(pack(settings, tables));
    }
    rounds
}

/// Returns the rounds of a gauntlet, each with its tables.
pub(super) fn gauntlet(settings: &ScheduleSettings, challengers: usize) -> Vec<Vec<Vec<usize>>> {
    let meetings = |present: &[usize]| {
        let (first, others): (Vec<usize>, Vec<usize>) = present.iter().partition(|&&who| who < challengers);
        let groups = choose(&others, settings.seats - 1);
        let table = |challenger: usize, group: &Vec<usize>| [&[challenger], &group[..]].concat();
        first
            .into_iter()
            .flat_map(|challenger| groups.iter().map(move |group| table(challenger, group)))
            .collect::<Vec<_>>()
    };
    let mut rounds = pack(settings, meetings(&(0..settings.founders()).collect::<Vec<_>>()));
    for (change, present) in settings.changes() {
        let mut tables = meetings(&present);
        tables.retain(|table| table.iter().any(|who| change.joined.contains(who)));
        rounds.extend(pack(settings, tables));
    }
    rounds
}

/// Pairs all entrants in the fewest rounds by the circle method: one entrant stays in place while the others rotate.
fn circle(entrants: usize) -> Vec<Vec<Vec<usize>>> {
    let places = entrants + entrants % 2;
    let rotating = places - 1;
    (0..rotating)
        .map(|round| {
            let at = |place: usize| if place == 0 { rotating } else { (round + place - 1) % rotating };
            (0..places / 2)
                .map(|table| vec![at(table), at(places - 1 - table)])
                // With an odd number, the entrant opposite the empty seat sits out.
                .filter(|pair| pair.iter().all(|&who| who < entrants))
                .collect()
        })
        .collect()
}

/// Returns all groups of `size`, in order.
fn choose(from: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in from.iter().enumerate() {
        if from.len() - index < size {
            break;
        }
        for rest in choose(&from[index + 1..], size - 1) {
            all.push([&[first], &rest[..]].concat());
        }
    }
    all
}

/// Puts tables into rounds so that no entrant plays at two tables in a round.
///
/// The tables are shuffled first, so that the first rounds are a fair sample. A table joins the first open round in
/// which all its entrants are free. The number of rounds is not minimal, since that is a hard problem and a round is
/// only a label here.
fn pack(settings: &ScheduleSettings, mut tables: Vec<Vec<usize>>) -> Vec<Vec<Vec<usize>>> {
    const MOST_OPEN: usize = 64;
    Random::new(scramble(settings.seed)).shuffle(&mut tables);
    let mut closed = Vec::new();
    let mut open: VecDeque<(Vec<bool>, Vec<Vec<usize>>)> = VecDeque::new();
    for table in tables {
        let free = open.iter().position(|(busy, _)| table.iter().all(|&who| !busy[who]));
        let index = free.unwrap_or_else(|| {
            if open.len() == MOST_OPEN {
                closed.extend(open.pop_front().map(|(_, tables)| tables));
            }
            open.push_back((vec![false; settings.entrants], Vec::new()));
            open.len() - 1
        });
        let (busy, tables) = &mut open[index];
        table.iter().for_each(|&who| busy[who] = true);
        tables.push(table);
    }
    closed.extend(open.into_iter().map(|(_, tables)| tables));
    closed
}

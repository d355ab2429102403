//! Cores of the machine, and which of them a game owns.
//!
//! A thread that plays a game is confined to the cores of the game, and so is everything that it starts: engines inside
//! this process, stubs and programs. Several floe processes on one machine stay out of each other's way.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

#[cfg(target_os = "linux")]
#[path = "linux.rs"]
mod system;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod system;

/// Some cores of the machine, by their numbers. Hardware threads of one core count as cores, as the system counts them.
#[derive(Clone, Debug)]
pub struct CoreSet {
    numbers: Vec<u32>,
    /// What keeps other floe processes from choosing them, as long as it exists.
    _reserved: Arc<Vec<system::Reservation>>,
}

/// Why games cannot have the cores that they are to have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game is to have {wanted} cores, but there are only {available}")]
pub struct TooFewCores {
    /// The cores of each game.
    pub wanted: usize,
    /// The cores that floe may use.
    pub available: usize,
}

/// The cores of games that are played at the same time.
#[derive(Clone, Debug)]
pub struct CorePlan {
    /// A set for each game. No core is in two of them.
    pub games: Vec<CoreSet>,
    /// How many more games were wanted than there are cores for.
    pub refused: usize,
    /// Whether some of the cores are in use by another floe process.
    pub shared: bool,
}

impl CoreSet {
    /// Returns a set that confines nothing.
    pub fn any() -> CoreSet {
        CoreSet { numbers: Vec::new(), _reserved: Arc::default() }
    }

    /// Returns the numbers of the cores; none if nothing is confined.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Returns the cores that this thread is confined to.
    pub fn of_this_thread() -> CoreSet {
        CoreSet { numbers: system::of_this_thread(), _reserved: Arc::default() }
    }

    /// Returns the set of one of its cores.
    pub fn only(&self, core: u32) -> Option<CoreSet> {
        self.numbers.contains(&core).then(|| CoreSet { numbers: vec![core], ..self.clone() })
    }

    /// Confines this thread, and all threads and processes that it starts from now on. Not every system can do that.
    pub fn confine_this_thread(&self) -> io::Result<()> {
        if self.numbers.is_empty() { Ok(()) } else { system::confine_this_thread(&self.numbers) }
    }
}

impl CorePlan {
    /// Gives each of several games its own cores: as many games as were asked for, or as there are cores for.
    ///
    /// Cores that no other floe process uses come first.
    pub fn new(games: Option<NonZeroUsize>, each: NonZeroUsize) -> Result<CorePlan, TooFewCores> {
        let each = each.get();
        let mut usable = system::of_this_thread();
        // Less than the number of cores where a control group limits processor time.
        let most = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        if usable.is_empty() {
            usable = (0..).take(most).collect();
        }
        let available = most.min(usable.len());
        let possible = available / each;
        if possible == 0 {
            return Err(TooFewCores { wanted: each, available });
        }
        let wanted = games.map_or(possible, NonZeroUsize::get);
        let count = wanted.min(possible);
        let mut reserved = Vec::new();
        let mut taken = Vec::new();
        for core in usable {
            if reserved.len() == count * each {
                break;
            }
            match system::Reservation::new(core) {
                Some(reservation) => reserved.push((core, Some(reservation))),
                None => taken.push((core, None)),
            }
        }
        let missing = count * each - reserved.len();
        reserved.extend(taken.into_iter().take(missing));
        let mut games = Vec::new();
        let mut cores = reserved.into_iter();
        for _ in 0..count {
            let (numbers, reserved): (Vec<u32>, Vec<_>) = cores.by_ref().take(each).unzip();
            let reserved = reserved.into_iter().flatten().collect();
            games.push(CoreSet { numbers, _reserved: Arc::new(reserved) });
        }
        Ok(CorePlan { games, refused: wanted - count, shared: missing > 0 })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const fn number(count: usize) -> NonZeroUsize {
        NonZeroUsize::MIN.saturating_add(count - 1)
    }

    #[test]
    fn games_have_cores_of_their_own_and_never_more_than_there_are() {
        let most = CorePlan::new(None, number(1)).unwrap().games.len();
        for (games, each) in [(None, 1), (Some(1), 1), (Some(1000), 1), (Some(1), most), (None, most)] {
            let plan = CorePlan::new(games.map(number), number(each)).unwrap();
            let cores: Vec<u32> = plan.games.iter().flat_map(|set| set.numbers().to_vec()).collect();
            assert_eq!(cores.iter().collect::<HashSet<_>>().len(), cores.len(), "no core twice: {cores:?}");
            assert!(plan.games.iter().all(|set| set.numbers().len() == each));
            assert!(!plan.games.is_empty() && cores.len() <= most);
            assert_eq!(plan.games.len() + plan.refused, games.unwrap_or(most / each));
        }
        let error = CorePlan::new(None, number(most + 1)).unwrap_err();
        assert_eq!(error, TooFewCores { wanted: most + 1, available: most });
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_stays_on_its_cores_and_others_avoid_them() {
        let plan = CorePlan::new(Some(number(1)), number(1)).unwrap();
        let [set] = &plan.games[..] else { panic!("one game has one set") };
        thread::scope(|scope| {
            let confined = scope.spawn(|| {
                set.confine_this_thread().unwrap();
                thread::spawn(|| CoreSet::of_this_thread().numbers().to_vec()).join().unwrap()
            });
            assert_eq!(confined.join().unwrap(), set.numbers());
        });
        if !plan.shared && CorePlan::new(None, number(1)).unwrap().games.len() > 1 {
            let other = CorePlan::new(Some(number(1)), number(1)).unwrap();
            assert!(other.shared || other.games[0].numbers() != set.numbers());
        }
    }
}

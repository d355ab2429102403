//! Results that are compared with those of other workers before they count.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::batch::{Batch, Flow};
use crate::checks::{CompareResult, Comparison, HeldResult, is_compared};
use crate::protocol::WorkerId;

/// How long a comparison waits for another worker when none is there.
const NO_OTHER: Duration = Duration::from_secs(30);
/// How long it waits for one that does not play, although it is there.
const TOO_LONG: Duration = Duration::from_secs(1800);

impl Batch<'_, '_, '_> {
    /// Compares a result with those of other workers, where it is to be. Returns the one that counts.
    pub(super) async fn compare(&mut self, result: HeldResult) -> Option<HeldResult> {
        let number = result.game.number;
        if !is_compared(self.of.seed, number, self.of.settings.compare) {
            return Some(result);
        }
        match self.comparisons.get_mut(&number) {
            None => _ = self.comparisons.insert(number, Comparison::new(result)),
            Some(comparison) => {
                if comparison.workers().contains(&result.worker) {
                    // A copy that was sent twice.
                    self.discard(&result.messages).await;
                    return None;
                }
                comparison.held.push(result);
                comparison.since = Instant::now();
            }
        }
        let comparison = self.comparisons.get(&number)?;
        match comparison.finding() {
            CompareResult::Decided { counts, differ } => self.decide(number, counts, &differ).await,
            CompareResult::Undecided => {
                let (copy, avoid) = (comparison.held.len() as u8, comparison.workers());
                let fixture = self.waiting.get(&number).copied()?;
                let job = self.job(fixture, copy, avoid);
                let published = self.publish(job).await;
                self.reached(published);
                None
            }
        }
    }

    /// Ends a comparison, and names the workers that differ from the result that counts.
    async fn decide(&mut self, number: usize, counts: usize, differ: &[usize]) -> Option<HeldResult> {
        let mut comparison = self.comparisons.remove(&number)?;
        let count = comparison.held.len();
        for &other in differ {
            let odd = comparison.held[other].worker.clone();
            if differ.len() + 1 < count {
                let why = format!("it played game {number} differently from two others");
                self.note(&format!("worker {odd} is set aside: {why}"));
                self.of.fleet.refuse(&odd, &why);
            }
        }
        if differ.len() + 1 == count && count > 1 {
            let workers: Vec<String> = comparison.workers().iter().map(ToString::to_string).collect();
            self.note(&format!(
                "game {number} went differently on {}: its programs may depend on time or chance",
                workers.join(", ")
            ));
        }
        let result = comparison.held.swap_remove(counts);
        for other in &comparison.held {
            self.discard(&other.messages).await;
        }
        Some(result)
    }

    /// Ends comparisons for which there is no other worker.
    pub(super) async fn end_comparisons(&mut self) -> Flow {
        let settings = &self.of.settings;
        let fit: HashSet<WorkerId> = self.of.fleet.fit(&settings.version, settings.floor).cloned().collect();
        let lonely: Vec<usize> = self
            .comparisons
            .iter()
            .filter(|(_, comparison)| {
                let players = comparison.workers();
                let nobody = fit.iter().all(|worker| players.contains(worker));
                let waited = comparison.since.elapsed();
                waited > NO_OTHER && nobody || waited > TOO_LONG
            })
            .map(|(number, _)| *number)
            .collect();
        let mut good = Vec::new();
        for number in lonely {
            self.note(&format!("game {number} is not compared, since no other worker plays it"));
            let count = self.comparisons.get(&number).map_or(0, |comparison| comparison.held.len());
            let differ: Vec<usize> = (1..count).collect();
            good.extend(self.decide(number, 0, &differ).await);
        }
        self.count(good).await
    }
}

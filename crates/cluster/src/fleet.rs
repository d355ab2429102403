//! The workers that a coordinator has heard of, and how they do.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use floe_arena::event::Machine;
use floe_arena::fault::Fault;
use floe_arena::result::GameResult;
use futures_util::StreamExt;

use crate::connection::{ClusterRole, NatsServer};
use crate::error::ClusterError;
use crate::protocol::{FloeVersion, HEARTBEAT, SILENCE, TournamentKey, WorkerId, WorkerStatus, short};

/// The games of a worker, and of all others together, before its time-outs are compared with theirs.
const ENOUGH_GAMES: u64 = 10;
/// The least number of time-outs for which a worker is set aside.
const ENOUGH_TIME_OUTS: f64 = 5.0;
/// How many times the expected number, at least.
const MANY_TIMES: f64 = 3.0;

/// The workers that are listed.
const MOST_WORKERS: usize = 5000;
/// The refusals that are announced.
const MOST_REFUSED: usize = 1000;

/// How the games of a worker went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    games: u64,
    calls: u64,
    time_outs: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.calls += other.calls;
        self.time_outs += other.time_outs;
    }
}

#[derive(Debug)]
struct KnownWorker {
    status: WorkerStatus,
    heard: Instant,
}

/// All workers that are or were there.
#[derive(Debug, Default)]
pub(crate) struct Fleet {
    workers: HashMap<WorkerId, KnownWorker>,
    tallies: HashMap<WorkerId, Tally>,
    refused: BTreeMap<WorkerId, String>,
}

impl Fleet {
    /// Takes note of what a worker tells. Returns what is new about it, for people.
    pub(crate) fn hear(&mut self, status: WorkerStatus, now: Instant) -> Option<String> {
        if self.workers.len() >= MOST_WORKERS && !self.workers.contains_key(&status.id) {
            return None;
        }
        let id = status.id.clone();
        let is_new = self.workers.get(&id).is_none_or(|known| now.duration_since(known.heard) > SILENCE);
        let news = is_new.then(|| {
            let WorkerStatus { cores, speed, tier, .. } = &status;
            format!("worker {id} is here: {cores} cores, speed {speed:.0}, {tier}")
        });
        self.workers.insert(id, KnownWorker { status, heard: now });
        news
    }

    /// Forgets workers that are silent, and returns them.
    pub(crate) fn lose_silent(&mut self, now: Instant) -> Vec<WorkerId> {
        let is_lost = |known: &KnownWorker| now.duration_since(known.heard) > SILENCE;
        let lost: Vec<WorkerId> =
            self.workers.iter().filter(|(_, known)| is_lost(known)).map(|(id, _)| id.clone()).collect();
        self.workers.retain(|_, known| !is_lost(known));
        lost
    }

    /// Returns the workers that get no jobs, with the reasons.
    pub(crate) fn refused(&self) -> &BTreeMap<WorkerId, String> {
        &self.refused
    }

    /// Gives a worker no more jobs. Returns whether that is news.
    pub(crate) fn refuse(&mut self, worker: &WorkerId, why: &str) -> bool {
        if self.refused.len() >= MOST_REFUSED && !self.refused.contains_key(worker) {
            // Somebody makes names up.
            return true;
        }
        self.refused.insert(worker.clone(), short(why)).is_none()
    }

    /// Returns why a worker cannot play the tournament, if it cannot.
    pub(crate) fn unfit(&self, status: &WorkerStatus, version: &FloeVersion, floor: f64) -> Option<String> {
        if status.version != *version {
            return Some(format!("it has floe {}, and the tournament needs {version}", status.version));
        }
        (status.speed < floor)
            .then(|| format!("its speed is {:.0}, and the tournament needs {floor:.0}", status.speed))
    }

    /// Returns the workers that can play now.
    pub(crate) fn fit(&self, version: &FloeVersion, floor: f64) -> impl Iterator<Item = &WorkerId> {
        let is_fit = move |(id, known): &(&WorkerId, &KnownWorker)| {
            !self.refused.contains_key(*id) && self.unfit(&known.status, version, floor).is_none()
        };
        self.workers.iter().filter(is_fit).map(|(id, _)| id)
    }

    /// Returns the number of games of a tournament in progress.
    pub(crate) fn games_of(&self, tournament: &TournamentKey) -> usize {
        let games = self.workers.values().flat_map(|known| &known.status.games);
        games.filter(|game| game.tournament == *tournament).count()
    }

    /// Counts a game, and returns why its worker is to be set aside, if it is.
    pub(crate) fn count(&mut self, worker: &WorkerId, game: &GameResult) -> Option<String> {
        let name = Fault::TimeOut(Duration::ZERO).name();
        let time_outs = game.faults.iter().filter(|fault| fault.name == name).count() as u64;
        let calls = game.results.iter().map(|result| u64::from(result.calls)).sum();
        self.tallies.entry(worker.clone()).or_default().add(Tally { games: 1, calls, time_outs });
        let own = self.tallies[worker];
        let mut others = Tally::default();
        self.tallies.iter().filter(|(id, _)| *id != worker).for_each(|(_, tally)| others.add(*tally));
        if own.games < ENOUGH_GAMES || others.games < ENOUGH_GAMES {
            return None;
        }
        // With half a time-out more, so that a field without any does not condemn the first one.
        let rate = (others.time_outs as f64 + 0.5) / others.calls.max(1) as f64;
        let expected = rate * own.calls as f64;
        let found = own.time_outs as f64;
        // Five standard deviations: with a hundred machines, none is set aside by chance.
        let is_too_many = found >= ENOUGH_TIME_OUTS
            && found > MANY_TIMES * expected
            && found > expected + 5.0 * expected.sqrt();
        is_too_many.then(|| {
            format!(
                "its programs timed out {found} times in {} games, where {expected:.1} were to be expected by the others",
                own.games
            )
        })
    }

    /// Returns the workers as machines, for people.
    pub(crate) fn machines(&self, tournament: &TournamentKey) -> Vec<Machine> {
        let mut machines: Vec<Machine> = self
            .workers
            .values()
            .map(|KnownWorker { status, .. }| Machine {
                name: status.id.to_string(),
                cores: status.cores,
                speed: status.speed,
                tier: status.tier.clone(),
                games: status
                    .games
                    .iter()
                    .filter(|game| game.tournament == *tournament)
                    .map(|game| game.number)
                    .collect(),
                played: self.tallies.get(&status.id).map_or(0, |tally| tally.games),
                games_per_minute: status.games_per_minute(),
                idle: self.refused.get(&status.id).cloned().or_else(|| status.idle.clone()),
            })
            .collect();
        machines.sort_by(|a, b| a.name.cmp(&b.name));
        machines
    }
}

/// Listens to the workers of a server for a while, and returns what they tell about themselves.
pub fn watch_workers(server: &NatsServer) -> Result<Vec<WorkerStatus>, ClusterError> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ClusterError::Threads)?;
    runtime.block_on(async {
        let link = server.connect(ClusterRole::Organiser, "floe workers").await?;
        let client = link.client;
        let mut heard =
            client.subscribe("floe.workers.*").await.map_err(ClusterError::doing("let us listen"))?;
        let mut found: BTreeMap<WorkerId, WorkerStatus> = BTreeMap::new();
        let end = tokio::time::sleep(HEARTBEAT + Duration::from_millis(500));
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => break,
                message = heard.next() => {
                    let Some(message) = message else { break };
                    if let Some(status) = WorkerStatus::read(&message.payload)
                        && found.len() < MOST_WORKERS
                    {
                        found.insert(status.id.clone(), status);
                    }
                }
            }
        }
        match link.complaints.take().pop() {
            Some(cause) if found.is_empty() => Err(ClusterError::doing("let us listen")(cause)),
            _ => Ok(found.into_values().collect()),
        }
    })
}

#[cfg(test)]
mod tests {
    use floe_arena::result::{FaultNote, SeatResult};

    use super::*;

    fn game(calls: u32, time_outs: usize) -> GameResult {
        let seat = || SeatResult {
            fish: 1,
            place: 1,
            out: None,
            calls,
            thought: Duration::ZERO,
            slowest: Duration::ZERO,
            cpu: None,
            stdout: Vec::new(),
            stderr: Vec::new(),
        };
        let fault = || FaultNote {
            seat: 0,
            after: 0,
            name: "time-out".to_owned(),
            explanation: "it took too long".to_owned(),
        };
        GameResult {
            number: 1,
            round: 1,
            board: 0,
            seats: vec![0, 1],
            results: vec![seat(), seat()],
            faults: (0..time_outs).map(|_| fault()).collect(),
            replays: Vec::new(),
            record: String::new(),
        }
    }

    #[test]
    fn a_worker_with_many_more_time_outs_than_the_field_is_found() {
        let (good, bad) = (WorkerId::new("good"), WorkerId::new("bad"));
        let mut fleet = Fleet::default();
        for _ in 0..100 {
            assert_eq!(fleet.count(&good, &game(20, 0)), None);
        }
        let found = (0..100).find_map(|at| fleet.count(&bad, &game(20, 1)).map(|why| (at, why)));
        let (at, why) = found.unwrap();
        assert!(at < 15 && why.starts_with("its programs timed out"), "{at} {why}");
        // Where programs time out everywhere, nobody is worse than the others.
        let mut fleet = Fleet::default();
        for _ in 0..200 {
            assert_eq!(fleet.count(&good, &game(20, 3)), None);
            assert_eq!(fleet.count(&bad, &game(20, 4)), None);
        }
        // A single one is no reason either.
        let mut fleet = Fleet::default();
        (0..50).for_each(|_| drop(fleet.count(&good, &game(20, 0))));
        (0..20).for_each(|_| drop(fleet.count(&bad, &game(20, 0))));
        assert_eq!(fleet.count(&bad, &game(20, 1)), None);
    }
}

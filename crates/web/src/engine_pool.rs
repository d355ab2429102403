//! Threads that search for all games, with a bounded and fair queue.
//!
//! Visitors take turns: one who has many games waits for its own. Long jobs (analyses) never take all threads, so that the
//! engines of games can always answer.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use floe_engine::Stop;

use crate::error::{ApiError, ErrorCode};
use crate::limits::Visitor;

/// How long a job may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobLength {
    /// A turn or a hint.
    Short,
    /// An analysis.
    Long,
}

/// How busy the pool is when a job starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolLoad {
    /// The short jobs that wait, for each thread.
    pub(crate) waiting_each: usize,
}

/// Controls a job. When it is dropped, the job is cancelled.
#[derive(Debug)]
pub(crate) struct JobHandle {
    stop: Stop,
    cancelled: Arc<AtomicBool>,
    /// How many jobs were to start before it.
    pub(crate) queued: usize,
}

impl JobHandle {
    /// Ends the search: its best turn so far is the answer.
    pub(crate) fn finish(&self) {
        self.stop.stop();
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.stop.stop();
    }
}

type Work = Box<dyn FnOnce(PoolLoad, &Stop) + Send>;

struct Job {
    length: JobLength,
    stop: Stop,
    cancelled: Arc<AtomicBool>,
    work: Work,
}

#[derive(Default)]
struct Queue {
    /// The jobs of each visitor; the first visitor is next.
    waiting: VecDeque<(Visitor, VecDeque<Job>)>,
    long_running: usize,
    closed: bool,
}

impl Queue {
    fn count(&self, length: JobLength) -> usize {
        let jobs = self.waiting.iter().flat_map(|(_, jobs)| jobs);
        jobs.filter(|job| job.length == length && !job.cancelled.load(Ordering::Relaxed)).count()
    }

    /// Counts the jobs of a visitor.
    fn count_of(&self, visitor: Visitor) -> usize {
        let jobs = self.waiting.iter().filter(|(other, _)| *other == visitor).flat_map(|(_, jobs)| jobs);
        jobs.filter(|job| !job.cancelled.load(Ordering::Relaxed)).count()
    }

    /// Takes the next job that may start.
    fn next(&mut self, most_long: usize) -> Option<Job> {
        for (_, jobs) in &mut self.waiting {
            jobs.retain(|job| !job.cancelled.load(Ordering::Relaxed));
        }
        self.waiting.retain(|(_, jobs)| !jobs.is_empty());
        let long_allowed = self.long_running < most_long;
        let fits = |job: &Job| job.length == JobLength::Short || long_allowed;
        let index = self.waiting.iter().position(|(_, jobs)| jobs.iter().any(fits))?;
        let (visitor, mut jobs) = self.waiting.remove(index)?;
        let job = jobs.iter().position(fits).and_then(|at| jobs.remove(at));
        self.waiting.push_back((visitor, jobs));
        job
    }
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    threads: usize,
    most_waiting: usize,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn most_long(&self) -> usize {
        (self.threads - 1).max(1)
    }

    fn work(&self) {
        loop {
            let (job, load) = {
                let mut queue = self.lock();
                let job = loop {
                    if queue.closed {
                        return;
                    }
                    match queue.next(self.most_long()) {
                        Some(job) => break job,
                        None => queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
                    }
                };
                queue.long_running += usize::from(job.length == JobLength::Long);
                let waiting_each = queue.count(JobLength::Short) / self.threads;
                (job, PoolLoad { waiting_each })
            };
            let Job { length, stop, work, .. } = job;
            // A search that panics is a bug, but no reason to stop all games. Whoever waits for it learns that it is gone.
            if catch_unwind(AssertUnwindSafe(|| work(load, &stop))).is_err() {
                eprintln!("floe: an engine search panicked");
            }
            if length == JobLength::Long {
                self.lock().long_running -= 1;
                self.changed.notify_all();
            }
        }
    }
}

/// The threads that search.
#[derive(Clone)]
pub(crate) struct EnginePool(Arc<Shared>);

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").field("threads", &self.0.threads).finish_non_exhaustive()
    }
}

impl EnginePool {
    /// Starts the threads: at least two, so that an analysis leaves one.
    pub(crate) fn start(threads: NonZeroUsize, most_waiting: usize) -> std::io::Result<EnginePool> {
        let threads = threads.get().max(2);
        let shared =
            Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new(), threads, most_waiting });
        for _ in 0..threads {
            let shared = shared.clone();
            thread::Builder::new().name("engine".to_owned()).spawn(move || shared.work())?;
        }
        Ok(EnginePool(shared))
    }

    /// Adds a job to the queue. It ends early when its handle is dropped.
    pub(crate) fn submit(
        &self,
        visitor: Visitor,
        length: JobLength,
        work: impl FnOnce(PoolLoad, &Stop) + Send + 'static,
    ) -> Result<JobHandle, ApiError> {
        let mut queue = self.0.lock();
        if queue.closed {
            return Err(ApiError::stopping());
        }
        let queued = queue.count(length);
        // One visitor alone cannot fill the queue.
        if queued >= self.0.most_waiting || queue.count_of(visitor) >= self.0.most_waiting.div_ceil(2) {
            let message = "the engine has too much to do at the moment";
            return Err(ApiError::new(ErrorCode::Busy, message).retry_after(2));
        }
        let (stop, cancelled) = (Stop::default(), Arc::new(AtomicBool::new(false)));
        let job = Job { length, stop: stop.clone(), cancelled: cancelled.clone(), work: Box::new(work) };
        match queue.waiting.iter_mut().find(|(other, _)| *other == visitor) {
            Some((_, jobs)) => jobs.push_back(job),
            None => queue.waiting.push_back((visitor, VecDeque::from([job]))),
        }
        drop(queue);
        self.0.changed.notify_one();
        Ok(JobHandle { stop, cancelled, queued })
    }

    /// Returns whether a long job waits for another.
    pub(crate) fn has_long_waiting(&self) -> bool {
        self.0.lock().count(JobLength::Long) > 0
    }

    /// Drops the jobs that wait, and ends the threads after their current one.
    pub(crate) fn close(&self) {
        let mut queue = self.0.lock();
        queue.closed = true;
        queue.waiting.clear();
        drop(queue);
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::mpsc;

    use super::*;

    fn visitor(last: u8) -> Visitor {
        Visitor::from(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)))
    }

    /// Starts a pool whose threads all wait for a message.
    fn blocked(threads: usize, most: usize) -> (EnginePool, Vec<mpsc::Sender<()>>, Vec<JobHandle>) {
        let pool = EnginePool::start(NonZeroUsize::new(threads).unwrap(), most).unwrap();
        let (started, has_started) = mpsc::channel();
        let mut gates = Vec::new();
        let mut handles = Vec::new();
        for _ in 0..threads {
            let (gate, wait) = mpsc::channel::<()>();
            gates.push(gate);
            let started = started.clone();
            let work = move |_: PoolLoad, _: &Stop| {
                started.send(()).unwrap();
                let _ = wait.recv();
            };
            handles.push(pool.submit(visitor(9), JobLength::Short, work).unwrap());
        }
        (0..threads).for_each(|_| has_started.recv().unwrap());
        (pool, gates, handles)
    }

    #[test]
    fn visitors_take_turns_and_cancelled_jobs_do_not_run() {
        let (pool, mut gates, _blocking) = blocked(2, 100);
        let (done, order) = mpsc::channel();
        let mut handles = Vec::new();
        for (who, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (1, "gone")] {
            let done = done.clone();
            let handle =
                pool.submit(visitor(who), JobLength::Short, move |_, _| done.send(name).unwrap()).unwrap();
            if name != "gone" {
                handles.push(handle);
            }
        }
        drop(done);
        // One thread goes on, so that the order is that of the queue.
        drop(gates.pop());
        let order: Vec<&str> = order.iter().collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "a3"]);
    }

    #[test]
    fn a_full_queue_says_so() {
        let (pool, _gates, _blocking) = blocked(2, 3);
        let submit = |who: u8| pool.submit(visitor(who), JobLength::Short, |_, _| {});
        let mut waiting = vec![submit(1).unwrap(), submit(1).unwrap()];
        // One visitor may take half of it, others the rest.
        assert_eq!(submit(1).unwrap_err().code, ErrorCode::Busy);
        waiting.push(submit(2).unwrap());
        assert_eq!(waiting.iter().map(|job| job.queued).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(submit(3).unwrap_err().code, ErrorCode::Busy);
        drop(waiting);
        assert!(submit(1).is_ok());
    }

    #[test]
    fn long_jobs_leave_a_thread_and_a_panic_is_survived() {
        let pool = EnginePool::start(NonZeroUsize::MIN, 10).unwrap();
        let (sender, receiver) = mpsc::channel();
        let long = |pool: &EnginePool| {
            pool.submit(visitor(1), JobLength::Long, |_, stop| {
                while !stop.is_stopped() {
                    thread::yield_now();
                }
            })
        };
        let (first, second) = (long(&pool).unwrap(), long(&pool).unwrap());
        let _panic =
            pool.submit(visitor(2), JobLength::Short, |_, _| panic!("a test panics on purpose")).unwrap();
        let _short = pool.submit(visitor(2), JobLength::Short, move |_, _| sender.send(1).unwrap()).unwrap();
        assert_eq!(receiver.recv(), Ok(1));
        assert!(pool.has_long_waiting());
        first.finish();
        while pool.has_long_waiting() {
            thread::yield_now();
        }
        drop(second);
    }
}

//! What one visitor may ask of the server.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::{ApiError, ErrorCode};

/// The limits of a server. The default suits a class; docs/http.md lists it.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// The most bytes of a request with a board or a record.
    pub upload_bytes: usize,
    /// The most bytes of any other request.
    pub request_bytes: usize,
    /// The most bytes of a message from a client.
    pub message_bytes: usize,
    /// The most cells of a board.
    pub cells: usize,
    /// The connections that the server has at a time.
    pub connections: usize,
    /// The connections that a visitor has at a time.
    pub visitor_connections: usize,
    /// The requests of a visitor.
    pub requests: Rate,
    /// The games that a visitor starts.
    pub games: Rate,
    /// The boards that a visitor has made or read without a game.
    pub boards: Rate,
    /// The seconds of engine time of a visitor, beyond the turns of engines.
    pub engine_seconds: Rate,
    /// The analyses of a visitor at a time. A school may have one address for all.
    pub analyses: usize,
    /// How long an analysis runs.
    pub analysis: Duration,
    /// How long an analysis runs at least when others wait.
    pub analysis_share: Duration,
    /// The engine jobs that wait at a time.
    pub queue: usize,
    /// How long a client may take for a request.
    pub request_time: Duration,
    /// How often a client must show that it is there.
    pub ping: Duration,
    /// How long a game that nobody uses stays in memory.
    pub unload: Duration,
    /// How long a game that nobody touches is kept.
    pub keep: Duration,
    /// How long a game without a turn is kept.
    pub keep_unplayed: Duration,
    /// The games that are in memory at a time.
    pub games_in_memory: usize,
    /// How many of these games a visitor may hold.
    pub visitor_games: usize,
    /// The bytes of new games that a visitor may store.
    pub new_bytes: Rate,
    /// How many bytes games may take on disk before no new ones are started.
    pub stored_bytes: u64,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            upload_bytes: 1 << 20,
            request_bytes: 16 << 10,
            message_bytes: 4 << 10,
            cells: 10_000,
            connections: 5000,
            visitor_connections: 2000,
            requests: Rate { burst: 1000, per_second: 200.0 },
            games: Rate { burst: 500, per_second: 0.5 },
            boards: Rate { burst: 500, per_second: 5.0 },
            engine_seconds: Rate { burst: 1800, per_second: 0.5 },
            analyses: 8,
            analysis: Duration::from_secs(600),
            analysis_share: Duration::from_secs(20),
            queue: 256,
            request_time: Duration::from_secs(20),
            ping: Duration::from_secs(30),
            unload: Duration::from_secs(300),
            keep: Duration::from_secs(90 * 24 * 3600),
            keep_unplayed: Duration::from_secs(24 * 3600),
            games_in_memory: 10_000,
            visitor_games: 2500,
            new_bytes: Rate { burst: 256 << 20, per_second: 4096.0 },
            stored_bytes: 8 << 30,
        }
    }
}

/// The sockets of a visitor beyond those that follow something.
const PLAIN_SOCKETS: usize = 100;

/// A number of things at once, and how many a second after that.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// How many at once.
    pub burst: u32,
    /// How many a second after that.
    pub per_second: f64,
}

/// Whoever is behind a connection: an IPv4 address, or an IPv6 network of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Visitor(IpAddr);

impl From<IpAddr> for Visitor {
    fn from(address: IpAddr) -> Visitor {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Visitor(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            address => Visitor(address),
        }
    }
}

/// A token bucket.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    left: f64,
    at: Instant,
}

impl Allowance {
    fn full(rate: Rate, now: Instant) -> Allowance {
        Allowance { left: rate.burst.into(), at: now }
    }

    fn refill(&mut self, rate: Rate, now: Instant) {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * rate.per_second;
        (self.left, self.at) = ((self.left + gained).min(rate.burst.into()), now);
    }

    /// Takes one; if there is none, returns after how many seconds there is.
    fn take(&mut self, rate: Rate, now: Instant) -> Result<(), u64> {
        self.take_many(1.0, rate, now)
    }

    /// Takes several; if there are too few, returns after how many seconds there are enough.
    fn take_many(&mut self, count: f64, rate: Rate, now: Instant) -> Result<(), u64> {
        self.refill(rate, now);
        if self.left < count {
            return Err(((count - self.left) / rate.per_second).ceil().max(1.0) as u64);
        }
        self.left -= count;
        Ok(())
    }
}

#[derive(Debug)]
struct VisitorState {
    requests: Allowance,
    games: Allowance,
    boards: Allowance,
    engine: Allowance,
    new_bytes: Allowance,
    games_held: usize,
    sockets: usize,
    connections: usize,
    analyses: usize,
}

/// All visitors.
#[derive(Debug)]
pub(crate) struct Visitors {
    limits: ServerLimits,
    states: Mutex<HashMap<Visitor, VisitorState>>,
}

impl Visitors {
    pub(crate) fn new(limits: ServerLimits) -> Arc<Visitors> {
        Arc::new(Visitors { limits, states: Mutex::default() })
    }

    fn with<T>(&self, visitor: Visitor, act: impl FnOnce(&mut VisitorState, Instant) -> T) -> T {
        let now = Instant::now();
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || VisitorState {
            requests: Allowance::full(self.limits.requests, now),
            games: Allowance::full(self.limits.games, now),
            boards: Allowance::full(self.limits.boards, now),
            engine: Allowance::full(self.limits.engine_seconds, now),
            new_bytes: Allowance::full(self.limits.new_bytes, now),
            games_held: 0,
            sockets: 0,
            connections: 0,
            analyses: 0,
        };
        act(states.entry(visitor).or_insert_with(new), now)
    }

    /// Counts a request.
    pub(crate) fn request(&self, visitor: Visitor) -> Result<(), ApiError> {
        let taken = self.with(visitor, |state, now| state.requests.take(self.limits.requests, now));
        taken.map_err(|seconds| too_many("too many requests").retry_after(seconds))
    }

    /// Counts a new game.
    pub(crate) fn new_game(&self, visitor: Visitor) -> Result<(), ApiError> {
        let taken = self.with(visitor, |state, now| state.games.take(self.limits.games, now));
        taken.map_err(|seconds| too_many("too many new games").retry_after(seconds))
    }

    /// Counts a board that is made or read without a game.
    pub(crate) fn new_board(&self, visitor: Visitor) -> Result<(), ApiError> {
        let taken = self.with(visitor, |state, now| state.boards.take(self.limits.boards, now));
        taken.map_err(|seconds| too_many("too many boards").retry_after(seconds))
    }

    /// Counts the bytes of a new game.
    pub(crate) fn store(&self, visitor: Visitor, bytes: usize) -> Result<(), ApiError> {
        let rate = self.limits.new_bytes;
        let taken = self.with(visitor, |state, now| state.new_bytes.take_many(bytes as f64, rate, now));
        taken.map_err(|seconds| too_many("too many large games").retry_after(seconds))
    }

    /// Counts a game in memory for as long as the permit lives.
    pub(crate) fn hold_game(self: &Arc<Visitors>, visitor: Visitor) -> Result<VisitorPermit, ApiError> {
        self.permit(visitor, |state| &mut state.games_held, 1, self.limits.visitor_games)
            .ok_or_else(|| too_many("too many games at the same time"))
    }

    /// Checks that a visitor has engine time left.
    pub(crate) fn has_engine_time(&self, visitor: Visitor) -> Result<(), ApiError> {
        let rate = self.limits.engine_seconds;
        let left = self.with(visitor, |state, now| {
            state.engine.refill(rate, now);
            state.engine.left
        });
        if left >= 1.0 {
            return Ok(());
        }
        let seconds = ((1.0 - left) / rate.per_second).ceil() as u64;
        let message = format!("you have used up your engine time; there is more in {seconds} seconds");
        Err(ApiError::new(ErrorCode::EngineTime, message).retry_after(seconds))
    }

    /// Takes engine time that was used.
    pub(crate) fn use_engine(&self, visitor: Visitor, time: Duration) {
        self.with(visitor, |state, now| {
            state.engine.refill(self.limits.engine_seconds, now);
            // Searches at the same time may take more than there was; the debt stays small.
            let debt = -f64::from(self.limits.engine_seconds.burst) / 4.0;
            state.engine.left = (state.engine.left - time.as_secs_f64()).max(debt);
        });
    }

    /// Counts an open socket for as long as the permit lives, or until it follows something.
    pub(crate) fn socket(self: &Arc<Visitors>, visitor: Visitor) -> Option<VisitorPermit> {
        let most = self.limits.visitor_connections + PLAIN_SOCKETS;
        self.permit(visitor, |state| &mut state.sockets, 1, most)
    }

    /// Counts a connection that follows something for as long as the permit lives; one with large messages counts as
    /// several.
    pub(crate) fn connect(
        self: &Arc<Visitors>,
        visitor: Visitor,
        slots: u32,
    ) -> Result<VisitorPermit, ApiError> {
        let most = self.limits.visitor_connections;
        self.permit(visitor, |state| &mut state.connections, slots as usize, most)
            .ok_or_else(|| too_many("too many connections"))
    }

    /// Counts an analysis for as long as the permit lives.
    pub(crate) fn analyse(self: &Arc<Visitors>, visitor: Visitor) -> Result<VisitorPermit, ApiError> {
        self.has_engine_time(visitor)?;
        self.permit(visitor, |state| &mut state.analyses, 1, self.limits.analyses)
            .ok_or_else(|| too_many("the engine is thinking for too many windows at your address; close one"))
    }

    fn permit(
        self: &Arc<Visitors>,
        visitor: Visitor,
        count: fn(&mut VisitorState) -> &mut usize,
        more: usize,
        most: usize,
    ) -> Option<VisitorPermit> {
        self.with(visitor, |state, _| {
            let count = count(state);
            (*count + more <= most).then(|| *count += more)
        })?;
        Some(VisitorPermit { visitors: self.clone(), visitor, count, more })
    }

    /// Forgets visitors who are gone and have everything that they are allowed.
    pub(crate) fn forget_idle(&self) {
        let now = Instant::now();
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        states.retain(|_, state| {
            let buckets = [
                (&mut state.requests, self.limits.requests),
                (&mut state.games, self.limits.games),
                (&mut state.boards, self.limits.boards),
                (&mut state.engine, self.limits.engine_seconds),
                (&mut state.new_bytes, self.limits.new_bytes),
            ];
            let mut is_full = true;
            for (bucket, rate) in buckets {
                bucket.refill(rate, now);
                is_full &= bucket.left >= rate.burst.into();
            }
            let counts = [state.games_held, state.sockets, state.connections, state.analyses];
            !is_full || counts.iter().any(|&count| count > 0)
        });
    }
}

fn too_many(message: &str) -> ApiError {
    ApiError::new(ErrorCode::TooMany, message)
}

/// Counts something of a visitor while it lives.
#[derive(Debug)]
pub(crate) struct VisitorPermit {
    visitors: Arc<Visitors>,
    visitor: Visitor,
    count: fn(&mut VisitorState) -> &mut usize,
    more: usize,
}

impl VisitorPermit {
    pub(crate) fn visitor(&self) -> Visitor {
        self.visitor
    }
}

impl Drop for VisitorPermit {
    fn drop(&mut self) {
        self.visitors.with(self.visitor, |state, _| *(self.count)(state) -= self.more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(text: &str) -> Visitor {
        Visitor::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn neighbours_in_a_network_are_one_visitor() {
        assert_eq!(visitor("2001:db8:1:2::5"), visitor("2001:db8:1:2:ffff::1"));
        assert_ne!(visitor("2001:db8:1:2::5"), visitor("2001:db8:1:3::5"));
        assert_eq!(visitor("::ffff:192.0.2.1"), visitor("192.0.2.1"));
        assert_ne!(visitor("192.0.2.1"), visitor("192.0.2.2"));
    }

    #[test]
    fn a_burst_is_allowed_and_no_more() {
        let limits = ServerLimits {
            requests: Rate { burst: 3, per_second: 0.001 },
            visitor_connections: 2,
            ..ServerLimits::default()
        };
        let visitors = Visitors::new(limits);
        let (one, other) = (visitor("192.0.2.1"), visitor("192.0.2.2"));
        assert_eq!((0..5).filter(|_| visitors.request(one).is_ok()).count(), 3);
        assert!(visitors.request(other).is_ok());
        let permits: Vec<_> = (0..2).map(|_| visitors.connect(one, 1).unwrap()).collect();
        assert!(visitors.connect(one, 1).is_err());
        drop(permits);
        assert!(visitors.connect(one, 3).is_err());
        assert!(visitors.connect(one, 2).is_ok());
    }

    #[test]
    fn engine_time_is_used_up_and_visitors_are_forgotten() {
        let limits =
            ServerLimits { engine_seconds: Rate { burst: 10, per_second: 0.001 }, ..ServerLimits::default() };
        let visitors = Visitors::new(limits);
        let one = visitor("192.0.2.1");
        assert!(visitors.has_engine_time(one).is_ok());
        visitors.forget_idle();
        assert!(visitors.states.lock().unwrap().is_empty());
        visitors.use_engine(one, Duration::from_secs(10));
        assert_eq!(visitors.analyse(one).unwrap_err().code, ErrorCode::EngineTime);
        visitors.forget_idle();
        assert_eq!(visitors.states.lock().unwrap().len(), 1);
    }
}

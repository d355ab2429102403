//! Results that come in several messages, since a server takes only messages of a limited size.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use async_nats::jetstream::Message;

/// The header that tells the results of a worker apart, and that with the number of a part and of all parts.
const RESULT: &str = "floe-result";
const PART: &str = "floe-part";

/// The most parts of a result, and the most bytes of parts that wait.
const MOST_PARTS: usize = 64;
const MOST_BYTES: usize = 256 << 20;
/// How long parts wait for the others.
const WAIT: Duration = Duration::from_secs(60);

/// Returns the headers of a part, counted from 0.
pub(crate) fn part_headers(result: &str, part: usize, parts: usize) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(RESULT, result);
    headers.insert(PART, &format!("{part}/{parts}")[..]);
    headers
}

/// Parts of results that are not whole yet, by worker and result.
#[derive(Default)]
pub(super) struct Parts {
    waiting: HashMap<(String, String), PartialResult>,
}

struct PartialResult {
    parts: Vec<Option<Message>>,
    since: Instant,
}

/// Returns the result that a message is a part of, its number, and the number of all parts.
fn part_of(message: &Message) -> Option<((String, String), usize, usize)> {
    let headers = message.headers.as_ref()?;
    let result = headers.get(RESULT)?.to_string();
    let (part, parts) = headers.get(PART)?.as_str().split_once('/')?;
    let (part, parts) = (part.parse().ok()?, parts.parse().ok()?);
    let is_possible = part < parts && parts <= MOST_PARTS && result.len() <= 64;
    is_possible.then(|| ((message.subject.to_string(), result), part, parts))
}

impl Parts {
    /// Takes a message, and returns the messages of a whole result in their order, once all are there.
    pub(super) fn add(&mut self, message: Message) -> Option<Vec<Message>> {
        let Some((key, part, parts)) = part_of(&message) else {
            return Some(vec![message]);
        };
        let new = || PartialResult { parts: vec![None; parts], since: Instant::now() };
        let result = self.waiting.entry(key.clone()).or_insert_with(new);
        if let Some(place) = result.parts.get_mut(part) {
            *place = Some(message);
        }
        if result.parts.iter().any(Option::is_none) {
            return None;
        }
        self.waiting.remove(&key).map(|result| result.parts.into_iter().flatten().collect())
    }

    /// Returns parts that have waited too long, or for which there is no room.
    pub(super) fn expire(&mut self) -> Vec<Message> {
        let size = |result: &PartialResult| {
            result.parts.iter().flatten().map(|message| message.payload.len()).sum::<usize>()
        };
        let is_full = self.waiting.values().map(size).sum::<usize>() > MOST_BYTES;
        let (old, kept) = self
            .waiting
            .drain()
            .partition(|(_, result): &(_, PartialResult)| is_full || result.since.elapsed() > WAIT);
        self.waiting = kept;
        let old: HashMap<_, PartialResult> = old;
        old.into_values().flat_map(|result| result.parts.into_iter().flatten()).collect()
    }
}

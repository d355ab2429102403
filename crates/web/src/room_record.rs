//! What a game on the server has beyond its session: who holds its seats, its clocks, and what players ask each other.

use floe_session::Session;
use serde::{Deserialize, Serialize};

use crate::clock::GameClock;
use crate::error::{ApiError, ErrorCode};
use crate::new_game::SeatOwner;
use crate::secret::{GameId, Secret, SecretDigest};

/// The version of the stored form.
const VERSION: u32 = 1;

/// The seats, clocks and requests of a game, as they are stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RoomRecord {
    version: u32,
    seats: Vec<SeatRecord>,
    host: SecretDigest,
    pub(crate) public: bool,
    /// In seconds since 1970.
    pub(crate) created: i64,
    pub(crate) clock: Option<GameClock>,
    pub(crate) request: Option<PendingRequest>,
    pub(crate) rematch: Option<GameId>,
    /// The seats that somebody has opened.
    #[serde(default)]
    pub(crate) arrived: Vec<u32>,
}

/// A seat and who holds it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SeatRecord {
    number: u32,
    who: SeatOwner,
    /// The digest of its secret; none for an engine.
    secret: Option<SecretDigest>,
}

/// Something that a player asks the others for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PendingRequest {
    pub(crate) what: RequestKind,
    /// The seats of the one who asks.
    pub(crate) by: Vec<u32>,
    /// A seat of each player who has not answered.
    pub(crate) waiting_for: Vec<u32>,
}

/// What a player can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RequestKind {
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// End the game early.
    Stop,
}

/// What the secrets of a client give it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Membership {
    pub(crate) seats: Vec<u32>,
    pub(crate) host: bool,
}

/// The secrets of a new game, which are shown once.
#[derive(Debug)]
pub(crate) struct NewSecrets {
    pub(crate) host: Secret,
    /// By the number of the seat, with who holds it.
    pub(crate) seats: Vec<(u32, SeatOwner, Secret)>,
}

impl RoomRecord {
    /// Makes the record of a new game: all seats of its host share a secret, and every link has its own.
    pub(crate) fn new(
        owners: &[(u32, SeatOwner)],
        public: bool,
        created: i64,
        clock: Option<GameClock>,
    ) -> (RoomRecord, NewSecrets) {
        let (host, mine) = (Secret::random(), Secret::random());
        let mut secrets = Vec::new();
        let mut seats = Vec::new();
        for &(number, who) in owners {
            let secret = match who {
                SeatOwner::Me => Some(mine.clone()),
                SeatOwner::Link => Some(Secret::random()),
                SeatOwner::Engine => None,
            };
            seats.push(SeatRecord { number, who, secret: secret.as_ref().map(Secret::digest) });
            secrets.extend(secret.map(|secret| (number, who, secret)));
        }
        let record = RoomRecord {
            version: VERSION,
            seats,
            host: host.digest(),
            public,
            created,
            clock,
            request: None,
            rematch: None,
            arrived: Vec::new(),
        };
        (record, NewSecrets { host, seats: secrets })
    }

    /// Reads a stored record.
    pub(crate) fn read(bytes: &[u8]) -> Result<RoomRecord, String> {
        let record: RoomRecord = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if record.version > VERSION {
            return Err(format!("the game is of version {}", record.version));
        }
        Ok(record)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("records can be serialised")
    }

    /// Returns the record for a rematch: the seat at each index has the holder of the seat `shift` places after it.
    pub(crate) fn rotated(&self, shift: usize, created: i64, clock: Option<GameClock>) -> RoomRecord {
        let count = self.seats.len();
        let seat = |(index, seat): (usize, &SeatRecord)| {
            let holder = &self.seats[(index + shift) % count];
            SeatRecord { number: seat.number, who: holder.who, secret: holder.secret }
        };
        let seats = self.seats.iter().enumerate().map(seat).collect();
        RoomRecord {
            seats,
            created,
            clock,
            request: None,
            rematch: None,
            arrived: Vec::new(),
            ..self.clone()
        }
    }

    /// Returns who plays in a seat.
    pub(crate) fn owner(&self, number: u32) -> SeatOwner {
        self.seats.iter().find(|seat| seat.number == number).map_or(SeatOwner::Engine, |seat| seat.who)
    }

    /// Returns what a secret gives its holder.
    pub(crate) fn membership(&self, secrets: &[SecretDigest]) -> Membership {
        let holds = |seat: &&SeatRecord| seat.secret.is_some_and(|secret| secrets.contains(&secret));
        Membership {
            seats: self.seats.iter().filter(holds).map(|seat| seat.number).collect(),
            host: secrets.contains(&self.host),
        }
    }

    /// Returns the seats of a secret, which must hold at least one.
    pub(crate) fn seats_of(&self, secret: Option<SecretDigest>) -> Result<Vec<u32>, ApiError> {
        let no_secret = |message: &str| ApiError::new(ErrorCode::NoSecret, message);
        let secret = secret.ok_or_else(|| no_secret("the secret of a seat is needed"))?;
        let seats = self.membership(&[secret]).seats;
        if seats.is_empty() { Err(no_secret("this link is not valid, or no longer")) } else { Ok(seats) }
    }

    /// Gives a seat a new secret, if the given one is the host's.
    pub(crate) fn renew(&mut self, host: Option<SecretDigest>, number: u32) -> Result<Secret, ApiError> {
        if host != Some(self.host) {
            let code = if host.is_none() { ErrorCode::NoSecret } else { ErrorCode::NotYours };
            return Err(ApiError::new(code, "only the host of the game can change its links"));
        }
        let seat = self.seats.iter_mut().find(|seat| seat.number == number && seat.who == SeatOwner::Link);
        let seat = seat.ok_or_else(|| ApiError::not_found(format!("seat {number} has no link")))?;
        let secret = Secret::random();
        seat.secret = Some(secret.digest());
        self.arrived.retain(|seat| *seat != number);
        Ok(secret)
    }

    /// Notes that somebody has come for some seats, and asks that player too for what others wait for.
    pub(crate) fn arrive(&mut self, seats: &[u32]) {
        if let (Some(request), Some(first)) = (&mut self.request, seats.first()) {
            let is_asked = |seat: &u32| request.by.contains(seat) || request.waiting_for.contains(seat);
            if !seats.iter().any(is_asked) && !seats.iter().any(|seat| self.arrived.contains(seat)) {
                request.waiting_for.push(*first);
            }
        }
        let new: Vec<u32> = seats.iter().copied().filter(|seat| !self.arrived.contains(seat)).collect();
        self.arrived.extend(new);
    }

    /// Returns one seat of each person but the one with these seats.
    pub(crate) fn others(&self, seats: &[u32]) -> Vec<u32> {
        let mut holders: Vec<(SecretDigest, u32)> = Vec::new();
        for seat in self.seats.iter().filter(|seat| !seats.contains(&seat.number)) {
            if let Some(secret) = seat.secret
                && !holders.iter().any(|(known, _)| *known == secret)
            {
                holders.push((secret, seat.number));
            }
        }
        holders.into_iter().map(|(_, number)| number).collect()
    }

    /// Returns whether the game has several people in different places.
    pub(crate) fn is_between_people(&self) -> bool {
        self.others(&[]).len() > 1
    }

    /// Returns whether the engine may help: not in a running game between people.
    pub(crate) fn allows_help(&self, session: &Session) -> bool {
        session.has_ended() || !self.is_between_people()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(owners: &[SeatOwner]) -> (RoomRecord, NewSecrets) {
        let owners: Vec<_> = (1..).zip(owners.iter().copied()).collect();
        RoomRecord::new(&owners, false, 0, None)
    }

    #[test]
    fn a_secret_holds_its_seats_until_it_is_renewed() {
        use SeatOwner::{Engine, Link, Me};
        let (mut record, secrets) = record(&[Me, Link, Engine, Me]);
        let digest = |number: u32| {
            secrets.seats.iter().find(|(other, ..)| *other == number).map(|(.., secret)| secret.digest())
        };
        assert_eq!(record.seats_of(digest(1)).unwrap(), [1, 4]);
        assert_eq!(record.seats_of(digest(2)).unwrap(), [2]);
        assert_eq!(digest(3), None);
        assert_eq!(record.seats_of(None).unwrap_err().code, ErrorCode::NoSecret);
        assert_eq!(record.others(&[1, 4]), [2]);
        assert!(record.is_between_people());

        assert_eq!(record.renew(digest(1), 2).unwrap_err().code, ErrorCode::NotYours);
        let host = Some(secrets.host.digest());
        assert_eq!(record.renew(host, 1).unwrap_err().code, ErrorCode::NotFound);
        let new = record.renew(host, 2).unwrap();
        assert!(record.seats_of(digest(2)).is_err());
        assert_eq!(record.seats_of(Some(new.digest())).unwrap(), [2]);
        let stored = RoomRecord::read(&record.to_bytes()).unwrap();
        assert_eq!(stored.seats_of(Some(new.digest())).unwrap(), [2]);
        assert!(!String::from_utf8(record.to_bytes()).unwrap().contains(new.expose()));
    }

    #[test]
    fn a_rematch_rotates_the_seats() {
        use SeatOwner::{Engine, Me};
        let (record, secrets) = record(&[Me, Engine]);
        let rematch = record.rotated(1, 7, None);
        let mine = secrets.seats[0].2.digest();
        assert_eq!(
            rematch.membership(&[mine, secrets.host.digest()]),
            Membership { seats: vec![2], host: true }
        );
        assert_eq!((rematch.owner(1), rematch.owner(2)), (Engine, Me));
        assert!(!rematch.is_between_people());
    }
}

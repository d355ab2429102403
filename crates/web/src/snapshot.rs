//! The state of a game as clients see it: one message for all of them, serialised once.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use floe_rules::game::{Action, Game, Turn};
use floe_rules::penguins::{Phase, Seat};
use floe_rules::record::{Ending, PlayerKind};
use floe_rules::replay::{GameReplay, ReplayStep, steps_from};
use floe_session::{GameKind, Session, TaskPurpose};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::clock::GameClock;
use crate::legal_turns::{self, LegalTurns};
use crate::new_game::{ClockSettings, SeatOwner};
use crate::room_record::{RequestKind, RoomRecord};
use crate::secret::GameId;

/// JSON that was serialised before.
#[derive(Clone, Debug)]
struct Raw(Arc<RawValue>);

impl Raw {
    fn new(value: &impl Serialize) -> Raw {
        let raw = serde_json::value::to_raw_value(value).expect("states can be serialised");
        Raw(raw.into())
    }
}

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (*self.0).serialize(serializer)
    }
}

/// A state of a game, as messages for its clients.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) version: u64,
    /// Changes when a secret is revoked.
    pub(crate) epoch: u64,
    /// The change from the version before.
    pub(crate) change: Utf8Bytes,
    pub(crate) summary: GameSummary,
    head: StateHead,
    start: Raw,
    steps: Vec<Raw>,
    whole: OnceLock<Utf8Bytes>,
}

impl Snapshot {
    /// Returns the whole state.
    pub(crate) fn whole(&self) -> Utf8Bytes {
        let whole = || StateMessage {
            kind: "state",
            head: &self.head,
            start: Some(&self.start),
            kept: 0,
            steps: &self.steps,
        };
        self.whole.get_or_init(|| message(&whole())).clone()
    }

    /// Returns what to send to a client that knows a version.
    pub(crate) fn after(&self, known: Option<u64>) -> Utf8Bytes {
        if known.is_some_and(|known| known + 1 == self.version) { self.change.clone() } else { self.whole() }
    }
}

/// Serialises a message.
pub(crate) fn message(content: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(content).expect("messages can be serialised").into()
}

/// A game in the lobby.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameSummary {
    id: GameId,
    kind: GameKind,
    layout: &'static str,
    rows: u32,
    cols: u32,
    players: Vec<SummaryPlayer>,
    turns: usize,
    created: i64,
    #[serde(skip)]
    pub(crate) is_over: bool,
}

#[derive(Clone, Debug, Serialize)]
struct SummaryPlayer {
    name: String,
    kind: &'static str,
    online: bool,
}

#[derive(Serialize)]
struct StateMessage<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    head: &'a StateHead,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a Raw>,
    kept: usize,
    steps: &'a [Raw],
}

/// Everything but the steps.
#[derive(Debug, Serialize)]
struct StateHead {
    version: u64,
    id: GameId,
    kind: GameKind,
    layout: &'static str,
    rows: u32,
    cols: u32,
    /// The most areas of a player of Gamma.
    #[serde(skip_serializing_if = "Option::is_none")]
    areas: Option<u32>,
    public: bool,
    clock: Option<ClockSettings>,
    players: Vec<PlayerView>,
    running: Option<u32>,
    phase: &'static str,
    to_move: Option<u32>,
    turns: Raw,
    can_undo: bool,
    can_redo: bool,
    paused: bool,
    thinking: Option<Thinking>,
    hint: Option<HintView>,
    request: Option<RequestView>,
    help: bool,
    ending: &'static str,
    winners: Vec<u32>,
    rematch: Option<GameId>,
}

#[derive(Debug, Serialize)]
struct PlayerView {
    number: u32,
    mark: String,
    name: String,
    kind: &'static str,
    level: Option<u8>,
    who: SeatOwner,
    score: u64,
    out: bool,
    online: bool,
    clock_ms: Option<u64>,
    /// The penguins that are still to be placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_place: Option<u32>,
    /// The areas that a player of Gamma holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    areas: Option<u32>,
    /// Whether a player of Gamma still has the golden move.
    #[serde(skip_serializing_if = "Option::is_none")]
    golden: Option<bool>,
}

/// What the engine searches for.
#[derive(Clone, Copy, Debug, Serialize)]
struct Thinking {
    player: u32,
    purpose: TaskPurpose,
    #[serde(flatten)]
    wait: EngineWait,
}

/// Where the search of a game is in the queue of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct EngineWait {
    /// How many searches were to start before it.
    pub(crate) queued: usize,
    /// Whether the queue was full; the search is tried again soon.
    pub(crate) full: bool,
}

#[derive(Debug, Serialize)]
struct HintView {
    text: String,
    path: Vec<u32>,
    golden: bool,
    value: i64,
}

#[derive(Debug, Serialize)]
struct RequestView {
    what: RequestKind,
    by: u32,
    waiting_for: Vec<u32>,
}

#[derive(Serialize)]
struct StartView<'a> {
    tiles: &'a str,
    scores: &'a [u64],
}

/// What a snapshot shows.
pub(crate) struct Shown<'a> {
    pub(crate) id: &'a GameId,
    pub(crate) session: &'a Session,
    pub(crate) record: &'a RoomRecord,
    pub(crate) online: &'a dyn Fn(u32) -> bool,
    pub(crate) wait: EngineWait,
    pub(crate) epoch: u64,
}

/// Makes snapshots of one game, and serialises each step once.
#[derive(Debug)]
pub(crate) struct SnapshotMaker {
    version: u64,
    rows: u32,
    cols: u32,
    layout: &'static str,
    start: Raw,
    actions: Vec<(u32, Action<Turn>)>,
    steps: Vec<Raw>,
    /// What is legal after the steps.
    turns: Raw,
}

impl SnapshotMaker {
    pub(crate) fn new(game: &Game) -> SnapshotMaker {
        let replay = GameReplay::new(game);
        let GameReplay { rows, cols, layout, tiles, scores, steps } = replay;
        SnapshotMaker {
            version: 0,
            rows,
            cols,
            layout,
            start: Raw::new(&StartView { tiles: &tiles, scores: &scores }),
            actions: game.actions().collect(),
            steps: steps.iter().map(|step: &ReplayStep| Raw::new(step)).collect(),
            turns: Raw::new(&LegalTurns::of(game)),
        }
    }

    /// Brings the steps up to date, and returns how many stay as they were.
    fn follow(&mut self, game: &Game) -> usize {
        let common =
            self.actions.iter().copied().zip(game.actions()).take_while(|(old, new)| old == new).count();
        if common == self.actions.len() && common == game.actions().count() {
            return common;
        }
        self.turns = Raw::new(&LegalTurns::of(game));
        self.actions.truncate(common);
        self.actions.extend(game.actions().skip(common));
        self.steps.truncate(common);
        self.steps.extend(steps_from(game, common).iter().map(Raw::new));
        common
    }

    /// Makes the next snapshot.
    pub(crate) fn next(&mut self, shown: &Shown<'_>) -> Snapshot {
        let kept = self.follow(shown.session.game());
        self.version += 1;
        let head = self.head(shown);
        let change =
            StateMessage { kind: "change", head: &head, start: None, kept, steps: &self.steps[kept..] };
        Snapshot {
            version: self.version,
            epoch: shown.epoch,
            change: message(&change),
            summary: self.summary(shown, &head),
            head,
            start: self.start.clone(),
            steps: self.steps.clone(),
            whole: OnceLock::new(),
        }
    }

    fn summary(&self, shown: &Shown<'_>, head: &StateHead) -> GameSummary {
        let player = |player: &PlayerView| SummaryPlayer {
            name: player.name.clone(),
            kind: player.kind,
            online: player.online,
        };
        GameSummary {
            id: shown.id.clone(),
            kind: head.kind,
            layout: self.layout,
            rows: self.rows,
            cols: self.cols,
            players: head.players.iter().map(player).collect(),
            turns: self.steps.len(),
            created: shown.record.created,
            is_over: shown.session.has_ended(),
        }
    }

    fn head(&self, shown: &Shown<'_>) -> StateHead {
        let Shown { session, record, .. } = *shown;
        let game = session.game();
        let kind = game.name().parse().unwrap_or(GameKind::Gamma);
        let ended = session.has_ended();
        let clock = record.clock.as_ref();
        StateHead {
            version: self.version,
            id: shown.id.clone(),
            kind,
            layout: self.layout,
            rows: self.rows,
            cols: self.cols,
            areas: match game {
                Game::Gamma(history) => Some(history.board().most_areas()),
                Game::Penguins(_) => None,
            },
            public: record.public,
            clock: clock.map(|clock| clock.settings),
            players: players(shown, kind),
            running: clock.and_then(GameClock::running),
            phase: phase(game),
            to_move: session.to_move(),
            turns: if ended { Raw::new(&LegalTurns::default()) } else { self.turns.clone() },
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            paused: session.is_paused(),
            thinking: session.task().zip(session.to_move()).map(|(task, player)| Thinking {
                player,
                purpose: task.purpose,
                wait: shown.wait,
            }),
            hint: session.hint().map(|hint| HintView {
                text: game.notation(hint.turn).to_string(),
                path: legal_turns::path(&game.state(), hint.turn),
                golden: matches!(hint.turn, Turn::Gamma(floe_rules::gamma::Move::Golden { .. })),
                value: hint.value,
            }),
            request: record.request.as_ref().map(|request| RequestView {
                what: request.what,
                by: request.by.first().copied().unwrap_or(0),
                waiting_for: request.waiting_for.clone(),
            }),
            help: record.allows_help(session),
            ending: match session.ending() {
                Ending::Unfinished => "unfinished",
                Ending::Stopped => "stopped",
                Ending::Over => "over",
            },
            winners: if ended { game.leaders() } else { Vec::new() },
            rematch: record.rematch.clone(),
        }
    }
}

fn players(shown: &Shown<'_>, kind: GameKind) -> Vec<PlayerView> {
    let Shown { session, record, online, .. } = *shown;
    let (game, now) = (session.game(), Instant::now());
    let gamma = match game {
        Game::Gamma(history) => Some(history.board()),
        Game::Penguins(_) => None,
    };
    let view = |(number, info): &(u32, floe_rules::record::PlayerInfo)| {
        let level = match info.kind {
            PlayerKind::Engine { level } => Some(level),
            PlayerKind::Person | PlayerKind::Program => None,
        };
        let left = record.clock.as_ref().and_then(|clock| clock.left(*number, now));
        PlayerView {
            number: *number,
            mark: kind.seat_mark((*number as usize).saturating_sub(1)),
            name: info.name().to_owned(),
            kind: if level.is_some() { "engine" } else { "person" },
            level,
            who: record.owner(*number),
            score: game.score(*number),
            out: game.is_out(*number),
            online: level.is_some() || online(*number),
            clock_ms: left.map(|left| left.as_millis() as u64),
            to_place: match game {
                Game::Penguins(history) => {
                    let seat = u8::try_from(*number).ok().and_then(Seat::new);
                    seat.and_then(|seat| history.position().unplaced(seat)).filter(|&unplaced| unplaced > 0)
                }
                Game::Gamma(_) => None,
            },
            areas: gamma.map(|board| board.areas(*number)),
            golden: gamma.map(|board| board.has_golden(*number)),
        }
    };
    session.roster().seats().iter().map(view).collect()
}

fn phase(game: &Game) -> &'static str {
    match game {
        Game::Penguins(history) => match history.position().phase() {
            Phase::Placement => "placement",
            Phase::Movement => "movement",
            Phase::Over => "over",
        },
        Game::Gamma(_) if game.is_over() => "over",
        Game::Gamma(_) => "movement",
    }
}

//! A game on the server: one task owns its session, and takes what players do, one after another.
//!
//! A change is stored before anyone is told of it. If it cannot be stored, it has not happened.

mod command;
mod requests;
mod search;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use floe_rules::board_file;
use floe_rules::game::{Game, GameState};
use floe_rules::record;
use floe_session::{EngineTask, Session, SessionEffect, SessionEvent, TaskId};
use tokio::sync::{mpsc, watch};
use tokio::time::sleep_until;

pub(crate) use command::{CommandReply, ExportKind, PlayerAction, RoomCommand, RoomHandle};

use crate::database::GameRow;
use crate::engine_pool::JobHandle;
use crate::error::{ApiError, ErrorCode};
use crate::games::Services;
use crate::limits::{Visitor, VisitorPermit};
use crate::new_game::{cells, clean_name};
use crate::room_record::{RequestKind, RoomRecord};
use crate::secret::{GameId, Secret, SecretDigest};
use crate::snapshot::{EngineWait, Shown, Snapshot, SnapshotMaker};

/// How many commands wait for a game at most.
const MOST_COMMANDS: usize = 256;
/// When a search that found the queue full, or a turn that could not be stored, is tried again.
const RETRY: Duration = Duration::from_secs(2);
/// The least time of an engine for a turn, however many wait.
const LEAST_TIME: Duration = Duration::from_millis(40);

/// The task of a game.
struct Room {
    id: GameId,
    session: Session,
    record: RoomRecord,
    services: Arc<Services>,
    /// Where searches send their answers.
    answers: mpsc::UnboundedSender<SessionEvent>,
    publisher: watch::Sender<Arc<Snapshot>>,
    maker: SnapshotMaker,
    epoch: u64,
    search: Option<(TaskId, JobHandle)>,
    /// A search that has not been submitted: the queue was full, or nobody watches a game between engines.
    delayed: Option<Box<EngineTask>>,
    wait: EngineWait,
    /// When what could not be stored is tried again.
    retry: Option<Instant>,
    /// When a search that found the queue full is tried again.
    search_retry: Option<Instant>,
    /// The seats of each connection.
    connections: HashMap<u64, Vec<u32>>,
    /// Who is charged for the engine.
    visitor: Visitor,
    used: Instant,
    _permit: VisitorPermit,
}

/// A game that is stored already, and what its task needs.
pub(crate) struct OpenedGame {
    pub(crate) session: Session,
    pub(crate) record: RoomRecord,
    pub(crate) maker: SnapshotMaker,
    pub(crate) visitor: Visitor,
    pub(crate) permit: VisitorPermit,
}

/// Starts the task of a game.
pub(crate) fn open(id: GameId, opened: OpenedGame, services: Arc<Services>) -> RoomHandle {
    let OpenedGame { session, record, mut maker, visitor, permit } = opened;
    let (commands, queue) = mpsc::channel(MOST_COMMANDS);
    // A search has one answer, so these are few. A thread of the engine never waits for a game.
    let (answers, found) = mpsc::unbounded_channel();
    let wait = EngineWait::default();
    let shown = Shown { id: &id, session: &session, record: &record, online: &|_| false, wait, epoch: 0 };
    let (publisher, snapshots) = watch::channel(Arc::new(maker.next(&shown)));
    let mut room = Room {
        id,
        session,
        record,
        services,
        answers,
        publisher,
        maker,
        epoch: 0,
        search: None,
        delayed: None,
        wait,
        retry: None,
        search_retry: None,
        connections: HashMap::new(),
        visitor,
        used: Instant::now(),
        _permit: permit,
    };
    tokio::spawn(async move {
        let effects = room.session.update(SessionEvent::Start);
        room.carry_out(effects);
        room.follow_clock();
        room.publish();
        room.run(queue, found).await;
    });
    RoomHandle { commands, snapshots }
}

impl Room {
    async fn run(
        mut self,
        mut queue: mpsc::Receiver<RoomCommand>,
        mut answers: mpsc::UnboundedReceiver<SessionEvent>,
    ) {
        loop {
            let unload = self.used + self.services.limits.unload;
            let now = Instant::now();
            let deadline = self.record.clock.as_ref().and_then(|clock| clock.deadline(now));
            // What could not be stored is tried again after a while, not all the time.
            let clock = deadline.filter(|_| self.retry.is_none());
            let next = [clock, self.retry, self.search_retry, Some(unload)]
                .into_iter()
                .flatten()
                .min()
                .unwrap_or(unload);
            tokio::select! {
                command = queue.recv() => match command {
                    Some(command) => self.handle(command).await,
                    None => return,
                },
                Some(event) = answers.recv() => self.engine_event(event).await,
                () = sleep_until(next.into()) => {
                    let now = Instant::now();
                    if clock.is_some_and(|end| end <= now) {
                        self.out_of_time().await;
                    }
                    let is_due = |retry: &Option<Instant>| retry.is_some_and(|retry| retry <= now);
                    if is_due(&self.retry) || is_due(&self.search_retry) {
                        (self.retry, self.search_retry) = (None, None);
                        self.try_again();
                    }
                    let is_idle = self.connections.is_empty() && self.search.is_none() && deadline.is_none();
                    if unload <= now && is_idle && self.services.unload(&self.id, &mut queue).await {
                        return;
                    }
                    if unload <= now {
                        self.used = now;
                    }
                }
            }
        }
    }

    async fn handle(&mut self, command: RoomCommand) {
        self.used = Instant::now();
        // Whoever asked may be gone; then nobody needs the answer.
        match command {
            RoomCommand::Act { secret, visitor, action, reply } => {
                let _ = reply.send(self.act(secret, visitor, action).await);
            }
            RoomCommand::Renew { secret, number, reply } => {
                let _ = reply.send(self.renew(secret, number).await);
            }
            RoomCommand::Rematch { secret, visitor, reply } => {
                let _ = reply.send(self.rematch(secret, visitor).await);
            }
            RoomCommand::Join { connection, visitor, secrets, reply } => {
                let member = self.record.membership(&secrets);
                self.arrive(&member.seats).await;
                self.connections.insert(connection, member.seats.clone());
                // Those who only watch do not choose in whose line the engine waits, unless nobody else is there.
                if !member.seats.is_empty() || !self.session.roster().has_people() {
                    self.visitor = visitor;
                }
                self.try_again();
                let had_news = !member.seats.is_empty();
                let _ = reply.send(Ok(member));
                if had_news {
                    self.publish();
                }
            }
            RoomCommand::Leave { connection } => {
                if self.connections.remove(&connection).is_some_and(|seats| !seats.is_empty()) {
                    self.publish();
                }
            }
            RoomCommand::Export { kind, reply } => {
                let _ = reply.send(self.export(kind));
            }
            RoomCommand::Position { at, reply } => {
                let _ = reply.send(self.position(at));
            }
        }
    }

    /// Does what a player wants, and returns the version of the state after it.
    async fn act(
        &mut self,
        secret: Option<SecretDigest>,
        visitor: Visitor,
        action: PlayerAction,
    ) -> Result<u64, ApiError> {
        let seats = self.record.seats_of(secret)?;
        self.visitor = visitor;
        self.arrive(&seats).await;
        match action {
            PlayerAction::Turn { turn, at } => {
                let made = self.session.game().made();
                if at.is_some_and(|at| at != made) {
                    let message = format!("the game has had {made} turns");
                    return Err(ApiError::new(ErrorCode::Stale, message));
                }
                let player = self.session.to_move().ok_or(floe_session::SessionRefusal::Ended)?;
                if !seats.contains(&player) {
                    return Err(ApiError::new(ErrorCode::NotYours, "it is the turn of another player"));
                }
                let turn = turn.read(self.session.game())?;
                if made >= most_turns(self.session.game()) {
                    let message = "the game has had as many turns as this server keeps; end it";
                    return Err(ApiError::new(ErrorCode::Refused, message));
                }
                self.update(SessionEvent::Turn(turn)).await?;
            }
            PlayerAction::Undo => self.ask_others(&seats, RequestKind::Undo).await?,
            PlayerAction::Redo => self.ask_others(&seats, RequestKind::Redo).await?,
            PlayerAction::Stop => self.ask_others(&seats, RequestKind::Stop).await?,
            PlayerAction::Answer { accept } => self.answer(&seats, accept).await?,
            PlayerAction::Hint => {
                self.may_help()?;
                self.services.visitors.has_engine_time(self.visitor)?;
                self.update(SessionEvent::Hint).await?;
            }
            PlayerAction::DismissHint => self.update(SessionEvent::DismissHint).await?,
            PlayerAction::Pause => {
                if self.record.clock.is_some() && self.record.is_between_people() {
                    let message = "a game with clocks between people cannot be paused";
                    return Err(ApiError::new(ErrorCode::Refused, message));
                }
                self.update(SessionEvent::Pause).await?;
            }
            // An engine that failed has paused the game, whatever its clocks.
            PlayerAction::Resume => self.update(SessionEvent::Resume).await?,
            PlayerAction::MoveNow => self.update(SessionEvent::MoveNow).await?,
            PlayerAction::Rename { name, number } => {
                let to_move = || self.session.to_move().filter(|player| seats.contains(player));
                let player = number.or_else(to_move).unwrap_or(seats[0]);
                if !seats.contains(&player) {
                    return Err(ApiError::new(ErrorCode::NotYours, "it is the seat of another player"));
                }
                self.update(SessionEvent::Rename { player, name: clean_name(&name) }).await?;
            }
        }
        Ok(self.publisher.borrow().version)
    }

    fn may_help(&self) -> Result<(), ApiError> {
        if self.record.allows_help(&self.session) {
            return Ok(());
        }
        let message = "the engine does not help in a game between people until it is over";
        Err(ApiError::new(ErrorCode::NoHelp, message))
    }

    /// Passes an event to the session, stores what changed, and tells everybody.
    async fn update(&mut self, event: SessionEvent) -> Result<(), ApiError> {
        let mut session = self.session.clone();
        let effects = session.update(event);
        for effect in &effects {
            if let SessionEffect::Refused(reason) = effect {
                return Err(reason.clone().into());
            }
        }
        let changes = |effect: &SessionEffect| {
            !matches!(
                effect,
                SessionEffect::StartTask(_)
                    | SessionEffect::FinishTask(_)
                    | SessionEffect::CancelTask(_)
                    | SessionEffect::HintReady(_)
            )
        };
        let is_turn = |effect: &SessionEffect| {
            matches!(
                effect,
                SessionEffect::TurnMade { .. }
                    | SessionEffect::Undone { .. }
                    | SessionEffect::Redone { .. }
                    | SessionEffect::Eliminated { .. }
                    | SessionEffect::Ended(_)
            )
        };
        if effects.iter().any(changes) {
            let mut record = self.record.clone();
            if effects.iter().any(is_turn) {
                // What was asked belongs to the position before.
                record.request = None;
            }
            follow_clock(&mut record, &session);
            self.store(&session, &record).await?;
            self.record = record;
        }
        self.session = session;
        self.carry_out(effects);
        self.publish();
        Ok(())
    }

    /// Stores another session and record, and tells everybody.
    async fn commit(&mut self, session: Session, record: RoomRecord) -> Result<(), ApiError> {
        self.store(&session, &record).await?;
        (self.session, self.record) = (session, record);
        self.publish();
        Ok(())
    }

    async fn store(&self, session: &Session, record: &RoomRecord) -> Result<(), ApiError> {
        let row = row(&self.id, session, record)?;
        self.services.database.save(vec![row]).await.map_err(|error| ApiError::failed(&error))
    }

    async fn out_of_time(&mut self) {
        // In Gamma, players who are out of time pass: if all are, nobody would ever end the game.
        let game = self.session.game();
        let has_engine = game.players().iter().any(|&player| !self.session.roster().is_person(player));
        let all_out = self.record.clock.as_ref().is_some_and(|clock| clock.all_out(Instant::now()));
        let is_stuck = matches!(game, Game::Gamma(_)) && all_out && !has_engine;
        let event = if is_stuck || game.made() >= most_turns(game) {
            SessionEvent::StopGame
        } else {
            SessionEvent::OutOfTime
        };
        if self.update(event).await.is_err() {
            self.retry = Some(Instant::now() + RETRY);
        }
    }

    async fn renew(&mut self, secret: Option<SecretDigest>, number: u32) -> Result<Secret, ApiError> {
        let mut record = self.record.clone();
        let new = record.renew(secret, number)?;
        self.store(&self.session, &record).await?;
        self.record = record;
        for seats in self.connections.values_mut() {
            seats.retain(|seat| *seat != number);
        }
        self.epoch += 1;
        self.publish();
        Ok(new)
    }

    /// Starts the rematch, or returns the one that was started. Both games are stored together.
    async fn rematch(&mut self, secret: Option<SecretDigest>, visitor: Visitor) -> Result<GameId, ApiError> {
        self.record.seats_of(secret)?;
        if let Some(id) = &self.record.rematch {
            return Ok(id.clone());
        }
        if !self.session.has_ended() {
            return Err(ApiError::new(ErrorCode::Refused, "the game has not ended yet"));
        }
        let (session, shift) = crate::rematch::session(&self.session, self.services.budget)?;
        let people: Vec<u32> = crate::games::people(&session);
        let clock = self.record.clock.as_ref().map(|clock| clock.again(&people));
        let id = GameId::random();
        let new = row(&id, &session, &self.record.rotated(shift, crate::database::now(), clock))?;
        let mut own = self.record.clone();
        (own.rematch, own.request) = (Some(id.clone()), None);
        self.services.visitors.new_game(visitor)?;
        self.services.may_store(visitor, &new)?;
        let rows = vec![new, row(&self.id, &self.session, &own)?];
        self.services.database.save(rows).await.map_err(|error| ApiError::failed(&error))?;
        self.record = own;
        self.publish();
        Ok(id)
    }

    fn export(&self, kind: ExportKind) -> Result<Vec<u8>, ApiError> {
        match kind {
            ExportKind::Record => {
                let record = self.session.record().map_err(|error| ApiError::failed(&error))?;
                Ok(record::write(&record))
            }
            ExportKind::Board(at) => {
                let mut game = self.session.game().clone();
                if at.is_some_and(|at| at > game.made()) {
                    return Err(ApiError::not_found(format!("the game has had {} turns", game.made())));
                }
                if let Some(at) = at {
                    game.go_to(at);
                }
                match game {
                    Game::Penguins(history) => {
                        let ids = self.session.roster().ids(history.start());
                        Ok(board_file::write(&history.setup(ids)))
                    }
                    Game::Gamma(_) => Err(ApiError::not_found("Gamma has no board files")),
                }
            }
        }
    }

    fn position(&self, at: usize) -> Result<GameState, ApiError> {
        self.may_help()?;
        let mut game = self.session.game().clone();
        if at > game.made() {
            return Err(ApiError::new(ErrorCode::Stale, format!("the game has had {} turns", game.made())));
        }
        game.go_to(at);
        Ok(game.state())
    }

    fn follow_clock(&mut self) {
        follow_clock(&mut self.record, &self.session);
    }

    fn publish(&mut self) {
        let connections = &self.connections;
        let online = |seat: u32| connections.values().any(|seats| seats.contains(&seat));
        let shown = Shown {
            id: &self.id,
            session: &self.session,
            record: &self.record,
            online: &online,
            wait: self.wait,
            epoch: self.epoch,
        };
        self.publisher.send_replace(Arc::new(self.maker.next(&shown)));
    }
}

/// Returns how many turns a game may have. Only passes make a game longer than its board.
pub(crate) fn most_turns(game: &Game) -> usize {
    cells(game) + 200
}

/// Makes the clocks of a game follow its session.
fn follow_clock(record: &mut RoomRecord, session: &Session) {
    if let Some(clock) = &mut record.clock {
        let to_move = session.to_move().filter(|_| !session.is_paused());
        clock.follow(session.game().made(), to_move, Instant::now());
    }
}

/// Returns a game as it is stored.
pub(crate) fn row(id: &GameId, session: &Session, record: &RoomRecord) -> Result<GameRow, ApiError> {
    Ok(GameRow {
        id: id.clone(),
        session: session.to_stored().map_err(|error| ApiError::failed(&error))?,
        room: record.to_bytes(),
        public: record.public,
        over: session.has_ended(),
        turns: session.game().made(),
    })
}

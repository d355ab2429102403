//! What the people in a game ask each other for: undo, redo and an early end.

use floe_session::{SessionEffect, SessionEvent};

use super::Room;
use crate::error::{ApiError, ErrorCode};
use crate::room_record::{PendingRequest, RequestKind};

impl Room {
    /// Does something that the other people in the game must agree with, or asks them.
    pub(super) async fn ask_others(&mut self, seats: &[u32], what: RequestKind) -> Result<(), ApiError> {
        let mut waiting_for = self.record.others(seats);
        // Nobody has taken the other seats yet.
        waiting_for.retain(|seat| self.has_arrived(*seat));
        if self.record.rematch.is_some() {
            return Err(ApiError::new(ErrorCode::Refused, "the rematch has begun"));
        }
        if waiting_for.is_empty() {
            return self.update(event_of(what)).await;
        }
        // What cannot be done is refused at once.
        let mut trial = self.session.clone();
        let effects = trial.update(event_of(what));
        if let Some(SessionEffect::Refused(reason)) =
            effects.into_iter().find(|effect| matches!(effect, SessionEffect::Refused(_)))
        {
            return Err(reason.into());
        }
        if let Some(request) = &self.record.request {
            // Two who ask for the same agree.
            if request.what == what && !request.by.iter().any(|seat| seats.contains(seat)) {
                return self.answer(seats, true).await;
            }
            return Err(ApiError::new(
                ErrorCode::Refused,
                "the players have not answered the last request yet",
            ));
        }
        let mut record = self.record.clone();
        record.request = Some(PendingRequest { what, by: seats.to_vec(), waiting_for });
        self.commit(self.session.clone(), record).await
    }

    /// Notes that somebody has come for some seats. From then on that player has a say in what others ask for.
    pub(super) async fn arrive(&mut self, seats: &[u32]) {
        if seats.iter().all(|seat| self.record.arrived.contains(seat)) {
            return;
        }
        let mut record = self.record.clone();
        record.arrive(seats);
        // If it cannot be stored, it is tried again when the player comes back.
        if self.store(&self.session, &record).await.is_ok() {
            self.record = record;
        }
    }

    fn has_arrived(&self, seat: u32) -> bool {
        let game = self.session.game();
        self.record.arrived.contains(&seat) || game.actions().any(|(player, _)| player == seat)
    }

    pub(super) async fn answer(&mut self, seats: &[u32], accept: bool) -> Result<(), ApiError> {
        let nothing = || ApiError::new(ErrorCode::Refused, "nobody has asked you for anything");
        let mut record = self.record.clone();
        let mut request = record.request.take().ok_or_else(nothing)?;
        let is_mine = request.by.iter().any(|seat| seats.contains(seat));
        let is_asked = request.waiting_for.iter().any(|seat| seats.contains(seat));
        match (accept, is_mine, is_asked) {
            (true, _, true) => {
                request.waiting_for.retain(|seat| !seats.contains(seat));
                if request.waiting_for.is_empty() {
                    return self.update(event_of(request.what)).await;
                }
                record.request = Some(request);
            }
            (false, true, _) | (false, _, true) => {}
            _ => return Err(nothing()),
        }
        self.commit(self.session.clone(), record).await
    }
}

fn event_of(what: RequestKind) -> SessionEvent {
    match what {
        RequestKind::Undo => SessionEvent::Undo,
        RequestKind::Redo => SessionEvent::Redo,
        RequestKind::Stop => SessionEvent::StopGame,
    }
}

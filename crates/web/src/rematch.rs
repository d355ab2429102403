//! The session of a rematch.

use floe_rules::record::PlayerInfo;
use floe_session::{SearchBudget, SeatSpec, Session, SessionEvent};

use crate::error::ApiError;
use crate::secret::random_seed;

/// Returns the session of a rematch, and by how many places its seats are rotated.
///
/// A new board of the same kind is made, and another player begins. A game that came from a file is played again as it was.
pub(crate) fn session(played: &Session, budget: SearchBudget) -> Result<(Session, usize), ApiError> {
    let Some(spec) = played.spec().filter(|spec| spec.board.is_none()) else {
        let mut session = played.clone();
        session.update(SessionEvent::Restart);
        return Ok((session, 0));
    };
    let mut spec = spec.clone();
    spec.seed = Some(random_seed());
    let seat = |(index, (_, info)): (usize, &(u32, PlayerInfo))| {
        // A name that only says which seat it is stays with the seat.
        let is_default = spec.seat(index).name.is_empty() && spec.seat_name(index) == info.name();
        SeatSpec { name: if is_default { String::new() } else { info.name().to_owned() }, kind: info.kind }
    };
    spec.seats = played.roster().seats().iter().enumerate().map(seat).collect();
    spec.seats.rotate_left(1);
    if let Ok(session) = Session::new(spec.clone(), budget) {
        return Ok((session, 1));
    }
    // A name that a player chose can be the default name of another seat. Then all keep the names that they had.
    let names = played.roster().seats().iter().map(|(_, info)| info.name().to_owned());
    let mut names: Vec<String> = names.collect();
    names.rotate_left(1);
    for (seat, name) in spec.seats.iter_mut().zip(names) {
        seat.name = name;
    }
    Ok((Session::new(spec, budget)?, 1))
}

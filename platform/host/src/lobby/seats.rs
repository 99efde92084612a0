//! Sitting down at a table that has not begun, and getting up.

use gueridon_game::{Seat, Seats};

use super::Lobby;
use crate::clock::millis;
use crate::refusal::{Answer, Code, Failure, Fault};
use gueridon_journal::{
    Arrangement, PlayerId, Seated, Sitter, Standing, Status, TableId, TableRow,
};

impl Lobby {
    /// Seats a player, on any free seat if none is named; returns the seat. A player who has a
    /// seat keeps it.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `NO_SUCH_SEAT`, `SEAT_TAKEN`, `SEAT_KEPT`, `TABLE_FULL`,
    /// `ALREADY_SEATED`; `NOT_INVITED` for a program that is neither the table's owner nor invited,
    /// `CHALLENGE_OVER` for one that was asked.
    pub async fn sit(&self, table: TableId, player: PlayerId, seat: Option<Seat>) -> Answer<Seat> {
        // Others may sit down between reading and writing. Each time one does there is one free
        // seat fewer, so this ends.
        for _ in 0..=Seats::MOST {
            let row = self.open_row(table, player).await?;
            if let Some(at) = row.seat_of(player) {
                if seat.is_some_and(|seat| seat != at) {
                    return Err(Code::AlreadySeated.answer());
                }
                if row.at(at).is_some_and(|seated| seated.asked_until_ms().is_some()) {
                    return self.accept_challenge(table, player).await;
                }
                // This may be a retry after the table could not be started.
                self.start_if_full(table, player).await;
                return Ok(at);
            }
            let kept = self.kept_seats(row.id, row.rematch_of, &row.seated).await?;
            let free = free_seat(&row, seat, &kept, player)?;
            self.check_may_sit(&row, player).await?;
            if self.arrange(table, &Arrangement::Sit { seat: free, player }).await? {
                self.start_if_full(table, player).await;
                return Ok(free);
            }
        }
        Err(Fault::NoAnswer.into())
    }

    /// Refuses a program that nobody has asked or invited: at an open table people wait for people.
    async fn check_may_sit(&self, row: &TableRow, player: PlayerId) -> Answer<()> {
        if [row.owner, row.opener].contains(&player) {
            return Ok(());
        }
        let is_program = self.accounts.account(player).await?.player.standing == Standing::Program;
        if is_program && !self.journal.is_invited(row.id, player).await? {
            return Err(Code::NotInvited.answer());
        }
        Ok(())
    }

    /// Frees a player's seat.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `NOT_SEATED`.
    pub async fn leave(&self, table: TableId, player: PlayerId) -> Answer<()> {
        if self.arrange(table, &Arrangement::Leave { player }).await? {
            return Ok(());
        }
        self.open_row(table, player).await?;
        Err(Code::NotSeated.answer())
    }

    /// Changes a table that has not begun, if the condition still holds, and announces it; returns
    /// whether it did. Each change postpones the closing of the table.
    pub(super) async fn arrange(&self, table: TableId, arrangement: &Arrangement) -> Answer<bool> {
        let changes_seats = match arrangement {
            Arrangement::Sit { .. }
            | Arrangement::SeatBot { .. }
            | Arrangement::Ask { .. }
            | Arrangement::Accept { .. }
            | Arrangement::Refuse { .. }
            | Arrangement::Lapse { .. }
            | Arrangement::Leave { .. }
            | Arrangement::Remove { .. }
            | Arrangement::HandOver { .. } => true,
            Arrangement::Cancel { .. }
            | Arrangement::Invite { .. }
            | Arrangement::UseInvite { .. }
            | Arrangement::Decline { .. } => false,
        };
        let until_ms = changes_seats.then(|| self.clock.now_ms() + millis(self.limits.open_life));
        let done = self.journal.arrange(table, arrangement, until_ms).await?;
        if done {
            self.announcer.seats_changed(table);
        }
        Ok(done)
    }

    /// The row of a table that has not begun, for a player who may know of it.
    pub(super) async fn open_row(&self, table: TableId, player: PlayerId) -> Answer<TableRow> {
        let row = self.access.row(table, player.into()).await?;
        match row.status {
            Status::Open => Ok(row),
            Status::Closed => Err(Code::TableClosed.answer()),
            Status::Playing | Status::Over => Err(Code::TableStarted.answer()),
        }
    }
}

/// The requested seat if it is free, or any free one; none that is kept for somebody else.
fn free_seat(
    row: &TableRow,
    asked: Option<Seat>,
    kept: &[Seated],
    player: PlayerId,
) -> Answer<Seat> {
    let is_own = |kept: &Seated| kept.player() == Some(player);
    let keeper = |seat: Seat| kept.iter().find(|one| one.seat == seat && !is_own(one));
    let refused = |kept: &Seated| {
        let name = match &kept.who {
            Sitter::Player { name, .. } => name.clone(),
            Sitter::Bot(_) => String::new(),
        };
        Failure::from(Code::SeatKept.refused(&[("name", name)]))
    };
    match asked {
        Some(seat) if seat.0 >= row.seats => Err(no_such_seat(row)),
        Some(seat) if row.at(seat).is_some() => Err(Code::SeatTaken.answer()),
        Some(seat) => keeper(seat).map_or(Ok(seat), |keeper| Err(refused(keeper))),
        None => {
            let mut free = (0..row.seats).map(Seat).filter(|&seat| row.at(seat).is_none());
            let own = kept.iter().find(|one| is_own(one)).map(|one| one.seat);
            let open = own.or_else(|| free.clone().find(|&seat| keeper(seat).is_none()));
            open.ok_or_else(|| {
                free.find_map(keeper).map_or_else(|| Code::TableFull.answer(), refused)
            })
        }
    }
}

/// The refusal of a seat that a table does not have.
pub(super) fn no_such_seat(row: &TableRow) -> Failure {
    Code::NoSuchSeat.refused(&[("seats", row.seats.to_string())]).into()
}

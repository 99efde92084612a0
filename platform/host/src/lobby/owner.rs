//! What only a table's owner can do before it begins.

use gueridon_game::Seat;
use gueridon_game::border::hex;

use super::Lobby;
use super::seats::no_such_seat;
use crate::refusal::{Answer, Code, Fault};
use gueridon_journal::{Arrangement, Bot, InviteCode, PlayerId, Seated, TableId, TableRow};

impl Lobby {
    /// Makes another player at the table its owner.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `TABLE_CLOSED`, `NOT_OWNER`, `NOT_HERE`, `NOT_ALLOWED` for a
    /// program.
    pub async fn hand_over(&self, table: TableId, by: PlayerId, to: PlayerId) -> Answer<()> {
        if by == to {
            return self.owned_row(table, by).await.map(drop);
        }
        if self.arrange(table, &Arrangement::HandOver { to, by }).await? {
            return Ok(());
        }
        let row = self.owned_row(table, by).await?;
        let seat = row.seat_of(to).ok_or_else(|| Code::NotHere.answer())?;
        if row.at(seat).is_some_and(Seated::is_program) {
            return Err(Code::NotAllowed.answer());
        }
        Err(Fault::NoAnswer.into())
    }

    /// Empties a seat at which a player or a bot sits, or a program is asked to.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `TABLE_CLOSED`, `NOT_OWNER`, `NO_SUCH_SEAT`, `SEAT_FREE`.
    pub async fn remove_from_seat(&self, table: TableId, by: PlayerId, seat: Seat) -> Answer<()> {
        let row = self.owned_row(table, by).await?;
        check_seat(&row, seat)?;
        let invite = InviteCode(self.new_code()?);
        if self.arrange(table, &Arrangement::Remove { seat, by, invite }).await? {
            return Ok(());
        }
        let row = self.owned_row(table, by).await?;
        row.at(seat).ok_or_else(|| Code::SeatFree.answer())?;
        Err(Fault::NoAnswer.into())
    }

    /// Seats a bot on a free seat, also on one that is kept for somebody: the owner need not wait
    /// for them. This may start the table.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `TABLE_CLOSED`, `NOT_OWNER`, `NO_SUCH_SEAT`, `SEAT_TAKEN`.
    pub async fn seat_bot(&self, table: TableId, by: PlayerId, seat: Seat, bot: Bot) -> Answer<()> {
        if self.arrange(table, &Arrangement::SeatBot { seat, bot, by }).await? {
            self.start_if_full(table, by).await;
            return Ok(());
        }
        let row = self.owned_row(table, by).await?;
        check_seat(&row, seat)?;
        Err(Code::SeatTaken.answer())
    }

    /// Closes a table before it begins.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `TABLE_CLOSED`, `NOT_OWNER`.
    pub async fn close_table(&self, table: TableId, by: PlayerId) -> Answer<()> {
        let at_ms = self.clock.now_ms();
        if self.arrange(table, &Arrangement::Cancel { by, at_ms }).await? {
            return Ok(());
        }
        self.owned_row(table, by).await?;
        Err(Fault::NoAnswer.into())
    }

    /// The row of a table that has not begun, for its owner.
    pub(super) async fn owned_row(&self, table: TableId, by: PlayerId) -> Answer<TableRow> {
        let row = self.open_row(table, by).await?;
        if row.owner == by { Ok(row) } else { Err(Code::NotOwner.answer()) }
    }

    /// A new invitation code.
    pub(super) fn new_code(&self) -> Answer<String> {
        Ok(hex(&self.random.bytes::<16>()?))
    }
}

/// Refuses a seat that the table does not have.
pub(super) fn check_seat(row: &TableRow, seat: Seat) -> Answer<()> {
    if seat.0 < row.seats {
        return Ok(());
    }
    Err(no_such_seat(row))
}

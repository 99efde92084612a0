//! Challenges: the owner of a table asks a program to sit down, and it accepts or declines in time.

use std::time::Duration;

use gueridon_game::Seat;

use super::Lobby;
use super::offer::TableKind;
use super::owner::check_seat;
use super::readiness::offer_at;
use crate::clock::millis;
use crate::page::{LONGEST_PAGE, page_size};
use crate::people::rate_limits::Attempt;
use crate::refusal::{Answer, Code, Fault};
use crate::tables::turn_listener::Asked;
use gueridon_journal::{
    Arrangement, Decline, DeclineReason, MOST_WITH_ONE_OWNER, MyTable, PlayerId, Readiness, Status,
    TableId, TableRow,
};

/// How long a program has to answer: enough for a webhook to be tried a second time.
pub(crate) const ANSWER_WITHIN: Duration = Duration::from_secs(30);
/// How long a program that has accepted waits for the game to begin.
pub(crate) const BEGIN_WITHIN: Duration = Duration::from_secs(30 * 60);

impl Lobby {
    /// Asks a program to sit on a free seat, which is held for it until it answers. Asking again
    /// changes nothing.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `TABLE_CLOSED`, `NOT_OWNER`, `NO_SUCH_SEAT`, `SEAT_TAKEN`,
    /// `UNKNOWN_PROGRAM`, `PROGRAM_OFF`, `NOT_READY`, `NOT_OFFERED`, `PROGRAM_BUSY`,
    /// `ALREADY_ASKED`, `TOO_MANY_ATTEMPTS`.
    pub async fn challenge(
        &self,
        table: TableId,
        by: PlayerId,
        seat: Seat,
        program: PlayerId,
    ) -> Answer<()> {
        let row = self.owned_row(table, by).await?;
        check_seat(&row, seat)?;
        let at_ms = self.clock.now_ms();
        let held = row.at(seat).filter(|seated| seated.player() == Some(program));
        if held.is_some_and(|held| held.hold.until_ms().is_none_or(|until_ms| until_ms > at_ms)) {
            return Ok(());
        }
        self.accounts.rate_limiter().count(Attempt::Invitation(by))?;
        if held.is_some() {
            // Its time is up, and nobody has freed the seat yet.
            self.arrange(table, &Arrangement::Lapse { program, at_ms }).await?;
        }
        let revision = self.readiness_for(&row, program, at_ms).await?.revision;
        let until_ms = at_ms.saturating_add(millis(ANSWER_WITHIN));
        let ask = Arrangement::Ask { seat, program, by, revision, at_ms, until_ms };
        if self.arrange(table, &ask).await? {
            self.announcer.asked(Asked { table, seat, program, at_ms, until_ms });
            return Ok(());
        }
        let row = self.owned_row(table, by).await?;
        if row.at(seat).is_some() {
            return Err(Code::SeatTaken.answer());
        }
        if row.seat_of(program).is_some() {
            return Err(Code::AlreadyAsked.answer());
        }
        let ready = self.readiness_for(&row, program, at_ms).await?;
        self.check_has_room(program, by, ready.most_tables).await?;
        // It has said something else in between, or has just become free.
        Err(Fault::NoAnswer.into())
    }

    /// Refuses a program that is at as many tables as it plays at, in all or of this owner.
    async fn check_has_room(&self, program: PlayerId, by: PlayerId, most: u32) -> Answer<()> {
        let busy = |most: u32| Code::ProgramBusy.refused(&[("most", most.to_string())]).into();
        let known = self.journal.program(program).await?;
        if known.is_some_and(|known| known.tables >= most) {
            return Err(busy(most));
        }
        let mine = self.journal.my_tables(program, None, page_size(LONGEST_PAGE)).await?;
        let of_owner = |one: &&MyTable| one.row.owner == by && one.row.seat_of(program).is_some();
        if mine.iter().filter(of_owner).count() >= MOST_WITH_ONE_OWNER as usize {
            return Err(busy(MOST_WITH_ONE_OWNER));
        }
        Ok(())
    }

    /// What a program is ready for, if that is for this table.
    async fn readiness_for(
        &self,
        row: &TableRow,
        program: PlayerId,
        at_ms: i64,
    ) -> Answer<Readiness> {
        let known = self.journal.program(program).await?;
        let known = known.ok_or_else(|| Code::UnknownProgram.answer())?;
        if known.off_ms.is_some() {
            return Err(Code::ProgramOff.answer());
        }
        let offer = offer_at(&known, at_ms).ok_or_else(|| Code::NotReady.answer())?;
        if !offer.fits(&TableKind::from(row)) {
            return Err(Code::NotOffered.answer());
        }
        known.ready.ok_or_else(|| Code::NotReady.answer())
    }

    /// Seats a program that was asked; returns its seat. This may start the table.
    ///
    /// # Errors
    /// `CHALLENGE_OVER`.
    pub async fn accept_challenge(&self, table: TableId, program: PlayerId) -> Answer<Seat> {
        let at_ms = self.clock.now_ms();
        let until_ms = at_ms.saturating_add(millis(BEGIN_WITHIN));
        let accepted =
            self.arrange(table, &Arrangement::Accept { program, at_ms, until_ms }).await?;
        let row = self.journal.table(table).await?;
        let seated = row.as_ref().and_then(|row| {
            let seated = row.seated.iter().find(|seated| seated.player() == Some(program))?;
            let is_on = matches!(row.status, Status::Open | Status::Playing);
            (is_on && seated.is_program() && seated.asked_until_ms().is_none()).then_some(seated)
        });
        let seat = seated.map(|seated| seated.seat);
        if accepted || seat.is_some() {
            // Also on a retry, after the table could not be started.
            self.start_if_full(table, program).await;
        }
        seat.ok_or_else(|| Code::ChallengeOver.answer())
    }

    /// Frees the seat of a program that was asked.
    ///
    /// # Errors
    /// `CHALLENGE_OVER`; `BAD_REASON` for a reason that only the host gives.
    pub async fn decline_challenge(
        &self,
        table: TableId,
        program: PlayerId,
        reason: DeclineReason,
    ) -> Answer<()> {
        if matches!(reason, DeclineReason::Silent | DeclineReason::Waited) {
            return Err(Code::BadReason.answer());
        }
        let at_ms = self.clock.now_ms();
        if self.arrange(table, &Arrangement::Refuse { program, reason, at_ms }).await? {
            return Ok(());
        }
        Err(Code::ChallengeOver.answer())
    }

    /// Why programs that were asked do not sit at a table, the last for each seat.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn declines(&self, table: TableId) -> Answer<Vec<Decline>> {
        Ok(self.journal.declines(table).await?)
    }
}

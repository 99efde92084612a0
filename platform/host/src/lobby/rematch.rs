//! The same people at a new table, with the same game, options and settings.

use gueridon_game::Seat;

use super::Lobby;
use crate::clock::millis;
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::tables::info::{TableInfo, TableStatus};
use crate::viewer::Viewer;
use gueridon_journal::{PlayerId, Seated, Sitter, Status, TableId, TableRow};

impl Lobby {
    /// The free seats of a table that has not begun which are kept, with those for whom: at a
    /// rematch, who sat there in the game before, until they sit down or decline. `rematch_of` and
    /// `seated` are the table's.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn kept_seats(
        &self,
        table: TableId,
        rematch_of: Option<TableId>,
        seated: &[Seated],
    ) -> Answer<Vec<Seated>> {
        let Some(before) = rematch_of else { return Ok(Vec::new()) };
        let Some(before) = self.journal.table(before).await? else { return Ok(Vec::new()) };
        let mut kept = Vec::new();
        for one in before.seated.into_iter().filter(Seated::has_account) {
            let is_taken = seated.iter().any(|now| now.seat == one.seat);
            let sits = seated.iter().any(|now| now.player() == one.player());
            let Some(player) = one.player().filter(|_| !is_taken && !sits) else { continue };
            if self.journal.is_invited(table, player).await? {
                kept.push(one);
            }
        }
        Ok(kept)
    }

    /// The table at which the players of one that has ended play again. The first who asks opens
    /// it, with the bots in their seats, the programs asked to theirs and the other players invited.
    /// Each caller gets their old seat, if it is free.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_OVER`, `NOT_SEATED`, `NOT_INVITED` for one whom the new owner has
    /// removed, `UNKNOWN_GAME`, `BAD_OPTIONS`, `BAD_SEATS`, `TOO_MANY_TABLES`, `TOO_MANY_ATTEMPTS`.
    pub async fn rematch(&self, table: TableId, player: PlayerId) -> Answer<TableId> {
        let row = self.access.row(table, player.into()).await?;
        let seat = row.seat_of(player).ok_or_else(|| Code::NotSeated.answer())?;
        if row.started_ms.is_none() || !matches!(row.status, Status::Over | Status::Closed) {
            return Err(Code::NotOver.answer());
        }
        // Another player may open it between reading and writing, or cancel it.
        for _ in 0..8 {
            if let Some(next) = self.journal.rematch_of(table).await? {
                return self.take_old_seat(next, player, seat).await.map(|()| next);
            }
            let next = self.next_row(&row, player)?;
            let build = self.games.game(&next.game)?;
            self.try_deal(&build, &next).await?;
            let others = row.seated.iter().filter(|one| one.has_account() && !one.is_program());
            let others: Vec<_> =
                others.filter_map(Seated::player).filter(|&other| other != player).collect();
            if self.open_row_for(&next, &others).await? {
                self.challenge_again(&row, next.id, player).await;
                self.start_if_full(next.id, player).await;
                return Ok(next.id);
            }
        }
        Err(Fault::NoAnswer.into())
    }

    /// Asks the programs of a table that has ended to the seats where they sat. One that cannot be
    /// asked now leaves its seat free.
    async fn challenge_again(&self, row: &TableRow, next: TableId, by: PlayerId) {
        let programs = row.seated.iter().filter(|seated| seated.is_program());
        for (seat, program) in programs.filter_map(|one| Some((one.seat, one.player()?))) {
            if program != by
                && let Err(error) = self.challenge(next, by, seat, program).await
            {
                tracing::debug!(table = %next, %error, "a program was not asked to a rematch");
            }
        }
    }

    /// The rematch of a table, if there is one that the viewer may know of.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn rematch_of(&self, table: TableId, viewer: Viewer) -> Answer<Option<TableInfo>> {
        let journal = &self.journal;
        let Some(next) = journal.rematch_of(table).await? else { return Ok(None) };
        let Some(next) = journal.table(next).await? else { return Ok(None) };
        let is_seen = self.access.of(&next, viewer).await?.see;
        Ok(is_seen.then(|| TableInfo::of(&next, TableStatus::from(&next))))
    }

    /// The row of the rematch of a table that `player` opens: they and the bots are seated.
    fn next_row(&self, row: &TableRow, player: PlayerId) -> Answer<TableRow> {
        let now_ms = self.clock.now_ms();
        let id = TableId(self.random.id(&self.clock)?);
        let stays = |seated: &&Seated| match &seated.who {
            Sitter::Player { player: other, .. } => *other == player,
            Sitter::Bot(_) => true,
        };
        Ok(TableRow {
            options: row.options.clone(),
            settings: row.settings.clone(),
            invite: self.new_code()?,
            rematch_of: Some(row.id),
            deadline_ms: Some(now_ms + millis(self.limits.open_life)),
            seated: row.seated.iter().filter(stays).cloned().collect(),
            ..TableRow::opened(id, row.game.clone(), row.seats, player, now_ms)
        })
    }

    /// Seats a player where they sat before, if that seat is free and they have none.
    async fn take_old_seat(&self, next: TableId, player: PlayerId, seat: Seat) -> Answer<()> {
        let row = self.journal.table(next).await?;
        let row = row.ok_or_else(|| Code::UnknownTable.answer())?;
        if !self.access.of(&row, player.into()).await?.see {
            return Err(Code::NotInvited.answer());
        }
        if row.status != Status::Open || row.at(seat).is_some() || row.seat_of(player).is_some() {
            return Ok(());
        }
        match self.sit(next, player, Some(seat)).await {
            // Another player was faster: the player chooses another seat.
            Ok(_) | Err(Failure::Refused(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }
}

//! Tables before they begin, and who owns them, in memory.

use async_trait::async_trait;
use gueridon_game::Seats;

use super::Memory;
use super::rows::Rows;
use crate::{
    Arrangement, CloseReason, DeclineReason, Hold, Invitation, JournalError, ListScope, Lobby,
    MOST_WITH_ONE_OWNER, MyTable, PlayerId, Seated, Sitter, Status, TableEnd, TableId, TableRow,
    Visibility,
};

impl TableRow {
    fn seat(&mut self, seated: Seated) -> bool {
        let is_free = seated.seat.0 < self.seats && self.at(seated.seat).is_none();
        if is_free {
            self.seated.push(seated);
            self.seated.sort_by_key(|seated| seated.seat);
        }
        is_free
    }

    fn is_on(&self) -> bool {
        matches!(self.status, Status::Open | Status::Playing)
    }
}

impl Rows {
    fn sitter(&self, player: PlayerId) -> Option<Sitter> {
        let known = &self.players.get(&player)?.player;
        Some(Sitter::Player { player, name: known.name.clone(), standing: known.standing })
    }

    fn invite(&mut self, table: TableId, player: PlayerId, by: PlayerId, at_ms: i64) -> bool {
        let is_new = self.is_here(player) && !self.invitations.contains_key(&(table, player));
        if is_new {
            self.invitations.insert((table, player), (by, at_ms));
        }
        is_new
    }

    fn to_act(&self, row: &TableRow) -> Seats {
        if row.status != Status::Playing {
            return Seats::NONE;
        }
        let entries = self.entries.range((row.id, 0)..=(row.id, u64::MAX));
        entries.last().map_or(row.to_act, |(_, entry)| entry.to_act)
    }

    fn count(&self, player: PlayerId) -> usize {
        let own = |row: &&TableRow| row.is_on() && [row.opener, row.owner].contains(&player);
        self.tables.values().filter(own).count()
    }

    /// Does what an arrangement says; none if its condition does not hold.
    fn arrange(&mut self, table: TableId, arrangement: &Arrangement) -> Option<()> {
        let held = |holds: bool| holds.then_some(());
        let owned = |row: &&mut TableRow, by: &PlayerId| row.owner == *by;
        match arrangement {
            Arrangement::Sit { seat, player } => {
                let who = self.sitter(*player)?;
                held(self.is_here(*player))?;
                let row = self.tables.get(&table)?;
                held(self.may_read(row, ListScope::Player(*player)))?;
                let is_orphan = !self.is_here(row.owner) || self.is_off(row.owner);
                let row = self.open(table)?;
                held(row.seat_of(*player).is_none())?;
                held(row.seat(Seated { seat: *seat, who, hold: Hold::Firm }))?;
                if is_orphan {
                    row.owner = *player;
                }
            }
            Arrangement::SeatBot { seat, bot, by } => {
                let row = self.open(table).filter(|row| owned(row, by))?;
                held(row.seat(Seated::bot(*seat, *bot)))?;
            }
            Arrangement::Ask { seat, program, by, revision, at_ms, until_ms } => {
                held(self.has_room(*program, *revision, *at_ms))?;
                held(self.taken_by(*by, *program) < MOST_WITH_ONE_OWNER as usize)?;
                let who = self.sitter(*program)?;
                let row = self.open(table).filter(|row| owned(row, by))?;
                held(row.seat_of(*program).is_none())?;
                let hold = Hold::Asked { until_ms: *until_ms };
                held(row.seat(Seated { seat: *seat, who, hold }))?;
                self.declines.remove(&(table, *seat));
            }
            Arrangement::Accept { program, at_ms, until_ms } => {
                let row = self.open(table)?;
                let asked = |seated: &&mut Seated| seated.player() == Some(*program);
                let seated = row.seated.iter_mut().find(asked)?;
                held(seated.asked_until_ms()? > *at_ms)?;
                seated.hold = Hold::Waiting { until_ms: *until_ms };
            }
            Arrangement::Refuse { program, reason, at_ms } => {
                let is_asked = |hold| match hold {
                    Hold::Asked { until_ms } if until_ms > *at_ms => Some(*reason),
                    _ => None,
                };
                self.free_held(table, *program, is_asked, *at_ms)?;
            }
            Arrangement::Lapse { program, at_ms } => {
                let is_over = |hold| match hold {
                    Hold::Asked { until_ms } if until_ms <= *at_ms => Some(DeclineReason::Silent),
                    Hold::Waiting { until_ms } if until_ms <= *at_ms => Some(DeclineReason::Waited),
                    _ => None,
                };
                self.free_held(table, *program, is_over, *at_ms)?;
            }
            Arrangement::Leave { player } => {
                let row = self.open(table)?;
                row.seat_of(*player)?;
                row.seated.retain(|seated| seated.player() != Some(*player));
                row.succeed(*player);
            }
            Arrangement::Remove { seat, by, invite } => {
                let row = self.open(table).filter(|row| owned(row, by))?;
                let removed = row.at(*seat)?.player();
                let has_sat = row.at(*seat)?.asked_until_ms().is_none();
                row.seated.retain(|seated| seated.seat != *seat);
                if let Some(player) = removed {
                    if has_sat && row.settings.visibility == Visibility::Private {
                        row.invite.clone_from(&invite.0);
                    }
                    self.invitations.remove(&(table, player));
                }
            }
            Arrangement::HandOver { to, by } => {
                let row = self.open(table).filter(|row| owned(row, by))?;
                let seat = row.seat_of(*to)?;
                held(row.at(seat).is_some_and(|seated| !seated.is_program()))?;
                row.owner = *to;
            }
            Arrangement::Cancel { by, at_ms } => {
                let row = self.open(table).filter(|row| owned(row, by))?;
                row.rematch_of = None;
                row.end(&TableEnd::Closed(CloseReason::Cancelled), *at_ms);
            }
            Arrangement::Invite { player, by, at_ms } => {
                let row = self.tables.get(&table)?;
                held(row.status != Status::Closed)?;
                held(row.owner == *by || row.sits(*by))?;
                held(self.invite(table, *player, *by, *at_ms))?;
            }
            Arrangement::UseInvite { code, player, at_ms } => {
                let row = self.tables.get(&table)?;
                held(row.status != Status::Closed && row.invite == code.0)?;
                held(self.invite(table, *player, *player, *at_ms))?;
            }
            Arrangement::Decline { player } => {
                self.invitations.remove(&(table, *player))?;
            }
        }
        Some(())
    }
}

#[async_trait]
impl Lobby for Memory {
    async fn arrange(
        &self,
        table: TableId,
        arrangement: &Arrangement,
        until_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let done = rows.arrange(table, arrangement).is_some();
        if done
            && until_ms.is_some()
            && let Some(row) = rows.open(table)
        {
            row.deadline_ms = until_ms;
        }
        Ok(done)
    }

    async fn open_within(
        &self,
        table: &TableRow,
        invited: &[PlayerId],
        most: u32,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let has_room = rows.count(table.opener) < most as usize;
        let is_new = has_room && rows.add_table(table);
        if is_new {
            for player in invited {
                rows.invite(table.id, *player, table.opener, table.created_ms);
            }
        }
        Ok(is_new)
    }

    async fn is_invited(&self, table: TableId, player: PlayerId) -> Result<bool, JournalError> {
        self.before_read().await;
        Ok(self.rows().invitations.contains_key(&(table, player)))
    }

    async fn invited(&self, table: TableId) -> Result<Vec<PlayerId>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let of_table = rows.invitations.keys().filter(|(of, _)| *of == table);
        Ok(of_table.map(|&(_, player)| player).collect())
    }

    async fn invitations(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<Invitation>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let invitation = |(&(id, invited), &(by, at_ms))| {
            let table = rows.tables.get(&id)?;
            let wanted = invited == player
                && table.status == Status::Open
                && table.seat_of(player).is_none()
                && before.is_none_or(|before| id < before);
            let inviter = if by == player { None } else { rows.sitter(by) };
            wanted.then(|| Invitation { table: table.clone(), inviter, at_ms })
        };
        let found = rows.invitations.iter().rev().filter_map(invitation);
        Ok(found.take(first as usize).collect())
    }

    async fn table_by_invite(&self, code: &str) -> Result<Option<TableRow>, JournalError> {
        self.before_read().await;
        Ok(self.rows().tables.values().find(|row| row.invite == code).cloned())
    }

    async fn rematch_of(&self, table: TableId) -> Result<Option<TableId>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let after = |row: &&TableRow| row.rematch_of == Some(table);
        Ok(rows.tables.values().find(after).map(|row| row.id))
    }

    async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: u32,
    ) -> Result<Vec<MyTable>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let mine = |row: &TableRow| {
            let seat = row.seat_of(player);
            let wanted = row.is_on()
                && (seat.is_some() || (row.status == Status::Open && row.owner == player));
            let is_turn = seat.is_some_and(|seat| rows.to_act(row).contains(seat));
            wanted.then(|| MyTable { row: row.clone(), is_turn })
        };
        let mut mine: Vec<_> = rows.tables.values().filter_map(mine).collect();
        mine.retain(|one| after.is_none_or(|after| (one.is_turn, one.row.id) < after));
        mine.sort_by_key(|one| std::cmp::Reverse((one.is_turn, one.row.id)));
        mine.truncate(first as usize);
        Ok(mine)
    }

    async fn count_tables(&self, player: PlayerId) -> Result<u32, JournalError> {
        self.before_read().await;
        Ok(u32::try_from(self.rows().count(player)).unwrap_or(u32::MAX))
    }

    async fn turn(&self, table: TableId) -> Result<Option<(TableRow, Seats)>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        Ok(rows.tables.get(&table).map(|row| (row.clone(), rows.to_act(row))))
    }

    async fn quiet_since(
        &self,
        before_ms: i64,
        after: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let last_ms = |row: &TableRow| {
            let entries = rows.entries.range((row.id, 0)..=(row.id, u64::MAX));
            entries.last().map(|(_, entry)| entry.at_ms).or(row.started_ms)
        };
        let wanted = |row: &&TableRow| {
            row.status == Status::Playing
                && after.is_none_or(|after| row.id > after)
                && last_ms(row).is_some_and(|at_ms| at_ms < before_ms)
        };
        let quiet = rows.tables.values().filter(wanted).map(|row| row.id);
        Ok(quiet.take(first as usize).collect())
    }
}

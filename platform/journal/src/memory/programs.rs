//! Programs in memory.

use async_trait::async_trait;
use uuid::Uuid;

use super::Memory;
use super::rows::{ProgramRow, Rows};
use crate::{
    Account, Decline, DeclineReason, Hold, JournalError, PlayerId, Precondition, Program, Programs,
    Readiness, Standing, Status, TableId, TableRow, TokenRow, TokensKept,
};

/// Until when a program's seat is held at a table that has not begun; none if it has none, or keeps
/// it.
fn held_until_ms(row: &TableRow, program: PlayerId) -> Option<i64> {
    let seated = row.seated.iter().find(|seated| seated.player() == Some(program))?;
    seated.hold.until_ms()
}

impl Rows {
    /// At how many tables that have not ended a player sits, or is asked to.
    fn taken(&self, player: PlayerId) -> u32 {
        let is_taken = |row: &&TableRow| {
            matches!(row.status, Status::Open | Status::Playing) && row.seat_of(player).is_some()
        };
        u32::try_from(self.tables.values().filter(is_taken).count()).unwrap_or(u32::MAX)
    }

    /// At how many tables of an owner that have not ended a program sits, or is asked to.
    pub(super) fn taken_by(&self, owner: PlayerId, program: PlayerId) -> usize {
        let is_taken = |row: &&TableRow| {
            let is_on = matches!(row.status, Status::Open | Status::Playing);
            is_on && row.owner == owner && row.seat_of(program).is_some()
        };
        self.tables.values().filter(is_taken).count()
    }

    /// Whether a player is a program that is switched off.
    pub(super) fn is_off(&self, player: PlayerId) -> bool {
        self.programs.get(&player).is_some_and(|row| row.off_ms.is_some())
    }

    /// Whether a program is ready at a time for what it said in that revision, and has room for a
    /// table.
    pub(super) fn has_room(&self, program: PlayerId, revision: Uuid, at_ms: i64) -> bool {
        let ready = self.programs.get(&program).and_then(|row| row.ready.as_ref());
        ready.is_some_and(|ready| {
            ready.revision == revision
                && ready.until_ms > at_ms
                && ready.most_tables > self.taken(program)
        })
    }

    /// Frees the seat of a program if it was held, and notes why; none if it was not held in that
    /// way.
    pub(super) fn free_held(
        &mut self,
        table: TableId,
        program: PlayerId,
        reason: impl Fn(Hold) -> Option<DeclineReason>,
        at_ms: i64,
    ) -> Option<()> {
        let row = self.open(table)?;
        let seated = row.seated.iter().find(|seated| seated.player() == Some(program))?;
        let (seat, reason) = (seated.seat, reason(seated.hold)?);
        row.seated.retain(|seated| seated.seat != seat);
        self.declines.insert((table, seat), (program, reason, at_ms));
        Some(())
    }

    fn program(&self, player: PlayerId) -> Result<Option<Program>, JournalError> {
        let Some(row) = self.programs.get(&player) else { return Ok(None) };
        Ok(Some(Program {
            player: self.player(player)?,
            owner: self.player(row.owner)?,
            off_ms: row.off_ms,
            tables: self.taken(player),
            ready: row.ready.clone(),
        }))
    }

    /// The programs of which that is true, in the order of their ids.
    fn programs(
        &self,
        is_wanted: impl Fn(PlayerId, &ProgramRow) -> bool,
    ) -> Result<Vec<Program>, JournalError> {
        let wanted = self.programs.iter().filter(|&(&id, row)| is_wanted(id, row));
        wanted.filter_map(|(&id, _)| self.program(id).transpose()).collect()
    }
}

#[async_trait]
impl Programs for Memory {
    async fn add_program(
        &self,
        account: &Account,
        token: &TokenRow,
        owner: PlayerId,
        most: u32,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let id = account.player.id;
        let by = rows.players.get(&owner);
        let others = rows.programs.values().filter(|program| program.owner == owner);
        let may = by.is_some_and(|by| by.player.standing == Standing::Registered)
            && others.count() < most as usize
            && rows.holds(owner, precondition)
            && !rows.players.contains_key(&id)
            && !rows.has_name(account)
            && !rows.has_token(token);
        if may {
            rows.players.insert(id, account.clone());
            rows.tokens.insert(token.id, token.clone());
            rows.programs.insert(id, ProgramRow { owner, off_ms: None, ready: None });
        }
        Ok(may)
    }

    async fn program(&self, player: PlayerId) -> Result<Option<Program>, JournalError> {
        self.before_read().await;
        self.rows().program(player)
    }

    async fn programs_of(&self, owner: PlayerId) -> Result<Vec<Program>, JournalError> {
        self.before_read().await;
        self.rows().programs(|_, row| row.owner == owner)
    }

    async fn switch_program(
        &self,
        player: PlayerId,
        off_ms: Option<i64>,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        if !rows.holds(player, precondition) {
            return Ok(false);
        }
        let row = rows.programs.get_mut(&player);
        let Some(row) = row.filter(|row| row.off_ms.is_some() != off_ms.is_some()) else {
            return Ok(false);
        };
        (row.off_ms, row.ready) = (off_ms, None);
        if off_ms.is_some() {
            for table in rows.tables.values_mut().filter(|row| row.status == Status::Open) {
                table.seated.retain(|seated| seated.player() != Some(player));
                table.succeed(player);
            }
            rows.end_tokens(player, TokensKept::None);
        }
        Ok(true)
    }

    async fn set_ready(
        &self,
        player: PlayerId,
        ready: &Readiness,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        if !rows.holds(player, precondition) {
            return Ok(false);
        }
        let row = rows.programs.get_mut(&player).filter(|row| row.off_ms.is_none());
        let Some(row) = row else { return Ok(false) };
        row.ready = Some(ready.clone());
        Ok(true)
    }

    async fn renew_ready(
        &self,
        player: PlayerId,
        revision: Uuid,
        until_ms: i64,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let ready = rows.programs.get_mut(&player).and_then(|row| row.ready.as_mut());
        let Some(ready) = ready.filter(|ready| ready.revision == revision) else {
            return Ok(false);
        };
        ready.until_ms = until_ms;
        Ok(true)
    }

    async fn withdraw_ready(
        &self,
        player: PlayerId,
        revision: Option<Uuid>,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let Some(row) = rows.programs.get_mut(&player) else { return Ok(false) };
        let is_said = |ready: &mut Readiness| revision.is_none_or(|said| said == ready.revision);
        Ok(row.ready.take_if(is_said).is_some())
    }

    async fn ready_programs(
        &self,
        now_ms: i64,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Program>, JournalError> {
        self.before_read().await;
        let mut ready = self.rows().programs(|id, row| {
            row.ready.as_ref().is_some_and(|ready| ready.until_ms > now_ms)
                && after.is_none_or(|after| id > after)
        })?;
        ready.truncate(first as usize);
        Ok(ready)
    }

    async fn lapsed_seats(
        &self,
        now_ms: i64,
        first: u32,
    ) -> Result<Vec<(TableId, PlayerId)>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let mut lapsed = Vec::new();
        for row in rows.tables.values().filter(|row| row.status == Status::Open) {
            for program in row.seated.iter().filter_map(|seated| seated.player()) {
                let until_ms = held_until_ms(row, program).filter(|&until_ms| until_ms <= now_ms);
                lapsed.extend(until_ms.map(|until_ms| (until_ms, row.id, program)));
            }
        }
        lapsed.sort_unstable();
        lapsed.truncate(first as usize);
        Ok(lapsed.into_iter().map(|(_, table, program)| (table, program)).collect())
    }

    async fn declines(&self, table: TableId) -> Result<Vec<Decline>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let of_table = rows.declines.iter().filter(|((of, _), _)| *of == table);
        let decline = |(&(_, seat), &(program, reason, at_ms))| {
            Ok(Decline { seat, program: rows.player(program)?, reason, at_ms })
        };
        of_table.map(decline).collect()
    }
}

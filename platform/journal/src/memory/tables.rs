//! Tables and their entries in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use async_trait::async_trait;
use gueridon_game::Seat;

use super::Memory;
use super::rows::Rows;
use crate::{
    Beat, BuildRow, CloseReason, Entry, Intervention, Journal, JournalError, LastLook, ListScope,
    PlayerId, ResultPage, Spectators, Start, Status, Stop, StopOnUpgrade, Stopped, TableEnd,
    TableId, TablePage, TableRow, TableUpdate, Visibility,
};

#[async_trait]
impl Journal for Memory {
    fn is_shared(&self) -> bool {
        self.is_shared
    }

    async fn keep_build(&self, build: &BuildRow) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let is_new = !rows.builds.contains_key(&build.sha256);
        if is_new {
            rows.builds.insert(build.sha256, build.clone());
        }
        Ok(is_new)
    }

    async fn build(&self, sha256: [u8; 32]) -> Result<Option<BuildRow>, JournalError> {
        self.before_read().await;
        Ok(self.rows().builds.get(&sha256).cloned())
    }

    async fn unused_builds(
        &self,
        before_ms: i64,
        limit: u32,
    ) -> Result<Vec<[u8; 32]>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let unused = rows.builds.values().filter(|build| rows.is_unused(build, before_ms));
        let mut unused: Vec<_> = unused.map(|build| (build.first_used_ms, build.sha256)).collect();
        unused.sort_unstable();
        Ok(unused.into_iter().take(limit as usize).map(|(_, sha256)| sha256).collect())
    }

    async fn delete_build(&self, sha256: [u8; 32], before_ms: i64) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let is_unused =
            rows.builds.get(&sha256).is_some_and(|build| rows.is_unused(build, before_ms));
        if is_unused {
            rows.builds.remove(&sha256);
        }
        Ok(is_unused)
    }

    async fn open_table(&self, table: &TableRow) -> Result<bool, JournalError> {
        self.before_write().await;
        Ok(self.rows().add_table(table))
    }

    async fn table(&self, id: TableId) -> Result<Option<TableRow>, JournalError> {
        self.before_read().await;
        Ok(self.rows().tables.get(&id).cloned())
    }

    async fn tables(&self, page: &TablePage) -> Result<Vec<TableRow>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let wanted = |table: &&TableRow| {
            rows.may_read(table, page.reader)
                && page.before.is_none_or(|before| table.id < before)
                && page.status.is_none_or(|status| table.status == status)
                && page.game.as_ref().is_none_or(|game| table.game == *game)
                && page.player.is_none_or(|player| table.seat_of(player).is_some())
        };
        Ok(rows.tables.values().rev().filter(wanted).take(page.first as usize).cloned().collect())
    }

    async fn waiting(
        &self,
        game: Option<&str>,
        reader: ListScope,
        first: u32,
    ) -> Result<Vec<TableRow>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        // Of each player's tables, later ones replace earlier ones.
        let open = rows.tables.values().filter(|table| table.status == Status::Open);
        let newest: BTreeMap<_, _> = open
            .flat_map(|table| table.seated.iter().filter_map(|one| Some((one.player()?, table.id))))
            .collect();
        let newest: BTreeSet<_> = newest.into_values().collect();
        let tables = newest.iter().rev().filter_map(|id| rows.tables.get(id));
        let is_wanted = |table: &&TableRow| {
            game.is_none_or(|game| table.game == game) && rows.may_read(table, reader)
        };
        Ok(tables.filter(is_wanted).take(first as usize).cloned().collect())
    }

    async fn involving(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableRow>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let wanted = |table: &&TableRow| {
            table.involves(player) && before.is_none_or(|before| table.id < before)
        };
        Ok(rows.tables.values().rev().filter(wanted).take(first as usize).cloned().collect())
    }

    async fn start(&self, start: &Start) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        if !rows.builds.contains_key(&start.build) {
            return Ok(false);
        }
        let Some(row) = rows.open(start.table) else { return Ok(false) };
        let (owner, is_of_bots_alone) = (row.owner, row.is_of_bots_alone());
        let others = rows.tables.values().filter(|other| {
            other.owner == owner && other.status == Status::Playing && other.is_of_bots_alone()
        });
        if is_of_bots_alone && others.count() >= start.most_bot_tables as usize {
            return Ok(false);
        }
        let Some(row) = rows.open(start.table) else { return Ok(false) };
        let may_start = row.owner == start.starter
            || (row.settings.starts_when_full && row.seat_of(start.starter).is_some());
        let is_full = may_start && row.is_full();
        if is_full {
            row.status = Status::Playing;
            row.build = Some(start.build);
            row.seed = Some(start.seed);
            row.started_ms = Some(start.at_ms);
            row.starter = Some(start.starter);
            row.to_act = start.to_act;
            row.deadline_ms = start.deadline_ms;
        }
        Ok(is_full)
    }

    async fn append(&self, entry: &Entry, after: &TableUpdate) -> Result<bool, JournalError> {
        self.before_write().await;
        if !self.is_forging() {
            return Ok(self.rows().append(entry, after));
        }
        let key = "forged".to_owned();
        let forged = Entry { key, digest: String::new(), ..entry.clone() };
        self.rows().append(&forged, after);
        Err(JournalError::Broken("the connection was lost".to_owned()))
    }

    async fn upgrade(
        &self,
        entry: &Entry,
        build: [u8; 32],
        stop: StopOnUpgrade,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let is_kept = rows.builds.contains_key(&build);
        let may = |row: &TableRow| row.status == Status::Playing && row.build != Some(build);
        if !is_kept || !rows.tables.get(&entry.table).is_some_and(may) {
            return Ok(false);
        }
        let is_appended = rows.append(entry, &TableUpdate::default());
        if let Some(row) = rows.tables.get_mut(&entry.table).filter(|_| is_appended) {
            row.build = Some(build);
            let ends = |known: &Stop| {
                let is_own = known.stopped == Stopped::Table(entry.table);
                stop.ended().is_some_and(|(until_ms, reason)| {
                    is_own && known.at_ms <= until_ms && known.reason.starts_with(reason)
                })
            };
            if rows.stops.iter().any(ends) {
                rows.intervene(&Intervention::Reopen { table: entry.table }, None, entry.at_ms);
            }
        }
        Ok(is_appended)
    }

    async fn tables_of_build(
        &self,
        build: [u8; 32],
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let is_wanted = |row: &&TableRow| {
            row.status == Status::Playing
                && row.build == Some(build)
                && after.is_none_or(|after| row.id > after)
        };
        Ok(rows.tables.values().filter(is_wanted).take(limit as usize).map(|row| row.id).collect())
    }

    async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let after = rows.entries.range((table, after.saturating_add(1))..=(table, u64::MAX));
        Ok(after.take(limit as usize).map(|(_, entry)| entry.clone()).collect())
    }

    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let deadline = |table: &TableRow| Some((table.deadline_ms?, table.id));
        let mut due: Vec<_> = rows.tables.values().filter_map(deadline).collect();
        due.retain(|&(deadline_ms, _)| deadline_ms <= now_ms);
        due.sort_unstable();
        Ok(due.into_iter().take(limit as usize).map(|(_, id)| id).collect())
    }

    async fn plan(
        &self,
        table: TableId,
        due_ms: i64,
        deadline_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let Some(row) = rows.tables.get_mut(&table) else { return Ok(false) };
        let is_due = row.deadline_ms.is_some_and(|at_ms| at_ms <= due_ms);
        if is_due {
            row.deadline_ms = deadline_ms;
        }
        Ok(is_due)
    }

    async fn close_table(
        &self,
        table: TableId,
        why: CloseReason,
        at_ms: i64,
        due_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let is_due = |row: &TableRow| {
            due_ms.is_none_or(|due_ms| row.deadline_ms.is_some_and(|at| at <= due_ms))
        };
        let row = rows.open(table).filter(|row| is_due(row));
        let closed = row.map(|row| {
            row.rematch_of = None;
            row.end(&TableEnd::Closed(why), at_ms);
        });
        Ok(closed.is_some())
    }

    async fn beat(&self, beat: &Beat) -> Result<bool, JournalError> {
        self.before_write().await;
        self.rows().beats.insert(beat.node, *beat);
        Ok(true)
    }

    async fn last_beat(&self) -> Result<Option<i64>, JournalError> {
        self.before_read().await;
        Ok(self.rows().beats.values().map(|beat| beat.at_ms).max())
    }

    async fn nodes(&self, since_ms: i64) -> Result<Vec<Beat>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        Ok(rows.beats.values().filter(|beat| beat.at_ms >= since_ms).copied().collect())
    }

    async fn forget_beats(&self, before_ms: i64) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let last_ms = rows.beats.values().map(|beat| beat.at_ms).max();
        let all = rows.beats.len();
        rows.beats.retain(|_, beat| beat.at_ms >= before_ms || Some(beat.at_ms) == last_ms);
        Ok(rows.beats.len() < all)
    }

    async fn add_outage(&self, outage: Range<i64>) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let end = rows.outages.entry(outage.start).or_insert(outage.end);
        *end = outage.end.max(*end);
        Ok(true)
    }

    async fn outages(&self, since_ms: i64) -> Result<Vec<Range<i64>>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let ended_after = rows.outages.iter().filter(|&(_, &end)| end > since_ms);
        Ok(ended_after.map(|(&start, &end)| start..end).collect())
    }

    async fn results(&self, page: &ResultPage) -> Result<Vec<TableRow>, JournalError> {
        self.before_read().await;
        let is_open = |table: &TableRow| {
            table.settings.visibility == Visibility::Open
                && table.settings.spectators != Spectators::Forbidden
        };
        let wanted = |table: &&TableRow| {
            table.status == Status::Over
                && table.result.is_some()
                && table.seat_of(page.player).is_some()
                && page.game.as_ref().is_none_or(|game| table.game == *game)
                && page.before.is_none_or(|before| end_key(table) < before)
                && (is_open(table)
                    || page.asker.is_some_and(|asker| table.seat_of(asker).is_some()))
        };
        let rows = self.rows();
        let mut tables: Vec<TableRow> = rows.tables.values().filter(wanted).cloned().collect();
        tables.sort_by_key(|table| std::cmp::Reverse(end_key(table)));
        tables.truncate(page.first as usize);
        Ok(tables)
    }

    async fn keep_analysis(&self, table: TableId, analysis: &str) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let is_over = rows.tables.get(&table).is_some_and(|row| row.status == Status::Over);
        let is_new = is_over && !rows.analyses.contains_key(&table);
        if is_new {
            rows.analyses.insert(table, analysis.to_owned());
        }
        Ok(is_new)
    }

    async fn analysis(&self, table: TableId) -> Result<Option<String>, JournalError> {
        self.before_read().await;
        Ok(self.rows().analyses.get(&table).cloned())
    }

    async fn keep_last_looks(
        &self,
        table: TableId,
        looks: &[LastLook],
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        if rows.tables.get(&table).is_none_or(|row| row.status != Status::Playing) {
            return Ok(false);
        }
        let mut is_any_kept = false;
        for look in looks {
            let known = rows.last_looks.get(&(table, look.seat));
            if known.is_none_or(|known| known.seq <= look.seq) {
                rows.last_looks.insert((table, look.seat), look.clone());
                is_any_kept = true;
            }
        }
        Ok(is_any_kept)
    }

    async fn last_look(
        &self,
        table: TableId,
        seat: Option<Seat>,
    ) -> Result<Option<LastLook>, JournalError> {
        self.before_read().await;
        Ok(self.rows().last_looks.get(&(table, seat)).cloned())
    }

    async fn ended(&self, before_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let mut ended: Vec<_> =
            rows.tables.values().map(|table| (table.ended_ms, table.id)).collect();
        ended.retain(|(at_ms, _)| at_ms.is_some_and(|at_ms| at_ms < before_ms));
        ended.sort_unstable();
        Ok(ended.into_iter().take(limit as usize).map(|(_, id)| id).collect())
    }

    async fn delete_table(&self, table: TableId, before_ms: i64) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let ended_ms = rows.tables.get(&table).and_then(|row| row.ended_ms);
        if ended_ms.is_none_or(|ended_ms| ended_ms >= before_ms) {
            return Ok(false);
        }
        rows.tables.remove(&table);
        rows.entries.retain(|&(of, _), _| of != table);
        rows.analyses.remove(&table);
        rows.last_looks.retain(|&(of, _), _| of != table);
        rows.messages.forget_table(table);
        rows.outbox.forget_table(table);
        rows.invitations.retain(|&(of, _), _| of != table);
        rows.declines.retain(|&(of, _), _| of != table);
        rows.stops.retain(|stop| {
            ![Stopped::Table(table), Stopped::Closing(table)].contains(&stop.stopped)
        });
        for other in rows.tables.values_mut().filter(|row| row.rematch_of == Some(table)) {
            other.rematch_of = None;
        }
        rows.forget_guests();
        Ok(true)
    }
}

impl Rows {
    /// Whether a build was added before a time and no table began with it.
    fn is_unused(&self, build: &BuildRow, before_ms: i64) -> bool {
        build.first_used_ms < before_ms
            && self.tables.values().all(|table| table.build != Some(build.sha256))
    }
}

/// What tables that have ended are sorted by.
fn end_key(table: &TableRow) -> (i64, TableId) {
    (table.ended_ms.unwrap_or_default(), table.id)
}

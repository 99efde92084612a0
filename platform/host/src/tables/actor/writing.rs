//! Writes entries: the journal decides, and what it accepts is played and announced.

use gueridon_game::border::Summary;
use gueridon_game::{Eyes, Score, Seat, Seats};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::task::{TableTask, unwritable};
use crate::refusal::{Answer, Failure, Fault};
use crate::tables::ending::Ending;
use crate::tables::entry_body::{Body, TableAction};
use crate::tables::event_log::EntryEvents;
use crate::tables::looks::Ahead;
use crate::tables::standing::{GameResult, final_score};
use crate::tables::state::TableState;
use crate::tables::turn_listener::Change;
use gueridon_journal::{Entry, TableEnd, TableUpdate};
use gueridon_modules::module::Played;

impl TableTask {
    pub(super) fn entry(
        &self,
        seat: Option<Seat>,
        key: &str,
        body: &str,
        summary: &Summary,
        received_ms: i64,
    ) -> Entry {
        let (newest_ms, seq) =
            self.shared.event_log(|event_log| (event_log.newest_ms(), event_log.seq() + 1));
        Entry {
            table: self.shared.row.id,
            seq,
            seat,
            key: key.to_owned(),
            body: body.to_owned(),
            digest: summary.digest.clone(),
            at_ms: received_ms.max(newest_ms.unwrap_or(received_ms)),
            to_act: summary.to_act,
            ends: summary.over,
        }
    }

    /// The table's row after an entry. `score` is given if the entry ends the game; it holds the
    /// final score, if the module could compute it.
    pub(super) fn after<S>(
        &self,
        entry: &Entry,
        body: &Body<S>,
        score: Option<Option<Score>>,
    ) -> TableUpdate {
        let Some(position) = self.position.as_ref() else {
            return TableUpdate { deadline_ms: None, end: score.map(|_| TableEnd::Over(None)) };
        };
        if score.is_none() && !position.state().is_timed() {
            return TableUpdate::default();
        }
        let mut state = TableState::clone(position.state());
        state.apply(entry, body);
        match score {
            Some(score) => {
                let result = score.and_then(|score| written_result(score, &state));
                TableUpdate { deadline_ms: None, end: Some(TableEnd::Over(result)) }
            }
            None => TableUpdate { deadline_ms: Some(state.deadline_ms()), end: None },
        }
    }

    /// Keeps the tried steps that the journal has accepted, and announces the entry.
    pub(super) fn keep<S>(
        &mut self,
        entry: &Entry,
        body: &Body<S>,
        tried: Played,
        ahead: Vec<Ahead>,
    ) -> Answer<u64> {
        let position = self.position.as_mut().ok_or(Fault::NoAnswer)?;
        let before = position.state().thinking();
        let told = position.keep(entry, body, tried);
        self.announce(entry, body, told, before, ahead);
        Ok(entry.seq)
    }

    /// Announces a committed entry; `before` are the seats whose players had to act before it, and
    /// `ahead` the looks after it that were taken in advance.
    pub(super) fn announce<S>(
        &mut self,
        entry: &Entry,
        body: &Body<S>,
        told: EntryEvents,
        before: Seats,
        ahead: Vec<Ahead>,
    ) {
        self.shared.event_log(|event_log| event_log.push(entry, body, told));
        self.replace_looks(ahead);
        self.publish();
        self.expect_stand_in(self.services.timing.bot_pause);
        if self.is_at_limit() {
            self.stand_in = Some(Instant::now());
        }
        self.services.announcer.new_entry(self.shared.row.id, entry.seq);
        if entry.ends {
            self.services.announcer.ended(self.shared.row.id);
        }
        let Some(state) = self.position.as_ref().map(|position| position.state()) else { return };
        let Entry { seq, at_ms, seat, .. } = *entry;
        let by = seat.filter(|_| matches!(body, Body::Steps(_)));
        let over = state.has_ended() && state.closed().is_none();
        let change = Change { seq, at_ms, by, before, after: state.thinking(), over };
        self.services.announcer.turn_changed(&self.shared.row, change);
    }

    /// Writes an action; returns its number, or nothing if another writer was faster and the
    /// journal must be read again.
    pub(super) async fn write(
        &mut self,
        seat: Option<Seat>,
        key: &str,
        action: TableAction,
        at_ms: i64,
    ) -> Answer<Option<u64>> {
        let body = Body::<Box<RawValue>>::Act(action);
        let position = self.position()?;
        let (seq, state) = (position.seq(), TableState::clone(position.state()));
        let before = state.thinking();
        let undone = state.undone_by_body(&body);
        let rebuilt =
            if undone.is_empty() { None } else { Some(self.rebuilt(seq, &undone).await?) };
        let ending = Ending::by(&state, action, seat);
        let summary = rebuilt.as_ref().unwrap_or(self.position()?).summary();
        let text = serde_json::to_string(&body).map_err(|error| unwritable(&error))?;
        let mut entry = self.entry(seat, key, &text, summary, at_ms);
        entry.ends = ending.is_some();
        let after = self.after_act(state, &entry, &body, ending).await?;
        match self.services.append(&entry, &after).await {
            Ok(true) => {}
            Ok(false) => {
                self.set_unsure(true);
                return Ok(None);
            }
            // It may have been written after all; only a read shows.
            Err(error) => {
                self.set_unsure(true);
                return Err(error.into());
            }
        }
        if rebuilt.is_some() {
            self.position = rebuilt;
        }
        self.position.as_mut().ok_or(Fault::NoAnswer)?.skip(&entry, &body);
        for undone in undone {
            self.shared.event_log(|event_log| event_log.take_back(undone, entry.seq));
        }
        self.announce(&entry, &body, EntryEvents::default(), before, Vec::new());
        Ok(Some(entry.seq))
    }

    /// Whether the table has as many entries as it may have, and has not ended.
    fn is_at_limit(&self) -> bool {
        self.position.as_ref().is_some_and(|position| {
            let longest = position.game.module().about().longest;
            let state = position.state();
            !state.has_ended()
                && !position.is_over()
                && is_too_long(longest, state.plays(), position.seq())
        })
    }

    /// Ends a game that has lasted longer than any of its kind; returns whether it wrote so.
    pub(super) async fn end_at_limit(&mut self) -> Answer<bool> {
        if !self.is_at_limit() {
            return Ok(false);
        }
        let (key, now_ms) = (self.own_key()?, self.services.clock.now_ms());
        tracing::warn!(table = %self.shared.row.id, "a game has lasted too long and is ended");
        self.write(None, &key, TableAction::LimitReached, now_ms).await?;
        Ok(true)
    }

    /// The table's row after an action that `state` does not include yet.
    async fn after_act(
        &mut self,
        mut state: TableState,
        entry: &Entry,
        body: &Body<Box<RawValue>>,
        ending: Option<Ending>,
    ) -> Answer<TableUpdate> {
        state.apply(entry, body);
        let score = match ending {
            Some(Ending::Over) => {
                let score = self.ask("score", |position| position.game.score(Eyes::All)).await;
                match score {
                    Ok(score) => written_result(final_score(score, state.resigned()), &state),
                    // Nobody has to stay at a table whose game has failed.
                    Err(Failure::Fault(Fault::Module(_))) => None,
                    Err(failure) => return Err(failure),
                }
            }
            Some(Ending::Closed(_)) | None => None,
        };
        let deadline_ms = state.is_timed().then(|| state.deadline_ms());
        Ok(TableUpdate { deadline_ms, end: ending.map(|ending| ending.with(score)) })
    }

    pub(super) async fn drop_tried(&mut self) -> Answer<()> {
        self.ask("drop", |position| position.game.drop_tried()).await
    }
}

/// Whether a table has lasted longer than any game of its kind: `longest` plays, or several times as
/// many entries, with those that were taken back and everything besides playing.
fn is_too_long(longest: u32, plays: usize, entries: u64) -> bool {
    /// How many entries a table may have besides, for short games.
    const BESIDES: u64 = 1_000;
    let longest = u64::from(longest);
    plays as u64 >= longest || entries >= 4 * longest + BESIDES
}

/// A result as the journal keeps it.
fn written_result(score: Score, state: &TableState) -> Option<String> {
    let result = GameResult { score, stood_in: state.mostly_stood_in_for() };
    // Strings and numbers always serialize.
    serde_json::to_string(&result).ok()
}

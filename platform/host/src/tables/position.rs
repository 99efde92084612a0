//! The dealt game of a table with its table state, and how entries advance both.
//!
//! Everything here blocks while it calls the module, so it runs on threads that may block.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

use gueridon_game::border::Summary;
use gueridon_game::{Seat, Seed};
use serde_json::value::RawValue;

use super::entry_body::{Body, TableAction};
use super::event_log::EntryEvents;
use super::outages::Outages;
use super::state::{Effect, TableState};
use gueridon_journal::{Entry, TableId, TableRow};
use gueridon_modules::executor::{SLOW, timed};
use gueridon_modules::module::{CallError, Handle, Module, Played};

/// A dealt game with the number of its last entry.
#[derive(Debug)]
pub(crate) struct Position {
    pub(crate) game: Handle,
    seq: u64,
    summary: Summary,
    /// The state of the table besides its game.
    state: Arc<TableState>,
    /// For each seat the entry at which it last played or its question last changed. Its own play
    /// counts even if it gets the same question again, so that no question is answered twice.
    decided: Vec<u64>,
    /// The seat whose steps are being tried, if any.
    tried: Option<Seat>,
    /// Whether the module still has to keep the tried steps: that is done before its next call.
    is_keep_pending: bool,
    /// The digests of earlier entries are those of another build.
    checked_from: u64,
}

/// Why a table cannot go on here: one line, for players and operators. A module's own message may
/// name hidden cards, so it only goes to the log.
pub(crate) type StopReason = String;

/// Why a table could not be brought up to date.
#[derive(Debug)]
pub(crate) enum LoadError {
    /// Permanent on this node: the journal does not fit the game.
    Stopped(StopReason),
    /// The module failed; a retry may succeed.
    Failed(CallError),
    /// This entry was written by a newer server, which can play on.
    Newer(u64),
}

impl<S: Into<StopReason>> From<S> for LoadError {
    fn from(stop: S) -> Self {
        Self::Stopped(stop.into())
    }
}

impl LoadError {
    /// Converts the error of a call: a module that refuses once will always refuse.
    fn of_call(error: CallError, stop: StopReason) -> Self {
        match error {
            CallError::Refused(_) | CallError::BadRequest(_) => Self::Stopped(stop),
            CallError::Unsupported
            | CallError::Panicked { .. }
            | CallError::BadReply(_)
            | CallError::WorkerLost(_)
            | CallError::Gone
            | CallError::NoWorker(_) => Self::Failed(error),
        }
    }
}

impl Position {
    /// Deals the table's game.
    pub(crate) fn deal(
        build: &Arc<Module>,
        table: &TableRow,
        outages: Outages,
    ) -> Result<Self, LoadError> {
        let seed = Seed(table.seed.ok_or("it has no seed")?);
        let (mut game, summary) =
            deal(build, &table.options, table.seats, &seed).map_err(|error| {
                tracing::error!(table = %table.id, %error, "a table cannot be dealt");
                LoadError::of_call(error, "it cannot be dealt".to_owned())
            })?;
        warn_of_slow_calls(&mut game, table.id);
        let decided = vec![0; usize::from(table.seats)];
        let state = Arc::new(TableState::new(table, outages));
        Ok(Self::of(game, state, 0, summary, decided))
    }

    /// A game that is under way.
    #[cfg(any(test, feature = "simulate"))]
    pub(crate) fn restored(
        game: Handle,
        state: TableState,
        seq: u64,
        summary: Summary,
        decided: Vec<u64>,
    ) -> Self {
        Self::of(game, Arc::new(state), seq, summary, decided)
    }

    fn of(
        game: Handle,
        state: Arc<TableState>,
        seq: u64,
        summary: Summary,
        decided: Vec<u64>,
    ) -> Self {
        Self {
            game,
            seq,
            summary,
            state,
            decided,
            tried: None,
            is_keep_pending: false,
            checked_from: 0,
        }
    }

    /// The same position, which accepts any digest of the entries before this one: they were
    /// written with another build.
    pub(crate) fn checked_from(self, entry: u64) -> Self {
        Self { checked_from: entry, ..self }
    }

    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    /// Whether the game itself is over.
    pub(crate) fn is_over(&self) -> bool {
        self.summary.over
    }

    pub(crate) fn summary(&self) -> &Summary {
        &self.summary
    }

    pub(crate) fn state(&self) -> &Arc<TableState> {
        &self.state
    }

    /// The entry at which `seat` last played or its question last changed.
    pub(crate) fn decided(&self, seat: Seat) -> u64 {
        self.decided.get(seat.index()).copied().unwrap_or_default()
    }

    /// Plays steps on a copy, which must then be kept or dropped.
    pub(crate) fn try_steps(&mut self, seat: Seat, steps: &RawValue) -> Result<Played, CallError> {
        let played = self.game.play(seat, self.seq + 1, steps)?;
        check_seats(&played.summary, self.decided.len())?;
        self.tried = Some(seat);
        Ok(played)
    }

    /// Keeps the tried steps as an entry of the journal, and returns its events. The module does so
    /// before its next call, see [`Position::finish_keep`].
    pub(crate) fn keep<S>(&mut self, entry: &Entry, body: &Body<S>, played: Played) -> EntryEvents {
        self.is_keep_pending = true;
        self.seq += 1;
        let asked = self.summary.decisions.iter().zip(&played.summary.decisions);
        let acted = self.tried.take();
        let seats = (0..).map(Seat).zip(&mut self.decided);
        for ((seat, decided), (before, after)) in seats.zip(asked) {
            if before != after || acted == Some(seat) {
                *decided = self.seq;
            }
        }
        self.summary = played.summary;
        Arc::make_mut(&mut self.state).apply(entry, body);
        played.told.into()
    }

    /// Advances by an entry that leaves the game unchanged. One that takes another back makes every
    /// question a new one.
    pub(crate) fn skip<S>(&mut self, entry: &Entry, body: &Body<S>) {
        self.seq += 1;
        if let Effect::Undone(_) = self.state.effect(body) {
            self.decided.fill(self.seq);
        }
        Arc::make_mut(&mut self.state).apply(entry, body);
    }

    /// Has the module keep the tried steps, if that is pending. The position is lost if it cannot.
    pub(crate) fn finish_keep(&mut self) -> Result<(), CallError> {
        if self.is_keep_pending {
            self.game.keep()?;
            self.is_keep_pending = false;
        }
        Ok(())
    }

    /// Plays the next entry of the journal, and returns its events. An entry in `undone` was taken
    /// back later, and is not played.
    pub(crate) fn replay(
        &mut self,
        entry: &Entry,
        body: &Body<&RawValue>,
        undone: &BTreeSet<u64>,
    ) -> Result<EntryEvents, LoadError> {
        let next = self.seq + 1;
        if entry.seq != next {
            return Err(format!("entry {next} is missing").into());
        }
        let steps = match body {
            Body::Steps(steps) | Body::StandIn(steps) if !undone.contains(&next) => steps,
            Body::Steps(_) | Body::StandIn(_) => {
                self.skip(entry, body);
                return Ok(EntryEvents::default());
            }
            Body::Act(action) => {
                let is_undo = matches!(self.state.effect(body), Effect::Undone(_));
                let is_upgrade =
                    matches!(action, TableAction::Upgrade { .. } | TableAction::GoOn { .. });
                self.skip(entry, body);
                // Entries that are taken back later are not played here. Until the last of those
                // undo actions, the digests in the journal belong to another game.
                let is_known = |entry: &u64| self.state.undone_by(*entry).is_some();
                return if (is_undo || is_upgrade) && undone.range(..next).all(is_known) {
                    self.checked(entry, EntryEvents::default())
                } else {
                    Ok(EntryEvents::default())
                };
            }
        };
        let seat = entry.seat.ok_or_else(|| format!("entry {next} has no seat"))?;
        let played = self.finish_keep().and_then(|()| self.try_steps(seat, steps));
        let played = played
            .map_err(|error| LoadError::of_call(error.clone(), unreplayable(entry, &error)))?;
        let told = self.keep(entry, body, played);
        self.checked(entry, told)
    }

    /// Returns the events if the game's digest is that of the entry, or that is of another build.
    fn checked(&self, entry: &Entry, told: EntryEvents) -> Result<EntryEvents, LoadError> {
        if entry.seq < self.checked_from || self.summary.digest == entry.digest {
            return Ok(told);
        }
        Err(format!("diverged at entry {}", entry.seq).into())
    }
}

/// An entry's body, parsed.
pub(crate) fn body_of(entry: &Entry) -> Result<Body<&RawValue>, LoadError> {
    serde_json::from_str(&entry.body).map_err(|error: serde_json::Error| {
        // What is JSON, and nothing that this server knows, is of a newer one.
        if error.is_data() {
            LoadError::Newer(entry.seq)
        } else {
            unreplayable(entry, &error).into()
        }
    })
}

/// How the JSON of an action begins: most entries are steps, and need not be parsed.
const ACT: &str = "{\"act\"";

/// The last of the entries after which the table goes on with another build, and that build.
pub(crate) fn upgrade_in(entries: &[Entry]) -> Result<Option<(u64, [u8; 32])>, LoadError> {
    for entry in entries.iter().rev().filter(|entry| entry.body.starts_with(ACT)) {
        if let Body::Act(TableAction::Upgrade { build } | TableAction::GoOn { build, .. }) =
            body_of(entry)?
        {
            return Ok(Some((entry.seq, build)));
        }
    }
    Ok(None)
}

/// Which entries are taken back by `entries`, which follow this state.
pub(crate) fn undone_in(state: &TableState, entries: &[Entry]) -> Result<BTreeSet<u64>, LoadError> {
    if !entries.iter().any(|entry| entry.body.starts_with(ACT)) {
        return Ok(BTreeSet::new());
    }
    let mut state = state.clone();
    let mut undone = BTreeSet::new();
    for entry in entries {
        let body = body_of(entry)?;
        undone.extend(state.undone_by_body(&body));
        state.apply(entry, &body);
    }
    Ok(undone)
}

fn unreplayable(entry: &Entry, why: &dyn Display) -> StopReason {
    let Entry { table, seq, .. } = entry;
    tracing::error!(%table, entry = seq, %why, "an entry cannot be replayed");
    format!("entry {seq} could not be replayed")
}

/// Deals a game with a build; `options` are JSON, `null` for the game's defaults.
pub(crate) fn deal(
    build: &Arc<Module>,
    options: &str,
    seats: u8,
    seed: &Seed,
) -> Result<(Handle, Summary), CallError> {
    let options: Option<&RawValue> =
        serde_json::from_str(options).map_err(|error| CallError::BadRequest(error.to_string()))?;
    let dealt = timed(&build.about().id, "deal", || build.deal(options, seats, seed));
    let (game, summary) = dealt?;
    check_seats(&summary, usize::from(seats))?;
    Ok((game, summary))
}

fn check_seats(summary: &Summary, seats: usize) -> Result<(), CallError> {
    if summary.decisions.len() == seats {
        return Ok(());
    }
    Err(CallError::BadReply("it speaks of another number of seats".to_owned()))
}

fn warn_of_slow_calls(game: &mut Handle, table: TableId) {
    game.observe(Box::new(move |op, took| {
        if took > SLOW {
            tracing::warn!(%table, ?op, ms = took.as_millis(), "a module took long to answer");
        }
    }));
}

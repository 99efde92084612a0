//! Tables in play: steps, and the other actions of their players.
//!
//! A table is loaded on demand and owned by one task. A loaded table is only a cache of its
//! journal, so any node can serve any table, and a crash costs no more than a replay.

pub(crate) mod action_words;
mod actor;
pub(crate) mod announcer;
mod build_digits;
pub(crate) mod clocks;
pub(crate) mod condition;
mod consent;
mod ending;
pub(crate) mod entry_body;
pub(crate) mod event_log;
#[cfg(any(test, feature = "simulate"))]
pub(crate) mod fixture;
pub(crate) mod handle;
pub(crate) mod info;
pub(crate) mod loaded;
pub(crate) mod looks;
pub(crate) mod lost_workers;
pub(crate) mod outages;
#[cfg(any(test, feature = "simulate"))]
pub(crate) mod planting;
pub(crate) mod position;
pub(crate) mod proposal;
pub(crate) mod registry;
pub(crate) mod replays;
pub(crate) mod request;
pub(crate) mod services;
pub(crate) mod shared;
pub(crate) mod standing;
pub(crate) mod state;
pub(crate) mod steps;
pub(crate) mod stops;
pub(crate) mod turn_listener;
pub(crate) mod upgrade;

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use gueridon_game::Language;

use crate::access::allows_hints;
use crate::bots::Advice;
use crate::clock::millis;
use crate::idempotency::check_key;
use crate::people::accounts::Accounts;
use crate::people::rate_limits::Attempt;
use crate::refusal::{Answer, Code, Fault};
use gueridon_journal::{PlayerId, TableId};
use registry::{Registry, even_if_unloaded};
use request::{Play, Preview, SeatAction, Undoable};
use services::Services;
use shared::Halt;
use steps::Steps;

/// A play that is committed to the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// Its entry.
    pub seq: u64,
}

/// Tables in play.
#[derive(Debug)]
pub struct Tables {
    registry: Arc<Registry>,
    services: Arc<Services>,
    accounts: Arc<Accounts>,
    /// How long a table may be inactive before it is closed.
    abandoned_life: Duration,
}

impl Tables {
    pub(crate) fn new(
        registry: Arc<Registry>,
        services: Arc<Services>,
        accounts: Arc<Accounts>,
        abandoned_life: Duration,
    ) -> Self {
        Self { registry, services, accounts, abandoned_life }
    }

    /// The loaded tables that cannot go on, though nobody has stopped them or their builds.
    pub(crate) fn failed(&self) -> Vec<(TableId, Halt)> {
        let mut failed = Vec::new();
        self.registry.loaded().for_each(|table| {
            let row = &table.shared.row;
            let halt = table.shared.progress.borrow().stopped.clone();
            if let Some(halt) = halt.filter(|_| self.services.stops.of_table(row).is_none()) {
                failed.push((row.id, halt));
            }
        });
        failed
    }

    /// Plays a list of steps as one entry, all or nothing.
    ///
    /// `since` is the entry at which the seat last played or its question last changed, as given by
    /// a [`Look`](crate::host::Look). `key` identifies this play: sending it again does nothing and
    /// returns the same entry.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_STARTED`, `NOT_SEATED`, `TABLE_STOPPED`, `BAD_KEY`, `TOO_LONG`,
    /// `KEY_REUSED`, `TABLE_OVER`, `STALE`, `NOT_YOUR_TURN`, `NO_STEPS`, `BAD_MOVE`,
    /// `ILLEGAL_MOVE`; a [`Fault`](crate::refusal::Fault) leaves open whether it was played: send
    /// it again.
    pub async fn play(
        &self,
        table: TableId,
        player: PlayerId,
        since: u64,
        key: String,
        steps: Steps,
    ) -> Answer<Played> {
        let received_ms = self.services.clock.now_ms();
        check_key(&key)?;
        steps.check()?;
        let ask = || {
            let (key, steps, request) = (key.clone(), steps.clone(), tracing::Span::current());
            async move {
                let (table, seat) = self.registry.seat_of(table, player).await?;
                table.play(Play { seat, since, key, steps, received_ms, request }).await
            }
        };
        Ok(Played { seq: even_if_unloaded(ask).await? })
    }

    /// Previews some steps, as far as the player can know; nothing is written.
    ///
    /// # Errors
    /// As for [`Tables::play`], without keys and `since`.
    pub async fn preview(
        &self,
        table: TableId,
        player: PlayerId,
        steps: Steps,
        language: Language,
    ) -> Answer<Preview> {
        steps.check()?;
        let ask = || {
            let steps = steps.clone();
            async move {
                let (table, seat) = self.registry.seat_of(table, player).await?;
                table.preview(seat, steps, language).await
            }
        };
        even_if_unloaded(ask).await
    }

    /// What a search would play in the player's seat, as far as the player can know; nothing is
    /// written.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_STARTED`, `NOT_SEATED`, `TABLE_STOPPED`, `HINTS_OFF`,
    /// `TOO_MANY_ATTEMPTS`, `TABLE_OVER`, `TABLE_CLOSED`, `RESIGNED`, `PAUSED`, `NOT_YOUR_TURN`,
    /// `NO_HINTS`, `HINT_LOST`.
    pub async fn hint(
        &self,
        table: TableId,
        player: PlayerId,
        language: Language,
    ) -> Answer<Advice> {
        let (table, seat) = self.registry.seat_of(table, player).await?;
        let row = &table.shared.row;
        if !allows_hints(&row.settings, &row.seated, seat) {
            return Err(Code::HintsOff.answer());
        }
        self.accounts.rate_limiter().count(Attempt::Hint(player))?;
        let id = row.id;
        let ask = move || async move { self.registry.begun(id).await?.question(seat).await };
        let question = even_if_unloaded(ask).await?;
        let advised = self.services.thinkers.advise(question, language).await;
        let mut advice = advised.ok_or(Fault::NoAnswer)??;
        for step in &mut advice.steps {
            step.words = table.shared.names.put_into(mem::take(&mut step.words), language);
        }
        Ok(advice)
    }

    /// Does something besides playing; returns its entry. Repeating it adds no second entry.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_STARTED`, `NOT_SEATED`, `TABLE_STOPPED`, `TABLE_OVER`, `RESIGNED`;
    /// for a proposal `PROPOSAL_PENDING`, `PAUSED`, `NOT_PAUSED`, `NOT_LAST`; for an answer to one
    /// `NOT_PROPOSED`; for taking back `NOT_LAST`, `REVEALED`; `TOO_MANY_ATTEMPTS`.
    pub async fn act(&self, table: TableId, player: PlayerId, action: SeatAction) -> Answer<u64> {
        self.registry.seat_of(table, player).await?;
        self.accounts.rate_limiter().count(Attempt::SeatAction(player))?;
        self.act_uncounted(table, player, action).await
    }

    /// What the player could take back now: what they have played last, where nobody but bots has
    /// played since and nobody has to agree, or somebody could.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_STARTED`, `NOT_SEATED`, `TABLE_STOPPED`.
    pub async fn undoable(&self, table: TableId, player: PlayerId) -> Answer<Option<Undoable>> {
        let ask = move || async move {
            let (table, seat) = self.registry.seat_of(table, player).await?;
            table.undoable(seat).await
        };
        even_if_unloaded(ask).await
    }

    /// Gives the game up for a player who cannot do it any more; returns the entry.
    ///
    /// # Errors
    /// As [`Tables::act`], without a limit.
    pub(crate) async fn resign_for(&self, table: TableId, player: PlayerId) -> Answer<u64> {
        self.act_uncounted(table, player, SeatAction::Resign).await
    }

    async fn act_uncounted(
        &self,
        table: TableId,
        player: PlayerId,
        action: SeatAction,
    ) -> Answer<u64> {
        let ask = move || async move {
            let (table, seat) = self.registry.seat_of(table, player).await?;
            table.act(seat, action).await
        };
        even_if_unloaded(ask).await
    }

    /// Closes a table that has been inactive since a time, in milliseconds since 1970; returns
    /// whether it did.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_STARTED`, `TABLE_STOPPED`.
    pub async fn expire(&self, table: TableId, quiet_since_ms: i64) -> Answer<bool> {
        self.registry.begun(table).await?.expire(quiet_since_ms).await
    }

    /// Closes all tables that have been inactive for too long; returns how many. The host does this
    /// about once an hour.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn close_abandoned(&self) -> Answer<usize> {
        /// How many are read at a time.
        const BATCH: u32 = 200;
        let now_ms = self.services.clock.now_ms();
        let before_ms = now_ms.saturating_sub(millis(self.abandoned_life));
        let (mut closed, mut after) = (0, None);
        loop {
            let quiet = self.services.journal.quiet_since(before_ms, after, BATCH).await?;
            for &table in &quiet {
                // A table that cannot be loaded cannot be closed either, and does no harm.
                match self.expire(table, before_ms).await {
                    Ok(true) => closed += 1,
                    Ok(false) => {}
                    Err(error) => tracing::debug!(%table, %error, "an abandoned table stays"),
                }
            }
            after = quiet.last().copied();
            if quiet.len() < BATCH as usize {
                return Ok(closed);
            }
        }
    }

    /// How many bytes of memory the loaded tables take, about.
    #[must_use]
    pub fn loaded_bytes(&self) -> usize {
        self.registry.loaded().bytes()
    }

    /// How many tables are loaded on this node.
    #[must_use]
    pub fn loaded(&self) -> usize {
        self.registry.loaded().len()
    }
}

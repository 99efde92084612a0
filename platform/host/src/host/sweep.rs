//! What nobody asks for: a node looks for tables at which something is due, and says that it is up.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::Instant;
use uuid::Uuid;

use super::loaded::Found;
use super::pruning::Pruning;
use super::{Context, Host, ms};
use crate::hints::{Hint, News};
use crate::refusal::{Answer, Fault};
use crate::table::{Outages, TableState};
use gueridon_journal::{CloseReason, Journal, TableId};

/// How often a node says that it is up.
const BEAT: Duration = Duration::from_secs(5);
/// How many tables are looked at in one sweep.
const MOST: u32 = 200;
/// How long a table that was due is given before it is asked again.
const AGAIN: Duration = Duration::from_secs(5);
/// How often it is looked for tables at which nobody plays any more.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// The times in which no node was up, after noting the one that ends now, if one does.
pub(super) async fn outages(
    journal: &Arc<dyn Journal>,
    node: Uuid,
    now_ms: i64,
) -> Result<Outages, Fault> {
    if let Some(last_ms) = journal.last_beat().await? {
        // Where others may be up, one beat that is late says nothing.
        let least_ms = if journal.is_shared() { 3 * ms(BEAT) } else { 0 };
        if now_ms - last_ms > least_ms {
            journal.add_outage(last_ms..now_ms).await?;
        }
    }
    journal.beat(node, now_ms).await?;
    Ok(journal.outages(i64::MIN).await?.into())
}

/// Starts the task that sweeps for as long as the host lives.
pub(super) fn begin(context: &Arc<Context>, node: Uuid) {
    let (stop, context) = (context.stop.clone(), Arc::downgrade(context));
    tokio::spawn(stop.clone().run_until_cancelled_owned(run(context.clone(), node)));
    tokio::spawn(stop.run_until_cancelled_owned(clear(context)));
}

async fn run(context: Weak<Context>, node: Uuid) {
    let (mut beaten, mut asked) = (Instant::now(), BTreeMap::new());
    loop {
        let Some(every) = context.upgrade().map(|context| context.config.sweep) else { return };
        tokio::time::sleep(every).await;
        let Some(context) = context.upgrade() else { return };
        let now_ms = context.clock.now_ms();
        if beaten.elapsed() >= BEAT {
            beaten = Instant::now();
            if let Err(error) = context.journal.beat(node, now_ms).await {
                tracing::debug!(%error, "the journal could not be told that this node is up");
            }
        }
        match context.journal.due(now_ms, MOST).await {
            Ok(due) => {
                asked.retain(|_, at: &mut Instant| at.elapsed() < AGAIN);
                for table in due {
                    if let Entry::Vacant(entry) = asked.entry(table) {
                        entry.insert(Instant::now());
                        context.look_after(table, now_ms).await;
                    }
                }
            }
            Err(error) => tracing::debug!(%error, "the journal could not say what is due"),
        }
    }
}

/// Closes and deletes what nobody comes back to, which may take its time.
async fn clear(context: Weak<Context>) {
    let (mut cleared, mut pruning) = (None::<Instant>, Pruning::default());
    loop {
        let Some(every) = context.upgrade().map(|context| context.config.sweep) else { return };
        tokio::time::sleep(every).await;
        let Some(context) = context.upgrade() else { return };
        if cleared.is_none_or(|at| at.elapsed() >= ABANDONED) {
            cleared = Some(Instant::now());
            if let Err(error) = context.close_abandoned().await {
                tracing::debug!(%error, "abandoned tables could not be looked for");
            }
        }
        pruning.sweep(&context).await;
    }
}

impl Host {
    /// Closes the tables at which nothing has been done for as long as an abandoned one waits, as
    /// the host does by itself about once an hour; says how many.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn close_abandoned(&self) -> Answer<usize> {
        self.context.close_abandoned().await
    }
}

impl Context {
    async fn close_abandoned(self: &Arc<Self>) -> Answer<usize> {
        let before_ms = self.clock.now_ms().saturating_sub(ms(self.config.abandoned_life));
        let (mut closed, mut after) = (0, None);
        loop {
            let quiet = self.journal.quiet_since(before_ms, after, MOST).await?;
            for &table in &quiet {
                // One that cannot be played on cannot be closed either; it is in nobody's way.
                let expired = match self.begun(table).await {
                    Ok(begun) => begun.expire(before_ms).await,
                    Err(error) => Err(error),
                };
                match expired {
                    Ok(true) => closed += 1,
                    Ok(false) => {}
                    Err(error) => tracing::debug!(%table, %error, "an abandoned table stays"),
                }
            }
            after = quiet.last().copied();
            if quiet.len() < MOST as usize {
                return Ok(closed);
            }
        }
    }

    /// Has what is due at a table be done; a failure is for the next sweep to overcome.
    async fn look_after(self: &Arc<Self>, table: TableId, now_ms: i64) {
        if let Err(error) = self.try_to_look_after(table, now_ms).await {
            tracing::debug!(%table, %error, "what is due at a table could not be done");
            // A host that stops leaves it to those that go on.
            if self.stop.is_cancelled() {
                return;
            }
            // Others need not wait for it. A failure of the journal is for the next sweep.
            let later_ms = now_ms + TableState::TROUBLED_MS;
            let _ = self.journal.plan(table, now_ms, Some(later_ms)).await;
        }
    }

    async fn try_to_look_after(self: &Arc<Self>, table: TableId, now_ms: i64) -> Answer<()> {
        match self.table(table).await? {
            Found::Begun(table) => table.due(),
            Found::Open(_) => {
                let (journal, why) = (&self.journal, CloseReason::Expired);
                if journal.close_table(table, why, now_ms, Some(now_ms)).await? {
                    self.hints.tell(Hint { table, news: News::Seats });
                }
            }
        }
        Ok(())
    }
}

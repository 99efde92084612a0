//! Jumps of the machine's clock: each is said in the log, and time that passed for nobody is given
//! back to the clocks of the tables, as an outage is.

use gueridon_journal::{Journal, JournalError};

use super::note_outage;
use crate::clock::Clock;
use crate::steady_time::Jump;
use crate::tables::outages::Outages;

/// By how much further back the machine's clock must be set before that is said again.
const FURTHER_MS: i64 = 2_000;

/// What was said of the machine's clock already.
#[derive(Debug, Default)]
pub(super) struct Jumps {
    behind_ms: i64,
}

impl Jumps {
    /// Looks whether the machine's clock has jumped; after a failure the next sweep tries again,
    /// and until then the time before the jump goes on.
    pub(super) async fn sweep(&mut self, clock: &Clock, journal: &dyn Journal, outages: &Outages) {
        let Some((jump, says_ms)) = clock.jump() else {
            self.behind_ms = 0;
            return;
        };
        let now_ms = clock.now_ms();
        match jump {
            Jump::Ahead => {
                if let Err(error) = give_back(now_ms, says_ms, journal, outages).await {
                    tracing::debug!(%error, "a jump of the machine's clock could not be noted");
                    return;
                }
                clock.follow(says_ms);
                let seconds = (says_ms - now_ms) / 1_000;
                tracing::warn!(
                    seconds,
                    "this machine's clock jumped ahead, or the machine was suspended: the clocks \
                     of the tables are given that time back"
                );
            }
            Jump::Behind if now_ms - says_ms > self.behind_ms + FURTHER_MS => {
                self.behind_ms = now_ms - says_ms;
                let seconds = self.behind_ms / 1_000;
                tracing::warn!(
                    seconds,
                    "this machine's clock was set back: the server's time goes on, a hundredth \
                     slower until the machine's has caught up"
                );
            }
            Jump::Behind => {}
        }
    }
}

/// Notes the time that was skipped as one in which no node was up.
async fn give_back(
    from_ms: i64,
    to_ms: i64,
    journal: &dyn Journal,
    outages: &Outages,
) -> Result<(), JournalError> {
    // Another node that was up meanwhile has said so.
    let last_ms = journal.last_beat().await?.unwrap_or(from_ms);
    note_outage(journal, from_ms.max(last_ms), to_ms).await?;
    outages.set(journal.outages(i64::MIN).await?);
    Ok(())
}

//! Expiry: deletes what nobody can use any more: expired tokens with guests of whom nothing else is
//! left, builds that no table has begun with, and when nodes were up that are gone.

use std::time::Duration;

use tokio::time::Instant;

use crate::clock::millis;
use crate::games::Games;
use gueridon_journal::{Journal, JournalError};

/// How often a node looks for what has expired.
const EVERY: Duration = Duration::from_secs(60 * 60);
/// How many tokens end in one sweep, and how many builds are deleted; the next one continues.
const MOST: u32 = 100;
/// For how long a build that no table has begun with is kept: longer than it takes to begin one.
const UNUSED_BUILD: Duration = Duration::from_secs(24 * 60 * 60);
/// For how long it is known when a node was up.
const BEATS: Duration = Duration::from_secs(24 * 60 * 60);

/// When it is next looked for what has expired.
#[derive(Debug, Default)]
pub(super) struct Expiry {
    next: Option<Instant>,
}

impl Expiry {
    /// Deletes some of what has expired, if it is time; after a failure a later sweep tries again.
    pub(super) async fn sweep(&mut self, journal: &dyn Journal, games: &Games, now_ms: i64) {
        if self.next.is_some_and(|next| next > Instant::now()) {
            return;
        }
        self.next = match expire(journal, games, now_ms).await {
            Ok(true) => None,
            Ok(false) => Some(Instant::now() + EVERY),
            Err(error) => {
                tracing::warn!(%error, "what has expired could not be deleted");
                Some(Instant::now() + EVERY)
            }
        };
    }
}

/// Deletes some of what has expired; returns whether there may be more.
async fn expire(journal: &dyn Journal, games: &Games, now_ms: i64) -> Result<bool, JournalError> {
    if journal.end_expired(now_ms, MOST).await? {
        return Ok(true);
    }
    journal.forget_beats(now_ms.saturating_sub(millis(BEATS))).await?;
    let before_ms = now_ms.saturating_sub(millis(UNUSED_BUILD));
    for build in journal.unused_builds(before_ms, MOST).await? {
        // The next table would only need it again.
        if games.is_newest(build) {
            continue;
        }
        games.no_longer_kept(build);
        if journal.delete_build(build, before_ms).await? {
            tracing::info!("a build with which no table has begun was deleted");
        }
    }
    Ok(false)
}

//! Whether this node can serve players now, for load balancers, which send requests to other nodes
//! if it cannot.

use std::sync::Arc;
use std::time::Duration;

use gueridon_journal::Journal;
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

/// How long the journal may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long an answer of the journal is valid. The journal is asked no more often than this,
/// however often somebody asks the node.
const REMEMBERED: Duration = Duration::from_secs(1);

/// What a node needs to serve players.
#[derive(Debug)]
pub struct Readiness {
    journal: Arc<dyn Journal>,
    /// Cancelled when the server is told to stop.
    stopping: CancellationToken,
    /// When the journal was last asked, and whether it answered.
    asked: Mutex<Option<(Instant, bool)>>,
}

/// Why a node cannot serve players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// The server was told to stop.
    Stopping,
    /// The journal does not answer.
    Journal,
    /// No game is loaded.
    Modules,
}

impl Readiness {
    /// The readiness of a node with this journal, which stops when `stopping` is cancelled.
    #[must_use]
    pub fn new(journal: Arc<dyn Journal>, stopping: CancellationToken) -> Self {
        Self { journal, stopping, asked: Mutex::default() }
    }

    /// Everything that prevents a node with that many games from serving players; empty if it is
    /// ready.
    pub async fn obstacles(&self, games: usize) -> Vec<Obstacle> {
        let obstacles = [
            self.stopping.is_cancelled().then_some(Obstacle::Stopping),
            (!self.journal_answers().await).then_some(Obstacle::Journal),
            (games == 0).then_some(Obstacle::Modules),
        ];
        obstacles.into_iter().flatten().collect()
    }

    /// Whether the journal answers. If several callers ask at the same time, only one asks the
    /// journal.
    async fn journal_answers(&self) -> bool {
        let mut asked = self.asked.lock().await;
        if let Some((at, answered)) = *asked
            && at.elapsed() < REMEMBERED
        {
            return answered;
        }
        let answered = matches!(timeout(PATIENCE, self.journal.last_beat()).await, Ok(Ok(_)));
        *asked = Some((Instant::now(), answered));
        answered
    }
}

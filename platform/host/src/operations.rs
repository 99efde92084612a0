//! What operators see of the servers of a journal, and what they decide about builds and tables.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use gueridon_game::border::from_hex;
use uuid::Uuid;

use crate::clock::{Clock, millis};
use crate::games::Games;
use crate::metrics::HostMetrics;
use crate::people::identity::Identity;
use crate::people::text::text;
use crate::refusal::{Answer, Code};
use crate::tables::Tables;
use gueridon_journal::{
    BuildUse, Intervention, InterventionKind, InterventionRow, Journal, Role, Stop, Stopped,
    TableId,
};

/// For how long after its last sign of life a server counts as up.
const UP: Duration = Duration::from_secs(60);

/// What operators see and decide.
#[derive(Debug)]
pub struct Operations {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Clock,
    pub(crate) node: Uuid,
    pub(crate) games: Arc<Games>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) metrics: HostMetrics,
}

/// How the servers of a journal stand.
#[derive(Debug, Clone)]
pub struct Survey {
    /// The servers that said within the last minute that they are up, in the order of their ids.
    pub servers: Vec<RunningServer>,
    /// The builds that tables began with and those in quarantine, in the order of their first use.
    pub builds: Vec<KnownBuild>,
    /// The tables that are stopped, those that have been so for longest first.
    pub stopped: Vec<StoppedTable>,
    /// The newest decisions, the newest first; at most [`Operations::DECISIONS`].
    pub decisions: Vec<InterventionRow>,
    /// What the server that answers has to do.
    pub load: Load,
}

/// A server that is up.
#[derive(Debug, Clone, Copy)]
pub struct RunningServer {
    /// Its id, made when it started.
    pub node: Uuid,
    /// When it last said that it is up, in milliseconds since 1970.
    pub seen_ms: i64,
    /// Whether it is the one that answers.
    pub is_this: bool,
}

/// A build that tables began with, or that is in quarantine.
#[derive(Debug, Clone)]
pub struct KnownBuild {
    /// The SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// What the journal has of it; none for a build in quarantine that no table began with.
    pub kept: Option<BuildUse>,
    /// Why it is in quarantine, if it is.
    pub quarantine: Option<String>,
    /// Whether tables begin with it on the server that answers.
    pub is_newest: bool,
}

/// A table that is stopped: by an operator, or because it has cost too many workers.
#[derive(Debug, Clone)]
pub struct StoppedTable {
    /// Which.
    pub table: TableId,
    /// Why, in a line for players.
    pub reason: String,
    /// Since when, in milliseconds since 1970.
    pub at_ms: i64,
    /// Whether it is about to be closed.
    pub is_closing: bool,
}

/// What a server has to do.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    /// How many tables are loaded.
    pub tables: usize,
    /// About how many bytes they take.
    pub table_bytes: usize,
    /// How many plays of players were accepted since it started.
    pub plays: u64,
}

impl Operations {
    /// How many decisions are listed.
    pub const DECISIONS: u32 = 50;
    /// The most characters of a reason.
    pub const LONGEST_REASON: usize = 200;

    /// How the servers stand.
    ///
    /// # Errors
    /// `NOT_ALLOWED` for all but operators.
    pub async fn survey(&self, caller: &Identity) -> Answer<Survey> {
        caller.check_role(Role::Operator)?;
        let since_ms = self.clock.now_ms() - millis(UP);
        let nodes = self.journal.nodes(since_ms).await?.into_iter();
        let servers = nodes.map(|(node, seen_ms)| RunningServer {
            node,
            seen_ms,
            is_this: node == self.node,
        });
        let (mut quarantined, mut stopped) = (BTreeMap::new(), Vec::new());
        for Stop { stopped: what, reason, at_ms } in self.journal.stops().await? {
            match what {
                Stopped::Build(build) => drop(quarantined.insert(build, reason)),
                Stopped::Table(table) | Stopped::Closing(table) => {
                    let is_closing = matches!(what, Stopped::Closing(_));
                    stopped.push(StoppedTable { table, reason, at_ms, is_closing });
                }
            }
        }
        let kept = self.journal.builds().await?;
        let mut builds = Vec::new();
        for build in kept {
            let quarantine = quarantined.remove(&build.sha256);
            builds.push(self.known(build.sha256, Some(build), quarantine));
        }
        // A server that a build has ended before any table began with it.
        let unused = quarantined.into_iter();
        builds.extend(unused.map(|(build, reason)| self.known(build, None, Some(reason))));
        Ok(Survey {
            servers: servers.collect(),
            builds,
            stopped,
            decisions: self.journal.interventions(Self::DECISIONS).await?,
            load: Load {
                tables: self.tables.loaded(),
                table_bytes: self.tables.loaded_bytes(),
                plays: self.metrics.plays.count_accepted(),
            },
        })
    }

    fn known(
        &self,
        sha256: [u8; 32],
        kept: Option<BuildUse>,
        quarantine: Option<String>,
    ) -> KnownBuild {
        KnownBuild { sha256, kept, quarantine, is_newest: self.games.is_newest(sha256) }
    }

    /// Carries out a decision about a build, named by its SHA-256 in hexadecimal digits, or about a
    /// table, named by its id. All servers of the journal act on it within seconds. The reason is a
    /// line for players, and is left out of what has none.
    ///
    /// # Errors
    /// `NOT_ALLOWED` for all but operators, `BAD_REASON`, `UNKNOWN_BUILD`, `UNKNOWN_TABLE`, and
    /// `NO_CHANGE` where that is so already or cannot be.
    pub async fn decide(
        &self,
        caller: &Identity,
        decision: InterventionKind,
        subject: &str,
        reason: &str,
    ) -> Answer<()> {
        caller.check_role(Role::Operator)?;
        let intervention = match decision {
            InterventionKind::Quarantine => Intervention::Quarantine {
                build: self.build(subject).await?,
                reason: line_for_players(reason)?,
            },
            InterventionKind::Release => {
                Intervention::Release { build: self.build(subject).await? }
            }
            InterventionKind::Stop => Intervention::Stop {
                table: self.table(subject).await?,
                reason: line_for_players(reason)?,
            },
            InterventionKind::Reopen => Intervention::Reopen { table: self.table(subject).await? },
            InterventionKind::Close => Intervention::Close {
                table: self.table(subject).await?,
                reason: line_for_players(reason)?,
            },
            // A server notes it when it has closed the table.
            InterventionKind::Closed => return Err(Code::NoChange.answer()),
        };
        if !self.journal.intervene(&intervention, self.clock.now_ms()).await? {
            return Err(Code::NoChange.answer());
        }
        let (by, kind, reason) = (caller.player.id.0, decision.word(), intervention.reason());
        tracing::info!(%by, kind, subject, reason, "an operator has decided");
        Ok(())
    }

    /// A build that is kept or in quarantine.
    async fn build(&self, sha256: &str) -> Answer<[u8; 32]> {
        let unknown = || Code::UnknownBuild.answer();
        let sha256 = from_hex(sha256).ok_or_else(unknown)?;
        let is_kept = self.journal.builds().await?.iter().any(|kept| kept.sha256 == sha256);
        let is_stopped = |stop: &Stop| stop.stopped == Stopped::Build(sha256);
        if is_kept || self.journal.stops().await?.iter().any(is_stopped) {
            return Ok(sha256);
        }
        Err(unknown())
    }

    async fn table(&self, id: &str) -> Answer<TableId> {
        let unknown = || Code::UnknownTable.answer();
        let id = id.parse().map_err(|_| unknown())?;
        self.journal.table(id).await?.map(|row| row.id).ok_or_else(unknown)
    }
}

/// A reason as it is kept: one line, or none.
fn line_for_players(reason: &str) -> Answer<String> {
    const MOST: usize = Operations::LONGEST_REASON;
    let reason = reason.trim();
    if reason.is_empty() {
        return Ok(String::new());
    }
    let line = text(reason, MOST).filter(|line| !line.contains('\n'));
    line.ok_or_else(|| Code::BadReason.refused(&[("most", MOST.to_string())]).into())
}

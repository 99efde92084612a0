//! What operators see of the servers of a journal, and what they decide about builds and tables.

mod load_meter;

use std::collections::{BTreeMap, btree_map};
use std::sync::Arc;
use std::time::Duration;

use gueridon_game::border::from_hex;
use uuid::Uuid;

use crate::clock::{Clock, millis};
use crate::games::Games;
use crate::people::identity::Identity;
use crate::people::name;
use crate::people::text::text;
use crate::refusal::{Answer, Code};
use crate::tables::Tables;
use gueridon_journal::{
    Account, AccountKey, AccountPage, Beat, BuildUse, Intervention, InterventionKind,
    InterventionRow, Journal, NodeLoad, Player, Role, Stop, Stopped, TableId,
};
pub(crate) use load_meter::LoadMeter;
pub use load_meter::LoadSample;

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
    pub(crate) meter: Arc<LoadMeter>,
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
    pub decisions: Vec<Decision>,
    /// What the server that answers has to do.
    pub load: NodeLoad,
    /// What it had to do in the last two hours, about a minute apart, the oldest first.
    pub samples: Vec<LoadSample>,
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
    /// What it had to do then; none where it has not said so.
    pub load: Option<NodeLoad>,
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

/// Why a table is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopCause {
    /// An operator has decided it, or a server because the table has cost too many workers.
    Decision,
    /// The server that answers could not bring the game to where it was: its build is not there, or
    /// plays it otherwise.
    Failure,
}

/// A table that is stopped.
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
    /// Why in general.
    pub cause: StopCause,
}

/// A decision about a build or a table.
#[derive(Debug, Clone)]
pub struct Decision {
    /// What was decided, when and why.
    pub row: InterventionRow,
    /// The operator; none where a server or somebody at the command line has decided.
    pub by: Option<Player>,
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
        let load = self.meter.now();
        let servers = nodes.map(|Beat { node, at_ms: seen_ms, load: said }| {
            let is_this = node == self.node;
            RunningServer { node, seen_ms, is_this, load: if is_this { Some(load) } else { said } }
        });
        let (mut quarantined, mut stopped) = (BTreeMap::new(), Vec::new());
        for Stop { stopped: what, reason, at_ms } in self.journal.stops().await? {
            match what {
                Stopped::Build(build) => drop(quarantined.insert(build, reason)),
                Stopped::Table(table) | Stopped::Closing(table) => {
                    let is_closing = matches!(what, Stopped::Closing(_));
                    let cause = StopCause::Decision;
                    stopped.push(StoppedTable { table, reason, at_ms, is_closing, cause });
                }
            }
        }
        stopped.extend(self.tables.failed().into_iter().map(|(table, halt)| StoppedTable {
            table,
            reason: halt.reason.to_string(),
            at_ms: halt.at_ms,
            is_closing: false,
            cause: StopCause::Failure,
        }));
        stopped.sort_by_key(|stopped| stopped.at_ms);
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
            decisions: self.decisions().await?,
            load,
            samples: self.meter.samples(),
        })
    }

    async fn decisions(&self) -> Answer<Vec<Decision>> {
        let rows = self.journal.interventions(Self::DECISIONS).await?;
        let mut operators = BTreeMap::new();
        for by in rows.iter().filter_map(|row| row.by) {
            if let btree_map::Entry::Vacant(operator) = operators.entry(by) {
                let account = self.journal.account(&AccountKey::Id(by)).await?;
                operator.insert(account.map(|account| account.player));
            }
        }
        let by = |row: &InterventionRow| operators.get(&row.by?).cloned().flatten();
        Ok(rows.into_iter().map(|row| Decision { by: by(&row), row }).collect())
    }

    /// Tables in play with a build, named by its SHA-256 in hexadecimal digits, in the order of their
    /// ids.
    ///
    /// # Errors
    /// `NOT_ALLOWED` for all but operators, `UNKNOWN_BUILD`.
    pub async fn tables_of_build(
        &self,
        caller: &Identity,
        build: &str,
        after: Option<TableId>,
        first: u32,
    ) -> Answer<Vec<TableId>> {
        caller.check_role(Role::Operator)?;
        let build = self.build(build).await?;
        Ok(self.journal.tables_of_build(build, after, first).await?)
    }

    /// A page of the players who have a name of their own, in the order of their names as they
    /// compare: those whose name begins so, if need be only moderators and operators.
    ///
    /// # Errors
    /// `NOT_ALLOWED` for all but moderators and operators.
    pub async fn players(&self, caller: &Identity, mut page: AccountPage) -> Answer<Vec<Account>> {
        caller.check_role(Role::Moderator)?;
        page.begins = name::key(&page.begins);
        // No name has one, and PostgreSQL takes no text with a zero in it.
        if page.begins.contains(char::is_control) {
            return Ok(Vec::new());
        }
        Ok(self.journal.accounts(&page).await?)
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
        if !self
            .journal
            .intervene(&intervention, Some(caller.player.id), self.clock.now_ms())
            .await?
        {
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

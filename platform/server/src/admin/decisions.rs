//! What an operator decides about builds and tables.

use std::collections::BTreeSet;

use gueridon_game::border::hex;
use gueridon_host::clock::Clock;
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::{AccountKey, Intervention, InterventionKind, Interventions, People};
use uuid::Uuid;

use super::AdminError;
use crate::serve::quarantined;

/// How many decisions are listed.
const LISTED: u32 = 50;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 200;

/// A decision about builds or tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// List the builds that tables began with, and those in quarantine.
    Builds,
    /// List the newest decisions.
    Log,
    /// Put a build into quarantine.
    Quarantine {
        /// The first digits of its SHA-256.
        build: String,
        /// Why, in a line for players.
        reason: String,
    },
    /// Let a build be used again.
    Release {
        /// The first digits of its SHA-256.
        build: String,
    },
    /// Decide about one table.
    Table(Intervention),
}

/// Does it, and returns the text for the operator.
pub(super) async fn run(
    journal: &(impl Interventions + People + ?Sized),
    decision: &Decision,
) -> Result<String, AdminError> {
    match decision {
        Decision::Builds => builds(journal).await,
        Decision::Log => log(journal).await,
        Decision::Quarantine { build, reason } => {
            let reason = checked(reason)?;
            let build = found(journal, build).await?;
            intervene(journal, &Intervention::Quarantine { build, reason }).await
        }
        Decision::Release { build } => {
            let build = found(journal, build).await?;
            intervene(journal, &Intervention::Release { build }).await
        }
        Decision::Table(intervention) => {
            checked(intervention.reason())?;
            intervene(journal, intervention).await
        }
    }
}

async fn intervene(
    journal: &(impl Interventions + ?Sized),
    intervention: &Intervention,
) -> Result<String, AdminError> {
    let is_done = journal.intervene(intervention, None, Clock::system().now_ms()).await?;
    let (done, not_done) = match intervention.kind() {
        InterventionKind::Quarantine => (
            "The build is in quarantine. A running server stops its tables within seconds.",
            "The build is in quarantine already.",
        ),
        InterventionKind::Release => (
            "The build may be used again. A running server lets its tables go on within seconds.",
            "The build is not in quarantine.",
        ),
        InterventionKind::Stop => (
            "The table is stopped. A running server stops it within seconds.",
            "There is no such table in play, or it is stopped already.",
        ),
        InterventionKind::Reopen => (
            "The table may be played on. A running server lets it go on within seconds.",
            "The table is not stopped by an operator.",
        ),
        InterventionKind::Close | InterventionKind::Closed => (
            "The table is stopped, and a running server closes it within seconds; if none runs, \
             the next one does.",
            "There is no such table, it has ended, or it is being closed already.",
        ),
    };
    if is_done { Ok(format!("{done}\n")) } else { Err(AdminError::Refused(not_done.to_owned())) }
}

/// A reason that fits in a line.
fn checked(reason: &str) -> Result<String, AdminError> {
    if reason.chars().any(char::is_control) || reason.chars().count() > LONGEST_REASON {
        let why = format!("a reason is one line of at most {LONGEST_REASON} characters");
        return Err(AdminError::Refused(why));
    }
    Ok(reason.to_owned())
}

/// The build whose SHA-256 begins with these digits: one of those that are kept or in quarantine.
async fn found(
    journal: &(impl Interventions + ?Sized),
    digits: &str,
) -> Result<[u8; 32], AdminError> {
    let kept = journal.builds().await?.into_iter().map(|build| build.sha256);
    let mut known: BTreeSet<[u8; 32]> =
        kept.chain(quarantined(journal).await?.into_keys()).collect();
    let digits = digits.to_ascii_lowercase();
    known.retain(|build| !digits.is_empty() && hex(build).starts_with(&digits));
    match (known.pop_first(), known.len()) {
        (Some(build), 0) => Ok(build),
        (first, others) => {
            let count = others + usize::from(first.is_some());
            Err(AdminError::Refused(format!(
                "{count} builds have a SHA-256 that begins with `{digits}`; `gueridon admin builds` \
                 lists them"
            )))
        }
    }
}

async fn builds(journal: &(impl Interventions + ?Sized)) -> Result<String, AdminError> {
    let mut quarantined = quarantined(journal).await?;
    let mut text = String::new();
    for build in journal.builds().await? {
        let state = match quarantined.remove(&build.sha256) {
            Some(reason) => format!("in quarantine: {reason}"),
            None => "in use".to_owned(),
        };
        text += &format!(
            "{}\t{}\t{} in play\t{} ended\tsince {}\t{state}\n",
            hex(&build.sha256),
            build.game,
            build.playing,
            build.ended,
            rfc3339(build.first_used_ms),
        );
    }
    // A server that a build has ended before any table began with it.
    for (build, reason) in quarantined {
        text += &format!("{}\t-\t0 in play\t0 ended\t-\tin quarantine: {reason}\n", hex(&build));
    }
    Ok(text)
}

async fn log(journal: &(impl Interventions + People + ?Sized)) -> Result<String, AdminError> {
    let mut text = String::new();
    for row in journal.interventions(LISTED).await? {
        let by = match row.by {
            Some(by) => journal.account(&AccountKey::Id(by)).await?,
            None => None,
        };
        let by = by.map_or_else(|| "-".to_owned(), |account| account.player.name);
        let subject = match Uuid::from_slice(&row.subject) {
            Ok(table) => table.to_string(),
            Err(_) => hex(&row.subject),
        };
        text += &format!(
            "{}\t{}\t{subject}\t{by}\t{}\n",
            rfc3339(row.at_ms),
            row.kind.word(),
            row.reason
        );
    }
    Ok(text)
}

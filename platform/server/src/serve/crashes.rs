//! What ended the server before this one: a build that did is put into quarantine.

use std::collections::BTreeMap;
use std::path::Path;

use gueridon_game::border::hex;
use gueridon_host::clock::Clock;
use gueridon_journal::{Intervention, Interventions, JournalError, Stop};
use gueridon_modules::call_notes::{self, Cause};

use super::ServeError;

/// Reads which calls were under way when the last server ended that noted its calls in this file, puts the builds that
/// ended it into quarantine, and notes the calls of this process from now on.
pub(super) async fn quarantine(
    journal: &(impl Interventions + ?Sized),
    calls: &Path,
) -> Result<(), ServeError> {
    let refused = |source| ServeError::CallNotes { file: calls.to_owned(), source };
    let last = call_notes::keep(calls).map_err(refused)?;
    for call in last {
        let build = hex(&call.build);
        let table = call.table.map(tracing::field::display);
        if call.cause == Cause::Unknown {
            tracing::warn!(build, table, doing = %call.doing, "the last server was killed during a call");
            continue;
        }
        tracing::error!(build, table, doing = %call.doing, cause = %call.cause, "a build ended the last server");
        let quarantine = Intervention::Quarantine { build: call.build, reason: call.to_string() };
        journal.intervene(&quarantine, None, Clock::system().now_ms()).await?;
    }
    Ok(())
}

/// The builds in quarantine, with the reasons.
pub(crate) async fn quarantined(
    journal: &(impl Interventions + ?Sized),
) -> Result<BTreeMap<[u8; 32], String>, JournalError> {
    Ok(journal.stops().await?.into_iter().filter_map(Stop::into_build).collect())
}

//! What accounts, talk, moderation and notices work with.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::Config;
use crate::access::AccessCheck;
use crate::accounts::Accounts;
use crate::clock::Clock;
use crate::hints::Hints;
use crate::notices::Notices;
use crate::refusal::Answer;
use crate::tables::handle::Table;
use crate::tables::registry::Registry;
use crate::viewer::Viewer;
use gueridon_journal::{Journal, TableId, TableRow};
use gueridon_modules::library::Library;

/// What accounts, talk, moderation and notices work with.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) config: Config,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) library: Arc<dyn Library>,
    pub(crate) clock: Clock,
    pub(crate) hints: Arc<dyn Hints>,
    pub(crate) stop: CancellationToken,
    pub(crate) notices: Arc<Notices>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) access: AccessCheck,
}

impl Context {
    pub(crate) fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// The begun table of this id.
    pub(crate) async fn begun(&self, id: TableId) -> Answer<Arc<Table>> {
        self.registry.begun(id).await
    }

    /// A row as the journal has it, for a viewer who may know of it.
    pub(crate) async fn row(&self, table: TableId, viewer: Viewer) -> Answer<TableRow> {
        self.access.row(table, viewer).await
    }
}

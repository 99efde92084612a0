//! A table that was asked for: it is looked at when the first field needs it, once for all fields.

use std::sync::Arc;

use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::fault::{Code, Fault};
use gueridon_host::host::{TableInfo, TableStatus, Viewer};
use gueridon_journal::TableId;
use tokio::sync::OnceCell;

use crate::api::looks::Looks;
use crate::api::refused::fault;
use crate::api::state::{Context, State};

/// A table that was asked for, as the caller sees it now.
#[derive(Debug, Clone)]
pub(in crate::api) struct TableObject {
    /// What the caller sees of it.
    pub(in crate::api) looks: Arc<Looks>,
    /// What is known without looking, of a table in a list.
    listed: Option<Arc<TableInfo>>,
    /// What the journal says, if it was asked.
    known: Arc<OnceCell<TableInfo>>,
}

impl TableObject {
    /// A table of a list, of which is known what the list knows.
    pub(in crate::api) fn listed(state: Arc<State>, info: Arc<TableInfo>, viewer: Viewer) -> Self {
        let id = info.id;
        Self { listed: Some(info), ..Self::new(state, id, viewer) }
    }

    /// A table as `viewer` sees it.
    pub(in crate::api) fn new(state: Arc<State>, id: TableId, viewer: Viewer) -> Self {
        let looks = Arc::new(Looks::new(state, id, viewer));
        Self { looks, listed: None, known: Arc::default() }
    }

    pub(super) fn state(&self) -> &Arc<State> {
        &self.looks.state
    }

    /// What can be known of the table even when its game cannot be asked.
    pub(in crate::api) async fn info(&self) -> Result<&TableInfo, Fault> {
        if let Some(info) = &self.listed {
            return Ok(info);
        }
        match self.looks.any().await {
            Ok(look) => Ok(&look.table),
            Err(fault) if !is_ours(&fault) => Err(fault),
            Err(_) => self.in_journal().await,
        }
    }

    /// Takes the first look in the language that the fields are asked in, so that it serves all.
    ///
    /// # Errors
    /// When there is no such table, or these eyes may not look.
    pub(in crate::api) async fn look_for(
        &self,
        ctx: Context<'_>,
        fields: &[Selected],
    ) -> Result<(), Fault> {
        match self.looks.look_for(ctx, fields).await {
            Err(fault) if !is_ours(&fault) => Err(fault),
            // What is known without its game is worth an answer.
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// What the journal says of the table.
    pub(super) async fn in_journal(&self) -> Result<&TableInfo, Fault> {
        if let Some(info) = &self.listed {
            return Ok(info);
        }
        let Looks { id, viewer, .. } = *self.looks;
        let known = || async { self.state().host.lobby().table(id, viewer).await.map_err(fault) };
        self.known.get_or_try_init(known).await
    }

    /// How far the table has come, whether or not its game can be followed: as lists say it.
    pub(super) async fn status(&self) -> Result<&TableStatus, Fault> {
        match &self.info().await?.state {
            TableStatus::Stopped { .. } => Ok(&self.in_journal().await?.state),
            status => Ok(status),
        }
    }

    /// What the names of the types of the table's game begin with.
    ///
    /// # Errors
    /// When there is no such table, or its game is not here.
    pub(in crate::api) async fn prefix(&self) -> Result<Arc<str>, Fault> {
        let info = self.info().await?;
        Ok(self.looks.game(&info.game)?.prefix.clone())
    }
}

/// Whether a fault says nothing about the table and its viewer, only that we failed.
fn is_ours(fault: &Fault) -> bool {
    matches!(fault.code, Code::INTERNAL | Code::UNAVAILABLE)
}

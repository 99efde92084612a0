//! A requested table: it is looked at when the first field needs it, once for all fields.

use std::sync::Arc;

use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::fault::{Code, Fault};
use gueridon_host::host::{TableInfo, TableStatus, Viewer};
use gueridon_journal::TableId;
use tokio::sync::OnceCell;

use crate::api::looks::Looks;
use crate::api::refused::fault;
use crate::api::state::{Context, State};

/// The fields of a table that its row in the journal answers, or that look for themselves.
const IN_JOURNAL: [&str; 22] = [
    "__typename",
    "id",
    "game",
    "status",
    "options",
    "settings",
    "owner",
    "inviteCode",
    "rematch",
    "openedAt",
    "startedAt",
    "endedAt",
    "closedReason",
    "result",
    "stoodIn",
    "undoable",
    "spectators",
    "hasHints",
    "messages",
    "snapshot",
    "canAnalyse",
    "analysis",
];

/// The fields of a seat for which its table is loaded.
pub(super) const IS_LIVE: [&str; 3] = ["toAct", "condition", "clock"];

/// A requested table as the caller sees it now.
#[derive(Debug, Clone)]
pub(in crate::api) struct TableObject {
    /// What the caller sees of it.
    pub(in crate::api) looks: Arc<Looks>,
    /// For a table of a list: what is known without looking.
    listed: Option<Arc<TableInfo>>,
    /// What the journal says, once it was read.
    known: Arc<OnceCell<TableInfo>>,
}

impl TableObject {
    /// A table of a list, with what the list knows of it.
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
        if let (Some(info), true) = (self.known.get(), self.looks.looked_at().is_empty()) {
            return Ok(info);
        }
        match self.looks.any().await {
            Ok(look) => Ok(&look.table),
            Err(fault) if !is_ours(&fault) => Err(fault),
            Err(_) => self.in_journal().await,
        }
    }

    /// Takes the first look in the language that the fields are asked in, so that it serves all;
    /// where the journal knows all that is asked, it is asked instead, and no game is replayed.
    ///
    /// # Errors
    /// When there is no such table, or these eyes may not look.
    pub(in crate::api) async fn look_for(
        &self,
        ctx: Context<'_>,
        fields: &[Selected],
    ) -> Result<(), Fault> {
        if !fields.iter().any(|field| needs_look(ctx, field)) {
            return self.in_journal().await.map(drop);
        }
        match self.looks.look_for(ctx, fields).await {
            Err(fault) if !is_ours(&fault) => Err(fault),
            // Fields that need no game can still be answered.
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

    /// The status of the table as lists show it: also known when its game cannot be loaded.
    pub(super) async fn status(&self) -> Result<&TableStatus, Fault> {
        match &self.info().await?.state {
            TableStatus::Stopped { .. } => Ok(&self.in_journal().await?.state),
            status => Ok(status),
        }
    }

    /// The prefix of the type names of the table's game.
    ///
    /// # Errors
    /// When there is no such table, or its game is not loaded.
    pub(in crate::api) async fn prefix(&self) -> Result<Arc<str>, Fault> {
        let info = self.info().await?;
        Ok(self.looks.game(&info.game)?.prefix.clone())
    }
}

/// Whether a field is one for which the table is loaded.
fn needs_look(ctx: Context<'_>, field: &Selected) -> bool {
    match &*field.name {
        "seats" => {
            let seat = ctx.types.find("Seat").expect("the platform has this type");
            field.fields(seat).iter().any(|field| IS_LIVE.contains(&&*field.name))
        }
        name => !IN_JOURNAL.contains(&name),
    }
}

/// Whether a fault is the server's, and says nothing about the table or its viewer.
fn is_ours(fault: &Fault) -> bool {
    matches!(fault.code, Code::INTERNAL | Code::UNAVAILABLE)
}

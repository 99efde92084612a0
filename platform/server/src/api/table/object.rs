//! A table that was asked for: it is looked at when the first field needs it, once for all fields.

use std::ops::RangeInclusive;
use std::sync::Arc;

use gueridon_game::Language;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::fault::{Code, Fault};
use gueridon_graphql::resolver::arguments_of;
use gueridon_host::host::{Look, TableInfo, Viewer};
use gueridon_journal::TableId;
use tokio::sync::OnceCell;

use crate::api::arguments::LanguageArguments;
use crate::api::game_entry::GameEntry;
use crate::api::refused::fault;
use crate::api::state::{Context, State};

/// A table that was asked for; it is looked at only when a field needs it.
#[derive(Debug, Clone)]
pub(in crate::api) struct TableObject {
    pub(in crate::api) state: Arc<State>,
    /// Which table.
    pub(in crate::api) id: TableId,
    /// Who looks.
    pub(in crate::api) viewer: Viewer,
    /// What is known without looking, of a table in a list.
    pub(in crate::api) listed: Option<Arc<TableInfo>>,
    /// The looks that were tried, by language.
    looks: Arc<Looks>,
    /// What the journal says, if it was asked.
    known: Arc<OnceCell<TableInfo>>,
}

/// A look in each language, or why there is none; each is tried once.
type Looks = [OnceCell<Result<Arc<Look>, Fault>>; Language::ALL.len()];

impl TableObject {
    /// A table of a list, with what the list knows of it.
    pub(in crate::api) fn listed(state: Arc<State>, info: Arc<TableInfo>, viewer: Viewer) -> Self {
        let id = info.id;
        Self { listed: Some(info), ..Self::new(state, id, viewer) }
    }

    /// A table as `viewer` sees it.
    pub(in crate::api) fn new(state: Arc<State>, id: TableId, viewer: Viewer) -> Self {
        let (looks, known) = (Arc::default(), Arc::default());
        Self { state, id, viewer, listed: None, looks, known }
    }

    /// The table as it is now, with words in `language`; taken once for all fields.
    ///
    /// # Errors
    /// When there is no such table, or these eyes may not look, or the game failed.
    pub(super) async fn look(&self, language: Language) -> Result<&Look, Fault> {
        let look = || async {
            let look = self.state.host.watching().look(self.id, self.viewer, language).await;
            look.map(Arc::new).map_err(fault)
        };
        let tried = self.looks[language.index()].get_or_init(look).await;
        tried.as_deref().map_err(Fault::clone)
    }

    /// A look in any language: the one that was tried already, or one in English.
    pub(in crate::api) async fn any_look(&self) -> Result<&Look, Fault> {
        let tried = || self.looks.iter().filter_map(OnceCell::get);
        match tried().find(|tried| tried.is_ok()).or_else(|| tried().next()) {
            Some(tried) => tried.as_deref().map_err(Fault::clone),
            None => self.look(Language::En).await,
        }
    }

    /// At which entries the table was looked at: from the first to the last; empty where it was not.
    pub(in crate::api) fn looked_at(&self) -> RangeInclusive<u64> {
        let looks = || self.looks.iter().filter_map(OnceCell::get).flatten();
        let seqs = || looks().map(|look| look.seq);
        seqs().min().unwrap_or(u64::MAX)..=seqs().max().unwrap_or(0)
    }

    /// What can be known of the table even when its game cannot be asked.
    pub(in crate::api) async fn info(&self) -> Result<&TableInfo, Fault> {
        if let Some(info) = &self.listed {
            return Ok(info);
        }
        match self.any_look().await {
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
        let mut asked = fields.iter().filter(|field| matches!(&*field.name, "moves" | "prompt"));
        let language = match asked.next() {
            Some(field) => {
                arguments_of::<LanguageArguments>(field, ctx.types, ctx.variables)?.language
            }
            None => Language::En,
        };
        match self.look(language).await {
            Err(fault) if !is_ours(&fault) => Err(fault),
            // Fields that need no look can still be answered.
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// What the journal says of the table.
    pub(super) async fn in_journal(&self) -> Result<&TableInfo, Fault> {
        let known =
            || async { self.state.host.lobby().table(self.id, self.viewer).await.map_err(fault) };
        self.known.get_or_try_init(known).await
    }

    pub(super) fn game(&self, id: &str) -> Result<&Arc<GameEntry>, Fault> {
        let gone = || Fault::new(Code::UNAVAILABLE, format!("the game {id} is not here now"));
        self.state.game(id).ok_or_else(gone)
    }

    /// The prefix of the names of the game's types.
    ///
    /// # Errors
    /// When there is no such table, or its game is not here.
    pub(in crate::api) async fn prefix(&self) -> Result<Arc<str>, Fault> {
        let info = self.info().await?;
        Ok(self.game(&info.game)?.prefix.clone())
    }
}

/// Whether a fault is the server's own, and says nothing about the table and its viewer.
fn is_ours(fault: &Fault) -> bool {
    matches!(fault.code, Code::INTERNAL | Code::UNAVAILABLE)
}

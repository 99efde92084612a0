//! A table as one viewer sees it at one moment: what `Table` and `Snapshot` are both answered from.
//!
//! Nothing is looked at before a field needs it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use gueridon_game::{Language, Score, Seat, Seats};
use gueridon_graphql::document::plan::{Content, Selected};
use gueridon_graphql::fault::{Code, Fault};
use gueridon_graphql::resolver::arguments_of;
use gueridon_graphql::value::Value;
use gueridon_host::host::{Look, TableStatus, Viewer};
use gueridon_host::table::{Standing, has_score, read_score};
use gueridon_journal::{Seated, TableId};
use gueridon_json::JsonSlice;
use tokio::sync::OnceCell;

use super::arguments::{LanguageArguments, PageArguments};
use super::connection::{PageInfo, bad_cursor, page_size};
use super::entry::entry_json;
use super::game_entry::GameEntry;
use super::game_view::{json_text, legal_moves, view_of};
use super::refused::fault;
use super::state::{Context, State};

/// A table and its viewer, with the looks that were taken.
#[derive(Debug)]
pub(super) struct Looks {
    pub(super) state: Arc<State>,
    /// Which table.
    pub(super) id: TableId,
    /// The viewer, with the eyes and the moment of the look.
    pub(super) viewer: Viewer,
    /// A look in each language, and one without words and without the score, or why there is none; each
    /// is tried once.
    taken: [OnceCell<Result<Arc<Look>, Fault>>; Language::ALL.len() + 1],
}

impl Looks {
    /// A table at which nobody has looked yet.
    pub(super) fn new(state: Arc<State>, id: TableId, viewer: Viewer) -> Self {
        Self { state, id, viewer, taken: Default::default() }
    }

    /// The look with the score, and words in a language, or without them; taken once for all fields.
    ///
    /// # Errors
    /// When there is no such table, or these eyes may not look, or the game failed.
    async fn look(&self, language: Option<Language>) -> Result<&Look, Fault> {
        let look = || async {
            let look = self.state.host.watching().look(self.id, self.viewer, language).await;
            look.map(Arc::new).map_err(fault)
        };
        let place = language.map_or(Language::ALL.len(), Language::index);
        let tried = self.taken[place].get_or_init(look).await;
        tried.as_deref().map_err(Fault::clone)
    }

    /// Any look: one that was tried already, or a whole one in English.
    pub(super) async fn any(&self) -> Result<&Look, Fault> {
        match first_good(&self.taken) {
            Some(tried) => tried.as_deref().map_err(Fault::clone),
            None => self.look(Some(Language::En)).await,
        }
    }

    /// A look with the score, in any language: one that was tried already, or one in English.
    async fn any_with_score(&self) -> Result<&Look, Fault> {
        match first_good(&self.taken[..Language::ALL.len()]) {
            Some(tried) => tried.as_deref().map_err(Fault::clone),
            None => self.look(Some(Language::En)).await,
        }
    }

    /// The first look, in the language that the fields are asked in, so that it serves all; without words
    /// and the score if none of them is asked for.
    ///
    /// # Errors
    /// As of [`Looks::look`].
    pub(super) async fn look_for(
        &self,
        ctx: Context<'_>,
        fields: &[Selected],
    ) -> Result<&Look, Fault> {
        let has_words = |field: &&Selected| match &*field.name {
            "prompt" => true,
            "moves" => has_words(field),
            _ => false,
        };
        let language = match fields.iter().find(has_words) {
            Some(field) => {
                let arguments = arguments_of::<LanguageArguments>(field, ctx.types, ctx.variables)?;
                Some(arguments.language)
            }
            None => fields.iter().any(|field| &*field.name == "score").then_some(Language::En),
        };
        self.look(language).await
    }

    /// The entries at which the table was looked at, from first to last; empty if there was no
    /// look.
    pub(super) fn looked_at(&self) -> RangeInclusive<u64> {
        let looks = || self.taken.iter().filter_map(OnceCell::get).flatten();
        let seqs = || looks().map(|look| look.seq);
        seqs().min().unwrap_or(u64::MAX)..=seqs().max().unwrap_or(0)
    }

    /// The table's game.
    ///
    /// # Errors
    /// When it is not loaded.
    pub(super) fn game(&self, id: &str) -> Result<&Arc<GameEntry>, Fault> {
        let gone = || Fault::new(Code::UNAVAILABLE, format!("the game {id} is not here now"));
        self.state.game(id).ok_or_else(gone)
    }

    pub(super) async fn seat(&self) -> Result<Option<Seat>, Fault> {
        Ok(self.any().await?.seat)
    }

    pub(super) async fn seq(&self) -> Result<u64, Fault> {
        Ok(self.any().await?.seq)
    }

    pub(super) async fn to_act(&self) -> Result<Seats, Fault> {
        Ok(self.any().await?.seen.as_ref().map(|seen| seen.to_act).unwrap_or_default())
    }

    pub(super) async fn prompt(&self, language: Language) -> Result<Option<&str>, Fault> {
        let seen = self.look(Some(language)).await?.seen.as_ref();
        // The host leaves the prompt empty if nothing is asked.
        Ok(seen.map(|seen| &*seen.prompt).filter(|prompt| !prompt.is_empty()))
    }

    pub(super) async fn view(&self) -> Result<Value, Fault> {
        let look = self.any().await?;
        let Some(seen) = &look.seen else { return Ok(Value::Null) };
        let prefix = match self.game(&look.table.game) {
            Ok(game) => game.prefix.clone(),
            // What was seen last has no type any more where the only build is in quarantine.
            Err(_) if matches!(look.table.state, TableStatus::Stopped { .. }) => {
                return Ok(Value::Null);
            }
            Err(gone) => return Err(gone),
        };
        view_of(seen, prefix)
    }

    async fn is_stopped(&self) -> Result<bool, Fault> {
        Ok(matches!(self.any().await?.table.state, TableStatus::Stopped { .. }))
    }

    /// The legal moves, as a field asks for them.
    pub(super) async fn moves(&self, asked: &Selected, language: Language) -> Result<Value, Fault> {
        let look =
            if has_words(asked) { self.look(Some(language)).await? } else { self.any().await? };
        match &look.seen {
            Some(seen) => legal_moves(&seen.moves, JsonSlice::get, &look.table.game),
            None => Ok(Value::Json("[]".into())),
        }
    }

    pub(super) async fn score(&self) -> Result<Option<Score>, Fault> {
        let look = self.any_with_score().await?;
        // What was last seen of a table that was stopped may have been seen without it.
        let is_stopped = matches!(look.table.state, TableStatus::Stopped { .. });
        let seen = look.seen.as_ref().filter(|seen| !is_stopped || has_score(seen));
        seen.map(|seen| read_score(&seen.score)).transpose().map_err(Fault::internal)
    }

    /// The table state; none before the table has begun.
    pub(super) async fn standing(&self) -> Result<Option<&Standing>, Fault> {
        Ok(self.any().await?.standing.as_deref())
    }

    /// A page of the table's entries as these eyes see them; `seated` are those who sit there.
    pub(super) async fn entries(
        &self,
        game: &str,
        seated: &[Seated],
        arguments: PageArguments,
    ) -> Result<Value, Fault> {
        let first = page_size(arguments.first)?;
        let after = match arguments.after {
            Some(cursor) => cursor.parse().map_err(|_| bad_cursor(&cursor))?,
            None => 0,
        };
        let found =
            self.state.host.watching().entries(self.id, self.viewer, after, first + 1).await;
        let mut found = found.map_err(fault)?;
        let page = PageInfo::cut(&mut found, first, after > 0, |entry| entry.seq.to_string());
        let prefix = match self.game(game) {
            Ok(game) => game.prefix.clone(),
            // What happened has no type any more where the only build is in quarantine.
            Err(gone) => {
                if !self.is_stopped().await? {
                    return Err(gone);
                }
                found.iter_mut().for_each(|entry| Arc::make_mut(entry).told.clear());
                Arc::from("")
            }
        };
        let nodes: Vec<String> =
            found.iter().map(|entry| entry_json(entry, seated)).collect::<Result<_, _>>()?;
        let edges: Vec<String> = found
            .iter()
            .zip(&nodes)
            .map(|(entry, node)| format!("{{\"cursor\":\"{}\",\"node\":{node}}}", entry.seq))
            .collect();
        let page = json_text(&page)?;
        let (edges, nodes) = (edges.join(","), nodes.join(","));
        let text = format!("{{\"edges\":[{edges}],\"nodes\":[{nodes}],\"pageInfo\":{page}}}");
        Ok(Value::OfPart { prefix, text })
    }
}

/// The first look of these that was taken, or else why one was not; none if none was tried.
fn first_good(taken: &[OnceCell<Result<Arc<Look>, Fault>>]) -> Option<&Result<Arc<Look>, Fault>> {
    let tried = || taken.iter().filter_map(OnceCell::get);
    tried().find(|tried| tried.is_ok()).or_else(|| tried().next())
}

/// Whether the words of moves are selected.
fn has_words(moves: &Selected) -> bool {
    let Content::Fields(by_type) = &moves.content else { return false };
    by_type.iter().flat_map(|(_, fields)| fields).any(|field| &*field.name == "words")
}

/// The schema's word for a table's status; none for one that is stopped.
pub(super) const fn status_word(status: &TableStatus) -> Option<&'static str> {
    match status {
        TableStatus::Open => Some("OPEN"),
        TableStatus::Playing => Some("PLAYING"),
        TableStatus::Over => Some("OVER"),
        TableStatus::Closed { .. } => Some("CLOSED"),
        TableStatus::Stopped { .. } => None,
    }
}

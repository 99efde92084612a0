//! A table as one pair of eyes sees it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use async_trait::async_trait;
use gueridon_game::Language;
use gueridon_host::host::{Look, Perspective, TableInfo, TableStatus, Viewer};
use gueridon_host::table::{EntryView, GameView};
pub(crate) use gueridon_host::timestamp::rfc3339;
use gueridon_journal::TableId;
use serde::Serialize;
use serde_json::{Value as Json, json};
use tokio::sync::OnceCell;

use super::entries::entry_json;
use super::game::{GameEntry, GameObject};
use super::lobby::settings_json;
use super::{Api, fault, language, text};
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::execute::{Object, Run, Value};
use gueridon_graphql::fault::{Code, Fault};

/// A table that was asked for; what is not asked of it is not looked at.
#[derive(Debug, Clone)]
pub struct TableObject {
    /// The API that was asked.
    pub api: Arc<Api>,
    /// Which table.
    pub id: TableId,
    /// Who looks.
    pub viewer: Viewer,
    /// What is known without looking, of a table in a list.
    pub listed: Option<Arc<TableInfo>>,
    /// The looks that were tried, by language.
    pub looks: Arc<Looks>,
    /// What the journal says, if it was asked.
    pub known: Arc<OnceCell<TableInfo>>,
}

/// A look in each language, or why there is none; each is tried once.
pub type Looks = [OnceCell<Result<Arc<Look>, Fault>>; Language::ALL.len()];

impl TableObject {
    /// A table as `viewer` sees it.
    #[must_use]
    pub fn new(api: Arc<Api>, id: TableId, viewer: Viewer) -> Self {
        let (looks, known) = (Arc::default(), Arc::default());
        Self { api, id, viewer, listed: None, looks, known }
    }

    /// The table as it is now, with words in `language`; taken once for all fields.
    ///
    /// # Errors
    /// When there is no such table, or these eyes may not look, or the game failed.
    pub async fn look(&self, language: Language) -> Result<&Look, Fault> {
        let look = || async {
            let look = self.api.host.watching().look(self.id, self.viewer, language).await;
            look.map(Arc::new).map_err(fault)
        };
        let tried = self.looks[language.index()].get_or_init(look).await;
        tried.as_deref().map_err(Fault::clone)
    }

    /// A look in any language: the one that was tried already, or one in English.
    pub(super) async fn any_look(&self) -> Result<&Look, Fault> {
        let tried = || self.looks.iter().filter_map(OnceCell::get);
        match tried().find(|tried| tried.is_ok()).or_else(|| tried().next()) {
            Some(tried) => tried.as_deref().map_err(Fault::clone),
            None => self.look(Language::En).await,
        }
    }

    /// At which entries the table was looked at: from the first to the last; empty where it was not.
    pub(super) fn looked_at(&self) -> RangeInclusive<u64> {
        let looks = || self.looks.iter().filter_map(OnceCell::get).flatten();
        let seqs = || looks().map(|look| look.seq);
        seqs().min().unwrap_or(u64::MAX)..=seqs().max().unwrap_or(0)
    }

    /// What can be known of the table even when its game cannot be asked.
    pub(super) async fn info(&self) -> Result<&TableInfo, Fault> {
        if let Some(info) = &self.listed {
            return Ok(info);
        }
        match self.any_look().await {
            Ok(look) => Ok(&look.table),
            Err(fault) if !is_ours(&fault) => Err(fault),
            Err(_) => {
                let known = || async {
                    self.api.host.lobby().table(self.id, self.viewer).await.map_err(fault)
                };
                self.known.get_or_try_init(known).await
            }
        }
    }

    /// Takes the first look in the language that the fields are asked in, so that it serves all.
    ///
    /// # Errors
    /// When there is no such table, or these eyes may not look.
    pub async fn open_eyes(&self, fields: &[Selected], run: &Run<'_>) -> Result<(), Fault> {
        let mut asked = fields.iter().filter(|field| matches!(&*field.name, "moves" | "prompt"));
        let language = match asked.next() {
            Some(field) => language(&run.arguments(field)?),
            None => Language::En,
        };
        match self.look(language).await {
            Err(fault) if !is_ours(&fault) => Err(fault),
            // What is known without its game is worth an answer.
            Ok(_) | Err(_) => Ok(()),
        }
    }

    fn game(&self, id: &str) -> Result<&Arc<GameEntry>, Fault> {
        let gone = || Fault::new(Code::UNAVAILABLE, format!("the game {id} is not here now"));
        self.api.game(id).ok_or_else(gone)
    }

    async fn options(&self) -> Result<Value, Fault> {
        let info = self.info().await?;
        match (&info.options, self.api.game(&info.game)) {
            (Json::Null, Some(game)) => Value::of(&game.options),
            (options, _) => Value::of(&json!({ info.game.as_str(): options })),
        }
    }

    async fn entries(&self, arguments: &Values) -> Result<Value, Fault> {
        let first = page_size(arguments)?;
        let after = match text(arguments, "after") {
            Some(cursor) => cursor.parse().map_err(|_| bad_cursor(cursor))?,
            None => 0,
        };
        let found = self.api.host.watching().entries(self.id, self.viewer, after, first + 1).await;
        let mut found = found.map_err(fault)?;
        let has_next = found.len() > first;
        found.truncate(first);
        let prefix = self.prefix().await?;
        let seated = &self.info().await?.seated;
        let nodes: Vec<String> =
            found.iter().map(|entry| entry_json(entry, seated)).collect::<Result<_, _>>()?;
        let edges: Vec<String> = found
            .iter()
            .zip(&nodes)
            .map(|(entry, node)| format!("{{\"cursor\":\"{}\",\"node\":{node}}}", entry.seq))
            .collect();
        let cursor = |entry: &Arc<EntryView>| entry.seq.to_string();
        let page = json_of(&PageInfo {
            has_next_page: has_next,
            has_previous_page: after > 0,
            start_cursor: found.first().map(cursor),
            end_cursor: found.last().map(cursor),
        })?;
        let (edges, nodes) = (edges.join(","), nodes.join(","));
        let text = format!("{{\"edges\":[{edges}],\"nodes\":[{nodes}],\"pageInfo\":{page}}}");
        Ok(Value::OfPart { prefix, text })
    }

    /// What the names of the types of the table's game begin with.
    ///
    /// # Errors
    /// When there is no such table, or its game is not here.
    pub async fn prefix(&self) -> Result<Arc<str>, Fault> {
        let info = self.info().await?;
        Ok(self.game(&info.game)?.prefix.clone())
    }
}

#[async_trait]
impl Object for TableObject {
    fn type_name(&self) -> &'static str {
        "Table"
    }

    async fn field(&self, field: &Selected, run: &Run<'_>) -> Result<Value, Fault> {
        match &*field.name {
            "id" => Value::of(&self.id),
            "game" => {
                let entry = self.api.game(&self.info().await?.game).cloned();
                let api = self.api.clone();
                Ok(entry.map_or(Value::Null, |entry| Value::object(GameObject { api, entry })))
            }
            "status" => Value::of(&match &self.info().await?.state {
                TableStatus::Open => "OPEN",
                TableStatus::Playing => "PLAYING",
                TableStatus::Over => "OVER",
                TableStatus::Closed { .. } => "CLOSED",
                TableStatus::Stopped { .. } => "STOPPED",
            }),
            "options" => self.options().await,
            "settings" => Value::of(&settings_json(&self.info().await?.settings)),
            "owner" => self.owner(self.info().await?).await,
            "inviteCode" => self.invite_code().await,
            "rematch" => self.rematch().await,
            "openedAt" => Value::of(&rfc3339(self.info().await?.created_ms)),
            "startedAt" => Value::of(&self.info().await?.started_ms.map(rfc3339)),
            "stoppedReason" => match &self.info().await?.state {
                TableStatus::Stopped { reason } => Value::of(reason),
                _ => Ok(Value::Null),
            },
            "seats" => self.seats(field, run).await,
            "isPaused" | "proposal" | "closedReason" | "endedAt" => {
                self.standing(&field.name).await
            }
            "result" => self.result().await,
            "spectators" => Value::of(&self.api.host.watching().spectators(self.id)),
            "messages" => self.messages(&run.arguments(field)?).await,
            "entries" => self.entries(&run.arguments(field)?).await,
            "prompt" | "moves" => {
                let look = self.look(language(&run.arguments(field)?)).await?;
                of_look(&field.name, look)
            }
            "view" => {
                let look = self.any_look().await?;
                let Some(seen) = &look.seen else { return Ok(Value::Null) };
                let game = self.game(&look.table.game)?;
                let prefix = game.prefix.clone();
                Ok(Value::OfPart { prefix, text: with_to_act(seen)? })
            }
            name => of_look(name, self.any_look().await?),
        }
    }
}

/// Whether a fault says nothing about the table and its viewer, only that we failed.
fn is_ours(fault: &Fault) -> bool {
    matches!(fault.code, Code::INTERNAL | Code::UNAVAILABLE)
}

/// Where a page lies in the whole.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageInfo {
    /// Whether there is more after it.
    pub has_next_page: bool,
    /// Whether there may be something before it.
    pub has_previous_page: bool,
    /// The cursor of its first thing.
    pub start_cursor: Option<String>,
    /// The cursor of its last thing.
    pub end_cursor: Option<String>,
}

fn of_look(name: &str, look: &Look) -> Result<Value, Fault> {
    let seen = look.seen.as_ref();
    match name {
        "seat" => Value::of(&look.seat),
        "seq" => Value::of(&look.seq),
        "since" => Value::of(&look.since),
        "toAct" => Value::of(&seen.map(|seen| seen.to_act).unwrap_or_default()),
        // Where nothing is asked, the host leaves it empty.
        "prompt" => Value::of(&seen.map(|seen| &seen.prompt).filter(|prompt| !prompt.is_empty())),
        "moves" => match seen {
            Some(seen) => sendable(seen, &look.table.game),
            None => Ok(Value::Json("[]".into())),
        },
        "score" => Value::of(&seen.map(|seen| &seen.score)),
        other => Err(Fault::internal(format!("Table.{other} is answered by nobody"))),
    }
}

/// The legal moves as they can be sent: each in the field of `Move` that is its game's.
///
/// # Errors
/// Only for values that have no JSON.
pub fn sendable(seen: &GameView, game: &str) -> Result<Value, Fault> {
    let moves = seen.moves.iter().map(|choice| {
        let step = BTreeMap::from([(game, &choice.step)]);
        json_of(&step).and_then(|step| {
            Ok(format!("{{\"move\":{step},\"words\":{}}}", json_of(&choice.words)?))
        })
    });
    let moves: Vec<String> = moves.collect::<Result<_, _>>()?;
    Ok(Value::Json(format!("[{}]", moves.join(",")).into()))
}

fn json_of(value: &impl serde::Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(Fault::internal)
}

/// A view with what the platform puts into it: whose view type it is, and who is to act.
///
/// # Errors
/// When the module wrote something that is no object.
pub fn with_to_act(seen: &GameView) -> Result<String, Fault> {
    let view = seen.view.get().trim();
    let Some(members) = view.strip_prefix('{') else {
        return Err(Fault::internal("a view is no object"));
    };
    let to_act = serde_json::to_string(&seen.to_act).map_err(Fault::internal)?;
    let comma = if members.trim_start().starts_with('}') { "" } else { "," };
    // First, so that a tag of the module's own comes after ours and is not found.
    Ok(format!("{{\"__typename\":\"View\",\"toAct\":{to_act}{comma}{members}"))
}

/// How many things a page has.
///
/// # Errors
/// When it is not 1 to 100.
pub fn page_size(arguments: &Values) -> Result<usize, Fault> {
    let first = arguments.get("first").and_then(Json::as_u64).unwrap_or_default();
    match usize::try_from(first) {
        Ok(first @ 1..=100) => Ok(first),
        _ => Err(Fault::bad_input("first is 1 to 100")),
    }
}

/// A cursor that this list never gave.
#[must_use]
pub fn bad_cursor(cursor: &str) -> Fault {
    Fault::bad_input(format!("after: {cursor} is not a cursor of this list"))
}

/// How a table is looked at.
#[must_use]
pub fn sight(arguments: &Values) -> Perspective {
    if text(arguments, "sight") == Some("ALL") { Perspective::All } else { Perspective::Own }
}

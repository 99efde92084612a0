//! The type `Game`.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::{ObjectType, Value};
use serde::Deserialize;
use serde_json::{Map, Value as JsonValue};

use super::arguments::LanguageArguments;
use super::game_entry::GameEntry;
use super::refused::fault;
use super::state::{Context, Fields};
use crate::game_files::Purpose;

/// A requested game.
#[derive(Clone)]
pub(super) struct GameObject(pub(super) Arc<GameEntry>);

impl ObjectType for GameObject {
    const NAME: &'static str = "Game";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<GameObject>()
        .property("id", |game| Value::of(&game.0.id))
        .field("title", title)
        .property("titles", |game| {
            let mut titles: Vec<&str> = Vec::new();
            for (_, title) in &game.0.titles {
                if !titles.contains(&title.as_str()) {
                    titles.push(title);
                }
            }
            Value::of(&titles)
        })
        .property("seats", |game| Value::of(&game.0.seats))
        .property("options", |game| Value::of(&game.0.options))
        .field("catalogue", catalogue)
        .property("rulesVersion", |game| Json(game.0.rules_version))
        .field("element", element)
        .property("isIsolated", |game| Json(game.0.is_isolated))
        .field("learning", learning);
    fields.json(&["CatalogueEntry"]);
}

async fn title(_: Context<'_>, game: &GameObject, arguments: LanguageArguments) -> Json<String> {
    let titles = &game.0.titles;
    let found = titles.iter().find(|(language, _)| *language == arguments.language);
    Json(found.or(titles.first()).map(|(_, title)| title.clone()).unwrap_or_default())
}

async fn element(ctx: Context<'_>, game: &GameObject) -> Json<Option<String>> {
    Json(ctx.state.files.path(&game.0.id, Purpose::Element))
}

async fn learning(ctx: Context<'_>, game: &GameObject) -> Json<Option<String>> {
    Json(ctx.state.files.path(&game.0.id, Purpose::Learning))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CatalogueArguments {
    options: Option<Map<String, JsonValue>>,
}

async fn catalogue(
    ctx: Context<'_>,
    GameObject(entry): &GameObject,
    arguments: CatalogueArguments,
) -> Result<Value, Fault> {
    let options = match arguments.options {
        Some(options) => Some(own_options(entry, options)?),
        None => None,
    };
    if let Some(kept) = entry.catalogues.get(options.as_ref()) {
        return Ok(Value::Json(kept.to_string().into()));
    }
    let things = ctx.host().games().catalogue(&entry.id, options.clone()).await;
    let text = serde_json::to_string(&things.map_err(fault)?).map_err(Fault::internal)?;
    entry.catalogues.keep(options, &text);
    Ok(Value::Json(text.into()))
}

/// The options without the field of `Options` that names the game.
fn own_options(entry: &GameEntry, mut options: Map<String, JsonValue>) -> Result<JsonValue, Fault> {
    options.remove(&entry.id).ok_or_else(|| {
        Fault::bad_input(format!("options of another game were given for {}", entry.id))
    })
}

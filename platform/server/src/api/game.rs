//! A game as the API shows it.

use std::sync::Arc;

use async_trait::async_trait;
use gueridon_game::Language;
use gueridon_host::host::Game;
use serde_json::{Map, Value as Json, json};

use super::catalogue::{self, Catalogues};
use super::{Api, fault, language};
use gueridon_graphql::document::coerce;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::execute::{Object, Run, Value};
use gueridon_graphql::fault::Fault;
use gueridon_graphql::sdl::{Merged, Types};

/// What the API knows of a game.
#[derive(Debug)]
pub struct GameEntry {
    /// The game's id.
    pub id: String,
    /// What the names of its types begin with.
    pub prefix: Arc<str>,
    /// The name of the type of its views.
    pub view: String,
    titles: Vec<(Language, String)>,
    seats: Vec<u8>,
    /// Its options as they are when nothing is chosen, as they can be sent.
    pub options: Json,
    rules_version: u32,
    catalogues: Catalogues,
}

impl GameEntry {
    /// A game whose part is in the schema.
    #[must_use]
    pub fn new(merged: &Merged, types: &Types, build: &Game) -> Self {
        let about = build.about();
        let options = merged
            .input_of("Options", &about.id)
            .map(|input| coerce::defaults(types, &input.name.node))
            .unwrap_or_default();
        Self {
            id: about.id.clone(),
            prefix: about.prefix.as_str().into(),
            view: format!("{}View", about.prefix),
            titles: about.titles.clone(),
            seats: (about.fewest_seats..=about.most_seats).collect(),
            options: json!({ about.id.as_str(): options }),
            rules_version: about.rules_version,
            catalogues: Catalogues::default(),
        }
    }
}

/// A game that was asked for.
#[derive(Debug)]
pub struct GameObject {
    /// The API it is of.
    pub api: Arc<Api>,
    /// The game.
    pub entry: Arc<GameEntry>,
}

#[async_trait]
impl Object for GameObject {
    fn type_name(&self) -> &'static str {
        "Game"
    }

    async fn field(&self, field: &Selected, run: &Run<'_>) -> Result<Value, Fault> {
        let entry = &self.entry;
        match &*field.name {
            "id" => Value::of(&entry.id),
            "title" => {
                let by_language: Map<String, Json> = entry
                    .titles
                    .iter()
                    .map(|(language, title)| {
                        (json!(language).as_str().unwrap_or("EN").to_owned(), json!(title))
                    })
                    .collect();
                Value::of(&by_language)
            }
            "titles" => {
                let mut titles: Vec<&str> = Vec::new();
                for (_, title) in &entry.titles {
                    if !titles.contains(&title.as_str()) {
                        titles.push(title);
                    }
                }
                Value::of(&titles)
            }
            "seats" => Value::of(&entry.seats),
            "options" => Value::of(&entry.options),
            "element" => {
                let element = self.api.elements.of(&entry.id);
                Value::of(&element.map(|one| format!("/games/{}.js?v={}", entry.id, one.version)))
            }
            "rulesVersion" => Value::of(&entry.rules_version),
            "catalogue" => {
                let arguments = run.arguments(field)?;
                let options = match arguments.get("options") {
                    Some(Json::Object(options)) => Some(self.own(options)?),
                    _ => None,
                };
                self.catalogue((options, language(&arguments))).await
            }
            other => Err(Fault::internal(format!("Game.{other} is answered by nobody"))),
        }
    }
}

impl GameObject {
    async fn catalogue(&self, key: catalogue::Key) -> Result<Value, Fault> {
        let entry = &self.entry;
        if let Some(kept) = entry.catalogues.get(&key) {
            return Ok(Value::Json(kept.to_string().into()));
        }
        let things = self.api.host.games().catalogue(&entry.id, key.0.clone(), key.1).await;
        let text = serde_json::to_string(&things.map_err(fault)?).map_err(Fault::internal)?;
        entry.catalogues.keep(key, &text);
        Ok(Value::Json(text.into()))
    }

    fn own(&self, options: &Map<String, Json>) -> Result<Json, Fault> {
        options.get(&self.entry.id).cloned().ok_or_else(|| {
            Fault::bad_input(format!("options of another game were given for {}", self.entry.id))
        })
    }
}

//! A game as the API knows it, once its part is in the schema.

use std::sync::Arc;

use gueridon_game::Language;
use gueridon_graphql::document::coerce;
use gueridon_graphql::sdl::{Merged, Types};
use gueridon_host::host::Game;
use serde_json::{Value, json};

use super::catalogues::Catalogues;

/// What the API knows of a game.
#[derive(Debug)]
pub struct GameEntry {
    /// The game's id.
    pub id: String,
    /// The prefix of its type names.
    pub prefix: Arc<str>,
    pub(super) titles: Vec<(Language, String)>,
    pub(super) seats: Vec<u8>,
    /// Its default options, in the form in which clients send them.
    pub(super) options: Value,
    pub(super) rules_version: u32,
    /// Whether its module is called in a process of its own.
    pub(super) is_isolated: bool,
    pub(super) catalogues: Catalogues,
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
            titles: about.titles.clone(),
            seats: (about.fewest_seats..=about.most_seats).collect(),
            options: json!({ about.id.as_str(): options }),
            rules_version: about.rules_version,
            is_isolated: build.is_isolated(),
            catalogues: Catalogues::default(),
        }
    }
}

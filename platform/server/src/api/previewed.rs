//! The type `Previewed`: what some steps would lead to.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::{ObjectType, Value};
use gueridon_host::table::{Preview, read_score};
use gueridon_json::JsonSlice;

use super::game_entry::GameEntry;
use super::game_view::{legal_moves, view_of};
use super::state::Fields;

/// What some steps would lead to.
pub(super) struct Previewed {
    pub(super) foreseen: Preview,
    pub(super) game: Arc<GameEntry>,
}

impl ObjectType for Previewed {
    const NAME: &'static str = "Previewed";
}

impl Previewed {
    fn of_game(&self, text: String) -> Value {
        Value::OfPart { prefix: self.game.prefix.clone(), text }
    }
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<Previewed>()
        .property("ok", |_| Json(true))
        .property("uncertain", |one| Json(one.foreseen.uncertain))
        .property("told", |one| {
            let told = serde_json::to_string(&one.foreseen.told).map_err(Fault::internal)?;
            Ok::<_, Fault>(one.of_game(told))
        })
        .property("toAct", |one| Json(one.foreseen.look.to_act))
        .property("prompt", |one| Value::of(&one.foreseen.look.prompt))
        .property("view", |one| view_of(&one.foreseen.look, one.game.prefix.clone()))
        .property("moves", |one| {
            legal_moves(&one.foreseen.look.moves, JsonSlice::get, &one.game.id)
        })
        .property("score", |one| {
            Value::of(&read_score(&one.foreseen.look.score).map_err(Fault::internal)?)
        });
}

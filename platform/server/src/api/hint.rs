//! The type `Hint`: what a search would play.

use std::sync::Arc;

use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::ObjectType;
use gueridon_host::bots::Advice;

use super::game_entry::GameEntry;
use super::game_view::legal_moves;
use super::state::Fields;

/// What a search would play.
pub(super) struct Hint {
    pub(super) advice: Advice,
    pub(super) game: Arc<GameEntry>,
}

impl ObjectType for Hint {
    const NAME: &'static str = "Hint";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<Hint>()
        .property("ok", |_| Json(true))
        .property("steps", |hint| legal_moves(&hint.advice.steps, |step| step.get(), &hint.game.id))
        .property("chance", |hint| Json(f64::from(hint.advice.chance) / 1_000.0))
        .property("iterations", |hint| Json(hint.advice.iterations));
}

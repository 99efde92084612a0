//! A game's own JSON, as the answers of the API have it.

use std::sync::Arc;

use gueridon_game::border::Choice;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::project::Given;
use gueridon_graphql::value::{SliceValue, Value};
use gueridon_host::table::GameView;
use serde::Serialize;

/// The legal moves as clients can send them back: each in its game's field of `Move`. `json` is how
/// a step is written.
///
/// # Errors
/// Only for values that have no JSON.
pub(super) fn legal_moves<M>(
    moves: &[Choice<M>],
    json: impl Fn(&M) -> &str,
    game: &str,
) -> Result<Value, Fault> {
    let game = json_text(&game)?;
    let mut text = Vec::with_capacity(moves.len() * (game.len() + 120) + 2);
    text.push(b'[');
    for (index, Choice { step, words, declines }) in moves.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        for piece in [comma, "{\"move\":{", &game, ":", json(step), "},\"words\":"] {
            text.extend_from_slice(piece.as_bytes());
        }
        serde_json::to_writer(&mut text, words).map_err(Fault::internal)?;
        let end: &[u8] = if *declines { b",\"declines\":true}" } else { b",\"declines\":false}" };
        text.extend_from_slice(end);
    }
    text.push(b']');
    let text = String::from_utf8(text).map_err(Fault::internal)?;
    Ok(Value::Json(text.into()))
}

pub(super) fn json_text(value: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(Fault::internal)
}

/// A view with what the platform says of it: the type, and who is to act.
///
/// # Errors
/// Only for values that have no JSON.
pub(super) fn view_of(seen: &GameView, prefix: Arc<str>) -> Result<Value, Fault> {
    let members = vec![("toAct", json_text(&seen.to_act)?)];
    let given = Given { type_name: "View", members };
    Ok(Value::Slice(Box::new(SliceValue { prefix, slice: seen.view.clone(), given })))
}

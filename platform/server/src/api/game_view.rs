//! A game's own JSON, as the answers of the API have it.

use std::collections::BTreeMap;

use gueridon_game::border::Choice;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::value::Value;
use gueridon_host::table::GameView;
use serde::Serialize;

/// The legal moves as clients can send them back: each in its game's field of `Move`.
///
/// # Errors
/// Only for values that have no JSON.
pub(super) fn legal_moves<M: Serialize>(moves: &[Choice<M>], game: &str) -> Result<Value, Fault> {
    let moves = moves.iter().map(|choice| {
        let step = BTreeMap::from([(game, &choice.step)]);
        let (step, words) = (json_text(&step)?, json_text(&choice.words)?);
        let declines = choice.declines;
        Ok(format!("{{\"move\":{step},\"words\":{words},\"declines\":{declines}}}"))
    });
    let moves: Vec<String> = moves.collect::<Result<_, Fault>>()?;
    Ok(Value::Json(format!("[{}]", moves.join(",")).into()))
}

pub(super) fn json_text(value: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(Fault::internal)
}

/// A view with the members that the platform adds: the type, and who is to act.
///
/// # Errors
/// When the module wrote something that is no object.
pub(super) fn view_json(seen: &GameView) -> Result<String, Fault> {
    let view = seen.view.get().trim();
    let Some(members) = view.strip_prefix('{') else {
        return Err(Fault::internal("a view is no object"));
    };
    let to_act = json_text(&seen.to_act)?;
    let comma = if members.trim_start().starts_with('}') { "" } else { "," };
    // First, so that a `__typename` from the module comes after ours and is ignored.
    Ok(format!("{{\"__typename\":\"View\",\"toAct\":{to_act}{comma}{members}"))
}

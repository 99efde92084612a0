//! A game's own JSON, as the answers of the API have it.

use gueridon_game::border::Choice;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::value::Value;
use gueridon_host::table::GameView;
use serde::{Serialize, Serializer};

/// The legal moves as clients can send them back: each in its game's field of `Move`.
///
/// # Errors
/// Only for values that have no JSON.
pub(super) fn legal_moves<M: Serialize>(moves: &[Choice<M>], game: &str) -> Result<Value, Fault> {
    Value::of(&LegalMoves { moves, game })
}

/// Legal moves, written one after the other.
struct LegalMoves<'a, M> {
    moves: &'a [Choice<M>],
    game: &'a str,
}

#[derive(Serialize)]
struct LegalMove<'a, M: Serialize> {
    r#move: Step<'a, M>,
    words: &'a str,
    declines: bool,
}

/// A step in its game's field of `Move`.
struct Step<'a, M> {
    game: &'a str,
    step: &'a M,
}

impl<M: Serialize> Serialize for Step<'_, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.game, self.step)])
    }
}

impl<M: Serialize> Serialize for LegalMoves<'_, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.moves.iter().map(|choice| LegalMove {
            r#move: Step { game: self.game, step: &choice.step },
            words: &choice.words,
            declines: choice.declines,
        }))
    }
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
    let parts = ["{\"__typename\":\"View\",\"toAct\":", &to_act, comma, members];
    Ok(parts.concat())
}

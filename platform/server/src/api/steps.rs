//! Steps as clients send them: the input `Move`, whose one field names the game.

use std::fmt;

use gueridon_host::host::Viewer;
use gueridon_host::refusal::{Answer, Code as RefusalCode};
use gueridon_host::table::Steps;
use gueridon_journal::TableId;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::state::State;

/// A step, with the game that the client says it belongs to.
pub(super) struct Step {
    game: String,
    step: Value,
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneMember;

        impl<'de> Visitor<'de> for OneMember {
            type Value = Step;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object whose one member names a game")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Step, A::Error> {
                let first = members.next_entry()?;
                let (game, step) = first.ok_or_else(|| A::Error::custom("there is no member"))?;
                Ok(Step { game, step })
            }
        }

        deserializer.deserialize_map(OneMember)
    }
}

/// The steps in the form of the table's game.
///
/// # Errors
/// `BAD_MOVE` when one is of another game, and `UNKNOWN_TABLE`.
pub(super) async fn of_game(
    state: &State,
    table: TableId,
    viewer: Viewer,
    steps: Vec<Step>,
) -> Answer<Steps> {
    let Some(first) = steps.first() else { return Ok(Vec::new().into()) };
    let game = match state.game_at(table).await {
        Ok(game) => game,
        Err(failure) => {
            // Callers who may not know of the table are not told what is wrong with it.
            state.host.lobby().table(table, viewer).await?;
            return Err(failure);
        }
    };
    if steps.iter().all(|step| step.game == game.id) {
        return Ok(Steps::from(steps.into_iter().map(|step| step.step).collect::<Vec<_>>()));
    }
    state.host.lobby().table(table, viewer).await?;
    let reason = format!("the game is {}, and there is a step of {}", game.id, first.game);
    Err(RefusalCode::BadMove.refused(&[("reason", reason)]).into())
}

//! A player as everybody may see them.

use gueridon_journal::{Player, Sitter};
use serde_json::{Value, json};

/// A player as everybody may see them.
pub(super) fn player_json(player: &Player) -> Value {
    json!({ "id": player.id, "name": player.name, "standing": player.standing })
}

/// The player who sits at a seat; none for a bot.
pub(super) fn sitter_json(sitter: &Sitter) -> Option<Value> {
    match sitter {
        Sitter::Player { player, name, standing } => {
            Some(json!({ "id": player, "name": name, "standing": standing }))
        }
        Sitter::Bot(_) => None,
    }
}

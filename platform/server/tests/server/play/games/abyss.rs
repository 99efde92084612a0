//! Abyss, with and without Kraken.

use serde_json::{Value as Json, json};

use super::{Game, Perspective, Variant};

pub(crate) const GAME: Game = Game {
    id: "abyss",
    variants: &[
        Variant { options: "{}", seats: 2..=4 },
        Variant { options: r#"{"kraken": true}"#, seats: 2..=4 },
    ],
    fewest_plays: 125,
    hides,
};

/// What these eyes may not know before the end is null; what they may is there. A Monster token of
/// another is known to those who had it or have stolen it, once the Hunter was played; the discard
/// to the player who is to take a card of it with the Healer.
fn hides(sight: &Perspective<'_>) {
    let view = sight.view;
    let is_stolen = sight.told.contains("AbyssTokenStolen");
    for hidden in ["deck", "tokenPool"] {
        assert_eq!(view.get(hidden), Some(&Json::Null), "{hidden}");
    }
    let is_asked = sight.seat.is_some() && view["toAct"] == json!([sight.seat]);
    assert!(view["discard"].is_null() || is_asked, "{view}");
    for stack in view["council"].as_array().unwrap() {
        assert_eq!(stack.get("cards"), Some(&Json::Null), "{stack}");
    }
    for player in view["players"].as_array().unwrap() {
        let is_own = sight.is_own(player);
        assert_eq!(player["hand"].is_array(), is_own, "{player}");
        assert!(is_own || player["chosen"].is_null(), "{player}");
        for token in player["monsterTokens"].as_array().unwrap() {
            assert!(is_own || is_stolen || token["token"].is_null(), "{player}");
        }
    }
}

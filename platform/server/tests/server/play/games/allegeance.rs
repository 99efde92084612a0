//! Allégeance, and its variants.

use serde_json::Value as Json;

use super::{Game, Perspective, Variant};

pub(crate) const GAME: Game = Game {
    id: "allegeance",
    variants: &[
        Variant { options: "{}", seats: 2..=4 },
        Variant { options: r#"{"draft": true, "first": 2}"#, seats: 3..=3 },
        Variant { options: r#"{"draft": true, "randomGuilds": true}"#, seats: 2..=2 },
    ],
    fewest_plays: 50,
    hides,
};

/// Hands, and the Allegiances to choose from, are their owner's, and so is the one chosen until all
/// are revealed; the pile is nobody's.
fn hides(sight: &Perspective<'_>) {
    assert_eq!(sight.view.get("deck"), Some(&Json::Null));
    let is_revealed = sight.told.contains("AllegeanceOathRevealed");
    for player in sight.view["players"].as_array().unwrap() {
        let is_own = sight.is_own(player);
        assert_eq!(player["hand"].is_array(), is_own, "{player}");
        for theirs in ["offered", "rejected"] {
            assert!(is_own || player.get(theirs) == Some(&Json::Null), "{theirs}: {player}");
        }
        assert!(is_own || is_revealed || player.get("oath") == Some(&Json::Null), "{player}");
    }
}

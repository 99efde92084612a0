//! The example of `platform/game`.

use super::{Game, Perspective, Variant};

pub(crate) const GAME: Game = Game {
    id: "sealed",
    variants: &[
        Variant { options: "{}", seats: 2..=4 },
        Variant { options: r#"{"rounds": 2}"#, seats: 5..=6 },
    ],
    fewest_plays: 15,
    hides,
};

/// Hands and bids are their owner's.
fn hides(sight: &Perspective<'_>) {
    for seat in sight.view["seats"].as_array().unwrap() {
        let is_own = sight.is_own(seat);
        assert_eq!(seat["hand"].is_array(), is_own, "{seat}");
        assert_eq!(seat["bid"].is_number(), is_own && seat["hasBid"] == true, "{seat}");
    }
}

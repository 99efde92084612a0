//! Astoria, and its variant for five and six.

use serde_json::{Value as Json, json};

use super::{Game, Perspective, Variant};

pub(crate) const GAME: Game = Game {
    id: "astoria",
    variants: &[
        Variant { options: "{}", seats: 2..=6 },
        Variant {
            options: r#"{"grandAlchemist": true, "roleAssignment": "CHOOSE"}"#,
            seats: 5..=6,
        },
    ],
    fewest_plays: 10,
    hides,
};

/// An objective is its owner's until an accusation turns it up; a hand is its owner's, but for cards
/// that another mage has given to it or has lost to it; the piles are nobody's.
fn hides(sight: &Perspective<'_>) {
    assert_eq!(sight.view.get("undealt"), Some(&Json::Null));
    let knows = |seats: &Json| {
        let seats = seats.as_array().unwrap();
        sight.seat.is_some_and(|seat| seats.contains(&json!(seat)))
    };
    let passed = ["AstoriaCardGiven", "AstoriaCardStolen"].iter().any(|it| sight.told.contains(it));
    for mage in sight.view["mages"].as_array().unwrap() {
        let is_shown = sight.is_own(mage) || mage["isRevealed"] == json!(true);
        assert!(is_shown || mage.get("objective") == Some(&Json::Null), "{mage}");
        let may_know = sight.seat.is_some() && passed;
        for card in mage["hand"].as_array().unwrap() {
            let is_known = card["artefact"].is_string();
            assert!(if sight.is_own(mage) { is_known } else { may_know || !is_known }, "{card}");
        }
    }
    for place in sight.view["lookedAt"].as_array().unwrap() {
        let is_known = place["card"].is_string();
        assert_eq!(is_known, knows(&place["seats"]) || is_public(&place["seats"]), "{place}");
    }
}

/// Whether everybody knows it, including the public, whose number is 7.
fn is_public(seats: &Json) -> bool {
    seats.as_array().unwrap().contains(&json!(7))
}

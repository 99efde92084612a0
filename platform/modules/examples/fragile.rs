//! A game whose steps can panic or take long; its module is sound.

#[path = "broken/fragile.rs"]
mod fragile;

use fragile::{Fragile, Named};
use gueridon_game::{About, Language, SdlSource};

gueridon_game::export!(Fragile<Button>);

#[derive(Debug, Clone)]
struct Button;

impl Named for Button {
    const ABOUT: About = About {
        id: "fragile",
        prefix: "Fragile",
        titles: &[(Language::En, "Button"), (Language::Fr, "Button")],
        rules_version: 1,
        fewest_seats: 1,
        most_seats: 2,
        sdl: SdlSource::Text(sdl!("fragile", "Fragile", "")),
        longest: 10,
    };
}

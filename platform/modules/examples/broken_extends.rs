//! A module that extends an input that modules may not extend.

#[path = "broken/fragile.rs"]
mod fragile;

use fragile::{Fragile, Named};
use gueridon_game::{About, Language, SdlSource};

gueridon_game::export!(Fragile<Meddler>);

#[derive(Debug, Clone)]
struct Meddler;

impl Named for Meddler {
    const ABOUT: About = About {
        id: "meddler",
        prefix: "Meddler",
        titles: &[(Language::En, "Meddler"), (Language::Fr, "Meddler")],
        rules_version: 1,
        fewest_seats: 1,
        most_seats: 2,
        sdl: SdlSource::Text(sdl!("meddler", "Meddler", "extend input Seating { meddler: Int }")),
        longest: 10,
    };
}

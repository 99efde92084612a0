//! A module that defines the same types as another one.

#[path = "broken/fragile.rs"]
mod fragile;

use fragile::{Fragile, Named};
use gueridon_game::{About, Language, SdlSource};

gueridon_game::export!(Fragile<TwinOne>);

#[derive(Debug, Clone)]
struct TwinOne;

impl Named for TwinOne {
    const ABOUT: About = About {
        id: "twinOne",
        prefix: "Twin",
        titles: &[(Language::En, "TwinOne"), (Language::Fr, "TwinOne")],
        rules_version: 1,
        fewest_seats: 1,
        most_seats: 2,
        sdl: SdlSource::Text(sdl!("twinOne", "Twin", "")),
        longest: 10,
    };
}

//! A module that defines the same types as another one.

#[path = "broken/fragile.rs"]
mod fragile;

use fragile::{Fragile, Named};
use gueridon_game::{About, Language, SdlSource};

gueridon_game::export!(Fragile<TwinTwo>);

#[derive(Debug, Clone)]
struct TwinTwo;

impl Named for TwinTwo {
    const ABOUT: About = About {
        id: "twinTwo",
        prefix: "Twin",
        titles: &[(Language::En, "TwinTwo"), (Language::Fr, "TwinTwo")],
        rules_version: 1,
        fewest_seats: 1,
        most_seats: 2,
        sdl: SdlSource::Text(sdl!("twinTwo", "Twin", "")),
        longest: 10,
    };
}

//! The game of `twin_one` under later rules: another build of it.

#[path = "broken/fragile.rs"]
mod fragile;

use fragile::{Fragile, Named, Revised};
use gueridon_game::{About, Language, SdlSource};

gueridon_game::export!(Fragile<TwinOneRevised>);

#[derive(Debug, Clone)]
struct TwinOneRevised;

impl Named for TwinOneRevised {
    const ABOUT: About = About {
        id: "twinOne",
        prefix: "Twin",
        titles: &[(Language::En, "TwinOne"), (Language::Fr, "TwinOne")],
        rules_version: 2,
        fewest_seats: 1,
        most_seats: 2,
        sdl: SdlSource::Text(sdl!("twinOne", "Twin", "")),
        longest: 10,
    };
    const REVISED: &'static [(u32, Revised)] = &[
        (3, Revised::View),
        (5, Revised::Told),
        (7, Revised::Score),
        (9, Revised::Moves),
        (11, Revised::Refusal),
    ];
}

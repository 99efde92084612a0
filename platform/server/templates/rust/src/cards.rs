//! The cards, their names and all texts, made of `data/*.toml` by `build.rs`.

use gueridon_game::{Bag, Kind};

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// Any number of cards.
pub type Cards = Bag<Card, { Card::ALL.len() }>;

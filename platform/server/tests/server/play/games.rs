//! The games that are played. To add one, name it in `each_game` and write its file in `games/`.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::support::server::module;

/// Calls a macro with the name of every game.
macro_rules! each_game {
    ($with:ident) => {
        $with! { abyss allegeance astoria sealed }
    };
}

macro_rules! modules {
    ($($game:ident)*) => {
        $(pub(crate) mod $game;)*

        /// Every game.
        pub(crate) const ALL: &[&Game] = &[$(&$game::GAME),*];
    };
}
each_game!(modules);

/// A game, and how it is played here.
#[derive(Debug)]
pub(crate) struct Game {
    /// Its id, which its module's file is named after.
    pub(crate) id: &'static str,
    /// How it is played; the first way is that of most tests.
    pub(crate) variants: &'static [Variant],
    /// How many plays a game of three has at least in the first way.
    pub(crate) fewest_plays: usize,
    /// Panics if a view shows what its eyes may not know while the game is on.
    pub(crate) hides: fn(&Perspective<'_>),
}

/// A way to play a game.
#[derive(Debug)]
pub(crate) struct Variant {
    /// The options, as JSON.
    pub(crate) options: &'static str,
    /// With how many players.
    pub(crate) seats: RangeInclusive<usize>,
}

/// What a viewer was shown.
#[derive(Debug)]
pub(crate) struct Perspective<'a> {
    pub(crate) view: &'a Json,
    /// From which seat; none for the public.
    pub(crate) seat: Option<usize>,
    /// The types of the events that had happened, as the public was told them.
    pub(crate) told: BTreeSet<&'a str>,
}

impl Perspective<'_> {
    /// Whether something with a field `seat` is the viewer's own.
    pub(crate) fn is_own(&self, thing: &Json) -> bool {
        self.seat.is_some() && thing["seat"] == json!(self.seat)
    }
}

impl Game {
    pub(crate) fn module(&self) -> PathBuf {
        module(&format!("lib{}.so", self.id))
    }

    /// The options of a variant as they are sent.
    pub(crate) fn options(&self, variant: &Variant) -> Json {
        let chosen: Json = serde_json::from_str(variant.options).unwrap();
        json!({ self.id: chosen })
    }

    /// The options of the first variant.
    pub(crate) fn plain(&self) -> Json {
        self.options(&self.variants[0])
    }

    /// Three, or as many as can play the first variant.
    pub(crate) fn about_three(&self) -> usize {
        self.variants[0].about_three()
    }
}

impl Variant {
    /// Three, or as many as can play.
    pub(crate) fn about_three(&self) -> usize {
        3.clamp(*self.seats.start(), *self.seats.end())
    }
}

//! The games that are played. To add one, name it in `each_game` and write its file in `games/`.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::server::module;

/// Calls a macro with the name of every game.
macro_rules! each_game {
    ($with:ident) => {
        $with! { abyss sealed }
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
    /// What is to be built.
    pub(crate) build: &'static str,
    /// With how many it is played.
    pub(crate) seats: RangeInclusive<usize>,
    /// Options it is played with, as JSON; the first are those of most tests.
    pub(crate) variants: &'static [&'static str],
    /// How many plays a game of three has at least with the first options.
    pub(crate) fewest_plays: usize,
    /// Panics where a view shows what its eyes may not know while the game is on.
    pub(crate) hides: fn(&Sight<'_>),
}

/// What somebody was shown.
#[derive(Debug)]
pub(crate) struct Sight<'a> {
    pub(crate) view: &'a Json,
    /// From which seat; none for the public.
    pub(crate) seat: Option<usize>,
    /// The types of the events that had happened, as the public was told them.
    pub(crate) told: BTreeSet<&'a str>,
}

impl Sight<'_> {
    /// Whether something with a field `seat` is the viewer's own.
    pub(crate) fn is_own(&self, thing: &Json) -> bool {
        self.seat.is_some() && thing["seat"] == json!(self.seat)
    }
}

impl Game {
    pub(crate) fn module(&self) -> PathBuf {
        module(&format!("lib{}.so", self.id), self.build)
    }

    /// Options as they are sent.
    pub(crate) fn options(&self, variant: &str) -> Json {
        let chosen: Json = serde_json::from_str(variant).unwrap();
        json!({ self.id: chosen })
    }

    /// The first options.
    pub(crate) fn plain(&self) -> Json {
        self.options(self.variants[0])
    }

    /// Three, or as many as there can be.
    pub(crate) fn about_three(&self) -> usize {
        3.clamp(*self.seats.start(), *self.seats.end())
    }
}

//! The games that are played.

use std::path::{Path, PathBuf};

use crate::documents::{FOLLOW, FOLLOW_TRICKS, OPEN, OPEN_TRICKS};
use crate::process::GUERIDON;

/// A game, with what its players ask.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Game {
    /// A game as people play it.
    Abyss,
    /// The game of the peers in `compare/`.
    Tricks,
}

impl Game {
    /// Its module as cargo has built it, with the binary.
    pub(crate) fn module(self) -> PathBuf {
        let name = match self {
            Self::Abyss => "abyss",
            Self::Tricks => "tricks",
        };
        let file = Path::new(GUERIDON).with_file_name(format!("deps/lib{name}.so"));
        assert!(file.exists(), "{} is missing: build {name} in the same profile", file.display());
        file
    }

    /// The mutation that opens a table for two.
    pub(crate) fn open(self) -> &'static str {
        match self {
            Self::Abyss => OPEN,
            Self::Tricks => OPEN_TRICKS,
        }
    }

    /// The subscription of a player.
    pub(crate) fn follow(self) -> &'static str {
        match self {
            Self::Abyss => FOLLOW,
            Self::Tricks => FOLLOW_TRICKS,
        }
    }
}

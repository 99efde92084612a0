//! What a journal holds.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use gueridon_game::Seat;
use gueridon_game::border::hex;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Standing, TokenId};

/// Names a table. Ids sort by the time at which they were given.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TableId(pub Uuid);

/// Names a player. Ids sort by the time at which they were given.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

macro_rules! written_as_its_uuid {
    ($($id:ident),*) => {$(
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $id {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, uuid::Error> {
                text.parse().map(Self)
            }
        }
    )*};
}

written_as_its_uuid!(TableId, PlayerId, TokenId);

/// The bytes of a game module that at least one table has begun with.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildRow {
    /// SHA-256 of the bytes.
    pub sha256: [u8; 32],
    /// The game it plays.
    pub game: String,
    /// The file.
    pub bytes: Arc<[u8]>,
    /// When it was first begun with, in milliseconds since 1970.
    pub first_used_ms: i64,
}

impl fmt::Debug for BuildRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuildRow")
            .field("sha256", &hex(&self.sha256))
            .field("game", &self.game)
            .field("bytes", &self.bytes.len())
            .finish()
    }
}

/// How far a table has come, as the journal knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// People sit down and get up.
    Open,
    /// Being played.
    Playing,
    /// Played to the end.
    Over,
}

impl Status {
    /// The word under which a journal keeps it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "OPEN",
            Self::Playing => "PLAYING",
            Self::Over => "OVER",
        }
    }

    /// The status that a journal keeps under `word`.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Open, Self::Playing, Self::Over].into_iter().find(|status| status.word() == word)
    }
}

/// A table without its entries.
#[derive(Clone, PartialEq, Eq)]
pub struct TableRow {
    /// Names the table.
    pub id: TableId,
    /// The game played at it.
    pub game: String,
    /// The game's options, as JSON; `null` for the game's own choice.
    pub options: String,
    /// How many seats there are.
    pub seats: u8,
    /// How far it has come.
    pub status: Status,
    /// Who opened it.
    pub opener: PlayerId,
    /// SHA-256 of the build it began with; none before it has begun.
    pub build: Option<[u8; 32]>,
    /// What all its chance is drawn from; none before it has begun, and never shown.
    pub seed: Option<[u8; 32]>,
    /// When it was opened, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it began, in milliseconds since 1970.
    pub started_ms: Option<i64>,
    /// Who began it; none before it has begun.
    pub starter: Option<PlayerId>,
    /// Those who sit, in the order of the seats.
    pub seated: Vec<Seated>,
}

impl TableRow {
    /// Where a player sits.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seated.iter().find(|seated| seated.player == player).map(|seated| seated.seat)
    }

    /// Whether a player sits at it, or has opened or begun it.
    #[must_use]
    pub fn involves(&self, player: PlayerId) -> bool {
        let began = [Some(self.opener), self.starter].contains(&Some(player));
        began || self.seat_of(player).is_some()
    }

    /// Who sits there.
    #[must_use]
    pub fn at(&self, seat: Seat) -> Option<&Seated> {
        self.seated.iter().find(|seated| seated.seat == seat)
    }
}

impl fmt::Debug for TableRow {
    /// Leaves the seed out: a seed in a log would give every deck away.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableRow")
            .field("id", &self.id.0)
            .field("game", &self.game)
            .field("options", &self.options)
            .field("seats", &self.seats)
            .field("status", &self.status)
            .field("build", &self.build.as_ref().map(|sha256| hex(sha256)))
            .field("seated", &self.seated)
            .finish_non_exhaustive()
    }
}

/// A player at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub player: PlayerId,
    /// What the others call the player.
    pub name: String,
    /// Whether that name is the player's own.
    pub standing: Standing,
}

/// What makes an open table a begun one.
#[derive(Clone, PartialEq, Eq)]
pub struct Start {
    /// The table that begins.
    pub table: TableId,
    /// Who begins it.
    pub starter: PlayerId,
    /// SHA-256 of the build it begins with, which is kept already.
    pub build: [u8; 32],
    /// What all its chance is drawn from.
    pub seed: [u8; 32],
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl fmt::Debug for Start {
    /// Leaves the seed out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Start").field("table", &self.table.0).finish_non_exhaustive()
    }
}

/// One thing that was done at a table: the input, never its consequences.
#[derive(Clone, PartialEq, Eq)]
pub struct Entry {
    /// The table it was done at.
    pub table: TableId,
    /// Its number: 1 for the first, without gaps.
    pub seq: u64,
    /// Who did it; none when the host did.
    pub seat: Option<Seat>,
    /// What the sender calls it: the same key again is the same move again.
    pub key: String,
    /// What was done, as the JSON of a [`Body`](crate::table::Body).
    pub body: String,
    /// The game's digest after it, as 16 hexadecimal digits.
    pub digest: String,
    /// When its node received it, in milliseconds since 1970; never before the entry before it.
    pub at_ms: i64,
    /// Whether the game was over after it.
    pub ends: bool,
}

impl fmt::Debug for Entry {
    /// Leaves out what was done, which may be the seat's secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("table", &self.table.0)
            .field("seq", &self.seq)
            .field("seat", &self.seat)
            .field("key", &self.key)
            .field("at_ms", &self.at_ms)
            .field("ends", &self.ends)
            .finish_non_exhaustive()
    }
}

/// Which tables to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Only tables opened before this one.
    pub before: Option<TableId>,
    /// At most that many.
    pub first: u32,
    /// Only those that have come that far.
    pub status: Option<Status>,
    /// Only those of that game.
    pub game: Option<String>,
    /// Only those at which that player sits.
    pub player: Option<PlayerId>,
    /// Only those at which that player sits, or that the player opened or began.
    pub involved: Option<PlayerId>,
}

impl Default for Page {
    fn default() -> Self {
        Self { before: None, first: 50, status: None, game: None, player: None, involved: None }
    }
}

//! How a seat is played.

/// How a seat is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Condition {
    /// By the player who sits there.
    #[default]
    Playing,
    /// By a bot that sits there.
    Bot,
    /// By a stand-in, until the player comes back.
    Away,
    /// By a stand-in: the player has resigned.
    Resigned,
    /// By a stand-in: the player's account is deleted.
    Gone,
}

impl Condition {
    /// Its name in the API.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Playing => "PLAYING",
            Self::Bot => "BOT",
            Self::Away => "AWAY",
            Self::Resigned => "RESIGNED",
            Self::Gone => "GONE",
        }
    }
}

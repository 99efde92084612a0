//! The messages between a host and a game module: numbers and JSON.
//!
//! Both sides use these types, so that there is one model of every request and reply. Where one
//! side has a value of the game and the other must not know its type, the message is generic: the
//! module fills in the value, the host the raw JSON.

mod hex;
mod localized_text;
mod replies;
mod requests;

pub use hex::{from_hex, hex};
pub use localized_text::LocalizedText;
pub use replies::{
    AboutModule, Choice, ErrorReply, Found, Look, Played, Previewed, PreviewedEvent, Refused,
    ReportedEvent, Revealed, Sentence, Sought, Summary, WordedEvent,
};
pub use requests::{
    Catalogue, Imagine, Method, OfEyes, OfSeat, Open, Play, Preview, Reveals, Search, Words,
    WordsOf,
};

/// The version of the border. It changes only when an old module could be misunderstood: new
/// operations are new numbers, which an old module answers with [`Status::Unsupported`].
pub const ABI: u32 = 1;

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// As asked; the reply is that of the operation.
    Ok = 0,
    /// The rules say no; the reply is a [`Refused`].
    Refused = 1,
    /// The request is not what the operation takes; the reply is an [`ErrorReply`].
    BadRequest = 2,
    /// The module does not know the operation; there is no reply.
    Unsupported = 3,
    /// The module failed; the reply is an [`ErrorReply`]. The kept game is what it was, and a tried
    /// one is forgotten.
    Panicked = 4,
}

impl Status {
    /// The status of this number.
    #[must_use]
    pub const fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            0 => Self::Ok,
            1 => Self::Refused,
            2 => Self::BadRequest,
            3 => Self::Unsupported,
            4 => Self::Panicked,
            _ => return None,
        })
    }
}

/// What a module can be asked. All but [`Op::About`] and [`Op::Catalogue`] are about one dealt game.
/// Questions are answered from the game that is kept, [`Op::LookAhead`] from the one that is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Op {
    /// `{}`: what the game is, as [`AboutModule`].
    About = 1,
    /// [`Catalogue`]: the list of everything that has a name.
    Catalogue = 2,
    /// [`Play`]: plays steps on a copy of the kept game; the copy is then *tried*. A [`Played`].
    Play = 10,
    /// `{}`: the tried game becomes the kept one. `{}`.
    Keep = 11,
    /// `{}`: the tried game, if any, is forgotten. `{}`.
    Drop = 12,
    /// [`OfSeat`]: the steps open to a seat, as a list of [`Choice`].
    Moves = 13,
    /// [`OfEyes`]: what these eyes see.
    View = 14,
    /// [`OfEyes`]: the score pad, as [`Score`](crate::Score).
    Score = 15,
    /// [`Words`]: a prompt or a step in words, as [`Sentence`].
    Words = 16,
    /// [`OfEyes`]: all that a page shows, as [`Look`].
    Look = 17,
    /// [`Preview`]: the outcome of some steps that are not played, as [`Previewed`].
    Preview = 18,
    /// [`Imagine`]: a game that these eyes cannot tell from this one, as [`Op::Save`] writes it.
    Imagine = 19,
    /// `{}`: the game as JSON, for [`Open::Restore`].
    Save = 20,
    /// [`OfEyes`]: as [`Op::Look`], but of the tried game: what will be shown once it is kept.
    LookAhead = 21,
    /// [`Reveals`]: whether a play reveals something to anybody, as [`Revealed`].
    Reveals = 22,
    /// [`Search`]: the best step of a seat and everybody's chances, as [`Sought`].
    Search = 23,
}

impl Op {
    /// Every operation, in the order of the numbers.
    pub const ALL: [Self; 16] = [
        Self::About,
        Self::Catalogue,
        Self::Play,
        Self::Keep,
        Self::Drop,
        Self::Moves,
        Self::View,
        Self::Score,
        Self::Words,
        Self::Look,
        Self::Preview,
        Self::Imagine,
        Self::Save,
        Self::LookAhead,
        Self::Reveals,
        Self::Search,
    ];

    /// The operation of this number.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|&op| op as u32 == number)
    }
}

//! What a game is.
//!
//! A game is a value: it can be dealt, played on, looked at and scored, and nothing it does
//! depends on anything but its arguments. This crate has the [`Game`] trait, the few things that every
//! game is made of (seats, dice, bags, decks, piles, scores), and the words in
//! which it speaks to people. It knows no server, no database and no clock.
//!
//! Read [`Game`] first.

pub mod game;

pub mod eyes;
pub mod language;
pub mod log;
pub mod refusal;
pub mod score;
pub mod seat;

pub mod bag;
pub mod deck;
pub mod dice;
pub mod pile;

pub mod catalogue;
pub mod sdl;
pub mod words;

pub mod border;
mod digest;
mod foresight;
mod imagined;
pub mod levels;
mod prospect;
mod reveals;
pub mod search;
pub mod table;

pub mod abi;

#[cfg(feature = "testkit")]
pub mod testkit;

pub use bag::{Bag, Kind};
pub use catalogue::CatalogueEntry;
pub use deck::Deck;
pub use dice::{Dice, Seed};
pub use eyes::Eyes;
pub use game::{About, Game, Utterance, Yes};
pub use language::Language;
pub use levels::{Levels, Strength};
pub use log::{Log, LoggedEvent};
pub use pile::Pile;
pub use refusal::Refusal;
pub use score::{Line, Score, SeatScore, Standing};
pub use sdl::{Sdl, SdlSource};
pub use seat::{Seat, Seats};
pub use words::Phrasebook;

//! What runs games.
//!
//! A [`Host`](host::Host) plays tables of any game that its modules (`gueridon_modules`) can deal.
//! Tables live in a journal (`gueridon_journal`); a loaded table is only a cache of it. Accounts
//! are in [`people`]. The host knows no API; a server calls the parts of the [`host`].
//!
//! Nothing is announced, and nothing is served, before it is committed.

pub mod host;

pub mod bots;
mod lobby;
mod tables;
mod upkeep;
mod watching;

pub mod moderation;
pub mod notifications;
pub mod operations;
pub mod people;
pub mod programs;
pub mod talk;

pub mod analyses;

mod access;
pub mod clock;
mod games;
mod idempotency;
pub mod metrics;
pub mod names;
pub mod notices;
mod page;
mod random;
pub mod refusal;
mod speech;
mod steady_time;
pub mod tallies;
pub mod timestamp;
mod viewer;
mod wakeups;

/// Tables as the server sees them.
pub mod table {
    pub use gueridon_modules::module::{has_score, read_score};

    pub use crate::tables::condition::Condition;
    pub use crate::tables::entry_body::{Body, TableAction};
    pub use crate::tables::event_log::EntryView;
    #[cfg(any(test, feature = "simulate"))]
    pub use crate::tables::fixture::{Fixture, FixtureEntry};
    pub use crate::tables::looks::GameView;
    pub use crate::tables::proposal::{Proposal, Proposed};
    pub use crate::tables::replays::counting_replays;
    pub use crate::tables::request::{Preview, SeatAction, Undoable};
    pub use crate::tables::standing::{ClockFace, Standing};
    pub use crate::tables::steps::Steps;
    pub use crate::tables::upgrade::{Comparison, Difference, Verdict, What, upgrade};
}

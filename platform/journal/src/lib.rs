//! What a Guéridon server keeps: players, what is said, and tables, each with a list of entries
//! that only grows. [`sqlite`] keeps it in a file, for one node; [`postgres`] keeps it in a
//! database, for any number of nodes; `memory` is for tests.
//!
//! The only other crate of the project that this one uses is `gueridon-game`, for seats, languages
//! and hexadecimal digits. It knows neither moves nor scores: an entry is what was done, as
//! text, without what followed from it.
//!
//! # Conditions
//!
//! Any number of tasks, nodes and programs may write at once. A write may have a condition, which
//! its method names. The condition is part of the write: what it reads cannot change before the
//! write is done. There are three ways to achieve that, and each method says which it uses:
//!
//! - **One statement**, if the condition is about the row that is changed. A database that locks
//!   rows evaluates the condition again after waiting for a row (PostgreSQL does, at
//!   `READ COMMITTED`).
//! - **A constraint**: what is unique is added only once, and a row that others refer to cannot be
//!   deleted.
//! - **A lock**, if the condition is about other rows: how many there are, which is the highest, or
//!   whether one still exists. There are two locks: *the table's lock* and *the player's lock*.
//!   - In PostgreSQL each is the lock of a row of `tables` or of `players`. The transaction takes
//!     it first, with a statement of its own (`select … for no key update`, which does not hold up
//!     those who only add rows that refer to the locked one). It locks tables before players and
//!     each in the order of their ids, so that transactions do not wait for each other. Where that
//!     order cannot be kept, as when a player is deleted, the database may end one of two
//!     transactions that wait for each other, and that one is tried again.
//!   - In SQLite a transaction has the lock of the whole file from its beginning, and in memory
//!     there is one mutex. Either stands for all of these locks.
//!
//! A [`Precondition`] is a condition about the caller: a token, the role of its owner, or a
//! password. It is part of the statement that writes, under the lock of the player whom it is
//! about.
//!
//! The `suite` checks all this for every implementation, with many writers at once.

mod beats;
pub mod codes;
mod columns;
mod contact;
pub mod copy;
mod error;
mod ids;
pub mod interventions;
mod journal;
pub mod lobby;
pub mod notifications;
pub mod people;
pub mod postgres;
pub mod programs;
pub mod results;
pub mod rows;
pub mod scopes;
pub mod settings;
pub mod sqlite;
pub mod talk;
mod words;
pub mod write_metrics;
mod writes;

#[cfg(any(test, feature = "simulate"))]
pub mod memory;
#[cfg(all(unix, any(test, feature = "scratch")))]
pub mod scratch;
#[cfg(any(test, feature = "suite"))]
pub mod suite;

pub use beats::{Beat, NodeLoad};
pub use codes::{CodeRow, Codes};
pub use contact::Contact;
pub use error::JournalError;
pub use ids::{MessageId, NotificationId, PlayerId, ReportId, TableId, TokenId, WebhookId};
pub use interventions::{
    BuildUse, GAME_FAILED, Intervention, InterventionKind, InterventionRow, Interventions, Stop,
    StopOnUpgrade, Stopped,
};
pub use journal::Journal;
pub use lobby::{Arrangement, Invitation, InviteCode, Lobby, MyTable};
pub use notifications::{
    Channel, Claim, Confirmation, DeliveryNews, MailPreferences, NotificationKind, NotificationRow,
    Notifications, Recipients, Settlement, WebhookOfTable, WebhookRow, WebhookSecret,
};
pub use people::{
    Account, AccountKey, AccountPage, People, Player, Precondition, Purpose, Role, Standing,
    TokenHash, TokenRoom, TokenRow, TokensKept,
};
pub use programs::{Decline, DeclineReason, MOST_WITH_ONE_OWNER, Program, Programs, Readiness};
pub use results::ResultPage;
pub use rows::{
    Bot, BuildRow, CloseReason, Entry, Hold, LastLook, ListScope, Seated, Sitter, Start, Status,
    TableEnd, TablePage, TableRow, TableUpdate,
};
pub use scopes::{Scope, Scopes};
pub use settings::{
    ClockRule, HintPolicy, Nights, OnTimeUp, Spectators, TableSettings, Visibility,
};
pub use talk::{Message, Report, Talk};
pub use write_metrics::WriteMetrics;

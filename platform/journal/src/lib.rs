//! What a Guéridon server keeps: players, tables, what is said, and for every table one list of
//! entries that only grows. [`sqlite`] keeps it in a file, for one node, [`postgres`] in a database,
//! for any number of them, and `memory` for tests.
//!
//! Of the other crates of the project this one knows `gueridon-game`, and of that only seats and
//! languages: an entry is what a seat sent, as text, never what came of it. What a move or a score
//! is, a journal does not know.
//!
//! # Conditions
//!
//! Any number of tasks, nodes and programs may write at once. A write has a condition, which its
//! method names, and the condition is a part of the write: what it reads does not change between
//! the reading and the writing. There are three ways to that, and each method says which one it
//! takes:
//!
//! - **One statement**, if the condition is about the very row that is changed. A database that
//!   locks rows evaluates it again after waiting for one (PostgreSQL does at `READ COMMITTED`).
//! - **A constraint**: what is unique is added once, and a row that others refer to stays.
//! - **A lock**, if the condition is about other rows: a number of them, the highest, or one that
//!   must still be there. There are two: *the table's lock* and *the player's lock*. In PostgreSQL
//!   each is the lock of a row, of `tables` or of `players`, that the transaction takes first, by a
//!   statement of its own (`select … for no key update`, for which those who only refer to the row
//!   do not wait), tables before players and each in the order of ids, so that two transactions do
//!   not wait for each other. In SQLite a transaction has the lock of the whole file from its
//!   beginning, and in memory there is one mutex: both are all of these locks.
//!
//! A [`Precondition`] is a condition about a token and its owner. It belongs to the statement that
//! writes, under the lock of that player.
//!
//! The `suite` holds every implementation to this, with many writers at once.

pub mod codes;
mod columns;
pub mod copy;
mod error;
mod ids;
pub mod interventions;
mod journal;
pub mod lobby;
pub mod notifications;
pub mod people;
pub mod postgres;
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

pub use codes::{CodeRow, Codes};
pub use error::JournalError;
pub use ids::{MessageId, NotificationId, PlayerId, ReportId, TableId, TokenId, WebhookId};
pub use interventions::{
    BuildUse, Intervention, InterventionKind, InterventionRow, Interventions, Stop, Stopped,
};
pub use journal::Journal;
pub use lobby::{Arrangement, Invitation, InviteCode, Lobby, MyTable};
pub use notifications::{
    Channel, Claim, Confirmation, DeliveryNews, MailPreferences, NotificationKind, NotificationRow,
    Notifications, Recipients, Settlement, WebhookOfTable, WebhookRow, WebhookSecret,
};
pub use people::{
    Account, AccountKey, People, Player, Precondition, Purpose, Role, Standing, TokenHash,
    TokenRoom, TokenRow, TokensKept,
};
pub use results::ResultPage;
pub use rows::{
    Bot, BuildRow, CloseReason, Entry, ListScope, Seated, Sitter, Start, Status, TableEnd,
    TablePage, TableRow, TableUpdate,
};
pub use scopes::{Scope, Scopes};
pub use settings::{ClockRule, Nights, OnTimeUp, Spectators, TableSettings, Visibility};
pub use talk::{Message, Report, Talk};
pub use write_metrics::WriteMetrics;

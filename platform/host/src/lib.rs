//! What runs games.
//!
//! A [`Host`](host::Host) plays tables of any game that its modules can deal. Games are loaded at
//! run time ([`modules`], [`module`]); tables live in a [`journal`]; a loaded [`table`] is only a
//! cache of it. Accounts are in [`people`]. The host knows no API: whoever serves one asks the
//! [`host`].
//!
//! Nothing is announced, and nothing is served, before it is committed.

pub mod host;

pub mod notices;
pub mod people;
#[doc(hidden)]
pub use people as accounts;

pub mod clock;
pub mod hints;
pub mod names;
pub mod refusal;
pub mod speech;
pub mod table;
pub mod timestamp;

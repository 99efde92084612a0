//! What the host promises, through its own API and over every kind of journal: one binary, because
//! each one costs a link.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../../modules/tests/modules/built.rs"]
mod built;
#[path = "../games/marathon.rs"]
mod marathon;

mod accounts;
mod killed;
mod lobby;
mod notifications;
mod refusals;
mod tables;
mod talk;

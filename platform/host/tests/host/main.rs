//! Tests of the host through its own API, over every kind of journal; one binary, because each has
//! to be linked.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../../modules/tests/modules/built.rs"]
mod built;
#[path = "../games/marathon.rs"]
mod marathon;

mod accounts;
mod killed;
mod lobby;
mod notifications;
mod programs;
mod refusals;
mod several_nodes;
mod tables;
mod talk;

//! What a table promises to those who sit at it and to those who watch, through the host's API.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../games/marathon.rs"]
mod marathon;

mod finished;
mod loading;
mod lobby;
mod plays;
mod seen;
mod stage;
mod together;
mod watched;

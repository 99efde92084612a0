//! What people say to each other at tables, and what becomes of those who are not kind.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../games/marathon.rs"]
mod marathon;

mod hearing;
mod moderation;
mod speaking;
mod stage;

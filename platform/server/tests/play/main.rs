//! Whole games over HTTP and WebSockets, on the real binary with real modules: to the last score,
//! through SIGKILL in the middle, and without telling anyone what is another's to know.
//!
//! What plays knows no game by name: a game is a file in `games/`, and a word in `games.rs`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "../support/schema.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod schema;
#[path = "../support/server.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod server;
#[path = "../support/tables.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod tables;

#[macro_use]
mod games;

mod listeners;

mod secrets;

mod whole;

mod together;

mod ended;

mod kept;

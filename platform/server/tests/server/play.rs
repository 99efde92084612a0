//! Whole games over HTTP and WebSockets, on the real binary with real modules: to the last score,
//! through SIGKILL in the middle, and without telling anyone what only others may know.
//!
//! These tests know no game by name: a game is a file in `games/`, and a word in `games.rs`.

#[macro_use]
pub(crate) mod games;
mod analyses;
mod ended;
mod hints;
mod kept;
pub(crate) mod listeners;
mod secrets;
mod together;
pub(crate) mod whole;

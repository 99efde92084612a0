//! What listeners are sent when things do not go as usual: they read slowly or ask for nothing,
//! their table is stopped, a game comes; and that what they share is what each would be answered.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "../support/server.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod server;
#[path = "../support/tables.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod tables;

mod stage;

mod slow;

mod idle;

mod stopped;

mod shared;

mod arrival;

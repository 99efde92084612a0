//! What people do at a table besides playing: they give up, take back, ask each other, run out of
//! time, come back; bots and stand-ins play beside them.
//!
//! What needs no clock and no bot goes over HTTP to the real binary. The rest is in process, with a
//! clock that the test sets, over a journal that it can also write to.

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

mod acts;

mod stage;

mod resigning;

mod undoing;

mod agreeing;

mod refused;

mod kept;

mod clocks;

mod outage;

mod expired;

mod bots;

//! What people do at a table besides playing: they resign, take back, propose, run out of time and
//! come back; bots and stand-ins play beside them.
//!
//! What needs no clock and no bot goes over HTTP to the real binary. The rest is in process, with a
//! clock that the test sets, over a journal that it can also write to.

pub(crate) mod acts;
mod agreeing;
mod bots;
mod clocks;
mod expired;
mod kept;
mod outage;
mod refused;
mod resigning;
mod stage;
mod undoing;

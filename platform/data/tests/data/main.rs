//! Data files of games: what is generated from them, and what is refused.

#![allow(clippy::unwrap_used, reason = "helpers of tests unwrap as tests do")]

mod build;
mod faults;
mod generated;
mod guide;

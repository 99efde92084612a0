//! Requests that are not as they should be: each is refused as documented, before anything runs,
//! and the server goes on.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "../support/server.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod server;
#[path = "../support/tables.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod tables;

mod command;

mod http;

mod callers;

mod documents;

mod refusals;

mod sockets;

use std::path::PathBuf;

use serde_json::Value as Json;
use server::module;

fn sealed() -> PathBuf {
    module("libsealed.so", "cargo build -p gueridon-game --examples")
}

/// The code of the first error of an answer.
fn code(answer: &Json) -> &str {
    answer["errors"][0]["extensions"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

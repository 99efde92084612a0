//! Wrong requests: each is refused as documented, before anything runs,
//! and the server goes on.

mod callers;
mod command;
mod compressed;
mod documents;
mod events;
mod get;
mod http;
mod refusals;
mod sockets;

use std::path::PathBuf;

use serde_json::Value as Json;

use crate::support::server::module;

pub(crate) fn sealed() -> PathBuf {
    module("libsealed.so")
}

/// The code of the first error of an answer.
fn code(answer: &Json) -> &str {
    answer["errors"][0]["extensions"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

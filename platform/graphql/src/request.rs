//! A request as a client sends it, over HTTP or a WebSocket.

use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value as Json};

/// A request.
#[derive(Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The document; empty if the extensions have its hash instead.
    #[serde(default)]
    pub query: String,
    /// Which of its operations runs; required if there are several.
    #[serde(default)]
    pub operation_name: Option<String>,
    /// The values of its variables.
    #[serde(default)]
    pub variables: Option<Map<String, Json>>,
    /// Of these only `persistedQuery` is read, by
    /// [`PersistedQueries`](crate::persisted::PersistedQueries).
    #[serde(default)]
    pub extensions: Option<Map<String, Json>>,
}

impl fmt::Debug for Request {
    /// Leaves out what was sent: a password may be in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request").finish_non_exhaustive()
    }
}

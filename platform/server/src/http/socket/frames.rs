//! The messages of graphql-transport-ws.

use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::api::Request;
use gueridon_graphql::fault::Fault;

/// The longest id of an operation, in bytes.
const ID_BYTES: usize = 128;

/// What a client says; not to be printed, for one says a token.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Said {
    /// The first message, with the token.
    ConnectionInit {
        #[serde(default)]
        payload: Option<Map<String, Json>>,
    },
    /// Are you there?
    Ping {
        #[serde(default)]
        payload: Option<Map<String, Json>>,
    },
    /// I am here.
    Pong,
    /// Begin an operation.
    Subscribe { id: String, payload: Request },
    /// End an operation.
    Complete { id: String },
}

impl Said {
    /// A message from its text; none if it is not of the protocol.
    pub(super) fn read(text: &str) -> Option<Self> {
        let said = serde_json::from_str(text).ok()?;
        match &said {
            Self::Subscribe { id, .. } | Self::Complete { id }
                if id.is_empty() || id.len() > ID_BYTES =>
            {
                None
            }
            _ => Some(said),
        }
    }
}

/// Welcome.
pub(super) const ACKNOWLEDGED: &str = r#"{"type":"connection_ack"}"#;

/// I am here.
pub(super) fn pong(payload: Option<Map<String, Json>>) -> String {
    match payload {
        Some(payload) => {
            format!("{{\"type\":\"pong\",\"payload\":{}}}", Json::Object(payload))
        }
        None => r#"{"type":"pong"}"#.to_owned(),
    }
}

/// What comes before the payload in every answer of an operation.
pub(super) fn head(id: &str) -> String {
    format!("{{\"id\":{},\"type\":\"next\",\"payload\":", quoted(id))
}

/// An answer of an operation with this head.
pub(super) fn next(head: &str, payload: &Bytes) -> String {
    let payload = std::str::from_utf8(payload).unwrap_or("null"); // It was made of strings.
    let mut frame = String::with_capacity(head.len() + payload.len() + 1);
    frame.extend([head, payload, "}"]);
    frame
}

/// An operation ended in faults.
pub(super) fn error(id: &str, faults: &[Fault]) -> String {
    let faults = serde_json::to_string(faults).unwrap_or_else(|_| "[]".to_owned());
    format!("{{\"id\":{},\"type\":\"error\",\"payload\":{faults}}}", quoted(id))
}

/// An operation ended.
pub(super) fn complete(id: &str) -> String {
    format!("{{\"id\":{},\"type\":\"complete\"}}", quoted(id))
}

fn quoted(id: &str) -> String {
    Json::from(id).to_string()
}

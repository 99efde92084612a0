//! The messages of graphql-transport-ws.

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::fault::Fault;
use crate::request::Request;

/// The longest id of an operation, in bytes.
const ID_BYTES: usize = 128;

/// A message of a client. It has no `Debug`, as one contains a token.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ClientMessage {
    /// The first message, with the credentials.
    ConnectionInit {
        #[serde(default)]
        payload: Option<Map<String, Json>>,
    },
    /// Asks for a pong.
    Ping {
        #[serde(default)]
        payload: Option<Map<String, Json>>,
    },
    /// Answers a ping.
    Pong,
    /// Starts an operation.
    Subscribe { id: String, payload: Request },
    /// Ends an operation.
    Complete { id: String },
}

impl ClientMessage {
    /// A message from its text; none if it is not of the protocol.
    pub(super) fn read(text: &str) -> Option<Self> {
        let message = serde_json::from_str(text).ok()?;
        match &message {
            Self::Subscribe { id, .. } | Self::Complete { id }
                if id.is_empty() || id.len() > ID_BYTES =>
            {
                None
            }
            _ => Some(message),
        }
    }
}

/// Accepts the credentials.
pub(super) const CONNECTION_ACK: &str = r#"{"type":"connection_ack"}"#;

/// Answers a ping.
pub(super) fn pong(payload: Option<Map<String, Json>>) -> String {
    match payload {
        Some(payload) => format!("{{\"type\":\"pong\",\"payload\":{}}}", Json::Object(payload)),
        None => r#"{"type":"pong"}"#.to_owned(),
    }
}

/// What comes before the payload in every `next` message of an operation, and a brace after it.
pub(super) fn next_head(id: &str) -> String {
    format!("{{\"id\":{},\"type\":\"next\",\"payload\":", quoted(id))
}

/// Ends an operation with faults.
pub(super) fn error(id: &str, faults: &[Fault]) -> String {
    let faults = serde_json::to_string(faults).unwrap_or_else(|_| "[]".to_owned());
    format!("{{\"id\":{},\"type\":\"error\",\"payload\":{faults}}}", quoted(id))
}

/// Ends an operation.
pub(super) fn complete(id: &str) -> String {
    format!("{{\"id\":{},\"type\":\"complete\"}}", quoted(id))
}

fn quoted(id: &str) -> String {
    Json::from(id).to_string()
}

//! The messages of graphql-transport-ws.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json};

use crate::fault::Fault;
use crate::request::Request;

/// The longest id of an operation, in bytes.
const ID_BYTES: usize = 128;

/// A message of a client. It has no `Debug`, as one contains a token.
pub(super) enum ClientMessage {
    /// The first message, with the credentials.
    ConnectionInit { payload: Option<Map<String, Json>> },
    /// Asks for a pong.
    Ping { payload: Option<Map<String, Json>> },
    /// Answers a ping.
    Pong,
    /// Starts an operation.
    Subscribe { id: String, payload: Request },
    /// Ends an operation.
    Complete { id: String },
}

/// A message of which only the type is read. An enum that serde tags by the type would first be read
/// into values, which takes as long again.
#[derive(Deserialize)]
struct Typed<'a> {
    #[serde(borrow, rename = "type")]
    ty: Cow<'a, str>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    payload: Option<&'a RawValue>,
}

impl ClientMessage {
    /// A message from its text; none if it is not of the protocol.
    pub(super) fn read(text: &str) -> Option<Self> {
        // Serde would take a list for an object, too.
        if !text.trim_start().starts_with('{') {
            return None;
        }
        let Typed { ty, id, payload } = serde_json::from_str(text).ok()?;
        Some(match &*ty {
            "connection_init" => Self::ConnectionInit { payload: read(payload)? },
            "ping" => Self::Ping { payload: read(payload)? },
            "pong" => Self::Pong,
            "subscribe" => Self::Subscribe { id: read_id(id)?, payload: read(payload)? },
            "complete" => Self::Complete { id: read_id(id)? },
            _ => return None,
        })
    }
}

/// A part of a message; none if it is something else.
fn read<T: DeserializeOwned>(part: Option<&RawValue>) -> Option<T> {
    serde_json::from_str(part.map_or("null", RawValue::get)).ok()
}

/// The id of an operation; none if that is no id.
fn read_id(id: Option<&RawValue>) -> Option<String> {
    read(id).filter(|id: &String| (1..=ID_BYTES).contains(&id.len()))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn subscribed(text: &str) -> Option<(String, Request)> {
        match ClientMessage::read(text)? {
            ClientMessage::Subscribe { id, payload } => Some((id, payload)),
            _ => None,
        }
    }

    #[test]
    fn the_parts_of_a_message_come_in_any_order_and_others_are_ignored() {
        let texts = [
            r#"{"type":"subscribe","id":"1","payload":{"query":"{a}"}}"#,
            r#" {"payload" : {"query":"{a}","more":1}, "id":"1", "of":[{}], "type":"subscribe"} "#,
            r#"{"\u0074ype":"sub\u0073cribe","id":"\u0031","payload":{"query":"{\u0061}"}}"#,
        ];
        for text in texts {
            let (id, payload) = subscribed(text).unwrap();
            assert_eq!((&*id, &*payload.query), ("1", "{a}"), "{text}");
        }
        let is_ping = |text| matches!(ClientMessage::read(text), Some(ClientMessage::Ping { .. }));
        assert!(is_ping(r#"{"type":"ping"}"#) && is_ping(r#"{"type":"ping","payload":{"a":1}}"#));
        let pong = ClientMessage::read(r#"{"type":"pong","payload":[],"id":7}"#);
        assert!(matches!(pong, Some(ClientMessage::Pong)));
        let init = ClientMessage::read(r#"{"type":"connection_init","payload":null}"#);
        assert!(matches!(init, Some(ClientMessage::ConnectionInit { payload: None })));
    }

    #[test]
    fn what_is_not_of_the_protocol_is_no_message() {
        let long = "x".repeat(ID_BYTES + 1);
        let texts = [
            "",
            "[]",
            "{}",
            r#""ping""#,
            r#"["complete","1",null]"#,
            r#"{"type":"next"}"#,
            r#"{"type":{"pong":null}}"#,
            r#"{"type":"ping","payload":[]}"#,
            r#"{"type":"ping"} {}"#,
            r#"{"type":"ping","type":"ping"}"#,
            r#"{"type":"connection_init","payload":"token"}"#,
            r#"{"type":"complete"}"#,
            r#"{"type":"complete","id":1}"#,
            r#"{"type":"complete","id":""}"#,
            &format!(r#"{{"type":"complete","id":"{long}"}}"#),
            r#"{"type":"subscribe","id":"1"}"#,
            r#"{"type":"subscribe","id":"1","payload":null}"#,
            r#"{"type":"subscribe","id":"1","payload":{"query":1}}"#,
            r#"{"type":"subscribe","payload":{"query":"{a}"}}"#,
        ];
        for text in texts {
            assert!(ClientMessage::read(text).is_none(), "{text}");
        }
        let longest = format!(r#"{{"type":"complete","id":"{}"}}"#, &long[1..]);
        assert!(ClientMessage::read(&longest).is_some());
    }
}

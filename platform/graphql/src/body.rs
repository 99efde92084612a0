//! The JSON of an update, shared by all who are sent the same.

use std::fmt;
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;

/// The JSON of an update. Its clones are one body in memory, and so are the messages that it is
/// sent in by sockets whose clients chose the same id for their operation, as most do.
#[derive(Clone)]
pub struct SharedBody(Arc<Shared>);

struct Shared {
    json: Bytes,
    /// The first message that was made of it.
    message: OnceLock<Utf8Bytes>,
}

impl SharedBody {
    /// The JSON.
    #[must_use]
    pub fn json(&self) -> &[u8] {
        &self.0.json
    }

    /// How many bytes of memory it takes at most, with the message that it is sent in.
    #[must_use]
    pub fn weight(&self) -> usize {
        2 * self.0.json.len()
    }

    /// A message of this head, the JSON and a brace. A head is no beginning of another.
    pub(crate) fn message(&self, head: &str) -> Utf8Bytes {
        let message = self.0.message.get_or_init(|| self.with_head(head));
        if message.starts_with(head) { message.clone() } else { self.with_head(head) }
    }

    fn with_head(&self, head: &str) -> Utf8Bytes {
        let json = std::str::from_utf8(&self.0.json).unwrap_or("null"); // It was built from strings.
        let mut message = String::with_capacity(head.len() + json.len() + 1);
        message.extend([head, json, "}"]);
        message.into()
    }
}

impl From<Vec<u8>> for SharedBody {
    fn from(json: Vec<u8>) -> Self {
        Self(Arc::new(Shared { json: json.into(), message: OnceLock::new() }))
    }
}

impl fmt::Debug for SharedBody {
    /// Leaves the JSON out: it may be for one player alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedBody").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_whose_clients_chose_the_same_id_share_one_message() {
        let body = SharedBody::from(b"{\"data\":7}".to_vec());
        let [one, same] = [(); 2].map(|()| body.clone().message("{\"id\":\"1\",\"payload\":"));
        assert_eq!(one.as_str(), r#"{"id":"1","payload":{"data":7}}"#);
        assert_eq!(one.as_ptr(), same.as_ptr());
        let other = body.message("{\"id\":\"2\",\"payload\":");
        assert_eq!(other.as_str(), r#"{"id":"2","payload":{"data":7}}"#);
    }
}

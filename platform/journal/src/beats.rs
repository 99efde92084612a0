//! Signs of life of nodes, with what they have to do.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// That a node was up at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beat {
    /// Which: the id that it gave itself when it started.
    pub node: Uuid,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What it had to do then; none where it has not said so in a way that this program knows.
    pub load: Option<NodeLoad>,
}

/// What a node has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeLoad {
    /// How many tables it has loaded.
    pub tables: u64,
    /// About how many bytes they take.
    pub table_bytes: u64,
    /// How many bytes of memory the node takes; none where the system does not say.
    pub process_bytes: Option<u64>,
    /// How many plays of players it has accepted since it started.
    pub plays: u64,
}

impl NodeLoad {
    /// As a journal keeps it.
    pub(crate) fn json(&self) -> Option<String> {
        // Numbers always serialize.
        serde_json::to_string(self).ok()
    }
}

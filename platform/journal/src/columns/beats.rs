//! Signs of life of nodes.

use super::read;
use crate::{Beat, NodeLoad};

read!(Beat, |row| {
    use sqlx::Row;
    let load: Option<String> = row.try_get("load")?;
    // Another version of the program may say it in another way.
    let load = load.and_then(|json| serde_json::from_str::<NodeLoad>(&json).ok());
    Ok(Self { node: row.try_get("node")?, at_ms: row.try_get("at_ms")?, load })
});

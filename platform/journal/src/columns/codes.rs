//! Authorisation codes.

use super::{Bytes32, row};
use crate::{CodeRow, PlayerId, Scopes, TokenId};

row! {
    /// A row of `codes`.
    struct CodeColumns {
        hash: Bytes32,
        player: PlayerId,
        client: String,
        redirect: String,
        challenge: Bytes32,
        scopes: Scopes,
        created_ms: i64,
        expires_ms: i64,
        token: Option<TokenId>,
    }
}

impl From<CodeColumns> for CodeRow {
    fn from(row: CodeColumns) -> Self {
        Self {
            hash: row.hash.0,
            player: row.player,
            client: row.client,
            redirect: row.redirect,
            challenge: row.challenge.0,
            scopes: row.scopes,
            created_ms: row.created_ms,
            expires_ms: row.expires_ms,
            token: row.token,
        }
    }
}

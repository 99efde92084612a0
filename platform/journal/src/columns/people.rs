//! Players and tokens.

use sqlx::Row;

use super::{Bytes32, from_row, read, row};
use crate::{Account, Player, PlayerId, Purpose, Scopes, TokenId, TokenRow};

from_row!(Player { id, name, standing, created_ms });

read!(Account, |row| {
    Ok(Self {
        player: Player::from_row(row)?,
        name_key: row.try_get("name_key")?,
        password: row.try_get("password")?,
        email: row.try_get("email")?,
        role: row.try_get("role")?,
        registered_ms: row.try_get("registered_ms")?,
        deleted_ms: row.try_get("deleted_ms")?,
        revision: row.try_get("revision")?,
    })
});

row! {
    /// A row of `tokens`.
    struct TokenColumns {
        id: TokenId,
        hash: Bytes32,
        player: PlayerId,
        purpose: Purpose,
        scopes: Scopes,
        client: Option<String>,
        label: String,
        created_ms: i64,
        used_ms: i64,
        expires_ms: i64,
    }
}

impl From<TokenColumns> for TokenRow {
    fn from(row: TokenColumns) -> Self {
        Self {
            id: row.id,
            hash: row.hash.0,
            player: row.player,
            purpose: row.purpose,
            scopes: row.scopes,
            client: row.client,
            label: row.label,
            created_ms: row.created_ms,
            used_ms: row.used_ms,
            expires_ms: row.expires_ms,
        }
    }
}

//! Authorisation codes in memory.

use async_trait::async_trait;

use super::Memory;
use crate::codes::KEPT_MS;
use crate::{CodeRow, Codes, JournalError, Precondition, TokenHash, TokenRoom, TokenRow};

#[async_trait]
impl Codes for Memory {
    async fn add_code(
        &self,
        code: &CodeRow,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        rows.codes.retain(|_, other| other.expires_ms > code.created_ms.saturating_sub(KEPT_MS));
        let may = rows.is_here(code.player)
            && !rows.codes.contains_key(&code.hash)
            && rows.holds(code.player, precondition);
        if may {
            rows.codes.insert(code.hash, code.clone());
        }
        Ok(may)
    }

    async fn code(&self, hash: TokenHash) -> Result<Option<CodeRow>, JournalError> {
        self.before_read().await;
        Ok(self.rows().codes.get(&hash).cloned())
    }

    async fn redeem(
        &self,
        code: TokenHash,
        token: &TokenRow,
        most: u32,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let is_good = rows.codes.get(&code).is_some_and(|code| {
            code.token.is_none()
                && code.expires_ms > token.created_ms
                && code.player == token.player
        });
        let is_redeemed =
            is_good && rows.add_token(token, TokenRoom::Made(most), &Precondition::Nothing);
        if is_redeemed && let Some(code) = rows.codes.get_mut(&code) {
            code.token = Some(token.id);
        }
        Ok(is_redeemed)
    }
}

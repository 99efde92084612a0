//! Authorisation codes in a PostgreSQL database.

use async_trait::async_trait;

use super::Postgres;
use super::connection::InTime;
use crate::columns::codes::CodeColumns;
use crate::writes::CodesWrite;
use crate::{CodeRow, Codes, JournalError, Precondition, TokenHash, TokenRow};

#[async_trait]
impl Codes for Postgres {
    async fn add_code(
        &self,
        code: &CodeRow,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.write(CodesWrite::Add(code.clone(), precondition.clone())).await
    }

    async fn code(&self, hash: TokenHash) -> Result<Option<CodeRow>, JournalError> {
        let row: Option<CodeColumns> = sqlx::query_as("select * from codes where hash = $1")
            .bind(hash.to_vec())
            .fetch_optional(&self.pool())
            .in_time()
            .await?;
        Ok(row.map(CodeRow::from))
    }

    async fn redeem(
        &self,
        code: TokenHash,
        token: &TokenRow,
        most: u32,
    ) -> Result<bool, JournalError> {
        self.write(CodesWrite::Redeem(code, token.clone(), most)).await
    }
}

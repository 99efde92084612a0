//! Players and their tokens in a PostgreSQL database.

use async_trait::async_trait;

use super::Postgres;
use super::connection::InTime;
use super::statement::can_be_kept;
use crate::columns::people::TokenColumns;
use crate::writes::PeopleWrite;
use crate::{
    Account, AccountKey, AccountPage, JournalError, People, PlayerId, Precondition, TokenHash,
    TokenId, TokenRoom, TokenRow, TokensKept,
};

#[async_trait]
impl People for Postgres {
    async fn add_player(&self, account: &Account, token: &TokenRow) -> Result<bool, JournalError> {
        self.write(PeopleWrite::AddPlayer(account.clone(), token.clone())).await
    }

    async fn account(&self, who: &AccountKey) -> Result<Option<Account>, JournalError> {
        let query = match who {
            AccountKey::Id(id) => sqlx::query_as("select * from players where id = $1").bind(id),
            AccountKey::Name(key) if !can_be_kept(key) => return Ok(None),
            AccountKey::Name(key) => {
                sqlx::query_as("select * from players where name_key = $1").bind(key)
            }
        };
        Ok(query.fetch_optional(&self.pool()).in_time().await?)
    }

    async fn accounts(&self, page: &AccountPage) -> Result<Vec<Account>, JournalError> {
        let accounts = if page.has_role {
            "select * from players where name_key >= $1 and name_key < $2 and role <> 'PLAYER'
             order by name_key limit $3"
        } else {
            "select * from players where name_key >= $1 and name_key < $2
             order by name_key limit $3"
        };
        let (first, end) = page.range();
        let accounts = sqlx::query_as(accounts).bind(first).bind(end).bind(i64::from(page.first));
        Ok(accounts.fetch_all(&self.pool()).in_time().await?)
    }

    async fn change(
        &self,
        account: &Account,
        keep: TokensKept,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let changed = PeopleWrite::Change(account.clone(), keep, precondition.clone());
        self.write(changed).await
    }

    async fn add_token(
        &self,
        token: &TokenRow,
        room: TokenRoom,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let added = PeopleWrite::AddToken(token.clone(), room, precondition.clone());
        self.write(added).await
    }

    async fn token(&self, hash: TokenHash) -> Result<Option<(TokenRow, Account)>, JournalError> {
        let row: Option<TokenColumns> = sqlx::query_as("select * from tokens where hash = $1")
            .bind(hash.to_vec())
            .fetch_optional(&self.pool())
            .in_time()
            .await?;
        let Some(token) = row.map(TokenRow::from) else { return Ok(None) };
        let account = self.account(&AccountKey::Id(token.player)).await?;
        Ok(account.map(|account| (token, account)))
    }

    async fn tokens(
        &self,
        player: PlayerId,
        now_ms: i64,
        after: Option<TokenId>,
        first: u32,
    ) -> Result<Vec<TokenRow>, JournalError> {
        let rows: Vec<TokenColumns> = sqlx::query_as(
            "select * from tokens
             where player = $1 and id > $2 and expires_ms > $4
             order by id limit $3",
        )
        .bind(player)
        .bind(after.unwrap_or_default())
        .bind(i64::from(first))
        .bind(now_ms)
        .fetch_all(&self.pool())
        .in_time()
        .await?;
        Ok(rows.into_iter().map(TokenRow::from).collect())
    }

    async fn use_token(
        &self,
        id: TokenId,
        used_ms: i64,
        expires_ms: i64,
    ) -> Result<bool, JournalError> {
        self.write(PeopleWrite::UseToken { id, used_ms, expires_ms }).await
    }

    async fn end_tokens(&self, player: PlayerId, keep: TokensKept) -> Result<bool, JournalError> {
        self.write(PeopleWrite::EndTokens(player, keep)).await
    }

    async fn end_expired(&self, now_ms: i64, most: u32) -> Result<bool, JournalError> {
        self.write(PeopleWrite::EndExpired { now_ms, most }).await
    }
}

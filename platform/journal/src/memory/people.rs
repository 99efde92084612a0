//! Players and their tokens in memory.

use std::cmp::Reverse;

use async_trait::async_trait;

use super::Memory;
use super::rows::Rows;
use crate::{
    Account, AccountKey, AccountPage, JournalError, People, PlayerId, Precondition, Role, Sitter,
    Standing, Status, TokenHash, TokenId, TokenRoom, TokenRow, TokensKept,
};

impl Rows {
    pub(super) fn has_token(&self, token: &TokenRow) -> bool {
        self.tokens.values().any(|other| other.hash == token.hash || other.id == token.id)
    }

    /// Whether another player has the account's name key.
    pub(super) fn has_name(&self, account: &Account) -> bool {
        account.name_key.is_some()
            && self.players.values().any(|other| {
                other.name_key == account.name_key && other.player.id != account.player.id
            })
    }

    pub(super) fn end_tokens(&mut self, player: PlayerId, keep: TokensKept) -> bool {
        let before = self.tokens.len();
        self.tokens.retain(|&id, token| token.player != player || keep.keeps(id));
        if matches!(keep, TokensKept::Only(_) | TokensKept::None) {
            self.codes.retain(|_, code| code.player != player);
        }
        self.tokens.len() < before
    }

    fn end_expired(&mut self, now_ms: i64, most: u32) -> bool {
        let has_expired = |token: &&TokenRow| token.expires_ms <= now_ms;
        let expired = self.tokens.values().filter(has_expired);
        let mut expired: Vec<_> = expired.map(|token| (token.expires_ms, token.id)).collect();
        expired.sort_unstable();
        expired.truncate(most as usize);
        self.tokens.retain(|&id, token| !expired.contains(&(token.expires_ms, id)));
        self.forget_guests();
        !expired.is_empty()
    }

    /// Deletes the guests who have no token left and are named by no table, invitation, message or
    /// report.
    pub(super) fn forget_guests(&mut self) {
        let Self { players, tokens, codes, tables, invitations, messages, reports, .. } = self;
        players.retain(|&id, account| {
            account.player.standing != Standing::Guest
                || tokens.values().any(|token| token.player == id)
                || tables.values().any(|table| table.involves(id))
                || messages.involve(id)
                || reports.involve(id)
                || invitations.iter().any(|(&(_, to), &(by, _))| to == id || by == id)
        });
        codes.retain(|_, code| players.contains_key(&code.player));
        messages.forget_missing(|id| players.contains_key(&id));
    }

    pub(super) fn add_token(
        &mut self,
        token: &TokenRow,
        room: TokenRoom,
        precondition: &Precondition,
    ) -> bool {
        let owner = self.players.get(&token.player);
        if owner.is_none_or(|owner| owner.deleted_ms.is_some())
            || self.has_token(token)
            || !self.holds(token.player, precondition)
        {
            return false;
        }
        let of_kind =
            |other: &&TokenRow| other.player == token.player && other.purpose == token.purpose;
        let mut alike: Vec<_> = self.tokens.values().filter(of_kind).collect();
        alike.sort_by_key(|other| Reverse(other.used_ms));
        let surplus = match room {
            TokenRoom::Left(most) => {
                let good = alike.iter().filter(|other| other.expires_ms > token.created_ms);
                if good.count() >= most as usize {
                    return false;
                }
                Vec::new()
            }
            TokenRoom::Made(most) => {
                let others = (most as usize).saturating_sub(1);
                alike.iter().skip(others).map(|other| other.id).collect()
            }
        };
        self.tokens.retain(|id, _| !surplus.contains(id));
        self.tokens.insert(token.id, token.clone());
        true
    }

    fn change(&mut self, account: &Account, keep: TokensKept, precondition: &Precondition) -> bool {
        let id = account.player.id;
        let current = self.players.get(&id);
        if current.is_none_or(|current| current.revision != account.revision)
            || self.has_name(account)
            || !self.holds(id, precondition)
        {
            return false;
        }
        let changed = Account { revision: account.revision + 1, ..account.clone() };
        self.players.insert(id, changed);
        self.end_tokens(id, keep);
        if let Some(deleted_ms) = account.deleted_ms {
            self.messages.forget_player(id, deleted_ms);
            self.reports.forget_texts(id);
        }
        self.outbox.player_changed(account);
        if account.deleted_ms.is_some() {
            self.programs.remove(&id);
            self.invitations.retain(|&(_, invited), _| invited != id);
        }
        for table in self.tables.values_mut() {
            let is_played = table.status == Status::Playing;
            if account.deleted_ms.is_some() && table.status == Status::Open {
                table.seated.retain(|seated| seated.player() != Some(id));
                table.succeed(id);
            }
            for seated in &mut table.seated {
                let Sitter::Player { player, name, standing } = &mut seated.who else { continue };
                if *player == id {
                    name.clone_from(&account.player.name);
                    *standing = account.player.standing;
                    if account.deleted_ms.is_some() && is_played {
                        // The table is due, so that a stand-in plays on.
                        table.deadline_ms = account.deleted_ms;
                    }
                }
            }
        }
        true
    }
}

#[async_trait]
impl People for Memory {
    async fn add_player(&self, account: &Account, token: &TokenRow) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let id = account.player.id;
        if rows.players.contains_key(&id) || rows.has_name(account) || rows.has_token(token) {
            return Ok(false);
        }
        rows.players.insert(id, account.clone());
        rows.tokens.insert(token.id, token.clone());
        Ok(true)
    }

    async fn account(&self, who: &AccountKey) -> Result<Option<Account>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        Ok(match who {
            AccountKey::Id(id) => rows.players.get(id).cloned(),
            AccountKey::Name(key) => {
                let named = |account: &&Account| account.name_key.as_ref() == Some(key);
                rows.players.values().find(named).cloned()
            }
        })
    }

    async fn accounts(&self, page: &AccountPage) -> Result<Vec<Account>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let (first, end) = page.range();
        let is_listed = |account: &&Account| {
            let key = account.name_key.as_ref();
            key.is_some_and(|key| (&first..&end).contains(&key))
                && !(page.has_role && account.role == Role::Player)
        };
        let mut accounts: Vec<_> = rows.players.values().filter(is_listed).cloned().collect();
        accounts.sort_by(|one, other| one.name_key.cmp(&other.name_key));
        accounts.truncate(page.first as usize);
        Ok(accounts)
    }

    async fn change(
        &self,
        account: &Account,
        keep: TokensKept,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        Ok(self.rows().change(account, keep, precondition))
    }

    async fn add_token(
        &self,
        token: &TokenRow,
        room: TokenRoom,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        Ok(self.rows().add_token(token, room, precondition))
    }

    async fn token(&self, hash: TokenHash) -> Result<Option<(TokenRow, Account)>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let Some(token) = rows.tokens.values().find(|token| token.hash == hash) else {
            return Ok(None);
        };
        Ok(rows.players.get(&token.player).map(|account| (token.clone(), account.clone())))
    }

    async fn tokens(
        &self,
        player: PlayerId,
        now_ms: i64,
        after: Option<TokenId>,
        first: u32,
    ) -> Result<Vec<TokenRow>, JournalError> {
        self.before_read().await;
        let wanted = |token: &&TokenRow| {
            token.player == player
                && token.expires_ms > now_ms
                && after.is_none_or(|after| token.id > after)
        };
        Ok(self.rows().tokens.values().filter(wanted).take(first as usize).cloned().collect())
    }

    async fn use_token(
        &self,
        id: TokenId,
        used_ms: i64,
        expires_ms: i64,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let Some(token) = rows.tokens.get_mut(&id) else { return Ok(false) };
        (token.used_ms, token.expires_ms) = (used_ms, expires_ms);
        Ok(true)
    }

    async fn end_tokens(&self, player: PlayerId, keep: TokensKept) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let ended = rows.end_tokens(player, keep);
        rows.forget_guests();
        Ok(ended)
    }

    async fn end_expired(&self, now_ms: i64, most: u32) -> Result<bool, JournalError> {
        self.before_write().await;
        Ok(self.rows().end_expired(now_ms, most))
    }
}

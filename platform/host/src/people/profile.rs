//! What players change about themselves.

use super::accounts::{Accounts, check_same_password};
use super::identity::Identity;
use super::name;
use super::password::{Asker, Password};
use super::rate_limits::{Attempt, Origin};
use crate::refusal::{Answer, Code, Fault};
use gueridon_journal::{Account, Player, PlayerId, Precondition, Scope, Standing, TokensKept};

/// How many attempts there are if the same account changes meanwhile.
const ATTEMPTS: usize = 16;

impl Accounts {
    /// Renames the caller.
    ///
    /// # Errors
    /// `BAD_NAME`, `NAME_TAKEN`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn rename(&self, caller: &Identity, given: &str) -> Answer<Account> {
        caller.check_scope(Scope::Account)?;
        let name = name::name(given)?;
        self.rate_limiter.count(Attempt::Rename(caller.player.id))?;
        self.check_name_free(&name, Some(caller.player.id)).await?;
        let key = name::key(&name);
        let rename = |account: &mut Account| {
            account.player.name.clone_from(&name);
            if account.name_key.is_some() {
                account.name_key = Some(key.clone());
            }
            Ok(())
        };
        self.edit(caller.player.id, TokensKept::All, &caller.precondition(), rename).await
    }

    /// Sets or removes the caller's e-mail address.
    ///
    /// # Errors
    /// `BAD_EMAIL`, `WRONG_PASSWORD`, `NOT_REGISTERED`, `INSUFFICIENT_SCOPE`,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn set_email(
        &self,
        caller: &Identity,
        given: Option<&str>,
        password: &Password,
        from: Option<Origin>,
    ) -> Answer<Account> {
        caller.check_scope(Scope::Account)?;
        let email = given.map(name::email).transpose()?;
        self.rate_limiter.count(Attempt::Change(caller.player.id))?;
        let verified = self.check_password(caller, password, from).await?;
        let set = |account: &mut Account| {
            check_registered(account)?;
            check_same_password(account, Some(&verified))?;
            account.email.clone_from(&email);
            Ok(())
        };
        self.edit(caller.player.id, TokensKept::All, &caller.precondition(), set).await
    }

    /// Sets another password; every token of the caller ends except the one in use.
    ///
    /// # Errors
    /// `WRONG_PASSWORD`, `BAD_PASSWORD`, `NOT_REGISTERED`, `INSUFFICIENT_SCOPE`,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn set_password(
        &self,
        caller: &Identity,
        old: &Password,
        new: &Password,
        from: Option<Origin>,
    ) -> Answer<Account> {
        caller.check_scope(Scope::Account)?;
        new.check(&caller.player.name)?;
        self.rate_limiter.count(Attempt::Change(caller.player.id))?;
        let verified = self.check_password(caller, old, from).await?;
        self.rate_limiter.count_hash(from)?;
        let hashed = self.passwords.hash(new, self.random.bytes()?, Asker::Known(from)).await?;
        let set = |account: &mut Account| {
            check_registered(account)?;
            check_same_password(account, Some(&verified))?;
            account.password = Some(hashed.clone());
            Ok(())
        };
        self.edit(caller.player.id, TokensKept::Only(caller.token), &caller.precondition(), set)
            .await
    }

    /// Checks that the caller may delete their account: registered players give their password, and
    /// a program is deleted by its owner. Returns the hash of the password, if there is one.
    ///
    /// # Errors
    /// `WRONG_PASSWORD`, `NOT_ALLOWED`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub(super) async fn check_may_delete(
        &self,
        caller: &Identity,
        password: Option<&Password>,
        from: Option<Origin>,
    ) -> Answer<Option<String>> {
        caller.check_scope(Scope::Account)?;
        if caller.player.standing == Standing::Program {
            // Its owner does that.
            return Err(Code::NotAllowed.answer());
        }
        if caller.player.standing != Standing::Registered {
            return Ok(None);
        }
        let none = Password::new("");
        self.check_password(caller, password.unwrap_or(&none), from).await.map(Some)
    }

    /// Deletes the caller's account; a neutral name stays at the tables of others. Registered players
    /// give their password. A program is deleted by its owner, and
    /// [`People::delete_account`](super::People::delete_account) deletes the programs of one.
    ///
    /// # Errors
    /// `WRONG_PASSWORD`, `NOT_ALLOWED`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn delete(
        &self,
        caller: &Identity,
        password: Option<&Password>,
        from: Option<Origin>,
    ) -> Answer<()> {
        let verified = self.check_may_delete(caller, password, from).await?;
        self.delete_checked(caller, verified.as_deref()).await
    }

    /// The second half of [`delete`](Self::delete): `verified` is what
    /// [`check_may_delete`](Self::check_may_delete) returned.
    ///
    /// # Errors
    /// `WRONG_PASSWORD` where the password is another one now.
    pub(super) async fn delete_checked(
        &self,
        caller: &Identity,
        verified: Option<&str>,
    ) -> Answer<()> {
        let deleted_ms = self.now_ms();
        let delete = |account: &mut Account| {
            // A guest may have registered meanwhile, and has a password now.
            check_same_password(account, verified)?;
            *account = deleted(account, deleted_ms);
            Ok(())
        };
        self.edit(caller.player.id, TokensKept::None, &caller.precondition(), delete)
            .await
            .map(drop)
    }

    /// Checks the password of a signed-in player. Returns its hash, which is compared again when
    /// the change is written.
    async fn check_password(
        &self,
        caller: &Identity,
        password: &Password,
        from: Option<Origin>,
    ) -> Answer<String> {
        let attempt = Attempt::Account(caller.player.id);
        self.rate_limiter.count_password(from)?;
        self.rate_limiter.count(attempt.clone())?;
        let account = self.account(caller.player.id).await?;
        check_registered(&account)?;
        let hashed = account.password.as_deref();
        let is_right = self.passwords.verify(password, hashed, Asker::Known(from)).await?;
        let Some(verified) = account.password.filter(|_| is_right) else {
            return Err(Code::WrongPassword.answer());
        };
        self.rate_limiter.uncount_password(from);
        self.rate_limiter.reset(&attempt);
        Ok(verified)
    }

    /// Changes an account if a condition holds; tries again if the account was changed meanwhile.
    pub(super) async fn edit(
        &self,
        player: PlayerId,
        keep: TokensKept,
        condition: &Precondition,
        edit: impl Fn(&mut Account) -> Answer<()>,
    ) -> Answer<Account> {
        for _ in 0..ATTEMPTS {
            let mut account = self.account(player).await?;
            if account.player.standing == Standing::Deleted {
                return Err(Code::UnknownPlayer.answer());
            }
            edit(&mut account)?;
            let changed = self.journal.change(&account, keep, condition).await;
            // Also on failure: it may have been written.
            let kept = if matches!(changed, Ok(true)) { keep } else { TokensKept::All };
            self.invalidate_tokens(player, kept).await;
            if changed? {
                account.revision += 1;
                return Ok(account);
            }
            self.check_precondition(player, condition).await?;
            if account.name_key.is_some() {
                self.check_name_free(&account.player.name, Some(player)).await?;
            }
        }
        Err(Fault::NoAnswer.into())
    }
}

pub(super) fn check_registered(account: &Account) -> Answer<()> {
    match account.player.standing {
        Standing::Registered => Ok(()),
        Standing::Guest | Standing::Program => Err(Code::NotRegistered.answer()),
        Standing::Deleted => Err(Code::UnknownPlayer.answer()),
    }
}

/// What is left of an account that is deleted.
pub(super) fn deleted(account: &Account, deleted_ms: i64) -> Account {
    let Player { id, created_ms, .. } = account.player;
    let mut deleted = Account::guest(id, neutral_name(id), created_ms);
    deleted.player.standing = Standing::Deleted;
    deleted.deleted_ms = Some(deleted_ms);
    deleted.revision = account.revision;
    deleted
}

/// The name of a deleted player: *nomen nescio*, with the end of the id, by which two of them at a
/// table can be told apart.
fn neutral_name(id: PlayerId) -> String {
    let digits = id.0.simple().to_string();
    format!("N. N. {}", &digits[digits.len() - 4..])
}

//! What players change about themselves, and operators about players.

use super::password::Password;
use super::rate_limits::Attempt;
use super::token::IssuedToken;
use super::{Accounts, Identity, Origin, name};
use crate::refusal::{Answer, Code, Fault};
use gueridon_journal::{
    Account, AccountKey, Player, PlayerId, Precondition, Purpose, Role, Standing, TokenHash,
    TokenRoom, TokensKept,
};

/// How often a change is tried against others to the same account.
const ATTEMPTS: usize = 16;

impl Accounts {
    /// All that is known of a player.
    ///
    /// # Errors
    /// `UNKNOWN_PLAYER`.
    pub async fn account(&self, player: PlayerId) -> Answer<Account> {
        let found = self.journal.account(&AccountKey::Id(player)).await?;
        found.ok_or_else(|| Code::UnknownPlayer.answer())
    }

    /// Gives a player another name.
    ///
    /// # Errors
    /// `BAD_NAME`, `NAME_TAKEN`, `NOT_ALLOWED` for a program, `TOO_MANY_ATTEMPTS`.
    pub async fn rename(&self, known: &Identity, given: &str) -> Answer<Account> {
        known.check_session()?;
        let name = name::name(given)?;
        let attempt = Attempt::Rename(known.player.id);
        self.attempts.count(&attempt, self.settings.limits.renames, self.now_ms())?;
        self.check_free(&name, Some(known.player.id)).await?;
        let key = name::key(&name);
        let rename = |account: &mut Account| {
            account.player.name.clone_from(&name);
            if account.player.standing == Standing::Registered {
                account.name_key = Some(key.clone());
            }
            Ok(())
        };
        self.change(known.player.id, TokensKept::All, &known.right(), rename).await
    }

    /// Sets where the player gets mail, or nowhere.
    ///
    /// # Errors
    /// `BAD_EMAIL`, `WRONG_PASSWORD`, `NOT_REGISTERED`, `NOT_ALLOWED` for a program,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn set_email(
        &self,
        known: &Identity,
        given: Option<&str>,
        password: &Password,
        from: Option<Origin>,
    ) -> Answer<Account> {
        known.check_session()?;
        let email = given.map(name::email).transpose()?;
        self.count_change(known.player.id)?;
        let verified = self.check_password(known, password, from).await?;
        let set = |account: &mut Account| {
            check_registered(account)?;
            check_unchanged(account, Some(&verified))?;
            account.email.clone_from(&email);
            Ok(())
        };
        self.change(known.player.id, TokensKept::All, &known.right(), set).await
    }

    /// Sets another password; every token of the player ends but the one that was shown.
    ///
    /// # Errors
    /// `WRONG_PASSWORD`, `BAD_PASSWORD`, `NOT_REGISTERED`, `NOT_ALLOWED` for a program,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn set_password(
        &self,
        known: &Identity,
        old: &Password,
        new: &Password,
        from: Option<Origin>,
    ) -> Answer<Account> {
        known.check_session()?;
        new.check(&known.player.name)?;
        self.count_change(known.player.id)?;
        let verified = self.check_password(known, old, from).await?;
        self.count_hash(from)?;
        let hashed = self.passwords.hash(new, self.chance.bytes()?, from).await?;
        let set = |account: &mut Account| {
            check_registered(account)?;
            check_unchanged(account, Some(&verified))?;
            account.password = Some(hashed.clone());
            Ok(())
        };
        self.change(known.player.id, TokensKept::Only(known.token), &known.right(), set).await
    }

    /// Forgets a player but for a neutral name at the tables of others. A registered one says the
    /// password.
    ///
    /// # Errors
    /// `WRONG_PASSWORD`, `NOT_ALLOWED` for a program, `TOO_MANY_ATTEMPTS`.
    pub async fn delete(
        &self,
        known: &Identity,
        password: Option<&Password>,
        from: Option<Origin>,
    ) -> Answer<()> {
        known.check_session()?;
        let mut verified = None;
        if known.player.standing == Standing::Registered {
            let none = Password::new("");
            verified = Some(self.check_password(known, password.unwrap_or(&none), from).await?);
        }
        let deleted_ms = self.now_ms();
        let delete = |account: &mut Account| {
            // Also when a guest has registered meanwhile, and has a password to be asked for.
            check_unchanged(account, verified.as_deref())?;
            let Player { id, created_ms, .. } = account.player;
            let mut nobody = Account::guest(id, neutral_name(id), created_ms);
            nobody.player.standing = Standing::Deleted;
            nobody.deleted_ms = Some(deleted_ms);
            nobody.revision = account.revision;
            *account = nobody;
            Ok(())
        };
        self.change(known.player.id, TokensKept::None, &known.right(), delete).await.map(drop)
    }

    /// The registered player of that name.
    ///
    /// # Errors
    /// `UNKNOWN_PLAYER`.
    pub async fn find(&self, given: &str) -> Answer<Account> {
        let who = AccountKey::Name(name::key(&name::name(given).unwrap_or_default()));
        self.journal.account(&who).await?.ok_or_else(|| Code::UnknownPlayer.answer())
    }

    /// Gives a registered player a role: an operator does, or whoever answers for being allowed to.
    ///
    /// # Errors
    /// `UNKNOWN_PLAYER`, `NOT_REGISTERED`, `NOT_ALLOWED`.
    pub async fn set_role(
        &self,
        by: Option<&Identity>,
        player: PlayerId,
        role: Role,
    ) -> Answer<Account> {
        let right = operators_right(by)?;
        let set = |account: &mut Account| {
            check_registered(account)?;
            account.role = role;
            Ok(())
        };
        self.change(player, TokensKept::All, &right, set).await
    }

    /// Makes a token with which a registered player can set a new password, once; the one made
    /// before ends. An operator does, or whoever answers for being allowed to.
    ///
    /// # Errors
    /// `UNKNOWN_PLAYER`, `NOT_REGISTERED`, `NOT_ALLOWED`.
    pub async fn make_reset(&self, by: Option<&Identity>, player: PlayerId) -> Answer<IssuedToken> {
        let right = operators_right(by)?;
        check_registered(&self.account(player).await?)?;
        let minted = self.mint(player, Purpose::Reset, String::new())?;
        self.add_token(&minted.row, TokenRoom::Made(1), &right).await?;
        Ok(minted)
    }

    /// Checks the password of somebody who is known already; answers the hash that it has, to be
    /// looked at once more when what it allows is written.
    async fn check_password(
        &self,
        known: &Identity,
        password: &Password,
        from: Option<Origin>,
    ) -> Answer<String> {
        let attempt = Attempt::Account(known.player.id);
        self.count_password(from)?;
        self.attempts.count(&attempt, self.settings.limits.account, self.now_ms())?;
        let account = self.account(known.player.id).await?;
        check_registered(&account)?;
        let is_right = self.passwords.is(password, account.password.as_deref(), from).await?;
        let Some(verified) = account.password.filter(|_| is_right) else {
            return Err(Code::WrongPassword.answer());
        };
        self.forgive_password(from);
        self.attempts.forget(&attempt);
        Ok(verified)
    }

    /// Changes an account, again if somebody else was faster, as long as what is provided holds.
    pub(super) async fn change(
        &self,
        player: PlayerId,
        keep: TokensKept,
        provided: &Precondition,
        edit: impl Fn(&mut Account) -> Answer<()>,
    ) -> Answer<Account> {
        for _ in 0..ATTEMPTS {
            let mut account = self.account(player).await?;
            if account.player.standing == Standing::Deleted {
                return Err(Code::UnknownPlayer.answer());
            }
            edit(&mut account)?;
            let changed = self.journal.change(&account, keep, provided).await;
            // Also after a failure, after which it may have been changed.
            let kept = if matches!(changed, Ok(true)) { keep } else { TokensKept::All };
            self.look_again(player, kept).await;
            if changed? {
                account.revision += 1;
                return Ok(account);
            }
            self.check_provided(player, provided).await?;
            if account.name_key.is_some() {
                self.check_free(&account.player.name, Some(player)).await?;
            }
        }
        Err(Fault::NoAnswer.into())
    }

    /// Refuses what somebody no longer has the right to.
    pub(crate) async fn check_provided(
        &self,
        player: PlayerId,
        provided: &Precondition,
    ) -> Answer<()> {
        match provided {
            Precondition::Nothing => Ok(()),
            Precondition::Token(hash) => match self.journal.token(*hash).await? {
                Some(_) => Ok(()),
                None => Err(Code::UnknownToken.answer()),
            },
            Precondition::Moderator(hash) => self.check_role(*hash, Role::Moderator).await,
            Precondition::Operator(hash) => self.check_role(*hash, Role::Operator).await,
            Precondition::Password(hash) => {
                check_unchanged(&self.account(player).await?, Some(hash))
            }
        }
    }

    /// Refuses when a token is no longer one of somebody with at least that role.
    async fn check_role(&self, hash: TokenHash, role: Role) -> Answer<()> {
        match self.journal.token(hash).await? {
            Some((_, owner)) if owner.role >= role => Ok(()),
            Some(_) => Err(Code::NotAllowed.answer()),
            None => Err(Code::UnknownToken.answer()),
        }
    }
}

/// What an operator writes by; nothing where nobody has to be one.
fn operators_right(by: Option<&Identity>) -> Answer<Precondition> {
    let Some(by) = by else { return Ok(Precondition::Nothing) };
    by.check_role(Role::Operator)?;
    Ok(by.operators_right())
}

/// Refuses when the password is not the one any more that somebody has shown to know.
fn check_unchanged(account: &Account, verified: Option<&str>) -> Answer<()> {
    let is_same = account.password.as_deref() == verified;
    if is_same { Ok(()) } else { Err(Code::WrongPassword.answer()) }
}

fn check_registered(account: &Account) -> Answer<()> {
    match account.player.standing {
        Standing::Registered => Ok(()),
        Standing::Guest => Err(Code::NotRegistered.answer()),
        Standing::Deleted => Err(Code::UnknownPlayer.answer()),
    }
}

/// What a deleted player is called: *nomen nescio*, in any language, and so much of the id that two
/// of them at a table can be told apart.
fn neutral_name(id: PlayerId) -> String {
    let digits = id.0.simple().to_string();
    format!("N. N. {}", &digits[digits.len() - 4..])
}

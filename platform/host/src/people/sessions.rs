//! Signing in and out: guests, registered players, sessions and API tokens.

use std::fmt;

use super::accounts::Accounts;
use super::identity::Identity;
use super::name;
use super::password::{Asker, Password};
use super::rate_limits::{Attempt, NameHash, Origin};
use super::token::{IssuedToken, Token, TokenUse, hash};
use crate::refusal::{Answer, Code, Fault};
use gueridon_journal::{
    Account, AccountKey, Player, PlayerId, Precondition, Purpose, Scope, Scopes, Standing, TokenId,
    TokenRoom, TokenRow, TokensKept,
};

/// A player who has signed in, with the only copy of the secret.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The player.
    pub player: Player,
    /// The secret of the new session.
    pub token: Token,
}

/// The data for registering a player.
#[derive(Clone)]
pub struct NewPlayer {
    /// The name, which no other registered player may have.
    pub name: String,
    /// The password.
    pub password: Password,
    /// The e-mail address, if any.
    pub email: Option<String>,
    /// A name for the device, for the list of sessions.
    pub label: String,
}

impl fmt::Debug for NewPlayer {
    /// Omits the password and the address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewPlayer").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Accounts {
    /// Creates a guest of that name.
    ///
    /// # Errors
    /// `BAD_NAME`, `NAME_TAKEN` for the name of a registered player, `TOO_MANY_ATTEMPTS`.
    pub async fn guest(&self, given: &str, label: &str, from: Option<Origin>) -> Answer<SignedIn> {
        let (name, label) = (name::name(given)?, name::label(label)?);
        if let Some(from) = from {
            self.rate_limiter.count(Attempt::Guest(from))?;
        }
        self.check_name_free(&name, None).await?;
        let account = Account::guest(PlayerId(self.random.id(&self.clock)?), name, self.now_ms());
        let issued = self.issue(account.player.id, &TokenUse::Session, label)?;
        if self.journal.add_player(&account, &issued.row).await? {
            return Ok(SignedIn { player: account.player, token: issued.token });
        }
        Err(Fault::NoAnswer.into())
    }

    /// Registers a player. A guest who registers stays the same player.
    ///
    /// # Errors
    /// `BAD_NAME`, `NAME_TAKEN`, `BAD_PASSWORD`, `BAD_EMAIL`, `BAD_LABEL`, `ALREADY_REGISTERED`,
    /// `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn register(
        &self,
        guest: Option<&Identity>,
        new: NewPlayer,
        from: Option<Origin>,
    ) -> Answer<SignedIn> {
        let NewPlayer { name: given, password, email, label } = new;
        let (name, label) = (name::name(&given)?, name::label(&label)?);
        password.check(&name)?;
        let email = email.as_deref().map(name::email).transpose()?;
        let own = guest.map(|guest| guest.player.id);
        if let Some(guest) = guest {
            guest.check_scope(Scope::Account)?;
            if guest.player.standing != Standing::Guest {
                return Err(Code::AlreadyRegistered.answer());
            }
        }
        self.rate_limiter.count_password(from)?;
        self.check_name_free(&name, own).await?;
        // Guests are strangers, too: anybody can be one.
        let asker = Asker::Stranger(from);
        let hashed = self.passwords.hash(&password, self.random.bytes()?, asker).await?;
        let key = name::key(&name);
        let registered_ms = self.now_ms();
        let fill = |account: &mut Account| {
            if account.player.standing != Standing::Guest {
                return Err(Code::AlreadyRegistered.answer());
            }
            account.player.standing = Standing::Registered;
            account.player.name.clone_from(&name);
            account.name_key = Some(key.clone());
            account.password = Some(hashed.clone());
            account.email.clone_from(&email);
            account.registered_ms = Some(registered_ms);
            Ok(())
        };
        if let Some(guest) = guest {
            let account =
                self.edit(guest.player.id, TokensKept::All, &guest.precondition(), fill).await?;
            self.rate_limiter.signed_in(NameHash::new(&key), from);
            return self.session(account, hashed, label).await;
        }
        let id = PlayerId(self.random.id(&self.clock)?);
        let mut account = Account::guest(id, name.clone(), registered_ms);
        fill(&mut account)?;
        let issued = self.issue(id, &TokenUse::Session, label)?;
        if self.journal.add_player(&account, &issued.row).await? {
            self.rate_limiter.signed_in(NameHash::new(&key), from);
            return Ok(SignedIn { player: account.player, token: issued.token });
        }
        self.check_name_free(&name, None).await?;
        Err(Fault::NoAnswer.into())
    }

    /// Signs in with a name and a password.
    ///
    /// # Errors
    /// `WRONG_PASSWORD`, also where nobody has that name; `BAD_LABEL`, `TOO_MANY_ATTEMPTS`.
    pub async fn sign_in(
        &self,
        given: &str,
        password: &Password,
        label: &str,
        from: Option<Origin>,
    ) -> Answer<SignedIn> {
        let label = name::label(label)?;
        let key = name::lookup_key(given);
        let name_hash = NameHash::new(&key);
        self.rate_limiter.count_password(from)?;
        self.rate_limiter.count_name(name_hash, from)?;
        let account = self.journal.account(&AccountKey::Name(key)).await?;
        let hashed = account.as_ref().and_then(|account| account.password.as_deref());
        let asker = self.rate_limiter.asker(name_hash, from);
        let is_right = self.passwords.verify(password, hashed, asker).await?;
        let verified = account.filter(|_| is_right).and_then(|account| {
            let verified = account.password.clone()?;
            Some((account, verified))
        });
        let Some((account, verified)) = verified else {
            return Err(Code::WrongPassword.answer());
        };
        self.rate_limiter.signed_in(name_hash, from);
        self.session(account, verified, label).await
    }

    /// Sets a new password with a reset token; every other token of the player ends.
    ///
    /// # Errors
    /// `UNKNOWN_TOKEN`, `BAD_PASSWORD`, `BAD_LABEL`, `TOO_MANY_ATTEMPTS`.
    pub async fn reset(
        &self,
        secret: &str,
        password: &Password,
        label: &str,
        from: Option<Origin>,
    ) -> Answer<SignedIn> {
        let label = name::label(label)?;
        self.rate_limiter.count_password(from)?;
        let found = self.journal.token(hash(secret)).await?;
        let is_valid =
            |token: &TokenRow| token.purpose == Purpose::Reset && token.expires_ms > self.now_ms();
        let Some((token, account)) = found.filter(|(token, _)| is_valid(token)) else {
            return Err(Code::UnknownToken.answer());
        };
        password.check(&account.player.name)?;
        let hashed =
            self.passwords.hash(password, self.random.bytes()?, Asker::Known(from)).await?;
        let set = |account: &mut Account| {
            if account.player.standing != Standing::Registered {
                return Err(Code::NotRegistered.answer());
            }
            account.password = Some(hashed.clone());
            Ok(())
        };
        // The token ends as the password is set, so that it can be used once only.
        let right = Precondition::Token(token.hash);
        let account = self.edit(token.player, TokensKept::None, &right, set).await?;
        self.rate_limiter.signed_in(NameHash::new(&name::key(&account.player.name)), from);
        self.session(account, hashed, label).await
    }

    /// Ends the caller's token.
    ///
    /// # Errors
    /// A fault when the journal does not answer.
    pub async fn sign_out(&self, caller: &Identity) -> Answer<()> {
        self.end(caller.player.id, TokensKept::AllBut(caller.token)).await.map(drop)
    }

    /// Ends the token that has this secret, if one has.
    ///
    /// # Errors
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn revoke_secret(&self, secret: &str, from: Option<Origin>) -> Answer<()> {
        self.rate_limiter.count_guess(from)?;
        let Some(owner) = self.authenticate(secret).await? else { return Ok(()) };
        self.rate_limiter.uncount_password(from);
        self.sign_out(&owner).await
    }

    /// Ends every token of the caller.
    ///
    /// # Errors
    /// `INSUFFICIENT_SCOPE`.
    pub async fn sign_out_everywhere(&self, caller: &Identity) -> Answer<()> {
        caller.check_scope(Scope::Account)?;
        self.end(caller.player.id, TokensKept::None).await.map(drop)
    }

    /// Ends one of the caller's tokens.
    ///
    /// # Errors
    /// `UNKNOWN_TOKEN`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn revoke_token(&self, caller: &Identity, token: TokenId) -> Answer<()> {
        caller.check_scope(Scope::Account)?;
        self.rate_limiter.count(Attempt::Change(caller.player.id))?;
        let ended = self.end(caller.player.id, TokensKept::AllBut(token)).await?;
        if ended { Ok(()) } else { Err(Code::UnknownToken.answer()) }
    }

    /// Issues an API token, for a program that acts for the caller. It may do nothing that the
    /// caller's own token may not.
    ///
    /// # Errors
    /// `BAD_LABEL`, `TOO_MANY_TOKENS`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn issue_api_token(
        &self,
        caller: &Identity,
        label: &str,
        scopes: Scopes,
    ) -> Answer<IssuedToken> {
        caller.check_scope(Scope::Account)?;
        scopes.iter().try_for_each(|scope| caller.check_scope(scope))?;
        self.rate_limiter.count(Attempt::Change(caller.player.id))?;
        let label = name::label(label)?;
        let issued = self.issue(caller.player.id, &TokenUse::Api(scopes), label)?;
        self.add_token(&issued.row, TokenRoom::Left(Self::MOST_TOKENS), &caller.precondition())
            .await?;
        Ok(issued)
    }

    /// At most `first` of a player's valid tokens, the oldest first, from the one after `after` on.
    ///
    /// # Errors
    /// A fault when the journal does not answer.
    pub async fn tokens(
        &self,
        player: PlayerId,
        after: Option<TokenId>,
        first: u32,
    ) -> Answer<Vec<TokenRow>> {
        Ok(self.journal.tokens(player, self.now_ms(), after, first).await?)
    }

    /// Creates a session, if the password still has this hash.
    async fn session(&self, account: Account, hashed: String, label: String) -> Answer<SignedIn> {
        let issued = self.issue(account.player.id, &TokenUse::Session, label)?;
        let room = TokenRoom::Made(Self::MOST_TOKENS);
        self.add_token(&issued.row, room, &Precondition::Password(hashed)).await?;
        Ok(SignedIn { player: account.player, token: issued.token })
    }

    /// Writes a new token, or returns why not.
    pub(super) async fn add_token(
        &self,
        token: &TokenRow,
        room: TokenRoom,
        condition: &Precondition,
    ) -> Answer<()> {
        let added = self.journal.add_token(token, room, condition).await;
        if let TokenRoom::Made(_) = room {
            // It may have replaced another token, also after a failure.
            self.invalidate_tokens(token.player, TokensKept::All).await;
        }
        if added? {
            return Ok(());
        }
        self.check_precondition(token.player, condition).await?;
        match room {
            TokenRoom::Left(most) => {
                let most = [("most", most.to_string())];
                Err(Code::TooManyTokens.refused(&most).into())
            }
            TokenRoom::Made(_) => Err(Fault::NoAnswer.into()),
        }
    }

    /// Ends the tokens of a player except those to keep; returns whether there were any.
    pub(super) async fn end(&self, player: PlayerId, keep: TokensKept) -> Answer<bool> {
        let ended = self.journal.end_tokens(player, keep).await;
        self.invalidate_tokens(player, if ended.is_ok() { keep } else { TokensKept::All }).await;
        Ok(ended?)
    }
}

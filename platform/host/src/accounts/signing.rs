//! Coming and going: guests, registered players, their sessions and their programs.

use std::fmt;

use super::password::Password;
use super::rate_limits::{Attempt, Called};
use super::token::{IssuedToken, Token, hash};
use super::{Accounts, Identity, Origin, name};
use crate::refusal::{Answer, Code, Failure, Fault};
use gueridon_journal::{
    Account, AccountKey, Player, PlayerId, Precondition, Purpose, Standing, TokenId, TokenRoom,
    TokenRow, TokensKept,
};

/// Somebody who came, with the only copy of the secret.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// Who.
    pub player: Player,
    /// The secret.
    pub token: Token,
}

/// What a player registers with.
#[derive(Clone)]
pub struct NewPlayer {
    /// The name, which no other registered player has.
    pub name: String,
    /// The password.
    pub password: Password,
    /// Where mail goes, if anywhere.
    pub email: Option<String>,
    /// What the player calls the device.
    pub label: String,
}

impl fmt::Debug for NewPlayer {
    /// Leaves the password and the address out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewPlayer").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Accounts {
    /// Makes a guest of that name.
    ///
    /// # Errors
    /// `BAD_NAME`, `NAME_TAKEN` for the name of a registered player, `TOO_MANY_ATTEMPTS`.
    pub async fn guest(&self, given: &str, label: &str, from: Option<Origin>) -> Answer<SignedIn> {
        let (name, label) = (name::name(given)?, name::label(label)?);
        if let Some(from) = from {
            let limit = self.settings.limits.guests;
            self.attempts.count(&Attempt::Guest(from), limit, self.now_ms())?;
        }
        self.check_free(&name, None).await?;
        let account = Account::guest(PlayerId(self.chance.id(&self.clock)?), name, self.now_ms());
        let minted = self.mint(account.player.id, Purpose::Session, label)?;
        if self.journal.add_player(&account, &minted.row).await? {
            return Ok(SignedIn { player: account.player, token: minted.token });
        }
        Err(Fault::NoAnswer.into())
    }

    /// Makes a registered player; of a guest, if it is one who asks, who stays who they are.
    ///
    /// # Errors
    /// `BAD_NAME`, `NAME_TAKEN`, `BAD_PASSWORD`, `BAD_EMAIL`, `BAD_LABEL`, `ALREADY_REGISTERED`,
    /// `NOT_ALLOWED` for a program, `TOO_MANY_ATTEMPTS`.
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
            guest.check_session()?;
            if guest.player.standing != Standing::Guest {
                return Err(Code::AlreadyRegistered.answer());
            }
        }
        self.count_password(from)?;
        self.check_free(&name, own).await?;
        let hashed = self.passwords.hash(&password, self.chance.bytes()?, from).await?;
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
                self.change(guest.player.id, TokensKept::All, &guest.right(), fill).await?;
            self.has_signed_in(Called::new(&key), from);
            return self.session(account, hashed, label).await;
        }
        let id = PlayerId(self.chance.id(&self.clock)?);
        let mut account = Account::guest(id, name.clone(), registered_ms);
        fill(&mut account)?;
        let minted = self.mint(id, Purpose::Session, label)?;
        if self.journal.add_player(&account, &minted.row).await? {
            self.has_signed_in(Called::new(&key), from);
            return Ok(SignedIn { player: account.player, token: minted.token });
        }
        self.check_free(&name, None).await?;
        Err(Fault::NoAnswer.into())
    }

    /// A session of the registered player of that name and password.
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
        // What is no name is nobody's name, and is looked for like one.
        let key = name::key(&name::name(given).unwrap_or_default());
        let called = Called::new(&key);
        self.count_password(from)?;
        self.count_name(called, from)?;
        let account = self.journal.account(&AccountKey::Name(key)).await?;
        let hashed = account.as_ref().and_then(|account| account.password.as_deref());
        let is_right = self.passwords.is(password, hashed, from).await?;
        let verified = account.filter(|_| is_right).and_then(|account| {
            let verified = account.password.clone()?;
            Some((account, verified))
        });
        let Some((account, verified)) = verified else {
            return Err(Code::WrongPassword.answer());
        };
        self.has_signed_in(called, from);
        self.session(account, verified, label).await
    }

    /// Sets a new password with a token that an operator made for that; every other token of the
    /// player ends.
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
        self.count_password(from)?;
        let found = self.journal.token(hash(secret)).await?;
        let is_good =
            |token: &TokenRow| token.purpose == Purpose::Reset && token.expires_ms > self.now_ms();
        let Some((token, account)) = found.filter(|(token, _)| is_good(token)) else {
            return Err(Code::UnknownToken.answer());
        };
        password.check(&account.player.name)?;
        let hashed = self.passwords.hash(password, self.chance.bytes()?, from).await?;
        let set = |account: &mut Account| {
            if account.player.standing != Standing::Registered {
                return Err(Code::NotRegistered.answer());
            }
            account.password = Some(hashed.clone());
            Ok(())
        };
        // It ends as the password is set: of two who use it at once, one does.
        let right = Precondition::Token(token.hash);
        let account = self.change(token.player, TokensKept::None, &right, set).await?;
        self.has_signed_in(Called::new(&name::key(&account.player.name)), from);
        self.session(account, hashed, label).await
    }

    /// Ends the token that was shown.
    ///
    /// # Errors
    /// A fault when the journal does not answer.
    pub async fn sign_out(&self, known: &Identity) -> Answer<()> {
        self.end(known.player.id, TokensKept::AllBut(known.token)).await.map(drop)
    }

    /// Ends every token of the player.
    ///
    /// # Errors
    /// `NOT_ALLOWED` for a program.
    pub async fn sign_out_everywhere(&self, known: &Identity) -> Answer<()> {
        known.check_session()?;
        self.end(known.player.id, TokensKept::None).await.map(drop)
    }

    /// Ends one of the player's tokens.
    ///
    /// # Errors
    /// `UNKNOWN_TOKEN`, `NOT_ALLOWED` for a program, `TOO_MANY_ATTEMPTS`.
    pub async fn revoke(&self, known: &Identity, token: TokenId) -> Answer<()> {
        known.check_session()?;
        self.count_change(known.player.id)?;
        let ended = self.end(known.player.id, TokensKept::AllBut(token)).await?;
        if ended { Ok(()) } else { Err(Code::UnknownToken.answer()) }
    }

    /// Makes a token for a program that plays for the player.
    ///
    /// # Errors
    /// `BAD_LABEL`, `TOO_MANY_TOKENS`, `NOT_ALLOWED` for a program, `TOO_MANY_ATTEMPTS`.
    pub async fn make_token(&self, known: &Identity, label: &str) -> Answer<IssuedToken> {
        known.check_session()?;
        self.count_change(known.player.id)?;
        let label = name::label(label)?;
        let minted = self.mint(known.player.id, Purpose::Api, label)?;
        self.add_token(&minted.row, TokenRoom::Left(Self::MOST_TOKENS), &known.right()).await?;
        Ok(minted)
    }

    /// At most `first` of the player's tokens that are good, in the order in which they were made,
    /// from the one after `after` on.
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

    /// A new session, as long as the password is still the one of that hash.
    async fn session(&self, account: Account, hashed: String, label: String) -> Answer<SignedIn> {
        let minted = self.mint(account.player.id, Purpose::Session, label)?;
        let room = TokenRoom::Made(Self::MOST_TOKENS);
        self.add_token(&minted.row, room, &Precondition::Password(hashed)).await?;
        Ok(SignedIn { player: account.player, token: minted.token })
    }

    /// Adds a token, or says why not.
    pub(super) async fn add_token(
        &self,
        token: &TokenRow,
        room: TokenRoom,
        provided: &Precondition,
    ) -> Answer<()> {
        let added = self.journal.add_token(token, room, provided).await;
        if let TokenRoom::Made(_) = room {
            // Another token may have ended for it, also after a failure.
            self.look_again(token.player, TokensKept::All).await;
        }
        if added? {
            return Ok(());
        }
        self.check_provided(token.player, provided).await?;
        match room {
            TokenRoom::Left(most) => {
                let most = [("most", most.to_string())];
                Err(Code::TooManyTokens.refused(&most).into())
            }
            TokenRoom::Made(_) => Err(Fault::NoAnswer.into()),
        }
    }

    /// Ends a player's tokens but for those kept; says whether there were any to end.
    async fn end(&self, player: PlayerId, keep: TokensKept) -> Answer<bool> {
        let ended = self.journal.end_tokens(player, keep).await;
        self.look_again(player, if ended.is_ok() { keep } else { TokensKept::All }).await;
        Ok(ended?)
    }

    /// Refuses a name that another player has registered.
    pub(super) async fn check_free(&self, name: &str, own: Option<PlayerId>) -> Answer<()> {
        let who = AccountKey::Name(name::key(name));
        match self.journal.account(&who).await? {
            Some(account) if own != Some(account.player.id) => Err(Code::NameTaken.answer()),
            _ => Ok(()),
        }
    }

    /// Counts what costs a hash, and guesses at a secret.
    pub(super) fn count_password(&self, from: Option<Origin>) -> Result<(), Failure> {
        let Some(from) = from else { return Ok(()) };
        self.count_hash(Some(from))?;
        self.attempts.count(&Attempt::Password(from), self.settings.limits.passwords, self.now_ms())
    }

    /// Counts what costs a hash and guesses at nothing.
    pub(super) fn count_hash(&self, from: Option<Origin>) -> Answer<()> {
        let Some(from) = from else { return Ok(()) };
        self.attempts.count(&Attempt::Hash(from), self.settings.limits.hashes, self.now_ms())
    }

    /// Takes back that somebody has guessed, but not that it cost a hash.
    pub(super) fn forgive_password(&self, from: Option<Origin>) {
        if let Some(from) = from {
            self.attempts.forgive(&Attempt::Password(from), self.settings.limits.passwords);
        }
    }

    /// Counts a password that is said for a name. Others who guess at it do not keep its owner
    /// waiting where the owner has been before.
    fn count_name(&self, called: Called, from: Option<Origin>) -> Result<(), Failure> {
        let (limits, now_ms) = (self.settings.limits, self.now_ms());
        self.attempts.count(&Attempt::Name(called, from), limits.account, now_ms)?;
        if from.is_some_and(|from| self.attempts.remembers(called, from, now_ms)) {
            return Ok(());
        }
        self.attempts.count(&Attempt::NameAnywhere(called), limits.name, now_ms)
    }

    /// Takes back what was counted of somebody who has shown who they are, and remembers from where.
    fn has_signed_in(&self, called: Called, from: Option<Origin>) {
        self.forgive_password(from);
        self.attempts.forget(&Attempt::Name(called, from));
        if let Some(from) = from {
            self.attempts.remember(called, from, self.now_ms());
        }
    }

    /// Counts what a player says.
    pub(crate) fn count_message(&self, player: PlayerId) -> Answer<()> {
        let limit = self.settings.limits.messages;
        self.attempts.count(&Attempt::Message(player), limit, self.now_ms())
    }

    /// Counts what a player does at tables besides playing.
    pub(crate) fn count_deed(&self, player: PlayerId) -> Answer<()> {
        let limit = self.settings.limits.deeds;
        self.attempts.count(&Attempt::SeatAction(player), limit, self.now_ms())
    }

    /// Counts what a player tells the moderators.
    pub(crate) fn count_report(&self, player: PlayerId) -> Answer<()> {
        let limit = self.settings.limits.reports;
        self.attempts.count(&Attempt::Report(player), limit, self.now_ms())
    }

    /// Counts a change that a player makes.
    pub(crate) fn count_change(&self, player: PlayerId) -> Answer<()> {
        self.attempts.count(&Attempt::Change(player), self.settings.limits.changes, self.now_ms())
    }

    /// Counts a table that a player opens.
    pub(crate) fn count_table(&self, player: PlayerId) -> Answer<()> {
        self.attempts.count(&Attempt::Table(player), self.settings.limits.tables, self.now_ms())
    }

    /// Counts an invitation.
    pub(crate) fn count_invitation(&self, player: PlayerId) -> Answer<()> {
        let limit = self.settings.limits.invitations;
        self.attempts.count(&Attempt::Invitation(player), limit, self.now_ms())
    }
}

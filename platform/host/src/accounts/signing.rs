//! Coming and going: guests, registered players, their sessions and their programs.

use super::attempts::Attempt;
use super::password::Password;
use super::token::{Minted, Token, hash};
use super::{Accounts, Known, Origin, name};
use crate::journal::{Account, Keep, Player, PlayerId, Purpose, Standing, TokenId, TokenRow, Who};
use crate::refusal::{Answer, Code, Failure, Fault};

/// Somebody who came, with the only copy of the secret.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// Who.
    pub player: Player,
    /// The secret.
    pub token: Token,
}

/// What a player registers with.
#[derive(Debug, Clone)]
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
        guest: Option<&Known>,
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
        let hashed = self.passwords.hash(&password, self.chance.bytes()?).await?;
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
        if let Some(id) = own {
            let account = self.change(id, Keep::All, fill).await?;
            return self.session(account, label).await;
        }
        let id = PlayerId(self.chance.id(&self.clock)?);
        let mut account = Account::guest(id, name.clone(), registered_ms);
        fill(&mut account)?;
        let minted = self.mint(id, Purpose::Session, label)?;
        if self.journal.add_player(&account, &minted.row).await? {
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
        let attempt = Attempt::Name(key.clone());
        self.count_password(from)?;
        self.attempts.count(&attempt, self.settings.limits.account, self.now_ms())?;
        let account = self.journal.account(&Who::Name(key)).await?;
        let hashed = account.as_ref().and_then(|account| account.password.as_deref());
        let is_right = self.passwords.is(password, hashed).await?;
        let Some(account) = account.filter(|_| is_right) else {
            return Err(Code::WrongPassword.answer());
        };
        self.forgive_password(from);
        self.attempts.forget(&attempt);
        self.session(account, label).await
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
        let hashed = self.passwords.hash(password, self.chance.bytes()?).await?;
        // It ends before the password is set: of two who use it at once, one does.
        if !self.journal.end_tokens(token.player, Keep::AllBut(token.id)).await? {
            return Err(Code::UnknownToken.answer());
        }
        let set = |account: &mut Account| {
            if account.player.standing != Standing::Registered {
                return Err(Code::NotRegistered.answer());
            }
            account.password = Some(hashed.clone());
            Ok(())
        };
        let account = self.change(token.player, Keep::None, set).await?;
        self.session(account, label).await
    }

    /// Ends the token that was shown.
    ///
    /// # Errors
    /// A fault when the journal does not answer.
    pub async fn sign_out(&self, known: &Known) -> Answer<()> {
        self.end(known.player.id, Keep::AllBut(known.token)).await.map(drop)
    }

    /// Ends every token of the player.
    ///
    /// # Errors
    /// `NOT_ALLOWED` for a program.
    pub async fn sign_out_everywhere(&self, known: &Known) -> Answer<()> {
        known.check_session()?;
        self.end(known.player.id, Keep::None).await.map(drop)
    }

    /// Ends one of the player's tokens.
    ///
    /// # Errors
    /// `UNKNOWN_TOKEN`, `NOT_ALLOWED` for a program.
    pub async fn revoke(&self, known: &Known, token: TokenId) -> Answer<()> {
        known.check_session()?;
        let ended = self.end(known.player.id, Keep::AllBut(token)).await?;
        if ended { Ok(()) } else { Err(Code::UnknownToken.answer()) }
    }

    /// Makes a token for a program that plays for the player.
    ///
    /// # Errors
    /// `BAD_LABEL`, `TOO_MANY_TOKENS`, `NOT_ALLOWED` for a program.
    pub async fn make_token(&self, known: &Known, label: &str) -> Answer<Minted> {
        known.check_session()?;
        let label = name::label(label)?;
        let all = self.tokens(known.player.id, None, 3 * Self::MOST_TOKENS).await?;
        let of_programs = all.iter().filter(|token| token.purpose == Purpose::Api).count();
        if of_programs >= Self::MOST_TOKENS as usize {
            let most = [("most", Self::MOST_TOKENS.to_string())];
            return Err(Code::TooManyTokens.refused(&most).into());
        }
        let minted = self.mint(known.player.id, Purpose::Api, label)?;
        if self.journal.add_token(&minted.row, Self::MOST_TOKENS).await? {
            Ok(minted)
        } else {
            Err(Fault::NoAnswer.into())
        }
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

    /// A new session.
    async fn session(&self, account: Account, label: String) -> Answer<SignedIn> {
        let minted = self.mint(account.player.id, Purpose::Session, label)?;
        if !self.journal.add_token(&minted.row, Self::MOST_TOKENS).await? {
            return Err(Fault::NoAnswer.into());
        }
        Ok(SignedIn { player: account.player, token: minted.token })
    }

    /// Ends a player's tokens but for those kept; says whether there were any to end.
    async fn end(&self, player: PlayerId, keep: Keep) -> Answer<bool> {
        let ended = self.journal.end_tokens(player, keep).await;
        self.look_again(player).await;
        Ok(ended?)
    }

    /// Refuses a name that another player has registered.
    pub(super) async fn check_free(&self, name: &str, own: Option<PlayerId>) -> Answer<()> {
        let who = Who::Name(name::key(name));
        match self.journal.account(&who).await? {
            Some(account) if own != Some(account.player.id) => Err(Code::NameTaken.answer()),
            _ => Ok(()),
        }
    }

    /// Counts what costs a hash, or guesses at a secret.
    pub(super) fn count_password(&self, from: Option<Origin>) -> Result<(), Failure> {
        let Some(from) = from else { return Ok(()) };
        let limit = self.settings.limits.passwords;
        self.attempts.count(&Attempt::Password(from), limit, self.now_ms())
    }

    pub(super) fn forgive_password(&self, from: Option<Origin>) {
        if let Some(from) = from {
            self.attempts.forgive(&Attempt::Password(from), self.settings.limits.passwords);
        }
    }
}

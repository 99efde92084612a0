//! Accounts: what is kept of players, and the rules by which it changes.

use std::sync::Arc;
use std::time::Duration;

use super::identity::Identity;
use super::name;
use super::password::{Hashing, Passwords};
use super::rate_limiter::RateLimiter;
use super::rate_limits::{Limits, Origin};
use super::token::{IssuedToken, Token, TokenUse, hash};
use super::token_cache::TokenCache;
use crate::clock::Clock;
use crate::clock::millis;
use crate::random::Random;
use crate::refusal::{Answer, Code};
use gueridon_journal::{
    Account, AccountKey, Journal, PlayerId, Precondition, Role, Scope, Standing, TokenHash,
    TokenId, TokenRow,
};

/// How accounts behave; the defaults suit a server.
#[derive(Debug, Clone)]
pub struct AccountsConfig {
    /// How long a token is valid after it was last used; its use is recorded about once an hour.
    pub token_life: Duration,
    /// How long the owner of a token is cached: a token that was ended on another node works on
    /// this one for up to this long.
    pub token_cache_ttl: Duration,
    /// The cost of a password hash.
    pub hashing: Hashing,
    /// The rate limits.
    pub limits: Limits,
}

impl Default for AccountsConfig {
    fn default() -> Self {
        Self {
            token_life: Duration::from_secs(90 * 24 * 60 * 60),
            token_cache_ttl: Duration::from_secs(2),
            hashing: Hashing::default(),
            limits: Limits::default(),
        }
    }
}

/// Guests and registered players with their tokens and passwords.
#[derive(Debug)]
pub struct Accounts {
    pub(super) journal: Arc<dyn Journal>,
    pub(super) clock: Clock,
    pub(super) random: Random,
    pub(super) config: AccountsConfig,
    pub(super) passwords: Passwords,
    pub(super) rate_limiter: Arc<RateLimiter>,
    pub(super) token_cache: TokenCache,
}

impl Accounts {
    /// The most tokens of each purpose per player; a new session replaces the least recently used
    /// one.
    pub const MOST_TOKENS: u32 = 50;
    /// How long a reset token is valid.
    pub const RESET_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

    /// The accounts of a journal.
    #[must_use]
    pub fn new(
        config: AccountsConfig,
        journal: Arc<dyn Journal>,
        clock: Clock,
        random: Random,
    ) -> Self {
        Self {
            passwords: Passwords::new(config.hashing),
            rate_limiter: Arc::new(RateLimiter::new(config.limits, clock.clone())),
            token_cache: TokenCache::new(config.token_cache_ttl),
            journal,
            clock,
            random,
            config,
        }
    }

    /// The rate limiter of this node.
    #[must_use]
    pub fn rate_limiter(&self) -> &Arc<RateLimiter> {
        &self.rate_limiter
    }

    /// Everything that is stored about a player besides tokens.
    ///
    /// # Errors
    /// `UNKNOWN_PLAYER`.
    pub async fn account(&self, player: PlayerId) -> Answer<Account> {
        let found = self.journal.account(&AccountKey::Id(player)).await?;
        found.ok_or_else(|| Code::UnknownPlayer.answer())
    }

    /// The registered player or the program of a name.
    ///
    /// # Errors
    /// `UNKNOWN_PLAYER`.
    pub async fn find(&self, name: &str) -> Answer<Account> {
        let key = AccountKey::Name(name::lookup_key(name));
        self.journal.account(&key).await?.ok_or_else(|| Code::UnknownPlayer.answer())
    }

    /// Another player than the caller, who has not been deleted.
    ///
    /// # Errors
    /// `NOT_YOURSELF`, `UNKNOWN_PLAYER`, `INSUFFICIENT_SCOPE`.
    pub(crate) async fn other_player(&self, caller: &Identity, other: PlayerId) -> Answer<Account> {
        caller.check_scope(Scope::Chat)?;
        if caller.player.id == other {
            return Err(Code::NotYourself.answer());
        }
        let account = self.account(other).await?;
        match account.player.standing {
            Standing::Deleted => Err(Code::UnknownPlayer.answer()),
            Standing::Guest | Standing::Registered | Standing::Program => Ok(account),
        }
    }

    /// Explains why the condition of a write failed, by reading the caller again.
    ///
    /// # Errors
    /// `UNKNOWN_TOKEN`, `NOT_ALLOWED`, `WRONG_PASSWORD`.
    pub(crate) async fn check_precondition(
        &self,
        player: PlayerId,
        condition: &Precondition,
    ) -> Answer<()> {
        match condition {
            Precondition::Nothing => Ok(()),
            Precondition::Token(hash) => self.check_token(*hash, Role::Player).await,
            Precondition::Moderator(hash) => self.check_token(*hash, Role::Moderator).await,
            Precondition::Operator(hash) => self.check_token(*hash, Role::Operator).await,
            Precondition::Password(hash) => {
                check_same_password(&self.account(player).await?, Some(hash))
            }
        }
    }

    /// Refuses a token that has ended, or whose owner is below a role.
    async fn check_token(&self, hash: TokenHash, role: Role) -> Answer<()> {
        match self.journal.token(hash).await? {
            Some((_, owner)) if owner.role >= role => Ok(()),
            Some(_) => Err(Code::NotAllowed.answer()),
            None => Err(Code::UnknownToken.answer()),
        }
    }

    /// A new random secret that is not a token, and its hash.
    pub(crate) fn new_secret(&self) -> Answer<(Token, TokenHash)> {
        let token = Token::new(self.random.bytes()?);
        let hashed = hash(token.secret());
        Ok((token, hashed))
    }

    /// Counts a guess at a secret, and returns the hash of the guess.
    pub(crate) fn count_secret(&self, secret: &str, from: Option<Origin>) -> Answer<TokenHash> {
        self.rate_limiter.count_guess(from)?;
        Ok(hash(secret))
    }

    /// A new token, not yet in the journal.
    pub(super) fn issue(
        &self,
        player: PlayerId,
        usage: &TokenUse,
        label: String,
    ) -> Answer<IssuedToken> {
        let now_ms = self.now_ms();
        let life = match usage {
            TokenUse::Reset => Self::RESET_LIFE,
            TokenUse::Session | TokenUse::Api(_) | TokenUse::Client(..) => self.config.token_life,
        };
        let (token, hash) = self.new_secret()?;
        let row = TokenRow {
            id: TokenId(self.random.id(&self.clock)?),
            hash,
            player,
            purpose: usage.purpose(),
            scopes: usage.scopes(),
            client: match usage {
                TokenUse::Client(client, _) => Some(client.clone()),
                TokenUse::Session | TokenUse::Api(_) | TokenUse::Reset => None,
            },
            label,
            created_ms: now_ms,
            used_ms: now_ms,
            expires_ms: now_ms.saturating_add(millis(life)),
        };
        Ok(IssuedToken { row, token })
    }

    /// Refuses a name that another player has registered.
    pub(super) async fn check_name_free(&self, name: &str, own: Option<PlayerId>) -> Answer<()> {
        let key = AccountKey::Name(name::key(name));
        match self.journal.account(&key).await? {
            Some(account) if own != Some(account.player.id) => Err(Code::NameTaken.answer()),
            _ => Ok(()),
        }
    }

    pub(super) fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }
}

/// Refuses when the password has changed since it was verified.
pub(super) fn check_same_password(account: &Account, verified: Option<&str>) -> Answer<()> {
    let is_same = account.password.as_deref() == verified;
    if is_same { Ok(()) } else { Err(Code::WrongPassword.answer()) }
}

/// The condition of a write by an operator; none for the command line, which has no caller.
pub(super) fn operator_precondition(by: Option<&Identity>) -> Answer<Precondition> {
    let Some(by) = by else { return Ok(Precondition::Nothing) };
    by.check_role(Role::Operator)?;
    Ok(by.operator_precondition())
}

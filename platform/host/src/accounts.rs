//! Who people are: guests and registered players, their tokens, and what they change about
//! themselves.
//!
//! All of it is in the journal, so it is the same on every node. [`Accounts`] keeps only what can
//! be lost: who was known a moment ago, and who has tried too often.

mod changing;
mod letters;
pub(crate) mod name;
mod password;
mod rate_limits;
mod signing;
mod token;
mod token_cache;

use std::sync::Arc;
use std::time::Duration;

pub use name::LONGEST_NAME;
pub(crate) use name::key as name_key;
pub use password::{Hashing, Password};
pub use rate_limits::{Limit, Limits, Origin};
pub use signing::{NewPlayer, SignedIn};
pub use token::{IssuedToken, Token};
pub use token_cache::Identity;

use crate::clock::Clock;
use crate::host::{Chance, ms};
use gueridon_journal::Journal;
use password::Passwords;
use rate_limits::RateLimiter;
use token_cache::TokenCache;

/// How accounts behave; the defaults suit a server.
#[derive(Debug, Clone)]
pub struct AccountsConfig {
    /// How long a token is good after it was last used; that it was used is noted about once an
    /// hour.
    pub token_life: Duration,
    /// How long it is believed who a token is of, before the journal is asked again: so long may a
    /// token that was ended on another node still be good on this one.
    pub trust: Duration,
    /// What a password costs to check.
    pub hashing: Hashing,
    /// How often things may be tried.
    pub limits: Limits,
}

impl Default for AccountsConfig {
    fn default() -> Self {
        Self {
            token_life: Duration::from_secs(90 * 24 * 60 * 60),
            trust: Duration::from_secs(2),
            hashing: Hashing::default(),
            limits: Limits::default(),
        }
    }
}

/// Who people are.
#[derive(Debug)]
pub struct Accounts {
    journal: Arc<dyn Journal>,
    clock: Clock,
    chance: Chance,
    settings: AccountsConfig,
    passwords: Passwords,
    attempts: RateLimiter,
    known: TokenCache,
}

impl Accounts {
    /// How many tokens of each purpose a player has at most: the session that was used the longest
    /// ago makes room for a new one.
    pub const MOST_TOKENS: u32 = 50;
    /// How long a new password can be set with a token made for that.
    pub const RESET_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

    /// The accounts of a journal.
    #[must_use]
    pub fn new(
        settings: AccountsConfig,
        journal: Arc<dyn Journal>,
        clock: Clock,
        chance: Chance,
    ) -> Self {
        Self {
            passwords: Passwords::new(settings.hashing),
            attempts: RateLimiter::default(),
            known: TokenCache::default(),
            journal,
            clock,
            chance,
            settings,
        }
    }

    fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }
}

//! Who people are: guests and registered players, their tokens, and what they change about
//! themselves.
//!
//! All of it is in the journal, so it is the same on every node. [`Accounts`] keeps only what can
//! be lost: who was known a moment ago, and who has tried too often.

mod attempts;
mod changing;
mod known;
mod letters;
pub(crate) mod name;
mod password;
mod signing;
mod token;

use std::sync::Arc;
use std::time::Duration;

pub use attempts::{Limit, Limits, Origin};
pub use known::Known;
pub use name::LONGEST_NAME;
pub(crate) use name::key as name_key;
pub use password::{Hashing, Password};
pub use signing::{NewPlayer, SignedIn};
pub use token::{Minted, Token};

use crate::clock::Clock;
use crate::host::{Chance, ms};
use crate::journal::Journal;
use attempts::Attempts;
use known::Acquaintances;
use password::Passwords;

/// How accounts behave; the defaults suit a server.
#[derive(Debug, Clone)]
pub struct Settings {
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

impl Default for Settings {
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
    settings: Settings,
    passwords: Passwords,
    attempts: Attempts,
    known: Acquaintances,
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
        settings: Settings,
        journal: Arc<dyn Journal>,
        clock: Clock,
        chance: Chance,
    ) -> Self {
        Self {
            passwords: Passwords::new(settings.hashing),
            attempts: Attempts::default(),
            known: Acquaintances::default(),
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

//! People: guests and registered players, how they sign in, and what they change about themselves.
//!
//! [`Accounts`] keeps everything in the journal, so it is the same on every node. What a node holds
//! in memory can be lost: the [cache of tokens](Identity) and the [rate limits](RateLimiter).

mod accounts;
mod administration;
mod authentication;
mod identity;
pub(crate) mod name;
mod password;
mod profile;
pub(crate) mod rate_limiter;
mod sessions;
pub(crate) mod text;
mod token;
mod token_cache;
mod transition;

pub use accounts::{Accounts, AccountsConfig};
pub use identity::Identity;
pub use name::LONGEST_NAME;
pub(crate) use name::key as name_key;
pub use password::{Hashing, Password};
pub use rate_limiter::{Limit, Limits, Origin, RateLimiter};
pub use sessions::{NewPlayer, SignedIn};
pub use token::{IssuedToken, Token};

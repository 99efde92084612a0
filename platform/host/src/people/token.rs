//! Tokens: 256 random bits, of which the journal keeps only a hash.

use std::fmt;

use gueridon_game::border::hex;
use sha2::{Digest, Sha256};

use gueridon_journal::{Purpose, Scopes, TokenHash, TokenRow};

/// The secret that a player signs requests with: 256 random bits as 64 hexadecimal digits.
///
/// Anybody who has it acts as the player. The host keeps only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A token of these random bits.
    pub(super) fn new(bits: [u8; 32]) -> Self {
        Self(hex(&bits))
    }

    /// The secret itself, for its owner.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    /// Omits the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// What a new token is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenUse {
    /// A person on a device.
    Session,
    /// A program.
    Api(Scopes),
    /// Somebody else's client, which calls itself so.
    Client(String, Scopes),
    /// Setting a new password.
    Reset,
}

impl TokenUse {
    pub(super) const fn purpose(&self) -> Purpose {
        match self {
            Self::Session => Purpose::Session,
            Self::Api(_) => Purpose::Api,
            Self::Client(..) => Purpose::Client,
            Self::Reset => Purpose::Reset,
        }
    }

    pub(super) const fn scopes(&self) -> Scopes {
        match self {
            Self::Session => Scopes::ALL,
            Self::Api(scopes) | Self::Client(_, scopes) => *scopes,
            Self::Reset => Scopes::NONE,
        }
    }
}

/// A new token, with the only copy of the secret.
#[derive(Debug, Clone)]
pub struct IssuedToken {
    /// The record in the journal.
    pub row: TokenRow,
    /// The secret.
    pub token: Token,
}

/// The hash by which a token is found. The bits are random, so a plain hash keeps them secret.
pub(super) fn hash(secret: &str) -> TokenHash {
    Sha256::digest(secret.as_bytes()).into()
}

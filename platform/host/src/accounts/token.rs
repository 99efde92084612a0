//! Tokens: 256 random bits of which the journal has only a hash.

use std::fmt;

use gueridon_game::border::hex;
use sha2::{Digest, Sha256};

use super::{Accounts, ms};
use crate::refusal::Answer;
use gueridon_journal::{PlayerId, Purpose, TokenHash, TokenId, TokenRow};

/// What a player shows to be known again: 256 random bits as 64 hexadecimal digits.
///
/// Whoever has it is the player. The host keeps only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The secret itself, for its owner.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// A new token, with the only copy of the secret.
#[derive(Debug, Clone)]
pub struct IssuedToken {
    /// What is kept of it.
    pub row: TokenRow,
    /// The secret.
    pub token: Token,
}

/// The hash by which a token is found. The bits are random, so a plain hash keeps them secret.
pub(super) fn hash(secret: &str) -> TokenHash {
    Sha256::digest(secret.as_bytes()).into()
}

impl Accounts {
    /// A new token that is in no journal yet.
    pub(super) fn mint(
        &self,
        player: PlayerId,
        purpose: Purpose,
        label: String,
    ) -> Answer<IssuedToken> {
        let now_ms = self.now_ms();
        let life = match purpose {
            Purpose::Session | Purpose::Api => self.settings.token_life,
            Purpose::Reset => Self::RESET_LIFE,
        };
        let token = self.secret()?;
        let row = TokenRow {
            id: TokenId(self.chance.id(&self.clock)?),
            hash: hash(token.secret()),
            player,
            purpose,
            label,
            created_ms: now_ms,
            used_ms: now_ms,
            expires_ms: now_ms.saturating_add(ms(life)),
        };
        Ok(IssuedToken { row, token })
    }

    /// New random bits.
    pub(super) fn secret(&self) -> Answer<Token> {
        Ok(Token(hex(&self.chance.bytes::<32>()?)))
    }
}

//! The part of a journal about authorisation codes, by which players sign in to clients of others.

use std::fmt;

use async_trait::async_trait;

use super::{JournalError, PlayerId, Precondition, Scopes, TokenHash, TokenId, TokenRow};

/// For how long after its end a code is kept, in milliseconds: whoever shows it again has stolen
/// it, or was stolen from.
pub(crate) const KEPT_MS: i64 = 24 * 60 * 60 * 1_000;

/// Authorisation codes. A method that writes returns whether its condition held, as in
/// [`Journal`](super::Journal). The codes of a player end with their tokens, unless a single token
/// is ended.
///
/// # Errors
/// As those of [`People`](super::People).
#[async_trait]
pub trait Codes: Send + Sync {
    /// Adds a code, unless its hash is there, its player is deleted, or the precondition does not
    /// hold. Whatever the answer, codes that expired a day before this one was made are deleted.
    ///
    /// Atomic as one statement, under the player's lock; the hash is a constraint.
    async fn add_code(
        &self,
        code: &CodeRow,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// A code by its hash; also when it was redeemed or has expired.
    async fn code(&self, hash: TokenHash) -> Result<Option<CodeRow>, JournalError>;

    /// Redeems a code for a token, unless the code was redeemed before, had expired when the token
    /// was made, or is another player's; or the token's hash or id is there. Of the player's tokens
    /// of its kind at most `most` stay, those that were used last.
    ///
    /// Atomic as one statement about the code, under the player's lock, since tokens are counted.
    async fn redeem(
        &self,
        code: TokenHash,
        token: &TokenRow,
        most: u32,
    ) -> Result<bool, JournalError>;
}

/// A code that a client is given to redeem for a token.
#[derive(Clone, PartialEq, Eq)]
pub struct CodeRow {
    /// The hash of the code.
    pub hash: TokenHash,
    /// Who signs in.
    pub player: PlayerId,
    /// What the client calls itself.
    pub client: String,
    /// Where the code was sent.
    pub redirect: String,
    /// The SHA-256 of what only the client knows.
    pub challenge: [u8; 32],
    /// What the token may be used for.
    pub scopes: Scopes,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it expires, in milliseconds since 1970.
    pub expires_ms: i64,
    /// The token that it was redeemed for, which may have ended.
    pub token: Option<TokenId>,
}

impl fmt::Debug for CodeRow {
    /// Leaves the hash and the challenge out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CodeRow")
            .field("player", &self.player)
            .field("client", &self.client)
            .field("token", &self.token)
            .finish_non_exhaustive()
    }
}

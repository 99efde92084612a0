//! The part of a journal about authorisation codes, with which players sign in to other people's
//! clients.

use std::fmt;

use async_trait::async_trait;

use super::{JournalError, PlayerId, Precondition, Scopes, TokenHash, TokenId, TokenRow};

/// How long a code is kept after it expires, in milliseconds. Until then a second use is noticed:
/// the code may have been stolen, so the token that it was redeemed for ends.
pub(crate) const KEPT_MS: i64 = 24 * 60 * 60 * 1_000;

/// Authorisation codes. A method that writes returns whether its condition held, as in
/// [`Journal`](super::Journal). Whatever ends all tokens of a player, or all but one, also deletes
/// their codes.
///
/// # Errors
/// As those of [`People`](super::People).
#[async_trait]
pub trait Codes: Send + Sync {
    /// Adds a code, unless there is one with its hash, its player is deleted, or the precondition
    /// does not hold. In any case, codes that expired a day or more before this one was made are
    /// deleted.
    ///
    /// Atomic as one statement, under the player's lock; the hash is a constraint.
    async fn add_code(
        &self,
        code: &CodeRow,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// A code by its hash, even if it was redeemed or has expired.
    async fn code(&self, hash: TokenHash) -> Result<Option<CodeRow>, JournalError>;

    /// Redeems a code for a token: marks the code and adds the token, or does neither. It does not
    /// if the code was redeemed before, had expired when the token was made, or is another
    /// player's, or if there is a token with that hash or id. Of the player's tokens for that
    /// purpose at most
    /// `most` stay: the new one, and those that were used last.
    ///
    /// Atomic under the player's lock, since tokens are counted; hash and id are constraints.
    async fn redeem(
        &self,
        code: TokenHash,
        token: &TokenRow,
        most: u32,
    ) -> Result<bool, JournalError>;
}

/// A code that a client redeems for a token.
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
    /// The SHA-256 of a secret that the client shows when it redeems the code.
    pub challenge: [u8; 32],
    /// What the token may be used for.
    pub scopes: Scopes,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it expires, in milliseconds since 1970.
    pub expires_ms: i64,
    /// The token that it was redeemed for, which may have ended; none until it is redeemed.
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

//! Who a caller is: what a valid token says about its owner.

use std::fmt;

use tokio_util::sync::CancellationToken;

use crate::refusal::{Answer, Code};
use gueridon_journal::{Player, Precondition, Purpose, Role, Scope, Scopes, TokenHash, TokenId};

/// The owner of a token that was valid a moment ago.
#[derive(Clone)]
pub struct Identity {
    /// The player.
    pub player: Player,
    /// What the player may do.
    pub role: Role,
    /// The hash of the token that was used.
    pub token: TokenId,
    /// The purpose of the token.
    pub purpose: Purpose,
    /// What it may be used for.
    pub scopes: Scopes,
    /// Cancelled when the token ends, as soon as this node knows.
    pub ended: CancellationToken,
    pub(super) hash: TokenHash,
    pub(super) expires_ms: i64,
}

impl Identity {
    /// Refuses callers below that role, and every token but a session's: the rights of a role are
    /// used by people only.
    ///
    /// # Errors
    /// `NOT_ALLOWED`.
    pub fn check_role(&self, role: Role) -> Answer<()> {
        self.check_session()?;
        if self.role >= role { Ok(()) } else { Err(Code::NotAllowed.answer()) }
    }

    /// Refuses a token that may not be used for that.
    ///
    /// # Errors
    /// `INSUFFICIENT_SCOPE`.
    pub fn check_scope(&self, scope: Scope) -> Answer<()> {
        if self.scopes.has(scope) {
            return Ok(());
        }
        Err(Code::InsufficientScope.refused(&[("scope", scope.word().to_owned())]).into())
    }

    /// Refuses tokens of programs and of other people's clients.
    ///
    /// # Errors
    /// `NOT_ALLOWED`.
    pub fn check_session(&self) -> Answer<()> {
        if self.purpose == Purpose::Session { Ok(()) } else { Err(Code::NotAllowed.answer()) }
    }

    /// The condition of a write by this caller: the token is still valid.
    pub(crate) fn precondition(&self) -> Precondition {
        Precondition::Token(self.hash)
    }

    /// The condition of a write that only a moderator may make.
    pub(crate) fn moderator_precondition(&self) -> Precondition {
        Precondition::Moderator(self.hash)
    }

    /// The condition of a write that only an operator may make.
    pub(crate) fn operator_precondition(&self) -> Precondition {
        Precondition::Operator(self.hash)
    }
}

impl fmt::Debug for Identity {
    /// Omits the token's hash.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("player", &self.player)
            .field("role", &self.role)
            .field("purpose", &self.purpose)
            .finish_non_exhaustive()
    }
}

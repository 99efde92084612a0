//! Signing in to clients of others, without telling them a password: authorisation codes (RFC 6749)
//! with PKCE (RFC 7636), whose challenge is a SHA-256 always.

use std::fmt;
use std::time::Duration;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::accounts::Accounts;
use super::identity::Identity;
use super::rate_limits::{Attempt, Origin};
use super::token::{IssuedToken, Token, TokenUse, hash};
use crate::clock::millis;
use crate::refusal::{Answer, Fault};
use gueridon_journal::{CodeRow, Scopes, TokensKept};

/// What a player allows a client.
#[derive(Debug, Clone)]
pub struct Grant {
    /// What the client calls itself.
    pub client: String,
    /// Where the code is sent.
    pub redirect: String,
    /// The SHA-256 of what the client shows when it redeems the code.
    pub challenge: [u8; 32],
    /// What its token may be used for.
    pub scopes: Scopes,
}

/// What a client redeems a code with.
#[derive(Clone, Copy)]
pub struct Redemption<'a> {
    /// The code.
    pub code: &'a str,
    /// What the client calls itself, as when it asked.
    pub client: &'a str,
    /// Where the code was sent, as when it asked.
    pub redirect: &'a str,
    /// What only the client knows.
    pub verifier: &'a str,
    /// What the token is to be called.
    pub label: &'a str,
}

impl fmt::Debug for Redemption<'_> {
    /// Leaves the code and the verifier out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redemption").field("client", &self.client).finish_non_exhaustive()
    }
}

impl Accounts {
    /// How long a code is good.
    pub const CODE_LIFE: Duration = Duration::from_secs(60);

    /// A code for a client that the caller allows to act for them.
    ///
    /// # Errors
    /// `NOT_ALLOWED` but for a person who has signed in, `TOO_MANY_ATTEMPTS`.
    pub async fn authorize(&self, caller: &Identity, grant: Grant) -> Answer<Token> {
        caller.check_session()?;
        self.rate_limiter.count(Attempt::Change(caller.player.id))?;
        let (code, hash) = self.new_secret()?;
        let now_ms = self.now_ms();
        let row = CodeRow {
            hash,
            player: caller.player.id,
            client: grant.client,
            redirect: grant.redirect,
            challenge: grant.challenge,
            scopes: grant.scopes,
            created_ms: now_ms,
            expires_ms: now_ms.saturating_add(millis(Self::CODE_LIFE)),
            token: None,
        };
        let condition = caller.precondition();
        if self.journal.add_code(&row, &condition).await? {
            return Ok(code);
        }
        self.check_precondition(row.player, &condition).await?;
        Err(Fault::NoAnswer.into())
    }

    /// A token for a code; none if the code is nobody's, has expired, or is for something else. A
    /// code that comes a second time may be a stolen one: the token that it was redeemed for ends.
    ///
    /// # Errors
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn redeem(
        &self,
        given: Redemption<'_>,
        from: Option<Origin>,
    ) -> Answer<Option<IssuedToken>> {
        self.rate_limiter.count_guess(from)?;
        let hash = hash(given.code);
        let Some(code) = self.journal.code(hash).await? else { return Ok(None) };
        if code.token.is_some() {
            return self.end_redeemed(&code).await;
        }
        if code.client != given.client
            || code.redirect != given.redirect
            || !is_verified(&code.challenge, given.verifier)
        {
            return Ok(None);
        }
        let usage = TokenUse::Client(code.client.clone(), code.scopes);
        let issued = self.issue(code.player, &usage, given.label.to_owned())?;
        let redeemed = self.journal.redeem(hash, &issued.row, Self::MOST_TOKENS).await;
        // It may have replaced another token, also after a failure.
        self.invalidate_tokens(code.player, TokensKept::All).await;
        if redeemed? {
            self.rate_limiter.uncount_password(from);
            return Ok(Some(issued));
        }
        match self.journal.code(hash).await? {
            Some(code) => self.end_redeemed(&code).await,
            None => Ok(None),
        }
    }

    /// Ends the token that a code was redeemed for, if it was.
    async fn end_redeemed(&self, code: &CodeRow) -> Answer<Option<IssuedToken>> {
        if let Some(token) = code.token {
            self.end(code.player, TokensKept::AllBut(token)).await?;
        }
        Ok(None)
    }
}

/// Whether a verifier is of the form that RFC 7636 (4.1) asks for, and that of a challenge.
fn is_verified(challenge: &[u8; 32], verifier: &str) -> bool {
    let is_unreserved =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    let shown: [u8; 32] = Sha256::digest(verifier.as_bytes()).into();
    (43..=128).contains(&verifier.len())
        && verifier.bytes().all(is_unreserved)
        && bool::from(shown.ct_eq(challenge))
}

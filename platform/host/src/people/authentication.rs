//! Authentication: finds the owner of a token, in the cache or the journal.
//!
//! A token that is revoked on this node stops working here at once, also on open connections; one
//! revoked on another node stops as soon as the journal is read again.

use std::sync::Arc;

use super::accounts::Accounts;
use super::identity::Identity;
use super::name;
use super::rate_limits::{NameHash, Origin};
use super::token::hash;
use super::token_cache::Cached;
use crate::clock::millis;
use crate::refusal::{Answer, Fault};
use gueridon_journal::{Account, PlayerId, Purpose, Standing, TokenHash, TokenRow, TokensKept};

/// The use of a token is recorded again after this long, in milliseconds, or after a tenth of its
/// lifetime.
const USE_WRITTEN_EVERY_MS: i64 = 60 * 60 * 1_000;
/// How many times the journal is read for a token whose player changes meanwhile.
const ATTEMPTS: usize = 16;

impl Accounts {
    /// The owner of a token; none if there is no such token or it has ended.
    ///
    /// # Errors
    /// A fault when the journal does not answer.
    pub async fn authenticate(&self, secret: &str) -> Answer<Option<Arc<Identity>>> {
        self.owner_of(hash(secret)).await
    }

    /// Remembers where the owner of a session was signed in: a password for the account that comes
    /// from there goes before those of strangers.
    pub fn note_origin(&self, caller: &Identity, from: Option<Origin>) {
        let is_device =
            caller.purpose == Purpose::Session && caller.player.standing == Standing::Registered;
        if let Some(from) = from.filter(|_| is_device) {
            self.rate_limiter.remember(NameHash::new(&name::key(&caller.player.name)), from);
        }
    }

    /// The caller as they are now; none if their token has ended.
    ///
    /// # Errors
    /// A fault when the journal does not answer.
    pub async fn refresh(&self, caller: &Identity) -> Answer<Option<Arc<Identity>>> {
        self.owner_of(caller.hash).await
    }

    async fn owner_of(&self, hash: TokenHash) -> Answer<Option<Arc<Identity>>> {
        for _ in 0..ATTEMPTS {
            let read = match self.token_cache.get(&hash, self.now_ms()) {
                Cached::Hit(identity) => return Ok(Some(identity)),
                Cached::Miss(read) => read,
            };
            let contact = self.journal.contact();
            let found = match contact.ask(self.journal.token(hash)).await {
                Ok(found) => found,
                Err(error) => {
                    let known = self.token_cache.last_known(&hash, self.now_ms());
                    let known = known.filter(|_| contact.has_grace());
                    return known.map(Some).ok_or_else(|| error.into());
                }
            };
            let Some((mut token, account)) = found.filter(|found| self.is_valid(found)) else {
                if let Some(identity) = self.token_cache.remove(&hash) {
                    identity.ended.cancel();
                }
                return Ok(None);
            };
            self.note_use(&mut token).await;
            // Otherwise the player has changed while the journal was read.
            if let Some(identity) = self.token_cache.insert(read, &token, account) {
                return Ok(Some(identity));
            }
        }
        Err(Fault::NoAnswer.into())
    }

    fn is_valid(&self, (token, account): &(TokenRow, Account)) -> bool {
        token.expires_ms > self.now_ms()
            && token.purpose != Purpose::Reset
            && account.player.standing != Standing::Deleted
    }

    /// Records from time to time that a token is used, which extends its lifetime.
    async fn note_use(&self, token: &mut TokenRow) {
        let (now_ms, life) = (self.now_ms(), millis(self.config.token_life));
        if now_ms.saturating_sub(token.used_ms) < USE_WRITTEN_EVERY_MS.min(life / 10) {
            return;
        }
        let expires_ms = now_ms.saturating_add(life);
        match self.journal.use_token(token.id, now_ms, expires_ms).await {
            Ok(true) => (token.used_ms, token.expires_ms) = (now_ms, expires_ms),
            // It has ended meanwhile; the next read finds that out.
            Ok(false) => {}
            // The next use records it.
            Err(error) => tracing::warn!(%error, "the use of a token could not be written down"),
        }
    }

    /// After a change of a player: reads the cached tokens again that the change has kept, and
    /// cancels [`Identity::ended`] of those that have ended.
    pub(super) async fn invalidate_tokens(&self, player: PlayerId, keep: TokensKept) {
        let (kept, mut ended) = self.token_cache.invalidate(player, keep);
        for hash in kept {
            let read = self.token_cache.begin_read();
            match self.journal.token(hash).await {
                Ok(Some(found)) if self.is_valid(&found) => {
                    // If the player has changed once more, the next request reads it again.
                    let _ = self.token_cache.insert(read, &found.0, found.1);
                }
                Ok(_) => ended.extend(self.token_cache.remove(&hash)),
                // The next request with it reads the journal. Connections stay open, because the
                // token may still be valid.
                Err(error) => tracing::debug!(%error, "a token could not be read again"),
            }
        }
        // No await between them, so that callers who end their own token still get an answer.
        ended.iter().for_each(|identity| identity.ended.cancel());
    }
}

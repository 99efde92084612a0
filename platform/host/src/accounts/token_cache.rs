//! Whose a token is: asked of the journal, and believed for a moment.
//!
//! A token that ends on this node ends here at once, also for those who hold something open with
//! it; one that ends elsewhere, as soon as the journal is asked again.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::token::hash;
use super::{Accounts, ms};
use crate::refusal::{Answer, Code, Fault};
use gueridon_journal::{
    Account, Player, PlayerId, Precondition, Purpose, Role, Standing, TokenHash, TokenId, TokenRow,
    TokensKept,
};

/// How many tokens are remembered.
const KEPT: usize = 100_000;
/// That a token is used is noted when that was last done so long ago, in milliseconds, or a tenth
/// of its life.
const NOTED_EVERY_MS: i64 = 60 * 60 * 1_000;
/// How often the journal is asked about a token whose player changes all the while.
const ATTEMPTS: usize = 16;

/// Somebody who has shown a token.
#[derive(Clone)]
pub struct Identity {
    /// Who.
    pub player: Player,
    /// What they may do.
    pub role: Role,
    /// Which of their tokens it was.
    pub token: TokenId,
    /// What that token is for.
    pub purpose: Purpose,
    /// Cancelled when the token ends, as far as this node knows.
    pub gone: CancellationToken,
    hash: TokenHash,
    expires_ms: i64,
}

impl Identity {
    /// Refuses who has not at least that role, and every program: what has the rights of a role is
    /// a person's to do.
    ///
    /// # Errors
    /// `NOT_ALLOWED`.
    pub fn check_role(&self, role: Role) -> Answer<()> {
        self.check_session()?;
        if self.role >= role { Ok(()) } else { Err(Code::NotAllowed.answer()) }
    }

    /// Refuses a program: it plays, and leaves the account alone.
    ///
    /// # Errors
    /// `NOT_ALLOWED`.
    pub fn check_session(&self) -> Answer<()> {
        if self.purpose == Purpose::Session { Ok(()) } else { Err(Code::NotAllowed.answer()) }
    }

    /// What must still be so when something is written in their name.
    pub(crate) fn right(&self) -> Precondition {
        Precondition::Token(self.hash)
    }

    /// The same for what only a moderator may write.
    pub(crate) fn moderators_right(&self) -> Precondition {
        Precondition::Moderator(self.hash)
    }

    /// The same for what only an operator may write.
    pub(crate) fn operators_right(&self) -> Precondition {
        Precondition::Operator(self.hash)
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known")
            .field("player", &self.player)
            .field("role", &self.role)
            .field("purpose", &self.purpose)
            .finish_non_exhaustive()
    }
}

/// Those who were known a moment ago.
#[derive(Debug, Default)]
pub(super) struct TokenCache(Mutex<Faces>);

#[derive(Default)]
struct Faces {
    /// How often something has changed here.
    changes: u64,
    /// At which change each player was changed last: what was asked of the journal before is old.
    changed: HashMap<PlayerId, u64>,
    /// At which change all players were forgotten that had changed.
    forgotten: u64,
    by_hash: HashMap<TokenHash, ClockFace>,
    of: HashMap<PlayerId, Vec<TokenHash>>,
}

impl fmt::Debug for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Faces").field("known", &self.by_hash.len()).finish_non_exhaustive()
    }
}

struct ClockFace {
    known: Arc<Identity>,
    /// When the journal was asked; none if that is not to be believed any more.
    asked: Option<Instant>,
}

impl TokenCache {
    fn lock(&self) -> MutexGuard<'_, Faces> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Faces {
    fn remember(&mut self, known: Arc<Identity>, asked: Instant) {
        if self.by_hash.len() >= KEPT && !self.by_hash.contains_key(&known.hash) {
            // Whoever holds something open listens anew as soon as they are known again.
            (self.by_hash, self.of) = Default::default();
        }
        let (hash, player) = (known.hash, known.player.id);
        if self.by_hash.insert(hash, ClockFace { known, asked: Some(asked) }).is_none() {
            self.of.entry(player).or_default().push(hash);
        }
    }

    /// Notes that a player has changed: what is known of their tokens is believed no longer.
    fn change(&mut self, player: PlayerId) {
        self.changes += 1;
        if self.changed.len() >= KEPT {
            self.changed.clear();
            self.forgotten = self.changes;
        }
        self.changed.insert(player, self.changes);
        for hash in self.of.get(&player).into_iter().flatten() {
            if let Some(face) = self.by_hash.get_mut(hash) {
                face.asked = None;
            }
        }
    }

    fn has_changed_since(&self, player: PlayerId, changes: u64) -> bool {
        let last = self.changed.get(&player).copied().unwrap_or_default();
        last.max(self.forgotten) > changes
    }

    fn forget(&mut self, hash: &TokenHash) -> Option<Arc<Identity>> {
        let known = self.by_hash.remove(hash)?.known;
        if let Some(hashes) = self.of.get_mut(&known.player.id) {
            hashes.retain(|other| other != hash);
            if hashes.is_empty() {
                self.of.remove(&known.player.id);
            }
        }
        Some(known)
    }
}

impl Accounts {
    /// Whose token it is; none if it is nobody's, or nobody's any more.
    ///
    /// # Errors
    /// A fault when the journal does not answer.
    pub async fn known(&self, secret: &str) -> Answer<Option<Arc<Identity>>> {
        self.known_by(hash(secret)).await
    }

    /// The same person as they are now; none if their token has ended.
    ///
    /// # Errors
    /// A fault when the journal does not answer.
    pub async fn still(&self, known: &Identity) -> Answer<Option<Arc<Identity>>> {
        self.known_by(known.hash).await
    }

    async fn known_by(&self, hash: TokenHash) -> Answer<Option<Arc<Identity>>> {
        for _ in 0..ATTEMPTS {
            if let Some(answer) = self.try_to_know(hash).await? {
                return Ok(answer);
            }
        }
        Err(Fault::NoAnswer.into())
    }

    /// Whose token it is; nothing when its player has changed while the journal was asked.
    async fn try_to_know(&self, hash: TokenHash) -> Answer<Option<Option<Arc<Identity>>>> {
        let trust = self.settings.trust;
        let changes = {
            let faces = self.known.lock();
            let is_fresh =
                |face: &&ClockFace| face.asked.is_some_and(|asked| asked.elapsed() < trust);
            let face = faces.by_hash.get(&hash).filter(is_fresh);
            if let Some(face) = face.filter(|face| face.known.expires_ms > self.now_ms()) {
                return Ok(Some(Some(Arc::clone(&face.known))));
            }
            faces.changes
        };
        let asked = Instant::now();
        let found = self.journal.token(hash).await?;
        let good = found.filter(|(token, account)| self.is_good(token, account));
        let Some((mut token, account)) = good else {
            let forgotten = self.known.lock().forget(&hash);
            if let Some(known) = forgotten {
                known.gone.cancel();
            }
            return Ok(Some(None));
        };
        self.note_use(&mut token).await;
        Ok(self.remember(&token, account, asked, changes).map(Some))
    }

    fn is_good(&self, token: &TokenRow, account: &Account) -> bool {
        token.expires_ms > self.now_ms()
            && token.purpose != Purpose::Reset
            && account.player.standing != Standing::Deleted
    }

    /// Writes down now and then that a token is used, which keeps it good.
    async fn note_use(&self, token: &mut TokenRow) {
        let (now_ms, life) = (self.now_ms(), ms(self.settings.token_life));
        if now_ms.saturating_sub(token.used_ms) < NOTED_EVERY_MS.min(life / 10) {
            return;
        }
        let expires_ms = now_ms.saturating_add(life);
        match self.journal.use_token(token.id, now_ms, expires_ms).await {
            Ok(true) => (token.used_ms, token.expires_ms) = (now_ms, expires_ms),
            // It has ended meanwhile, which is found out when it is asked for the next time.
            Ok(false) => {}
            // It is noted the next time.
            Err(error) => tracing::warn!(%error, "that a token is used could not be noted"),
        }
    }

    /// Remembers what the journal said, unless the player has changed since so many changes.
    fn remember(
        &self,
        token: &TokenRow,
        account: Account,
        asked: Instant,
        changes: u64,
    ) -> Option<Arc<Identity>> {
        let mut faces = self.known.lock();
        if faces.has_changed_since(account.player.id, changes) {
            return None;
        }
        // Those who hold something open listen to the first.
        let before = faces.by_hash.get(&token.hash).map(|face| face.known.gone.clone());
        let known = Arc::new(Identity {
            player: account.player,
            role: account.role,
            token: token.id,
            purpose: token.purpose,
            gone: before.unwrap_or_default(),
            hash: token.hash,
            expires_ms: token.expires_ms,
        });
        faces.remember(Arc::clone(&known), asked);
        Some(known)
    }

    /// Asks the journal again about all tokens of a player that this node knows and that a change
    /// has kept, and tells those whose token has ended, all at once.
    pub(super) async fn look_again(&self, player: PlayerId, keep: TokensKept) {
        let (mut gone, mut kept) = (Vec::new(), Vec::new());
        {
            let mut faces = self.known.lock();
            faces.change(player);
            for hash in faces.of.get(&player).cloned().unwrap_or_default() {
                let token = faces.by_hash.get(&hash).map(|face| face.known.token);
                if token.is_some_and(|token| keep.keeps(token)) {
                    kept.push(hash);
                } else {
                    gone.extend(faces.forget(&hash));
                }
            }
        }
        for hash in kept {
            let (asked, changes) = (Instant::now(), self.known.lock().changes);
            match self.journal.token(hash).await {
                Ok(Some((token, account))) if self.is_good(&token, &account) => {
                    // If the player has changed since, it is asked again before long.
                    let _ = self.remember(&token, account, asked, changes);
                }
                Ok(_) => gone.extend(self.known.lock().forget(&hash)),
                // It is believed no longer, and asked when the token is used again: what is open
                // with it may stay open, for nobody has said that it has ended.
                Err(error) => tracing::debug!(%error, "a token could not be looked up again"),
            }
        }
        // Without a pause between them: whoever has ended their own token is still answered.
        gone.iter().for_each(|known| known.gone.cancel());
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn only_a_players_own_changes_make_what_was_asked_old() {
        let [ada, bo] = [1, 2].map(|number| PlayerId(Uuid::from_u128(number)));
        let mut faces = Faces::default();
        let asked = faces.changes;
        faces.change(bo);
        assert!(faces.has_changed_since(bo, asked) && !faces.has_changed_since(ada, asked));
        assert!(!faces.has_changed_since(bo, faces.changes));
        let asked = faces.changes;
        for number in 0..KEPT as u128 {
            faces.change(PlayerId(Uuid::from_u128(number + 10)));
        }
        // Of whom it is not known any more whether they have changed, they may have.
        assert!(faces.changed.len() <= KEPT && faces.has_changed_since(ada, asked));
        assert!(!faces.has_changed_since(ada, faces.changes));
    }
}

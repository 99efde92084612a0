//! A cache of the owners of tokens, so that not every request reads the journal.
//!
//! An entry is used for a short time (`token_cache_ttl`) and is invalidated as soon as its player
//! changes on this node. The cache is bounded; an evicted token is read from the journal again.

use std::collections::HashMap;
use std::fmt;
use std::hash::RandomState;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quick_cache::unsync::Cache;
use quick_cache::{Lifecycle, UnitWeighter};
use tokio::time::Instant;

use super::identity::Identity;
use gueridon_journal::{Account, Contact, PlayerId, TokenHash, TokenRow, TokensKept};

/// How many tokens, and how many players, are cached.
const CAPACITY: usize = 100_000;

/// The owners of tokens that were read a moment ago.
pub(super) struct TokenCache {
    ttl: Duration,
    state: Mutex<State>,
}

/// A read of the journal that has begun: what it finds is cached unless its player has changed
/// since.
#[derive(Debug, Clone, Copy)]
pub(super) struct PendingRead {
    started: Instant,
    version: u64,
}

/// What the cache knows of a token.
pub(super) enum Cached {
    /// Its owner.
    Hit(Arc<Identity>),
    /// Nothing fresh; read the journal.
    Miss(PendingRead),
}

struct State {
    /// Counts the changes of players on this node.
    version: u64,
    /// The owner of each token, which never changes.
    owners: Cache<TokenHash, PlayerId>,
    players: Cache<PlayerId, CachedPlayer, UnitWeighter, RandomState, NewestEvicted>,
    newest_evicted: Arc<AtomicU64>,
}

/// A player's tokens that this node has seen.
#[derive(Default)]
struct CachedPlayer {
    /// The version at which the player changed last; 0 for one who has not.
    changed: u64,
    tokens: HashMap<TokenHash, CachedToken>,
}

struct CachedToken {
    identity: Arc<Identity>,
    /// When the journal was read; none after the player has changed.
    read: Option<Instant>,
}

/// The newest change among evicted players. Their own versions are gone, so all of them count as
/// changed then.
struct NewestEvicted(Arc<AtomicU64>);

impl Lifecycle<PlayerId, CachedPlayer> for NewestEvicted {
    type RequestState = ();

    fn on_evict(&self, (): &mut (), _: PlayerId, player: CachedPlayer) {
        self.0.fetch_max(player.changed, Ordering::Relaxed);
    }
}

impl fmt::Debug for TokenCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenCache").field("players", &self.lock().players.len()).finish()
    }
}

impl TokenCache {
    /// An empty cache whose entries are fresh for this long.
    pub(super) fn new(ttl: Duration) -> Self {
        Self { ttl, state: Mutex::new(State::new(CAPACITY)) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The owner of a token, if that was read a moment ago and the token has not expired.
    pub(super) fn get(&self, hash: &TokenHash, now_ms: i64) -> Cached {
        let state = self.lock();
        match state.valid(hash, now_ms, self.ttl) {
            Some(identity) => Cached::Hit(identity),
            None => Cached::Miss(state.begin_read()),
        }
    }

    /// The owner of a token as it was last read, while the journal cannot be asked: if that was less
    /// than [`Contact::GRACE`] ago, the token has not expired, and its player has not changed on this
    /// node since. So a token that was ended on another node is believed for no longer than that.
    pub(super) fn last_known(&self, hash: &TokenHash, now_ms: i64) -> Option<Arc<Identity>> {
        self.lock().valid(hash, now_ms, Contact::GRACE)
    }

    /// Begins a read of the journal, whatever is cached.
    pub(super) fn begin_read(&self) -> PendingRead {
        self.lock().begin_read()
    }

    /// Caches what the journal said; nothing if the player has changed since the read began.
    pub(super) fn insert(
        &self,
        read: PendingRead,
        token: &TokenRow,
        account: Account,
    ) -> Option<Arc<Identity>> {
        let mut state = self.lock();
        if state.has_changed_since(account.player.id, read.version) {
            return None;
        }
        // Open connections listen to the first one.
        let ended = state.token(&token.hash).map(|token| token.identity.ended.clone());
        let identity = Arc::new(Identity {
            player: account.player,
            role: account.role,
            token: token.id,
            purpose: token.purpose,
            scopes: token.scopes,
            ended: ended.unwrap_or_default(),
            hash: token.hash,
            expires_ms: token.expires_ms,
        });
        state.insert(CachedToken { identity: Arc::clone(&identity), read: Some(read.started) });
        Some(identity)
    }

    /// Forgets a token that has ended.
    pub(super) fn remove(&self, hash: &TokenHash) -> Option<Arc<Identity>> {
        self.lock().remove(hash)
    }

    /// Invalidates everything cached about a player who has changed. Returns the cached tokens that
    /// the change kept; removes and returns those that it ended.
    pub(super) fn invalidate(
        &self,
        player: PlayerId,
        keep: TokensKept,
    ) -> (Vec<TokenHash>, Vec<Arc<Identity>>) {
        let mut state = self.lock();
        state.change(player);
        let Some(mut player) = state.players.get_mut(&player) else { return Default::default() };
        let (mut kept, mut ended) = (Vec::new(), Vec::new());
        player.tokens.retain(|hash, token| {
            token.read = None;
            let is_kept = keep.keeps(token.identity.token);
            if is_kept {
                kept.push(*hash);
            } else {
                ended.push(Arc::clone(&token.identity));
            }
            is_kept
        });
        (kept, ended)
    }
}

impl State {
    fn new(capacity: usize) -> Self {
        let newest_evicted = Arc::<AtomicU64>::default();
        Self {
            version: 0,
            owners: Cache::new(capacity),
            players: Cache::with(
                capacity,
                capacity as u64,
                UnitWeighter,
                RandomState::new(),
                NewestEvicted(Arc::clone(&newest_evicted)),
            ),
            newest_evicted,
        }
    }

    fn begin_read(&self) -> PendingRead {
        PendingRead { started: Instant::now(), version: self.version }
    }

    /// The owner of a token that was read less than `ttl` ago and has not expired.
    fn valid(&self, hash: &TokenHash, now_ms: i64, ttl: Duration) -> Option<Arc<Identity>> {
        let token = self.token(hash)?;
        let is_fresh = token.read.is_some_and(|read| read.elapsed() < ttl);
        (is_fresh && token.identity.expires_ms > now_ms).then(|| Arc::clone(&token.identity))
    }

    fn token(&self, hash: &TokenHash) -> Option<&CachedToken> {
        self.players.get(self.owners.get(hash)?)?.tokens.get(hash)
    }

    fn insert(&mut self, token: CachedToken) {
        let (hash, player) = (token.identity.hash, token.identity.player.id);
        self.owners.insert(hash, player);
        if let Some(mut cached) = self.players.get_mut(&player) {
            cached.tokens.insert(hash, token);
            return;
        }
        let tokens = HashMap::from([(hash, token)]);
        self.players.insert(player, CachedPlayer { changed: 0, tokens });
    }

    fn remove(&mut self, hash: &TokenHash) -> Option<Arc<Identity>> {
        let (_, player) = self.owners.remove(hash)?;
        let token = self.players.get_mut(&player)?.tokens.remove(hash)?;
        Some(token.identity)
    }

    fn change(&mut self, player: PlayerId) {
        self.version += 1;
        let changed = self.version;
        if let Some(mut cached) = self.players.get_mut(&player) {
            cached.changed = changed;
            return;
        }
        self.players.insert(player, CachedPlayer { changed, tokens: HashMap::new() });
    }

    fn has_changed_since(&self, player: PlayerId, version: u64) -> bool {
        let changed = self.players.peek(&player).map_or(0, |cached| cached.changed);
        changed.max(self.newest_evicted.load(Ordering::Relaxed)) > version
    }
}

#[cfg(test)]
mod tests {
    use gueridon_journal::{Purpose, Scopes, TokenId};
    use uuid::Uuid;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn without_the_journal_a_token_is_believed_for_a_minute_after_it_was_read() {
        let player = PlayerId(Uuid::from_u128(1));
        let token = TokenRow {
            id: TokenId(Uuid::from_u128(2)),
            hash: [3; 32],
            player,
            purpose: Purpose::Session,
            scopes: Scopes::ALL,
            client: None,
            label: String::new(),
            created_ms: 0,
            used_ms: 0,
            expires_ms: 1_000,
        };
        let cache = TokenCache::new(Duration::from_secs(2));
        let read = || {
            let account = Account::guest(player, "Ada".to_owned(), 0);
            assert!(cache.insert(cache.begin_read(), &token, account).is_some());
        };
        let is_believed = |now_ms| cache.last_known(&token.hash, now_ms).is_some();
        assert!(!is_believed(1), "it was never read");
        read();
        tokio::time::advance(Contact::GRACE - Duration::from_secs(1)).await;
        assert!(matches!(cache.get(&token.hash, 1), Cached::Miss(_)), "the journal is asked first");
        assert!(is_believed(1) && !is_believed(1_000), "until it expires");
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(!is_believed(1), "it may have been ended elsewhere");
        read();
        cache.invalidate(player, TokensKept::All);
        assert!(!is_believed(1), "its player has changed");
    }

    #[test]
    fn only_a_players_own_changes_outdate_a_read() {
        const SMALL: usize = 1_000;
        let [ada, bo] = [1, 2].map(|number| PlayerId(Uuid::from_u128(number)));
        let mut state = State::new(SMALL);
        let read = state.begin_read().version;
        state.change(bo);
        assert!(state.has_changed_since(bo, read) && !state.has_changed_since(ada, read));
        assert!(!state.has_changed_since(bo, state.version));
        let read = state.begin_read().version;
        for number in 0..3 * SMALL as u128 {
            state.change(PlayerId(Uuid::from_u128(number + 10)));
        }
        // Players who may have been evicted count as changed.
        assert!(state.players.len() <= SMALL && state.has_changed_since(ada, read));
        assert!(!state.has_changed_since(ada, state.version));
    }
}

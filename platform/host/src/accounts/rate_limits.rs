//! How often something may be tried: so many times at once, and then one each so long.
//!
//! What is counted is in this process alone and bounded: of each kind two generations of counters,
//! of which the older is forgotten when the younger is full. So none is forgotten for another kind's
//! sake.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::ms;
use crate::refusal::{Answer, Code};
use gueridon_journal::PlayerId;

/// How many counters a generation has at most.
const GENERATION: usize = 50_000;
/// For how long it is remembered from where somebody has signed in.
const REMEMBERED: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How often one thing may be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// How many times at once.
    pub at_once: u32,
    /// And then one each so long.
    pub every: Duration,
}

/// How often what may be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// New guests from one address.
    pub guests: Limit,
    /// Passwords and reset tokens from one address; what is right is not counted.
    pub passwords: Limit,
    /// Hashes for one address, whatever came of them: each costs the server memory and time.
    pub hashes: Limit,
    /// Passwords of one account from one address; one that is right sets it back.
    pub account: Limit,
    /// Passwords of one name from all addresses together, but for those from which somebody has
    /// signed in under it lately: they are not kept waiting by those who guess.
    pub name: Limit,
    /// New names of one player: whoever plays with them is interrupted.
    pub renames: Limit,
    /// Other changes by one player.
    pub changes: Limit,
    /// What one player says at tables.
    pub messages: Limit,
    /// What one player tells the moderators.
    pub reports: Limit,
    /// Letters that somebody asks for from one address.
    pub letters: Limit,
    /// Letters that one player asks for to addresses that are not confirmed.
    pub letters_of: Limit,
    /// Letters to one address that is not confirmed, and to one who cannot sign in.
    pub letters_to: Limit,
    /// Tests of one player's webhooks.
    pub pings: Limit,
    /// What one player does at tables besides playing.
    pub deeds: Limit,
    /// New tables of one player.
    pub tables: Limit,
    /// Invitations by one player: each disturbs somebody.
    pub invitations: Limit,
}

impl Default for Limits {
    fn default() -> Self {
        let limit = |at_once, ms| Limit { at_once, every: Duration::from_millis(ms) };
        Self {
            guests: limit(1_000, 100),
            passwords: limit(30, 10_000),
            hashes: limit(60, 2_000),
            account: limit(10, 30_000),
            name: limit(100, 5_000),
            renames: limit(5, 600_000),
            changes: limit(30, 2_000),
            messages: limit(10, 2_000),
            reports: limit(5, 60_000),
            letters: limit(20, 60_000),
            letters_of: limit(5, 600_000),
            letters_to: limit(3, 3_600_000),
            pings: limit(5, 30_000),
            deeds: limit(60, 2_000),
            tables: limit(100, 5_000),
            invitations: limit(50, 10_000),
        }
    }
}

/// From where somebody asks: an address, or the network of one that has many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Origin(IpAddr);

impl From<IpAddr> for Origin {
    fn from(address: IpAddr) -> Self {
        // Whoever has one IPv6 address has a whole /64 of them.
        const NETWORK: u128 = !0 << 64;
        match address.to_canonical() {
            IpAddr::V6(address) => Self(Ipv6Addr::from_bits(address.to_bits() & NETWORK).into()),
            four => Self(four),
        }
    }
}

/// A name as it is counted: so much of a hash of its key, however long it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Called([u8; 16]);

impl Called {
    pub(super) fn new(key: &str) -> Self {
        let mut short = [0; 16];
        short.copy_from_slice(&Sha256::digest(key.as_bytes())[..16]);
        Self(short)
    }
}

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Attempt {
    Guest(Origin),
    Password(Origin),
    Hash(Origin),
    /// Also where nobody has that name.
    Name(Called, Option<Origin>),
    NameAnywhere(Called),
    Account(PlayerId),
    Rename(PlayerId),
    Change(PlayerId),
    Message(PlayerId),
    Report(PlayerId),
    Letter(Origin),
    LetterOf(PlayerId),
    LetterTo(Called),
    Forgotten(Called),
    Ping(PlayerId),
    SeatAction(PlayerId),
    Table(PlayerId),
    Invitation(PlayerId),
    /// Not an attempt: that somebody has signed in, and until when it is remembered.
    SignedIn(Called, Origin),
}

impl Attempt {
    const KINDS: usize = 19;

    const fn kind(&self) -> usize {
        match self {
            Self::Guest(_) => 0,
            Self::Password(_) => 1,
            Self::Hash(_) => 2,
            Self::Name(..) => 3,
            Self::NameAnywhere(_) => 4,
            Self::Account(_) => 5,
            Self::Rename(_) => 6,
            Self::Change(_) => 7,
            Self::SignedIn(..) => 8,
            Self::Message(_) => 9,
            Self::Report(_) => 10,
            Self::Letter(_) => 11,
            Self::LetterOf(_) => 12,
            Self::LetterTo(_) => 13,
            Self::Forgotten(_) => 14,
            Self::Ping(_) => 15,
            Self::Table(_) => 16,
            Self::Invitation(_) => 17,
            Self::SeatAction(_) => 18,
        }
    }
}

/// When each thing that was tried would be as if it had not been, in milliseconds since 1970.
#[derive(Debug, Default)]
pub(super) struct RateLimiter(Mutex<Counters>);

/// The generations of each kind.
#[derive(Debug, Default)]
struct Counters([Generations; Attempt::KINDS]);

#[derive(Debug, Default)]
struct Generations {
    young: HashMap<Attempt, i64>,
    old: HashMap<Attempt, i64>,
}

impl RateLimiter {
    /// Counts an attempt, if there may be one more now.
    ///
    /// # Errors
    /// `TOO_MANY_ATTEMPTS`, with how long to wait.
    pub(super) fn count(&self, attempt: &Attempt, limit: Limit, now_ms: i64) -> Answer<()> {
        let every = ms(limit.every);
        let most = every.saturating_mul(i64::from(limit.at_once).saturating_sub(1));
        let mut counted = self.lock();
        let clear_ms = counted.get(attempt).unwrap_or(now_ms).max(now_ms);
        // A clock that was set back must not keep anybody waiting for long.
        let clear_ms = clear_ms.min(now_ms.saturating_add(most).saturating_add(every));
        let wait = clear_ms.saturating_sub(now_ms).saturating_sub(most);
        if wait > 0 {
            let seconds = u64::try_from(wait).unwrap_or_default().div_ceil(1_000);
            let refused = Code::TooManyAttempts.refused(&[("seconds", seconds.to_string())]);
            return Err(refused.wait(seconds).into());
        }
        counted.put(attempt.clone(), clear_ms.saturating_add(every));
        Ok(())
    }

    /// Takes one attempt back.
    pub(super) fn forgive(&self, attempt: &Attempt, limit: Limit) {
        let mut counted = self.lock();
        if let Some(clear_ms) = counted.get(attempt) {
            counted.put(attempt.clone(), clear_ms.saturating_sub(ms(limit.every)));
        }
    }

    /// Takes all attempts back.
    pub(super) fn forget(&self, attempt: &Attempt) {
        let mut counted = self.lock();
        let generations = &mut counted.0[attempt.kind()];
        generations.young.remove(attempt);
        generations.old.remove(attempt);
    }

    /// Remembers that somebody has signed in under a name from there.
    pub(super) fn remember(&self, called: Called, from: Origin, now_ms: i64) {
        let until_ms = now_ms.saturating_add(ms(REMEMBERED));
        self.lock().put(Attempt::SignedIn(called, from), until_ms);
    }

    /// Whether somebody has lately signed in under a name from there.
    pub(super) fn remembers(&self, called: Called, from: Origin, now_ms: i64) -> bool {
        self.lock().get(&Attempt::SignedIn(called, from)).is_some_and(|until_ms| until_ms > now_ms)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counters {
    fn get(&self, attempt: &Attempt) -> Option<i64> {
        let Generations { young, old } = &self.0[attempt.kind()];
        young.get(attempt).or_else(|| old.get(attempt)).copied()
    }

    fn put(&mut self, attempt: Attempt, clear_ms: i64) {
        let Generations { young, old } = &mut self.0[attempt.kind()];
        if young.len() >= GENERATION && !young.contains_key(&attempt) {
            *old = std::mem::take(young);
        }
        young.insert(attempt, clear_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Failure;

    const LIMIT: Limit = Limit { at_once: 3, every: Duration::from_secs(10) };

    fn from(address: &str) -> Attempt {
        Attempt::Password(Origin::from(address.parse::<IpAddr>().unwrap()))
    }

    /// How many seconds one is told to wait; 0 if one need not.
    fn wait(attempts: &RateLimiter, who: &Attempt, now_ms: i64) -> u64 {
        match attempts.count(who, LIMIT, now_ms) {
            Ok(()) => 0,
            Err(Failure::Refused(refused)) => {
                assert_eq!(refused.code, Code::TooManyAttempts);
                refused.wait_s.expect("it is said how long to wait")
            }
            Err(fault) => panic!("{fault}"),
        }
    }

    #[test]
    fn so_many_at_once_and_then_one_each_so_long() {
        let (attempts, ada) = (RateLimiter::default(), from("192.0.2.1"));
        let waits = [0, 0, 0, 5_000, 10_000, 10_000, 60_000, 60_000, 60_000, 60_000]
            .map(|now_ms| wait(&attempts, &ada, now_ms));
        assert_eq!(waits, [0, 0, 0, 5, 0, 10, 0, 0, 0, 10]);
        assert_eq!(wait(&attempts, &from("192.0.2.2"), 60_000), 0);
        attempts.forgive(&ada, LIMIT);
        assert_eq!([wait(&attempts, &ada, 60_000), wait(&attempts, &ada, 60_000)], [0, 10]);
        attempts.forget(&ada);
        assert_eq!(wait(&attempts, &ada, 60_000), 0);
        // Set back by a year, the clock lets nobody wait for a year.
        assert!(wait(&attempts, &ada, -31_536_000_000) <= 10);
    }

    #[test]
    fn whoever_has_many_addresses_has_one_origin() {
        assert_eq!(from("2001:db8::1"), from("2001:db8::ffff:2"));
        assert_ne!(from("2001:db8::1"), from("2001:db8:0:1::1"));
        assert_eq!(from("::ffff:192.0.2.1"), from("192.0.2.1"));
    }

    #[test]
    fn what_is_counted_is_bounded_and_no_kind_pushes_out_another() {
        let (attempts, ada) = (RateLimiter::default(), from("192.0.2.1"));
        for _ in 0..3 {
            assert_eq!(wait(&attempts, &ada, 0), 0);
        }
        for number in 0..3 * GENERATION {
            let name = Attempt::NameAnywhere(Called::new(&number.to_string()));
            assert_eq!(wait(&attempts, &name, 0), 0);
        }
        let names = Attempt::NameAnywhere(Called::new("")).kind();
        {
            let counted = &attempts.lock().0[names];
            assert!(counted.young.len() <= GENERATION && counted.old.len() <= GENERATION);
        }
        assert_eq!(wait(&attempts, &ada, 0), 10);
    }

    #[test]
    fn from_where_somebody_has_signed_in_is_remembered_for_a_while() {
        let (attempts, ada) = (RateLimiter::default(), Called::new("ada"));
        let [home, elsewhere] = ["192.0.2.1", "192.0.2.2"]
            .map(|address| Origin::from(address.parse::<IpAddr>().unwrap()));
        attempts.remember(ada, home, 5);
        assert!(attempts.remembers(ada, home, 5) && !attempts.remembers(ada, elsewhere, 5));
        assert!(!attempts.remembers(Called::new("bo"), home, 5));
        assert!(!attempts.remembers(ada, home, 5 + ms(REMEMBERED)));
    }
}

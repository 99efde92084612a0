//! How often something may be tried: so many times at once, and then one each so long.
//!
//! What is counted is in this process alone and bounded: two generations of counters, of which the
//! older is forgotten when the younger is full.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::ms;
use crate::journal::PlayerId;
use crate::refusal::{Answer, Code};

/// How many counters a generation has at most.
const GENERATION: usize = 50_000;

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
    /// Passwords and reset tokens from one address; a password that is right is not counted.
    pub passwords: Limit,
    /// Passwords of one account, from wherever; one that is right sets it back.
    pub account: Limit,
}

impl Default for Limits {
    fn default() -> Self {
        let limit = |at_once, ms| Limit { at_once, every: Duration::from_millis(ms) };
        Self { guests: limit(1_000, 100), passwords: limit(30, 10_000), account: limit(10, 30_000) }
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

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Attempt {
    Guest(Origin),
    Password(Origin),
    /// By the name's key, also where nobody has that name.
    Name(String),
    Account(PlayerId),
}

/// When each thing that was tried would be as if it had not been, in milliseconds since 1970.
#[derive(Debug, Default)]
pub(super) struct Attempts(Mutex<Generations>);

#[derive(Debug, Default)]
struct Generations {
    young: HashMap<Attempt, i64>,
    old: HashMap<Attempt, i64>,
}

impl Attempts {
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
        counted.young.remove(attempt);
        counted.old.remove(attempt);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Generations> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Generations {
    fn get(&self, attempt: &Attempt) -> Option<i64> {
        self.young.get(attempt).or_else(|| self.old.get(attempt)).copied()
    }

    fn put(&mut self, attempt: Attempt, clear_ms: i64) {
        if self.young.len() >= GENERATION && !self.young.contains_key(&attempt) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(attempt, clear_ms);
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
    fn wait(attempts: &Attempts, who: &Attempt, now_ms: i64) -> u64 {
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
        let (attempts, ada) = (Attempts::default(), from("192.0.2.1"));
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
    fn what_is_counted_is_bounded() {
        let attempts = Attempts::default();
        for number in 0..3 * GENERATION {
            let name = Attempt::Name(number.to_string());
            assert_eq!(wait(&attempts, &name, 0), 0);
        }
        let counted = attempts.lock();
        assert!(counted.young.len() <= GENERATION && counted.old.len() <= GENERATION);
    }
}

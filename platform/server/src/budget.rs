//! How much a caller may ask for: a token bucket from which the cost of each document is taken.
//!
//! Each player has a bucket; callers without a token share that of their address. People never
//! empty theirs; scripts do.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use gueridon_graphql::fault::{Code, Fault};
use gueridon_graphql::response::Allowance;
use gueridon_host::people::Origin;
use gueridon_journal::PlayerId;

use crate::api::Caller;

/// What a player may ask for each second by default, in the costs of documents.
pub const PER_SECOND: u32 = 2_000;
/// How many seconds it takes to fill an empty bucket.
const KEPT_SECONDS: u32 = 20;
/// The least extra cost of a document that is not cached: it has to be parsed, measured and
/// validated.
const READING: u32 = 20;
/// How many bytes of such a document cost 1 more.
const READ_FOR_1: usize = 128;
/// After how many charges full buckets are dropped.
const FORGET_EVERY: usize = 10_000;

/// The extra cost of a document that is not cached, by its length in bytes.
#[must_use]
pub fn reading(bytes: usize) -> u32 {
    READING.saturating_add(u32::try_from(bytes / READ_FOR_1).unwrap_or(u32::MAX))
}

/// The buckets of all callers.
#[derive(Debug)]
pub struct Budget(Option<Buckets>);

#[derive(Debug)]
struct Buckets {
    players: Keyed<PlayerId>,
    /// An address has half of what a player has.
    addresses: Keyed<Origin>,
}

impl Budget {
    /// A budget of this much per second for each player, and half of it for each address; no limit
    /// for 0.
    #[must_use]
    pub fn per_second(cost: u32) -> Self {
        Self(NonZeroU32::new(cost).map(|cost| Buckets {
            players: Keyed::new(cost),
            addresses: Keyed::new(NonZeroU32::new(cost.get() / 2).unwrap_or(NonZeroU32::MIN)),
        }))
    }

    /// A budget without a limit.
    #[must_use]
    pub fn unlimited() -> Self {
        Self(None)
    }

    /// Takes a cost out of the caller's bucket and returns what is left; none without a limit.
    ///
    /// # Errors
    /// `TOO_MANY_ATTEMPTS` with the seconds to wait if the bucket does not hold that much; then
    /// nothing is taken.
    pub fn charge(&self, caller: &Caller, cost: u32) -> Result<Option<Allowance>, Fault> {
        let (Some(buckets), Some(cost)) = (&self.0, NonZeroU32::new(cost)) else { return Ok(None) };
        match (caller.player(), caller.from) {
            (Some(player), _) => buckets.players.charge(&player, cost).map(Some),
            (None, Some(address)) => buckets.addresses.charge(&address, cost).map(Some),
            (None, None) => Ok(None),
        }
    }
}

impl Budget {
    /// Takes the cost of what was done already out of the caller's bucket, as far as it holds so
    /// much; so the next requests wait.
    pub fn spend(&self, caller: &Caller, mut cost: u32) {
        while cost > 0 && self.charge(caller, cost).is_err() {
            cost /= 2;
        }
    }
}

type Limiter<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock, StateInformationMiddleware>;

/// The buckets of one kind of caller.
struct Keyed<K: Hash + Eq + Clone> {
    limiter: Limiter<K>,
    clock: DefaultClock,
    burst: NonZeroU32,
    charges: AtomicUsize,
}

impl<K: Hash + Eq + Clone> std::fmt::Debug for Keyed<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keyed").field("burst", &self.burst).finish_non_exhaustive()
    }
}

impl<K: Hash + Eq + Clone> Keyed<K> {
    fn new(per_second: NonZeroU32) -> Self {
        let burst = per_second.saturating_mul(NonZeroU32::MIN.saturating_add(KEPT_SECONDS - 1));
        let limiter = RateLimiter::dashmap(Quota::per_second(per_second).allow_burst(burst));
        let limiter = limiter.with_middleware();
        Self { limiter, clock: DefaultClock::default(), burst, charges: AtomicUsize::new(0) }
    }

    fn charge(&self, key: &K, cost: NonZeroU32) -> Result<Allowance, Fault> {
        if self.charges.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            self.limiter.retain_recent();
        }
        let seconds = match self.limiter.check_key_n(key, cost) {
            Ok(Ok(left)) => {
                return Ok(Allowance {
                    limit: self.burst.get(),
                    window_s: KEPT_SECONDS,
                    left: left.remaining_burst_capacity(),
                });
            }
            Ok(Err(not_until)) => {
                let wait = not_until.wait_time_from(self.clock.now());
                u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1)
            }
            // The document costs more than a full bucket holds, so that waiting does not help.
            Err(_) => KEPT_SECONDS,
        };
        let message = format!("that is too much at once: ask again in {seconds} seconds");
        Err(Fault::new(Code::TOO_MANY_ATTEMPTS, message).retry_after(seconds))
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn from(address: &str) -> Caller {
        let from = Origin::from(address.parse::<IpAddr>().unwrap());
        Caller { from: Some(from), ..Caller::default() }
    }

    #[test]
    fn an_address_has_half_of_what_a_player_has_and_each_its_own() {
        let budget = Budget::per_second(100);
        let left = budget.charge(&from("192.0.2.1"), 900).unwrap().unwrap();
        assert_eq!((left.limit, left.left, left.window_s), (1_000, 100, 20));
        let fault = budget.charge(&from("192.0.2.1"), 900).unwrap_err();
        assert_eq!(fault.code, Code::TOO_MANY_ATTEMPTS);
        assert!((10..=16).contains(&fault.retry_after.unwrap()), "{:?}", fault.retry_after);
        // The refused charge took nothing, and another address has its own bucket.
        budget.charge(&from("192.0.2.1"), 90).unwrap();
        budget.charge(&from("192.0.2.2"), 900).unwrap();
    }

    #[test]
    fn a_document_that_costs_more_than_a_full_bucket_is_refused() {
        let budget = Budget::per_second(2);
        let fault = budget.charge(&from("192.0.2.1"), 1_000).unwrap_err();
        assert_eq!(fault.code, Code::TOO_MANY_ATTEMPTS);
    }

    #[test]
    fn addresses_of_one_network_share_a_bucket() {
        let budget = Budget::per_second(100);
        budget.charge(&from("2001:db8::1"), 900).unwrap();
        assert!(budget.charge(&from("2001:db8::2"), 900).is_err());
        budget.charge(&from("2001:db8:0:1::1"), 900).unwrap();
    }

    #[test]
    fn what_was_done_already_empties_the_bucket_as_far_as_it_goes() {
        let budget = Budget::per_second(100);
        budget.spend(&from("192.0.2.1"), 0);
        budget.spend(&from("192.0.2.1"), 700);
        assert_eq!(budget.charge(&from("192.0.2.1"), 100).unwrap().unwrap().left, 200);
        budget.spend(&from("192.0.2.1"), 5_000);
        assert!(budget.charge(&from("192.0.2.1"), 100).is_err());
    }

    #[test]
    fn reading_a_document_costs_more_the_longer_it_is() {
        assert_eq!((reading(0), reading(1_000), reading(256 * 1024)), (20, 27, 2_068));
    }

    #[test]
    fn without_a_limit_nothing_is_refused() {
        for budget in [Budget::unlimited(), Budget::per_second(0)] {
            assert_eq!(budget.charge(&from("192.0.2.1"), u32::MAX), Ok(None));
        }
    }
}

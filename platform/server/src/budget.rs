//! How much a caller may ask for: a token bucket from which the cost of each document is taken.
//!
//! Each player has a bucket; callers without a token share that of their address. People never
//! empty theirs; scripts do. What is taken out on one node is missing on the others, too.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use gueridon_graphql::fault::{Code, Fault};
use gueridon_graphql::response::Allowance;
use gueridon_host::clock::Clock;
use gueridon_host::people::Origin;
use gueridon_host::tallies::{Buckets, Limit, Tallies};
use gueridon_journal::PlayerId;
use serde::{Deserialize, Serialize};

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

/// Who has a bucket. Nodes tell each other of it by these names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Payer {
    Player(PlayerId),
    /// An address has half of what a player has.
    Address(Origin),
}

impl Payer {
    fn of(caller: &Caller) -> Option<Self> {
        caller.player().map(Self::Player).or(caller.from.map(Self::Address))
    }

    fn limit(self, per_second: NonZeroU32) -> Limit {
        let per_second = match self {
            Self::Player(_) => per_second,
            Self::Address(_) => NonZeroU32::new(per_second.get() / 2).unwrap_or(NonZeroU32::MIN),
        };
        Limit {
            at_once: per_second.get().saturating_mul(KEPT_SECONDS),
            every: Duration::from_secs(1) / per_second.get(),
        }
    }
}

/// The extra cost of a document that is not cached, by its length in bytes.
#[must_use]
pub fn reading(bytes: usize) -> u32 {
    READING.saturating_add(u32::try_from(bytes / READ_FOR_1).unwrap_or(u32::MAX))
}

/// The buckets of all callers.
#[derive(Debug)]
pub struct Budget(Option<(Arc<Buckets<Payer>>, NonZeroU32)>);

impl Budget {
    /// A budget of this much per second for each player, and half of it for each address; no limit
    /// for 0.
    #[must_use]
    pub fn per_second(cost: u32, clock: Clock) -> Self {
        Self(NonZeroU32::new(cost).map(|cost| {
            let buckets = Buckets::new(clock, move |payer: &Payer| payer.limit(cost));
            (Arc::new(buckets), cost)
        }))
    }

    /// A budget without a limit.
    #[must_use]
    pub fn unlimited() -> Self {
        Self(None)
    }

    /// Tells the other nodes of what is taken out from now on.
    pub fn join(&self, tallies: &Tallies) {
        if let Some((buckets, _)) = &self.0 {
            tallies.join("budget", Arc::<Buckets<Payer>>::clone(buckets));
        }
    }

    /// Takes a cost out of the caller's bucket and returns what is left; none without a limit.
    ///
    /// # Errors
    /// `TOO_MANY_ATTEMPTS` with the seconds to wait if the bucket does not hold that much; then
    /// nothing is taken.
    pub fn charge(&self, caller: &Caller, cost: u32) -> Result<Option<Allowance>, Fault> {
        let (Some((buckets, per_second)), Some(payer)) = (&self.0, Payer::of(caller)) else {
            return Ok(None);
        };
        if cost == 0 {
            return Ok(None);
        }
        let limit = payer.limit(*per_second).at_once;
        match buckets.take(payer, cost) {
            Ok(left) => Ok(Some(Allowance { limit, window_s: KEPT_SECONDS, left })),
            Err(too_much) => {
                // A document that costs more than a full bucket holds is not helped by waiting.
                let wait = too_much.wait.unwrap_or(Duration::from_secs(KEPT_SECONDS.into()));
                let seconds = u32::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX);
                let message = format!("that is too much at once: ask again in {seconds} seconds");
                Err(Fault::new(Code::TOO_MANY_ATTEMPTS, message).retry_after(seconds.max(1)))
            }
        }
    }

    /// Takes the cost of what was done already out of the caller's bucket, as far as it holds so
    /// much; so the next requests wait.
    pub fn spend(&self, caller: &Caller, cost: u32) {
        if let (Some((buckets, _)), Some(payer), 1..) = (&self.0, Payer::of(caller), cost) {
            buckets.take_up_to(payer, cost);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn budget(per_second: u32) -> Budget {
        Budget::per_second(per_second, Clock::standing(0))
    }

    fn from(address: &str) -> Caller {
        let from = Origin::from(address.parse::<IpAddr>().unwrap());
        Caller { from: Some(from), ..Caller::default() }
    }

    #[test]
    fn an_address_has_half_of_what_a_player_has_and_each_its_own() {
        let budget = budget(100);
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
        let budget = budget(2);
        let fault = budget.charge(&from("192.0.2.1"), 1_000).unwrap_err();
        assert_eq!(fault.code, Code::TOO_MANY_ATTEMPTS);
    }

    #[test]
    fn addresses_of_one_network_share_a_bucket() {
        let budget = budget(100);
        budget.charge(&from("2001:db8::1"), 900).unwrap();
        assert!(budget.charge(&from("2001:db8::2"), 900).is_err());
        budget.charge(&from("2001:db8:0:1::1"), 900).unwrap();
    }

    #[test]
    fn what_was_done_already_empties_the_bucket_as_far_as_it_goes() {
        let budget = budget(100);
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
        for budget in [Budget::unlimited(), budget(0)] {
            assert_eq!(budget.charge(&from("192.0.2.1"), u32::MAX), Ok(None));
        }
    }
}

//! Buckets: a burst for each holder, which fills again by one in each interval.
//!
//! Of each bucket only the moment is kept at which it is full again (GCRA), so there is no timer.
//! Buckets are bounded in number: each kind of holder has two generations of them, and the older one
//! is dropped when the younger one is full. So the 50,000 most recently used are never lost, and no
//! kind can push out another. A bucket that another node has told of can owe something: then it has
//! to fill for longer.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::mem::{Discriminant, discriminant};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use tokio::sync::Notify;
use uuid::Uuid;

use super::wake::Wake;
use super::{Tally, told_at};
use crate::clock::Clock;

/// The most buckets of a generation.
const GENERATION: usize = 50_000;
/// How many buckets' worth can be missing at most: what is owed beyond is forgiven, so that nobody
/// waits for ever.
const MOST_MISSING: i64 = 4;
/// While a bucket is full, one of what was taken out of it is not to be told any more after so many
/// intervals. Somebody who never lets it come to be told gets less than a sixteenth of the pace of a
/// bucket from each node: with up to sixteen nodes no more than one gives.
const FORGOTTEN_EACH: i64 = 16;
/// A bucket is full again on all nodes. What is used is never nothing.
const FILLED: i64 = 0;

/// How often one thing may be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The size of a burst.
    pub at_once: u32,
    /// The interval after which one more is allowed; without one there is no limit.
    pub every: Duration,
}

impl Limit {
    /// So many at once, and as many again over each hour; no limit for 0.
    #[must_use]
    pub const fn per_hour(number: u32) -> Self {
        match 3_600_000_u32.checked_div(number) {
            Some(ms) => Self { at_once: number, every: Duration::from_millis(ms as u64) },
            None => Self { at_once: u32::MAX, every: Duration::ZERO },
        }
    }

    /// The interval in nanoseconds.
    fn every_ns(self) -> i64 {
        i64::try_from(self.every.as_nanos()).unwrap_or(i64::MAX)
    }

    /// How long a bucket takes to fill, in nanoseconds.
    fn whole_ns(self) -> i64 {
        self.every_ns().saturating_mul(self.at_once.into())
    }
}

/// There is not so much in the bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMuch {
    /// After how long there will be; none if the bucket never holds so much.
    pub wait: Option<Duration>,
}

/// The buckets of all holders, known to the other nodes as a [`Tally`].
pub struct Buckets<K> {
    limit: Box<dyn Fn(&K) -> Limit + Send + Sync>,
    clock: Clock,
    kept: Mutex<Kept<K>>,
    wake: Wake,
}

impl<K> fmt::Debug for Buckets<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buckets").finish_non_exhaustive()
    }
}

/// The buckets of each kind of holder, and what is to be told.
struct Kept<K> {
    buckets: HashMap<Discriminant<K>, Generations<K, Bucket>>,
    news: Vec<(K, i64)>,
}

/// What is known of one bucket.
#[derive(Debug, Clone, Copy)]
struct Bucket {
    /// When it is full again, in nanoseconds since 1970.
    full_ns: i64,
    /// How much was taken out here that the other nodes have not been told of; less than nothing
    /// after more was given back than that.
    untold: i64,
}

impl Bucket {
    /// How much is missing, in nanoseconds until it is full.
    fn missing_ns(self, now_ns: i64, limit: Limit) -> i64 {
        let most = limit.whole_ns().saturating_mul(MOST_MISSING);
        // If the clock is set back, nobody may have to wait for long.
        self.full_ns.saturating_sub(now_ns).clamp(0, most)
    }

    /// What the others are still to be told. All nodes together fill one bucket, so it does not settle
    /// this that the bucket is full again here; but while it is full, it is slowly forgotten.
    fn untold(self, now_ns: i64, limit: Limit) -> i64 {
        let full_for_ns = now_ns.saturating_sub(self.full_ns).max(0);
        let forgotten = full_for_ns / limit.every_ns().saturating_mul(FORGOTTEN_EACH).max(1);
        self.untold.saturating_sub(forgotten).max(self.untold.min(0))
    }
}

/// Values by key, the most recently used of them at least.
#[derive(Debug)]
pub(crate) struct Generations<K, V> {
    young: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K, V> Default for Generations<K, V> {
    fn default() -> Self {
        Self { young: HashMap::new(), old: HashMap::new() }
    }
}

impl<K: Eq + Hash, V: Copy> Generations<K, V> {
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.young.get(key).or_else(|| self.old.get(key)).copied()
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        if self.young.len() >= GENERATION && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }

    fn remove(&mut self, key: &K) -> Option<V> {
        let (young, old) = (self.young.remove(key), self.old.remove(key));
        young.or(old)
    }
}

impl<K: Eq + Hash + Clone> Buckets<K> {
    /// Full buckets; `limit` says how large that of a holder is.
    #[must_use]
    pub fn new(clock: Clock, limit: impl Fn(&K) -> Limit + Send + Sync + 'static) -> Self {
        let kept = Kept { buckets: HashMap::new(), news: Vec::new() };
        Self { limit: Box::new(limit), clock, kept: Mutex::new(kept), wake: Wake::default() }
    }

    /// Takes so much out of a holder's bucket; returns how much is left.
    ///
    /// # Errors
    /// If there is not so much in it; then nothing is taken.
    pub fn take(&self, holder: K, amount: u32) -> Result<u32, TooMuch> {
        self.take_as(holder, amount, false)
    }

    /// Takes so much out of a holder's bucket, or all that is in it.
    pub fn take_up_to(&self, holder: K, amount: u32) {
        // What is not more than what is in it can be taken.
        let _ = self.take_as(holder, amount, true);
    }

    fn take_as(&self, holder: K, amount: u32, or_all: bool) -> Result<u32, TooMuch> {
        let limit = (self.limit)(&holder);
        let every_ns = limit.every_ns();
        if every_ns == 0 {
            return Ok(limit.at_once);
        }
        let now_ns = self.now_ns();
        let mut kept = self.lock();
        let bucket = kept.get(&holder);
        let missing_ns = bucket.map_or(0, |bucket| bucket.missing_ns(now_ns, limit));
        let in_it = limit.whole_ns().saturating_sub(missing_ns).max(0) / every_ns;
        let amount = if or_all { in_it.min(amount.into()) } else { amount.into() };
        if amount > in_it {
            if amount > i64::from(limit.at_once) {
                return Err(TooMuch { wait: None });
            }
            let enough_ns = limit.whole_ns() - amount * every_ns;
            let wait = u64::try_from(missing_ns - enough_ns).unwrap_or_default();
            return Err(TooMuch { wait: Some(Duration::from_nanos(wait)) });
        }
        let untold = bucket.map_or(0, |bucket| bucket.untold(now_ns, limit));
        let mut bucket = Bucket {
            full_ns: now_ns.saturating_add(missing_ns).saturating_add(amount * every_ns),
            untold: untold.saturating_add(amount),
        };
        if bucket.untold >= told_at(limit.at_once).into() && self.wake.is_attached() {
            kept.news.push((holder.clone(), bucket.untold));
            bucket.untold = 0;
            self.wake.up();
        }
        kept.insert(holder, bucket);
        Ok(u32::try_from(in_it - amount).unwrap_or(u32::MAX))
    }

    /// Gives one back into a holder's bucket.
    pub fn give_back(&self, holder: K) {
        let limit = (self.limit)(&holder);
        let mut kept = self.lock();
        if let Some(bucket) = kept.get(&holder) {
            let full_ns = bucket.full_ns.saturating_sub(limit.every_ns());
            let untold = bucket.untold(self.now_ns(), limit) - 1;
            kept.insert(holder, Bucket { full_ns, untold });
        }
    }

    /// Fills a holder's bucket, on all nodes.
    pub fn fill(&self, holder: &K) {
        let mut kept = self.lock();
        let removed = kept.buckets.get_mut(&discriminant(holder));
        if removed.and_then(|kind| kind.remove(holder)).is_some() && self.wake.is_attached() {
            kept.news.push((holder.clone(), FILLED));
            self.wake.up();
        }
    }

    fn now_ns(&self) -> i64 {
        self.clock.now_ms().saturating_mul(1_000_000)
    }

    fn lock(&self) -> MutexGuard<'_, Kept<K>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Kept<K> {
    fn get(&self, holder: &K) -> Option<Bucket> {
        self.buckets.get(&discriminant(holder))?.get(holder)
    }

    fn insert(&mut self, holder: K, bucket: Bucket) {
        self.buckets.entry(discriminant(&holder)).or_default().insert(holder, bucket);
    }
}

impl<K> Tally for Buckets<K>
where
    K: Eq + Hash + Clone + Send + Serialize + DeserializeOwned + 'static,
{
    fn attach(&self, wake: Arc<Notify>) {
        self.wake.attach(wake);
    }

    /// What was taken out since it was last told. It is told once: what is lost is not owed.
    fn news(&self, _: bool) -> Vec<(Json, i64)> {
        let news = std::mem::take(&mut self.lock().news);
        let written =
            |(holder, amount): (K, i64)| Some((serde_json::to_value(holder).ok()?, amount));
        news.into_iter().filter_map(written).collect()
    }

    fn hear(&self, _: Uuid, holder: Json, amount: i64) {
        let Ok(holder) = serde_json::from_value::<K>(holder) else { return };
        let (limit, now_ns) = ((self.limit)(&holder), self.now_ns());
        let mut kept = self.lock();
        if amount == FILLED {
            if let Some(kind) = kept.buckets.get_mut(&discriminant(&holder)) {
                kind.remove(&holder);
            }
            return;
        }
        let taken_ns = amount.max(0).saturating_mul(limit.every_ns());
        let bucket = kept.get(&holder).unwrap_or(Bucket { full_ns: now_ns, untold: 0 });
        let missing_ns = bucket.missing_ns(now_ns, limit).saturating_add(taken_ns);
        let full_ns = now_ns.saturating_add(missing_ns);
        let bucket = Bucket { full_ns, untold: bucket.untold(now_ns, limit) };
        kept.insert(holder, bucket);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buckets(at_once: u32) -> (Buckets<u32>, Clock) {
        let clock = Clock::standing(0);
        let limit = Limit { at_once, every: Duration::from_secs(10) };
        (Buckets::new(clock.clone(), move |_| limit), clock)
    }

    fn wait(seconds: u64) -> Result<u32, TooMuch> {
        Err(TooMuch { wait: Some(Duration::from_secs(seconds)) })
    }

    #[test]
    fn a_bucket_gives_what_is_in_it_and_fills_by_one_each_interval() {
        let (buckets, clock) = buckets(3);
        assert_eq!(
            [buckets.take(1, 2), buckets.take(1, 1), buckets.take(1, 1)],
            [Ok(1), Ok(0), wait(10)]
        );
        assert_eq!(
            [buckets.take(1, 3), buckets.take(1, 4)],
            [wait(30), Err(TooMuch { wait: None })]
        );
        clock.set(12_000);
        assert_eq!([buckets.take(1, 2), buckets.take(1, 1)], [wait(8), Ok(0)]);
        assert_eq!(buckets.take(2, 3), Ok(0));
        buckets.give_back(1);
        assert_eq!([buckets.take(1, 1), buckets.take(1, 1)], [Ok(0), wait(8)]);
        buckets.fill(&1);
        buckets.take_up_to(1, 2);
        assert_eq!(buckets.take(1, 1), Ok(0));
        buckets.take_up_to(1, 2);
        assert_eq!(buckets.take(1, 1), wait(10));
        clock.set(12_000 + 31_000);
        assert_eq!(buckets.take(1, 0), Ok(3));
    }

    #[test]
    fn what_other_nodes_tell_is_owed_but_not_for_ever() {
        let (buckets, clock) = buckets(3);
        buckets.hear(Uuid::nil(), 1.into(), 5);
        assert_eq!(buckets.take(1, 1), wait(30));
        buckets.take_up_to(1, 1);
        clock.set(30_000);
        assert_eq!([buckets.take(1, 1), buckets.take(1, 1)], [Ok(0), wait(10)]);
        buckets.hear(Uuid::nil(), 1.into(), i64::MAX);
        assert_eq!(buckets.take(1, 1), wait(100));
        // A clock that is set back by a year makes nobody wait for a year.
        clock.set(-31_536_000_000);
        assert_eq!(buckets.take(1, 1), wait(100));
        buckets.hear(Uuid::nil(), 1.into(), FILLED);
        assert_eq!(buckets.take(1, 1), Ok(2));
    }

    #[test]
    fn an_eighth_is_told_and_what_is_past_is_not() {
        let (buckets, clock) = buckets(80);
        buckets.take(1, 20).unwrap();
        assert!(buckets.news(true).is_empty(), "nobody is there to tell it");
        buckets.attach(Arc::default());
        buckets.take(2, 9).unwrap();
        assert!(buckets.news(true).is_empty());
        buckets.take(2, 1).unwrap();
        assert_eq!(buckets.news(false), [(2.into(), 10)]);
        buckets.take(2, 9).unwrap();
        clock.set(3_600_000);
        buckets.take(2, 9).unwrap();
        assert!(buckets.news(false).is_empty());
        buckets.take(2, 1).unwrap();
        assert_eq!(buckets.news(false), [(2.into(), 10)]);
        // Nor does it come back when another node tells of its own.
        buckets.take(2, 9).unwrap();
        clock.set(2 * 3_600_000);
        buckets.hear(Uuid::nil(), 2.into(), 10);
        buckets.take(2, 1).unwrap();
        assert!(buckets.news(false).is_empty());
        buckets.fill(&2);
        buckets.fill(&3);
        assert_eq!(buckets.news(false), [(2.into(), FILLED)]);
    }

    #[test]
    fn what_is_used_now_and_then_never_comes_to_be_told() {
        let (buckets, clock) = buckets(80);
        buckets.attach(Arc::default());
        for turn in 1..=100 {
            clock.set(180_000 * turn);
            buckets.take(1, 1).unwrap();
        }
        assert!(buckets.news(false).is_empty());
    }

    #[test]
    fn buckets_are_bounded_and_no_kind_pushes_out_another() {
        #[derive(Clone, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
        enum Holder {
            Few(usize),
            Many(usize),
        }
        let limit = Limit { at_once: 3, every: Duration::from_secs(10) };
        let buckets = Buckets::new(Clock::standing(0), move |_| limit);
        assert_eq!(buckets.take(Holder::Few(0), 3), Ok(0));
        for number in 0..3 * GENERATION {
            assert_eq!(buckets.take(Holder::Many(number), 1), Ok(2));
        }
        {
            let kept = buckets.lock();
            let many = &kept.buckets[&discriminant(&Holder::Many(0))];
            assert!(many.young.len() <= GENERATION && many.old.len() <= GENERATION);
        }
        assert_eq!(buckets.take(Holder::Few(0), 1), wait(10));
    }

    #[test]
    fn without_an_interval_there_is_no_limit() {
        let buckets = Buckets::new(Clock::standing(0), |_: &u8| Limit::per_hour(0));
        buckets.attach(Arc::default());
        assert!((0..10_000).all(|_| buckets.take(1, 1_000).is_ok()));
        assert!(buckets.news(false).is_empty());
    }
}

//! Levels: how much of a thing each holder has at the moment, here and on the other nodes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use tokio::sync::Notify;
use uuid::Uuid;

use super::wake::Wake;
use super::{AGAIN, Tally, told_at};
use crate::clock::{Clock, millis};

/// After how many times [`AGAIN`] it is forgotten what a node had that does not say it again.
const FORGOTTEN_AFTER: i64 = 3;

/// For how long what a node has said of a level holds, in milliseconds.
fn life_ms() -> i64 {
    millis(AGAIN).saturating_mul(FORGOTTEN_AFTER)
}

/// How many of a thing each holder has; at most a certain number. Known to the other nodes as a
/// [`Tally`]. Cheap to clone.
#[derive(Debug)]
pub struct Levels<K>(Arc<Inner<K>>);

impl<K> Clone for Levels<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

#[derive(Debug)]
struct Inner<K> {
    most: u32,
    /// By how much a level has changed when it is told.
    told_at: u32,
    clock: Clock,
    held: Mutex<Held<K>>,
    wake: Wake,
}

#[derive(Debug)]
struct Held<K> {
    levels: HashMap<K, Level>,
    /// Whose level here differs much from what was told.
    changed: Vec<K>,
}

/// How many one holder has.
#[derive(Debug, Default)]
struct Level {
    here: u32,
    /// What the other nodes were told last.
    told: u32,
    elsewhere: Vec<Elsewhere>,
}

/// How many a holder has on one other node.
#[derive(Debug)]
struct Elsewhere {
    node: Uuid,
    held: u32,
    until_ms: i64,
}

impl Elsewhere {
    /// Whether it still holds. What would hold for longer than anything does was heard before the
    /// clock was set back.
    fn holds(&self, now_ms: i64) -> bool {
        now_ms < self.until_ms && self.until_ms <= now_ms.saturating_add(life_ms())
    }
}

impl Level {
    fn elsewhere(&self, now_ms: i64) -> u32 {
        let known = self.elsewhere.iter().filter(|known| known.holds(now_ms));
        known.fold(0, |sum, known| sum.saturating_add(known.held))
    }

    fn is_nothing(&self) -> bool {
        self.here == 0 && self.told == 0 && self.elsewhere.is_empty()
    }
}

impl<K: Eq + Hash + Clone> Levels<K> {
    /// At most so many for each holder, on all nodes; no limit for 0. An eighth of the limit is told
    /// to the others.
    #[must_use]
    pub fn limited(most: u32, clock: Clock) -> Self {
        let most = if most == 0 { u32::MAX } else { most };
        Self::new(most, told_at(most), clock)
    }

    /// Any number for each holder, and each is told to the others.
    #[must_use]
    pub fn counted(clock: Clock) -> Self {
        Self::new(u32::MAX, 1, clock)
    }

    fn new(most: u32, told_at: u32, clock: Clock) -> Self {
        let held = Mutex::new(Held { levels: HashMap::new(), changed: Vec::new() });
        Self(Arc::new(Inner { most, told_at, clock, held, wake: Wake::default() }))
    }

    /// One more for this holder; none if that is too many.
    #[must_use]
    pub fn take(&self, holder: K) -> Option<Share<K>> {
        let now_ms = self.0.clock.now_ms();
        let mut held = self.0.lock();
        if let Some(level) = held.levels.get(&holder)
            && level.here.saturating_add(level.elsewhere(now_ms)) >= self.0.most
        {
            return None;
        }
        held.levels.entry(holder.clone()).or_default().here += 1;
        self.0.note(&mut held, &holder);
        drop(held);
        Some(Share { levels: self.clone(), holder })
    }

    /// How many a holder has on all nodes, as far as is known here.
    #[must_use]
    pub fn count(&self, holder: &K) -> u32 {
        let now_ms = self.0.clock.now_ms();
        let held = self.0.lock();
        let level = held.levels.get(holder);
        level.map_or(0, |level| level.here.saturating_add(level.elsewhere(now_ms)))
    }

    /// How many all holders have on this node.
    #[must_use]
    pub fn all_here(&self) -> u32 {
        self.0.lock().levels.values().map(|level| level.here).sum()
    }

    fn give_back(&self, holder: &K) {
        let mut held = self.0.lock();
        if let Some(level) = held.levels.get_mut(holder) {
            level.here -= 1;
        }
        self.0.note(&mut held, holder);
    }
}

impl<K: Eq + Hash + Clone> Inner<K> {
    fn lock(&self) -> MutexGuard<'_, Held<K>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what is to be told of a level that has changed, and forgets it if it is nothing.
    fn note(&self, held: &mut Held<K>, holder: &K) {
        let Some(level) = held.levels.get(holder) else { return };
        if level.is_nothing() {
            held.levels.remove(holder);
        } else if level.here.abs_diff(level.told) >= self.told_at && self.wake.is_attached() {
            held.changed.push(holder.clone());
            self.wake.up();
        }
    }
}

impl<K> Tally for Levels<K>
where
    K: Eq + Hash + Clone + Debug + Send + Serialize + DeserializeOwned + 'static,
{
    fn attach(&self, wake: Arc<Notify>) {
        self.0.wake.attach(wake);
    }

    /// How many each holder has here whose level has changed; again, also those that were told of
    /// before. Forgets what other nodes no longer say.
    fn news(&self, again: bool) -> Vec<(Json, i64)> {
        let now_ms = self.0.clock.now_ms();
        let mut held = self.0.lock();
        let mut changed = std::mem::take(&mut held.changed);
        if again {
            held.levels.values_mut().for_each(|level| {
                level.elsewhere.retain(|known| known.holds(now_ms));
            });
            held.levels.retain(|_, level| !level.is_nothing());
            let told = held.levels.iter().filter(|(_, level)| level.told > 0);
            changed.extend(told.map(|(holder, _)| holder.clone()));
        }
        let mut news = Vec::new();
        for holder in changed {
            let Entry::Occupied(mut entry) = held.levels.entry(holder) else { continue };
            let level = entry.get_mut();
            if (again || level.here != level.told)
                && let Ok(holder) = serde_json::to_value(entry.key())
            {
                news.push((holder, entry.get().here.into()));
            }
            let level = entry.get_mut();
            level.told = level.here;
            if level.is_nothing() {
                entry.remove();
            }
        }
        news
    }

    /// That those of whom the others were told have nothing here.
    fn farewell(&self) -> Vec<(Json, i64)> {
        let mut held = self.0.lock();
        let mut gone = Vec::new();
        for (holder, level) in held.levels.iter_mut().filter(|(_, level)| level.told > 0) {
            level.told = 0;
            gone.extend(serde_json::to_value(holder).ok().map(|holder| (holder, 0)));
        }
        gone
    }

    fn hear(&self, node: Uuid, holder: Json, amount: i64) {
        let Ok(holder) = serde_json::from_value::<K>(holder) else { return };
        let count = u32::try_from(amount.max(0)).unwrap_or(u32::MAX);
        let until_ms = self.0.clock.now_ms().saturating_add(life_ms());
        let mut held = self.0.lock();
        let level = held.levels.entry(holder.clone()).or_default();
        level.elsewhere.retain(|known| known.node != node);
        if count > 0 {
            level.elsewhere.push(Elsewhere { node, held: count, until_ms });
        }
        self.0.note(&mut held, &holder);
    }
}

/// One of what a holder has; given back when it is dropped.
#[derive(Debug)]
pub struct Share<K: Eq + Hash + Clone> {
    levels: Levels<K>,
    holder: K,
}

impl<K: Eq + Hash + Clone> Drop for Share<K> {
    fn drop(&mut self) {
        self.levels.give_back(&self.holder);
    }
}

#[cfg(test)]
mod tests {
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::notices::{LocalNotices, Notices};
    use crate::tallies::{GATHERED, Tallies};

    #[test]
    fn a_holder_gets_no_more_than_its_limit_until_something_is_given_back() {
        let levels = Levels::limited(2, Clock::standing(0));
        let (one, two) = (levels.take(1).unwrap(), levels.take(1).unwrap());
        assert!(levels.take(1).is_none() && levels.take(2).is_some());
        assert_eq!([levels.count(&1), levels.count(&2), levels.all_here()], [2, 0, 2]);
        drop(one);
        let three = levels.take(1).unwrap();
        assert!(levels.take(1).is_none());
        drop((two, three));
        assert!(levels.0.lock().levels.is_empty());
    }

    #[test]
    fn without_a_limit_a_holder_gets_any_number() {
        let levels = Levels::limited(0, Clock::standing(0));
        let held: Vec<_> = (0..10_000).map(|_| levels.take(1)).collect();
        assert!(held.iter().all(Option::is_some));
    }

    /// The levels of nodes that hear each other, each with what stops it.
    fn nodes(count: u128, make: impl Fn() -> Levels<u8>) -> Vec<(Levels<u8>, CancellationToken)> {
        let notices: Arc<dyn Notices> = Arc::new(LocalNotices::new());
        let each = (1..=count).map(|node| {
            let (levels, tallies, stop) = (make(), Tallies::default(), CancellationToken::new());
            tallies.join("tests", Arc::new(levels.clone()));
            tallies.start(Uuid::from_u128(node), &notices, &stop);
            (levels, stop)
        });
        each.collect()
    }

    #[tokio::test(start_paused = true)]
    async fn on_all_nodes_a_holder_has_an_eighth_more_for_each_other_one_at_most() {
        let nodes = nodes(3, || Levels::limited(80, Clock::standing(0)));
        let (mut held, mut refused) = (Vec::new(), 0);
        for turn in 0.. {
            let share = nodes[turn % 3].0.take(7);
            refused = if share.is_some() { 0 } else { refused + 1 };
            held.extend(share);
            if refused == 3 {
                break;
            }
            tokio::time::sleep(2 * GATHERED).await;
        }
        assert!((80..=100).contains(&held.len()), "{}", held.len());
        // What is given back can be taken elsewhere.
        held.clear();
        tokio::time::sleep(2 * GATHERED).await;
        let again: Vec<_> = (0..80).map_while(|_| nodes[0].0.take(7)).collect();
        assert!(again.len() >= 80 - 20, "{}", again.len());
    }

    #[tokio::test(start_paused = true)]
    async fn each_node_counts_what_is_on_all_until_one_stops() {
        let clock = Clock::standing(0);
        let nodes = nodes(3, || Levels::counted(clock.clone()));
        let [one, two] = [0, 1].map(|node: usize| nodes[node].0.take(7).unwrap());
        let counts = async || {
            tokio::time::sleep(2 * GATHERED).await;
            [0, 1, 2].map(|node: usize| nodes[node].0.count(&7))
        };
        assert_eq!(counts().await, [2; 3]);
        drop(one);
        assert_eq!(counts().await, [1; 3]);
        // For as long as the node of the other says so.
        for minute in 1..5 {
            clock.set(25_000 * minute);
            tokio::time::sleep(AGAIN).await;
            assert_eq!(counts().await, [1; 3]);
        }
        // It says so itself: nobody has to wait until what it said before is forgotten.
        nodes[1].1.cancel();
        assert_eq!(counts().await, [0, 1, 0]);
        assert!(nodes[0].0.0.lock().levels.is_empty());
        drop(two);
    }

    #[test]
    fn what_a_node_does_not_say_again_is_forgotten_and_so_it_is_if_the_clock_is_set_back() {
        let clock = Clock::standing(100_000);
        let levels = Levels::<u8>::counted(clock.clone());
        let hear = || levels.hear(Uuid::from_u128(2), Json::from(7), 1);
        for (now_ms, expected) in [(100_000, 1), (129_999, 1), (130_000, 0), (99_999, 0)] {
            clock.set(100_000);
            hear();
            clock.set(now_ms);
            assert_eq!(levels.count(&7), expected, "{now_ms}");
        }
        assert!(levels.news(true).is_empty());
        assert!(levels.0.lock().levels.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn however_much_is_new_what_is_held_is_said_again() {
        let clock = Clock::standing(0);
        let nodes = nodes(2, || Levels::counted(clock.clone()));
        let _held = nodes[0].0.take(7).unwrap();
        for turn in 1..=2_400_u32 {
            // Another holder comes or goes in each round of the task that tells.
            let other = nodes[0].0.take(8).unwrap();
            tokio::time::sleep(GATHERED / 4).await;
            drop(other);
            tokio::time::sleep(GATHERED / 4).await;
            clock.set(25 * i64::from(turn));
            assert!(turn < 8 || nodes[1].0.count(&7) == 1, "in turn {turn}");
        }
    }
}

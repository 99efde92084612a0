//! Tallies: what each node tells the others of what is used on it, so that limits hold over all of
//! them, about.
//!
//! A limit is kept where something is asked for, from memory: nobody waits for another node. What a
//! node has not told yet of one holder is less than an eighth of the holder's limit; then it is told
//! to all, within [`GATHERED`] and the time that a message takes. So with `n` nodes, as long as they
//! hear each other, a holder gets what one node would give, `n - 1` eighths of the limit, and what
//! is used in the moments until the others hear of it. What was used beyond the limit is owed: later
//! it is missing on every node. A node that hears no other goes by its own count.

mod buckets;
mod levels;
mod wake;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use tokio::sync::Notify;
use tokio::time::{interval, sleep};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::notices::Notices;

pub(crate) use buckets::Generations;
pub use buckets::{Buckets, Limit, TooMuch};
pub use levels::{Levels, Share};

/// The part of a limit that is told as soon as it has not been told yet.
const TOLD_PART: u32 = 8;
/// For how long what is to be told is gathered.
pub const GATHERED: Duration = Duration::from_millis(50);
/// After how long a node says again how much is held on it.
pub const AGAIN: Duration = Duration::from_secs(10);
/// After about how many bytes a new word begins: a notification of PostgreSQL has room for one.
const LONGEST: usize = 4_000;

/// How much of a limit is told at once.
fn told_at(limit: u32) -> u32 {
    (limit / TOLD_PART).max(1)
}

/// Something that is counted for each of its holders, and known to the other nodes.
pub trait Tally: fmt::Debug + Send + Sync + 'static {
    /// Is given what wakes the task that tells.
    fn attach(&self, wake: Arc<Notify>);

    /// What is to be told: holders, each with an amount. With `again` also what was told before and
    /// would be forgotten.
    fn news(&self, again: bool) -> Vec<(Json, i64)>;

    /// What is to be told last, when this node stops: what holders have here no longer.
    fn farewell(&self) -> Vec<(Json, i64)> {
        Vec::new()
    }

    /// Takes in what another node has told of a holder. What cannot be read is of a newer node, and
    /// passed over.
    fn hear(&self, node: Uuid, holder: Json, amount: i64);
}

/// A tally with the name that it has on every node.
type Named = (&'static str, Arc<dyn Tally>);

/// The tallies of a node by their names, and the task that tells and hears them. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Tallies {
    tallies: Arc<RwLock<Vec<Named>>>,
    wake: Arc<Notify>,
}

/// What one node tells of one tally.
#[derive(Debug, Serialize, Deserialize)]
struct Word {
    node: Uuid,
    /// Counts the words of the node, so that no two are alike.
    number: u64,
    tally: String,
    told: Vec<(Json, i64)>,
}

impl Tallies {
    /// Tells the other nodes of a tally from now on, and it of theirs. Its name is the same on all.
    pub fn join(&self, name: &'static str, tally: Arc<dyn Tally>) {
        tally.attach(Arc::clone(&self.wake));
        self.tallies.write().unwrap_or_else(PoisonError::into_inner).push((name, tally));
    }

    fn all(&self) -> Vec<Named> {
        self.tallies.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts to tell and to hear as that node, until `stop` is cancelled; then the others are told
    /// what is held here no longer.
    pub(crate) fn start(&self, node: Uuid, notices: &Arc<dyn Notices>, stop: &CancellationToken) {
        let (here, sending, stopping) = (self.clone(), Arc::clone(notices), stop.clone());
        tokio::spawn(async move {
            let number = AtomicU64::new(0);
            stopping.run_until_cancelled(here.tell(node, &number, &*sending)).await;
            here.say(node, &number, &*sending, |tally| tally.farewell());
        });
        let (here, mut words) = (self.clone(), notices.tallies());
        let hearing = async move {
            while let Some(word) = words.recv().await {
                here.hear(node, &word);
            }
        };
        tokio::spawn(stop.clone().run_until_cancelled_owned(hearing));
    }

    async fn tell(&self, node: Uuid, number: &AtomicU64, notices: &dyn Notices) {
        let mut again = interval(AGAIN);
        loop {
            let is_again = tokio::select! {
                // What is to be said again comes first, however much is new meanwhile.
                biased;
                _ = again.tick() => true,
                () = self.wake.notified() => {
                    sleep(GATHERED).await;
                    false
                }
            };
            self.say(node, number, notices, |tally| tally.news(is_again));
        }
    }

    /// Sends what each tally has to tell.
    fn say(
        &self,
        node: Uuid,
        number: &AtomicU64,
        notices: &dyn Notices,
        news: impl Fn(&dyn Tally) -> Vec<(Json, i64)>,
    ) {
        for (name, tally) in self.all() {
            for told in in_words(news(&*tally)) {
                let number = number.fetch_add(1, Ordering::Relaxed);
                let word = Word { node, number, tally: name.to_owned(), told };
                match serde_json::to_string(&word) {
                    Ok(word) => notices.send_tally(word.into()),
                    Err(error) => tracing::error!(%error, "a tally cannot be written"),
                }
            }
        }
    }

    fn hear(&self, own: Uuid, word: &str) {
        // What cannot be read is a newer node's.
        let Ok(Word { node, tally: name, told, .. }) = serde_json::from_str(word) else { return };
        if node == own {
            return;
        }
        for (_, tally) in self.all().into_iter().filter(|(known, _)| *known == name) {
            for (holder, amount) in &told {
                tally.hear(node, holder.clone(), *amount);
            }
        }
    }
}

/// What is to be told, divided into as much as a word may have.
fn in_words(news: Vec<(Json, i64)>) -> Vec<Vec<(Json, i64)>> {
    let (mut words, mut bytes) = (Vec::<Vec<_>>::new(), LONGEST);
    for (holder, amount) in news {
        // The amount, brackets and commas.
        const BESIDE: usize = 24;
        let more = holder.to_string().len() + BESIDE;
        match words.last_mut() {
            Some(last) if bytes + more <= LONGEST => {
                bytes += more;
                last.push((holder, amount));
            }
            _ => {
                bytes = more;
                words.push(vec![(holder, amount)]);
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::notices::LocalNotices;

    /// Nodes that hear each other, each with buckets of 80 that get one more each second.
    fn nodes(count: u128, clock: &Clock) -> (Vec<Arc<Buckets<u8>>>, CancellationToken) {
        let notices: Arc<dyn Notices> = Arc::new(LocalNotices::new());
        let stop = CancellationToken::new();
        let each = (1..=count).map(|node| {
            let limit = Limit { at_once: 80, every: Duration::from_secs(1) };
            let buckets = Arc::new(Buckets::new(clock.clone(), move |_| limit));
            let tallies = Tallies::default();
            tallies.join("tests", Arc::<Buckets<u8>>::clone(&buckets));
            tallies.start(Uuid::from_u128(node), &notices, &stop);
            buckets
        });
        (each.collect(), stop)
    }

    /// Takes from all nodes in turn until each refuses; lets what was told arrive after so many.
    async fn empty(nodes: &[Arc<Buckets<u8>>], heard_after: usize) -> u32 {
        let (mut taken, mut refused) = (0, 0);
        for turn in 1.. {
            if nodes[turn % nodes.len()].take(7, 1).is_ok() {
                (taken, refused) = (taken + 1, 0);
            } else {
                refused += 1;
            }
            if refused == nodes.len() {
                break;
            }
            if turn % heard_after == 0 {
                sleep(2 * GATHERED).await;
            }
        }
        taken
    }

    #[tokio::test(start_paused = true)]
    async fn a_holder_gets_from_all_nodes_an_eighth_more_for_each_other_one_at_most() {
        for count in 1..=4 {
            let clock = Clock::standing(0);
            let (nodes, stop) = nodes(count, &clock);
            let taken = empty(&nodes, 1).await;
            let most = 80 + 10 * (u32::try_from(count).unwrap() - 1);
            assert!((80..=most).contains(&taken), "{count} nodes gave {taken}");
            // Over an hour it is what one node would have given.
            let mut later = 0;
            for second in 1..=3_600 {
                clock.set(1_000 * second);
                for node in &nodes {
                    later += u32::from(node.take(7, 1).is_ok());
                }
                sleep(2 * GATHERED).await;
            }
            assert!(taken + later <= most + 3_600, "{count} nodes gave {taken} and {later}");
            assert!(later >= 3_600 - (most - 80), "{count} nodes gave {later}");
            stop.cancel();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_holder_who_asks_all_nodes_at_the_pace_of_one_gets_what_one_gives() {
        for count in [1, 2, 4, 10] {
            let clock = Clock::standing(0);
            let (nodes, _stop) = nodes(count, &clock);
            let mut taken = 0;
            for second in 1..=3_600 {
                clock.set(1_000 * second);
                for node in &nodes {
                    taken += u32::from(node.take(7, 1).is_ok());
                }
                sleep(2 * GATHERED).await;
            }
            let most = 3_600 + 80 + 10 * (u32::try_from(count).unwrap() - 1);
            assert!((3_600..=most).contains(&taken), "{count} nodes gave {taken}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_used_before_anybody_heard_of_it_is_owed() {
        let clock = Clock::standing(0);
        let (nodes, _stop) = nodes(3, &clock);
        // All at once: each node gives what it has.
        assert_eq!(empty(&nodes, usize::MAX).await, 240);
        sleep(2 * GATHERED).await;
        let nothing = async |second: i64| {
            clock.set(1_000 * second);
            nodes.iter().all(|node| node.take(7, 1).is_err())
        };
        assert!(nothing(1).await && nothing(160 - 30).await);
        clock.set(161_000);
        assert!(nodes[0].take(7, 1).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_hears_no_other_goes_by_its_own_count() {
        let clock = Clock::standing(0);
        let (alone, _stop) = nodes(1, &clock);
        let (others, _others_stop) = nodes(2, &clock);
        assert!(empty(&others, 1).await >= 80);
        assert_eq!(empty(&alone, 1).await, 80);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_given_back_on_one_node_is_forgotten_on_all() {
        let clock = Clock::standing(0);
        let (nodes, _stop) = nodes(2, &clock);
        empty(&nodes, 1).await;
        nodes[0].fill(&7);
        sleep(2 * GATHERED).await;
        assert!(nodes.iter().all(|node| node.take(7, 40).is_ok()));
    }

    #[test]
    fn what_is_told_is_divided_so_that_each_word_fits_into_a_notification() {
        let news: Vec<_> = (0..1_000).map(|n| (Json::from(format!("holder {n}")), n)).collect();
        let words = in_words(news.clone());
        assert!(words.len() > 5 && in_words(Vec::new()).is_empty());
        let long = |told: &Vec<(Json, i64)>| serde_json::to_string(told).unwrap().len();
        assert!(words.iter().all(|told| long(told) <= LONGEST));
        assert_eq!(words.concat(), news);
    }

    #[test]
    fn words_of_the_node_itself_and_of_newer_nodes_are_passed_over() {
        let (tallies, own) = (Tallies::default(), Uuid::from_u128(1));
        let limit = Limit { at_once: 2, every: Duration::from_secs(1) };
        let buckets = Arc::new(Buckets::new(Clock::standing(0), move |_| limit));
        tallies.join("tests", Arc::<Buckets<u8>>::clone(&buckets));
        let word = |node, tally: &str, holder: &str| {
            format!(r#"{{"node":"{}","number":0,"tally":"{tally}","told":[[{holder},2]]}}"#, {
                Uuid::from_u128(node)
            })
        };
        for passed_over in [
            word(1, "tests", "7"),
            word(2, "else", "7"),
            word(2, "tests", "\"of\""),
            "?".to_owned(),
        ] {
            tallies.hear(own, &passed_over);
        }
        assert!(buckets.take(7, 2).is_ok());
        tallies.hear(own, &word(2, "tests", "8"));
        assert!(buckets.take(8, 1).is_err());
    }
}

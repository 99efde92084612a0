//! What an answer has cost beyond its document: entries that had to be replayed for it.
//!
//! How many those are is known only once they are, so they are charged afterwards.

use gueridon_host::table::counting_replays;

/// What one replayed entry costs, in the costs of documents.
const REPLAYED: u64 = 10;

/// Makes an answer; returns it with the work that it was, in the costs of documents.
pub(crate) async fn measured<T>(answer: impl Future<Output = T>) -> (T, u32) {
    let (answer, replayed) = counting_replays(answer).await;
    (answer, u32::try_from(replayed.saturating_mul(REPLAYED)).unwrap_or(u32::MAX))
}

//! What an answer has cost beyond its document: entries that had to be replayed for it.
//!
//! How many those are is known only once they are, so they are charged afterwards.

use std::cell::Cell;

/// What one replayed entry costs, in the costs of documents.
const REPLAYED: u64 = 10;

tokio::task_local! {
    /// The work of the answer that this task makes.
    static WORK: Cell<u64>;
}

/// Adds the entries that were replayed for a look to the work of the answer under way, if any.
pub(crate) fn add_replayed(entries: u64) {
    // Updates of subscriptions are charged to nobody: they replay what others have played.
    let _ = WORK.try_with(|work| work.set(work.get().saturating_add(entries * REPLAYED)));
}

/// Makes an answer; returns it with the work that it was, in the costs of documents.
pub(crate) async fn measured<T>(answer: impl Future<Output = T>) -> (T, u32) {
    let both = async {
        let answer = answer.await;
        let work = WORK.with(Cell::get);
        (answer, u32::try_from(work).unwrap_or(u32::MAX))
    };
    WORK.scope(Cell::new(0), both).await
}

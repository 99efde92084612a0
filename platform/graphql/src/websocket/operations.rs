//! The operations of a socket. They go on while the socket waits for something else.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::StreamExt;
use futures_util::stream::{Peekable, Stream};
use tokio_stream::StreamMap;

use super::operation::{Messages, Outgoing};
use crate::beside::beside;

/// The operations under way, numbered in the order in which they began.
pub(super) struct Operations<M: Stream = Messages> {
    messages: StreamMap<u64, Peekable<M>>,
    /// The numbers, by the ids that the client gave: looked up only where an operation begins or ends.
    numbers: HashMap<Arc<str>, u64>,
    /// How many the client has begun.
    begun: u64,
}

impl<M: Stream<Item = Outgoing> + Unpin> Operations<M> {
    pub(super) fn new() -> Self {
        Self { messages: StreamMap::with_capacity(1), numbers: HashMap::new(), begun: 0 }
    }

    pub(super) fn count(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.numbers.contains_key(id)
    }

    /// The number of the operation that begins next, from 1 on.
    pub(super) fn next_number(&self) -> u64 {
        self.begun + 1
    }

    pub(super) fn begin(&mut self, id: Arc<str>, messages: M) {
        self.begun += 1;
        self.messages.insert(self.begun, messages.peekable());
        self.numbers.insert(id, self.begun);
    }

    pub(super) fn end(&mut self, id: &str) {
        if let Some(number) = self.numbers.remove(id) {
            self.messages.remove(&number);
        }
    }

    pub(super) fn end_all(&mut self) {
        self.numbers.clear();
        self.messages.clear();
    }

    /// The operations themselves.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut M> {
        self.messages.values_mut().map(Peekable::get_mut)
    }

    /// The next message of any operation; none if there is no operation.
    pub(super) fn poll_next(&mut self, task: &mut Context<'_>) -> Poll<Option<Outgoing>> {
        self.messages.poll_next_unpin(task).map(|next| next.map(|(_, message)| message))
    }

    /// Waits for something else. Meanwhile each operation goes on until it has a message, and no
    /// further.
    pub(super) async fn beside<T>(&mut self, other: impl Future<Output = T>) -> T {
        beside(other, |task| {
            for operation in self.messages.values_mut() {
                // Its message is kept, and is its next one.
                let _ = Pin::new(operation).poll_peek(task);
            }
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use std::time::Duration;

    use tokio::sync::Semaphore;
    use tokio::task::yield_now;
    use tokio::time::timeout;

    use super::*;

    fn outgoing(text: &'static str) -> Outgoing {
        Outgoing { text: text.into(), ends: None }
    }

    #[tokio::test]
    async fn an_operation_gives_back_what_it_holds_while_the_socket_waits_for_it() {
        let (one, mut operations) = (Arc::new(Semaphore::new(1)), Operations::new());
        let held = Arc::clone(&one);
        let messages = futures_util::stream::once(async move {
            let permit = held.acquire().await;
            yield_now().await;
            drop(permit);
            outgoing("held it")
        });
        operations.begin("1".into(), Box::pin(messages));
        // Polled once, it holds the permit.
        let first = poll_fn(|task| Poll::Ready(operations.poll_next(task))).await;
        assert!(first.is_pending() && one.available_permits() == 0);
        let waiting = timeout(Duration::from_secs(60), operations.beside(one.acquire()));
        assert!(waiting.await.is_ok_and(|permit| permit.is_ok()));
        let next = poll_fn(|task| operations.poll_next(task)).await;
        assert!(next.is_some_and(|message| message.text == "held it"));
    }

    #[tokio::test]
    async fn of_each_operation_one_message_is_kept_and_none_is_lost() {
        let mut operations = Operations::new();
        let numbers = ["0", "1", "2", "3"].map(outgoing);
        let (made, kept) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
        let making = Arc::clone(&made);
        let messages = futures_util::stream::iter(numbers).inspect(move |_| making.add_permits(1));
        operations.begin("1".into(), Box::pin(messages));
        let waiting = async {
            for _ in 0..10 {
                yield_now().await;
            }
            kept.add_permits(made.available_permits());
        };
        operations.beside(waiting).await;
        assert_eq!(kept.available_permits(), 1);
        for number in ["0", "1", "2", "3"] {
            let next = poll_fn(|task| operations.poll_next(task)).await;
            assert_eq!(next.map(|message| message.text), Some(number.into()));
        }
        assert!(poll_fn(|task| operations.poll_next(task)).await.is_none());
    }
}

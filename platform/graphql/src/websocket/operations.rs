//! The operations of a socket. They go on while the socket waits for something else.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::StreamExt;
use futures_util::stream::{BoxStream, Peekable};
use tokio_stream::StreamMap;

use super::operation::Outgoing;
use crate::beside::beside;

/// The operations under way, by the id that the client gave them.
pub(super) struct Operations(StreamMap<Arc<str>, Peekable<BoxStream<'static, Outgoing>>>);

impl Operations {
    pub(super) fn new() -> Self {
        Self(StreamMap::new())
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    pub(super) fn begin(&mut self, id: Arc<str>, messages: BoxStream<'static, Outgoing>) {
        self.0.insert(id, messages.peekable());
    }

    pub(super) fn end(&mut self, id: &str) {
        self.0.remove(id);
    }

    pub(super) fn end_all(&mut self) {
        self.0.clear();
    }

    /// The next message of any operation, with the id of the operation; none if there is none.
    pub(super) fn poll_next(
        &mut self,
        task: &mut Context<'_>,
    ) -> Poll<Option<(Arc<str>, Outgoing)>> {
        self.0.poll_next_unpin(task)
    }

    /// Waits for something else. Meanwhile each operation goes on until it has a message, and no
    /// further.
    pub(super) async fn beside<T>(&mut self, other: impl Future<Output = T>) -> T {
        beside(other, |task| {
            for operation in self.0.values_mut() {
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
        Outgoing { text: text.into(), is_last: false }
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
        assert!(next.is_some_and(|(id, message)| &*id == "1" && message.text == "held it"));
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
            assert_eq!(next.map(|(_, message)| message.text), Some(number.into()));
        }
        assert!(poll_fn(|task| operations.poll_next(task)).await.is_none());
    }
}

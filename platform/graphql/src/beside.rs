//! Waiting for one thing while something else goes on.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Context;

/// Waits for `other`, and calls `go_on` whenever it has to wait.
///
/// A task that has begun several things and waits for one of them alone may wait for ever: another of
/// them may hold what that one needs, such as a connection to a database, and gives it back only when
/// it is polled.
pub(crate) async fn beside<T>(
    other: impl Future<Output = T>,
    mut go_on: impl FnMut(&mut Context<'_>),
) -> T {
    let mut other = pin!(other);
    poll_fn(|task| {
        let done = other.as_mut().poll(task);
        if done.is_pending() {
            go_on(task);
        }
        done
    })
    .await
}

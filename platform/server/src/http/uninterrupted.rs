//! Futures that are completed even if whoever awaits them goes away.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use gueridon_graphql::request_id::Scope;
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

/// A future that goes on in a task of its own when it is dropped. Until then it needs none, which
/// saves the two wake-ups of a task that is waited for.
pub(super) struct Uninterrupted<T: Send + 'static> {
    /// None once it is completed.
    doing: Option<BoxFuture<'static, Result<T, Panicked>>>,
    /// The request that it is done for.
    scope: Scope,
    runtime: Handle,
    tracker: TaskTracker,
    /// Counts it in the tracker.
    _counted: TaskTrackerToken,
}

/// The future has panicked; with what the panic says.
#[derive(Debug, thiserror::Error)]
#[error("it panicked: {0}")]
pub(super) struct Panicked(String);

impl From<Box<dyn Any + Send>> for Panicked {
    fn from(said: Box<dyn Any + Send>) -> Self {
        let text = said.downcast_ref::<&str>().map(ToString::to_string);
        let text = text.or_else(|| said.downcast_ref::<String>().cloned());
        Self(text.unwrap_or_else(|| "it does not say why".to_owned()))
    }
}

impl<T: Send + 'static> Uninterrupted<T> {
    /// Does something for the request of this task, and counts it in `tracker` until it is done.
    pub(super) fn new(
        tracker: &TaskTracker,
        doing: impl Future<Output = T> + Send + 'static,
    ) -> Self {
        // What it leaves behind when it panics is dropped with it.
        let doing = AssertUnwindSafe(doing).catch_unwind();
        Self {
            doing: Some(doing.map(|done| done.map_err(Panicked::from)).boxed()),
            scope: Scope::current(),
            runtime: Handle::current(),
            tracker: tracker.clone(),
            _counted: tracker.token(),
        }
    }
}

impl<T: Send + 'static> Future for Uninterrupted<T> {
    type Output = Result<T, Panicked>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(doing) = &mut self.doing else { return Poll::Pending };
        let polled = doing.as_mut().poll(task);
        if polled.is_ready() {
            self.doing = None;
        }
        polled
    }
}

impl<T: Send + 'static> Drop for Uninterrupted<T> {
    fn drop(&mut self) {
        if let Some(doing) = self.doing.take() {
            let scope = self.scope.clone();
            self.tracker.spawn_on(scope.run(async { drop(doing.await) }), &self.runtime);
        }
    }
}

#[cfg(test)]
mod tests {
    use gueridon_graphql::request_id::RequestId;
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn it_is_completed_for_its_request_though_nobody_waits_for_it_any_more() {
        let tracker = TaskTracker::new();
        let (go, gone) = oneshot::channel::<()>();
        let (done, ended) = oneshot::channel();
        let id = RequestId::given("seven");
        let mut dropped = id.clone().map(Scope::of).unwrap().enter(|| {
            Uninterrupted::new(&tracker, async move {
                let _ = gone.await;
                let _ = done.send(RequestId::current());
            })
        });
        assert!((&mut dropped).now_or_never().is_none());
        assert_eq!(tracker.len(), 1);
        drop(dropped);
        assert_eq!(tracker.len(), 1);
        go.send(()).unwrap();
        assert_eq!(ended.await.unwrap(), id);
        tracker.close();
        tracker.wait().await;
    }

    #[tokio::test]
    async fn what_was_never_awaited_is_done_too() {
        let tracker = TaskTracker::new();
        let (done, ended) = oneshot::channel();
        drop(Uninterrupted::new(&tracker, async move { done.send(7) }));
        assert_eq!(ended.await, Ok(7));
    }

    #[tokio::test]
    async fn what_it_comes_to_is_returned_and_a_panic_is_an_error() {
        let tracker = TaskTracker::new();
        assert_eq!(Uninterrupted::new(&tracker, async { 7 }).await.unwrap(), 7);
        for said in [Box::new("meant") as Box<dyn Any + Send>, Box::new("meant".to_owned())] {
            let panicking = async move { std::panic::resume_unwind(said) };
            let panicked: Result<(), _> = Uninterrupted::new(&tracker, panicking).await;
            assert_eq!(panicked.unwrap_err().to_string(), "it panicked: meant");
        }
        assert!(tracker.is_empty());
    }
}

//! One operation of a client, as the messages that it sends.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::extract::ws::Utf8Bytes;
use futures_util::stream::{BoxStream, Stream};

use super::messages;
use crate::body::SharedBody;
use crate::fault::Fault;
use crate::request::Request;
use crate::request_id::Scope;
use crate::service::{Service, Started, Terms, Updates};

/// A message to the client.
pub(super) struct Outgoing {
    pub(super) text: Utf8Bytes,
    /// Whether it ends the operation.
    pub(super) is_last: bool,
}

/// An operation that a client has asked for.
pub(super) struct Operation<S: Service> {
    pub(super) service: S,
    pub(super) caller: S::Caller,
    /// The id that the client has chosen.
    pub(super) id: Arc<str>,
    /// The scope of its request.
    pub(super) scope: Scope,
    /// Set when the server stops: then a subscription is interrupted when it is next polled.
    pub(super) is_stopping: Arc<AtomicBool>,
}

impl<S: Service> Operation<S> {
    /// The messages of the operation. Nothing runs before the stream is polled.
    pub(super) fn messages(self, request: Request) -> BoxStream<'static, Outgoing> {
        let Self { service, caller, id, scope, is_stopping } = self;
        let starting = {
            let service = service.clone();
            async move {
                let mut request = request;
                service.persisted().resolve(&mut request).map_err(|fault| vec![fault])?;
                service.start(&request, &caller, Terms::ALL).await
            }
        };
        let head = messages::next_head(&id);
        let state = State::Starting(Box::pin(starting));
        Box::pin(Messages { service, id, head, scope, is_stopping, state })
    }
}

/// The messages of an operation: polled for every update of every subscriber, so it is written by
/// hand and makes no future for each.
struct Messages<S: Service> {
    service: S,
    id: Arc<str>,
    /// What each of its responses begins with.
    head: String,
    scope: Scope,
    is_stopping: Arc<AtomicBool>,
    state: State,
}

enum State {
    Starting(Pin<Box<dyn Future<Output = Result<Started, Vec<Fault>>> + Send>>),
    Subscribed(Updates),
    Answered,
    Ended,
}

// The state is pinned in boxes of its own.
impl<S: Service> Unpin for Messages<S> {}

impl<S: Service> Stream for Messages<S> {
    type Item = Outgoing;

    fn poll_next(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Option<Outgoing>> {
        let this = &mut *self;
        if let State::Ended = this.state {
            return Poll::Ready(None);
        }
        let (service, is_stopping, state) = (&this.service, &this.is_stopping, &mut this.state);
        let response = ready!(this.scope.enter(|| response(service, is_stopping, state, task)));
        let text = match response {
            Ok(Some(body)) => {
                let text = body.message(&this.head);
                return Poll::Ready(Some(Outgoing { text, is_last: false }));
            }
            Ok(None) => messages::complete(&this.id),
            Err(faults) => messages::error(&this.id, &faults),
        };
        this.state = State::Ended;
        Poll::Ready(Some(Outgoing { text: text.into(), is_last: true }))
    }
}

/// The next response; none after the last.
fn response<S: Service>(
    service: &S,
    is_stopping: &AtomicBool,
    state: &mut State,
    task: &mut Context<'_>,
) -> Poll<Result<Option<SharedBody>, Vec<Fault>>> {
    if let State::Starting(starting) = state {
        match ready!(starting.as_mut().poll(task))? {
            Started::Answered(response) => {
                *state = State::Answered;
                return Poll::Ready(Ok(Some(response.body.into())));
            }
            Started::Subscribed(updates) => *state = State::Subscribed(updates),
        }
    }
    let State::Subscribed(updates) = state else { return Poll::Ready(Ok(None)) };
    let update = match updates.as_mut().poll_next(task) {
        Poll::Pending if is_stopping.load(Ordering::Relaxed) => Some(Err(service.interrupted())),
        polled => ready!(polled),
    };
    let update = update.transpose().map_err(|fault| vec![fault])?;
    Poll::Ready(Ok(update.map(|update| update.body)))
}

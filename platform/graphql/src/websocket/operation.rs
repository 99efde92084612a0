//! One operation of a client, as the messages that it sends.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use bytes::Bytes;
use futures_util::stream::{self, Stream};

use super::messages;
use crate::fault::Fault;
use crate::request::Request;
use crate::request_id::Scope;
use crate::service::{Service, Started, Terms, Updates};

/// A message to the client.
pub(super) struct Outgoing {
    pub(super) text: String,
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
    pub(super) fn messages(self, request: Request) -> Pin<Box<dyn Stream<Item = Outgoing> + Send>> {
        let head = messages::next_head(&self.id);
        let running = Running { operation: self, head, state: State::Requested(request) };
        Box::pin(stream::unfold(running, |mut running| async {
            let message = running.next().await?;
            Some((message, running))
        }))
    }
}

struct Running<S: Service> {
    operation: Operation<S>,
    /// What each of its responses begins with.
    head: String,
    state: State,
}

enum State {
    Requested(Request),
    Subscribed(Updates),
    Answered,
    Ended,
}

impl<S: Service> Running<S> {
    /// The next message; none after the last.
    async fn next(&mut self) -> Option<Outgoing> {
        if let State::Ended = self.state {
            return None;
        }
        let scope = self.operation.scope.clone();
        let text = match scope.run(self.response()).await {
            Ok(Some(payload)) => {
                let text = messages::next(&self.head, &payload);
                return Some(Outgoing { text, is_last: false });
            }
            Ok(None) => messages::complete(&self.operation.id),
            Err(faults) => messages::error(&self.operation.id, &faults),
        };
        self.state = State::Ended;
        Some(Outgoing { text, is_last: true })
    }

    /// The next response; none after the last.
    async fn response(&mut self) -> Result<Option<Bytes>, Vec<Fault>> {
        let Operation { service, caller, is_stopping, .. } = &self.operation;
        if let State::Requested(request) = &mut self.state {
            service.persisted().resolve(request).map_err(|fault| vec![fault])?;
            match service.start(request, caller, Terms::ALL).await? {
                Started::Answered(response) => {
                    self.state = State::Answered;
                    return Ok(Some(response.body.into()));
                }
                Started::Subscribed(updates) => self.state = State::Subscribed(updates),
            }
        }
        let State::Subscribed(updates) = &mut self.state else { return Ok(None) };
        let update = poll_fn(|task| match updates.as_mut().poll_next(task) {
            Poll::Pending if is_stopping.load(Ordering::Relaxed) => {
                Poll::Ready(Some(Err(service.interrupted())))
            }
            polled => polled,
        });
        let update = update.await.transpose().map_err(|fault| vec![fault])?;
        Ok(update.map(|update| update.body))
    }
}

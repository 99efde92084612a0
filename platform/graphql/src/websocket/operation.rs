//! One operation of a client, as the messages that it sends.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::extract::ws::Utf8Bytes;
use futures_util::stream::Stream;

use super::messages;
use crate::body::SharedBody;
use crate::fault::Fault;
use crate::request::Request;
use crate::request_id::Scope;
use crate::service::{Service, Started, Terms, Updates};

/// A message to the client.
pub(super) struct Outgoing {
    pub(super) text: Utf8Bytes,
    /// The id of the operation that it ends, if it does.
    pub(super) ends: Option<Arc<str>>,
}

/// The messages of an operation: polled for every update of every subscriber, so it is written by
/// hand and makes no future for each.
pub(super) struct Messages {
    id: Arc<str>,
    /// What each of its responses begins with.
    head: String,
    /// With what it ends when it would have to wait, once the server stops.
    interruption: Option<Box<Fault>>,
    state: State,
}

enum State {
    Starting(Pin<Box<dyn Future<Output = Result<Started, Vec<Fault>>> + Send>>),
    Subscribed(Updates),
    Answered,
    Ended,
}

impl Messages {
    /// The messages of an operation with the id that the client has chosen, which starts in this scope
    /// when they are first polled.
    pub(super) fn new<S: Service>(
        service: S,
        caller: S::Caller,
        id: Arc<str>,
        scope: Scope,
        mut request: Request,
    ) -> Self {
        let starting = async move {
            service.persisted().resolve(&mut request).map_err(|fault| vec![fault])?;
            service.start(&request, &caller, Terms::ALL).await
        };
        let head = messages::next_head(&id);
        let state = State::Starting(Box::pin(scope.run(starting)));
        Self { id, head, interruption: None, state }
    }

    /// From now on a subscription ends with this fault where it would have to wait.
    pub(super) fn interrupt(&mut self, fault: Fault) {
        self.interruption = Some(Box::new(fault));
    }

    /// The next response; none after the last.
    fn response(&mut self, task: &mut Context<'_>) -> Poll<Result<Option<SharedBody>, Vec<Fault>>> {
        if let State::Starting(starting) = &mut self.state {
            match ready!(starting.as_mut().poll(task))? {
                Started::Answered(response) => {
                    self.state = State::Answered;
                    return Poll::Ready(Ok(Some(response.body.into())));
                }
                Started::Subscribed(updates) => self.state = State::Subscribed(updates),
            }
        }
        let State::Subscribed(updates) = &mut self.state else { return Poll::Ready(Ok(None)) };
        let update = match (updates.as_mut().poll_next(task), &mut self.interruption) {
            (Poll::Pending, interruption @ Some(_)) => interruption.take().map(|fault| Err(*fault)),
            (polled, _) => ready!(polled),
        };
        let update = update.transpose().map_err(|fault| vec![fault])?;
        Poll::Ready(Ok(update.map(|update| update.body)))
    }
}

impl Stream for Messages {
    type Item = Outgoing;

    fn poll_next(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Option<Outgoing>> {
        if let State::Ended = self.state {
            return Poll::Ready(None);
        }
        let text = match ready!(self.response(task)) {
            Ok(Some(body)) => {
                let text = body.message(&self.head);
                return Poll::Ready(Some(Outgoing { text, ends: None }));
            }
            Ok(None) => messages::complete(&self.id),
            Err(faults) => messages::error(&self.id, &faults),
        };
        self.state = State::Ended;
        Poll::Ready(Some(Outgoing { text: text.into(), ends: Some(self.id.clone()) }))
    }
}

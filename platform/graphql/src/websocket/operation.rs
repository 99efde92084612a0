//! One operation of a client, as the messages that it sends.

use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::{self, Stream};

use super::messages;
use crate::fault::Fault;
use crate::request::Request;
use crate::service::{Service, Started, Updates};

/// A message to the client.
pub(super) struct Outgoing {
    pub(super) text: String,
    /// Whether it ends the operation.
    pub(super) is_last: bool,
}

/// The messages of an operation. Nothing runs before the first is asked for.
pub(super) fn messages<S: Service>(
    service: S,
    caller: S::Caller,
    id: Arc<str>,
    request: Request,
) -> Pin<Box<dyn Stream<Item = Outgoing> + Send>> {
    let head = messages::next_head(&id);
    let operation = Operation { service, caller, id, head, state: State::Requested(request) };
    Box::pin(stream::unfold(operation, |mut operation| async {
        let message = operation.next().await?;
        Some((message, operation))
    }))
}

struct Operation<S: Service> {
    service: S,
    caller: S::Caller,
    id: Arc<str>,
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

impl<S: Service> Operation<S> {
    /// The next message; none after the last.
    async fn next(&mut self) -> Option<Outgoing> {
        if let State::Ended = self.state {
            return None;
        }
        let text = match self.response().await {
            Ok(Some(payload)) => {
                let text = messages::next(&self.head, &payload);
                return Some(Outgoing { text, is_last: false });
            }
            Ok(None) => messages::complete(&self.id),
            Err(faults) => messages::error(&self.id, &faults),
        };
        self.state = State::Ended;
        Some(Outgoing { text, is_last: true })
    }

    /// The next response; none after the last.
    async fn response(&mut self) -> Result<Option<Bytes>, Vec<Fault>> {
        if let State::Requested(request) = &self.state {
            match self.service.start(request, &self.caller).await? {
                Started::Answered(response) => {
                    self.state = State::Answered;
                    return Ok(Some(response.body.into()));
                }
                Started::Subscribed(updates) => self.state = State::Subscribed(updates),
            }
        }
        let State::Subscribed(updates) = &mut self.state else { return Ok(None) };
        updates.next().await.transpose().map_err(|fault| vec![fault])
    }
}

//! GraphQL over server-sent events, by the protocol of graphql-sse in its mode of distinct
//! connections: an operation is a stream with an event `next` for each response and `complete` at its
//! end.
//!
//! A stream that is interrupted has no `complete`: its client sees the connection end, and reconnects
//! with the id of the last event.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::Context;
use std::time::Duration;

use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response as HttpResponse};
use futures_util::future;
use futures_util::stream::{self, Peekable, Stream, StreamExt};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::HttpOptions;
use crate::beside::beside;
use crate::fault::{Code, Fault};
use crate::request_id::Scope;
use crate::response::Response;
use crate::service::{Service, Update, Updates};

/// After how long without an event a comment is sent, so that no proxy takes the connection for dead:
/// most wait for a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Tells nginx to pass every event on at once.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The id of the last event that a reconnecting client has; none if it sends none, or none of ours.
pub(super) fn last_event(headers: &HeaderMap) -> Option<u64> {
    headers.get("last-event-id")?.to_str().ok()?.parse().ok()
}

/// A single response as a stream of events.
pub(super) fn once(response: &Response) -> HttpResponse {
    respond(stream::iter([next(&response.body, None), complete()]))
}

/// The responses of a subscription, until it is complete, its caller's credentials end or the server
/// stops.
pub(super) fn stream<S: Service>(
    service: S,
    caller: S::Caller,
    updates: Updates,
    options: HttpOptions<'_>,
) -> HttpResponse {
    let mut recheck = interval_at(Instant::now() + options.recheck, options.recheck);
    recheck.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let subscription = Subscription {
        revocation: revocation(&service, &caller),
        service,
        caller,
        updates: Some(updates.peekable()),
        scope: Scope::current(),
        stopped: Box::pin(options.stop.clone().cancelled_owned()),
        recheck,
    };
    respond(stream::unfold(subscription, |mut subscription| async {
        Some((subscription.next().await?, subscription))
    }))
}

/// A subscription of one client.
struct Subscription<S: Service> {
    service: S,
    caller: S::Caller,
    /// None after its end.
    updates: Option<Peekable<Updates>>,
    /// Completes when the server stops.
    stopped: Signal,
    /// Completes when the caller's credentials end.
    revocation: Signal,
    recheck: Interval,
    /// The scope of the request that began it.
    scope: Scope,
}

type Signal = Pin<Box<dyn Future<Output = ()> + Send>>;

impl<S: Service> Subscription<S> {
    /// The next event; none after the last.
    async fn next(&mut self) -> Option<Event> {
        let fault = loop {
            let updates = self.updates.as_mut()?;
            tokio::select! {
                // There may always be an update, for a client that reads slowly.
                biased;
                () = &mut self.revocation => break ended(),
                _ = self.recheck.tick() => {
                    let again = self.service.authenticate_again(&self.caller);
                    let again = self.scope.clone().run(again);
                    // An update that comes meanwhile is kept, and dropped if the credentials have ended.
                    let go_on = |task: &mut Context<'_>| {
                        let _ = Pin::new(&mut *updates).poll_peek(task);
                    };
                    match beside(again, go_on).await {
                        Ok(caller) => {
                            self.revocation = revocation(&self.service, &caller);
                            self.caller = caller;
                        }
                        Err(fault) if fault.code == Code::UNAUTHENTICATED => break ended(),
                        // Whether the credentials are valid could not be checked: try again next time.
                        Err(_) => {}
                    }
                }
                update = updates.next() => match update {
                    Some(Ok(Update { body, position })) => return Some(next(body.json(), position)),
                    Some(Err(fault)) => break fault,
                    None => {
                        self.updates = None;
                        return Some(complete());
                    }
                },
                () = &mut self.stopped => break self.service.interrupted(),
            }
        };
        self.updates = None;
        Some(next(&Response::refused(&[fault]).body, None))
    }
}

fn ended() -> Fault {
    Fault::new(Code::UNAUTHENTICATED, "the token has ended: sign in again")
}

fn revocation<S: Service>(service: &S, caller: &S::Caller) -> Signal {
    match service.revoked(caller) {
        Some(token) => Box::pin(token.cancelled_owned()),
        None => Box::pin(future::pending()),
    }
}

fn next(body: &[u8], position: Option<u64>) -> Event {
    let body = std::str::from_utf8(body).unwrap_or("null"); // It was built from strings.
    let event = Event::default().event("next");
    let event = match position {
        Some(position) => event.id(position.to_string()),
        None => event,
    };
    event.data(body)
}

/// Browsers ignore an event without data, so it has some.
fn complete() -> Event {
    Event::default().event("complete").data("null")
}

fn respond(events: impl Stream<Item = Event> + Send + 'static) -> HttpResponse {
    let events = Sse::new(events.map(Ok::<_, Infallible>));
    let headers = [(CACHE_CONTROL, "no-store"), (ACCEL_BUFFERING, "no")];
    (headers, events.keep_alive(KeepAlive::new().interval(KEEP_ALIVE))).into_response()
}

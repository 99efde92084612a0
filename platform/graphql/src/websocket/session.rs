//! One socket from its first message to its last.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use tokio::time::{Instant, Sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::activity::{Activity, Check, Expected};
use super::messages::{self, ClientMessage};
use super::operation::{Messages, Outgoing};
use super::operations::Operations;
use super::options::SocketOptions;
use super::socket::{Close, close, flush, has_room, send};
use super::woken::Part;
use crate::fault::{Code, Fault};
use crate::request_id::Scope;
use crate::service::Service;

/// How long operations under way may take when the server stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// After how many messages in a row to a client the next one from it comes first.
const SENT_IN_A_ROW: u32 = 16;
/// How many operations a client may have under way.
pub const OPERATIONS: usize = 20;

/// A socket and its operations.
pub(super) struct Session<S: Service> {
    service: S,
    peer: S::Peer,
    options: SocketOptions,
    /// None until the client has sent `connection_init`.
    caller: Option<S::Caller>,
    operations: Operations,
    activity: Activity,
    /// What an operation has to say and the client has not taken yet.
    unsent: Option<Utf8Bytes>,
    /// Whether messages lie in the socket's buffer.
    is_unwritten: bool,
    /// How many messages were sent since the client sent one or was checked.
    sent_in_a_row: u32,
    /// Completes when the caller's credentials end; none for a caller without credentials.
    revocation: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    /// The part of the task that waits for `revocation`, the time of the next check, and messages of
    /// the client. Most wake-ups are for messages to the client.
    quiet: Part,
    /// Whether that part is to be polled.
    is_quiet_woken: bool,
}

/// What a socket is woken by.
enum Event {
    /// An operation has a message for the client.
    Outgoing(Outgoing),
    /// The client does not read what was sent.
    Unwritten,
    /// The client sent a message; none when the socket is closed.
    Incoming(Option<Result<Message, axum::Error>>),
    /// It is time to check whether the client is active.
    CheckDue,
    /// The caller's credentials have ended.
    Revoked,
}

/// What follows: the next event, or the end, with a close frame if the client can still read one.
type Flow = ControlFlow<Option<Close>>;

impl<S: Service> Session<S> {
    /// Serves a socket to its end. All that it keeps is made before the future, which would have room
    /// for it twice if it were made inside.
    pub(super) fn run(
        service: S,
        peer: S::Peer,
        options: SocketOptions,
        mut socket: WebSocket,
    ) -> impl Future<Output = ()> + Send {
        let (quiet, mut stopping) = Part::two();
        let mut session = Self::new(service, peer, options, quiet);
        async move {
            let stop = session.options.stop.clone();
            let ended = {
                let serving = pin!(session.serve(&mut socket));
                until_stopped(&stop, &mut stopping, serving).await
            };
            let reason = match ended {
                Some(reason) => reason,
                None => {
                    // A client that does not read in time gets only the close frame.
                    let _ = timeout(STOP_TIMEOUT, session.finish(&mut socket)).await;
                    Some((1001, "the server stops".to_owned()))
                }
            };
            session.operations.end_all();
            close(&mut socket, reason).await;
        }
    }

    fn new(service: S, peer: S::Peer, options: SocketOptions, quiet: Part) -> Self {
        let activity = Activity::new(options.idle, options.recheck);
        Self {
            service,
            peer,
            options,
            caller: None,
            operations: Operations::new(),
            activity,
            unsent: None,
            is_unwritten: false,
            sent_in_a_row: 0,
            revocation: None,
            quiet,
            is_quiet_woken: true,
        }
    }

    /// Lets every operation end when the server stops: queries and mutations are answered, and
    /// subscriptions are interrupted, so that no client takes them for complete.
    async fn finish(&mut self, socket: &mut WebSocket) {
        for messages in self.operations.iter_mut() {
            messages.interrupt(self.service.interrupted());
        }
        if let Some(text) = self.unsent.take()
            && self.reply(socket, text).await.is_break()
        {
            return;
        }
        while let Some(message) = poll_fn(|task| self.operations.poll_next(task)).await {
            if let Some(id) = &message.ends {
                self.end(id);
            }
            if self.reply(socket, message.text).await.is_break() {
                return;
            }
        }
    }

    /// Serves the socket until one side ends it; says with what it is to be closed.
    async fn serve(&mut self, socket: &mut WebSocket) -> Option<Close> {
        // The timer may fire early: what arrives meanwhile moves the next check to later, and checking
        // too early is harmless.
        let mut timer = pin!(sleep_until(self.next_check()));
        loop {
            let event = poll_fn(|task| self.poll_event(socket, timer.as_mut(), task)).await;
            let is_update =
                matches!(event, Event::Outgoing(Outgoing { ends: None, .. }) | Event::Unwritten);
            if !matches!(event, Event::Outgoing(_) | Event::Unwritten) {
                self.sent_in_a_row = 0;
            }
            let flow = match event {
                Event::Outgoing(message) => {
                    self.sent_in_a_row += 1;
                    if let Some(id) = &message.ends {
                        self.end(id);
                    }
                    self.is_unwritten = true;
                    self.unsent = Some(message.text);
                    let has_room = self.operations.beside(has_room(socket)).await;
                    // It is there still: only `finish` takes it, too.
                    let text = self.unsent.take().unwrap_or_default();
                    proceed(has_room && socket.start_send_unpin(Message::Text(text)).is_ok())
                }
                Event::Unwritten => {
                    self.is_unwritten = false;
                    proceed(self.operations.beside(flush(socket)).await)
                }
                Event::Incoming(Some(Ok(message))) => {
                    self.activity.received();
                    // Boxed, as the check below, so that sockets that wait take no memory for it.
                    Box::pin(self.receive(socket, message)).await
                }
                Event::Incoming(_) => ControlFlow::Break(None),
                Event::Revoked => ControlFlow::Break(Some(forbidden())),
                Event::CheckDue => {
                    let checked = Box::pin(self.check(socket)).await;
                    timer.as_mut().reset(self.next_check());
                    checked
                }
            };
            if let ControlFlow::Break(reason) = flow {
                return reason;
            }
            // All but an update may have brought the next check forward.
            if !is_update && timer.deadline() > self.next_check() {
                timer.as_mut().reset(self.next_check());
                self.is_quiet_woken = true;
            }
        }
    }

    /// What the socket is woken by next. What was sent is written once no operation has more to send:
    /// messages that are ready together go out together. There may always be something to send, so
    /// the end of credentials comes first, and the quiet part after some messages in a row.
    fn poll_event(
        &mut self,
        socket: &mut WebSocket,
        mut timer: Pin<&mut Sleep>,
        task: &mut Context<'_>,
    ) -> Poll<Event> {
        self.is_quiet_woken |= self.quiet.take_woken(task);
        let revocation = self.revocation.as_mut().filter(|_| self.is_quiet_woken);
        if revocation.is_some_and(|end| end.as_mut().poll(&mut self.quiet.context()).is_ready()) {
            return Poll::Ready(Event::Revoked);
        }
        if self.sent_in_a_row >= SENT_IN_A_ROW {
            let event = self.poll_quiet(socket, timer.as_mut());
            if event.is_ready() {
                return event;
            }
        }
        if let Poll::Ready(Some(message)) = self.operations.poll_next(task) {
            return Poll::Ready(Event::Outgoing(message));
        }
        if self.is_unwritten {
            match socket.poll_flush_unpin(task) {
                Poll::Ready(Ok(())) => self.is_unwritten = false,
                // No operation goes beyond its next message while the client does not read, and an
                // error comes again.
                Poll::Ready(Err(_)) | Poll::Pending => return Poll::Ready(Event::Unwritten),
            }
        }
        self.poll_quiet(socket, timer)
    }

    /// Polls the timer and the client, if the quiet part is to be polled.
    fn poll_quiet(&mut self, socket: &mut WebSocket, timer: Pin<&mut Sleep>) -> Poll<Event> {
        if !self.is_quiet_woken {
            return Poll::Pending;
        }
        let quiet = &mut self.quiet.context();
        if timer.poll(quiet).is_ready() {
            return Poll::Ready(Event::CheckDue);
        }
        let message = socket.poll_next_unpin(quiet);
        // After a message there may be another one.
        self.is_quiet_woken = message.is_ready();
        message.map(Event::Incoming)
    }

    fn expected(&self) -> Expected {
        Expected {
            is_initialised: self.caller.is_some(),
            has_credentials: self.revocation.is_some(),
            is_operating: self.operations.count() > 0,
        }
    }

    fn next_check(&self) -> Instant {
        self.activity.next_check(self.expected())
    }

    /// Checks whether the client is still there, its credentials are valid, and it has operations.
    async fn check(&mut self, socket: &mut WebSocket) -> Flow {
        let now = Instant::now();
        if now < self.next_check() {
            return ControlFlow::Continue(());
        }
        if self.caller.is_some()
            && self.activity.is_recheck_due(now)
            && self
                .authenticate_again()
                .await
                .is_err_and(|fault| fault.code == Code::UNAUTHENTICATED)
        {
            return ControlFlow::Break(Some(forbidden()));
        }
        match self.activity.check(now, self.expected()) {
            Check::Wait => ControlFlow::Continue(()),
            Check::InitTimeout => refuse(4408, "Connection initialisation timeout"),
            Check::Idle => refuse(1000, "nothing was asked for long"),
            Check::Gone => ControlFlow::Break(None),
            Check::Ping => {
                self.activity.pinged();
                let sent = send(socket, Message::Ping(Bytes::new()));
                proceed(self.operations.beside(sent).await)
            }
        }
    }

    async fn receive(&mut self, socket: &mut WebSocket, message: Message) -> Flow {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return refuse(4400, "Invalid message received"),
            Message::Ping(_) | Message::Pong(_) => return ControlFlow::Continue(()),
            Message::Close(_) => return ControlFlow::Break(None),
        };
        match ClientMessage::read(&text) {
            None => refuse(4400, "Invalid message received"),
            Some(ClientMessage::ConnectionInit { .. }) if self.caller.is_some() => {
                refuse(4429, "Too many initialisation requests")
            }
            Some(ClientMessage::ConnectionInit { payload }) => {
                let peer = self.peer.clone();
                match self.service.authenticate_socket(payload.as_ref(), peer).await {
                    Ok(caller) => {
                        self.set_caller(caller);
                        self.activity.authenticated();
                        self.reply(socket, messages::CONNECTION_ACK).await
                    }
                    Err(fault) if fault.code == Code::UNAUTHENTICATED => refuse(4403, "Forbidden"),
                    Err(fault) if fault.code == Code::BAD_INPUT => refuse(4400, &fault.message),
                    Err(fault) if fault.code == Code::TOO_MANY_ATTEMPTS => {
                        refuse(4429, &fault.message)
                    }
                    Err(_) => refuse(1013, "The server cannot tell who it is: try again"),
                }
            }
            Some(ClientMessage::Ping { payload }) => {
                self.reply(socket, messages::pong(payload)).await
            }
            Some(ClientMessage::Pong) => ControlFlow::Continue(()),
            Some(ClientMessage::Complete { id }) => {
                self.end(&id);
                ControlFlow::Continue(())
            }
            Some(ClientMessage::Subscribe { .. }) if self.caller.is_none() => {
                refuse(4401, "Unauthorized")
            }
            Some(ClientMessage::Subscribe { id, .. }) if self.operations.has(&id) => {
                refuse(4409, &format!("Subscriber for {id} already exists"))
            }
            Some(ClientMessage::Subscribe { id, .. }) if self.operations.count() >= OPERATIONS => {
                let message = format!("at most {OPERATIONS} operations at a time");
                let fault =
                    Fault::over_limit(Code::TOO_COSTLY, message, OPERATIONS + 1, OPERATIONS);
                self.reply(socket, messages::error(&id, &[fault])).await
            }
            Some(ClientMessage::Subscribe { id, payload }) => {
                match self.authenticate_again().await {
                    Ok(caller) => {
                        let id: Arc<str> = id.into();
                        let number = self.operations.next_number();
                        let scope = Scope::of(self.options.id.operation(number));
                        let service = self.service.clone();
                        let messages = Messages::new(service, caller, id.clone(), scope, payload);
                        self.operations.begin(id, messages);
                        ControlFlow::Continue(())
                    }
                    Err(fault) if fault.code == Code::UNAUTHENTICATED => {
                        ControlFlow::Break(Some(forbidden()))
                    }
                    Err(fault) => self.reply(socket, messages::error(&id, &[fault])).await,
                }
            }
        }
    }

    /// Checks the caller's credentials again.
    async fn authenticate_again(&mut self) -> Result<S::Caller, Fault> {
        let Some(caller) = &self.caller else {
            return Err(Fault::internal("a socket without a caller has operations"));
        };
        // Noted after a failure, too: the next check is soon enough.
        self.activity.authenticated();
        let again = self.service.authenticate_again(caller);
        let caller = self.operations.beside(again).await?;
        self.set_caller(caller.clone());
        Ok(caller)
    }

    fn set_caller(&mut self, caller: S::Caller) {
        let revoked = self.service.revoked(&caller);
        self.revocation = revoked.map(|token| Box::pin(token.cancelled_owned()) as _);
        self.caller = Some(caller);
    }

    fn end(&mut self, id: &str) {
        self.operations.end(id);
        self.activity.operated();
    }

    async fn reply(&mut self, socket: &mut WebSocket, text: impl Into<Utf8Bytes>) -> Flow {
        let sent = send(socket, Message::Text(text.into()));
        proceed(self.operations.beside(sent).await)
    }
}

/// Runs something until the server stops; none if it has not ended by then.
async fn until_stopped<T>(
    stop: &CancellationToken,
    stopping: &mut Part,
    mut running: Pin<&mut impl Future<Output = T>>,
) -> Option<T> {
    let mut stopped = pin!(stop.cancelled());
    poll_fn(|task| match running.as_mut().poll(task) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        // Not each time: to poll a token takes a lock, and all sockets have this one.
        Poll::Pending => {
            stopping.poll(task, |context| stopped.as_mut().poll(context)).map(|()| None)
        }
    })
    .await
}

/// The close frame for a client whose credentials have ended.
fn forbidden() -> Close {
    (4403, "Forbidden".to_owned())
}

fn refuse(code: u16, reason: &str) -> Flow {
    ControlFlow::Break(Some((code, reason.to_owned())))
}

/// Goes on if the client took what was sent.
fn proceed(is_taken: bool) -> Flow {
    if is_taken { ControlFlow::Continue(()) } else { ControlFlow::Break(None) }
}

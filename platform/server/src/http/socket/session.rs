//! One socket from its first message to its last.

use std::ops::ControlFlow;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use async_graphql_parser::types::OperationType;
use axum::extract::ws::{Message, WebSocket};
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future;
use futures_util::stream::{self, Stream};
use gueridon_host::accounts::Origin;
use serde_json::{Map, Value as Json};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_stream::{StreamExt, StreamMap};

use super::super::{Server, callers};
use super::close;
use super::frames::{self, Said};
use crate::api::updates::Updates;
use crate::api::{Allowed, Api, Caller, Request};
use crate::errors;
use gueridon_graphql::fault::{Code, Fault};

/// How long a client may take to say who it is.
const GREETING: Duration = Duration::from_secs(5);
/// After how much silence a client is asked whether it is there; after twice as much it is gone.
const QUIET: Duration = Duration::from_secs(25);
/// How long a client may take to take a frame.
const SLOWNESS: Duration = Duration::from_secs(20);
/// How many frames are sent to a client before it is asked whether it has something to say.
const IN_A_ROW: u32 = 16;
/// How many operations a client may have under way.
const OPERATIONS: usize = 20;

pub(super) struct Session {
    server: Server,
    /// From where it was opened.
    from: Option<Origin>,
    /// None until it was said who is there.
    caller: Option<Caller>,
    operations: Operations,
    silence: Silence,
    /// Comes to its end when the caller's token does.
    gone: Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// What is under way, by the id that the client gave it, as frames to be sent.
type Operations = StreamMap<Arc<str>, Pin<Box<dyn Stream<Item = Frame> + Send>>>;

/// How long nothing was heard, and nothing asked.
struct Silence {
    /// When the socket was opened.
    opened: Instant,
    /// When the client was last heard.
    heard: Instant,
    /// Whether it was asked since then whether it is there.
    is_asked: bool,
    /// When the last operation ended.
    busy: Instant,
    /// When the caller was last known.
    known: Instant,
}

/// What an operation has for its client.
struct Frame {
    text: String,
    is_last: bool,
}

/// What a socket is woken by.
enum Next {
    /// An operation has something for its client.
    Send(Arc<str>, Frame),
    /// The client said something, or is gone.
    Said(Option<Result<Message, axum::Error>>),
    /// It is time to look whether the client is still there.
    Check,
    /// The client's token has ended.
    Gone,
}

/// Why a socket is closed: a code of the protocol and a word.
type Close = (u16, String);

impl Session {
    pub(super) fn new(server: Server, from: Option<Origin>) -> Self {
        let now = Instant::now();
        let silence = Silence { opened: now, heard: now, is_asked: false, busy: now, known: now };
        let (operations, gone) = (StreamMap::new(), Box::pin(future::pending()));
        Self { server, from, caller: None, operations, silence, gone }
    }

    pub(super) async fn run(mut self, mut socket: WebSocket) {
        let stop = self.server.stop.clone();
        let talked = stop.run_until_cancelled(self.converse(&mut socket)).await;
        let reason = talked.unwrap_or_else(|| Some((1001, "the server stops".to_owned())));
        self.operations.clear();
        if let Some((code, reason)) = reason {
            // A client that no longer reads is not waited for.
            let _ = timeout(Duration::from_secs(1), close(&mut socket, code, &reason)).await;
        }
    }

    /// Talks until one side has enough; says what the client is to be told as a last word.
    async fn converse(&mut self, socket: &mut WebSocket) -> Option<Close> {
        // Set anew only when it has rung: what is heard meanwhile makes the true time later.
        let mut alarm = pin!(sleep_until(self.next_check()));
        let mut sent_in_a_row = 0;
        loop {
            if alarm.deadline() > self.next_check() {
                alarm.as_mut().reset(self.next_check());
            }
            // Also where there is always something to send.
            if self.is_gone() {
                return Some(forbidden());
            }
            // Whoever is sent much is listened to all the same.
            let said = if sent_in_a_row < IN_A_ROW {
                None
            } else {
                sent_in_a_row = 0;
                socket.recv().now_or_never()
            };
            let next = match said {
                Some(message) => Next::Said(message),
                None => tokio::select! {
                    // First what there is to send, which is what most wake for.
                    biased;
                    Some((id, frame)) = self.operations.next() => Next::Send(id, frame),
                    () = &mut self.gone => Next::Gone,
                    () = alarm.as_mut() => Next::Check,
                    message = socket.recv() => Next::Said(message),
                },
            };
            let done = match next {
                Next::Send(id, frame) => {
                    sent_in_a_row += 1;
                    if frame.is_last {
                        self.end(&id);
                    }
                    reply(socket, frame.text).await
                }
                Next::Said(Some(Ok(message))) => {
                    self.silence.heard = Instant::now();
                    self.silence.is_asked = false;
                    self.hear(socket, message).await
                }
                Next::Said(_) => ControlFlow::Break(None),
                Next::Gone => ControlFlow::Break(Some(forbidden())),
                Next::Check => {
                    let checked = self.check(socket).await;
                    alarm.as_mut().reset(self.next_check());
                    checked
                }
            };
            if let ControlFlow::Break(reason) = done {
                return reason;
            }
        }
    }

    /// When it is time to look whether the client is still there, and wants something.
    fn next_check(&self) -> Instant {
        let Silence { opened, heard, is_asked, busy, known } = self.silence;
        let Some(caller) = &self.caller else { return opened + GREETING };
        let mut answer = if is_asked { heard + 2 * QUIET } else { heard + QUIET };
        if caller.known.is_some() {
            answer = answer.min(known + self.server.doubt);
        }
        if self.operations.is_empty() { answer.min(busy + self.server.idle) } else { answer }
    }

    /// Looks whether the client is still there, and wants something.
    async fn check(&mut self, socket: &mut WebSocket) -> ControlFlow<Option<Close>> {
        let now = Instant::now();
        let Silence { heard, is_asked, busy, .. } = self.silence;
        if now < self.next_check() {
            return ControlFlow::Continue(());
        }
        let close = |code, reason: &str| ControlFlow::Break(Some((code, reason.to_owned())));
        if self.caller.is_none() {
            return close(4408, "Connection initialisation timeout");
        }
        if now >= self.silence.known + self.server.doubt
            && self.know_again().await.is_err_and(|fault| fault.code == Code::UNAUTHENTICATED)
        {
            return ControlFlow::Break(Some(forbidden()));
        }
        if self.operations.is_empty() && now >= busy + self.server.idle {
            return close(1000, "nothing was asked for long");
        }
        if is_asked {
            let is_gone = now >= heard + 2 * QUIET;
            return if is_gone { ControlFlow::Break(None) } else { ControlFlow::Continue(()) };
        }
        if now < heard + QUIET {
            return ControlFlow::Continue(());
        }
        self.silence.is_asked = true;
        if send(socket, Message::Ping(Bytes::new())).await {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(None)
        }
    }

    async fn hear(
        &mut self,
        socket: &mut WebSocket,
        message: Message,
    ) -> ControlFlow<Option<Close>> {
        let refuse = |code, reason: &str| ControlFlow::Break(Some((code, reason.to_owned())));
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return refuse(4400, "Invalid message received"),
            Message::Ping(_) | Message::Pong(_) => return ControlFlow::Continue(()),
            Message::Close(_) => return ControlFlow::Break(None),
        };
        match Said::read(&text) {
            None => refuse(4400, "Invalid message received"),
            Some(Said::ConnectionInit { .. }) if self.caller.is_some() => {
                refuse(4429, "Too many initialisation requests")
            }
            Some(Said::ConnectionInit { payload }) => {
                match greet(&self.server, payload.as_ref(), self.from).await {
                    Ok(caller) => {
                        self.set_caller(caller);
                        self.silence.known = Instant::now();
                        reply(socket, frames::ACKNOWLEDGED.to_owned()).await
                    }
                    Err(fault) if fault.code == Code::UNAUTHENTICATED => refuse(4403, "Forbidden"),
                    Err(fault) if fault.code == Code::BAD_INPUT => refuse(4400, &fault.message),
                    Err(_) => refuse(1013, "The server cannot tell who it is: try again"),
                }
            }
            Some(Said::Ping { payload }) => reply(socket, frames::pong(payload)).await,
            Some(Said::Pong) => ControlFlow::Continue(()),
            Some(Said::Complete { id }) => {
                self.end(&id);
                ControlFlow::Continue(())
            }
            Some(Said::Subscribe { .. }) if self.caller.is_none() => refuse(4401, "Unauthorized"),
            Some(Said::Subscribe { id, .. }) if self.operations.contains_key(&*id) => {
                refuse(4409, &format!("Subscriber for {id} already exists"))
            }
            Some(Said::Subscribe { id, .. }) if self.operations.len() >= OPERATIONS => {
                let message = format!("at most {OPERATIONS} operations at a time");
                let fault = Fault::new(Code::TOO_COSTLY, message);
                reply(socket, frames::error(&id, &[fault])).await
            }
            Some(Said::Subscribe { id, payload }) => match self.know_again().await {
                Ok(caller) => {
                    self.begin(id, payload, caller);
                    ControlFlow::Continue(())
                }
                Err(fault) if fault.code == Code::UNAUTHENTICATED => {
                    ControlFlow::Break(Some(forbidden()))
                }
                Err(fault) => reply(socket, frames::error(&id, &[fault])).await,
            },
        }
    }

    /// Whether the caller's token has ended.
    fn is_gone(&self) -> bool {
        let known = self.caller.as_ref().and_then(|caller| caller.known.as_ref());
        known.is_some_and(|known| known.ended.is_cancelled())
    }

    /// Who the caller is now: their token may have ended on another node, or in its time.
    async fn know_again(&mut self) -> Result<Caller, Fault> {
        let host = self.server.api.load().host.clone();
        let caller = self.caller.clone().unwrap_or_default();
        // Also after a failure: the next time is soon enough.
        self.silence.known = Instant::now();
        let role = |caller: &Caller| caller.known.as_ref().map(|known| known.role);
        let before = role(&caller);
        let caller = caller.again(&host).await?;
        if role(&caller) != before {
            // What is listened to was begun with other rights.
            return Err(errors::unknown_token());
        }
        // The node may have forgotten the caller meanwhile, and whom to tell of the token's end.
        self.set_caller(caller.clone());
        Ok(caller)
    }

    fn set_caller(&mut self, caller: Caller) {
        if let Some(known) = &caller.known {
            self.gone = Box::pin(known.ended.clone().cancelled_owned());
        }
        self.caller = Some(caller);
    }

    fn end(&mut self, id: &str) {
        self.operations.remove(id);
        self.silence.busy = Instant::now();
    }

    fn begin(&mut self, id: String, request: Request, caller: Caller) {
        let id: Arc<str> = id.into();
        let operation = Operation {
            id: id.clone(),
            head: frames::head(&id),
            api: self.server.api.load_full(),
            caller,
            stage: Stage::Asked(request),
        };
        let frames = stream::unfold(operation, |mut operation| async {
            let frame = operation.next().await?;
            Some((frame, operation))
        });
        self.operations.insert(id, Box::pin(frames));
    }
}

/// Who a client says it is, by its token.
async fn greet(
    server: &Server,
    payload: Option<&Map<String, Json>>,
    from: Option<Origin>,
) -> Result<Caller, Fault> {
    let nobody = Caller { known: None, from };
    let Some(token) = payload.and_then(|payload| payload.get("token")) else { return Ok(nobody) };
    let host = server.api.load().host.clone();
    match token {
        Json::Null => Ok(nobody),
        Json::String(token) => callers::of(&host, token, from).await,
        _ => Err(Fault::bad_input("the token is a string")),
    }
}

/// The last word to a client whose token has ended.
fn forbidden() -> Close {
    (4403, "Forbidden".to_owned())
}

async fn reply(socket: &mut WebSocket, text: String) -> ControlFlow<Option<Close>> {
    if send(socket, Message::Text(text.into())).await {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(None)
    }
}

/// Sends a message; says whether the client took it in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SLOWNESS, socket.send(message)).await, Ok(Ok(())))
}

/// One operation of a client.
struct Operation {
    id: Arc<str>,
    /// With what each of its answers begins.
    head: String,
    api: Arc<Api>,
    caller: Caller,
    stage: Stage,
}

/// How far an operation has come.
enum Stage {
    Asked(Request),
    Listening(Updates),
    Answered,
    Over,
}

impl Operation {
    /// What is to be sent next; nothing after the last frame.
    async fn next(&mut self) -> Option<Frame> {
        if let Stage::Over = self.stage {
            return None;
        }
        let text = match self.answer().await {
            Ok(Some(payload)) => {
                return Some(Frame { text: frames::next(&self.head, &payload), is_last: false });
            }
            Ok(None) => frames::complete(&self.id),
            Err(faults) => frames::error(&self.id, &faults),
        };
        self.stage = Stage::Over;
        Some(Frame { text, is_last: true })
    }

    /// The next answer; none when there will be no more.
    async fn answer(&mut self) -> Result<Option<Bytes>, Vec<Fault>> {
        if let Stage::Asked(request) = &self.stage {
            let ready = self.api.ready(request).await?;
            if ready.prepared.ty() != OperationType::Subscription {
                let answer = self.api.run_ready(&ready, &self.caller, Allowed::OverSocket).await;
                self.stage = Stage::Answered;
                return Ok(Some(answer.body.into()));
            }
            let updates = Updates::begin(self.api.clone(), ready, &self.caller).await;
            self.stage = Stage::Listening(updates.map_err(|fault| vec![fault])?);
        }
        let Stage::Listening(updates) = &mut self.stage else { return Ok(None) };
        updates.next().await.transpose().map_err(|fault| vec![fault])
    }
}

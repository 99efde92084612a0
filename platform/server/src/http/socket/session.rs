//! One socket from its first message to its last.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use async_graphql_parser::types::OperationType;
use axum::extract::ws::{Message, WebSocket};
use bytes::Bytes;
use serde_json::{Map, Value as Json};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until, timeout};

use super::super::Server;
use super::close;
use super::frames::{self, Said};
use crate::api::updates::Updates;
use crate::api::{Allowed, Api, Caller, Request};
use crate::fault::{Code, Fault};

/// How long a client may take to say who it is.
const GREETING: Duration = Duration::from_secs(5);
/// After how much silence a client is asked whether it is there; after twice as much it is gone.
const QUIET: Duration = Duration::from_secs(25);
/// How long a client may take to take a frame.
const SLOWNESS: Duration = Duration::from_secs(20);
/// How many operations a client may have under way.
const OPERATIONS: usize = 20;
/// How many frames may wait for a client.
const WAITING: usize = 16;

pub(super) struct Session {
    server: Server,
    /// None until it was said who is there.
    caller: Option<Caller>,
    /// When there was last an operation under way.
    busy: Instant,
    operations: HashMap<Arc<str>, (u64, AbortHandle)>,
    /// How many operations were begun: a client may use an id again.
    begun: u64,
    frames: mpsc::Sender<Frame>,
    to_send: mpsc::Receiver<Frame>,
}

/// What an operation has for its client.
struct Frame {
    id: Arc<str>,
    /// Which of the operations that had this id.
    number: u64,
    text: String,
    is_last: bool,
}

/// Why a socket is closed: a code of the protocol and a word.
type Close = (u16, String);

impl Session {
    pub(super) fn new(server: Server) -> Self {
        let (frames, to_send) = mpsc::channel(WAITING);
        let (operations, busy) = (HashMap::new(), Instant::now());
        Self { server, caller: None, busy, operations, begun: 0, frames, to_send }
    }

    pub(super) async fn run(mut self, mut socket: WebSocket) {
        let reason = self.converse(&mut socket).await;
        for (_, operation) in self.operations.values() {
            operation.abort();
        }
        if let Some((code, reason)) = reason {
            // A client that no longer reads is not waited for.
            let _ = timeout(Duration::from_secs(1), close(&mut socket, code, &reason)).await;
        }
    }

    /// Talks until one side has enough; says what the client is to be told as a last word.
    async fn converse(&mut self, socket: &mut WebSocket) -> Option<Close> {
        let stop = self.server.stop.clone();
        let greeted_by = Instant::now() + GREETING;
        let mut heard = Instant::now();
        let mut is_asked = false;
        loop {
            let wake = if self.caller.is_none() { greeted_by } else { heard + QUIET };
            let wake = if is_asked { heard + 2 * QUIET } else { wake };
            if !self.operations.is_empty() {
                self.busy = Instant::now();
            }
            let idle_until = self.busy + self.server.idle;
            tokio::select! {
                () = sleep_until(idle_until), if self.operations.is_empty() => {
                    return Some((1000, "nothing was asked for long".to_owned()));
                }
                () = stop.cancelled() => return Some((1001, "the server stops".to_owned())),
                message = socket.recv() => {
                    let Some(Ok(message)) = message else { return None };
                    heard = Instant::now();
                    is_asked = false;
                    match self.hear(socket, message).await {
                        ControlFlow::Continue(()) => {}
                        ControlFlow::Break(reason) => return reason,
                    }
                }
                Some(frame) = self.to_send.recv() => {
                    // What was ended meanwhile has nothing more to say.
                    let current = self.operations.get(&frame.id);
                    if current.is_none_or(|(number, _)| *number != frame.number) {
                        continue;
                    }
                    if frame.is_last {
                        self.operations.remove(&frame.id);
                    }
                    if !send(socket, Message::Text(frame.text.into())).await {
                        return None;
                    }
                }
                () = sleep_until(wake) => match self.caller {
                    None => return Some((4408, "Connection initialisation timeout".to_owned())),
                    Some(_) if is_asked => return None,
                    Some(_) => {
                        is_asked = true;
                        if !send(socket, Message::Ping(Bytes::new())).await {
                            return None;
                        }
                    }
                }
            }
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
            Some(Said::ConnectionInit { payload }) => match self.greet(payload.as_ref()).await {
                Ok(caller) => {
                    self.caller = Some(caller);
                    self.reply(socket, frames::ACKNOWLEDGED.to_owned()).await
                }
                Err(fault) if fault.code == Code::Unauthenticated => refuse(4403, "Forbidden"),
                Err(fault) if fault.code == Code::BadInput => refuse(4400, &fault.message),
                Err(_) => refuse(1013, "The server cannot tell who it is: try again"),
            },
            Some(Said::Ping { payload }) => self.reply(socket, frames::pong(payload)).await,
            Some(Said::Pong) => ControlFlow::Continue(()),
            Some(Said::Complete { id }) => {
                if let Some((_, operation)) = self.operations.remove(&*id) {
                    operation.abort();
                }
                ControlFlow::Continue(())
            }
            Some(Said::Subscribe { id, payload }) => match self.caller.clone() {
                None => refuse(4401, "Unauthorized"),
                Some(_) if self.operations.contains_key(&*id) => {
                    refuse(4409, &format!("Subscriber for {id} already exists"))
                }
                Some(_) if self.operations.len() >= OPERATIONS => {
                    let message = format!("at most {OPERATIONS} operations at a time");
                    let fault = Fault::new(Code::TooCostly, message);
                    self.reply(socket, frames::error(&id, &[fault])).await
                }
                Some(caller) => {
                    self.begin(id, payload, caller);
                    ControlFlow::Continue(())
                }
            },
        }
    }

    async fn greet(&self, payload: Option<&Map<String, Json>>) -> Result<Caller, Fault> {
        let Some(token) = payload.and_then(|payload| payload.get("token")) else {
            return Ok(Caller::default());
        };
        let host = self.server.api.load().host.clone();
        match token {
            Json::Null => Ok(Caller::default()),
            Json::String(token) => self.server.tokens.of(&host, token).await,
            _ => Err(Fault::bad_input("the token is a string")),
        }
    }

    async fn reply(&self, socket: &mut WebSocket, text: String) -> ControlFlow<Option<Close>> {
        if send(socket, Message::Text(text.into())).await {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(None)
        }
    }

    fn begin(&mut self, id: String, request: Request, caller: Caller) {
        self.begun += 1;
        let id: Arc<str> = id.into();
        let operation = Operation {
            id: id.clone(),
            number: self.begun,
            api: self.server.api.load_full(),
            caller,
            frames: self.frames.clone(),
        };
        let task = tokio::spawn(operation.run(request));
        self.operations.insert(id, (self.begun, task.abort_handle()));
    }
}

/// Sends a message; says whether the client took it in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SLOWNESS, socket.send(message)).await, Ok(Ok(())))
}

/// One operation of a client.
struct Operation {
    id: Arc<str>,
    number: u64,
    api: Arc<Api>,
    caller: Caller,
    frames: mpsc::Sender<Frame>,
}

impl Operation {
    async fn run(self, request: Request) {
        let last = match self.answer(&request).await {
            Ok(()) => frames::complete(&self.id),
            Err(faults) => frames::error(&self.id, &faults),
        };
        self.send(last, true).await;
    }

    async fn answer(&self, request: &Request) -> Result<(), Vec<Fault>> {
        let ready = self.api.ready(request).await?;
        if ready.prepared.ty() != OperationType::Subscription {
            let run = self.api.run_ready(&ready, &self.caller, Allowed::OverSocket);
            self.send(frames::next(&self.id, &run.await.body.into()), false).await;
            return Ok(());
        }
        let updates = Updates::begin(self.api.clone(), ready, &self.caller).await;
        let mut updates = updates.map_err(|fault| vec![fault])?;
        while let Some(payload) = updates.next().await {
            let payload = payload.map_err(|fault| vec![fault])?;
            self.send(frames::next(&self.id, &payload), false).await;
        }
        Ok(())
    }

    async fn send(&self, text: String, is_last: bool) {
        let frame = Frame { id: self.id.clone(), number: self.number, text, is_last };
        // The socket may be gone, and then there is nobody to tell.
        let _ = self.frames.send(frame).await;
    }
}

//! A table of two players who play at random; both receive every step before the next is made.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value as Json, json};

use crate::client::{Http, Socket, question};
use crate::documents::{FOLLOW, MOVES, OPEN, PLAY, SIGN_IN, SIT, START};
use crate::pair::Pair;

/// How plays are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transport {
    /// Each by a POST on a connection that is kept.
    Post,
    /// Over the WebSocket by which its player listens.
    Socket,
}

/// How two players play.
#[derive(Debug, Clone)]
pub(crate) struct Manner {
    /// None where nobody listens: each player plays and asks for their turn by HTTP.
    transport: Option<Transport>,
    /// The document of the subscription.
    follow: Arc<str>,
    /// Whether the game goes on for ever, as Abyss does while nobody recruits.
    is_endless: bool,
}

impl Manner {
    /// Both follow the table as a page does, and send their plays so.
    pub(crate) fn by(transport: Transport) -> Self {
        Self { transport: Some(transport), ..Self::unheard() }
    }

    /// Nobody listens.
    pub(crate) fn unheard() -> Self {
        Self { transport: None, follow: FOLLOW.into(), is_endless: false }
    }

    pub(crate) fn following(self, document: String) -> Self {
        Self { follow: document.into(), ..self }
    }

    pub(crate) fn endless(self) -> Self {
        Self { is_endless: true, ..self }
    }
}

/// The operation by which a play is sent over a socket.
pub(crate) const PLAYING: &str = "play";

/// Two players at one table.
pub(crate) struct Table {
    pub(crate) id: String,
    /// Where each of them plays.
    addresses: [SocketAddr; 2],
    players: [Player; 2],
    dice: ChaCha8Rng,
    manner: Manner,
    steps: u64,
    tables: u64,
}

/// One of them.
struct Player {
    token: String,
    http: Http,
    /// None where nobody listens.
    listener: Option<TableListener>,
    turn: Turn,
}

/// A player's subscription.
struct TableListener {
    socket: Socket,
    /// The operation that is listened to.
    operation: String,
}

/// What a player knows about their turn.
#[derive(Debug, Default, Deserialize)]
struct Turn {
    status: String,
    seq: u64,
    since: Option<u64>,
    moves: Vec<Choice>,
}

#[derive(Debug, Deserialize)]
struct Choice {
    #[serde(rename = "move")]
    step: Box<RawValue>,
}

#[derive(Deserialize)]
struct Asked {
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    table: Turn,
}

#[derive(Deserialize)]
struct Frame {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    payload: Option<Payload>,
}

#[derive(Deserialize)]
struct Payload {
    data: Followed,
}

#[derive(Deserialize)]
struct Followed {
    table: Option<Update>,
    play: Option<Result>,
}

#[derive(Deserialize)]
struct Update {
    /// None with an entry that others follow already.
    table: Option<Turn>,
}

#[derive(Deserialize)]
struct PlayAnswer {
    data: PlayData,
}

#[derive(Deserialize)]
struct PlayData {
    play: Result,
}

#[derive(Debug, Deserialize)]
struct Result {
    seq: Option<u64>,
    code: Option<String>,
}

impl Table {
    /// Seats two players at a new table, each at their server.
    pub(crate) async fn begin(
        addresses: [SocketAddr; 2],
        dice: ChaCha8Rng,
        manner: Manner,
    ) -> Self {
        let players = Self::players(addresses, &manner).await;
        let id = String::new();
        let mut table = Self { id, addresses, players, dice, manner, steps: 0, tables: 0 };
        table.start().await;
        table
    }

    async fn players(addresses: [SocketAddr; 2], manner: &Manner) -> [Player; 2] {
        let listens = manner.transport.is_some();
        [
            Player::sign_in(addresses[0], "Ada", listens).await,
            Player::sign_in(addresses[1], "Bo", listens).await,
        ]
    }

    /// A connection of the player at the first seat.
    pub(crate) async fn connection(&self) -> Http {
        Http::connect(self.addresses[0], Some(self.players[0].token.clone())).await
    }

    /// A socket on which the player at the first seat hears what happens.
    pub(crate) async fn listener(&self) -> Socket {
        let mut socket = Socket::greet(self.addresses[0], Some(&self.players[0].token)).await;
        socket.subscribe("1", &self.manner.follow, &json!({ "id": self.id })).await;
        socket
    }

    async fn start(&mut self) {
        let mut are_new = self.tables == 0;
        let mut opened = self.players[0].http.ask(OPEN, &json!({})).await;
        if opened["openTable"]["table"].is_null() {
            // Who has opened many tables has to wait, which others have not.
            self.players = Self::players(self.addresses, &self.manner).await;
            are_new = true;
            opened = self.players[0].http.ask(OPEN, &json!({})).await;
        }
        let [ada, bo] = &mut self.players;
        let id = opened["openTable"]["table"]["id"].as_str().unwrap_or_else(|| panic!("{opened}"));
        let table = json!({ "id": id });
        ada.http.ask(SIT, &table).await;
        bo.http.ask(SIT, &table).await;
        let started = ada.http.ask(START, &table).await;
        assert_eq!(started["start"]["ok"], true, "{started}");
        id.clone_into(&mut self.id);
        self.tables += 1;
        for player in &mut self.players {
            player.turn = player.ask_for_turn(&self.id).await;
            if let Some(listener) = &mut player.listener {
                listener.operation = self.tables.to_string();
                let TableListener { socket, operation } = listener;
                let table = json!({ "id": self.id });
                socket.subscribe(operation, &self.manner.follow, &table).await;
            }
            if are_new && self.manner.transport == Some(Transport::Socket) {
                // Thousands of players would keep two connections each.
                player.http.rest();
            }
        }
    }

    /// Plays without a pause until the table has so many entries.
    pub(crate) async fn play_until(&mut self, entries: u64) {
        while self.players[0].turn.seq < entries {
            self.step().await;
            self.go_on().await;
        }
    }

    /// The variables of a play.
    fn play_of(&mut self, mover: usize) -> Json {
        let turn = &self.players[mover].turn;
        let all: Vec<_> = turn.moves.iter().map(|choice| &*choice.step).collect();
        let recruits = |step: &&RawValue| step.get().contains("recruit");
        let steps = if self.manner.is_endless && !all.iter().all(recruits) {
            all.into_iter().filter(|step| !recruits(step)).collect()
        } else {
            all
        };
        let step = steps[self.dice.random_range(0..steps.len())];
        self.steps += 1;
        json!({
            "table": self.id,
            "since": turn.since,
            "key": self.steps.to_string(),
            "steps": [step],
        })
    }
}

impl Pair for Table {
    async fn step(&mut self) -> Duration {
        let mover = self.players.iter().position(|player| !player.turn.moves.is_empty());
        let mover = mover.expect("a game that is on waits for somebody");
        let play = self.play_of(mover);
        let next = self.players[0].turn.seq + 1;
        let by_socket = self.manner.transport == Some(Transport::Socket);
        let [ada, bo] = &mut self.players;
        let sent = Instant::now();
        if by_socket {
            let player = if mover == 0 { &mut *ada } else { &mut *bo };
            let listener = player.listener.as_mut().expect("who plays by a socket has one");
            listener.socket.subscribe(PLAYING, PLAY, &play).await;
        }
        let http = if mover == 0 { &mut ada.http } else { &mut bo.http };
        let post = async {
            if !by_socket {
                let answer = http.post("/graphql", question(PLAY, &play)).await;
                let answer: PlayAnswer = serde_json::from_slice(&answer).unwrap();
                answer.data.play.check(next);
            }
        };
        let ((), of_ada, of_bo) = tokio::join!(
            post,
            hear(&mut ada.listener, &mut ada.turn, next, by_socket && mover == 0),
            hear(&mut bo.listener, &mut bo.turn, next, by_socket && mover == 1),
        );
        let heard = if mover == 0 { of_bo } else { of_ada };
        for player in &mut self.players {
            if player.listener.is_none() {
                player.turn = player.ask_for_turn(&self.id).await;
            }
        }
        heard.duration_since(sent)
    }

    /// The players stay.
    async fn go_on(&mut self) {
        if self.players[0].turn.status == "OVER" {
            self.start().await;
        }
    }
}

impl Player {
    async fn sign_in(address: SocketAddr, name: &str, with_ear: bool) -> Self {
        let mut stranger = Http::connect(address, None).await;
        let signed = stranger.ask(SIGN_IN, &json!({ "name": name })).await;
        let token = signed["signIn"]["token"].as_str().unwrap().to_owned();
        let listener = if with_ear {
            let socket = Socket::greet(address, Some(&token)).await;
            Some(TableListener { socket, operation: String::new() })
        } else {
            None
        };
        let http = Http::connect(address, Some(token.clone())).await;
        Self { token, http, listener, turn: Turn::default() }
    }

    async fn ask_for_turn(&mut self, table: &str) -> Turn {
        let body = question(MOVES, &json!({ "id": table }));
        let answer = self.http.post("/graphql", body).await;
        let answer: Asked = serde_json::from_slice(&answer).unwrap();
        answer.data.table
    }
}

impl Result {
    /// Whether the play has become that entry.
    fn check(&self, entry: u64) {
        assert_eq!(self.seq, Some(entry), "refused: {:?}", self.code);
    }
}

/// Reads updates until the table has reached `seq` and, if `awaits_answer`, until the play that was sent
/// over this socket is answered; returns when that was.
async fn hear(
    listener: &mut Option<TableListener>,
    turn: &mut Turn,
    seq: u64,
    mut awaits_answer: bool,
) -> Instant {
    let Some(listener) = listener else { return Instant::now() };
    while turn.seq < seq || awaits_answer {
        let text = listener.socket.next().await;
        let frame: Frame =
            serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
        match frame.payload {
            Some(payload) if frame.id == listener.operation => {
                if let Some(newer) = payload.data.table.and_then(|update| update.table) {
                    *turn = newer;
                }
            }
            Some(Payload { data: Followed { play: Some(play), .. } }) => play.check(seq),
            // A play was answered, or the subscription to the previous table ends.
            _ => {
                assert_eq!(frame.kind, "complete", "{text}");
                awaits_answer &= frame.id != PLAYING;
            }
        }
    }
    Instant::now()
}

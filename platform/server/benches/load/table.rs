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
use crate::documents::{MOVES, PLAY, SIGN_IN, SIT};
use crate::game::Game;
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
    game: Game,
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
        let game = Game::Abyss;
        Self { transport: None, game, follow: game.follow().into(), is_endless: false }
    }

    pub(crate) fn playing(self, game: Game) -> Self {
        Self { game, follow: game.follow().into(), ..self }
    }

    pub(crate) fn game(&self) -> Game {
        self.game
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
/// The operation by which all else is asked over a socket.
const ASKING: &str = "ask";

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
    /// Whether nothing is asked by HTTP but to sign in.
    asks_by_socket: bool,
    turn: Turn,
}

/// A player's subscription.
struct TableListener {
    socket: Socket,
    /// The operation that is listened to.
    operation: String,
}

/// What a player's socket brings.
enum Heard {
    /// The turn as it is after an entry.
    Turn(Turn),
    /// What became of a play.
    Played(Result),
    /// A play is answered.
    Answered,
    /// Nothing to act on.
    Other,
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
        [
            Player::sign_in(addresses[0], "Ada", manner.transport).await,
            Player::sign_in(addresses[1], "Bo", manner.transport).await,
        ]
    }

    /// A connection of the player at the first seat.
    pub(crate) fn connection(&self) -> Http {
        Http::to(self.addresses[0], Some(self.players[0].token.clone()))
    }

    /// A socket on which the player at the first seat hears what happens.
    pub(crate) async fn listener(&self) -> Socket {
        let mut socket = Socket::greet(self.addresses[0], Some(&self.players[0].token)).await;
        socket.subscribe("1", &self.manner.follow, &json!({ "id": self.id })).await;
        socket
    }

    async fn start(&mut self) {
        let (open, settings) = (self.manner.game.open(), json!({ "startsWhenFull": true }));
        let mut opened = self.players[0].ask(open, &settings).await;
        if opened["openTable"]["table"].is_null() {
            // Who has opened many tables has to wait, which others have not.
            self.players = Self::players(self.addresses, &self.manner).await;
            opened = self.players[0].ask(open, &settings).await;
        }
        let id = opened["openTable"]["table"]["id"].as_str().unwrap_or_else(|| panic!("{opened}"));
        let table = json!({ "id": id });
        for player in &mut self.players {
            let sat = player.ask(SIT, &table).await;
            assert_eq!(sat["sit"]["ok"], true, "{sat}");
        }
        id.clone_into(&mut self.id);
        self.tables += 1;
        for player in &mut self.players {
            player.follow(&self.id, self.tables.to_string(), &self.manner.follow).await;
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
    async fn sign_in(address: SocketAddr, name: &str, transport: Option<Transport>) -> Self {
        let mut stranger = Http::to(address, None);
        let signed = stranger.ask(SIGN_IN, &json!({ "name": name })).await;
        let token = signed["signIn"]["token"].as_str().unwrap().to_owned();
        let listener = if transport.is_some() {
            let socket = Socket::greet(address, Some(&token)).await;
            Some(TableListener { socket, operation: String::new() })
        } else {
            None
        };
        let http = Http::to(address, Some(token.clone()));
        let asks_by_socket = transport == Some(Transport::Socket);
        Self { token, http, listener, asks_by_socket, turn: Turn::default() }
    }

    /// The `data` of an answer that has no errors, over what the player plays by.
    async fn ask(&mut self, document: &str, variables: &Json) -> Json {
        match &mut self.listener {
            Some(listener) if self.asks_by_socket => listener.ask(document, variables).await,
            _ => self.http.ask(document, variables).await,
        }
    }

    /// Learns the turn at a table that has begun, and listens to what follows.
    async fn follow(&mut self, table: &str, operation: String, document: &str) {
        let Some(listener) = &mut self.listener else {
            self.turn = self.ask_for_turn(table).await;
            return;
        };
        listener.socket.subscribe(&operation, document, &json!({ "id": table })).await;
        listener.operation = operation;
        self.turn = loop {
            // If the other player's server has started it, this one may not have heard of it yet.
            match listener.next().await {
                Heard::Turn(turn) if turn.status != "OPEN" => break turn,
                _ => {}
            }
        };
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

impl TableListener {
    /// The `data` of an answer to something else than a play.
    async fn ask(&mut self, document: &str, variables: &Json) -> Json {
        self.socket.subscribe(ASKING, document, variables).await;
        let mut data = Json::Null;
        loop {
            let text = self.socket.next().await;
            let mut answer: Json = serde_json::from_str(&text).unwrap();
            match (answer["id"].as_str(), answer["type"].as_str()) {
                (Some(ASKING), Some("next")) => {
                    assert!(answer["payload"].get("errors").is_none(), "{document}\n{text}");
                    data = answer["payload"]["data"].take();
                }
                (Some(ASKING), Some("complete")) => return data,
                // The subscription to the previous table ends.
                _ => assert_eq!(answer["type"], "complete", "{document}\n{text}"),
            }
        }
    }

    async fn next(&mut self) -> Heard {
        let text = self.socket.next().await;
        let frame: Frame =
            serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
        match frame.payload {
            Some(payload) if frame.id == self.operation => {
                let newer = payload.data.table.and_then(|update| update.table);
                newer.map_or(Heard::Other, Heard::Turn)
            }
            Some(Payload { data: Followed { play: Some(play), .. } }) => Heard::Played(play),
            _ => {
                assert_eq!(frame.kind, "complete", "{text}");
                // Or the subscription to the previous table ends.
                if frame.id == PLAYING { Heard::Answered } else { Heard::Other }
            }
        }
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
        match listener.next().await {
            Heard::Turn(newer) => *turn = newer,
            Heard::Played(play) => play.check(seq),
            Heard::Answered => awaits_answer = false,
            Heard::Other => {}
        }
    }
    Instant::now()
}

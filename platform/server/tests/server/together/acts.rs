//! Acts, and what is seen of a table afterwards.

use std::path::{Path, PathBuf};

use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::support::schema::Schema;
use crate::support::server::{Client, Server, Socket, home, module};
use crate::support::tables::{begun, play};

/// The published games.
pub(crate) const GAMES: [&str; 3] = ["abyss", "allegeance", "astoria"];

/// The table state, and every entry.
const STANDING: &str = "query($id: ID!) { table(id: $id) { status seq isPaused closedReason endedAt \
    proposal { entry seat kind undoes agreed } \
    seats { number bot condition toAct en: name(language: EN) fr: name(language: FR) player { name } \
    clock { leftSeconds runsOutAt } } entries(first: 100) { nodes { seq seat at by action proposal of \
    undoneBy en: words(language: EN) fr: words(language: FR) told { words } } } } }";

/// What a listener is told.
const LISTEN: &str = "subscription($id: ID!, $after: Int!) { table(id: $id, after: $after) { seq \
    entry { seq seat by action proposal of undoneBy } \
    table { status seq toAct isPaused closedReason seats { condition clock { leftSeconds runsOutAt } } \
    proposal { entry seat kind undoes agreed } } } }";

/// A game's module as cargo has built it.
pub(crate) fn module_of(game: &str) -> PathBuf {
    module(&format!("lib{game}.so"))
}

/// The real server with one game, and a table of it that has begun.
pub(crate) struct Scene {
    pub(crate) server: Server,
    pub(crate) id: String,
    pub(crate) players: Vec<Client>,
    /// A question for all that may be seen of the game.
    pub(crate) game: String,
}

impl Scene {
    pub(crate) async fn set(test: &str, game: &str, seats: usize) -> Self {
        Self::in_home(&home(&format!("together-{test}-{game}"), &[module_of(game)]), game, seats)
            .await
    }

    async fn in_home(home: &Path, game: &str, seats: usize) -> Self {
        let mut command = crate::support::server::command(home, "127.0.0.1:0");
        command.args(["--bot-pause", "1"]);
        let server = Server::of(command, home);
        let (id, players) = begun(&server.stranger(), json!({ game: {} }), seats).await;
        let url = format!("http://{}/schema.graphql", server.address);
        let sdl = reqwest::get(url).await.unwrap().text().await.unwrap();
        let view = Schema::of(&sdl).of_game(game, "View");
        let game = format!(
            "query($id: ID!) {{ table(id: $id) {{ toAct prompt moves {{ move words }} \
             score {{ isFinal seats {{ seat rank points }} }} view {{ __typename toAct {view} }} }} }}"
        );
        Self { server, id, players, game }
    }

    /// What each seat sees of the game, and the public last.
    pub(crate) async fn seen(&self) -> Vec<Json> {
        let mut seen = Vec::new();
        for client in self.players.iter().chain([&self.server.stranger()]) {
            seen.push(client.ask(&self.game, json!({ "id": self.id })).await);
        }
        seen
    }

    pub(crate) async fn play(&self, dice: &mut ChaCha8Rng, most: usize) -> usize {
        play(&self.players, &self.id, dice, most).await
    }

    pub(crate) async fn standing(&self) -> Json {
        standing(&self.players[0], &self.id).await
    }

    pub(crate) async fn act(&self, who: usize, action: &str) -> Json {
        act(&self.players[who], &self.id, action).await
    }
}

/// Runs a mutation, given with its arguments except the table, such as
/// `undo(entry: 3)`.
pub(crate) async fn act(client: &Client, id: &str, action: &str) -> Json {
    client.ask(&mutation(action), json!({ "id": id })).await["done"].clone()
}

pub(crate) fn mutation(action: &str) -> String {
    let (name, arguments) = action.trim_end_matches(')').split_once('(').unwrap_or((action, ""));
    format!(
        "mutation($id: ID!) {{ done: {name}(table: $id {arguments}) {{ ok \
         ... on Acted {{ seq table {{ status }} }} ... on Refused {{ code }} }} }}"
    )
}

/// The same, which has to succeed; returns the entry.
pub(crate) async fn done(client: &Client, id: &str, action: &str) -> u64 {
    let acted = act(client, id, action).await;
    acted["seq"].as_u64().unwrap_or_else(|| panic!("{action}: {acted}"))
}

/// The state of a table besides its game.
pub(crate) async fn standing(client: &Client, id: &str) -> Json {
    client.ask(STANDING, json!({ "id": id })).await["table"].clone()
}

/// The seats as they are played.
pub(crate) fn conditions(standing: &Json) -> Vec<&str> {
    let seats = standing["seats"].as_array().unwrap();
    seats.iter().map(|seat| seat["condition"].as_str().unwrap()).collect()
}

/// The entries that are not steps of players: what was done, by whom, of which seat.
pub(crate) fn actions(standing: &Json) -> Vec<(String, String, Json)> {
    let entries = standing["entries"]["nodes"].as_array().unwrap().iter();
    let word = |entry: &Json, name: &str| entry[name].as_str().unwrap().to_owned();
    let acts = entries.filter(|entry| entry["action"] != "PLAYED");
    acts.map(|entry| (word(entry, "action"), word(entry, "by"), entry["seat"].clone())).collect()
}

/// The seats that are to act.
pub(crate) async fn to_act(client: &Client, id: &str) -> Vec<usize> {
    let table = crate::support::tables::table(client, id).await;
    let seats = table["toAct"].as_array().unwrap().iter();
    seats.map(|seat| usize::try_from(seat.as_u64().unwrap()).unwrap()).collect()
}

/// A play of one step, any that is open, as the seat is asked now.
pub(crate) async fn a_play(client: &Client, id: &str, key: &str) -> Json {
    let table = crate::support::tables::table(client, id).await;
    let step = &table["moves"][0]["move"];
    json!({"table": id, "since": table["since"], "key": key, "steps": [step]})
}

/// Somebody who listens to a table.
pub(crate) struct TableListener(Socket);

impl TableListener {
    pub(crate) async fn of(client: &Client, id: &str, after: u64) -> Self {
        let mut socket = client.socket().await;
        socket.subscribe("1", LISTEN, json!({ "id": id, "after": after })).await;
        let mut listener = Self(socket);
        listener.hear().await.expect("it is told how the table stands");
        listener
    }

    /// The next update; none when there will be no more.
    pub(crate) async fn hear(&mut self) -> Option<Json> {
        let mut frame = self.0.next().await.expect("the socket stays open");
        if frame["type"] == "complete" {
            return None;
        }
        assert!(frame["payload"].get("errors").is_none(), "{frame}");
        Some(frame["payload"]["data"]["table"].take())
    }

    /// The next update that meets a condition.
    pub(crate) async fn hear_of(&mut self, is_such: impl Fn(&Json) -> bool) -> Json {
        loop {
            let update = self.hear().await.expect("it is still to come");
            if is_such(&update) {
                return update;
            }
        }
    }

    /// All updates that are still to come.
    pub(crate) async fn rest(&mut self) -> Vec<Json> {
        let mut rest = Vec::new();
        while let Some(update) = self.hear().await {
            rest.push(update);
        }
        rest
    }
}

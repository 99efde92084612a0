//! Programs as opponents: the one of `examples/python` plays whole games, one is told by a webhook,
//! and everybody is told that they are programs, and whose.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::people::with_role;
use crate::support::receivers::http;
use crate::support::server::{Client, Server, command, home, module};
use crate::support::tables::opened_with;

const PASSWORD: &str = "correct horse";
const GAMES: [&str; 2] = ["abyss", "allegeance"];
/// How long a program may take for something, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn serve(test: &str, arguments: &[&str]) -> Server {
    let built = |game| module(&format!("{DLL_PREFIX}{game}{DLL_SUFFIX}"));
    let home = home(test, &GAMES.map(built));
    let mut serve = command(&home, "127.0.0.1:0");
    serve.args(["--bot-pause", "0"]).args(arguments);
    Server::of(serve, &home)
}

/// The result of a mutation.
async fn does(client: &Client, call: &str, answers: &str, variables: Json) -> Json {
    let (given, fields) = call.split_once(" => ").unwrap_or(("", call));
    let document = format!(
        "mutation{given} {{ done: {fields} {{ ok {answers} ... on Refused {{ code message }} }} }}"
    );
    client.ask(&document, variables).await["done"].clone()
}

async fn registered(server: &Server, name: &str) -> Client {
    let call = "($name: String!, $password: String!) => register(name: $name, password: $password)";
    let variables = json!({ "name": name, "password": PASSWORD });
    let done = does(&server.stranger(), call, "... on SignedIn { token }", variables).await;
    with_token(&server.stranger(), &done["token"])
}

fn with_token(client: &Client, token: &Json) -> Client {
    let token = token.as_str().unwrap_or_else(|| panic!("no token: {token}"));
    let mut known = client.clone();
    known.token = Some(token.into());
    known
}

/// A program of a player, with its id.
async fn made(owner: &Client, name: &str) -> (Client, String) {
    let answers = "... on ProgramMade { secret program { player { id standing owner { name } } } }";
    let call = "($name: String!) => makeProgram(name: $name)";
    let done = does(owner, call, answers, json!({ "name": name })).await;
    let player = &done["program"]["player"];
    assert_eq!(player["standing"], "PROGRAM", "{done}");
    (with_token(owner, &done["secret"]), player["id"].as_str().unwrap().to_owned())
}

/// Asks a program to a seat; the code of a refusal, or none.
async fn challenge(owner: &Client, table: &str, seat: usize, program: &str) -> Json {
    let call = "($table: ID!, $seat: Int!, $program: ID!) => \
                challenge(table: $table, seat: $seat, program: $program)";
    let variables = json!({ "table": table, "seat": seat, "program": program });
    does(owner, call, "", variables).await["code"].clone()
}

/// Waits until a question about the server has an answer.
async fn until<T>(what: &str, mut asked: impl AsyncFnMut() -> Option<T>) -> T {
    let waiting = async {
        loop {
            if let Some(answer) = asked().await {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("not {what}"))
}

/// The example, running.
struct Bot(Child);

impl Bot {
    fn start(server: &Server, program: &Client) -> Self {
        let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python/bot.py");
        let mut python = Command::new("python3");
        python.arg(bot).arg(format!("http://{}", server.address)).args(GAMES);
        python.env("GUERIDON_TOKEN", program.token.as_deref().unwrap()).stdin(Stdio::null());
        Self(python.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("Python is there"))
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_example_has_fewer_than_80_lines() {
    assert!(include_str!("../../../../examples/python/bot.py").lines().count() < 80);
}

#[tokio::test]
async fn the_example_in_python_is_challenged_and_plays_whole_games_of_two_games() {
    let mut server = serve("programs-python", &[]);
    let ada = registered(&server, "Ada").await;
    let (program, id) = made(&ada, "Pascaline").await;
    let bot = Bot::start(&server, &program);
    let bo = server.player("Bo").await;
    let listed = "query($game: ID!) { programs(game: $game) { nodes { tables
        player { id name owner { name } }
        ready { tables description(language: FR) games { game options seats clocks } } } } }";
    for game in GAMES {
        let ready = until("ready", async || {
            let found = bo.ask(listed, json!({ "game": game })).await;
            found["programs"]["nodes"].get(0).cloned()
        });
        let ready = ready.await;
        assert_eq!(
            ready["player"],
            json!({"id": id, "name": "Pascaline", "owner": {"name": "Ada"}})
        );
        assert_eq!(ready["ready"]["description"], "Joue au hasard.");
        assert_eq!(ready["ready"]["games"][0]["options"], Json::Null);
        // It does not play without a clock.
        let clock = json!({ "live": { "bankSeconds": 3_600 } });
        let settings = json!({ "startsWhenFull": true, "clock": clock });
        let table = opened_with(&bo, json!({ game: {} }), 2, settings).await;
        let seat = "mutation($table: ID!) { seatBot(table: $table, seat: 0, bot: RANDOM) { ok } }";
        bo.ask(seat, json!({ "table": table })).await;
        assert_eq!(challenge(&bo, &table, 1, &id).await, Json::Null);
        let looked = "query($table: ID!) { table(id: $table) { status
            seats { player { name standing owner { name } } answerBy } result { seats { rank } } } }";
        let over = until("over", async || {
            let now = bo.ask(looked, json!({ "table": table })).await["table"].clone();
            (now["status"] == "OVER").then_some(now)
        });
        let over = over.await;
        let seated = json!({
            "player": {"name": "Pascaline", "standing": "PROGRAM", "owner": {"name": "Ada"}},
            "answerBy": null,
        });
        assert_eq!(over["seats"][1], seated);
        assert_eq!(over["result"]["seats"].as_array().unwrap().len(), 2);
    }
    drop(bot);
    until("gone", async || {
        let found = bo.ask(listed, json!({ "game": "abyss" })).await;
        found["programs"]["nodes"].as_array().unwrap().is_empty().then_some(())
    })
    .await;
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(server.errors().is_empty(), "{:?}", server.errors());
}

#[tokio::test]
async fn a_program_is_told_of_challenges_and_turns_by_a_webhook_and_declines_or_plays() {
    let mut hook = http().await;
    let server = serve("programs-webhook", &["--allow-private-webhooks"]);
    let ada = registered(&server, "Ada").await;
    let (program, id) = made(&ada, "Hook").await;
    let url = json!({ "url": format!("http://{}/hook", hook.address) });
    let added = does(&program, "($url: String!) => addWebhook(url: $url)", "", url).await;
    assert_eq!(added["ok"], true, "{added}");
    let ready = json!({ "ready": { "games": [{ "game": "abyss", "seats": [2] }], "tables": 1 } });
    let be = "($ready: ReadinessInput!) => setReady(ready: $ready)";
    let set =
        does(&program, be, "... on ProgramChanged { program { ready { tables } } }", ready).await;
    assert_eq!(set["program"]["ready"]["tables"], 1, "{set}");
    let bo = server.player("Bo").await;
    let full = json!({ "startsWhenFull": true });
    let table = opened_with(&bo, json!({ "abyss": {} }), 2, full).await;
    bo.ask("mutation($id: ID!) { sit(table: $id, seat: 0) { ok } }", json!({ "id": table })).await;
    assert_eq!(challenge(&bo, &table, 1, &id).await, Json::Null);
    let told = hook.next().await.json();
    assert_eq!((&told["type"], &told["data"]["table"]), (&json!("CHALLENGE"), &json!(table)));
    assert_eq!((&told["data"]["seat"], &told["data"]["player"]), (&json!(1), &json!(id)));
    assert!(told["data"]["answerBy"].is_string(), "{told}");
    let decline = "($id: ID!) => declineChallenge(table: $id, reason: BUSY)";
    assert_eq!(does(&program, decline, "", json!({ "id": table })).await["ok"], true);
    assert_eq!(does(&program, decline, "", json!({ "id": table })).await["code"], "CHALLENGE_OVER");
    let why = "query($id: ID!) { table(id: $id) { declines { seat reason program { name owner { name } } } } }";
    let declines = bo.ask(why, json!({ "id": table })).await["table"]["declines"].clone();
    let expected = json!([{"seat": 1, "reason": "BUSY", "program": {"name": "Hook", "owner": {"name": "Ada"}}}]);
    assert_eq!(declines, expected);
    assert_eq!(challenge(&bo, &table, 1, &id).await, Json::Null);
    assert_eq!(hook.next().await.json()["type"], "CHALLENGE");
    let accept = "($id: ID!) => acceptChallenge(table: $id)";
    let seated = "... on TableChanged { table { status seat } }";
    let accepted = does(&program, accept, seated, json!({ "id": table })).await;
    assert_eq!(accepted["table"], json!({"status": "PLAYING", "seat": 1}), "{accepted}");
    // The other plays until it is the program's turn, of which the webhook is told.
    let moves = "query($id: ID!) { table(id: $id) { since seat toAct moves { move } } }";
    let play = "($id: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) => \
                play(table: $id, since: $since, key: $key, steps: $steps)";
    for number in 0.. {
        let now = bo.ask(moves, json!({ "id": table })).await["table"].clone();
        if !now["toAct"].as_array().unwrap().contains(&json!(0)) {
            break;
        }
        let step = now["moves"][0]["move"].clone();
        let variables =
            json!({"id": table, "since": now["since"], "key": number.to_string(), "steps": [step]});
        assert_eq!(does(&bo, play, "", variables).await["ok"], true);
    }
    let turn = hook.next().await.json();
    assert_eq!((&turn["type"], &turn["data"]["seat"]), (&json!("TURN"), &json!(1)));
    let now = program.ask(moves, json!({ "id": table })).await["table"].clone();
    let step = now["moves"][0]["move"].clone();
    let variables = json!({"id": table, "since": now["since"], "key": "k", "steps": [step]});
    assert_eq!(does(&program, play, "", variables).await["ok"], true);
}

#[tokio::test]
async fn what_cannot_be_is_refused_with_a_code_and_everybody_is_told_who_is_a_program() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs-refused");
    let server = serve("programs-refused", &[]);
    let ada = registered(&server, "Ada").await;
    let (program, id) = made(&ada, "Bot").await;
    let be = "($ready: ReadinessInput!) => setReady(ready: $ready)";
    let code = async |client: &Client, ready: Json| {
        does(client, be, "", json!({ "ready": ready })).await["code"].clone()
    };
    assert_eq!(code(&ada, json!({"games": [{"game": "abyss"}]})).await, "NOT_A_PROGRAM");
    assert_eq!(code(&program, json!({"games": [{"game": "chess"}]})).await, "UNKNOWN_GAME");
    assert_eq!(code(&program, json!({"games": []})).await, "BAD_OFFER");
    let of_another = json!({"games": [{"game": "abyss", "options": [{"allegeance": {}}]}]});
    assert_eq!(code(&program, of_another).await, "BAD_OPTIONS");
    let unparsed =
        json!({"ready": {"games": [{"game": "abyss", "options": [{"abyss": {"no": 1}}]}]}});
    let document =
        format!("mutation{}", "($ready: ReadinessInput!) { setReady(ready: $ready) { ok } }");
    let answer = program.post(&document, unparsed).await;
    assert_eq!(answer["errors"][0]["extensions"]["code"], "BAD_INPUT", "{answer}");
    // Only a program listens, and only for games that there are.
    let listen =
        "subscription($ready: ReadinessInput) { challenges(ready: $ready) { challenge { seat } } }";
    let offer = json!({"ready": {"games": [{"game": "abyss"}]}});
    let unknown = json!({"ready": {"games": [{"game": "chess"}]}});
    for (client, variables, why) in [
        (&ada, json!({}), "FORBIDDEN"),
        (&ada, offer.clone(), "FORBIDDEN"),
        (&program, unknown, "BAD_INPUT"),
    ] {
        let mut socket = client.socket().await;
        socket.subscribe("1", listen, variables).await;
        let refused = socket.next().await.unwrap();
        assert_eq!(refused["payload"][0]["extensions"]["code"], why, "{refused}");
    }
    let mut socket = program.socket().await;
    socket.subscribe("1", listen, offer).await;
    let first = socket.next().await.unwrap();
    assert_eq!(first["payload"]["data"], json!({"challenges": {"challenge": null}}), "{first}");
    let table = opened_with(&ada, json!({"abyss": {}}), 2, json!({})).await;
    assert_eq!(challenge(&ada, &table, 1, &id).await, Json::Null);
    let asked = socket.next().await.unwrap();
    assert_eq!(asked["payload"]["data"]["challenges"]["challenge"], json!({"seat": 1}), "{asked}");
    assert_eq!(challenge(&ada, &table, 0, &id).await, "ALREADY_ASKED");
    let second = opened_with(&ada, json!({"abyss": {}}), 2, json!({})).await;
    assert_eq!(challenge(&ada, &second, 1, &id).await, "PROGRAM_BUSY");
    let accept = "($id: ID!) => acceptChallenge(table: $id)";
    assert_eq!(does(&ada, accept, "", json!({ "id": table })).await["code"], "CHALLENGE_OVER");
    assert_eq!(does(&program, accept, "", json!({ "id": table })).await["ok"], true);
    let say = "($id: ID!) => say(table: $id, text: \"hello\", key: \"1\")";
    let said = "... on Said { said: message { player { name standing owner { name } } } }";
    let said = does(&program, say, said, json!({ "id": table })).await;
    let bot = json!({"name": "Bot", "standing": "PROGRAM", "owner": {"name": "Ada"}});
    assert_eq!(said["said"]["player"], bot);
    let shown = "query($id: ID!, $table: ID!) { player(id: $id) { name standing owner { name } }
        node(id: $id) { ... on Player { standing } }
        table(id: $table) { messages { nodes { player { name standing owner { name } } } } }
        program(player: $id) { isOff tables ready { tables } } }";
    let shown = ada.ask(shown, json!({ "id": id, "table": table })).await;
    assert_eq!(shown["player"], bot);
    assert_eq!(shown["node"], json!({"standing": "PROGRAM"}));
    assert_eq!(shown["table"]["messages"]["nodes"][0]["player"], bot);
    assert_eq!(shown["program"], json!({"isOff": false, "tables": 1, "ready": {"tables": 1}}));
    let own =
        ada.ask("{ me { owner { id } } account { programs { player { name } } } }", json!({}));
    let expected =
        json!({"me": {"owner": null}, "account": {"programs": [{"player": {"name": "Bot"}}]}});
    assert_eq!(own.await, expected);
    let switch = "($id: ID!, $off: Boolean!) => switchProgram(program: $id, isOff: $off)";
    let off = json!({ "id": id, "off": true });
    assert_eq!(does(&ada, switch, "", off.clone()).await["code"], "NOT_ALLOWED");
    let mo = with_role(&home, &server, "Mo", "moderator").await;
    assert_eq!(does(&mo, switch, "", off).await["ok"], true);
    assert_eq!(socket.next().await, None, "it is signed out");
    assert_eq!(challenge(&ada, &table, 1, &id).await, "PROGRAM_OFF");
    let renew = "($id: ID!) => renewProgramToken(program: $id)";
    assert_eq!(does(&ada, renew, "", json!({ "id": id })).await["code"], "PROGRAM_OFF");
    let delete = "($id: ID!) => deleteProgram(program: $id)";
    assert_eq!(does(&mo, delete, "", json!({ "id": id })).await["code"], "UNKNOWN_PROGRAM");
    assert_eq!(does(&ada, delete, "", json!({ "id": id })).await["ok"], true);
    assert_eq!(challenge(&ada, &table, 1, &id).await, "UNKNOWN_PROGRAM");
}

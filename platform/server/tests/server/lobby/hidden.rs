//! Private tables, settings, and what only the owner does.

use serde_json::{Value as Json, json};

use crate::lobby::{does, id_of, open, refused, served};
use crate::support::server::{Client, Server, home, module};
use crate::support::tables::{PLAY, TABLE};

/// Asserts that somebody finds nothing of a table.
async fn assert_hidden(client: &Client, id: &str) {
    let ask = async |document: &str| client.ask(document, json!({ "id": id })).await;
    let own = "query($id: ID!) { table(id: $id) { id status inviteCode } }";
    assert_eq!(ask(own).await["table"], Json::Null);
    let all = "query($id: ID!) { table(id: $id) { id snapshot(sight: ALL) { seq } } }";
    assert_eq!(ask(all).await["table"], Json::Null);
    let entries = "query($id: ID!) { table(id: $id) { entries { nodes { seq } } } }";
    assert_eq!(ask(entries).await["table"], Json::Null);
    let listed = client.text("{ tables(first: 100) { nodes { id } } }", json!({})).await;
    assert!(!listed.contains(id), "{listed}");
    let mut socket = client.socket().await;
    let listen = "subscription($id: ID!) { table(id: $id) { seq } }";
    socket.subscribe("a", listen, json!({ "id": id })).await;
    let frame = socket.next().await.unwrap();
    assert_eq!(frame["payload"][0]["extensions"]["code"], "NOT_FOUND", "{frame}");
    if client.token.is_none() {
        return;
    }
    let actions = ["sit", "leave", "start", "closeTable", "rematch", "declineInvitation"];
    for action in actions {
        assert_eq!(refused(client, &format!("{action}(table: \"{id}\")")).await, "UNKNOWN_TABLE");
    }
    let more = [
        format!("resign(table: \"{id}\")"),
        format!("undo(table: \"{id}\", entry: 1)"),
        format!("propose(table: \"{id}\", proposal: ABORT)"),
        format!("say(table: \"{id}\", text: \"Hello\", key: \"k\")"),
    ];
    for action in more {
        let document = format!("mutation {{ did: {action} {{ ok ... on Refused {{ code }} }} }}");
        let refused = client.ask(&document, json!({})).await;
        assert_eq!(refused["did"]["code"], "UNKNOWN_TABLE", "{action}: {refused}");
    }
    let hint = "query($id: ID!) { hint(table: $id) { ok ... on Refused { code } } }";
    assert_eq!(ask(hint).await["hint"], json!({"ok": false, "code": "UNKNOWN_TABLE"}));
    // Even wrong steps do not reveal which game is played there.
    for steps in
        [json!([]), json!([{"sealed": {"bid": {"card": 1}}}]), json!([{"abyss": {"x": 1}}])]
    {
        let variables = json!({"table": id, "since": 0, "key": "k", "steps": steps});
        let played = client.post(PLAY, variables.clone()).await;
        if played.get("errors").is_none() {
            assert_eq!(played["data"]["play"]["code"], "UNKNOWN_TABLE", "{played}");
        }
        let preview = "query($table: ID!, $steps: [Move!]!) { preview(table: $table, steps: $steps) \
                       { ok ... on Refused { code } } }";
        let variables = json!({"table": id, "steps": steps});
        let seen = client.post(preview, variables).await;
        if seen.get("errors").is_none() {
            assert_eq!(seen["data"]["preview"]["code"], "UNKNOWN_TABLE", "{seen}");
        }
    }
    let mine = client.text("{ myTables { nodes { id } } invitations { nodes { at } } }", json!({}));
    assert!(!mine.await.contains(id));
}

#[tokio::test]
async fn a_private_table_is_found_by_those_who_are_invited_and_by_nobody_else() {
    let sealed = module("libsealed.so");
    let abyss = module("libabyss.so");
    let server = Server::start(&home("private", &[sealed, abyss]));
    let stranger = server.stranger();
    let (ada, bo, eve) =
        (server.player("Ada").await, server.player("Bo").await, server.player("Eve").await);
    let id = open(&ada, "{visibility: PRIVATE}").await;
    for other in [&stranger, &bo, &eve] {
        assert_hidden(other, &id).await;
    }
    does(&ada, &format!("sit(table: \"{id}\")")).await;
    let bos = id_of(&bo).await;
    assert_eq!(
        does(&ada, &format!("invite(table: \"{id}\", player: \"{bos}\")")).await["ok"],
        true
    );
    let asked = "{ invitations { nodes { table { id } inviter { name } at } \
                 edges { cursor } pageInfo { hasNextPage } } }";
    let invitations = bo.ask(asked, json!({})).await["invitations"].clone();
    assert_eq!(invitations["nodes"][0]["table"]["id"], json!(id));
    assert_eq!(invitations["nodes"][0]["inviter"]["name"], "Ada");
    assert_eq!(invitations["edges"][0]["cursor"], json!(id));

    // Bo declines, and comes by the code after all.
    let declined = does(&bo, &format!("declineInvitation(table: \"{id}\")")).await;
    assert_eq!(declined["__typename"], "InvitationDeclined");
    assert_hidden(&bo, &id).await;
    let code = "query($id: ID!) { table(id: $id) { inviteCode settings { visibility } } }";
    let table = ada.ask(code, json!({ "id": id })).await["table"].clone();
    assert_eq!(table["settings"]["visibility"], "PRIVATE");
    let code = table["inviteCode"].as_str().unwrap();
    assert_eq!(refused(&bo, "useInvite(code: \"0\")").await, "UNKNOWN_INVITE");
    assert_eq!(does(&bo, &format!("useInvite(code: \"{code}\")")).await["table"]["id"], json!(id));
    does(&bo, &format!("sit(table: \"{id}\")")).await;
    does(&ada, &format!("start(table: \"{id}\")")).await;
    for other in [&stranger, &eve] {
        assert_hidden(other, &id).await;
    }
    assert_eq!(bo.ask(TABLE, json!({ "id": id })).await["table"]["status"], "PLAYING");
}

#[tokio::test]
async fn only_the_owner_hands_over_removes_seats_bots_and_closes() {
    let server = served("owner");
    let (ada, bo) = (server.player("Ada").await, server.player("Bo").await);
    let id = open(&ada, "{}").await;
    let (bos, of) = (id_of(&bo).await, format!("table: \"{id}\""));
    does(&bo, &format!("sit({of}, seat: 0)")).await;
    for action in [
        format!("start({of})"),
        format!("handOver({of}, player: \"{bos}\")"),
        format!("removeFromSeat({of}, seat: 0)"),
        format!("seatBot({of}, seat: 1, bot: RANDOM)"),
        format!("closeTable({of})"),
    ] {
        assert_eq!(refused(&bo, &action).await, "NOT_OWNER", "{action}");
    }
    assert_eq!(refused(&ada, &format!("seatBot({of}, seat: 2)")).await, "NO_SUCH_SEAT");
    assert_eq!(refused(&ada, &format!("removeFromSeat({of}, seat: -1)")).await, "NO_SUCH_SEAT");
    assert_eq!(refused(&ada, &format!("removeFromSeat({of}, seat: 1)")).await, "SEAT_FREE");
    assert_eq!(refused(&ada, &format!("handOver({of}, player: \"x\")")).await, "UNKNOWN_PLAYER");
    assert_eq!(does(&ada, &format!("seatBot({of}, seat: 1)")).await["ok"], true);
    assert_eq!(refused(&ada, &format!("sit({of})")).await, "TABLE_FULL");
    assert_eq!(does(&ada, &format!("removeFromSeat({of}, seat: 1)")).await["ok"], true);
    let handed = does(&ada, &format!("handOver({of}, player: \"{bos}\")")).await;
    assert_eq!(handed["table"]["owner"]["name"], "Bo");
    assert_eq!(refused(&ada, &format!("closeTable({of})")).await, "NOT_OWNER");
    assert_eq!(does(&bo, &format!("closeTable({of})")).await["table"]["status"], "CLOSED");
    assert_eq!(refused(&ada, &format!("sit({of})")).await, "TABLE_CLOSED");
}

#[tokio::test]
async fn settings_are_shown_as_they_were_chosen_and_refused_by_name() {
    let server = served("settings");
    let ada = server.player("Ada").await;
    let all = "{ visibility startsWhenFull onTimeUp spectators delay hints clock { \
               live { bankSeconds incrementSeconds } \
               correspondence { decisionSeconds nights { from to zone } } } }";
    let shown = async |settings: &str| {
        let id = open(&ada, settings).await;
        let asked = format!("query($id: ID!) {{ table(id: $id) {{ settings {all} }} }}");
        ada.ask(&asked, json!({ "id": id })).await["table"]["settings"].clone()
    };
    let plain = json!({
        "visibility": "OPEN", "startsWhenFull": false, "onTimeUp": "STAND_IN",
        "spectators": "ALLOWED", "delay": null, "hints": "AGAINST_BOTS", "clock": null,
    });
    assert_eq!(shown("{}").await, plain);
    let letter = "{visibility: PRIVATE, startsWhenFull: true, onTimeUp: RESIGN, \
                  spectators: DELAYED, delay: 5, hints: FORBIDDEN, clock: {correspondence: {decisionSeconds: 86400, \
                  nights: {from: \"22:00\", to: \"08:05\", zone: \"Europe/Paris\"}}}}";
    let nights = json!({"from": "22:00", "to": "08:05", "zone": "Europe/Paris"});
    let correspondence = json!({"decisionSeconds": 86_400, "nights": nights});
    let chosen = json!({
        "visibility": "PRIVATE", "startsWhenFull": true, "onTimeUp": "RESIGN",
        "spectators": "DELAYED", "delay": 5, "hints": "FORBIDDEN",
        "clock": { "live": null, "correspondence": correspondence },
    });
    assert_eq!(shown(letter).await, chosen);
    let live = shown("{clock: {live: {bankSeconds: 600}}}").await;
    assert_eq!(live["clock"]["live"], json!({"bankSeconds": 600, "incrementSeconds": 0}));
    for (settings, named) in [
        ("{clock: {live: {bankSeconds: 0}}}", "bankSeconds"),
        ("{clock: {live: {bankSeconds: 60, incrementSeconds: -1}}}", "incrementSeconds"),
        ("{clock: {correspondence: {decisionSeconds: 59}}}", "decisionSeconds"),
        ("{spectators: DELAYED}", "delay"),
        ("{delay: 3}", "delay"),
    ] {
        for language in ["EN", "FR"] {
            let document = format!(
                "mutation {{ openTable(options: {{sealed: {{}}}}, seats: 2, settings: {settings}) \
                 {{ ... on Refused {{ code message(language: {language}) }} }} }}"
            );
            let answer = ada.ask(&document, json!({})).await["openTable"].clone();
            assert_eq!(answer["code"], "BAD_SETTINGS", "{settings}: {answer}");
            assert!(answer["message"].as_str().unwrap().contains(named), "{answer}");
        }
    }
}

#[tokio::test]
async fn players_are_found_by_id_or_by_the_whole_name() {
    let server = served("players");
    let ada = server.player("Ada").await;
    let registered = "mutation { register(name: \"Zoé\", password: \"correct horse\") { ok } }";
    assert_eq!(server.stranger().ask(registered, json!({})).await["register"]["ok"], true);
    let find = async |arguments: &str| {
        let asked = format!("{{ player({arguments}) {{ id name standing }} }}");
        ada.post(&asked, json!({})).await
    };
    assert_eq!(find("name: \"zoé\"").await["data"]["player"]["standing"], "REGISTERED");
    assert_eq!(find("name: \"zo\"").await["data"]["player"], Json::Null);
    assert_eq!(find("name: \"Ada\"").await["data"]["player"], Json::Null);
    let id = id_of(&ada).await;
    assert_eq!(find(&format!("id: \"{id}\"")).await["data"]["player"]["name"], "Ada");
    assert_eq!(find("id: \"x\"").await["data"]["player"], Json::Null);
    let neither = find("id: null").await;
    assert_eq!(neither["errors"][0]["extensions"]["code"], "BAD_INPUT", "{neither}");
}

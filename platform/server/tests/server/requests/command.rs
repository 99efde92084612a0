//! The command line: errors at the start, shutdown, and what it prints about games.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::requests::sealed;
use crate::support::server::{GUERIDON, Server, command, home};
use crate::support::tables::opened;

#[tokio::test]
async fn sigterm_and_ctrl_c_interrupt_subscriptions_close_sockets_and_exit_with_0() {
    for signal in ["TERM", "INT"] {
        let home = home(&format!("sig{signal}"), &[sealed()]);
        let mut server = Server::start(&home);
        let player = server.player("Ada").await;
        let id = opened(&player, json!({"sealed": {}}), 2).await;
        let mut socket = player.socket().await;
        for (name, document) in [
            ("table", "subscription($id: ID!) { table(id: $id) { seq } }"),
            ("open", "subscription { tables { tableId } }"),
            ("mine", "subscription { tables(mine: true) { tableId } }"),
        ] {
            let variables = if name == "table" { json!({ "id": id }) } else { json!({}) };
            socket.subscribe(name, document, variables).await;
            assert_eq!(socket.next().await.unwrap()["type"], "next", "{name}");
        }
        let ended = tokio::task::spawn_blocking(move || server.stop(signal));
        let mut interrupted = BTreeSet::new();
        let code = loop {
            match socket.next_or_close().await {
                Ok(frame) => {
                    let code = &frame["payload"][0]["extensions"]["code"];
                    assert_eq!((&frame["type"], code), (&json!("error"), &json!("RESUME")));
                    interrupted.insert(frame["id"].as_str().unwrap().to_owned());
                }
                Err(code) => break code,
            }
        };
        assert_eq!(interrupted, BTreeSet::from(["mine", "open", "table"].map(str::to_owned)));
        assert_eq!(code, Some(1001));
        assert_eq!(ended.await.unwrap(), Some(0), "{signal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_refuses_huge_pages() {
    let server = Server::start(&home("huge-pages", &[sealed()]));
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    assert!(status.contains("THP_enabled:\t0"), "{status}");
}

#[test]
fn an_error_at_the_start_is_one_clear_line() {
    let good = home("start", &[sealed()]);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let text = home("start-text", &[]);
    std::fs::write(
        text.join("journal.db"),
        "This is a shopping list, and no journal at all.\n".repeat(200),
    )
    .unwrap();
    let bare = home("start-bare", &[]);
    std::fs::remove_dir(bare.join("modules")).unwrap();
    let free = "127.0.0.1:0";
    let mut unknown = command(&good, free);
    unknown.args(["--journal", "mysql:x"]);
    let cases = [
        (command(&good, &taken), taken.as_str()),
        (command(&good, "nowhere"), "nowhere"),
        (command(&text, free), "is not a Guéridon journal"),
        (command(&bare, free), "modules"),
    ];
    for (mut command, expected) in cases {
        let output = command.stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{expected}");
        let said = String::from_utf8(output.stderr).unwrap();
        let last: Vec<&str> = said.lines().filter(|line| line.starts_with("gueridon: ")).collect();
        assert_eq!(last.len(), 1, "{said}");
        assert!(last[0].contains(expected), "{said}");
    }
    assert!(!unknown.stderr(Stdio::null()).status().unwrap().success());
}

#[test]
fn games_schema_and_probe_print_what_is_there() {
    let home = home("commands", &[sealed()]);
    let modules = home.join("modules");
    let run = |arguments: &[&str]| {
        let output = Command::new(GUERIDON).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let directory = modules.to_str().unwrap();
    let (code, games) = run(&["games", "--modules", directory]);
    assert_eq!(code, Some(0));
    assert!(games.starts_with("sealed\tSealed / Sous pli\t2-6 seats\trules 1\t"), "{games}");
    let (code, schema) = run(&["schema", "--modules", directory]);
    assert_eq!(code, Some(0));
    assert!(schema.contains("input Move @oneOf {"), "{schema}");
    let (code, report) = run(&["probe", modules.join("libsealed.so").to_str().unwrap()]);
    assert_eq!(code, Some(0));
    assert!(report.contains("\"sealed\""), "{report}");
    let (code, _) = run(&["probe", GUERIDON]);
    assert_eq!(code, Some(1));
}

#[tokio::test]
async fn a_game_that_comes_while_the_server_runs_is_served() {
    let home = home("comes", &[]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    assert_eq!(stranger.ask("{ games { id } }", json!({})).await, json!({"games": []}));
    let module = sealed();
    let file = home.join("modules").join("libsealed.so");
    let part = home.join("libsealed.part");
    std::fs::copy(module, &part).unwrap();
    std::fs::rename(part, file).unwrap();
    for _ in 0..200 {
        if stranger.ask("{ games { id } }", json!({})).await == json!({"games": [{"id": "sealed"}]})
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the game was not served within 20 seconds");
}

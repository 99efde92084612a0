//! Back-ups that are made while people play, and games that go on from them.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use gueridon_journal::scratch;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;

use crate::support::server::{Client, GUERIDON, Server, home, module, on_database};
use crate::support::tables::{begun, play, play_to_the_end, table};

fn sealed() -> std::path::PathBuf {
    module("libsealed.so")
}

fn back_up(journal: &str, to: &Path) -> Output {
    let command = ["backup", "--journal", journal];
    Command::new(GUERIDON).args(command).arg(to).output().unwrap()
}

/// Checks that a table has at least `acknowledged` entries, and plays it to its end.
async fn goes_on(server: &Server, players: &[Client], id: &str, acknowledged: usize) {
    let players: Vec<_> = players.iter().map(|player| player.of(server)).collect();
    let seq = table(&players[0], id).await["seq"].as_u64().unwrap();
    assert!(
        seq as usize >= acknowledged,
        "{acknowledged} plays were acknowledged, {seq} are there"
    );
    play(&players, id, &mut ChaCha8Rng::seed_from_u64(seq), 500).await;
    assert_eq!(table(&players[0], id).await["status"], "OVER");
    assert_eq!(server.errors(), [""; 0]);
}

#[tokio::test]
async fn a_back_up_made_while_people_play_has_all_that_was_acknowledged_before() {
    let there = home("backed-up", &[sealed()]);
    let server = Server::start(&there);
    let mut tables = Vec::new();
    for number in 0..4 {
        let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 3).await;
        let acknowledged = Arc::new(Mutex::new(Vec::new()));
        for (seat, player) in players.iter().enumerate() {
            let (player, id, acknowledged) = (player.clone(), id.clone(), acknowledged.clone());
            let seed = number * 10 + seat as u64;
            tokio::spawn(play_to_the_end(player, id, seed, acknowledged));
        }
        tables.push((id, players, acknowledged));
    }
    let known = || tables.iter().map(|(_, _, seqs)| seqs.lock().unwrap().len()).collect::<Vec<_>>();
    while known().iter().sum::<usize>() < 8 {
        tokio::task::yield_now().await;
    }
    let before = known();
    let journal = format!("sqlite:{}", there.join("journal.db").display());
    let here = home("backed-up-here", &[sealed()]);
    let to = here.join("journal.db");
    let made = tokio::task::spawn_blocking({
        let to = to.clone();
        move || back_up(&journal, &to)
    });
    let made = made.await.unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let said = String::from_utf8(made.stdout).unwrap();
    let size = std::fs::metadata(&to).unwrap().len();
    assert_eq!(said, format!("{}\t{size} bytes\n", to.display()));
    // The restored server knows the players' tokens, too.
    let restored = Server::start(&here);
    for ((id, players, _), before) in tables.iter().zip(before) {
        goes_on(&restored, players, id, before).await;
    }
}

#[tokio::test]
async fn a_dump_of_a_database_that_is_in_use_is_restored_into_a_new_one() {
    let database = scratch::Server::shared();
    let (old, new) = (database.new_database().await, database.new_database().await);
    let [there, here] = ["dumped", "dumped-here"].map(|name| home(name, &[sealed()]));
    let server = Server::of(on_database(&there, &database.url(&old)), &there);
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let played = play(&players, &id, &mut ChaCha8Rng::seed_from_u64(3), 4).await;
    let (from, to) = (database.url(&old), database.url(&new));
    let dump = database.run("pg_dump", &["--format=custom", "--dbname", &from], &[]);
    let _ = database.run("pg_restore", &["--exit-on-error", "--dbname", &to], &dump);
    let restored = Server::of(on_database(&here, &to), &here);
    goes_on(&restored, &players, &id, played).await;
}

#[tokio::test]
async fn a_back_up_that_cannot_be_made_is_refused_in_one_line() {
    let there = home("no-back-up", &[]);
    let taken = there.join("taken.db");
    std::fs::write(&taken, "something").unwrap();
    let journal = format!("sqlite:{}", there.join("journal.db").display());
    for (journal, to, why) in [
        (journal.as_str(), "new.db", "there is no journal yet: serve once"),
        ("postgres://ada@127.0.0.1:1/games", "new.db", "pg_dump"),
    ] {
        let refused = back_up(journal, &there.join(to));
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!((refused.status.code(), said.lines().count()), (Some(1), 1), "{said}");
        assert!(said.starts_with("gueridon: ") && said.contains(why), "{said}");
    }
    Server::start(&there);
    let refused = back_up(&journal, &taken);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("is there already: name a file that is not"), "{said}");
    assert_eq!(std::fs::read_to_string(&taken).unwrap(), "something");
}

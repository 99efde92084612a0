//! A loaded table is only a cache of its journal.

use std::sync::Arc;
use std::time::Duration;

use gueridon_host::host::{Config, Host, TableStatus, Update, Viewer};
use gueridon_host::refusal::Code;
use gueridon_journal::{Journal, TableUpdate};
use gueridon_modules::builds::LinkedModules;
use serde_json::json;

use crate::refusals::code;
use crate::tables::stage::{EN, host_over, on_each, on_each_with};

#[tokio::test(start_paused = true)]
async fn an_idle_table_is_unloaded_and_replayed_from_its_journal() {
    let execution = gueridon_modules::executor::Execution::Inline;
    let config = Config { idle: Duration::from_secs(60), execution, ..Config::default() };
    on_each_with(&config, async |stage| {
        let table = stage.begin(10).await;
        stage.round(table, 0).await;
        let before = stage.look(table, stage.viewer(0)).await;
        assert_eq!(stage.host.tables().loaded(), 1);
        tokio::time::sleep(Duration::from_secs(61)).await;
        assert_eq!(stage.host.tables().loaded(), 0);
        let after = stage.look(table, stage.viewer(0)).await;
        assert_eq!((after.seq, after.since), (before.seq, before.since));
        assert_eq!(after.seen.unwrap().view.get(), before.seen.unwrap().view.get());
        let entries = stage.host.watching().entries(table, stage.viewer(0), 0, 9).await.unwrap();
        assert_eq!(entries.len(), 3);
        tokio::time::sleep(Duration::from_secs(61)).await;
        assert_eq!(stage.host.tables().loaded(), 0);
        // The journal knows earlier keys too.
        assert_eq!(stage.play(table, 1, 0, "pick0", json!([{"pick": 2}])).await.unwrap(), 2);
        let other = stage.play(table, 1, 0, "pick0", json!([{"pick": 3}])).await;
        assert_eq!(code(other), Code::KeyReused);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_table_that_has_ended_is_unloaded_a_minute_after_the_last_request() {
    let execution = gueridon_modules::executor::Execution::Inline;
    on_each_with(&Config { execution, ..Config::default() }, async |stage| {
        let (running, ended) = (stage.begin(10).await, stage.begin(1).await);
        stage.round(running, 0).await;
        stage.round(ended, 0).await;
        let look = stage.look(ended, stage.viewer(0)).await;
        assert!(look.seen.unwrap().over);
        tokio::time::sleep(Duration::from_secs(59)).await;
        assert_eq!(stage.host.tables().loaded(), 2);
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert_eq!(stage.host.tables().loaded(), 1);
        stage.look(ended, stage.viewer(0)).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn no_more_tables_are_loaded_than_wanted_unless_they_are_watched() {
    let execution = gueridon_modules::executor::Execution::Inline;
    let config = Config { most_loaded: 2, execution, ..Config::default() };
    on_each_with(&config, async |stage| {
        let tables = [stage.begin(9).await, stage.begin(9).await, stage.begin(9).await];
        let watched =
            stage.host.watching().subscribe(tables[0], Viewer::default(), 0).await.unwrap();
        for _ in 0..3 {
            for &table in &tables {
                stage.look(table, Viewer::default()).await;
                tokio::time::sleep(Duration::from_millis(1)).await;
                assert!(stage.host.tables().loaded() <= 2);
            }
        }
        let other = stage.host.watching().subscribe(tables[1], Viewer::default(), 0).await.unwrap();
        stage.look(tables[2], Viewer::default()).await;
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(stage.host.tables().loaded(), 3);
        drop((watched, other));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_least_recently_used_tables_are_unloaded_when_they_take_too_much_memory() {
    let execution = gueridon_modules::executor::Execution::Inline;
    for (most_loaded_bytes, expected) in [(1, 1), (1 << 30, 3)] {
        let config = Config { most_loaded_bytes, execution, ..Config::default() };
        on_each_with(&config, async |stage| {
            let tables = [stage.begin(9).await, stage.begin(9).await, stage.begin(9).await];
            for &table in &tables {
                stage.look(table, Viewer::default()).await;
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            assert_eq!(stage.host.tables().loaded(), expected);
            let before = stage.host.tables().loaded_bytes();
            stage.round(tables[2], 0).await;
            // Its entries weigh something.
            assert!(expected == 1 || stage.host.tables().loaded_bytes() >= before);
            assert!(before > 16 << 10);
        })
        .await;
    }
}

#[tokio::test]
async fn a_table_that_cannot_be_replayed_is_stopped_and_no_other() {
    on_each(async |stage| {
        let (good, bad) = (stage.begin(10).await, stage.begin(10).await);
        stage.round(bad, 0).await;
        let mut entry = stage.journal.entries(bad, 0, 1).await.unwrap().remove(0);
        entry.seq = 4;
        entry.key = "forged".to_owned();
        entry.digest = "0000000000000000".to_owned();
        assert!(stage.journal.append(&entry, &TableUpdate::default()).await.unwrap());
        // A node that has not read the entries itself.
        let other = host_over(&stage.journal, &stage.clock, Config::default()).await;
        let mut heard = other.watching().subscribe(bad, Viewer::default(), 3).await.unwrap();
        let look = other.watching().look(bad, stage.viewer(0), EN).await.unwrap();
        assert_eq!(
            look.table.state,
            TableStatus::Stopped { reason: "diverged at entry 4".to_owned() }
        );
        assert!(look.seen.is_none());
        let play = |key: &str, pick: u8| {
            other.tables().play(
                bad,
                stage.players[0],
                3,
                key.to_owned(),
                vec![json!({"pick": pick})].into(),
            )
        };
        assert_eq!(code(play("x", 1).await), Code::TableStopped);
        // What was played stays played.
        assert_eq!(play("pick0", 1).await.unwrap().seq, 1);
        assert_eq!(code(play("pick0", 2).await), Code::KeyReused);
        assert!(matches!(heard.next().await, Some(Update::Table)));
        assert!(heard.next().await.is_none());
        stage.round(good, 0).await;
        assert_eq!(stage.look(good, stage.viewer(0)).await.seq, 3);
    })
    .await;
}

#[tokio::test]
async fn a_modules_reason_for_a_failed_replay_is_not_shown_to_players() {
    on_each(async |stage| {
        let table = stage.begin(10).await;
        stage.round(table, 0).await;
        let mut entry = stage.journal.entries(table, 0, 1).await.unwrap().remove(0);
        let steps = entry.body.replace(r#"{"pick":1}"#, r#"{"pick":77}"#);
        assert_ne!(steps, entry.body);
        (entry.seq, entry.key, entry.body) = (4, "forged".to_owned(), steps);
        assert!(stage.journal.append(&entry, &TableUpdate::default()).await.unwrap());
        let other = host_over(&stage.journal, &stage.clock, Config::default()).await;
        let look = other.watching().look(table, stage.viewer(0), EN).await.unwrap();
        let reason = "entry 4 could not be replayed".to_owned();
        assert_eq!(look.table.state, TableStatus::Stopped { reason });
    })
    .await;
}

#[tokio::test]
async fn a_table_whose_build_is_missing_is_stopped_with_the_reason() {
    on_each(async |stage| {
        let table = stage.begin(10).await;
        let journal: Arc<dyn Journal> = stage.journal.clone();
        let bare = Host::start(
            Config::default(),
            journal,
            Arc::new(LinkedModules(Vec::new())),
            stage.clock.clone(),
        );
        let look = bare.await.unwrap().watching().look(table, Viewer::default(), EN).await.unwrap();
        let TableStatus::Stopped { reason } = &look.table.state else { panic!("{look:?}") };
        assert_eq!(reason, "its build cannot be opened: it is not at hand");
    })
    .await;
}

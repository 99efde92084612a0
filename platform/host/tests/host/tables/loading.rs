//! A loaded table is only a cache of its journal.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable, TableStatus, Update, Viewer};
use gueridon_host::notices::{LocalNotices, News, Notice, Notices};
use gueridon_host::refusal::{Code, Failure, Fault};
use gueridon_host::table::{SeatAction, counting_replays};
use gueridon_journal::memory::Memory;
use gueridon_journal::{Journal, Status, TableId, TableUpdate};
use gueridon_modules::Modules;
use gueridon_modules::builds::LinkedModules;
use serde_json::json;

use crate::built::Directory;
use crate::refusals::code;
use crate::tables::stage::{EN, Stage, host_over, on_each, on_each_with};

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
async fn a_table_that_somebody_looks_at_again_and_again_stays_loaded() {
    let execution = gueridon_modules::executor::Execution::Inline;
    let config = Config { idle: Duration::from_secs(60), execution, ..Config::default() };
    on_each_with(&config, async |stage| {
        let table = stage.begin(10).await;
        for _ in 0..10 {
            stage.look(table, stage.viewer(0)).await;
            tokio::time::sleep(Duration::from_secs(40)).await;
            assert_eq!(stage.host.tables().loaded(), 1);
        }
        tokio::time::sleep(Duration::from_secs(90)).await;
        assert_eq!(stage.host.tables().loaded(), 0);
    })
    .await;
}

/// Something that is asked of a table.
type Asking<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

#[tokio::test(start_paused = true)]
async fn whoever_has_a_table_loaded_or_looks_back_is_told_how_much_was_replayed() {
    let execution = gueridon_modules::executor::Execution::Inline;
    let config = Config { idle: Duration::from_secs(60), execution, ..Config::default() };
    on_each_with(&config, async |stage| {
        let table = stage.begin(10).await;
        for round in 0..2 {
            stage.round(table, round).await;
        }
        let entries = stage.look(table, stage.viewer(0)).await.seq;
        let (tables, watching) = (stage.host.tables(), stage.host.watching());
        let (ada, eyes) = (stage.players[0], stage.viewer(0));
        let [first, guess] = [(); 2].map(|()| vec![json!({ "pick": 1 })].into());
        let back = Viewer { at: Some(4), ..eyes };
        let asked: [(&str, u64, Asking); 6] = [
            ("a look", entries, Box::pin(async { drop(watching.look(table, eyes, EN).await) })),
            // From the deal to the table as it is, and to the entry that is looked back to.
            (
                "a look back",
                entries + 4,
                Box::pin(async { drop(watching.look(table, back, EN).await) }),
            ),
            (
                "entries",
                entries,
                Box::pin(async { drop(watching.entries(table, eyes, 0, 9).await) }),
            ),
            (
                "a listener",
                entries,
                Box::pin(async { drop(watching.subscribe(table, eyes, 0).await) }),
            ),
            (
                "a preview",
                entries,
                Box::pin(async { drop(tables.preview(table, ada, guess, EN).await) }),
            ),
            (
                "a play",
                entries,
                Box::pin(async {
                    tables.play(table, ada, entries, "again".to_owned(), first).await.unwrap();
                }),
            ),
        ];
        for (what, expected, asking) in asked {
            tokio::time::sleep(Duration::from_secs(61)).await;
            assert_eq!(tables.loaded(), 0);
            assert_eq!(counting_replays(asking).await.1, expected, "{what}");
        }
        // Nothing is left for whoever comes next.
        let looking = async { drop(watching.look(table, eyes, EN).await) };
        assert_eq!(counting_replays(looking).await.1, 0);
        // To take an entry back, those before it are replayed.
        let undo = tables.act(table, ada, SeatAction::Undo(entries + 1));
        assert!(counting_replays(undo).await.1 >= entries);
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
async fn a_table_with_an_entry_of_a_newer_server_is_left_to_others() {
    on_each(async |stage| {
        let (table, other_table) = (stage.begin(10).await, stage.begin(10).await);
        stage.round(table, 0).await;
        let other = host_over(&stage.journal, &stage.clock, Config::default()).await;
        let look = other.watching().look(table, Viewer::default(), EN).await.unwrap();
        assert_eq!(look.seq, 3);
        let mut heard = other.watching().subscribe(table, Viewer::default(), 3).await.unwrap();
        let mut entry = stage.journal.entries(table, 2, 1).await.unwrap().remove(0);
        (entry.seq, entry.key) = (4, "newer".to_owned());
        entry.body = r#"{"act":{"teleport":{"to":7}}}"#.to_owned();
        assert!(stage.journal.append(&entry, &TableUpdate::default()).await.unwrap());
        // A node that has the table loaded, where others may write, and one that has not.
        let fresh = host_over(&stage.journal, &stage.clock, Config::default()).await;
        let nodes = [&fresh, &other];
        for node in &nodes[..if stage.journal.is_shared() { 2 } else { 1 }] {
            let look = node.watching().look(table, Viewer::default(), EN).await;
            assert!(matches!(look, Err(Failure::Fault(Fault::Elsewhere(_)))), "{look:?}");
            let steps = vec![json!({"pick": 1})].into();
            let play = node.tables().play(table, stage.players[0], 3, "x".to_owned(), steps).await;
            assert!(matches!(play, Err(Failure::Fault(Fault::Elsewhere(_)))), "{play:?}");
            // It is not stopped: the journal has it in play, and so have lists.
            let row = stage.journal.table(table).await.unwrap().unwrap();
            assert_eq!(row.status, Status::Playing);
            let look = node.watching().look(other_table, Viewer::default(), EN).await.unwrap();
            assert_eq!(look.table.state, TableStatus::Playing);
        }
        if stage.journal.is_shared() {
            // Whoever listened is told to go on elsewhere, and not that the table is stopped.
            assert!(heard.next().await.is_none_or(|update| matches!(update, Update::Resume)));
        }
    })
    .await;
}

#[tokio::test]
async fn a_build_that_only_an_untrusted_journal_has_is_not_opened() {
    let journal = Arc::new(Memory::interleaving());
    let directory = Directory::new();
    directory.put_example("sealed");
    let modules = || Arc::new(Modules::scan(directory.config()).unwrap());
    let (config, clock) = (Config { trusts_journal: false, ..Config::default() }, Clock::system());
    let host = Host::start(config.clone(), journal.clone(), modules(), clock.clone());
    let host = host.await.unwrap();
    let ada = host.people().guest("Ada").await.unwrap().player.id;
    let table = host.lobby().open(ada, OpenTable::of("sealed", None, 2)).await.unwrap();
    let bo = host.people().guest("Bo").await.unwrap().player.id;
    for player in [ada, bo] {
        host.lobby().sit(table, player, None).await.unwrap();
    }
    host.lobby().start_table(table, ada).await.unwrap();
    let empty = Directory::new();
    let bare = || Arc::new(Modules::scan(empty.config()).unwrap());
    let careful = Host::start(config, journal.clone(), bare(), clock.clone()).await.unwrap();
    let refused = careful.watching().look(table, Viewer::default(), EN).await;
    assert!(matches!(refused, Err(Failure::Fault(Fault::Elsewhere(_)))), "{refused:?}");
    // A node that has the build plays on, and so does one that trusts the journal.
    assert_eq!(
        host.watching().look(table, Viewer::default(), EN).await.unwrap().table.state,
        TableStatus::Playing
    );
    let trusting = Host::start(Config::default(), journal, bare(), clock).await.unwrap();
    let look = trusting.watching().look(table, Viewer::default(), EN).await.unwrap();
    assert_eq!(look.table.state, TableStatus::Playing);
}

#[tokio::test]
async fn after_lost_notices_a_loaded_table_has_the_names_that_players_have_now() {
    let stage = Stage::set_with(Config::default(), Memory::interleaving()).await;
    let people = stage.host.people();
    let adele = people.guest("Ad").await.unwrap();
    let table = stage.open(10).await;
    stage.host.lobby().sit(table, stage.players[0], None).await.unwrap();
    stage.host.lobby().sit(table, adele.player.id, None).await.unwrap();
    stage.host.lobby().start_table(table, stage.players[0]).await.unwrap();
    let notices = Arc::new(LocalNotices::new());
    let config = Config { notices: notices.clone(), ..Config::default() };
    let other = host_over(&stage.journal, &stage.clock, config).await;
    let name = async || {
        let look = other.watching().look(table, Viewer::default(), EN).await.unwrap();
        look.table.names.of(EN)[1].clone()
    };
    assert_eq!(name().await, "Ad");
    let identity = people.accounts().authenticate(adele.token.secret()).await.unwrap().unwrap();
    people.rename(&identity, "Adele").await.unwrap();
    assert_eq!(name().await, "Ad");
    // More at once than a listener can be behind.
    let notice = Notice { table: TableId(uuid::Uuid::nil()), news: News::Messages };
    (0..=LocalNotices::KEPT).for_each(|_| notices.send(notice));
    tokio::time::timeout(Duration::from_secs(60), async {
        while name().await != "Adele" {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .unwrap();
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

//! What each pair of eyes sees, and what nobody sees.

use futures_util::FutureExt;
use std::sync::Arc;

use gueridon_game::{Language, Seat, Seats, Seed};
use gueridon_host::host::{Config, Perspective, TableStatus, Update, Viewer};
use gueridon_host::refusal::{Code, Failure, Fault};
use gueridon_host::table::EntryView;
use gueridon_journal::{Journal, Start, TableUpdate};
use serde_json::{Value, json};

use crate::refusals::code;
use crate::tables::stage::{EN, host_over, on_each, on_each_with};

fn told(glimpses: &[Arc<EntryView>]) -> Vec<Value> {
    let told = glimpses.iter().flat_map(|glimpse| &glimpse.told);
    told.map(|told| serde_json::from_str(told.event.get()).unwrap()).collect()
}

#[tokio::test]
async fn each_pair_of_eyes_gets_only_its_own_events() {
    on_each(async |stage| {
        let table = stage.begin(1).await;
        stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await.unwrap();
        let heard = async |viewer| {
            told(&stage.host.watching().entries(table, viewer, 0, 100).await.unwrap())
        };
        let picked = |pick: Value| vec![json!({"__typename": "Picked", "by": 0, "pick": pick})];
        assert_eq!(heard(stage.viewer(0)).await, picked(json!(3)));
        assert_eq!(heard(stage.viewer(1)).await, picked(json!(null)));
        assert_eq!(heard(stage.viewer(2)).await, picked(json!(null)));
        assert_eq!(heard(Viewer::default()).await, picked(json!(null)));
        let view = |look: gueridon_host::host::Look| -> Value {
            serde_json::from_str(look.seen.unwrap().view.get()).unwrap()
        };
        assert_eq!(view(stage.look(table, stage.viewer(0)).await)["picks"], json!([3, null]));
        assert_eq!(view(stage.look(table, stage.viewer(1)).await)["picks"], json!([null, null]));
        let all = Viewer { perspective: Perspective::All, ..Viewer::default() };
        assert_eq!(code(stage.host.watching().look(table, all, EN).await), Code::NotOver);
        assert_eq!(code(stage.host.watching().entries(table, all, 0, 9).await), Code::NotOver);
        assert_eq!(code(stage.host.watching().subscribe(table, all, 0).await), Code::NotOver);
        stage.play(table, 1, 0, "a", json!([{"pick": 3}])).await.unwrap();
        stage.play(table, 0, 2, "b", json!([{"pass": "YES"}])).await.unwrap();
        assert_eq!(heard(all).await[0], picked(json!(3))[0]);
        assert!(stage.look(table, all).await.seen.is_some());
    })
    .await;
}

#[tokio::test]
async fn words_name_the_players_in_every_language() {
    on_each(async |stage| {
        let table = stage.begin(1).await;
        stage.play(table, 1, 0, "a", json!([{"pick": 3}])).await.unwrap();
        let entries = stage.host.watching().entries(table, Viewer::default(), 0, 9).await.unwrap();
        let words = &entries[0].told[0].words;
        assert_eq!(words.get(EN), "Bo has picked");
        assert_eq!(words.get(Language::Fr), "Bo a choisi");
        assert_eq!((entries[0].seq, entries[0].seat, entries[0].at_ms), (1, Some(Seat(1)), 1_000));
    })
    .await;
}

#[tokio::test]
async fn a_subscriber_hears_every_entry_once_and_then_the_end() {
    on_each(async |stage| {
        let table = stage.open(2).await;
        let mut heard = stage.host.watching().subscribe(table, Viewer::default(), 0).await.unwrap();
        stage.host.lobby().sit(table, stage.players[0], None).await.unwrap();
        assert!(matches!(heard.next().await, Some(Update::Table)));
        stage.host.lobby().sit(table, stage.players[1], None).await.unwrap();
        assert!(matches!(heard.next().await, Some(Update::Table)));
        stage.host.lobby().start_table(table, stage.players[0]).await.unwrap();
        assert!(matches!(heard.next().await, Some(Update::Table)));
        let listening = tokio::spawn(async move {
            let mut seqs = Vec::new();
            while let Some(update) = heard.next().await {
                match update {
                    Update::Entry(seq) => seqs.push(seq),
                    other => panic!("{other:?}"),
                }
            }
            seqs
        });
        stage.round(table, 0).await;
        let mut late = stage.host.watching().subscribe(table, Viewer::default(), 2).await.unwrap();
        stage.round(table, 1).await;
        assert_eq!(listening.await.unwrap(), [1, 2, 3, 4, 5, 6]);
        assert!(matches!(late.next().await, Some(Update::Entry(3))));
        let first = late.entry().await.unwrap();
        assert_eq!((first.seq, first.told.len()), (3, 1));
    })
    .await;
}

#[tokio::test]
async fn a_slow_subscriber_has_to_resume_and_delays_nobody() {
    let config = Config { lag: 4, ..Config::default() };
    on_each_with(&config, async |stage| {
        let table = stage.begin(10).await;
        stage.round(table, 0).await;
        let mut slow = stage.host.watching().subscribe(table, Viewer::default(), 0).await.unwrap();
        for seq in 1..=3 {
            assert!(matches!(slow.next().await, Some(Update::Entry(next)) if next == seq));
        }
        // It has caught up: from now on it is live.
        assert!(slow.next().now_or_never().is_none());
        stage.round(table, 1).await;
        stage.round(table, 2).await;
        assert!(matches!(slow.next().await, Some(Update::Resume)));
        assert!(slow.next().await.is_none());
        let mut resumed =
            stage.host.watching().subscribe(table, Viewer::default(), 3).await.unwrap();
        assert!(matches!(resumed.next().await, Some(Update::Entry(4))));
    })
    .await;
}

#[tokio::test]
async fn a_host_that_stops_tells_its_subscribers_to_resume() {
    on_each(async |stage| {
        let table = stage.begin(10).await;
        let mut heard = stage.host.watching().subscribe(table, Viewer::default(), 0).await.unwrap();
        stage.host.stop();
        assert!(matches!(heard.next().await, Some(Update::Resume)));
        assert!(heard.next().await.is_none());
        let late = stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await;
        assert!(matches!(late, Err(Failure::Fault(Fault::NoAnswer))));
    })
    .await;
}

#[tokio::test]
async fn a_tables_seed_is_never_shown() {
    on_each(async |stage| {
        let table = stage.begin(1).await;
        let row = stage.journal.table(table).await.unwrap().unwrap();
        let seed = Seed(row.seed.unwrap());
        let digits: String = seed.0.iter().map(|byte| format!("{byte:02x}")).collect();
        let hidden = |shown: String| {
            assert!(
                !shown.contains(&digits) && !shown.contains(&format!("{:?}", seed.0)),
                "{shown}"
            );
        };
        stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await.unwrap();
        let (host, public) = (&stage.host, Viewer::default());
        hidden(format!("{row:?} {seed:?}"));
        hidden(format!(
            "{:?}",
            Start {
                table,
                starter: row.opener,
                build: [0; 32],
                seed: seed.0,
                at_ms: 0,
                to_act: Seats::NONE,
                deadline_ms: None,
                most_bot_tables: 1,
            }
        ));
        hidden(format!("{:?}", stage.look(table, stage.viewer(0)).await));
        hidden(format!(
            "{:?}",
            host.watching().entries(table, stage.viewer(0), 0, 9).await.unwrap()
        ));
        hidden(format!("{:?}", stage.journal.entries(table, 0, 9).await.unwrap()));
        let preview = host
            .tables()
            .preview(table, stage.players[1], vec![json!({"pick": 3})].into(), EN)
            .await;
        hidden(format!("{:?}", preview.unwrap()));
        let mut heard = host.watching().subscribe(table, public, 0).await.unwrap();
        hidden(format!("{:?}", heard.next().await.unwrap()));
        hidden(format!("{heard:?} {host:?}"));
        // Nor what only one seat may know.
        assert!(
            !format!("{heard:?} {host:?} {:?}", stage.journal.entries(table, 0, 9).await)
                .contains("pick\"")
        );
        let mut forged = stage.journal.entries(table, 0, 1).await.unwrap().remove(0);
        (forged.seq, forged.key, forged.digest) = (2, "forged".to_owned(), String::new());
        assert!(stage.journal.append(&forged, &TableUpdate::default()).await.unwrap());
        let other = host_over(&stage.journal, &stage.clock, Config::default()).await;
        let look = other.watching().look(table, public, EN).await.unwrap();
        assert!(matches!(look.table.state, TableStatus::Stopped { .. }));
        hidden(format!("{look:?} {other:?}"));
    })
    .await;
}

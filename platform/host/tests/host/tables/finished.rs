//! Tables that are over: their results, and how long they are kept.

use std::sync::Arc;
use std::time::Duration;

use gueridon_host::host::{Config, OpenTable, TableStatus, Viewer};
use gueridon_host::refusal::Code;
use gueridon_host::table::{SeatAction, read_score};
use gueridon_journal::{
    AccountKey, BuildRow, Journal, People, ResultPage, Spectators, TableId, TableSettings,
};
use serde_json::json;
use tokio::time::sleep;

use crate::refusals::code;
use crate::tables::stage::{EN, Stage, on_each, on_each_with};

impl Stage {
    /// A table that is over: Ada picked the first number, Bo the second.
    async fn finished(&self, settings: TableSettings, picks: [u8; 2]) -> TableId {
        let options = Some(json!({ "rounds": 1 }));
        let open = OpenTable { settings, ..OpenTable::of("marathon", options, 2) };
        let table = self.host.lobby().open(self.players[0], open).await.unwrap();
        for player in &self.players[..2] {
            self.host.lobby().sit(table, *player, None).await.unwrap();
        }
        self.host.lobby().start_table(table, self.players[0]).await.unwrap();
        for (who, pick) in picks.into_iter().enumerate() {
            self.play(table, who, 0, "pick", json!([{ "pick": pick }])).await.unwrap();
        }
        self.play(table, 0, 2, "pass", json!([{"pass": "YES"}])).await.unwrap();
        table
    }
}

#[tokio::test]
async fn a_result_is_the_final_score_that_was_shown() {
    on_each(async |stage| {
        stage.clock.set(2_000);
        let seen = stage.finished(TableSettings::default(), [1, 2]).await;
        stage.clock.set(3_000);
        let unwatched =
            TableSettings { spectators: Spectators::Forbidden, ..TableSettings::default() };
        let unseen = stage.finished(unwatched, [3, 3]).await;
        let page = |player: usize, asker: Option<usize>| ResultPage {
            player: stage.players[player],
            asker: asker.map(|asker| stage.players[asker]),
            game: None,
            before: None,
            first: 9,
        };
        for who in 0..2 {
            let results = stage.host.lobby().results(&page(who, Some(0))).await.unwrap();
            let ids: Vec<_> = results.iter().map(|result| result.table.id).collect();
            assert_eq!(ids, [unseen, seen]);
            for result in &results {
                let look = stage.look(result.table.id, stage.viewer(who)).await;
                let score = read_score(&look.seen.as_ref().unwrap().score).unwrap();
                let column = &score.seats[who];
                assert_eq!(result.seat, column.seat);
                assert_eq!((result.rank, result.points), (column.rank, column.points));
                assert_eq!(result.table.result(stage.viewer(who)), Some(&score));
                assert_eq!(result.table.state, TableStatus::Over);
            }
            assert_eq!(results[0].cursor(), (3_000, unseen));
        }
        let results = stage.host.lobby().results(&page(1, None)).await.unwrap();
        assert_eq!(results.len(), 1);
        let info = stage.host.lobby().table(unseen, Viewer::default()).await.unwrap();
        assert!(info.result(stage.viewer(1)).is_some());
        assert!(info.result(Viewer::default()).is_none() && info.result(stage.viewer(2)).is_none());
        assert!(stage.host.lobby().results(&page(2, Some(0))).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_player_who_resigned_is_last_in_the_result_too() {
    on_each(async |stage| {
        let table = stage.begin(3).await;
        stage.host.tables().act(table, stage.players[1], SeatAction::Resign).await.unwrap();
        let info = stage.host.lobby().table(table, Viewer::default()).await.unwrap();
        let ranks: Vec<_> =
            info.result(Viewer::default()).unwrap().seats.iter().map(|one| one.rank).collect();
        assert_eq!(ranks, [1, 2]);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn tables_that_ended_too_long_ago_are_deleted_wherever_they_are_loaded() {
    let kept = Duration::from_secs(60);
    let config = Config { keep_finished: Some(kept), ..Config::default() };
    on_each_with(&config, async |stage| {
        let old = stage.finished(TableSettings::default(), [1, 2]).await;
        stage.clock.set(30_000);
        let young = stage.finished(TableSettings::default(), [1, 2]).await;
        let playing = stage.begin(3).await;
        let hour = Duration::from_secs(60 * 60);
        let reload = async || {
            for table in [old, young, playing] {
                let _ = stage.host.watching().look(table, Viewer::default(), EN).await;
            }
        };
        sleep(hour).await;
        reload().await;
        assert_eq!(stage.host.tables().loaded(), 3);
        // Not old enough yet.
        stage.clock.set(61_000);
        sleep(hour).await;
        reload().await;
        assert_eq!(stage.host.tables().loaded(), 3);
        stage.clock.set(61_001);
        sleep(hour - Duration::from_secs(30)).await;
        reload().await;
        // Less than the minute after which a table that has ended is unloaded.
        sleep(Duration::from_secs(50)).await;
        assert_eq!(
            code(stage.host.watching().look(old, Viewer::default(), EN).await),
            Code::UnknownTable
        );
        assert_eq!(stage.host.tables().loaded(), 2);
        assert!(stage.journal.entries(old, 0, 9).await.unwrap().is_empty());
        for table in [young, playing] {
            assert!(stage.look(table, Viewer::default()).await.seen.is_some());
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn expired_guests_and_builds_that_no_table_needs_are_deleted() {
    on_each(async |stage| {
        let playing = stage.begin(3).await;
        let passing = stage.host.people().guest("Cy").await.unwrap().player.id;
        let unused = BuildRow {
            sha256: [1; 32],
            game: "old".to_owned(),
            bytes: Arc::from([1]),
            first_used_ms: stage.clock.now_ms(),
        };
        assert!(stage.journal.keep_build(&unused).await.unwrap());
        let is_there = async |player| {
            let found = stage.journal.account(&AccountKey::Id(player)).await.unwrap();
            found.is_some()
        };
        sleep(Duration::from_secs(2 * 60 * 60)).await;
        assert!(is_there(passing).await);
        assert!(stage.journal.build([1; 32]).await.unwrap().is_some());
        stage.clock.set(1_000 * 60 * 60 * 24 * 365);
        sleep(Duration::from_secs(2 * 60 * 60)).await;
        assert!(!is_there(passing).await);
        assert!(is_there(stage.players[1]).await, "they sit at a table");
        assert!(stage.journal.build([1; 32]).await.unwrap().is_none());
        let row = stage.journal.table(playing).await.unwrap().unwrap();
        assert!(stage.journal.build(row.build.unwrap()).await.unwrap().is_some());
    })
    .await;
}

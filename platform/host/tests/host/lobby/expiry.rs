//! Inactive tables are closed.

use std::time::Duration;

use gueridon_game::Seat;
use gueridon_host::host::{Config, TableStatus};
use gueridon_journal::{CloseReason, TableId, TableSettings};

use crate::lobby::stage::{Stage, config, on_each, on_each_with};

const HOUR: i64 = 3_600_000;

async fn closed(stage: &Stage, table: TableId) -> bool {
    stage.info(table).await.state == TableStatus::Closed { why: CloseReason::Expired }
}

/// Waits until the sweep has closed a table.
async fn swept(stage: &Stage, table: TableId) {
    for _ in 0..500 {
        if closed(stage, table).await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it stays open");
}

#[tokio::test]
async fn an_open_table_waits_as_long_as_people_come_and_go() {
    let (open_life, sweep) = (Duration::from_secs(2 * 3_600), Duration::from_millis(20));
    let config = Config { open_life, sweep, ..config() };
    on_each_with(config, async |stage| {
        let host = &stage.host;
        let [kept, left] = [
            stage.open(TableSettings::default()).await,
            stage.open(TableSettings::default()).await,
        ];
        let deadline =
            async |table| stage.journal.table(table).await.unwrap().unwrap().deadline_ms.unwrap();
        let first = deadline(kept).await;
        stage.clock.set(stage.clock.now_ms() + HOUR);
        host.lobby().sit(kept, stage.bo, Some(Seat(0))).await.unwrap();
        assert_eq!(deadline(kept).await, first + HOUR);
        stage.clock.set(stage.clock.now_ms() + HOUR);
        host.lobby().leave(kept, stage.bo).await.unwrap();
        assert_eq!(deadline(kept).await, first + 2 * HOUR);
        swept(&stage, left).await;
        assert!(!closed(&stage, kept).await);
        stage.clock.set(stage.clock.now_ms() + 2 * HOUR);
        swept(&stage, kept).await;
    })
    .await;
}

#[tokio::test]
async fn a_game_at_which_nothing_is_done_for_long_is_closed() {
    on_each(async |stage| {
        let host = &stage.host;
        let life = i64::try_from(Config::default().abandoned_life.as_millis()).unwrap();
        let [quiet, played] = [
            stage.begun(TableSettings::default()).await,
            stage.begun(TableSettings::default()).await,
        ];
        stage.clock.set(stage.clock.now_ms() + life);
        let pick = serde_json::json!({"pick": 1});
        host.tables().play(played, stage.ada, 0, "k".to_owned(), vec![pick].into()).await.unwrap();
        assert_eq!(host.tables().close_abandoned().await.unwrap(), 0, "it is just time");
        stage.clock.set(stage.clock.now_ms() + 1);
        assert_eq!(host.tables().close_abandoned().await.unwrap(), 1);
        assert!(closed(&stage, quiet).await);
        assert_eq!(stage.info(played).await.state, TableStatus::Playing);
        stage.clock.set(stage.clock.now_ms() + life);
        assert_eq!(host.tables().close_abandoned().await.unwrap(), 1);
        assert_eq!(host.tables().close_abandoned().await.unwrap(), 0);
    })
    .await;
}

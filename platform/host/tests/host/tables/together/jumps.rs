//! The machine's clock jumps while a table is played: nobody loses time by it, or gains any.

use std::sync::Arc;
use std::time::Duration;

use gueridon_host::clock::Clock;
use gueridon_host::host::Config;
use gueridon_journal::memory::Memory;
use gueridon_journal::{Beat, Journal, OnTimeUp, Status, TableId};
use serde_json::json;

use super::live;
use crate::tables::stage::{Stage, host_over};

const HOUR_MS: i64 = 3_600_000;
/// How much thinking time each player has, and how much of it these tests may take.
const BANK_S: u32 = 60;
const TAKEN_MS: i64 = 20_000;

fn config() -> Config {
    Config { sweep: Duration::from_millis(20), ..Config::default() }
}

/// A table at which whoever has no time left has lost, on a machine whose clock a test can set.
async fn begun() -> (Stage, TableId) {
    let (journal, clock) = (Arc::new(Memory::of_one_node()), Clock::jumping());
    let host = host_over(&journal, &clock, config()).await;
    let mut players = Vec::new();
    for name in ["Ada", "Bo"] {
        players.push(host.people().guest(name).await.unwrap().player.id);
    }
    let stage = Stage { host, journal, clock, players };
    let table = stage.begin_with(9, 2, 0, live(BANK_S, 0, OnTimeUp::Resign)).await;
    (stage, table)
}

/// How long a seat still has by its deadline.
async fn left_ms(stage: &Stage, table: TableId, seat: usize) -> i64 {
    let faces = &stage.look(table, stage.viewer(0)).await.standing.unwrap().clocks;
    faces[seat].deadline_ms.unwrap() - stage.clock.now_ms()
}

fn is_fair(left_ms: i64) -> bool {
    let bank_ms = i64::from(BANK_S) * 1_000;
    (bank_ms - TAKEN_MS..=bank_ms).contains(&left_ms)
}

#[tokio::test]
async fn a_clock_that_jumps_two_hours_ahead_takes_no_time_from_anybody() {
    let (stage, table) = begun().await;
    let before_ms = stage.clock.now_ms();
    stage.clock.set(before_ms + 2 * HOUR_MS);
    while stage.clock.now_ms() < before_ms + 2 * HOUR_MS {
        // Until it is written down, the time before the jump goes on.
        assert!(stage.clock.now_ms() < before_ms + TAKEN_MS || !outages(&stage).await.is_empty());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Some sweeps later nobody has resigned.
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(stage.status(table).await, Status::Playing);
    for seat in [0, 1] {
        let left_ms = left_ms(&stage, table, seat).await;
        assert!(is_fair(left_ms), "{left_ms}");
    }
    assert_eq!(outages(&stage).await.len(), 1);
    stage.play(table, 0, 0, "a", json!([{"pick": 1}])).await.unwrap();
    // A table that is loaded later has the same clocks.
    let again = host_over(&stage.journal, &stage.clock, config()).await;
    let again = Stage { host: again, ..stage };
    let left_ms = left_ms(&again, table, 1).await;
    assert!(is_fair(left_ms), "{left_ms}");
}

async fn outages(stage: &Stage) -> Vec<std::ops::Range<i64>> {
    stage.journal.outages(i64::MIN).await.unwrap()
}

#[tokio::test]
async fn a_clock_that_is_set_back_gives_nobody_more_time() {
    let (stage, table) = begun().await;
    let before_ms = stage.clock.now_ms();
    stage.clock.set(before_ms - 2 * HOUR_MS);
    for _ in 0..20 {
        assert!((before_ms..before_ms + TAKEN_MS).contains(&stage.clock.now_ms()));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    stage.play(table, 0, 0, "a", json!([{"pick": 1}])).await.unwrap();
    let now_ms = left_ms(&stage, table, 1).await;
    assert!(is_fair(now_ms), "{now_ms}");
    assert!(outages(&stage).await.is_empty());
    // Neither does the next start, on a machine whose clock is right again.
    stage
        .journal
        .beat(&Beat { node: uuid::Uuid::nil(), at_ms: stage.clock.now_ms(), load: None })
        .await
        .unwrap();
    let clock = Clock::jumping();
    clock.set(before_ms - 2 * HOUR_MS);
    let again = host_over(&stage.journal, &clock, config()).await;
    let again = Stage { host: again, clock, ..stage };
    let later_ms = left_ms(&again, table, 1).await;
    assert!(later_ms <= now_ms && is_fair(later_ms), "{later_ms} {now_ms}");
}

#[tokio::test(start_paused = true)]
async fn an_outage_that_a_node_hears_of_later_counts_as_on_the_others() {
    let journal = Arc::new(Memory::interleaving());
    let clock = Clock::standing(1_000);
    let host = host_over(&journal, &clock, super::config()).await;
    let mut players = Vec::new();
    for name in ["Ada", "Bo"] {
        players.push(host.people().guest(name).await.unwrap().player.id);
    }
    let stage = Stage { host, journal, clock, players };
    let table = stage.begin_with(9, 2, 0, live(BANK_S, 0, OnTimeUp::Resign)).await;
    stage.clock.set(31_000);
    stage.play(table, 0, 0, "a", json!([{"pick": 1}])).await.unwrap();
    stage.play(table, 1, 0, "a", json!([{"pick": 2}])).await.unwrap();
    let banks = async |stage: &Stage| {
        let standing = stage.look(table, stage.viewer(0)).await.standing.unwrap();
        standing.clocks.iter().map(|face| face.left_ms).collect::<Vec<_>>()
    };
    let before = banks(&stage).await;
    // Another node was down meanwhile, as was this one, and notes it after these plays.
    assert!(stage.journal.add_outage(11_000..21_000).await.unwrap());
    tokio::time::sleep(Duration::from_secs(7)).await;
    let here = banks(&stage).await;
    let there = host_over(&stage.journal, &stage.clock, super::config()).await;
    let there = banks(&Stage { host: there, ..stage }).await;
    assert_eq!(here, there);
    let given_back = here.iter().zip(&before).map(|(after, before)| after - before);
    assert_eq!(given_back.collect::<Vec<_>>(), [10_000, 10_000]);
}

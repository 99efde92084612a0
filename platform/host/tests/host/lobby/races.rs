//! Races: of many who want the same at once exactly one gets it, and the others are refused.

use futures_util::future::join_all;
use gueridon_game::Seat;
use gueridon_host::host::{OpenTable, TableStatus};
use gueridon_host::refusal::{Answer, Code, Failure};
use gueridon_journal::{PlayerId, Seated, TableId, TableSettings};
use serde_json::json;

use crate::lobby::stage::{Stage, on_each, when_full};

async fn crowd(stage: &Stage) -> Vec<PlayerId> {
    let mut players = Vec::new();
    for number in 0..20 {
        players.push(stage.player(&format!("P{number}")).await);
    }
    players
}

/// How many succeeded; the others were refused with one of these codes.
fn granted<T: std::fmt::Debug>(answers: Vec<Answer<T>>, codes: &[Code]) -> usize {
    let mut count = 0;
    for answer in answers {
        match answer {
            Ok(_) => count += 1,
            Err(Failure::Refused(refused)) => {
                assert!(codes.contains(&refused.code), "{refused}");
                assert!(!refused.to_string().is_empty());
            }
            Err(fault) => panic!("{fault}"),
        }
    }
    count
}

async fn at_once<T: Send + 'static>(
    players: &[PlayerId],
    act: impl Fn(PlayerId) -> tokio::task::JoinHandle<Answer<T>>,
) -> Vec<Answer<T>> {
    let tasks: Vec<_> = players.iter().map(|&player| act(player)).collect();
    join_all(tasks).await.into_iter().map(Result::unwrap).collect()
}

fn sits(
    stage: &Stage,
    table: TableId,
    seat: Option<Seat>,
) -> impl Fn(PlayerId) -> tokio::task::JoinHandle<Answer<Seat>> {
    let host = stage.host.clone();
    move |player| {
        let host = host.clone();
        tokio::spawn(async move { host.lobby().sit(table, player, seat).await })
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_twenty_who_want_one_seat_one_gets_it() {
    on_each(async |stage| {
        let players = crowd(&stage).await;
        let table = stage.open(TableSettings::default()).await;
        let answers = at_once(&players, sits(&stage, table, Some(Seat(1)))).await;
        assert_eq!(granted(answers, &[Code::SeatTaken]), 1);
        assert_eq!(stage.info(table).await.seated.len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_twenty_who_want_any_seat_as_many_sit_as_there_are_and_the_game_begins_once() {
    on_each(async |stage| {
        let players = crowd(&stage).await;
        let wish = OpenTable::of("marathon", Some(json!({"rounds": 1})), 3);
        let wish = OpenTable { settings: when_full(), ..wish };
        let table = stage.host.lobby().open(stage.ada, wish).await.unwrap();
        let answers = at_once(&players, sits(&stage, table, None)).await;
        assert_eq!(granted(answers, &[Code::TableFull, Code::TableStarted]), 3);
        let info = stage.info(table).await;
        assert_eq!((info.seated.len(), info.state), (3, TableStatus::Playing));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_is_left_and_taken_while_the_table_begins_is_somebodys() {
    on_each(async |stage| {
        let (host, ada, bo) = (stage.host.clone(), stage.ada, stage.bo);
        for _ in 0..20 {
            let table = stage.open(TableSettings::default()).await;
            host.lobby().sit(table, ada, Some(Seat(0))).await.unwrap();
            host.lobby().sit(table, bo, Some(Seat(1))).await.unwrap();
            let (leaving, starting) = (host.clone(), host.clone());
            let leave = tokio::spawn(async move { leaving.lobby().leave(table, bo).await });
            let start = tokio::spawn(async move { starting.lobby().start_table(table, ada).await });
            let (left, started) = (leave.await.unwrap(), start.await.unwrap());
            let info = stage.info(table).await;
            assert_eq!(left.is_ok(), started.is_err(), "{left:?} {started:?}");
            assert_eq!(info.state == TableStatus::Playing, started.is_ok());
            assert_eq!(info.seated.len(), if started.is_ok() { 2 } else { 1 });
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_has_one_owner_after_concurrent_transfers() {
    on_each(async |stage| {
        let (host, ada) = (stage.host.clone(), stage.ada);
        let players = crowd(&stage).await;
        let wish = OpenTable::of("marathon", Some(json!({"rounds": 1})), 3);
        let table = host.lobby().open(ada, wish).await.unwrap();
        for player in &players[..3] {
            host.lobby().sit(table, *player, None).await.unwrap();
        }
        let answers = at_once(&players[..3], |player| {
            let host = host.clone();
            tokio::spawn(async move { host.lobby().hand_over(table, ada, player).await })
        })
        .await;
        assert_eq!(granted(answers, &[Code::NotOwner]), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_rematches_open_one_table_and_keep_the_seats() {
    on_each(async |stage| {
        let table = stage.begun(TableSettings::default()).await;
        stage.finish(table).await;
        let host = stage.host.clone();
        let askers: Vec<_> = [stage.ada, stage.bo].into_iter().cycle().take(20).collect();
        let answers = at_once(&askers, |player| {
            let host = host.clone();
            tokio::spawn(async move { host.lobby().rematch(table, player).await })
        })
        .await;
        let next: Vec<TableId> = answers.into_iter().map(Result::unwrap).collect();
        assert!(next.iter().all(|id| *id == next[0]));
        let seated: Vec<_> =
            stage.info(next[0]).await.seated.iter().filter_map(Seated::player).collect();
        assert_eq!(seated, [stage.ada, stage.bo]);
    })
    .await;
}

//! Subscriptions to lists of tables.

use std::sync::Arc;
use std::time::Duration;

use gueridon_game::Seat;
use gueridon_host::host::{
    Config, TableInfo, TableList, TableStatus, TablesSubscription, TablesUpdate, Viewer,
};
use gueridon_host::notices::{LocalNotices, News, Notice, Notices};
use gueridon_host::table::{Proposal, SeatAction};
use gueridon_journal::{CloseReason, TableId, TableRow, TableSettings};
use serde_json::json;
use tokio::time::timeout;
use uuid::Uuid;

use crate::lobby::stage::{Stage, config, host_over, on_each, on_each_with, private};

async fn listen(stage: &Stage, viewer: Viewer, list: TableList) -> TablesSubscription {
    let mut listening = stage.host.lobby().subscribe_to_tables(viewer, list, None).await.unwrap();
    assert_eq!(listening.next().await, Some(TablesUpdate::Listening));
    listening
}

/// The next table in the subscription.
async fn next(listening: &mut TablesSubscription) -> (TableId, Option<Arc<TableInfo>>) {
    match timeout(Duration::from_secs(20), listening.next()).await {
        Ok(Some(TablesUpdate::Table { id, table })) => (id, table),
        other => panic!("{other:?}"),
    }
}

/// Reads until a table has the expected state; notices are collected, so some states may be skipped.
async fn until(
    listening: &mut TablesSubscription,
    id: TableId,
    holds: impl Fn(Option<&TableInfo>) -> bool,
) {
    loop {
        let (told, table) = next(listening).await;
        assert_eq!(told, id);
        if holds(table.as_deref()) {
            return;
        }
    }
}

#[tokio::test]
async fn open_tables_are_listed_until_they_begin_or_close() {
    on_each(async |stage| {
        let mut listening = listen(&stage, Viewer::default(), TableList::Open).await;
        let table = stage.open(TableSettings::default()).await;
        until(&mut listening, table, |table| table.is_some_and(|it| it.seated.is_empty())).await;
        stage.host.lobby().sit(table, stage.ada, Some(Seat(0))).await.unwrap();
        until(&mut listening, table, |table| table.is_some_and(|it| it.seated.len() == 1)).await;
        stage.host.lobby().sit(table, stage.bo, Some(Seat(1))).await.unwrap();
        stage.host.lobby().start_table(table, stage.ada).await.unwrap();
        until(&mut listening, table, |table| table.is_none()).await;
        let other = stage.open(TableSettings::default()).await;
        stage.host.lobby().close_table(other, stage.ada).await.unwrap();
        until(&mut listening, other, |table| table.is_none()).await;
    })
    .await;
}

#[tokio::test]
async fn updates_of_a_private_table_go_only_to_those_who_may_find_it() {
    on_each(async |stage| {
        let (host, ada, bo) = (&stage.host, stage.ada, stage.bo);
        let mut stranger = listen(&stage, stage.cy.into(), TableList::Open).await;
        let mut passer_by = listen(&stage, Viewer::default(), TableList::Open).await;
        let mut invited = listen(&stage, bo.into(), TableList::Open).await;
        let table = stage.open(private()).await;
        host.lobby().invite(table, ada, bo).await.unwrap();
        until(&mut invited, table, |table| table.is_some()).await;
        host.lobby().decline_invitation(table, bo).await.unwrap();
        until(&mut invited, table, |table| table.is_none()).await;
        host.lobby().close_table(table, ada).await.unwrap();
        // The first update for the others is about another table.
        let open = stage.open(TableSettings::default()).await;
        for one in [&mut stranger, &mut passer_by] {
            assert_eq!(next(one).await.0, open);
        }
    })
    .await;
}

#[tokio::test]
async fn own_tables_are_updated_on_invitation_start_turn_and_end() {
    on_each(async |stage| {
        let (host, ada, bo) = (&stage.host, stage.ada, stage.bo);
        let table = stage.open(TableSettings::default()).await;
        let mut hears = listen(&stage, bo.into(), TableList::Of(bo)).await;
        let mut cys = listen(&stage, stage.cy.into(), TableList::Of(stage.cy)).await;
        host.lobby().invite(table, ada, bo).await.unwrap();
        until(&mut hears, table, |table| table.is_some_and(|it| it.state == TableStatus::Open))
            .await;
        host.lobby().sit(table, bo, Some(Seat(1))).await.unwrap();
        until(&mut hears, table, |table| table.is_some_and(|it| it.seated.len() == 1)).await;
        host.lobby().sit(table, ada, Some(Seat(0))).await.unwrap();
        host.lobby().start_table(table, ada).await.unwrap();
        until(&mut hears, table, |table| table.is_some_and(|it| it.state == TableStatus::Playing))
            .await;
        // Bo picks, and it is not Bo's turn any more.
        host.tables()
            .play(table, bo, 0, "k".to_owned(), vec![json!({"pick": 1})].into())
            .await
            .unwrap();
        let (told, info) = next(&mut hears).await;
        assert_eq!((told, info.unwrap().state.clone()), (table, TableStatus::Playing));
        host.tables()
            .play(table, ada, 0, "k".to_owned(), vec![json!({"pick": 1})].into())
            .await
            .unwrap();
        host.tables()
            .play(table, ada, 2, "l".to_owned(), vec![json!({"pass": "YES"})].into())
            .await
            .unwrap();
        until(&mut hears, table, |table| table.is_some_and(|it| it.state == TableStatus::Over))
            .await;
        // Cy gets none of these updates.
        let own = host.lobby().open(stage.cy, stage.wish()).await.unwrap();
        assert_eq!(next(&mut cys).await.0, own);
        host.lobby().sit(own, bo, None).await.unwrap();
        until(&mut hears, own, |table| table.is_some()).await;
        host.lobby().leave(own, bo).await.unwrap();
        until(&mut hears, own, |table| table.is_none()).await;
    })
    .await;
}

#[tokio::test]
async fn tables_in_play_are_listed_until_they_end_however_they_do() {
    on_each(async |stage| {
        let host = &stage.host;
        let mut listening = listen(&stage, Viewer::default(), TableList::OpenOrPlaying).await;
        let mut open_only = listen(&stage, Viewer::default(), TableList::Open).await;
        let is_played =
            |table: Option<&TableInfo>| table.is_some_and(|it| it.state == TableStatus::Playing);
        let finished = stage.begun(TableSettings::default()).await;
        until(&mut listening, finished, is_played).await;
        stage.finish(finished).await;
        until(&mut listening, finished, |table| table.is_none()).await;

        let resigned = stage.begun(TableSettings::default()).await;
        until(&mut listening, resigned, is_played).await;
        host.tables().act(resigned, stage.bo, SeatAction::Resign).await.unwrap();
        until(&mut listening, resigned, |table| table.is_none()).await;

        let aborted = stage.begun(TableSettings::default()).await;
        until(&mut listening, aborted, is_played).await;
        let asked = SeatAction::Propose(Proposal::Abort);
        let asked = host.tables().act(aborted, stage.ada, asked).await.unwrap();
        host.tables().act(aborted, stage.bo, SeatAction::Agree(asked)).await.unwrap();
        until(&mut listening, aborted, |table| table.is_none()).await;

        let abandoned = stage.begun(TableSettings::default()).await;
        until(&mut listening, abandoned, is_played).await;
        let life = i64::try_from(Config::default().abandoned_life.as_millis()).unwrap();
        stage.clock.set(stage.clock.now_ms() + life + 1);
        assert_eq!(host.tables().close_abandoned().await.unwrap(), 1);
        assert_eq!(
            stage.info(abandoned).await.state,
            TableStatus::Closed { why: CloseReason::Expired }
        );
        until(&mut listening, abandoned, |table| table.is_none()).await;

        let unbegun = stage.open(TableSettings::default()).await;
        until(&mut listening, unbegun, |table| table.is_some()).await;
        host.lobby().close_table(unbegun, stage.ada).await.unwrap();
        until(&mut listening, unbegun, |table| table.is_none()).await;
        // Who listens to open tables only is sent none that is not open.
        loop {
            let (id, table) = next(&mut open_only).await;
            assert!(table.as_ref().is_none_or(|it| it.state == TableStatus::Open), "{table:?}");
            if id == unbegun && table.is_none() {
                break;
            }
        }
    })
    .await;
}

#[tokio::test]
async fn the_end_of_a_private_game_reaches_only_those_who_may_find_it() {
    on_each(async |stage| {
        let list = TableList::OpenOrPlaying;
        let mut stranger = listen(&stage, stage.cy.into(), list).await;
        let mut passer_by = listen(&stage, Viewer::default(), list).await;
        let mut player = listen(&stage, stage.bo.into(), list).await;
        let table = stage.begun(private()).await;
        until(&mut player, table, |table| table.is_some_and(|it| it.state == TableStatus::Playing))
            .await;
        stage.finish(table).await;
        until(&mut player, table, |table| table.is_none()).await;
        // The first update for the others is about another table.
        let open = stage.open(TableSettings::default()).await;
        for one in [&mut stranger, &mut passer_by] {
            assert_eq!(next(one).await.0, open);
        }
    })
    .await;
}

#[tokio::test]
async fn a_subscriber_that_does_not_keep_up_has_to_resume() {
    let notices = Arc::new(LocalNotices::new());
    let config = Config { notices: notices.clone(), ..config() };
    on_each_with(config, async |stage| {
        let mut slow = listen(&stage, Viewer::default(), TableList::Open).await;
        let mut quick = listen(&stage, Viewer::default(), TableList::Open).await;
        for number in 0..300 {
            let id = TableId(Uuid::from_u128(number));
            let row = TableRow::opened(id, "marathon".to_owned(), 2, stage.ada, 5);
            assert!(stage.journal.open_table(&row).await.unwrap());
            notices.send(Notice { table: id, news: News::Seats });
            if number % 50 == 49 {
                for _ in 0..50 {
                    next(&mut quick).await;
                }
            }
        }
        let mut last = None;
        while let Some(update) = slow.next().await {
            last = Some(update);
        }
        assert_eq!(last, Some(TablesUpdate::Resume));
        stage.host.stop();
        assert_eq!(quick.next().await, Some(TablesUpdate::Resume));
        assert_eq!(quick.next().await, None);
    })
    .await;
}

#[tokio::test]
async fn changes_on_another_node_arrive_without_a_notice() {
    let config = Config { reread: Duration::from_millis(50), ..config() };
    on_each_with(config.clone(), async |stage| {
        if !stage.journal.is_shared() {
            return;
        }
        let mut hears = listen(&stage, stage.bo.into(), TableList::Open).await;
        let mut own = listen(&stage, stage.bo.into(), TableList::Of(stage.bo)).await;
        // Its notices reach nobody else.
        let config = Config { notices: Arc::new(LocalNotices::new()), ..config.clone() };
        let config = Config { random: gueridon_host::host::Random::of_test(2), ..config };
        let other = host_over(&stage.journal, &stage.clock, config).await;
        let table = other.lobby().open(stage.ada, stage.wish()).await.unwrap();
        until(&mut hears, table, |table| table.is_some()).await;
        other.lobby().invite(table, stage.ada, stage.bo).await.unwrap();
        until(&mut own, table, |table| table.is_some()).await;
        other.lobby().close_table(table, stage.ada).await.unwrap();
        until(&mut hears, table, |table| table.is_none()).await;
        let mut playing = listen(&stage, Viewer::default(), TableList::OpenOrPlaying).await;
        let played = other.lobby().open(stage.ada, stage.wish()).await.unwrap();
        for player in [stage.ada, stage.bo] {
            other.lobby().sit(played, player, None).await.unwrap();
        }
        other.lobby().start_table(played, stage.ada).await.unwrap();
        until(&mut playing, played, |table| {
            table.is_some_and(|it| it.state == TableStatus::Playing)
        })
        .await;
        other.tables().act(played, stage.ada, SeatAction::Resign).await.unwrap();
        until(&mut playing, played, |table| table.is_none()).await;
    })
    .await;
}

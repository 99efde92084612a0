//! What happens without the players: clocks, stand-ins, bots, abandoned tables.

use std::time::Duration;

use gueridon_game::Seat;
use gueridon_host::host::{OpenTable, TableStatus, Update, Viewer};
use gueridon_host::refusal::Code;
use gueridon_host::table::{Condition, SeatAction, TableAction, read_score};
use gueridon_journal::{CloseReason, Journal, OnTimeUp, Status, TableSettings};
use serde_json::json;
use tokio::time::sleep;

use super::{config, live, on_each};
use crate::marathon::POLITE;
use crate::refusals::code;
use crate::tables::stage::{EN, Stage, host_over};

#[tokio::test(start_paused = true)]
async fn a_player_who_resigns_ranks_last_and_the_table_ends_when_one_is_left() {
    on_each(async |stage| {
        let table = stage.begin_with(1_000, 3, 0, TableSettings::default()).await;
        let mut heard = stage.host.watching().subscribe(table, stage.viewer(1), 0).await.unwrap();
        assert_eq!(stage.act(table, 0, SeatAction::Resign).await, Ok(1));
        assert_eq!(stage.act(table, 0, SeatAction::Resign).await, Ok(1));
        let play = stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await;
        assert_eq!(code(play), Code::Resigned);
        // Somebody plays on for Ada.
        sleep(Duration::from_secs(5)).await;
        let entries = stage.host.watching().entries(table, stage.viewer(1), 1, 1).await.unwrap();
        assert!(entries[0].is_stand_in);
        assert_eq!(entries[0].seat, Some(Seat(0)));
        let ended = stage.act(table, 2, SeatAction::Resign).await.unwrap();
        let look = stage.look(table, stage.viewer(1)).await;
        assert_eq!(look.table.state, TableStatus::Over);
        let score = read_score(&look.seen.unwrap().score).unwrap();
        let ranks: Vec<u8> = score.seats.iter().map(|seat| seat.rank).collect();
        assert!(score.is_final);
        assert_eq!(ranks, [2, 1, 2]);
        assert_eq!(stage.status(table).await, Status::Over);
        let row = stage.journal.table(table).await.unwrap().unwrap();
        assert!(row.result.unwrap().contains("\"isFinal\":true"));
        let mut last = 0;
        while let Some(update) = heard.next().await {
            if let Update::Entry(seq) = update {
                last = seq;
            }
        }
        assert_eq!(last, ended);
        stage.looks(table).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_table_of_bots_alone_is_closed_when_nobody_has_looked_at_it_for_a_while() {
    on_each(async |stage| {
        let begin = async || {
            let open = OpenTable::of("marathon", Some(json!({ "rounds": 900_000 })), 2);
            let table = stage.host.lobby().open(stage.players[0], open).await.unwrap();
            for seat in [0, 1] {
                let (lobby, bot) = (stage.host.lobby(), Default::default());
                lobby.seat_bot(table, stage.players[0], Seat(seat), bot).await.unwrap();
            }
            stage.host.lobby().start_table(table, stage.players[0]).await.map(|()| table)
        };
        let (watched, unwatched) = (begin().await.unwrap(), begin().await.unwrap());
        let heard = stage.host.watching().subscribe(watched, Viewer::default(), 0).await.unwrap();
        sleep(Duration::from_secs(250)).await;
        assert_eq!(stage.status(unwatched).await, Status::Playing);
        sleep(Duration::from_secs(100)).await;
        let row = stage.journal.table(unwatched).await.unwrap().unwrap();
        assert_eq!((row.status, row.closed), (Status::Closed, Some(CloseReason::Expired)));
        assert_eq!(stage.status(watched).await, Status::Playing);
        // Three may be in play at a time.
        begin().await.unwrap();
        begin().await.unwrap();
        assert_eq!(code(begin().await), Code::TooManyTables);
        drop(heard);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn when_time_is_up_a_stand_in_plays_until_the_player_is_back() {
    on_each(async |stage| {
        let table = stage.begin_with(1_000, 2, 0, live(60, 5, OnTimeUp::StandIn)).await;
        stage.clock.set(51_000);
        stage.play(table, 1, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        let row = stage.journal.table(table).await.unwrap().unwrap();
        assert_eq!(row.deadline_ms, Some(61_000));
        sleep(Duration::from_secs(9)).await;
        assert_eq!(stage.condition(table, 0).await, Condition::Playing);
        stage.clock.set(61_000);
        sleep(Duration::from_secs(9)).await;
        assert_eq!(stage.condition(table, 0).await, Condition::Away);
        let entries = stage.host.watching().entries(table, stage.viewer(1), 1, 9).await.unwrap();
        assert_eq!(
            entries[0].action.as_ref().map(|(action, _)| *action),
            Some(TableAction::TimeUp)
        );
        assert!(entries[1].is_stand_in);
        // Ada can do nothing until she says that she is back.
        stage.act(table, 0, SeatAction::Return).await.unwrap();
        assert_eq!(stage.condition(table, 0).await, Condition::Playing);
        let face = stage.look(table, stage.viewer(0)).await.standing.unwrap().clocks[0];
        assert_eq!(face.left_ms, 10_000);
        stage.looks(table).await;
    })
    .await;
}

#[tokio::test]
async fn a_play_that_comes_too_late_brings_its_player_back_but_not_the_time() {
    on_each(async |stage| {
        let table = stage.begin_with(1_000, 2, 0, live(60, 5, OnTimeUp::StandIn)).await;
        stage.clock.set(61_001);
        let played = stage.play(table, 0, 0, "late", json!([{ "pick": 1 }])).await;
        let played = played.unwrap();
        let entries = stage
            .host
            .watching()
            .entries(table, stage.viewer(1), 0, played as usize)
            .await
            .unwrap();
        let acts =
            entries.iter().map(|entry| (entry.seat, entry.action.as_ref().map(|action| action.0)));
        let acts: Vec<_> = acts.collect();
        assert!(acts.contains(&(Some(Seat(0)), Some(TableAction::TimeUp))), "{acts:?}");
        assert!(acts.contains(&(Some(Seat(0)), Some(TableAction::Return))), "{acts:?}");
        assert_eq!(stage.condition(table, 0).await, Condition::Playing);
        let face = stage.look(table, stage.viewer(0)).await.standing.unwrap().clocks[0];
        assert_eq!(face.left_ms, 15_000);
        stage.looks(table).await;
        let strict = stage.begin_with(1_000, 3, 0, live(60, 5, OnTimeUp::Resign)).await;
        for who in [1, 2] {
            stage.play(strict, who, 0, "in time", json!([{ "pick": 1 }])).await.unwrap();
        }
        stage.clock.set(200_000);
        let late = stage.play(strict, 0, 0, "late", json!([{ "pick": 1 }])).await;
        assert!([Code::TimeUp, Code::Resigned].contains(&code(late)));
        assert_eq!(stage.condition(strict, 0).await, Condition::Resigned);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_seat_whose_time_is_up_resigns_where_that_was_agreed_on() {
    on_each(async |stage| {
        let table = stage.begin_with(1_000, 2, 0, live(60, 5, OnTimeUp::Resign)).await;
        stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        stage.clock.set(61_000);
        sleep(Duration::from_secs(9)).await;
        let look = stage.look(table, stage.viewer(0)).await;
        assert_eq!(look.table.state, TableStatus::Over);
        let score = read_score(&look.seen.unwrap().score).unwrap();
        let ranks = score.seats.iter().map(|one| one.rank).collect::<Vec<_>>();
        assert_eq!(ranks, [1, 2]);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn time_in_which_no_node_was_up_is_given_back() {
    on_each(async |stage| {
        let table = stage.begin_with(1_000, 2, 0, live(60, 5, OnTimeUp::StandIn)).await;
        stage.clock.set(31_000);
        // Long enough for a heartbeat of the node.
        sleep(Duration::from_secs(20)).await;
        stage.host.stop();
        stage.clock.set(9_031_000);
        let host = host_over(&stage.journal, &stage.clock, config()).await;
        let stage = Stage { host, ..stage };
        sleep(Duration::from_secs(9)).await;
        assert_eq!(stage.condition(table, 0).await, Condition::Playing);
        let face = stage.look(table, stage.viewer(0)).await.standing.unwrap().clocks[0];
        assert_eq!(face.deadline_ms, Some(9_061_000));
        stage.clock.set(9_061_000);
        sleep(Duration::from_secs(9)).await;
        assert_eq!(stage.condition(table, 0).await, Condition::Away);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn bots_play_a_game_to_its_end_with_and_without_people() {
    on_each(async |stage| {
        let table = stage.begin_with(2, 0, 4, TableSettings::default()).await;
        let with_ada = stage.begin_with(2, 1, 3, TableSettings::default()).await;
        for _ in 0..100 {
            sleep(Duration::from_secs(10)).await;
            let look = stage.look(with_ada, stage.viewer(0)).await;
            let seen = look.seen.unwrap();
            if let Some(choice) = seen.moves.last() {
                let (key, steps) = (look.seq.to_string(), format!("[{}]", choice.step));
                let steps = serde_json::from_str(&steps).unwrap();
                stage.play(with_ada, 0, look.since.unwrap(), &key, steps).await.unwrap();
            }
        }
        assert_eq!(stage.status(table).await, Status::Over);
        assert_eq!(stage.status(with_ada).await, Status::Over);
        let entries =
            stage.host.watching().entries(table, Viewer::default(), 0, 999).await.unwrap();
        assert!(entries.iter().all(|entry| entry.is_stand_in));
        let words = &entries[0].told[0].words;
        assert!(words.get(EN).starts_with("Chance "), "{words:?}");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_bots_table_is_played_on_by_another_node_when_its_own_is_gone() {
    on_each(async |stage| {
        let table = stage.begin_with(5, 0, 3, TableSettings::default()).await;
        sleep(Duration::from_secs(2)).await;
        stage.host.stop();
        let seq = |entries: Vec<_>| entries.len();
        let before = seq(stage.journal.entries(table, 0, 999).await.unwrap());
        assert!(before > 0);
        stage.clock.set(100_000);
        let _other = host_over(&stage.journal, &stage.clock, config()).await;
        // What fails at first, on a machine that is busy, is tried again in some minutes.
        for minutes in 1..=30 {
            stage.clock.set(100_000 + minutes * 60_000);
            sleep(Duration::from_secs(60)).await;
        }
        assert_eq!(stage.status(table).await, Status::Over);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_stand_in_plays_for_a_deleted_account() {
    on_each(async |stage| {
        let table = stage.begin(1_000).await;
        stage.play(table, 1, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        let ada = stage.host.people().guest("Ada").await.unwrap();
        let table_of_ada = {
            let open = OpenTable::of("marathon", Some(json!({ "rounds": 1_000 })), 2);
            let table = stage.host.lobby().open(ada.player.id, open).await.unwrap();
            stage.host.lobby().sit(table, ada.player.id, None).await.unwrap();
            stage.host.lobby().sit(table, stage.players[1], None).await.unwrap();
            stage.host.lobby().start_table(table, ada.player.id).await.unwrap();
            table
        };
        let known =
            stage.host.people().accounts().authenticate(ada.token.secret()).await.unwrap().unwrap();
        stage.host.people().delete_account(&known, None, None).await.unwrap();
        sleep(Duration::from_secs(20)).await;
        assert_eq!(stage.condition(table_of_ada, 0).await, Condition::Gone);
        let entries =
            stage.host.watching().entries(table_of_ada, stage.viewer(1), 0, 9).await.unwrap();
        assert!(entries[0].is_stand_in);
        // At the other table nobody was missing.
        assert_eq!(stage.look(table, stage.viewer(0)).await.seq, 1);
    })
    .await;
}

#[tokio::test]
async fn an_abandoned_table_is_closed() {
    on_each(async |stage| {
        let table = stage.begin(3).await;
        stage.clock.set(50_000);
        stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        assert!(!stage.host.tables().expire(table, 49_999).await.unwrap());
        assert!(stage.host.tables().expire(table, 50_000).await.unwrap());
        assert!(!stage.host.tables().expire(table, 50_000).await.unwrap());
        let look = stage.look(table, stage.viewer(0)).await;
        assert_eq!(look.table.state, TableStatus::Closed { why: CloseReason::Expired });
        assert_eq!(stage.status(table).await, Status::Closed);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_table_at_which_nobody_sits_down_is_closed() {
    on_each(async |stage| {
        let table = stage.open(3).await;
        sleep(Duration::from_secs(3)).await;
        assert_eq!(stage.status(table).await, Status::Open);
        stage.clock.set(1_000 + 24 * 3_600_000);
        sleep(Duration::from_secs(3)).await;
        assert_eq!(stage.status(table).await, Status::Closed);
        assert_eq!(
            code(stage.host.lobby().sit(table, stage.players[0], None).await),
            Code::TableClosed
        );
        let start = stage.host.lobby().start_table(table, stage.players[0]).await;
        assert_eq!(code(start), Code::TableClosed);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn whoever_is_away_is_stood_in_for_by_declining_what_can_be_declined() {
    on_each(async |stage| {
        let settings = live(60, 5, OnTimeUp::StandIn);
        let table = stage.begin_with(POLITE, 2, 0, settings).await;
        stage.clock.set(61_001);
        sleep(Duration::from_secs(9)).await;
        for seat in [0, 1] {
            assert_eq!(stage.condition(table, seat).await, Condition::Away);
        }
        sleep(Duration::from_secs(60)).await;
        let entries = stage.host.watching().entries(table, stage.viewer(0), 0, 99).await.unwrap();
        let told = entries.iter().flat_map(|entry| &entry.told);
        let (mut passed, mut drawn) = (0, 0);
        for event in told {
            passed += usize::from(event.event.get().contains("Passed"));
            drawn += usize::from(event.event.get().contains("Drew"));
        }
        // To draw a card wins a point: a stand-in that thinks does.
        assert!(passed > 5 && drawn == 0, "{passed} {drawn}");
    })
    .await;
}

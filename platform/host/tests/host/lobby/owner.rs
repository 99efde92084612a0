//! What the owner of a table may do, and nobody else.

use gueridon_game::Seat;
use gueridon_host::host::{OpenTable, TableStatus, Update};
use gueridon_host::people::{NewPlayer, Password};
use gueridon_host::refusal::Code;
use gueridon_journal::{Bot, ClockRule, CloseReason, Nights, Sitter, TableSettings};
use serde_json::json;

use crate::lobby::stage::{EN, config, on_each, on_each_with, when_full};
use crate::refusals::code;

#[tokio::test]
async fn only_the_owner_decides_about_a_table_before_it_begins() {
    on_each(async |stage| {
        let (host, ada, bo) = (&stage.host, stage.ada, stage.bo);
        let table = stage.open(TableSettings::default()).await;
        host.lobby().sit(table, bo, Some(Seat(0))).await.unwrap();
        assert_eq!(code(host.lobby().start_table(table, bo).await), Code::NotOwner);
        assert_eq!(code(host.lobby().hand_over(table, bo, bo).await), Code::NotOwner);
        assert_eq!(code(host.lobby().remove_from_seat(table, bo, Seat(0)).await), Code::NotOwner);
        assert_eq!(
            code(host.lobby().seat_bot(table, bo, Seat(1), Bot::Random).await),
            Code::NotOwner
        );
        assert_eq!(code(host.lobby().close_table(table, bo).await), Code::NotOwner);

        assert_eq!(code(host.lobby().remove_from_seat(table, ada, Seat(1)).await), Code::SeatFree);
        assert_eq!(
            code(host.lobby().remove_from_seat(table, ada, Seat(2)).await),
            Code::NoSuchSeat
        );
        assert_eq!(
            code(host.lobby().seat_bot(table, ada, Seat(0), Bot::Random).await),
            Code::SeatTaken
        );
        assert_eq!(
            code(host.lobby().seat_bot(table, ada, Seat(2), Bot::Random).await),
            Code::NoSuchSeat
        );
        host.lobby().seat_bot(table, ada, Seat(1), Bot::Random).await.unwrap();
        assert_eq!(code(host.lobby().sit(table, ada, None).await), Code::TableFull);
        host.lobby().remove_from_seat(table, ada, Seat(0)).await.unwrap();
        let seated = stage.info(table).await.seated;
        assert!(matches!(seated[..], [ref one] if one.who == Sitter::Bot(Bot::Random)));

        assert_eq!(code(host.lobby().hand_over(table, ada, bo).await), Code::NotHere);
        host.lobby().sit(table, bo, None).await.unwrap();
        host.lobby().hand_over(table, ada, bo).await.unwrap();
        assert_eq!(code(host.lobby().start_table(table, ada).await), Code::NotOwner);
        host.lobby().start_table(table, bo).await.unwrap();
        host.lobby().start_table(table, bo).await.unwrap();
        assert_eq!(code(host.lobby().close_table(table, bo).await), Code::TableStarted);
        assert_eq!(
            code(host.lobby().seat_bot(table, bo, Seat(0), Bot::Random).await),
            Code::TableStarted
        );
    })
    .await;
}

#[tokio::test]
async fn an_owner_closes_a_table_before_it_begins() {
    on_each(async |stage| {
        let (host, ada, bo) = (&stage.host, stage.ada, stage.bo);
        let table = stage.open(TableSettings::default()).await;
        let mut listening = host.watching().subscribe(table, bo.into(), 0).await.unwrap();
        host.lobby().close_table(table, ada).await.unwrap();
        assert_eq!(
            stage.info(table).await.state,
            TableStatus::Closed { why: CloseReason::Cancelled }
        );
        let look = host.watching().look(table, bo.into(), EN).await.unwrap();
        assert_eq!(look.table.state, TableStatus::Closed { why: CloseReason::Cancelled });
        assert!(matches!(listening.next().await, Some(Update::Table)));
        assert!(listening.next().await.is_none());
        assert!(
            host.watching().subscribe(table, bo.into(), 0).await.unwrap().next().await.is_none()
        );
        let play =
            host.tables().play(table, bo, 0, "k".to_owned(), vec![json!({"pick": 1})].into());
        assert_eq!(code(play.await), Code::TableClosed);
        assert_eq!(code(host.lobby().sit(table, bo, None).await), Code::TableClosed);
        assert_eq!(code(host.lobby().close_table(table, ada).await), Code::TableClosed);
        assert_eq!(code(host.lobby().start_table(table, ada).await), Code::TableClosed);
    })
    .await;
}

#[tokio::test]
async fn a_table_passes_to_its_first_player_when_its_owner_leaves() {
    on_each(async |stage| {
        let (host, ada, bo, cy) = (&stage.host, stage.ada, stage.bo, stage.cy);
        let table = stage.open(TableSettings::default()).await;
        host.lobby().sit(table, ada, Some(Seat(0))).await.unwrap();
        host.lobby().leave(table, ada).await.unwrap();
        assert_eq!(stage.info(table).await.owner, ada, "nobody else is there");
        host.lobby().sit(table, ada, Some(Seat(0))).await.unwrap();
        host.lobby().sit(table, bo, Some(Seat(1))).await.unwrap();
        host.lobby().leave(table, ada).await.unwrap();
        assert_eq!(stage.info(table).await.owner, bo);
        // A deleted account leaves its tables too.
        let signed = host.people().guest("Dee").await.unwrap();
        let dee =
            host.people().accounts().authenticate(signed.token.secret()).await.unwrap().unwrap();
        let wish = OpenTable::of("marathon", Some(json!({"rounds": 1})), 2);
        let [alone, shared] = [
            host.lobby().open(dee.player.id, wish.clone()).await,
            host.lobby().open(dee.player.id, wish).await,
        ]
        .map(Result::unwrap);
        host.lobby().sit(shared, cy, None).await.unwrap();
        host.people().delete_account(&dee, None, None).await.unwrap();
        assert_eq!(stage.info(shared).await.owner, cy);
        assert_eq!(stage.info(alone).await.owner, dee.player.id);
        host.lobby().sit(alone, bo, None).await.unwrap();
        assert_eq!(stage.info(alone).await.owner, bo);
    })
    .await;
}

#[tokio::test]
async fn a_table_of_bots_alone_is_begun_by_its_owner() {
    on_each(async |stage| {
        let (host, ada) = (&stage.host, stage.ada);
        let table = stage.open(TableSettings::default()).await;
        for seat in 0..2 {
            host.lobby().seat_bot(table, ada, Seat(seat), Bot::Random).await.unwrap();
        }
        host.lobby().start_table(table, ada).await.unwrap();
        assert_eq!(stage.info(table).await.state, TableStatus::Playing);
    })
    .await;
}

#[tokio::test]
async fn the_last_seat_begins_a_table_that_begins_when_it_is_full() {
    on_each(async |stage| {
        let (host, ada, bo) = (&stage.host, stage.ada, stage.bo);
        let table = stage.open(when_full()).await;
        host.lobby().sit(table, ada, None).await.unwrap();
        assert_eq!(stage.info(table).await.state, TableStatus::Open);
        host.lobby().sit(table, bo, None).await.unwrap();
        assert_eq!(stage.info(table).await.state, TableStatus::Playing);
        // Its owner, who may start it at the same time, is not refused.
        host.lobby().start_table(table, ada).await.unwrap();
        let table = stage.open(when_full()).await;
        host.lobby().sit(table, bo, None).await.unwrap();
        host.lobby().seat_bot(table, ada, Seat(1), Bot::Random).await.unwrap();
        assert_eq!(stage.info(table).await.state, TableStatus::Playing);
    })
    .await;
}

#[tokio::test]
async fn the_number_of_open_tables_per_player_is_limited() {
    let config = gueridon_host::host::Config { most_tables: 2, ..config() };
    on_each_with(config, async |stage| {
        let (host, ada) = (&stage.host, stage.ada);
        let first = stage.open(TableSettings::default()).await;
        stage.open(TableSettings::default()).await;
        assert_eq!(code(host.lobby().open(ada, stage.wish()).await), Code::TooManyTables);
        host.lobby().open(stage.bo, stage.wish()).await.unwrap();
        host.lobby().close_table(first, ada).await.unwrap();
        stage.open(TableSettings::default()).await;
    })
    .await;
}

#[tokio::test]
async fn a_guest_may_have_fewer_tables_than_a_registered_player() {
    let config =
        gueridon_host::host::Config { most_tables: 3, most_tables_of_guest: 1, ..config() };
    on_each_with(config, async |stage| {
        let (host, ada) = (&stage.host, stage.ada);
        stage.open(TableSettings::default()).await;
        assert_eq!(code(host.lobby().open(ada, stage.wish()).await), Code::TooManyTables);
        let new = NewPlayer {
            name: "Élodie".to_owned(),
            password: Password::new("correct horse"),
            email: None,
            label: String::new(),
        };
        let elodie = host.people().register(None, new, None).await.unwrap().player.id;
        for _ in 0..3 {
            host.lobby().open(elodie, stage.wish()).await.unwrap();
        }
        assert_eq!(code(host.lobby().open(elodie, stage.wish()).await), Code::TooManyTables);
    })
    .await;
}

#[tokio::test]
async fn settings_are_kept_and_invalid_ones_refused() {
    on_each(async |stage| {
        let nights = Nights { from: 1_320, to: 480, zone: "Europe/Paris".to_owned() };
        let letter =
            |decision, nights| ClockRule::Correspondence { decision, nights: Some(nights) };
        let settings = TableSettings {
            clock: Some(letter(3_600, nights.clone())),
            ..TableSettings::default()
        };
        let table = stage.open(settings.clone()).await;
        assert_eq!(stage.info(table).await.settings, settings);
        let bad = TableSettings { clock: Some(letter(1, nights)), ..TableSettings::default() };
        let wish = OpenTable { settings: bad, ..stage.wish() };
        assert_eq!(code(stage.host.lobby().open(stage.ada, wish).await), Code::BadSettings);
    })
    .await;
}

#[tokio::test]
async fn a_registered_player_is_found_by_the_whole_name_alone() {
    on_each(async |stage| {
        let new = NewPlayer {
            name: "Élodie".to_owned(),
            password: Password::new("correct horse"),
            email: None,
            label: String::new(),
        };
        let signed = stage.host.people().register(None, new, None).await.unwrap();
        let by_name = async |name| stage.host.lobby().player_by(None, Some(name)).await.unwrap();
        assert_eq!(by_name("élodie").await.unwrap().id, signed.player.id);
        assert_eq!(by_name("élo").await, None);
        assert_eq!(by_name("Ada").await, None, "anybody may be called as a guest is");
        let ada = stage.host.lobby().player_by(Some(stage.ada), None).await.unwrap().unwrap();
        assert_eq!(ada.name, "Ada");
    })
    .await;
}

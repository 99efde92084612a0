//! Before a table begins, and what needs no table.

use gueridon_game::Seat;
use gueridon_host::host::OpenTable;
use gueridon_host::refusal::{Code, Failure};
use gueridon_journal::{PlayerId, Status, TablePage};
use serde_json::{Value, json};

use crate::refusals::code;
use crate::tables::stage::{EN, on_each};

#[tokio::test]
async fn seats_are_taken_and_left_only_before_the_beginning() {
    on_each(async |stage| {
        let (host, [ada, bo, cy]) =
            (&stage.host, <[PlayerId; 3]>::try_from(stage.players.clone()).unwrap());
        let table = stage.open(1).await;
        assert_eq!(host.lobby().sit(table, ada, Some(Seat(1))).await.unwrap(), Seat(1));
        assert_eq!(host.lobby().sit(table, ada, None).await.unwrap(), Seat(1));
        assert_eq!(code(host.lobby().sit(table, ada, Some(Seat(0))).await), Code::AlreadySeated);
        assert_eq!(code(host.lobby().sit(table, bo, Some(Seat(1))).await), Code::SeatTaken);
        assert_eq!(code(host.lobby().sit(table, bo, Some(Seat(2))).await), Code::NoSuchSeat);
        assert_eq!(code(host.lobby().start_table(table, ada).await), Code::NotAllSeated);
        assert_eq!(host.lobby().sit(table, bo, None).await.unwrap(), Seat(0));
        assert_eq!(code(host.lobby().sit(table, cy, None).await), Code::TableFull);
        assert_eq!(code(host.lobby().leave(table, cy).await), Code::NotSeated);
        assert_eq!(code(host.lobby().start_table(table, cy).await), Code::NotOwner);
        host.lobby().leave(table, bo).await.unwrap();
        assert_eq!(host.lobby().sit(table, cy, None).await.unwrap(), Seat(0));
        assert_eq!(
            code(host.tables().play(table, cy, 0, "k".into(), vec![].into()).await),
            Code::NotStarted
        );
        assert_eq!(code(host.lobby().start_table(table, cy).await), Code::NotOwner);
        host.lobby().start_table(table, ada).await.unwrap();
        host.lobby().start_table(table, ada).await.unwrap();
        assert_eq!(code(host.lobby().leave(table, ada).await), Code::TableStarted);
        assert_eq!(code(host.lobby().sit(table, bo, None).await), Code::TableStarted);
        assert_eq!(code(host.lobby().start_table(table, cy).await), Code::TableStarted);
        assert_eq!(
            code(host.tables().play(table, bo, 0, "k".into(), vec![].into()).await),
            Code::NotSeated
        );
    })
    .await;
}

#[tokio::test]
async fn a_table_that_cannot_be_dealt_is_not_opened() {
    on_each(async |stage| {
        let open = async |game: &str, options: Value, seats| {
            let table = OpenTable::of(game, Some(options), seats);
            let answer = stage.host.lobby().open(stage.players[0], table).await;
            if let Err(Failure::Refused(refused)) = &answer {
                assert!(!refused.to_string().contains('{'), "{refused}");
            }
            code(answer)
        };
        assert_eq!(open("chess", json!({}), 2).await, Code::UnknownGame);
        assert_eq!(open("marathon", json!({}), 9).await, Code::BadSeats);
        assert_eq!(open("marathon", json!({"rounds": 0}), 2).await, Code::BadOptions);
        assert_eq!(open("marathon", json!({"length": 2}), 2).await, Code::BadOptions);
        assert_eq!(
            open("marathon", json!({"rounds": "1".repeat(17_000)}), 2).await,
            Code::BadOptions
        );
        assert!(stage.host.lobby().tables(&TablePage::default()).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_player_is_identified_by_the_token_alone() {
    on_each(async |stage| {
        let signed = stage.host.people().guest("  Éloïse ").await.unwrap();
        assert_eq!(signed.player.name, "Éloïse");
        assert_eq!(signed.token.secret().len(), 64);
        let known = stage.host.people().player(signed.token.secret()).await.unwrap();
        assert_eq!(known, Some(signed.player));
        assert_eq!(stage.host.people().player(&"0".repeat(64)).await.unwrap(), None);
        for name in ["", "   ", "a\u{7}b", "{seat:1}", &"x".repeat(41)] {
            assert_eq!(code(stage.host.people().guest(name).await), Code::BadName, "{name:?}");
        }
        assert!(!format!("{:?}", signed.token).contains(signed.token.secret()));
    })
    .await;
}

#[tokio::test]
async fn a_catalogue_is_read_by_game_and_options() {
    on_each(async |stage| {
        let items = stage.host.games().catalogue("marathon", None).await.unwrap();
        assert_eq!((items[0].key.as_str(), items[0].name.get(EN)), ("shoe", "Shoe"));
        let bad = stage.host.games().catalogue("marathon", Some(json!({"x": 1}))).await;
        assert_eq!(code(bad), Code::BadOptions);
        assert_eq!(code(stage.host.games().catalogue("chess", None).await), Code::UnknownGame);
    })
    .await;
}

#[tokio::test]
async fn tables_are_listed_newest_first_and_page_by_page() {
    on_each(async |stage| {
        let mut opened = Vec::new();
        for ms in 0..5 {
            stage.clock.set(2_000 + ms);
            opened.push(stage.open(1).await);
        }
        opened.reverse();
        let list = async |page: TablePage| {
            let tables = stage.host.lobby().tables(&page).await.unwrap();
            tables.into_iter().map(|table| table.id).collect::<Vec<_>>()
        };
        assert_eq!(list(TablePage { first: 2, ..TablePage::default() }).await, opened[..2]);
        let next = TablePage { first: 9, before: Some(opened[1]), ..TablePage::default() };
        assert_eq!(list(next).await, opened[2..]);
        stage.host.lobby().sit(opened[3], stage.players[2], None).await.unwrap();
        // Of open tables those come first at which somebody waits.
        let open = TablePage { status: Some(Status::Open), ..TablePage::default() };
        let order = [opened[3], opened[0], opened[1], opened[2], opened[4]];
        assert_eq!(list(open.clone()).await, order);
        for (at, before) in (1..).zip(order) {
            let page = TablePage { first: 2, before: Some(before), ..open.clone() };
            assert_eq!(list(page).await, order[at..order.len().min(at + 2)]);
        }
        let mine = TablePage { player: Some(stage.players[2]), ..TablePage::default() };
        assert_eq!(list(mine).await, [opened[3]]);
    })
    .await;
}

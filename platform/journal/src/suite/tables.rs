//! Tables and their entries.

use std::sync::Arc;

use crate::{Entry, Journal, Seated, Standing, Status, TableEnd, TablePage, TableRow, TableUpdate};
use gueridon_game::{Seat, Seats};

use super::{BUILD, entry, furnished, player, row, start, table, token};

pub async fn what_is_written_is_read_as_it_was(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let read = journal.table(table(1)).await.unwrap().unwrap();
    let (seed, build) = (Some([4; 32]), Some(BUILD));
    let status = Status::Playing;
    let seated = read.seated.clone();
    let starter = Some(player(1));
    let begun = TableRow {
        status,
        build,
        seed,
        started_ms: Some(8),
        starter,
        to_act: Seats::just(Seat(1)),
        deadline_ms: Some(9),
        seated,
        ..row(1)
    };
    assert_eq!(read, begun);
    assert_eq!(read.seed, seed);
    assert_eq!(read.seat_of(player(2)), Some(Seat(1)));
    let name = "Player 1".to_owned();
    let seated = Seated::of(Seat(0), player(1), name, Standing::Guest);
    assert_eq!(read.at(Seat(0)), Some(&seated));
    let build = journal.build(BUILD).await.unwrap().unwrap();
    assert_eq!((&*build.bytes, build.first_used_ms), (&[1, 2, 3][..], 3));
    assert!(journal.build([0; 32]).await.unwrap().is_none());
    let (known, account) = journal.token([2; 32]).await.unwrap().unwrap();
    assert_eq!((known, account.player.id), (token(2), player(2)));
    assert!(journal.token([8; 32]).await.unwrap().is_none());
    assert!(journal.table(table(7)).await.unwrap().is_none());
    let written = entry(1, 1, 0, "a");
    assert!(journal.append(&written, &TableUpdate::default()).await.unwrap());
    assert_eq!(journal.entries(table(1), 0, 9).await.unwrap(), [written]);
}

pub async fn a_number_is_taken_once_and_a_key_once_by_each_seat(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(journal.append(&entry(1, 1, 0, "a"), &TableUpdate::default()).await.unwrap());
    assert!(!journal.append(&entry(1, 1, 1, "b"), &TableUpdate::default()).await.unwrap());
    assert!(!journal.append(&entry(1, 2, 0, "a"), &TableUpdate::default()).await.unwrap());
    assert!(journal.append(&entry(1, 2, 1, "a"), &TableUpdate::default()).await.unwrap());
    let by_host = |seq| Entry { seat: None, ..entry(1, seq, 0, "a") };
    assert!(journal.append(&by_host(3), &TableUpdate::default()).await.unwrap());
    assert!(!journal.append(&by_host(4), &TableUpdate::default()).await.unwrap());
    let seqs = journal.entries(table(1), 1, 9).await.unwrap();
    assert_eq!(seqs.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(journal.entries(table(1), 0, 1).await.unwrap().len(), 1);
    assert!(journal.entries(table(1), u64::MAX, 9).await.unwrap().is_empty());
}

pub async fn seats_follow_their_conditions(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(journal.open_table(&row(2)).await.unwrap());
    assert!(!journal.open_table(&row(2)).await.unwrap());
    assert!(journal.sit(table(2), Seat(1), player(1)).await.unwrap());
    assert!(!journal.sit(table(2), Seat(1), player(2)).await.unwrap());
    assert!(!journal.sit(table(2), Seat(0), player(1)).await.unwrap());
    assert!(!journal.sit(table(2), Seat(2), player(2)).await.unwrap());
    assert!(!journal.sit(table(7), Seat(0), player(2)).await.unwrap());
    assert!(!journal.start(&start(2)).await.unwrap());
    assert!(journal.leave(table(2), player(1)).await.unwrap());
    assert!(!journal.leave(table(2), player(1)).await.unwrap());
    // Table 1 has begun.
    assert!(!journal.sit(table(1), Seat(0), player(3)).await.unwrap());
    assert!(!journal.leave(table(1), player(1)).await.unwrap());
    assert!(!journal.start(&start(1)).await.unwrap());
}

pub async fn an_entry_that_ends_the_game_ends_the_table(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let last = Entry { ends: true, ..entry(1, 1, 0, "a") };
    let score = "{}".to_owned();
    let after =
        TableUpdate { end: Some(TableEnd::Over(Some(score.clone()))), ..TableUpdate::default() };
    assert!(journal.append(&last, &after).await.unwrap());
    let over = journal.table(table(1)).await.unwrap().unwrap();
    assert_eq!((over.status, over.ended_ms), (Status::Over, Some(last.at_ms)));
    assert_eq!((over.result, over.deadline_ms), (Some(score), None));
    assert!(!journal.append(&last, &TableUpdate::default()).await.unwrap());
}

pub async fn tables_are_listed_newest_first_by_status_game_and_player(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    for number in 2..=5 {
        let opener = player(if number == 3 { 3 } else { 1 });
        let row = TableRow { opener, owner: opener, ..row(number) };
        assert!(journal.open_table(&row).await.unwrap());
    }
    assert!(journal.sit(table(4), Seat(0), player(2)).await.unwrap());
    let list = async |page: TablePage| {
        let tables = journal.tables(&page).await.unwrap();
        tables.iter().map(|table| table.id.0.as_u128() - 1_000).collect::<Vec<_>>()
    };
    let all = TablePage::default;
    assert_eq!(list(all()).await, [5, 4, 3, 2, 1]);
    assert_eq!(list(TablePage { first: 2, before: Some(table(4)), ..all() }).await, [3, 2]);
    assert_eq!(list(TablePage { status: Some(Status::Playing), ..all() }).await, [1]);
    assert_eq!(list(TablePage { game: Some("even".to_owned()), ..all() }).await, [4, 2]);
    assert_eq!(list(TablePage { player: Some(player(2)), ..all() }).await, [4, 1]);
    // Whoever opened or began a table is involved without sitting there.
    for (number, tables) in [(1, &[5, 4, 2, 1][..]), (2, &[4, 1]), (3, &[3])] {
        let involved = TablePage { involved: Some(player(number)), ..all() };
        assert_eq!(list(involved).await, tables);
    }
    let both = TablePage { player: Some(player(2)), status: Some(Status::Open), ..all() };
    assert_eq!(list(both).await, [4]);
}

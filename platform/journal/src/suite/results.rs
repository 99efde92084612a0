//! Tables that have ended: their results, and their deletion.

use std::sync::Arc;

use crate::talk::{MessageId, NewMessage};
use crate::{
    Arrangement, CloseReason, Entry, Journal, Precondition, ResultPage, Spectators, TableEnd,
    TableId, TablePage, TableRow, TableSettings, TableUpdate, Visibility,
};
use gueridon_game::Seat;
use uuid::Uuid;

use super::{entry, furnished, player, row, start, table};

/// Plays a table of players 1 and 2 with these settings that ends at that time.
async fn finished(
    journal: &Arc<dyn Journal>,
    number: u128,
    ended_ms: i64,
    settings: TableSettings,
) {
    assert!(journal.open_table(&TableRow { settings, ..row(number) }).await.unwrap());
    let invite = Arrangement::Invite { player: player(2), by: player(1), at_ms: 6 };
    assert!(journal.arrange(table(number), &invite, None).await.unwrap());
    for seat in 0..2 {
        assert!(
            journal.sit(table(number), Seat(seat), player(u128::from(seat) + 1)).await.unwrap()
        );
    }
    assert!(journal.start(&start(number)).await.unwrap());
    let last = Entry { at_ms: ended_ms, ends: true, ..entry(number, 1, 0, "last") };
    let end = TableUpdate { deadline_ms: None, end: Some(TableEnd::Over(Some("{}".to_owned()))) };
    assert!(journal.append(&last, &end).await.unwrap());
}

/// A table that is over.
pub(super) async fn over(journal: &Arc<dyn Journal>) -> TableId {
    finished(journal, 2, 20, TableSettings::default()).await;
    table(2)
}

pub async fn results_are_listed_by_their_end_and_hidden_ones_only_for_those_who_played(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    let private = TableSettings { visibility: Visibility::Private, ..TableSettings::default() };
    let unwatched = TableSettings { spectators: Spectators::Forbidden, ..TableSettings::default() };
    let delayed = TableSettings { spectators: Spectators::Delayed(3), ..TableSettings::default() };
    for (number, ended_ms, settings) in [
        (2, 50, TableSettings::default()),
        (3, 30, delayed),
        (4, 40, private),
        (5, 20, unwatched),
        (6, 30, TableSettings::default()),
    ] {
        finished(&journal, number, ended_ms, settings).await;
    }
    let page = |asker: Option<u128>| {
        let (player, asker) = (player(2), asker.map(player));
        ResultPage { player, asker, game: None, before: None, first: 9 }
    };
    let listed = async |page: ResultPage| {
        let found = journal.results(&page).await.unwrap();
        assert!(found.iter().all(|table| table.seated.len() == 2 && table.result.is_some()));
        found.iter().map(|table| table.id.0.as_u128() - 1_000).collect::<Vec<_>>()
    };
    assert_eq!(listed(page(None)).await, [2, 6, 3]);
    assert_eq!(listed(page(Some(3))).await, [2, 6, 3]);
    assert_eq!(listed(page(Some(1))).await, [2, 4, 6, 3, 5]);
    let after = |ended_ms, number| Some((ended_ms, table(number)));
    assert_eq!(listed(ResultPage { before: after(30, 6), ..page(Some(2)) }).await, [3, 5]);
    assert_eq!(listed(ResultPage { before: after(40, 4), first: 1, ..page(None) }).await, [6]);
    let odd = Some("odd".to_owned());
    assert_eq!(listed(ResultPage { game: odd, ..page(Some(1)) }).await, [3, 5]);
    assert!(listed(ResultPage { player: player(3), ..page(None) }).await.is_empty());
}

pub async fn a_table_that_is_over_has_one_analysis_which_is_deleted_with_it(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    finished(&journal, 2, 20, TableSettings::default()).await;
    assert!(journal.open_table(&row(3)).await.unwrap());
    assert!(journal.close_table(table(3), CloseReason::Expired, 10, None).await.unwrap());
    // One that is open or in play, that was closed, and that is not there.
    for number in [1, 3, 9] {
        assert!(!journal.keep_analysis(table(number), "{}").await.unwrap());
        assert_eq!(journal.analysis(table(number)).await.unwrap(), None);
    }
    assert_eq!(journal.analysis(table(2)).await.unwrap(), None);
    assert!(journal.keep_analysis(table(2), "{\"é\":1}").await.unwrap());
    assert!(!journal.keep_analysis(table(2), "{}").await.unwrap());
    assert_eq!(journal.analysis(table(2)).await.unwrap().as_deref(), Some("{\"é\":1}"));
    assert!(journal.delete_table(table(2), 21).await.unwrap());
    assert_eq!(journal.analysis(table(2)).await.unwrap(), None);
}

pub async fn a_table_that_ended_long_ago_is_deleted_with_everything_about_it(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    finished(&journal, 2, 20, TableSettings::default()).await;
    finished(&journal, 3, 30, TableSettings::default()).await;
    assert!(journal.open_table(&row(4)).await.unwrap());
    assert!(journal.close_table(table(4), CloseReason::Expired, 10, None).await.unwrap());
    let again = TableRow { rematch_of: Some(table(2)), ..row(5) };
    assert!(journal.open_table(&again).await.unwrap());
    let said = NewMessage {
        id: MessageId(Uuid::from_u128(1)),
        table: table(2),
        player: player(1),
        key: "a".to_owned(),
        text: "gg".to_owned(),
        at_ms: 25,
    };
    assert!(journal.say(&said, &Precondition::Token([1; 32]), 9).await.unwrap());
    assert_eq!(journal.ended(30, 9).await.unwrap(), [table(4), table(2)]);
    assert_eq!(journal.ended(30, 1).await.unwrap(), [table(4)]);
    // Not if they ended at `before_ms` or later, and never a table that is open or in play.
    for number in [1, 2, 3, 5] {
        assert!(!journal.delete_table(table(number), 20).await.unwrap());
    }
    assert!(journal.delete_table(table(2), 21).await.unwrap());
    assert!(!journal.delete_table(table(2), 21).await.unwrap());
    assert!(journal.delete_table(table(4), 21).await.unwrap());
    assert!(journal.table(table(2)).await.unwrap().is_none());
    assert!(journal.entries(table(2), 0, 9).await.unwrap().is_empty());
    assert!(journal.said(table(2), player(1), "a").await.unwrap().is_none());
    assert_eq!(journal.entries(table(3), 0, 9).await.unwrap().len(), 1);
    assert_eq!(journal.table(table(3)).await.unwrap().unwrap().seated.len(), 2);
    let left = journal.tables(&TablePage::default()).await.unwrap();
    let left: Vec<_> = left.iter().map(|table| (table.id, table.rematch_of)).collect();
    assert_eq!(left, [(table(5), None), (table(3), None), (table(1), None)]);
}

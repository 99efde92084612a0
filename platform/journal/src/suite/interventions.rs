//! Decisions of operators.

use std::sync::Arc;

use super::{BUILD, furnished, player, row, table};
use crate::{
    BuildUse, CloseReason, Entry, Intervention, InterventionKind, Journal, Seated, Standing,
    Status, Stop, Stopped, TableEnd, TableUpdate,
};
use gueridon_game::Seat;

async fn intervene(journal: &Arc<dyn Journal>, intervention: &Intervention) -> bool {
    journal.intervene(intervention, Some(player(1)), 50).await.unwrap()
}

async fn stopped(journal: &Arc<dyn Journal>) -> Vec<Stopped> {
    journal.stops().await.unwrap().into_iter().map(|stop| stop.stopped).collect()
}

pub async fn a_build_is_in_quarantine_until_it_is_released(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let quarantine = Intervention::Quarantine { build: BUILD, reason: "é".to_owned() };
    let release = Intervention::Release { build: BUILD };
    assert!(!intervene(&journal, &release).await);
    assert!(intervene(&journal, &quarantine).await && !intervene(&journal, &quarantine).await);
    let stop = Stop { stopped: Stopped::Build(BUILD), reason: "é".to_owned(), at_ms: 50 };
    assert_eq!(journal.stops().await.unwrap(), [stop]);
    assert!(intervene(&journal, &release).await && !intervene(&journal, &release).await);
    assert_eq!(stopped(&journal).await, []);
    // A build that is not in the journal, too.
    let other = Intervention::Quarantine { build: [1; 32], reason: String::new() };
    assert!(intervene(&journal, &other).await);
    assert_eq!(stopped(&journal).await, [Stopped::Build([1; 32])]);
    let noted = journal.interventions(2).await.unwrap();
    assert!(noted.iter().all(|one| one.by == Some(player(1))));
    let kinds: Vec<_> = noted.iter().map(|one| (one.kind, one.subject.as_slice())).collect();
    let expected =
        [(InterventionKind::Quarantine, &[1; 32][..]), (InterventionKind::Release, &BUILD[..])];
    assert_eq!(kinds, expected);
}

pub async fn a_table_is_stopped_while_it_is_played_and_reopened(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(journal.open_table(&row(2)).await.unwrap());
    let stop = |number| Intervention::Stop { table: table(number), reason: "é".to_owned() };
    let reopen = Intervention::Reopen { table: table(1) };
    // Table 2 has not begun, and there is no table 3.
    assert!(!intervene(&journal, &stop(2)).await && !intervene(&journal, &stop(3)).await);
    assert!(!intervene(&journal, &reopen).await);
    assert!(intervene(&journal, &stop(1)).await && !intervene(&journal, &stop(1)).await);
    assert_eq!(stopped(&journal).await, [Stopped::Table(table(1))]);
    assert!(intervene(&journal, &reopen).await && !intervene(&journal, &reopen).await);
    assert_eq!(stopped(&journal).await, []);
}

pub async fn a_table_that_is_to_be_closed_is_stopped_until_it_is(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(journal.open_table(&row(2)).await.unwrap());
    let close = |number| Intervention::Close { table: table(number), reason: "é".to_owned() };
    let closed = |number| Intervention::Closed { table: table(number) };
    assert!(!intervene(&journal, &close(3)).await && !intervene(&journal, &closed(1)).await);
    let stop = Intervention::Stop { table: table(1), reason: String::new() };
    assert!(intervene(&journal, &stop).await);
    for number in [1, 2] {
        assert!(intervene(&journal, &close(number)).await);
        assert!(!intervene(&journal, &close(number)).await);
    }
    assert!(!intervene(&journal, &stop).await);
    assert!(!intervene(&journal, &Intervention::Reopen { table: table(1) }).await);
    assert_eq!(stopped(&journal).await.len(), 2);
    assert!(stopped(&journal).await.contains(&Stopped::Closing(table(1))));
    // Tables can be closed for the reason that an operator decided it.
    let why = CloseReason::Operator;
    assert!(journal.close_table(table(2), why, 60, None).await.unwrap());
    let end = TableUpdate { deadline_ms: Some(None), end: Some(TableEnd::Closed(why)) };
    let entry = Entry { ends: true, seat: None, ..super::entry(1, 1, 0, "k") };
    assert!(journal.append(&entry, &end).await.unwrap());
    for number in [1, 2] {
        let row = journal.table(table(number)).await.unwrap().unwrap();
        assert_eq!((row.status, row.closed), (Status::Closed, Some(why)));
        assert!(intervene(&journal, &closed(number)).await);
        assert!(!intervene(&journal, &closed(number)).await);
        assert!(!intervene(&journal, &close(number)).await);
    }
    assert_eq!(stopped(&journal).await, []);
}

pub async fn builds_are_listed_with_how_many_tables_began_with_them(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let of = |playing, ended| BuildUse {
        sha256: BUILD,
        game: "odd".to_owned(),
        size: 3,
        first_used_ms: 3,
        playing,
        ended,
    };
    assert_eq!(journal.builds().await.unwrap(), [of(1, 0)]);
    let end = TableUpdate { deadline_ms: None, end: Some(TableEnd::Over(None)) };
    let entry = Entry { ends: true, ..super::entry(1, 1, 0, "k") };
    assert!(journal.append(&entry, &end).await.unwrap());
    assert_eq!(journal.builds().await.unwrap(), [of(0, 1)]);
}

pub async fn the_stop_of_a_deleted_table_is_deleted(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let stop = Intervention::Stop { table: table(1), reason: String::new() };
    assert!(intervene(&journal, &stop).await);
    let end = TableUpdate { deadline_ms: None, end: Some(TableEnd::Over(None)) };
    let entry = Entry { ends: true, at_ms: 10, ..super::entry(1, 1, 0, "k") };
    assert!(journal.append(&entry, &end).await.unwrap());
    let seated = Seated::of(Seat(0), player(1), "Player 1".to_owned(), Standing::Guest);
    assert!(journal.table(table(1)).await.unwrap().unwrap().seated.contains(&seated));
    assert!(journal.delete_table(table(1), 20).await.unwrap());
    assert_eq!(stopped(&journal).await, []);
}

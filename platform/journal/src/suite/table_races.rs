//! Many writers at once: tables that begin, grow, end and are deleted, and what depends on them.
//! More of the kind is in `races`.

use std::collections::BTreeSet;
use std::sync::Arc;

use gueridon_game::Seat;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::races::{deleted, message, winners};
use super::{BUILD, entry, furnished, player, row, start, table};
use crate::{
    Bot, BuildRow, CloseReason, Entry, Intervention, Journal, MessageId, Precondition, Purpose,
    Scopes, Start, Status, TableEnd, TableId, TableUpdate, TokenId, TokenRoom, TokenRow,
    TokensKept,
};

/// Opens a table of player 1 at which players 1 and 2 sit.
async fn full(journal: &Arc<dyn Journal>, number: u128) {
    assert!(journal.open_table(&row(number)).await.unwrap());
    for seat in 0..2 {
        let sitter = player(u128::from(seat) + 1);
        assert!(journal.sit(table(number), Seat(seat), sitter).await.unwrap());
    }
}

pub async fn entries_of_many_writers_follow_each_other_without_a_gap(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    for number in 2..=3 {
        full(&journal, number).await;
        assert!(journal.start(&start(number)).await.unwrap());
    }
    let mut writing = JoinSet::new();
    for writer in 0..6 {
        let journal = Arc::clone(&journal);
        writing.spawn(async move {
            // Writers begin at different tables, so that batches have the tables in different
            // orders.
            for play in 0..12 {
                let number = 1 + (writer + play) % 3;
                append_somehow(&*journal, number, &format!("{writer} {play}")).await;
            }
        });
    }
    writing.join_all().await;
    let mut keys = BTreeSet::new();
    for number in 1..=3 {
        let entries = journal.entries(table(number), 0, 99).await.unwrap();
        assert!(entries.iter().map(|entry| entry.seq).eq(1..=24));
        keys.extend(entries.into_iter().map(|entry| entry.key));
    }
    assert_eq!(keys.len(), 72, "an entry is missing, or there twice");
}

/// Appends an entry as a node does: if another was first, it tries again after that one.
async fn append_somehow(journal: &dyn Journal, number: u128, key: &str) {
    for _ in 0..200 {
        let newest = journal.entries(table(number), 0, 99).await.unwrap().len();
        let next = entry(number, newest as u64 + 1, 0, key);
        let after = TableUpdate { deadline_ms: Some(Some(next.at_ms)), ..TableUpdate::default() };
        if journal.append(&next, &after).await.unwrap() {
            return;
        }
    }
    panic!("another entry was first 200 times");
}

pub async fn an_entry_that_comes_too_late_takes_no_other_of_its_batch_with_it(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    for number in 2..=3 {
        full(&journal, number).await;
        assert!(journal.start(&start(number)).await.unwrap());
    }
    let due = |deadline_ms| TableUpdate { deadline_ms: Some(Some(deadline_ms)), end: None };
    assert!(journal.append(&entry(1, 1, 0, "first"), &due(30)).await.unwrap());
    let over = TableUpdate { deadline_ms: None, end: Some(TableEnd::Over(None)) };
    let (late, soon) = (entry(1, 1, 0, "late"), entry(2, 1, 0, "a"));
    let last = Entry { ends: true, at_ms: 20, ..entry(3, 1, 0, "a") };
    let (too_late, is_soon, is_last) = tokio::join!(
        async { journal.append(&late, &due(40)).await.unwrap() },
        async { journal.append(&soon, &due(50)).await.unwrap() },
        async { journal.append(&last, &over).await.unwrap() },
    );
    assert_eq!((too_late, is_soon, is_last), (false, true, true));
    let mut kept = Vec::new();
    for number in 1..=3 {
        let row = journal.table(table(number)).await.unwrap().unwrap();
        let entries = journal.entries(table(number), 0, 9).await.unwrap();
        let keys: Vec<_> = entries.into_iter().map(|entry| entry.key).collect();
        kept.push((row.status, row.deadline_ms, keys.join(" ")));
    }
    let expected = [
        (Status::Playing, Some(30), "first".to_owned()),
        (Status::Playing, Some(50), "a".to_owned()),
        (Status::Over, None, "a".to_owned()),
    ];
    assert_eq!(kept, expected);
}

pub async fn of_many_who_begin_a_table_one_does(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    full(&journal, 2).await;
    let won = winners(&journal, async |journal, racer| {
        let begun = Start { seed: [u8::try_from(racer).unwrap(); 32], ..start(2) };
        journal.start(&begun).await.unwrap()
    });
    assert_eq!(won.await, 1);
}

pub async fn no_more_tables_of_bots_alone_begin_at_once_than_an_owner_may_have(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    for number in 2..=20 {
        assert!(journal.open_table(&row(number)).await.unwrap());
        for seat in 0..2 {
            let seated = journal.seat_bot(table(number), Seat(seat), Bot::Random, player(1));
            assert!(seated.await.unwrap());
        }
    }
    let won = winners(&journal, async |journal, racer| {
        let begun = Start { most_bot_tables: 3, ..start(1 + racer) };
        journal.start(&begun).await.unwrap()
    });
    assert_eq!(won.await, 3);
}

pub async fn a_table_that_begins_is_not_closed_at_the_same_time(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    for number in 2..10 {
        full(&journal, number).await;
        let begun = start(number);
        let close =
            async || journal.close_table(table(number), CloseReason::Expired, 9, None).await;
        // Whoever writes first wins, so each goes first at every other table.
        let (has_begun, is_closed) = if number % 2 == 0 {
            tokio::join!(journal.start(&begun), close())
        } else {
            let (is_closed, has_begun) = tokio::join!(close(), journal.start(&begun));
            (has_begun, is_closed)
        };
        assert_ne!(has_begun.unwrap(), is_closed.unwrap());
    }
}

pub async fn a_build_is_not_deleted_while_a_table_begins_with_it(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    for number in 2..10 {
        full(&journal, number).await;
        let sha256 = [u8::try_from(number).unwrap() + 100; 32];
        let (bytes, game) = (Arc::from(vec![1]), "odd".to_owned());
        let build = BuildRow { sha256, game, bytes, first_used_ms: 3 };
        assert!(journal.keep_build(&build).await.unwrap());
        let begun = Start { build: sha256, ..start(number) };
        let (has_begun, is_deleted) = if number % 2 == 0 {
            tokio::join!(journal.start(&begun), journal.delete_build(sha256, 9))
        } else {
            let delete = journal.delete_build(sha256, 9);
            let (is_deleted, has_begun) = tokio::join!(delete, journal.start(&begun));
            (has_begun, is_deleted)
        };
        assert_ne!(has_begun.unwrap(), is_deleted.unwrap());
    }
}

async fn ended(journal: &Arc<dyn Journal>) -> TableId {
    let over = TableUpdate { deadline_ms: None, end: Some(TableEnd::Over(None)) };
    let last = Entry { ends: true, at_ms: 20, ..entry(1, 1, 0, "last") };
    assert!(journal.append(&last, &over).await.unwrap());
    last.table
}

pub async fn of_many_who_delete_a_table_one_does(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let old = ended(&journal).await;
    let won =
        winners(&journal, |journal, _| async move { journal.delete_table(old, 99).await.unwrap() });
    assert_eq!(won.await, 1);
    assert_eq!(journal.table(old).await.unwrap(), None);
    assert_eq!(journal.unused_builds(99, 9).await.unwrap(), [BUILD]);
}

pub async fn of_many_analyses_of_a_table_one_is_kept(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let over = super::results::over(&journal).await;
    let won = winners(&journal, |journal, racer| async move {
        journal.keep_analysis(over, &racer.to_string()).await.unwrap()
    });
    assert_eq!(won.await, 1);
    assert!(journal.analysis(over).await.unwrap().is_some());
}

pub async fn of_many_who_stop_a_table_one_does(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, _| {
        let stop = Intervention::Stop { table: table(1), reason: "why".to_owned() };
        journal.intervene(&stop, None, 9).await.unwrap()
    });
    assert_eq!(won.await, 1);
    assert_eq!(journal.interventions(9).await.unwrap().len(), 1, "it was recorded twice");
}

pub async fn sessions_added_at_once_leave_no_more_than_a_player_may_have(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    let won = winners(&journal, async |journal, racer| {
        let session = TokenRow {
            id: TokenId(Uuid::from_u128(5_000 + racer)),
            hash: [100 + u8::try_from(racer).unwrap(); 32],
            player: player(1),
            purpose: Purpose::Session,
            scopes: Scopes::ALL,
            client: None,
            label: String::new(),
            created_ms: 1,
            used_ms: 1,
            expires_ms: 1_000,
        };
        journal.add_token(&session, TokenRoom::Made(3), &Precondition::Nothing).await.unwrap()
    });
    assert_eq!(won.await, 12, "each new session makes room for itself");
    assert_eq!(journal.tokens(player(1), 0, None, 99).await.unwrap().len(), 3);
}

pub async fn changes_of_messages_are_numbered_once_while_a_sender_is_deleted(
    journal: Arc<dyn Journal>,
) {
    let journal = furnished(journal).await;
    for number in 50..54 {
        let said = crate::talk::NewMessage { player: player(2), ..message(number, "said") };
        let said = crate::talk::NewMessage { key: number.to_string(), ..said };
        assert!(journal.say(&said, &Precondition::Nothing, 99).await.unwrap());
    }
    let mut racing = JoinSet::new();
    for racer in 1..=8_u128 {
        let journal = Arc::clone(&journal);
        racing.spawn(async move {
            if racer == 4 {
                journal.change(&deleted(2), TokensKept::None, &Precondition::Nothing).await
            } else {
                let said = message(racer, &racer.to_string());
                journal.say(&said, &Precondition::Nothing, 99).await
            }
        });
    }
    assert!(racing.join_all().await.into_iter().all(|done| done.unwrap()));
    let news = journal.news(table(1), None, 0, 99).await.unwrap();
    assert_eq!(news.len(), 11);
    let removed = news.iter().filter(|news| news.message.text.is_none());
    assert!(removed.map(|news| news.message.id).eq((50..54).map(Uuid::from_u128).map(MessageId)));
}

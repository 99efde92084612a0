//! What a journal promises, whichever it is; and which files it takes for one.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod files;
mod finished;
mod promises;

use std::sync::Arc;

use gueridon_game::{Seat, Seats};
use gueridon_journal::memory::Memory;
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{
    Account, BuildRow, Entry, Journal, PlayerId, Purpose, Start, TableId, TableRow, TokenId,
    TokenRow,
};
use tempfile::TempDir;
use uuid::Uuid;

const BUILD: [u8; 32] = [9; 32];

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

fn table(number: u128) -> TableId {
    TableId(Uuid::from_u128(1_000 + number))
}

/// The first token of a player.
fn token(number: u128) -> TokenRow {
    TokenRow {
        id: TokenId(Uuid::from_u128(2_000 + number)),
        hash: [number as u8; 32],
        player: player(number),
        purpose: Purpose::Session,
        label: "é".to_owned(),
        created_ms: 1,
        used_ms: 1,
        expires_ms: 1_000,
    }
}

fn row(number: u128) -> TableRow {
    let game = if number.is_multiple_of(2) { "even" } else { "odd" };
    TableRow {
        options: r#"{"rounds":3}"#.to_owned(),
        ..TableRow::opened(table(number), game.to_owned(), 2, player(1), 5)
    }
}

fn entry(number: u128, seq: u64, seat: u8, key: &str) -> Entry {
    Entry {
        table: table(number),
        seq,
        seat: Some(Seat(seat)),
        key: key.to_owned(),
        body: format!(r#"{{"steps":[{{"pick":"é\u0000{seq}"}}]}}"#),
        digest: "00000000000000ff".to_owned(),
        at_ms: -7,
        to_act: Seats::first(2),
        ends: false,
    }
}

/// A journal with three players, a build, and table 1 begun by players 1 and 2.
async fn furnished(journal: Arc<dyn Journal>) -> Arc<dyn Journal> {
    for number in 1..=3 {
        let name = format!("Player {number}");
        let account = Account::guest(player(number), name, 1);
        assert!(journal.add_player(&account, &token(number)).await.unwrap());
    }
    let bytes: Arc<[u8]> = Arc::from(vec![1, 2, 3]);
    let build = BuildRow { sha256: BUILD, game: "odd".to_owned(), bytes, first_used_ms: 3 };
    assert!(journal.keep_build(&build).await.unwrap());
    assert!(!journal.keep_build(&build).await.unwrap());
    assert!(journal.open_table(&row(1)).await.unwrap());
    assert!(journal.sit(table(1), Seat(0), player(1)).await.unwrap());
    assert!(journal.sit(table(1), Seat(1), player(2)).await.unwrap());
    assert!(journal.start(&start(1)).await.unwrap());
    journal
}

fn start(number: u128) -> Start {
    Start {
        table: table(number),
        starter: player(1),
        build: BUILD,
        seed: [4; 32],
        at_ms: 8,
        to_act: Seats::just(Seat(1)),
        deadline_ms: Some(9),
    }
}

/// Runs a check on every kind of journal.
async fn on_each(check: impl AsyncFn(Arc<dyn Journal>)) {
    check(furnished(Arc::new(Memory::new())).await).await;
    let directory = TempDir::new().unwrap();
    let sqlite = Sqlite::open(&directory.path().join("journal.db")).await.unwrap();
    check(furnished(Arc::new(sqlite)).await).await;
}

//! What a journal promises, whichever it is; and which files it takes for one.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::sync::Arc;

use gueridon_game::{Seat, Seats};
use gueridon_host::journal::memory::Memory;
use gueridon_host::journal::sqlite::Sqlite;
use gueridon_host::journal::talk::{MessageId, Said};
use gueridon_host::journal::{
    Account, After, Arrangement, BuildRow, Closed, End, Entry, Journal, JournalError, Page,
    PlayerId, Provided, Purpose, ResultPage, Seated, Settings, Spectators, Standing, Start, Status,
    TableId, TableRow, TokenId, TokenRow, Visibility,
};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
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

#[tokio::test]
async fn what_is_written_is_read_as_it_was() {
    on_each(async |journal| {
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
        assert!(journal.append(&written, &After::default()).await.unwrap());
        assert_eq!(journal.entries(table(1), 0, 9).await.unwrap(), [written]);
    })
    .await;
}

#[tokio::test]
async fn a_number_is_taken_once_and_a_key_once_by_each_seat() {
    on_each(async |journal| {
        assert!(journal.append(&entry(1, 1, 0, "a"), &After::default()).await.unwrap());
        assert!(!journal.append(&entry(1, 1, 1, "b"), &After::default()).await.unwrap());
        assert!(!journal.append(&entry(1, 2, 0, "a"), &After::default()).await.unwrap());
        assert!(journal.append(&entry(1, 2, 1, "a"), &After::default()).await.unwrap());
        let by_host = |seq| Entry { seat: None, ..entry(1, seq, 0, "a") };
        assert!(journal.append(&by_host(3), &After::default()).await.unwrap());
        assert!(!journal.append(&by_host(4), &After::default()).await.unwrap());
        let seqs = journal.entries(table(1), 1, 9).await.unwrap();
        assert_eq!(seqs.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(journal.entries(table(1), 0, 1).await.unwrap().len(), 1);
        assert!(journal.entries(table(1), u64::MAX, 9).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn of_many_who_append_at_once_one_wins_each_number() {
    on_each(async |journal| {
        let mut racing = tokio::task::JoinSet::new();
        for racer in 0..40 {
            let journal = Arc::clone(&journal);
            racing.spawn(async move {
                let mut won = Vec::new();
                for seq in 1..=10 {
                    let key = format!("{racer} {seq}");
                    if journal.append(&entry(1, seq, 0, &key), &After::default()).await.unwrap() {
                        won.push((seq, key));
                    }
                }
                won
            });
        }
        let mut won: Vec<_> = racing.join_all().await.into_iter().flatten().collect();
        won.sort();
        let entries = journal.entries(table(1), 0, 100).await.unwrap();
        let kept: Vec<_> = entries.into_iter().map(|entry| (entry.seq, entry.key)).collect();
        assert_eq!(kept, won);
        assert_eq!(kept.len(), 10);
    })
    .await;
}

#[tokio::test]
async fn seats_follow_their_conditions() {
    on_each(async |journal| {
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
    })
    .await;
}

#[tokio::test]
async fn an_entry_that_ends_the_game_ends_the_table() {
    on_each(async |journal| {
        let last = Entry { ends: true, ..entry(1, 1, 0, "a") };
        let score = "{}".to_owned();
        let after = After { end: Some(End::Over(Some(score.clone()))), ..After::default() };
        assert!(journal.append(&last, &after).await.unwrap());
        let over = journal.table(table(1)).await.unwrap().unwrap();
        assert_eq!((over.status, over.ended_ms), (Status::Over, Some(last.at_ms)));
        assert_eq!((over.result, over.deadline_ms), (Some(score), None));
        assert!(!journal.append(&last, &After::default()).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn tables_are_listed_newest_first_by_status_game_and_player() {
    on_each(async |journal| {
        for number in 2..=5 {
            let opener = player(if number == 3 { 3 } else { 1 });
            let row = TableRow { opener, owner: opener, ..row(number) };
            assert!(journal.open_table(&row).await.unwrap());
        }
        assert!(journal.sit(table(4), Seat(0), player(2)).await.unwrap());
        let list = async |page: Page| {
            let tables = journal.tables(&page).await.unwrap();
            tables.iter().map(|table| table.id.0.as_u128() - 1_000).collect::<Vec<_>>()
        };
        let all = Page::default;
        assert_eq!(list(all()).await, [5, 4, 3, 2, 1]);
        assert_eq!(list(Page { first: 2, before: Some(table(4)), ..all() }).await, [3, 2]);
        assert_eq!(list(Page { status: Some(Status::Playing), ..all() }).await, [1]);
        assert_eq!(list(Page { game: Some("even".to_owned()), ..all() }).await, [4, 2]);
        assert_eq!(list(Page { player: Some(player(2)), ..all() }).await, [4, 1]);
        // Whoever opened or began a table need not sit there.
        for (number, tables) in [(1, &[5, 4, 2, 1][..]), (2, &[4, 1]), (3, &[3])] {
            let involved = Page { involved: Some(player(number)), ..all() };
            assert_eq!(list(involved).await, tables);
        }
        let both = Page { player: Some(player(2)), status: Some(Status::Open), ..all() };
        assert_eq!(list(both).await, [4]);
    })
    .await;
}

#[tokio::test]
async fn a_write_that_fails_fails_alone() {
    let directory = TempDir::new().unwrap();
    let sqlite = Sqlite::open(&directory.path().join("journal.db")).await.unwrap();
    let journal = furnished(Arc::new(sqlite)).await;
    let homeless = entry(7, 1, 0, "a");
    let (good, after) = (entry(1, 1, 0, "a"), After::default());
    let (bad, good) = (journal.append(&homeless, &after), journal.append(&good, &after));
    let (bad, good) = tokio::join!(bad, good);
    assert!(matches!(bad, Err(JournalError::Broken(_))), "{bad:?}");
    assert!(good.unwrap());
}

#[tokio::test]
async fn a_journal_that_was_closed_is_opened_as_it_was() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    let sqlite = Arc::new(Sqlite::open(&file).await.unwrap());
    let journal = furnished(sqlite.clone()).await;
    assert!(journal.append(&entry(1, 1, 0, "a"), &After::default()).await.unwrap());
    sqlite.close().await;
    assert!(matches!(
        journal.append(&entry(1, 2, 0, "b"), &After::default()).await,
        Err(JournalError::Broken(_))
    ));
    let again = Sqlite::open(&file).await.unwrap();
    assert_eq!(again.entries(table(1), 0, 9).await.unwrap().len(), 1);
    // Closed properly, everything is in the one file.
    again.close().await;
    assert_eq!(files(&directory), ["journal.db", "journal.db.lock"]);
}

fn files(directory: &TempDir) -> Vec<String> {
    let files = std::fs::read_dir(directory.path()).unwrap();
    let mut names: Vec<_> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Another connection to a journal's file, past the journal.
async fn past(file: &Path, sql: &'static str) {
    let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
}

#[tokio::test]
async fn after_a_failure_that_undid_everything_the_journal_writes_again() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    let journal = furnished(Arc::new(Sqlite::open(&file).await.unwrap())).await;
    // As on a full disk, SQLite ends the transaction by itself.
    let full = "create trigger full before insert on entries
                begin select raise(rollback, 'disk full'); end";
    past(&file, full).await;
    for _ in 0..2 {
        let failed = journal.append(&entry(1, 1, 0, "a"), &After::default()).await;
        assert!(matches!(failed, Err(JournalError::Broken(_))), "{failed:?}");
    }
    past(&file, "drop trigger full").await;
    assert!(journal.append(&entry(1, 1, 0, "a"), &After::default()).await.unwrap());
    assert_eq!(journal.entries(table(1), 0, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_journal_that_disappears_is_not_made_up_for() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    let journal = furnished(Arc::new(Sqlite::open(&file).await.unwrap())).await;
    past(
        &file,
        "create trigger full before insert on entries
                 begin select raise(rollback, 'disk full'); end",
    )
    .await;
    std::fs::remove_file(&file).unwrap();
    for _ in 0..2 {
        assert!(journal.append(&entry(1, 1, 0, "a"), &After::default()).await.is_err());
    }
    assert!(!file.exists());
}

#[tokio::test]
async fn a_journal_is_open_in_one_place_only() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    let first = Sqlite::open(&file).await.unwrap();
    let error = Sqlite::open(&file).await.unwrap_err();
    assert!(matches!(error, JournalError::InUse { .. }), "{error}");
    assert!(error.to_string().ends_with("is open already: stop the other process first"));
    tokio::join!(first.close(), async {
        // Also the second who closes it may open it again.
        first.close().await;
        Sqlite::open(&file).await.unwrap().close().await;
    });
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_but_its_owner_reads_a_journal() {
    use std::os::unix::fs::PermissionsExt;

    let directory = TempDir::new().unwrap();
    let (new, empty) = (directory.path().join("new.db"), directory.path().join("empty.db"));
    std::fs::write(&empty, "").unwrap();
    std::fs::set_permissions(&empty, PermissionsExt::from_mode(0o644)).unwrap();
    let mut open = Vec::new();
    for file in [&new, &empty] {
        let journal = furnished(Arc::new(Sqlite::open(file).await.unwrap())).await;
        assert!(journal.append(&entry(1, 1, 0, "a"), &After::default()).await.unwrap());
        open.push(journal);
    }
    let files = files(&directory);
    assert_eq!(files.len(), 8, "{files:?}");
    for name in files {
        let about = std::fs::metadata(directory.path().join(&name)).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, 0o600, "{name}");
    }
}

async fn refused(file: &Path) -> JournalError {
    let before = std::fs::read(file).ok();
    let error = Sqlite::open(file).await.unwrap_err();
    assert_eq!(std::fs::read(file).ok(), before, "the file was touched");
    assert!(!error.to_string().contains('\n'));
    error
}

#[tokio::test]
async fn a_file_that_is_no_journal_is_refused_and_left_alone() {
    let directory = TempDir::new().unwrap();
    let text = directory.path().join("text.db");
    std::fs::write(&text, "Dear diary, ".repeat(100)).unwrap();
    assert!(matches!(refused(&text).await, JournalError::NotAJournal { .. }));

    let short = directory.path().join("short.db");
    std::fs::write(&short, "x").unwrap();
    assert!(matches!(refused(&short).await, JournalError::NotAJournal { .. }));

    let foreign = directory.path().join("foreign.db");
    let options = SqliteConnectOptions::new().filename(&foreign).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql("create table t (a)").execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    let error = refused(&foreign).await;
    assert!(error.to_string().ends_with("it is a database of something else"), "{error}");

    // One that was not closed properly: opening it for writing would put it in order.
    let left = directory.path().join("left.db");
    let options = SqliteConnectOptions::new().filename(&foreign);
    let mut connection = options.connect().await.unwrap();
    let write = "pragma journal_mode = wal; create table u (a)";
    sqlx::raw_sql(write).execute(&mut connection).await.unwrap();
    for suffix in ["", "-wal"] {
        let name = |stem: &str| directory.path().join(format!("{stem}.db{suffix}"));
        std::fs::copy(name("foreign"), name("left")).unwrap();
    }
    assert!(matches!(refused(&left).await, JournalError::NotAJournal { .. }));
    assert!(directory.path().join("left.db-wal").exists());

    let nowhere = directory.path().join("no/such/directory.db");
    assert!(matches!(refused(&nowhere).await, JournalError::CannotOpen { .. }));
    let folder = directory.path().join("folder");
    std::fs::create_dir(&folder).unwrap();
    assert!(matches!(refused(&folder).await, JournalError::CannotOpen { .. }));
}

#[tokio::test]
async fn a_journal_of_a_newer_version_is_refused_and_left_alone() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    Sqlite::open(&file).await.unwrap().close().await;
    let mut connection = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    sqlx::raw_sql("pragma user_version = 99").execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    let error = refused(&file).await;
    assert!(matches!(error, JournalError::Newer { found: 99, .. }), "{error}");
}

/// A table of players 1 and 2 with such settings that is over since then.
async fn finished(journal: &Arc<dyn Journal>, number: u128, ended_ms: i64, settings: Settings) {
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
    let end = After { deadline_ms: None, end: Some(End::Over(Some("{}".to_owned()))) };
    assert!(journal.append(&last, &end).await.unwrap());
}

#[tokio::test]
async fn results_are_listed_by_their_end_and_those_of_closed_company_to_it_alone() {
    on_each(async |journal| {
        let private = Settings { visibility: Visibility::Private, ..Settings::default() };
        let unwatched = Settings { spectators: Spectators::Forbidden, ..Settings::default() };
        let delayed = Settings { spectators: Spectators::Delayed(3), ..Settings::default() };
        for (number, ended_ms, settings) in [
            (2, 50, Settings::default()),
            (3, 30, delayed),
            (4, 40, private),
            (5, 20, unwatched),
            (6, 30, Settings::default()),
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
    })
    .await;
}

#[tokio::test]
async fn a_table_that_ended_long_ago_is_deleted_with_all_that_was_done_there_and_no_other() {
    on_each(async |journal| {
        finished(&journal, 2, 20, Settings::default()).await;
        finished(&journal, 3, 30, Settings::default()).await;
        assert!(journal.open_table(&row(4)).await.unwrap());
        assert!(journal.close_table(table(4), Closed::Expired, 10, None).await.unwrap());
        let again = TableRow { rematch_of: Some(table(2)), ..row(5) };
        assert!(journal.open_table(&again).await.unwrap());
        let said = Said {
            id: MessageId(Uuid::from_u128(1)),
            table: table(2),
            player: player(1),
            key: "a".to_owned(),
            text: "gg".to_owned(),
            at_ms: 25,
        };
        assert!(journal.say(&said, &Provided::Token([1; 32]), 9).await.unwrap());
        assert_eq!(journal.ended(30, 9).await.unwrap(), [table(4), table(2)]);
        assert_eq!(journal.ended(30, 1).await.unwrap(), [table(4)]);
        // Not before its time, and no table that is played, or open.
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
        let left = journal.tables(&Page::default()).await.unwrap();
        let left: Vec<_> = left.iter().map(|table| (table.id, table.rematch_of)).collect();
        assert_eq!(left, [(table(5), None), (table(3), None), (table(1), None)]);
    })
    .await;
}

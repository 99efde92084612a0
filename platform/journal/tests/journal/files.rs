//! The journal in SQLite and its file: which files it opens, who may read them, and what it does
//! when the file is lost or a write fails.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{Journal, JournalError, TableUpdate};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tempfile::TempDir;

use gueridon_journal::suite::{entry, furnished, table};

#[tokio::test]
async fn a_journal_that_was_closed_is_opened_as_it_was() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    let sqlite = Arc::new(Sqlite::open(&file).await.unwrap());
    let journal = furnished(sqlite.clone()).await;
    assert!(journal.append(&entry(1, 1, 0, "a"), &TableUpdate::default()).await.unwrap());
    sqlite.close().await;
    assert!(matches!(
        journal.append(&entry(1, 2, 0, "b"), &TableUpdate::default()).await,
        Err(JournalError::Broken(_))
    ));
    let again = Sqlite::open(&file).await.unwrap();
    assert_eq!(again.entries(table(1), 0, 9).await.unwrap().len(), 1);
    // When it was closed properly, everything is in the one file.
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

/// Runs statements on another connection to the file, without the journal.
async fn past(file: &Path, sql: &'static str) {
    let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
}

#[tokio::test]
async fn a_journal_writes_again_after_sqlite_has_rolled_back() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    let journal = furnished(Arc::new(Sqlite::open(&file).await.unwrap())).await;
    // SQLite rolls back by itself, as it does when the disk is full.
    let full = "create trigger full before insert on entries
                begin select raise(rollback, 'disk full'); end";
    past(&file, full).await;
    for _ in 0..2 {
        let failed = journal.append(&entry(1, 1, 0, "a"), &TableUpdate::default()).await;
        assert!(matches!(failed, Err(JournalError::Broken(_))), "{failed:?}");
    }
    past(&file, "drop trigger full").await;
    assert!(journal.append(&entry(1, 1, 0, "a"), &TableUpdate::default()).await.unwrap());
    assert_eq!(journal.entries(table(1), 0, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_file_that_is_deleted_is_not_made_again() {
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
        assert!(journal.append(&entry(1, 1, 0, "a"), &TableUpdate::default()).await.is_err());
    }
    assert!(!file.exists());
}

#[tokio::test]
async fn a_journal_is_opened_only_once_at_a_time() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    let first = Sqlite::open(&file).await.unwrap();
    let error = Sqlite::open(&file).await.unwrap_err();
    assert!(matches!(error, JournalError::InUse { .. }), "{error}");
    assert!(error.to_string().ends_with("is open already: stop the other process first"));
    tokio::join!(first.close(), async {
        // After a second call of `close`, too, the file can be opened again.
        first.close().await;
        Sqlite::open(&file).await.unwrap().close().await;
    });
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_read_a_journal() {
    use std::os::unix::fs::PermissionsExt;

    let directory = TempDir::new().unwrap();
    let (new, empty) = (directory.path().join("new.db"), directory.path().join("empty.db"));
    std::fs::write(&empty, "").unwrap();
    std::fs::set_permissions(&empty, PermissionsExt::from_mode(0o644)).unwrap();
    let mut open = Vec::new();
    for file in [&new, &empty] {
        let journal = furnished(Arc::new(Sqlite::open(file).await.unwrap())).await;
        assert!(journal.append(&entry(1, 1, 0, "a"), &TableUpdate::default()).await.unwrap());
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
    assert_eq!(std::fs::read(file).ok(), before, "the file was changed");
    assert!(!error.to_string().contains('\n'));
    error
}

#[tokio::test]
async fn a_file_that_is_not_a_journal_is_refused_and_not_changed() {
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

    // A database that was not closed properly, which SQLite would repair if it opened it for
    // writing.
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
async fn a_journal_of_a_newer_version_is_refused_and_not_changed() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    Sqlite::open(&file).await.unwrap().close().await;
    let mut connection = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    sqlx::raw_sql("pragma user_version = 99").execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    let error = refused(&file).await;
    assert!(matches!(error, JournalError::Newer { found: 99, .. }), "{error}");
}

#[tokio::test]
async fn a_write_that_fails_does_not_fail_the_others_of_its_batch() {
    let directory = TempDir::new().unwrap();
    let sqlite = Sqlite::open(&directory.path().join("journal.db")).await.unwrap();
    let journal = furnished(Arc::new(sqlite)).await;
    let homeless = entry(7, 1, 0, "a");
    let (good, after) = (entry(1, 1, 0, "a"), TableUpdate::default());
    let (bad, good) = (journal.append(&homeless, &after), journal.append(&good, &after));
    let (bad, good) = tokio::join!(bad, good);
    assert!(matches!(bad, Err(JournalError::Broken(_))), "{bad:?}");
    assert!(good.unwrap());
}

/// A way to lose a journal's file while it is open, and what the error says about it.
type Loss = (fn(&Path), &'static str);

/// Loses the file of a journal while nobody writes, and then reads and writes.
async fn lost((lose, how): Loss) {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    let sqlite = Arc::new(Sqlite::open(&file).await.unwrap());
    let journal = furnished(sqlite.clone()).await;
    lose(&file);
    tokio::time::sleep(Duration::from_secs(1)).await;
    // The loss is noticed although nobody has written.
    let read = journal.entries(table(1), 0, 9).await;
    assert!(matches!(read, Err(JournalError::Broken(_))), "{how}: {read:?}");
    for seq in 1..3 {
        let written = journal.append(&entry(1, seq, 0, "a"), &TableUpdate::default()).await;
        let error = written.unwrap_err();
        assert!(matches!(error, JournalError::Lost { .. }), "{error}");
        assert!(error.to_string().contains(how), "{error}");
    }
    sqlite.close().await;
}

#[tokio::test]
async fn a_journal_whose_file_is_lost_refuses_everything_and_says_what_happened() {
    let losses: [Loss; 5] = [
        (|file| std::fs::remove_file(file).unwrap(), "was deleted or moved away"),
        (|file| std::fs::rename(file, file.with_extension("old")).unwrap(), "was deleted or moved"),
        (replace, "was replaced"),
        (|file| std::fs::File::create(file).map(drop).unwrap(), "was emptied"),
        (
            |file| std::fs::remove_file(file.with_extension("db-wal")).unwrap(),
            "lost its write-ahead log",
        ),
    ];
    for loss in losses {
        lost(loss).await;
    }
}

/// Puts a copy in the place of a journal that is open, as somebody might do with a back-up.
fn replace(file: &Path) {
    let copy = file.with_extension("copy");
    std::fs::copy(file, &copy).unwrap();
    std::fs::rename(copy, file).unwrap();
}

#[tokio::test]
async fn nothing_is_written_to_a_lost_file_even_before_the_next_check() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    let journal = furnished(Arc::new(Sqlite::open(&file).await.unwrap())).await;
    replace(&file);
    let before = std::fs::read(&file).unwrap();
    let written = journal.append(&entry(1, 1, 0, "a"), &TableUpdate::default()).await;
    assert!(matches!(written, Err(JournalError::Lost { .. })), "{written:?}");
    // It stays lost.
    let error = journal.append(&entry(1, 1, 0, "a"), &TableUpdate::default()).await.unwrap_err();
    assert!(error.to_string().contains("stop this process, put the file or a back-up"), "{error}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

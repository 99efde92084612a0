//! Copies of whole journals into other databases.

use gueridon_journal::copy::{CopyError, Place, copy};
use gueridon_journal::postgres::Postgres;
use gueridon_journal::scratch::Server;
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{Intervention, Interventions, Journal, ListScope, TablePage};
use tempfile::TempDir;

use crate::grown::{Size, grow};

#[tokio::test]
async fn a_journal_is_copied_into_a_database_and_back_as_it_is() {
    let (directory, server) = (TempDir::new().unwrap(), Server::shared());
    let (first, second) = (directory.path().join("first.db"), directory.path().join("second.db"));
    let url = server.url(&server.new_database().await);
    grow(&first, Size { tables: 2_000, entries: 3 }).await;
    let there = copy(Place::Sqlite(&first), Place::Postgres(&url)).await.unwrap();
    let back = copy(Place::Postgres(&url), Place::Sqlite(&second)).await.unwrap();
    assert_eq!(there, back);
    let rows = |name| there.iter().find(|copied| copied.table == name).unwrap().rows;
    assert!(rows("entries") > 5_000 && rows("players") == 200, "{there:?}");
    let empty: Vec<_> = there.iter().filter(|copied| copied.rows == 0).collect();
    assert_eq!(
        empty.len(),
        2,
        "all but the two tables of operators' decisions have rows: {empty:?}"
    );
    let (sqlite, postgres) =
        (Sqlite::open(&first).await.unwrap(), Postgres::open(&url).await.unwrap());
    let page = TablePage { first: 500, reader: ListScope::Public, ..TablePage::default() };
    let tables = sqlite.tables(&page).await.unwrap();
    assert_eq!(tables.len(), 500);
    assert_eq!(postgres.tables(&page).await.unwrap(), tables);
    for table in &tables[..20] {
        let entries = sqlite.entries(table.id, 0, 99).await.unwrap();
        assert_eq!(postgres.entries(table.id, 0, 99).await.unwrap(), entries);
    }
}

#[tokio::test]
async fn a_copy_from_where_nothing_is_says_so_and_makes_no_file() {
    let (directory, server) = (TempDir::new().unwrap(), Server::shared());
    let (typo, new) = (directory.path().join("typo.db"), directory.path().join("new.db"));
    let refused = copy(Place::Sqlite(&typo), Place::Sqlite(&new)).await.unwrap_err().to_string();
    assert!(refused.contains("there is no journal yet"), "{refused}");
    assert!(!typo.exists() && !new.exists());
    let url = server.url(&server.new_database().await);
    let refused = copy(Place::Postgres(&url), Place::Sqlite(&new)).await.unwrap_err();
    assert!(matches!(refused, CopyError::Nothing), "{refused}");
}

#[tokio::test]
async fn decisions_made_after_a_copy_are_numbered_after_the_copied_ones() {
    let (directory, server) = (TempDir::new().unwrap(), Server::shared());
    let file = directory.path().join("journal.db");
    let url = server.url(&server.new_database().await);
    let decide = |number| Intervention::Quarantine { build: [number; 32], reason: String::new() };
    let sqlite = Sqlite::open(&file).await.unwrap();
    for number in 1..=3 {
        assert!(sqlite.intervene(&decide(number), None, 1).await.unwrap());
    }
    sqlite.close().await;
    copy(Place::Sqlite(&file), Place::Postgres(&url)).await.unwrap();
    let postgres = Postgres::open(&url).await.unwrap();
    assert!(postgres.intervene(&decide(4), None, 2).await.unwrap());
    let newest = postgres.interventions(9).await.unwrap();
    assert!(newest.iter().map(|row| row.subject[0]).eq([4, 3, 2, 1]));
}

#[tokio::test]
async fn a_copy_into_a_journal_with_rows_is_refused_and_one_that_differs_leaves_nothing() {
    let (directory, server) = (TempDir::new().unwrap(), Server::shared());
    let file = directory.path().join("journal.db");
    grow(&file, Size { tables: 100, entries: 1 }).await;
    let same = copy(Place::Sqlite(&file), Place::Sqlite(&file)).await.unwrap_err().to_string();
    assert!(same.contains("is open already"), "{same}");
    let database = server.new_database().await;
    let url = server.url(&database);
    Postgres::open(&url).await.unwrap().close().await;
    let mut connection = server.connect(&database).await;
    // The database changes what is written to it.
    let garble = "create function garble() returns trigger language plpgsql as
                  $$ begin new.text = 'no'; return new; end $$;
                  create trigger garbled before insert on messages
                  for each row execute function garble()";
    sqlx::raw_sql(garble).execute(&mut connection).await.unwrap();
    let differs = copy(Place::Sqlite(&file), Place::Postgres(&url)).await.unwrap_err();
    assert!(matches!(differs, CopyError::Differs("messages")), "{differs}");
    let players = sqlx::query_scalar("select count(*) from players");
    let players: i64 = players.fetch_one(&mut connection).await.unwrap();
    assert_eq!(players, 0, "part of a journal is left");
    let honest = "drop trigger garbled on messages; drop function garble";
    sqlx::raw_sql(honest).execute(&mut connection).await.unwrap();
    copy(Place::Sqlite(&file), Place::Postgres(&url)).await.unwrap();
    let again = copy(Place::Sqlite(&file), Place::Postgres(&url)).await.unwrap_err();
    assert!(matches!(again, CopyError::NotEmpty), "{again}");
}

//! Journals that earlier programs wrote.

use gueridon_game::Seat;
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{
    Account, Journal, People, PlayerId, Purpose, Scopes, Seated, Standing, TableId, TableRow,
};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tempfile::TempDir;
use uuid::Uuid;

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

/// Makes a journal of version 1 with a table that two of its three players play.
async fn version_1(file: &std::path::Path) {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    let made = concat!(
        include_str!("../../src/sqlite/migrations/1.sql"),
        "pragma application_id = 1195659086; pragma user_version = 1;
         insert into players (id, name, token_hash, created_ms) values
           (unhex('00000000000000000000000000000001'), 'Ada', unhex(hex(zeroblob(32))), 11),
           (unhex('00000000000000000000000000000002'), 'Ada', randomblob(32), 12),
           (unhex('00000000000000000000000000000003'), 'Cy', randomblob(32), 13);
         insert into builds values (zeroblob(32), 'odd', x'00', 1);
         insert into tables values (unhex('000000000000000000000000000003e8'), 'odd', 'null', 2,
           'PLAYING', (select max(id) from players), zeroblob(32), zeroblob(32), 1, 2,
           (select min(id) from players));
         insert into seats select (select id from tables), row_number() over (order by id) - 1, id
           from players where name = 'Ada';
         insert into entries values ((select id from tables), 1, 0, 'k', '{}', '', 3, 0);",
    );
    sqlx::raw_sql(made).execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
}

#[tokio::test]
async fn a_journal_of_version_1_keeps_its_players_and_their_tables() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    version_1(&file).await;
    for _ in 0..2 {
        let journal = Sqlite::open(&file).await.unwrap();
        let table = TableId(Uuid::from_u128(1_000));
        let row = journal.table(table).await.unwrap().unwrap();
        let ada = |number, seat| {
            Seated::of(Seat(seat), player(number), "Ada".to_owned(), Standing::Guest)
        };
        assert_eq!(row.seated, [ada(1, 0), ada(2, 1)]);
        assert_eq!((row.opener, row.starter), (player(3), Some(player(1))));
        assert_eq!(journal.entries(table, 0, 9).await.unwrap().len(), 1);
        let (token, ada) = journal.token([0; 32]).await.unwrap().unwrap();
        assert_eq!(ada, Account::guest(player(1), "Ada".to_owned(), 11));
        assert_eq!(
            (token.player, token.purpose, token.created_ms),
            (player(1), Purpose::Session, 11)
        );
        assert_eq!((token.scopes, token.client), (Scopes::ALL, None));
        assert!(token.expires_ms > 1_700_000_000_000);
        // References are still checked.
        let nobody = TableRow::opened(TableId(Uuid::from_u128(1)), row.game, 2, player(9), 5);
        assert!(journal.open_table(&nobody).await.is_err());
        journal.close().await;
    }
}

/// The migrations of the versions that programs recorded only in the header of the file.
const VERSIONS: [&str; 7] = [
    include_str!("../../src/sqlite/migrations/1.sql"),
    include_str!("../../src/sqlite/migrations/2.sql"),
    include_str!("../../src/sqlite/migrations/3.sql"),
    include_str!("../../src/sqlite/migrations/4.sql"),
    include_str!("../../src/sqlite/migrations/5.sql"),
    include_str!("../../src/sqlite/migrations/6.sql"),
    include_str!("../../src/sqlite/migrations/7.sql"),
];

/// Brings a journal of version 1 to a later version as those programs did.
async fn bring_to(file: &std::path::Path, version: usize) {
    let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    for (number, making) in (1..).zip(VERSIONS).take(version).skip(1) {
        let text = format!("begin; {making} pragma user_version = {number}; commit;");
        sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut connection).await.unwrap();
    }
    sqlx::Connection::close(connection).await.unwrap();
}

#[tokio::test]
async fn versions_without_recorded_migrations_are_brought_to_the_newest() {
    let migrations = concat!(env!("CARGO_MANIFEST_DIR"), "/src/sqlite/migrations");
    let newest = i64::try_from(std::fs::read_dir(migrations).unwrap().count()).unwrap();
    for version in 1..=VERSIONS.len() {
        let directory = TempDir::new().unwrap();
        let file = directory.path().join("journal.db");
        version_1(&file).await;
        bring_to(&file, version).await;
        for _ in 0..2 {
            let journal = Sqlite::open(&file).await.unwrap();
            let table = TableId(Uuid::from_u128(1_000));
            assert_eq!(journal.table(table).await.unwrap().unwrap().seated.len(), 2, "{version}");
            assert_eq!(journal.entries(table, 0, 9).await.unwrap().len(), 1);
            assert!(journal.token([0; 32]).await.unwrap().is_some());
            journal.close().await;
        }
        let mut connection = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
        let migrated: Vec<(i64, bool)> =
            sqlx::query_as("select version, success from _sqlx_migrations order by version")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        assert!(migrated.into_iter().eq((1..=newest).map(|version| (version, true))));
        let header: i64 =
            sqlx::query_scalar("pragma user_version").fetch_one(&mut connection).await.unwrap();
        assert_eq!(header, newest);
        sqlx::Connection::close(connection).await.unwrap();
    }
}

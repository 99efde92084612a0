//! Journals that earlier programs wrote, in a file and in a database.

use gueridon_game::Seat;
use gueridon_journal::postgres::Postgres;
use gueridon_journal::scratch::Server;
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{
    Account, Journal, People, PlayerId, Purpose, Scopes, Seated, Standing, TableId, TableRow,
};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqlSafeStr};
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

/// The migrations of a database, whose table of versions has a name of its own.
const IN_POSTGRES: [&str; 5] = [
    include_str!("../../src/postgres/migrations/1.sql"),
    include_str!("../../src/postgres/migrations/2.sql"),
    include_str!("../../src/postgres/migrations/3.sql"),
    include_str!("../../src/postgres/migrations/4.sql"),
    include_str!("../../src/postgres/migrations/5.sql"),
];

/// What a program of version 1 wrote: a table that two players play, with an entry.
const PLAYED_AT_VERSION_1: &str = "
    insert into players (id, name, standing, role, created_ms, revision)
    select lpad(n::text, 32, '0')::uuid, 'Ada', 'GUEST', 'PLAYER', 10 + n, 0
    from generate_series(1, 2) as n;
    insert into tokens (id, hash, player, purpose, scopes, label, created_ms, used_ms, expires_ms)
    values (lpad('7', 32, '0')::uuid, decode(repeat('00', 32), 'hex'), lpad('1', 32, '0')::uuid,
            'SESSION', 'LOOK PLAY CHAT ACCOUNT', '', 11, 11, 9000000000000);
    insert into builds values (decode(repeat('00', 32), 'hex'), 'odd', '\\x00', 1);
    insert into tables (id, game, options, seats, settings, is_private, status, opener, owner,
                        invite, build, seed, created_ms, started_ms, starter, to_act)
    select lpad('3e8', 32, '0')::uuid, 'odd', 'null', 2, '{}', false, 'PLAYING', id, id, 'invite',
           decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), 1, 2, id, 1
    from players where created_ms = 11;
    insert into seats (table_id, seat, player, game, status)
    select lpad('3e8', 32, '0')::uuid, created_ms - 11, id, 'odd', 'PLAYING' from players;
    insert into entries (table_id, seq, seat, key, body, digest, at_ms, to_act, ends)
    values (lpad('3e8', 32, '0')::uuid, 1, 0, 'k', '{}', '', 3, 0, false);
";

#[tokio::test]
async fn every_version_of_a_database_is_brought_to_the_newest_with_what_was_played() {
    let migrations = concat!(env!("CARGO_MANIFEST_DIR"), "/src/postgres/migrations");
    assert_eq!(std::fs::read_dir(migrations).unwrap().count(), IN_POSTGRES.len());
    let server = Server::shared();
    for version in 1..=IN_POSTGRES.len() {
        let database = server.new_database().await;
        let mut connection = server.connect(&database).await;
        let of_then = (1..).zip(&IN_POSTGRES[..version]).map(|(number, &sql)| {
            let description = "of then".into();
            Migration::new(number, description, MigrationType::Simple, sql.into_sql_str(), false)
        });
        let mut migrator = Migrator::with_migrations(of_then.collect());
        migrator.dangerous_set_table_name("gueridon_migrations");
        migrator.run(&mut connection).await.unwrap();
        sqlx::raw_sql(PLAYED_AT_VERSION_1).execute(&mut connection).await.unwrap();
        sqlx::Connection::close(connection).await.unwrap();
        let url = server.url(&database);
        if version < IN_POSTGRES.len() {
            let refused = Postgres::open_beside(&url).await.unwrap_err().to_string();
            assert!(refused.contains(&format!("it is of version {version}")), "{refused}");
        }
        for _ in 0..2 {
            let journal = Postgres::open(&url).await.unwrap();
            let table = TableId(Uuid::from_u128(0x3e8));
            let row = journal.table(table).await.unwrap().unwrap();
            assert_eq!((row.seated.len(), row.starter), (2, Some(player(1))), "{version}");
            assert_eq!(journal.entries(table, 0, 9).await.unwrap().len(), 1);
            let (token, ada) = journal.token([0; 32]).await.unwrap().unwrap();
            assert_eq!(ada, Account::guest(player(1), "Ada".to_owned(), 11));
            assert_eq!((token.purpose, token.client), (Purpose::Session, None));
            journal.close().await;
        }
    }
}

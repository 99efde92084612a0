//! The versions of a journal's file. They are migrations of sqlx, in files that do not change once
//! they are released.
//!
//! Earlier programs kept the version only in the header of the file. In such a file, the migrations
//! up to that version are recorded as done.

use std::borrow::Cow;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, SqlSafeStr};

/// The application id in SQLite's header that marks a file as a journal: "GDON".
pub(super) const APPLICATION: i64 = 0x4744_4f4e;

/// The migrations from each version to the next.
const VERSIONS: [(&str, &str); 15] = [
    ("players, tables and entries", include_str!("migrations/1.sql")),
    ("accounts and tokens", include_str!("migrations/2.sql")),
    ("owners, settings, bots and deadlines", include_str!("migrations/3.sql")),
    ("talk and reports", include_str!("migrations/4.sql")),
    ("webhooks and mail", include_str!("migrations/5.sql")),
    ("scopes of tokens", include_str!("migrations/6.sql")),
    ("authorisation codes", include_str!("migrations/7.sql")),
    ("decisions of operators", include_str!("migrations/8.sql")),
    ("lists that do not grow", include_str!("migrations/9.sql")),
    ("who waits", include_str!("migrations/10.sql")),
    ("bots that think", include_str!("migrations/11.sql")),
    ("analyses", include_str!("migrations/12.sql")),
    ("programs", include_str!("migrations/13.sql")),
    ("last looks", include_str!("migrations/14.sql")),
    ("what operators see", include_str!("migrations/15.sql")),
];

/// The newest version that this program knows.
pub(super) const KNOWN: i64 = VERSIONS.len() as i64;

fn migrator() -> Migrator {
    let migrations = (1..).zip(VERSIONS).map(|(version, (description, sql))| {
        let description = Cow::Borrowed(description);
        Migration::new(version, description, MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

/// Brings a file to the newest version, with all the migrations that it lacks or with none.
pub(super) async fn run(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut whole = connection.begin_with("begin immediate").await?;
    let found = version(&mut whole).await?;
    let migrator = migrator();
    if found > 0 && !has_migrations(&mut whole).await? {
        migrator.skip(&mut *whole, Some(found)).await?;
    }
    migrator.run(&mut *whole).await?;
    // The version is in the header, too, for programs that do not know of migrations.
    let header = format!("pragma application_id = {APPLICATION}; pragma user_version = {KNOWN};");
    // Safe, since the text is made of two numbers.
    sqlx::raw_sql(AssertSqlSafe(header)).execute(&mut *whole).await?;
    whole.commit().await
}

/// The version in the header of a file; 0 for one that is new.
pub(super) async fn version(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("pragma user_version").fetch_one(connection).await
}

async fn has_migrations(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let found = "select count(*) from sqlite_schema where name = '_sqlx_migrations'";
    Ok(sqlx::query_scalar::<_, i64>(found).fetch_one(connection).await? > 0)
}

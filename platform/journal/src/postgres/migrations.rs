//! The versions of a journal's schema. They are migrations of sqlx, in files that do not change
//! once they are released.
//!
//! The table that records them has a name of its own, by which a database is recognised as a
//! journal.

use std::borrow::Cow;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, SqlSafeStr};

use super::connection::plain;
use crate::JournalError;

/// The table that records which migrations a database has.
const TABLE: &str = "gueridon_migrations";

/// The advisory lock for changing the schema: "GDON".
const LOCK: i64 = 0x4744_4f4e;

/// The migrations from each version to the next.
const VERSIONS: [(&str, &str); 5] = [
    ("all that a journal in SQLite has at version 11", include_str!("migrations/1.sql")),
    ("analyses", include_str!("migrations/2.sql")),
    ("programs", include_str!("migrations/3.sql")),
    ("last looks", include_str!("migrations/4.sql")),
    ("what operators see", include_str!("migrations/5.sql")),
];

/// The newest version that this program knows.
const KNOWN: i64 = VERSIONS.len() as i64;

fn migrator() -> Migrator {
    let migrations = (1..).zip(VERSIONS).map(|(version, (description, sql))| {
        let description = Cow::Borrowed(description);
        Migration::new(version, description, MigrationType::Simple, sql.into_sql_str(), false)
    });
    let mut migrator = Migrator::with_migrations(migrations.collect());
    migrator.dangerous_set_table_name(TABLE);
    // The caller takes a lock.
    migrator.set_locking(false);
    migrator
}

/// Brings a database to the newest version, with all the migrations that it lacks or with none.
pub(super) async fn run(name: &str, connection: &mut PgConnection) -> Result<(), JournalError> {
    let refused = |error: sqlx::Error| JournalError::CannotOpen {
        file: name.to_owned(),
        reason: format!("its schema could not be made, and is as it was: {}", plain(&error)),
    };
    let mut whole = connection.begin().await.map_err(refused)?;
    let lock = sqlx::query("select pg_advisory_xact_lock($1)").bind(LOCK);
    lock.execute(&mut *whole).await.map_err(refused)?;
    if version(name, &mut whole).await? < KNOWN {
        let migrated = migrator().run(&mut *whole).await;
        migrated.map_err(|error| refused(error.into()))?;
    }
    whole.commit().await.map_err(refused)
}

/// Refuses a database that is not a journal of the newest version.
pub(super) async fn check_is_newest(
    name: &str,
    connection: &mut PgConnection,
) -> Result<(), JournalError> {
    let refused = |reason| JournalError::CannotOpen { file: name.to_owned(), reason };
    match version(name, connection).await? {
        KNOWN => Ok(()),
        0 => Err(refused("there is no journal yet: serve once".to_owned())),
        older => Err(refused(format!("it is of version {older}: serve once with this program"))),
    }
}

/// The version of a journal; 0 for a database that is empty except for what extensions have made.
async fn version(name: &str, connection: &mut PgConnection) -> Result<i64, JournalError> {
    let refused = |error: sqlx::Error| JournalError::CannotOpen {
        file: name.to_owned(),
        reason: plain(&error),
    };
    let (is_journal, things): (bool, i64) = sqlx::query_as(
        "select to_regclass('gueridon_migrations') is not null,
                (select count(*) from pg_class as thing
                 where relnamespace = current_schema()::regnamespace
                   and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
                   and not exists (select 1 from pg_depend
                                   where classid = 'pg_class'::regclass and objid = thing.oid
                                     and deptype = 'e'))",
    )
    .fetch_one(&mut *connection)
    .await
    .map_err(refused)?;
    if !is_journal && things > 0 {
        return Err(JournalError::NotAJournal {
            file: name.to_owned(),
            reason: "it is a database of something else: create one for the journal".to_owned(),
        });
    }
    if !is_journal {
        return Ok(0);
    }
    let found: Option<i64> = sqlx::query_scalar("select max(version) from gueridon_migrations")
        .fetch_one(connection)
        .await
        .map_err(refused)?;
    match found.unwrap_or_default() {
        found if found > KNOWN => {
            Err(JournalError::Newer { file: name.to_owned(), found, known: KNOWN })
        }
        found => Ok(found),
    }
}

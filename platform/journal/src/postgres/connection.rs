//! Connections to a database: how they are made, what they are for, and for how long one waits.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;

use crate::JournalError;

/// For how long a server is tried to be reached at the start.
const CONNECT: Duration = Duration::from_secs(10);
/// For how long a free connection is waited for.
const ACQUIRE: Duration = Duration::from_secs(5);
/// For how long any question or write is waited for, a free connection included.
pub(super) const PATIENCE: Duration = Duration::from_secs(12);
/// After how long the database itself gives a statement up, a lock that it waits for included.
const STATEMENT: &str = "6s";
/// After how long the database ends a transaction in which nobody does anything.
const IDLE_IN_TRANSACTION: &str = "10s";
/// How long a connection is kept that nobody uses.
const IDLE: Duration = Duration::from_secs(10 * 60);
/// How old a connection becomes: after a failover, some may be to the wrong server.
const LIFE: Duration = Duration::from_secs(30 * 60);

/// The oldest version of PostgreSQL in which the schema can be made: unique indexes in which nulls
/// are equal are new in it.
const OLDEST: i32 = 15;

/// A database, and how to connect to it.
#[derive(Clone)]
pub(super) struct Database {
    /// Its URL without the password, for messages.
    pub(super) name: String,
    options: PgConnectOptions,
}

impl Database {
    /// Of a URL: `postgres://user:password@host:port/database`. What it leaves out comes from the
    /// environment, as for other clients of PostgreSQL.
    pub(super) fn parse(url: &str) -> Result<Self, JournalError> {
        let options = PgConnectOptions::from_str(url).map_err(|error| {
            // Whatever else is in the URL, it may have a password in it.
            JournalError::CannotOpen {
                file: "postgres://…".to_owned(),
                reason: format!("its URL cannot be read: {}", plain(&error)),
            }
        })?;
        let options = options
            .application_name("gueridon")
            .options([("default_transaction_isolation", "read committed")])
            .disable_statement_logging();
        let name = format!(
            "postgres://{}@{}:{}/{}",
            options.get_username(),
            options.get_host(),
            options.get_port(),
            options.get_database().unwrap_or_else(|| options.get_username()),
        );
        Ok(Self { name, options })
    }

    /// A connection without limits of time, to a server that can be used.
    pub(super) async fn connect(&self) -> Result<PgConnection, JournalError> {
        let refused = |reason| JournalError::CannotOpen { file: self.name.clone(), reason };
        let mut connection = match timeout(CONNECT, self.options.connect()).await {
            Ok(connected) => connected.map_err(|error| refused(plain(&error)))?,
            Err(_) => return Err(refused("the server does not answer".to_owned())),
        };
        check(&mut connection).await.map_err(refused)?;
        Ok(connection)
    }

    /// Connections that are made when they are needed, at most so many.
    pub(super) fn pool(&self, connections: u32) -> PgPool {
        let options = self.options.clone().options([
            ("statement_timeout", STATEMENT),
            ("idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION),
        ]);
        PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE)
            .idle_timeout(IDLE)
            .max_lifetime(LIFE)
            .connect_lazy_with(options)
    }
}

/// Something that is asked of the database.
pub(super) trait InTime<T>: Future<Output = Result<T, sqlx::Error>> + Send + Sized {
    /// The answer, unless it takes too long. What was asked may have been done all the same.
    fn in_time(self) -> impl Future<Output = Result<T, JournalError>> + Send {
        async {
            match timeout(PATIENCE, self).await {
                Ok(answer) => Ok(answer?),
                Err(_) => Err(JournalError::Broken("the database does not answer".to_owned())),
            }
        }
    }
}

impl<T, F: Future<Output = Result<T, sqlx::Error>> + Send> InTime<T> for F {}

/// Refuses a server that cannot keep a journal, and warns of one that may lose some of it.
async fn check(connection: &mut PgConnection) -> Result<(), String> {
    let about: (i32, String, bool, String, String) = sqlx::query_as(
        "select current_setting('server_version_num')::int / 10000,
                current_setting('server_encoding'), pg_is_in_recovery(),
                current_setting('fsync'), current_setting('synchronous_commit')",
    )
    .fetch_one(connection)
    .await
    .map_err(|error| plain(&error))?;
    let (version, encoding, is_standby, fsync, synchronous_commit) = about;
    if version < OLDEST {
        return Err(format!("it is PostgreSQL {version}, and {OLDEST} or newer is needed"));
    }
    if encoding != "UTF8" {
        return Err(format!("its encoding is {encoding}: create it with `encoding 'UTF8'`"));
    }
    if is_standby {
        return Err("it is a standby, where nothing can be written: name the primary".to_owned());
    }
    for (setting, value) in [("fsync", fsync), ("synchronous_commit", synchronous_commit)] {
        if value == "off" {
            tracing::warn!("PostgreSQL has {setting} = off: a crash there can lose the last moves");
        }
    }
    Ok(())
}

/// What an error says, in one line.
pub(super) fn plain(error: &sqlx::Error) -> String {
    let text = match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Configuration(error) => error.to_string(),
        error => error.to_string(),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Ends a connection that is no longer needed.
pub(super) async fn close(connection: PgConnection) {
    // A failure to say goodbye changes nothing.
    let _ = connection.close().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_named_without_its_password() {
        let database = Database::parse("postgres://ada:secret@db.example.org:5433/games").unwrap();
        assert_eq!(database.name, "postgres://ada@db.example.org:5433/games");
        let wrong = Database::parse("postgres://ada:secret@db:port/games").map(|found| found.name);
        let wrong = wrong.unwrap_err().to_string();
        assert!(wrong.contains("invalid port") && !wrong.contains("secret"), "{wrong}");
    }
}

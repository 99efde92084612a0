//! Connections to a database: how they are made, what is required of the server, and time limits.

use std::borrow::Cow;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;
use url::Url;

use crate::JournalError;

/// How long to wait for a connection when a journal is opened.
const CONNECT: Duration = Duration::from_secs(10);
/// How long to wait for a free connection of a pool.
const ACQUIRE: Duration = Duration::from_secs(5);
/// How long to wait for the answer to a query or write, including the wait for a connection.
pub(super) const PATIENCE: Duration = Duration::from_secs(12);
/// The parameters that the query of a URL may have.
const PARAMETERS: [&str; 12] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "user",
];
/// After how long the database itself cancels a statement, including its wait for a lock.
const STATEMENT: &str = "6s";
/// After how long without a statement the database ends a transaction.
const IDLE_IN_TRANSACTION: &str = "10s";
/// How long an unused connection is kept.
const IDLE: Duration = Duration::from_secs(10 * 60);
/// How long any connection is kept: after a failover, old ones may lead to the wrong server.
const LIFE: Duration = Duration::from_secs(30 * 60);

/// The oldest version of PostgreSQL in which the schema can be made. It is the first that has
/// unique indexes in which nulls are equal.
const OLDEST: i32 = 15;

/// A database, and how to connect to it.
#[derive(Clone)]
pub(super) struct Database {
    /// Its URL without the password, for messages.
    pub(super) name: String,
    options: PgConnectOptions,
}

impl Database {
    /// The database of a URL: `postgres://user:password@host:port/database`. What the URL leaves
    /// out comes from the environment, as for other clients of PostgreSQL.
    pub(super) fn parse(url: &str) -> Result<Self, JournalError> {
        if let Some(name) = unknown_parameter(url) {
            return Err(JournalError::CannotOpen {
                file: "postgres://…".to_owned(),
                reason: format!("its URL has a parameter `{name}` that is not known"),
            });
        }
        let options = PgConnectOptions::from_str(url).map_err(|error| {
            // The URL is not quoted, because it may contain a password.
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

    /// A connection without time limits, if the server can keep a journal.
    pub(super) async fn connect(&self) -> Result<PgConnection, JournalError> {
        let refused = |reason| JournalError::CannotOpen { file: self.name.clone(), reason };
        let mut connection = match timeout(CONNECT, self.options.connect()).await {
            Ok(connected) => connected.map_err(|error| refused(plain(&error)))?,
            Err(_) => return Err(refused("the server does not answer".to_owned())),
        };
        check(&mut connection).await.map_err(refused)?;
        Ok(connection)
    }

    /// A connection to a server that was checked before, without time limits.
    pub(super) async fn connect_unchecked(&self) -> Result<PgConnection, sqlx::Error> {
        self.options.connect().await
    }

    /// A pool of at most that many connections, which are made when they are needed and have time
    /// limits.
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

/// The first parameter of a URL that is not one of [`PARAMETERS`]. sqlx would log its value, which
/// may be a password under a wrong name.
fn unknown_parameter(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let is_known = |name: &str| {
        PARAMETERS.contains(&name) || name.starts_with("options[") && name.ends_with(']')
    };
    url.query_pairs().map(|(name, _)| name).find(|name| !is_known(name)).map(Cow::into_owned)
}

/// A call of the database, to which a time limit can be added.
pub(super) trait InTime<T>: Future<Output = Result<T, sqlx::Error>> + Send + Sized {
    /// The answer, or an error if it takes longer than [`PATIENCE`]. A write may still have been
    /// done then.
    fn in_time(self) -> impl Future<Output = Result<T, JournalError>> + Send {
        async {
            match timeout(PATIENCE, self).await {
                Ok(answer) => Ok(answer?),
                Err(_) => Err(JournalError::silent()),
            }
        }
    }
}

impl<T, F: Future<Output = Result<T, sqlx::Error>> + Send> InTime<T> for F {}

/// Refuses a server that cannot keep a journal, and logs a warning about one that may lose parts of
/// it.
async fn check(connection: &mut PgConnection) -> Result<(), String> {
    let about: (i32, String, bool, String, String, bool) = sqlx::query_as(
        "select current_setting('server_version_num')::int / 10000,
                current_setting('server_encoding'), pg_is_in_recovery(),
                current_setting('fsync'), current_setting('synchronous_commit'),
                current_setting('synchronous_standby_names') <> ''",
    )
    .fetch_one(connection)
    .await
    .map_err(|error| plain(&error))?;
    let (version, encoding, is_standby, fsync, synchronous_commit, has_standby) = about;
    if version < OLDEST {
        return Err(format!("it is PostgreSQL {version}, and {OLDEST} or newer is needed"));
    }
    if encoding != "UTF8" {
        return Err(format!("its encoding is {encoding}: create it with `encoding 'UTF8'`"));
    }
    if is_standby {
        return Err("it is a standby, where nothing can be written: name the primary".to_owned());
    }
    for warning in risks(&fsync, &synchronous_commit, has_standby) {
        tracing::warn!("PostgreSQL has {warning}");
    }
    Ok(())
}

/// The settings with which a crash can lose what was acknowledged, each with what can be lost.
fn risks(fsync: &str, synchronous_commit: &str, has_standby: bool) -> Vec<String> {
    let mut risks = Vec::new();
    if fsync == "off" {
        risks.push("fsync = off: a crash there can lose the last moves".to_owned());
    }
    match synchronous_commit {
        "off" => {
            risks
                .push("synchronous_commit = off: a crash there can lose the last moves".to_owned());
        }
        "local" | "remote_write" if has_standby => risks.push(format!(
            "synchronous_commit = {synchronous_commit}: a failover can lose the last moves"
        )),
        _ => {}
    }
    risks
}

/// The message of an error in one line.
pub(super) fn plain(error: &sqlx::Error) -> String {
    let text = match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Configuration(error) => error.to_string(),
        error => error.to_string(),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Closes a connection that is no longer needed.
pub(super) async fn close(connection: PgConnection) {
    // An error does not matter, since the connection is not used any more.
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

    #[test]
    fn settings_that_can_lose_acknowledged_writes_cause_warnings() {
        assert!(risks("on", "on", true).is_empty() && risks("on", "local", false).is_empty());
        for (fsync, commit, has_standby) in
            [("off", "on", false), ("on", "off", false), ("on", "local", true)]
        {
            assert_eq!(risks(fsync, commit, has_standby).len(), 1, "{fsync} {commit}");
        }
    }

    #[test]
    fn an_unknown_parameter_is_refused_without_its_value() {
        let known = "postgres://ada@db/games?sslmode=verify-full&options[search_path]=games";
        assert!(Database::parse(known).is_ok());
        let wrong = Database::parse("postgres://ada@db/games?port=5433&pass=secret");
        let wrong = wrong.map(|found| found.name).unwrap_err().to_string();
        assert!(wrong.contains("`pass`") && !wrong.contains("secret"), "{wrong}");
    }
}

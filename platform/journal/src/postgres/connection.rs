//! Connections to a database: how they are made, what they are for, and for how long one waits.

use std::borrow::Cow;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;
use url::Url;

use crate::JournalError;

/// For how long a server is tried to be reached at the start.
const CONNECT: Duration = Duration::from_secs(10);
/// For how long a free connection is waited for.
const ACQUIRE: Duration = Duration::from_secs(5);
/// For how long any question or write is waited for, a free connection included.
pub(super) const PATIENCE: Duration = Duration::from_secs(12);
/// What the query of a URL may set.
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
/// What is said of a database that takes longer.
pub(super) const SILENT: &str = "the database does not answer";
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
        if let Some(name) = unknown_parameter(url) {
            return Err(JournalError::CannotOpen {
                file: "postgres://…".to_owned(),
                reason: format!("its URL has a parameter `{name}` that is not known"),
            });
        }
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

/// The first parameter of a URL that is none of [`PARAMETERS`]. Whatever reads the URL next would
/// log its value, which may be a password under a wrong name.
fn unknown_parameter(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let is_known = |name: &str| {
        PARAMETERS.contains(&name) || name.starts_with("options[") && name.ends_with(']')
    };
    url.query_pairs().map(|(name, _)| name).find(|name| !is_known(name)).map(Cow::into_owned)
}

/// Something that is asked of the database.
pub(super) trait InTime<T>: Future<Output = Result<T, sqlx::Error>> + Send + Sized {
    /// The answer, unless it takes too long. What was asked may have been done all the same.
    fn in_time(self) -> impl Future<Output = Result<T, JournalError>> + Send {
        async {
            match timeout(PATIENCE, self).await {
                Ok(answer) => Ok(answer?),
                Err(_) => Err(JournalError::Broken(SILENT.to_owned())),
            }
        }
    }
}

impl<T, F: Future<Output = Result<T, sqlx::Error>> + Send> InTime<T> for F {}

/// Refuses a server that cannot keep a journal, and warns of one that may lose some of it.
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

/// The settings by which a crash can lose what was acknowledged, and what each loses.
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

    #[test]
    fn settings_that_can_lose_what_was_acknowledged_are_warned_of() {
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

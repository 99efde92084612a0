//! The journal of any number of nodes: one PostgreSQL database.
//!
//! Every write is a transaction at READ COMMITTED. It takes its locks first, and its statements
//! include its condition, so that of several nodes that write at once only as many succeed as may.
//! Entries need no lock: one task of each node appends, with one statement, all that have gathered
//! while the previous ones were committed.
//!
//! What is committed is as durable as the database is configured to make it.

mod appender;
mod channel;
mod codes;
mod connection;
mod connections;
mod interventions;
mod lists;
mod lobby;
mod migrations;
mod notifications;
mod people;
mod ping;
mod programs;
mod statement;
mod tables;
mod talk;
mod writes;

use std::fmt;

use sqlx::postgres::{PgConnection, PgPool};

pub use channel::{Channel, Heard};

use crate::writes::Write;
use crate::{JournalError, WriteMetrics};
use appender::Appender;
use connection::{Database, InTime};
use connections::Connections;
use ping::Ping;

/// A journal in a PostgreSQL database.
pub struct Postgres {
    database: Database,
    /// Names this node among those that use the same channel.
    node: String,
    connections: Connections,
    appender: Appender,
    ping: Ping,
    metrics: WriteMetrics,
}

impl fmt::Debug for Postgres {
    /// Leaves the password out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").field("name", &self.database.name).finish_non_exhaustive()
    }
}

impl Postgres {
    /// How many connections a node has at most for reading and writing. Its [`Channel`] has up to
    /// four others, and one more is only asked whether the database answers.
    pub const CONNECTIONS: u32 = 16;

    /// Opens the journal in the database of a URL, or makes a new one if the database is empty. A
    /// journal of an earlier version is brought to the newest, in one transaction, while other
    /// nodes that want to do the same wait.
    ///
    /// # Errors
    /// [`JournalError::NotAJournal`] for a database of something else, [`JournalError::Newer`] for
    /// one that a later version of this program wrote, [`JournalError::CannotOpen`] if the database
    /// cannot be reached or used. In none of these cases is anything changed in it.
    pub async fn open(url: &str) -> Result<Self, JournalError> {
        let database = Database::parse(url)?;
        let mut connection = database.connect().await?;
        migrations::run(&database.name, &mut connection).await?;
        Self::with(database, connection).await
    }

    /// Opens a journal that servers may be using, to write about people and decisions of operators.
    /// It neither makes a journal nor brings one to a newer version.
    ///
    /// # Errors
    /// As for [`Postgres::open`]; [`JournalError::CannotOpen`] also where there is no journal yet,
    /// or one of an older version, which a server must have opened first.
    pub async fn open_beside(url: &str) -> Result<Self, JournalError> {
        let database = Database::parse(url)?;
        let mut connection = database.connect().await?;
        migrations::check_is_newest(&database.name, &mut connection).await?;
        Self::with(database, connection).await
    }

    async fn with(database: Database, mut connection: PgConnection) -> Result<Self, JournalError> {
        let node = sqlx::query_scalar("select gen_random_uuid()::text");
        let node = node.fetch_one(&mut connection).in_time().await?;
        connection::close(connection).await;
        let connections = Connections::to(database.clone(), Self::CONNECTIONS);
        let metrics = WriteMetrics::default();
        let appender = Appender::start(connections.clone(), metrics.clone());
        let ping = Ping::start(database.clone(), connections.clone());
        Ok(Self { database, node, connections, appender, ping, metrics })
    }

    /// The metrics of the entries that it appends. Other writes are not counted.
    #[must_use]
    pub fn metrics(&self) -> &WriteMetrics {
        &self.metrics
    }

    /// How many entries wait for the commit of others.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.appender.waiting()
    }

    /// Its URL without the password.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.database.name
    }

    /// What carries words between the nodes of this journal. A node needs only one.
    #[must_use]
    pub fn channel(&self) -> Channel {
        // Two are in use. The others are for when one of them is dead, which is not noticed at
        // once.
        Channel::open(self.database.pool(4), &self.node)
    }

    /// A new connection to the same database, which is not of the pool and has no time limits.
    pub(crate) async fn connect(&self) -> Result<PgConnection, JournalError> {
        self.database.connect().await
    }

    /// Closes its connections once everything is written. A second call waits until that is done.
    pub async fn close(&self) {
        self.ping.stop();
        self.appender.stop().await;
        self.connections.close().await;
    }

    fn pool(&self) -> PgPool {
        self.connections.pool()
    }

    /// Does a write and commits it; returns whether its condition held.
    async fn write(&self, write: impl Into<Write>) -> Result<bool, JournalError> {
        match write.into() {
            Write::Entry(entry, after) => self.appender.append(entry, after).await,
            write => self.commit(&write).in_time().await,
        }
    }

    /// Commits a write. It is tried again, up to five times in all, if the database has ended its
    /// transaction because of another one.
    async fn commit(&self, write: &Write) -> Result<bool, sqlx::Error> {
        const TRIES: usize = 5;
        for _ in 1..TRIES {
            match self.try_to_commit(write).await {
                Err(error) if statement::was_sacrificed(&error) => {}
                done => return done,
            }
        }
        self.try_to_commit(write).await
    }

    async fn try_to_commit(&self, write: &Write) -> Result<bool, sqlx::Error> {
        let mut transaction = self.pool().begin().await?;
        let is_written = writes::apply(&mut transaction, write).await?;
        transaction.commit().await?;
        Ok(is_written)
    }
}

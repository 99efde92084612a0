//! The journal of any number of nodes: one PostgreSQL database.
//!
//! Every write is a transaction at READ COMMITTED that takes its locks first and names its condition
//! in its statement, so of several nodes that write at once as many succeed as may. Entries take no
//! lock: one task gathers those of this node, and what has gathered while the last were committed is
//! one statement.
//!
//! What is committed is as durable as the database is set up to be.

mod appender;
mod channel;
mod codes;
mod connection;
mod interventions;
mod lists;
mod lobby;
mod migrations;
mod notifications;
mod people;
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

/// A journal in a PostgreSQL database.
pub struct Postgres {
    database: Database,
    /// Names this node among those that say something on a channel.
    node: String,
    pool: PgPool,
    appender: Appender,
    metrics: WriteMetrics,
}

impl fmt::Debug for Postgres {
    /// Leaves the password out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").field("name", &self.database.name).finish_non_exhaustive()
    }
}

impl Postgres {
    /// How many connections a node has for reading and writing at most. Its [`Channel`] has two of
    /// its own.
    pub const CONNECTIONS: u32 = 16;

    /// Opens the journal in the database of a URL, or makes a new one if the database is empty. A
    /// journal of an earlier version becomes one of the newest, in one transaction, while other
    /// nodes that do the same wait.
    ///
    /// # Errors
    /// [`JournalError::NotAJournal`] for a database of something else, [`JournalError::Newer`] for
    /// one that a later version of this program wrote, [`JournalError::CannotOpen`] when the
    /// database cannot be reached or be used. In none of these cases anything was changed in it.
    pub async fn open(url: &str) -> Result<Self, JournalError> {
        let database = Database::parse(url)?;
        let mut connection = database.connect().await?;
        migrations::run(&database.name, &mut connection).await?;
        Self::with(database, connection).await
    }

    /// Opens a journal that servers may be using, to write about people and what operators decide.
    /// Makes no journal, and no newer version of one.
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
        let pool = database.pool(Self::CONNECTIONS);
        let metrics = WriteMetrics::default();
        let appender = Appender::start(pool.clone(), metrics.clone());
        Ok(Self { database, node, pool, appender, metrics })
    }

    /// What is counted of its entries, which are written by one task.
    #[must_use]
    pub fn metrics(&self) -> &WriteMetrics {
        &self.metrics
    }

    /// How many entries wait for others to be committed.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.appender.waiting()
    }

    /// Its URL, without the password.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.database.name
    }

    /// What carries words between the nodes of this journal. A node has one.
    #[must_use]
    pub fn channel(&self) -> Channel {
        // Two are used; the others are for when one of them is dead, which takes a while to show.
        Channel::open(self.database.pool(4), &self.node)
    }

    /// A connection of its own to the same database, without limits of time.
    pub(crate) async fn connect(&self) -> Result<PgConnection, JournalError> {
        self.database.connect().await
    }

    /// Closes its connections once everything is written. A second call waits for the same.
    pub async fn close(&self) {
        self.appender.stop().await;
        self.pool.close().await;
    }

    /// Writes, and answers once it is committed whether the condition held.
    async fn write(&self, write: impl Into<Write>) -> Result<bool, JournalError> {
        match write.into() {
            Write::Entry(entry, after) => self.appender.append(entry, after).await,
            write => self.commit(&write).in_time().await,
        }
    }

    /// Commits a write, again if the database has ended its transaction for the sake of another.
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
        let mut transaction = self.pool.begin().await?;
        let is_written = writes::apply(&mut transaction, write).await?;
        transaction.commit().await?;
        Ok(is_written)
    }
}

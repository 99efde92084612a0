//! Copies a whole journal into an empty one, which may be in another kind of database, and compares
//! the rows of both.
//!
//! Everything is copied in one transaction, or nothing.

mod cells;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection};

use crate::JournalError;
use crate::postgres::Postgres;
use crate::sqlite::{self, Sqlite};
use cells::{Row, TABLES, Table};

/// Where a journal is.
#[derive(Debug, Clone, Copy)]
pub enum Place<'p> {
    /// In this SQLite file.
    Sqlite(&'p Path),
    /// In the PostgreSQL database of this URL.
    Postgres(&'p str),
}

/// How much of a database table was copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    /// The name of the table, which is the same in both kinds of database.
    pub table: &'static str,
    /// How many rows it has.
    pub rows: u64,
}

/// Why nothing was copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// One of the two journals cannot be opened, or failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is nothing to copy.
    #[error("nothing was copied: there is nothing in the first journal; is its name right?")]
    Nothing,
    /// The journal to copy to is not empty.
    #[error("nothing was copied: there is something in the other journal, so name a new one")]
    NotEmpty,
    /// The rows of a table that were read back are not those that were copied.
    #[error("nothing was copied: {0} were not the same when read back")]
    Differs(&'static str),
}

impl From<sqlx::Error> for CopyError {
    fn from(error: sqlx::Error) -> Self {
        Self::Journal(error.into())
    }
}

/// Copies everything in a journal that no server is using into an empty or new one. Both are first
/// brought to the newest version.
///
/// # Errors
/// When one cannot be opened or fails, when the first is empty or the second is not, or when the rows
/// that are read back from it differ. Then no row was copied.
pub async fn copy(from: Place<'_>, to: Place<'_>) -> Result<Vec<Copied>, CopyError> {
    if let Place::Sqlite(file) = from {
        // Opening a file that is not there would make it.
        Sqlite::check_is_journal(file).await?;
    }
    let (mut from, mut to) = (Side::open(from).await?, Side::open(to).await?);
    let copied = copy_within(&mut from, &mut to).await;
    let closed = match copied {
        Ok(_) => to.end("commit").await,
        Err(_) => to.end("rollback").await,
    };
    from.end("rollback").await?;
    let copied = copied?;
    closed?;
    Ok(copied)
}

async fn copy_within(from: &mut Side, to: &mut Side) -> Result<Vec<Copied>, CopyError> {
    for table in TABLES {
        if to.digest(table).await?.rows > 0 {
            return Err(CopyError::NotEmpty);
        }
    }
    let mut copied = Vec::new();
    for table in TABLES {
        let rows = transfer(from, to, table).await?;
        let (read, written) = (from.digest(table).await?, to.digest(table).await?);
        if read != written || read.rows != rows {
            return Err(CopyError::Differs(table.name));
        }
        copied.push(Copied { table: table.name, rows });
    }
    if copied.iter().all(|table| table.rows == 0) {
        return Err(CopyError::Nothing);
    }
    to.renumber().await?;
    Ok(copied)
}

/// Copies the rows of a table; returns how many.
async fn transfer(from: &mut Side, to: &mut Side, table: &Table) -> Result<u64, CopyError> {
    let (mut rows, mut last) = (0, None);
    loop {
        let page = from.page(table, last.as_ref()).await?;
        last = page.last().cloned();
        if last.is_none() {
            return Ok(rows);
        }
        rows += page.len() as u64;
        to.write(table, page).await?;
    }
}

/// The number of rows of a table and a hash over them, which is compared with that of the copy.
#[derive(Debug, PartialEq, Eq)]
struct Digest {
    rows: u64,
    hash: u64,
}

/// A connection to a journal that reads or writes it in one transaction. The journal itself is kept
/// open, too, so that nobody else opens its file meanwhile.
enum Side {
    Sqlite(SqliteConnection, Sqlite),
    Postgres(PgConnection, Box<Postgres>),
}

impl Side {
    async fn open(place: Place<'_>) -> Result<Self, CopyError> {
        Ok(match place {
            Place::Sqlite(file) => {
                let journal = Sqlite::open(file).await?;
                let (_, options) = sqlite::options(file)?;
                let mut connection = options.connect().await?;
                // A row may be written before one that it refers to.
                let begin = "begin immediate; pragma defer_foreign_keys = on";
                sqlx::raw_sql(begin).execute(&mut connection).await?;
                Self::Sqlite(connection, journal)
            }
            Place::Postgres(url) => {
                let journal = Postgres::open(url).await?;
                let mut connection = journal.connect().await?;
                // What servers write meanwhile is not read, so the pages fit together.
                let begin = "begin isolation level repeatable read";
                sqlx::raw_sql(begin).execute(&mut connection).await?;
                Self::Postgres(connection, Box::new(journal))
            }
        })
    }

    /// The rows of a table that come after `after` in the order of its key, as many as are read at
    /// a time.
    async fn page(&mut self, table: &Table, after: Option<&Row>) -> Result<Vec<Row>, CopyError> {
        Ok(match self {
            Self::Sqlite(connection, _) => cells::in_sqlite::page(connection, table, after).await?,
            Self::Postgres(connection, _) => {
                cells::in_postgres::page(connection, table, after).await?
            }
        })
    }

    async fn write(&mut self, table: &Table, rows: Vec<Row>) -> Result<(), CopyError> {
        match self {
            Self::Sqlite(connection, _) => cells::in_sqlite::write(connection, table, rows).await?,
            Self::Postgres(connection, _) => {
                cells::in_postgres::write(connection, table, rows).await?;
            }
        }
        Ok(())
    }

    async fn digest(&mut self, table: &Table) -> Result<Digest, CopyError> {
        let mut hasher = DefaultHasher::new();
        let (mut rows, mut last) = (0, None);
        loop {
            let page = self.page(table, last.as_ref()).await?;
            last = page.last().cloned();
            if last.is_none() {
                return Ok(Digest { rows, hash: hasher.finish() });
            }
            rows += page.len() as u64;
            page.hash(&mut hasher);
        }
    }

    /// Makes PostgreSQL number new interventions after those that were copied with their numbers.
    async fn renumber(&mut self) -> Result<(), CopyError> {
        if let Self::Postgres(connection, _) = self {
            let renumber = "select setval(pg_get_serial_sequence('interventions', 'id'), max(id))
                            from interventions having max(id) is not null";
            sqlx::query(renumber).execute(connection).await?;
        }
        Ok(())
    }

    /// Commits the transaction or rolls it back, and closes the journal.
    async fn end(self, how: &'static str) -> Result<(), CopyError> {
        match self {
            Self::Sqlite(mut connection, journal) => {
                let ended = sqlx::raw_sql(how).execute(&mut connection).await;
                connection.close().await?;
                journal.close().await;
                ended?;
            }
            Self::Postgres(mut connection, journal) => {
                let ended = sqlx::raw_sql(how).execute(&mut connection).await;
                connection.close().await?;
                journal.close().await;
                ended?;
            }
        }
        Ok(())
    }
}

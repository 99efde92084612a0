//! SQLite's statistics about its tables, from which it chooses indexes. Statements for which a
//! wrong choice would be slow name their index; for the others the statistics are kept up to date.

use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnection;

/// From how many rows of an index its statistics are taken, so that the time for it does not grow
/// with the journal.
pub(super) const ROWS: u32 = 400;

/// How often SQLite is asked to renew statistics that are out of date.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// Renews the statistics of every table that are missing or out of date. It is for a new
/// connection: otherwise SQLite considers only tables that the connection has read.
pub(super) async fn renew_all(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql("pragma optimize = 0x10002").execute(connection).await?;
    Ok(())
}

/// When statistics were last renewed on a connection.
#[derive(Debug)]
pub(super) struct Statistics {
    renewed: Instant,
}

impl Statistics {
    /// Statistics that have just been renewed.
    pub(super) fn fresh() -> Self {
        Self { renewed: Instant::now() }
    }

    /// Renews those that are out of date, at most once in [`EVERY`].
    pub(super) async fn renew(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        if self.renewed.elapsed() >= EVERY {
            self.renewed = Instant::now();
            sqlx::raw_sql("pragma optimize").execute(connection).await?;
        }
        Ok(())
    }
}

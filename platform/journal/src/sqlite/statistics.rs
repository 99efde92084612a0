//! What SQLite knows of how many rows there are. Statements that could run in a way that depends on it
//! name their index, so this is for the others: a plan that is right for ten rows stays right.

use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnection;

/// From how many rows of an index its statistics are taken, so that taking them is as quick however
/// many there are.
pub(super) const ROWS: u32 = 400;

/// How often it is looked whether they are out of date.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// Renews the statistics that are missing or out of date, of every table. For a new connection,
/// which does not know yet which tables it will read.
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
    /// They have just been renewed.
    pub(super) fn fresh() -> Self {
        Self { renewed: Instant::now() }
    }

    /// Renews those that are out of date, if it is time to look.
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

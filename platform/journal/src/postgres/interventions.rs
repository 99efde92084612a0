//! Decisions of operators in a PostgreSQL database.

use async_trait::async_trait;
use sqlx::Row;

use super::Postgres;
use super::connection::InTime;
use crate::columns::Bytes32;
use crate::writes::InterventionWrite;
use crate::{
    BuildUse, Intervention, InterventionRow, Interventions, JournalError, PlayerId, Stop,
    interventions,
};

#[async_trait]
impl Interventions for Postgres {
    async fn intervene(
        &self,
        intervention: &Intervention,
        by: Option<PlayerId>,
        at_ms: i64,
    ) -> Result<bool, JournalError> {
        self.write(InterventionWrite { intervention: intervention.clone(), by, at_ms }).await
    }

    async fn stops(&self) -> Result<Vec<Stop>, JournalError> {
        let stops = sqlx::query("select subject, kind, reason, at_ms from stops order by at_ms");
        let rows = stops.fetch_all(&self.pool()).in_time().await?;
        let stop = |row: &sqlx::postgres::PgRow| {
            let subject: Vec<u8> = row.try_get("subject")?;
            let stopped = interventions::Stopped::of(row.try_get("kind")?, &subject);
            let stopped = stopped.ok_or_else(|| {
                JournalError::Broken("a stop is about neither a build nor a table".to_owned())
            })?;
            Ok(Stop { stopped, reason: row.try_get("reason")?, at_ms: row.try_get("at_ms")? })
        };
        rows.iter().map(stop).collect()
    }

    async fn interventions(&self, first: u32) -> Result<Vec<InterventionRow>, JournalError> {
        let newest = sqlx::query(
            "select at_ms, kind, subject, reason, player from interventions order by id desc limit $1",
        );
        let rows = newest.bind(i64::from(first)).fetch_all(&self.pool()).in_time().await?;
        let row = |row: &sqlx::postgres::PgRow| {
            Ok(InterventionRow {
                at_ms: row.try_get("at_ms")?,
                kind: row.try_get("kind")?,
                subject: row.try_get("subject")?,
                reason: row.try_get("reason")?,
                by: row.try_get("player")?,
            })
        };
        rows.iter().map(row).collect()
    }

    async fn builds(&self) -> Result<Vec<BuildUse>, JournalError> {
        let rows = sqlx::query(
            "select sha256, game, octet_length(bytes)::bigint as size, first_used_ms,
                    (select count(*) from tables where build = sha256 and status = 'PLAYING')
                        as playing,
                    (select count(*) from tables where build = sha256
                                                   and status in ('OVER', 'CLOSED')) as ended
             from builds order by first_used_ms, sha256",
        )
        .fetch_all(&self.pool())
        .in_time()
        .await?;
        let row = |row: &sqlx::postgres::PgRow| {
            let number = |column| row.try_get::<i64, _>(column).map(i64::unsigned_abs);
            Ok(BuildUse {
                sha256: row.try_get::<Bytes32, _>("sha256")?.0,
                game: row.try_get("game")?,
                size: number("size")?,
                first_used_ms: row.try_get("first_used_ms")?,
                playing: number("playing")?,
                ended: number("ended")?,
            })
        };
        rows.iter().map(row).collect()
    }
}

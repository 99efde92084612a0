//! Writes of the decisions of operators.

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use crate::sqlite::statement::run;
use crate::writes::InterventionWrite;
use crate::{Intervention, PlayerId, StopOnUpgrade, TableId};

/// Carries out a decision and records it, or does neither; returns whether its condition held.
pub(in crate::sqlite) async fn apply(
    connection: &mut SqliteConnection,
    InterventionWrite { intervention, by, at_ms }: &InterventionWrite,
) -> Result<bool, sqlx::Error> {
    let mut both = connection.begin().await?;
    let carried_out = match intervention {
        Intervention::Quarantine { .. } => {
            "insert into stops (subject, kind, reason, at_ms) values (?1, 'QUARANTINE', ?2, ?3)
             on conflict do nothing"
        }
        Intervention::Stop { .. } => {
            "insert into stops (subject, kind, reason, at_ms)
             select id, 'STOP', ?2, ?3 from tables where id = ?1 and status = 'PLAYING'
             on conflict do nothing"
        }
        Intervention::Close { .. } => {
            "insert into stops (subject, kind, reason, at_ms)
             select id, 'CLOSE', ?2, ?3 from tables where id = ?1 and status in ('OPEN', 'PLAYING')
             on conflict do update set kind = 'CLOSE', reason = ?2, at_ms = ?3
             where kind <> 'CLOSE'"
        }
        Intervention::Release { .. } => {
            "delete from stops where subject = ?1 and kind = 'QUARANTINE'"
        }
        Intervention::Reopen { .. } => "delete from stops where subject = ?1 and kind = 'STOP'",
        Intervention::Closed { .. } => "delete from stops where subject = ?1 and kind = 'CLOSE'",
    };
    let (subject, reason) = (intervention.subject(), intervention.reason());
    let carried_out = sqlx::query(carried_out).bind(subject).bind(reason).bind(at_ms);
    let is_done = run(&mut both, carried_out).await?;
    if is_done {
        record(&mut both, intervention, *by, *at_ms).await?;
    }
    both.commit().await?;
    Ok(is_done)
}

/// Ends the stop of a table that goes on with another build, if it is one that ends with that.
pub(in crate::sqlite) async fn end_stop(
    connection: &mut SqliteConnection,
    table: TableId,
    stop: StopOnUpgrade,
    at_ms: i64,
) -> Result<(), sqlx::Error> {
    let Some((until_ms, reason)) = stop.ended() else { return Ok(()) };
    let reopened = Intervention::Reopen { table };
    let ended = sqlx::query(
        "delete from stops where subject = ?1 and kind = 'STOP' and at_ms <= ?2
         and substr(reason, 1, length(?3)) = ?3",
    );
    let ended = ended.bind(reopened.subject()).bind(until_ms).bind(reason);
    if run(connection, ended).await? {
        record(connection, &reopened, None, at_ms).await?;
    }
    Ok(())
}

/// Records a decision that has been carried out.
async fn record(
    connection: &mut SqliteConnection,
    intervention: &Intervention,
    by: Option<PlayerId>,
    at_ms: i64,
) -> Result<(), sqlx::Error> {
    let noted = sqlx::query(
        "insert into interventions (at_ms, kind, subject, reason, player) values (?, ?, ?, ?, ?)",
    );
    let (subject, reason) = (intervention.subject(), intervention.reason());
    let noted = noted.bind(at_ms).bind(intervention.kind()).bind(subject).bind(reason).bind(by);
    run(connection, noted).await?;
    Ok(())
}

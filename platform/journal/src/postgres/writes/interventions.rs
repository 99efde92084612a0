//! Writes of the decisions of operators.

use sqlx::postgres::PgConnection;

use crate::postgres::statement::{lock_tables, run};
use crate::writes::InterventionWrite;
use crate::{Intervention, PlayerId, StopOnUpgrade, TableId};

/// Carries out a decision and records it, or does neither; returns whether its condition held.
pub(in crate::postgres) async fn apply(
    connection: &mut PgConnection,
    InterventionWrite { intervention, by, at_ms }: &InterventionWrite,
) -> Result<bool, sqlx::Error> {
    let table = table(intervention);
    if let Some(table) = table {
        lock_tables(connection, &[table]).await?;
    }
    let carried_out = match intervention {
        Intervention::Quarantine { .. } => {
            "insert into stops (subject, kind, reason, at_ms)
             values ($1, 'QUARANTINE', $2, $3) on conflict do nothing"
        }
        Intervention::Stop { .. } => {
            "insert into stops (subject, kind, reason, at_ms)
             select $1, 'STOP', $2, $3 from tables where id = $4 and status = 'PLAYING'
             on conflict do nothing"
        }
        Intervention::Close { .. } => {
            "insert into stops (subject, kind, reason, at_ms)
             select $1, 'CLOSE', $2, $3 from tables where id = $4 and status in ('OPEN', 'PLAYING')
             on conflict (subject) do update
             set kind = 'CLOSE', reason = excluded.reason, at_ms = excluded.at_ms
             where stops.kind <> 'CLOSE'"
        }
        Intervention::Release { .. } => {
            "delete from stops where subject = $1 and kind = 'QUARANTINE'"
        }
        Intervention::Reopen { .. } => "delete from stops where subject = $1 and kind = 'STOP'",
        Intervention::Closed { .. } => "delete from stops where subject = $1 and kind = 'CLOSE'",
    };
    let (subject, reason) = (intervention.subject(), intervention.reason());
    let carried_out = sqlx::query(carried_out).bind(subject).bind(reason).bind(at_ms).bind(table);
    let is_done = run(connection, carried_out).await?;
    if is_done {
        record(connection, intervention, *by, *at_ms).await?;
    }
    Ok(is_done)
}

/// Ends the stop of a table that goes on with another build, if it is one that ends with that.
pub(in crate::postgres) async fn end_stop(
    connection: &mut PgConnection,
    table: TableId,
    stop: StopOnUpgrade,
    at_ms: i64,
) -> Result<(), sqlx::Error> {
    let Some((until_ms, reason)) = stop.ended() else { return Ok(()) };
    let reopened = Intervention::Reopen { table };
    let ended = sqlx::query(
        "delete from stops where subject = $1 and kind = 'STOP' and at_ms <= $2
         and starts_with(reason, $3)",
    );
    let ended = ended.bind(reopened.subject()).bind(until_ms).bind(reason);
    if run(connection, ended).await? {
        record(connection, &reopened, None, at_ms).await?;
    }
    Ok(())
}

/// Records a decision that has been carried out.
async fn record(
    connection: &mut PgConnection,
    intervention: &Intervention,
    by: Option<PlayerId>,
    at_ms: i64,
) -> Result<(), sqlx::Error> {
    let noted = sqlx::query(
        "insert into interventions (at_ms, kind, subject, reason, player)
         values ($1, $2, $3, $4, $5)",
    );
    let (subject, reason) = (intervention.subject(), intervention.reason());
    let noted = noted.bind(at_ms).bind(intervention.kind()).bind(subject).bind(reason).bind(by);
    run(connection, noted).await?;
    Ok(())
}

/// The table that a decision is about, if it is about one.
fn table(intervention: &Intervention) -> Option<TableId> {
    match intervention {
        Intervention::Stop { table, .. }
        | Intervention::Reopen { table }
        | Intervention::Close { table, .. }
        | Intervention::Closed { table } => Some(*table),
        Intervention::Quarantine { .. } | Intervention::Release { .. } => None,
    }
}

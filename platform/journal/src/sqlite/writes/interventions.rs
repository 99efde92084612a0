//! Writes of the decisions of operators.

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use crate::Intervention;
use crate::sqlite::statement::run;
use crate::writes::InterventionWrite;

/// Carries out a decision and records it, or does neither; returns whether its condition held.
pub(in crate::sqlite) async fn apply(
    connection: &mut SqliteConnection,
    InterventionWrite { intervention, at_ms }: &InterventionWrite,
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
        let noted = sqlx::query(
            "insert into interventions (at_ms, kind, subject, reason) values (?, ?, ?, ?)",
        );
        let noted = noted.bind(at_ms).bind(intervention.kind()).bind(subject).bind(reason);
        run(&mut both, noted).await?;
    }
    both.commit().await?;
    Ok(is_done)
}

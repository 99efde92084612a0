//! The statements of every write in a PostgreSQL database, each in a transaction that it is handed.
//! A lock that a write names is taken by a statement of its own before all others: at READ COMMITTED
//! a statement sees what was committed before it began, so the next one sees all that was done under
//! the lock.

pub(super) mod codes;
pub(super) mod entries;
pub(super) mod interventions;
pub(super) mod lobby;
pub(super) mod notifications;
pub(super) mod people;
pub(super) mod tables;
pub(super) mod talk;

use sqlx::postgres::PgConnection;

use crate::writes::Write;

/// Writes it; says whether its condition held.
pub(super) async fn apply(
    connection: &mut PgConnection,
    write: &Write,
) -> Result<bool, sqlx::Error> {
    match write {
        Write::Entry(entry, after) => {
            Ok(entries::append(&mut *connection, &[(entry, after)]).await? == [true])
        }
        Write::Table(write) => tables::apply(connection, write).await,
        Write::Lobby(write) => lobby::apply(connection, write).await,
        Write::People(write) => people::apply(connection, write).await,
        Write::Codes(write) => codes::apply(connection, write).await,
        Write::Intervention(write) => interventions::apply(connection, write).await,
        Write::Talk(write) => talk::apply(connection, write).await,
        Write::Notifications(write) => notifications::apply(connection, write).await,
    }
}

//! The statements of all writes in a PostgreSQL database, each in a transaction that the caller has
//! begun. The locks of a write are taken first, with statements of their own: at READ COMMITTED a
//! statement sees what was committed before it began, so the statements after that see everything
//! that others did under the lock.

pub(super) mod codes;
pub(super) mod entries;
pub(super) mod interventions;
pub(super) mod lobby;
pub(super) mod notifications;
pub(super) mod opening;
pub(super) mod people;
pub(super) mod programs;
pub(super) mod tables;
pub(super) mod talk;

use sqlx::postgres::PgConnection;

use crate::writes::Write;

/// Does a write; returns whether its condition held.
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
        Write::Programs(write) => programs::apply(connection, write).await,
        Write::Codes(write) => codes::apply(connection, write).await,
        Write::Intervention(write) => interventions::apply(connection, write).await,
        Write::Talk(write) => talk::apply(connection, write).await,
        Write::Notifications(write) => notifications::apply(connection, write).await,
    }
}

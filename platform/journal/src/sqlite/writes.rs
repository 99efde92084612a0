//! The statements of all writes in an SQLite file. Each includes its condition; see
//! [`Journal`](crate::Journal).

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

use sqlx::sqlite::SqliteConnection;

use crate::writes::Write;

/// Does a write; returns whether its condition held.
pub(super) async fn apply(
    connection: &mut SqliteConnection,
    write: &Write,
) -> Result<bool, sqlx::Error> {
    match write {
        Write::Entry(entry, after) => {
            Ok(entries::append(connection, &[(entry, after)]).await? == [true])
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

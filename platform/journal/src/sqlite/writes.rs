//! Every write as a value, so that it can be queued, and its statements. Each includes its
//! condition; see [`Journal`](crate::Journal).

pub(super) mod codes;
pub(super) mod entries;
pub(super) mod interventions;
pub(super) mod lobby;
pub(super) mod notifications;
pub(super) mod people;
pub(super) mod tables;
pub(super) mod talk;

use sqlx::sqlite::SqliteConnection;

use crate::{Entry, TableUpdate};
use codes::CodesWrite;
use interventions::InterventionWrite;
use lobby::LobbyWrite;
use notifications::NotificationsWrite;
use people::PeopleWrite;
use tables::TableWrite;
use talk::TalkWrite;

/// Something to be written, on a condition.
#[derive(Debug)]
pub(super) enum Write {
    Entry(Entry, TableUpdate),
    Table(TableWrite),
    Lobby(LobbyWrite),
    People(PeopleWrite),
    Codes(CodesWrite),
    Intervention(InterventionWrite),
    Talk(TalkWrite),
    Notifications(NotificationsWrite),
}

macro_rules! from {
    ($($kind:ident($write:ident),)*) => {$(
        impl From<$write> for Write {
            fn from(write: $write) -> Self {
                Self::$kind(write)
            }
        }
    )*};
}

from! {
    Table(TableWrite),
    Lobby(LobbyWrite),
    People(PeopleWrite),
    Codes(CodesWrite),
    Intervention(InterventionWrite),
    Talk(TalkWrite),
    Notifications(NotificationsWrite),
}

/// Writes it; says whether its condition held.
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
        Write::Codes(write) => codes::apply(connection, write).await,
        Write::Intervention(write) => interventions::apply(connection, write).await,
        Write::Talk(write) => talk::apply(connection, write).await,
        Write::Notifications(write) => notifications::apply(connection, write).await,
    }
}

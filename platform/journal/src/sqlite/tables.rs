//! Tables in an SQLite file: how a row is written and read.

use gueridon_game::{Seat, Seats};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Executor, Row};
use uuid::Uuid;

use super::people;
use crate::{
    After, Bot, Closed, End, Entry, JournalError, PlayerId, Seated, Sitter, Status, TableId,
    TableRow, Visibility,
};

/// Adds a table that has not begun, unless its id, its invitation or a table after the same one is
/// there.
pub(super) async fn open(
    connection: &mut SqliteConnection,
    table: &TableRow,
) -> Result<bool, sqlx::Error> {
    let settings = serde_json::to_string(&table.settings);
    let opened = sqlx::query(
        "insert into tables (id, game, options, seats, settings, is_private, status, opener, owner,
                             invite, rematch_of, created_ms, to_act, deadline_ms)
         values (?, ?, ?, ?, ?, ?, 'OPEN', ?, ?, ?, ?, ?, 0, ?) on conflict do nothing",
    )
    .bind(table.id.0)
    .bind(&table.game)
    .bind(&table.options)
    .bind(table.seats)
    .bind(settings.map_err(|error| sqlx::Error::Encode(error.into()))?)
    .bind(table.settings.visibility == Visibility::Private)
    .bind(table.opener.0)
    .bind(table.owner.0)
    .bind(&table.invite)
    .bind(table.rematch_of.map(|id| id.0))
    .bind(table.created_ms)
    .bind(table.deadline_ms);
    Ok(connection.execute(opened).await?.rows_affected() > 0)
}

/// Writes what becomes of a table with its newest entry.
pub(super) async fn after(
    connection: &mut SqliteConnection,
    entry: &Entry,
    after: &After,
) -> Result<(), sqlx::Error> {
    let table = entry.table.0;
    let query = match &after.end {
        None => {
            let deadline = sqlx::query("update tables set deadline_ms = ?2 where id = ?1");
            deadline.bind(table).bind(after.deadline_ms.flatten())
        }
        Some(end) => {
            let (closed, result) = match end {
                End::Over(result) => (None, result.as_ref()),
                End::Closed(why) => (Some(why.word()), None),
            };
            sqlx::query(
                "update tables set status = ?2, closed = ?3, result = ?4, ended_ms = ?5,
                 deadline_ms = null where id = ?1",
            )
            .bind(table)
            .bind(end.status().word())
            .bind(closed)
            .bind(result)
            .bind(entry.at_ms)
        }
    };
    connection.execute(query).await?;
    Ok(())
}

/// A table as it is kept, without those who sit at it.
pub(super) fn table(row: &SqliteRow) -> Result<TableRow, JournalError> {
    let settings: String = row.try_get("settings")?;
    Ok(TableRow {
        id: TableId(row.try_get::<Uuid, _>("id")?),
        game: row.try_get("game")?,
        options: row.try_get("options")?,
        seats: row.try_get("seats")?,
        settings: serde_json::from_str(&settings)
            .map_err(|error| JournalError::Broken(format!("a table's settings: {error}")))?,
        status: known(row.try_get("status")?, "status", Status::from_word)?,
        closed: row
            .try_get::<Option<String>, _>("closed")?
            .map(|word| known(&word, "closing", Closed::from_word))
            .transpose()?,
        opener: PlayerId(row.try_get("opener")?),
        owner: PlayerId(row.try_get("owner")?),
        invite: row.try_get("invite")?,
        rematch_of: row.try_get::<Option<Uuid>, _>("rematch_of")?.map(TableId),
        build: bytes_32(row.try_get("build")?)?,
        seed: bytes_32(row.try_get("seed")?)?,
        created_ms: row.try_get("created_ms")?,
        started_ms: row.try_get("started_ms")?,
        starter: row.try_get::<Option<Uuid>, _>("starter")?.map(PlayerId),
        to_act: Seats::from_bits(row.try_get("to_act")?),
        ended_ms: row.try_get("ended_ms")?,
        result: row.try_get("result")?,
        deadline_ms: row.try_get("deadline_ms")?,
        seated: Vec::new(),
    })
}

/// Somebody who sits, from a row of seats with what is known of a player.
pub(super) fn seated(row: &SqliteRow) -> Result<Seated, JournalError> {
    let who = match row.try_get::<Option<Uuid>, _>("player")? {
        Some(player) => Sitter::Player {
            player: PlayerId(player),
            name: row.try_get("name")?,
            standing: people::standing(row)?,
        },
        None => Sitter::Bot(known(row.try_get("bot")?, "bot", Bot::from_word)?),
    };
    Ok(Seated { seat: Seat(row.try_get("seat")?), who })
}

/// What a journal keeps under a word, if anybody knows it.
fn known<T>(
    word: &str,
    what: &str,
    from_word: impl Fn(&str) -> Option<T>,
) -> Result<T, JournalError> {
    from_word(word).ok_or_else(|| {
        JournalError::Broken(format!("there is the {what} {word}, which nobody knows"))
    })
}

pub(crate) fn bytes_32(bytes: Option<Vec<u8>>) -> Result<Option<[u8; 32]>, JournalError> {
    let read = |bytes: Vec<u8>| {
        <[u8; 32]>::try_from(bytes)
            .map_err(|bytes| JournalError::Broken(format!("{} bytes where 32 were", bytes.len())))
    };
    bytes.map(read).transpose()
}

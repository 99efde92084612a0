//! Messages, mutes and reports, with the players that they name.

use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row};

use crate::Player;
use crate::talk::{Message, Mute, Removal, Report, Resolution, TalkNews};

/// The columns of a player in a row that has others too: id, name, standing, and when they came.
type PlayerColumns = [&'static str; 4];

const SPEAKER: PlayerColumns = ["player", "name", "standing", "created_ms"];
const REMOVER: PlayerColumns =
    ["removed_by", "remover_name", "remover_standing", "remover_created_ms"];
const REPORTER: PlayerColumns = ["reporter", "name", "standing", "created_ms"];
const REPORTED: PlayerColumns = ["player", "told_name", "told_standing", "told_created_ms"];
const RESOLVER: PlayerColumns = ["resolver", "judge_name", "judge_standing", "judge_created_ms"];

/// A row of `messages`, joined with those who wrote and removed it.
impl FromRow<'_, SqliteRow> for Message {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        let removed = match row.try_get("removed_ms")? {
            None => None,
            Some(at_ms) => Some(Removal { at_ms, by: optional_player(row, REMOVER)? }),
        };
        Ok(Self {
            id: row.try_get("id")?,
            table: row.try_get("table_id")?,
            number: row.try_get("number")?,
            change: row.try_get("change")?,
            player: player(row, SPEAKER)?,
            at_ms: row.try_get("at_ms")?,
            text: row.try_get("text")?,
            removed,
        })
    }
}

impl FromRow<'_, SqliteRow> for TalkNews {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self { message: Message::from_row(row)?, is_muted: row.try_get("is_muted")? })
    }
}

/// A row of `mutes`, joined with the player who is muted.
impl FromRow<'_, SqliteRow> for Mute {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self { player: player(row, SPEAKER)?, at_ms: row.try_get("at_ms")? })
    }
}

/// A row of `reports`, joined with everybody whom it names.
impl FromRow<'_, SqliteRow> for Report {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        let resolution = match row.try_get("outcome")? {
            None => None,
            Some(outcome) => Some(Resolution {
                outcome,
                note: row.try_get("note")?,
                by: player(row, RESOLVER)?,
                at_ms: row.try_get("resolved_ms")?,
            }),
        };
        Ok(Self {
            id: row.try_get("id")?,
            reporter: player(row, REPORTER)?,
            player: player(row, REPORTED)?,
            table: row.try_get("table_id")?,
            message: row.try_get("message")?,
            text: row.try_get("text")?,
            reason: row.try_get("reason")?,
            at_ms: row.try_get("at_ms")?,
            resolution,
        })
    }
}

fn player(row: &SqliteRow, columns: PlayerColumns) -> Result<Player, sqlx::Error> {
    let [id, name, standing, created_ms] = columns;
    Ok(Player {
        id: row.try_get(id)?,
        name: row.try_get(name)?,
        standing: row.try_get(standing)?,
        created_ms: row.try_get(created_ms)?,
    })
}

fn optional_player(row: &SqliteRow, columns: PlayerColumns) -> Result<Option<Player>, sqlx::Error> {
    let [id, ..] = columns;
    let is_there = !sqlx::ValueRef::is_null(&row.try_get_raw(id)?);
    is_there.then(|| player(row, columns)).transpose()
}

//! Messages, mutes and reports, with the players that they name.

use sqlx::{ColumnIndex, Decode, Row, Type};

use super::{Number, read};
use crate::talk::{Message, Mute, Removal, Report, Resolution, TalkNews};
use crate::{Player, PlayerId, Standing};

/// A query for messages, with their senders and those who removed them.
macro_rules! messages {
    ($more:literal, $rest:literal) => {
        concat!(
            "select messages.id, table_id, number, change, at_ms, text, removed_ms,
                    player, speaker.name, speaker.standing, speaker.created_ms,
                    removed_by, remover.name as remover_name,
                    remover.standing as remover_standing,
                    remover.created_ms as remover_created_ms",
            $more,
            " from messages join players as speaker on speaker.id = messages.player
              left join players as remover on remover.id = messages.removed_by ",
            $rest
        )
    };
}

/// A query for reports, with everybody whom they name.
macro_rules! reports {
    ($rest:literal) => {
        concat!(
            "select reports.id, table_id, message, text, reason, at_ms,
                    outcome, note, resolved_ms,
                    reporter, teller.name, teller.standing, teller.created_ms,
                    player, told.name as told_name, told.standing as told_standing,
                    told.created_ms as told_created_ms,
                    resolver, judge.name as judge_name, judge.standing as judge_standing,
                    judge.created_ms as judge_created_ms
             from reports join players as teller on teller.id = reports.reporter
             join players as told on told.id = reports.player
             left join players as judge on judge.id = reports.resolver ",
            $rest
        )
    };
}

pub(crate) use {messages, reports};

/// The columns of one of the players in a row: id, name, standing, and when the player was added.
type PlayerColumns = [&'static str; 4];

const SPEAKER: PlayerColumns = ["player", "name", "standing", "created_ms"];
const REMOVER: PlayerColumns =
    ["removed_by", "remover_name", "remover_standing", "remover_created_ms"];
const REPORTER: PlayerColumns = ["reporter", "name", "standing", "created_ms"];
const REPORTED: PlayerColumns = ["player", "told_name", "told_standing", "told_created_ms"];
const RESOLVER: PlayerColumns = ["resolver", "judge_name", "judge_standing", "judge_created_ms"];

// A row of `messages`, joined with the sender and the remover.
read!(Message, |row| {
    let removed = match row.try_get("removed_ms")? {
        None => None,
        Some(at_ms) => {
            let remover: Option<PlayerId> = row.try_get("removed_by")?;
            Some(Removal { at_ms, by: remover.map(|_| player(row, REMOVER)).transpose()? })
        }
    };
    Ok(Self {
        id: row.try_get("id")?,
        table: row.try_get("table_id")?,
        number: row.try_get::<Number<u64>, _>("number")?.0,
        change: row.try_get::<Number<u64>, _>("change")?.0,
        player: player(row, SPEAKER)?,
        at_ms: row.try_get("at_ms")?,
        text: row.try_get("text")?,
        removed,
    })
});

read!(TalkNews, |row| {
    Ok(Self { message: Message::from_row(row)?, is_muted: row.try_get("is_muted")? })
});

// A row of `mutes`, joined with the player who is muted.
read!(Mute, |row| Ok(Self { player: player(row, SPEAKER)?, at_ms: row.try_get("at_ms")? }));

// A row of `reports`, joined with everybody whom it names.
read!(Report, |row| {
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
});

fn player<'r, R: Row>(row: &'r R, columns: PlayerColumns) -> Result<Player, sqlx::Error>
where
    &'static str: ColumnIndex<R>,
    PlayerId: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    Standing: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    let [id, name, standing, created_ms] = columns;
    Ok(Player {
        id: row.try_get(id)?,
        name: row.try_get(name)?,
        standing: row.try_get(standing)?,
        created_ms: row.try_get(created_ms)?,
    })
}

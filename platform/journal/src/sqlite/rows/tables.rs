//! Tables, seats and entries.

use gueridon_game::{Seat, Seats};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use super::{Bytes32, row};
use crate::{
    Bot, CloseReason, Entry, Invitation, MyTable, PlayerId, Seated, Sitter, Standing, Status,
    TableId, TableRow,
};

/// SQL for what a [`TableRow`] is read from: the columns of a table `t`, and those who sit there as
/// JSON, so that a list takes one statement.
macro_rules! table_columns {
    () => {
        "t.*, (select json_group_array(json_array(seat, hex(player), bot, name, standing))
               from seats left join players on players.id = seats.player
               where table_id = t.id) as seated"
    };
}

pub(in crate::sqlite) use table_columns;

row! {
    /// A row of `tables`, with those who sit there.
    struct TableColumns {
        id: TableId,
        game: String,
        options: String,
        seats: u8,
        settings: String,
        status: Status,
        closed: Option<CloseReason>,
        opener: PlayerId,
        owner: PlayerId,
        invite: String,
        rematch_of: Option<TableId>,
        build: Option<Bytes32>,
        seed: Option<Bytes32>,
        created_ms: i64,
        started_ms: Option<i64>,
        starter: Option<PlayerId>,
        to_act: u8,
        ended_ms: Option<i64>,
        result: Option<String>,
        deadline_ms: Option<i64>,
        seated: String,
    }
}

impl FromRow<'_, SqliteRow> for TableRow {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        let row = TableColumns::from_row(row)?;
        let unread = |column: &str| {
            let index = column.to_owned();
            move |source: serde_json::Error| sqlx::Error::ColumnDecode {
                index,
                source: source.into(),
            }
        };
        Ok(Self {
            id: row.id,
            game: row.game,
            options: row.options,
            seats: row.seats,
            settings: serde_json::from_str(&row.settings).map_err(unread("settings"))?,
            status: row.status,
            closed: row.closed,
            opener: row.opener,
            owner: row.owner,
            invite: row.invite,
            rematch_of: row.rematch_of,
            build: row.build.map(|build| build.0),
            seed: row.seed.map(|seed| seed.0),
            created_ms: row.created_ms,
            started_ms: row.started_ms,
            starter: row.starter,
            to_act: Seats::from_bits(row.to_act),
            ended_ms: row.ended_ms,
            result: row.result,
            deadline_ms: row.deadline_ms,
            seated: seated(&row.seated).map_err(unread("seated"))?,
        })
    }
}

/// Those who sit at a table, from the JSON of [`table_columns!`].
fn seated(json: &str) -> Result<Vec<Seated>, serde_json::Error> {
    /// Seat, player in hexadecimal or nothing, bot, name and standing of the player.
    type SeatColumns = (u8, String, Option<Bot>, Option<String>, Option<Standing>);
    let rows: Vec<SeatColumns> = serde_json::from_str(json)?;
    let sitter = |(seat, player, bot, name, standing): SeatColumns| {
        let who = match bot {
            Some(bot) => Sitter::Bot(bot),
            None => Sitter::Player {
                player: PlayerId(Uuid::parse_str(&player).map_err(serde::de::Error::custom)?),
                name: name.unwrap_or_default(),
                standing: standing.unwrap_or_default(),
            },
        };
        Ok(Seated { seat: Seat(seat), who })
    };
    let mut seated = rows.into_iter().map(sitter).collect::<Result<Vec<_>, _>>()?;
    seated.sort_by_key(|one| one.seat);
    Ok(seated)
}

row! {
    /// A row of `entries`.
    struct EntryColumns {
        seq: u64,
        seat: Option<u8>,
        key: String,
        body: String,
        digest: String,
        at_ms: i64,
        to_act: u8,
        ends: bool,
    }
}

impl EntryColumns {
    /// The entry, at its table.
    pub(in crate::sqlite) fn at(self, table: TableId) -> Entry {
        Entry {
            table,
            seq: self.seq,
            seat: self.seat.map(Seat),
            key: self.key,
            body: self.body,
            digest: self.digest,
            at_ms: self.at_ms,
            to_act: Seats::from_bits(self.to_act),
            ends: self.ends,
        }
    }
}

row! {
    /// A row of `invitations`, joined with the inviter's.
    struct InvitationColumns {
        player: PlayerId,
        inviter: PlayerId,
        at_ms: i64,
        name: String,
        standing: Standing,
    }
}

/// A row of `invitations`, joined with the table's and the inviter's. A player who used the code is
/// kept as their own inviter.
impl FromRow<'_, SqliteRow> for Invitation {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        let table = TableRow::from_row(row)?;
        let InvitationColumns { player, inviter, at_ms, name, standing } =
            InvitationColumns::from_row(row)?;
        let by = Sitter::Player { player: inviter, name, standing };
        Ok(Self { table, inviter: (inviter != player).then_some(by), at_ms })
    }
}

/// A table, and whether it is the turn of the player whose tables are listed.
impl FromRow<'_, SqliteRow> for MyTable {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self { row: TableRow::from_row(row)?, is_turn: row.try_get("is_turn")? })
    }
}

/// A table, and the seats to act there now.
#[derive(Debug)]
pub(in crate::sqlite) struct TurnColumns {
    pub(in crate::sqlite) table: TableRow,
    pub(in crate::sqlite) turn: Seats,
}

impl FromRow<'_, SqliteRow> for TurnColumns {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        let turn = Seats::from_bits(row.try_get("turn")?);
        Ok(Self { table: TableRow::from_row(row)?, turn })
    }
}

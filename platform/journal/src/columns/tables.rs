//! Tables, seats and entries.

use gueridon_game::{Seat, Seats};
use sqlx::Row;
use uuid::Uuid;

use super::{Bytes32, Number, read, row};
use crate::{
    Bot, CloseReason, Entry, Hold, Invitation, MyTable, PlayerId, Seated, Sitter, Standing, Status,
    TableId, TableRow,
};

/// SQL of [`TableRow::is_of_bots_alone`] for the table with the id `$table`, in either database.
macro_rules! is_of_bots_alone {
    ($table:literal) => {
        concat!(
            "not exists (select 1 from seats where table_id = ",
            $table,
            " and player is not null)"
        )
    };
}

pub(crate) use is_of_bots_alone;

row! {
    /// A row of `tables`, with those who sit there as JSON.
    struct TableColumns {
        id: TableId,
        game: String,
        options: String,
        seats: Number<u8>,
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
        to_act: Number<u8>,
        ended_ms: Option<i64>,
        result: Option<String>,
        deadline_ms: Option<i64>,
        seated: String,
    }
}

read!(TableRow, |row| TableColumns::from_row(row)?.try_into());

impl TryFrom<TableColumns> for TableRow {
    type Error = sqlx::Error;

    fn try_from(row: TableColumns) -> Result<Self, sqlx::Error> {
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
            seats: row.seats.0,
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
            to_act: Seats::from_bits(row.to_act.0),
            ended_ms: row.ended_ms,
            result: row.result,
            deadline_ms: row.deadline_ms,
            seated: seated(&row.seated).map_err(unread("seated"))?,
        })
    }
}

/// A seat as a number, in a column that is never null: -1 stands for the public.
pub(crate) fn seat_or_public(seat: Option<Seat>) -> i64 {
    seat.map_or(-1, |seat| seat.0.into())
}

/// Those who sit at a table, from the JSON that `table_columns!` of either database makes.
fn seated(json: &str) -> Result<Vec<Seated>, serde_json::Error> {
    /// Seat, player (null or empty for a bot), bot, the player's name and standing, and until when
    /// the seat is held for a program that is asked, and for one that waits.
    type SeatColumns = (
        u8,
        Option<String>,
        Option<Bot>,
        Option<String>,
        Option<Standing>,
        Option<i64>,
        Option<i64>,
    );
    let rows: Vec<SeatColumns> = serde_json::from_str(json)?;
    let sitter = |(seat, player, bot, name, standing, asked, waits): SeatColumns| {
        let who = match bot {
            Some(bot) => Sitter::Bot(bot),
            None => Sitter::Player {
                player: player_id(&player.unwrap_or_default())?,
                name: name.unwrap_or_default(),
                standing: standing.unwrap_or_default(),
            },
        };
        let hold = match (asked, waits) {
            (Some(until_ms), _) => Hold::Asked { until_ms },
            (None, Some(until_ms)) => Hold::Waiting { until_ms },
            (None, None) => Hold::Firm,
        };
        Ok(Seated { seat: Seat(seat), who, hold })
    };
    let mut seated = rows.into_iter().map(sitter).collect::<Result<Vec<_>, _>>()?;
    seated.sort_by_key(|one| one.seat);
    Ok(seated)
}

fn player_id(text: &str) -> Result<PlayerId, serde_json::Error> {
    Uuid::parse_str(text).map(PlayerId).map_err(serde::de::Error::custom)
}

row! {
    /// A row of `entries`.
    struct EntryColumns {
        seq: Number<u64>,
        seat: Option<Number<u8>>,
        key: String,
        body: String,
        digest: String,
        at_ms: i64,
        to_act: Number<u8>,
        ends: bool,
    }
}

impl EntryColumns {
    /// The entry, at its table.
    pub(crate) fn at(self, table: TableId) -> Entry {
        Entry {
            table,
            seq: self.seq.0,
            seat: self.seat.map(|seat| Seat(seat.0)),
            key: self.key,
            body: self.body,
            digest: self.digest,
            at_ms: self.at_ms,
            to_act: Seats::from_bits(self.to_act.0),
            ends: self.ends,
        }
    }
}

row! {
    /// A row of `invitations`, joined with that of the inviter.
    struct InvitationColumns {
        player: PlayerId,
        inviter: PlayerId,
        at_ms: i64,
        name: String,
        standing: Standing,
    }
}

/// A row of `invitations`, joined with those of the table and the inviter. Of a player who used the
/// invite code, the row names the player as the inviter.
impl From<(TableRow, InvitationColumns)> for Invitation {
    fn from((table, row): (TableRow, InvitationColumns)) -> Self {
        let InvitationColumns { player, inviter, at_ms, name, standing } = row;
        let by = Sitter::Player { player: inviter, name, standing };
        Self { table, inviter: (inviter != player).then_some(by), at_ms }
    }
}

read!(Invitation, |row| Ok((TableRow::from_row(row)?, InvitationColumns::from_row(row)?).into()));

// A table, and whether it is the turn of the player whose tables are listed.
read!(MyTable, |row| {
    Ok(Self { row: TableRow::from_row(row)?, is_turn: row.try_get("is_turn")? })
});

/// A table, and the seats to act there now.
#[derive(Debug)]
pub(crate) struct TurnColumns {
    pub(crate) table: TableRow,
    pub(crate) turn: Seats,
}

read!(TurnColumns, |row| {
    let turn = Seats::from_bits(row.try_get::<Number<u8>, _>("turn")?.0);
    Ok(Self { table: TableRow::from_row(row)?, turn })
});

//! Tables, seats and entries.

use gueridon_game::{Seat, Seats};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row};

use super::{Bytes32, row};
use crate::{
    Bot, CloseReason, Entry, Invitation, JournalError, MyTable, PlayerId, Seated, Sitter, Standing,
    Status, TableId, TableRow,
};

row! {
    /// A row of `tables`.
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
    }
}

impl TableColumns {
    /// The table, with those who sit there.
    pub(in crate::sqlite) fn with(self, seated: Vec<Seated>) -> Result<TableRow, JournalError> {
        let settings = serde_json::from_str(&self.settings)
            .map_err(|error| JournalError::Broken(format!("a table's settings: {error}")))?;
        Ok(TableRow {
            id: self.id,
            game: self.game,
            options: self.options,
            seats: self.seats,
            settings,
            status: self.status,
            closed: self.closed,
            opener: self.opener,
            owner: self.owner,
            invite: self.invite,
            rematch_of: self.rematch_of,
            build: self.build.map(|build| build.0),
            seed: self.seed.map(|seed| seed.0),
            created_ms: self.created_ms,
            started_ms: self.started_ms,
            starter: self.starter,
            to_act: Seats::from_bits(self.to_act),
            ended_ms: self.ended_ms,
            result: self.result,
            deadline_ms: self.deadline_ms,
            seated,
        })
    }
}

/// A row of `seats`, joined with the player's.
#[derive(Debug)]
pub(in crate::sqlite) struct SeatColumns(pub(in crate::sqlite) Seated);

impl FromRow<'_, SqliteRow> for SeatColumns {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        let who = match row.try_get("player")? {
            Some(player) => Sitter::Player {
                player,
                name: row.try_get("name")?,
                standing: row.try_get("standing")?,
            },
            None => Sitter::Bot(row.try_get::<Bot, _>("bot")?),
        };
        Ok(Self(Seated { seat: Seat(row.try_get("seat")?), who }))
    }
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
    /// A row of `invitations`, joined with the inviter's; the table stands in the same row.
    struct InvitationColumns {
        player: PlayerId,
        inviter: PlayerId,
        at_ms: i64,
        name: String,
        standing: Standing,
    }
}

impl InvitationColumns {
    /// The invitation to a table. A player who used the code is kept as their own inviter.
    pub(in crate::sqlite) fn to(self, table: TableRow) -> Invitation {
        let Self { player, inviter, at_ms, name, standing } = self;
        let by = Sitter::Player { player: inviter, name, standing };
        Invitation { table, inviter: (inviter != player).then_some(by), at_ms }
    }
}

row! {
    /// Beside a table: whether it is the turn of the player whose tables are listed.
    struct TurnColumns {
        is_turn: bool,
    }
}

impl TurnColumns {
    /// The table in a list of a player's.
    pub(in crate::sqlite) fn at(self, row: TableRow) -> MyTable {
        MyTable { row, is_turn: self.is_turn }
    }
}

row! {
    /// Beside a table: the seats to act there now.
    struct ToActColumns {
        turn: u8,
    }
}

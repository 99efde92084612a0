//! Programs, and why they do not sit somewhere.

use gueridon_game::Seat;
use sqlx::Row;
use uuid::Uuid;

use super::{Number, read, row};
use crate::{Decline, Player, PlayerId, Program, Readiness, TableId};

row! {
    /// A row of `programs`, joined with those of the player and the owner.
    struct ProgramColumns {
        owner: PlayerId,
        owner_name: String,
        owner_standing: crate::Standing,
        owner_created_ms: i64,
        off_ms: Option<i64>,
        revision: Option<Uuid>,
        offer: Option<String>,
        most_tables: Option<Number<u32>>,
        ready_until_ms: Option<i64>,
        taken: Number<u32>,
    }
}

impl From<(Player, ProgramColumns)> for Program {
    fn from((player, row): (Player, ProgramColumns)) -> Self {
        let ready = || {
            Some(Readiness {
                revision: row.revision?,
                offer: row.offer?,
                most_tables: row.most_tables?.0,
                until_ms: row.ready_until_ms?,
            })
        };
        Self {
            player,
            owner: Player {
                id: row.owner,
                name: row.owner_name,
                standing: row.owner_standing,
                created_ms: row.owner_created_ms,
            },
            off_ms: row.off_ms,
            tables: row.taken.0,
            ready: ready(),
        }
    }
}

read!(Program, |row| Ok((Player::from_row(row)?, ProgramColumns::from_row(row)?).into()));

row! {
    /// A seat that is held no longer.
    struct LapsedColumns {
        table_id: TableId,
        player: PlayerId,
    }
}

read!(Decline, |row| {
    Ok(Self {
        seat: Seat(row.try_get::<Number<u8>, _>("seat")?.0),
        program: Player::from_row(row)?,
        reason: row.try_get("reason")?,
        at_ms: row.try_get("at_ms")?,
    })
});

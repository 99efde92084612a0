//! Opening a table, of which a player has only so many at a time.

use sqlx::sqlite::SqliteConnection;

use crate::sqlite::statement::run;
use crate::{TableRow, Visibility};

/// SQL that counts the open or played tables that `$player` opened or owns.
macro_rules! count_tables {
    ($player:literal) => {
        concat!(
            "(select count(*) from
              (select id from tables indexed by unfinished_tables_by_opener
               where opener = ",
            $player,
            " and status in ('OPEN', 'PLAYING')
               union
               select id from tables indexed by unfinished_tables_by_owner
               where owner = ",
            $player,
            " and status in ('OPEN', 'PLAYING')))"
        )
    };
}

pub(in crate::sqlite) use count_tables;

/// Adds a table that has not begun, unless there is one with its id, with its invite code or that
/// is a rematch of the same table, or its opener has `most` tables.
pub(super) async fn open(
    connection: &mut SqliteConnection,
    table: &TableRow,
    most: Option<u32>,
) -> Result<bool, sqlx::Error> {
    let settings = serde_json::to_string(&table.settings);
    let opened = sqlx::query(concat!(
        "insert into tables (id, game, options, seats, settings, is_private, status, opener, owner,
                             invite, rematch_of, created_ms, to_act, deadline_ms)
         select ?1, ?2, ?3, ?4, ?5, ?6, 'OPEN', ?7, ?8, ?9, ?10, ?11, 0, ?12
         where ?13 is null or ?13 > ",
        count_tables!("?7"),
        " on conflict do nothing"
    ))
    .bind(table.id)
    .bind(&table.game)
    .bind(&table.options)
    .bind(table.seats)
    .bind(settings.map_err(|error| sqlx::Error::Encode(error.into()))?)
    .bind(table.settings.visibility == Visibility::Private)
    .bind(table.opener)
    .bind(table.owner)
    .bind(&table.invite)
    .bind(table.rematch_of)
    .bind(table.created_ms)
    .bind(table.deadline_ms)
    .bind(most);
    run(connection, opened).await
}

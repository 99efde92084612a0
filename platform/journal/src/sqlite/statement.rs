//! What statements share: how they are run, the columns of a table, and preconditions as part of
//! their
//! `where`.

use sqlx::Executor;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use uuid::Uuid;

use crate::Precondition;

pub(super) type Query<'q> = sqlx::query::Query<'q, sqlx::Sqlite, SqliteArguments>;

/// Runs a statement; returns whether it changed any row.
pub(super) async fn run(
    connection: &mut SqliteConnection,
    query: Query<'_>,
) -> Result<bool, sqlx::Error> {
    Ok(connection.execute(query).await?.rows_affected() > 0)
}

/// SQL for what a [`TableRow`] is read from: the columns of a table `t`, and those who sit there as
/// JSON, so that one statement reads a whole list.
macro_rules! table_columns {
    () => {
        "t.*, (select json_group_array(json_array(seat, hex(player), bot, name, standing,
                                                  asked_until_ms, waits_until_ms))
               from seats left join players on players.id = seats.player
               where table_id = t.id) as seated"
    };
}

pub(super) use table_columns;

/// SQL that is true if a [`Precondition`] for a write of `$player` holds. `$token`, `$role` and
/// `$password` are placeholders, which [`bind_precondition`] binds in this order.
macro_rules! precondition {
    ($token:literal, $role:literal, $password:literal, of $player:literal) => {
        concat!(
            "(",
            $token,
            " is null or exists
             (select 1 from tokens join players as bearer on bearer.id = tokens.player
              where tokens.hash = ",
            $token,
            " and (",
            $role,
            " is null or bearer.role in (",
            $role,
            ", 'OPERATOR'))))
             and (",
            $password,
            " is null or exists
             (select 1 from players as holder
              where holder.id = ",
            $player,
            " and holder.password = ",
            $password,
            "))"
        )
    };
}

pub(super) use precondition;

/// Binds the three placeholders of [`precondition!`].
pub(super) fn bind_precondition<'q>(query: Query<'q>, precondition: &'q Precondition) -> Query<'q> {
    let (token, role, password) = precondition.parts();
    query.bind(token).bind(role).bind(password)
}

/// Ids as a JSON array of hexadecimal digits, for `json_each` and `unhex`.
pub(super) fn as_json(ids: impl Iterator<Item = Uuid>) -> String {
    let quoted: Vec<_> = ids.map(|id| format!("\"{}\"", id.simple())).collect();
    format!("[{}]", quoted.join(","))
}

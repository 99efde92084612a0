//! What statements share: how one is run, and a precondition as a part of its `where`.

use sqlx::Executor;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use uuid::Uuid;

use crate::{Precondition, Role, TableId};

/// Comes after every table, where a list begins with the newest.
pub(super) const AFTER_ALL: TableId = TableId(Uuid::max());

pub(super) type Query<'q> = sqlx::query::Query<'q, sqlx::Sqlite, SqliteArguments>;

/// Runs a statement; says whether it has changed anything.
pub(super) async fn run(
    connection: &mut SqliteConnection,
    query: Query<'_>,
) -> Result<bool, sqlx::Error> {
    Ok(connection.execute(query).await?.rows_affected() > 0)
}

/// SQL that is true while a [`Precondition`] of `$player` holds. It takes three parameters, which
/// [`bind_precondition`] binds in this order.
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

/// Binds what [`precondition!`] asks for.
pub(super) fn bind_precondition<'q>(query: Query<'q>, precondition: &'q Precondition) -> Query<'q> {
    let (token, role, password) = match precondition {
        Precondition::Nothing => (None, None, None),
        Precondition::Token(hash) => (Some(hash), None, None),
        Precondition::Moderator(hash) => (Some(hash), Some(Role::Moderator), None),
        Precondition::Operator(hash) => (Some(hash), Some(Role::Operator), None),
        Precondition::Password(hash) => (None, None, Some(hash)),
    };
    query.bind(token.map(<[u8; 32]>::as_slice)).bind(role).bind(password)
}

/// A number of a column, which has 63 bits.
pub(super) fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Ids as `json_each` and `unhex` read them.
pub(super) fn as_json(ids: impl Iterator<Item = Uuid>) -> String {
    let quoted: Vec<_> = ids.map(|id| format!("\"{}\"", id.simple())).collect();
    format!("[{}]", quoted.join(","))
}

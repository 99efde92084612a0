//! What statements share: how they are run, locks, the columns of a table, preconditions as part of
//! their `where`, and what errors mean.

use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::{Executor, Postgres};
use uuid::Uuid;

use crate::{PlayerId, Precondition, TableId};

pub(super) type Query<'q> = sqlx::query::Query<'q, Postgres, PgArguments>;

/// Runs a statement; returns whether it changed, locked or found any row.
pub(super) async fn run(
    connection: &mut PgConnection,
    query: Query<'_>,
) -> Result<bool, sqlx::Error> {
    Ok(connection.execute(query).await?.rows_affected() > 0)
}

/// Takes the locks of tables, in the order of their ids. Rows that refer to a locked table can
/// still be added.
pub(super) async fn lock_tables(
    connection: &mut PgConnection,
    tables: &[TableId],
) -> Result<(), sqlx::Error> {
    let ids: Vec<Uuid> = tables.iter().map(|table| table.0).collect();
    let lock = sqlx::query("select 1 from tables where id = any($1) order by id for no key update");
    run(connection, lock.bind(ids)).await?;
    Ok(())
}

/// Takes the locks of players, and of the owner of the token of a precondition, in the order of
/// their ids. Rows that refer to a locked player can still be added.
pub(super) async fn lock_players(
    connection: &mut PgConnection,
    players: &[PlayerId],
    precondition: &Precondition,
) -> Result<(), sqlx::Error> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let (token, _, _) = precondition.parts();
    let lock = sqlx::query(
        "select 1 from players
         where id = any($1 || array(select player from tokens where hash = $2))
         order by id for no key update",
    );
    run(connection, lock.bind(ids).bind(token)).await?;
    Ok(())
}

/// Whether a text can be in the database at all. PostgreSQL cannot hold the character NUL and
/// reports an error when it is asked for a text with one, so callers do not ask.
pub(super) fn can_be_kept(text: &str) -> bool {
    !text.contains('\0')
}

/// SQL for what a [`TableRow`](crate::TableRow) is read from: the columns of a table `t`, and those
/// who sit there as JSON, so that one statement reads a whole list.
macro_rules! table_columns {
    () => {
        "t.*, (select coalesce(json_agg(json_build_array(s.seat, s.player, s.bot, p.name,
                                                         p.standing, s.asked_until_ms,
                                                         s.waits_until_ms)), '[]')::text
               from seats as s left join players as p on p.id = s.player
               where s.table_id = t.id) as seated"
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

/// Whether the database has ended a transaction because of another one, for example because the two
/// waited for each other.
pub(super) fn was_sacrificed(error: &sqlx::Error) -> bool {
    const DEADLOCK: &str = "40P01";
    const SERIALIZATION: &str = "40001";
    has_code(error, &[DEADLOCK, SERIALIZATION])
}

/// The result of a write, but `false` in place of an error by which a constraint shows that its
/// condition does not hold: what it adds is there already, or what it refers to is not.
pub(super) fn unless_constrained(done: Result<bool, sqlx::Error>) -> Result<bool, sqlx::Error> {
    const UNIQUE: &str = "23505";
    const REFERENCE: &str = "23503";
    match done {
        Err(error) if has_code(&error, &[UNIQUE, REFERENCE]) => Ok(false),
        done => done,
    }
}

fn has_code(error: &sqlx::Error, codes: &[&str]) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| codes.contains(&&*code))
}

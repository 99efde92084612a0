//! Writes about tables before they begin.

use sqlx::sqlite::SqliteConnection;
use uuid::Uuid;

use super::opening;
use crate::sqlite::statement::{Query, run};
use crate::writes::LobbyWrite;
use crate::{
    Arrangement, Bot, InviteCode, MOST_WITH_ONE_OWNER, PlayerId, Sitter, TableId, TableRow,
};

/// Does a write; returns whether its condition held.
pub(in crate::sqlite) async fn apply(
    connection: &mut SqliteConnection,
    write: &LobbyWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        LobbyWrite::OpenWithin { table, invited, most } => {
            open_within(connection, table, invited, *most).await
        }
        LobbyWrite::Arrange { table, arrangement, until_ms } => {
            arrange(connection, *table, arrangement, *until_ms).await
        }
    }
}

/// Adds a table with those who sit there and are invited, if its opener has fewer than `most`
/// tables.
async fn open_within(
    connection: &mut SqliteConnection,
    table: &TableRow,
    invited: &[PlayerId],
    most: u32,
) -> Result<bool, sqlx::Error> {
    if !opening::open(connection, table, Some(most)).await? {
        return Ok(false);
    }
    for seated in &table.seated {
        let (player, bot) = match &seated.who {
            Sitter::Player { player, .. } => (Some(player), None),
            Sitter::Bot(bot) => (None, Some(bot)),
        };
        let seat = sqlx::query(
            "insert into seats (table_id, seat, player, bot, game) select ?1, ?2, ?3, ?4, ?5
             where not exists (select 1 from players where id = ?3 and deleted_ms is not null)",
        );
        let seat = seat.bind(table.id).bind(seated.seat.0).bind(player).bind(bot);
        run(connection, seat.bind(&table.game)).await?;
    }
    for player in invited {
        run(connection, invite(table.id, *player, table.opener, table.created_ms)).await?;
    }
    Ok(true)
}

/// SQL that makes the person at the first seat that has one the owner of a table, if there is one.
macro_rules! heir {
    () => {
        "owner = (select player from seats cross join players on players.id = player
                  where table_id = tables.id and standing <> 'PROGRAM' order by seat limit 1)
         where exists (select 1 from seats cross join players on players.id = player
                       where table_id = tables.id and standing <> 'PROGRAM')"
    };
}

/// Does what an arrangement says, if its condition holds; returns whether it did.
async fn arrange(
    connection: &mut SqliteConnection,
    table: TableId,
    arrangement: &Arrangement,
    until_ms: Option<i64>,
) -> Result<bool, sqlx::Error> {
    if let Arrangement::Remove { seat, by, invite } = arrangement {
        // First, because it reads from the row of the seat who sits there.
        uninvite(connection, table, seat.0, *by, invite).await?;
    }
    if let Some(noted) = decline(table, arrangement) {
        // First, for the same reason.
        run(connection, noted).await?;
    }
    if !run(connection, query(table, arrangement)).await? {
        return Ok(false);
    }
    match arrangement {
        Arrangement::Ask { seat, .. } => {
            let forgotten = sqlx::query("delete from declines where table_id = ?1 and seat = ?2");
            run(connection, forgotten.bind(table).bind(seat.0)).await?;
        }
        Arrangement::Sit { player, .. } => {
            let own = sqlx::query(
                "update tables set owner = ?2 where id = ?1
                 and (exists (select 1 from players
                              where id = tables.owner and deleted_ms is not null)
                      or exists (select 1 from programs
                                 where player = tables.owner and off_ms is not null))",
            );
            run(connection, own.bind(table).bind(player)).await?;
        }
        Arrangement::Leave { player } => {
            let passed = sqlx::query(concat!(
                "update tables set ",
                heir!(),
                " and id = ?2 and owner = ?1 and status = 'OPEN'"
            ));
            run(connection, passed.bind(player).bind(table)).await?;
        }
        _ => {}
    }
    if let Some(until_ms) = until_ms {
        let renewed =
            sqlx::query("update tables set deadline_ms = ? where id = ? and status = 'OPEN'");
        run(connection, renewed.bind(until_ms).bind(table)).await?;
    }
    Ok(true)
}

fn query(table: TableId, arrangement: &Arrangement) -> Query<'_> {
    match arrangement {
        Arrangement::Sit { seat, player } => sit(table, seat.0, *player),
        Arrangement::SeatBot { seat, bot, by } => seat_bot(table, seat.0, *bot, *by),
        Arrangement::Ask { seat, program, by, revision, at_ms, until_ms } => {
            ask(table, seat.0, *program, *by, *revision, *at_ms, *until_ms)
        }
        Arrangement::Accept { program, at_ms, until_ms } => sqlx::query(
            "update seats set asked_until_ms = null, waits_until_ms = ?3
             where table_id = ?1 and player = ?2 and status = 'OPEN' and asked_until_ms > ?4",
        )
        .bind(table)
        .bind(program)
        .bind(until_ms)
        .bind(at_ms),
        Arrangement::Refuse { program, at_ms, .. } => sqlx::query(
            "delete from seats
             where table_id = ?1 and player = ?2 and status = 'OPEN' and asked_until_ms > ?3",
        )
        .bind(table)
        .bind(program)
        .bind(at_ms),
        Arrangement::Lapse { program, at_ms } => sqlx::query(
            "delete from seats
             where table_id = ?1 and player = ?2 and status = 'OPEN'
               and coalesce(asked_until_ms, waits_until_ms) <= ?3",
        )
        .bind(table)
        .bind(program)
        .bind(at_ms),
        Arrangement::Leave { player } => sqlx::query(
            "delete from seats where table_id = ?1 and player = ?2
             and exists (select 1 from tables where id = ?1 and status = 'OPEN')",
        )
        .bind(table)
        .bind(player),
        Arrangement::Remove { seat, by, .. } => sqlx::query(
            "delete from seats where table_id = ?1 and seat = ?2
             and exists (select 1 from tables where id = ?1 and status = 'OPEN' and owner = ?3)",
        )
        .bind(table)
        .bind(seat.0)
        .bind(by),
        Arrangement::HandOver { to, by } => sqlx::query(
            "update tables set owner = ?2 where id = ?1 and status = 'OPEN' and owner = ?3
             and exists (select 1 from seats cross join players on players.id = player
                         where table_id = ?1 and player = ?2 and standing <> 'PROGRAM')",
        )
        .bind(table)
        .bind(to)
        .bind(by),
        Arrangement::Cancel { by, at_ms } => sqlx::query(
            "update tables set status = 'CLOSED', closed = 'CANCELLED', ended_ms = ?3,
             deadline_ms = null, rematch_of = null
             where id = ?1 and status = 'OPEN' and owner = ?2",
        )
        .bind(table)
        .bind(by)
        .bind(at_ms),
        Arrangement::Invite { player, by, at_ms } => invite(table, *player, *by, *at_ms),
        Arrangement::UseInvite { code, player, at_ms } => use_invite(table, code, *player, *at_ms),
        Arrangement::Decline { player } => {
            sqlx::query("delete from invitations where table_id = ? and player = ?")
                .bind(table)
                .bind(player)
        }
    }
}

fn sit(table: TableId, seat: u8, player: PlayerId) -> Query<'static> {
    sqlx::query(
        "insert into seats (table_id, seat, player, game)
         select id, ?2, ?3, game from tables where id = ?1 and status = 'OPEN' and ?2 < seats
         and not exists (select 1 from players where id = ?3 and deleted_ms is not null)
         and (not is_private or owner = ?3 or opener = ?3
              or exists (select 1 from invitations where table_id = ?1 and player = ?3))
         on conflict do nothing",
    )
    .bind(table)
    .bind(seat)
    .bind(player)
}

/// Asks a program, which has to be ready for what the caller has read, and to have room for a table
/// of that owner.
fn ask(
    table: TableId,
    seat: u8,
    program: PlayerId,
    by: PlayerId,
    revision: Uuid,
    at_ms: i64,
    until_ms: i64,
) -> Query<'static> {
    sqlx::query(
        "insert into seats (table_id, seat, player, game, asked_until_ms)
         select id, ?2, ?3, game, ?7 from tables
         where id = ?1 and status = 'OPEN' and ?2 < seats and owner = ?4
           and exists (select 1 from programs
                       where player = ?3 and revision = ?5 and ready_until_ms > ?6
                         and most_tables > (select count(*) from seats as taken indexed by seats_by_status
                                            where taken.player = ?3
                                              and taken.status in ('OPEN', 'PLAYING')))
           and ?8 > (select count(*) from seats as taken indexed by seats_by_status
                     cross join tables as own on own.id = taken.table_id
                     where taken.player = ?3 and taken.status in ('OPEN', 'PLAYING')
                       and own.owner = ?4)
         on conflict do nothing",
    )
    .bind(table)
    .bind(seat)
    .bind(program)
    .bind(by)
    .bind(revision)
    .bind(at_ms)
    .bind(until_ms)
    .bind(MOST_WITH_ONE_OWNER)
}

/// SQL by which a decline takes the place of an earlier one for the same seat.
macro_rules! newest_decline {
    () => {
        "on conflict (table_id, seat) do update
         set program = excluded.program, reason = excluded.reason, at_ms = excluded.at_ms"
    };
}

/// Notes why a program does not sit at a table to which it was asked, if it is about to be removed
/// for that. The statement includes the condition of the removal.
fn decline(table: TableId, arrangement: &Arrangement) -> Option<Query<'_>> {
    match arrangement {
        Arrangement::Refuse { program, reason, at_ms } => Some(
            sqlx::query(concat!(
                "insert into declines (table_id, seat, program, reason, at_ms)
                 select table_id, seat, player, ?3, ?4 from seats
                 where table_id = ?1 and player = ?2 and status = 'OPEN'
                   and asked_until_ms > ?4 ",
                newest_decline!()
            ))
            .bind(table)
            .bind(program)
            .bind(reason)
            .bind(at_ms),
        ),
        Arrangement::Lapse { program, at_ms } => Some(
            sqlx::query(concat!(
                "insert into declines (table_id, seat, program, reason, at_ms)
                 select table_id, seat, player,
                        case when asked_until_ms is null then 'WAITED' else 'SILENT' end, ?3
                 from seats
                 where table_id = ?1 and player = ?2 and status = 'OPEN'
                   and coalesce(asked_until_ms, waits_until_ms) <= ?3 ",
                newest_decline!()
            ))
            .bind(table)
            .bind(program)
            .bind(at_ms),
        ),
        _ => None,
    }
}

fn seat_bot(table: TableId, seat: u8, bot: Bot, by: PlayerId) -> Query<'static> {
    sqlx::query(
        "insert into seats (table_id, seat, bot, game)
         select id, ?2, ?3, game from tables
         where id = ?1 and status = 'OPEN' and ?2 < seats and owner = ?4
         on conflict do nothing",
    )
    .bind(table)
    .bind(seat)
    .bind(bot)
    .bind(by)
}

fn invite(table: TableId, player: PlayerId, by: PlayerId, at_ms: i64) -> Query<'static> {
    sqlx::query(
        "insert into invitations (table_id, player, inviter, at_ms, is_pending)
         select id, ?2, ?3, ?4, status = 'OPEN' from tables where id = ?1 and status <> 'CLOSED'
           and exists (select 1 from players where id = ?2 and deleted_ms is null)
           and (owner = ?3
                or exists (select 1 from seats where table_id = ?1 and player = ?3
                                                 and asked_until_ms is null))
         on conflict do nothing",
    )
    .bind(table)
    .bind(player)
    .bind(by)
    .bind(at_ms)
}

fn use_invite(table: TableId, code: &InviteCode, player: PlayerId, at_ms: i64) -> Query<'_> {
    sqlx::query(
        "insert into invitations (table_id, player, inviter, at_ms, is_pending)
         select id, ?2, ?2, ?3, status = 'OPEN' from tables
         where id = ?1 and status <> 'CLOSED' and invite = ?4
           and exists (select 1 from players where id = ?2 and deleted_ms is null)
         on conflict do nothing",
    )
    .bind(table)
    .bind(player)
    .bind(at_ms)
    .bind(&code.0)
}

/// Deletes the invitation of a player who is about to be removed, and gives a private table another
/// code, so that the player cannot come back; a program that was only asked never knew the code.
/// Both statements include the condition of the removal.
async fn uninvite(
    connection: &mut SqliteConnection,
    table: TableId,
    seat: u8,
    owner: PlayerId,
    code: &InviteCode,
) -> Result<(), sqlx::Error> {
    let forgotten = sqlx::query(
        "delete from invitations where table_id = ?1
         and player = (select player from seats where table_id = ?1 and seat = ?2)
         and exists (select 1 from tables where id = ?1 and status = 'OPEN' and owner = ?3)",
    );
    run(connection, forgotten.bind(table).bind(seat).bind(owner)).await?;
    let renewed = sqlx::query(
        "update tables set invite = ?4
         where id = ?1 and is_private and status = 'OPEN' and owner = ?3
         and exists (select 1 from seats
                     where table_id = ?1 and seat = ?2 and player is not null
                       and asked_until_ms is null)",
    );
    run(connection, renewed.bind(table).bind(seat).bind(owner).bind(&code.0)).await?;
    Ok(())
}

/// Frees the seats of a player at tables that have not begun, and passes on those that they own.
pub(super) async fn leave_open_tables(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    let seats = sqlx::query(
        "delete from seats indexed by seats_by_status where player = ? and status = 'OPEN'",
    );
    run(connection, seats.bind(player)).await?;
    let passed = sqlx::query(concat!(
        "update tables indexed by unfinished_tables_by_owner set ",
        heir!(),
        " and owner = ? and status in ('OPEN', 'PLAYING') and status = 'OPEN'"
    ));
    run(connection, passed.bind(player)).await?;
    Ok(())
}

/// Removes a deleted player from open tables, passes on those that they own, deletes their
/// invitations, and makes their tables in play due, so that a stand-in plays on.
pub(super) async fn forget_player(
    connection: &mut SqliteConnection,
    player: PlayerId,
    at_ms: i64,
) -> Result<(), sqlx::Error> {
    leave_open_tables(connection, player).await?;
    let invitations = sqlx::query("delete from invitations where player = ?");
    run(connection, invitations.bind(player)).await?;
    let played = sqlx::query(
        "update tables set deadline_ms = ?2
         where id in (select table_id from seats indexed by seats_by_status
                      where player = ?1 and status = 'PLAYING')",
    );
    run(connection, played.bind(player).bind(at_ms)).await?;
    Ok(())
}

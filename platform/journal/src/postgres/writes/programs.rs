//! Writes about programs.

use sqlx::Connection;
use sqlx::postgres::PgConnection;

use super::{lobby, people};
use crate::postgres::statement::{bind_precondition, lock_players, precondition, run};
use crate::writes::ProgramsWrite;
use crate::{Account, PlayerId, Precondition, TokenRow, TokensKept};

/// Does a write; returns whether its condition held.
pub(in crate::postgres) async fn apply(
    connection: &mut PgConnection,
    write: &ProgramsWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        ProgramsWrite::Add { account, token, owner, most, precondition } => {
            lock_players(connection, &[*owner], precondition).await?;
            add(connection, account, token, *owner, *most, precondition).await
        }
        ProgramsWrite::Switch { player, off_ms, precondition } => {
            switch(connection, *player, *off_ms, precondition).await
        }
        ProgramsWrite::SetReady { player, ready, precondition } => {
            lock_players(connection, &[*player], precondition).await?;
            let set = sqlx::query(concat!(
                "update programs
                 set revision = $2, offer = $3, most_tables = $4, ready_until_ms = $5
                 where player = $1 and off_ms is null and ",
                precondition!("$6", "$7", "$8", of "$1")
            ))
            .bind(player)
            .bind(ready.revision)
            .bind(&ready.offer)
            .bind(i64::from(ready.most_tables))
            .bind(ready.until_ms);
            run(connection, bind_precondition(set, precondition)).await
        }
        ProgramsWrite::RenewReady { player, revision, until_ms } => {
            let renewed = sqlx::query(
                "update programs set ready_until_ms = $3 where player = $1 and revision = $2",
            );
            run(connection, renewed.bind(player).bind(revision).bind(until_ms)).await
        }
        ProgramsWrite::WithdrawReady { player, revision } => {
            let withdrawn = sqlx::query(
                "update programs
                 set revision = null, offer = null, most_tables = null, ready_until_ms = null
                 where player = $1 and offer is not null and ($2 is null or revision = $2)",
            );
            run(connection, withdrawn.bind(player).bind(revision)).await
        }
    }
}

/// Adds a player, a token, and whose program it is, or nothing.
async fn add(
    connection: &mut PgConnection,
    account: &Account,
    token: &TokenRow,
    owner: PlayerId,
    most: u32,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    let mut all = connection.begin().await?;
    let added = sqlx::query(concat!(
        "insert into programs (player, owner)
         select $1, id from players
         where id = $2 and standing = 'REGISTERED'
           and $3 > (select count(*) from programs as other where other.owner = $2)
           and ",
        precondition!("$4", "$5", "$6", of "$2")
    ))
    .bind(account.player.id)
    .bind(owner)
    .bind(i64::from(most));
    let are_added = people::add_player(&mut all, account, token).await?
        && run(&mut all, bind_precondition(added, precondition)).await?;
    if are_added {
        all.commit().await?;
    } else {
        all.rollback().await?;
    }
    Ok(are_added)
}

async fn switch(
    connection: &mut PgConnection,
    player: PlayerId,
    off_ms: Option<i64>,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    if off_ms.is_some() {
        lobby::lock_tables_of(connection, player).await?;
    }
    lock_players(connection, &[player], precondition).await?;
    if off_ms.is_some() {
        // Tables that became its own before its lock was taken. From now on there are no others.
        lobby::lock_tables_of(connection, player).await?;
    }
    let switched = sqlx::query(concat!(
        "update programs
         set off_ms = $2, revision = null, offer = null, most_tables = null, ready_until_ms = null
         where player = $1 and (off_ms is null) = ($2 is not null) and ",
        precondition!("$3", "$4", "$5", of "$1")
    ));
    let switched = switched.bind(player).bind(off_ms);
    if !run(connection, bind_precondition(switched, precondition)).await? {
        return Ok(false);
    }
    if off_ms.is_some() {
        lobby::leave_open_tables(connection, player).await?;
        people::end_tokens(connection, player, TokensKept::None).await?;
    }
    Ok(true)
}

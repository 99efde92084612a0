//! Writes of authorisation codes.

use sqlx::Connection;
use sqlx::postgres::PgConnection;

use super::people;
use crate::codes::KEPT_MS;
use crate::postgres::statement::{bind_precondition, lock_players, precondition, run};
use crate::writes::CodesWrite;
use crate::{CodeRow, Precondition, TokenHash, TokenRoom, TokenRow};

/// Does a write; returns whether its condition held.
pub(in crate::postgres) async fn apply(
    connection: &mut PgConnection,
    write: &CodesWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        CodesWrite::Add(code, precondition) => add(connection, code, precondition).await,
        CodesWrite::Redeem(code, token, most) => redeem(connection, code, token, *most).await,
    }
}

async fn add(
    connection: &mut PgConnection,
    code: &CodeRow,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    lock_players(connection, &[code.player], precondition).await?;
    let old = sqlx::query("delete from codes where expires_ms <= $1");
    run(connection, old.bind(code.created_ms.saturating_sub(KEPT_MS))).await?;
    let added = sqlx::query(concat!(
        "insert into codes (hash, player, client, redirect, challenge, scopes, created_ms,
                            expires_ms, token)
         select $1, id, $3, $4, $5, $6, $7, $8, $9 from players
         where id = $2 and deleted_ms is null and ",
        precondition!("$10", "$11", "$12", of "$2"),
        " on conflict do nothing"
    ))
    .bind(code.hash.as_slice())
    .bind(code.player)
    .bind(&code.client)
    .bind(&code.redirect)
    .bind(code.challenge.as_slice())
    .bind(code.scopes)
    .bind(code.created_ms)
    .bind(code.expires_ms)
    .bind(code.token);
    run(connection, bind_precondition(added, precondition)).await
}

/// Marks the code and adds the token, both or neither.
async fn redeem(
    connection: &mut PgConnection,
    code: &TokenHash,
    token: &TokenRow,
    most: u32,
) -> Result<bool, sqlx::Error> {
    lock_players(connection, &[token.player], &Precondition::Nothing).await?;
    let mut both = connection.begin().await?;
    let redeemed = sqlx::query(
        "update codes set token = $2
         where hash = $1 and token is null and expires_ms > $3 and player = $4",
    )
    .bind(code.as_slice())
    .bind(token.id)
    .bind(token.created_ms)
    .bind(token.player);
    let room = TokenRoom::Made(most);
    let are_written = run(&mut both, redeemed).await?
        && people::add_token(&mut both, token, room, &Precondition::Nothing).await?;
    if are_written {
        both.commit().await?;
    } else {
        both.rollback().await?;
    }
    Ok(are_written)
}

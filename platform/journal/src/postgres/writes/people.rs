//! Writes of players and their tokens.

use sqlx::Connection;
use sqlx::postgres::PgConnection;

use super::{lobby, notifications, talk};
use crate::postgres::statement::{
    bind_precondition, lock_players, precondition, run, unless_constrained,
};
use crate::writes::PeopleWrite;
use crate::{Account, PlayerId, Precondition, TokenRoom, TokenRow, TokensKept};

/// Does a write; returns whether its condition held.
pub(in crate::postgres) async fn apply(
    connection: &mut PgConnection,
    write: &PeopleWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        PeopleWrite::AddPlayer(account, token) => add_player(connection, account, token).await,
        PeopleWrite::Change(account, keep, precondition) => {
            change(connection, account, *keep, precondition).await
        }
        PeopleWrite::AddToken(token, room, precondition) => {
            lock_players(connection, &[token.player], precondition).await?;
            add_token(connection, token, *room, precondition).await
        }
        PeopleWrite::UseToken { id, used_ms, expires_ms } => {
            let used = sqlx::query("update tokens set used_ms = $1, expires_ms = $2 where id = $3");
            run(connection, used.bind(used_ms).bind(expires_ms).bind(id)).await
        }
        PeopleWrite::EndTokens(player, keep) => {
            lock_players(connection, &[*player], &Precondition::Nothing).await?;
            let ended = end_tokens(connection, *player, *keep).await?;
            forget_guests(connection, &[*player]).await?;
            Ok(ended)
        }
        PeopleWrite::EndExpired { now_ms, most } => end_expired(connection, *now_ms, *most).await,
    }
}

/// Adds a player and a token, or neither if one of them is there already.
pub(super) async fn add_player(
    connection: &mut PgConnection,
    account: &Account,
    token: &TokenRow,
) -> Result<bool, sqlx::Error> {
    let mut both = connection.begin().await?;
    let added = sqlx::query(
        "insert into players (id, name, name_key, standing, role, password, email, created_ms,
                              registered_ms, deleted_ms, revision)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing",
    )
    .bind(account.player.id)
    .bind(&account.player.name)
    .bind(&account.name_key)
    .bind(account.player.standing)
    .bind(account.role)
    .bind(&account.password)
    .bind(&account.email)
    .bind(account.player.created_ms)
    .bind(account.registered_ms)
    .bind(account.deleted_ms)
    .bind(account.revision);
    let are_added = run(&mut both, added).await?
        && insert_token(&mut both, token, None, &Precondition::Nothing).await?;
    if are_added {
        both.commit().await?;
    } else {
        both.rollback().await?;
    }
    Ok(are_added)
}

async fn change(
    connection: &mut PgConnection,
    account: &Account,
    keep: TokensKept,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    let player = account.player.id;
    let is_deleted = account.deleted_ms.is_some();
    if is_deleted {
        lobby::lock_tables_of(connection, player).await?;
    }
    lock_players(connection, &[player], precondition).await?;
    if is_deleted {
        // Tables that became theirs before their own lock was taken. From now on there are no
        // others.
        lobby::lock_tables_of(connection, player).await?;
    }
    // Two players who take the same name have different locks, so the second fails on the
    // constraint. Then the transaction goes back to this savepoint.
    let mut named = connection.begin().await?;
    let changed = unless_constrained(update(&mut named, account, precondition).await)?;
    if !changed {
        named.rollback().await?;
        return Ok(false);
    }
    named.commit().await?;
    end_tokens(connection, player, keep).await?;
    match account.deleted_ms {
        None => notifications::email_changed(connection, account).await?,
        Some(deleted_ms) => {
            notifications::forget_player(connection, player).await?;
            let forgotten = sqlx::query("delete from programs where player = $1");
            run(connection, forgotten.bind(player)).await?;
            lobby::forget_player(connection, player, deleted_ms).await?;
            talk::forget_player(connection, player, deleted_ms).await?;
        }
    }
    Ok(true)
}

/// Writes the row of a player, if it still has the revision that was read and the precondition
/// holds.
async fn update(
    connection: &mut PgConnection,
    account: &Account,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    let changed = sqlx::query(concat!(
        "update players set name = $2, name_key = $3, standing = $4, role = $5, password = $6,
                            email = $7, registered_ms = $8, deleted_ms = $9, revision = $10 + 1
         where id = $1 and revision = $10 and ",
        precondition!("$11", "$12", "$13", of "$1")
    ))
    .bind(account.player.id)
    .bind(&account.player.name)
    .bind(&account.name_key)
    .bind(account.player.standing)
    .bind(account.role)
    .bind(&account.password)
    .bind(&account.email)
    .bind(account.registered_ms)
    .bind(account.deleted_ms)
    .bind(account.revision);
    run(connection, bind_precondition(changed, precondition)).await
}

/// Adds a token. The caller has taken the lock of its player.
pub(super) async fn add_token(
    connection: &mut PgConnection,
    token: &TokenRow,
    room: TokenRoom,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    let most = match room {
        TokenRoom::Left(most) => Some(most),
        TokenRoom::Made(_) => None,
    };
    if !insert_token(connection, token, most, precondition).await? {
        return Ok(false);
    }
    if let TokenRoom::Made(most) = room {
        let surplus = sqlx::query(
            "delete from tokens where player = $1 and purpose = $2 and id not in
             (select id from tokens where player = $1 and purpose = $2
              order by (id = $4) desc, used_ms desc limit $3)",
        );
        let surplus =
            surplus.bind(token.player).bind(token.purpose).bind(i64::from(most)).bind(token.id);
        run(connection, surplus).await?;
    }
    Ok(true)
}

/// Adds a token of a player who is not deleted and, with `most`, has fewer than that many for the
/// same purpose that have not expired.
async fn insert_token(
    connection: &mut PgConnection,
    token: &TokenRow,
    most: Option<u32>,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    let inserted = sqlx::query(concat!(
        "insert into tokens (id, hash, player, purpose, scopes, client, label, created_ms,
                             used_ms, expires_ms)
         select $1, $2, id, $4, $5, $6, $7, $8, $9, $10 from players
         where id = $3 and deleted_ms is null
           and ($11 is null
                or $11 > (select count(*) from tokens as alike
                          where alike.player = $3 and alike.purpose = $4
                            and alike.expires_ms > $8))
           and ",
        precondition!("$12", "$13", "$14", of "$3"),
        " on conflict do nothing"
    ))
    .bind(token.id)
    .bind(token.hash.as_slice())
    .bind(token.player)
    .bind(token.purpose)
    .bind(token.scopes)
    .bind(&token.client)
    .bind(&token.label)
    .bind(token.created_ms)
    .bind(token.used_ms)
    .bind(token.expires_ms)
    .bind(most.map(i64::from));
    run(connection, bind_precondition(inserted, precondition)).await
}

pub(super) async fn end_tokens(
    connection: &mut PgConnection,
    player: PlayerId,
    keep: TokensKept,
) -> Result<bool, sqlx::Error> {
    let ended = match keep {
        TokensKept::All => return Ok(false),
        TokensKept::AllBut(id) => {
            sqlx::query("delete from tokens where player = $1 and id = $2").bind(player).bind(id)
        }
        TokensKept::Only(id) => {
            sqlx::query("delete from tokens where player = $1 and id <> $2").bind(player).bind(id)
        }
        TokensKept::None => sqlx::query("delete from tokens where player = $1").bind(player),
    };
    if matches!(keep, TokensKept::Only(_) | TokensKept::None) {
        let codes = sqlx::query("delete from codes where player = $1");
        run(connection, codes.bind(player)).await?;
    }
    run(connection, ended).await
}

/// Deletes expired tokens, and then guests who have no other. Tokens that another transaction has
/// locked are left to it.
async fn end_expired(
    connection: &mut PgConnection,
    now_ms: i64,
    most: u32,
) -> Result<bool, sqlx::Error> {
    let expired = sqlx::query_scalar(
        "delete from tokens
         where id in (select id from tokens where expires_ms <= $1
                      order by expires_ms limit $2 for update skip locked)
         returning player",
    );
    let players: Vec<PlayerId> =
        expired.bind(now_ms).bind(i64::from(most)).fetch_all(&mut *connection).await?;
    forget_guests(connection, &players).await?;
    Ok(!players.is_empty())
}

/// Deletes players who are guests, have no token with which to sign in again, and are named by no
/// table, invitation, message or report. The lock waits for transactions that are about to refer to
/// one of them, and those that come later no longer find the player.
pub(super) async fn forget_guests(
    connection: &mut PgConnection,
    players: &[PlayerId],
) -> Result<(), sqlx::Error> {
    let ids: Vec<_> = players.iter().map(|player| player.0).collect();
    let lock = sqlx::query(
        "select 1 from players where id = any($1) and standing = 'GUEST'
         and not exists (select 1 from tokens where player = players.id)
         order by id for update",
    );
    if !run(connection, lock.bind(ids.clone())).await? {
        return Ok(());
    }
    let forgotten = sqlx::query(
        "delete from players where id = any($1) and standing = 'GUEST'
         and not exists (select 1 from tokens where player = players.id)
         and not exists (select 1 from seats where player = players.id)
         and not exists (select 1 from tables where opener = players.id)
         and not exists (select 1 from tables where owner = players.id)
         and not exists (select 1 from tables where starter = players.id)
         and not exists (select 1 from invitations where player = players.id)
         and not exists (select 1 from invitations where inviter = players.id)
         and not exists (select 1 from messages where player = players.id)
         and not exists (select 1 from reports where reporter = players.id)
         and not exists (select 1 from reports where player = players.id)",
    );
    run(connection, forgotten.bind(ids)).await?;
    Ok(())
}

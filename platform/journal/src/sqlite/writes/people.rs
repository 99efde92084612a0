//! Writes of players and their tokens.

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use super::{lobby, notifications, talk};
use crate::sqlite::statement::{bind_precondition, precondition, run};
use crate::writes::PeopleWrite;
use crate::{Account, PlayerId, Precondition, TokenRoom, TokenRow, TokensKept};

/// Does a write; returns whether its condition held.
pub(in crate::sqlite) async fn apply(
    connection: &mut SqliteConnection,
    write: &PeopleWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        PeopleWrite::AddPlayer(account, token) => add_player(connection, account, token).await,
        PeopleWrite::Change(account, keep, precondition) => {
            change(connection, account, *keep, precondition).await
        }
        PeopleWrite::AddToken(token, room, precondition) => {
            add_token(connection, token, *room, precondition).await
        }
        PeopleWrite::UseToken { id, used_ms, expires_ms } => {
            let used = sqlx::query("update tokens set used_ms = ?, expires_ms = ? where id = ?");
            run(connection, used.bind(used_ms).bind(expires_ms).bind(id)).await
        }
        PeopleWrite::EndTokens(player, keep) => {
            let ended = end_tokens(connection, *player, *keep).await?;
            forget_guest(connection, *player).await?;
            Ok(ended)
        }
        PeopleWrite::EndExpired { now_ms, most } => end_expired(connection, *now_ms, *most).await,
    }
}

/// Adds a player and a token, or neither if one of them is there already.
pub(super) async fn add_player(
    connection: &mut SqliteConnection,
    account: &Account,
    token: &TokenRow,
) -> Result<bool, sqlx::Error> {
    let mut both = connection.begin().await?;
    let added = sqlx::query(
        "insert into players (id, name, name_key, standing, role, password, email, created_ms,
                              registered_ms, deleted_ms, revision)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
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
    connection: &mut SqliteConnection,
    account: &Account,
    keep: TokensKept,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    let player = account.player.id;
    let changed = sqlx::query(concat!(
        "update players set name = ?2, name_key = ?3, standing = ?4, role = ?5, password = ?6,
                            email = ?7, registered_ms = ?8, deleted_ms = ?9, revision = ?10 + 1
         where id = ?1 and revision = ?10
           and not exists (select 1 from players as other
                           where other.name_key = ?3 and other.id <> ?1)
           and ",
        precondition!("?11", "?12", "?13", of "?1")
    ))
    .bind(player)
    .bind(&account.player.name)
    .bind(&account.name_key)
    .bind(account.player.standing)
    .bind(account.role)
    .bind(&account.password)
    .bind(&account.email)
    .bind(account.registered_ms)
    .bind(account.deleted_ms)
    .bind(account.revision);
    if !run(connection, bind_precondition(changed, precondition)).await? {
        return Ok(false);
    }
    end_tokens(connection, player, keep).await?;
    match account.deleted_ms {
        None => notifications::email_changed(connection, account).await?,
        Some(deleted_ms) => {
            notifications::forget_player(connection, player).await?;
            let forgotten = sqlx::query("delete from programs where player = ?1");
            run(connection, forgotten.bind(player)).await?;
            lobby::forget_player(connection, player, deleted_ms).await?;
            talk::forget_player(connection, player, deleted_ms).await?;
        }
    }
    Ok(true)
}

pub(super) async fn add_token(
    connection: &mut SqliteConnection,
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
            "delete from tokens where player = ?1 and purpose = ?2 and id not in
             (select id from tokens where player = ?1 and purpose = ?2
              order by id = ?4 desc, used_ms desc limit ?3)",
        );
        let surplus = surplus.bind(token.player).bind(token.purpose).bind(most).bind(token.id);
        run(connection, surplus).await?;
    }
    Ok(true)
}

/// Adds a token of a player who is not deleted and, with `most`, has fewer than that many for the
/// same purpose that have not expired.
async fn insert_token(
    connection: &mut SqliteConnection,
    token: &TokenRow,
    most: Option<u32>,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    let inserted = sqlx::query(concat!(
        "insert into tokens (id, hash, player, purpose, scopes, client, label, created_ms,
                             used_ms, expires_ms)
         select ?1, ?2, id, ?4, ?5, ?6, ?7, ?8, ?9, ?10 from players
         where id = ?3 and deleted_ms is null
           and (?11 is null
                or ?11 > (select count(*) from tokens as alike
                          where alike.player = ?3 and alike.purpose = ?4
                            and alike.expires_ms > ?8))
           and ",
        precondition!("?12", "?13", "?14", of "?3"),
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
    .bind(most);
    run(connection, bind_precondition(inserted, precondition)).await
}

pub(super) async fn end_tokens(
    connection: &mut SqliteConnection,
    player: PlayerId,
    keep: TokensKept,
) -> Result<bool, sqlx::Error> {
    let ended = match keep {
        TokensKept::All => return Ok(false),
        TokensKept::AllBut(id) => {
            sqlx::query("delete from tokens where player = ? and id = ?").bind(player).bind(id)
        }
        TokensKept::Only(id) => {
            sqlx::query("delete from tokens where player = ? and id <> ?").bind(player).bind(id)
        }
        TokensKept::None => sqlx::query("delete from tokens where player = ?").bind(player),
    };
    if matches!(keep, TokensKept::Only(_) | TokensKept::None) {
        let codes = sqlx::query("delete from codes where player = ?");
        run(connection, codes.bind(player)).await?;
    }
    run(connection, ended).await
}

/// Deletes expired tokens, and then guests who have no other.
async fn end_expired(
    connection: &mut SqliteConnection,
    now_ms: i64,
    most: u32,
) -> Result<bool, sqlx::Error> {
    let expired = sqlx::query_scalar(
        "delete from tokens
         where id in (select id from tokens indexed by tokens_by_expiry
                      where expires_ms <= ? order by expires_ms limit ?)
         returning player",
    );
    let players: Vec<PlayerId> =
        expired.bind(now_ms).bind(most).fetch_all(&mut *connection).await?;
    for player in &players {
        forget_guest(connection, *player).await?;
    }
    Ok(!players.is_empty())
}

/// Deletes a player who is a guest, has no token with which to sign in again, and is named by no
/// table, invitation, message or report.
pub(super) async fn forget_guest(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    let forgotten = sqlx::query(
        "delete from players where id = ?1 and standing = 'GUEST'
         and not exists (select 1 from tokens where player = ?1)
         and not exists (select 1 from seats where player = ?1)
         and not exists (select 1 from tables where opener = ?1)
         and not exists (select 1 from tables where owner = ?1)
         and not exists (select 1 from invitations where player = ?1 or inviter = ?1)
         and not exists (select 1 from tables where starter = ?1)
         and not exists (select 1 from messages where player = ?1)
         and not exists (select 1 from reports where reporter = ?1 or player = ?1)",
    );
    run(connection, forgotten.bind(player)).await?;
    Ok(())
}

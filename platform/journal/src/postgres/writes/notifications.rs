//! Writes of webhooks, mail preferences and notifications that are still to be delivered.

use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::columns::integer;
use crate::columns::notifications::word;
use crate::postgres::statement::{Query, bind_precondition, lock_players, precondition, run};
use crate::writes::NotificationsWrite;
use crate::{
    Account, Channel, Claim, Confirmation, DeliveryNews, MailPreferences, NotificationRow,
    PlayerId, Precondition, Settlement, TokenHash, WebhookRow,
};

/// Does a write; returns whether its condition held.
pub(in crate::postgres) async fn apply(
    connection: &mut PgConnection,
    write: &NotificationsWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        NotificationsWrite::AddWebhook(webhook, most, precondition) => {
            add_webhook(connection, webhook, *most, precondition).await
        }
        NotificationsWrite::RemoveWebhook(owner, id, precondition) => {
            lock_players(connection, &[*owner], precondition).await?;
            let removed = sqlx::query(concat!(
                "delete from webhooks where id = $1 and owner = $2 and ",
                precondition!("$3", "$4", "$5", of "$2")
            ));
            let removed = removed.bind(id).bind(owner);
            run(connection, bind_precondition(removed, precondition)).await
        }
        NotificationsWrite::SetMailing(mailing, precondition) => {
            lock_players(connection, &[mailing.player], precondition).await?;
            run(connection, set_mailing(mailing, precondition)).await
        }
        NotificationsWrite::AskToConfirm(asked) => {
            lock_players(connection, &[asked.player], &Precondition::Nothing).await?;
            run(connection, ask_to_confirm(asked)).await
        }
        NotificationsWrite::Confirm(hash, now_ms) => confirm(connection, hash, *now_ms).await,
        NotificationsWrite::Add(notifications, most) => {
            let players: Vec<_> = notifications.iter().map(|added| added.player).collect();
            lock_players(connection, &players, &Precondition::Nothing).await?;
            let mut has_added = false;
            for notification in notifications {
                has_added |= add(connection, notification, *most).await?;
            }
            Ok(has_added)
        }
        NotificationsWrite::Claim(claim) => claim_due(connection, claim).await,
        NotificationsWrite::Settle(settled) => settle(connection, settled).await,
    }
}

/// Adds a webhook. If it is for a single table, those for tables that have ended are deleted first,
/// to make room.
async fn add_webhook(
    connection: &mut PgConnection,
    webhook: &WebhookRow,
    most: u32,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    lock_players(connection, &[webhook.owner], precondition).await?;
    if webhook.table.is_some() {
        let over = sqlx::query(concat!(
            "delete from webhooks where owner = $1
             and exists (select 1 from tables where id = webhooks.table_id
                         and status not in ('OPEN', 'PLAYING'))
             and not exists (select 1 from notices where webhook = webhooks.id)
             and ",
            precondition!("$2", "$3", "$4", of "$1")
        ));
        run(connection, bind_precondition(over.bind(webhook.owner), precondition)).await?;
    }
    let added = sqlx::query(concat!(
        "insert into webhooks (id, owner, table_id, url, secret, created_ms)
         select $1, id, $3, $4, $5, $6 from players
         where id = $2 and standing in ('REGISTERED', 'PROGRAM')
           and ($3 is null or exists (select 1 from tables where id = $3 and owner = $2
                                      and status in ('OPEN', 'PLAYING')))
           and $7 > (select count(*) from webhooks
                     where owner = $2 and (table_id is null) = ($3 is null))
           and ",
        precondition!("$8", "$9", "$10", of "$2"),
        " on conflict do nothing"
    ))
    .bind(webhook.id)
    .bind(webhook.owner)
    .bind(webhook.table)
    .bind(&webhook.url)
    .bind(webhook.secret.0.to_vec())
    .bind(webhook.created_ms)
    .bind(i64::from(most));
    run(connection, bind_precondition(added, precondition)).await
}

fn set_mailing<'q>(mailing: &'q MailPreferences, precondition: &'q Precondition) -> Query<'q> {
    let set = sqlx::query(concat!(
        "insert into mailings (player, turns, rest_ms, language)
         select id, $2, $3, $4 from players where id = $1 and standing = 'REGISTERED' and ",
        precondition!("$5", "$6", "$7", of "$1"),
        " on conflict (player) do update
         set turns = excluded.turns, rest_ms = excluded.rest_ms, language = excluded.language"
    ))
    .bind(mailing.player)
    .bind(mailing.turns)
    .bind(mailing.rest_ms)
    .bind(mailing.language.map(word));
    bind_precondition(set, precondition)
}

fn ask_to_confirm(asked: &Confirmation) -> Query<'_> {
    sqlx::query(
        "insert into confirmations (player, hash, email, expires_ms)
         select id, $2, email, $4 from players
         where id = $1 and email = $3 and standing = 'REGISTERED'
         on conflict (player) do update
         set hash = excluded.hash, email = excluded.email, expires_ms = excluded.expires_ms",
    )
    .bind(asked.player)
    .bind(asked.hash.as_slice())
    .bind(&asked.email)
    .bind(asked.expires_ms)
}

/// Confirms an address. Of two calls with the same token, the one that deletes its row confirms.
async fn confirm(
    connection: &mut PgConnection,
    hash: &TokenHash,
    now_ms: i64,
) -> Result<bool, sqlx::Error> {
    let asked = sqlx::query_scalar("select player from confirmations where hash = $1");
    let asked: Option<PlayerId> =
        asked.bind(hash.as_slice()).fetch_optional(&mut *connection).await?;
    let Some(asked) = asked else { return Ok(false) };
    lock_players(connection, &[asked], &Precondition::Nothing).await?;
    let used: Option<(PlayerId, String)> = sqlx::query_as(
        "delete from confirmations where hash = $1 and expires_ms > $2
         and exists (select 1 from players where id = confirmations.player
                     and players.email = confirmations.email)
         returning player, email",
    )
    .bind(hash.as_slice())
    .bind(now_ms)
    .fetch_optional(&mut *connection)
    .await?;
    let Some((player, email)) = used else { return Ok(false) };
    let confirmed = sqlx::query(
        "insert into mailings (player, turns, rest_ms, confirmed) values ($1, false, $2, $3)
         on conflict (player) do update set confirmed = excluded.confirmed",
    );
    run(connection, confirmed.bind(player).bind(MailPreferences::REST_MS).bind(email)).await
}

/// Adds a notification. Mail about a turn first deletes unclaimed mail to the same player about an
/// earlier turn at the table.
async fn add(
    connection: &mut PgConnection,
    notification: &NotificationRow,
    most: u32,
) -> Result<bool, sqlx::Error> {
    if notification.is_turn_mail() {
        let earlier = sqlx::query(
            "delete from notices where player = $1 and kind = 'TURN' and table_id = $2 and seq < $3
             and webhook is null and claim is null",
        );
        let earlier = earlier
            .bind(notification.player)
            .bind(notification.table)
            .bind(integer(notification.seq));
        run(connection, earlier).await?;
    }
    let added = sqlx::query(
        "insert into notices (id, player, kind, table_id, seq, seat, webhook, at_ms, due_ms,
                              attempts, claimed_until_ms)
         select $1, id, $3, $4, $5, $6, $7, $8, $9, $10, 0 from players
         where id = $2 and deleted_ms is null
           and ($7 is null
                or exists (select 1 from webhooks where id = $7 and disabled_ms is null))
           and $11 > (select count(*) from notices where player = $2)
         on conflict do nothing",
    )
    .bind(notification.id)
    .bind(notification.player)
    .bind(notification.kind)
    .bind(notification.table)
    .bind(integer(notification.seq))
    .bind(notification.seat.map(|seat| i64::from(seat.0)))
    .bind(notification.webhook)
    .bind(notification.at_ms)
    .bind(notification.due_ms)
    .bind(i64::from(notification.attempts))
    .bind(i64::from(most));
    run(connection, added).await
}

/// Claims what is due. Nodes claim one after the other, because that a webhook or a player has one
/// claim at a time is a condition about other rows than those that are claimed.
async fn claim_due(connection: &mut PgConnection, claim: &Claim) -> Result<bool, sqlx::Error> {
    /// The advisory lock for claims: "GDNC".
    const CLAIMS: i64 = 0x4744_4e43;
    let lock = sqlx::query("select pg_advisory_xact_lock($1)");
    run(connection, lock.bind(CLAIMS)).await?;
    let query = match claim.of {
        Channel::Webhooks => sqlx::query(
            "update notices set claim = $1, claimed_until_ms = $3, attempts = attempts + 1
             where claimed_until_ms <= $2 and id in (
                select distinct on (webhook) id from notices as next
                where due_ms <= $2 and claimed_until_ms <= $2 and webhook is not null
                  and not exists (select 1 from notices as other
                                  where other.webhook = next.webhook
                                    and other.claimed_until_ms > $2)
                order by webhook, id limit $4)",
        ),
        Channel::Turns => sqlx::query(
            "update notices set claim = $1, claimed_until_ms = $3, attempts = attempts + 1
             where claimed_until_ms <= $2 and webhook is null and kind = 'TURN' and due_ms <= $2
             and player in (
                select distinct next.player from notices as next
                left join mailings on mailings.player = next.player
                where next.webhook is null and next.kind = 'TURN' and next.due_ms <= $2
                  and (mailed_ms is null or mailed_ms + rest_ms <= $2)
                  and not exists (select 1 from notices as other
                                  where other.player = next.player and other.webhook is null
                                    and other.kind = 'TURN' and other.claimed_until_ms > $2)
                limit $4)",
        ),
        Channel::Letters => sqlx::query(
            "update notices set claim = $1, claimed_until_ms = $3, attempts = attempts + 1
             where claimed_until_ms <= $2 and id in (
                select id from notices
                where due_ms <= $2 and claimed_until_ms <= $2 and webhook is null
                  and kind in ('CONFIRM', 'RESET')
                order by due_ms limit $4)",
        ),
    };
    let most = i64::from(claim.most);
    run(connection, query.bind(claim.id).bind(claim.now_ms).bind(claim.until_ms).bind(most)).await
}

async fn settle(connection: &mut PgConnection, settled: &Settlement) -> Result<bool, sqlx::Error> {
    if let DeliveryNews::Reached(webhook) | DeliveryNews::Missed { webhook, .. } = &settled.news {
        // Adding notifications for the webhook takes the same lock.
        let lock = sqlx::query(
            "select 1 from players where id = (select owner from webhooks where id = $1)
             for no key update",
        );
        run(connection, lock.bind(webhook)).await?;
    }
    let ids: Vec<Uuid> = settled.notifications.iter().map(|notification| notification.0).collect();
    let query = match settled.again_ms {
        None => sqlx::query("delete from notices where claim = $1 and id = any($2)")
            .bind(settled.claim)
            .bind(ids),
        Some(again_ms) => sqlx::query(
            "update notices set claim = null, claimed_until_ms = 0, due_ms = $3
             where claim = $1 and id = any($2)",
        )
        .bind(settled.claim)
        .bind(ids)
        .bind(again_ms),
    };
    let is_settled = run(connection, query).await?;
    note(connection, &settled.news).await?;
    Ok(is_settled)
}

/// Writes what a delivery has shown about a webhook or a player.
async fn note(connection: &mut PgConnection, news: &DeliveryNews) -> Result<(), sqlx::Error> {
    let query = match news {
        DeliveryNews::Nothing => return Ok(()),
        DeliveryNews::Reached(webhook) => sqlx::query(
            "update webhooks set failing_ms = null, fault = null, disabled_ms = null
             where id = $1 and failing_ms is not null",
        )
        .bind(webhook),
        DeliveryNews::Missed { webhook, at_ms, fault, since_ms } => {
            let missed = sqlx::query(
                "update webhooks set fault = $3, failing_ms = coalesce(failing_ms, $2),
                        disabled_ms = case when disabled_ms is null
                                           and coalesce(failing_ms, $2) <= $4
                                      then $2 else disabled_ms end
                 where id = $1",
            );
            let missed = missed.bind(webhook).bind(at_ms).bind(fault).bind(since_ms);
            run(connection, missed).await?;
            sqlx::query(
                "delete from notices where webhook = $1 and exists
                 (select 1 from webhooks where id = $1 and disabled_ms is not null)",
            )
            .bind(webhook)
        }
        DeliveryNews::Mailed { player, at_ms } => {
            sqlx::query("update mailings set mailed_ms = $2 where player = $1")
                .bind(player)
                .bind(at_ms)
        }
    };
    run(connection, query).await?;
    Ok(())
}

/// Deletes the notifications, webhooks, mail preferences and confirmations of a deleted player.
pub(super) async fn forget_player(
    connection: &mut PgConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    for forgotten in [
        "delete from notices where player = $1",
        "delete from webhooks where owner = $1",
        "delete from mailings where player = $1",
        "delete from confirmations where player = $1",
    ] {
        run(connection, sqlx::query(forgotten).bind(player)).await?;
    }
    Ok(())
}

/// Deletes the confirmation, done or pending, of an address that is no longer the player's.
pub(super) async fn email_changed(
    connection: &mut PgConnection,
    account: &Account,
) -> Result<(), sqlx::Error> {
    for old in [
        "update mailings set confirmed = null
         where player = $1 and confirmed is distinct from $2",
        "delete from confirmations where player = $1 and email is distinct from $2",
    ] {
        run(connection, sqlx::query(old).bind(account.player.id).bind(&account.email)).await?;
    }
    Ok(())
}

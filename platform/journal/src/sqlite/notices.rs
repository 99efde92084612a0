//! What is to be told, and where, in an SQLite file.

mod row;

use async_trait::async_trait;
use gueridon_game::Seat;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Executor, Row};
use uuid::Uuid;

use super::Sqlite;
use super::people::holds;
use super::writer::Write;
use crate::{
    Account, Channel, Claim, Confirmation, JournalError, Mailing, News, NoticeRow, Notices,
    PlayerId, Precondition, Receivers, Settled, TableId, TokenHash, WebhookId, WebhookOfTable,
    WebhookRow,
};
use row::{mailing, notice, webhook, word};

#[async_trait]
impl Notices for Sqlite {
    async fn add_webhook(
        &self,
        webhook: &WebhookRow,
        most: u32,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.notice(Notice::Webhook(webhook.clone(), most, provided.clone())).await
    }

    async fn webhooks(&self, owner: PlayerId) -> Result<Vec<WebhookRow>, JournalError> {
        let query = sqlx::query("select * from webhooks where owner = ? order by id").bind(owner.0);
        query.fetch_all(&self.readers).await?.iter().map(webhook).collect()
    }

    async fn webhook(&self, id: WebhookId) -> Result<Option<WebhookRow>, JournalError> {
        let query = sqlx::query("select * from webhooks where id = ?").bind(id.0);
        query.fetch_optional(&self.readers).await?.as_ref().map(webhook).transpose()
    }

    async fn remove_webhook(
        &self,
        owner: PlayerId,
        id: WebhookId,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.notice(Notice::Removed(owner, id, provided.clone())).await
    }

    async fn mailing(&self, player: PlayerId) -> Result<Mailing, JournalError> {
        let query = sqlx::query("select * from mailings where player = ?").bind(player.0);
        let row = query.fetch_optional(&self.readers).await?;
        row.as_ref().map_or_else(|| Ok(Mailing::new(player)), mailing)
    }

    async fn set_mailing(
        &self,
        mailing: &Mailing,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.notice(Notice::Mailing(mailing.clone(), provided.clone())).await
    }

    async fn ask_to_confirm(&self, asked: &Confirmation) -> Result<bool, JournalError> {
        self.notice(Notice::Asked(asked.clone())).await
    }

    async fn confirm(&self, hash: TokenHash, now_ms: i64) -> Result<bool, JournalError> {
        self.notice(Notice::Confirmed(hash, now_ms)).await
    }

    async fn confirmed(&self, email: &str) -> Result<Vec<PlayerId>, JournalError> {
        let query = sqlx::query(
            "select player from mailings join players on players.id = player
             where lower(confirmed) = lower(?) and confirmed = email and standing = 'REGISTERED'
             order by player limit 10",
        );
        let rows = query.bind(email).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(PlayerId(row.try_get(0)?))).collect()
    }

    async fn receivers(
        &self,
        table: TableId,
        seated: &[PlayerId],
    ) -> Result<Receivers, JournalError> {
        let seated = as_json(seated.iter().map(|player| player.0));
        let webhooks = sqlx::query(
            "select id, owner, table_id is not null as of_table from webhooks
             where disabled_ms is null
               and ((table_id = ?1 and owner = (select owner from tables where id = ?1))
                    or (table_id is null
                    and owner in (select unhex(value) from json_each(?2))))
             order by id",
        );
        let webhooks = webhooks.bind(table.0).bind(&seated).fetch_all(&self.readers).await?;
        let mail = sqlx::query(
            "select player from mailings join players on players.id = player
             where turns and confirmed = email
               and player in (select unhex(value) from json_each(?)) order by player",
        );
        let mail = mail.bind(&seated).fetch_all(&self.readers).await?;
        let told = |row: &SqliteRow| {
            Ok::<_, JournalError>(WebhookOfTable {
                webhook: WebhookId(row.try_get("id")?),
                owner: PlayerId(row.try_get("owner")?),
                of_table: row.try_get("of_table")?,
            })
        };
        Ok(Receivers {
            webhooks: webhooks.iter().map(told).collect::<Result<_, _>>()?,
            mail: mail
                .iter()
                .map(|row| Ok(PlayerId(row.try_get(0)?)))
                .collect::<Result<_, JournalError>>()?,
        })
    }

    async fn tell(&self, notices: &[NoticeRow], most: u32) -> Result<bool, JournalError> {
        self.notice(Notice::WebhookOfTable(notices.to_vec(), most)).await
    }

    async fn claim(&self, claim: &Claim) -> Result<Vec<NoticeRow>, JournalError> {
        // Nothing is written while nothing is due, which is most of the time.
        let due = sqlx::query(
            "select 1 from notices where due_ms <= ?1 and claimed_until_ms <= ?1 limit 1",
        );
        let due = due.bind(claim.now_ms).fetch_optional(&self.readers).await?;
        if due.is_none() || !self.notice(Notice::Claimed(*claim)).await? {
            return Ok(Vec::new());
        }
        let claimed = sqlx::query("select * from notices where claim = ? order by id");
        let claimed = claimed.bind(claim.id).fetch_all(&self.readers).await?;
        claimed.iter().map(notice).collect()
    }

    async fn settle(&self, settled: &Settled) -> Result<bool, JournalError> {
        self.notice(Notice::Settled(settled.clone())).await
    }

    async fn turn_stands(
        &self,
        table: TableId,
        seat: Seat,
        seq: u64,
    ) -> Result<bool, JournalError> {
        let stands = sqlx::query(
            "select 1 from tables where id = ?1 and status = 'PLAYING' and not exists
             (select 1 from entries where table_id = ?1 and seq > ?2 and seat = ?3)",
        );
        let stands = stands.bind(table.0).bind(number(seq)).bind(seat.0);
        Ok(stands.fetch_optional(&self.readers).await?.is_some())
    }
}

impl Sqlite {
    async fn notice(&self, notice: Notice) -> Result<bool, JournalError> {
        self.writer.write(Write::Notice(notice)).await
    }
}

/// Something to be written about what is told, on a condition.
#[derive(Debug)]
pub(super) enum Notice {
    Webhook(WebhookRow, u32, Precondition),
    Removed(PlayerId, WebhookId, Precondition),
    Mailing(Mailing, Precondition),
    Asked(Confirmation),
    Confirmed(TokenHash, i64),
    WebhookOfTable(Vec<NoticeRow>, u32),
    Claimed(Claim),
    Settled(Settled),
}

/// Writes it; says whether its condition held.
pub(super) async fn apply(
    connection: &mut SqliteConnection,
    notice: &Notice,
) -> Result<bool, sqlx::Error> {
    match notice {
        Notice::Webhook(webhook, most, provided) => Ok(holds(connection, webhook.owner, provided)
            .await?
            && add_webhook(connection, webhook, *most).await?),
        Notice::Removed(owner, id, provided) => {
            if !holds(connection, *owner, provided).await? {
                return Ok(false);
            }
            let removed = sqlx::query("delete from webhooks where id = ? and owner = ?");
            run(connection, removed.bind(id.0).bind(owner.0)).await
        }
        Notice::Mailing(mailing, provided) => Ok(holds(connection, mailing.player, provided)
            .await?
            && set_mailing(connection, mailing).await?),
        Notice::Asked(asked) => {
            let asking = sqlx::query(
                "insert into confirmations (player, hash, email, expires_ms)
                 select id, ?2, email, ?4 from players
                 where id = ?1 and email = ?3 and standing = 'REGISTERED'
                 on conflict (player) do update
                 set hash = excluded.hash, email = excluded.email, expires_ms = excluded.expires_ms",
            );
            let asking = asking.bind(asked.player.0).bind(asked.hash.as_slice());
            run(connection, asking.bind(&asked.email).bind(asked.expires_ms)).await
        }
        Notice::Confirmed(hash, now_ms) => confirm(connection, hash, *now_ms).await,
        Notice::WebhookOfTable(notices, most) => {
            let mut has_added = false;
            for notice in notices {
                has_added |= tell(connection, notice, *most).await?;
            }
            Ok(has_added)
        }
        Notice::Claimed(claim) => claim_due(connection, claim).await,
        Notice::Settled(settled) => settle(connection, settled).await,
    }
}

/// What a change of an account means for what is told: whoever is deleted is told nothing, and an
/// address that is no longer somebody's is forgotten.
pub(super) async fn player_changed(
    connection: &mut SqliteConnection,
    account: &Account,
) -> Result<(), sqlx::Error> {
    let player = account.player.id.0;
    if account.deleted_ms.is_some() {
        for gone in [
            "delete from notices where player = ?",
            "delete from webhooks where owner = ?",
            "delete from mailings where player = ?",
            "delete from confirmations where player = ?",
        ] {
            run(connection, sqlx::query(gone).bind(player)).await?;
        }
        return Ok(());
    }
    for old in [
        "update mailings set confirmed = null where player = ? and confirmed is not ?",
        "delete from confirmations where player = ? and email is not ?",
    ] {
        run(connection, sqlx::query(old).bind(player).bind(&account.email)).await?;
    }
    Ok(())
}

type Query<'q> = sqlx::query::Query<'q, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>;

/// Runs a statement; says whether it has changed anything.
async fn run(connection: &mut SqliteConnection, query: Query<'_>) -> Result<bool, sqlx::Error> {
    Ok(connection.execute(query).await?.rows_affected() > 0)
}

async fn add_webhook(
    connection: &mut SqliteConnection,
    webhook: &WebhookRow,
    most: u32,
) -> Result<bool, sqlx::Error> {
    if webhook.table.is_some() {
        let over = sqlx::query(
            "delete from webhooks where owner = ?
             and table_id in (select id from tables where status not in ('OPEN', 'PLAYING'))
             and not exists (select 1 from notices where webhook = webhooks.id)",
        );
        run(connection, over.bind(webhook.owner.0)).await?;
    }
    let added = sqlx::query(
        "insert into webhooks (id, owner, table_id, url, secret, created_ms)
         select ?1, id, ?3, ?4, ?5, ?6 from players
         where id = ?2 and standing = 'REGISTERED'
           and (?3 is null or exists (select 1 from tables where id = ?3 and owner = ?2
                                      and status in ('OPEN', 'PLAYING')))
           and ?7 > (select count(*) from webhooks
                     where owner = ?2 and (table_id is null) = (?3 is null))
         on conflict do nothing",
    )
    .bind(webhook.id.0)
    .bind(webhook.owner.0)
    .bind(webhook.table.map(|table| table.0))
    .bind(&webhook.url)
    .bind(webhook.secret.0.to_vec())
    .bind(webhook.created_ms)
    .bind(most);
    run(connection, added).await
}

async fn set_mailing(
    connection: &mut SqliteConnection,
    mailing: &Mailing,
) -> Result<bool, sqlx::Error> {
    let set = sqlx::query(
        "insert into mailings (player, turns, rest_ms, language)
         select id, ?2, ?3, ?4 from players where id = ?1 and standing = 'REGISTERED'
         on conflict (player) do update
         set turns = excluded.turns, rest_ms = excluded.rest_ms, language = excluded.language",
    )
    .bind(mailing.player.0)
    .bind(mailing.turns)
    .bind(mailing.rest_ms)
    .bind(mailing.language.map(word));
    run(connection, set).await
}

async fn confirm(
    connection: &mut SqliteConnection,
    hash: &TokenHash,
    now_ms: i64,
) -> Result<bool, sqlx::Error> {
    let confirmed = sqlx::query(
        "insert into mailings (player, turns, rest_ms, confirmed)
         select player, 0, ?3, confirmations.email from confirmations
         join players on players.id = player and players.email = confirmations.email
         where hash = ?1 and expires_ms > ?2
         on conflict (player) do update set confirmed = excluded.confirmed",
    );
    let confirmed = confirmed.bind(hash.as_slice()).bind(now_ms).bind(Mailing::REST_MS);
    if !run(connection, confirmed).await? {
        return Ok(false);
    }
    let ended = sqlx::query("delete from confirmations where hash = ?").bind(hash.as_slice());
    run(connection, ended).await
}

async fn tell(
    connection: &mut SqliteConnection,
    notice: &NoticeRow,
    most: u32,
) -> Result<bool, sqlx::Error> {
    if notice.is_turn_mail() {
        let earlier = sqlx::query(
            "delete from notices where player = ? and kind = 'TURN' and table_id = ? and seq < ?
             and webhook is null and claim is null",
        );
        let earlier = earlier.bind(notice.player.0).bind(notice.table.map(|table| table.0));
        run(connection, earlier.bind(number(notice.seq))).await?;
    }
    let told = sqlx::query(
        "insert into notices (id, player, kind, table_id, seq, seat, webhook, at_ms, due_ms,
                              attempts, claimed_until_ms)
         select ?1, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0 from players
         where id = ?2 and deleted_ms is null
           and (?7 is null
                or exists (select 1 from webhooks where id = ?7 and disabled_ms is null))
           and ?11 > (select count(*) from notices where player = ?2)
         on conflict do nothing",
    )
    .bind(notice.id.0)
    .bind(notice.player.0)
    .bind(notice.kind.word())
    .bind(notice.table.map(|table| table.0))
    .bind(number(notice.seq))
    .bind(notice.seat.map(|seat| seat.0))
    .bind(notice.webhook.map(|webhook| webhook.0))
    .bind(notice.at_ms)
    .bind(notice.due_ms)
    .bind(notice.attempts)
    .bind(most);
    run(connection, told).await
}

async fn claim_due(connection: &mut SqliteConnection, claim: &Claim) -> Result<bool, sqlx::Error> {
    let query = match claim.of {
        Channel::Webhooks => sqlx::query(
            "update notices set claim = ?1, claimed_until_ms = ?3, attempts = attempts + 1
             where id in (
                select min(id) from notices as next
                where due_ms <= ?2 and claimed_until_ms <= ?2 and webhook is not null
                  and not exists (select 1 from notices as other
                                  where other.webhook = next.webhook
                                    and other.claimed_until_ms > ?2)
                group by webhook limit ?4)",
        ),
        Channel::Turns => sqlx::query(
            "update notices set claim = ?1, claimed_until_ms = ?3, attempts = attempts + 1
             where webhook is null and kind = 'TURN' and due_ms <= ?2 and player in (
                select distinct next.player from notices as next
                left join mailings on mailings.player = next.player
                where next.webhook is null and next.kind = 'TURN' and next.due_ms <= ?2
                  and (mailed_ms is null or mailed_ms + rest_ms <= ?2)
                  and not exists (select 1 from notices as other
                                  where other.player = next.player and other.webhook is null
                                    and other.kind = 'TURN' and other.claimed_until_ms > ?2)
                limit ?4)",
        ),
        Channel::Letters => sqlx::query(
            "update notices set claim = ?1, claimed_until_ms = ?3, attempts = attempts + 1
             where id in (
                select id from notices
                where due_ms <= ?2 and claimed_until_ms <= ?2 and webhook is null
                  and kind in ('CONFIRM', 'RESET')
                order by id limit ?4)",
        ),
    };
    run(connection, query.bind(claim.id).bind(claim.now_ms).bind(claim.until_ms).bind(claim.most))
        .await
}

async fn settle(connection: &mut SqliteConnection, settled: &Settled) -> Result<bool, sqlx::Error> {
    let ids = as_json(settled.notices.iter().map(|notice| notice.0));
    let query = match settled.again_ms {
        None => sqlx::query(
            "delete from notices
             where claim = ?1 and id in (select unhex(value) from json_each(?2))",
        )
        .bind(settled.claim)
        .bind(ids),
        Some(again_ms) => sqlx::query(
            "update notices set claim = null, claimed_until_ms = 0, due_ms = ?3
             where claim = ?1 and id in (select unhex(value) from json_each(?2))",
        )
        .bind(settled.claim)
        .bind(ids)
        .bind(again_ms),
    };
    let is_settled = run(connection, query).await?;
    match &settled.news {
        News::Nothing => {}
        News::Reached(webhook) => {
            let reached = sqlx::query(
                "update webhooks set failing_ms = null, fault = null, disabled_ms = null
                 where id = ? and failing_ms is not null",
            );
            run(connection, reached.bind(webhook.0)).await?;
        }
        News::Missed { webhook, at_ms, fault, since_ms } => {
            let missed = sqlx::query(
                "update webhooks set fault = ?3, failing_ms = ifnull(failing_ms, ?2),
                        disabled_ms = case when disabled_ms is null
                                           and ifnull(failing_ms, ?2) <= ?4
                                      then ?2 else disabled_ms end
                 where id = ?1",
            );
            let missed = missed.bind(webhook.0).bind(at_ms).bind(fault).bind(since_ms);
            run(connection, missed).await?;
            let forgotten = sqlx::query(
                "delete from notices where webhook = ?1 and exists
                 (select 1 from webhooks where id = ?1 and disabled_ms is not null)",
            );
            run(connection, forgotten.bind(webhook.0)).await?;
        }
        News::Mailed { player, at_ms } => {
            let mailed = sqlx::query("update mailings set mailed_ms = ?2 where player = ?1");
            run(connection, mailed.bind(player.0).bind(at_ms)).await?;
        }
    }
    Ok(is_settled)
}

/// Ids as `json_each` and `unhex` read them.
fn as_json(ids: impl Iterator<Item = Uuid>) -> String {
    let quoted: Vec<_> = ids.map(|id| format!("\"{}\"", id.simple())).collect();
    format!("[{}]", quoted.join(","))
}

fn number(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

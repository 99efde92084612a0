//! Tables before they begin, and whose they are, in an SQLite file.

use async_trait::async_trait;
use gueridon_game::Seats;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{Executor, Row};
use uuid::Uuid;

use super::writer::Write;
use super::{Sqlite, people, tables};
use crate::{
    Arrangement, Invitation, JournalError, Lobby, MyTable, PlayerId, Sitter, TableId, TableRow,
};

type Query<'a> = sqlx::query::Query<'a, sqlx::Sqlite, SqliteArguments>;

/// The seats to act at a table `t` that is played.
macro_rules! to_act {
    () => {
        "coalesce((select to_act from entries where table_id = t.id order by seq desc limit 1),
                  t.to_act)"
    };
}

#[async_trait]
impl Lobby for Sqlite {
    async fn arrange(
        &self,
        table: TableId,
        arrangement: &Arrangement,
        until_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        let arrangement = arrangement.clone();
        self.writer.write(Write::Arrangement { table, arrangement, until_ms }).await
    }

    async fn open_within(
        &self,
        table: &TableRow,
        invited: &[PlayerId],
        most: u32,
    ) -> Result<bool, JournalError> {
        let (table, invited) = (table.clone(), invited.to_vec());
        self.writer.write(Write::OpenWithin { table, invited, most }).await
    }

    async fn is_invited(&self, table: TableId, player: PlayerId) -> Result<bool, JournalError> {
        let found = sqlx::query("select 1 from invitations where table_id = ? and player = ?")
            .bind(table.0)
            .bind(player.0)
            .fetch_optional(&self.readers)
            .await?;
        Ok(found.is_some())
    }

    async fn invited(&self, table: TableId) -> Result<Vec<PlayerId>, JournalError> {
        let rows = sqlx::query("select player from invitations where table_id = ?")
            .bind(table.0)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Ok(PlayerId(row.try_get(0)?))).collect()
    }

    async fn invitations(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<Invitation>, JournalError> {
        let rows = sqlx::query(
            "select tables.*, inviter, at_ms, name, standing
             from invitations join tables on tables.id = table_id
             join players on players.id = inviter
             where player = ?1 and status = 'OPEN' and (?2 is null or table_id < ?2)
               and not exists (select 1 from seats
                               where seats.table_id = tables.id and seats.player = ?1)
             order by table_id desc limit ?3",
        )
        .bind(player.0)
        .bind(before.map(|id| id.0))
        .bind(first)
        .fetch_all(&self.readers)
        .await?;
        let mut invitations = Vec::with_capacity(rows.len());
        for row in &rows {
            let by = PlayerId(row.try_get("inviter")?);
            let (name, standing) = (row.try_get("name")?, people::standing(row)?);
            // Whoever used the code is noted as their own inviter.
            let inviter = (by != player).then_some(Sitter::Player { player: by, name, standing });
            let at_ms = row.try_get("at_ms")?;
            invitations.push(Invitation { table: self.with_seated(row).await?, inviter, at_ms });
        }
        Ok(invitations)
    }

    async fn table_by_invite(&self, code: &str) -> Result<Option<TableRow>, JournalError> {
        let row = sqlx::query("select * from tables where invite = ?")
            .bind(code)
            .fetch_optional(&self.readers)
            .await?;
        match row {
            None => Ok(None),
            Some(row) => Ok(Some(self.with_seated(&row).await?)),
        }
    }

    async fn rematch_of(&self, table: TableId) -> Result<Option<TableId>, JournalError> {
        let row = sqlx::query("select id from tables where rematch_of = ?")
            .bind(table.0)
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Ok(TableId(row.try_get(0)?))).transpose()
    }

    async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: u32,
    ) -> Result<Vec<MyTable>, JournalError> {
        let rows = sqlx::query(concat!(
            "select * from (
                 select t.*, iif(t.status = 'PLAYING' and s.seat is not null, (",
            to_act!(),
            " >> s.seat) & 1, 0) as is_turn
                 from tables t left join seats s on s.table_id = t.id and s.player = ?1
                 where t.status in ('OPEN', 'PLAYING') and t.id in
                     (select table_id from seats where player = ?1
                      union select id from tables where owner = ?1 and status = 'OPEN'))
             where ?2 is null or (is_turn, id) < (?2, ?3)
             order by is_turn desc, id desc limit ?4"
        ))
        .bind(player.0)
        .bind(after.map(|(is_turn, _)| is_turn))
        .bind(after.map(|(_, id)| id.0))
        .bind(first)
        .fetch_all(&self.readers)
        .await?;
        let mut mine = Vec::with_capacity(rows.len());
        for row in &rows {
            let is_turn = row.try_get("is_turn")?;
            mine.push(MyTable { row: self.with_seated(row).await?, is_turn });
        }
        Ok(mine)
    }

    async fn count_tables(&self, player: PlayerId) -> Result<u32, JournalError> {
        Ok(count(player).fetch_one(&self.readers).await?.try_get(0)?)
    }

    async fn turn(&self, table: TableId) -> Result<Option<(TableRow, Seats)>, JournalError> {
        let row = sqlx::query(concat!(
            "select t.*, iif(t.status = 'PLAYING', ",
            to_act!(),
            ", 0) as turn from tables t where id = ?"
        ))
        .bind(table.0)
        .fetch_optional(&self.readers)
        .await?;
        match row {
            None => Ok(None),
            Some(row) => {
                let to_act = Seats::from_bits(row.try_get("turn")?);
                Ok(Some((self.with_seated(&row).await?, to_act)))
            }
        }
    }

    async fn quiet_since(
        &self,
        before_ms: i64,
        after: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        let rows = sqlx::query(
            "select id from tables
             where status = 'PLAYING' and started_ms < ?1 and (?2 is null or id > ?2)
               and coalesce((select at_ms from entries where table_id = tables.id
                             order by seq desc limit 1), started_ms) < ?1
             order by id limit ?3",
        )
        .bind(before_ms)
        .bind(after.map(|id| id.0))
        .bind(first)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Ok(TableId(row.try_get(0)?))).collect()
    }
}

fn count(player: PlayerId) -> Query<'static> {
    sqlx::query(
        "select count(*) from tables
         where (opener = ?1 or owner = ?1) and status in ('OPEN', 'PLAYING')",
    )
    .bind(player.0)
}

/// Adds a table with those who sit there and are invited, if its opener has fewer than `most`.
pub(super) async fn open_within(
    connection: &mut SqliteConnection,
    table: &TableRow,
    invited: &[PlayerId],
    most: u32,
) -> Result<bool, sqlx::Error> {
    let count: u32 = connection.fetch_one(count(table.opener)).await?.try_get(0)?;
    if count >= most || !tables::open(connection, table).await? {
        return Ok(false);
    }
    for seated in &table.seated {
        let (player, bot) = match &seated.who {
            Sitter::Player { player, .. } => (Some(player.0), None),
            Sitter::Bot(bot) => (None, Some(bot.word())),
        };
        let seat = sqlx::query(
            "insert into seats (table_id, seat, player, bot) select ?1, ?2, ?3, ?4
             where not exists (select 1 from players where id = ?3 and deleted_ms is not null)",
        );
        let seat = seat.bind(table.id.0).bind(seated.seat.0).bind(player).bind(bot);
        connection.execute(seat).await?;
    }
    for player in invited {
        let query = invite(table.id, *player, table.opener, table.created_ms);
        connection.execute(query).await?;
    }
    Ok(true)
}

fn invite(table: TableId, player: PlayerId, by: PlayerId, at_ms: i64) -> Query<'static> {
    sqlx::query(
        "insert into invitations (table_id, player, inviter, at_ms)
         select id, ?2, ?3, ?4 from tables where id = ?1 and status <> 'CLOSED'
           and exists (select 1 from players where id = ?2 and deleted_ms is null)
           and (owner = ?3
                or exists (select 1 from seats where table_id = ?1 and player = ?3))
         on conflict do nothing",
    )
    .bind(table.0)
    .bind(player.0)
    .bind(by.0)
    .bind(at_ms)
}

/// Does it, if what it names still holds.
pub(super) async fn arrange(
    connection: &mut SqliteConnection,
    table: TableId,
    arrangement: &Arrangement,
    until_ms: Option<i64>,
) -> Result<bool, sqlx::Error> {
    if let Arrangement::Remove { seat, by, invite } = arrangement {
        // While it can still be looked up who sits there.
        uninvite(connection, table, seat.0, *by, &invite.0).await?;
    }
    let done = connection.execute(query(table, arrangement)).await?.rows_affected() > 0;
    if !done {
        return Ok(false);
    }
    match arrangement {
        Arrangement::Sit { player, .. } => {
            let own = sqlx::query(
                "update tables set owner = ?2 where id = ?1 and exists
                 (select 1 from players where id = tables.owner and deleted_ms is not null)",
            );
            connection.execute(own.bind(table.0).bind(player.0)).await?;
        }
        Arrangement::Leave { player } => {
            succeed(connection, *player, Some(table)).await?;
        }
        _ => {}
    }
    if let Some(until_ms) = until_ms {
        let renewed =
            sqlx::query("update tables set deadline_ms = ? where id = ? and status = 'OPEN'");
        connection.execute(renewed.bind(until_ms).bind(table.0)).await?;
    }
    Ok(true)
}

/// Sees to it that a player who is about to be removed from a private table does not come back by
/// the same way.
async fn uninvite(
    connection: &mut SqliteConnection,
    table: TableId,
    seat: u8,
    owner: PlayerId,
    code: &str,
) -> Result<(), sqlx::Error> {
    let sits = "select player from seats where table_id = ?1 and seat = ?2 and player is not null
                and exists (select 1 from tables where id = ?1 and status = 'OPEN' and owner = ?3)";
    let sits = sqlx::query(sits).bind(table.0).bind(seat).bind(owner.0);
    let Some(row) = connection.fetch_optional(sits).await? else { return Ok(()) };
    let forgotten = sqlx::query("delete from invitations where table_id = ? and player = ?");
    connection.execute(forgotten.bind(table.0).bind(row.try_get::<Uuid, _>(0)?)).await?;
    let renewed = sqlx::query("update tables set invite = ? where id = ? and is_private");
    connection.execute(renewed.bind(code).bind(table.0)).await?;
    Ok(())
}

/// Gives what an owner leaves, one table or all, to the first who sit there.
pub(super) async fn succeed(
    connection: &mut SqliteConnection,
    owner: PlayerId,
    table: Option<TableId>,
) -> Result<(), sqlx::Error> {
    let heir = sqlx::query(
        "update tables set owner = (select player from seats where table_id = tables.id
                                    and player is not null order by seat limit 1)
         where owner = ?1 and (?2 is null or id = ?2) and status = 'OPEN'
           and exists (select 1 from seats where table_id = tables.id and player is not null)",
    );
    connection.execute(heir.bind(owner.0).bind(table.map(|id| id.0))).await?;
    Ok(())
}

fn query(table: TableId, arrangement: &Arrangement) -> Query<'_> {
    match arrangement {
        Arrangement::Sit { seat, player } => sqlx::query(
            "insert into seats (table_id, seat, player)
             select id, ?2, ?3 from tables where id = ?1 and status = 'OPEN' and ?2 < seats
             and not exists (select 1 from players where id = ?3 and deleted_ms is not null)
             and (not is_private or owner = ?3 or opener = ?3
                  or exists (select 1 from invitations where table_id = ?1 and player = ?3))
             on conflict do nothing",
        )
        .bind(table.0)
        .bind(seat.0)
        .bind(player.0),
        Arrangement::SeatBot { seat, bot, by } => sqlx::query(
            "insert into seats (table_id, seat, bot)
             select id, ?2, ?3 from tables
             where id = ?1 and status = 'OPEN' and ?2 < seats and owner = ?4
             on conflict do nothing",
        )
        .bind(table.0)
        .bind(seat.0)
        .bind(bot.word())
        .bind(by.0),
        Arrangement::Leave { player } => sqlx::query(
            "delete from seats where table_id = ?1 and player = ?2
             and exists (select 1 from tables where id = ?1 and status = 'OPEN')",
        )
        .bind(table.0)
        .bind(player.0),
        Arrangement::Remove { seat, by, .. } => sqlx::query(
            "delete from seats where table_id = ?1 and seat = ?2
             and exists (select 1 from tables where id = ?1 and status = 'OPEN' and owner = ?3)",
        )
        .bind(table.0)
        .bind(seat.0)
        .bind(by.0),
        Arrangement::HandOver { to, by } => sqlx::query(
            "update tables set owner = ?2 where id = ?1 and status = 'OPEN' and owner = ?3
             and exists (select 1 from seats where table_id = ?1 and player = ?2)",
        )
        .bind(table.0)
        .bind(to.0)
        .bind(by.0),
        Arrangement::Cancel { by, at_ms } => sqlx::query(
            "update tables set status = 'CLOSED', closed = 'CANCELLED', ended_ms = ?3,
             deadline_ms = null, rematch_of = null
             where id = ?1 and status = 'OPEN' and owner = ?2",
        )
        .bind(table.0)
        .bind(by.0)
        .bind(at_ms),
        Arrangement::Invite { player, by, at_ms } => invite(table, *player, *by, *at_ms),
        Arrangement::UseInvite { code, player, at_ms } => sqlx::query(
            "insert into invitations (table_id, player, inviter, at_ms)
             select id, ?2, ?2, ?3 from tables
             where id = ?1 and status <> 'CLOSED' and invite = ?4
               and exists (select 1 from players where id = ?2 and deleted_ms is null)
             on conflict do nothing",
        )
        .bind(table.0)
        .bind(player.0)
        .bind(at_ms)
        .bind(&code.0),
        Arrangement::Decline { player } => {
            sqlx::query("delete from invitations where table_id = ? and player = ?")
                .bind(table.0)
                .bind(player.0)
        }
    }
}

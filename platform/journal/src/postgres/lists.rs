//! Lists of tables. For each set of filters there is a statement, and an index that has all of
//! their columns.

use sqlx::QueryBuilder;

use super::statement::table_columns;
use crate::{ListScope, ResultPage, TableId, TablePage};

/// The tables of a page.
pub(super) fn tables(page: &TablePage) -> QueryBuilder<sqlx::Postgres> {
    let before = page.before.unwrap_or(TableId::AFTER_ALL);
    let mut list = QueryBuilder::new(concat!("select ", table_columns!(), " from "));
    match page.player {
        Some(player) => {
            list.push("seats as s join tables as t on t.id = s.table_id where s.player = ");
            list.push_bind(player).push(" and s.table_id < ").push_bind(before);
            if let Some(status) = page.status {
                list.push(" and s.status = ").push_bind(status);
            }
            if let Some(game) = &page.game {
                list.push(" and s.game = ").push_bind(game.clone());
            }
        }
        None => {
            list.push("tables as t where t.id < ").push_bind(before);
            if let Some(status) = page.status {
                list.push(" and t.status = ").push_bind(status);
            }
            if let Some(game) = &page.game {
                list.push(" and t.game = ").push_bind(game.clone());
            }
        }
    }
    push_scope(&mut list, page.reader);
    let order = if page.player.is_some() { "s.table_id" } else { "t.id" };
    list.push(" order by ").push(order).push(" desc limit ").push_bind(i64::from(page.first));
    list
}

/// The tables at which somebody waits. It uses `distinct on`, because PostgreSQL 15 has no `max`
/// for
/// `uuid`.
pub(super) fn waiting(
    game: Option<&str>,
    reader: ListScope,
    first: u32,
) -> QueryBuilder<sqlx::Postgres> {
    let mut list = QueryBuilder::new(concat!(
        "select ",
        table_columns!(),
        " from tables as t
         where t.status = 'OPEN'
           and t.id in (select distinct on (player) table_id from seats
                        where status = 'OPEN' and player is not null
                        order by player desc, table_id desc)"
    ));
    if let Some(game) = game {
        list.push(" and t.game = ").push_bind(game.to_owned());
    }
    push_scope(&mut list, reader);
    list.push(" order by t.id desc limit ").push_bind(i64::from(first));
    list
}

/// Leaves out the tables `t` that a reader may not find.
fn push_scope(list: &mut QueryBuilder<sqlx::Postgres>, reader: ListScope) {
    match reader {
        ListScope::Everything => {}
        ListScope::Public => {
            list.push(" and not t.is_private");
        }
        ListScope::Player(player) => {
            list.push(" and (not t.is_private or t.opener = ").push_bind(player);
            list.push(" or t.owner = ").push_bind(player);
            list.push(
                " or exists (select 1 from seats as own
                             where own.table_id = t.id and own.player = ",
            );
            list.push_bind(player);
            list.push(
                ") or exists (select 1 from invitations as own
                              where own.table_id = t.id and own.player = ",
            );
            list.push_bind(player).push("))");
        }
    }
}

/// At most `$3` tables before `$2` at which the player `$1` sits, or that they opened, own or
/// began.
pub(super) const INVOLVING: &str = concat!(
    "with own as (
         (select table_id as id from seats
          where player = $1 and table_id < $2 order by table_id desc limit $3)
         union
         (select id from tables where opener = $1 and id < $2 order by id desc limit $3)
         union
         (select id from tables where owner = $1 and id < $2 order by id desc limit $3)
         union
         (select id from tables where starter = $1 and id < $2 order by id desc limit $3)
     ),
     page as (select id from own order by id desc limit $3)
     select ",
    table_columns!(),
    " from page join tables as t on t.id = page.id order by page.id desc"
);

/// The results of a page.
pub(super) fn results(page: &ResultPage) -> QueryBuilder<sqlx::Postgres> {
    let (before_ms, before) = page.before.unwrap_or((i64::MAX, TableId::AFTER_ALL));
    let mut list = QueryBuilder::new(concat!("select ", table_columns!(), " from "));
    list.push(
        "seats as s join tables as t on t.id = s.table_id
         where s.over_ms is not null and s.player = ",
    );
    list.push_bind(page.player).push(" and (s.over_ms, s.table_id) < (").push_bind(before_ms);
    list.push(", ").push_bind(before).push(")");
    if let Some(game) = &page.game {
        list.push(" and s.game = ").push_bind(game.clone());
    }
    list.push(
        " and ((not t.is_private
               and coalesce(t.settings::json ->> 'spectators', '') <> 'forbidden')",
    );
    if let Some(asker) = page.asker {
        list.push(
            " or exists (select 1 from seats as own
                         where own.table_id = t.id and own.player = ",
        );
        list.push_bind(asker).push(")");
    }
    list.push(") order by s.over_ms desc, s.table_id desc limit ").push_bind(i64::from(page.first));
    list
}

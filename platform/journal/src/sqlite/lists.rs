//! Lists of tables. Each set of filters has a statement of its own, which names an index that has
//! all of their columns. So statistics cannot change how it runs, and it reads rows of `tables`
//! only for its page and for tables that its reader may not find.

use sqlx::QueryBuilder;

use super::statement::table_columns;
use crate::{ListScope, ResultPage, TableId, TablePage};

/// The tables of a page.
pub(super) fn tables(page: &TablePage) -> QueryBuilder<sqlx::Sqlite> {
    let before = page.before.unwrap_or(TableId::AFTER_ALL);
    let mut list = QueryBuilder::new(concat!("select ", table_columns!(), " from "));
    match page.player {
        Some(player) => {
            let index = match page.status {
                None => "seats as s indexed by seats_by_player",
                Some(_) => "seats as s indexed by seats_by_status",
            };
            list.push(index).push(" cross join tables as t on t.id = s.table_id where s.player = ");
            list.push_bind(player).push(" and s.table_id < ").push_bind(before);
            if let Some(status) = page.status {
                list.push(" and s.status = ").push_bind(status);
            }
            if let Some(game) = &page.game {
                list.push(" and s.game = ").push_bind(game.clone());
            }
        }
        None => {
            list.push(match (page.status, &page.game) {
                (None, None) => "tables as t",
                (Some(_), None) => "tables as t indexed by tables_by_status",
                (None, Some(_)) => "tables as t indexed by tables_by_game",
                (Some(_), Some(_)) => "tables as t indexed by tables_by_game_and_status",
            });
            list.push(" where t.id < ").push_bind(before);
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
    list.push(" order by ").push(order).push(" desc limit ").push_bind(page.first);
    list
}

/// The tables at which somebody waits.
pub(super) fn waiting(
    game: Option<&str>,
    reader: ListScope,
    first: u32,
) -> QueryBuilder<sqlx::Sqlite> {
    let mut list = QueryBuilder::new(concat!(
        "with waiting as (select distinct max(table_id) as id
                          from seats indexed by seats_of_open_tables
                          where status = 'OPEN' and player is not null group by player)
         select ",
        table_columns!(),
        " from waiting cross join tables as t on t.id = waiting.id where t.status = 'OPEN'"
    ));
    if let Some(game) = game {
        list.push(" and t.game = ").push_bind(game.to_owned());
    }
    push_scope(&mut list, reader);
    list.push(" order by t.id desc limit ").push_bind(first);
    list
}

/// Leaves out the tables `t` that a reader may not find.
fn push_scope(list: &mut QueryBuilder<sqlx::Sqlite>, reader: ListScope) {
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

/// At most `?3` tables before `?2` at which the player `?1` sits, or that they opened, own or
/// began.
pub(super) const INVOLVING: &str = concat!(
    "with own as (
         select * from (select table_id as id from seats indexed by seats_by_player
                        where player = ?1 and table_id < ?2 order by table_id desc limit ?3)
         union
         select * from (select id from tables indexed by tables_by_opener
                        where opener = ?1 and id < ?2 order by id desc limit ?3)
         union
         select * from (select id from tables indexed by tables_by_owner
                        where owner = ?1 and id < ?2 order by id desc limit ?3)
         union
         select * from (select id from tables indexed by tables_by_starter
                        where starter = ?1 and id < ?2 order by id desc limit ?3)
     ),
     page as (select id from own order by id desc limit ?3)
     select ",
    table_columns!(),
    " from page cross join tables as t on t.id = page.id order by page.id desc"
);

/// The results of a page.
pub(super) fn results(page: &ResultPage) -> QueryBuilder<sqlx::Sqlite> {
    let (before_ms, before) = page.before.unwrap_or((i64::MAX, TableId::AFTER_ALL));
    let mut list = QueryBuilder::new(concat!("select ", table_columns!(), " from "));
    list.push(
        "seats as s indexed by seats_by_result cross join tables as t on t.id = s.table_id
         where s.over_ms is not null and s.player = ",
    );
    list.push_bind(page.player).push(" and (s.over_ms, s.table_id) < (").push_bind(before_ms);
    list.push(", ").push_bind(before).push(")");
    if let Some(game) = &page.game {
        list.push(" and s.game = ").push_bind(game.clone());
    }
    list.push(
        " and ((t.is_private = 0 and ifnull(t.settings ->> 'spectators', '') <> 'forbidden')",
    );
    if let Some(asker) = page.asker {
        list.push(
            " or exists (select 1 from seats as own
                         where own.table_id = t.id and own.player = ",
        );
        list.push_bind(asker).push(")");
    }
    list.push(") order by s.over_ms desc, s.table_id desc limit ").push_bind(page.first);
    list
}

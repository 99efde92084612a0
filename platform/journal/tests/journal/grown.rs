//! Journals as they are after years: many tables, of which all but 40 have ended, and a player for
//! every ten tables. The ids of players and tables end with their numbers, from 1. Player 1 has
//! opened every fifth of the tables that have ended and every fourth of the others, and sits at
//! them.

use std::path::Path;

use gueridon_journal::sqlite::Sqlite;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

/// The size of a journal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    /// How many tables there are, at least 100.
    pub(crate) tables: u64,
    /// How many entries each table has that has begun.
    pub(crate) entries: u64,
}

/// Makes a journal of that size, without statistics.
pub(crate) async fn grow(file: &Path, size: Size) {
    Sqlite::open(file).await.unwrap().close().await;
    let options = SqliteConnectOptions::new()
        .filename(file)
        .pragma("cache_size", "-200000")
        .disable_statement_logging();
    let mut connection = options.connect().await.unwrap();
    let Size { tables, entries } = size;
    let (players, step) = ((tables / 10).max(10), tables / 50);
    let given = format!(
        "create temp table given as
         select {tables} as tables, {entries} as entries, {players} as players, {step} as step;"
    );
    for sql in [
        "pragma journal_mode = off; pragma synchronous = off; begin;",
        "drop table if exists sqlite_stat1; drop table if exists sqlite_stat4;",
    ] {
        // A file without statistics has no such tables.
        let _ = sqlx::raw_sql(sql).execute(&mut connection).await;
    }
    run(&mut connection, given).await;
    for part in [PEOPLE, TABLES, ENTRIES, TALK, NOTIFICATIONS] {
        run(&mut connection, part.to_owned()).await;
    }
    run(&mut connection, "commit; pragma journal_mode = wal;".to_owned()).await;
    connection.close().await.unwrap();
}

async fn run(connection: &mut SqliteConnection, sql: String) {
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.unwrap();
}

/// Players, all with a token; one in ten is registered, one in ten is a program of such a player,
/// and one in ten has a code.
const PEOPLE: &str = "
create temp table numbers (n integer primary key);
insert into numbers
with recursive counted (n) as
    (select 1 union all select n + 1 from counted where n < (select tables from given))
select n from counted;

insert into players (id, name, name_key, standing, role, password, created_ms, revision)
select unhex(printf('0180000000007000%016x', n)), 'Player ' || n, iif(n % 5 = 0, 'p' || n, null),
       case n % 10 when 0 then 'REGISTERED' when 5 then 'PROGRAM' else 'GUEST' end, 'PLAYER', iif(n % 10 = 0, 'x', null), 1, 0
from numbers where n <= (select players from given);

insert into tokens (id, hash, player, purpose, scopes, label, created_ms, used_ms, expires_ms)
select unhex(printf('0170000000007000%016x', n)), unhex(printf('%064x', n)),
       unhex(printf('0180000000007000%016x', n)), 'SESSION', 'LOOK PLAY CHAT ACCOUNT', '', 1, 1,
       1000000 + n
from numbers where n <= (select players from given);

insert into programs (player, owner, revision, offer, most_tables, ready_until_ms)
select unhex(printf('0180000000007000%016x', n)), unhex(printf('0180000000007000%016x', n + 5)),
       unhex(printf('0150000000007000%016x', n)), '{}', 1, n
from numbers where n % 10 = 5 and n + 5 <= (select players from given);

insert into codes (hash, player, client, redirect, challenge, scopes, created_ms, expires_ms)
select unhex(printf('%064x', n)), unhex(printf('0180000000007000%016x', n)), 'c', 'r', zeroblob(32),
       'LOOK', 1, n
from numbers where n <= (select players from given) / 10;
";

/// Tables with those who sit there and are invited. 20 are open and 20 in play; of the others one
/// in 20 was closed, and the rest are over.
const TABLES: &str = "
insert into builds (sha256, game, bytes, first_used_ms) values (zeroblob(32), 'odd', x'00', 1);
insert into beats (node, at_ms)
select unhex(printf('0160000000007000%016x', n)), n from numbers where n <= 20;
insert into outages (from_ms, to_ms) select n * 10, n * 10 + 5 from numbers where n <= 20;

create temp table planned as
select n, unhex(printf('0190000000007000%016x', n)) as id,
       case n % 3 when 0 then 'odd' when 1 then 'even' else 'other' end as game,
       case when n % step = 0 and n / step <= 40 then iif(n / step % 2, 'OPEN', 'PLAYING')
            when n % 20 = 3 then 'CLOSED' else 'OVER' end as status,
       unhex(printf('0180000000007000%016x',
                    case when iif(n % step = 0 and n / step <= 40, n / step % 4 = 0, n % 5 = 0)
                         then 1 else 2 + n % (players - 1) end)) as first,
       2 + (n + 1) % (players - 1) as second, 2 + (n + 3) % (players - 1) as third,
       2 + (n + 5) % (players - 1) as invited
from numbers, given;

insert into tables (id, game, options, seats, settings, is_private, status, closed, opener, owner,
                    invite, build, seed, created_ms, started_ms, starter, to_act, ended_ms, result,
                    deadline_ms)
select id, game, '{\"rounds\":3}', 3, '{}', n % 10 = 7, status,
       iif(status = 'CLOSED', 'EXPIRED', null), first, first, 'invite ' || n,
       iif(status in ('PLAYING', 'OVER'), zeroblob(32), null),
       iif(status in ('PLAYING', 'OVER'), zeroblob(32), null), n * 1000,
       iif(status in ('PLAYING', 'OVER'), n * 1000 + 1, null),
       iif(status in ('PLAYING', 'OVER'), first, null), 1,
       iif(status in ('CLOSED', 'OVER'), n * 1000 + 100000, null),
       iif(status = 'OVER', '{\"players\":[{\"seat\":0,\"total\":31},{\"seat\":1,\"total\":28}]}', null),
       iif(status in ('OPEN', 'PLAYING'), 9000000000000 + n, null)
from planned order by n;

insert into seats (table_id, seat, player, game, status, over_ms)
select id, seat,
       case seat when 0 then first
                 when 1 then unhex(printf('0180000000007000%016x', second))
                 else unhex(printf('0180000000007000%016x', third)) end,
       game, status, iif(status = 'OVER', n * 1000 + 100000, null)
from planned cross join (select 0 as seat union all select 1 union all select 2)
where status <> 'OPEN' or seat < 2
order by n, seat;

insert into invitations (table_id, player, inviter, at_ms, is_pending)
select id, unhex(printf('0180000000007000%016x', invited)), first, n * 1000, status = 'OPEN'
from planned order by n;

insert into declines (table_id, seat, program, reason, at_ms)
select id, 1, unhex(printf('0180000000007000%016x', 5)), 'BUSY', n * 1000
from planned where n % 10 = 1;
";

const ENTRIES: &str = "
create temp table seqs (seq integer primary key);
insert into seqs select n from numbers where n <= (select entries from given);

insert into entries (table_id, seq, seat, key, body, digest, at_ms, ends, to_act)
select id, seq, seq % 3, 'key ' || seq, '{\"steps\":[{\"pick\":\"something\"}]}',
       '00000000000000ff', n * 1000 + seq, 0, 1 << (seq + 1) % 3
from planned cross join seqs where status in ('PLAYING', 'OVER') order by n, seq;
";

const TALK: &str = "
insert into messages (id, table_id, number, change, player, key, at_ms, text)
select unhex(printf('0140000000007000%016x', n)), id, 1, 1, first, 'k', n * 1000, 'gg'
from planned order by n;

insert into analyses (table_id, analysis)
select id, '{}' from planned where status = 'OVER' and n % 2;

insert into last_looks (table_id, seat, seq, look)
select id, n % 3 - 1, 1, '{}' from planned where status = 'PLAYING';

insert into mutes (player, muted, at_ms)
select unhex(printf('0180000000007000%016x', second)), first, 1
from planned where n <= (select players from given) on conflict do nothing;

insert into silences (player, until_ms, by, at_ms)
select unhex(printf('0180000000007000%016x', n)), 1, unhex(printf('0180000000007000%016x', 2)), 1
from numbers where n <= (select players from given) / 10;

insert into reports (id, reporter, player, table_id, reason, at_ms, outcome, note, resolver,
                     resolved_ms)
select unhex(printf('0150000000007000%016x', n)), unhex(printf('0180000000007000%016x', second)),
       first, id, 'r', 1, iif(n % 10, 'WARNED', null), iif(n % 10, '', null),
       iif(n % 10, unhex(printf('0180000000007000%016x', 2)), null), iif(n % 10, 2, null)
from planned where n <= (select players from given);
";

const NOTIFICATIONS: &str = "
insert into webhooks (id, owner, url, secret, created_ms)
select unhex(printf('0130000000007000%016x', n)), unhex(printf('0180000000007000%016x', n)), 'u',
       zeroblob(32), 1
from numbers where n % 10 = 0 and n <= (select players from given);

insert into mailings (player, turns, rest_ms, confirmed)
select unhex(printf('0180000000007000%016x', n)), 1, 1, n || '@example.org'
from numbers where n % 10 = 0 and n <= (select players from given);

insert into confirmations (player, hash, email, expires_ms)
select unhex(printf('0180000000007000%016x', n)), unhex(printf('%064x', n)), 'e', 1
from numbers where n % 10 = 0 and n <= (select players from given);

insert into notices (id, player, kind, table_id, seq, webhook, at_ms, due_ms, attempts,
                     claimed_until_ms)
select unhex(printf('0120000000007000%016x', n)),
       unhex(printf('0180000000007000%016x', n)), 'OVER',
       unhex(printf('0190000000007000%016x', n)), 1, unhex(printf('0130000000007000%016x', n)), 1,
       9000000000000, 0, 0
from numbers where n % 10 = 0 and n <= (select players from given);
";

-- Version 3: tables have an owner, settings and an end other than the game's, bots can sit, and
-- the journal says when somebody has to look at a table.

-- Tables are made anew, while others refer to them: that is looked at when all is done.
pragma defer_foreign_keys = on;

create table tables_of_2 as select * from tables;
create table seats_of_2 as select * from seats;
drop table seats;
drop table tables;

create table tables (
    id blob primary key,
    game text not null,
    options text not null,
    seats integer not null,
    -- What people have agreed on that is not the game's, as JSON.
    settings text not null,
    is_private integer not null,
    status text not null check (status in ('OPEN', 'PLAYING', 'OVER', 'CLOSED')),
    -- Why a table was closed before its game was over.
    closed text check (closed in ('CANCELLED', 'EXPIRED', 'ABORTED')),
    opener blob not null references players (id),
    owner blob not null references players (id),
    -- What lets its bearer in at a private table.
    invite text not null unique,
    -- The table after which the same people play once more.
    rematch_of blob unique references tables (id),
    build blob references builds (sha256),
    seed blob,
    created_ms integer not null,
    started_ms integer,
    starter blob references players (id),
    -- The seats to act after the deal, a bit each.
    to_act integer not null,
    ended_ms integer,
    -- The final score as JSON.
    result text,
    -- When somebody has to look: a clock has run out, a bot is to act, nobody has come.
    deadline_ms integer,
    check (status in ('OPEN', 'CLOSED') or (build is not null and seed is not null)),
    check ((status = 'CLOSED') = (closed is not null)),
    check ((status in ('OVER', 'CLOSED')) = (ended_ms is not null))
) strict, without rowid;

create index tables_by_status on tables (status, id);
create index tables_by_game on tables (game, id);
create index tables_by_opener on tables (opener);
create index tables_by_owner on tables (owner);
create index tables_by_starter on tables (starter);
create index tables_by_deadline on tables (deadline_ms) where deadline_ms is not null;
create index tables_by_end on tables (ended_ms) where ended_ms is not null;

insert into tables (id, game, options, seats, settings, is_private, status, opener, owner, invite,
                    build, seed, created_ms, started_ms, starter, to_act, ended_ms)
select id, game, options, seats, '{}', 0, status, opener, opener, hex(randomblob(16)), build, seed,
       created_ms, started_ms, starter, 0, iif(status = 'OVER', started_ms, null)
from tables_of_2;
drop table tables_of_2;

create table seats (
    table_id blob not null references tables (id),
    seat integer not null,
    player blob references players (id),
    -- What plays where no player sits.
    bot text check (bot in ('RANDOM')),
    primary key (table_id, seat),
    unique (table_id, player),
    check ((player is null) <> (bot is null))
) strict, without rowid;

create index seats_by_player on seats (player, table_id) where player is not null;

insert into seats (table_id, seat, player) select table_id, seat, player from seats_of_2;
drop table seats_of_2;

-- The seats to act after an entry, a bit each.
alter table entries add column to_act integer not null default 0;

create table invitations (
    table_id blob not null references tables (id),
    player blob not null references players (id),
    -- Who invited the player; the player, where it was the table's own word.
    inviter blob not null references players (id),
    at_ms integer not null,
    primary key (table_id, player)
) strict, without rowid;

create index invitations_by_player on invitations (player, table_id);
create index invitations_by_inviter on invitations (inviter);

-- When each node was last known to be up, and when none was.
create table beats (
    node blob primary key,
    at_ms integer not null
) strict, without rowid;

create table outages (
    from_ms integer primary key,
    to_ms integer not null
) strict;

-- Version 1 of a journal in SQLite. Ids, seeds and hashes are blobs; times are milliseconds
-- since 1970; options and bodies are JSON.

create table players (
    id blob primary key,
    name text not null,
    token_hash blob not null unique,
    created_ms integer not null
) strict, without rowid;

-- Every build that a table has begun with.
create table builds (
    sha256 blob primary key,
    game text not null,
    bytes blob not null,
    first_used_ms integer not null
) strict;

create table tables (
    id blob primary key,
    game text not null,
    options text not null,
    seats integer not null,
    status text not null check (status in ('OPEN', 'PLAYING', 'OVER')),
    opener blob not null references players (id),
    build blob references builds (sha256),
    seed blob,
    created_ms integer not null,
    started_ms integer,
    starter blob references players (id),
    check (status = 'OPEN' or (build is not null and seed is not null))
) strict, without rowid;

create index tables_by_status on tables (status, id);
create index tables_by_game on tables (game, id);

create table seats (
    table_id blob not null references tables (id),
    seat integer not null,
    player blob not null references players (id),
    primary key (table_id, seat),
    unique (table_id, player)
) strict, without rowid;

create index seats_by_player on seats (player, table_id);

-- What was done, never what came of it: (table_id, seq) orders, and a seat's key makes what is
-- sent again the same. The host, which has no seat, has keys of its own.
create table entries (
    table_id blob not null references tables (id),
    seq integer not null check (seq > 0),
    seat integer,
    key text not null,
    body text not null,
    digest text not null,
    at_ms integer not null,
    ends integer not null,
    primary key (table_id, seq)
) strict, without rowid;

create unique index entries_by_key on entries (table_id, ifnull(seat, -1), key);

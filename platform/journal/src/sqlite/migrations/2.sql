-- Version 2: players have accounts, and any number of tokens.

-- Players are made anew, while others refer to them: that is looked at when all is done.
pragma defer_foreign_keys = on;

-- Or all tables would be searched for each player, here and whenever one goes.
create index tables_by_opener on tables (opener);
create index tables_by_starter on tables (starter);

create table players_of_1 as select * from players;
drop table players;

create table players (
    id blob primary key,
    name text not null,
    -- The name as it compares with those of others. Only a registered player's is their own.
    name_key text unique,
    standing text not null check (standing in ('GUEST', 'REGISTERED', 'DELETED')),
    role text not null check (role in ('PLAYER', 'MODERATOR', 'OPERATOR')),
    -- A hash in the PHC format.
    password text,
    email text,
    created_ms integer not null,
    registered_ms integer,
    deleted_ms integer,
    revision integer not null,
    check ((standing = 'REGISTERED') = (name_key is not null)),
    check ((standing = 'REGISTERED') = (password is not null)),
    check ((standing = 'DELETED') = (deleted_ms is not null))
) strict, without rowid;

create table tokens (
    id blob primary key,
    hash blob not null unique,
    player blob not null references players (id),
    purpose text not null check (purpose in ('SESSION', 'API', 'RESET')),
    label text not null,
    created_ms integer not null,
    used_ms integer not null,
    expires_ms integer not null
) strict, without rowid;

create index tokens_by_player on tokens (player, id);
create index tokens_by_expiry on tokens (expires_ms);

insert into players (id, name, standing, role, created_ms, revision)
select id, name, 'GUEST', 'PLAYER', created_ms, 0 from players_of_1;

-- Each player had one token, which had no end; it gets the usual one.
insert into tokens (id, hash, player, purpose, label, created_ms, used_ms, expires_ms)
select id, token_hash, id, 'SESSION', '', created_ms, created_ms,
       (unixepoch() + 90 * 24 * 60 * 60) * 1000
from players_of_1;

drop table players_of_1;

-- Version 5: players are told outside the page, by webhooks and by mail.

create table webhooks (
    id blob primary key,
    owner blob not null references players (id),
    -- The one table of which it tells; null for every table at which the owner sits.
    table_id blob references tables (id) on delete cascade,
    url text not null,
    -- In clear: both sides sign with it.
    secret blob not null,
    created_ms integer not null,
    -- Since when nothing that was sent has reached it, and why not the last time.
    failing_ms integer,
    fault text,
    disabled_ms integer,
    check ((failing_ms is null) = (fault is null))
) strict, without rowid;

create index webhooks_by_owner on webhooks (owner, id);
create unique index webhooks_by_table on webhooks (table_id) where table_id is not null;

-- What is still to be told. A node claims what it is about to tell; a claim that lapses is free.
create table notices (
    id blob primary key,
    player blob not null references players (id),
    kind text not null check (kind in ('TURN', 'OVER', 'CONFIRM', 'RESET')),
    table_id blob references tables (id) on delete cascade,
    seq integer not null,
    seat integer,
    -- Null for what goes by mail.
    webhook blob references webhooks (id) on delete cascade,
    at_ms integer not null,
    due_ms integer not null,
    attempts integer not null,
    claim blob,
    claimed_until_ms integer not null
) strict, without rowid;

create unique index notices_once
    on notices (player, kind, ifnull(table_id, x''), seq, ifnull(seat, -1), ifnull(webhook, x''));
-- Or all would be searched for each table that is deleted.
create index notices_by_table on notices (table_id) where table_id is not null;
create index notices_by_due on notices (due_ms);
create index notices_by_webhook on notices (webhook, claimed_until_ms) where webhook is not null;
create index notices_by_claim on notices (claim) where claim is not null;

-- Who gets mail, and how often.
create table mailings (
    player blob primary key references players (id),
    turns integer not null,
    rest_ms integer not null,
    language text check (language in ('EN', 'FR')),
    -- When mail about turns went last.
    mailed_ms integer,
    -- The address that the player has shown to read; good while it is the player's.
    confirmed text
) strict, without rowid;

create index mailings_by_address on mailings (lower(confirmed)) where confirmed is not null;

-- The hashes of what was sent to addresses, to come back from those who read them.
create table confirmations (
    player blob primary key references players (id),
    hash blob not null unique,
    email text not null,
    expires_ms integer not null
) strict, without rowid;

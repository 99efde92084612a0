-- Version 13: players who are programs.

-- A check can only be changed in the text of the schema.
pragma writable_schema = on;
update sqlite_schema
set sql = replace(
    replace(sql, '''REGISTERED'', ''DELETED'')', '''REGISTERED'', ''DELETED'', ''PROGRAM'')'),
    '(standing = ''REGISTERED'') = (name_key', '(standing in (''REGISTERED'', ''PROGRAM'')) = (name_key'
)
where type = 'table' and name = 'players';
update sqlite_schema
set sql = replace(sql, '''RESET'')', '''RESET'', ''CHALLENGE'')')
where type = 'table' and name = 'notices';
pragma writable_schema = reset;

create table programs (
    player blob primary key references players (id),
    owner blob not null references players (id),
    -- Since when it is switched off.
    off_ms integer,
    -- What it is ready for, as JSON, at how many tables, and until when; another revision each time
    -- that it says something else.
    revision blob,
    offer text,
    most_tables integer,
    ready_until_ms integer,
    check ((offer is null) = (revision is null)),
    check ((offer is null) = (most_tables is null)),
    check ((offer is null) = (ready_until_ms is null)),
    check (off_ms is null or offer is null)
) strict, without rowid;

create index programs_by_owner on programs (owner, player);
create index ready_programs on programs (ready_until_ms) where ready_until_ms is not null;

-- Until when a program that is asked to sit there may answer.
alter table seats add column asked_until_ms integer;
-- Until when a program that sits there waits for the game to begin.
alter table seats add column waits_until_ms integer;

create index seats_held on seats (coalesce(asked_until_ms, waits_until_ms))
    where status = 'OPEN' and coalesce(asked_until_ms, waits_until_ms) is not null;

-- Why programs that were asked to a seat do not sit there.
create table declines (
    table_id blob not null references tables (id) on delete cascade,
    seat integer not null,
    program blob not null references players (id),
    reason text not null,
    at_ms integer not null,
    primary key (table_id, seat)
) strict, without rowid;

create index declines_by_program on declines (program);

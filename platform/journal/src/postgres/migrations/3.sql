-- Version 3: players who are programs.

alter table players drop constraint players_standing_check;
alter table players drop constraint players_check;
alter table players add constraint players_standing_check
    check (standing in ('GUEST', 'REGISTERED', 'DELETED', 'PROGRAM'));
alter table players add constraint players_check
    check ((standing in ('REGISTERED', 'PROGRAM')) = (name_key is not null));
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check
    check (kind in ('TURN', 'OVER', 'CONFIRM', 'RESET', 'CHALLENGE'));

create table programs (
    player uuid primary key references players (id),
    owner uuid not null references players (id),
    -- Since when it is switched off.
    off_ms bigint,
    -- What it is ready for, as JSON in text, at how many tables, and until when; another revision
    -- each time that it says something else.
    revision uuid,
    offer text,
    most_tables bigint,
    ready_until_ms bigint,
    check ((offer is null) = (revision is null)),
    check ((offer is null) = (most_tables is null)),
    check ((offer is null) = (ready_until_ms is null)),
    check (off_ms is null or offer is null)
);

create index programs_by_owner on programs (owner, player);
create index ready_programs on programs (ready_until_ms) where ready_until_ms is not null;

-- Until when a program that is asked to sit there may answer.
alter table seats add column asked_until_ms bigint;
-- Until when a program that sits there waits for the game to begin.
alter table seats add column waits_until_ms bigint;

create index seats_held on seats (coalesce(asked_until_ms, waits_until_ms))
    where status = 'OPEN' and coalesce(asked_until_ms, waits_until_ms) is not null;

-- Why programs that were asked to a seat do not sit there.
create table declines (
    table_id uuid not null references tables (id) on delete cascade,
    seat bigint not null,
    program uuid not null references players (id),
    reason text not null,
    at_ms bigint not null,
    primary key (table_id, seat)
);

create index declines_by_program on declines (program);

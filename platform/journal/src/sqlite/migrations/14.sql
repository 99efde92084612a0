-- Version 14: the last looks at tables that are stopped.

create table last_looks (
    table_id blob not null references tables (id) on delete cascade,
    -- Whose eyes: a seat, or -1 for the public.
    seat integer not null,
    -- After which entry.
    seq integer not null,
    -- What was seen, as JSON.
    look text not null,
    primary key (table_id, seat)
) strict, without rowid;

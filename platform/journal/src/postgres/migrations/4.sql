-- Version 4: the last looks at tables that are stopped.

create table last_looks (
    table_id uuid not null references tables (id) on delete cascade,
    -- Whose eyes: a seat, or -1 for the public.
    seat bigint not null,
    -- After which entry.
    seq bigint not null,
    -- What was seen, as JSON in text.
    look text not null,
    primary key (table_id, seat)
);

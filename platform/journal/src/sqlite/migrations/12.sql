-- Version 12: analyses of tables that are over.

create table analyses (
    table_id blob primary key references tables (id) on delete cascade,
    -- What was found, as JSON.
    analysis text not null
) strict, without rowid;

-- Version 2: analyses of tables that are over.

create table analyses (
    table_id uuid primary key references tables (id) on delete cascade,
    -- What was found, as JSON in text.
    analysis text not null
);

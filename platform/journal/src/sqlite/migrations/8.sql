-- Version 8: what operators decide about builds and tables.

-- What is stopped, or to be closed, now.
create table stops (
    -- The hash of a build, or the id of a table.
    subject blob primary key,
    kind text not null check (kind in ('QUARANTINE', 'STOP', 'CLOSE')),
    reason text not null,
    at_ms integer not null
) strict, without rowid;

-- All that was decided. Rows are only added.
create table interventions (
    id integer primary key,
    at_ms integer not null,
    kind text not null,
    subject blob not null,
    reason text not null
) strict;

create index tables_by_build on tables (build, status) where build is not null;

-- An operator may close a table, too. A check can only be changed in the text of the schema.
pragma writable_schema = on;
update sqlite_schema
set sql = replace(sql, '''ABORTED'')', '''ABORTED'', ''OPERATOR'')')
where type = 'table' and name = 'tables';
pragma writable_schema = reset;

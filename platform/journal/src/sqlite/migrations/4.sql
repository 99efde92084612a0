-- Version 4: what people say at tables, and what moderators are told.

-- A message's number orders it among the table's. `change` says when it last changed, counted
-- with all numbers and changes of that table, so whoever has heard up to one hears all above it.
create table messages (
    id blob primary key,
    table_id blob not null references tables (id) on delete cascade,
    number integer not null,
    change integer not null,
    player blob not null references players (id),
    key text not null,
    at_ms integer not null,
    text text,
    removed_ms integer,
    removed_by blob references players (id),
    unique (table_id, number),
    unique (table_id, change),
    unique (table_id, player, key),
    check ((text is null) = (removed_ms is not null))
) strict, without rowid;

create index messages_by_player on messages (player, id);
-- Or all messages would be searched for each player who goes.
create index messages_by_remover on messages (removed_by);

create table mutes (
    player blob not null references players (id) on delete cascade,
    muted blob not null references players (id) on delete cascade,
    at_ms integer not null,
    primary key (player, muted)
) strict, without rowid;

create index mutes_by_muted on mutes (muted);

create table silences (
    player blob primary key references players (id) on delete cascade,
    until_ms integer not null,
    by blob not null references players (id),
    at_ms integer not null
) strict, without rowid;

create index silences_by_moderator on silences (by);

-- Table and message may be gone while the report is not, which then still says of what it speaks.
create table reports (
    id blob primary key,
    reporter blob not null references players (id),
    player blob not null references players (id),
    table_id blob,
    message blob,
    text text,
    reason text not null,
    at_ms integer not null,
    outcome text,
    note text,
    resolver blob references players (id),
    resolved_ms integer,
    check ((outcome is null) = (resolver is null)),
    check ((outcome is null) = (resolved_ms is null)),
    check ((outcome is null) = (note is null))
) strict, without rowid;

create index reports_by_reporter on reports (reporter, id);
create index reports_by_player on reports (player);
create index reports_by_resolver on reports (resolver);
create index open_reports on reports (id) where outcome is null;

-- Whoever reports the same again before somebody has looked has said nothing new.
create unique index open_reports_of_the_same
    on reports (reporter, player, ifnull(table_id, x''), ifnull(message, x''))
    where outcome is null;

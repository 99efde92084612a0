-- Version 1 of a journal in PostgreSQL: what a journal in SQLite is at its version 10. Ids are UUIDs;
-- times are milliseconds since 1970; options, settings, results and bodies are JSON as text, which is
-- read back as it was written. Text that an index orders is compared byte by byte: an index does not
-- depend on the operating system's collations, and names are compared in a form of their own.

create table players (
    id uuid primary key,
    name text not null,
    -- The name as it compares with those of others. Only a registered player's is their own.
    name_key text collate "C" unique,
    standing text not null check (standing in ('GUEST', 'REGISTERED', 'DELETED')),
    role text not null check (role in ('PLAYER', 'MODERATOR', 'OPERATOR')),
    -- A hash in the PHC format.
    password text,
    email text,
    created_ms bigint not null,
    registered_ms bigint,
    deleted_ms bigint,
    revision bigint not null,
    check ((standing = 'REGISTERED') = (name_key is not null)),
    check ((standing = 'REGISTERED') = (password is not null)),
    check ((standing = 'DELETED') = (deleted_ms is not null))
);

create table tokens (
    id uuid primary key,
    hash bytea not null unique,
    player uuid not null references players (id),
    purpose text not null check (purpose in ('SESSION', 'API', 'CLIENT', 'RESET')),
    -- Words with spaces between them.
    scopes text not null,
    -- What the client calls itself that the player has signed in to.
    client text,
    label text not null,
    created_ms bigint not null,
    used_ms bigint not null,
    expires_ms bigint not null,
    check ((purpose = 'CLIENT') = (client is not null))
);

create index tokens_by_player on tokens (player, id);
create index tokens_by_expiry on tokens (expires_ms);

-- Codes by which players sign in to clients of others.
create table codes (
    hash bytea primary key,
    player uuid not null references players (id) on delete cascade,
    client text not null,
    redirect text not null,
    -- The SHA-256 of what only the client knows.
    challenge bytea not null,
    scopes text not null,
    created_ms bigint not null,
    expires_ms bigint not null,
    -- The token that it was redeemed for, which may have ended.
    token uuid
);

create index codes_by_player on codes (player);
create index codes_by_expiry on codes (expires_ms);

-- Every build that a table has begun with.
create table builds (
    sha256 bytea primary key,
    game text not null,
    bytes bytea not null,
    first_used_ms bigint not null
);

-- Libraries hardly compress, and their length is read without them.
alter table builds alter column bytes set storage external;
create index builds_by_first_use on builds (first_used_ms);

create table tables (
    id uuid primary key,
    game text collate "C" not null,
    options text not null,
    seats bigint not null,
    settings text not null,
    is_private boolean not null,
    status text collate "C" not null check (status in ('OPEN', 'PLAYING', 'OVER', 'CLOSED')),
    -- Why a table was closed before its game was over.
    closed text check (closed in ('CANCELLED', 'EXPIRED', 'ABORTED', 'OPERATOR')),
    opener uuid not null references players (id),
    owner uuid not null references players (id),
    -- What lets its bearer in at a private table.
    invite text collate "C" not null unique,
    -- The table after which the same people play once more.
    rematch_of uuid unique references tables (id),
    build bytea references builds (sha256),
    seed bytea,
    created_ms bigint not null,
    started_ms bigint,
    starter uuid references players (id),
    -- The seats to act after the deal, a bit each.
    to_act bigint not null,
    ended_ms bigint,
    -- The final score as JSON.
    result text,
    -- When somebody has to look: a clock has run out, a bot is to act, nobody has come.
    deadline_ms bigint,
    check (status in ('OPEN', 'CLOSED') or (build is not null and seed is not null)),
    check ((status = 'CLOSED') = (closed is not null)),
    check ((status in ('OVER', 'CLOSED')) = (ended_ms is not null))
);

create index tables_by_status on tables (status, id);
create index tables_by_game on tables (game, id);
create index tables_by_game_and_status on tables (game, status, id);
create index tables_by_opener on tables (opener, id);
create index tables_by_owner on tables (owner, id);
create index tables_by_starter on tables (starter, id);
create index unfinished_tables_by_opener on tables (opener) where status in ('OPEN', 'PLAYING');
create index unfinished_tables_by_owner on tables (owner) where status in ('OPEN', 'PLAYING');
create index tables_by_build on tables (build, status) where build is not null;
create index tables_by_deadline on tables (deadline_ms) where deadline_ms is not null;
create index tables_by_end on tables (ended_ms) where ended_ms is not null;

create table seats (
    table_id uuid not null references tables (id),
    seat bigint not null,
    player uuid references players (id),
    -- What plays where no player sits.
    bot text,
    -- What lists of a player's tables ask of the table, kept as it is there by a trigger.
    game text collate "C" not null,
    status text collate "C" not null default 'OPEN',
    -- When the game was over; null for a table that has no result.
    over_ms bigint,
    primary key (table_id, seat),
    unique (table_id, player),
    check ((player is null) <> (bot is null))
);

create index seats_by_player on seats (player, table_id, game, status) where player is not null;
create index seats_by_status on seats (player, status, table_id, game) where player is not null;
create index seats_of_open_tables on seats (player, table_id)
    where status = 'OPEN' and player is not null;
create index seats_by_result on seats (player, over_ms, table_id, game) where over_ms is not null;

-- What was done, never what came of it: (table_id, seq) orders, and a seat's key makes what is
-- sent again the same. The host, which has no seat, has keys of its own.
create table entries (
    table_id uuid not null references tables (id),
    seq bigint not null check (seq > 0),
    seat bigint,
    key text collate "C" not null,
    body text not null,
    digest text not null,
    at_ms bigint not null,
    -- The seats to act after it, a bit each.
    to_act bigint not null,
    ends boolean not null,
    primary key (table_id, seq)
);

create unique index entries_by_key on entries (table_id, seat, key) nulls not distinct;

create table invitations (
    table_id uuid not null references tables (id),
    player uuid not null references players (id),
    -- Who invited the player; the player, where it was the table's own word.
    inviter uuid not null references players (id),
    at_ms bigint not null,
    -- Whether the table has not begun.
    is_pending boolean not null,
    primary key (table_id, player)
);

create index invitations_by_player on invitations (player, table_id);
create index invitations_by_inviter on invitations (inviter);
create index pending_invitations on invitations (player, table_id) where is_pending;

create function keep_status_of_seats() returns trigger language plpgsql as $$
begin
    update seats
    set status = new.status,
        over_ms = case when new.status = 'OVER' and new.result is not null then new.ended_ms end
    where table_id = new.id;
    if old.status = 'OPEN' then
        update invitations set is_pending = false where table_id = new.id;
    end if;
    return null;
end $$;

create trigger seats_of_a_status after update of status on tables
for each row when (old.status is distinct from new.status)
execute function keep_status_of_seats();

-- A message's number orders it among the table's. `change` says when it last changed, counted
-- with all numbers and changes of that table, so whoever has heard up to one hears all above it.
create table messages (
    id uuid primary key,
    table_id uuid not null references tables (id) on delete cascade,
    number bigint not null,
    change bigint not null,
    player uuid not null references players (id),
    key text collate "C" not null,
    at_ms bigint not null,
    text text,
    removed_ms bigint,
    removed_by uuid references players (id),
    unique (table_id, number),
    unique (table_id, change),
    unique (table_id, player, key),
    check ((text is null) = (removed_ms is not null))
);

create index messages_by_player on messages (player, id);
create index messages_by_remover on messages (removed_by);

create table mutes (
    player uuid not null references players (id) on delete cascade,
    muted uuid not null references players (id) on delete cascade,
    at_ms bigint not null,
    primary key (player, muted)
);

create index mutes_by_muted on mutes (muted);

create table silences (
    player uuid primary key references players (id) on delete cascade,
    until_ms bigint not null,
    by uuid not null references players (id),
    at_ms bigint not null
);

create index silences_by_moderator on silences (by);

-- Table and message may be gone while the report is not, which then still says of what it speaks.
create table reports (
    id uuid primary key,
    reporter uuid not null references players (id),
    player uuid not null references players (id),
    table_id uuid,
    message uuid,
    text text,
    reason text not null,
    at_ms bigint not null,
    outcome text,
    note text,
    resolver uuid references players (id),
    resolved_ms bigint,
    check ((outcome is null) = (resolver is null)),
    check ((outcome is null) = (resolved_ms is null)),
    check ((outcome is null) = (note is null))
);

create index reports_by_reporter on reports (reporter, id);
create index reports_by_player on reports (player);
create index reports_by_resolver on reports (resolver);
create index open_reports on reports (id) where outcome is null;

-- Whoever reports the same again before somebody has looked has said nothing new.
create unique index open_reports_of_the_same on reports (reporter, player, table_id, message)
    nulls not distinct where outcome is null;

create table webhooks (
    id uuid primary key,
    owner uuid not null references players (id),
    -- The one table of which it tells; null for every table at which the owner sits.
    table_id uuid references tables (id) on delete cascade,
    url text not null,
    -- In clear: both sides sign with it.
    secret bytea not null,
    created_ms bigint not null,
    -- Since when nothing that was sent has reached it, and why not the last time.
    failing_ms bigint,
    fault text,
    disabled_ms bigint,
    check ((failing_ms is null) = (fault is null))
);

create index webhooks_by_owner on webhooks (owner, id);
create unique index webhooks_by_table on webhooks (table_id) where table_id is not null;

-- What is still to be told. A node claims what it is about to tell; a claim that lapses is free.
create table notices (
    id uuid primary key,
    player uuid not null references players (id),
    kind text not null check (kind in ('TURN', 'OVER', 'CONFIRM', 'RESET')),
    table_id uuid references tables (id) on delete cascade,
    seq bigint not null,
    seat bigint,
    -- Null for what goes by mail.
    webhook uuid references webhooks (id) on delete cascade,
    at_ms bigint not null,
    due_ms bigint not null,
    attempts bigint not null,
    claim uuid,
    claimed_until_ms bigint not null
);

create unique index notices_once
    on notices (player, kind, table_id, seq, seat, webhook) nulls not distinct;
create index notices_by_table on notices (table_id) where table_id is not null;
create index notices_by_due on notices (due_ms);
create index notices_by_webhook on notices (webhook, claimed_until_ms) where webhook is not null;
create index notices_by_claim on notices (claim) where claim is not null;
create index letters_by_due on notices (due_ms)
    where webhook is null and kind in ('CONFIRM', 'RESET');

-- Who gets mail, and how often.
create table mailings (
    player uuid primary key references players (id),
    turns boolean not null,
    rest_ms bigint not null,
    language text check (language in ('EN', 'FR')),
    -- When mail about turns went last.
    mailed_ms bigint,
    -- The address that the player has shown to read; good while it is the player's.
    confirmed text collate "C"
);

create index mailings_by_address on mailings (lower(confirmed)) where confirmed is not null;

-- The hashes of what was sent to addresses, to come back from those who read them.
create table confirmations (
    player uuid primary key references players (id),
    hash bytea not null unique,
    email text not null,
    expires_ms bigint not null
);

-- What is stopped, or to be closed, now.
create table stops (
    -- The hash of a build, or the id of a table.
    subject bytea primary key,
    kind text not null check (kind in ('QUARANTINE', 'STOP', 'CLOSE')),
    reason text not null,
    at_ms bigint not null
);

-- All that was decided. Rows are only added.
create table interventions (
    id bigint generated by default as identity primary key,
    at_ms bigint not null,
    kind text not null,
    subject bytea not null,
    reason text not null
);

-- When each node was last known to be up, and when none was.
create table beats (
    node uuid primary key,
    at_ms bigint not null
);

create index beats_by_time on beats (at_ms);

create table outages (
    from_ms bigint primary key,
    to_ms bigint not null
);

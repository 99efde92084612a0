-- Version 7: codes by which players sign in to clients of others.

create table codes (
    hash blob primary key,
    player blob not null references players (id) on delete cascade,
    client text not null,
    redirect text not null,
    -- The SHA-256 of what only the client knows.
    challenge blob not null,
    scopes text not null,
    created_ms integer not null,
    expires_ms integer not null,
    -- The token that it was redeemed for, which may have ended.
    token blob
) strict, without rowid;

create index codes_by_player on codes (player);
create index codes_by_expiry on codes (expires_ms);

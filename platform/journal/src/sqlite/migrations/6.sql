-- Version 6: tokens have scopes, and players sign in to clients of others.

create table tokens_of_6 (
    id blob primary key,
    hash blob not null unique,
    player blob not null references players (id),
    purpose text not null check (purpose in ('SESSION', 'API', 'CLIENT', 'RESET')),
    -- Words with spaces between them.
    scopes text not null,
    -- What the client calls itself that the player has signed in to.
    client text,
    label text not null,
    created_ms integer not null,
    used_ms integer not null,
    expires_ms integer not null,
    check ((purpose = 'CLIENT') = (client is not null))
) strict, without rowid;

-- Each may what it could before there were scopes.
insert into tokens_of_6
    (id, hash, player, purpose, scopes, label, created_ms, used_ms, expires_ms)
select id, hash, player, purpose,
       case purpose when 'SESSION' then 'LOOK PLAY CHAT ACCOUNT'
                    when 'API' then 'LOOK PLAY CHAT'
                    else '' end,
       label, created_ms, used_ms, expires_ms
from tokens;

drop table tokens;
alter table tokens_of_6 rename to tokens;
create index tokens_by_player on tokens (player, id);
create index tokens_by_expiry on tokens (expires_ms);

-- Version 9: what a list or a count reads does not grow with the tables that have ended.

-- What lists of a player's tables ask, so that one index answers them. The triggers keep it as it is
-- in `tables`, of which every status but the first is written by an update.
alter table seats add column game text not null default '';
alter table seats add column status text not null default 'OPEN';
-- When the game was over; null for a table that has no result.
alter table seats add column over_ms integer;

update seats set (game, status, over_ms) =
    (select game, status, iif(status = 'OVER' and result is not null, ended_ms, null)
     from tables where id = seats.table_id);

-- Whether the table has not begun.
alter table invitations add column is_pending integer not null default 0;

update invitations
set is_pending = 1 where table_id in (select id from tables where status = 'OPEN');

create trigger seats_of_a_status after update of status on tables
begin
    update seats
    set status = new.status,
        over_ms = iif(new.status = 'OVER' and new.result is not null, new.ended_ms, null)
    where table_id = new.id;
end;

create trigger invitations_of_a_status after update of status on tables
when old.status = 'OPEN' and new.status <> 'OPEN'
begin
    update invitations set is_pending = 0 where table_id = new.id;
end;

drop index seats_by_player;
create index seats_by_player on seats (player, table_id, game, status) where player is not null;
create index seats_by_status on seats (player, status, table_id, game) where player is not null;
create index seats_by_result on seats (player, over_ms, table_id, game) where over_ms is not null;

create index pending_invitations on invitations (player, table_id) where is_pending;

create index tables_by_game_and_status on tables (game, status, id);
create index unfinished_tables_by_opener on tables (opener) where status in ('OPEN', 'PLAYING');
create index unfinished_tables_by_owner on tables (owner) where status in ('OPEN', 'PLAYING');

create index letters_by_due on notices (due_ms)
    where webhook is null and kind in ('CONFIRM', 'RESET');

create index builds_by_first_use on builds (first_used_ms);
create index beats_by_time on beats (at_ms);

-- Guests who have been signed out, and whose tables were deleted after that. Later ones go with the
-- last row that refers to them.
delete from players
where standing = 'GUEST'
  and not exists (select 1 from tokens where player = players.id)
  and not exists (select 1 from seats where player = players.id)
  and not exists (select 1 from tables where opener = players.id)
  and not exists (select 1 from tables where owner = players.id)
  and not exists (select 1 from tables where starter = players.id)
  and not exists (select 1 from invitations where player = players.id)
  and not exists (select 1 from invitations where inviter = players.id)
  and not exists (select 1 from messages where player = players.id)
  and not exists (select 1 from messages where removed_by = players.id)
  and not exists (select 1 from silences where by = players.id)
  and not exists (select 1 from reports where reporter = players.id)
  and not exists (select 1 from reports where player = players.id)
  and not exists (select 1 from reports where resolver = players.id)
  and not exists (select 1 from webhooks where owner = players.id)
  and not exists (select 1 from notices where player = players.id)
  and not exists (select 1 from mailings where player = players.id)
  and not exists (select 1 from confirmations where player = players.id);

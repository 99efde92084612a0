-- Version 11: bots of other kinds than chance. What kinds there are is left to the program.

drop trigger seats_of_a_status;

create table seats_of_11 (
    table_id blob not null references tables (id),
    seat integer not null,
    player blob references players (id),
    -- What plays where no player sits.
    bot text,
    -- What lists of a player's tables ask of the table, kept as it is there by a trigger.
    game text not null,
    status text not null default 'OPEN',
    -- When the game was over; null for a table that has no result.
    over_ms integer,
    primary key (table_id, seat),
    unique (table_id, player),
    check ((player is null) <> (bot is null))
) strict, without rowid;

insert into seats_of_11 (table_id, seat, player, bot, game, status, over_ms)
select table_id, seat, player, bot, game, status, over_ms from seats;

drop table seats;
alter table seats_of_11 rename to seats;

create index seats_by_player on seats (player, table_id, game, status) where player is not null;
create index seats_by_status on seats (player, status, table_id, game) where player is not null;
create index seats_by_result on seats (player, over_ms, table_id, game) where over_ms is not null;
create index seats_of_open_tables on seats (player, table_id)
    where status = 'OPEN' and player is not null;

create trigger seats_of_a_status after update of status on tables
begin
    update seats
    set status = new.status,
        over_ms = iif(new.status = 'OVER' and new.result is not null, new.ended_ms, null)
    where table_id = new.id;
end;

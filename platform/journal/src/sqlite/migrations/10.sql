-- Version 10: who waits at which open tables.

create index seats_of_open_tables on seats (player, table_id)
    where status = 'OPEN' and player is not null;

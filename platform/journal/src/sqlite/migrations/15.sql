-- Version 15: who decided, what each node has to do, and registered players in the order of their names.

-- The operator; null where a server or somebody at the command line decided.
alter table interventions add column player blob;

-- What the node had to do when it was last up, as JSON.
alter table beats add column load text;

create index players_with_role on players (name_key) where role <> 'PLAYER';

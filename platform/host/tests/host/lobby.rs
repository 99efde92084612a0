//! The lobby: owners of tables, who may find a table, subscriptions to lists, and races in which
//! exactly one may win.

mod access;
mod expiry;
mod listening;
mod owner;
mod private;
mod races;
mod rematch;
mod stage;

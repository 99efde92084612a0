//! What people may count on before a game begins and after it has ended: who owns a table, who finds
//! it, who is told of it, and that of many who want the same exactly one has it.

mod access;
mod expiry;
mod listening;
mod owner;
mod private;
mod races;
mod rematch;
mod stage;

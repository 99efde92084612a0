//! What subscribers are sent in unusual cases: they read slowly or stay idle, their table is
//! stopped, a game is added; and that a shared payload is what each would be answered.

mod arrival;
mod catching_up;
mod idle;
mod shared;
mod slow;
mod stage;
mod stopped;

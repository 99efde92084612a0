//! What listeners are sent when things do not go as usual: they read slowly or ask for nothing,
//! their table is stopped, a game comes; and that what they share is what each would be answered.

mod arrival;
mod catching_up;
mod idle;
mod shared;
mod slow;
mod stage;
mod stopped;

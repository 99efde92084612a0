//! Bots: how each kind plays, and how the host thinks for them.

mod level;
mod thinking;

pub use level::Level;
pub(crate) use thinking::{Question, Thinkers, Thinking};

//! Bots: how each kind plays, and how the host thinks for them.

mod advice;
mod following;
mod level;
mod moving;
mod thinking;

pub use advice::Advice;
pub use level::Level;
pub(crate) use thinking::{Limits, Question, SearchError, Thinkers, Thinking};

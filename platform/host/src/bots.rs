//! Bots: how each kind plays, and how the host thinks for them.

mod advice;
mod following;
mod moving;
mod strength;
mod thinking;

pub use advice::Advice;
pub use strength::{choose, strength_of};
pub(crate) use thinking::{Limits, Question, SearchError, Thinkers, Thinking};

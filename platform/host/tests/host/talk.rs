//! Messages at tables, and their moderation.

mod hearing;
mod moderation;
mod speaking;
mod stage;

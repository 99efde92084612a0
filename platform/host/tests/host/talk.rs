//! What people say to each other at tables, and what becomes of those who are not kind.

mod hearing;
mod moderation;
mod speaking;
mod stage;

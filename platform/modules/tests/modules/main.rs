//! Modules as a server uses them: files in a directory, and calls across the border.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod built;

mod calls;
mod directory;
mod in_c;
mod isolated;

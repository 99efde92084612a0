//! What games are made of, the module's side of the border, and the test kit.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../examples/sealed.rs"]
#[expect(unreachable_pub, reason = "public in a module of its own")]
mod example;

mod border;
mod circles;
mod guide;
mod header;
mod house;
mod learning;
mod piles;
mod prospects;
mod published;
mod reveals;
mod sdl;
mod sealed;
mod search;
mod testkit_catches;

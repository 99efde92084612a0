//! The games that a server has: finds their builds, probes, opens and calls them.
//!
//! | read | to learn |
//! |---|---|
//! | [`modules`] | the directory of builds, and which of them serves which game |
//! | [`module`] | the host's side of the C border |
//! | [`executor`] | on which threads modules are called, and how long anybody waits |
//! | [`library`] | what tables ask of all this |

pub mod executor;
pub mod library;
pub mod module;
pub mod modules;

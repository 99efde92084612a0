//! What the tests share: a server that runs, those who ask it, and whom it writes to.

pub(crate) mod client;
#[path = "../../../graphql/tests/support/node.rs"]
pub(crate) mod node;
pub(crate) mod people;
pub(crate) mod receivers;
pub(crate) mod schema;
pub(crate) mod server;
pub(crate) mod tables;

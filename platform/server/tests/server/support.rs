//! What the tests share: a running server, its clients, and receivers of mail and webhooks.

pub(crate) mod client;
pub(crate) mod line;
#[path = "../../../graphql/tests/support/node.rs"]
pub(crate) mod node;
pub(crate) mod people;
pub(crate) mod receivers;
pub(crate) mod schema;
pub(crate) mod server;
pub(crate) mod setting;
pub(crate) mod tables;

//! What operators see of a server from outside.

mod health;
mod metrics;
mod operations;
mod request_ids;
mod settings;
mod traces;

//! The Guéridon server: every loaded game over one typed GraphQL API.
//!
//! | read | to learn |
//! |---|---|
//! | [`schema`] | the platform's part of the schema, and what a game's part may contain |
//! | [`errors`], [`costs`] | the API's own errors, and what its fields cost |
//! | [`api`] | the schema's fields, each a function over the host |
//! | [`budget`] | how much a caller may ask for per second |
//! | [`quota`] | how much a caller may have open at a time |
//! | [`turns`] | how many documents of an address are read at a time |
//! | [`game_files`] | the files that games bring for the page |
//! | [`http`] | routes, callers, OAuth, and the files of the page |
//! | [`delivery`] | mail and webhooks |
//! | [`journal`] | where the journal is, and what wakes its nodes |
//! | [`metrics`] | the server's metrics, and the address that shows them with all others |
//! | [`readiness`] | whether this node can serve players now |
//! | [`serve`] | start, shutdown, and the limit on connections |
//! | [`admin`] | what an operator does on the command line |
//! | [`upgrade`] | tables in play go on with a newer build of their game |
//! | [`arena`] | games between programs, to measure how strong they are |
//! | [`check`] | what is good and bad about a module, in any language |
//! | [`dev`] | one table for the author of a module, rebuilt while they write |
//! | [`template`] | a new game, to be changed into one's own |
//! | [`command`] | the `gueridon` command |
//!
//! GraphQL itself is in the crate `gueridon-graphql`.

pub mod errors;

pub mod schema;

pub mod costs;

pub mod api;

pub mod budget;

pub mod quota;

mod request_limits;

pub mod turns;

pub mod delivery;

pub mod game_files;

pub mod http;

pub mod journal;

pub mod metrics;

pub mod readiness;

pub mod serve;

pub mod admin;

pub mod arena;

pub mod check;

pub mod dev;

pub mod template;

mod cli;

pub mod command;

pub mod traces;

pub mod upgrade;

mod work;

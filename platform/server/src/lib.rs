//! The Guéridon server: every loaded game over one typed GraphQL API.
//!
//! | read | to learn |
//! |---|---|
//! | [`schema`] | the platform's part of the schema, and what games' parts may bring |
//! | [`errors`], [`costs`] | the errors that are the API's own, and what its fields cost |
//! | [`api`] | what the fields answer |
//! | [`elements`] | the tables that games bring for browsers |
//! | [`http`] | how requests come in and answers go out |
//! | [`delivery`] | how players are told outside the page |
//! | [`serve`] | how it is all started and stopped |
//! | [`admin`] | what an operator does past the API |
//!
//! GraphQL itself is in the crate `gueridon-graphql`.

pub mod errors;

pub mod schema;

pub mod costs;

pub mod api;

pub mod delivery;

pub mod elements;

pub mod http;

pub mod serve;

pub mod admin;

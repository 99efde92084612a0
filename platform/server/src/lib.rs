//! The Guéridon server: every loaded game over one typed GraphQL API.
//!
//! | read | to learn |
//! |---|---|
//! | [`sdl`] | how the schema is made of the platform's part and the games' parts |
//! | [`document`] | how a client's text becomes something that runs |
//! | [`execute`], [`project`] | how it runs: the platform's objects are asked, JSON is projected |
//! | [`introspection`] | how the schema says what it is |
//! | [`api`] | what the fields answer |
//! | [`elements`] | the tables that games bring for browsers |
//! | [`http`] | how requests come in and answers go out |
//! | [`courier`] | how players are told outside the page |
//! | [`serve`] | how it is all started and stopped |
//! | [`admin`] | what an operator does past the API |
//!
//! async-graphql parses and validates documents. It runs no field: see
//! `docs/decisions.md`.

pub mod api;

pub mod delivery;

pub mod elements;

pub mod http;

pub mod serve;

pub mod admin;

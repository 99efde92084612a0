//! A GraphQL executor for schemas that are merged at run time.
//!
//! | read | to learn |
//! |---|---|
//! | [`fault`] | what goes wrong, as GraphQL answers it |
//! | [`sdl`] | how one schema is made of several parts |
//! | [`document`] | how the text of a document becomes a plan |
//! | [`value`] | what a field is answered with |
//! | [`resolver`] | fields as functions with typed arguments |
//! | [`execute`], [`project`] | how it runs: functions are called, JSON is projected |
//! | [`introspection`] | how the schema says what it is |
//! | [`persisted`] | how a hash stands for a document |
//! | [`request_id`] | ids of requests, and for which request a task works |
//! | [`service`] | what the transports ask of an application |
//! | [`http`], [`websocket`] | how requests come in and responses go out |
//!
//! async-graphql parses and validates documents, and runs no field: this crate calls the functions
//! of the fields, and projects JSON without parsing it into values.

pub mod fault;

pub mod sdl;

pub mod document;

pub mod answer;

pub mod project;

pub mod value;

pub mod execute;

pub mod resolver;

pub mod introspection;

pub mod request;

pub mod request_id;

pub mod response;

pub mod body;

pub mod persisted;

pub mod service;

mod beside;

pub mod http;

pub mod websocket;

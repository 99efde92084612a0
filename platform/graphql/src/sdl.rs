//! The API's schema, made at run time from the platform's part and one part for each game.
//!
//! ```text
//! platform.graphql ┐              ┌ types    what the executor reads
//! one game         ├─ merge ──────┤ print    what clients read at /schema.graphql
//! another game     ┘              └ build    what validates and introspects
//! ```

pub mod merge;

pub mod check;

pub mod print;

pub mod types;

pub mod build;

pub use merge::{GamePart, Merged, SdlError};
pub use types::Types;

/// The platform's part of the schema, as written in `schema/platform.graphql`.
pub const PLATFORM: &str = include_str!("../../../schema/platform.graphql");

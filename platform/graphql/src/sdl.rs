//! A schema made at run time, of a base and any number of parts.
//!
//! ```text
//! base      ┐             ┌ types    what the executor reads
//! one part  ├─ merge ─────┤ print    what clients read as SDL
//! another   ┘             └ [`crate::document::validation`] reads it for validating documents
//! ```

mod error;

mod part;

pub(crate) mod merged;

mod check;

mod merge;

pub mod types;

pub mod print;

pub use error::SdlError;
pub use merged::Merged;
pub use part::{Part, PartRules};
pub use types::Types;

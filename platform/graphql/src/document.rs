//! From the text of a document to something that runs: measured, parsed, validated and compiled,
//! once for all requests that send it.
//!
//! ```text
//! limits    how deep and how costly it is, before anything else walks through it
//! introspection_cost
//!           what introspection lists, counted before it runs
//! validation, overlap, usage, operation
//!           whether it is valid: by async-graphql, and by the rules that it leaves out
//! plan      its operation compiled: fragments spread, every field with its type
//! coerce    variables and arguments as the schema has them
//! documents all of this for a text, cached for the next request
//! ```

mod budget;

mod groups;

mod walk;

pub mod cost;

pub mod limits;

mod introspection_cost;

pub mod coerce;

pub mod plan;

mod validation;

mod overlap;

mod usage;

mod operation;

mod prepared;

mod documents;

pub use cost::{Call, Cost, CostOf};
pub use documents::Documents;
pub use plan::Plan;
pub use prepared::{KEPT_NODES, Prepared};

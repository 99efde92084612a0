//! The JSON that crosses the border: as lists of steps, as trees, and compared.

use gueridon_modules::module::RawJson;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

/// A list of one step.
pub(super) fn one(step: &RawValue) -> RawJson {
    // A list of sound JSON is sound JSON.
    to_raw_value(&[step]).unwrap_or_else(|_| step.to_owned())
}

/// Whether two texts are the same JSON.
pub(super) fn equal_json(one: &RawValue, other: &RawValue) -> bool {
    one.get() == other.get() || tree(one) == tree(other)
}

/// Any JSON as a tree.
pub(super) fn tree(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).unwrap_or_default()
}

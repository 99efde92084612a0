//! Requests that are ready to run.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::{Plan, Prepared};

/// An operation with its variables, all of it checked.
#[derive(Clone)]
pub struct CheckedRequest {
    /// The operation.
    pub prepared: Arc<Prepared>,
    /// Its plan for these variables.
    pub plan: Arc<Plan>,
    /// The variables.
    pub variables: Arc<Values>,
    /// How long it took to make all that.
    pub took: Duration,
}

impl fmt::Debug for CheckedRequest {
    /// Leaves out the variables, which may contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckedRequest").field("plan", &self.plan.id).finish_non_exhaustive()
    }
}

/// Variables as JSON.
pub(super) fn variables_json(variables: &Values) -> String {
    // Values that were read from JSON can be written as JSON.
    serde_json::to_string(variables).unwrap_or_default()
}

//! The response to a request: `data` and `errors` as JSON.

use std::fmt;

use crate::answer::Answer;
use crate::fault::{Code, Fault, Step};

/// A response.
pub struct Response {
    /// The JSON of it.
    pub body: Vec<u8>,
    /// How much more the caller may ask for, if that has a limit.
    pub allowance: Option<Allowance>,
}

/// How much a caller may ask for, in a unit of the application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// The most at once.
    pub limit: u32,
    /// In how many seconds an empty budget is full again.
    pub window_s: u32,
    /// What is left.
    pub left: u32,
}

impl fmt::Debug for Response {
    /// Leaves the body out: a token may be in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response").finish_non_exhaustive()
    }
}

impl Response {
    /// The response to a request of which nothing was run.
    #[must_use]
    pub fn refused(faults: &[Fault]) -> Self {
        let errors = serde_json::to_string(faults).unwrap_or_else(|_| "[]".to_owned());
        Self { body: format!("{{\"errors\":{errors}}}").into_bytes(), allowance: None }
    }
}

impl From<Answer> for Response {
    fn from(answer: Answer) -> Self {
        let mut body = Vec::with_capacity(answer.bytes.len() + 16);
        body.push(b'{');
        log_failures(&answer.faults);
        if !answer.faults.is_empty() {
            body.extend_from_slice(b"\"errors\":");
            // Faults are strings and numbers, which can always be written as JSON.
            body.extend(serde_json::to_vec(&answer.faults).unwrap_or_else(|_| b"[]".to_vec()));
            body.push(b',');
        }
        body.extend_from_slice(b"\"data\":");
        body.extend_from_slice(&answer.bytes);
        body.push(b'}');
        Self { body, allowance: None }
    }
}

/// How many failures of one answer are logged: a list of misfits has one for each item.
const LOGGED: usize = 10;

/// Logs the paths of the fields at which the server has failed.
fn log_failures(faults: &[Fault]) {
    let failures = faults.iter().filter(|fault| fault.code == Code::INTERNAL);
    for failure in failures.take(LOGGED) {
        let path = failure.path.iter().rev().map(Step::to_string).collect::<Vec<_>>().join(".");
        tracing::error!(path, "a field of an answer failed: {}", failure.message);
    }
}

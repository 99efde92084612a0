//! Files of the module directory that are not served, and why.

use std::path::PathBuf;

use crate::module::OpenError;

/// A file that is not served, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", file.display())]
pub struct Rejected {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it, in one line.
    pub reason: String,
    /// Whether this is permanent until the directory changes; otherwise another scan may succeed.
    pub is_permanent: bool,
}

/// An error in a file, before it is known which file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Defect {
    /// One line for the operator.
    pub(super) reason: String,
    /// Whether the same bytes would fail again.
    pub(super) is_permanent: bool,
}

impl Defect {
    pub(super) const fn permanent(reason: String) -> Self {
        Self { reason, is_permanent: true }
    }

    pub(super) const fn temporary(reason: String) -> Self {
        Self { reason, is_permanent: false }
    }

    pub(super) fn of_open(error: &OpenError) -> Self {
        Self { reason: error.to_string(), is_permanent: error.is_permanent() }
    }

    pub(super) fn of(self, file: PathBuf) -> Rejected {
        Rejected { file, reason: self.reason, is_permanent: self.is_permanent }
    }
}

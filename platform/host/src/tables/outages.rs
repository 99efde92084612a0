//! The times in which no node was up, for the clocks of all tables.

use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

/// The times in which no node was up, in milliseconds since 1970, the oldest first; they may
/// overlap. Cheap to clone; clones know the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outages(Arc<RwLock<Arc<[Range<i64>]>>>);

impl Outages {
    /// All that are known.
    pub(crate) fn all(&self) -> Arc<[Range<i64>]> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces them, for all clones, unless they are the same.
    pub(crate) fn set(&self, outages: Vec<Range<i64>>) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if **known != *outages {
            *known = outages.into();
        }
    }
}

impl From<Vec<Range<i64>>> for Outages {
    fn from(outages: Vec<Range<i64>>) -> Self {
        Self(Arc::new(RwLock::new(outages.into())))
    }
}

//! The bounds of the work on one document: the depth of recursion and the number of steps.

use std::cell::Cell;

use async_graphql_parser::Pos;

use crate::fault::{Code, Fault};

/// How deep selections and the fragments between them may be nested; whatever walks through a document
/// recurses no deeper.
pub(super) const LEVELS: usize = 64;

/// The fault of a document that is nested deeper than [`LEVELS`].
pub(super) fn too_deep(place: Pos) -> Fault {
    let message = format!("selections and fragments are nested more than {LEVELS} deep");
    Fault::over_limit(Code::TOO_DEEP, message, LEVELS + 1, LEVELS).at(place)
}

/// The steps that may still be taken.
#[derive(Debug)]
pub(super) struct Budget {
    most: usize,
    left: Cell<usize>,
}

impl Budget {
    /// A budget of `most` steps.
    pub(super) fn new(most: usize) -> Self {
        Self { most, left: Cell::new(most) }
    }

    /// How many steps are left.
    pub(super) fn left(&self) -> usize {
        self.left.get()
    }

    /// Takes one step.
    ///
    /// # Errors
    /// `TOO_COSTLY` when there is none left.
    pub(super) fn spend(&self) -> Result<(), Fault> {
        let Some(left) = self.left.get().checked_sub(1) else {
            let message = "the document asks for too much of too many types";
            return Err(Fault::over_limit(Code::TOO_COSTLY, message, self.most + 1, self.most));
        };
        self.left.set(left);
        Ok(())
    }
}

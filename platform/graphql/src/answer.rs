//! An answer as it is written: its bytes, and the faults of its fields.

use crate::document::plan::Selected;
use crate::fault::{Code, Fault, Step};

/// The most bytes of an answer: 8 MiB.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;
/// The most values of an answer, whether or not they are written into it.
pub const MAX_VALUES: usize = 1_000_000;
/// The most faults of an answer.
const MAX_FAULTS: usize = 1_000;
/// After how many values other tasks get a turn: less than a millisecond's work.
const TURN: usize = 2_000;

/// An answer as it is being written.
#[derive(Debug, Default)]
pub struct Answer {
    /// The bytes of it, so far.
    pub bytes: Vec<u8>,
    /// What went wrong in it, so far.
    pub faults: Vec<Fault>,
    /// How many values were answered.
    values: usize,
    /// How many there were when other tasks last had a turn.
    last_turn: usize,
    /// Whether it grew too large, and nothing more is written.
    is_full: bool,
}

/// The error of a value that is null where its type does not allow it: GraphQL then makes the value
/// around it null, up to one that may be. The fault itself is in the answer already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PropagateNull;

impl Answer {
    /// An answer to write into, with room for one of the usual length.
    pub(crate) fn empty() -> Self {
        const USUAL: usize = 2_048;
        Self { bytes: Vec::with_capacity(USUAL), ..Self::default() }
    }

    /// Writes what `write` writes, or null if that propagates null and this value may be null.
    ///
    /// # Errors
    /// [`PropagateNull`] when this value may not be null either.
    pub fn or_null(
        &mut self,
        nullable: bool,
        write: impl FnOnce(&mut Self) -> Result<(), PropagateNull>,
    ) -> Result<(), PropagateNull> {
        let start = self.bytes.len();
        let done = write(self);
        self.or_null_from(start, nullable, done)
    }

    /// Puts null in place of what was written from `start` on, if that propagates null and this value
    /// may be null.
    ///
    /// # Errors
    /// [`PropagateNull`] when this value may not be null either.
    pub fn or_null_from(
        &mut self,
        start: usize,
        nullable: bool,
        done: Result<(), PropagateNull>,
    ) -> Result<(), PropagateNull> {
        if done.is_err() && nullable && !self.is_full {
            self.bytes.truncate(start);
            self.put("null");
            return Ok(());
        }
        done
    }

    /// Counts a value, if there may be one more after what is written and `waiting` bytes that are yet
    /// to be.
    ///
    /// # Errors
    /// [`PropagateNull`] up to the root when the answer has become too large: null in one place would
    /// not make it small enough.
    #[inline]
    pub fn count(&mut self, waiting: usize) -> Result<(), PropagateNull> {
        self.values += 1;
        self.is_full |= self.bytes.len() + waiting > MAX_BYTES
            || self.faults.len() > MAX_FAULTS
            || self.values > MAX_VALUES;
        if self.is_full { Err(PropagateNull) } else { Ok(()) }
    }

    /// The answer as it is given: null and nothing else if it became too large.
    #[must_use]
    pub fn or_too_large(self) -> Self {
        if !self.is_full {
            return self;
        }
        let fault = if self.values > MAX_VALUES {
            let message =
                format!("the answer has more than {MAX_VALUES} values: ask for less at once");
            Fault::over_limit(Code::TOO_COSTLY, message, self.values, MAX_VALUES)
        } else {
            let message =
                format!("the answer is over {} MiB: ask for less at once", MAX_BYTES >> 20);
            Fault::new(Code::TOO_LARGE, message)
        };
        Self { bytes: b"null".to_vec(), faults: vec![fault], ..self }
    }

    /// How many values were answered so far.
    #[must_use]
    pub fn values(&self) -> usize {
        self.values
    }

    /// Yields after [`TURN`] values, so that other tasks run and the answer can be interrupted.
    pub(crate) async fn take_turns(&mut self) {
        if self.values - self.last_turn >= TURN {
            self.last_turn = self.values;
            tokio::task::yield_now().await;
        }
    }

    /// Adds one character, of ASCII, to the bytes.
    pub(crate) fn put_byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Adds text to the bytes.
    pub fn put(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Adds a step to the front of the paths of all faults from index `before` on.
    pub fn prefix_paths(&mut self, before: usize, step: impl Fn() -> Step) {
        for fault in &mut self.faults[before..] {
            fault.path.push(step());
        }
    }

    /// Adds a fault of a field, which is then null.
    pub fn fail(&mut self, field: &Selected, fault: Fault) -> PropagateNull {
        self.faults.push(fault.at(field.place));
        PropagateNull
    }
}

//! Writes an answer out of a JSON text: what follows one another in both is copied at once.

use std::ops::Range;

use crate::answer::{Answer, PropagateNull};

/// An answer to which parts of a text are copied.
///
/// What is to be copied waits until something is written that does not follow it in the text: so
/// objects and lists that are asked for as they stand there are copied whole.
pub(super) struct Copier<'a> {
    text: &'a str,
    answer: &'a mut Answer,
    /// The part of the text that waits to be copied. Empty when none does.
    waiting: Range<usize>,
}

/// How far an answer was written.
pub(super) struct Mark {
    length: usize,
    waiting: Range<usize>,
}

impl<'a> Copier<'a> {
    pub(super) fn new(text: &'a str, answer: &'a mut Answer) -> Self {
        Self { text, answer, waiting: 0..0 }
    }

    /// The answer, with everything that was written so far.
    pub(super) fn answer(&mut self) -> &mut Answer {
        self.flush();
        self.answer
    }

    /// How many faults the answer has.
    pub(super) fn faults(&self) -> usize {
        self.answer.faults.len()
    }

    /// See [`Answer::count`].
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), PropagateNull> {
        self.answer.count(self.waiting.len())
    }

    /// Copies a part of the text, which is not empty.
    #[inline]
    pub(super) fn copy(&mut self, part: Range<usize>) {
        if self.waiting.end == part.start && !self.waiting.is_empty() {
            self.waiting.end = part.end;
        } else {
            self.flush();
            self.waiting = part;
        }
    }

    /// Copies what stands in the text from where the copy ends to this place, if it is these
    /// characters; says whether it did.
    #[inline]
    pub(super) fn try_copy_before(&mut self, characters: &str, place: usize) -> bool {
        let follows = !self.waiting.is_empty()
            && self.text.as_bytes().get(self.waiting.end..place) == Some(characters.as_bytes());
        if follows {
            self.waiting.end = place;
        }
        follows
    }

    /// Writes characters that mostly stand before this place in the text.
    #[inline]
    pub(super) fn put_before(&mut self, characters: &str, place: usize) {
        if !self.try_copy_before(characters, place) {
            self.put(characters);
        }
    }

    /// Writes characters that are not from the text.
    pub(super) fn put(&mut self, characters: &str) {
        self.flush();
        self.answer.put(characters);
    }

    /// How far it is written.
    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { length: self.answer.bytes.len(), waiting: self.waiting.clone() }
    }

    /// Puts null in place of what was written since then, if this value may be null.
    ///
    /// # Errors
    /// [`PropagateNull`] when it may not.
    #[cold]
    pub(super) fn or_null_from(&mut self, mark: Mark, nullable: bool) -> Result<(), PropagateNull> {
        if nullable {
            self.answer.bytes.truncate(mark.length);
            self.waiting = mark.waiting;
        }
        self.flush();
        let length = self.answer.bytes.len();
        self.answer.or_null_from(length, nullable, Err(PropagateNull))
    }

    fn flush(&mut self) {
        if !self.waiting.is_empty() {
            self.answer.put(&self.text[std::mem::take(&mut self.waiting)]);
        }
    }
}

impl Drop for Copier<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

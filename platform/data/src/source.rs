//! Positions in a data file, and what is wrong there.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

/// A data file: its name for messages, and its text.
#[derive(Debug)]
pub(crate) struct Source {
    name: String,
    text: String,
}

impl Source {
    pub(crate) fn new(name: &str, text: String) -> Rc<Self> {
        Rc::new(Self { name: name.to_owned(), text })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The place where `span` begins.
    pub(crate) fn place(self: &Rc<Self>, span: Range<usize>) -> SourceLocation {
        let before = self.text.as_bytes().get(..span.start).unwrap_or(self.text.as_bytes());
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        SourceLocation { source: Rc::clone(self), line }
    }
}

/// A line of a data file.
#[derive(Clone)]
pub struct SourceLocation {
    source: Rc<Source>,
    line: usize,
}

impl SourceLocation {
    /// What is wrong at this place, with what is expected instead.
    #[must_use]
    pub fn fault(&self, what: impl Into<String>) -> Fault {
        Fault { place: self.to_string(), what: what.into() }
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.source.name, self.line)
    }
}

impl fmt::Debug for SourceLocation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// What is wrong in a data file: `file:line: what is there, and what is expected`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Fault {
    place: String,
    what: String,
}

impl Fault {
    /// A file that cannot be read or written at all.
    pub(crate) fn of_file(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self { place: PathBuf::from(path).display().to_string(), what: error.to_string() }
    }
}

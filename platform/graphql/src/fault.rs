//! What goes wrong with a request, as GraphQL answers it: a sentence, a place, a path and a code.
//!
//! A fault is something a client got wrong or we did. What a player may rightly run into is no
//! fault but a `Refused`.

use async_graphql_parser::Pos;
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

/// What sort of fault it is: stable, in `extensions.code`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// The document or its variables are not what the schema says.
    BadInput,
    /// The document is nested deeper than the server follows.
    TooDeep,
    /// The document asks for more than the server answers at once.
    TooCostly,
    /// The answer grew larger than the server sends at once.
    TooLarge,
    /// There is no token where one is needed, or it is nobody's.
    Unauthenticated,
    /// The server is busy or shutting down.
    Unavailable,
    /// The subscription fell behind: come back with the last `seq` as `after`.
    Resume,
    /// There is no such table to listen to.
    NotFound,
    /// It may be asked for, but not by this caller or not yet.
    Forbidden,
    /// The server failed; its own log says how.
    Internal,
}

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// A sentence for the developer of the client.
    pub message: String,
    /// Where in the document.
    pub place: Option<Pos>,
    /// Where in the answer, innermost first.
    pub path: Vec<Step>,
    /// What sort of fault it is.
    pub code: Code,
}

/// A step of a path into the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// Into a field, by the key of the answer.
    Key(Box<str>),
    /// Into a list.
    Index(usize),
}

impl Fault {
    /// A fault without a place.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, path: Vec::new(), code }
    }

    /// The document or its variables are not what the schema says.
    #[must_use]
    pub fn bad_input(message: impl Into<String>) -> Self {
        Self::new(Code::BadInput, message)
    }

    /// There is no token where one is needed.
    #[must_use]
    pub fn unauthenticated() -> Self {
        Self::new(Code::Unauthenticated, "this needs the token that signIn answered")
    }

    /// There is a token, and it is nobody's, or nobody's any more.
    #[must_use]
    pub fn nobodys() -> Self {
        Self::new(Code::Unauthenticated, "the token is nobody's: sign in again")
    }

    /// The server failed: the reason goes to its log, and not to the client.
    #[must_use]
    pub fn internal(reason: impl std::fmt::Display) -> Self {
        tracing::error!(%reason, "a request failed");
        Self::new(Code::Internal, "the server failed; its log says why")
    }

    /// The same fault, at a place in the document.
    #[must_use]
    pub fn at(mut self, place: Pos) -> Self {
        self.place.get_or_insert(place);
        self
    }
}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Extensions {
            code: Code,
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("message", &self.message)?;
        if let Some(place) = self.place {
            map.serialize_entry("locations", &[place])?;
        }
        if !self.path.is_empty() {
            let path: Vec<&Step> = self.path.iter().rev().collect();
            map.serialize_entry("path", &path)?;
        }
        map.serialize_entry("extensions", &Extensions { code: self.code })?;
        map.end()
    }
}

//! An error of a request, as GraphQL answers it: a message, a location, a path and a code.
//!
//! A fault is a mistake of the client or of the server. Refusals that users of an application can
//! expect belong in its schema.

use std::fmt;

use async_graphql_parser::Pos;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::request_id::RequestId;

/// What sort of fault it is: stable, in `extensions.code`. Those here are GraphQL's and its
/// transports'; an application adds its own with [`Code::new`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Code(&'static str);

impl Code {
    /// The document or its variables do not fit the schema.
    pub const BAD_INPUT: Self = Self("BAD_INPUT");
    /// The document is nested deeper than is allowed.
    pub const TOO_DEEP: Self = Self("TOO_DEEP");
    /// The document costs more than is allowed.
    pub const TOO_COSTLY: Self = Self("TOO_COSTLY");
    /// The answer is larger than is allowed.
    pub const TOO_LARGE: Self = Self("TOO_LARGE");
    /// The caller asks for more in a short time than is allowed: over HTTP the status is 429.
    pub const TOO_MANY_ATTEMPTS: Self = Self("TOO_MANY_ATTEMPTS");
    /// The request is valid, but not by this method: over HTTP the status is 405.
    pub const METHOD_NOT_ALLOWED: Self = Self("METHOD_NOT_ALLOWED");
    /// The document that a hash stands for is not known: the client should send both.
    pub const PERSISTED_QUERY_NOT_FOUND: Self = Self("PERSISTED_QUERY_NOT_FOUND");
    /// Credentials are missing, or not valid. Over HTTP the status is 401; a socket is closed.
    pub const UNAUTHENTICATED: Self = Self("UNAUTHENTICATED");
    /// The server is busy or shutting down; over HTTP the status is 503.
    pub const UNAVAILABLE: Self = Self("UNAVAILABLE");
    /// The server failed; its own log says how. Over HTTP the status is 500.
    pub const INTERNAL: Self = Self("INTERNAL");

    /// Every code of this crate.
    pub const ALL: [Self; 10] = [
        Self::BAD_INPUT,
        Self::TOO_DEEP,
        Self::TOO_COSTLY,
        Self::TOO_LARGE,
        Self::TOO_MANY_ATTEMPTS,
        Self::METHOD_NOT_ALLOWED,
        Self::PERSISTED_QUERY_NOT_FOUND,
        Self::UNAUTHENTICATED,
        Self::UNAVAILABLE,
        Self::INTERNAL,
    ];

    /// A code of an application's own, by convention in capitals: `NOT_FOUND`.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// The code as clients read it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
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
    /// By how much the request is over a limit, of a fault that says so.
    pub excess: Option<Excess>,
    /// After how many seconds it can be asked for again, of a fault that says so.
    pub retry_after: Option<u32>,
    /// The request in which it happened, if it is a failure of the server.
    pub request: Option<RequestId>,
}

/// What a request asks for, and the most that it may; in `extensions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Excess {
    /// What it asks for. Where counting stops at the limit, it is one more than that.
    pub cost: u32,
    /// The most that is allowed, in the same unit.
    pub limit: u32,
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

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => f.write_str(key),
            Self::Index(index) => index.fmt(f),
        }
    }
}

impl Fault {
    /// A fault without a place.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let (place, path, excess, retry_after) = (None, Vec::new(), None, None);
        let request = if code == Code::INTERNAL { RequestId::current() } else { None };
        Self { message: message.into(), place, path, code, excess, retry_after, request }
    }

    /// The document or its variables are not what the schema says.
    #[must_use]
    pub fn bad_input(message: impl Into<String>) -> Self {
        Self::new(Code::BAD_INPUT, message)
    }

    /// The server failed: the reason goes to its log, and not to the client.
    #[must_use]
    pub fn internal(reason: impl std::fmt::Display) -> Self {
        tracing::error!(%reason, "a request failed");
        Self::new(Code::INTERNAL, "the server failed; its log says why")
    }

    /// The request asks for `cost` of something, of which `limit` is the most.
    #[must_use]
    pub fn over_limit(code: Code, message: impl Into<String>, cost: usize, limit: usize) -> Self {
        let [cost, limit] = [cost, limit].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        Self { excess: Some(Excess { cost, limit }), ..Self::new(code, message) }
    }

    /// The same fault, with the seconds after which it can be asked for again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
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
        #[serde(rename_all = "camelCase")]
        struct Extensions<'a> {
            code: Code,
            #[serde(flatten)]
            excess: Option<Excess>,
            #[serde(skip_serializing_if = "Option::is_none")]
            retry_after: Option<u32>,
            #[serde(skip_serializing_if = "Option::is_none")]
            request_id: Option<&'a str>,
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
        let Self { code, excess, retry_after, .. } = *self;
        let request_id = self.request.as_ref().map(RequestId::as_str);
        let extensions = Extensions { code, excess, retry_after, request_id };
        map.serialize_entry("extensions", &extensions)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_among_all() {
        let (source, _) = include_str!("fault.rs").split_once("#[cfg(test)]").unwrap();
        let written: Vec<_> =
            source.split("Self(\"").skip(1).filter_map(|one| one.split('"').next()).collect();
        assert_eq!(written, Code::ALL.map(Code::as_str));
    }
}

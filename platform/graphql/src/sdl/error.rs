//! Why definitions cannot be in a schema.

/// Why definitions cannot be in a schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SdlError {
    /// It is not GraphQL's schema language.
    #[error("not a GraphQL schema: {0}")]
    Syntax(String),
    /// It defines something that a part may not.
    #[error("line {line}: {what} is not for a part to define")]
    NotAllowed {
        /// What it is.
        what: String,
        /// Where it stands in the part.
        line: usize,
    },
    /// A type of that name is there already.
    #[error("line {line}: type {name} is defined twice")]
    Clash {
        /// The type.
        name: String,
        /// Where the second one stands.
        line: usize,
    },
    /// The types do not fit together.
    #[error("{place}: {reason}")]
    Unsound {
        /// The type, or the type and its field.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
}

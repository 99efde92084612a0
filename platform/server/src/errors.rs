//! The codes of this API's own errors, and the errors that are used in several places.

use gueridon_graphql::fault::{Code, Fault};

/// The subscription fell behind or the server stops: subscribe again with the last `seq` as
/// `after`.
pub const RESUME: Code = Code::new("RESUME");
/// There is no such table.
pub const NOT_FOUND: Code = Code::new("NOT_FOUND");
/// Not allowed to this caller, or not yet.
pub const FORBIDDEN: Code = Code::new("FORBIDDEN");

/// All codes of this API's own.
pub const ALL: [Code; 3] = [RESUME, NOT_FOUND, FORBIDDEN];

/// The caller has no token, and needs one.
#[must_use]
pub fn unauthenticated() -> Fault {
    Fault::new(Code::UNAUTHENTICATED, "this needs the token that signIn answered")
}

/// The token is not valid, or not any more.
#[must_use]
pub fn unknown_token() -> Fault {
    Fault::new(Code::UNAUTHENTICATED, "the token is nobody's: sign in again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_among_all() {
        let (source, _) = include_str!("errors.rs").split_once("#[cfg(test)]").unwrap();
        let written = source.split("Code::new(\"").skip(1);
        let written: Vec<_> = written.filter_map(|one| one.split('"').next()).collect();
        assert_eq!(written, ALL.map(Code::as_str));
    }
}

//! The errors that are this API's own: their codes, and the sentences that are said in several places.

use gueridon_graphql::fault::{Code, Fault};

/// The subscription fell behind: come back with the last `seq` as `after`.
pub const RESUME: Code = Code::new("RESUME");
/// There is no such table to listen to.
pub const NOT_FOUND: Code = Code::new("NOT_FOUND");
/// It may be asked for, but not by this caller or not yet.
pub const FORBIDDEN: Code = Code::new("FORBIDDEN");

/// Every code that is the API's own.
pub const ALL: [Code; 3] = [RESUME, NOT_FOUND, FORBIDDEN];

/// There is no token where one is needed.
#[must_use]
pub fn unauthenticated() -> Fault {
    Fault::new(Code::UNAUTHENTICATED, "this needs the token that signIn answered")
}

/// There is a token that no account has, or has any more.
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

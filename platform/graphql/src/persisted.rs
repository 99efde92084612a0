//! Automatic persisted queries: a client sends the SHA-256 of a document in place of its text, which
//! was sent once before.
//!
//! The protocol is Apollo's: `extensions.persistedQuery` has `version: 1` and `sha256Hash`. If the text
//! is not known, the fault says so in the words that clients look for, and the client sends both.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::fault::{Code, Fault};
use crate::request::Request;

/// The longest text that is kept, in bytes.
const KEPT_BYTES: usize = 32 * 1024;
/// How many bytes all texts that are kept have together.
const ALL_BYTES: u64 = 4 * 1024 * 1024;
/// How many bytes are added to a text for its size.
const OVERHEAD: u64 = 512;
/// How long a SHA-256 is in hexadecimal digits.
const HASH_DIGITS: usize = 64;
/// What clients look for in a fault, word for word.
const NOT_FOUND: &str = "PersistedQueryNotFound";

/// The texts that clients have registered lately, by their hash.
#[derive(Debug)]
pub struct PersistedQueries(Cache<Arc<str>, Arc<str>, TextBytes>);

/// Weighs a text by its length.
#[derive(Debug, Clone)]
struct TextBytes;

impl Weighter<Arc<str>, Arc<str>> for TextBytes {
    fn weight(&self, _: &Arc<str>, text: &Arc<str>) -> u64 {
        text.len() as u64 + OVERHEAD
    }
}

/// The member `persistedQuery` of a request's extensions.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PersistedQuery {
    version: u32,
    sha256_hash: String,
}

impl Default for PersistedQueries {
    fn default() -> Self {
        let usual_size = 2 * 1024;
        let count = usize::try_from(ALL_BYTES / usual_size).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(count, ALL_BYTES, TextBytes))
    }
}

impl PersistedQueries {
    /// Gives a request the text whose hash it names, or keeps the text that it sends with its hash.
    ///
    /// # Errors
    /// `PERSISTED_QUERY_NOT_FOUND` for a hash whose text is not known, `BAD_INPUT` for a request with
    /// neither text nor hash and for a hash that is not its text's.
    pub fn resolve(&self, request: &mut Request) -> Result<(), Fault> {
        let named = request.extensions.as_ref().and_then(|given| given.get("persistedQuery"));
        let Some(named) = named else {
            let message = "not a GraphQL request: `query` is missing";
            let is_empty = request.query.is_empty();
            return if is_empty { Err(Fault::bad_input(message)) } else { Ok(()) };
        };
        let named = PersistedQuery::deserialize(named).map_err(|error| {
            Fault::bad_input(format!("extensions.persistedQuery cannot be read: {error}"))
        })?;
        let hash = named.sha256_hash.to_ascii_lowercase();
        if named.version != 1 || hash.len() != HASH_DIGITS {
            let message = "extensions.persistedQuery has version 1 and a SHA-256 in hexadecimal";
            return Err(Fault::bad_input(message));
        }
        if request.query.is_empty() {
            let Some(text) = self.0.get(&*hash) else {
                return Err(Fault::new(Code::PERSISTED_QUERY_NOT_FOUND, NOT_FOUND));
            };
            text.as_ref().clone_into(&mut request.query);
            return Ok(());
        }
        if sha256(&request.query) != hash {
            return Err(Fault::bad_input("the SHA-256 is not that of the document beside it"));
        }
        if request.query.len() <= KEPT_BYTES {
            self.0.insert(hash.into(), request.query.as_str().into());
        }
        Ok(())
    }
}

/// The SHA-256 of a text in hexadecimal.
fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn request(query: &str, hash: &str) -> Request {
        let persisted = json!({"persistedQuery": {"version": 1, "sha256Hash": hash}});
        serde_json::from_value(json!({"query": query, "extensions": persisted})).unwrap()
    }

    #[test]
    fn a_text_that_was_sent_with_its_hash_is_known_by_it() {
        let (queries, text) = (PersistedQueries::default(), "{ me { id } }");
        let mut asked = request("", &sha256(text));
        let fault = queries.resolve(&mut asked).unwrap_err();
        assert_eq!(
            (fault.code, &*fault.message),
            (Code::PERSISTED_QUERY_NOT_FOUND, "PersistedQueryNotFound")
        );
        queries.resolve(&mut request(text, &sha256(text))).unwrap();
        asked.query.clear();
        queries.resolve(&mut asked).unwrap();
        assert_eq!(asked.query, text);
    }

    #[test]
    fn a_hash_that_is_not_its_texts_is_refused_and_not_kept() {
        let (queries, other) = (PersistedQueries::default(), sha256("{ other }"));
        let fault = queries.resolve(&mut request("{ me { id } }", &other)).unwrap_err();
        assert_eq!(fault.code, Code::BAD_INPUT);
        let fault = queries.resolve(&mut request("", &other)).unwrap_err();
        assert_eq!(fault.code, Code::PERSISTED_QUERY_NOT_FOUND);
        let fault = queries.resolve(&mut request("", "abc")).unwrap_err();
        assert_eq!(fault.code, Code::BAD_INPUT);
    }

    #[test]
    fn texts_that_are_kept_are_bounded() {
        let queries = PersistedQueries::default();
        for number in 0..400 {
            let text = format!("{{ a{number} }} #{}", "x".repeat(KEPT_BYTES - 100));
            queries.resolve(&mut request(&text, &sha256(&text))).unwrap();
            assert!(queries.0.weight() <= ALL_BYTES);
        }
        let long = "x".repeat(KEPT_BYTES + 1);
        queries.resolve(&mut request(&long, &sha256(&long))).unwrap();
        assert!(queries.resolve(&mut request("", &sha256(&long))).is_err(), "too long to be kept");
    }
}

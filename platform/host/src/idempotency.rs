//! Idempotency keys: a request that is sent again is recognised by its key.

use crate::refusal::{Answer, Code};

/// Refuses a key that is empty, longer than 64 characters or not printable: keys appear in logs.
///
/// # Errors
/// `BAD_KEY`.
pub(crate) fn check_key(key: &str) -> Answer<()> {
    const MOST: usize = 64;
    let fits = (1..=MOST).contains(&key.chars().count()) && !key.chars().any(char::is_control);
    if fits { Ok(()) } else { Err(Code::BadKey.refused(&[("most", MOST.to_string())]).into()) }
}

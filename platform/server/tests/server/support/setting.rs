//! How much a test does: less in `make test` than in `make soak`, which sets such numbers.

use std::env;
use std::fmt::Debug;
use std::str::FromStr;

/// The number that an environment variable sets, or this one.
///
/// # Panics
/// If it is set to something else.
pub(crate) fn setting<T: FromStr<Err: Debug>>(name: &str, otherwise: T) -> T {
    env::var(name).map_or(otherwise, |text| {
        text.parse().unwrap_or_else(|error| panic!("{name}={text}: {error:?}"))
    })
}

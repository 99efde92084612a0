//! How long a page of a list may be.

/// The most things that are listed at a time.
pub const LONGEST_PAGE: usize = 1_000;

/// How many things a page has at most of which `first` are asked for.
pub(crate) fn page_size(first: usize) -> u32 {
    u32::try_from(first.min(LONGEST_PAGE)).unwrap_or(u32::MAX)
}

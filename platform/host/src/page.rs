//! How long a page of a list may be.

/// The most items of a page.
pub const LONGEST_PAGE: usize = 1_000;

/// The page size when `first` items are requested.
pub(crate) fn page_size(first: usize) -> u32 {
    u32::try_from(first.min(LONGEST_PAGE)).unwrap_or(u32::MAX)
}

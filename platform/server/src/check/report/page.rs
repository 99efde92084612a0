//! The report as one page.

use super::Report;

/// The whole page.
pub(super) fn page(report: &Report) -> String {
    report.to_string()
}

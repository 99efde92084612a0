//! Seats that are held for programs: those whose time is up are free again.

use crate::notices::{News, Notice, Notices};
use gueridon_journal::{Arrangement, Journal, JournalError};

/// How many seats are freed in one sweep; the next one continues.
const MOST: u32 = 100;

/// Frees the seats whose time is up.
pub(super) async fn free(
    journal: &dyn Journal,
    notices: &dyn Notices,
    at_ms: i64,
) -> Result<(), JournalError> {
    for (table, program) in journal.lapsed_seats(at_ms, MOST).await? {
        // Of several nodes that find it, one does it.
        if journal.arrange(table, &Arrangement::Lapse { program, at_ms }, None).await? {
            notices.send(Notice { table, news: News::Seats });
        }
    }
    Ok(())
}

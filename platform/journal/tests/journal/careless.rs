//! The journal in memory lets a test notice a caller that checks before it writes: another writer
//! writes between the two.

use std::sync::Arc;

use gueridon_journal::memory::Memory;
use gueridon_journal::suite::{furnished, player, row, table};
use gueridon_journal::{Journal, JournalError, Lobby, TableRow};

/// Opens a table as a careless caller would: it first counts and then writes.
async fn open_carelessly(
    journal: &dyn Journal,
    table: &TableRow,
    most: u32,
) -> Result<bool, JournalError> {
    if journal.count_tables(table.opener).await? >= most {
        return Ok(false);
    }
    journal.open_table(table).await
}

#[tokio::test]
async fn a_check_before_a_write_fails_in_an_interleaving_journal() {
    let journal = furnished(Arc::new(Memory::interleaving())).await;
    let (first, second) = (row(2), row(3));
    let (first, second) = tokio::join!(
        open_carelessly(&*journal, &first, 2),
        open_carelessly(&*journal, &second, 2),
    );
    assert!(first.unwrap() && second.unwrap());
    assert_eq!(journal.count_tables(player(1)).await.unwrap(), 3, "one more than allowed");
}

#[tokio::test]
async fn a_check_before_a_write_fails_when_a_test_puts_a_step_between() {
    let memory = Arc::new(Memory::new());
    let journal = furnished(Arc::clone(&memory) as Arc<dyn Journal>).await;
    let other = Arc::clone(&memory);
    memory.before_next_write(async move {
        assert!(other.open_within(&row(2), &[], 2).await.unwrap());
    });
    assert!(open_carelessly(&*journal, &row(3), 2).await.unwrap());
    assert_eq!(journal.count_tables(player(1)).await.unwrap(), 3, "one more than allowed");
    // Where the condition is part of the write, it is refused.
    let other = Arc::clone(&memory);
    let closed = table(2);
    memory.before_next_write(async move {
        assert!(other.open_within(&row(4), &[], 4).await.unwrap());
    });
    assert!(journal.table(closed).await.unwrap().is_some());
    assert!(!journal.open_within(&row(5), &[], 4).await.unwrap());
}

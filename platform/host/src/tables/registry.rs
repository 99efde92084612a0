//! The registry: finds tables by id, and loads those that have begun.

use std::sync::Arc;

use gueridon_game::Seat;

use super::actor;
use super::handle::Table;
use super::loaded::{LoadedTables, MostLoaded};
use super::services::Services;
use super::stops::is_about;
use crate::access::AccessCheck;
use crate::notices::{News, Notice, Received};
use crate::refusal::{Answer, Code, Failure, Fault};
use gueridon_journal::{PlayerId, Status, Stopped, TableId, TableRow};

/// Tables by id: loaded ones, and those in the journal.
#[derive(Debug)]
pub(crate) struct Registry {
    services: Arc<Services>,
    loaded: Arc<LoadedTables>,
    access: AccessCheck,
    most_loaded: MostLoaded,
}

/// What is found by a table's id.
pub(crate) enum Found {
    /// A table that has not begun.
    Open(Box<TableRow>),
    /// A table that has, and is loaded now.
    Begun(Arc<Table>),
}

impl Found {
    /// The table's row; of one that has begun, as it was loaded.
    pub(crate) fn row(&self) -> &TableRow {
        match self {
            Self::Open(row) => row,
            Self::Begun(table) => &table.shared.row,
        }
    }
}

/// Asks something of a table, once more if the table was unloaded at that moment: then the first
/// time nothing was done, and the second finds it loaded again.
pub(crate) async fn even_if_unloaded<T, F>(ask: impl Fn() -> F) -> Answer<T>
where
    F: Future<Output = Answer<T>>,
{
    match ask().await {
        Err(Failure::Fault(Fault::Reloading)) => ask().await,
        answered => answered,
    }
}

impl Registry {
    pub(crate) fn new(
        services: Arc<Services>,
        access: AccessCheck,
        most_loaded: MostLoaded,
    ) -> Self {
        Self { loaded: Arc::clone(&services.loaded), services, access, most_loaded }
    }

    /// The tables that are loaded.
    pub(crate) fn loaded(&self) -> &LoadedTables {
        &self.loaded
    }

    /// Finds a table by id.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`.
    pub(crate) async fn find(&self, id: TableId) -> Answer<Found> {
        if self.services.stop.is_cancelled() {
            return Err(Fault::NoAnswer.into());
        }
        if let Some(table) = self.loaded.get(id) {
            return Ok(Found::Begun(table));
        }
        let row = self.services.journal.table(id).await?;
        let row = row.ok_or_else(|| Code::UnknownTable.answer())?;
        // One that was closed before it began has no game that could be loaded.
        if row.build.is_none() {
            return Ok(Found::Open(Box::new(row)));
        }
        // Another request may have loaded it while this one read.
        let (table, is_new) = self
            .loaded
            .get_or_load(id, self.most_loaded, || Arc::new(actor::spawn(row, &self.services)));
        if is_new {
            // A name may have changed since the row was read, before there was a task to notify.
            table.seats_changed();
        }
        Ok(Found::Begun(table))
    }

    /// The begun table of this id.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_CLOSED`, `NOT_STARTED`.
    pub(crate) async fn begun(&self, id: TableId) -> Answer<Arc<Table>> {
        match self.find(id).await? {
            Found::Begun(table) => Ok(table),
            Found::Open(row) => Err(not_begun(&row).answer()),
        }
    }

    /// The begun table of this id, and where the player sits there.
    ///
    /// # Errors
    /// As for [`Registry::begun`], and `NOT_SEATED`.
    pub(crate) async fn seat_of(
        &self,
        id: TableId,
        player: PlayerId,
    ) -> Answer<(Arc<Table>, Seat)> {
        let found = self.find(id).await?;
        if let Found::Begun(table) = &found
            && let Some(seat) = table.shared.row.seat_of(player)
        {
            return Ok((Arc::clone(table), seat));
        }
        self.access.check_seen(found.row(), player.into()).await?;
        Err(match &found {
            Found::Begun(_) => Code::NotSeated.answer(),
            Found::Open(row) => not_begun(row).answer(),
        })
    }

    /// Has the tables that these stops are about check whether they are stopped.
    pub(crate) fn stops_changed(&self, changed: &[Stopped]) {
        if changed.is_empty() {
            return;
        }
        self.loaded.for_each(|table| {
            if changed.iter().any(|stopped| is_about(stopped, &table.shared.row)) {
                table.stops_changed();
            }
        });
    }

    /// Passes a notice on to the table that it is about.
    pub(crate) fn on_notice(&self, received: Received) {
        match received {
            Received::Notice(Notice { table, news: News::Entry(seq) }) => {
                self.loaded.with(table, |loaded| loaded.notice(seq));
            }
            Received::Notice(Notice { table, news: News::Seats }) => {
                self.loaded.with(table, Table::seats_changed);
            }
            Received::Notice(Notice { news: News::Ended | News::Messages, .. }) => {}
            Received::Lost => self.loaded.for_each(|table| {
                table.notice(u64::MAX);
                table.seats_changed();
            }),
        }
    }
}

fn not_begun(row: &TableRow) -> Code {
    if row.status == Status::Closed { Code::TableClosed } else { Code::NotStarted }
}

//! Who may watch a game without playing: what every entry, look and score passes on its way out of
//! the journal.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use gueridon_game::Eyes;

use super::{Host, Perspective, Viewer};
use crate::refusal::{Answer, Code};
use crate::table::{LookRequest, Shared};
use gueridon_journal::{Seated, Spectators, TableId, TableRow, TableSettings};

/// How somebody may watch a table that has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Watch {
    /// As it is.
    Now,
    /// So many entries behind, until it has ended.
    Behind(u64),
    /// Not at all.
    Never,
}

/// How somebody may watch a table that has begun. Who plays there sees it as it is; for all others,
/// moderators too, its settings say.
pub(crate) fn may_watch(settings: &TableSettings, seated: &[Seated], viewer: Viewer) -> Watch {
    let sits =
        viewer.player.is_some_and(|me| seated.iter().any(|seated| seated.player() == Some(me)));
    match settings.spectators {
        _ if sits => Watch::Now,
        Spectators::Allowed => Watch::Now,
        Spectators::Delayed(entries) => Watch::Behind(entries.into()),
        Spectators::Forbidden => Watch::Never,
    }
}

impl Viewer {
    /// With which eyes the viewer looks at a table of this row, and how far; none for one who may
    /// not watch.
    pub(super) fn glance(self, row: &TableRow) -> Answer<Option<LookRequest>> {
        let behind = match may_watch(&row.settings, &row.seated, self) {
            Watch::Now => 0,
            Watch::Behind(entries) => entries,
            Watch::Never => return Ok(None),
        };
        let own = self.player.and_then(|player| row.seat_of(player));
        let own = own.map_or(Eyes::Public, Eyes::Seat);
        let eyes = match self.sight {
            Perspective::Own => own,
            Perspective::All => Eyes::All,
            Perspective::Of(seat) if seat.0 < row.seats => Eyes::Seat(seat),
            Perspective::Of(_) => {
                let last = row.seats.saturating_sub(1).to_string();
                return Err(Code::NoSuchSeat.refused(&[("last", last)]).into());
            }
        };
        Ok(Some(LookRequest { eyes, is_lent: eyes != own, at: self.at, behind }))
    }
}

impl Host {
    /// How many listen to a table on this node who do not play there.
    #[must_use]
    pub fn spectators(&self, table: TableId) -> usize {
        self.context.loaded.spectators(table)
    }
}

/// One who listens to a table without playing there, counted as long as they do.
#[derive(Debug)]
pub(super) struct Spectating(Arc<Shared>);

impl Spectating {
    pub(super) fn begin(shared: &Arc<Shared>) -> Self {
        shared.spectators.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(shared))
    }
}

impl Drop for Spectating {
    fn drop(&mut self) {
        self.0.spectators.fetch_sub(1, Ordering::Relaxed);
    }
}

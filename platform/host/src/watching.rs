//! Watching: what players and spectators see of a table.

pub(crate) mod looking;
pub(crate) mod subscription;

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::access::{AccessCheck, Watch, access};
use crate::notices::{News, Notice, Received};
use crate::refusal::{Answer, Code};
use crate::tables::registry::Registry;
use crate::tables::request::LookRequest;
use crate::talk::feed::TalkFeed;
use crate::tallies::Levels;
use crate::viewer::{Perspective, Viewer};
use crate::wakeups::Wakeups;
use gueridon_game::Eyes;
use gueridon_journal::{TableId, TableRow};

/// Watching tables. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Watching {
    registry: Arc<Registry>,
    access: AccessCheck,
    talk: Arc<TalkFeed>,
    /// Wakes those who watch a table that has not begun.
    seats: Arc<Wakeups>,
    stop: CancellationToken,
    /// How often a table that has not begun is read again, in case a notice was lost.
    reread: Duration,
    /// How many entries a subscriber may fall behind before it has to resume.
    lag: u64,
    /// Subscribers of tables in play who do not play there.
    spectators: Levels<TableId>,
}

impl Watching {
    pub(crate) fn new(
        registry: Arc<Registry>,
        access: AccessCheck,
        talk: Arc<TalkFeed>,
        stop: CancellationToken,
        reread: Duration,
        lag: u64,
        spectators: Levels<TableId>,
    ) -> Self {
        Self { registry, access, talk, seats: Arc::default(), stop, reread, lag, spectators }
    }

    /// How many subscribers of a table do not play there, on all nodes: those of others as they told
    /// last, a moment ago.
    #[must_use]
    pub fn spectators(&self, table: TableId) -> u32 {
        self.spectators.count(&table)
    }

    /// Wakes the subscribers of a notice's table.
    pub(crate) fn on_notice(&self, received: Received) {
        match received {
            Received::Notice(Notice { table, news: News::Entry(_) | News::Seats }) => {
                self.seats.wake(table);
            }
            Received::Notice(Notice { news: News::Ended | News::Messages, .. }) => {}
            Received::Lost => self.seats.wake_all(),
        }
    }
}

/// Through which eyes a viewer looks at a table, and how far; none if they may not watch.
fn look_request(viewer: Viewer, row: &TableRow) -> Answer<Option<LookRequest>> {
    let behind = match access(row, viewer, false).watch {
        Watch::Now => 0,
        Watch::Behind(entries) => entries,
        Watch::Never => return Ok(None),
    };
    let own = viewer.player.and_then(|player| row.seat_of(player));
    let own = own.map_or(Eyes::Public, Eyes::Seat);
    let eyes = match viewer.perspective {
        Perspective::Own => own,
        Perspective::All => Eyes::All,
        Perspective::Of(seat) if seat.0 < row.seats => Eyes::Seat(seat),
        Perspective::Of(_) => {
            let last = row.seats.saturating_sub(1).to_string();
            return Err(Code::NoSuchSeat.refused(&[("last", last)]).into());
        }
    };
    Ok(Some(LookRequest { eyes, is_lent: eyes != own, at: viewer.at, behind }))
}

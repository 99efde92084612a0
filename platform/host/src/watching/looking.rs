//! Looks at tables, and their entries, as a viewer sees them.

use std::sync::Arc;

use gueridon_game::{Language, Seat};

use super::subscription::Subscription;
use super::{Watching, look_request};
use crate::page::LONGEST_PAGE;
use crate::refusal::{Answer, Code, Failure};
use crate::tables::event_log::EntryView;
use crate::tables::info::{TableInfo, TableStatus};
use crate::tables::looks::GameView;
use crate::tables::registry::{Found, even_if_unloaded};
use crate::tables::standing::Standing;
use crate::viewer::{Perspective, Viewer};
use gueridon_journal::TableId;

/// A table as a viewer sees it.
#[derive(Debug, Clone)]
pub struct Look {
    /// The table and those who sit at it.
    pub table: Arc<TableInfo>,
    /// The viewer's seat, if they look from their own.
    pub seat: Option<Seat>,
    /// The newest entry that they see; 0 before the first.
    pub seq: u64,
    /// For a player: the entry at which they last played or their question last changed; their next
    /// play has to name it.
    pub since: Option<u64>,
    /// Their look at the game; none before it has begun. When it is stopped, it is their last one,
    /// with nothing to be played, or none if that is not known.
    pub seen: Option<Arc<GameView>>,
    /// The table besides its game; none before it has begun.
    pub standing: Option<Arc<Standing>>,
}

impl Watching {
    /// A table as the viewer sees it; only its players if the viewer may not watch. The words of the look
    /// are in a language; without one it may have neither words nor a score.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`; `NOT_OVER` before the end for eyes that are not the viewer's own,
    /// `NO_SUCH_SEAT`, `NO_SPECTATORS` if the viewer may not watch even then.
    pub async fn look(
        &self,
        table: TableId,
        viewer: Viewer,
        language: impl Into<Option<Language>>,
    ) -> Answer<Look> {
        let language = language.into();
        even_if_unloaded(move || self.look_once(table, viewer, language)).await
    }

    async fn look_once(
        &self,
        table: TableId,
        viewer: Viewer,
        language: Option<Language>,
    ) -> Answer<Look> {
        let begun = match self.registry.find(table).await? {
            Found::Begun(begun) => begun,
            Found::Open(row) if viewer.perspective == Perspective::Own => {
                self.access.check_seen(&row, viewer).await?;
                let seat = viewer.player.and_then(|player| row.seat_of(player));
                let table = Arc::new(TableInfo::of(&row, TableStatus::from(&*row)));
                return Ok(Look { table, seat, seq: 0, since: None, seen: None, standing: None });
            }
            Found::Open(row) => {
                self.access.check_seen(&row, viewer).await?;
                return Err(Code::NotOver.answer());
            }
        };
        let row = &begun.shared.row;
        self.access.check_seen(row, viewer).await?;
        let Some(request) = look_request(viewer, row)? else {
            return self.look_from_outside(table, viewer).await;
        };
        let eyes = request.eyes;
        match begun.look(request, language).await {
            Ok(shown) => {
                let state = match shown.standing.closed {
                    Some(why) => TableStatus::Closed { why },
                    None if shown.view.over => TableStatus::Over,
                    None => TableStatus::Playing,
                };
                let table = if state == begun.shared.info.state {
                    Arc::clone(&begun.shared.info)
                } else {
                    // The row is as it was when the table was loaded.
                    let ended_ms = shown.standing.ended_ms;
                    Arc::new(TableInfo { ended_ms, ..TableInfo::of(row, state) })
                };
                Ok(Look {
                    table,
                    seat: eyes.seat(),
                    seq: shown.seq,
                    since: shown.since,
                    seen: Some(shown.view),
                    standing: Some(shown.standing),
                })
            }
            Err(Failure::Refused(refused)) if refused.code == Code::TableStopped => {
                let progress = begun.watch().borrow().clone();
                let reason =
                    progress.stopped.map(|halt| halt.reason.to_string()).unwrap_or_default();
                let table = Arc::new(TableInfo::of(row, TableStatus::Stopped { reason }));
                let last = begun.last_look(request).await?;
                Ok(Look {
                    table,
                    seat: eyes.seat(),
                    seq: last.seq,
                    since: None,
                    seen: last.view,
                    standing: last.standing,
                })
            }
            Err(failure) => Err(failure),
        }
    }

    /// A table for a viewer who may not watch it.
    async fn look_from_outside(&self, table: TableId, viewer: Viewer) -> Answer<Look> {
        if viewer.perspective != Perspective::Own {
            return Err(Code::NoSpectators.answer());
        }
        let row = self.access.row(table, viewer).await?;
        let table = Arc::new(TableInfo::of(&row, TableStatus::from(&row)));
        Ok(Look { table, seat: None, seq: 0, since: None, seen: None, standing: None })
    }

    /// At most `first` entries after `after`, and never more than [`LONGEST_PAGE`], as the viewer
    /// sees them; none of a table that has not begun, or that the viewer may not watch.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STOPPED`; `NOT_OVER`, `NO_SUCH_SEAT` as for [`Watching::look`].
    pub async fn entries(
        &self,
        table: TableId,
        viewer: Viewer,
        after: u64,
        first: usize,
    ) -> Answer<Vec<Arc<EntryView>>> {
        even_if_unloaded(move || self.entries_once(table, viewer, after, first)).await
    }

    async fn entries_once(
        &self,
        table: TableId,
        viewer: Viewer,
        after: u64,
        first: usize,
    ) -> Answer<Vec<Arc<EntryView>>> {
        let begun = match self.registry.find(table).await? {
            Found::Begun(begun) => begun,
            Found::Open(row) => {
                self.access.check_seen(&row, viewer).await?;
                let is_own = viewer.perspective == Perspective::Own;
                return if is_own { Ok(Vec::new()) } else { Err(Code::NotOver.answer()) };
            }
        };
        self.access.check_seen(&begun.shared.row, viewer).await?;
        let Some(request) = look_request(viewer, &begun.shared.row)? else { return Ok(Vec::new()) };
        let progress = begun.refresh().await?;
        let (first, eyes) = (first.min(LONGEST_PAGE), request.eyes);
        match request.upto(&progress)? {
            Some(upto) => begun.entries_as_of(after, first, eyes, upto.min(progress.seq)).await,
            None => Ok(begun.entries(after, first, eyes)),
        }
    }

    /// Subscribes to every entry after `after`, as the viewer sees it, as soon as it is committed:
    /// in order, without gaps or duplicates.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NO_SPECTATORS`; `NOT_OVER` for all-seeing eyes before the end.
    pub async fn subscribe(
        &self,
        table: TableId,
        viewer: Viewer,
        after: u64,
    ) -> Answer<Subscription> {
        even_if_unloaded(move || Subscription::begin(self.clone(), table, viewer, after)).await
    }
}

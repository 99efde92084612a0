//! What somebody sees of a table: how it stands, and what was done there.

use std::sync::Arc;

use gueridon_game::{Language, Seat};

use super::loaded::Found;
use super::{Host, Subscription, TableInfo, TableStatus};
use crate::accounts::Identity;
use crate::refusal::{Answer, Code, Failure};
use crate::table::{Glimpse, Seen, Standing};
use gueridon_journal::{PlayerId, Purpose, Role, TableId};

/// Who looks, and whether with all-seeing eyes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Viewer {
    /// The player who looks; none for somebody who passes by.
    pub player: Option<PlayerId>,
    /// How they look.
    pub sight: Perspective,
    /// After which entry they look at the table, 0 for the deal; none for as it is now.
    pub at: Option<u64>,
    /// What they may do beyond playing.
    pub role: Role,
}

/// How somebody looks at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Perspective {
    /// From where they sit, or as the public.
    #[default]
    Own,
    /// At everything, which is granted when the game is over.
    All,
    /// From a seat, which is granted to others when the game is over.
    Of(Seat),
}

impl From<PlayerId> for Viewer {
    fn from(player: PlayerId) -> Self {
        Self { player: Some(player), ..Self::default() }
    }
}

impl From<&Identity> for Viewer {
    /// What has the rights of a role is a person's to do, and not a program's.
    fn from(known: &Identity) -> Self {
        let is_person = known.purpose == Purpose::Session;
        let role = if is_person { known.role } else { Role::Player };
        Self { role, ..Self::from(known.player.id) }
    }
}

/// What somebody sees of a table.
#[derive(Debug, Clone)]
pub struct Look {
    /// The table and those who sit at it.
    pub table: Arc<TableInfo>,
    /// The seat from which they look, if they sit and look from there.
    pub seat: Option<Seat>,
    /// The newest entry that is in what they see; 0 before the first.
    pub seq: u64,
    /// For one who sits: the entry at which they last played, or what they are asked last
    /// changed, to be named by their next play.
    pub since: Option<u64>,
    /// What they see of the game; none before it has begun, or when it is stopped.
    pub seen: Option<Arc<Seen>>,
    /// How the table stands besides its game; none likewise.
    pub standing: Option<Arc<Standing>>,
}

impl Host {
    /// What somebody sees of a table; nothing but who sits there, where only those who play may
    /// watch.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`; `NOT_OVER` for eyes that are not the viewer's own before the end,
    /// `NO_SUCH_SEAT`, `NO_SPECTATORS` where the viewer may not even then.
    pub async fn look(&self, table: TableId, viewer: Viewer, language: Language) -> Answer<Look> {
        let begun = match self.context.table(table).await? {
            Found::Begun(begun) => begun,
            Found::Open(row) if viewer.sight == Perspective::Own => {
                self.context.check_seen(&row, viewer).await?;
                let seat = viewer.player.and_then(|player| row.seat_of(player));
                let table = Arc::new(TableInfo::of(&row, TableStatus::from(&*row)));
                return Ok(Look { table, seat, seq: 0, since: None, seen: None, standing: None });
            }
            Found::Open(row) => {
                self.context.check_seen(&row, viewer).await?;
                return Err(Code::NotOver.answer());
            }
        };
        let row = &begun.shared.row;
        self.context.check_seen(row, viewer).await?;
        let Some(glance) = viewer.glance(row)? else {
            return self.look_from_outside(table, viewer).await;
        };
        let eyes = glance.eyes;
        match begun.look(glance, language).await {
            Ok(shown) => {
                let state = match shown.standing.closed {
                    Some(why) => TableStatus::Closed { why },
                    None if shown.seen.over => TableStatus::Over,
                    None => TableStatus::Playing,
                };
                // The row is as it was when the table was loaded.
                let ended_ms = shown.standing.ended_ms;
                Ok(Look {
                    table: Arc::new(TableInfo { ended_ms, ..TableInfo::of(row, state) }),
                    seat: eyes.seat(),
                    seq: shown.seq,
                    since: shown.since,
                    seen: Some(shown.seen),
                    standing: Some(shown.standing),
                })
            }
            Err(Failure::Refused(refused)) if refused.code == Code::TableStopped => {
                let reach = begun.watch().borrow().clone();
                let reason = reach.stopped.unwrap_or_default().to_string();
                let table = Arc::new(TableInfo::of(row, TableStatus::Stopped { reason }));
                Ok(Look {
                    table,
                    seat: eyes.seat(),
                    seq: reach.seq.saturating_sub(glance.behind),
                    since: None,
                    seen: None,
                    standing: None,
                })
            }
            Err(failure) => Err(failure),
        }
    }

    /// What is known of a table to one who may not watch it.
    async fn look_from_outside(&self, table: TableId, viewer: Viewer) -> Answer<Look> {
        if viewer.sight != Perspective::Own {
            return Err(Code::NoSpectators.answer());
        }
        let row = self.context.row(table, viewer).await?;
        let table = Arc::new(TableInfo::of(&row, TableStatus::from(&row)));
        Ok(Look { table, seat: None, seq: 0, since: None, seen: None, standing: None })
    }

    /// At most `first` entries after `after`, and never more than [`Host::LONGEST_PAGE`], as the
    /// viewer has them; none of a table that has not begun, or that the viewer may not watch.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STOPPED`; `NOT_OVER`, `NO_SUCH_SEAT` as for [`Host::look`].
    pub async fn entries(
        &self,
        table: TableId,
        viewer: Viewer,
        after: u64,
        first: usize,
    ) -> Answer<Vec<Arc<Glimpse>>> {
        let begun = match self.context.table(table).await? {
            Found::Begun(begun) => begun,
            Found::Open(row) => {
                self.context.check_seen(&row, viewer).await?;
                let is_own = viewer.sight == Perspective::Own;
                return if is_own { Ok(Vec::new()) } else { Err(Code::NotOver.answer()) };
            }
        };
        self.context.check_seen(&begun.shared.row, viewer).await?;
        let Some(glance) = viewer.glance(&begun.shared.row)? else { return Ok(Vec::new()) };
        let reach = begun.refresh().await?;
        let (first, eyes) = (first.min(Self::LONGEST_PAGE), glance.eyes);
        match glance.upto(&reach)? {
            Some(upto) => begun.glimpses_then(after, first, eyes, upto.min(reach.seq)).await,
            None => Ok(begun.glimpses(after, first, eyes)),
        }
    }

    /// Every entry after `after`, as the viewer has it, as soon as it is committed: in order,
    /// without gap and without duplicate.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NO_SPECTATORS`; `NOT_OVER` for all-seeing eyes before the end.
    pub async fn subscribe(
        &self,
        table: TableId,
        viewer: Viewer,
        after: u64,
    ) -> Answer<Subscription> {
        Subscription::begin(Arc::clone(&self.context), table, viewer, after).await
    }
}

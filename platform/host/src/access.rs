//! Who may know of a table, watch its game, hear what is said there, and ask for hints.
//!
//! [`access`] is the only place that decides it. Some lists are filtered by the journal itself; a
//! test checks that they agree over all combinations.

use std::sync::Arc;

use gueridon_game::Seat;

use crate::refusal::{Answer, Code};
use crate::viewer::Viewer;
use gueridon_journal::{
    HintPolicy, Journal, PlayerId, Role, Seated, Sitter, Spectators, TableId, TableRow,
    TableSettings, Visibility,
};

/// What a viewer may see and hear of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// Whether they may know that there is such a table. To others it does not exist.
    pub see: bool,
    /// How they may watch its game once it has begun.
    pub watch: Watch,
    /// Whether they may hear what is said there.
    pub hear: bool,
}

/// How somebody may watch a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watch {
    /// As it is.
    Now,
    /// This many entries behind, until it has ended.
    Behind(u64),
    /// Not at all.
    Never,
}

/// What a viewer may see and hear of a table, given whether they are invited to it.
///
/// - A private table is known to those who sit there, own it, opened it or began it, to those who
///   are invited, to a program that is asked to sit there, and to moderators; a public one to
///   everybody.
/// - Players see the game as it is. For all others, moderators too, the settings decide.
/// - Players and moderators may read its messages, and so may everybody who may watch without a
///   delay.
#[must_use]
pub fn access(row: &TableRow, viewer: Viewer, is_invited: bool) -> Access {
    let is_moderator = viewer.role >= Role::Moderator;
    let is_involved = viewer.player.is_some_and(|player| row.involves(player));
    let see = row.settings.visibility == Visibility::Open
        || is_moderator
        || is_involved
        || (viewer.player.is_some() && is_invited);
    let sits = viewer.player.is_some_and(|player| row.sits(player));
    let is_open_to_all = watch(&row.settings, &[], Viewer::default()) == Watch::Now;
    Access {
        see,
        watch: watch(&row.settings, &row.seated, viewer),
        hear: sits || is_moderator || (is_open_to_all && see),
    }
}

/// Whether the player of a seat may ask for hints while the game is played. A bot is nobody's
/// opponent who could mind; a player who has left their seat or their account was one.
pub(crate) fn allows_hints(settings: &TableSettings, seated: &[Seated], own: Seat) -> bool {
    let is_bot = |seated: &Seated| matches!(seated.who, Sitter::Bot(_));
    match settings.hints {
        HintPolicy::Allowed => true,
        HintPolicy::Forbidden => false,
        HintPolicy::AgainstBots => seated.iter().all(|one| one.seat == own || is_bot(one)),
    }
}

/// The part of [`access`] about the game, for callers that do not have the table's row.
pub(crate) fn watch(settings: &TableSettings, seated: &[Seated], viewer: Viewer) -> Watch {
    let sits =
        viewer.player.is_some_and(|me| seated.iter().any(|seated| seated.player() == Some(me)));
    match settings.spectators {
        _ if sits => Watch::Now,
        Spectators::Allowed => Watch::Now,
        Spectators::Delayed(entries) => Watch::Behind(entries.into()),
        Spectators::Forbidden => Watch::Never,
    }
}

/// [`access`] with invitations from the journal, which is read only if they decide.
#[derive(Debug, Clone)]
pub(crate) struct AccessCheck {
    journal: Arc<dyn Journal>,
}

impl AccessCheck {
    pub(crate) fn new(journal: Arc<dyn Journal>) -> Self {
        Self { journal }
    }

    /// What a viewer may see and hear of a table.
    ///
    /// # Errors
    /// When the journal does not answer.
    pub(crate) async fn of(&self, row: &TableRow, viewer: Viewer) -> Answer<Access> {
        let uninvited = access(row, viewer, false);
        match viewer.player {
            Some(player) if !uninvited.see && self.is_invited(row.id, player).await? => {
                Ok(access(row, viewer, true))
            }
            _ => Ok(uninvited),
        }
    }

    async fn is_invited(&self, table: TableId, player: PlayerId) -> Answer<bool> {
        Ok(self.journal.is_invited(table, player).await?)
    }

    /// Refuses a viewer who may not know of the table, as if there were none.
    pub(crate) async fn check_seen(&self, row: &TableRow, viewer: Viewer) -> Answer<()> {
        if self.of(row, viewer).await?.see { Ok(()) } else { Err(Code::UnknownTable.answer()) }
    }

    /// A table's row as the journal has it, for a viewer who may know of it.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`.
    pub(crate) async fn row(&self, table: TableId, viewer: Viewer) -> Answer<TableRow> {
        let row = self.journal.table(table).await?.ok_or_else(|| Code::UnknownTable.answer())?;
        self.check_seen(&row, viewer).await?;
        Ok(row)
    }
}

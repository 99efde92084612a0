//! What needs the others' word: asked for by one seat, agreed to or declined by the rest.

use gueridon_game::{Seat, Seats};

use super::{Condition, TableState};
use crate::refusal::Code;
use crate::table::body::{Proposal, TableAction};

/// Something that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proposed {
    /// The entry that asks for it.
    pub entry: u64,
    /// Who asks.
    pub by: Seat,
    /// For what.
    pub proposal: Proposal,
    /// Who is for it, the one who asks included.
    pub agreed: Seats,
}

impl TableState {
    /// The seats that have to agree to something: whose players play and, where it cannot be made
    /// good again, also those whose players may come back.
    fn asked(&self, proposal: Proposal) -> Seats {
        let is_final = matches!(proposal, Proposal::Undo(_) | Proposal::Abort);
        self.of(|condition| match condition {
            Condition::Playing => true,
            Condition::Away => is_final,
            Condition::Bot | Condition::Resigned | Condition::Gone => false,
        })
    }

    /// The act with which a seat asks for something, once it may.
    pub(crate) fn propose(&self, seat: Seat, proposal: Proposal) -> Result<TableAction, Code> {
        self.check_player(seat)?;
        if self.proposed.is_some() {
            return Err(Code::ProposalPending);
        }
        match proposal {
            Proposal::Undo(entry) => self.check_last(seat, entry)?,
            Proposal::Pause if self.is_paused => return Err(Code::Paused),
            Proposal::Resume if !self.is_paused => return Err(Code::NotPaused),
            Proposal::Pause | Proposal::Resume | Proposal::Abort => {}
        }
        let asked = self.asked(proposal).without(seat);
        if let (Proposal::Undo(_), true) = (proposal, asked.is_empty()) {
            // What has shown nothing is taken back without asking; all else needs somebody's word.
            return Err(Code::Revealed);
        }
        let settles = asked.is_empty();
        Ok(TableAction::Propose { proposal, settles })
    }

    /// The act with which a seat agrees to what is asked for in an entry.
    pub(crate) fn agree(&self, seat: Seat, entry: u64) -> Result<TableAction, Code> {
        self.check_player(seat)?;
        let proposed = self.check_proposed(entry)?;
        let agreed = proposed.agreed.with(seat);
        let settles = self.asked(proposed.proposal).iter().all(|seat| agreed.contains(seat));
        Ok(TableAction::Agree { entry, settles })
    }

    /// Whether all who are to agree to what is asked for have: who was missing may have gone since.
    pub(crate) fn is_agreed(&self) -> bool {
        let agreed = |proposed: &Proposed| {
            self.asked(proposed.proposal).iter().all(|seat| proposed.agreed.contains(seat))
        };
        self.proposed.as_ref().is_some_and(agreed)
    }

    /// The act with which a seat declines it.
    pub(crate) fn decline(&self, seat: Seat, entry: u64) -> Result<TableAction, Code> {
        self.check_player(seat)?;
        self.check_proposed(entry)?;
        Ok(TableAction::Decline { entry })
    }

    fn check_proposed(&self, entry: u64) -> Result<&Proposed, Code> {
        self.proposed.as_ref().filter(|proposed| proposed.entry == entry).ok_or(Code::NotProposed)
    }
}

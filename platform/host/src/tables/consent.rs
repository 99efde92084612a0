//! Consent: the rules of proposals, which one seat makes and the others agree to or decline.

use gueridon_game::{Seat, Seats};

use super::condition::Condition;
use super::entry_body::TableAction;
use super::proposal::{Proposal, Proposed};
use super::state::TableState;
use crate::refusal::Code;

impl TableState {
    /// The seats that have to agree to a proposal: those with active players and, if it cannot be
    /// reverted, also those whose players may come back.
    fn asked(&self, proposal: Proposal) -> Seats {
        let is_final =
            matches!(proposal, Proposal::Undo(_) | Proposal::UndoFrom(_) | Proposal::Abort);
        self.seats_that(|condition| match condition {
            Condition::Playing => true,
            Condition::Away => is_final,
            Condition::Bot | Condition::Resigned | Condition::Gone => false,
        })
    }

    /// The action of a seat that proposes something, if it may.
    pub(crate) fn propose(&self, seat: Seat, proposal: Proposal) -> Result<TableAction, Code> {
        self.check_player(seat)?;
        if self.proposed().is_some() {
            return Err(Code::ProposalPending);
        }
        match proposal {
            Proposal::Undo(entry) | Proposal::UndoFrom(entry) => self.check_last(seat, entry)?,
            Proposal::Pause if self.is_paused() => return Err(Code::Paused),
            Proposal::Resume if !self.is_paused() => return Err(Code::NotPaused),
            Proposal::Pause | Proposal::Resume | Proposal::Abort => {}
        }
        let asked = self.asked(proposal).without(seat);
        if proposal.undoes().is_some() && asked.is_empty() && !self.is_among_bots(seat) {
            // A play that revealed nothing can be taken back without consent; anything else needs
            // somebody's.
            return Err(Code::Revealed);
        }
        let settles = asked.is_empty();
        Ok(TableAction::Propose { proposal: self.as_written(proposal), settles })
    }

    /// A proposal as the journal has it: where bots play, they go on while players think it over.
    pub(crate) fn as_written(&self, proposal: Proposal) -> Proposal {
        let has_bots = !self.seats_that(|condition| condition == Condition::Bot).is_empty();
        match proposal {
            Proposal::Undo(entry) if has_bots => Proposal::UndoFrom(entry),
            other => other,
        }
    }

    /// Whether somebody could agree that a seat takes its last play back.
    pub(crate) fn may_ask_to_undo(&self, seat: Seat) -> bool {
        !self.asked(Proposal::Abort).without(seat).is_empty()
    }

    /// The action of a seat that agrees to a proposal.
    pub(crate) fn agree(&self, seat: Seat, entry: u64) -> Result<TableAction, Code> {
        self.check_player(seat)?;
        let proposed = self.check_proposed(entry)?;
        let agreed = proposed.agreed.with(seat);
        let settles = self.asked(proposed.proposal).iter().all(|seat| agreed.contains(seat));
        Ok(TableAction::Agree { entry, settles })
    }

    /// Whether all who have to agree have done so: those who had not may have left since.
    pub(crate) fn is_agreed(&self) -> bool {
        let agreed = |proposed: &Proposed| {
            self.asked(proposed.proposal).iter().all(|seat| proposed.agreed.contains(seat))
        };
        self.proposed().is_some_and(agreed)
    }

    /// The action of a seat that declines a proposal, or withdraws its own.
    pub(crate) fn decline(&self, seat: Seat, entry: u64) -> Result<TableAction, Code> {
        self.check_player(seat)?;
        self.check_proposed(entry)?;
        Ok(TableAction::Decline { entry })
    }

    fn check_proposed(&self, entry: u64) -> Result<&Proposed, Code> {
        self.proposed().filter(|proposed| proposed.entry == entry).ok_or(Code::NotProposed)
    }
}

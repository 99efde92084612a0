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
        let is_final = matches!(
            proposal,
            Proposal::Undo(_) | Proposal::UndoFrom(_) | Proposal::Abort | Proposal::GoOn { .. }
        );
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
            // The host alone proposes it.
            Proposal::GoOn { .. } => return Err(Code::NotProposed),
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
        Ok(match proposed.proposal {
            Proposal::GoOn { without, build, .. } if settles => {
                TableAction::GoOn { proposal: Some(entry), without, build }
            }
            _ => TableAction::Agree { entry, settles },
        })
    }

    /// The action with which the host asks all to go on from before an entry, on another build; it
    /// settles where nobody is left to be asked. None if the entry is not the newest play, or is
    /// asked about already.
    pub(crate) fn ask_to_go_on(
        &self,
        without: u64,
        build: [u8; 32],
        to_act: Seats,
    ) -> Option<TableAction> {
        let proposal = Proposal::GoOn { without, build, to_act };
        let is_asked = self.proposed().is_some_and(|asked| asked.proposal == proposal);
        if self.has_ended() || self.last_play() != Some(without) || is_asked {
            return None;
        }
        Some(if self.asked(proposal).is_empty() {
            TableAction::GoOn { proposal: None, without, build }
        } else {
            TableAction::Propose { proposal, settles: false }
        })
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

#[cfg(test)]
mod tests {
    use gueridon_journal::{
        Bot, ClockRule, Entry, PlayerId, Seated, Standing, TableId, TableRow, TableSettings,
    };

    use super::*;
    use crate::tables::entry_body::Body;
    use crate::tables::outages::Outages;

    const BUILD: [u8; 32] = [7; 32];
    const ONE: Seat = Seat(0);
    const OTHER: Seat = Seat(1);

    /// A table for three with clocks, at which a bot sits last, after these entries.
    fn after(bots_alone: bool, done: &[(Option<Seat>, Body<()>)]) -> TableState {
        let (id, player) = (TableId::default(), PlayerId::default());
        let bot = |seat| Seated::bot(seat, Bot::Random);
        let person = |seat| Seated::of(seat, player, "Ada".to_owned(), Standing::Guest);
        let seated = if bots_alone { [ONE, OTHER].map(bot) } else { [ONE, OTHER].map(person) };
        let clock = Some(ClockRule::Live { bank: 60, increment: 5 });
        let row = TableRow {
            seated: seated.into_iter().chain([bot(Seat(2))]).collect(),
            settings: TableSettings { clock, ..TableSettings::default() },
            to_act: Seats::just(ONE),
            started_ms: Some(0),
            ..TableRow::opened(id, "odd".to_owned(), 3, player, 0)
        };
        let mut state = TableState::new(&row, Outages::default());
        for (seq, (seat, body)) in (1..).zip(done) {
            let to_act = match body {
                Body::Act(TableAction::GoOn { .. }) => Seats::just(ONE),
                _ => Seats::just(OTHER),
            };
            state.apply(&entry(seq, *seat, to_act), body);
        }
        state
    }

    /// An entry ten seconds after the one before it.
    fn entry(seq: u64, seat: Option<Seat>, to_act: Seats) -> Entry {
        Entry {
            table: TableId::default(),
            seq,
            seat,
            key: seq.to_string(),
            body: String::new(),
            digest: String::new(),
            at_ms: 10_000 * i64::try_from(seq).unwrap(),
            to_act,
            ends: false,
        }
    }

    const PLAY: (Option<Seat>, Body<()>) = (Some(ONE), Body::Steps(()));

    fn asked(state: &TableState) -> (Option<Seat>, Body<()>) {
        (None, Body::Act(state.ask_to_go_on(1, BUILD, Seats::just(ONE)).unwrap()))
    }

    #[test]
    fn all_who_play_or_are_away_agree_to_go_on_and_the_last_settles_it() {
        let ask = asked(&after(false, &[PLAY]));
        let away = (Some(OTHER), Body::Act(TableAction::TimeUp));
        let state = after(false, &[PLAY, away.clone(), ask.clone()]);
        let proposed = state.proposed().unwrap();
        assert_eq!((proposed.entry, proposed.by, proposed.agreed), (3, ONE, Seats::NONE));
        // Nobody is asked twice.
        assert_eq!(state.ask_to_go_on(1, BUILD, Seats::just(ONE)), None);
        let first = state.agree(OTHER, 3).unwrap();
        assert_eq!(first, TableAction::Agree { entry: 3, settles: false });
        let state =
            after(false, &[PLAY, away.clone(), ask.clone(), (Some(OTHER), Body::Act(first))]);
        let last = state.agree(ONE, 3).unwrap();
        let go_on = TableAction::GoOn { proposal: Some(3), without: 1, build: BUILD };
        assert_eq!(last, go_on);

        let done = [PLAY, away, ask, (Some(OTHER), Body::Act(first)), (Some(ONE), Body::Act(last))];
        let state = after(false, &done);
        assert_eq!((state.undone_by(1), state.last_play()), (Some(5), None));
        assert_eq!(state.proposed(), None);
        // Whose turn it was has it again, with the time of then: without its increment.
        assert!(state.thinks(ONE));
        assert_eq!(state.clocks().shown_ms(ONE), Some(50_000));
    }

    #[test]
    fn whoever_declines_ends_the_question() {
        let ask = asked(&after(false, &[PLAY]));
        let state = after(false, &[PLAY, ask.clone()]);
        let declined = state.decline(OTHER, 2).unwrap();
        let state = after(false, &[PLAY, ask, (Some(OTHER), Body::Act(declined))]);
        assert_eq!((state.proposed(), state.agree(ONE, 2)), (None, Err(Code::NotProposed)));
        assert!(state.ask_to_go_on(1, BUILD, Seats::NONE).is_some(), "it can be asked again");
    }

    #[test]
    fn bots_alone_go_on_at_once_and_nobody_from_before_an_older_play() {
        let alone = after(true, &[PLAY]);
        let go_on = TableAction::GoOn { proposal: None, without: 1, build: BUILD };
        assert_eq!(alone.ask_to_go_on(1, BUILD, Seats::just(ONE)), Some(go_on));
        let state = after(false, &[PLAY, PLAY]);
        assert_eq!(state.ask_to_go_on(1, BUILD, Seats::just(ONE)), None);
        // Nor does a seat propose it.
        let proposal = Proposal::GoOn { without: 2, build: BUILD, to_act: Seats::just(ONE) };
        assert_eq!(state.propose(ONE, proposal), Err(Code::NotProposed));
    }
}

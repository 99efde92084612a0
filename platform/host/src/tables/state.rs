//! The table state: who is away or has resigned, what is proposed, what was taken back, and the
//! clocks.
//!
//! It follows from the rows of the journal alone: their bodies, their times and who had to act
//! after them. So it is the same on every node, and known before any module is called.

mod checks;
mod deadlines;

use std::collections::BTreeMap;

use gueridon_game::{Seat, Seats};

use super::clocks::Clocks;
use super::condition::Condition;
use super::entry_body::{Body, TableAction};
use super::outages::Outages;
use super::proposal::{Proposal, Proposed};
use gueridon_journal::{CloseReason, Entry, OnTimeUp, TableRow};

/// An entry in which somebody played, and that was not taken back.
#[derive(Debug, Clone, Copy)]
struct StandingPlay {
    seq: u64,
    seat: Seat,
    /// Whether the seat's own player played it.
    is_own: bool,
    /// The increment it added to the seat's clock, in milliseconds.
    gained_ms: i64,
}

/// The effect of an entry on the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Its steps are played.
    Steps,
    /// The game is unchanged.
    Nothing,
    /// The game is replayed without this entry and the plays since.
    Undone(u64),
}

/// The state of a table after an entry.
#[derive(Debug, Clone)]
pub(crate) struct TableState {
    conditions: Vec<Condition>,
    clocks: Clocks,
    on_time_up: OnTimeUp,
    to_act: Seats,
    proposed: Option<Proposed>,
    is_paused: bool,
    closed: Option<CloseReason>,
    is_over: bool,
    /// The entries in which somebody played and that were not taken back, the oldest first.
    plays: Vec<StandingPlay>,
    /// What was taken back, and by which entry.
    undone: BTreeMap<u64, u64>,
    at_ms: i64,
}

impl TableState {
    /// A table that has just begun.
    pub(crate) fn new(row: &TableRow, outages: Outages) -> Self {
        let condition = |seat| match row.at(seat) {
            Some(seated) if seated.has_account() => Condition::Playing,
            Some(seated) if seated.player().is_none() => Condition::Bot,
            _ => Condition::Gone,
        };
        let mut state = Self {
            conditions: (0..row.seats).map(Seat).map(condition).collect(),
            clocks: Clocks::new(row.settings.clock.as_ref(), row.seats, outages),
            on_time_up: row.settings.on_time_up,
            to_act: Seats::NONE,
            proposed: None,
            is_paused: false,
            closed: None,
            is_over: false,
            plays: Vec::new(),
            undone: BTreeMap::new(),
            at_ms: row.started_ms.unwrap_or_default(),
        };
        state.turn(row.to_act, None, None);
        state
    }

    /// The effect that an entry would have on the game.
    pub(crate) fn effect<S>(&self, body: &Body<S>) -> Effect {
        match body {
            Body::Steps(_) | Body::StandIn(_) => Effect::Steps,
            Body::Act(
                TableAction::Undo { entry }
                | TableAction::UndoFrom { entry }
                | TableAction::GoOn { without: entry, .. },
            ) => Effect::Undone(*entry),
            Body::Act(TableAction::Agree { settles: true, .. }) => {
                let undoes = self.proposed.and_then(|proposed| proposed.proposal.undoes());
                undoes.map_or(Effect::Nothing, Effect::Undone)
            }
            Body::Act(TableAction::Propose { settles: true, proposal }) => {
                proposal.undoes().map_or(Effect::Nothing, Effect::Undone)
            }
            Body::Act(_) => Effect::Nothing,
        }
    }

    /// The entries that an entry with this body would take back.
    pub(crate) fn undone_by_body<S>(&self, body: &Body<S>) -> Vec<u64> {
        match self.effect(body) {
            Effect::Undone(entry) => self.undone_with(entry),
            Effect::Steps | Effect::Nothing => Vec::new(),
        }
    }

    /// The entries that are taken back with one: it, and the plays since that stand.
    pub(crate) fn undone_with(&self, entry: u64) -> Vec<u64> {
        let since = self.plays.iter().map(|play| play.seq).filter(|&seq| seq > entry);
        std::iter::once(entry).chain(since).collect()
    }

    /// Applies an entry.
    pub(crate) fn apply<S>(&mut self, entry: &Entry, body: &Body<S>) {
        self.at_ms = entry.at_ms;
        if let Body::Act(TableAction::GoOn { .. }) = body {
            self.clocks.forgive();
        }
        let mut asked_again = None;
        if let Effect::Undone(undone) = self.effect(body) {
            for seq in self.undone_with(undone) {
                self.undone.insert(seq, entry.seq);
            }
            let from = self.plays.iter().position(|play| play.seq >= undone);
            for play in self.plays.split_off(from.unwrap_or(self.plays.len())) {
                let StandingPlay { seq, seat, gained_ms, .. } = play;
                self.clocks.take_back(seat, gained_ms, entry.at_ms);
                if seq == undone {
                    asked_again = Some(seat);
                }
            }
            self.proposed = None;
        }
        let mut decided = None;
        match (body, entry.seat) {
            (Body::Steps(_), Some(seat)) => {
                self.plays.push(StandingPlay { seq: entry.seq, seat, is_own: true, gained_ms: 0 });
                self.drop_undo_proposal();
                decided = Some(seat);
            }
            (Body::StandIn(_), Some(seat)) => {
                self.plays.push(StandingPlay { seq: entry.seq, seat, is_own: false, gained_ms: 0 });
                // What a bot has played gives way.
                if self.condition(seat) != Condition::Bot || !self.is_undo_from_proposed() {
                    self.drop_undo_proposal();
                }
            }
            (Body::Act(action), seat) => self.act(*action, seat, entry.seq),
            (Body::Steps(_) | Body::StandIn(_), None) => {}
        }
        self.is_over |= entry.ends && self.closed.is_none();
        self.turn(entry.to_act, decided, asked_again);
    }

    fn act(&mut self, action: TableAction, seat: Option<Seat>, seq: u64) {
        match (action, seat) {
            (TableAction::TimeUp, Some(seat)) => match self.on_time_up {
                OnTimeUp::StandIn => self.set(seat, Condition::Away),
                OnTimeUp::Resign => self.set(seat, Condition::Resigned),
            },
            (TableAction::Resign, Some(seat)) => self.set(seat, Condition::Resigned),
            (TableAction::Return, Some(seat)) => {
                self.set(seat, Condition::Playing);
                self.clocks.return_to(seat);
            }
            (TableAction::Propose { proposal, settles: true }, _) => self.settle(proposal),
            (TableAction::Propose { proposal, settles: false }, Some(by)) => {
                self.proposed =
                    Some(Proposed { entry: seq, by, proposal, agreed: Seats::just(by) });
            }
            // The host proposes this, to all.
            (
                TableAction::Propose {
                    proposal: proposal @ Proposal::GoOn { without, .. },
                    settles: false,
                },
                None,
            ) => {
                let of = self.plays.iter().find(|play| play.seq == without).map(|play| play.seat);
                self.proposed =
                    of.map(|by| Proposed { entry: seq, by, proposal, agreed: Seats::NONE });
            }
            (TableAction::Agree { settles: true, .. }, _) => {
                if let Some(proposed) = self.proposed.take() {
                    self.settle(proposed.proposal);
                }
            }
            (TableAction::Agree { settles: false, .. }, Some(seat)) => {
                if let Some(proposed) = &mut self.proposed {
                    proposed.agreed = proposed.agreed.with(seat);
                }
            }
            (TableAction::Decline { .. }, _) => self.proposed = None,
            (TableAction::Close(why), _) => self.closed = Some(why),
            (
                TableAction::Undo { .. }
                | TableAction::UndoFrom { .. }
                | TableAction::LimitReached
                | TableAction::Upgrade { .. }
                | TableAction::GoOn { .. },
                _,
            )
            | (_, None) => {}
        }
    }

    fn settle(&mut self, proposal: Proposal) {
        match proposal {
            Proposal::Undo(_) | Proposal::UndoFrom(_) | Proposal::GoOn { .. } => {}
            Proposal::Pause => self.is_paused = true,
            Proposal::Resume => self.is_paused = false,
            Proposal::Abort => self.closed = Some(CloseReason::Aborted),
        }
    }

    fn set(&mut self, seat: Seat, condition: Condition) {
        if let Some(found) = self.conditions.get_mut(seat.index()) {
            // No entry turns a bot or a deleted account into a player; but a player who resigned
            // and was deleted later has resigned.
            match *found {
                Condition::Bot => {}
                Condition::Gone if condition != Condition::Resigned => {}
                _ => *found = condition,
            }
        }
    }

    /// Drops a proposal that is about the newest play, because somebody has played since.
    fn drop_undo_proposal(&mut self) {
        if self.proposed.is_some_and(|proposed| proposed.proposal.about().is_some()) {
            self.proposed = None;
        }
    }

    fn is_undo_from_proposed(&self) -> bool {
        self.proposed.is_some_and(|proposed| matches!(proposed.proposal, Proposal::UndoFrom(_)))
    }

    /// Sets whose turn it is and runs the clocks accordingly; `decided` is the seat that has just
    /// played. A seat that gets its question `again`, because it took its answer back, keeps its
    /// remaining time.
    fn turn(&mut self, to_act: Seats, decided: Option<Seat>, again: Option<Seat>) {
        let (before, at_ms) = (self.to_act, self.at_ms);
        self.to_act = to_act;
        for seat in (0..).map(Seat).take(self.conditions.len()) {
            let thinks = self.thinks(seat);
            if decided == Some(seat) {
                let before_ms = self.clocks.left_ms(seat, at_ms);
                self.clocks.decided(seat, at_ms);
                let after_ms = self.clocks.left_ms(seat, at_ms);
                if let (Some(play), Some(before), Some(after)) =
                    (self.plays.last_mut(), before_ms, after_ms)
                {
                    play.gained_ms = after - before;
                }
            }
            match (thinks, before.contains(seat) || again == Some(seat)) {
                (true, true) => self.clocks.run(seat, at_ms),
                (true, false) => self.clocks.ask(seat, at_ms),
                (false, _) => self.clocks.stop(seat, at_ms),
            }
        }
    }

    /// Whether a seat's own player has to act now.
    pub(crate) fn thinks(&self, seat: Seat) -> bool {
        self.condition(seat) == Condition::Playing
            && self.to_act.contains(seat)
            && self.is_running()
    }

    /// The seats whose own players have to act now.
    pub(crate) fn thinking(&self) -> Seats {
        self.to_act.iter().filter(|&seat| self.thinks(seat)).collect()
    }

    /// Whether the game goes on: it has not ended, and is not paused.
    pub(crate) fn is_running(&self) -> bool {
        !self.has_ended() && !self.is_paused
    }

    /// Whether the players have agreed to a pause.
    pub(crate) const fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Whether the table has ended: the game is over, or the table closed.
    pub(crate) const fn has_ended(&self) -> bool {
        self.is_over || self.closed.is_some()
    }

    /// Whether the game has a result.
    pub(crate) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether no person plays here, nor could come back.
    pub(crate) fn is_unattended(&self) -> bool {
        let person = |one: &Condition| matches!(one, Condition::Playing | Condition::Away);
        !self.has_ended() && !self.conditions.iter().any(person)
    }

    /// How many plays stand: those that were not taken back.
    pub(crate) const fn plays(&self) -> usize {
        self.plays.len()
    }

    /// The seats of players for whom a stand-in has made at least half of the plays that stand.
    pub(crate) fn mostly_stood_in_for(&self) -> Seats {
        let is_mostly = |&seat: &Seat| {
            let plays = |is_own: bool| {
                let of_seat = |play: &&StandingPlay| play.seat == seat && play.is_own == is_own;
                self.plays.iter().filter(of_seat).count()
            };
            plays(false) > 0 && plays(false) >= plays(true)
        };
        self.seats_that(|condition| condition != Condition::Bot).iter().filter(is_mostly).collect()
    }

    /// The newest entry in which anybody has played and that was not taken back.
    pub(crate) fn last_play(&self) -> Option<u64> {
        self.plays.last().map(|play| play.seq)
    }

    /// When the table ended; none while it has not.
    pub(crate) fn ended_ms(&self) -> Option<i64> {
        // Nothing comes after the entry that ends it.
        self.has_ended().then_some(self.at_ms)
    }

    /// Why the table was closed, if it was.
    pub(crate) const fn closed(&self) -> Option<CloseReason> {
        self.closed
    }

    /// How a seat is played.
    pub(crate) fn condition(&self, seat: Seat) -> Condition {
        self.conditions.get(seat.index()).copied().unwrap_or_default()
    }

    /// How each seat is played.
    pub(crate) fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// What is proposed, if anything is.
    pub(crate) const fn proposed(&self) -> Option<&Proposed> {
        self.proposed.as_ref()
    }

    /// What happens to a seat whose time is up.
    pub(crate) const fn on_time_up(&self) -> OnTimeUp {
        self.on_time_up
    }

    /// The clocks.
    pub(crate) const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The entry that has taken this one back, if any.
    pub(crate) fn undone_by(&self, entry: u64) -> Option<u64> {
        self.undone.get(&entry).copied()
    }

    /// The seats that have resigned.
    pub(crate) fn resigned(&self) -> Seats {
        self.seats_that(|condition| condition == Condition::Resigned)
    }

    /// The seats whose condition fulfils a test.
    pub(crate) fn seats_that(&self, is: impl Fn(Condition) -> bool) -> Seats {
        let seats = (0..).map(Seat).zip(&self.conditions);
        seats.filter(|(_, condition)| is(**condition)).map(|(seat, _)| seat).collect()
    }

    /// The next seat for which the host has to play.
    pub(crate) fn to_stand_in(&self) -> Option<Seat> {
        let played = |seat: &Seat| self.condition(*seat) != Condition::Playing;
        self.to_act.iter().find(played).filter(|_| self.is_running())
    }
}

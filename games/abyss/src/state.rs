//! The whole state of a game, whose turn it is, and who is asked.

use arrayvec::ArrayVec;
use gueridon_game::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::agenda::Agenda;
use crate::board::Board;
use crate::cards::{Lord, MOST_SEATS};
use crate::decision::Decision;
use crate::options::Options;
use crate::player::Player;

/// A game of Abyss, between two steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abyss {
    pub(crate) options: Options,
    pub(crate) board: Board,
    pub(crate) players: ArrayVec<Player, MOST_SEATS>,
    pub(crate) turn: Turn,
    /// What is asked, and of whom.
    pub(crate) decision: Decision,
    /// Who may be given the Kraken figure, while its holder is asked to choose: that goes before
    /// anything else (E74a).
    pub(crate) claimants: Seats,
    /// What happens once it is answered.
    pub(crate) agenda: Agenda,
    /// Whether everybody was told who begins: a deal tells nothing, so the first step does.
    pub(crate) has_begun: bool,
    /// Who announced the end of the game, once somebody has.
    pub(crate) ending: Option<Seat>,
}

/// Whose turn it is, and what has happened in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) active: Seat,
    /// Allies bought in this turn, by anyone (E10).
    pub(crate) purchases: u8,
    /// Who has bought one (E11).
    pub(crate) buyers: Seats,
    /// Who has bought two, with the Hypnotist (E11).
    pub(crate) second_buyers: Seats,
    /// Powers used in this turn, by [`crate::powers::Power`].
    pub(crate) used_powers: u8,
    /// Whether the Invoker gave another turn after this one.
    pub(crate) extra_turn: bool,
}

impl Abyss {
    pub(crate) fn seat_count(&self) -> u8 {
        self.players.len() as u8
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    pub(crate) fn active(&self) -> &Player {
        self.player(self.turn.active)
    }

    pub(crate) fn active_mut(&mut self) -> &mut Player {
        self.player_mut(self.turn.active)
    }

    /// Every other seat, clockwise from the left of `seat`.
    pub(crate) fn opponents(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seat_count();
        (1..seats).map(move |further| Seat((seat.0 + further) % seats))
    }

    /// Whether an opponent of `seat` has `lord` active and `seat` has no active Shaman: the reach
    /// of every lasting power of the military.
    pub(crate) fn suffers(&self, seat: Seat, lord: Lord) -> bool {
        self.opponents(seat).any(|other| self.player(other).has_active(lord))
            && !self.is_protected(seat)
    }

    /// Whether the military of the active player reach `seat`.
    pub(crate) fn is_victim(&self, seat: Seat) -> bool {
        seat != self.turn.active && !self.is_protected(seat)
    }

    /// Whether an active Shaman protects `seat` from the military.
    pub(crate) fn is_protected(&self, seat: Seat) -> bool {
        self.player(seat).has_active(Lord::Shaman)
    }
    /// The Lord whose power asks, if one does.
    pub(crate) fn asking_power(&self) -> Option<Lord> {
        if !self.claimants.is_empty() {
            return None;
        }
        match &self.decision {
            Decision::SecondStack => Some(Lord::Alchemist),
            Decision::DiscardCards { source, .. } => Some(source.lord()),
            Decision::TurnLord { .. } => Some(Lord::Assassin),
            Decision::Rob => Some(Lord::Hunter),
            Decision::ApprenticeStack => Some(Lord::Apprentice),
            Decision::SwapLocation => Some(Lord::Illusionist),
            Decision::SecondLord => Some(Lord::Corruptor),
            Decision::GiveUpLord { to } => Some(*to),
            Decision::ReplaceLord => Some(Lord::Traitor),
            Decision::KeepLocation { ambassador, .. } => *ambassador,
            Decision::AmbassadorLocation { ambassador } => Some(*ambassador),
            Decision::PlaceSentinel { lord } => Some(*lord),
            Decision::GiveNebulis { .. } => Some(Lord::Fence),
            Decision::TakeDiscarded => Some(Lord::Healer),
            Decision::NameRace | Decision::DiscardAffiliated { .. } => Some(Lord::Executioner),
            Decision::FreeLord => Some(Lord::Liberator),
            _ => None,
        }
    }

    /// Who is to act.
    pub(crate) fn asked(&self) -> Seats {
        if !self.claimants.is_empty() {
            return self.board.figure.map_or(Seats::NONE, Seats::just);
        }
        match &self.decision {
            Decision::Nothing | Decision::Over => Seats::NONE,
            Decision::BuyAlly { seat } => Seats::just(*seat),
            Decision::DiscardCards { due, .. } => (0..)
                .map(Seat)
                .zip(due)
                .filter(|&(_, &due)| due > 0)
                .map(|(seat, _)| seat)
                .collect(),
            Decision::DiscardAffiliated { victims, .. } => *victims,
            _ => Seats::just(self.turn.active),
        }
    }
}

impl Turn {
    /// A turn of `seat`, of which nothing has happened yet.
    pub(crate) fn of(seat: Seat) -> Self {
        Self {
            active: seat,
            purchases: 0,
            buyers: Seats::NONE,
            second_buyers: Seats::NONE,
            used_powers: 0,
            extra_turn: false,
        }
    }
}

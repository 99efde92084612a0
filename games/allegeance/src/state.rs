//! What lies on the table: the piles, the players' sides, whose turn it is, and who is asked.

use arrayvec::ArrayVec;
use gueridon_game::deck::KnownPlace;
use gueridon_game::{Deck, Eyes, Kind, Pile, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::cards::{
    Card, Cards, Gem, Gems, Guild, Guilds, MOST_FORESEEN, MOST_SEATS, OATHS_DEALT, Oath, Oaths,
    PLAYS_PER_TURN,
};
use crate::decision::Decision;
use crate::history::History;
use crate::options::Options;

/// How many cards the main pile has before the deal, with every guild in play.
pub(crate) const MOST_CARDS: usize = {
    let (mut cards, mut guild) = (Guild::ALL.len(), 0);
    while guild < Guild::ALL.len() {
        cards += Guild::ALL[guild].facts().copies as usize;
        guild += 1;
    }
    cards
};
/// One Fossoyeur can be disguised with the power of the guild, or a copy of it, and one with each
/// chief: on the cards as they are that is Deexos, and Valdyr with another copy.
pub(crate) const MOST_SHIFTS: usize = 1 + Guild::ALL.len();
/// Of how many cards in a hand it is remembered that somebody else saw them in the pile. More are
/// forgotten; that takes a hand which has grown by dozens of such cards.
const MOST_SEEN: usize = 32;

/// A game of Allégeance, between two steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allegeance {
    pub(crate) options: Options,
    /// The guilds in play (F29).
    pub(crate) guilds: Guilds,
    /// Who has the first turn of each round.
    pub(crate) first: Seat,
    pub(crate) players: ArrayVec<Player, MOST_SEATS>,
    pub(crate) board: Board,
    pub(crate) turn: Turn,
    /// What has become of hidden cards.
    pub(crate) history: History,
    /// What is asked, and of whom.
    pub(crate) decision: Decision,
    /// Whether the Allegiances are revealed (F24).
    pub(crate) revealed: bool,
}

/// What lies in the middle of the table, and in the box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Board {
    /// The main pile. Its remembered places are the cards that Médiums put under it (F14).
    pub(crate) deck: Deck<Card, { Card::ALL.len() }, MOST_CARDS>,
    pub(crate) discard: Cards,
    pub(crate) gem_pile: Deck<Gem, { Gem::ALL.len() }>,
    pub(crate) gem_discard: Gems,
    /// Allegiances that nobody has taken: in the box, or the packet of the draft.
    pub(crate) unclaimed: Oaths,
    /// Whether the fifth Protection is still to be had.
    pub(crate) fifth_protection: bool,
    /// The cards drawn to keep one of them, in the order in which they were seen.
    pub(crate) foreseen: Pile<Card, MOST_FORESEEN>,
}

/// One player's side of the table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) hand: Cards,
    /// What opponents saw of this hand's cards before they came to it.
    pub(crate) seen: ArrayVec<Seen, MOST_SEEN>,
    /// Partisans and chiefs, each as the card that it is.
    pub(crate) field: Cards,
    /// Partisans that count for another guild than their own.
    pub(crate) shifts: ArrayVec<Shift, MOST_SHIFTS>,
    pub(crate) gems: Gems,
    /// How many Damnés the player has sacrificed (F21).
    pub(crate) sacrificed: u8,
    /// Whether the player's own Protection is active.
    pub(crate) protected: bool,
    /// Whether the player has the fifth Protection, which is always active.
    pub(crate) fifth: bool,
    /// Allegiances dealt and not chosen from yet.
    pub(crate) offered: ArrayVec<Oath, OATHS_DEALT>,
    /// The Allegiance kept.
    pub(crate) oath: Option<Oath>,
    /// The Allegiance that the player put back into the box.
    pub(crate) rejected: Option<Oath>,
}

/// A card in a hand that an opponent knows to be there. Partisans of a guild are alike, so that
/// "a card of this kind is there" is all there is to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seen {
    pub(crate) by: Seat,
    pub(crate) card: Card,
}

/// A partisan that counts for another guild than its own: a Fossoyeur in disguise (F19), or the
/// partisan in the Mirror.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shift {
    pub(crate) from: Guild,
    pub(crate) to: Guild,
}

/// What is used up in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) active: Seat,
    /// Counted from 1.
    pub(crate) round: u8,
    pub(crate) plays_left: u8,
    /// The guilds whose power was used (F10).
    pub(crate) used: Guilds,
    /// The refill limit that was copied from Magiciennes; 0 if none was (F20).
    pub(crate) copied_limit: u8,
}

impl Turn {
    /// The beginning of a turn.
    pub(crate) fn of(active: Seat, round: u8) -> Self {
        let used = Guilds::new();
        Self { active, round, plays_left: PLAYS_PER_TURN, used, copied_limit: 0 }
    }
}

impl Allegeance {
    pub(crate) fn seat_count(&self) -> u8 {
        self.players.len() as u8
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seat_count()).map(Seat)
    }

    /// The seats in the order of play, the first player's first.
    pub(crate) fn seats_in_order(&self) -> impl Iterator<Item = Seat> + use<> {
        let (first, count) = (self.first.0, self.seat_count());
        (0..count).map(move |place| Seat((first + place) % count))
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// The player whose turn it is.
    pub(crate) fn active(&self) -> &Player {
        self.player(self.turn.active)
    }

    pub(crate) fn active_mut(&mut self) -> &mut Player {
        self.player_mut(self.turn.active)
    }

    /// The seats of everybody else.
    pub(crate) fn opponents(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        Seats::first(self.seat_count()).without(seat).iter()
    }

    /// The places under the pile that somebody has looked at, the uppermost first.
    pub(crate) fn places(&self) -> Vec<KnownPlace<Card>> {
        let mut places: Vec<_> = self.board.deck.seen_by(Eyes::All).copied().collect();
        places.sort_by_key(|place| place.depth);
        places
    }

    /// Who is to act.
    pub(crate) fn asked(&self) -> Seats {
        match self.decision {
            Decision::Over => Seats::NONE,
            Decision::ChooseOath => {
                self.seats().filter(|&seat| self.player(seat).oath.is_none()).collect()
            }
            Decision::DraftOath { seat }
            | Decision::DraftDiscard { seat }
            | Decision::React { seat, .. }
            | Decision::UseOath { seat, .. } => Seats::just(seat),
            _ => Seats::just(self.turn.active),
        }
    }
}

impl Player {
    /// The gems in the reserve, by value (F12a).
    pub(crate) fn gem_value(&self) -> u16 {
        self.gems.iter().map(|(gem, count)| u16::from(gem.value()) * u16::from(count)).sum()
    }

    /// How many Protections of the player are active.
    pub(crate) fn protections(&self) -> u8 {
        u8::from(self.protected) + u8::from(self.fifth)
    }
}

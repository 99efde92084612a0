//! What lies on the table: the board, the players' sides of it, and whose turn it is.

use arrayvec::ArrayVec;
use gueridon_game::{Bag, Deck, Eyes, Kind, Log, Pile, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::agenda::Agenda;
use crate::cards::{COURT_SPACES, Card, Location, Loot, Lord, Race, TRACK_SPACES, Token};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::options::Options;
use crate::sentinels::Sentinel;

/// Exploration cards, by kind.
pub(crate) type Cards = Bag<Card, { Card::ALL.len() }>;
/// Lords, by kind: there is one of each.
pub(crate) type Lords = Bag<Lord, { Lord::ALL.len() }>;
/// Locations, by kind: there is one of each.
pub(crate) type Locations = Bag<Location, { Location::ALL.len() }>;
/// Loot, by value.
pub(crate) type Loots = Bag<Loot, { Loot::ALL.len() }>;
/// Monster tokens, by value.
pub(crate) type Tokens = Bag<Token, { Token::ALL.len() }>;

/// The most players.
pub(crate) const MOST_SEATS: usize = 4;
/// More Lords than one player can ever have: six, then one in each of the last turn and its extra
/// turn, and one more with the Corruptor.
const MOST_LORDS: usize = 12;
/// How many Monster tokens there are.
pub(crate) const MOST_TOKENS: usize = 20;

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
    /// Who announced the end of the game, once somebody has.
    pub(crate) ending: Option<Seat>,
}

/// What lies in the middle of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Board {
    pub(crate) deck: Deck<Card, { Card::ALL.len() }>,
    pub(crate) discard: Cards,
    /// The exploration track, the space nearest the deck first. Only its last card is ever bought
    /// or taken before the exploration ends, so there are no gaps.
    pub(crate) track: ArrayVec<Card, TRACK_SPACES>,
    /// The five stacks, by race. Each holds Allies of its race, and Krakens put there (E68).
    pub(crate) council: [Cards; Race::ALL.len()],
    pub(crate) lord_deck: Deck<Lord, { Lord::ALL.len() }>,
    /// The Allies laid down for the Lord that is being recruited.
    pub(crate) payment: Cards,
    /// The Court, the space farthest from the deck first.
    pub(crate) court: ArrayVec<Lord, COURT_SPACES>,
    /// Lords that left the game.
    pub(crate) lords_out: Lords,
    pub(crate) location_deck: Deck<Location, { Location::ALL.len() }>,
    /// Locations face up and available.
    pub(crate) available: Locations,
    /// Locations that left the game.
    pub(crate) locations_out: Locations,
    pub(crate) token_pool: Tokens,
    /// The square of the threat marker, from 0.
    pub(crate) threat: u8,
    /// Who has the Kraken figure (E74).
    pub(crate) figure: Option<Seat>,
    pub(crate) loot_deck: Deck<Loot, { Loot::ALL.len() }>,
    /// Loot that was discarded.
    pub(crate) loot_out: Loots,
    /// The Loot that lies on each of [`Location::SITES`], wherever the tile is.
    pub(crate) site_loot: [Loots; Location::SITES.len()],
    /// The Sentinels that somebody owns.
    pub(crate) sentinels: ArrayVec<Sentinel, 3>,
}

/// One player's side of the table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) pearls: u16,
    pub(crate) nebulis: u16,
    /// Key tokens; the Keys of Lords are counted apart.
    pub(crate) key_tokens: u16,
    pub(crate) hand: Cards,
    /// Cards of the hand chosen for a discard, while others still choose.
    pub(crate) chosen: Cards,
    pub(crate) affiliated: Cards,
    pub(crate) tokens: Pile<Token, MOST_TOKENS>,
    pub(crate) lords: ArrayVec<OwnedLord, MOST_LORDS>,
    pub(crate) locations: ArrayVec<Location, { Location::ALL.len() }>,
}

/// A Lord in front of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnedLord {
    pub(crate) lord: Lord,
    pub(crate) place: LordPlace,
}

/// Whether a Lord is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum LordPlace {
    /// Free, with its power and its Keys.
    Free,
    /// Free, but disabled by the Assassin (E47).
    Turned,
    /// Under a Location (E43).
    Covered(Location),
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

    /// Pearls from the Treasury, all in one gain; nothing is told of none.
    pub(crate) fn gain_pearls(
        &mut self,
        seat: Seat,
        pearls: u16,
        source: Source,
        log: &mut Log<Event>,
    ) {
        if pearls > 0 {
            self.player_mut(seat).pearls += pearls;
            log.all(Event::PearlsGained { seat, pearls, source });
            self.skim(seat, pearls, log);
        }
    }

    /// Whether an active Shaman protects `seat` from the military.
    pub(crate) fn is_protected(&self, seat: Seat) -> bool {
        self.player(seat).has_active(Lord::Shaman)
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

impl Board {
    /// How many cards the Council's stack of `race` has.
    pub(crate) fn stack_len(&self, race: Race) -> u8 {
        self.council[race.index()].len() as u8
    }

    /// The Council's stack of `race`.
    pub(crate) fn stack(&self, race: Race) -> Cards {
        self.council[race.index()]
    }

    /// Takes the Council's stack of `race`.
    pub(crate) fn take_stack(&mut self, race: Race) -> Cards {
        std::mem::take(&mut self.council[race.index()])
    }

    /// The races whose stack has a card.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = Race> {
        Race::ALL.iter().copied().filter(|&race| self.stack_len(race) > 0)
    }

    /// Shuffles the discard into a new deck if the deck is empty; says how many cards that were.
    pub(crate) fn reshuffle(&mut self) -> Option<u8> {
        let cards = self.discard.len() as u8;
        self.deck.renew(&mut self.discard).then_some(cards)
    }
}

impl Player {
    /// Whether the player has `lord`, free and not turned.
    pub(crate) fn has_active(&self, lord: Lord) -> bool {
        self.lords.iter().any(|owned| owned.lord == lord && owned.place == LordPlace::Free)
    }

    /// The Lords that are free and not turned.
    pub(crate) fn active_lords(&self) -> impl Iterator<Item = Lord> {
        self.lords.iter().filter(|owned| owned.place == LordPlace::Free).map(|owned| owned.lord)
    }

    /// The Lords that are free, turned or not.
    pub(crate) fn free_lords(&self) -> impl Iterator<Item = Lord> {
        let free = |owned: &&OwnedLord| !matches!(owned.place, LordPlace::Covered(_));
        self.lords.iter().filter(free).map(|owned| owned.lord)
    }

    /// Keys that can pay for a Location: tokens, and those of active Lords (E38).
    pub(crate) fn keys(&self) -> u16 {
        self.key_tokens + self.active_lords().map(|lord| u16::from(lord.facts().keys)).sum::<u16>()
    }

    /// How many cards the player holds, chosen for a discard or not.
    pub(crate) fn hand_len(&self) -> usize {
        self.hand.len() + self.chosen.len()
    }

    /// The values of the Monster tokens that `eyes` know, added up.
    pub(crate) fn known_tokens(&self, eyes: Eyes) -> i32 {
        self.tokens.seen_by(eyes).flatten().map(|token| i32::from(token.value())).sum()
    }

    /// Finds a Lord in front of the player.
    pub(crate) fn lord_mut(&mut self, lord: Lord) -> Option<&mut OwnedLord> {
        self.lords.iter_mut().find(|owned| owned.lord == lord)
    }

    /// Moves every Lord under `from` to under `to`, and `to` into the place of `from`.
    pub(crate) fn exchange_location(&mut self, from: Location, to: Location) {
        for location in self.locations.iter_mut().filter(|location| **location == from) {
            *location = to;
        }
        for owned in self.lords.iter_mut().filter(|owned| owned.place == LordPlace::Covered(from)) {
            owned.place = LordPlace::Covered(to);
        }
    }
}

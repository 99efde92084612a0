//! The table before the first turn (E1, E1a, E63a).

use arrayvec::ArrayVec;
use gueridon_game::{Deck, Dice, Kind, Seat, Seats};

use crate::agenda::Agenda;
use crate::board::Board;
use crate::cards::{
    COURT_SPACES, Card, Cards, Location, Locations, Loot, Loots, Lord, Lords, Race,
    STARTING_LOCATIONS, STARTING_PEARLS, Token, Tokens,
};
use crate::decision::Decision;
use crate::options::Options;
use crate::player::Player;
use crate::state::{Abyss, Turn};

impl Abyss {
    pub(crate) fn set_up(options: Options, seats: u8, dice: &mut Dice) -> Self {
        let kraken = options.kraken;
        let mut cards = Cards::new();
        let used = Card::ALL.iter().filter(|card| kraken || !card.is_kraken());
        used.for_each(|&card| cards.add_many(card, card.copies()));
        let mut loot = Loots::new();
        let found = Loot::ALL.iter().filter(|_| kraken);
        found.for_each(|&card| loot.add_many(card, card.copies()));
        let mut tokens = Tokens::new();
        Token::ALL.iter().for_each(|&token| tokens.add_many(token, token.copies()));
        let mut lord_deck: Deck<Lord, { Lord::ALL.len() }> =
            lords(kraken).collect::<Lords>().into();
        let court = (0..COURT_SPACES).filter_map(|_| lord_deck.draw(dice)).collect();
        let mut location_deck: Deck<Location, { Location::ALL.len() }> =
            locations(kraken).collect::<Locations>().into();
        let available = (0..STARTING_LOCATIONS).filter_map(|_| location_deck.draw(dice)).collect();
        let player = || Player { pearls: STARTING_PEARLS, ..Player::default() };
        Self {
            options,
            board: Board {
                deck: cards.into(),
                discard: Cards::new(),
                track: ArrayVec::new(),
                council: [Cards::new(); Race::ALL.len()],
                payment: Cards::new(),
                lord_deck,
                court,
                lords_out: Lords::new(),
                location_deck,
                available,
                locations_out: Locations::new(),
                token_pool: tokens,
                threat: 0,
                figure: None,
                loot_deck: loot.into(),
                loot_out: Loots::new(),
                site_loot: [Loots::new(); Location::SITES.len()],
                sentinels: ArrayVec::new(),
            },
            players: (0..seats).map(|_| player()).collect(),
            turn: Turn::of(Seat(dice.below(usize::from(seats)) as u8)),
            decision: Decision::Act,
            claimants: Seats::NONE,
            agenda: Agenda::new(),
            has_begun: false,
            ending: None,
        }
    }
}

/// The Lords of the game, with or without the extension.
fn lords(kraken: bool) -> impl Iterator<Item = Lord> {
    Lord::ALL.iter().copied().filter(move |lord| kraken || !lord.facts().kraken)
}

/// The Locations of the game, with or without the extension.
fn locations(kraken: bool) -> impl Iterator<Item = Location> {
    Location::ALL.iter().copied().filter(move |location| kraken || !location.facts().kraken)
}

//! The table before the first turn (E1, E1a).

use arrayvec::ArrayVec;
use gueridon_game::{Deck, Dice, Kind, Seat};

use crate::agenda::Agenda;
use crate::cards::{
    COURT_SPACES, Card, Location, Lord, STARTING_LOCATIONS, STARTING_PEARLS, Token,
};
use crate::decision::Decision;
use crate::options::Options;
use crate::state::{Abyss, Board, Cards, Locations, Lords, Player, Tokens, Turn};

impl Abyss {
    pub(crate) fn set_up(options: Options, seats: u8, dice: &mut Dice) -> Self {
        let mut cards = Cards::new();
        Card::ALL.iter().for_each(|&card| cards.add_many(card, card.copies()));
        let mut tokens = Tokens::new();
        Token::ALL.iter().for_each(|&token| tokens.add_many(token, token.copies()));
        let mut lord_deck: Deck<Lord, { Lord::ALL.len() }> =
            Lord::ALL.iter().copied().collect::<Lords>().into();
        let court = (0..COURT_SPACES).filter_map(|_| lord_deck.draw(dice)).collect();
        let mut location_deck: Deck<Location, { Location::ALL.len() }> =
            Location::ALL.iter().copied().collect::<Locations>().into();
        let available = (0..STARTING_LOCATIONS).filter_map(|_| location_deck.draw(dice)).collect();
        let player = || Player { pearls: STARTING_PEARLS, ..Player::default() };
        Self {
            options,
            board: Board {
                deck: cards.into(),
                discard: Cards::new(),
                track: ArrayVec::new(),
                council: Cards::new(),
                payment: Cards::new(),
                lord_deck,
                court,
                lords_out: Lords::new(),
                location_deck,
                available,
                locations_out: Locations::new(),
                token_pool: tokens,
                threat: 0,
            },
            players: (0..seats).map(|_| player()).collect(),
            turn: Turn::of(Seat(dice.below(usize::from(seats)) as u8)),
            decision: Decision::Act,
            agenda: Agenda::new(),
            ending: None,
        }
    }
}

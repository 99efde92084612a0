//! What one pair of eyes may know of the table (section H).

use arrayvec::ArrayVec;
use gueridon_game::bag::{as_list, as_optional_list};
use gueridon_game::{Bag, Eyes, Kind, Seat, Seats};
use serde::{Serialize, Serializer};

use crate::board::{Post, Sentinel};
use crate::cards::{
    COURT_SPACES, Card, Cards, Location, Locations, Loot, Loots, Lord, Lords, MOST_LOCATIONS_DRAWN,
    Race, TRACK_SPACES, Token, Tokens,
};
use crate::decision::Decision;
use crate::player::{LordPlace, OwnedLord, Player};
use crate::powers::Power;
use crate::state::Abyss;

/// What one pair of eyes may know of the table. What is hidden from them is null.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct View {
    pub to_act: Seats,
    pub active: Seat,
    pub question: Question,
    pub options: crate::options::Options,
    pub track: ArrayVec<Card, TRACK_SPACES>,
    pub price: u16,
    pub buyers: Seats,
    pub used_powers: ArrayVec<Lord, { Power::ALL.len() }>,
    pub power: Option<Lord>,
    pub threat: u8,
    pub deck_size: u8,
    pub discard_size: u8,
    #[serde(serialize_with = "as_optional_list")]
    pub deck: Option<Cards>,
    #[serde(serialize_with = "as_optional_list")]
    pub discard: Option<Cards>,
    pub monster_tokens_left: u8,
    #[serde(serialize_with = "as_optional_list")]
    pub token_pool: Option<Tokens>,
    pub council: ArrayVec<Stack, 5>,
    pub court: ArrayVec<Lord, COURT_SPACES>,
    pub lord_deck_size: u8,
    #[serde(serialize_with = "as_ids")]
    pub lords_out: Lords,
    #[serde(serialize_with = "as_ids")]
    pub locations: Locations,
    pub location_deck_size: u8,
    #[serde(serialize_with = "as_ids")]
    pub locations_out: Locations,
    pub drawn: ArrayVec<Location, MOST_LOCATIONS_DRAWN>,
    #[serde(serialize_with = "as_optional_ids")]
    pub searched: Option<Locations>,
    pub recruiting: Option<Lord>,
    #[serde(serialize_with = "as_list")]
    pub payment: Cards,
    pub extra_turn: bool,
    pub ending: Option<Seat>,
    pub players: ArrayVec<Side, 4>,
    pub kraken: Option<KrakenView>,
}

/// What Kraken adds to the table; null without the extension.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct KrakenView {
    pub holder: Option<Seat>,
    pub claimants: Seats,
    pub second_buyers: Seats,
    pub receivers: Seats,
    pub sentinels: ArrayVec<Reservation, 3>,
    pub searching: Option<Location>,
    pub sites: ArrayVec<Site, { Location::SITES.len() }>,
    pub loot_deck_size: u8,
    #[serde(serialize_with = "as_list")]
    pub loot_out: Loots,
}

/// A Sentinel that somebody owns, and what it reserves.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Reservation {
    pub sentinel: Lord,
    pub seat: Seat,
    pub can_be_placed: bool,
    pub lord: Option<Lord>,
    pub race: Option<Race>,
    pub location: Option<Location>,
}

/// A Location with Loot on it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Site {
    pub location: Location,
    pub loot: ArrayVec<Loot, { Loot::ALL.len() }>,
}

/// A stack of the Council.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Stack {
    pub race: Race,
    pub size: u8,
    #[serde(serialize_with = "as_optional_list")]
    pub cards: Option<Cards>,
}

/// One player's side of the table.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Side {
    pub seat: Seat,
    pub pearls: u16,
    pub nebulis: Option<u16>,
    pub key_tokens: u16,
    pub keys: u16,
    pub hand_size: u8,
    pub to_discard: u8,
    #[serde(serialize_with = "as_optional_list")]
    pub hand: Option<Cards>,
    #[serde(serialize_with = "as_optional_list")]
    pub chosen: Option<Cards>,
    #[serde(serialize_with = "as_list")]
    pub affiliated: Cards,
    pub monster_tokens: ArrayVec<MonsterToken, 20>,
    pub lords: ArrayVec<LordInPlay, 12>,
    pub locations: ArrayVec<Location, { Location::ALL.len() }>,
}

/// A Monster token in front of a player; null for eyes that do not know it.
#[derive(Debug, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct MonsterToken {
    pub token: Option<Token>,
}

/// A Lord in front of a player.
#[derive(Debug, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct LordInPlay {
    pub lord: Lord,
    pub place: Place,
    pub location: Option<Location>,
}

/// Whether a Lord is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Place {
    /// Free, with its power and its Keys.
    Free,
    /// Free, but disabled by the Assassin.
    Turned,
    /// Under a Location.
    Covered,
}

/// What is asked, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the values are described in the SDL, where clients read them")]
pub enum Question {
    Nothing,
    Act,
    BuyAlly,
    TakeOrReveal,
    FightOrReveal,
    ChooseReward,
    SecondStack,
    PayLord,
    Affiliate,
    DiscardCards,
    TurnLord,
    Rob,
    ApprenticeStack,
    SwapLocation,
    SecondLord,
    GiveUpLord,
    ReplaceLord,
    ControlLocation,
    KeepLocation,
    AmbassadorLocation,
    UseKeys,
    SearchLocation,
    EndTurn,
    ChooseHolder,
    PlaceKraken,
    PlaceSentinel,
    SearchLoot,
    GiveNebulis,
    TakeDiscarded,
    NameRace,
    DiscardAffiliated,
    FreeLord,
}

impl Abyss {
    pub(crate) fn seen_by(&self, eyes: Eyes) -> View {
        let board = &self.board;
        let all = eyes == Eyes::All;
        let searches = self.decision == Decision::SearchLocation && eyes.are_of(self.turn.active);
        let drawn = match &self.decision {
            Decision::KeepLocation { drawn, .. } => drawn.clone(),
            _ => ArrayVec::new(),
        };
        let stack = |&race: &Race| Stack {
            race,
            size: board.stack_len(race),
            cards: all.then(|| board.stack(race)),
        };
        View {
            to_act: self.asked(),
            active: self.turn.active,
            question: self.question(),
            options: self.options,
            track: board.track.clone(),
            price: self.ally_price(),
            buyers: self.turn.buyers,
            used_powers: self.used_powers().collect(),
            power: self.asking_power(),
            threat: board.threat + 1,
            deck_size: board.deck.len() as u8,
            discard_size: board.discard.len() as u8,
            deck: all.then(|| board.deck.cards()),
            discard: self.sees_discard(eyes).then_some(board.discard),
            monster_tokens_left: board.token_pool.len() as u8,
            token_pool: all.then_some(board.token_pool),
            council: Race::ALL.iter().map(stack).collect(),
            court: board.court.clone(),
            lord_deck_size: board.lord_deck.len() as u8,
            lords_out: board.lords_out,
            locations: board.available,
            location_deck_size: board.location_deck.len() as u8,
            locations_out: board.locations_out,
            drawn,
            searched: searches.then(|| board.location_deck.cards()),
            recruiting: self.recruiting(),
            payment: board.payment,
            extra_turn: self.turn.extra_turn,
            ending: self.ending,
            players: (0..self.seat_count()).map(|seat| self.side(Seat(seat), eyes)).collect(),
            kraken: self.options.kraken.then(|| self.kraken_view()),
        }
    }

    /// Whether `eyes` may look through the exploration discard: the Healer's owner does.
    pub(crate) fn sees_discard(&self, eyes: Eyes) -> bool {
        eyes == Eyes::All
            || (self.decision == Decision::TakeDiscarded && eyes.are_of(self.turn.active))
    }

    fn kraken_view(&self) -> KrakenView {
        let board = &self.board;
        let site = |&location: &Location| Site { location, loot: self.loot_on(location).collect() };
        KrakenView {
            holder: board.figure,
            claimants: self.claimants,
            second_buyers: self.turn.second_buyers,
            receivers: match self.decision {
                Decision::GiveNebulis { to } => to,
                _ => Seats::NONE,
            },
            sentinels: board.sentinels.iter().map(Reservation::from).collect(),
            searching: match self.decision {
                Decision::SearchLoot { site } => Some(site),
                _ => None,
            },
            sites: Location::SITES.iter().map(site).filter(|site| !site.loot.is_empty()).collect(),
            loot_deck_size: board.loot_deck.len() as u8,
            loot_out: board.loot_out,
        }
    }

    fn side(&self, seat: Seat, eyes: Eyes) -> Side {
        let player: &Player = self.player(seat);
        let is_own = eyes.are_of(seat);
        Side {
            seat,
            pearls: player.pearls,
            nebulis: self.options.kraken.then_some(player.nebulis),
            key_tokens: player.key_tokens,
            keys: player.keys(),
            hand_size: player.hand_len() as u8,
            to_discard: match self.decision {
                Decision::DiscardCards { due, .. } => due[seat.index()],
                _ => 0,
            },
            hand: is_own.then_some(player.hand),
            chosen: is_own.then_some(player.chosen),
            affiliated: player.affiliated,
            monster_tokens: player
                .tokens
                .seen_by(eyes)
                .map(|token| MonsterToken { token })
                .collect(),
            lords: player.lords.iter().map(LordInPlay::from).collect(),
            locations: player.locations.clone(),
        }
    }

    fn question(&self) -> Question {
        if !self.claimants.is_empty() {
            return Question::ChooseHolder;
        }
        match self.decision {
            Decision::Nothing | Decision::Over => Question::Nothing,
            Decision::Act => Question::Act,
            Decision::BuyAlly { .. } => Question::BuyAlly,
            Decision::TakeOrReveal => Question::TakeOrReveal,
            Decision::FightOrReveal => Question::FightOrReveal,
            Decision::ChooseReward => Question::ChooseReward,
            Decision::SecondStack => Question::SecondStack,
            Decision::PayLord { .. } => Question::PayLord,
            Decision::Affiliate { .. } => Question::Affiliate,
            Decision::DiscardCards { .. } => Question::DiscardCards,
            Decision::TurnLord { .. } => Question::TurnLord,
            Decision::Rob => Question::Rob,
            Decision::ApprenticeStack => Question::ApprenticeStack,
            Decision::SwapLocation => Question::SwapLocation,
            Decision::SecondLord => Question::SecondLord,
            Decision::GiveUpLord { .. } => Question::GiveUpLord,
            Decision::ReplaceLord => Question::ReplaceLord,
            Decision::ControlLocation => Question::ControlLocation,
            Decision::KeepLocation { .. } => Question::KeepLocation,
            Decision::AmbassadorLocation { .. } => Question::AmbassadorLocation,
            Decision::UseKeys { .. } => Question::UseKeys,
            Decision::SearchLocation => Question::SearchLocation,
            Decision::EndTurn => Question::EndTurn,
            Decision::PlaceKraken => Question::PlaceKraken,
            Decision::PlaceSentinel { .. } => Question::PlaceSentinel,
            Decision::SearchLoot { .. } => Question::SearchLoot,
            Decision::GiveNebulis { .. } => Question::GiveNebulis,
            Decision::TakeDiscarded => Question::TakeDiscarded,
            Decision::NameRace => Question::NameRace,
            Decision::DiscardAffiliated { .. } => Question::DiscardAffiliated,
            Decision::FreeLord => Question::FreeLord,
        }
    }
}

impl From<&Sentinel> for Reservation {
    fn from(found: &Sentinel) -> Self {
        let (lord, race, location) = found.post.parts();
        let can_be_placed = found.post == Post::Waiting;
        Self { sentinel: found.lord, seat: found.owner, can_be_placed, lord, race, location }
    }
}

impl From<&OwnedLord> for LordInPlay {
    fn from(owned: &OwnedLord) -> Self {
        let (place, location) = match owned.place {
            LordPlace::Free => (Place::Free, None),
            LordPlace::Turned => (Place::Turned, None),
            LordPlace::Covered(location) => (Place::Covered, Some(location)),
        };
        Self { lord: owned.lord, place, location }
    }
}

fn as_ids<K: Kind, const N: usize, S: Serializer>(
    bag: &Bag<K, N>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(bag.each().map(Kind::id))
}

fn as_optional_ids<K: Kind, const N: usize, S: Serializer>(
    bag: &Option<Bag<K, N>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match bag {
        Some(bag) => as_ids(bag, serializer),
        None => serializer.serialize_none(),
    }
}

//! What one pair of eyes may know of the table (section H).

#![expect(missing_docs, reason = "what has no comment is described by its type and name")]

use arrayvec::ArrayVec;
use gueridon_game::bag::{as_ids, as_list, as_optional_ids, as_optional_list};
use gueridon_game::{Eyes, Kind, Sdl, Seat, Seats};
use serde::Serialize;

use crate::board::{Post, Sentinel};
use crate::cards::{
    COURT_SPACES, Card, Cards, Location, Locations, Loot, Loots, Lord, Lords, MOST_LOCATIONS_DRAWN,
    Race, TRACK_SPACES, Token, Tokens,
};
use crate::decision::Decision;
use crate::player::{LordPlace, OwnedLord, Player};
use crate::powers::Power;
use crate::state::Abyss;

/// What one pair of eyes may know of a game of Abyss. What is hidden from them is null.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct View {
    pub to_act: Seats,
    /// The seat whose turn it is.
    pub active: Seat,
    /// What is asked of the seats that are to act.
    pub question: Question,
    /// The variants of this table.
    pub options: crate::options::Options,
    /// The exploration track, the space nearest the deck first.
    pub track: ArrayVec<Card, TRACK_SPACES>,
    /// What the revealed Ally costs a buyer, in Pearls (E10).
    pub price: u16,
    /// The seats that have bought an Ally in this turn (E11).
    pub buyers: Seats,
    /// The Lords whose power was used in this turn (E6).
    pub used_powers: ArrayVec<Lord, { Power::ALL.len() }>,
    /// The Lord whose power asks the question; null when it is no power that does.
    pub power: Option<Lord>,
    /// The square of the threat marker, 1 to 6.
    pub threat: u8,
    /// How many cards the exploration deck has.
    pub deck_size: u8,
    /// How many cards the exploration discard has.
    pub discard_size: u8,
    /// The cards of the exploration deck; only for all-seeing eyes after the end.
    #[serde(serialize_with = "as_optional_list")]
    pub deck: Option<Cards>,
    /// The cards of the exploration discard; only for all-seeing eyes after the end, and for
    /// whoever takes an Ally from it with the Healer.
    #[serde(serialize_with = "as_optional_list")]
    pub discard: Option<Cards>,
    /// How many Monster tokens are in the pool.
    pub monster_tokens_left: u8,
    /// The Monster tokens in the pool; only for all-seeing eyes after the end.
    #[serde(serialize_with = "as_optional_list")]
    pub token_pool: Option<Tokens>,
    /// The five stacks of the Council.
    pub council: ArrayVec<Stack, 5>,
    /// The Lords at Court, the space farthest from the deck first.
    pub court: ArrayVec<Lord, COURT_SPACES>,
    /// How many Lords the deck has.
    pub lord_deck_size: u8,
    /// The Lords that left the game (E37).
    #[serde(serialize_with = "as_ids")]
    #[sdl(like = Vec<Lord>)]
    pub lords_out: Lords,
    /// The Locations that are face up and available.
    #[serde(serialize_with = "as_ids")]
    #[sdl(like = Vec<Location>)]
    pub locations: Locations,
    /// How many Locations the deck has.
    pub location_deck_size: u8,
    /// The Locations that left the game.
    #[serde(serialize_with = "as_ids")]
    #[sdl(like = Vec<Location>)]
    pub locations_out: Locations,
    /// The Locations just drawn, one of which is to be kept (E39).
    pub drawn: ArrayVec<Location, MOST_LOCATIONS_DRAWN>,
    /// The Location deck, while the caller searches it because of the Black Smokers (E46).
    #[serde(serialize_with = "as_optional_ids")]
    #[sdl(like = Option<Vec<Location>>)]
    pub searched: Option<Locations>,
    /// The Lord that is being recruited.
    pub recruiting: Option<Lord>,
    /// The Allies laid down for it so far (E25).
    #[serde(serialize_with = "as_list")]
    pub payment: Cards,
    /// Whether the Invoker gives the active player another turn after this one.
    pub extra_turn: bool,
    /// The seat that announced the end of the game: its next turn does not come (E53). Null as long
    /// as nobody has.
    pub ending: Option<Seat>,
    /// The players' sides of the table, in the order of the seats.
    pub players: ArrayVec<Side, 4>,
    /// What the extension Kraken adds; null without it.
    pub kraken: Option<KrakenView>,
}

/// What the extension Kraken adds to the table.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct KrakenView {
    /// The seat that has the Kraken figure; null while it is put aside (E74).
    pub holder: Option<Seat>,
    /// The seats between which its holder is asked to choose.
    pub claimants: Seats,
    /// The seats that have bought two Allies in this turn with the Hypnotist (E11).
    pub second_buyers: Seats,
    /// The seats already chosen to receive a Nebulis with the Fence.
    pub receivers: Seats,
    /// The Sentinels that players own.
    pub sentinels: ArrayVec<Reservation, 3>,
    /// The Location that is being searched for Loot.
    pub searching: Option<Location>,
    /// The Locations with Loot on them, whether somebody controls them or not (E89).
    pub sites: ArrayVec<Site, { Location::SITES.len() }>,
    /// How many Loot cards the deck has.
    pub loot_deck_size: u8,
    /// The Loot that was discarded.
    #[serde(serialize_with = "as_list")]
    pub loot_out: Loots,
}

/// A Sentinel that a player owns, on a Lord, on a stack, on a Location, or in front of its owner.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase", rename = "Sentinel")]
pub struct Reservation {
    /// The Lord that it came with.
    pub sentinel: Lord,
    /// The seat of its owner.
    pub seat: Seat,
    /// Whether it lies in front of its owner and may be placed before an action; otherwise not
    /// before the next turn.
    pub can_be_placed: bool,
    /// The Lord that it reserves.
    pub lord: Option<Lord>,
    /// The race whose stack it reserves.
    pub race: Option<Race>,
    /// The Location that it reserves.
    pub location: Option<Location>,
}

/// A Location with Loot on it.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    pub location: Location,
    /// The Loot, by value.
    pub loot: ArrayVec<Loot, { Loot::ALL.len() }>,
}

/// A stack of the Council.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct Stack {
    /// The race of its Allies.
    pub race: Race,
    /// How many there are.
    pub size: u8,
    /// Which ones; only for all-seeing eyes after the end.
    #[serde(serialize_with = "as_optional_list")]
    pub cards: Option<Cards>,
}

/// One player's side of the table.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase", rename = "Player")]
pub struct Side {
    pub seat: Seat,
    /// Pearls.
    pub pearls: u16,
    /// Nebulis; null without the extension Kraken.
    pub nebulis: Option<u16>,
    /// Key tokens.
    pub key_tokens: u16,
    /// All Keys that can pay for a Location: tokens, and those of free Lords (E38).
    pub keys: u16,
    /// How many Allies the player holds, those chosen for a discard included.
    pub hand_size: u8,
    /// How many cards the player still has to discard.
    pub to_discard: u8,
    /// The Allies in hand; null for the eyes of others.
    #[serde(serialize_with = "as_optional_list")]
    pub hand: Option<Cards>,
    /// The Allies already chosen for a discard, while others still choose; null for those others.
    #[serde(serialize_with = "as_optional_list")]
    pub chosen: Option<Cards>,
    /// The affiliated Allies.
    #[serde(serialize_with = "as_list")]
    pub affiliated: Cards,
    /// The Monster tokens, in the order in which they came.
    pub monster_tokens: ArrayVec<MonsterToken, 20>,
    /// The Lords, in the order in which they came.
    pub lords: ArrayVec<LordInPlay, 12>,
    /// The Locations under control, in the order in which they came.
    pub locations: ArrayVec<Location, { Location::ALL.len() }>,
}

/// A Monster token in front of a player.
#[derive(Debug, Serialize, Sdl)]
pub struct MonsterToken {
    pub token: Option<Token>,
}

/// A Lord in front of a player.
#[derive(Debug, Serialize, Sdl)]
pub struct LordInPlay {
    pub lord: Lord,
    /// Whether it is free.
    pub place: Place,
    /// The Location that covers it; null when none does.
    pub location: Option<Location>,
}

/// Whether a Lord in front of a player is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Place {
    /// Free: its power works, and its Keys count.
    Free,
    /// Free, but disabled by the Assassin for good (E47).
    Turned,
    /// Under a Location (E43).
    Covered,
}

/// What is asked of the seats that are to act. The prompt says the same in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Question {
    /// Nothing: the game is over.
    Nothing,
    /// To plot, or to explore, ask the Council or recruit (E3).
    Act,
    /// Whether to buy the revealed Ally (E9).
    BuyAlly,
    /// To take the revealed Ally or to reveal another card (E14).
    TakeOrReveal,
    /// To fight the revealed Monster or to reveal another card (E16).
    FightOrReveal,
    /// Which reward of the threat track to take (E16).
    ChooseReward,
    /// Which second stack to take with the Alchemist (E24).
    SecondStack,
    /// Which Allies to spend on the Lord that is being recruited (E25).
    PayLord,
    /// Which of the Allies spent to keep (E29).
    Affiliate,
    /// Which cards to discard, because of the Jailer or the Commander; asked of several seats at
    /// once.
    DiscardCards,
    /// Which Lords of opponents to disable with the Assassin.
    TurnLord,
    /// Whom to rob with the Hunter.
    Rob,
    /// Which stack to take with the Apprentice.
    ApprenticeStack,
    /// Which Locations to exchange with the Illusionist, if any.
    SwapLocation,
    /// Which Lord to recruit with the Corruptor, if any.
    SecondLord,
    /// Which free Lord to give up to the Traitor or the Schemer, if any.
    GiveUpLord,
    /// Which Lord of the Court replaces the one given up to the Traitor.
    ReplaceLord,
    /// Which available Location to take, or how many to draw (E39).
    ControlLocation,
    /// Which of the drawn Locations to keep (E39).
    KeepLocation,
    /// Which available Location an Ambassador takes when the deck is empty.
    AmbassadorLocation,
    /// Which Keys to use for the Location just taken (E42).
    UseKeys,
    /// Which Location of the deck to take instead of the Black Smokers, if any (E46).
    SearchLocation,
    /// To use a power or to end the turn (E6).
    EndTurn,
    /// Who has the Kraken figure from now on; asked of its holder (E74a).
    ChooseHolder,
    /// On which stack to put the first Kraken left on the track (E68).
    PlaceKraken,
    /// What to reserve with the Sentinel just taken (E78).
    PlaceSentinel,
    /// To draw another Loot or to stop (E85).
    SearchLoot,
    /// Which opponents receive a Nebulis with the Fence.
    GiveNebulis,
    /// Which Ally of the discard to take with the Healer.
    TakeDiscarded,
    /// Which race to name with the Executioner.
    NameRace,
    /// Which affiliated Ally to discard, because of the Executioner; asked of several seats at
    /// once.
    DiscardAffiliated,
    /// Which Lord under a Location to free with the Liberator.
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

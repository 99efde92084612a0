//! What one pair of eyes may know of the table (section G).

#![expect(missing_docs, reason = "what has no comment is described by its type and name")]

use arrayvec::ArrayVec;
use gueridon_game::bag::{as_list, as_optional_list};
use gueridon_game::deck::KnownPlace;
use gueridon_game::{Eyes, Kind, Sdl, Seat, Seats};
use serde::Serialize;

use crate::cards::{
    Allegiance, Card, Cards, GUILDS, Gems, Guild, MOST_FORESEEN, MOST_SEATS, OATHS_DEALT, Oath,
    TableFacts,
};
use crate::decision::Decision;
use crate::moves::Move;
use crate::options::Options;
use crate::state::{Allegeance, MOST_SHIFTS};

/// What one pair of eyes may know of a game of Allégeance. What is hidden from them is null.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct View {
    pub to_act: Seats,
    /// The seat whose turn it is.
    pub active: Seat,
    /// What is asked of the seats that are to act.
    pub question: Question,
    /// The variants of this table.
    pub options: Options,
    /// The seat with the first turn of each round.
    pub first: Seat,
    /// The round, from 1.
    pub round: u8,
    /// How many rounds are played (F23).
    pub rounds: u8,
    /// How many cards the active player may still play in this turn (F9).
    pub plays_left: u8,
    /// To how many cards the active player refills because of a copied power; null without one
    /// (F20).
    pub copied_limit: Option<u8>,
    /// Whose power is asked about: the chief just played, or a partisan of the guild that was
    /// copied. Null otherwise.
    pub power: Option<Card>,
    /// What a power is about to do to a player who can cancel it; null otherwise (F22).
    pub aim: Option<Aim>,
    /// The guilds in play (F29).
    pub guilds: ArrayVec<GuildInPlay, GUILDS>,
    /// How many cards the main pile has.
    pub deck_size: u8,
    /// The cards of the main pile; only for all-seeing eyes after the end.
    #[serde(serialize_with = "as_optional_list")]
    pub deck: Option<Cards>,
    /// The places of the main pile at which somebody has put a card that they saw, the uppermost
    /// first (F14).
    pub under_deck: Vec<Place>,
    /// The main discard.
    #[serde(serialize_with = "as_list")]
    pub discard: Cards,
    /// How many cards the gem pile has.
    pub gem_pile_size: u8,
    #[serde(serialize_with = "as_list")]
    pub gem_discard: Gems,
    /// Whether the fifth Protection is still to be had.
    pub fifth_protection: bool,
    /// The cards just drawn to keep one of them, in the order in which they were seen.
    pub foreseen: ArrayVec<MaybeCard, MOST_FORESEEN>,
    /// The Allegiances that nobody was dealt or has taken, for eyes that know exactly which: in the
    /// box, or in the packet of the draft (F30). Those that players put back into the box are in
    /// `rejected`.
    pub unclaimed: Option<Vec<Oath>>,
    /// How often the effect of the Allegiance that is asked about may still be used; 0 when none
    /// is.
    pub oath_uses_left: u8,
    /// The seats that lost a card to the Allegiance of the Blade just now.
    pub struck: Seats,
    /// The players' sides of the table, in the order of the seats.
    pub players: ArrayVec<Side, MOST_SEATS>,
}

/// A guild in play.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct GuildInPlay {
    pub guild: Guild,
    /// To whom it lends its allegiance.
    pub allegiance: Allegiance,
    /// The Allegiance that it swears: at the end the card joins this guild on its owner's field.
    /// Null for a guild without one.
    pub oath: Option<Oath>,
    /// For how many partisans of this guild that card counts once its effect is done (F24a); 0
    /// without one.
    pub oath_strength: u8,
    /// The seat that holds the majority; null when nobody does (F1, F2, F3).
    pub majority: Option<Seat>,
    /// Whether its power was used in this turn (F10).
    pub used: bool,
}

/// What a power is about to do to a player.
#[derive(Debug, Serialize, Sdl)]
pub struct Aim {
    /// What it does.
    pub attack: Attack,
    /// The seat of the player.
    pub at: Seat,
    /// The guild in whose stack the card lies.
    pub guild: Guild,
    pub count: u8,
    /// The guild of the card given in exchange; null when none is.
    pub own: Option<Guild>,
}

/// What a power does to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Attack {
    /// It takes a card.
    Steal,
    /// It discards one card or more of a guild.
    Crush,
    /// It discards a card.
    Strike,
    /// It exchanges a card for another.
    Swap,
}

/// A place of the main pile at which somebody has put a card that they saw.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename = "DeckPlace")]
pub struct Place {
    /// How many cards lie on top of it.
    pub depth: u16,
    /// The card; null for eyes that have not seen it there.
    pub card: Option<Card>,
}

/// A card, or its back.
#[derive(Debug, Serialize, Sdl)]
pub struct MaybeCard {
    pub card: Option<Card>,
}

/// One player's side of the table.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase", rename = "Player")]
pub struct Side {
    pub seat: Seat,
    /// The gems in the reserve, by value (F12a).
    pub gems: u16,
    /// The gem cards in the reserve.
    #[serde(serialize_with = "as_list")]
    pub gem_cards: Gems,
    /// How many cards the player holds.
    pub hand_size: u8,
    /// The cards in hand; null for the eyes of others until the game is over.
    #[serde(serialize_with = "as_optional_list")]
    pub hand: Option<Cards>,
    /// The cards that these eyes know to be in the hand of another: because they saw them in the
    /// pile, or, of two players, because they were in no other place when the discard became the
    /// pile.
    #[serde(serialize_with = "as_list")]
    pub known: Cards,
    /// The stacks of the field, in the order of the guilds.
    pub field: ArrayVec<Stack, GUILDS>,
    /// How many Damned the player has sacrificed (F21).
    pub sacrificed: u8,
    /// Whether the player's own Protection is active (F22).
    pub protected: bool,
    /// Whether the player has the fifth Protection, which is active (F22a).
    pub fifth_protection: bool,
    /// Whether the player has an Allegiance.
    pub has_chosen: bool,
    /// The Allegiances to choose from, if they were dealt; null for the eyes of others.
    pub offered: Option<ArrayVec<Oath, OATHS_DEALT>>,
    /// The Allegiance kept; null for the eyes of others until all are revealed (F24), and before it
    /// is chosen.
    pub oath: Option<Oath>,
    /// The Allegiance that the player put back into the box; null for the eyes of others, and
    /// before.
    pub rejected: Option<Oath>,
}

/// The cards of a guild on a field.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct Stack {
    pub guild: Guild,
    /// How many partisans, those included that pass for members.
    pub partisans: u8,
    /// How many of them pass for members: Gravediggers in disguise (F19), or the partisan in the
    /// Mirror.
    pub passing: u8,
    /// The guilds that these are of.
    pub passing_from: ArrayVec<Guild, MOST_SHIFTS>,
    /// Whether the chief is there.
    pub chief: bool,
    /// For how much the stack counts in majorities: partisans, chief, and the Allegiance once its
    /// effect is done (F24a).
    pub strength: u8,
}

/// What is asked of the seats that are to act. The prompt says the same in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Question {
    /// Nothing: the game is over.
    Nothing,
    /// Which of the Allegiances dealt to keep; asked of all seats at once (F0).
    ChooseOath,
    /// Which Allegiance of the packet to keep (F30).
    DraftOath,
    /// Which Allegiance of the packet to put back into the box (F30).
    DraftDiscard,
    /// To play a card, to use a power, or to end the turn (F0a).
    Act,
    /// Whether and how to use the power of the chief just played (F6).
    ChiefPower,
    /// How to use the power that was copied (F20).
    AimCopied,
    /// Whether to cancel what a power is about to do; asked of the player it is aimed at (F22).
    React,
    /// Which of the cards foreseen to keep.
    KeepForeseen,
    /// Which cards to discard before the refill (F15).
    DiscardCards,
    /// How to use the effect of one's Allegiance (F24).
    UseOath,
}

impl Allegeance {
    pub(crate) fn seen_by(&self, eyes: Eyes) -> View {
        let (board, turn) = (&self.board, &self.turn);
        let guild = |(guild, _): (Guild, u8)| GuildInPlay {
            guild,
            allegiance: guild.facts().allegiance,
            oath: guild.oath(),
            oath_strength: guild.oath().map_or(0, |oath| oath.facts().counts_as),
            majority: self.majority(guild),
            used: turn.used.has(guild),
        };
        let (left, struck) = match self.decision {
            Decision::UseOath { left, struck, .. } => (left, struck),
            _ => (0, Seats::NONE),
        };
        View {
            to_act: self.asked(),
            active: turn.active,
            question: self.question(),
            options: self.options,
            first: self.first,
            round: turn.round,
            rounds: TableFacts::of(self.seat_count()).rounds,
            plays_left: turn.plays_left,
            copied_limit: Some(turn.copied_limit).filter(|&limit| limit > 0),
            power: self.asked_power().map(|(card, _)| card),
            aim: self.aimed(),
            guilds: self.guilds.iter().map(guild).collect(),
            deck_size: board.deck.len() as u8,
            deck: (eyes == Eyes::All).then(|| board.deck.cards()),
            under_deck: self.places_seen_by(eyes),
            discard: board.discard,
            gem_pile_size: board.gem_pile.len() as u8,
            gem_discard: board.gem_discard,
            fifth_protection: board.fifth_protection,
            foreseen: board.foreseen.seen_by(eyes).map(|card| MaybeCard { card }).collect(),
            unclaimed: self.know_unclaimed(eyes).then(|| board.unclaimed.each().collect()),
            oath_uses_left: left,
            struck,
            players: self.seats().map(|seat| self.side(seat, eyes)).collect(),
        }
    }

    fn side(&self, seat: Seat, eyes: Eyes) -> Side {
        let player = self.player(seat);
        let is_own = eyes.are_of(seat);
        let is_seen = self.hand_is_seen(seat, eyes);
        let known = eyes.seat().filter(|_| !is_seen).map(|by| self.known_in_hand(seat, by));
        let stack = |&guild: &Guild| Stack {
            guild,
            partisans: player.partisans(guild),
            passing: player.partisans(guild) - player.free(guild),
            passing_from: player.passing_from(guild).collect(),
            chief: player.has_chief(guild),
            strength: self.strength(seat, guild),
        };
        Side {
            seat,
            gems: player.gem_value(),
            gem_cards: player.gems,
            hand_size: player.hand.len() as u8,
            hand: is_seen.then_some(player.hand),
            known: known.unwrap_or_default(),
            field: Guild::ALL.iter().map(stack).filter(|stack| stack.strength > 0).collect(),
            sacrificed: player.sacrificed,
            protected: player.protected,
            fifth_protection: player.fifth,
            has_chosen: player.oath.is_some(),
            offered: is_own.then(|| player.offered.clone()),
            oath: player.oath.filter(|_| is_own || self.revealed),
            rejected: player.rejected.filter(|_| is_own),
        }
    }

    /// The places under the pile that somebody has looked at, the uppermost first. That they are
    /// known to somebody is public; which cards lie there is for those who saw them.
    fn places_seen_by(&self, eyes: Eyes) -> Vec<Place> {
        let seen = |place: &KnownPlace<Card>| eyes.know(place.knowers).then_some(place.kind);
        let place = |place: &KnownPlace<Card>| Place { depth: place.depth, card: seen(place) };
        self.places().iter().map(place).collect()
    }

    fn aimed(&self) -> Option<Aim> {
        let Decision::React { step, .. } = self.decision else { return None };
        let (at, guild, count) = step.target()?;
        let attack = match step {
            Move::Steal { .. } => Attack::Steal,
            Move::Crush { .. } => Attack::Crush,
            Move::Swap { .. } => Attack::Swap,
            _ => Attack::Strike,
        };
        Some(Aim { attack, at, guild, count, own: step.offered() })
    }

    fn question(&self) -> Question {
        match self.decision {
            Decision::Over => Question::Nothing,
            Decision::ChooseOath => Question::ChooseOath,
            Decision::DraftOath { .. } => Question::DraftOath,
            Decision::DraftDiscard { .. } => Question::DraftDiscard,
            Decision::Act => Question::Act,
            Decision::ChiefPower { .. } => Question::ChiefPower,
            Decision::AimCopied { .. } => Question::AimCopied,
            Decision::React { .. } => Question::React,
            Decision::KeepForeseen => Question::KeepForeseen,
            Decision::DiscardCards => Question::DiscardCards,
            Decision::UseOath { .. } => Question::UseOath,
        }
    }
}

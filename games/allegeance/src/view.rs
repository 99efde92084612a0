//! What one pair of eyes may know of the table (section G).

use arrayvec::ArrayVec;
use gueridon_game::bag::{as_list, as_optional_list};
use gueridon_game::deck::KnownPlace;
use gueridon_game::{Eyes, Kind, Seat, Seats};
use serde::Serialize;

use crate::cards::{
    Allegiance, Card, Cards, GUILDS, Gems, Guild, MOST_FORESEEN, MOST_SEATS, OATHS_DEALT, Oath,
    TableFacts,
};
use crate::decision::Decision;
use crate::moves::Move;
use crate::options::Options;
use crate::state::{Allegeance, MOST_SHIFTS};

/// What one pair of eyes may know of the table. What is hidden from them is null.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct View {
    pub to_act: Seats,
    pub active: Seat,
    pub question: Question,
    pub options: Options,
    pub first: Seat,
    pub round: u8,
    pub rounds: u8,
    pub plays_left: u8,
    pub copied_limit: Option<u8>,
    pub power: Option<Card>,
    pub aim: Option<Aim>,
    pub guilds: ArrayVec<GuildInPlay, GUILDS>,
    pub deck_size: u8,
    #[serde(serialize_with = "as_optional_list")]
    pub deck: Option<Cards>,
    pub under_deck: Vec<Place>,
    #[serde(serialize_with = "as_list")]
    pub discard: Cards,
    pub gem_pile_size: u8,
    #[serde(serialize_with = "as_list")]
    pub gem_discard: Gems,
    pub fifth_protection: bool,
    pub foreseen: ArrayVec<MaybeCard, MOST_FORESEEN>,
    pub unclaimed: Option<Vec<Oath>>,
    pub oath_uses_left: u8,
    pub struck: Seats,
    pub players: ArrayVec<Side, MOST_SEATS>,
}

/// A guild in play.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct GuildInPlay {
    pub guild: Guild,
    pub allegiance: Allegiance,
    pub oath: Option<Oath>,
    pub oath_strength: u8,
    pub majority: Option<Seat>,
    pub used: bool,
}

/// A power that is aimed at somebody.
#[derive(Debug, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Aim {
    pub attack: Attack,
    pub at: Seat,
    pub guild: Guild,
    pub count: u8,
    pub own: Option<Guild>,
}

/// What a power does that is aimed at somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the values are described in the SDL, where clients read them")]
pub enum Attack {
    Steal,
    Crush,
    Strike,
    Swap,
}

/// A card somewhere under the pile that somebody has seen.
#[derive(Debug, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Place {
    pub depth: u16,
    pub card: Option<Card>,
}

/// A card, or its back.
#[derive(Debug, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct MaybeCard {
    pub card: Option<Card>,
}

/// One player's side of the table.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Side {
    pub seat: Seat,
    pub gems: u16,
    #[serde(serialize_with = "as_list")]
    pub gem_cards: Gems,
    pub hand_size: u8,
    #[serde(serialize_with = "as_optional_list")]
    pub hand: Option<Cards>,
    #[serde(serialize_with = "as_list")]
    pub known: Cards,
    pub field: ArrayVec<Stack, GUILDS>,
    pub sacrificed: u8,
    pub protected: bool,
    pub fifth_protection: bool,
    pub has_chosen: bool,
    pub offered: Option<ArrayVec<Oath, OATHS_DEALT>>,
    pub oath: Option<Oath>,
    pub rejected: Option<Oath>,
}

/// The cards of a guild on a field.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Stack {
    pub guild: Guild,
    pub partisans: u8,
    pub passing: u8,
    pub passing_from: ArrayVec<Guild, MOST_SHIFTS>,
    pub chief: bool,
    pub strength: u8,
}

/// What is asked, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the values are described in the SDL, where clients read them")]
pub enum Question {
    Nothing,
    ChooseOath,
    DraftOath,
    DraftDiscard,
    Act,
    ChiefPower,
    AimCopied,
    React,
    KeepForeseen,
    DiscardCards,
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

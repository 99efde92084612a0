//! The steps, events and views of a toy.

use gueridon_game::bag::as_list;
use gueridon_game::{Seat, Seats, Yes};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::card::{Card, Cards};
use super::{Fault, READING};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields,
    remote = "Self"
)]
pub(crate) enum Step {
    Bid { card: Card },
    Peek(Yes),
    Glimpse(Yes),
    Draw { first: Seat },
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut read = Value::deserialize(deserializer)?;
        if READING.get() == Fault::TakesUnknownFields
            && let Some(fields) = read.get_mut("bid").and_then(Value::as_object_mut)
        {
            fields.retain(|field, _| field == "card");
        }
        Self::deserialize(read).map_err(Error::custom)
    }
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "__typename", rename_all_fields = "camelCase")]
pub(crate) enum Event {
    HasBid {
        by: Seat,
        #[serde(skip)]
        fault: Fault,
    },
    BidsShown {
        bids: Vec<Card>,
        winner: Seat,
    },
    Peeked {
        by: Seat,
        card: Card,
    },
    LookedAtDeck {
        by: Seat,
    },
    Glimpsed {
        by: Seat,
        card: Card,
    },
    LookedAtHand {
        by: Seat,
    },
    Drew {
        by: Seat,
        cards: Vec<Card>,
    },
    DrewHidden {
        by: Seat,
        count: u8,
    },
    Sneezed {},
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View {
    pub(super) to_act: Seats,
    pub(super) weather: Weather,
    pub(super) deck_size: usize,
    pub(super) deck: Option<Vec<Card>>,
    pub(super) known_places: Vec<Place>,
    pub(super) players: Vec<Player>,
    #[serde(serialize_with = "as_list")]
    pub(super) discard: Cards,
    pub(super) shown: Vec<Card>,
    pub(super) winner: Option<Seat>,
    pub(super) looks: u8,
    pub(super) over: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extra: Option<u8>,
}

/// Foggy while cards are bid.
#[derive(Debug, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Weather {
    Clear,
    Foggy,
}

#[derive(Debug, Serialize)]
pub(super) struct Place {
    pub(super) depth: u16,
    pub(super) card: Card,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Player {
    pub(super) hand: Option<Vec<Card>>,
    pub(super) hand_size: usize,
    pub(super) has_bid: bool,
    pub(super) bid: Option<Card>,
    pub(super) won: u8,
}

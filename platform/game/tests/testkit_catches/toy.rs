//! A small game of hidden hands, secret bids and peeks, which can be made to break any law.
//!
//! Two to four players hold two cards each. All bid one at the same time; the highest bid wins a
//! point for its player, who may then peek at the top of the deck, or glimpse a card of the next
//! player's hand, before everyone draws. Who draws first is the winner's choice.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use gueridon_game::bag::as_list;
use gueridon_game::{
    About, Bag, CatalogueEntry, Deck, Dice, Eyes, Game, Kind, Language, Line, Log, Refusal, Said,
    Score, Seat, Seats, Seed, Yes,
};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// How a toy goes wrong. It is an option of the toy, so that the kit is compiled for one game only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Fault {
    #[default]
    None,
    LeakyView,
    LeakyScore,
    LeakyRefusal,
    LeakyEvent,
    LeakyPrompt,
    LeakyMoves,
    LeakyEventOrder,
    ImagineClones,
    ImagineDeckOnly,
    ImagineForgetsAHand,
    ImagineForgetsBids,
    ImagineForgesACard,
    ImagineForgetsWhatWasSeen,
    ImagineIsStuck,
    ImagineForgetsThePeeked,
    ForeignDice,
    SaveLoses,
    RefusalChanges,
    RefusalTells,
    ListedButRefused,
    AcceptedButUnlisted,
    AcceptedOutOfTurn,
    AcceptedAfterTheEnd,
    ListedTwice,
    AnySeats,
    AcceptedFromNobody,
    NeverEnds,
    Stuck,
    NoWords,
    PlaceholderLeft,
    WrongRank,
    LosesACard,
    Panics,
    UnknownField,
    UnknownEvent,
    ScoreWithoutAName,
    NeverFoggy,
    TakesUnknownFields,
    PanicsOnOddJson,
}

/// How a toy is played.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    pub(crate) fault: Fault,
}

const CARDS: [Card; 12] = {
    let mut cards = [Card(0); 12];
    let mut index = 0;
    while index < 12 {
        cards[index] = Card(index as u8);
        index += 1;
    }
    cards
};
const COPIES: u8 = 3;
const HAND: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub(crate) struct Card(u8);

impl TryFrom<u8> for Card {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        assert!(number < 12 || READING.get() != Fault::PanicsOnOddJson, "no such card");
        if number < 12 { Ok(Self(number)) } else { Err(format!("there is no card {number}")) }
    }
}

impl Kind for Card {
    const ALL: &'static [Self] = &CARDS;
    fn index(self) -> usize {
        usize::from(self.0)
    }
    fn id(self) -> &'static str {
        ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11"][self.index()]
    }
}

type Cards = Bag<Card, 12>;

/// A count that a faulty toy does not save.
#[derive(Debug, Clone, PartialEq)]
struct Looks {
    count: u8,
    is_lost: bool,
}

impl Serialize for Looks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(if self.is_lost { 0 } else { self.count })
    }
}

impl<'de> Deserialize<'de> for Looks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).map(|count| Self { count, is_lost: false })
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Toy {
    fault: Fault,
    seats: u8,
    deck: Deck<Card, 12, 4>,
    hands: Vec<Cards>,
    bids: Vec<Option<Card>>,
    won: Vec<u8>,
    discard: Cards,
    shown: Vec<Card>,
    winner: Option<Seat>,
    looks: Looks,
    refused: u8,
    over: bool,
    stuck: bool,
}

thread_local! {
    /// How steps are read wrongly on this thread, and what is shown: reading knows no options,
    /// and a playthrough is written with them.
    pub(crate) static READING: Cell<Fault> = const { Cell::new(Fault::None) };
}

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
    to_act: Seats,
    weather: Weather,
    deck_size: usize,
    deck: Option<Vec<Card>>,
    known_places: Vec<Place>,
    players: Vec<Player>,
    #[serde(serialize_with = "as_list")]
    discard: Cards,
    shown: Vec<Card>,
    winner: Option<Seat>,
    looks: u8,
    over: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra: Option<u8>,
}

/// Foggy while cards are bid.
#[derive(Debug, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Weather {
    Clear,
    Foggy,
}

#[derive(Debug, Serialize)]
struct Place {
    depth: u16,
    card: Card,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Player {
    hand: Option<Vec<Card>>,
    hand_size: usize,
    has_bid: bool,
    bid: Option<Card>,
    won: u8,
}

/// Chance that does not come from the table's seed.
static ELSEWHERE: AtomicU64 = AtomicU64::new(0);

impl Toy {
    /// How many of each card there are anywhere.
    pub(crate) fn cards(&self) -> Vec<u8> {
        let mut all = self.discard;
        all.add_all(&self.deck.cards());
        self.hands.iter().for_each(|hand| all.add_all(hand));
        self.bids.iter().flatten().for_each(|&card| all.add(card));
        CARDS.iter().map(|&card| all.count(card)).collect()
    }

    /// Points on the score pad.
    pub(crate) fn points(&self) -> u32 {
        self.won.iter().map(|&won| u32::from(won)).sum()
    }

    fn draw(&mut self, dice: &mut Dice) -> Option<Card> {
        if self.fault == Fault::ForeignDice {
            let number = ELSEWHERE.fetch_add(1, Ordering::Relaxed);
            return self.deck.draw(&mut Dice::new(&Seed::of_test(number), 0));
        }
        self.deck.draw(dice)
    }

    fn hand_sum(&self, seat: Seat) -> i32 {
        self.hands[seat.index()].each().map(|card| i32::from(card.0)).sum()
    }

    fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        Seats::first(self.seats).iter()
    }

    fn check(&self, seat: Seat, step: &Step) -> Result<(), Refusal> {
        if self.over && self.fault != Fault::AcceptedAfterTheEnd {
            return Err(Refusal::game_over());
        }
        if !Seats::first(self.seats).contains(seat) {
            return Err(Refusal::no_such_seat(seat));
        }
        let out_of_turn = self.fault == Fault::AcceptedOutOfTurn && matches!(step, Step::Peek(_));
        if !self.over && !self.to_act().contains(seat) && !out_of_turn {
            return Err(Refusal::not_your_turn());
        }
        match step {
            Step::Bid { card } if self.winner.is_none() => {
                if self.hands[seat.index()].has(*card) {
                    return Ok(());
                }
                let refusal = Refusal::new("NOT_IN_HAND", "1").kind("card", *card);
                if self.fault == Fault::LeakyRefusal {
                    return Err(refusal.number("left", self.deck.cards().count(*card)));
                }
                Err(refusal)
            }
            Step::Peek(_) | Step::Glimpse(_) if self.winner.is_some() => {
                let most = if self.fault == Fault::AcceptedButUnlisted { 2 } else { 1 };
                if self.looks.count < most && self.fault != Fault::ListedButRefused {
                    return Ok(());
                }
                if self.looks.count == 0 && self.deck.len() > 9 {
                    return Ok(());
                }
                Err(Refusal::new("LOOKED_ALREADY", "2"))
            }
            Step::Draw { first } if self.winner.is_some() => {
                if Seats::first(self.seats).contains(*first) {
                    return Ok(());
                }
                Err(Refusal::no_such_seat(*first))
            }
            _ if self.winner.is_none() => Err(Refusal::new("BID_FIRST", "1")),
            _ => Err(Refusal::new("NOT_NOW", "1")),
        }
    }

    fn bid(&mut self, seat: Seat, card: Card, log: &mut Log<Event>) {
        self.hands[seat.index()].take(card);
        self.bids[seat.index()] = Some(card);
        log.all(Event::HasBid { by: seat, fault: self.fault });
        if !self.bids.iter().all(Option::is_some) {
            return;
        }
        let bids: Vec<Card> = self.bids.iter_mut().filter_map(Option::take).collect();
        let highest = bids.iter().max().copied();
        let winner = bids.iter().position(|&bid| Some(bid) == highest).unwrap_or_default();
        self.winner = Some(Seat(winner as u8));
        self.won[winner] += 1;
        let lost = usize::from(self.fault == Fault::LosesACard && bids.contains(&Card(11)));
        bids.iter().skip(lost).for_each(|&bid| self.discard.add(bid));
        self.shown.clone_from(&bids);
        log.all(Event::BidsShown { bids, winner: Seat(winner as u8) });
    }

    fn everyone_draws(&mut self, first: Seat, dice: &mut Dice, log: &mut Log<Event>) {
        let mut by = first;
        for _ in 0..self.seats {
            if let Some(card) = self.draw(dice) {
                self.hands[by.index()].add(card);
                let told = Event::Drew { by, cards: vec![card] };
                match self.fault {
                    Fault::LeakyEvent => log.all(told),
                    Fault::LeakyEventOrder if card.0.is_multiple_of(2) => {
                        log.all(Event::DrewHidden { by, count: 0 });
                        log.only(Seats::just(by), told, Some(Event::DrewHidden { by, count: 1 }));
                    }
                    _ => log.only(Seats::just(by), told, Some(Event::DrewHidden { by, count: 1 })),
                }
            }
            by = by.next(self.seats);
        }
        self.winner = None;
        self.looks.count = 0;
        if self.fault == Fault::UnknownEvent {
            log.all(Event::Sneezed {});
        }
        if self.deck.len() < usize::from(self.seats) {
            if self.fault == Fault::NeverEnds {
                self.deck.shuffle_in(&std::mem::take(&mut self.discard));
            } else {
                self.over = true;
            }
        }
    }

    fn look(&mut self, seat: Seat, step: &Step, dice: &mut Dice, log: &mut Log<Event>) {
        self.looks.count += 1;
        let just = Seats::just(seat);
        if let Step::Peek(_) = step {
            if let Some(card) = self.deck.peek(0, just, dice) {
                let others = Event::LookedAtDeck { by: seat };
                log.only(just, Event::Peeked { by: seat, card }, Some(others));
            }
        } else if let Some(card) = self.hands[seat.next(self.seats).index()].clone().draw(dice) {
            let others = Event::LookedAtHand { by: seat };
            log.only(just, Event::Glimpsed { by: seat, card }, Some(others));
        }
    }

    fn imagined(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut game = self.clone();
        let mut unseen = Cards::new();
        let lifted = if self.fault == Fault::ImagineForgetsWhatWasSeen {
            game.deck.lift(&mut unseen, Eyes::Public)
        } else if self.fault == Fault::ImagineForgetsThePeeked {
            game.deck.lift(&mut unseen, Eyes::All)
        } else {
            game.deck.lift(&mut unseen, eyes)
        };
        let redrawn = |seat: Seat| match self.fault {
            Fault::ImagineDeckOnly => false,
            Fault::ImagineForgetsAHand => !eyes.are_of(seat) && seat != Seat(1),
            _ => !eyes.are_of(seat),
        };
        let mut missing = vec![(0, false); usize::from(self.seats)];
        for seat in self.all().filter(|&seat| redrawn(seat)) {
            let hand = std::mem::take(&mut game.hands[seat.index()]);
            unseen.add_all(&hand);
            missing[seat.index()].0 = hand.len();
            if let Some(bid) =
                game.bids[seat.index()].filter(|_| self.fault != Fault::ImagineForgetsBids)
            {
                unseen.add(bid);
                missing[seat.index()].1 = true;
            }
        }
        for (index, (cards, bid)) in missing.into_iter().enumerate() {
            game.hands[index].add_all(&unseen.draw_many(cards, dice));
            if bid {
                game.bids[index] = unseen.draw(dice);
            }
        }
        game.deck.refill(&lifted, &mut unseen, dice, |_| true);
        if self.fault == Fault::ImagineForgesACard {
            let mut cards = game.deck.cards();
            if let Some(lost) = cards.draw(dice) {
                cards.add(CARDS[(lost.index() + 1) % CARDS.len()]);
            }
            game.deck = Deck::from(cards);
        }
        game
    }
}

impl Game for Toy {
    const ABOUT: About = About {
        id: "toy",
        prefix: "Toy",
        titles: &[(Language::En, "Toy"), (Language::Fr, "Jouet")],
        rules_version: 1,
        fewest_seats: 2,
        most_seats: 4,
        sdl: include_str!("toy.graphql"),
        longest: 200,
    };
    type Options = Options;
    type Move = Step;
    type Event = Event;
    type View = View;

    fn catalogue(_: &Options, _: Language) -> Vec<CatalogueEntry> {
        let named =
            |id| CatalogueEntry { id, kind: "score", name: id, text: "", reconstructed: &[] };
        vec![named("won"), named("hand")]
    }

    fn deal(options: &Options, seats: u8, dice: &mut Dice) -> Result<Self, Refusal> {
        let Options { fault } = options;
        if *fault != Fault::AnySeats {
            Self::ABOUT.check_seats(seats)?;
        }
        let mut cards = Cards::new();
        CARDS.iter().for_each(|&card| cards.add_many(card, COPIES));
        let count = usize::from(seats);
        let mut toy = Self {
            fault: *fault,
            seats,
            deck: Deck::from(cards),
            hands: vec![Cards::new(); count],
            bids: vec![None; count],
            won: vec![0; count],
            discard: Cards::new(),
            shown: Vec::new(),
            winner: None,
            looks: Looks { count: 0, is_lost: *fault == Fault::SaveLoses },
            refused: 0,
            over: false,
            stuck: false,
        };
        for index in (0..count).cycle().take(count * HAND) {
            if let Some(card) = toy.draw(dice) {
                toy.hands[index].add(card);
            }
        }
        Ok(toy)
    }

    fn to_act(&self) -> Seats {
        match self.winner {
            _ if self.over => Seats::NONE,
            Some(winner) => Seats::just(winner),
            None => self.all().filter(|seat| self.bids[seat.index()].is_none()).collect(),
        }
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Step>) {
        if !self.to_act().contains(seat) || self.stuck {
            return;
        }
        if self.fault == Fault::Stuck && self.deck.len() < 15 {
            return;
        }
        if self.winner.is_none() {
            out.extend(self.hands[seat.index()].iter().map(|(card, _)| Step::Bid { card }));
            if self.fault == Fault::ListedTwice {
                out.extend_from_within(..);
            }
            return;
        }
        if self.looks.count == 0 {
            out.extend([Step::Peek(Yes::Yes), Step::Glimpse(Yes::Yes)]);
        }
        out.extend(self.all().map(|first| Step::Draw { first }));
        if self.fault == Fault::LeakyMoves && self.hand_sum(seat.next(self.seats)) % 2 == 0 {
            out.reverse();
        }
    }

    fn play(
        &mut self,
        seat: Seat,
        step: &Step,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        let seat = if self.fault == Fault::AcceptedFromNobody && seat.0 == u8::MAX {
            self.to_act().lowest().unwrap_or(seat)
        } else {
            seat
        };
        if let Err(refusal) = self.check(seat, step) {
            if self.fault == Fault::RefusalChanges && refusal.code == "NOT_IN_HAND" {
                self.refused = self.refused.wrapping_add(1);
            }
            if self.fault == Fault::RefusalTells && refusal.code == "LOOKED_ALREADY" {
                log.all(Event::LookedAtDeck { by: seat });
            }
            assert!(
                self.fault != Fault::Panics || refusal.code != "LOOKED_ALREADY",
                "nobody looks twice"
            );
            return Err(refusal);
        }
        match step {
            Step::Bid { card } => self.bid(seat, *card, log),
            Step::Peek(_) | Step::Glimpse(_) => self.look(seat, step, dice, log),
            Step::Draw { first } => self.everyone_draws(*first, dice, log),
        }
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        let eyes = if self.over { Eyes::All } else { eyes };
        let leaky = |seat: Seat| {
            self.fault == Fault::LeakyView
                && eyes == Eyes::Public
                && seat == Seat(1)
                && self.looks.count > 0
        };
        let player = |seat: Seat| Player {
            hand: (eyes.are_of(seat) || leaky(seat))
                .then(|| self.hands[seat.index()].each().collect()),
            hand_size: self.hands[seat.index()].len(),
            has_bid: self.bids[seat.index()].is_some(),
            bid: self.bids[seat.index()].filter(|_| eyes.are_of(seat)),
            won: self.won[seat.index()],
        };
        let places = self.deck.seen_by(eyes);
        let clear = [self.fault, READING.get()].contains(&Fault::NeverFoggy);
        let foggy = self.winner.is_none() && !clear;
        View {
            to_act: self.to_act(),
            weather: if foggy { Weather::Foggy } else { Weather::Clear },
            deck_size: self.deck.len(),
            deck: (eyes == Eyes::All).then(|| self.deck.cards().each().collect()),
            known_places: places.map(|at| Place { depth: at.depth, card: at.kind }).collect(),
            players: self.all().map(player).collect(),
            discard: self.discard,
            shown: self.shown.clone(),
            winner: self.winner,
            looks: self.looks.count,
            over: self.over,
            extra: (self.fault == Fault::UnknownField && self.winner.is_some()).then_some(1),
        }
    }

    fn score(&self, _: Eyes) -> Score {
        let tie_break = |seat| match self.fault {
            Fault::LeakyScore => self.hand_sum(seat),
            _ if self.over => self.hand_sum(seat),
            _ => 0,
        };
        let column = |seat: Seat| {
            let won = i32::from(self.won[seat.index()]);
            let named = self.fault != Fault::ScoreWithoutAName;
            (
                vec![Line::new(if named { "won" } else { "wins" }, won)],
                vec![Line::new("hand", tie_break(seat))],
            )
        };
        let mut score = Score::ranked(self.over, self.all().map(column));
        if self.fault == Fault::WrongRank && self.over {
            score.seats[0].rank = 9;
        }
        score
    }

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        if self.over || self.fault == Fault::ImagineClones {
            return self.clone();
        }
        let mut game = self.imagined(eyes, dice);
        game.stuck = self.fault == Fault::ImagineIsStuck && eyes == Eyes::Public;
        game
    }

    fn words(said: Said<'_, Self>, language: Language) -> String {
        let by = |english: &str, french: &str| match language {
            Language::En => english.to_owned(),
            Language::Fr => french.to_owned(),
        };
        match said {
            Said::Prompt(game, _) if game.fault == Fault::LeakyPrompt && game.winner.is_none() => {
                format!("Beat {:?}!", game.bids.iter().flatten().max())
            }
            Said::Prompt(_, _) => by("What now?", "Et maintenant ?"),
            Said::Move(Step::Bid { card }) => by("Bid ", "Miser ") + card.id(),
            Said::Move(Step::Draw { first }) => format!("{first}, 1!"),
            Said::Move(_) => by("Look", "Regarder"),
            Said::Event(Event::HasBid { fault: Fault::NoWords, .. }) => {
                by("A bid.", "event.HasBid")
            }
            Said::Event(Event::HasBid { fault: Fault::PlaceholderLeft, .. }) => {
                by("{by} has bid.", "Mise.")
            }
            Said::Event(_) => by("It happened.", "C’est arrivé."),
            Said::Refusal(_) => by("Not like that.", "Pas ainsi."),
        }
    }
}

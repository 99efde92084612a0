//! A small sound game that breaks one promise, whichever its options name: for tests of what finds out.
//!
//! Everybody has three hidden cards and lays one in turn. A card that is higher than the one before
//! scores what it is worth.

use std::sync::atomic::{AtomicU32, Ordering};

use gueridon_game::*;
use serde::{Deserialize, Serialize};

gueridon_game::export!(Flawed);

/// Which promise is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Fault {
    /// A field of the view is misspelt.
    View,
    /// A field of the view that must not be null is missing.
    Missing,
    /// An event is not in the SDL.
    Event,
    /// A view shows another hand.
    Leak,
    /// What is imagined is the truth.
    Peek,
    /// What is imagined depends on what is hidden.
    Leans,
    /// A step is accepted that is not listed.
    Unlisted,
    /// A step is listed that is not accepted.
    Refuses,
    /// The game does not end.
    Endless,
    /// What is played depends on what else its process did.
    Unsteady,
    /// Something is not saved.
    Forgets,
    /// The score pad does not add up.
    Sum,
    /// Prompts have no words in French.
    Silent,
    /// A refusal is not in the catalogue.
    Code,
    /// The catalogue lacks something in French.
    Catalogue,
    /// A card takes for ever to be laid.
    Hangs,
    /// A card ends the process.
    Crashes,
    /// It is not dealt to as many as it says.
    Deals,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    fault: Option<Fault>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Flawed {
    hands: Vec<Vec<u8>>,
    deck: Vec<u8>,
    points: Vec<i32>,
    laid: Vec<u8>,
    turn: u8,
    unsteady: u32,
    fault: Option<Fault>,
    #[serde(skip)]
    forgotten: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Move {
    Lay { card: u8 },
    Wait(Yes),
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "__typename")]
enum Event {
    Laid { seat: Seat, card: u8 },
    Waited { seat: Seat },
    Vanished { seat: Seat },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    to_act: Seats,
    #[serde(skip_serializing_if = "Option::is_none")]
    laid: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layed: Option<Vec<u8>>,
    count: u32,
    next: Option<u8>,
    hands: Vec<Option<Vec<u8>>>,
}

/// Of the card that hangs or crashes.
const CURSED: u8 = 5;

impl Flawed {
    fn is(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn seats(&self) -> u8 {
        self.hands.len() as u8
    }
}

impl Game for Flawed {
    const ABOUT: About = About {
        id: "flawed",
        prefix: "Flawed",
        titles: &[(Language::En, "Flawed"), (Language::Fr, "Bancal")],
        rules_version: 1,
        fewest_seats: 2,
        most_seats: 3,
        sdl: SdlSource::Text("extend input Options { flawed: FlawedOptions }
              input FlawedOptions { fault: FlawedFault }
              enum FlawedFault { VIEW MISSING EVENT LEAK PEEK LEANS UNLISTED REFUSES ENDLESS UNSTEADY
                FORGETS SUM SILENT CODE CATALOGUE HANGS CRASHES DEALS }
              extend input Move { flawed: FlawedMove }
              input FlawedMove @oneOf { lay: FlawedLay wait: Yes }
              input FlawedLay { card: Int! }
              type FlawedView implements View {
                toAct: [Int!]! laid: [Int!]! count: Int! next: Int hands: [[Int!]]! }
              type FlawedLaid implements Event { seat: Int card: Int! }
              type FlawedWaited implements Event { seat: Int }"),
        longest: 40,
    };
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn catalogue(options: &Options, language: Language) -> Vec<CatalogueEntry> {
        let named = |key, names| catalogue::Named {
            key,
            kind: "line",
            names,
            texts: ["", ""],
            reconstructed: &[],
            nouns: None,
        };
        let mut all = vec![
            named("climbs", ["Climbs", "Montées"]),
            catalogue::Named::refusal("NOT_IN_HAND", ["Not in hand.", "Pas en main."]),
        ];
        if options.fault != Some(Fault::Catalogue) || language == Language::En {
            all.push(named("falls", ["Falls", "Descentes"]));
        }
        all.iter().map(|named| named.entry(language)).collect()
    }

    fn deal(&Options { fault }: &Options, seats: u8, dice: &mut Dice) -> Result<Self, Refusal> {
        Self::ABOUT.check_seats(seats)?;
        if fault == Some(Fault::Deals) && seats == 3 {
            return Err(Refusal::new("BAD_SEATS", ""));
        }
        let mut deck: Vec<u8> = (1..=12).collect();
        dice.shuffle(&mut deck);
        let hands = (0..seats).map(|_| sorted(deck.split_off(deck.len() - 3))).collect();
        let points = vec![0; usize::from(seats)];
        let (turn, unsteady, forgotten) = (0, 0, 0);
        Ok(Self { hands, deck, points, laid: Vec::new(), turn, unsteady, fault, forgotten })
    }

    fn to_act(&self) -> Seats {
        let goes_on = self.is(Fault::Endless) || self.hands.iter().any(|hand| !hand.is_empty());
        if goes_on { Seats::just(Seat(self.turn)) } else { Seats::NONE }
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        if !self.to_act().contains(seat) {
            return;
        }
        let hand = &self.hands[seat.index()];
        let hidden = usize::from(self.is(Fault::Unlisted) && hand.len() > 1);
        out.extend(hand.iter().skip(hidden).map(|&card| Move::Lay { card }));
        if self.is(Fault::Refuses) {
            out.push(Move::Lay { card: 99 });
        }
        if hand.is_empty() {
            out.push(Move::Wait(Yes::Yes));
        }
    }

    fn play(
        &mut self,
        seat: Seat,
        step: &Move,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        if !self.to_act().contains(seat) {
            return Err(Refusal::not_your_turn());
        }
        let code = if self.is(Fault::Code) { "ODD_ONE_OUT" } else { "NOT_IN_HAND" };
        let refused = Refusal::new(code, "1");
        let hand = &mut self.hands[seat.index()];
        match *step {
            Move::Lay { card } => {
                let place = hand.iter().position(|&other| other == card).ok_or(refused)?;
                hand.remove(place);
                if card == CURSED && self.is(Fault::Hangs) {
                    loop {
                        std::hint::spin_loop();
                    }
                }
                if card == CURSED && self.is(Fault::Crashes) {
                    std::process::abort();
                }
                if self.laid.last().is_some_and(|&last| last < card) {
                    self.points[seat.index()] += i32::from(card);
                }
                self.laid.push(card);
                log.all(if self.is(Fault::Event) {
                    Event::Vanished { seat }
                } else {
                    Event::Laid { seat, card }
                });
            }
            Move::Wait(Yes::Yes) if hand.is_empty() => log.all(Event::Waited { seat }),
            Move::Wait(Yes::Yes) => return Err(refused),
        }
        self.turn = (self.turn + 1) % self.seats();
        self.forgotten += 1;
        if self.is(Fault::Unsteady) {
            static PLAYED: AtomicU32 = AtomicU32::new(0);
            self.unsteady = PLAYED.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        let laid = Some(self.laid.clone());
        let (laid, layed) = match self.fault {
            Some(Fault::View) => (laid.clone(), laid),
            Some(Fault::Missing) => (None, None),
            _ => (laid, None),
        };
        let shown = (0..).map(Seat).zip(&self.hands);
        let next = &self.hands[usize::from((self.turn + 1) % self.seats())];
        View {
            to_act: self.to_act(),
            laid,
            layed,
            count: if self.is(Fault::Forgets) { self.forgotten } else { 0 },
            next: next.first().copied().filter(|_| self.is(Fault::Leak)),
            hands: shown.map(|(seat, hand)| eyes.are_of(seat).then(|| hand.clone())).collect(),
        }
    }

    fn score(&self, _: Eyes) -> Score {
        let columns = self.points.iter().map(|&points| (vec![Line::new("climbs", points)], vec![]));
        let mut score = Score::ranked(self.to_act().is_empty(), columns);
        if self.is(Fault::Sum) {
            score.seats.iter_mut().for_each(|column| column.points += 1);
        }
        score
    }

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut imagined = self.clone();
        let hidden = |seat: usize| !eyes.are_of(Seat(seat as u8));
        let held = (0..).zip(&self.hands).filter(|&(seat, _)| hidden(seat));
        let sum: u32 = held.flat_map(|(_, hand)| hand).copied().map(u32::from).sum();
        if self.is(Fault::Peek) || self.is(Fault::Leans) && sum.is_multiple_of(2) {
            return imagined;
        }
        let mut unknown = std::mem::take(&mut imagined.deck);
        for (_, hand) in imagined.hands.iter_mut().enumerate().filter(|(seat, _)| hidden(*seat)) {
            unknown.append(hand);
        }
        unknown.sort_unstable();
        dice.shuffle(&mut unknown);
        for (seat, hand) in imagined.hands.iter_mut().enumerate().filter(|(seat, _)| hidden(*seat))
        {
            let held = self.hands[seat].len();
            *hand = sorted(unknown.split_off(unknown.len() - held));
        }
        imagined.deck = unknown;
        imagined
    }

    fn words(said: Utterance<'_, Self>, language: Language) -> String {
        match said {
            Utterance::Prompt(game, _) if game.is(Fault::Silent) && language == Language::Fr => {
                String::new()
            }
            Utterance::Prompt(game, _) => format!("{} laid", game.laid.len()),
            Utterance::Move(step) => format!("{step:?}"),
            Utterance::Event(event) => format!("{event:?}"),
            Utterance::Refusal(refusal) => refusal.code.to_owned(),
        }
    }
}

fn sorted(mut cards: Vec<u8>) -> Vec<u8> {
    cards.sort_unstable();
    cards
}

//! A game whose steps each reveal one thing, or nothing; one of them rolls dice.
//!
//! Everybody holds a card that only its owner knows, another lies on the table face down, and a
//! count is open. All are to act all the time.

use gueridon_game::{
    About, CatalogueEntry, Dice, Eyes, Game, Language, Line, Log, Refusal, Score, SdlSource, Seat,
    Seats, Utterance, Yes,
};
use serde::{Deserialize, Serialize};

/// How many cards there are: so many that two imagined games hardly ever agree on one.
const CARDS: usize = 1_000_000;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Toy {
    hands: Vec<Card>,
    middle: Card,
    count: u8,
    /// In which way the card on the table is shown, and to whom.
    leak: Option<(Way, Eyes)>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Card {
    number: usize,
    known_to: Seats,
}

/// A way in which something is revealed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Way {
    View,
    Score,
    Moves,
    PromptInEnglish,
    PromptInFrench,
    ToAct,
    Told,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Step {
    /// Adds to the count.
    Push(Yes),
    /// Takes from the count; not when it is 0.
    Pop(Yes),
    /// Shows the card on the table.
    Leak { by: Way, to: Eyes },
    /// Shows one's card to another seat, which then knows it.
    Show { to: Seat },
    /// Asks whether the number of the card on the table is a multiple of another.
    Ask { of: usize },
    /// Adds two to the count if one's card has this number, as nothing else does.
    Claim { number: usize },
    /// Tells everybody what one's neighbour holds; the card itself stays hidden.
    Betray(Yes),
    /// Rolls dice whose result is never shown.
    Roll(Yes),
    /// Reports that something was uncovered.
    Uncover(Yes),
    /// A step that is only ever listed.
    Guess { number: usize },
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "__typename")]
pub(crate) enum Event {
    Said { number: usize },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View {
    count: u8,
    middle: Option<usize>,
    hands: Vec<Option<usize>>,
}

impl Toy {
    fn seats(&self) -> u8 {
        self.hands.len() as u8
    }

    /// The card on the table, if it is shown in this way to these eyes.
    fn leaks(&self, by: Way, eyes: Eyes) -> Option<usize> {
        (self.leak == Some((by, eyes))).then_some(self.middle.number)
    }
}

impl Card {
    fn draw(known_to: Seats, dice: &mut Dice) -> Self {
        Self { number: dice.below(CARDS), known_to }
    }

    /// Redraws the card unless these eyes know it.
    fn imagine(&mut self, eyes: Eyes, dice: &mut Dice) {
        if !eyes.know(self.known_to) {
            self.number = dice.below(CARDS);
        }
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
        sdl: SdlSource::Text(""),
        longest: 1,
    };
    type Options = ();
    type Move = Step;
    type Event = Event;
    type View = View;

    fn catalogue((): &(), _: Language) -> Vec<CatalogueEntry> {
        Vec::new()
    }

    fn deal((): &(), seats: u8, dice: &mut Dice) -> Result<Self, Refusal> {
        let hands = Seats::first(seats).iter().map(|seat| Card::draw(Seats::just(seat), dice));
        let hands = hands.collect();
        Ok(Self { hands, middle: Card::draw(Seats::NONE, dice), count: 0, leak: None })
    }

    fn to_act(&self) -> Seats {
        match self.leaks(Way::ToAct, Eyes::Public) {
            Some(number) if number % 2 == 0 => Seats::just(Seat(0)),
            _ => Seats::first(self.seats()),
        }
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Step>) {
        let leaked = self.leaks(Way::Moves, Eyes::Seat(seat));
        out.extend(leaked.map(|number| Step::Guess { number }));
        out.push(Step::Push(Yes::Yes));
    }

    fn play(
        &mut self,
        seat: Seat,
        step: &Step,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        match *step {
            Step::Push(_) => self.count += 1,
            Step::Pop(_) if self.count > 0 => self.count -= 1,
            Step::Leak { by: Way::Told, to } => {
                let seats = match to {
                    Eyes::Seat(seat) => Seats::just(seat),
                    Eyes::Public | Eyes::All => Seats::EVERYONE,
                };
                log.only(seats, Event::Said { number: self.middle.number }, None);
            }
            Step::Leak { by, to } => self.leak = Some((by, to)),
            Step::Show { to } => {
                let known_to = &mut self.hands[seat.index()].known_to;
                *known_to = known_to.with(to);
            }
            Step::Ask { of } if self.middle.number.is_multiple_of(of) => {
                log.only(Seats::just(seat), Event::Said { number: of }, None);
            }
            Step::Ask { .. } => {}
            Step::Claim { number } if self.hands[seat.index()].number == number => self.count += 2,
            Step::Betray(_) => {
                let neighbour = seat.next(self.seats());
                log.all(Event::Said { number: self.hands[neighbour.index()].number });
            }
            Step::Roll(_) => drop(dice.below(6)),
            Step::Uncover(_) => dice.uncover(),
            Step::Pop(_) | Step::Claim { .. } | Step::Guess { .. } => {
                return Err(Refusal::new("NOT_SO", "1"));
            }
        }
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        let known = |card: &Card| eyes.know(card.known_to).then_some(card.number);
        View {
            count: self.count,
            middle: self.leaks(Way::View, eyes),
            hands: self.hands.iter().map(known).collect(),
        }
    }

    fn score(&self, eyes: Eyes) -> Score {
        let points = self.leaks(Way::Score, eyes).unwrap_or_default() as i32;
        let columns = self.hands.iter().map(|_| (vec![Line::new("points", points)], Vec::new()));
        Score::ranked(false, columns)
    }

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut imagined = self.clone();
        imagined.middle.imagine(eyes, dice);
        imagined.hands.iter_mut().for_each(|card| card.imagine(eyes, dice));
        imagined
    }

    fn words(said: Utterance<'_, Self>, language: Language) -> String {
        let Utterance::Prompt(game, eyes) = said else { return String::new() };
        let way = match language {
            Language::En => Way::PromptInEnglish,
            Language::Fr => Way::PromptInFrench,
        };
        format!("{:?}", game.leaks(way, eyes))
    }
}

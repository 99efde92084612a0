//! A small game of hidden hands, secret bids and peeks, which can be made to break any law.
//!
//! Two to four players hold two cards each. All bid one at the same time; the highest bid wins a
//! point for its player, who may then peek at the top of the deck, or glimpse a card of the next
//! player's hand, before everyone draws. Who draws first is the winner's choice.

mod card;

mod fault;

mod rules;

mod said;

use gueridon_game::catalogue::Named;
use gueridon_game::{
    About, CatalogueEntry, Deck, Dice, Eyes, Game, Kind, Language, Line, Log, Refusal, Score,
    SdlSource, Seat, Seats, Utterance, Yes,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use card::{CARDS, COPIES, Card, Cards, HAND};
pub(crate) use fault::{Fault, Options, READING};
pub(crate) use said::{Event, Step};
use said::{Place, Player, View, Weather};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Toy {
    fault: Fault,
    seats: u8,
    deck: Deck<Card, 12, 4>,
    hands: Vec<Cards>,
    /// The card that each seat drew last, as long as it is in the hand: nobody else knows whether that
    /// card was bid.
    newest: Vec<Option<Card>>,
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
}

impl Game for Toy {
    const ABOUT: About = About {
        id: "toy",
        prefix: "Toy",
        titles: &[(Language::En, "Toy"), (Language::Fr, "Jouet")],
        rules_version: 1,
        fewest_seats: 2,
        most_seats: 4,
        sdl: SdlSource::Text(include_str!("toy.graphql")),
        longest: 200,
    };
    type Options = Options;
    type Move = Step;
    type Event = Event;
    type View = View;

    fn catalogue(options: &Options, language: Language) -> Vec<CatalogueEntry> {
        let named =
            |key| CatalogueEntry { key, kind: "score", name: key, text: "", reconstructed: &[] };
        let mut refusals = vec!["NOT_IN_HAND", "LOOKED_ALREADY", "BID_FIRST", "NOT_NOW"];
        match options.fault {
            Fault::ListsFewerRefusals => refusals.truncate(3),
            Fault::ListsARefusalOfTheTable => refusals.push("GAME_OVER"),
            _ => {}
        }
        let refusal = |code| Named::refusal(code, ["Not like that.", "Pas ainsi."]).entry(language);
        let things = [named("won"), named("hand")].into_iter();
        things.chain(refusals.into_iter().map(refusal)).collect()
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
            newest: vec![None; count],
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
        Self::count_step();
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
            looks: self.looks(),
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

    fn weight(&self, seat: Seat, _step: &Step) -> u32 {
        let next = seat.next(self.seats);
        if self.fault == Fault::LeakyWeight { self.hand_sum(next).unsigned_abs() } else { 1 }
    }

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        if self.over || self.fault == Fault::ImagineClones {
            return self.clone();
        }
        if self.fault == Fault::ImagineFavoursTheTruth && dice.below(3) == 0 {
            return self.clone();
        }
        let mut game = self.imagined(eyes, dice);
        let is_high = |game: &Self| game.hands[0].each().any(|card| card.index() > 6);
        let wanted = match self.fault {
            _ if eyes.are_of(Seat(0)) => None,
            Fault::ImagineKeepsHowHigh => Some(is_high(self)),
            Fault::ImagineKnowsWhichLeft => Some(self.newest[0].is_some()),
            _ => None,
        };
        for _ in 0..100 {
            if wanted.is_none_or(|wanted| wanted == is_high(&game)) {
                break;
            }
            game = self.imagined(eyes, dice);
        }
        game.stuck = self.fault == Fault::ImagineIsStuck && eyes == Eyes::Public;
        game
    }

    fn words(said: Utterance<'_, Self>, language: Language) -> String {
        let by = |english: &str, french: &str| match language {
            Language::En => english.to_owned(),
            Language::Fr => french.to_owned(),
        };
        match said {
            Utterance::Prompt(game, _)
                if game.fault == Fault::LeakyPrompt && game.winner.is_none() =>
            {
                format!("Beat {:?}!", game.bids.iter().flatten().max())
            }
            Utterance::Prompt(_, _) => by("What now?", "Et maintenant ?"),
            Utterance::Move(Step::Bid { card }) => by("Bid ", "Miser ") + card.id(),
            Utterance::Move(Step::Draw { first }) => format!("{first}, 1!"),
            Utterance::Move(_) => by("Look", "Regarder"),
            Utterance::Event(Event::HasBid { fault: Fault::NoWords, .. }) => {
                by("A bid.", "event.HasBid")
            }
            Utterance::Event(Event::HasBid { fault: Fault::PlaceholderLeft, .. }) => {
                by("{by} has bid.", "Mise.")
            }
            Utterance::Event(_) => by("It happened.", "C’est arrivé."),
            Utterance::Refusal(_) => by("Not like that.", "Pas ainsi."),
        }
    }
}

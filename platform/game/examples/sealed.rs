//! Sealed: a whole game on one page, to read before writing one.
//!
//! Everyone has five cards, numbered 1 to 10, out of a deck with four of each. Round by round a
//! prize is turned up, everyone bids a card in secret, and the highest bid that nobody else made
//! takes it. After the last round, the player with the most in prizes wins.

#[path = "sealed/words.rs"]
mod words;

use gueridon_game::*;
use serde::{Deserialize, Serialize};
pub(crate) use words::{BOOK, REFUSALS};

gueridon_game::export!(Sealed);

/// A card that is bid, or a prize: a number from 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Card(u8);

impl Kind for Card {
    const NOUN: &'static str = "card";
    const ALL: &'static [Self] = &[
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
        Self(8),
        Self(9),
        Self(10),
    ];
    fn index(self) -> usize {
        usize::from(self.0) - 1
    }
    fn id(self) -> &'static str {
        words::CARDS[self.index()]
    }
}

impl Sdl for Card {
    fn shape() -> sdl::Shape {
        sdl::Shape::Given("Int")
    }
}

impl TryFrom<u8> for Card {
    type Error = &'static str;
    fn try_from(number: u8) -> Result<Self, Self::Error> {
        if (1..=10).contains(&number) { Ok(Self(number)) } else { Err("a card is from 1 to 10") }
    }
}

type Cards = Bag<Card, 10>;

/// A table of Sealed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Sealed {
    players: Vec<Player>,
    deck: Cards,
    prizes: Cards,
    /// What is bid for; nothing when the game is over.
    prize: Option<Card>,
    /// How many prizes come after this one.
    rounds: u8,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Player {
    hand: Cards,
    bid: Option<Card>,
    spent: Cards,
    points: i32,
}

/// How a table is played.
#[derive(Debug, Serialize, Deserialize, Sdl)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many prizes are bid for, 1 to 5.
    rounds: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { rounds: 5 }
    }
}

/// A step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Move {
    /// Bid a card of your hand in secret.
    // Its content is called otherwise than `Bid`, because an event is called so.
    #[sdl(content = "BidInput")]
    Bid {
        /// The card, 1 to 10.
        card: Card,
    },
}

/// Something that happened.
#[derive(Debug, Clone, Serialize, Sdl)]
#[serde(tag = "__typename")]
pub enum Event {
    /// Somebody bid.
    Bid {
        /// Who.
        seat: Seat,
        /// Which card, for the eyes that may see it.
        card: Option<Card>,
    },
    /// The bids were opened.
    Opened {
        /// The bids, in the order of the seats.
        bids: Vec<Card>,
        /// What was bid for.
        prize: Card,
        /// Who takes it; null when no bid stood alone.
        to: Option<Seat>,
    },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Prompt {
    Bid { prize: Card },
    Wait,
    Over,
}

/// What one pair of eyes may know of a table.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The numbers of the seats that have not bid yet.
    to_act: Seats,
    /// The prize that is bid for; null when the game is over.
    prize: Option<Card>,
    /// How many prizes come after this one.
    rounds_to_come: u8,
    /// Everyone, in the order of the seats.
    seats: Vec<SeatView>,
}

/// One player.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase", rename = "Seat")]
struct SeatView {
    /// The seat, from 0.
    seat: Seat,
    /// How many cards are in hand.
    cards: usize,
    /// The sum of the prizes taken.
    points: i32,
    /// Whether a bid lies on the table.
    has_bid: bool,
    /// The cards of the bids that were opened.
    spent: Vec<Card>,
    /// The bid, for the eyes that may see it.
    bid: Option<Card>,
    /// The cards in hand, for the eyes that may see them.
    hand: Option<Vec<Card>>,
}

impl Game for Sealed {
    const ABOUT: About = About {
        id: "sealed",
        prefix: "Sealed",
        titles: &[(Language::En, "Sealed"), (Language::Fr, "Sous pli")],
        rules_version: 1,
        fewest_seats: 2,
        most_seats: 6,
        sdl: sdl::of::<Self>(),
        longest: 30,
    };
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn catalogue(_: &Options, language: Language) -> Vec<CatalogueEntry> {
        BOOK.names.iter().chain(&REFUSALS).map(|named| named.entry(language)).collect()
    }

    fn deal(options: &Options, seats: u8, dice: &mut Dice) -> Result<Self, Refusal> {
        Self::ABOUT.check_seats(seats)?;
        if !(1..=5).contains(&options.rounds) {
            return Err(Refusal::new("BAD_ROUNDS", "1").number("rounds", options.rounds));
        }
        let each = |count| Card::ALL.iter().flat_map(move |&card| vec![card; count]).collect();
        let (mut deck, mut prizes): (Cards, Cards) = (each(4), each(1));
        let player = |_| Player { hand: deck.draw_many(5, dice), ..Player::default() };
        let players = (0..seats).map(player).collect();
        let prize = prizes.draw(dice);
        Ok(Self { players, deck, prizes, prize, rounds: options.rounds - 1 })
    }

    fn to_act(&self) -> Seats {
        let bidding =
            |seat: &Seat| self.prize.is_some() && self.players[seat.index()].bid.is_none();
        Seats::first(self.players.len() as u8).iter().filter(bidding).collect()
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        if self.to_act().contains(seat) {
            out.extend(self.players[seat.index()].hand.iter().map(|(card, _)| Move::Bid { card }));
        }
    }

    fn play(
        &mut self,
        seat: Seat,
        step: &Move,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        let Move::Bid { card } = *step;
        if !self.to_act().contains(seat) {
            return Err(if self.prize.is_none() {
                Refusal::game_over()
            } else {
                Refusal::not_your_turn()
            });
        }
        let player = &mut self.players[seat.index()];
        if !player.hand.take(card) {
            return Err(Refusal::new("NOT_IN_HAND", "2").number("card", card.0));
        }
        player.bid = Some(card);
        let seen = Event::Bid { seat, card: None };
        log.only(Seats::just(seat), Event::Bid { seat, card: Some(card) }, Some(seen));
        if self.to_act().is_empty() {
            self.open_bids(dice, log);
        }
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        let seat_view = |(seat, player): (Seat, &Player)| SeatView {
            seat,
            cards: player.hand.len(),
            points: player.points,
            has_bid: player.bid.is_some(),
            spent: player.spent.each().collect(),
            bid: player.bid.filter(|_| eyes.are_of(seat)),
            hand: eyes.are_of(seat).then(|| player.hand.each().collect()),
        };
        let seats = (0..).map(Seat).zip(&self.players).map(seat_view).collect();
        View { to_act: self.to_act(), prize: self.prize, rounds_to_come: self.rounds, seats }
    }

    fn score(&self, _: Eyes) -> Score {
        let column = |player: &Player| (vec![Line::new("prizes", player.points)], Vec::new());
        Score::ranked(self.prize.is_none(), self.players.iter().map(column))
    }

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut imagined = self.clone();
        let hidden = |seat: u8| !eyes.are_of(Seat(seat));
        for (_, player) in (0..).zip(&self.players).filter(|&(seat, _)| hidden(seat)) {
            imagined.deck.add_all(&player.hand);
            player.bid.iter().for_each(|&card| imagined.deck.add(card));
        }
        for (_, player) in (0..).zip(&mut imagined.players).filter(|&(seat, _)| hidden(seat)) {
            player.hand = imagined.deck.draw_many(player.hand.len(), dice);
            player.bid = player.bid.and_then(|_| imagined.deck.draw(dice));
        }
        imagined
    }

    fn words(said: Utterance<'_, Self>, language: Language) -> String {
        BOOK.words(&said, Self::prompt, language)
    }
}

impl Sealed {
    fn open_bids(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let open = |player: &mut Player| {
            let bid = player.bid.take()?;
            player.spent.add(bid);
            Some(bid)
        };
        let bids: Vec<Card> = self.players.iter_mut().filter_map(open).collect();
        let alone = |card: Card| bids.iter().filter(|&&bid| bid == card).count() == 1;
        let best = bids.iter().copied().filter(|&bid| alone(bid)).max_by_key(|card| card.0);
        let to = best.and_then(|best| (0..).map(Seat).zip(&bids).find(|&(_, &bid)| bid == best));
        let to = to.map(|(seat, _)| seat);
        let Some(prize) = self.prize.take() else { return };
        if let Some(winner) = to {
            self.players[winner.index()].points += i32::from(prize.0);
        }
        log.all(Event::Opened { bids, prize, to });
        if let Some(rounds) = self.rounds.checked_sub(1) {
            self.rounds = rounds;
            self.prize = self.prizes.draw(dice);
        }
    }

    fn prompt(&self, eyes: Eyes) -> Prompt {
        match self.prize {
            None => Prompt::Over,
            Some(prize) if eyes.seat().is_some_and(|seat| self.to_act().contains(seat)) => {
                Prompt::Bid { prize }
            }
            Some(_) => Prompt::Wait,
        }
    }
}

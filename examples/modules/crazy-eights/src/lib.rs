//! Crazy Eights: who has no card left first scores what the others hold. A card follows the suit or
//! the rank of the one before; an eight follows everything, and whoever plays it names the suit.
//!
//! `RULES.md` has every rule, with its tests.

pub mod cards;
mod imagine;
mod round;
#[cfg(test)]
mod tests;

pub use cards::{BOOK, Card, Cards, Suit};
use gueridon_game::*;
use serde::{Deserialize, Serialize};

gueridon_game::export!(CrazyEights);

/// How many cards may be drawn in a turn.
const MOST_DRAWN: u8 = 3;
/// How many points a card in hand is thought to cost its player.
const BURDEN: i32 = 5;

/// A table.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CrazyEights {
    target: u16,
    round: u32,
    players: Vec<Player>,
    stock: Cards,
    /// What lies under the top card of the discard pile.
    discard: Cards,
    top: Card,
    /// The suit to follow: the top card's, or the one that was named.
    suit: Suit,
    turn: Seat,
    drawn: u8,
    /// How many players in a row have passed without drawing.
    idle: u8,
    /// Each time the stock was made in this round, the cards that it was made of and that have not
    /// been in it again since: everybody knows them, and so the time when a card was drawn.
    shuffles: Vec<Cards>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Player {
    hand: Cards,
    points: i32,
}

/// How a table is played.
#[derive(Debug, Serialize, Deserialize, Sdl)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The points at which the game ends, 10 to 500.
    pub target: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self { target: 100 }
    }
}

/// A step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(missing_docs, reason = "what has no comment is described by its type and name")]
pub enum Move {
    /// Play a card of your hand.
    Play {
        card: Card,
        /// The suit that has to follow, with an eight, and with no other card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        suit: Option<Suit>,
    },
    /// Draw a card.
    Draw(Yes),
    /// Let the next player go on.
    Pass(Yes),
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Sdl)]
#[serde(tag = "__typename")]
#[expect(missing_docs, reason = "what has no comment is described by its type and name")]
pub enum Event {
    /// Somebody played a card.
    Played {
        seat: Seat,
        card: Card,
        /// The suit that was named with an eight.
        suit: Option<Suit>,
    },
    /// Somebody drew a card.
    Drew {
        seat: Seat,
        /// Which card, for the eyes that may see it.
        card: Option<Card>,
    },
    /// The discard pile but for its top card was shuffled, and became the stock.
    Reshuffled {
        /// How many cards.
        cards: usize,
    },
    /// Somebody passed.
    Passed { seat: Seat },
    /// Everybody passed, and nobody could draw: the round is over.
    Blocked {},
    /// A round is over, and somebody shows what is left in hand.
    HandShown {
        seat: Seat,
        cards: Vec<Card>,
        /// What they count.
        worth: i32,
    },
    /// A round was won.
    Scored {
        /// By whom.
        seat: Seat,
        /// What it brings.
        points: i32,
    },
    /// Somebody was dealt a hand for a new round.
    Dealt {
        seat: Seat,
        /// The cards, for the eyes that may see them.
        cards: Option<Vec<Card>>,
    },
    /// A new round began.
    RoundBegan {
        /// Who plays first.
        seat: Seat,
        /// The number of the round, from 1.
        round: u32,
        /// The card that was turned up.
        card: Card,
    },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Prompt {
    Follow { suit: Suit, top: Card },
    FollowNamed { suit: Suit },
    Wait { seat: Seat },
    Over,
}

/// What one pair of eyes may know of a table.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The number of the seat whose turn it is, unless the game is over.
    to_act: Seats,
    top: Card,
    /// The suit that has to follow: that of the top card, or the one named with an eight.
    suit: Suit,
    stock: usize,
    discarded: usize,
    drawn: u8,
    round: u32,
    target: u16,
    players: Vec<PlayerView>,
}

/// One player.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase", rename = "Player")]
struct PlayerView {
    seat: Seat,
    points: i32,
    /// The cards in hand, for the eyes that may see them.
    hand: Option<Vec<Card>>,
    hand_size: usize,
}

impl Game for CrazyEights {
    const ABOUT: About = About {
        id: "crazyeights",
        prefix: "CrazyEights",
        titles: &[(Language::En, "Crazy Eights"), (Language::Fr, "Huit américain")],
        rules_version: 1,
        fewest_seats: 2,
        most_seats: 6,
        sdl: sdl::of::<Self>(),
        longest: 20_000,
    };
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn catalogue(_: &Options, language: Language) -> Vec<CatalogueEntry> {
        cards::catalogue(language)
    }

    fn deal(options: &Options, seats: u8, dice: &mut Dice) -> Result<Self, Refusal> {
        Self::ABOUT.check_seats(seats)?;
        if !(10..=500).contains(&options.target) {
            return Err(Refusal::new("BAD_TARGET", "E12").number("target", options.target));
        }
        Ok(Self::dealt(options.target, seats, dice))
    }

    fn to_act(&self) -> Seats {
        if self.is_over() { Seats::NONE } else { Seats::just(self.turn) }
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        if !self.to_act().contains(seat) {
            return;
        }
        for card in self.hand(seat).each().filter(|&card| self.fits(card)) {
            if card.is_eight() {
                let named = |&suit| Move::Play { card, suit: Some(suit) };
                out.extend(Suit::ALL.iter().map(named));
            } else {
                out.push(Move::Play { card, suit: None });
            }
        }
        for step in [Move::Draw(Yes::Yes), Move::Pass(Yes::Yes)] {
            if self.allow(seat, &step).is_ok() {
                out.push(step);
            }
        }
    }

    fn play(
        &mut self,
        seat: Seat,
        step: &Move,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        Refusal::check_turn(seat, self.seats(), self.to_act())?;
        self.allow(seat, step)?;
        match *step {
            Move::Play { card, suit } => self.play_card(card, suit, dice, log),
            Move::Draw(_) => self.draw(dice, log),
            Move::Pass(_) => self.pass(dice, log),
        }
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        let view = |(seat, player): (Seat, &Player)| PlayerView {
            seat,
            points: player.points,
            // When the game is over, everybody has seen what was left.
            hand: (eyes.are_of(seat) || self.is_over()).then(|| player.hand.each().collect()),
            hand_size: player.hand.len(),
        };
        View {
            to_act: self.to_act(),
            top: self.top,
            suit: self.suit,
            stock: self.stock.len(),
            discarded: self.discard.len(),
            drawn: self.drawn,
            round: self.round,
            target: self.target,
            players: (0..).map(Seat).zip(&self.players).map(view).collect(),
        }
    }

    fn score(&self, _: Eyes) -> Score {
        let column = |player: &Player| (vec![Line::new("rounds", player.points)], Vec::new());
        Score::ranked(self.is_over(), self.players.iter().map(column))
    }

    fn standing(&self) -> Standing {
        let size = |player: &Player| i32::try_from(player.hand.len()).unwrap_or_default();
        self.players.iter().map(|player| player.points - BURDEN * size(player)).collect()
    }

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        self.imagined(eyes, dice)
    }

    fn words(said: Utterance<'_, Self>, language: Language) -> String {
        BOOK.words(&said, Self::prompt, language)
    }
}

impl CrazyEights {
    /// All cards, wherever they are.
    #[must_use]
    pub fn cards(&self) -> Cards {
        let mut cards = self.stock;
        cards.add_all(&self.discard);
        cards.add(self.top);
        self.players.iter().for_each(|player| cards.add_all(&player.hand));
        cards
    }

    fn seats(&self) -> u8 {
        u8::try_from(self.players.len()).unwrap_or(u8::MAX)
    }

    fn hand(&self, seat: Seat) -> &Cards {
        &self.players[seat.index()].hand
    }

    /// Whether somebody has reached the target (E12).
    fn is_over(&self) -> bool {
        self.players.iter().any(|player| player.points >= i32::from(self.target))
    }

    /// Whether a card may follow the top one (E4, E5).
    fn fits(&self, card: Card) -> bool {
        // On an eight only the suit that was named counts; another eight may follow all the same.
        card.is_eight() || card.suit() == self.suit || card.rank() == self.top.rank()
    }

    /// Whether there is a card left to draw, if only after a shuffle (E8).
    fn can_draw(&self) -> bool {
        !self.stock.is_empty() || !self.discard.is_empty()
    }

    /// Whether a step is open to the seat whose turn it is; if not, the rule that forbids it.
    fn allow(&self, seat: Seat, step: &Move) -> Result<(), Refusal> {
        match *step {
            Move::Play { card, .. } if !self.hand(seat).has(card) => {
                Err(Refusal::new("NOT_IN_HAND", "E4").kind("card", card))
            }
            Move::Play { card, .. } if !self.fits(card) => {
                Err(Refusal::new("DOES_NOT_FIT", "E4").kind("card", card).kind("suit", self.suit))
            }
            Move::Play { card, suit: None } if card.is_eight() => {
                Err(Refusal::new("NAME_A_SUIT", "E5"))
            }
            Move::Play { card, suit: Some(_) } if !card.is_eight() => {
                Err(Refusal::new("NO_SUIT_TO_NAME", "E5"))
            }
            Move::Draw(_) if self.drawn == MOST_DRAWN => Err(Refusal::new("DRAWN_ENOUGH", "E6")),
            Move::Draw(_) if !self.can_draw() => Err(Refusal::new("NOTHING_TO_DRAW", "E6")),
            Move::Pass(_) if self.drawn < MOST_DRAWN && self.can_draw() => {
                Err(Refusal::new("DRAW_FIRST", "E7"))
            }
            Move::Play { .. } | Move::Draw(_) | Move::Pass(_) => Ok(()),
        }
    }

    fn play_card(&mut self, card: Card, suit: Option<Suit>, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn;
        self.players[seat.index()].hand.take(card);
        self.discard.add(std::mem::replace(&mut self.top, card));
        self.suit = suit.unwrap_or(card.suit());
        self.idle = 0;
        log.all(Event::Played { seat, card, suit });
        if self.hand(seat).is_empty() {
            self.end_round(dice, log);
        } else {
            self.go_on();
        }
    }

    fn draw(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        self.renew_stock(log);
        let Some(card) = self.stock.draw(dice) else { return };
        // The last card is drawn without a roll, but is shown to its player all the same.
        dice.uncover();
        let seat = self.turn;
        self.players[seat.index()].hand.add(card);
        self.drawn += 1;
        self.idle = 0;
        let others = Event::Drew { seat, card: None };
        log.only(Seats::just(seat), Event::Drew { seat, card: Some(card) }, Some(others));
    }

    fn pass(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        log.all(Event::Passed { seat: self.turn });
        self.idle = if self.drawn == 0 { self.idle + 1 } else { 0 };
        if self.idle == self.seats() {
            log.all(Event::Blocked {});
            self.end_round(dice, log);
        } else {
            self.go_on();
        }
    }

    fn go_on(&mut self) {
        self.turn = self.turn.next(self.seats());
        self.drawn = 0;
    }

    fn prompt(&self, eyes: Eyes) -> Prompt {
        let (suit, top) = (self.suit, self.top);
        match eyes.seat() {
            _ if self.is_over() => Prompt::Over,
            Some(seat) if seat == self.turn && top.is_eight() => Prompt::FollowNamed { suit },
            Some(seat) if seat == self.turn => Prompt::Follow { suit, top },
            _ => Prompt::Wait { seat: self.turn },
        }
    }
}

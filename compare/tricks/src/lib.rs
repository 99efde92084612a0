//! The game of tricks that other servers play in `make compare`: everybody plays a card in turn, and
//! the highest wins.
//!
//! `RULES.md` has every rule, with its tests.

pub mod cards;

pub use cards::{BOOK, Card, Cards};
use gueridon_game::*;
use serde::{Deserialize, Serialize};

gueridon_game::export!(Tricks);

/// A table.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tricks {
    players: Vec<Player>,
    turn: Seat,
    /// What was played of the trick, in the order in which it was.
    trick: Vec<Laid>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Player {
    hand: Cards,
    won: i32,
}

/// A card of the trick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
struct Laid {
    seat: Seat,
    card: Card,
}

/// How a table is played.
#[derive(Debug, Serialize, Deserialize, Sdl)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many cards everybody is dealt, 1 to 13.
    pub hand: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { hand: 13 }
    }
}

/// A step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(missing_docs, reason = "what has no comment is described by its type and name")]
pub enum Move {
    /// Play a card of your hand.
    Play { card: Card },
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Sdl)]
#[serde(tag = "__typename")]
#[expect(missing_docs, reason = "what has no comment is described by its type and name")]
pub enum Event {
    /// Somebody played a card.
    Played { seat: Seat, card: Card },
    /// Somebody won the trick.
    TrickWon { seat: Seat },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Prompt {
    Play,
    Wait { seat: Seat },
    Over,
}

/// What one pair of eyes may know of a table.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The number of the seat whose turn it is, unless the game is over.
    to_act: Seats,
    /// What was played of the trick, in the order in which it was.
    trick: Vec<Laid>,
    players: Vec<PlayerView>,
}

/// One player.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase", rename = "Player")]
struct PlayerView {
    seat: Seat,
    /// How many tricks the player has won.
    won: i32,
    /// The cards in hand, for the eyes that may see them.
    hand: Option<Vec<Card>>,
    hand_size: usize,
}

impl Game for Tricks {
    const ABOUT: About = About {
        id: "tricks",
        prefix: "Tricks",
        titles: &[(Language::En, "Tricks"), (Language::Fr, "Levées")],
        rules_version: 1,
        fewest_seats: 2,
        most_seats: 4,
        sdl: sdl::of::<Self>(),
        longest: 52,
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
        if !(1..=13).contains(&options.hand) {
            return Err(Refusal::new("BAD_HAND", "T1").number("hand", options.hand));
        }
        let size = usize::from(options.hand);
        let mut deck: Cards = Card::ALL.iter().copied().take(size * usize::from(seats)).collect();
        let player = |_| Player { hand: deck.draw_many(size, dice), won: 0 };
        let players = (0..seats).map(player).collect();
        Ok(Self { players, turn: Seat(0), trick: Vec::new() })
    }

    fn to_act(&self) -> Seats {
        if self.is_over() { Seats::NONE } else { Seats::just(self.turn) }
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        if self.to_act().contains(seat) {
            let hand = &self.players[seat.index()].hand;
            out.extend(hand.each().map(|card| Move::Play { card }));
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
        let Move::Play { card } = *step;
        if !self.players[seat.index()].hand.take(card) {
            return Err(Refusal::new("NOT_IN_HAND", "T3").kind("card", card));
        }
        self.trick.push(Laid { seat, card });
        // Its player knew the card, and the others did not.
        dice.disclose();
        log.all(Event::Played { seat, card });
        if self.trick.len() == self.players.len() {
            self.end_trick(log);
        }
        self.turn = self.turn.next(self.seats());
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        let view = |(seat, player): (Seat, &Player)| PlayerView {
            seat,
            won: player.won,
            hand: eyes.are_of(seat).then(|| player.hand.each().collect()),
            hand_size: player.hand.len(),
        };
        View {
            to_act: self.to_act(),
            trick: self.trick.clone(),
            players: (0..).map(Seat).zip(&self.players).map(view).collect(),
        }
    }

    fn score(&self, _: Eyes) -> Score {
        let column = |player: &Player| (vec![Line::new("tricks", player.won)], Vec::new());
        Score::ranked(self.is_over(), self.players.iter().map(column))
    }

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut imagined = self.clone();
        let hidden = |&(seat, _): &(u8, &mut Player)| !eyes.are_of(Seat(seat));
        let mut unseen = Cards::new();
        for (_, player) in (0..).zip(&mut imagined.players).filter(hidden) {
            unseen.add_all(&player.hand);
        }
        for (_, player) in (0..).zip(&mut imagined.players).filter(hidden) {
            player.hand = unseen.draw_many(player.hand.len(), dice);
        }
        imagined
    }

    fn words(said: Utterance<'_, Self>, language: Language) -> String {
        let prompt = |game: &Self, eyes: Eyes| match eyes.seat() {
            _ if game.is_over() => Prompt::Over,
            Some(seat) if seat == game.turn => Prompt::Play,
            _ => Prompt::Wait { seat: game.turn },
        };
        BOOK.words(&said, prompt, language)
    }
}

impl Tricks {
    fn seats(&self) -> u8 {
        u8::try_from(self.players.len()).unwrap_or(u8::MAX)
    }

    /// Whether all hands are empty (T5).
    fn is_over(&self) -> bool {
        self.players.iter().all(|player| player.hand.is_empty())
    }

    /// Gives the trick to the highest rank, of equal ones to the first (T4).
    fn end_trick(&mut self, log: &mut Log<Event>) {
        let highest = |best: Laid, laid: Laid| {
            if laid.card.rank() > best.card.rank() { laid } else { best }
        };
        if let Some(Laid { seat, .. }) = self.trick.drain(..).reduce(highest) {
            self.players[seat.index()].won += 1;
            log.all(Event::TrickWon { seat });
        }
    }
}

//! {{Title}}: everybody plays a card of a hidden hand in secret; the highest that nobody else played
//! wins the round. Whoever has won the most rounds when the hands are empty wins.

mod cards;

pub use cards::{BOOK, Card, Cards};
use gueridon_game::*;
use serde::{Deserialize, Serialize};

gueridon_game::export!({{Prefix}});

/// How many of each card there are.
const COPIES: u8 = 4;

/// A table.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct {{Prefix}} {
    players: Vec<Player>,
    deck: Cards,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Player {
    hand: Cards,
    /// What lies in front of the player, face down.
    chosen: Option<Card>,
    played: Cards,
    won: i32,
}

/// How a table is played.
#[derive(Debug, Serialize, Deserialize, Sdl)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    pub hand: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { hand: 5 }
    }
}

/// A step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Move {
    /// Choose a card of your hand in secret.
    Choose { card: Card },
}

/// Something that happened.
#[derive(Debug, Clone, Serialize, Sdl)]
#[serde(tag = "__typename")]
pub enum Event {
    /// Somebody chose a card; which one, only they see.
    Chose { seat: Seat, card: Option<Card> },
    /// All cards were shown.
    Shown {
        /// The cards, in the order of the seats.
        cards: Vec<Card>,
        /// Who wins the round; null when no card stood alone.
        winner: Option<Seat>,
    },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Prompt {
    Choose,
    Wait,
    Over,
}

/// What one pair of eyes may know; what is hidden from them is null.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct View {
    to_act: Seats,
    players: Vec<PlayerView>,
}

/// One player.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase", rename = "Player")]
struct PlayerView {
    seat: Seat,
    won: i32,
    hand: Option<Vec<Card>>,
    hand_size: usize,
    has_chosen: bool,
    chosen: Option<Card>,
    played: Vec<Card>,
}

impl Game for {{Prefix}} {
    const ABOUT: About = About {
        id: "{{id}}",
        prefix: "{{Prefix}}",
        titles: &[(Language::En, "{{Title}}"), (Language::Fr, "{{Title}}")],
        rules_version: 1,
        fewest_seats: 2,
        most_seats: 4,
        sdl: sdl::of::<Self>(),
        longest: 28,
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
        if !(1..=7).contains(&options.hand) {
            return Err(Refusal::new("BAD_HAND", "1").number("hand", options.hand));
        }
        let mut deck = Cards::new();
        Card::ALL.iter().for_each(|&card| deck.add_many(card, COPIES));
        let mut player = |_| {
            let hand = deck.draw_many(options.hand.into(), dice);
            Player { hand, chosen: None, played: Cards::new(), won: 0 }
        };
        let players = (0..seats).map(&mut player).collect();
        Ok(Self { players, deck })
    }

    fn to_act(&self) -> Seats {
        let chooses = |player: &Player| player.chosen.is_none() && !player.hand.is_empty();
        let seats = (0..).map(Seat).zip(&self.players);
        seats.filter(|(_, player)| chooses(player)).map(|(seat, _)| seat).collect()
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        if self.to_act().contains(seat) {
            let hand = self.players[seat.index()].hand.iter();
            out.extend(hand.map(|(card, _)| Move::Choose { card }));
        }
    }

    fn play(
        &mut self,
        seat: Seat,
        step: &Move,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        Refusal::check_turn(seat, self.players.len() as u8, self.to_act())?;
        let Move::Choose { card } = *step;
        let player = &mut self.players[seat.index()];
        if !player.hand.take(card) {
            return Err(Refusal::new("NOT_IN_HAND", "2").kind("card", card));
        }
        player.chosen = Some(card);
        let others = Event::Chose { seat, card: None };
        log.only(Seats::just(seat), Event::Chose { seat, card: Some(card) }, Some(others));
        if self.players.iter().all(|player| player.chosen.is_some()) {
            self.show(log);
        }
        Ok(())
    }

    fn view(&self, eyes: Eyes) -> View {
        let view = |(seat, player): (Seat, &Player)| PlayerView {
            seat,
            won: player.won,
            hand: eyes.are_of(seat).then(|| player.hand.each().collect()),
            hand_size: player.hand.len(),
            has_chosen: player.chosen.is_some(),
            chosen: player.chosen.filter(|_| eyes.are_of(seat)),
            played: player.played.each().collect(),
        };
        let players = (0..).map(Seat).zip(&self.players).map(view).collect();
        View { to_act: self.to_act(), players }
    }

    fn score(&self, _: Eyes) -> Score {
        let column = |player: &Player| (vec![Line::new("rounds", player.won)], Vec::new());
        Score::ranked(self.to_act().is_empty(), self.players.iter().map(column))
    }

    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut imagined = self.clone();
        let hidden = |&(seat, _): &(u8, &mut Player)| !eyes.are_of(Seat(seat));
        for (_, player) in (0..).zip(&mut imagined.players).filter(hidden) {
            imagined.deck.add_all(&player.hand);
            player.chosen.iter().for_each(|&card| imagined.deck.add(card));
        }
        for (_, player) in (0..).zip(&mut imagined.players).filter(hidden) {
            player.hand = imagined.deck.draw_many(player.hand.len(), dice);
            player.chosen = player.chosen.and_then(|_| imagined.deck.draw(dice));
        }
        imagined
    }

    fn words(said: Utterance<'_, Self>, language: Language) -> String {
        let prompt = |game: &Self, eyes: Eyes| match (game.to_act(), eyes.seat()) {
            (seats, _) if seats.is_empty() => Prompt::Over,
            (seats, Some(seat)) if seats.contains(seat) => Prompt::Choose,
            _ => Prompt::Wait,
        };
        BOOK.words(&said, prompt, language)
    }
}

impl {{Prefix}} {
    /// Shows what everybody chose: the highest card that is there once wins.
    fn show(&mut self, log: &mut Log<Event>) {
        let cards: Vec<Card> =
            self.players.iter_mut().filter_map(|player| player.chosen.take()).collect();
        let alone = |card: &&Card| cards.iter().filter(|other| other == card).count() == 1;
        let best = cards.iter().filter(alone).max();
        let winner = best.and_then(|best| cards.iter().position(|card| card == best));
        self.players.iter_mut().zip(&cards).for_each(|(player, &card)| player.played.add(card));
        winner.into_iter().for_each(|winner| self.players[winner].won += 1);
        log.all(Event::Shown { cards, winner: winner.map(|winner| Seat(winner as u8)) });
    }
}

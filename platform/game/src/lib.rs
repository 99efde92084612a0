//! What a game is.
//!
//! A game is a value: it can be dealt, played on, looked at and scored, and nothing it does
//! depends on anything but its arguments. This crate has the [`Game`] trait, the few things that every
//! game is made of (seats, dice, bags, decks, piles, scores), and the words in
//! which it speaks to people. It knows no server, no database and no clock.
//!
//! # Where to begin
//!
//! `gueridon new mygame` writes a small complete game into a new folder, with its tests and all texts in
//! data files; the guide for authors, `docs/module-author.md` in the repository, begins there. To
//! know what a game consists of, read the one below, then [`Game`]. Then, as your game needs them:
//!
//! | for | read |
//! |---|---|
//! | who sees and is told what | [`Eyes`], [`Log`], [`Game::imagine`] |
//! | cards and tokens | [`Kind`], [`Bag`], [`Deck`], [`Pile`] |
//! | chance | [`Dice`] |
//! | why a step is refused | [`Refusal`] |
//! | points, ranks and ties | [`Score`], [`Game::standing`] |
//! | what clients see and send | [`Sdl`](macro@Sdl), [`mod@sdl`] |
//! | names, labels and sentences | [`CatalogueEntry`], [`Phrasebook`], [`words`] |
//! | tests | `testkit`, with the feature of that name |
//! | a module in another language | [`border`], [`abi`], and `include/gueridon.h` in this crate |
//!
//! # A whole game
//!
//! Everybody has three cards and lays one of them in turn; the highest card wins. A game from
//! `gueridon new` has its cards and words in data files, of which `gueridon-data` makes [`Kind`]s and a
//! [`Phrasebook`]; here they are written out.
//!
//! ```
//! use gueridon_game::*;
//! use serde::{Deserialize, Serialize};
//!
//! /// A card, from the lowest to the highest.
//! #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
//! #[serde(rename_all = "camelCase")]
//! enum Card {
//!     Pawn,
//!     Knight,
//!     Queen,
//! }
//!
//! impl Kind for Card {
//!     const NOUN: &'static str = "card";
//!     const ALL: &'static [Self] = &[Self::Pawn, Self::Knight, Self::Queen];
//!     fn index(self) -> usize {
//!         self as usize
//!     }
//!     fn id(self) -> &'static str {
//!         ["pawn", "knight", "queen"][self as usize]
//!     }
//! }
//!
//! /// Cards without an order, counted by kind.
//! type Cards = Bag<Card, 3>;
//!
//! /// A table: all that there is to know, of which `view` shows to each what they may know.
//! #[derive(Clone, Serialize, Deserialize)]
//! struct Highest {
//!     reversed: bool,
//!     hands: Vec<Cards>,
//!     /// What nobody was dealt.
//!     deck: Cards,
//!     /// What was laid, in the order of the seats.
//!     laid: Vec<Card>,
//! }
//!
//! /// How a table is played.
//! #[derive(Default, Serialize, Deserialize, Sdl)]
//! #[serde(default, deny_unknown_fields)]
//! struct Options {
//!     /// Whether the lowest card wins.
//!     reversed: bool,
//! }
//!
//! /// A step.
//! #[derive(Clone, PartialEq, Serialize, Deserialize, Sdl)]
//! #[serde(rename_all = "camelCase", deny_unknown_fields)]
//! enum Move {
//!     /// Lay a card of your hand.
//!     Lay { card: Card },
//! }
//!
//! /// Something that happened.
//! #[derive(Clone, Serialize, Sdl)]
//! #[serde(tag = "__typename")]
//! enum Event {
//!     /// Somebody laid a card.
//!     Laid { seat: Seat, card: Card },
//! }
//!
//! /// What one pair of eyes may know.
//! #[derive(Serialize, Sdl)]
//! #[serde(rename_all = "camelCase")]
//! struct View {
//!     to_act: Seats,
//!     laid: Vec<Card>,
//!     /// The hands, in the order of the seats; null for those that are hidden.
//!     hands: Vec<Option<Vec<Card>>>,
//! }
//!
//! const NOT_IN_HAND: [&str; 2] = ["You do not have this card.", "Vous n’avez pas cette carte."];
//!
//! impl Game for Highest {
//!     const ABOUT: About = About {
//!         id: "highest",
//!         prefix: "Highest",
//!         titles: &[(Language::En, "Highest"), (Language::Fr, "Au plus haut")],
//!         rules_version: 1,
//!         fewest_seats: 2,
//!         most_seats: 4,
//!         sdl: sdl::of::<Self>(),
//!         longest: 4,
//!     };
//!     type Options = Options;
//!     type Move = Move;
//!     type Event = Event;
//!     type View = View;
//!
//!     fn catalogue(_: &Options, language: Language) -> Vec<CatalogueEntry> {
//!         let entry = |key, kind, [en, fr]: [&'static str; 2]| CatalogueEntry {
//!             key,
//!             kind,
//!             name: if language == Language::En { en } else { fr },
//!             text: "",
//!             reconstructed: &[],
//!         };
//!         vec![
//!             entry("pawn", "card", ["Pawn", "Pion"]),
//!             entry("knight", "card", ["Knight", "Cavalier"]),
//!             entry("queen", "card", ["Queen", "Dame"]),
//!             entry("laidCard", "scoreLine", ["The card", "La carte"]),
//!             catalogue::Named::refusal("NOT_IN_HAND", NOT_IN_HAND).entry(language),
//!         ]
//!     }
//!
//!     fn deal(options: &Options, seats: u8, dice: &mut Dice) -> Result<Self, Refusal> {
//!         Self::ABOUT.check_seats(seats)?;
//!         let mut deck = Cards::new();
//!         Card::ALL.iter().for_each(|&card| deck.add_many(card, 5));
//!         let hands = (0..seats).map(|_| deck.draw_many(3, dice)).collect();
//!         Ok(Self { reversed: options.reversed, hands, deck, laid: Vec::new() })
//!     }
//!
//!     fn to_act(&self) -> Seats {
//!         let next = Seat(self.laid.len() as u8);
//!         if next.index() < self.hands.len() { Seats::just(next) } else { Seats::NONE }
//!     }
//!
//!     fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
//!         if self.to_act().contains(seat) {
//!             out.extend(self.hands[seat.index()].iter().map(|(card, _)| Move::Lay { card }));
//!         }
//!     }
//!
//!     fn play(
//!         &mut self,
//!         seat: Seat,
//!         step: &Move,
//!         dice: &mut Dice,
//!         log: &mut Log<Event>,
//!     ) -> Result<(), Refusal> {
//!         Refusal::check_turn(seat, self.hands.len() as u8, self.to_act())?;
//!         let Move::Lay { card } = *step;
//!         if !self.hands[seat.index()].take(card) {
//!             return Err(Refusal::new("NOT_IN_HAND", "").kind("card", card));
//!         }
//!         self.laid.push(card);
//!         // Its player knew the card, and the others did not.
//!         dice.disclose();
//!         log.all(Event::Laid { seat, card });
//!         Ok(())
//!     }
//!
//!     fn view(&self, eyes: Eyes) -> View {
//!         let seen = |(seat, hand): (Seat, &Cards)| eyes.are_of(seat).then(|| hand.each().collect());
//!         let hands = (0..).map(Seat).zip(&self.hands).map(seen).collect();
//!         View { to_act: self.to_act(), laid: self.laid.clone(), hands }
//!     }
//!
//!     fn score(&self, _: Eyes) -> Score {
//!         let column = |seat: usize| {
//!             let worth = |card: &Card| card.index() as i32 + 1;
//!             let points = self.laid.get(seat).map_or(0, worth);
//!             let points = if self.reversed { -points } else { points };
//!             (vec![Line::new("laidCard", points)], Vec::new())
//!         };
//!         Score::ranked(self.to_act().is_empty(), (0..self.hands.len()).map(column))
//!     }
//!
//!     fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self {
//!         let mut imagined = self.clone();
//!         let hidden = |seat: usize| !eyes.are_of(Seat(seat as u8));
//!         for seat in (0..self.hands.len()).filter(|&seat| hidden(seat)) {
//!             imagined.deck.add_all(&self.hands[seat]);
//!         }
//!         for seat in (0..self.hands.len()).filter(|&seat| hidden(seat)) {
//!             imagined.hands[seat] = imagined.deck.draw_many(self.hands[seat].len(), dice);
//!         }
//!         imagined
//!     }
//!
//!     fn words(said: Utterance<'_, Self>, language: Language) -> String {
//!         let [en, fr] = match said {
//!             Utterance::Prompt(..) => ["Lay a card".to_owned(), "Posez une carte".to_owned()],
//!             Utterance::Move(Move::Lay { card }) => {
//!                 [format!("Lay: {}", card.id()), format!("Poser : {}", card.id())]
//!             }
//!             Utterance::Event(Event::Laid { seat, card }) => {
//!                 [format!("{seat} lays: {}", card.id()), format!("{seat} pose : {}", card.id())]
//!             }
//!             Utterance::Refusal(refusal) if refusal.code == "NOT_IN_HAND" => {
//!                 NOT_IN_HAND.map(str::to_owned)
//!             }
//!             Utterance::Refusal(refusal) => [(); 2].map(|()| refusal.code.to_owned()),
//!         };
//!         if language == Language::En { en } else { fr }
//!     }
//! }
//!
//! export!(Highest);
//!
//! /// A game from its deal to its end, as a host plays it.
//! fn main() {
//!     let seed = Seed::of_test(1);
//!     let mut game = Highest::deal(&Options::default(), 3, &mut Dice::new(&seed, 0)).unwrap();
//!     let mut entry = 0;
//!     while let Some(seat) = game.to_act().lowest() {
//!         let (view, mut moves) = (game.view(Eyes::Seat(seat)), Vec::new());
//!         game.moves(seat, &mut moves);
//!         assert!(view.hands[seat.index()].is_some());
//!         // The steps of one entry are made on a copy, with the dice of that entry.
//!         entry += 1;
//!         let (mut tried, mut log) = (game.clone(), Log::new());
//!         tried.play(seat, &moves[0], &mut Dice::new(&seed, entry), &mut log).unwrap();
//!         assert_eq!(log.glimpsed(Eyes::Public).count(), 1);
//!         game = tried;
//!     }
//!     assert!(entry == 3 && game.score(Eyes::Public).is_final);
//! #   testkit::Laws::<Highest>::new(Options::default()).playouts(4).check();
//! }
//! ```
//!
//! # In which order methods are called
//!
//! 1. Before any table there is [`Game::ABOUT`], and [`Game::catalogue`] in each language.
//! 2. A table begins with [`Game::deal`], by the dice of entry 0.
//! 3. Whoever looks is answered from [`Game::view`], [`Game::score`], [`Game::to_act`], for a seat
//!    [`Game::moves`] with [`Game::declines`], and [`Game::words`] for the prompt and each step.
//! 4. A player sends steps. A host clones the game and calls [`Game::play`] for one after the other, all
//!    with the same dice, which are those of the entry's number. If one is refused, the clone is dropped
//!    and [`Game::words`] says why. Otherwise [`Game::words`] puts the events into sentences, and the
//!    clone becomes the game once the journal has the steps.
//! 5. [`Game::imagine`] is called on games of which somebody must not learn more than they know: for a
//!    preview, for what a play reveals, where several steps are sent at once, and for a search, which
//!    then calls [`Game::moves`], [`Game::play`] and [`Game::standing`] thousands of times.
//! 6. The game is over when [`Game::to_act`] is empty. Its score is then final, and the same for all eyes.
//!
//! To rebuild a table, a host deals it again and plays the steps of its journal; so nothing of a game is
//! kept but these, and the same steps have to give the same game. No method may panic; one that does
//! fails that call alone.

pub mod game;

pub mod eyes;
pub mod language;
pub mod log;
pub mod refusal;
pub mod score;
pub mod seat;

pub mod bag;
pub mod deck;
pub mod dice;
pub mod pile;

pub mod catalogue;
pub mod sdl;
pub mod words;

pub mod border;
mod digest;
mod foresight;
mod imagined;
pub mod levels;
mod prospect;
mod reading;
mod reveals;
pub mod search;
pub mod table;

pub mod abi;

#[cfg(feature = "testkit")]
pub mod testkit;

pub use bag::{Bag, Kind};
pub use catalogue::CatalogueEntry;
pub use deck::Deck;
pub use dice::{Dice, Seed};
pub use eyes::Eyes;
pub use game::{About, Game, Utterance, Yes};
pub use language::Language;
pub use levels::{Levels, Strength};
pub use log::{Log, LoggedEvent};
pub use pile::Pile;
pub use refusal::Refusal;
pub use score::{Line, Score, SeatScore, Standing};
pub use sdl::{Sdl, SdlSource};
pub use seat::{Seat, Seats};
pub use words::Phrasebook;

/// The guide for authors, so that its blocks of Rust are compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/module-author.md")]
struct Guide;

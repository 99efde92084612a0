//! A table set up by hand.

use gueridon_game::{Dice, Eyes, Game, Log, Seat, Seed, Yes};

use crate::board::{Post, Sentinel};
use crate::cards::{Card, Cards, Location, Loot, Loots, Lord, Race, Token};
use crate::decision::Decision;
use crate::moves::Move;
use crate::player::{LordPlace, OwnedLord};
use crate::state::Abyss;
use crate::{Event, Options};

/// The yes of steps that have no other content.
pub(super) const YES: Yes = Yes::Yes;
/// The seat whose turn it is in every scene.
pub(super) const ACTIVE: Seat = Seat(0);
/// The seat to its left.
pub(super) const LEFT: Seat = Seat(1);

/// A table set up by hand, at the beginning of a turn of seat 0: everybody has 1 Pearl and nothing
/// else, the Court is empty, and the decks hold all that is not placed elsewhere.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) game: Abyss,
    entry: u64,
}

impl Scene {
    pub(super) fn new(seats: u8) -> Self {
        Self::with_options(seats, Options::default())
    }

    /// A table with the extension.
    pub(super) fn with_kraken(seats: u8) -> Self {
        Self::with_options(seats, Options { kraken: true, ..Options::default() })
    }

    pub(super) fn with_options(seats: u8, options: Options) -> Self {
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        let mut game = Abyss::deal(&options, seats, &mut dice).expect("2 to 4 seats");
        game.turn.active = ACTIVE;
        game.has_begun = true;
        let court = std::mem::take(&mut game.board.court);
        game.board.lord_deck.shuffle_in(&court.into_iter().collect());
        Self { game, entry: 0 }
    }

    /// Puts these Lords at Court, the one farthest from the deck first.
    pub(super) fn court(mut self, lords: &[Lord]) -> Self {
        for &lord in lords {
            self.game.board.lord_deck.search(lord);
            self.game.board.court.push(lord);
        }
        self
    }

    /// Leaves only these Lords in the deck; the others leave the game.
    pub(super) fn lord_deck(mut self, lords: &[Lord]) -> Self {
        let deck: crate::cards::Lords = lords.iter().copied().collect();
        self.game.board.lord_deck = deck.into();
        self
    }

    /// Leaves only these cards in the exploration deck; they come up in any order.
    pub(super) fn deck(mut self, cards: &[Card]) -> Self {
        self.game.board.deck = cards.iter().copied().collect::<Cards>().into();
        self
    }

    /// Adds cards to the exploration discard.
    pub(super) fn discard(mut self, cards: &[Card]) -> Self {
        cards.iter().for_each(|&card| self.game.board.discard.add(card));
        self
    }

    /// Leaves only these Locations in the deck.
    pub(super) fn location_deck(mut self, locations: &[Location]) -> Self {
        let deck: crate::cards::Locations = locations.iter().copied().collect();
        self.game.board.location_deck = deck.into();
        self
    }

    /// Makes these Locations, and no others, available.
    pub(super) fn available(mut self, locations: &[Location]) -> Self {
        self.game.board.available = locations.iter().copied().collect();
        self
    }

    /// Leaves only these Monster tokens in the pool.
    pub(super) fn token_pool(mut self, tokens: &[Token]) -> Self {
        self.game.board.token_pool = tokens.iter().copied().collect();
        self
    }

    /// Puts the threat marker on a square, from 1.
    pub(super) fn threat(mut self, square: u8) -> Self {
        self.game.board.threat = square - 1;
        self
    }

    /// Adds cards to the Council; each goes to the stack of its race.
    pub(super) fn council(mut self, cards: &[Card]) -> Self {
        for &card in cards {
            let race = card.race().expect("a card of a race");
            self.game.board.council[race as usize].add(card);
        }
        self
    }

    pub(super) fn hand(mut self, seat: Seat, cards: &[Card]) -> Self {
        self.game.player_mut(seat).hand = cards.iter().copied().collect();
        self
    }

    pub(super) fn pearls(mut self, seat: Seat, pearls: u16) -> Self {
        self.game.player_mut(seat).pearls = pearls;
        self
    }

    pub(super) fn nebulis(mut self, seat: Seat, nebulis: u16) -> Self {
        self.game.player_mut(seat).nebulis = nebulis;
        self
    }

    /// Gives the Kraken figure.
    pub(super) fn figure(mut self, seat: Seat) -> Self {
        self.game.board.figure = Some(seat);
        self
    }

    /// Adds cards, of any race or Krakens, to one stack of the Council.
    pub(super) fn stack(mut self, race: Race, cards: &[Card]) -> Self {
        cards.iter().for_each(|&card| self.game.board.council[race as usize].add(card));
        self
    }

    /// Gives the Sentinel of that Lord, standing there or in front of its owner.
    pub(super) fn sentinel(mut self, owner: Seat, lord: Lord, post: Post) -> Self {
        self.game.board.sentinels.push(Sentinel { lord, owner, post });
        self
    }

    /// Leaves only this Loot in its deck.
    pub(super) fn loot_deck(mut self, loot: &[Loot]) -> Self {
        self.game.board.loot_deck = loot.iter().copied().collect::<Loots>().into();
        self
    }

    pub(super) fn key_tokens(mut self, seat: Seat, keys: u16) -> Self {
        self.game.player_mut(seat).key_tokens = keys;
        self
    }

    pub(super) fn affiliated(mut self, seat: Seat, cards: &[Card]) -> Self {
        cards.iter().for_each(|&card| self.game.player_mut(seat).affiliated.add(card));
        self
    }

    /// Gives Monster tokens, known to their owner alone.
    pub(super) fn tokens(mut self, seat: Seat, tokens: &[Token]) -> Self {
        for &token in tokens {
            let known = gueridon_game::Seats::just(seat);
            self.game.player_mut(seat).tokens.put(token, known).expect("room for a token");
        }
        self
    }

    /// Gives free Lords.
    pub(super) fn lords(self, seat: Seat, lords: &[Lord]) -> Self {
        self.placed(seat, lords, LordPlace::Free)
    }

    /// Gives Lords turned by the Assassin.
    pub(super) fn turned(self, seat: Seat, lords: &[Lord]) -> Self {
        self.placed(seat, lords, LordPlace::Turned)
    }

    /// Gives a Location with these Lords under it.
    pub(super) fn location(mut self, seat: Seat, location: Location, under: &[Lord]) -> Self {
        self.game.board.location_deck.search(location);
        self.game.board.available.take(location);
        self.game.player_mut(seat).locations.push(location);
        self.placed(seat, under, LordPlace::Covered(location))
    }

    fn placed(mut self, seat: Seat, lords: &[Lord], place: LordPlace) -> Self {
        for &lord in lords {
            self.game.board.lord_deck.search(lord);
            self.game.player_mut(seat).lords.push(OwnedLord { lord, place });
        }
        self
    }

    /// Makes a step that must be allowed; gives back what everybody (all eyes) was told.
    pub(super) fn play(&mut self, seat: Seat, step: Move) -> Vec<Event> {
        self.play_logged(seat, step).glimpsed(Eyes::All).cloned().collect()
    }

    /// Makes a step that must be allowed; gives back who was told what.
    pub(super) fn play_logged(&mut self, seat: Seat, step: Move) -> Log<Event> {
        let mut log = Log::new();
        self.entry += 1;
        let mut dice = Dice::new(&Seed::of_test(1), self.entry);
        let listed = self.moves(seat).contains(&step);
        let played = self.game.play(seat, &step, &mut dice, &mut log);
        assert!(played.is_ok(), "{step:?}: {played:?} at {:?}", self.game.decision);
        assert!(listed, "{step:?} was played but not listed");
        assert!(log.glimpsed(Eyes::Public).next().is_some(), "{step:?} tells nobody anything");
        log
    }

    /// Makes several steps of a seat; gives back what happened in all of them.
    pub(super) fn play_all(&mut self, seat: Seat, steps: &[Move]) -> Vec<Event> {
        steps.iter().flat_map(|&step| self.play(seat, step)).collect()
    }

    /// Tries a step that must be refused, and changes nothing; gives back code and rule.
    pub(super) fn refused(&mut self, seat: Seat, step: Move) -> (&'static str, &'static str) {
        let before = self.game.clone();
        let mut dice = Dice::new(&Seed::of_test(1), self.entry + 1);
        let refusal = self
            .game
            .play(seat, &step, &mut dice, &mut Log::new())
            .expect_err("a step that is refused");
        assert_eq!(self.game, before);
        assert!(!self.moves(seat).contains(&step), "{step:?} was refused but listed");
        (refusal.code, refusal.rule)
    }

    pub(super) fn moves(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(seat, &mut moves);
        moves
    }

    /// The open steps that only let pass what another seat does or offers.
    pub(super) fn declining(&self, seat: Seat) -> Vec<Move> {
        let mut open = self.moves(seat);
        open.retain(|step| self.game.declines(seat, step));
        open
    }

    /// Checks that exactly these steps are open to `seat`, in any order.
    pub(super) fn assert_open(&self, seat: Seat, steps: &[Move]) {
        let open = self.moves(seat);
        let is_same = open.len() == steps.len() && steps.iter().all(|step| open.contains(step));
        assert!(is_same, "open: {open:?}\nexpected: {steps:?}\nat {:?}", self.game.decision);
    }

    /// Leaves only these cards in the exploration deck, to be revealed next.
    pub(super) fn next_cards(&mut self, cards: &[Card]) {
        self.game.board.deck = cards.iter().copied().collect::<Cards>().into();
    }

    /// Recruits a Lord with exactly these Allies, and affiliates the given one if that is asked.
    pub(super) fn recruit(&mut self, lord: Lord, allies: &[Card], keep: Card) -> Vec<Event> {
        let mut told = self.play(ACTIVE, Move::Recruit { lord });
        told.extend(allies.iter().flat_map(|&ally| self.play(ACTIVE, Move::Spend { ally })));
        told.extend(self.play(ACTIVE, Move::Pay(YES)));
        if matches!(self.game.decision, Decision::Affiliate { .. }) {
            told.extend(self.play(ACTIVE, Move::Affiliate { ally: keep }));
        }
        told
    }

    pub(super) fn is_asked(&self, seat: Seat) -> bool {
        self.game.to_act().contains(seat)
    }

    pub(super) fn nebulis_of(&self, seat: Seat) -> u16 {
        self.game.player(seat).nebulis
    }

    pub(super) fn pearls_of(&self, seat: Seat) -> u16 {
        self.game.player(seat).pearls
    }

    pub(super) fn hand_of(&self, seat: Seat) -> Vec<Card> {
        self.game.player(seat).hand.each().collect()
    }

    pub(super) fn stack_of(&self, race: Race) -> Vec<Card> {
        self.game.board.stack(race).each().collect()
    }

    /// The points of one line of a seat's score pad, as all-seeing eyes fill it in.
    pub(super) fn points(&self, seat: Seat, line: &str) -> i32 {
        let score = self.game.score(Eyes::All);
        let lines = &score.seats[seat.index()].lines;
        lines.iter().find(|found| found.line == line).expect("a line of the pad").points
    }
}

/// The kinds of these events, in order.
pub(super) fn kinds(told: &[Event]) -> Vec<String> {
    let kind =
        |event| serde_json::to_value(event).unwrap()["__typename"].as_str().map(str::to_owned);
    told.iter().filter_map(kind).collect()
}

/// Plays a game by chance to its end and shows every step: the game before it, what was told of
/// it, and the game after it.
pub(super) fn playout(seats: u8, seed: u64, mut show: impl FnMut(&Abyss, Move, &[Event], &Abyss)) {
    let seed = Seed::of_test(seed);
    let mut game = Abyss::deal(&Options::default(), seats, &mut Dice::new(&seed, 0)).unwrap();
    let mut moves = Vec::new();
    for entry in 1..=u64::from(Abyss::ABOUT.longest) {
        let Some(seat) = game.to_act().lowest() else { return };
        let mut dice = Dice::new(&seed, entry);
        moves.clear();
        game.moves(seat, &mut moves);
        let step = *dice.pick(&moves).expect("a step for the one who is to act");
        let before = game.clone();
        let mut log = Log::new();
        game.play(seat, &step, &mut dice, &mut log).unwrap();
        let told: Vec<Event> = log.glimpsed(Eyes::All).cloned().collect();
        show(&before, step, &told, &game);
    }
    panic!("the game does not end");
}

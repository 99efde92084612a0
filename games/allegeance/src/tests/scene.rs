//! A table set up by hand.

use gueridon_game::{Deck, Dice, Eyes, Game, Log, Refusal, Seat, Seats, Seed, Yes};

use crate::cards::{Card, Gem, Gems, Guild, LOOSE_GEM, Oath, TableFacts};
use crate::decision::Decision;
use crate::history::{History, Passage};
use crate::moves::Move;
use crate::state::{Allegeance, Turn};
use crate::{Event, Options};

/// The yes of steps that have no other content.
pub(super) const YES: Yes = Yes::Yes;
/// The seat whose turn it is in every scene, and the first player.
pub(super) const A: Seat = Seat(0);
/// The seat to its left.
pub(super) const B: Seat = Seat(1);
/// The seat to the left of that.
pub(super) const C: Seat = Seat(2);
/// The seat to the left of that.
pub(super) const D: Seat = Seat(3);

/// A table set up by hand, at the beginning of a turn of seat 0 in the first round: hands, fields
/// and reserves are empty, everybody has an Allegiance, and the pile holds all cards that are
/// dealt nowhere.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) game: Allegeance,
    entry: u64,
}

pub(super) fn deal(options: Options, seats: u8, seed: u64) -> Allegeance {
    Allegeance::deal(&options, seats, &mut Dice::new(&Seed::of_test(seed), 0)).expect("a deal")
}

impl Scene {
    pub(super) fn new(seats: u8) -> Self {
        Self::with_options(seats, Options { first: Some(A), ..Options::default() })
    }

    /// The same, with these variants; Allegiances are left as they are.
    pub(super) fn with_options(seats: u8, options: Options) -> Self {
        let mut game = deal(options, seats, 1);
        for seat in game.seats() {
            let player = game.player_mut(seat);
            player.gems = Gems::new();
            let hand = std::mem::take(&mut player.hand);
            // Points and Titan come with the scenes that want them.
            player.oath = player.offered.iter().copied().next();
            player.offered.clear();
            game.board.deck.shuffle_in(&hand);
        }
        game.turn = Turn::of(A, 1);
        game.decision = Decision::Act;
        Self { game, entry: 0 }
    }

    pub(super) fn hand(mut self, seat: Seat, cards: &[Card]) -> Self {
        self.game.player_mut(seat).hand = cards.iter().copied().collect();
        self
    }

    /// Adds partisans to a field.
    pub(super) fn field(mut self, seat: Seat, stacks: &[(Guild, u8)]) -> Self {
        let field = &mut self.game.player_mut(seat).field;
        stacks.iter().for_each(|&(guild, count)| field.add_many(guild.partisan(), count));
        self
    }

    /// Adds chiefs to a field.
    pub(super) fn chiefs(mut self, seat: Seat, guilds: &[Guild]) -> Self {
        let field = &mut self.game.player_mut(seat).field;
        guilds.iter().for_each(|guild| field.add(guild.chief()));
        self
    }

    /// Adds loose gems to a reserve.
    pub(super) fn gems(mut self, seat: Seat, count: u8) -> Self {
        self.game.player_mut(seat).gems.add_many(LOOSE_GEM, count);
        self
    }

    /// Adds gem cards to a reserve.
    pub(super) fn gem_cards(mut self, seat: Seat, gems: &[Gem]) -> Self {
        gems.iter().for_each(|&gem| self.game.player_mut(seat).gems.add(gem));
        self
    }

    /// Leaves only these gem cards in the gem pile.
    pub(super) fn gem_pile(mut self, gems: &[Gem]) -> Self {
        self.game.board.gem_pile = gems.iter().copied().collect::<Gems>().into();
        self
    }

    /// Leaves only these cards in the main pile, the top one first; nobody knows them.
    pub(super) fn deck(self, cards: &[Card]) -> Self {
        self.deck_seen_by(cards, Seats::NONE)
    }

    /// The same, with seats that know them.
    pub(super) fn deck_seen_by(mut self, cards: &[Card], knowers: Seats) -> Self {
        self.game.board.deck = Deck::default();
        for &card in cards {
            self.game.board.deck.put_under(card, knowers).expect("room for every card");
        }
        self
    }

    pub(super) fn discard(mut self, cards: &[Card]) -> Self {
        self.game.board.discard = cards.iter().copied().collect();
        self
    }

    pub(super) fn protected(mut self, seat: Seat) -> Self {
        self.game.player_mut(seat).protected = true;
        self
    }

    /// Gives the fifth Protection.
    pub(super) fn fifth(mut self, seat: Seat) -> Self {
        self.game.board.fifth_protection = false;
        self.game.player_mut(seat).fifth = true;
        self
    }

    pub(super) fn sacrificed(mut self, seat: Seat, count: u8) -> Self {
        self.game.player_mut(seat).sacrificed = count;
        self
    }

    pub(super) fn oath(mut self, seat: Seat, oath: Oath) -> Self {
        for other in self.game.seats() {
            let player = self.game.player_mut(other);
            player.oath = player.oath.filter(|&kept| kept != oath);
        }
        self.game.player_mut(seat).oath = Some(oath);
        self
    }

    /// Nobody has an Allegiance but those given from here on.
    pub(super) fn no_oaths(mut self) -> Self {
        self.game.players.iter_mut().for_each(|player| player.oath = None);
        self
    }

    /// It is the last turn of the game: that of the last seat.
    pub(super) fn last_turn(mut self) -> Self {
        let seats = self.game.seat_count();
        self.game.turn = Turn::of(Seat(seats - 1), TableFacts::of(seats).rounds);
        self
    }

    /// Makes a step that must be allowed; gives back what everybody (all eyes) was told.
    pub(super) fn play(&mut self, seat: Seat, step: Move) -> Vec<Event> {
        self.play_logged(seat, step).glimpsed(Eyes::All).cloned().collect()
    }

    /// Makes a step that must be allowed; gives back who was told what.
    pub(super) fn play_logged(&mut self, seat: Seat, step: Move) -> Log<Event> {
        let mut log = Log::new();
        if self.entry == 0 {
            self.game.history = remembered(&self.game);
        }
        self.entry += 1;
        let mut dice = Dice::new(&Seed::of_test(1), self.entry);
        let listed = self.moves(seat).contains(&step);
        let played = self.game.play(seat, &step, &mut dice, &mut log);
        assert!(played.is_ok(), "{step:?}: {played:?} at {:?}", self.game.decision);
        assert!(listed, "{step:?} was played but not listed");
        assert!(log.glimpsed(Eyes::Public).next().is_some(), "{step:?} tells nobody anything");
        log
    }

    /// Makes several steps of the active player; gives back what happened in all of them.
    pub(super) fn play_all(&mut self, steps: &[Move]) -> Vec<Event> {
        steps.iter().flat_map(|&step| self.play(self.game.turn.active, step)).collect()
    }

    /// Ends the turn of the active player without discards; gives what happened after its actions.
    pub(super) fn end_turn(&mut self) -> Vec<Event> {
        let seat = self.game.turn.active;
        let mut told = self.play(seat, Move::EndTurn(YES));
        assert_eq!(told.remove(0), Event::ActionsEnded { seat });
        if self.game.decision == Decision::DiscardCards {
            told.extend(self.play(seat, Move::Refill(YES)));
        }
        told
    }

    /// Tries a step that must be refused, and changes nothing; gives back code and rule.
    pub(super) fn refused(&mut self, seat: Seat, step: Move) -> (&'static str, &'static str) {
        let refusal = self.refusal(seat, step);
        (refusal.code, refusal.rule)
    }

    /// The same; gives back the whole refusal.
    pub(super) fn refusal(&mut self, seat: Seat, step: Move) -> Refusal {
        let before = self.game.clone();
        let mut dice = Dice::new(&Seed::of_test(1), self.entry + 1);
        let refusal = self
            .game
            .play(seat, &step, &mut dice, &mut Log::new())
            .expect_err("a step that is refused");
        assert_eq!(self.game, before);
        assert!(!self.moves(seat).contains(&step), "{step:?} was refused but listed");
        refusal
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

    pub(super) fn partisans(&self, seat: Seat, guild: Guild) -> u8 {
        self.game.player(seat).partisans(guild)
    }

    pub(super) fn hand_of(&self, seat: Seat) -> Vec<Card> {
        self.game.player(seat).hand.each().collect()
    }

    pub(super) fn gems_of(&self, seat: Seat) -> u16 {
        self.game.player(seat).gem_value()
    }

    pub(super) fn discarded(&self) -> Vec<Card> {
        self.game.board.discard.each().collect()
    }

    /// The cards of the main pile from the top down, as far as their places are remembered.
    pub(super) fn pile(&self) -> Vec<Card> {
        let mut places: Vec<_> = self.game.board.deck.seen_by(Eyes::All).collect();
        places.sort_by_key(|place| place.depth);
        places.iter().map(|place| place.kind).collect()
    }

    /// The points of one line of a seat's score pad.
    pub(super) fn points(&self, seat: Seat, line: &str) -> i32 {
        let score = self.game.score(Eyes::All);
        let lines = &score.seats[seat.index()].lines;
        lines.iter().find(|found| found.line == line).expect("a line of the pad").points
    }
}

/// A history that has led to what lies there: the hands were drawn, and whoever knows cards of the
/// pile has foreseen them, each with another that has been played since.
fn remembered(game: &Allegeance) -> History {
    let mut cards = game.board.deck.cards();
    game.players.iter().for_each(|player| cards.add_all(&player.hand));
    let places = game.places();
    let looked = places.iter().filter(|place| place.knowers != Seats::NONE);
    looked.clone().for_each(|_| cards.add(Card::Damnes));
    let mut history = History::of(cards);
    for seat in game.seats() {
        let hand = game.player(seat).hand.each();
        hand.for_each(|card| history.note(Passage::Drawn(seat, card)));
    }
    for place in looked {
        let seat = place.knowers.lowest().expect("somebody knows it");
        history.note(Passage::Foreseen(seat, place.kind));
        history.note(Passage::Foreseen(seat, Card::Damnes));
        history.note(Passage::Kept(seat, 1));
        history.note(Passage::Left(seat, Card::Damnes));
    }
    history
}

/// The kinds of these events, in order.
pub(super) fn kinds(told: &[Event]) -> Vec<String> {
    let kind =
        |event| serde_json::to_value(event).unwrap()["__typename"].as_str().map(str::to_owned);
    told.iter().filter_map(kind).collect()
}

/// Plays a game by chance to its end and shows every step: the game before it, what was told of
/// it, and the game after it.
pub(super) fn playout(
    options: Options,
    seats: u8,
    seed: u64,
    mut show: impl FnMut(&Allegeance, Move, &[Event], &Allegeance),
) {
    let mut game = deal(options, seats, seed);
    let mut moves = Vec::new();
    for entry in 1..=u64::from(Allegeance::ABOUT.longest) {
        let Some(seat) = game.to_act().lowest() else { return };
        let mut dice = Dice::new(&Seed::of_test(seed), entry);
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

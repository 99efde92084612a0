//! A table set up by hand.

use gueridon_game::{Dice, Eyes, Game, Kind, Log, Seat, Seats, Seed, Yes};

use crate::cards::{
    Artefact, Card, Cause, Domain, Faction, Gems, Invasion, Objective, Placed, Role,
};
use crate::decision::Decision;
use crate::kind_set::KindSet;
use crate::moves::Move;
use crate::state::{Astoria, Hand};
use crate::{Event, Options};

/// The yes of steps that have no other content.
pub(super) const YES: Yes = Yes::Yes;
/// The mage of Fire, whose turn it is and who is first in every scene.
pub(super) const A: Seat = Seat(0);
/// The mage of Sulphur.
pub(super) const B: Seat = Seat(1);
/// The mage of Nature.
pub(super) const C: Seat = Seat(2);
/// The mage of Solar magic.
pub(super) const D: Seat = Seat(3);
/// The mage of Shadow.
pub(super) const E: Seat = Seat(4);

/// A table set up by hand, at the beginning of the first turn of the mage of Fire: seat by seat a
/// mage of the next domain with 9 gems and an empty hand, all to save the King. The flux is that
/// of the calm card: Fire 1, Sulphur 5, Nature 3, Solar 6, Shadow 2, Cobalt 4.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) game: Astoria,
    entry: u64,
}

impl Scene {
    pub(super) fn new(seats: u8) -> Self {
        Self::with(seats, Options::default())
    }

    pub(super) fn with(seats: u8, options: Options) -> Self {
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        let mut game = Astoria::deal(&options, seats, &mut dice).expect("options that can be had");
        for (mage, &domain) in game.mages.iter_mut().zip(Domain::ALL) {
            mage.domain = domain;
            mage.role = None;
            mage.has_flask = true;
            mage.objective = Some(Objective::SaveKing);
            mage.power = 0;
            mage.cards = [domain.character()].into_iter().collect();
            mage.stock = gems(&[domain; 9]);
            mage.hand = Hand::default();
        }
        let city = &mut game.city;
        city.reserve = Gems::new();
        Domain::ALL[usize::from(seats)..].iter().for_each(|&absent| {
            city.reserve.add_many(absent, 10);
        });
        city.undealt = KindSet::all();
        for (pile, &top) in city.piles.iter_mut().zip(Domain::ALL) {
            pile.size = 10;
            pile.backs.clear();
            pile.backs.push(top);
        }
        city.deck = Invasion::ALL.iter().copied().collect::<gueridon_game::Bag<_, _>>().into();
        city.discard = KindSet::new();
        city.chiefs.clear();
        (city.dragon, city.populace, city.agitation) = (1, 1, 1);
        (city.barbarians, city.reinforcements, city.health) = (1, 1, 6);
        game.turn.first = A;
        game.turn.active = A;
        game.turn.round = 1;
        game.turn.actions = game.actions_a_turn();
        game.decision = Decision::Act;
        Self { game, entry: 0 }.flux(Invasion::Calm)
    }

    /// A table of the Grand Alchemist variant; nobody has a role until it is given.
    pub(super) fn variant(seats: u8) -> Self {
        Self::with(seats, Options { grand_alchemist: true, ..Options::default() })
    }

    /// Puts this card in force, without its effects.
    pub(super) fn flux(mut self, card: Invasion) -> Self {
        self.take_from_deck(card);
        self.game.city.current = Some(card);
        self.game.city.discard.add(card);
        self
    }

    /// Puts this card on top of the invasion deck, unseen.
    pub(super) fn next(mut self, card: Invasion) -> Self {
        self.take_from_deck(card);
        self.game.city.discard.take(card);
        self.game.city.deck.put_on_top(card, Seats::NONE).expect("room in the deck");
        self
    }

    pub(super) fn chiefs(mut self, chiefs: &[Invasion]) -> Self {
        for &chief in chiefs {
            self.take_from_deck(chief);
            self.game.city.chiefs.push(chief);
        }
        self
    }

    /// Takes a card out of the invasion deck and leaves those that were put on top there.
    fn take_from_deck(&mut self, card: Invasion) {
        let deck = &mut self.game.city.deck;
        let mut on_top: Vec<_> = deck.seen_by(Eyes::All).copied().collect();
        on_top.retain(|place| place.kind != card);
        on_top.sort_by_key(|place| std::cmp::Reverse(place.depth));
        deck.search(card);
        for place in on_top {
            deck.search(place.kind);
            deck.put_on_top(place.kind, place.knowers).expect("room in the deck");
        }
    }

    pub(super) fn dragon(mut self, square: u8) -> Self {
        self.game.city.dragon = square;
        self
    }

    pub(super) fn populace(mut self, force: u8, agitation: u8) -> Self {
        (self.game.city.populace, self.game.city.agitation) = (force, agitation);
        self
    }

    pub(super) fn barbarians(mut self, force: u8, reinforcements: u8) -> Self {
        (self.game.city.barbarians, self.game.city.reinforcements) = (force, reinforcements);
        self
    }

    pub(super) fn health(mut self, health: u8) -> Self {
        self.game.city.health = health;
        self
    }

    pub(super) fn reserve(mut self, reserve: &[Domain]) -> Self {
        self.game.city.reserve = gems(reserve);
        self
    }

    pub(super) fn actions(mut self, actions: u8) -> Self {
        self.game.turn.actions = actions;
        self
    }

    /// Lets glyphs wait in the pool.
    pub(super) fn pool(mut self, domain: Domain, glyphs: u8) -> Self {
        self.game.turn.pool.add_many(domain, glyphs);
        self
    }

    /// Makes this the last turn of the round, with one action left.
    pub(super) fn last_turn(mut self) -> Self {
        self.game.turn.taken = self.game.turns_a_round() - 1;
        self.actions(1)
    }

    pub(super) fn power(mut self, seat: Seat, power: u8) -> Self {
        self.game.mage_mut(seat).power = power;
        self
    }

    pub(super) fn stock(mut self, seat: Seat, stock: &[Domain]) -> Self {
        self.game.mage_mut(seat).stock = gems(stock);
        self
    }

    pub(super) fn flask(mut self, seat: Seat, flask: &[Domain]) -> Self {
        self.game.mage_mut(seat).flask = gems(flask);
        self
    }

    /// Gives cards in hand, known to their owner alone.
    pub(super) fn hand(mut self, seat: Seat, artefacts: &[Artefact]) -> Self {
        for &artefact in artefacts {
            self.take_from_piles(artefact);
            self.game.mage_mut(seat).hand.add(artefact);
        }
        self
    }

    /// Gives an artefact that is started, with these gems on it.
    pub(super) fn started(mut self, seat: Seat, artefact: Artefact, on_it: &[Domain]) -> Self {
        self.take_from_piles(artefact);
        self.game.mage_mut(seat).started.add(artefact);
        let placed = &mut self.game.city.placed[artefact as usize];
        *placed = Placed::default();
        on_it.iter().for_each(|&gem| placed.add(gem));
        self
    }

    /// Gives artefacts that are finished and ready.
    pub(super) fn finished(mut self, seat: Seat, artefacts: &[Artefact]) -> Self {
        for &artefact in artefacts {
            self.take_from_piles(artefact);
            self.game.mage_mut(seat).cards.add(artefact.card());
        }
        self
    }

    /// Takes a card out of the pile with the most, as if it had been dealt.
    fn take_from_piles(&mut self, artefact: Artefact) {
        if self.game.city.undealt.take(artefact) {
            let piles = self.game.city.piles.iter_mut();
            piles.max_by_key(|pile| pile.size).expect("three piles").size -= 1;
        }
    }

    pub(super) fn tilted(mut self, seat: Seat, cards: &[Card]) -> Self {
        cards.iter().for_each(|&card| self.game.mage_mut(seat).tilted.add(card));
        self
    }

    /// Tilts the Talent of everybody.
    pub(super) fn talents_tilted(mut self) -> Self {
        self.game.mages.iter_mut().for_each(|mage| mage.tilted.add(mage.domain.character()));
        self
    }

    pub(super) fn guards(mut self, seat: Seat, guards: u8) -> Self {
        self.game.mage_mut(seat).guards = guards;
        self
    }

    pub(super) fn objective(mut self, seat: Seat, objective: Objective) -> Self {
        self.game.mage_mut(seat).objective = Some(objective);
        self
    }

    pub(super) fn exiled(mut self, seat: Seat) -> Self {
        self.game.mage_mut(seat).is_exiled = true;
        self
    }

    /// Gives a role with its Talent, and no more.
    pub(super) fn role(mut self, seat: Seat, role: Role) -> Self {
        let mage = self.game.mage_mut(seat);
        mage.role = Some(role);
        mage.has_flask = role != Role::Saboteur;
        mage.cards.add(role.card());
        self
    }

    /// Makes a step that must be allowed; gives back what all-seeing eyes were told.
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

    /// The turn's mage tilts a card for its glyphs.
    pub(super) fn uses(&mut self, card: Card) -> Vec<Event> {
        self.play(self.game.turn.active, Move::Use { card })
    }

    /// So many turns are ended, each by the mage whose it is.
    pub(super) fn end_turns(&mut self, turns: usize) -> Vec<Event> {
        (0..turns).flat_map(|_| self.play(self.game.turn.active, Move::EndTurn(YES))).collect()
    }

    /// All who are asked to straighten cards straighten none.
    pub(super) fn leave_all_tilted(&mut self) {
        while matches!(self.game.decision, Decision::Ready { .. }) {
            self.play(self.asked()[0], Move::Decline(YES));
        }
    }

    /// Tries a step that must be refused, and changes nothing; gives back code and rule.
    pub(super) fn refused(&self, seat: Seat, step: Move) -> (&'static str, &'static str) {
        let mut game = self.game.clone();
        let mut dice = Dice::new(&Seed::of_test(1), self.entry + 1);
        let refusal =
            game.play(seat, &step, &mut dice, &mut Log::new()).expect_err("a step that is refused");
        assert_eq!(self.game, game);
        assert!(!self.moves(seat).contains(&step), "{step:?} was refused but listed");
        (refusal.code, refusal.rule)
    }

    pub(super) fn moves(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(seat, &mut moves);
        moves
    }

    /// Whether a step is open to the mage whose turn it is.
    pub(super) fn is_open(&self, step: Move) -> bool {
        self.moves(self.game.turn.active).contains(&step)
    }

    /// The open steps that only let pass what another seat does or offers.
    pub(super) fn declining(&self, seat: Seat) -> Vec<Move> {
        let mut open = self.moves(seat);
        open.retain(|step| self.game.declines(seat, step));
        open
    }

    /// Checks that exactly these steps are open to `seat`, in any order.
    #[track_caller]
    pub(super) fn assert_open(&self, seat: Seat, steps: &[Move]) {
        let open = self.moves(seat);
        let is_same = open.len() == steps.len() && steps.iter().all(|step| open.contains(step));
        assert!(is_same, "open: {open:?}\nexpected: {steps:?}\nat {:?}", self.game.decision);
    }

    /// Who is to act.
    pub(super) fn asked(&self) -> Vec<Seat> {
        self.game.to_act().iter().collect()
    }

    /// How the game ended: the cause and the faction that won.
    pub(super) fn ended(&self) -> Option<(Cause, Option<Faction>)> {
        self.game.ending.map(|ending| (ending.cause, ending.faction))
    }

    /// The points of one line of a seat's score pad.
    pub(super) fn points(&self, seat: Seat, line: &str) -> i32 {
        let score = self.game.score(Eyes::Public);
        let lines = &score.seats[seat.index()].lines;
        lines.iter().find(|found| found.line == line).expect("a line of the pad").points
    }

    /// The totals of all seats.
    pub(super) fn totals(&self) -> Vec<i32> {
        self.game.score(Eyes::Public).seats.iter().map(|seat| seat.points).collect()
    }
}

/// Gems one by one.
pub(super) fn gems(gems: &[Domain]) -> Gems {
    gems.iter().copied().collect()
}

/// The place of the first event that fits, which must be there.
#[track_caller]
pub(super) fn place_of(told: &[Event], fits: impl Fn(&Event) -> bool) -> usize {
    told.iter().position(fits).unwrap_or_else(|| panic!("not told: {told:?}"))
}

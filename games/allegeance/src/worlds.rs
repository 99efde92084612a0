//! The worlds that a pair of eyes holds possible: every way in which the cards that it does not
//! see can lie, as far as the history tells them apart, with how likely each is.
//!
//! Cards that became the pile together are a *batch*. Where cards of a batch lie that nobody saw
//! there, each of the batch's unseen cards is as likely as the others. What a history leaves open
//! is of which batch a card was that left a hand, or that a seer of the future kept. Players are
//! taken to choose any card of their hand alike; so a world's weight is multiplied, at each card
//! that left, by how many cards of the hand it can have been.

use arrayvec::ArrayVec;
use gueridon_game::{Dice, Eyes, Seat};

use crate::cards::{Card, Cards, MOST_FORESEEN, MOST_SEATS};
use crate::history::{History, Passage};

/// How many worlds are followed at a time. When there are more, as many are drawn from them, each
/// as likely as its weight says.
const MOST_WORLDS: [usize; 2] = [48, 768];
/// The weight of the likeliest world, as a power of two; the others are less in proportion. It leaves
/// room for what a weight is multiplied by at a time.
const FULL: u32 = 48;
/// What dice can tell apart of it, as a power of two.
const SHARES: u32 = 18;

/// A place whose card a pair of eyes does not see now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Some card of this batch lies there.
    Of(u8),
    /// These eyes saw this one go there.
    Known(Card),
}

/// What a card was that left a hand.
#[derive(Debug, Clone, Copy)]
enum From {
    /// One that these eyes knew to be there.
    Known,
    /// One of the batch with this index.
    Batch(usize),
}

/// Cards that became the pile together and that these eyes have not seen since.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Batch {
    cards: Cards,
    /// How many of them lie in each hand.
    in_hand: [u8; MOST_SEATS],
}

/// One way in which the hidden cards can lie.
#[derive(Debug, Clone, PartialEq, Eq)]
struct World {
    batches: Vec<Batch>,
    /// What these eyes know to be in each hand.
    known: [Cards; MOST_SEATS],
    foreseen: ArrayVec<Place, MOST_FORESEEN>,
    /// Under the cards of the pile at which nobody has looked, the uppermost first.
    under: Vec<Place>,
    /// How many cards of the last batch lie on top of these.
    top: usize,
}

/// The hidden cards, each in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lie {
    /// What is in each hand that these eyes do not see.
    pub(crate) hands: [Cards; MOST_SEATS],
    pub(crate) foreseen: Vec<Card>,
    pub(crate) under: Vec<Card>,
    pub(crate) top: Cards,
}

/// All worlds with their weights.
#[derive(Debug)]
struct Worlds {
    worlds: Vec<(World, u64)>,
    most: usize,
}

impl History {
    /// How the cards that `eyes` do not see can lie, drawn at random; nothing if the history is
    /// not one that these eyes can have seen.
    pub(crate) fn lie(&self, eyes: Eyes, dice: &mut Dice) -> Option<Lie> {
        MOST_WORLDS.into_iter().find_map(|most| {
            let mut worlds = Worlds { worlds: vec![(World::new(), 1 << FULL)], most };
            self.passages().iter().for_each(|&passage| worlds.follow(passage, eyes, dice));
            let world = worlds.pick(dice)?;
            Some(worlds.worlds[world].0.clone().deal(dice))
        })
    }
}

impl Worlds {
    /// Goes on with each world in every way in which it can, by what these eyes saw.
    fn follow(&mut self, passage: Passage, eyes: Eyes, dice: &mut Dice) {
        let is_own = |seat: Seat| eyes.seat() == Some(seat);
        match passage {
            Passage::Left(seat, _) if is_own(seat) => {}
            Passage::Left(seat, card) => self.lose(seat, card, dice),
            Passage::Kept(seat, _) if !is_own(seat) => {
                self.branch(dice, |world, go| {
                    for place in 0..world.foreseen.len() {
                        let mut next = world.clone();
                        next.keep(seat, place, true);
                        go(next, 1, 1);
                    }
                });
            }
            _ => {
                self.worlds.retain_mut(|(world, weight)| match world.follow(passage, eyes) {
                    Some(chance) => {
                        world.settle();
                        *weight = weigh(*weight, chance);
                        *weight > 0
                    }
                    None => false,
                });
                self.scale();
            }
        }
    }

    /// A card of this kind left a hand: most often there is but one way in which it can.
    fn lose(&mut self, seat: Seat, card: Card, dice: &mut Dice) {
        if let [(world, _)] = self.worlds.as_mut_slice()
            && let Some(from) = world.only_way(seat, card)
        {
            world.take(seat, card, from);
            world.settle();
            return;
        }
        self.branch(dice, |world, go| {
            for (from, times, of) in world.ways(seat, card) {
                let mut next = world.clone();
                next.take(seat, card, from);
                go(next, times, of);
            }
        });
    }

    /// Replaces each world by those that `ways` gives for it, each as likely in proportion as the
    /// two numbers with it say.
    fn branch(
        &mut self,
        dice: &mut Dice,
        ways: impl Fn(&World, &mut dyn FnMut(World, u16, usize)),
    ) {
        let mut next: Vec<(World, u64)> = Vec::with_capacity(2 * self.worlds.len());
        for (world, weight) in &self.worlds {
            ways(world, &mut |mut world, times, of| {
                let weight = weigh(*weight, (times, of));
                world.settle();
                match next.iter_mut().find(|(other, _)| *other == world) {
                    _ if weight == 0 => {}
                    Some((_, sum)) => *sum = sum.saturating_add(weight),
                    None => next.push((world, weight)),
                }
            });
        }
        self.worlds = next;
        self.thin(dice);
        self.scale();
    }

    /// Multiplies all weights alike, so that the greatest is full.
    fn scale(&mut self) {
        let Some(most) = self.worlds.iter().map(|&(_, weight)| weight).max() else { return };
        let by = most.max(1).ilog2();
        for (_, weight) in &mut self.worlds {
            *weight = if by > FULL { *weight >> (by - FULL) } else { *weight << (FULL - by) };
        }
    }

    /// Leaves as many worlds as are followed.
    fn thin(&mut self, dice: &mut Dice) {
        if self.worlds.len() <= self.most {
            return;
        }
        self.scale();
        let mut times = vec![0_u64; self.worlds.len()];
        for _ in 0..self.most {
            if let Some(picked) = self.pick(dice) {
                times[picked] += 1;
            }
        }
        let mut times = times.into_iter();
        self.worlds.iter_mut().for_each(|(_, weight)| *weight = times.next().unwrap_or_default());
        self.worlds.retain(|&(_, weight)| weight > 0);
    }

    /// One of the worlds, each as likely as its weight says.
    fn pick(&self, dice: &mut Dice) -> Option<usize> {
        if self.worlds.len() <= 1 {
            return self.worlds.len().checked_sub(1);
        }
        // In proportion to what dice can tell apart.
        let share = |weight: u64| (weight >> (FULL - SHARES)) as usize;
        let mut left = dice.below(self.worlds.iter().map(|&(_, weight)| share(weight)).sum());
        self.worlds.iter().position(|&(_, weight)| match left.checked_sub(share(weight)) {
            Some(further) => {
                left = further;
                false
            }
            None => true,
        })
    }
}

/// A weight multiplied by a chance, which is given as a fraction.
fn weigh(weight: u64, (times, of): (u16, usize)) -> u64 {
    weight.saturating_mul(times.into()) / of.max(1) as u64
}

impl World {
    fn new() -> Self {
        Self {
            batches: Vec::new(),
            known: [Cards::new(); MOST_SEATS],
            foreseen: ArrayVec::new(),
            under: Vec::new(),
            top: 0,
        }
    }

    /// Goes on in the only way in which it can; gives how likely that was as a fraction, or nothing
    /// if it was impossible.
    fn follow(&mut self, passage: Passage, eyes: Eyes) -> Option<(u16, usize)> {
        let is_own = |seat: Seat| eyes.seat() == Some(seat);
        match passage {
            Passage::Shuffled(cards) => {
                self.batches.push(Batch { cards, in_hand: [0; MOST_SEATS] });
                self.top = cards.len();
                Some((1, 1))
            }
            Passage::Drawn(seat, card) => {
                let place = self.draw()?;
                if is_own(seat) {
                    return self.see(place, card);
                }
                self.give(seat, place);
                Some((1, 1))
            }
            Passage::Foreseen(seat, card) => {
                let place = self.draw()?;
                if !is_own(seat) {
                    self.foreseen.try_push(place).ok()?;
                    return Some((1, 1));
                }
                self.foreseen.try_push(Place::Known(card)).ok()?;
                self.see(place, card)
            }
            Passage::Kept(seat, place) => {
                self.keep(seat, place.into(), false);
                Some((1, 1))
            }
            Passage::Shown(card) => {
                let place = self.draw()?;
                self.see(place, card)
            }
            Passage::Left(..) => Some((1, 1)),
        }
    }

    /// The top card leaves the pile.
    fn draw(&mut self) -> Option<Place> {
        if let Some(top) = self.top.checked_sub(1) {
            self.top = top;
            return Some(Place::Of(self.batches.len().checked_sub(1)? as u8));
        }
        if self.under.is_empty() { None } else { Some(self.under.remove(0)) }
    }

    /// What lay at a place turns out to be this card.
    fn see(&mut self, place: Place, card: Card) -> Option<(u16, usize)> {
        match place {
            Place::Known(known) => (known == card).then_some((1, 1)),
            Place::Of(batch) => {
                let cards = &mut self.batches.get_mut(usize::from(batch))?.cards;
                let chance = (u16::from(cards.count(card)), cards.len());
                cards.take(card).then_some(chance)
            }
        }
    }

    fn give(&mut self, seat: Seat, place: Place) {
        match place {
            Place::Known(card) => self.known[seat.index()].add(card),
            Place::Of(batch) => self.batches[usize::from(batch)].in_hand[seat.index()] += 1,
        }
    }

    /// One of the foreseen cards is taken, to a hand that is hidden or not, and the others go under
    /// the pile.
    fn keep(&mut self, seat: Seat, place: usize, is_hidden: bool) {
        let mut foreseen = std::mem::take(&mut self.foreseen);
        if let Some(kept) = foreseen.pop_at(place).filter(|_| is_hidden) {
            self.give(seat, kept);
        }
        self.under.extend(foreseen);
    }

    /// Every way in which a card of this kind can have left a hand: of which batch it was, and how
    /// likely that is as a fraction.
    fn ways(&self, seat: Seat, card: Card) -> impl Iterator<Item = (From, u16, usize)> {
        let known = u16::from(self.known[seat.index()].count(card));
        let of_batch = move |(index, batch): (usize, &Batch)| {
            let times = u16::from(batch.in_hand[seat.index()]) * u16::from(batch.cards.count(card));
            (From::Batch(index), times, batch.cards.len())
        };
        let ways = [(From::Known, known, 1)].into_iter();
        ways.chain(self.batches.iter().enumerate().map(of_batch)).filter(|&(_, times, _)| times > 0)
    }

    /// The way in which a card of this kind left a hand, if there is but one.
    fn only_way(&self, seat: Seat, card: Card) -> Option<From> {
        let mut ways = self.ways(seat, card);
        let (from, ..) = ways.next()?;
        ways.next().is_none().then_some(from)
    }

    /// Takes a card of this kind out of a hand.
    fn take(&mut self, seat: Seat, card: Card, from: From) {
        match from {
            From::Known => {
                self.known[seat.index()].take(card);
            }
            From::Batch(index) => {
                let batch = &mut self.batches[index];
                batch.in_hand[seat.index()] -= 1;
                batch.cards.take(card);
            }
        }
    }

    /// Where all that is left of a batch lies in one hand, it is known to be there: so that worlds
    /// which are the same are found to be.
    fn settle(&mut self) {
        for batch in &mut self.batches {
            let left = batch.cards.len();
            let all = |count: &u8| left > 0 && usize::from(*count) == left;
            if let Some(seat) = batch.in_hand.iter().position(all) {
                self.known[seat].add_all(&std::mem::take(&mut batch.cards));
                batch.in_hand[seat] = 0;
            }
        }
    }

    /// Puts a card into every place, at random where these eyes do not know.
    fn deal(mut self, dice: &mut Dice) -> Lie {
        let mut hands = self.known;
        for batch in &mut self.batches {
            for (hand, &count) in hands.iter_mut().zip(&batch.in_hand) {
                hand.add_all(&batch.cards.draw_many(count.into(), dice));
            }
        }
        let Self { foreseen, under, top, mut batches, .. } = self;
        let mut card = |place: &Place| match *place {
            Place::Known(card) => Some(card),
            Place::Of(batch) => batches[usize::from(batch)].cards.draw(dice),
        };
        let foreseen = foreseen.iter().filter_map(&mut card).collect();
        let under = under.iter().filter_map(&mut card).collect();
        let top = batches.last_mut().map(|batch| batch.cards.draw_many(top, dice));
        Lie { hands, foreseen, under, top: top.unwrap_or_default() }
    }
}

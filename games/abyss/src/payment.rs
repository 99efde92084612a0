//! Which Allies pay for a Lord.
//!
//! A payment is a set of Allies of exactly so many races, the compulsory one among them, whose
//! values reach the cost together with the Pearls at hand (E25, E26). No Ally of it may be
//! superfluous: it is, when another Ally of its race is spent too and the cost would be reached
//! without it (E28).
//!
//! A Kraken is any one race, one that is spent already or another (E64). So base Allies of r races
//! and k Krakens pay for n races if r ≤ n ≤ r + k, where one of the Krakens must be the compulsory
//! race if no base Ally is. A Kraken is never superfluous and makes nothing superfluous (E28a).
//!
//! Choosing card by card needs the answer to "can this choice still be completed?". Only the sum
//! of the values matters, so a set of sums is one machine word: bit n says that a sum of n can be
//! had. Values go up to 5 and an Ally alone in its race is never superfluous, so no payment that
//! is worth more than 25 exists besides the few that one needs, and 64 bits are enough.

use gueridon_game::Kind;

use crate::cards::Cards;
use crate::cards::{Card, Race};

/// What a Lord costs the player who recruits it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Price {
    /// The value to reach, with all modifiers (E27).
    pub(crate) value: u8,
    /// How many races, exactly.
    pub(crate) races: u8,
    /// The race that must be among them.
    pub(crate) required: Option<Race>,
    /// Pearls at hand, and Nebulis that may be spent with them, 1 point each (E26, E71).
    pub(crate) funds: u16,
}

/// The highest value of an Ally, and the number of races.
const VALUES: u32 = Card::MOST_VALUE as u32;
const RACES: usize = Race::ALL.len();
/// The most Krakens that there are.
const MOST_KRAKENS: usize = 7;

/// A set of sums: bit n stands for the sum n.
type Sums = u64;

impl Price {
    /// Whether `hand` holds a payment at all.
    ///
    /// The best Allies of the right races reach the cost or nothing does; whatever is superfluous
    /// among them can be left out.
    pub(crate) fn is_affordable(&self, hand: &Cards) -> bool {
        let krakens = Krakens::of(hand);
        let mut worth = Values::by_race(hand).map(Values::value);
        let mut total = u32::from(self.funds) + krakens.value;
        // How many of the races no Ally of their own stands for.
        let mut lacking = 0;
        if let Some(required) = self.required {
            let value = std::mem::take(&mut worth[required.index()]);
            lacking += u32::from(value == 0);
            total += value;
        }
        let free = usize::from(self.races) - usize::from(self.required.is_some());
        for _ in 0..free.min(RACES) {
            let best = worth.iter_mut().max();
            let value = best.map(std::mem::take).unwrap_or_default();
            lacking += u32::from(value == 0);
            total += value;
        }
        lacking <= krakens.count && total >= u32::from(self.value)
    }

    /// Whether `spent` is a payment as it stands.
    pub(crate) fn is_paid_by(&self, spent: &Cards) -> bool {
        let krakens = Krakens::of(spent);
        let spent = Values::by_race(spent);
        let races = spent.iter().filter(|values| values.is_some()).count();
        let value = spent.iter().map(|values| values.value()).sum::<u32>() + krakens.value;
        let surplus = value.saturating_sub(u32::from(self.value)).min(VALUES);
        let has_required = self.required.is_none_or(|race| spent[race.index()].is_some());
        self.races_fit(races, has_required, krakens.count as usize)
            && value + u32::from(self.funds) >= u32::from(self.value)
            && !spent.iter().any(|values| values.are_superfluous(surplus))
    }

    /// The Pearls that make up what `spent` lacks.
    pub(crate) fn missing(&self, spent: &Cards) -> u16 {
        let value: u32 = Values::by_race(spent).iter().map(|values| values.value()).sum();
        let worth = value + Krakens::of(spent).value;
        u32::from(self.value).saturating_sub(worth) as u16
    }

    /// Whether base Allies of so many races, the compulsory one among them or not, and so many
    /// Krakens stand for the races demanded (E64).
    fn races_fit(&self, races: usize, has_required: bool, krakens: usize) -> bool {
        let bound = usize::from(!has_required);
        let demanded = usize::from(self.races);
        bound <= krakens && (races + bound..=races + krakens).contains(&demanded)
    }

    /// Whether Allies of `hand` can be added to `spent` so that it becomes a payment.
    pub(crate) fn can_complete(&self, spent: &Cards, hand: &Cards) -> bool {
        let krakens = Krakens::of(spent).count + Krakens::of(hand).count;
        let sums = if krakens == 0 { KrakenSums::NONE } else { KrakenSums::of(spent, hand) };
        let (spent, hand) = (Values::by_race(spent), Values::by_race(hand));
        let used = spent.map(Values::is_some);
        let mut with_required = used;
        if let Some(required) = self.required {
            with_required[required.index()] = true;
        }
        // With the compulsory race among the base Allies, or with a Kraken instead.
        let choice = Choice { spent, hand, must: with_required, has_required: true };
        self.completes(&choice, &sums)
            || (krakens > 0
                && with_required != used
                && self.completes(&Choice { must: used, has_required: false, ..choice }, &sums))
    }

    /// Whether one of the payments of `choice` is worth the cost.
    ///
    /// Without surplus nothing is superfluous. Where all Allies that share a race are worth more
    /// than n, a surplus of n makes none superfluous; where none share one, no surplus does.
    fn completes(&self, choice: &Choice, krakens: &KrakenSums) -> bool {
        let bound = usize::from(!choice.has_required);
        let fixed = choice.must.iter().filter(|&&must| must).count();
        let Some(free) = usize::from(self.races).checked_sub(fixed + bound) else { return false };
        let Some((lowest, highest)) = choice.bounds(free > 0) else { return false };
        let cost = u32::from(self.value);
        let least = cost.saturating_sub(u32::from(self.funds));
        if highest + krakens.highest < least {
            return false;
        }
        // A payment of the lowest Allies that will do, without a Kraken and without surplus.
        if free == 0 && krakens.least == 0 && bound == 0 && (least..=cost).contains(&lowest) {
            return true;
        }
        // The highest Ally of each race that lacks one: alone in its race, none is superfluous.
        if krakens.least == 0 && bound == 0 && choice.reaches(least, cost, free) {
            return true;
        }
        let first = lowest.saturating_sub(cost).min(VALUES);
        (first..=choice.most_surplus()).any(|surplus| {
            let most = if surplus < VALUES { bits_up_to(cost + surplus) } else { Sums::MAX };
            let within = most & !bits_below(least);
            let by_free = choice.sums(surplus, most, free);
            (krakens.least.max(bound)..=krakens.most).any(|count| {
                // Of these numbers of races more, the Krakens stand for those that are left.
                let fewest = (free + bound).saturating_sub(count);
                let bases = by_free[fewest..=free].iter().fold(0, |all, sums| all | sums);
                add(bases, krakens.by_count[count]) & within != 0
            })
        })
    }
}

/// Base Allies that are spent and that could be, and the races that they are to come from.
#[derive(Debug, Clone, Copy)]
struct Choice {
    spent: [Values; RACES],
    hand: [Values; RACES],
    /// The races that are used in any case.
    must: [bool; RACES],
    /// Whether the compulsory race is one of those, so that no Kraken has to be it.
    has_required: bool,
}

impl Choice {
    fn races(&self) -> impl Iterator<Item = (Values, Values, bool)> {
        let cards = self.spent.iter().copied().zip(self.hand.iter().copied());
        cards.zip(self.must).map(|((spent, hand), must)| (spent, hand, must))
    }

    /// Bounds of what can be spent, with other races than those that must be or without; nothing
    /// when there is no Ally of a race that must be.
    fn bounds(&self, others: bool) -> Option<(u32, u32)> {
        let (mut lowest, mut highest) = (0, 0);
        for (spent, hand, must) in self.races() {
            if must {
                lowest += if spent.is_some() { spent.value() } else { hand.lowest()? };
                highest += spent.value() + hand.value();
            } else if others {
                highest += hand.value();
            }
        }
        Some((lowest, highest))
    }

    /// Whether the Allies spent, with the highest one of each race that is lacking, are worth at least
    /// `least` without one of them being superfluous.
    fn reaches(&self, least: u32, cost: u32, free: usize) -> bool {
        let mut total = 0;
        let mut others = [0; RACES];
        for ((spent, hand, must), other) in self.races().zip(&mut others) {
            match (must, spent.is_some()) {
                (true, true) => total += spent.value(),
                (true, false) => total += hand.highest(),
                (false, _) => *other = hand.highest(),
            }
        }
        for _ in 0..free.min(RACES) {
            let best = others.iter_mut().max().map(std::mem::take).unwrap_or_default();
            if best == 0 {
                return false;
            }
            total += best;
        }
        let shares = self.spent.iter().any(|values| values.count() > 1);
        total >= least && (!shares || total <= cost + self.most_surplus())
    }

    /// The highest surplus that makes none of the Allies spent superfluous.
    fn most_surplus(&self) -> u32 {
        let shared = self.spent.iter().filter(|values| values.count() > 1);
        shared.filter_map(|values| values.lowest()).min().map_or(VALUES, |lowest| lowest - 1)
    }

    /// The sums within `most` that can be had with each number of races up to `free` beside those
    /// that must be, where a surplus makes nothing superfluous.
    fn sums(&self, surplus: u32, most: Sums, free: usize) -> [Sums; RACES + 1] {
        // with[n]: what n of the others add.
        let mut with = [0; RACES + 1];
        with[0] = bit(0);
        for (spent, hand, must) in self.races() {
            if must {
                let sums = spent.sums_with(hand, surplus) & most;
                with[0] = add(with[0], sums);
            }
        }
        if free == 0 {
            return with;
        }
        for (spent, hand, must) in self.races() {
            if !must && hand.is_some() {
                let sums = spent.sums_with(hand, surplus) & most;
                for used in (1..=free.min(RACES)).rev() {
                    with[used] |= add(with[used - 1], sums);
                }
            }
        }
        with
    }
}

/// How many Krakens there are among some cards, and what they are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Krakens {
    count: u32,
    value: u32,
}

impl Krakens {
    fn of(cards: &Cards) -> Self {
        let counts = Card::KRAKENS.map(|kraken| u32::from(cards.count(kraken)));
        let values = Card::KRAKENS.map(|kraken| u32::from(kraken.value()));
        let value = counts.iter().zip(values).map(|(count, value)| count * value).sum();
        Self { count: counts.iter().sum(), value }
    }
}

/// What Krakens that are spent, together with some of those in hand, can be worth.
#[derive(Debug, Clone, Copy)]
struct KrakenSums {
    /// The sums by the number of Krakens, the spent ones among them.
    by_count: [Sums; MOST_KRAKENS + 1],
    /// How many are spent, and how many there are.
    least: usize,
    most: usize,
    /// What all of them are worth.
    highest: u32,
}

impl KrakenSums {
    const NONE: Self = Self { by_count: [1, 0, 0, 0, 0, 0, 0, 0], least: 0, most: 0, highest: 0 };

    #[cold]
    fn of(spent: &Cards, hand: &Cards) -> Self {
        let (fixed, more) = (Krakens::of(spent), Krakens::of(hand));
        let least = (fixed.count as usize).min(MOST_KRAKENS);
        let most = (least + more.count as usize).min(MOST_KRAKENS);
        let mut by_count = [0; MOST_KRAKENS + 1];
        by_count[least] = bit(fixed.value);
        for kraken in Card::KRAKENS {
            for _ in 0..hand.count(kraken) {
                for count in (least..most).rev() {
                    by_count[count + 1] |= shift(by_count[count], kraken.value().into());
                }
            }
        }
        Self { by_count, least, most, highest: fixed.value + more.value }
    }
}

/// How many Allies there are of each value of one race: a byte for each value, that of the weakest
/// lowest. There are so few of each that whole races are counted and added up in one product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Values(u64);

impl Values {
    /// The bits of the bytes that are used.
    const MASK: u64 = 0xFF_FFFF_FFFF;

    fn by_race(cards: &Cards) -> [Self; RACES] {
        // Allies come first among the kinds of card: race by race, and by value within each.
        let counts = cards.counts();
        std::array::from_fn(|race| {
            let bytes: [u8; 8] = std::array::from_fn(|byte| counts[race * VALUES as usize + byte]);
            Self(u64::from_le_bytes(bytes) & Self::MASK)
        })
    }

    fn is_some(self) -> bool {
        self.0 != 0
    }

    /// The fifth byte of the product: each byte times the one opposite.
    fn times(self, other: u64) -> u32 {
        (self.0.wrapping_mul(other) >> 32) as u32 & 0xFF
    }

    fn count(self) -> u32 {
        self.times(0x01_01_01_01_01)
    }

    fn value(self) -> u32 {
        self.times(0x01_02_03_04_05)
    }

    /// The value of the weakest.
    fn lowest(self) -> Option<u32> {
        self.is_some().then(|| self.0.trailing_zeros() / 8 + 1)
    }

    /// The value of the strongest, 0 if there is none.
    fn highest(self) -> u32 {
        (u64::BITS - self.0.leading_zeros()).div_ceil(8)
    }

    /// Those worth no more than a surplus, which is [`VALUES`] at most.
    fn within(self, surplus: u32) -> Self {
        Self(self.0 & ((1 << (8 * surplus)) - 1))
    }

    /// Whether one could be left out with this surplus (E28).
    fn are_superfluous(self, surplus: u32) -> bool {
        self.count() > 1 && self.within(surplus).is_some()
    }

    /// The sums that one or more Allies of the race give, these among them and others of `hand`,
    /// where those that share the race are worth more than `surplus`.
    #[inline]
    fn sums_with(self, hand: Self, surplus: u32) -> Sums {
        if self.are_superfluous(surplus) {
            return 0;
        }
        let mut sums = bit(self.value());
        if !self.within(surplus).is_some() {
            let mut rest = hand.0 & !hand.within(surplus).0;
            while rest != 0 {
                let byte = rest.trailing_zeros() / 8;
                sums |= sums << (byte + 1);
                rest -= 1 << (8 * byte);
            }
        }
        if !self.is_some() {
            // Not none of them; but one alone is never superfluous.
            sums &= !bit(0);
            for value in 1..=surplus {
                sums |= Sums::from(hand.0 >> (8 * (value - 1)) & 0xFF != 0) << value;
            }
        }
        sums
    }
}

/// Every sum of one of `a` and one of `b`.
fn add(a: Sums, b: Sums) -> Sums {
    let mut sums = 0;
    let mut rest = if a == 0 { 0 } else { b };
    while rest != 0 {
        sums |= a << rest.trailing_zeros();
        rest &= rest - 1;
    }
    sums
}

fn bit(sum: u32) -> Sums {
    shift(1, sum)
}

fn shift(sums: Sums, by: u32) -> Sums {
    sums.checked_shl(by).unwrap_or(0)
}

fn bits_below(sum: u32) -> Sums {
    bit(sum).wrapping_sub(1)
}

fn bits_up_to(sum: u32) -> Sums {
    bits_below(sum + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gueridon_game::{Dice, Seed};

    fn subsets(hand: &Cards) -> Vec<Cards> {
        let mut all = vec![Cards::new()];
        for (card, count) in hand.iter() {
            let so_far = all.clone();
            for copies in 1..=count {
                all.extend(so_far.iter().map(|subset| {
                    let mut more = *subset;
                    more.add_many(card, copies);
                    more
                }));
            }
        }
        all
    }

    fn is_within(subset: &Cards, set: &Cards) -> bool {
        subset.iter().all(|(card, count)| set.count(card) >= count)
    }

    /// Whether some way of saying what each Kraken is gives the races demanded, word for word.
    fn some_races_fit(price: &Price, spent: &Cards) -> bool {
        let of_cards = spent.iter().filter_map(|(card, _)| card.race());
        let base = of_cards.fold(0_u8, |races, race| races | 1 << race.index());
        let krakens: u32 = Card::KRAKENS.iter().map(|&card| u32::from(spent.count(card))).sum();
        (0..5_u32.pow(krakens)).any(|said| {
            let races =
                (0..krakens).fold(base, |races, nth| races | 1 << (said / 5_u32.pow(nth) % 5));
            races.count_ones() == u32::from(price.races)
                && price.required.is_none_or(|race| races & 1 << race.index() != 0)
        })
    }

    #[test]
    fn e64_a_kraken_is_any_race_one_by_one() {
        let mut dice = Dice::new(&Seed::of_test(64), 0);
        for _ in 0..4000 {
            let mut deck: Cards = [Card::ALL, &Card::KRAKENS].concat().into_iter().collect();
            deck.take_all(&[Card::Monster].into_iter().collect());
            let size = 1 + dice.below(5);
            let spent = deck.draw_many(size, &mut dice);
            // Everything else about the price is met, whatever is spent.
            let price = Price {
                value: spent.each().map(Card::value).sum(),
                races: 1 + dice.below(5) as u8,
                required: Race::ALL.get(dice.below(6)).copied(),
                funds: 0,
            };
            assert_eq!(
                price.is_paid_by(&spent),
                some_races_fit(&price, &spent),
                "{price:?} {spent:?}"
            );
        }
    }

    #[test]
    fn can_complete_agrees_with_trying_every_subset() {
        check_against_subsets(28, &[]);
    }

    #[test]
    fn e64_can_complete_agrees_with_trying_every_subset_of_krakens_too() {
        check_against_subsets(64, &[&Card::KRAKENS[..]; 4].concat());
    }

    fn check_against_subsets(seed: u64, krakens: &[Card]) {
        let mut dice = Dice::new(&Seed::of_test(seed), 0);
        for _ in 0..400 {
            let base = Card::ALL.iter().copied().filter(|card| card.race().is_some());
            let mut deck: Cards = base.chain(krakens.iter().copied()).collect();
            let size = 1 + dice.below(8);
            let hand = deck.draw_many(size, &mut dice);
            let price = Price {
                value: dice.below(15) as u8,
                races: 1 + dice.below(5) as u8,
                required: Race::ALL.get(dice.below(6)).copied(),
                funds: dice.below(5) as u16,
            };
            let subsets = subsets(&hand);
            let payments: Vec<_> = subsets.iter().filter(|set| price.is_paid_by(set)).collect();
            assert_eq!(price.is_affordable(&hand), !payments.is_empty(), "{price:?} {hand:?}");
            for spent in &subsets {
                let mut left = hand;
                left.take_all(spent);
                let expected = payments.iter().any(|payment| is_within(spent, payment));
                assert_eq!(
                    price.can_complete(spent, &left),
                    expected,
                    "{price:?} {spent:?} {left:?}"
                );
            }
        }
    }
}

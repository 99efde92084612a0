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

use crate::cards::{Card, Race};
use crate::state::Cards;

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

/// The highest value of an Ally, and the number of values and of races.
const VALUES: usize = Card::MOST_VALUE as usize;
const RACES: usize = Race::ALL.len();

/// How many Allies there are of each value of one race, the weakest first.
type Values = [u8; VALUES];

/// A set of sums: bit n stands for the sum n.
type Sums = u64;

impl Price {
    /// Whether `hand` holds a payment at all.
    ///
    /// The best Allies of the right races reach the cost or nothing does; whatever is superfluous
    /// among them can be left out.
    pub(crate) fn is_affordable(&self, hand: &Cards) -> bool {
        let krakens = Krakens::of(hand);
        let mut worth = by_race(hand).map(|values| value_of(&values));
        let mut total = self.funds + krakens.value;
        // How many of the races no Ally of their own stands for.
        let mut lacking = 0;
        if let Some(required) = self.required {
            let value = std::mem::take(&mut worth[required.index()]);
            lacking += u16::from(value == 0);
            total += value;
        }
        worth.sort_unstable_by(|a, b| b.cmp(a));
        let free = usize::from(self.races) - usize::from(self.required.is_some());
        let others = &worth[..free.min(RACES)];
        lacking += others.iter().map(|&value| u16::from(value == 0)).sum::<u16>();
        lacking <= krakens.count && total + others.iter().sum::<u16>() >= u16::from(self.value)
    }

    /// Whether `spent` is a payment as it stands.
    pub(crate) fn is_paid_by(&self, spent: &Cards) -> bool {
        let krakens = Krakens::of(spent);
        let spent = by_race(spent);
        let races = spent.iter().filter(|values| is_spent(values)).count();
        let value: u16 = spent.iter().map(value_of).sum::<u16>() + krakens.value;
        let surplus = value.saturating_sub(u16::from(self.value));
        let has_required = self.required.is_none_or(|race| is_spent(&spent[race.index()]));
        self.races_fit(races, has_required, krakens.count)
            && value + self.funds >= u16::from(self.value)
            && !spent.iter().any(|values| has_superfluous(values, surplus))
    }

    /// The Pearls that make up what `spent` lacks.
    pub(crate) fn missing(&self, spent: &Cards) -> u16 {
        let value: u16 = by_race(spent).iter().map(value_of).sum();
        u16::from(self.value).saturating_sub(value + Krakens::of(spent).value)
    }

    /// Whether base Allies of so many races, the compulsory one among them or not, and so many
    /// Krakens stand for the races demanded (E64).
    fn races_fit(&self, races: usize, has_required: bool, krakens: u16) -> bool {
        let krakens = usize::from(krakens);
        let bound = usize::from(!has_required);
        let demanded = usize::from(self.races);
        bound <= krakens && (races + bound..=races + krakens).contains(&demanded)
    }

    /// Whether Allies of `hand` can be added to `spent` so that it becomes a payment.
    ///
    /// Without surplus nothing is superfluous. Where all Allies that share a race are worth more
    /// than n, a surplus of n makes none superfluous; where none share one, no surplus does.
    pub(crate) fn can_complete(&self, spent: &Cards, hand: &Cards) -> bool {
        if Krakens::of(spent).count + Krakens::of(hand).count > 0 {
            return self.can_complete_with_krakens(spent, hand);
        }
        let (spent, hand) = (by_race(spent), by_race(hand));
        let must: [bool; RACES] = std::array::from_fn(|race| {
            is_spent(&spent[race]) || self.required.is_some_and(|required| required.index() == race)
        });
        let fixed = must.iter().filter(|&&must| must).count();
        let Some(free) = usize::from(self.races).checked_sub(fixed) else { return false };
        let cost = u32::from(self.value);
        let least = cost.saturating_sub(u32::from(self.funds));
        let value = u32::from(spent.iter().map(value_of).sum::<u16>());
        if free == 0 && spent_all(&spent, &must) && (least..=cost).contains(&value) {
            return true;
        }
        (0..=VALUES as u32).any(|surplus| {
            let most = if surplus < VALUES as u32 { cost + surplus } else { Sums::BITS - 1 };
            let within = bits_up_to(most) & !bits_below(least);
            let mut sums = [0 as Sums; RACES];
            for (race, sums) in sums.iter_mut().enumerate() {
                if must[race] || free > 0 {
                    *sums = sums_of_race(&spent[race], &hand[race], surplus) & bits_up_to(most);
                }
            }
            sums_of_races(&sums, &must, free) & within != 0
        })
    }

    /// As [`Self::can_complete`], where there are Krakens: base Allies of the compulsory race may
    /// then do without, and of fewer races than demanded.
    #[cold]
    fn can_complete_with_krakens(&self, spent: &Cards, hand: &Cards) -> bool {
        let choices = || choices_of_krakens(spent, hand);
        let (spent, hand) = (by_race(spent), by_race(hand));
        let used = spent.map(|values| is_spent(&values));
        let mut with_required = used;
        if let Some(required) = self.required {
            with_required[required.index()] = true;
        }
        let cost = u32::from(self.value);
        let least = cost.saturating_sub(u32::from(self.funds));
        // With the compulsory race among the base Allies, or with a Kraken in its stead.
        let bases = [(with_required, true), (used, false)];
        let bases = if with_required == used { &bases[..1] } else { &bases[..] };
        (0..=VALUES as u32).any(|surplus| {
            let most = base_sums(0, cost, surplus, 0);
            let sums: [Sums; RACES] =
                std::array::from_fn(|race| sums_of_race(&spent[race], &hand[race], surplus) & most);
            bases.iter().any(|(must, has_required)| {
                let fixed = must.iter().filter(|&&must| must).count();
                let by_free = sums_by_free_races(&sums, must, RACES - fixed);
                choices().any(|krakens| {
                    let within = base_sums(least, cost, surplus, krakens.value.into());
                    (fixed..=RACES).any(|races| {
                        self.races_fit(races, *has_required, krakens.count)
                            && by_free[races - fixed] & within != 0
                    })
                })
            })
        })
    }
}

/// The sums of base Allies that reach at least `least` together with Krakens of that value, with no
/// more than `surplus` above `cost`; the highest surplus that matters stands for any.
fn base_sums(least: u32, cost: u32, surplus: u32, krakens: u32) -> Sums {
    let least = bits_below(least.saturating_sub(krakens));
    if surplus >= VALUES as u32 {
        return !least;
    }
    (cost + surplus).checked_sub(krakens).map_or(0, |most| bits_up_to(most) & !least)
}

/// How many Krakens there are among some cards, and what they are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Krakens {
    count: u16,
    value: u16,
}

impl Krakens {
    fn of(cards: &Cards) -> Self {
        let [two, three, four] = Card::KRAKENS.map(|kraken| u16::from(cards.count(kraken)));
        Self { count: two + three + four, value: 2 * two + 3 * three + 4 * four }
    }
}

/// Every number of Krakens, and their worth, that there is with those `spent` and some of `hand`.
fn choices_of_krakens(spent: &Cards, hand: &Cards) -> impl Iterator<Item = Krakens> + use<> {
    let base = Krakens::of(spent);
    let [twos, threes, fours] = Card::KRAKENS.map(|kraken| u16::from(hand.count(kraken)));
    (0..=twos).flat_map(move |two| {
        (0..=threes).flat_map(move |three| {
            (0..=fours).map(move |four| Krakens {
                count: base.count + two + three + four,
                value: base.value + 2 * two + 3 * three + 4 * four,
            })
        })
    })
}

/// The sums that the races that `must` be used give together with `free` others.
fn sums_of_races(sums: &[Sums; RACES], must: &[bool; RACES], free: usize) -> Sums {
    sums_by_free_races(sums, must, free).get(free).copied().unwrap_or_default()
}

/// The sums that the races that `must` be used give together with each number of others up to
/// `free`.
// Inlined, as `sums_of_race` is: most of the time of the base game goes here.
#[inline(always)]
fn sums_by_free_races(
    sums: &[Sums; RACES],
    must: &[bool; RACES],
    free: usize,
) -> [Sums; RACES + 1] {
    let fixed = sums.iter().zip(must).filter(|&(_, &must)| must);
    let base = fixed.fold(bit(0), |so_far, (&of_race, _)| add(so_far, of_race));
    // with[n]: what n of the others add.
    let mut with = [0; RACES + 1];
    with[0] = base;
    for (&of_race, _) in sums.iter().zip(must).filter(|&(&of_race, &must)| !must && of_race != 0) {
        for used in (1..=free.min(RACES)).rev() {
            with[used] |= add(with[used - 1], of_race);
        }
    }
    with
}

/// The sums that one or more Allies of a race give, the `spent` among them, where those that share
/// the race are worth more than `surplus`.
#[inline(always)]
fn sums_of_race(spent: &Values, hand: &Values, surplus: u32) -> Sums {
    let count: u8 = spent.iter().sum();
    let least = spent.iter().position(|&copies| copies > 0).map_or(u32::MAX, |at| at as u32 + 1);
    if count > 1 && least <= surplus {
        return 0;
    }
    let mut sums = bit(u32::from(value_of(spent)));
    let mut alone = 0;
    for (value, &copies) in (1..).zip(hand) {
        if copies > 0 && count == 0 {
            alone |= bit(value);
        }
        if value > surplus && (count != 1 || least > surplus) {
            for _ in 0..copies {
                sums |= shift(sums, value);
            }
        }
    }
    if count == 0 { (sums & !bit(0)) | alone } else { sums }
}

/// Every sum of one of `a` and one of `b`.
fn add(a: Sums, b: Sums) -> Sums {
    let mut sums = 0;
    let mut rest = if a == 0 { 0 } else { b };
    while rest != 0 {
        sums |= shift(a, rest.trailing_zeros());
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

fn by_race(cards: &Cards) -> [Values; RACES] {
    // Allies come first among the kinds of card: race by race, and by value within each.
    let counts = cards.counts();
    std::array::from_fn(|race| std::array::from_fn(|value| counts[race * VALUES + value]))
}

fn spent_all(spent: &[Values; RACES], must: &[bool; RACES]) -> bool {
    spent.iter().zip(must).all(|(values, &must)| !must || is_spent(values))
}

fn is_spent(values: &Values) -> bool {
    values.iter().any(|&copies| copies > 0)
}

fn value_of(values: &Values) -> u16 {
    (1..).zip(values).map(|(value, &copies)| value * u16::from(copies)).sum()
}

/// Whether an Ally of the race could be left out with this surplus (E28).
fn has_superfluous(values: &Values, surplus: u16) -> bool {
    let count: u8 = values.iter().sum();
    count > 1 && (1..).zip(values).any(|(value, &copies)| copies > 0 && value <= surplus)
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

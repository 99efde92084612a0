//! What many numbers come to: their spread, their histogram, and how much of them is explained.

use serde::Serialize;

use crate::arena::interval;

/// How many bars a histogram has at most.
const BARS: u64 = 24;

/// How numbers are spread.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Spread {
    pub(super) count: u64,
    pub(super) least: u64,
    pub(super) median: u64,
    pub(super) mean: f64,
    /// What nine of ten do not exceed.
    pub(super) p90: u64,
    pub(super) most: u64,
    /// Bars of equal width, from the least to the most.
    pub(super) histogram: Vec<Bar>,
}

/// A bar of a histogram.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Bar {
    /// The least number that counts for it; the next bar begins after its last one.
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) count: u64,
}

impl Spread {
    /// The spread of these numbers.
    pub(super) fn of(mut numbers: Vec<u64>) -> Self {
        numbers.sort_unstable();
        let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else {
            return Self::default();
        };
        let at = |part: f64| numbers[((numbers.len() - 1) as f64 * part).round() as usize];
        let sum: u64 = numbers.iter().sum();
        let width = (most - least) / BARS + 1;
        let mut histogram: Vec<Bar> = (least..=most)
            .step_by(width as usize)
            .map(|from| Bar { from, to: from + width - 1, count: 0 })
            .collect();
        for number in &numbers {
            histogram[((number - least) / width) as usize].count += 1;
        }
        Self {
            count: numbers.len() as u64,
            least,
            median: at(0.5),
            mean: rounded(sum as f64 / numbers.len() as f64),
            p90: at(0.9),
            most,
            histogram,
        }
    }
}

/// A part of a whole, with the 95 % interval of what it would be in the long run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Share {
    pub(super) share: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Share {
    /// So many of so many; nothing of none.
    pub(super) fn of(part: f64, whole: f64) -> Option<Self> {
        (whole > 0.0).then(|| {
            let (low, high) = interval(part / whole, whole);
            Self { share: rounded(part / whole), low: rounded(low), high: rounded(high) }
        })
    }
}

/// Four digits after the point, which is more than any of this is worth.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

/// How much of the differences between numbers is explained by what two of a pair have in common: their
/// correlation within pairs, with its 95 % interval after Fisher for as many pairs as have nothing to do
/// with each other. Nothing if they do not differ, or are too few.
pub(super) fn correlation(pairs: &[(f64, f64)], independent: usize) -> Option<Share> {
    if independent < 4 || pairs.is_empty() {
        return None;
    }
    let count = pairs.len() as f64;
    let mean = pairs.iter().map(|(one, other)| one + other).sum::<f64>() / (2.0 * count);
    let together: f64 = pairs.iter().map(|(one, other)| (one - mean) * (other - mean)).sum();
    let alone: f64 =
        pairs.iter().map(|(one, other)| (one - mean).powi(2) + (other - mean).powi(2)).sum();
    if alone <= f64::EPSILON {
        return None;
    }
    let found = (2.0 * together / alone).clamp(-1.0, 1.0);
    let limit = 0.999_999;
    let (middle, spread) =
        (found.clamp(-limit, limit).atanh(), 1.96 / (independent as f64 - 1.5).max(1.0).sqrt());
    let part = |number: f64| rounded(number.clamp(0.0, 1.0));
    Some(Share {
        share: part(found),
        low: part((middle - spread).tanh()),
        high: part((middle + spread).tanh()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_every_number_in_one_bar() {
        let spread = Spread::of((0..100).collect());
        assert_eq!((spread.least, spread.most, spread.median, spread.p90), (0, 99, 50, 89));
        assert!((spread.mean - 49.5).abs() < 1e-9);
        assert!(spread.histogram.len() as u64 <= BARS);
        assert_eq!(spread.histogram.iter().map(|bar| bar.count).sum::<u64>(), 100);
        assert!(spread.histogram.windows(2).all(|bars| bars[0].to + 1 == bars[1].from));
        let one = Spread::of(vec![7]);
        assert_eq!(one.histogram, [Bar { from: 7, to: 7, count: 1 }]);
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }

    #[test]
    fn what_pairs_have_in_common_is_their_correlation() {
        let same: Vec<_> = (0..20).map(|number| (f64::from(number), f64::from(number))).collect();
        assert!((correlation(&same, 20).unwrap().share - 1.0).abs() < 1e-9);
        let unlike: Vec<_> =
            (0..20).map(|number| (f64::from(number), f64::from(19 - number))).collect();
        assert!(correlation(&unlike, 20).unwrap().share.abs() < 1e-9);
        assert_eq!(correlation(&[(1.0, 1.0); 9], 9), None);
        assert_eq!(correlation(&same[..3], 3), None);
        // Half of each number is common: x + y and x + z, each of the three as varied.
        let mixed: Vec<_> = (0..1000_u32)
            .map(|number| {
                let digit = |place: u32| f64::from(number / 10_u32.pow(place) % 10);
                (digit(0) + digit(1), digit(0) + digit(2))
            })
            .collect();
        let found = correlation(&mixed, 1000).unwrap();
        assert!((found.share - 0.5).abs() < 0.01, "{found:?}");
        assert!(found.low > 0.4 && found.high < 0.6, "{found:?}");
    }
}

//! What a game is worth to each seat where an iteration stops: half whether it is won, half by how
//! much.

use crate::score::Standing;
use crate::{Dice, Eyes, Game, Log, Seat, Seats};

const SEATS: usize = Seats::MOST as usize;

/// What a game is worth to each seat, from 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Verdict {
    pub(super) worth: [f64; SEATS],
    /// The share of the victory: of the one that is, or that would be if the game ended here.
    pub(super) wins: [f64; SEATS],
}

impl Verdict {
    pub(super) fn add(&mut self, other: &Self) {
        self.worth.iter_mut().zip(other.worth).for_each(|(sum, more)| *sum += more);
        self.wins.iter_mut().zip(other.wins).for_each(|(sum, more)| *sum += more);
    }
}

/// Judges games, and learns meanwhile how far apart they end.
#[derive(Debug)]
pub(super) struct Judge {
    seats: usize,
    count: f64,
    sum: f64,
    squares: f64,
}

impl Judge {
    pub(super) const fn new(seats: usize) -> Self {
        Self { seats, count: 0.0, sum: 0.0, squares: 0.0 }
    }

    pub(super) const fn seats(&self) -> usize {
        self.seats
    }

    /// What `game` is worth to each seat.
    pub(super) fn judge<G: Game>(&mut self, game: &G) -> Verdict {
        let (points, wins) = if game.to_act().is_empty() { result(game) } else { lead(game) };
        let margins: [f64; SEATS] = std::array::from_fn(|seat| margin(&points, seat));
        for margin in &margins[..self.seats] {
            self.count += 1.0;
            self.sum += margin;
            self.squares += margin * margin;
        }
        let mean = self.sum / self.count;
        let deviation = (self.squares / self.count - mean * mean).max(1.0).sqrt();
        let mut verdict = Verdict { worth: [0.0; SEATS], wins };
        for seat in 0..self.seats {
            verdict.worth[seat] = 0.5 * wins[seat] + 0.5 * squashed(margins[seat] / deviation);
        }
        verdict
    }

    /// By how much `seat` is ahead after one step, in this game.
    pub(super) fn ahead<G: Game>(
        &self,
        game: &G,
        seat: Seat,
        step: &G::Move,
        dice: &mut Dice,
    ) -> f64 {
        let mut next = game.clone();
        match next.play(seat, step, dice, &mut Log::muted()) {
            Ok(()) => margin(&next.standing(), seat.index()),
            Err(_) => f64::NEG_INFINITY,
        }
    }
}

/// The points at the end, and the shares of the victory.
fn result<G: Game>(game: &G) -> (Standing, [f64; SEATS]) {
    let score = game.score(Eyes::All);
    let points = score.seats.iter().map(|column| column.points).collect();
    let is_first = |seat: usize| score.seats.get(seat).is_some_and(|column| column.rank == 1);
    (points, shared(is_first))
}

/// The points on the way, and the shares of the victory of those who lead.
fn lead<G: Game>(game: &G) -> (Standing, [f64; SEATS]) {
    let points = game.standing();
    let most = points.iter().max().copied();
    let wins = shared(|seat| points.get(seat).copied() == most && most.is_some());
    (points, wins)
}

/// A victory in equal parts.
fn shared(is_first: impl Fn(usize) -> bool) -> [f64; SEATS] {
    let first = (0..SEATS).filter(|&seat| is_first(seat)).count().max(1);
    std::array::from_fn(|seat| if is_first(seat) { 1.0 / first as f64 } else { 0.0 })
}

/// By how many points a seat is ahead of the best other one.
pub(super) fn margin(points: &[i32], seat: usize) -> f64 {
    let of = |seat: usize| points.get(seat).copied().map_or(0.0, f64::from);
    let others = (0..points.len()).filter(|&other| other != seat).map(of);
    of(seat) - others.reduce(f64::max).unwrap_or_default()
}

/// Any number as one between 0 and 1, as the logistic function does near 0.
fn squashed(margin: f64) -> f64 {
    let half = margin / 2.0;
    0.5 + 0.5 * half / (1.0 + half.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_to_the_best_of_the_others() {
        assert_eq!([0, 1, 2].map(|seat| margin(&[3, 7, 5], seat)), [-4.0, 2.0, -2.0]);
        assert_eq!(margin(&[3], 0), 3.0);
    }

    #[test]
    fn a_shared_victory_is_shared() {
        let wins = shared(|seat| seat < 2);
        assert_eq!(wins[..3], [0.5, 0.5, 0.0]);
    }
}

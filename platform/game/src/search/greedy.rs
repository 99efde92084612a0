//! The step after which a seat is ahead by most, in a few imagined games: a player that looks one
//! step ahead, to compare others with.

use super::Candidate;
use super::judgement::margin;
use crate::{Dice, Eyes, Game, Log, Seat, Seed};

/// The steps open to `seat`, the best first, compared in so many imagined games. `dice` must have
/// nothing to do with the table's seed. Each candidate's visits are these games, and its chance is
/// the part of them in which nobody is ahead of the seat.
#[must_use]
pub fn greedy<G: Game>(game: &G, seat: Seat, worlds: u32, dice: &Seed) -> Vec<Candidate<G::Move>> {
    let mut dice = Dice::new(dice, 0);
    let mut open = Vec::new();
    game.moves(seat, &mut open);
    let mut found = vec![(0.0, 0_u32); open.len()];
    for _ in 0..worlds {
        let imagined = game.imagine(Eyes::Seat(seat), &mut dice);
        for (step, (margins, leads)) in open.iter().zip(&mut found) {
            let mut next = imagined.clone();
            if next.play(seat, step, &mut dice, &mut Log::muted()).is_ok() {
                let ahead = margin(&next.standing(), seat.index());
                *margins += ahead;
                *leads += u32::from(ahead >= 0.0);
            }
        }
    }
    let mut ranked: Vec<_> = open.into_iter().zip(found).collect();
    // Those that are alike are in any order.
    dice.shuffle(&mut ranked);
    ranked.sort_by(|(_, (one, _)), (_, (other, _))| other.total_cmp(one));
    let candidate = |(step, (_, leads))| {
        let chance = f64::from(leads) / f64::from(worlds.max(1));
        Candidate { step, visits: worlds, chance }
    };
    ranked.into_iter().map(candidate).collect()
}

//! Law 1 for those who search: what a seat would do follows from what it knows, and can be done.

use super::failure::{Failure, Law};
use super::json;
use super::run::Run;
use crate::search::{Candidate, Search, greedy};
use crate::{Dice, Eyes, Game, Seat, Seats, Seed};

/// How long a search is, and after how many iterations it is interrupted.
const ITERATIONS: u32 = 24;
const SLICE: u32 = 7;
/// How many games are imagined with equal dice to see whether they come out the same.
const ALIKE: u64 = 64;

/// Searches for every seat: in one go, in slices, and in a game that the seat cannot tell from this
/// one.
pub(super) fn check<G: Game>(
    run: &mut Run<'_, G>,
    game: &G,
    seats: u8,
    seed: &Seed,
) -> Result<(), Failure> {
    let mut apart = *seed;
    apart.0[31] = 0x5e;
    let mut dice = Dice::new(&apart, 1);
    for seat in Seats::first(seats).iter() {
        let eyes = Eyes::Seat(seat);
        run.look_through(eyes);
        let whole = search(game, eyes, &apart, &[ITERATIONS]);
        is_legal(game, seat, &whole)?;
        is_legal(game, seat, &greedy(game, seat, 1, &apart))?;
        let sliced = search(game, eyes, &apart, &[SLICE, 0, ITERATIONS - SLICE]);
        if sliced != whole {
            return Err(broken("search in slices", &whole, &sliced));
        }
        let twin = game.imagine(eyes, &mut dice);
        let again = search(&twin, eyes, &apart, &[ITERATIONS]);
        // Where chance alone can tell the two apart, the likelihoods are compared elsewhere.
        if again != whole && is_alike(game, &twin, eyes, &apart) {
            return Err(broken("search of a twin", &whole, &again));
        }
    }
    // Nobody's eyes find a step, and none of them fails.
    for eyes in [Eyes::Public, Eyes::All] {
        run.look_through(eyes);
        let found = search(game, eyes, &apart, &[1]);
        if !found.is_empty() {
            return Err(broken("search of nobody", &[], &found));
        }
    }
    run.look_at_all();
    Ok(())
}

fn search<G: Game>(game: &G, eyes: Eyes, dice: &Seed, slices: &[u32]) -> Vec<Candidate<G::Move>> {
    let mut search = Search::new(game, eyes, dice);
    slices.iter().for_each(|&slice| search.advance(slice));
    search.candidates()
}

/// Every open step is found once, and no other.
fn is_legal<G: Game>(game: &G, seat: Seat, found: &[Candidate<G::Move>]) -> Result<(), Failure> {
    let mut open = Vec::new();
    game.moves(seat, &mut open);
    let is_found = |step: &G::Move| found.iter().any(|candidate| candidate.step == *step);
    if found.len() == open.len() && open.iter().all(is_found) {
        return Ok(());
    }
    let found: Vec<_> = found.iter().map(|candidate| &candidate.step).collect();
    let what = format!("finds {} where {} are open", json::text(&found), json::text(&open));
    Err(Failure::new(Law::IllegalMeansUnchanged, "search", what))
}

/// Whether equal dice imagine equal games from both.
fn is_alike<G: Game>(game: &G, twin: &G, eyes: Eyes, seed: &Seed) -> bool {
    let imagined = |game: &G, stream| {
        json::bytes(&game.imagine(eyes, &mut Dice::new(seed, stream)).view(Eyes::All))
    };
    (0..ALIKE).all(|stream| imagined(game, stream) == imagined(twin, stream))
}

fn broken<M: serde::Serialize>(
    clause: &'static str,
    one: &[Candidate<M>],
    other: &[Candidate<M>],
) -> Failure {
    let text = |found: &[Candidate<M>]| {
        let each = found.iter().map(|one| (&one.step, one.visits, one.chance));
        json::text(&each.collect::<Vec<_>>())
    };
    let what = format!("finds\n{}\nand then\n{}", text(one), text(other));
    Failure::new(Law::NothingLeaks, clause, what)
}

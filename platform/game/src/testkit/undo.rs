//! A play that reveals nothing can be taken back: afterwards nobody knows anything new.

use serde::Serialize;

use super::failure::{Failure, Law};
use super::json;
use super::leaks::shown;
use super::run::Run;
use super::steps;
use crate::reveals::Outcome;
use crate::{Dice, Eyes, Game, Log, Seat, Seats, Seed};

/// The longest list of steps that is taken back.
const LONGEST: usize = 3;
/// After a play that reveals nothing: how many more games are imagined for each pair of eyes, and in
/// how many of them something may differ all the same, since a rare difference can be missed at first.
const CLOSER: u64 = 8;
const ESCAPED: usize = 1;
/// How many steps are played on an imagined game to find out whether others could have looked the
/// same: more than the platform itself tries, so that it is never judged by less than it looked at.
const TRIED: usize = 1_000;

fn broken(clause: &'static str, what: impl Into<String>) -> Failure {
    Failure::new(Law::TakenBack, clause, what)
}

/// Plays and takes back lists of steps of every seat that is to act, for as long as they reveal
/// nothing.
pub(super) fn check<G: Game>(
    run: &mut Run<'_, G>,
    game: &G,
    seats: u8,
    seed: &Seed,
) -> Result<(), Failure> {
    let mut dice = Dice::new(seed, 1);
    let mut apart = *seed;
    apart.0[31] = 0x1a;
    let before = picture(game, seats);
    for seat in game.to_act().iter() {
        let (mut steps, mut after) = (Vec::new(), game.clone());
        while steps.len() < LONGEST {
            let Some(step) = steps::pick(&after, seat, &mut dice) else { break };
            steps.push(step);
            // Law 3 checks that open steps are accepted.
            let Ok(outcome) = Outcome::new(game, seat, &steps, Dice::new(seed, 2)) else { break };
            let reveals = outcome.is_news(seats, &apart);
            untouched(&before, &picture(game, seats), &steps)?;
            if reveals {
                run.report.revealing += 1;
                break;
            }
            run.report.taken_back += 1;
            for eyes in all_eyes(seats) {
                run.look_through(eyes);
                let unsearched = look_closer(game, &outcome, seat, &steps, eyes, &mut dice)?;
                run.report.unsearched += unsearched;
            }
            run.look_at_all();
            after = outcome.after().clone();
        }
    }
    Ok(())
}

/// Everybody who could have learned something; not shared with `reveals`, which is under test.
fn all_eyes(seats: u8) -> impl Iterator<Item = Eyes> {
    Seats::first(seats).iter().map(Eyes::Seat).chain([Eyes::Public])
}

/// What is shown, piece by piece, each with the name of its clause.
type Picture = Vec<(&'static str, Vec<u8>)>;

/// The game to its last byte, and all that anybody is shown of it.
fn picture<G: Game>(game: &G, seats: u8) -> Picture {
    let eyes = all_eyes(seats).chain([Eyes::All]);
    let state = [("state", json::bytes(game))];
    state.into_iter().chain(eyes.flat_map(|eyes| shown(game, eyes))).collect()
}

/// All that eyes have learned once something was played.
fn learned<G: Game>(game: &G, told: &Log<G::Event>, eyes: Eyes) -> Picture {
    let heard: Vec<_> = told.glimpsed(eyes).collect();
    shown(game, eyes).into_iter().chain([("told", json::bytes(&heard))]).collect()
}

/// The first clause in which two pictures differ, and how.
fn difference(left: &Picture, right: &Picture) -> Option<(&'static str, String)> {
    let mut both = left.iter().zip(right);
    let ((clause, left), (_, right)) = both.find(|(left, right)| left != right)?;
    Some((clause, json::differences(left, right)))
}

fn untouched<M: Serialize>(before: &Picture, now: &Picture, steps: &[M]) -> Result<(), Failure> {
    let Some((clause, what)) = difference(before, now) else { return Ok(()) };
    let steps = json::text(&steps);
    Err(broken(clause, format!("{steps} was taken back and leaves, before ≠ now:\n{what}")))
}

/// Whether so many steps of the mover on an imagined game can teach these eyes what the true ones did;
/// none if there are too many to be tried.
fn can_look_so<G: Game>(
    imagined: G,
    outcome: &Outcome<'_, G>,
    seat: Seat,
    count: usize,
    eyes: Eyes,
    dice: &mut Dice,
) -> Option<bool> {
    let heard = |told: &Log<G::Event>| told.glimpsed(eyes).map(json::bytes).collect::<Vec<_>>();
    let truly_heard = heard(outcome.told());
    let truth = learned(outcome.after(), outcome.told(), eyes);
    let (mut ahead, mut tried) = (vec![(imagined, Log::new(), count)], 0);
    while let Some((world, told, left)) = ahead.pop() {
        if left == 0 {
            if learned(&world, &told, eyes) == truth {
                return Some(true);
            }
            continue;
        }
        let mut open = Vec::new();
        world.moves(seat, &mut open);
        for step in open {
            tried += 1;
            if tried > TRIED {
                return None;
            }
            let (mut world, mut told) = (world.clone(), told.clone());
            let played = world.play(seat, &step, dice, &mut told);
            if played.is_ok() && truly_heard.starts_with(&heard(&told)) {
                ahead.push((world, told, left - 1));
            }
        }
    }
    Some(false)
}

/// Looks for something that was revealed to these eyes after all, on more imagined games; returns in
/// how many of them that is not known.
fn look_closer<G: Game>(
    game: &G,
    outcome: &Outcome<'_, G>,
    seat: Seat,
    steps: &[G::Move],
    eyes: Eyes,
    dice: &mut Dice,
) -> Result<u64, Failure> {
    let truth = learned(outcome.after(), outcome.told(), eyes);
    let (mut found, mut unsearched) = (Vec::new(), 0);
    for _ in 0..CLOSER {
        let imagined = game.imagine(eyes, dice);
        let (mut twin, mut told) = (imagined.clone(), Log::new());
        let refusal = steps.iter().find_map(|step| twin.play(seat, step, dice, &mut told).err());
        let differs = match refusal {
            Some(refusal) => Some(format!("refused: {}", json::text(&refusal))),
            None => difference(&truth, &learned(&twin, &told, eyes))
                .map(|(clause, what)| format!("{clause}, real ≠ imagined:\n{what}")),
        };
        let Some(differs) = differs else { continue };
        if eyes.are_of(seat) {
            found.push(differs);
            continue;
        }
        // Others do not see the steps.
        match can_look_so(imagined, outcome, seat, steps.len(), eyes, dice) {
            Some(true) => {}
            Some(false) => found.push(differs),
            None => unsearched += 1,
        }
    }
    match found.first() {
        Some(what) if found.len() > ESCAPED => {
            let steps = json::text(&steps);
            let what = format!("{steps} of {seat:?} is said to reveal nothing:\n{what}");
            Err(broken("reveals", what))
        }
        _ => Ok(unsearched),
    }
}

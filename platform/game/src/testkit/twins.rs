//! Law 1 in its chances: what `imagine` draws, and how often, follows from what the eyes know.
//!
//! A game that asks the truth how likely something is leaks it, though every imagined game looks
//! alike. So pairs are made of games that some eyes cannot tell apart: a game of the playout, and a
//! twin that these eyes imagined some steps before and that was played on in the same way as far as
//! they were told. Many games are imagined from both, and compared by what the eyes do not see.

use serde_json::Value;

use super::failure::Failure;
use super::json;
use super::leaks::shown;
use super::likelihood::Sample;
use super::playout::Playout;
use super::run::Run;
use crate::{Dice, Eyes, Game, Log, Seat, Seats, Seed};

/// Pairs that are looked for in each playout.
const PAIRS: usize = 2;
/// Twins that begin beside the real game, and the most steps that they are played on.
const TWINS: usize = 6;
const LONGEST: usize = 32;
/// Other steps of a kind that a twin tries where the real one looks otherwise there.
const OTHERS: usize = 6;
/// Games imagined with equal dice: if those from both games are the same, nothing more is asked.
const ALIKE: u64 = 4;
/// Games imagined from each of both to see whether a difference is worth looking into, and then to
/// judge it.
const GLANCE: u64 = 48;
const LOOK: u64 = 256;
/// How likely chance alone shows as great a difference at a glance as is looked into.
const SUSPICIOUS: f64 = 0.05;

/// Looks for pairs in one playout, and compares what is imagined from them.
pub(super) fn check<G: Game>(
    run: &mut Run<'_, G>,
    playout: &Playout<G>,
    dice: &mut Dice,
) -> Result<(), Failure> {
    let all: Vec<Eyes> =
        Seats::first(playout.seats).iter().map(Eyes::Seat).chain([Eyes::Public]).collect();
    for _ in 0..PAIRS {
        let Some(&eyes) = dice.pick(&all) else { return Ok(()) };
        let start = dice.below(playout.games.len());
        let end = (start + dice.below(LONGEST + 1)).min(playout.games.len() - 1);
        run.stand(end, Some(eyes));
        let (position, twin) = play_on(playout, eyes, start..end, dice);
        run.stand(position, Some(eyes));
        run.report.pairs += 1;
        compare(run, &playout.games[position], &twin, eyes, dice);
    }
    run.look_at_all();
    Ok(())
}

/// Plays twins on beside the real game for as long as these eyes can tell none of them from it;
/// gives one that lasted longest, and how far it came.
fn play_on<G: Game>(
    playout: &Playout<G>,
    eyes: Eyes,
    steps: std::ops::Range<usize>,
    dice: &mut Dice,
) -> (usize, G) {
    let real = &playout.games[steps.start];
    let mut twins: Vec<G> = (0..TWINS).map(|_| real.imagine(eyes, dice)).collect();
    let mut position = steps.start;
    for index in steps {
        let Some(next) = same_for(playout, index, eyes, &twins, dice) else { break };
        (twins, position) = (next, index + 1);
    }
    let picked = dice.below(twins.len());
    (position, twins.swap_remove(picked))
}

/// What eyes were told of a step and are shown after it.
fn learned<G: Game>(told: &Log<G::Event>, after: &G, eyes: Eyes) -> (Vec<u8>, Vec<Vec<u8>>) {
    let heard: Vec<_> = told.glimpsed(eyes).collect();
    (json::bytes(&heard), shown(after, eyes).into_iter().map(|(_, bytes)| bytes).collect())
}

/// The twins after the playout's next step, those that still look like the real game; nothing if
/// there are none.
fn same_for<G: Game>(
    playout: &Playout<G>,
    index: usize,
    eyes: Eyes,
    twins: &[G],
    dice: &mut Dice,
) -> Option<Vec<G>> {
    let entry = &playout.entries[index];
    let step: G::Move = serde_json::from_value(entry.step.clone()).ok()?;
    let play = |game: &G, step: &G::Move| {
        let (mut game, mut told) = (game.clone(), Log::new());
        let dice = &mut Dice::new(&playout.seed, index as u64 + 1);
        game.play(entry.seat, step, dice, &mut told).ok()?;
        let learned = learned(&told, &game, eyes);
        Some((game, learned))
    };
    let (_, truth) = play(&playout.games[index], &step)?;
    let own = eyes == Eyes::Seat(entry.seat);
    let mut next = Vec::new();
    for twin in twins {
        let mut tried = vec![step.clone()];
        if !own {
            tried.extend(others(twin, entry.seat, &entry.step, dice));
        }
        let played = tried.iter().filter_map(|step| play(twin, step));
        next.extend(
            played.into_iter().find(|(_, learned)| *learned == truth).map(|(game, _)| game),
        );
    }
    if next.is_empty() { None } else { Some(next) }
}

/// Some steps of the same kind that are open to a seat: others may not see which it takes.
fn others<G: Game>(game: &G, seat: Seat, step: &Value, dice: &mut Dice) -> Vec<G::Move> {
    let mut open = Vec::new();
    game.moves(seat, &mut open);
    open.retain(|other| json::tag_of(other) == json::tag(step));
    dice.shuffle(&mut open);
    open.truncate(OTHERS);
    open
}

/// Compares what is imagined from both: with equal dice first, which is enough for most games; and
/// where that differs, how often each thing is drawn.
fn compare<G: Game>(run: &mut Run<'_, G>, real: &G, twin: &G, eyes: Eyes, dice: &mut Dice) {
    let mut seed = Seed::of_test(dice.below(1 << 30) as u64);
    seed.0[31] = 0x7e;
    let whole = |game: &G, stream| {
        json::tree(&game.imagine(eyes, &mut Dice::new(&seed, stream)).view(Eyes::All))
    };
    if (0..ALIKE).all(|stream| whole(real, stream) == whole(twin, stream)) {
        return;
    }
    run.report.compared += 1;
    let known = json::tree(&real.view(eyes));
    let sample = |from: u64, count: u64| {
        let mut sample = Sample::default();
        for stream in (from..from + 2 * count).step_by(2) {
            sample.add(&known, &whole(real, stream), &whole(twin, stream + 1));
        }
        sample
    };
    let glance = sample(ALIKE, GLANCE);
    if glance.least() < SUSPICIOUS {
        run.likelihood.judge(&sample(ALIKE + 2 * GLANCE, LOOK), run.place.get());
    }
}

//! Law 1 for chances: what `imagine` draws, and how often, follows from what the eyes know.
//!
//! An `imagine` whose chances depend on the true state leaks it, although every imagined game looks
//! right. So pairs are made of games that some eyes cannot tell apart: a game of the playout, and a
//! twin that these eyes imagined some steps before and that was played on in such a way that they
//! were told and shown the same. Many games are imagined from both, and compared by what the eyes
//! do not see.

use serde_json::Value;

use super::failure::Failure;
use super::json;
use super::leaks::shown;
use super::likelihood::Sample;
use super::playout::Playout;
use super::run::Run;
use crate::{Dice, Eyes, Game, Log, Seat, Seats, Seed};

/// How often twins are started in each playout, and for how many steps they are played at most.
const WALKS: usize = 2;
const LONGEST: usize = 48;
/// How many twins are kept beside the real game, and how often a step is tried to find that many that
/// still look like it.
const TWINS: usize = 4;
const TRIES: usize = 24;
/// Games imagined with equal dice from both of a pair: if they are the same, nothing more is asked.
const ALIKE: u64 = 1;
/// How many pairs of a walk are looked at more closely, as long as nothing was found.
const CLOSELY: usize = 3;
/// Games imagined from each of both to see whether a difference is worth looking into, and then to
/// judge it.
const GLANCE: u64 = 48;
const LOOK: u64 = 256;
/// A difference at a glance is looked into if chance alone shows one as great less often than this.
const SUSPICIOUS: f64 = 0.05;

/// Plays twins beside one playout, and compares what is imagined from them.
pub(super) fn check<G: Game>(
    run: &mut Run<'_, G>,
    playout: &Playout<G>,
    dice: &mut Dice,
) -> Result<(), Failure> {
    let all: Vec<Eyes> =
        Seats::first(playout.seats).iter().map(Eyes::Seat).chain([Eyes::Public]).collect();
    for _ in 0..WALKS {
        let Some(&eyes) = dice.pick(&all) else { return Ok(()) };
        let start = dice.below(playout.games.len());
        run.stand(start, Some(eyes));
        walk(run, playout, eyes, start, dice);
    }
    run.look_at_all();
    Ok(())
}

/// Plays twins on beside the real game, as long as there are some that these eyes cannot tell from it,
/// and compares one of them with it after each step.
fn walk<G: Game>(
    run: &mut Run<'_, G>,
    playout: &Playout<G>,
    eyes: Eyes,
    start: usize,
    dice: &mut Dice,
) {
    let end = playout.entries.len().min(start + LONGEST);
    let mut twins: Vec<G> = (0..TWINS).map(|_| playout.games[start].imagine(eyes, dice)).collect();
    let mut closely = 0;
    for position in start..=end {
        run.stand(position, Some(eyes));
        let Some(twin) = dice.pick(&twins) else { return };
        run.report.pairs += 1;
        let pair = Pair::new(&playout.games[position], twin, eyes, dice);
        if !pair.is_alike() {
            run.report.compared += 1;
            closely += 1;
            if pair.compare(run) || closely == CLOSELY {
                return;
            }
        }
        if position < end {
            twins = after(playout, position, eyes, &twins, dice);
        }
    }
}

/// Twins after the playout's next step that still look like the real game; none if no try found one.
fn after<G: Game>(
    playout: &Playout<G>,
    position: usize,
    eyes: Eyes,
    twins: &[G],
    dice: &mut Dice,
) -> Vec<G> {
    let entry = &playout.entries[position];
    let Ok(step) = json::read::<G::Move>(&entry.step) else { return Vec::new() };
    let chance = || Dice::new(&playout.seed, position as u64 + 1);
    let Some((_, told)) = played(&playout.games[position], entry.seat, &step, eyes, &mut chance())
    else {
        return Vec::new();
    };
    let seen = shown(&playout.games[position + 1], eyes);
    let mut found = Vec::new();
    for (number, twin) in (0..TRIES).zip(twins.iter().cycle()) {
        let is_first = number < twins.len();
        // Later tries begin with other hidden cards and go on with other chance.
        let other = (!is_first).then(|| twin.imagine(eyes, dice));
        let twin = other.as_ref().unwrap_or(twin);
        let luck = if is_first { &mut chance() } else { &mut *dice };
        let mut next = played(twin, entry.seat, &step, eyes, luck);
        if next.is_none() && eyes != Eyes::Seat(entry.seat) {
            // Other players may not see which step of its kind is taken.
            next = another(twin, entry.seat, &entry.step, dice)
                .and_then(|step| played(twin, entry.seat, &step, eyes, dice));
        }
        found.extend(next.filter(|(next, heard)| *heard == told && shown(next, eyes) == seen));
        if found.len() == TWINS {
            break;
        }
    }
    found.into_iter().map(|(game, _)| game).collect()
}

/// A game after a step, and what these eyes were told of it; nothing if the step is refused.
fn played<G: Game>(
    game: &G,
    seat: Seat,
    step: &G::Move,
    eyes: Eyes,
    dice: &mut Dice,
) -> Option<(G, Vec<u8>)> {
    let (mut game, mut log) = (game.clone(), Log::new());
    game.play(seat, step, dice, &mut log).ok()?;
    let told: Vec<_> = log.glimpsed(eyes).collect();
    let told = json::bytes(&told);
    Some((game, told))
}

/// Any step of the same kind that is open to a seat.
fn another<G: Game>(game: &G, seat: Seat, step: &Value, dice: &mut Dice) -> Option<G::Move> {
    let mut open = Vec::new();
    game.moves(seat, &mut open);
    open.retain(|other| json::tag_of(other) == json::tag(step));
    dice.pick(&open).cloned()
}

/// Two games that some eyes cannot tell apart, and the dice to imagine others from both.
struct Pair<'a, G> {
    real: &'a G,
    twin: &'a G,
    eyes: Eyes,
    seed: Seed,
}

impl<'a, G: Game> Pair<'a, G> {
    fn new(real: &'a G, twin: &'a G, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut seed = Seed::of_test(dice.below(1 << 30) as u64);
        seed.0[31] = 0x7e;
        Self { real, twin, eyes, seed }
    }

    fn imagined(&self, game: &G, stream: u64) -> G::View {
        game.imagine(self.eyes, &mut Dice::new(&self.seed, stream)).view(Eyes::All)
    }

    /// Whether the same games are imagined from both with equal dice, as from most.
    fn is_alike(&self) -> bool {
        let bytes = |game, stream| json::bytes(&self.imagined(game, stream));
        (0..ALIKE).all(|stream| bytes(self.real, stream) == bytes(self.twin, stream))
    }

    /// Compares how often each hidden thing is drawn; says whether it took more than a glance.
    fn compare(&self, run: &mut Run<'_, G>) -> bool {
        let glance = self.sample(ALIKE, GLANCE);
        let is_suspicious = glance.least() < SUSPICIOUS;
        if is_suspicious {
            run.likelihood.judge(&self.sample(ALIKE + 2 * GLANCE, LOOK), run.place.get());
        }
        is_suspicious
    }

    /// `count` games imagined from each, all with dice of their own.
    fn sample(&self, from: u64, count: u64) -> Sample {
        let known = json::tree(&self.real.view(self.eyes));
        let mut sample = Sample::default();
        for stream in (from..from + 2 * count).step_by(2) {
            let first = json::tree(&self.imagined(self.real, stream));
            sample.add(&known, &first, &json::tree(&self.imagined(self.twin, stream + 1)));
        }
        sample
    }
}

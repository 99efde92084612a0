//! Law 3: `play` accepts exactly what `moves` lists, and a refused step changes nothing.

use serde::Serialize;

use super::failure::{Failure, Law};
use super::json;
use super::run::Run;
use crate::refusal::Arg;
use crate::{Dice, Game, Log, Refusal, Seat, Seats, Seed};

fn broken(clause: &'static str, what: impl Into<String>) -> Failure {
    Failure::new(Law::IllegalMeansUnchanged, clause, what)
}

/// Seat numbers that no game has.
const NOBODY: [u8; 2] = [7, 255];

/// Checks one position: what every seat may do, and what it may not.
pub(super) fn check<G: Game>(
    run: &mut Run<'_, G>,
    game: &G,
    seats: u8,
    candidates: &[G::Move],
    seed: &Seed,
) -> Result<(), Failure> {
    let before = json::bytes(game);
    let players = Seats::first(seats);
    let outside =
        [seats].into_iter().chain(NOBODY).map(Seat).filter(|&seat| !players.contains(seat));
    let everyone: Vec<Seat> = players.iter().chain(outside).collect();
    let mut elsewhere = candidates.to_vec();
    for &seat in &everyone {
        let listed = listed(game, seat)?;
        for step in &listed {
            accepts(game, seat, step, seed)?;
        }
        elsewhere.extend(listed);
    }
    for &seat in &everyone {
        let mut listed = Vec::new();
        game.moves(seat, &mut listed);
        let unlisted: Vec<&G::Move> =
            elsewhere.iter().filter(|step| !listed.contains(step)).collect();
        refuses(run, game, seat, &unlisted, seed, &before)?;
    }
    untouched("looking at the moves", &before, game)
}

/// The steps of a seat: none twice, and none at all when it is not to act.
fn listed<G: Game>(game: &G, seat: Seat) -> Result<Vec<G::Move>, Failure> {
    let mut steps = Vec::new();
    game.moves(seat, &mut steps);
    if !game.to_act().contains(seat) && !steps.is_empty() {
        let what = format!("{seat:?} is not to act and has {}", json::text(&steps));
        return Err(broken("moves", what));
    }
    match steps.iter().enumerate().find(|&(index, step)| steps[..index].contains(step)) {
        Some((_, twice)) => {
            Err(broken("moves", format!("{} is listed twice for {seat:?}", json::text(twice))))
        }
        None => Ok(steps),
    }
}

fn accepts<G: Game>(game: &G, seat: Seat, step: &G::Move, seed: &Seed) -> Result<(), Failure> {
    let mut tried = game.clone();
    tried.play(seat, step, &mut Dice::new(seed, 1), &mut Log::muted()).map_err(|refusal| {
        let (step, refusal) = (json::text(step), json::text(&refusal));
        let what = format!("moves lists {step} for {seat:?} but play says {refusal}");
        broken("listed but refused", what)
    })
}

/// Tries all steps on one copy, which must stay unchanged. If it does not, each step is tried on a
/// copy of its own, to name the one at fault.
fn refuses<G: Game>(
    run: &mut Run<'_, G>,
    game: &G,
    seat: Seat,
    steps: &[&G::Move],
    seed: &Seed,
    before: &[u8],
) -> Result<(), Failure> {
    let mut tried = game.clone();
    let mut log = Log::new();
    for &step in steps {
        match tried.play(seat, step, &mut Dice::new(seed, 1), &mut log) {
            Err(refusal) => {
                run.speech.refusal::<G>(&refusal)?;
                at_the_table(&refusal, run.seats(), step)?;
                run.met_refusal(refusal.code);
            }
            Ok(()) => {
                let what = format!("play accepts {} of {seat:?}, not in moves", json::text(step));
                return Err(broken("accepted but not listed", what));
            }
        }
    }
    run.report.refusals += steps.len() as u64;
    if log.told().is_empty() && json::bytes(&tried) == before {
        return Ok(());
    }
    for &step in steps {
        let mut tried = game.clone();
        let mut log = Log::new();
        if tried.play(seat, step, &mut Dice::new(seed, 1), &mut log).is_ok()
            || !log.told().is_empty()
        {
            let what = format!("{} of {seat:?} is refused, and told", json::text(step));
            return Err(broken("refused but told", what));
        }
        untouched(&format!("the refused {} of {seat:?}", json::text(step)), before, &tried)?;
    }
    untouched("one refused step after another", before, &tried)
}

/// A refusal speaks only of seats that are at the table: no other has a name that could be put into
/// its sentence.
fn at_the_table<M: Serialize>(refusal: &Refusal, seats: u8, step: &M) -> Result<(), Failure> {
    let strange = refusal.args.iter().find_map(|(name, arg)| match arg {
        Arg::Seat(seat) if seat.0 >= seats => Some((name, seat.0)),
        _ => None,
    });
    let Some((name, seat)) = strange else { return Ok(()) };
    let what = format!(
        "{} of {} speaks of seat {seat} as {name:?}, at a table of {seats}: the step names it, and \
         nobody sits there; answer Refusal::no_such_seat",
        refusal.code,
        json::text(step)
    );
    Err(Failure::new(Law::HasWords, "refusal", what))
}

/// The game is what it was.
pub(super) fn untouched<G: Game>(after: &str, before: &[u8], game: &G) -> Result<(), Failure> {
    let now = json::bytes(game);
    if now == before {
        return Ok(());
    }
    let what = format!("{after} changed the state:\n{}", json::differences(before, &now));
    Err(broken("unchanged", what))
}

/// A deal for a number of seats that the game is not for is refused.
pub(super) fn check_seats<G: Game>(run: &mut Run<'_, G>) -> Result<(), Failure> {
    let (fewest, most) = (G::ABOUT.fewest_seats, G::ABOUT.most_seats);
    let wrong = [0, fewest.wrapping_sub(1), most.saturating_add(1), u8::MAX];
    for seats in wrong.into_iter().filter(|seats| !(fewest..=most).contains(seats)) {
        run.begin(0, seats);
        match G::deal(&run.laws.options, seats, &mut Dice::new(&Seed::of_test(0), 0)) {
            Err(refusal) => run.speech.refusal::<G>(&refusal)?,
            Ok(_) => {
                let what = format!("a game for {fewest} to {most} is dealt for {seats}");
                return Err(broken("seats", what));
            }
        }
    }
    Ok(())
}

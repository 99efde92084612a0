//! Law 1: what eyes are shown and told is the same on a game and on its imagined twin.

use serde_json::Value;

use super::failure::{Failure, Law};
use super::json;
use super::run::Run;
use crate::{Dice, Eyes, Game, Language, Log, LoggedEvent, Seat, Seats, Seed, Utterance};

/// Steps of a seat that are tried on both twins at one position.
const STEPS: usize = 6;
/// How many steps an imagined game is played further.
const DEPTH: usize = 12;
/// Imaginings of one position by one pair of eyes.
const IMAGININGS: usize = 4;

fn broken(clause: &'static str, what: impl Into<String>) -> Failure {
    Failure::new(Law::NothingLeaks, clause, what)
}

/// A position to look at.
pub(super) struct Position<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) seats: u8,
    pub(super) playout: u64,
    /// Steps that somebody might send.
    pub(super) candidates: &'a [G::Move],
    /// The seed of the dice for the steps that are tried here.
    pub(super) seed: Seed,
}

/// A step taken on the real game: what was told of it and what it led to.
struct Taken<G: Game> {
    seat: Seat,
    step: G::Move,
    stream: u64,
    told: Vec<LoggedEvent<G::Event>>,
    game: G,
}

/// Checks that what is imagined has all that is there, and shows it alike: before anything is played on
/// it, so that what has vanished is not taken for something else.
pub(super) fn same_things<G: Game>(
    run: &Run<'_, G>,
    game: &G,
    seats: u8,
    seed: &Seed,
) -> Result<(), Failure> {
    let mut dice = Dice::new(seed, u64::MAX);
    let (counted, whole) = (run.laws.count(game), json::tree(&game.view(Eyes::All)));
    for eyes in Seats::first(seats).iter().map(Eyes::Seat).chain([Eyes::Public]) {
        run.look_through(eyes);
        let imagined = game.imagine(eyes, &mut dice);
        run.laws.recount(&counted, &imagined).map_err(|failure| {
            let what = format!("imagine changes it:\n{}", failure.what);
            Failure { what, ..failure }
        })?;
        same_shown(&shown(game, eyes), &imagined, eyes).map_err(|failure| {
            with_census(failure, &whole, &json::tree(&imagined.view(Eyes::All)))
        })?;
    }
    run.look_at_all();
    Ok(())
}

/// Checks one position through the eyes of every seat and of the public.
pub(super) fn check<G: Game>(
    run: &mut Run<'_, G>,
    position: &Position<'_, G>,
    dice: &mut Dice,
) -> Result<(), Failure> {
    let before = json::bytes(position.game);
    let whole = json::tree(&position.game.view(Eyes::All));
    let taken = take_steps(position, dice);
    run.honesty.next_position();
    for eyes in Seats::first(position.seats).iter().map(Eyes::Seat).chain([Eyes::Public]) {
        run.look_through(eyes);
        let shown = shown(position.game, eyes);
        let known = json::tree(&position.game.view(eyes));
        for nth in 0..IMAGININGS {
            let imagined = position.game.imagine(eyes, dice);
            run.report.imaginings += 1;
            let other = json::tree(&imagined.view(Eyes::All));
            same_shown(&shown, &imagined, eyes)?;
            if nth == 0 {
                same_refusals(position, &imagined, eyes)?;
                for taken in &taken {
                    same_told(run, position, taken, &imagined, eyes)?;
                }
            }
            let (seats, playout) = (position.seats, position.playout);
            let more = run.honesty.compare(seats, eyes, playout, &known, &whole, &other);
            if nth == 0 {
                plays_on(imagined, dice)?;
            }
            if !more {
                break;
            }
        }
        let now = json::bytes(position.game);
        if now != before {
            let what = format!("looking changed the game:\n{}", json::differences(&before, &now));
            return Err(broken("imagine keeps the laws", what));
        }
    }
    Ok(())
}

/// Everything that one pair of eyes is shown, by the name of the clause.
pub(super) fn shown<G: Game>(game: &G, eyes: Eyes) -> Vec<(&'static str, Vec<u8>)> {
    let prompt = |language| G::words(Utterance::Prompt(game, eyes), language).into_bytes();
    let mut steps = Vec::new();
    let mut weights = Vec::new();
    if let Some(seat) = eyes.seat() {
        game.moves(seat, &mut steps);
        weights.extend(steps.iter().map(|step| game.weight(seat, step)));
    }
    vec![
        ("view", json::bytes(&game.view(eyes))),
        ("score", json::bytes(&game.score(eyes))),
        ("to act", json::bytes(&game.to_act())),
        ("moves", json::bytes(&steps)),
        ("weight", json::bytes(&weights)),
        ("prompt", prompt(Language::En)),
        ("prompt", prompt(Language::Fr)),
    ]
}

fn same_shown<G: Game>(
    real: &[(&'static str, Vec<u8>)],
    imagined: &G,
    eyes: Eyes,
) -> Result<(), Failure> {
    for ((clause, left), (_, right)) in real.iter().zip(shown(imagined, eyes)) {
        if *left != right {
            let what = format!("real ≠ imagined:\n{}", json::differences(left, &right));
            return Err(broken(clause, what));
        }
    }
    Ok(())
}

/// What the player behind these eyes may not do is refused in the same way on both.
fn same_refusals<G: Game>(
    position: &Position<'_, G>,
    imagined: &G,
    eyes: Eyes,
) -> Result<(), Failure> {
    let Some(seat) = eyes.seat() else { return Ok(()) };
    let mut listed = Vec::new();
    position.game.moves(seat, &mut listed);
    let (mut left, mut right) = (position.game.clone(), imagined.clone());
    for step in position.candidates.iter().filter(|step| !listed.contains(step)) {
        let answer = |game: &mut G| {
            game.play(seat, step, &mut Dice::new(&position.seed, 1), &mut Log::muted()).err()
        };
        let (real, twin) = (answer(&mut left), answer(&mut right));
        if real != twin {
            let said = |refusal| match refusal {
                Some(refusal) => json::text(&refusal),
                None => "accepted".to_owned(),
            };
            let (step, real, twin) = (json::text(step), said(real), said(twin));
            let what = format!("{step} of {seat:?}:\n{real} ≠ {twin}, real ≠ imagined");
            return Err(broken("refusal", what));
        }
    }
    Ok(())
}

/// Takes a few steps of every seat that is to act, of as many kinds as there are.
fn take_steps<G: Game>(position: &Position<'_, G>, dice: &mut Dice) -> Vec<Taken<G>> {
    let mut taken = Vec::new();
    for seat in position.game.to_act().iter() {
        let mut steps = Vec::new();
        position.game.moves(seat, &mut steps);
        dice.shuffle(&mut steps);
        let mut tags: Vec<(usize, String, G::Move)> = Vec::new();
        for step in steps {
            let tag = json::tag_of(&step);
            let nth = tags.iter().filter(|(_, other, _)| *other == tag).count();
            tags.push((nth, tag, step));
        }
        tags.sort_by_key(|&(nth, ..)| nth);
        for (_, _, step) in tags.into_iter().take(STEPS) {
            let stream = taken.len() as u64 + 2;
            let mut game = position.game.clone();
            let mut log = Log::new();
            if game.play(seat, &step, &mut Dice::new(&position.seed, stream), &mut log).is_ok() {
                taken.push(Taken { seat, step, stream, told: log.told().to_vec(), game });
            }
        }
    }
    taken
}

/// A step that is legal on both is told in the same words, if these eyes see the same after it.
fn same_told<G: Game>(
    run: &mut Run<'_, G>,
    position: &Position<'_, G>,
    taken: &Taken<G>,
    imagined: &G,
    eyes: Eyes,
) -> Result<(), Failure> {
    let mut listed = Vec::new();
    imagined.moves(taken.seat, &mut listed);
    if !listed.contains(&taken.step) {
        return Ok(());
    }
    let mut twin = imagined.clone();
    let mut log = Log::new();
    let dice = &mut Dice::new(&position.seed, taken.stream);
    if let Err(refusal) = twin.play(taken.seat, &taken.step, dice, &mut log) {
        let (step, refusal) = (json::text(&taken.step), json::text(&refusal));
        let what = format!("the imagined game lists {step} but says {refusal}");
        return Err(broken("imagine keeps the laws", what));
    }
    let heard = |told: &[LoggedEvent<G::Event>]| {
        json::bytes(&told.iter().filter_map(|told| told.to(eyes)).collect::<Vec<_>>())
    };
    if heard(&taken.told) == heard(log.told()) {
        return same_view(run, taken, &twin, eyes);
    }
    let lasting = |told: &[LoggedEvent<G::Event>]| run.laws.told(told, eyes, taken.seat);
    let (real, other) = (lasting(&taken.told), lasting(log.told()));
    if real == other || json::bytes(&taken.game.view(eyes)) != json::bytes(&twin.view(eyes)) {
        return Ok(());
    }
    let what = format!(
        "{} of {:?} leads to the same view and is told otherwise, real ≠ imagined:\n{}",
        json::text(&taken.step),
        taken.seat,
        json::differences_of_events(&real, &other)
    );
    Err(broken("events", what))
}

/// Who is told the same of a step sees the same after it, unless the game is over, or says that it
/// opens something without telling of it.
fn same_view<G: Game>(
    run: &Run<'_, G>,
    taken: &Taken<G>,
    twin: &G,
    eyes: Eyes,
) -> Result<(), Failure> {
    if taken.game.to_act().is_empty() || twin.to_act().is_empty() {
        return Ok(());
    }
    let (real, other) = (json::tree(&taken.game.view(eyes)), json::tree(&twin.view(eyes)));
    let Some(differences) = run.laws.shown_otherwise(&real, &other) else { return Ok(()) };
    let what = format!(
        "after {} of {:?} the view shows what no event told, real ≠ imagined:\n{differences}\ntell \
         them, hide it from them, or, if all may see it, list it with .public(&[..])",
        json::text(&taken.step),
        taken.seat,
    );
    Err(broken("view tells more than events", what))
}

/// Says so when the imagined game has more or fewer things than the real one: then something has
/// vanished, which shows, rather than leaked.
fn with_census(mut failure: Failure, real: &Value, imagined: &Value) -> Failure {
    let (real, imagined) = (json::named_things(real), json::named_things(imagined));
    if real != imagined {
        failure.what += &format!(
            "\nview(All) has {real} names in the real game and {imagined} in the imagined one: has a \
             card vanished, in a step or in imagine, rather than leaked? .conserves(|game| ..) finds \
             the step"
        );
    }
    failure
}

/// An imagined game is a game: somebody can move until it is over, and what is listed is accepted.
fn plays_on<G: Game>(mut game: G, dice: &mut Dice) -> Result<(), Failure> {
    let mut steps = Vec::new();
    for _ in 0..DEPTH {
        let acting: Vec<Seat> = game.to_act().iter().collect();
        let Some(&seat) = dice.pick(&acting) else { return Ok(()) };
        steps.clear();
        game.moves(seat, &mut steps);
        let Some(step) = dice.pick(&steps).cloned() else {
            let what = format!("in the imagined game {seat:?} is to act and has no step");
            return Err(broken("imagine keeps the laws", what));
        };
        if let Err(refusal) = game.play(seat, &step, dice, &mut Log::muted()) {
            let (step, refusal) = (json::text(&step), json::text(&refusal));
            let what = format!("the imagined game lists {step} but says {refusal}");
            return Err(broken("imagine keeps the laws", what));
        }
    }
    Ok(())
}

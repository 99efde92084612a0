//! A game played to its end by chance, with everything needed to play it again.

use serde_json::Value;

use super::failure::{Failure, Law};
use super::run::Run;
use super::{json, pad};
use crate::{Dice, Eyes, Game, Log, LoggedEvent, Seat, Seats, Seed};

/// A game from the deal to the end, as a journal has it, and every state on the way.
pub(super) struct Playout<G> {
    pub(super) seed: Seed,
    pub(super) seats: u8,
    /// The deal, and then the game after each entry.
    pub(super) games: Vec<G>,
    pub(super) entries: Vec<Entry>,
    /// What sort of position each of the games is: the kinds of step that led there and that are
    /// open now.
    pub(super) sorts: Vec<u64>,
}

/// One entry of the journal and what was told of it.
pub(super) struct Entry {
    pub(super) seat: Seat,
    pub(super) step: Value,
    pub(super) told: Vec<u8>,
}

/// The dice by which players choose, apart from those of the table.
pub(super) fn choices(seed: u64, stream: u64) -> Dice {
    let mut apart = Seed::of_test(seed);
    apart.0[31] = 0xc4;
    Dice::new(&apart, stream)
}

/// A step that a seat to act may take.
struct Open<M> {
    seat: Seat,
    step: M,
    written: Value,
}

/// Plays one game with the seed of that number, with the checks that need no other game.
pub(super) fn play<G: Game>(
    run: &mut Run<'_, G>,
    number: u64,
    seats: u8,
) -> Result<Playout<G>, Failure> {
    let seed = Seed::of_test(number);
    let mut chance = choices(number, 0);
    let by_kind = chance.below(2) == 1;
    run.begin(number, seats);
    let mut game =
        G::deal(&run.laws.options, seats, &mut Dice::new(&seed, 0)).map_err(|refusal| {
            let what = format!("the deal was refused: {}", json::text(&refusal));
            Failure::new(Law::Ends, "deal", what)
        })?;
    let counted = run.laws.count(&game);
    let mut playout =
        Playout { seed, seats, games: Vec::new(), entries: Vec::new(), sorts: Vec::new() };
    let mut log = Log::new();
    let mut last_tag = String::new();
    loop {
        let entry = playout.entries.len() as u64 + 1;
        let open = open_steps(run, &game, seats, &mut chance)?;
        playout.sorts.push(sort_of(&last_tag, &game, &open));
        playout.games.push(game.clone());
        glance(run, &game, seats, entry)?;
        if game.to_act().is_empty() {
            return Ok(playout);
        }
        if entry > u64::from(G::ABOUT.longest) {
            let what = format!("it is not over after ABOUT.longest = {} steps", G::ABOUT.longest);
            return Err(Failure::new(Law::Ends, "longest game", what));
        }
        let weight = run.laws.weight.as_deref();
        let weight = weight.map(|weight| |step: &G::Move| weight(&game, step));
        let Some(chosen) = choose(&open, by_kind, weight, &mut chance) else {
            return Err(Failure::new(Law::Ends, "moves", "nobody has a step"));
        };
        let before = game.clone();
        run.take(chosen.seat, &chosen.written);
        log.clear();
        let dice = &mut Dice::new(&seed, entry);
        if let Err(refusal) = game.play(chosen.seat, &chosen.step, dice, &mut log) {
            let what =
                format!("moves lists {} but play says {}", chosen.written, json::text(&refusal));
            return Err(Failure::new(Law::IllegalMeansUnchanged, "listed but refused", what));
        }
        run.arrive();
        run.laws.recount(&counted, &game)?;
        run.laws.book(&before, log.told(), &game)?;
        is_told(&chosen.written, log.told())?;
        hear(run, log.told())?;
        json::tag(&chosen.written).clone_into(&mut last_tag);
        run.met_step(&last_tag);
        run.conform.step(&chosen.written, true)?;
        playout.entries.push(Entry {
            seat: chosen.seat,
            step: chosen.written.clone(),
            told: json::bytes(&log.told()),
        });
    }
}

/// Every step open to anybody; checks that each fits the schema and has words.
fn open_steps<G: Game>(
    run: &mut Run<'_, G>,
    game: &G,
    seats: u8,
    chance: &mut Dice,
) -> Result<Vec<Open<G::Move>>, Failure> {
    let acting = game.to_act();
    if acting.iter().any(|seat| !Seats::first(seats).contains(seat)) {
        let what = format!("{acting:?} are to act at a table of {seats}");
        return Err(Failure::new(Law::Ends, "to act", what));
    }
    let mut open = Vec::new();
    let mut steps = Vec::new();
    for seat in acting.iter() {
        steps.clear();
        game.moves(seat, &mut steps);
        if steps.is_empty() {
            let what = format!("{seat:?} is to act and has no step");
            return Err(Failure::new(Law::Ends, "moves", what));
        }
        for step in &steps {
            let written = json::tree(step);
            if run.is_new_step(&written) {
                run.speech.step::<G>(step)?;
                run.conform.step(&written, false)?;
                read_back::<G>(step, &written)?;
                run.steps.remember(step, &written, chance);
            }
            open.push(Open { seat, step: step.clone(), written });
        }
    }
    Ok(open)
}

/// Checks that a step is read back from JSON as the same step.
fn read_back<G: Game>(step: &G::Move, written: &Value) -> Result<(), Failure> {
    let what = match json::read::<G::Move>(written) {
        Ok(read) if read == *step => return Ok(()),
        Ok(read) => format!("{written} is read as another step, {}", json::text(&read)),
        Err(error) => format!("{written} is not read again: {error}"),
    };
    Err(Failure::new(Law::SameJournalSameGame, "steps as JSON", what))
}

/// Half of the playouts choose among all steps, by weight if there are weights, and half choose the
/// kind of step first, so that both cards of a full hand and passes are played often enough.
fn choose<'a, M>(
    open: &'a [Open<M>],
    by_kind: bool,
    weight: Option<impl Fn(&M) -> u32>,
    chance: &mut Dice,
) -> Option<&'a Open<M>> {
    let seats: Seats = open.iter().map(|open| open.seat).collect();
    let seats: Vec<Seat> = seats.iter().collect();
    let seat = *chance.pick(&seats)?;
    let mut fitting: Vec<&Open<M>> = open.iter().filter(|open| open.seat == seat).collect();
    if by_kind {
        let mut tags: Vec<&str> = fitting.iter().map(|open| json::tag(&open.written)).collect();
        tags.sort_unstable();
        tags.dedup();
        let tag = *chance.pick(&tags)?;
        fitting.retain(|open| json::tag(&open.written) == tag);
    } else if let Some(weight) = weight {
        let weights: Vec<u32> = fitting.iter().map(|open| weight(&open.step)).collect();
        return fitting.get(weighed(&weights, chance)).copied();
    }
    chance.pick(&fitting).copied()
}

/// A random index into `weights`, in proportion to its weight; any of them if all are 0.
pub(super) fn weighed(weights: &[u32], chance: &mut Dice) -> usize {
    let mut left = chance.below(weights.iter().map(|&weight| weight as usize).sum());
    let heavy = weights.iter().position(|&weight| match left.checked_sub(weight as usize) {
        Some(further) => {
            left = further;
            false
        }
        None => true,
    });
    heavy.unwrap_or_else(|| chance.below(weights.len()))
}

fn sort_of<G: Game>(last_tag: &str, game: &G, open: &[Open<G::Move>]) -> u64 {
    let mut tags: Vec<&str> = open.iter().map(|open| json::tag(&open.written)).collect();
    tags.sort_unstable();
    tags.dedup();
    let start = json::fold(json::digest(last_tag.as_bytes()), &[game.to_act().len()]);
    tags.iter().fold(start, |digest, tag| json::fold(digest, tag.as_bytes()))
}

/// Checks that everybody is told something of a step, if only that it was taken.
fn is_told<E>(step: &Value, told: &[LoggedEvent<E>]) -> Result<(), Failure> {
    if told.iter().any(|told| told.to(Eyes::Public).is_some()) {
        return Ok(());
    }
    let whom = if told.is_empty() { "nobody" } else { "only some seats" };
    let what = format!(
        "{step} tells {whom} anything: its line in the log is empty; log an event for all, if only \
         that it was done"
    );
    Err(Failure::new(Law::HasWords, "silent step", what))
}

fn hear<G: Game>(run: &mut Run<'_, G>, told: &[LoggedEvent<G::Event>]) -> Result<(), Failure> {
    for event in told.iter().flat_map(|told| [Some(&told.event), told.others.as_ref()]).flatten() {
        let written = json::tree(event);
        run.speech.event::<G>(event, &written)?;
        run.conform.event(&written)?;
        run.met_event(json::tag(&written));
    }
    Ok(())
}

/// Checks what one pair of eyes is shown; each entry looks through the next eyes.
fn glance<G: Game>(run: &mut Run<'_, G>, game: &G, seats: u8, entry: u64) -> Result<(), Failure> {
    let eyes = match u8::try_from(entry % (u64::from(seats) + 2)).unwrap_or_default() {
        seat if seat < seats => Eyes::Seat(Seat(seat)),
        seat if seat == seats => Eyes::Public,
        _ => Eyes::All,
    };
    run.look_through(eyes);
    run.conform.view(&json::tree(&game.view(eyes)))?;
    run.look_at_all();
    Ok(())
}

/// Checks what all eyes are shown at one position, without imagining: views, prompts, score pads.
pub(super) fn look<G: Game>(run: &mut Run<'_, G>, game: &G, seats: u8) -> Result<(), Failure> {
    for eyes in Seats::first(seats).iter().map(Eyes::Seat).chain([Eyes::Public, Eyes::All]) {
        run.look_through(eyes);
        run.conform.view(&json::tree(&game.view(eyes)))?;
        run.conform.score(&json::tree(&game.score(eyes)))?;
    }
    run.speech.prompts(game, seats)?;
    pad::check(game, seats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_chosen_by_their_weights() {
        let mut chance = choices(1, 0);
        let mut counts = [0; 3];
        (0..1000).for_each(|_| counts[weighed(&[1, 0, 3], &mut chance)] += 1);
        assert!((200..300).contains(&counts[0]) && counts[1] == 0, "{counts:?}");
        let mut counts = [0; 2];
        (0..1000).for_each(|_| counts[weighed(&[0, 0], &mut chance)] += 1);
        assert!((400..600).contains(&counts[0]), "{counts:?}");
    }
}

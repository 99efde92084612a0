//! Law 2: the same journal gives the same game, and a saved game goes on as it was.

use super::failure::{Failure, Law};
use super::json;
use super::playout::Playout;
use super::run::Run;
use crate::{Dice, Eyes, Game, Log, Refusal, Seats};

fn broken(clause: &'static str, what: impl Into<String>) -> Failure {
    Failure::new(Law::SameJournalSameGame, clause, what)
}

/// Rebuilds the whole playout from its journal as JSON, and compares what is told at every entry
/// and the state at `positions`, at the deal and at the end.
pub(super) fn replay<G: Game>(
    run: &mut Run<'_, G>,
    playout: &Playout<G>,
    positions: &[usize],
) -> Result<(), Failure> {
    run.stand(0, None);
    let options = json::read_again(&run.laws.options)
        .map_err(|error| broken("options", format!("options are not read again: {error}")))?;
    let dice = &mut Dice::new(&playout.seed, 0);
    let mut game = G::deal(&options, playout.seats, dice)
        .map_err(|refusal| refused("the second deal", &refusal))?;
    same_state("the second deal", &playout.games[0], &game)?;
    let last = playout.entries.len();
    for index in 0..last {
        run.stand(index + 1, None);
        enter(playout, index, &mut game)?;
        if index + 1 == last || positions.contains(&(index + 1)) {
            same_state("the replay", &playout.games[index + 1], &game)?;
        }
    }
    run.report.digest = json::fold(run.report.digest, &json::bytes(&game));
    Ok(())
}

/// Saves and restores the game at `position`, which must be the same to the last byte, and to
/// all eyes.
pub(super) fn restore<G: Game>(playout: &Playout<G>, position: usize) -> Result<G, Failure> {
    let game = &playout.games[position];
    let restored = saved_and_read(game)?;
    same_state("the restored game", game, &restored)?;
    let players = Seats::first(playout.seats).iter().map(Eyes::Seat);
    for eyes in players.chain([Eyes::Public, Eyes::All]) {
        let (left, right) = (json::bytes(&game.view(eyes)), json::bytes(&restored.view(eyes)));
        if left != right {
            let what = format!("the view of {eyes:?}:\n{}", json::differences(&left, &right));
            return Err(broken("save and restore", what));
        }
    }
    same_moves(game, &restored)?;
    Ok(restored)
}

fn saved_and_read<G: Game>(game: &G) -> Result<G, Failure> {
    json::read_again(game)
        .map_err(|error| broken("save and restore", format!("it is not read again: {error}")))
}

/// Plays the game once more, saved and restored before every entry: the same steps open, the same
/// told, the same state.
pub(super) fn go_on<G: Game>(run: &mut Run<'_, G>, playout: &Playout<G>) -> Result<(), Failure> {
    run.stand(0, None);
    let mut game = restore(playout, 0)?;
    for index in 0..playout.entries.len() {
        run.stand(index + 1, None);
        enter(playout, index, &mut game)
            .map_err(|failure| Failure { clause: "save and restore", ..failure })?;
        game = saved_and_read(&game)?;
        same_moves(&playout.games[index + 1], &game)?;
    }
    match playout.games.last() {
        Some(last) => same_state("the restored game at its end", last, &game),
        None => Ok(()),
    }
}

/// Plays entry `index` of the journal on `game`.
fn enter<G: Game>(playout: &Playout<G>, index: usize, game: &mut G) -> Result<(), Failure> {
    let entry = &playout.entries[index];
    let step: G::Move = json::read(&entry.step)
        .map_err(|error| broken("steps as JSON", format!("{} : {error}", entry.step)))?;
    let mut log = Log::new();
    game.play(entry.seat, &step, &mut Dice::new(&playout.seed, index as u64 + 1), &mut log)
        .map_err(|refusal| refused(&entry.step.to_string(), &refusal))?;
    let told = json::bytes(&log.told());
    if told == entry.told {
        return Ok(());
    }
    let what = format!(
        "{} of {:?} is told otherwise:\n{}",
        entry.step,
        entry.seat,
        json::differences(&entry.told, &told)
    );
    Err(broken("replay", what))
}

fn refused(what: &str, refusal: &Refusal) -> Failure {
    broken("replay", format!("{what} was accepted once and now refused: {}", json::text(refusal)))
}

fn same_state<G: Game>(which: &str, first: &G, second: &G) -> Result<(), Failure> {
    let (left, right) = (json::bytes(first), json::bytes(second));
    if left == right {
        return Ok(());
    }
    let what = format!("{which} has another state:\n{}", json::differences(&left, &right));
    Err(broken("state", what))
}

fn same_moves<G: Game>(first: &G, second: &G) -> Result<(), Failure> {
    if first.to_act() != second.to_act() {
        let what = format!("to act: {:?} ≠ {:?}", first.to_act(), second.to_act());
        return Err(broken("save and restore", what));
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for seat in first.to_act().iter() {
        first.moves(seat, &mut left);
        second.moves(seat, &mut right);
    }
    if left == right {
        return Ok(());
    }
    let what = format!("moves:\n{}", json::differences(&json::bytes(&left), &json::bytes(&right)));
    Err(broken("save and restore", what))
}

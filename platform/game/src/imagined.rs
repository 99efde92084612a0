//! Plays on imagined games, compared with each other or with the true one.
//!
//! What a play brings to light is found by making it on games that a pair of eyes cannot tell from
//! the true one: [`IMAGINED`] of them. A game that reports what comes to light with
//! [`Dice::uncover`], as [`Deck`](crate::Deck) does by itself, needs no luck. Of what it does not
//! report, an outcome otherwise in a part `p` of the games that these eyes think possible escapes
//! with the probability `(1 - p)^32`: at a tenth one time in thirty, at a fifth one in a thousand.
//! That the true outcome is the one that escaped is at most 1.2 in a hundred, at `p = 1/33`.

use serde::Serialize;

use crate::{Dice, Eyes, Game, Language, Log, Refusal, Seat, Utterance};

/// How many games are imagined by one pair of eyes.
pub(crate) const IMAGINED: u64 = 32;

/// The game afterwards and what was told; or which step was refused, and why.
pub(crate) type Played<G> = Result<(G, Log<<G as Game>::Event>), (usize, Refusal)>;

/// Makes all steps of a list.
pub(crate) fn play<G: Game>(
    mut game: G,
    seat: Seat,
    steps: &[G::Move],
    dice: &mut Dice,
) -> Played<G> {
    let mut told = Log::new();
    for (at, step) in steps.iter().enumerate() {
        game.play(seat, step, dice, &mut told).map_err(|refusal| (at, refusal))?;
    }
    Ok((game, told))
}

/// What `eyes` were told, each event as bytes to compare.
pub(crate) fn heard<E: Serialize>(told: &Log<E>, eyes: Eyes) -> Vec<Vec<u8>> {
    let bytes =
        |event| serde_json::to_vec(event).expect("an event is JSON: no map in it has odd keys");
    told.glimpsed(eyes).map(bytes).collect()
}

/// All that `eyes` are shown of a game, and were told of what led to it, as bytes to compare.
pub(crate) fn shown<G: Game>(game: &G, eyes: Eyes, told: &Log<G::Event>) -> Vec<u8> {
    let mut moves = Vec::new();
    if let Some(seat) = eyes.seat() {
        game.moves(seat, &mut moves);
    }
    let prompts = Language::ALL.map(|language| G::words(Utterance::Prompt(game, eyes), language));
    let heard: Vec<_> = told.glimpsed(eyes).collect();
    let all = (game.view(eyes), game.score(eyes), moves, prompts, game.to_act(), heard);
    serde_json::to_vec(&all).expect("what a game shows is JSON: no map in it has odd keys")
}

//! One game of the arena, from the deal to the end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gueridon_game::border::Method;
use gueridon_game::{Eyes, Score, Seat, Seed};
use gueridon_modules::module::RawJson;
use gueridon_modules::{CallError, Handle, Module};
use serde_json::value::{RawValue, to_raw_value};

use super::player::Player;
use super::{ArenaError, Contest};

/// How a game went.
#[derive(Debug)]
pub struct Outcome {
    /// The result.
    pub score: Score,
    /// How many steps it took.
    pub steps: u32,
    /// By seat.
    pub seated: Vec<Seated>,
}

/// Who sat in a seat, and how long they thought.
#[derive(Debug, Clone, Copy, Default)]
pub struct Seated {
    /// Which of the players, by their place in the list.
    pub player: usize,
    /// Decisions where there was a choice.
    pub decisions: u32,
    /// For how long.
    pub thought: Duration,
}

/// Who sits where in a game. Of more players than seats, each game has those from another one on;
/// each deal is played in every rotation.
fn seating(players: usize, seats: u8, game: u64) -> Vec<usize> {
    let (seats, groups) = (usize::from(seats), players.saturating_sub(usize::from(seats) - 1));
    let groups = if groups > 1 { players } else { 1 };
    let game = game as usize;
    let (first, turned) = (game % groups, game / groups);
    let sits = |seat: usize| {
        let place = (seat + turned) % seats;
        if groups > 1 { (first + place) % players } else { place.min(players - 1) }
    };
    (0..seats).map(sits).collect()
}

/// The number of the deal that a game has: the same for all rotations.
fn deal_of(players: usize, seats: u8, game: u64) -> u64 {
    let groups = if players > usize::from(seats) { players as u64 } else { 1 };
    game / (groups * u64::from(seats))
}

/// Three numbers and a mark as a seed.
fn seed_of(numbers: [u64; 3], mark: u8) -> Seed {
    let mut seed = Seed([mark; 32]);
    for (place, number) in seed.0.chunks_exact_mut(8).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    seed
}

/// Plays one game.
pub(super) fn play(
    contest: &Contest,
    module: &Arc<Module>,
    game: u64,
) -> Result<Outcome, ArenaError> {
    let failed = |error| ArenaError::Game { game, error };
    let players = contest.players.len();
    let deal = seed_of([contest.seed, deal_of(players, contest.seats, game), 0], 1);
    let (mut table, mut summary) =
        module.deal(contest.options.as_deref(), contest.seats, &deal).map_err(failed)?;
    let seated = |player| Seated { player, ..Seated::default() };
    let mut seated: Vec<_> =
        seating(players, contest.seats, game).into_iter().map(seated).collect();
    let mut steps = 0;
    while let Some(seat) = summary.to_act.lowest() {
        let longest = module.about().longest;
        if steps >= longest {
            return Err(ArenaError::Endless { game, steps: longest });
        }
        steps += 1;
        let dice = seed_of([contest.seed, game, steps.into()], 2);
        let at = seated.get_mut(seat.index()).ok_or_else(|| {
            failed(CallError::BadReply(format!("{seat:?} is to act, and there is no such seat")))
        })?;
        let step = decide(&mut table, contest.players[at.player], seat, &dice, at);
        let step = step.map_err(failed)?;
        summary = table.play(seat, steps.into(), &step).map_err(failed)?.summary;
        table.keep().map_err(failed)?;
    }
    let score = table.score(Eyes::All).map_err(failed)?;
    Ok(Outcome { score, steps, seated })
}

/// The list of the one step that a player takes.
fn decide(
    table: &mut Handle,
    player: Player,
    seat: Seat,
    dice: &Seed,
    at: &mut Seated,
) -> Result<RawJson, CallError> {
    let list = |step: &RawValue| {
        to_raw_value(&[step]).map_err(|error| CallError::BadReply(error.to_string()))
    };
    if player != Player::Random {
        let open = table.search(Eyes::Seat(seat), dice, Method::Tree { iterations: 0 })?;
        if let [only] = open.candidates.as_slice() {
            return list(&only.step);
        }
    }
    let began = Instant::now();
    let chosen = player.choose(table, seat, dice)?;
    at.thought += began.elapsed();
    at.decisions += 1;
    match chosen {
        Some(step) => list(&step),
        None => Err(CallError::BadReply(format!("{seat:?} is to act and has no step"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_sits_in_every_seat_and_the_last_fills_the_table() {
        assert_eq!(seating(2, 2, 0), [0, 1]);
        assert_eq!(seating(2, 2, 1), [1, 0]);
        let of_four: Vec<_> = (0..4).map(|game| seating(2, 4, game)).collect();
        assert_eq!(of_four, [[0, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1]]);
        assert!((0..4).all(|game| deal_of(2, 4, game) == 0) && deal_of(2, 4, 4) == 1);
    }

    #[test]
    fn of_more_players_than_seats_all_neighbours_meet_in_both_orders() {
        let of_six: Vec<_> = (0..6).map(|game| seating(3, 2, game)).collect();
        assert_eq!(of_six, [[0, 1], [1, 2], [2, 0], [1, 0], [2, 1], [0, 2]]);
        assert!((0..6).all(|game| deal_of(3, 2, game) == 0) && deal_of(3, 2, 6) == 1);
    }
}

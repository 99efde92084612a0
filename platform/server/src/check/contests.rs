//! Contests between players of different strength: how much of who wins is choice, and how much luck.

use std::sync::Arc;

use gueridon_game::Strength;
use gueridon_modules::Module;
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::value::RawValue;

use super::figures::{Share, rounded};
use crate::arena::{self, ArenaError, Contest, Outcome, Player};

/// What contests are held.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) seats: u8,
    pub(super) games: u64,
    pub(super) iterations: u32,
    pub(super) seed: u64,
}

/// What came of a contest, or why it was not held.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContestReport {
    pub(super) seats: u8,
    pub(super) games: u64,
    /// Why it was not held, or not to its end; then nobody is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) failed: Option<String>,
    pub(super) players: Vec<PlayerReport>,
    /// What one player of all would win.
    pub(super) even: f64,
    /// How much of the way from an even share to every game the stronger player, who is listed last,
    /// goes: 0 where only luck decides, 1 where only choice does. Nothing where one plays against
    /// itself. Below 0 it is the weaker one.
    pub(super) choice: Option<Share>,
    /// How often each seat won.
    pub(super) seats_won: Vec<Option<Share>>,
}

/// How a player did.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerReport {
    pub(super) player: String,
    /// Games, once for each seat.
    pub(super) played: u64,
    /// How often it won; a victory that is shared counts in parts.
    pub(super) won: Option<Share>,
    /// Decisions where there was a choice.
    pub(super) decisions: u64,
    pub(super) milliseconds_each: f64,
}

/// The players of each contest, the stronger one last.
fn pairings(iterations: u32) -> [Vec<Player>; 4] {
    let greedy = Player::Greedy(3);
    let search = Player::Search(Strength { iterations, noise: 0 });
    [vec![Player::Random, greedy], vec![Player::Random, search], vec![greedy, search], vec![greedy]]
}

impl Plan {
    /// How many games all contests have.
    pub(super) fn all_games(self) -> u64 {
        self.games * pairings(self.iterations).len() as u64
    }

    /// Holds all contests.
    pub(super) fn hold(
        self,
        module: &Arc<Module>,
        options: Option<&RawValue>,
        bar: &ProgressBar,
    ) -> Vec<ContestReport> {
        let mut reports = Vec::new();
        for players in pairings(self.iterations) {
            let Self { seats, games, seed, .. } = self;
            let options = options.map(ToOwned::to_owned);
            let contest = Contest { seats, players, games, seed, options };
            let before = bar.position();
            let held = arena::hold(&contest, module, bar);
            bar.set_position(before + games);
            reports.push(ContestReport::of(&contest, held));
        }
        reports
    }
}

impl ContestReport {
    fn of(contest: &Contest, held: Result<Vec<Outcome>, ArenaError>) -> Self {
        let even = 1.0 / f64::from(contest.seats);
        let mut report = Self {
            seats: contest.seats,
            games: contest.games,
            failed: None,
            players: Vec::new(),
            even: rounded(even),
            choice: None,
            seats_won: Vec::new(),
        };
        match held {
            Ok(outcomes) => report.count(contest, &outcomes),
            Err(error) => report.failed = Some(error.to_string()),
        }
        report
    }

    fn count(&mut self, contest: &Contest, outcomes: &[Outcome]) {
        let mut won = vec![0.0; contest.players.len()];
        let mut played = vec![0_u64; contest.players.len()];
        let mut decisions = vec![0_u64; contest.players.len()];
        let mut thought = vec![0.0; contest.players.len()];
        let mut seats_won = vec![0.0; usize::from(contest.seats)];
        for outcome in outcomes {
            let columns = &outcome.score.seats;
            let winners = columns.iter().filter(|column| column.rank == 1).count() as f64;
            for (seat, seated) in outcome.seated.iter().enumerate() {
                played[seated.player] += 1;
                decisions[seated.player] += u64::from(seated.decisions);
                thought[seated.player] += seated.thought.as_secs_f64() * 1000.0;
                if columns.get(seat).is_some_and(|column| column.rank == 1) {
                    won[seated.player] += 1.0 / winners;
                    seats_won[seat] += 1.0 / winners;
                }
            }
        }
        let games = outcomes.len() as f64;
        self.seats_won = seats_won.into_iter().map(|won| Share::of(won, games)).collect();
        for (at, player) in contest.players.iter().enumerate() {
            self.players.push(PlayerReport {
                player: player.to_string(),
                played: played[at],
                won: Share::of(won[at], played[at] as f64),
                decisions: decisions[at],
                milliseconds_each: rounded(thought[at] / decisions[at].max(1) as f64),
            });
        }
        if let [_, .., last] = self.players.as_slice()
            && let Some(won) = last.won
        {
            let [share, low, high] =
                [won.share, won.low, won.high].map(|won| rounded(against(won, contest)));
            self.choice = Some(Share { share, low, high });
        }
    }
}

/// How much of the way from an even share to all victories somebody goes who wins this part of the
/// games in each of their seats.
fn against(share: f64, contest: &Contest) -> f64 {
    // The last player has all seats that are left, and wins with one of them at most.
    let own = f64::from(contest.seats) - (contest.players.len() - 1) as f64;
    let even = 1.0 / f64::from(contest.seats);
    let most = 1.0 / own;
    (share - even) / (most - even)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choice_is_measured_from_an_even_share_to_every_victory() {
        let contest = |seats| Contest {
            seats,
            players: vec![Player::Random, Player::Greedy(1)],
            games: 1,
            seed: 1,
            options: None,
        };
        assert!(against(0.5, &contest(2)).abs() < 1e-9);
        assert!((against(1.0, &contest(2)) - 1.0).abs() < 1e-9);
        // Two of three seats: at most half of the games with each.
        assert!((against(0.5, &contest(3)) - 1.0).abs() < 1e-9);
        assert!(against(1.0 / 3.0, &contest(3)).abs() < 1e-9);
    }
}

//! What the games of the arena came to, as a table.

use std::fmt;
use std::time::Duration;

use super::contest::{Outcome, Seated};
use super::interval::interval;
use super::player::Player;

/// How all players did.
#[derive(Debug)]
pub struct Report {
    seats: u8,
    games: usize,
    steps: u64,
    rows: Vec<Row>,
}

/// How one player did.
#[derive(Debug)]
struct Row {
    player: Player,
    /// Games, once for each seat.
    played: f64,
    /// Victories; one that is shared counts in parts.
    won: f64,
    ranks: f64,
    margins: f64,
    decisions: u64,
    thought: Duration,
}

impl Report {
    pub(super) fn new(players: &[Player], seats: u8, outcomes: &[Outcome]) -> Self {
        let row = |&player| Row {
            player,
            played: 0.0,
            won: 0.0,
            ranks: 0.0,
            margins: 0.0,
            decisions: 0,
            thought: Duration::ZERO,
        };
        let mut rows: Vec<Row> = players.iter().map(row).collect();
        for outcome in outcomes {
            for (seat, seated) in outcome.seated.iter().enumerate() {
                rows[seated.player].count(outcome, seat, seated);
            }
        }
        let steps = outcomes.iter().map(|outcome| u64::from(outcome.steps)).sum();
        Self { seats, games: outcomes.len(), steps, rows }
    }
}

impl Row {
    fn count(&mut self, outcome: &Outcome, seat: usize, seated: &Seated) {
        let columns = &outcome.score.seats;
        let Some(own) = columns.get(seat) else { return };
        self.played += 1.0;
        self.ranks += f64::from(own.rank);
        if own.rank == 1 {
            self.won += 1.0 / columns.iter().filter(|column| column.rank == 1).count() as f64;
        }
        let others = columns.iter().filter(|column| column.seat != own.seat);
        let best = others.map(|column| column.points).max();
        self.margins += best.map_or(0.0, |best| f64::from(own.points) - f64::from(best));
        self.decisions += u64::from(seated.decisions);
        self.thought += seated.thought;
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games.max(1) as f64;
        let share = 100.0 / f64::from(self.seats);
        writeln!(
            f,
            "{} games of {} seats, {:.0} steps each; an even share is {share:.1} %\n",
            self.games,
            self.seats,
            self.steps as f64 / games,
        )?;
        writeln!(
            f,
            "{:<16} {:>7} {:>7} {:>15} {:>6} {:>8} {:>10} {:>12}",
            "player", "played", "won %", "95 %", "rank", "margin", "decisions", "ms/decision"
        )?;
        for row in self.rows.iter().filter(|row| row.played > 0.0) {
            let (low, high) = interval(row.won / row.played, row.played);
            writeln!(
                f,
                "{:<16} {:>7} {:>7.1} {:>15} {:>6.2} {:>+8.1} {:>10.0} {:>12.2}",
                row.player.to_string(),
                row.played,
                100.0 * row.won / row.played,
                format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
                row.ranks / row.played,
                row.margins / row.played,
                row.decisions as f64 / row.played,
                1000.0 * row.thought.as_secs_f64() / row.decisions.max(1) as f64,
            )?;
        }
        Ok(())
    }
}

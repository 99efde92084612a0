//! The score pad adds up.

use super::failure::{Failure, Law};
use crate::{Eyes, Game, Score, Seat, SeatScore, Seats};

/// Checks the score pads of all eyes: columns, sums, ranks, and that a final one hides nothing.
pub(super) fn check<G: Game>(game: &G, seats: u8) -> Result<(), Failure> {
    let over = game.to_act().is_empty();
    let whole = game.score(Eyes::All);
    let players = Seats::first(seats).iter().map(Eyes::Seat);
    for eyes in players.chain([Eyes::Public, Eyes::All]) {
        let score = game.score(eyes);
        let fault = fault(&score, seats).or_else(|| {
            if score.is_final != over {
                Some(format!("is_final is {} and the game's being over {over}", score.is_final))
            } else if over && score != whole {
                Some("the result is not the same for all eyes".to_owned())
            } else {
                None
            }
        });
        if let Some(fault) = fault {
            let what = format!("to {eyes:?}: {fault}");
            return Err(Failure::new(Law::ScoreAddsUp, "score", what));
        }
    }
    Ok(())
}

fn fault(score: &Score, seats: u8) -> Option<String> {
    if !score.seats.iter().map(|column| column.seat).eq((0..seats).map(Seat)) {
        return Some(format!("there is not one column a seat: {:?}", score.seats));
    }
    for column in &score.seats {
        let sum: i32 = column.lines.iter().map(|line| line.points).sum();
        if sum != column.points {
            return Some(format!(
                "{:?} has {} points, and lines of {sum}",
                column.seat, column.points
            ));
        }
        let better = score.seats.iter().filter(|other| key(other) > key(column)).count();
        if usize::from(column.rank) != better + 1 {
            return Some(format!(
                "{:?} ranks {} and {better} are better",
                column.seat, column.rank
            ));
        }
    }
    None
}

fn key(column: &SeatScore) -> (i32, Vec<i32>) {
    (column.points, column.tie_breaks.iter().map(|line| line.points).collect())
}

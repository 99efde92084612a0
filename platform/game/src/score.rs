//! The score pad.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{Seat, Seats};

/// How every seat stands, in points, in the order of the seats.
pub type Standing = ArrayVec<i32, { Seats::MOST as usize }>;

/// The score pad of a game: provisional until the game is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// Whether the game is over and this is the result.
    pub is_final: bool,
    /// One column a seat, in the order of the seats.
    pub seats: Vec<SeatScore>,
}

/// One column of the score pad.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SeatScore {
    /// Whose column it is.
    pub seat: Seat,
    /// 1 for the best. Seats that are still equal after the tie-breaks share a rank, and the next rank
    /// is skipped.
    pub rank: u8,
    /// The sum by which seats are ranked.
    pub points: i32,
    /// What the sum is made of.
    pub lines: Vec<Line>,
    /// The tie-breaks for equal sums, in the order in which they count.
    pub tie_breaks: Vec<Line>,
}

/// One figure of a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// What it counts, by the key under which the catalogue names it. Results in old journals have it
    /// as `id`.
    #[serde(alias = "id")]
    pub line: String,
    /// How much it comes to.
    pub points: i32,
}

impl Line {
    /// A figure of the score pad.
    #[must_use]
    pub fn new(line: &str, points: i32) -> Self {
        Self { line: line.to_owned(), points }
    }
}

impl Score {
    /// A pad from columns in the order of the seats, each with its lines and tie-breaks: sums
    /// them up and ranks them, the most points first.
    #[must_use]
    pub fn ranked(
        is_final: bool,
        columns: impl IntoIterator<Item = (Vec<Line>, Vec<Line>)>,
    ) -> Self {
        let mut seats: Vec<SeatScore> = (0..)
            .map(Seat)
            .zip(columns)
            .map(|(seat, (lines, tie_breaks))| {
                let points = lines.iter().map(|line| line.points).sum();
                SeatScore { seat, rank: 0, points, lines, tie_breaks }
            })
            .collect();
        for index in 0..seats.len() {
            let better = seats.iter().filter(|other| other.key() > seats[index].key()).count();
            seats[index].rank = u8::try_from(better + 1).unwrap_or(u8::MAX);
        }
        Self { is_final, seats }
    }
}

impl SeatScore {
    fn key(&self) -> impl Ord {
        (self.points, self.tie_breaks.iter().map(|line| line.points).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(columns: &[(i32, i32)]) -> Vec<u8> {
        let columns = columns
            .iter()
            .map(|&(points, tie)| (vec![Line::new("sum", points)], vec![Line::new("tie", tie)]));
        Score::ranked(true, columns).seats.iter().map(|seat| seat.rank).collect()
    }

    #[test]
    fn equal_columns_share_a_rank_and_the_next_is_skipped() {
        assert_eq!(ranks(&[(5, 0), (9, 1), (9, 1), (1, 0)]), [3, 1, 1, 4]);
    }

    #[test]
    fn tie_breaks_rank_equal_sums() {
        assert_eq!(ranks(&[(9, 1), (9, 2)]), [2, 1]);
    }
}

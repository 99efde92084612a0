//! How a table stands besides its game, as everybody may know it.

use gueridon_game::{Score, Seat, Seats};

use super::Seen;
use super::state::{Condition, Proposed, TableState};
use gueridon_journal::CloseReason;

/// How a table stands besides its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// How each seat is played.
    pub conditions: Vec<Condition>,
    /// The clock of each seat; none where there are no clocks.
    pub clocks: Vec<ClockFace>,
    /// What is asked for.
    pub proposed: Option<Proposed>,
    /// Whether the game stands still.
    pub is_paused: bool,
    /// Why the table was closed, if it was.
    pub closed: Option<CloseReason>,
    /// When it ended, in milliseconds since 1970; none while it has not.
    pub ended_ms: Option<i64>,
}

/// What a clock shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockFace {
    /// How long the seat could still think when its clock last began to run, or stopped, in
    /// milliseconds; less than nothing when its time was up before anybody looked. It is the same
    /// until the next entry, whenever it is asked for.
    pub left_ms: i64,
    /// When its time will be up if it goes on thinking, in milliseconds since 1970; none while the
    /// clock stands still.
    pub deadline_ms: Option<i64>,
}

impl Standing {
    /// What may be known of a course.
    pub(super) fn of(course: &TableState) -> Self {
        let seats = (0..).map(Seat).take(course.conditions().len());
        let clocks = course.clocks();
        let face = |seat| {
            let left_ms = clocks.shown_ms(seat)?;
            Some(ClockFace { left_ms, deadline_ms: clocks.deadline_ms(seat) })
        };
        Self {
            conditions: course.conditions().to_vec(),
            clocks: seats.filter_map(face).collect(),
            proposed: course.proposed().copied(),
            is_paused: course.is_paused(),
            closed: course.closed(),
            ended_ms: course.ended_ms(),
        }
    }
}

/// What is seen of a game, as the course of its table lets it be seen: who has resigned is ranked
/// last, and where nothing can be played nothing is asked.
pub(super) fn seen(mut seen: Seen, course: &TableState) -> Seen {
    if !course.is_running() && !seen.over {
        seen.to_act = Seats::NONE;
        seen.moves.clear();
        seen.prompt.clear();
    }
    seen.over |= course.has_ended() && course.closed().is_none();
    if seen.over {
        seen.score = final_score(seen.score, course.resigned());
    }
    seen
}

/// The score of a game that is over, with those who have resigned behind all others.
pub(super) fn final_score(mut score: Score, resigned: Seats) -> Score {
    score.is_final = true;
    if resigned.is_empty() {
        return score;
    }
    let played = |seat: Seat| !resigned.contains(seat);
    let ranks: Vec<u8> =
        score.seats.iter().filter(|one| played(one.seat)).map(|one| one.rank).collect();
    for one in &mut score.seats {
        let better = ranks.iter().filter(|&&rank| rank < one.rank || !played(one.seat)).count();
        one.rank = u8::try_from(better + 1).unwrap_or(u8::MAX);
    }
    score
}

#[cfg(test)]
mod tests {
    use gueridon_game::Line;

    use super::*;

    #[test]
    fn who_has_resigned_is_ranked_behind_all_others() {
        let columns = [30, 20, 20, 10].map(|points| (vec![Line::new("sum", points)], Vec::new()));
        let score = Score::ranked(false, columns);
        let ranks = |resigned: &[u8]| {
            let resigned = resigned.iter().copied().map(Seat).collect();
            let score = final_score(score.clone(), resigned);
            assert!(score.is_final);
            score.seats.iter().map(|one| one.rank).collect::<Vec<_>>()
        };
        assert_eq!(ranks(&[]), [1, 2, 2, 4]);
        assert_eq!(ranks(&[0]), [4, 1, 1, 3]);
        assert_eq!(ranks(&[0, 1]), [3, 3, 1, 2]);
        assert_eq!(ranks(&[0, 1, 2]), [2, 2, 2, 1]);
    }
}

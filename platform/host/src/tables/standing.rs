//! What everybody may know about a table besides its game.

use gueridon_game::{Language, Score, Seat, Seats};
use serde::{Deserialize, Serialize};

use super::condition::Condition;
use super::proposal::Proposed;
use super::state::TableState;
use gueridon_journal::CloseReason;
use gueridon_json::JsonSlice;
use gueridon_modules::module::{CallError, Look, has_score, read_score};

/// What everybody may know about a table besides its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// How each seat is played.
    pub conditions: Vec<Condition>,
    /// The clock of each seat; none where there are no clocks.
    pub clocks: Vec<ClockFace>,
    /// What is proposed.
    pub proposed: Option<Proposed>,
    /// Whether the game is paused.
    pub is_paused: bool,
    /// Why the table was closed, if it was.
    pub closed: Option<CloseReason>,
    /// When it ended, in milliseconds since 1970; none while it has not.
    pub ended_ms: Option<i64>,
}

/// The state of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockFace {
    /// The seat's remaining time when its clock last started or stopped, in milliseconds; negative
    /// if its time was already up. It changes only with the next entry.
    pub left_ms: i64,
    /// When its time will be up, in milliseconds since 1970; none while the clock is stopped.
    pub deadline_ms: Option<i64>,
}

impl Standing {
    /// What anybody may know of a table's state.
    pub(crate) fn of(state: &TableState) -> Self {
        let seats = (0..).map(Seat).take(state.conditions().len());
        let clocks = state.clocks();
        let face = |seat| {
            let left_ms = clocks.shown_ms(seat)?;
            Some(ClockFace { left_ms, deadline_ms: clocks.deadline_ms(seat) })
        };
        Self {
            conditions: state.conditions().to_vec(),
            clocks: seats.filter_map(face).collect(),
            proposed: state.proposed().copied(),
            is_paused: state.is_paused(),
            closed: state.closed(),
            ended_ms: state.ended_ms(),
        }
    }
}

/// How a game has ended, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameResult {
    /// The final score.
    #[serde(flatten)]
    pub(crate) score: Score,
    /// The seats of players for whom a stand-in has made at least half of the plays. Results of
    /// older servers do not say so.
    #[serde(default)]
    pub(crate) stood_in: Seats,
}

/// Adjusts a look to the table state: players who have resigned rank last, and if nothing can be
/// played no seat has to act. Only a look that was taken without a `language` may have no score.
///
/// # Errors
/// [`CallError::BadReply`] when the game is over and its score makes no sense.
pub(crate) fn adjusted(
    mut look: Look,
    language: Option<Language>,
    state: &TableState,
) -> Result<Look, CallError> {
    if !state.is_running() && !look.over {
        look.to_act = Seats::NONE;
        look.moves.clear();
        look.prompt.clear();
    }
    look.over |= state.has_ended() && state.closed().is_none();
    if look.over && (language.is_some() || has_score(&look)) {
        look.score = score_json(&final_score(read_score(&look.score)?, state.resigned()))?;
    }
    Ok(look)
}

/// A score pad as looks have it.
///
/// # Errors
/// None: strings and numbers can always be written.
pub(crate) fn score_json(score: &Score) -> Result<JsonSlice, CallError> {
    let text = serde_json::to_string(score);
    let text = text.map_err(|error| CallError::BadReply(error.to_string()))?;
    JsonSlice::read(text).map_err(|error| CallError::BadReply(error.to_string()))
}

/// The score of a game that is over; players who have resigned rank last.
pub(crate) fn final_score(mut score: Score, resigned: Seats) -> Score {
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
    use gueridon_journal::{PlayerId, TableId, TableRow};

    use super::*;

    #[test]
    fn a_score_that_makes_no_sense_is_an_error_only_once_the_game_is_over() {
        let table =
            TableRow::opened(TableId::default(), "toy".to_owned(), 2, PlayerId::default(), 0);
        let state = TableState::new(&table, Vec::new().into());
        let look_in = |language, over, score: &str| {
            let [view, score] = ["{}", score].map(|json| JsonSlice::read(json.to_owned()).unwrap());
            let (prompt, moves) = (String::new(), Vec::new());
            let look = Look { view, score, prompt, moves, to_act: Seats::NONE, over };
            adjusted(look, language, &state)
        };
        let look = |over, score: &str| look_in(Some(Language::En), over, score);
        assert_eq!(look(false, "[7]").unwrap().score.get(), "[7]");
        assert!(matches!(look(true, "[7]"), Err(CallError::BadReply(_))));
        let over = look(true, r#"{"isFinal":false,"seats":[]}"#).unwrap();
        assert!(read_score(&over.score).unwrap().is_final);
        // Where none was asked for, there may be none, but none that makes no sense.
        assert!(matches!(look(true, "null"), Err(CallError::BadReply(_))));
        assert_eq!(look_in(None, true, "null").unwrap().score.get(), "null");
        assert!(matches!(look_in(None, true, "[7]"), Err(CallError::BadReply(_))));
    }

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

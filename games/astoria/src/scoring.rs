//! Points (78 to 80).

use gueridon_game::{Line, Score, Seat};

use crate::cards::{CHIEF_POINTS, FLASK_POINTS, OBJECTIVE_POINTS};
use crate::options::TieBreak;
use crate::state::Astoria;

impl Astoria {
    /// The score pad. All but the objectives is there to be seen at any time, and these count only
    /// when the game is over, when everybody sees them.
    pub(crate) fn score_pad(&self) -> Score {
        let columns = (0..self.seat_count()).map(Seat).map(|seat| {
            let mage = self.mage(seat);
            let objective = if self.has_accomplished(seat) { OBJECTIVE_POINTS } else { 0 };
            let times = |count: usize, points: u8| count as i32 * i32::from(points);
            let lines = vec![
                Line::new("objective", i32::from(objective)),
                Line::new("flask", times(mage.flask.len(), FLASK_POINTS)),
                Line::new("chiefs", times(mage.chiefs.len(), CHIEF_POINTS)),
                Line::new("power", i32::from(mage.power)),
            ];
            let tie_breaks = match self.options.tie_break {
                TieBreak::Shared => Vec::new(),
                TieBreak::FlaskThenPower => vec![
                    Line::new("flask_gems", mage.flask.len() as i32),
                    Line::new("power_left", i32::from(mage.power)),
                ],
            };
            (lines, tie_breaks)
        });
        Score::ranked(self.is_over(), columns)
    }
}

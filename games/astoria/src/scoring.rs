//! Points (78 to 80).

use gueridon_game::{Line, Score, Seat, Standing};

use crate::cards::{
    CHIEF_POINTS, DRAGON_LAST, FLASK_POINTS, FORCE_LAST, Faction, OBJECTIVE_POINTS,
};
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

    /// The points that everybody has, and what of the objective is as good as had: as much of its
    /// points as its faction, or the King's health, has gone of the way to its victory.
    pub(crate) fn standings(&self) -> Standing {
        let of = |seat: Seat| {
            let mage = self.mage(seat);
            let flask = mage.flask.len() as i32 * i32::from(FLASK_POINTS);
            let chiefs = mage.chiefs.len() as i32 * i32::from(CHIEF_POINTS);
            let objective = if self.is_over() {
                if self.has_accomplished(seat) { i32::from(OBJECTIVE_POINTS) } else { 0 }
            } else {
                self.objective_prospect(seat)
            };
            objective + flask + chiefs + i32::from(mage.power)
        };
        (0..self.seat_count()).map(Seat).map(of).collect()
    }

    /// How far the objective of `seat` has come, in points.
    fn objective_prospect(&self, seat: Seat) -> i32 {
        let city = &self.city;
        let Some(objective) = self.mage(seat).objective else { return 0 };
        let (come, whole) = match objective.faction() {
            None => (city.health, self.options.full_health),
            Some(Faction::Dragon) => (city.dragon, DRAGON_LAST),
            Some(Faction::Barbarians) => (city.barbarians, FORCE_LAST),
            Some(Faction::Populace) => (city.populace, FORCE_LAST),
        };
        i32::from(OBJECTIVE_POINTS) * i32::from(come) / i32::from(whole.max(1))
    }
}

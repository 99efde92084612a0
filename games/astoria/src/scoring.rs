//! Points (78 to 80).

use gueridon_game::{Line, Score, Seat, Standing};

use crate::cards::{
    Artefact, CHIEF_POINTS, Card, DRAGON_LAST, FLASK_POINTS, FORCE_LAST, Faction, OBJECTIVE_POINTS,
};
use crate::options::TieBreak;
use crate::state::{Astoria, Mage};

/// What a search expects, in tenths of a point, of a gem of the stock, of one on an artefact that is
/// started, of a glyph that a finished artefact makes, and of a card in hand.
const STOCK_PROSPECT: i32 = 20;
const PLACED_PROSPECT: i32 = 25;
const GLYPH_PROSPECT: i32 = 20;
const CARD_PROSPECT: i32 = 3;

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

    /// The points that everybody has, and as long as the game goes on what is likely to come of the
    /// rest. Of the objective that is as much of its points as its faction, or the King's health, has
    /// gone of the way to its victory.
    pub(crate) fn standings(&self) -> Standing {
        let of = |seat: Seat| {
            let mage = self.mage(seat);
            let flask = mage.flask.len() as i32 * i32::from(FLASK_POINTS);
            let chiefs = mage.chiefs.len() as i32 * i32::from(CHIEF_POINTS);
            let open = if self.is_over() {
                if self.has_accomplished(seat) { i32::from(OBJECTIVE_POINTS) } else { 0 }
            } else {
                self.objective_prospect(seat) + self.craft_prospect(mage)
            };
            open + flask + chiefs + i32::from(mage.power)
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

    /// What gems that are not in the flask yet, artefacts and cards in hand are likely to bring.
    fn craft_prospect(&self, mage: &Mage) -> i32 {
        let placed = |artefact: Artefact| i32::from(self.city.placed[artefact as usize].len());
        let placed: i32 = mage.started.iter().map(placed).sum();
        let glyphs = mage.cards.and(Card::ARTEFACTS).iter().filter_map(Card::glyphs);
        let glyphs: i32 = glyphs.map(|(_, count)| i32::from(count)).sum();
        let tenths = STOCK_PROSPECT * mage.stock.len() as i32
            + PLACED_PROSPECT * placed
            + GLYPH_PROSPECT * glyphs
            + CARD_PROSPECT * mage.hand.len() as i32;
        tenths / 10
    }
}

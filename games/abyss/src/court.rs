//! The Court: plotting and refilling.

use arrayvec::ArrayVec;
use gueridon_game::{Dice, Log};

use crate::board::Post;
use crate::cards::{COURT_SPACES, Lord, REFILL_BONUS, REFILL_WHEN_LEFT};
use crate::event::{Event, Source};
use crate::state::Abyss;

/// What a plot costs (E4).
const PLOT_PRICE: u16 = 1;

impl Abyss {
    /// Pays for one more Lord at Court (E4).
    pub(crate) fn plot(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        if let Some(lord) = self.add_to_court(dice) {
            self.active_mut().pearls -= PLOT_PRICE;
            log.all(Event::LordPlotted { seat: self.turn.active, lord, pearls: PLOT_PRICE });
        }
    }

    /// Adds the top Lord of the deck to the Court, if there is one and a space for it.
    pub(crate) fn add_to_court(&mut self, dice: &mut Dice) -> Option<Lord> {
        if self.board.court.is_full() {
            return None;
        }
        let lord = self.board.lord_deck.draw(dice)?;
        self.board.court.push(lord);
        Some(lord)
    }

    /// Whether the active player has the Pearl for a plot.
    pub(crate) fn can_pay_plot(&self) -> bool {
        self.active().pearls >= PLOT_PRICE
    }

    /// After a recruitment: refills a Court of two Lords or fewer, for a bonus (E33, E34). A deck
    /// that cannot complete it announces the end of the game (E56).
    pub(crate) fn refill_court(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        if self.board.court.len() > REFILL_WHEN_LEFT {
            return;
        }
        self.gain_pearls(self.turn.active, REFILL_BONUS, Source::Court, log);
        let mut lords = ArrayVec::<_, COURT_SPACES>::new();
        while self.board.court.len() < COURT_SPACES {
            let Some(lord) = self.board.lord_deck.draw(dice) else { break };
            self.board.court.push(lord);
            lords.push(lord);
        }
        if !lords.is_empty() {
            log.all(Event::CourtRefilled { lords });
        }
        if self.board.court.len() < COURT_SPACES {
            self.announce_end(false, log);
        }
    }

    /// Takes a Lord from the Court; the others slide together when it is refilled.
    pub(crate) fn take_from_court(&mut self, lord: Lord, log: &mut Log<Event>) {
        self.board.court.retain(|other| *other != lord);
        self.release(Post::Lord(lord), log);
    }
}

//! Pearls from the Treasury.

use gueridon_game::{Log, Seat};

use crate::event::{Event, Source};
use crate::state::Abyss;

impl Abyss {
    /// Pearls from the Treasury, all in one gain; nothing is told of none.
    pub(crate) fn gain_pearls(
        &mut self,
        seat: Seat,
        pearls: u16,
        source: Source,
        log: &mut Log<Event>,
    ) {
        if pearls > 0 {
            self.player_mut(seat).pearls += pearls;
            log.all(Event::PearlsGained { seat, pearls, source });
            self.skim(seat, pearls, log);
        }
    }
}

//! Theft with Shadow glyphs (29, 40, 41).

use gueridon_game::{Dice, Log, Seat};

use crate::cards::{Artefact, Domain, STEAL_ARTEFACT_COST, STEAL_CARD_COST};
use crate::event::Event;
use crate::state::Astoria;

impl Astoria {
    /// Steals the card at a place of a hand, counted from 1, of which the thief sees the back (40).
    /// Whoever knew it knows it still, and so does its owner.
    pub(crate) fn steal_card(
        &mut self,
        from: Seat,
        place: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        dice.uncover();
        self.pay(Domain::Shadow, STEAL_CARD_COST);
        let seat = self.turn.active;
        let Some((artefact, knowers)) = self.pass_card(from, seat, usize::from(place) - 1) else {
            return;
        };
        let back = artefact.domain();
        let stolen = |artefact| Event::CardStolen { seat, from, place, back, artefact };
        log.only(knowers, stolen(Some(artefact)), Some(stolen(None)));
    }

    /// Steals a finished artefact, tilted as it is (29). Flask and King keep what it brought (41).
    pub(crate) fn steal_artefact(&mut self, artefact: Artefact, log: &mut Log<Event>) {
        self.pay(Domain::Shadow, STEAL_ARTEFACT_COST);
        let seat = self.turn.active;
        let Some(from) = self.owner_of(artefact) else { return };
        self.pass_artefact(from, seat, artefact);
        log.all(Event::ArtefactStolen { seat, from, artefact });
    }
}

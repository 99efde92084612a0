//! Theft with Shadow glyphs (29, 40, 41).

use gueridon_game::{Dice, Log, Seat, Seats};

use crate::cards::{Artefact, Domain, STEAL_ARTEFACT_COST, STEAL_CARD_COST};
use crate::event::Event;
use crate::state::Astoria;

impl Astoria {
    /// Steals a card with that back out of a hand (40); thief and victim know which.
    pub(crate) fn steal_card(
        &mut self,
        from: Seat,
        back: Domain,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        dice.uncover();
        self.pay(Domain::Shadow, STEAL_CARD_COST);
        let seat = self.turn.active;
        let cards = self.mage(from).hand_of(back);
        let Some(artefact) = cards.iter().nth(dice.below(cards.len())) else { return };
        self.pass_card(from, seat, artefact);
        let stolen = |artefact| Event::CardStolen { seat, from, back, artefact };
        log.only(Seats::just(seat).with(from), stolen(Some(artefact)), Some(stolen(None)));
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

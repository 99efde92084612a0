//! Making artefacts (16 to 20c), alone or with help (90, 92, 95).

use gueridon_game::{Log, Seat};

use crate::cards::{Artefact, Domain, HEAL_GLYPHS, Role};
use crate::decision::Decision;
use crate::event::Event;
use crate::state::Astoria;

impl Astoria {
    /// The action: a gem on an artefact, and with a Preparer perhaps a second one (90).
    pub(crate) fn shape(&mut self, artefact: Artefact, gem: Domain, log: &mut Log<Event>) {
        self.spend_action(log);
        let is_preparer = self.active().role == Some(Role::Preparer);
        let may_help = !self.turn.has_helped;
        self.place_gem(artefact, gem, log);
        if !self.is_over() {
            self.decision =
                if is_preparer { Decision::ShapeAgain { may_help } } else { Decision::Act };
        }
    }

    /// The second gem of a Preparer's action (90).
    pub(crate) fn shape_again(&mut self, artefact: Artefact, gem: Domain, log: &mut Log<Event>) {
        self.decision = Decision::Act;
        self.place_gem(artefact, gem, log);
    }

    /// Whether a Preparer is asked for a second gem. Whether it fits a card of the hand only its
    /// owner knows, so a mage with a gem and a hand is always asked.
    pub(crate) fn may_shape_again(&self, may_help: bool) -> bool {
        let mage = self.active();
        if mage.stock.is_empty() || mage.hand.is_empty() {
            let mut open = false;
            self.each_shape(may_help, &mut |_, _| open = true);
            return open;
        }
        true
    }

    fn place_gem(&mut self, artefact: Artefact, gem: Domain, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let mage = self.active_mut();
        let held = mage.hand_of(artefact.domain()).len();
        mage.stock.take(gem);
        let starts = mage.hand.take(artefact);
        if starts {
            mage.started.add(artefact);
            for other in self.others(seat) {
                self.memories[other.index()].saw(artefact, seat, held);
            }
        }
        let Some(owner) = self.starter_of(artefact) else { return };
        self.turn.has_helped |= owner != seat;
        self.city.placed[artefact as usize].add(gem);
        let helped = (owner != seat).then_some(owner);
        log.all(Event::GemPlaced { seat, owner, helped, artefact, gem, starts });
        if self.city.empty_slots(artefact) == 0 {
            self.finish(owner, artefact, log);
        }
    }

    /// The gems go to the flask first, then the King gains health (17, 20a).
    fn finish(&mut self, owner: Seat, artefact: Artefact, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let facts = artefact.facts();
        self.active_mut().power -= facts.power;
        let gems = std::mem::take(&mut self.city.placed[artefact as usize]).gems();
        let mage = self.mage_mut(owner);
        mage.started.take(artefact);
        mage.cards.add(artefact.card());
        mage.store_mut().add_all(&gems);
        let (to_flask, power) = (mage.has_flask, facts.power);
        let helped = (owner != seat).then_some(owner);
        let finished =
            Event::ArtefactFinished { seat, owner, helped, artefact, gems, to_flask, power };
        log.all(finished);
        if !self.options.grand_alchemist || facts.glyphs >= HEAL_GLYPHS {
            self.heal_king(Some(seat), log);
        }
    }
}

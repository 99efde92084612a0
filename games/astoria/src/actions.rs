//! The plain actions: drawing, Power, gems, and the dragon's tribute (12 to 15, 42).

use gueridon_game::{Dice, Log, Seats};

use crate::cards::{Domain, POWER_MOST};
use crate::event::Event;
use crate::state::Astoria;

impl Astoria {
    /// Draws the top card of a pile of artefacts, counted from 1 (12).
    pub(crate) fn draw_artefact(&mut self, pile: u8, dice: &mut Dice, log: &mut Log<Event>) {
        self.spend_action(log);
        dice.uncover();
        let (seat, place) = (self.turn.active, usize::from(pile) - 1);
        let Some(back) = self.city.piles[place].backs.pop_at(0) else { return };
        let candidates = self.city.undealt.and(back.artefacts());
        let nth = dice.below(candidates.len());
        let Some(artefact) = candidates.iter().nth(nth) else { return };
        self.city.undealt.take(artefact);
        self.city.piles[place].size -= 1;
        self.active_mut().hand.add(artefact);
        if self.city.piles[place].backs.is_empty() {
            self.city.see_next_back(place, dice);
        }
        let next = self.city.piles[place].backs.first().copied();
        let drawn = |artefact| Event::CardDrawn { seat, pile, back, artefact, next };
        log.only(Seats::just(seat), drawn(Some(artefact)), Some(drawn(None)));
    }

    /// Gains 1 Power (13).
    pub(crate) fn reinforce(&mut self, log: &mut Log<Event>) {
        self.spend_action(log);
        let power = self.gain_power(1);
        log.all(Event::Reinforced { seat: self.turn.active, power });
    }

    /// Gives the active mage Power, as far as there is room (13); says how much.
    pub(crate) fn gain_power(&mut self, power: u8) -> u8 {
        let mage = self.active_mut();
        let gained = power.min(POWER_MOST - mage.power);
        mage.power += gained;
        gained
    }

    /// Destroys a gem of the stock for its flux (14).
    pub(crate) fn destroy_gem(&mut self, gem: Domain, log: &mut Log<Event>) {
        self.spend_action(log);
        let power = self.gain_power(self.flux(gem));
        self.active_mut().stock.take(gem);
        self.city.reserve.add(gem);
        log.all(Event::GemDestroyed { seat: self.turn.active, gem, power });
    }

    /// Creates a gem out of the Reserve for its flux (15).
    pub(crate) fn create_gem(&mut self, gem: Domain, log: &mut Log<Event>) {
        self.spend_action(log);
        let power = self.flux(gem);
        self.city.reserve.take(gem);
        let mage = self.active_mut();
        mage.power -= power;
        mage.stock.add(gem);
        log.all(Event::GemCreated { seat: self.turn.active, gem, power });
    }

    /// Pays the dragon a gem; its anger abates by a square (42).
    pub(crate) fn pay_tribute(&mut self, gem: Domain, log: &mut Log<Event>) {
        self.spend_action(log);
        self.active_mut().stock.take(gem);
        self.city.reserve.add(gem);
        self.city.dragon -= 1;
        log.all(Event::TributePaid { seat: self.turn.active, gem, dragon: self.city.dragon });
    }
}

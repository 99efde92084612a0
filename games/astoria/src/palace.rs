//! The assault on the palace, and its defence (65 to 70b).

use gueridon_game::{Dice, Log, Seat, Seats};

use crate::cards::{Cause, Domain, GUARD_STRENGTH, Gems};
use crate::decision::Decision;
use crate::event::Event;
use crate::state::Astoria;

impl Astoria {
    /// Goes out against the palace (65).
    pub(crate) fn start_assault(&mut self, log: &mut Log<Event>) {
        self.spend_action(log);
        log.all(Event::AssaultStarted { seat: self.turn.active });
        self.decision = Decision::Assault;
    }

    /// The attack stands: now the others are asked, from the attacker's left (70a).
    pub(crate) fn ask_defenders(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        log.all(Event::PalaceStruck { seat, guards: self.mage(seat).guards });
        self.ask_next_defender(seat, Seats::NONE, Gems::new(), dice, log);
    }

    /// Asks the next mage after `last` who has anything to defend with; after the last one the
    /// fight is decided.
    fn ask_next_defender(
        &mut self,
        last: Seat,
        defenders: Seats,
        glyphs: Gems,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let attacker = self.turn.active;
        let mut later = self.clockwise(last).skip(1).take_while(|&seat| seat != attacker);
        let next = later.find(|&seat| {
            let mage = self.mage(seat);
            !mage.is_exiled && (mage.guards > 0 || mage.can_make_glyphs())
        });
        match next {
            Some(seat) => {
                self.decision = Decision::Defend { seat, has_announced: false, defenders, glyphs };
            }
            None => self.decide_assault(defenders, &glyphs, dice, log),
        }
    }

    /// Adds glyphs to the defence; the first ones announce the mage (66).
    pub(crate) fn defend_with(&mut self, (domain, count): (Domain, u8), log: &mut Log<Event>) {
        self.announce_defence(log);
        if let Decision::Defend { glyphs, .. } = &mut self.decision {
            glyphs.add_many(domain, count);
        }
    }

    /// Tells that the mage who is asked defends; whether that was not told before.
    fn announce_defence(&mut self, log: &mut Log<Event>) -> bool {
        let Decision::Defend { seat, has_announced, defenders, .. } = &mut self.decision else {
            return false;
        };
        if std::mem::replace(has_announced, true) {
            return false;
        }
        *defenders = defenders.with(*seat);
        let seat = *seat;
        let guards = self.mage(seat).guards;
        log.all(Event::DefenceAnnounced { seat, guards });
        true
    }

    /// The mage who is asked defends with what is tilted, and with the own guards.
    pub(crate) fn close_defence(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let is_new = self.announce_defence(log);
        let Decision::Defend { seat, defenders, glyphs, .. } = self.decision else { return };
        if !is_new {
            log.all(Event::DefenceSettled { seat });
        }
        self.ask_next_defender(seat, defenders, glyphs, dice, log);
    }

    /// The mage who is asked stays away.
    pub(crate) fn decline_defence(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let Decision::Defend { seat, defenders, glyphs, .. } = self.decision else { return };
        log.all(Event::DefenceDeclined { seat });
        self.ask_next_defender(seat, defenders, glyphs, dice, log);
    }

    fn guard_strength(&self, seat: Seat) -> u16 {
        u16::from(self.mage(seat).guards) * u16::from(GUARD_STRENGTH)
    }

    /// The attacker wins only if strictly stronger (67); the turn is over either way (65).
    fn decide_assault(
        &mut self,
        defenders: Seats,
        defence: &Gems,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let seat = self.turn.active;
        let glyphs = std::mem::take(&mut self.turn.pool);
        let card = self.draw_combat_card(dice, log);
        let strength = |glyphs: &Gems| card.map_or(0, |card| card.strength_of(glyphs));
        let attack = strength(&glyphs) + self.guard_strength(seat);
        let guards: u16 = defenders.iter().map(|seat| self.guard_strength(seat)).sum();
        let defence = strength(defence) + guards;
        if attack > defence {
            log.all(Event::PalaceTaken { seat, attack, defence });
            self.end(Cause::PalaceTaken, None, log);
        } else {
            log.all(Event::AssaultRepelled { seat, attack, defence });
            self.end_turn(dice, log);
        }
    }
}

//! The Defence of the Walls: siege, illness, and cards made ready (71 to 77).

use gueridon_game::{Dice, Log, Seat};

use crate::cards::{
    Card, Cause, Domain, FORCE_LAST, Faction, Invasion, MOST_SEATS, READY_PER_ROUND,
};
use crate::decision::Decision;
use crate::event::Event;
use crate::options::CureCheck;
use crate::state::Astoria;

impl Astoria {
    /// The end of a round.
    pub(crate) fn defend_walls(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        self.besiege(log);
        if self.is_over() {
            return;
        }
        self.ail(log);
        if !self.is_over() {
            self.face_malefices(self.city.chiefs.len(), dice, log);
        }
    }

    /// Both forces grow; one that is full takes the city, and both bring chaos (71).
    fn besiege(&mut self, log: &mut Log<Event>) {
        let city = &mut self.city;
        city.populace = FORCE_LAST.min(city.populace + city.agitation);
        city.barbarians = FORCE_LAST.min(city.barbarians + city.reinforcements);
        let (populace, barbarians) = (city.populace, city.barbarians);
        log.all(Event::SiegeAdvanced { populace, barbarians });
        match (populace == FORCE_LAST, barbarians == FORCE_LAST) {
            (true, true) => self.end(Cause::Chaos, None, log),
            (true, false) => self.end(Cause::CityFell, Some(Faction::Populace), log),
            (false, true) => self.end(Cause::CityFell, Some(Faction::Barbarians), log),
            (false, false) => {}
        }
    }

    /// The illness takes its toll until a traitor is discovered; with two players there is none
    /// (72, 85).
    fn ail(&mut self, log: &mut Log<Event>) {
        if self.seat_count() == 2 {
            return;
        }
        if !self.city.discovered {
            self.city.health -= 1;
            log.all(Event::KingAiled { health: self.city.health });
            self.look_after_king(log);
        } else if self.options.revealed_traitor_heals_king {
            self.heal_king(None, log);
        }
    }

    /// The malefices of the first `left` chiefs are still to come, the latest first (72).
    fn face_malefices(&mut self, left: usize, dice: &mut Dice, log: &mut Log<Event>) {
        for place in (0..left).rev() {
            let chief = self.city.chiefs[place];
            let Some(malefice) = malefice(chief) else { continue };
            let mut mages = self.clockwise(self.turn.first);
            if let Some(seat) = mages.find(|&seat| self.mage(seat).can_make(malefice)) {
                self.decision = Decision::Counter { seat, chief };
                return;
            }
            self.malefice_hits(chief, log);
            if self.is_over() {
                return;
            }
        }
        self.end_of_illness(dice, log);
    }

    fn malefice_hits(&mut self, chief: Invasion, log: &mut Log<Event>) {
        self.city.health -= 1;
        log.all(Event::MaleficeHit { chief, health: self.city.health });
        self.look_after_king(log);
    }

    /// Answers for one mage whether a malefice is countered; a card was tilted if it is (72).
    pub(crate) fn answer_malefice(
        &mut self,
        seat: Seat,
        counters: bool,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let Decision::Counter { chief, .. } = self.decision else { return };
        let Some(malefice) = malefice(chief) else { return };
        let left = self.city.chiefs.iter().position(|other| *other == chief).unwrap_or_default();
        if counters {
            log.all(Event::MaleficeCountered { seat, chief });
        } else {
            log.all(Event::MaleficeAllowed { seat, chief });
            let mut later = self.clockwise(self.turn.first).skip_while(|&other| other != seat);
            later.next();
            if let Some(seat) = later.find(|&seat| self.mage(seat).can_make(malefice)) {
                self.decision = Decision::Counter { seat, chief };
                return;
            }
            self.malefice_hits(chief, log);
        }
        if !self.is_over() {
            self.face_malefices(left, dice, log);
        }
    }

    fn end_of_illness(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let is_cured = self.city.health == self.options.full_health;
        if self.options.king_cure_check == CureCheck::EndOfDefence && is_cured {
            self.end(Cause::KingCured, None, log);
            return;
        }
        self.make_ready(dice, log);
    }

    /// Everybody with a tilted card is asked for up to two to straighten (75): one that stays
    /// tilted denies a thief its use, and spares its owner the question about a malefice. After the
    /// last round nothing depends on it, so nobody is asked.
    fn make_ready(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let mut due = [0; MOST_SEATS];
        if !self.is_last_round() {
            for (due, mage) in due.iter_mut().zip(&self.mages) {
                *due = mage.tilted.len().min(READY_PER_ROUND) as u8;
            }
        }
        self.await_ready(due, dice, log);
    }

    /// Whether `seat`, which is asked, may straighten at once whatever it has tilted: two cards. A
    /// single one is straightened by its name.
    pub(crate) fn may_ready_all(&self, seat: Seat) -> bool {
        let Decision::Ready { due } = self.decision else { return false };
        let tilted = self.mage(seat).tilted.len();
        tilted > 1 && tilted <= usize::from(due[seat.index()])
    }

    fn straighten(&mut self, seat: Seat, card: Card, log: &mut Log<Event>) {
        self.mage_mut(seat).tilted.take(card);
        log.all(Event::CardReadied { seat, card });
    }

    /// One of those who are asked straightens all cards.
    pub(crate) fn ready_all(&mut self, seat: Seat, dice: &mut Dice, log: &mut Log<Event>) {
        let Decision::Ready { mut due } = self.decision else { return };
        due[seat.index()] = 0;
        self.mage(seat).tilted.iter().for_each(|card| self.straighten(seat, card, log));
        self.await_ready(due, dice, log);
    }

    /// One of those who are asked straightens a card.
    pub(crate) fn ready(&mut self, seat: Seat, card: Card, dice: &mut Dice, log: &mut Log<Event>) {
        let Decision::Ready { mut due } = self.decision else { return };
        due[seat.index()] -= 1;
        self.straighten(seat, card, log);
        self.await_ready(due, dice, log);
    }

    /// One of those who are asked leaves the other cards tilted.
    pub(crate) fn leave_tilted(&mut self, seat: Seat, dice: &mut Dice, log: &mut Log<Event>) {
        let Decision::Ready { mut due } = self.decision else { return };
        due[seat.index()] = 0;
        log.all(Event::CardsLeftTilted { seat });
        self.await_ready(due, dice, log);
    }

    fn await_ready(&mut self, due: [u8; MOST_SEATS], dice: &mut Dice, log: &mut Log<Event>) {
        if due == [0; MOST_SEATS] {
            self.next_round(dice, log);
        } else {
            self.decision = Decision::Ready { due };
        }
    }
}

/// The domain that counters a chief's malefice.
pub(crate) fn malefice(chief: Invasion) -> Option<Domain> {
    chief.facts().chief.map(|facts| facts.malefice)
}

//! Guards: placed, killed and saved (34 to 39b).

use gueridon_game::{Log, Seat};

use crate::cards::{Domain, GUARD_POWER, KILL_COST};
use crate::decision::Decision;
use crate::event::Event;
use crate::options::GuardGem;
use crate::state::Astoria;

impl Astoria {
    /// Places a gem of the own domain as a guard (34).
    pub(crate) fn place_guard(&mut self, log: &mut Log<Event>) {
        self.spend_action(log);
        let mage = self.active_mut();
        mage.power -= GUARD_POWER;
        mage.stock.take(mage.domain);
        mage.guards += 1;
        log.all(Event::GuardPlaced { seat: self.turn.active, power: GUARD_POWER });
    }

    /// Attacks a guard with glyphs; Fire exiles (25, 29, 64a). The others may save it (38).
    pub(crate) fn attack_guard(&mut self, owner: Seat, domain: Domain, log: &mut Log<Event>) {
        self.pay(domain, KILL_COST);
        let seat = self.turn.active;
        log.all(Event::GuardAttacked { seat, owner, domain });
        if domain == Domain::Fire {
            self.exile(seat, log);
        }
        self.ask_to_save(seat, owner, log);
    }

    /// Asks the next mage after `last` who can save the guard; if nobody can, it dies.
    fn ask_to_save(&mut self, last: Seat, owner: Seat, log: &mut Log<Event>) {
        let killer = self.turn.active;
        let mut later = self.clockwise(last).skip(1).take_while(|&seat| seat != killer);
        let saver = later.find(|&seat| {
            let mage = self.mage(seat);
            !mage.is_exiled && mage.can_make(Domain::Cobalt)
        });
        match saver {
            Some(seat) => self.decision = Decision::SaveGuard { seat, owner },
            None => self.kill_guard(owner, log),
        }
    }

    fn kill_guard(&mut self, owner: Seat, log: &mut Log<Event>) {
        self.decision = Decision::Act;
        let to_reserve = self.options.killed_guard_gem == GuardGem::Reserve;
        let mage = self.mage_mut(owner);
        let gem = mage.domain;
        mage.guards -= 1;
        if to_reserve {
            self.city.reserve.add(gem);
        } else {
            mage.stock.add(gem);
        }
        log.all(Event::GuardKilled { seat: owner, gem, to_reserve });
    }

    /// Answers for one mage whether a guard is saved; a card was tilted if it is (38).
    pub(crate) fn answer_for_guard(&mut self, seat: Seat, saves: bool, log: &mut Log<Event>) {
        let Decision::SaveGuard { owner, .. } = self.decision else { return };
        if saves {
            self.decision = Decision::Act;
            log.all(Event::GuardSaved { seat, owner });
        } else {
            log.all(Event::GuardForsaken { seat, owner });
            self.ask_to_save(seat, owner, log);
        }
    }
}

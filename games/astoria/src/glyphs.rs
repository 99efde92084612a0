//! Glyphs: cards tilted for them, and what they are spent on (21 to 33e).

use arrayvec::ArrayVec;
use gueridon_game::{Dice, Log, Seat, Seats};

use crate::cards::{CALM_COST, Card, Domain, GROWTH_LAST, HEAL_COST, Role, WOUND_COST};
use crate::event::Event;
use crate::moves::Force;
use crate::state::Astoria;

impl Astoria {
    /// Tilts a card of `seat`; gives the domain and number of its glyphs.
    pub(crate) fn tilt(&mut self, seat: Seat, card: Card, log: &mut Log<Event>) -> (Domain, u8) {
        // Only cards with glyphs of their own are tilted this way.
        let (domain, glyphs) = card.glyphs().unwrap_or((self.mage(seat).domain, 0));
        self.mage_mut(seat).tilted.add(card);
        log.all(Event::CardTilted { seat, card, domain, glyphs });
        (domain, glyphs)
    }

    /// Tilts the Grand Alchemist's role card for glyphs of `domain` (C4).
    pub(crate) fn tilt_role(
        &mut self,
        seat: Seat,
        domain: Domain,
        log: &mut Log<Event>,
    ) -> (Domain, u8) {
        let mage = self.mage_mut(seat);
        let card = Role::GrandAlchemist.card();
        let glyphs = mage.channelled(domain);
        mage.tilted.add(card);
        log.all(Event::CardTilted { seat, card, domain, glyphs });
        (domain, glyphs)
    }

    /// The action: glyphs join those that wait (21, 22).
    pub(crate) fn generate(&mut self, (domain, glyphs): (Domain, u8)) {
        self.turn.actions = self.turn.actions.saturating_sub(1);
        self.turn.pool.add_many(domain, glyphs);
    }

    /// Takes glyphs out of the pool.
    pub(crate) fn pay(&mut self, domain: Domain, glyphs: u8) {
        for _ in 0..glyphs {
            self.turn.pool.take(domain);
        }
    }

    /// What it takes to weaken a force by 1 with glyphs of `domain`; nothing if they cannot.
    pub(crate) fn cost_to_weaken(force: Force, domain: Domain) -> Option<u8> {
        match (domain, force) {
            (Domain::Fire, _) | (Domain::Nature, Force::Barbarians) => Some(1),
            (Domain::Nature, Force::Populace) => Some(CALM_COST),
            _ => None,
        }
    }

    /// Takes 1 off a force; Fire agitates the Populace, once a round (25, 27).
    pub(crate) fn weaken(&mut self, force: Force, domain: Domain, log: &mut Log<Event>) {
        let Some(cost) = Self::cost_to_weaken(force, domain) else { return };
        self.pay(domain, cost);
        let strength = self.city.force_mut(force);
        *strength -= 1;
        let strength = *strength;
        log.all(Event::ForceWeakened { seat: self.turn.active, force, domain, strength });
        let agitates = force == Force::Populace && domain == Domain::Fire;
        if agitates && !self.turn.was_agitated {
            self.turn.was_agitated = true;
            if self.city.agitation < GROWTH_LAST {
                self.city.agitation += 1;
                log.all(Event::AgitationRose { agitation: self.city.agitation });
            }
        }
    }

    /// Takes a gem out of the flask (28).
    pub(crate) fn recover(&mut self, gem: Domain, log: &mut Log<Event>) {
        self.pay(Domain::Sulphur, 1);
        let mage = self.active_mut();
        mage.flask.take(gem);
        mage.stock.add(gem);
        log.all(Event::GemRecovered { seat: self.turn.active, gem });
    }

    /// Spends all Solar glyphs for as much Power and 1 more (24).
    pub(crate) fn empower(&mut self, log: &mut Log<Event>) {
        let glyphs = self.turn.pool.count(Domain::Solar);
        self.pay(Domain::Solar, glyphs);
        let power = self.gain_power(glyphs + 1);
        log.all(Event::Empowered { seat: self.turn.active, glyphs, power });
    }

    /// Looks at the next invasion cards (30).
    pub(crate) fn peek(&mut self, count: u8, dice: &mut Dice, log: &mut Log<Event>) {
        dice.uncover();
        self.pay(Domain::Cobalt, count);
        let seat = self.turn.active;
        let knower = Seats::just(seat);
        let depths = 0..usize::from(count);
        let cards: ArrayVec<_, _> =
            depths.filter_map(|depth| self.city.deck.peek(depth, knower, dice)).collect();
        let peeked = |cards| Event::InvasionPeeked { seat, count, cards };
        log.only(knower, peeked(Some(cards)), Some(peeked(None)));
    }

    /// Heals the King with Cobalt glyphs (30).
    pub(crate) fn spend_on_health(&mut self, log: &mut Log<Event>) {
        self.pay(Domain::Cobalt, HEAL_COST);
        self.heal_king(Some(self.turn.active), log);
    }

    /// Wounds the King with Shadow glyphs, and goes into exile (29, 64a).
    pub(crate) fn wound_king(&mut self, log: &mut Log<Event>) {
        self.pay(Domain::Shadow, WOUND_COST);
        self.exile(self.turn.active, log);
        self.city.health -= 1;
        log.all(Event::KingWounded { seat: self.turn.active, health: self.city.health });
        self.look_after_king(log);
    }
}

//! Recruiting a Lord: price, payment, affiliation, arrival.

use gueridon_game::{Bag, Log};

use crate::agenda::Task;
use crate::cards::{Card, LORDS_TO_END, Lord};
use crate::decision::Decision;
use crate::event::Event;
use crate::payment::Price;
use crate::state::{Abyss, LordPlace, OwnedLord};

/// What the Treasurer saves its owner, and the Recruiter costs its opponents (E27).
const COST_MODIFIER: u8 = 2;
/// What the Corruptor's second Lord costs.
pub(crate) const SECOND_LORD_PRICE: u16 = 5;

/// What changes the printed cost of every Lord for a player.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    /// Added by an opposing Recruiter.
    more: u8,
    /// Saved by an own Treasurer.
    less: u8,
    /// Whether the Diplomat waives the compulsory race.
    any_race: bool,
    pearls: u16,
}

impl Terms {
    pub(crate) fn price(&self, lord: Lord) -> Price {
        let facts = lord.facts();
        Price {
            value: (facts.cost + self.more).saturating_sub(self.less),
            races: facts.races,
            required: facts.required.filter(|_| !self.any_race),
            pearls: self.pearls,
        }
    }
}

impl Abyss {
    /// What `lord` costs the active player now (E27).
    pub(crate) fn price_of(&self, lord: Lord) -> Price {
        self.terms().price(lord)
    }

    /// On what terms the active player recruits now.
    pub(crate) fn terms(&self) -> Terms {
        let modifier = |applies: bool| if applies { COST_MODIFIER } else { 0 };
        Terms {
            more: modifier(self.suffers(self.turn.active, Lord::Recruiter)),
            less: modifier(self.active().has_active(Lord::Treasurer)),
            any_race: self.active().has_active(Lord::Diplomat),
            pearls: self.active().pearls,
        }
    }

    /// Chooses a Lord of the Court to pay for.
    pub(crate) fn choose_lord(&mut self, lord: Lord, log: &mut Log<Event>) {
        log.all(Event::LordChosen { seat: self.turn.active, lord });
        self.decision = Decision::PayLord { lord };
    }

    /// Lays an Ally down for the payment.
    pub(crate) fn spend(&mut self, ally: Card, log: &mut Log<Event>) {
        if self.active_mut().hand.take(ally) {
            self.board.payment.add(ally);
            log.all(Event::AllySpent { seat: self.turn.active, ally });
        }
    }

    /// Closes the payment: Pearls for what is missing, then the affiliation (E29).
    pub(crate) fn pay(&mut self, lord: Lord, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let cards = self.board.payment;
        let pearls = self.price_of(lord).missing(&cards);
        self.active_mut().pearls -= pearls;
        self.take_from_court(lord);
        log.all(Event::LordPaid { seat, lord, cards, pearls });
        self.decision = Decision::Affiliate { lord };
    }

    /// The Allies spent that may be affiliated: those of the lowest value (E29), or any with an
    /// active Master of Magic (E30).
    pub(crate) fn affiliable(&self) -> impl Iterator<Item = Card> {
        let spent = &self.board.payment;
        let lowest = spent.iter().map(|(card, _)| card.value()).min().unwrap_or_default();
        let any = self.active().has_active(Lord::MasterOfMagic);
        spent.iter().map(|(card, _)| card).filter(move |card| any || card.value() == lowest)
    }

    /// Affiliates one of the Allies spent and discards the others; then the Lord arrives.
    pub(crate) fn affiliate(&mut self, lord: Lord, ally: Card, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let mut spent = std::mem::take(&mut self.board.payment);
        if spent.take(ally) {
            self.active_mut().affiliated.add(ally);
            log.all(Event::AllyAffiliated { seat, ally });
        }
        self.board.discard.add_all(&spent);
        self.plan_end_of_turn();
        self.agenda.push(Task::RefillCourt);
        self.arrive(lord, log);
    }

    /// Takes the Corruptor's second Lord: no Allies, no affiliation (E31).
    pub(crate) fn recruit_for_pearls(&mut self, lord: Lord, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.active_mut().pearls -= SECOND_LORD_PRICE;
        self.take_from_court(lord);
        let pearls = SECOND_LORD_PRICE;
        log.all(Event::LordPaid { seat, lord, cards: Bag::new(), pearls });
        self.arrive(lord, log);
    }

    /// A Lord comes into play, free, in front of the active player.
    pub(crate) fn arrive(&mut self, lord: Lord, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.active_mut().lords.push(OwnedLord { lord, place: LordPlace::Free });
        log.all(Event::LordArrived { seat, lord });
        if self.active().lords.len() >= LORDS_TO_END {
            self.announce_end(true, log);
        }
        self.agenda.push(Task::Arrival(lord));
    }
}

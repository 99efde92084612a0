//! Recruiting a Lord: price, payment, affiliation, arrival.

use gueridon_game::Log;

use crate::agenda::Task;
use crate::cards::{Card, Cards, LORDS_TO_END, Lord};
use crate::decision::Decision;
use crate::event::Event;
use crate::payment::Price;
use crate::player::{LordPlace, OwnedLord};
use crate::state::Abyss;

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
    funds: u16,
}

impl Terms {
    pub(crate) fn price(&self, lord: Lord) -> Price {
        let facts = lord.facts();
        Price {
            value: (facts.cost + self.more).saturating_sub(self.less),
            races: facts.races,
            required: facts.required.filter(|_| !self.any_race),
            funds: self.funds,
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
            funds: self.funds(self.turn.active),
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

    /// Closes the payment: Pearls, and so many Nebulis, for what is missing. Then the Krakens bring
    /// their Nebulis, Shareholders are paid and an Ally is affiliated (E29, E66a).
    pub(crate) fn pay(&mut self, lord: Lord, nebulis: u16, log: &mut Log<Event>) {
        let cards = self.board.payment;
        let due = self.price_of(lord).missing(&cards);
        if self.options.kraken {
            let then = [Task::Affiliation(lord), Task::Shareholders, Task::SpentKrakens];
            self.agenda.extend(then);
        } else {
            self.decision = Decision::Affiliate { lord };
        }
        self.pay_for_lord(lord, cards, due, nebulis, log);
    }

    /// Pearls, and so many Nebulis among them, leave the active player for a Lord of the Court.
    fn pay_for_lord(
        &mut self,
        lord: Lord,
        cards: Cards,
        due: u16,
        nebulis: u16,
        log: &mut Log<Event>,
    ) {
        let seat = self.turn.active;
        let pearls = due.saturating_sub(nebulis);
        self.active_mut().pearls -= pearls;
        let told = Some(nebulis).filter(|&nebulis| nebulis > 0);
        log.all(Event::LordPaid { seat, lord, cards, pearls, nebulis: told });
        self.take_from_court(lord, log);
        if nebulis > 0 {
            self.change_nebulis(log, |game| game.active_mut().nebulis -= nebulis);
        }
    }

    /// Asks which of the Allies spent is affiliated; with none but Krakens, none is (E65).
    pub(crate) fn ask_affiliation(&mut self, lord: Lord, log: &mut Log<Event>) {
        if self.board.payment.is_empty() {
            self.complete_recruitment(lord, log);
        } else {
            self.decision = Decision::Affiliate { lord };
        }
    }

    /// The Lord that is being recruited: chosen, and not arrived yet.
    pub(crate) fn recruiting(&self) -> Option<Lord> {
        let planned = || {
            self.agenda.iter().find_map(|task| match task {
                Task::Affiliation(lord) => Some(*lord),
                _ => None,
            })
        };
        match self.decision {
            Decision::PayLord { lord } | Decision::Affiliate { lord } => Some(lord),
            _ => planned(),
        }
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
        self.complete_recruitment(lord, log);
    }

    /// The Lord that was paid for arrives; the rest of the turn follows.
    fn complete_recruitment(&mut self, lord: Lord, log: &mut Log<Event>) {
        self.plan_end_of_turn();
        self.agenda.push(Task::RefillCourt);
        self.arrive(lord, log);
    }

    /// Takes the Corruptor's second Lord: no Allies, no affiliation (E31).
    pub(crate) fn recruit_for_pearls(&mut self, lord: Lord, nebulis: u16, log: &mut Log<Event>) {
        self.pay_for_lord(lord, Cards::new(), SECOND_LORD_PRICE, nebulis, log);
        self.pay_shareholders_for_second_lord(log);
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

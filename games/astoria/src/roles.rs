//! The Talents of roles, and help among mages (93 to 100j, C4).

use gueridon_game::{Log, Seat, Seats};

use crate::cards::{Artefact, Domain, Role};
use crate::decision::Decision;
use crate::event::Event;
use crate::state::Astoria;

impl Astoria {
    /// The Preparer's Talent: a gem of the Reserve for the own or another's stock.
    pub(crate) fn prepare(&mut self, gem: Domain, to: Seat, log: &mut Log<Event>) {
        self.use_role(Role::Preparer, log);
        self.city.reserve.take(gem);
        self.mage_mut(to).stock.add(gem);
        log.all(Event::GemPrepared { seat: self.turn.active, to, gem });
    }

    /// The Saboteur's Talent: a gem of another's started artefact goes to the Reserve.
    pub(crate) fn remove_gem(&mut self, artefact: Artefact, gem: Domain, log: &mut Log<Event>) {
        self.use_role(Role::Saboteur, log);
        let Some(owner) = self.starter_of(artefact) else { return };
        self.city.placed[artefact as usize].take(gem);
        self.city.reserve.add(gem);
        log.all(Event::GemRemoved { seat: self.turn.active, owner, artefact, gem });
    }

    /// The Saboteur's Talent: another's ready artefact is tilted, without glyphs.
    pub(crate) fn disable(&mut self, artefact: Artefact, log: &mut Log<Event>) {
        self.use_role(Role::Saboteur, log);
        let Some(owner) = self.owner_of(artefact) else { return };
        self.mage_mut(owner).tilted.add(artefact.card());
        log.all(Event::ArtefactDisabled { seat: self.turn.active, owner, artefact });
    }

    /// Tilts a role card that makes no glyphs, as an action (33a).
    fn use_role(&mut self, role: Role, log: &mut Log<Event>) {
        self.spend_action(log);
        self.active_mut().tilted.add(role.card());
    }

    /// Gives a card of the hand, face down: giver and receiver know it (99).
    pub(crate) fn give_card(&mut self, to: Seat, artefact: Artefact, log: &mut Log<Event>) {
        self.help(log);
        let (seat, back) = (self.turn.active, artefact.domain());
        self.pass_card(seat, to, artefact);
        let given = |artefact| Event::CardGiven { seat, to, back, artefact };
        log.only(Seats::just(seat).with(to), given(Some(artefact)), Some(given(None)));
    }

    /// Gives a gem; a second one may follow (93).
    pub(crate) fn give_gem(&mut self, to: Seat, gem: Domain, log: &mut Log<Event>) {
        self.help(log);
        self.pass_gem(to, gem, log);
        self.decision = Decision::GiveAnother { to };
    }

    /// Gives the second gem of the same help.
    pub(crate) fn give_another(&mut self, to: Seat, gem: Domain, log: &mut Log<Event>) {
        self.pass_gem(to, gem, log);
        self.decision = Decision::Act;
    }

    fn pass_gem(&mut self, to: Seat, gem: Domain, log: &mut Log<Event>) {
        self.active_mut().stock.take(gem);
        self.mage_mut(to).stock.add(gem);
        log.all(Event::GemGiven { seat: self.turn.active, to, gem });
    }

    /// Gives a finished artefact, tilted as it is (93).
    pub(crate) fn give_artefact(&mut self, to: Seat, artefact: Artefact, log: &mut Log<Event>) {
        self.help(log);
        let seat = self.turn.active;
        self.pass_artefact(seat, to, artefact);
        log.all(Event::ArtefactGiven { seat, to, artefact });
    }

    /// One helping action a turn (93).
    fn help(&mut self, log: &mut Log<Event>) {
        self.spend_action(log);
        self.turn.has_helped = true;
    }

    /// Moves a card from hand to hand. Both see it; the others, that one with its back went.
    pub(crate) fn pass_card(&mut self, from: Seat, to: Seat, artefact: Artefact) {
        let back = artefact.domain();
        let held = self.mage(from).hand_of(back).len();
        self.mage_mut(from).hand.take(artefact);
        self.mage_mut(to).hand.add(artefact);
        for seat in self.clockwise(Seat(0)) {
            let memory = &mut self.memories[seat.index()];
            match seat {
                seat if seat == from => memory.gave(artefact, to),
                seat if seat == to => memory.saw(artefact, from, held),
                _ => memory.missed(back, from, to, held),
            }
        }
    }

    /// Moves a finished artefact, tilted or not.
    pub(crate) fn pass_artefact(&mut self, from: Seat, to: Seat, artefact: Artefact) {
        let card = artefact.card();
        let giver = self.mage_mut(from);
        giver.cards.take(card);
        let is_tilted = giver.tilted.take(card);
        let taker = self.mage_mut(to);
        taker.cards.add(card);
        if is_tilted {
            taker.tilted.add(card);
        }
    }
}

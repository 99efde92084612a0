//! Every step that is open.

use gueridon_game::{Kind, Seat, Yes};

use crate::cards::{
    Artefact, Card, Domain, Faction, GUARD_POWER, HAND_LIMIT, HEAL_COST, KILL_COST, POWER_MOST,
    Role, STEAL_ARTEFACT_COST, STEAL_CARD_COST, WOUND_COST,
};
use crate::decision::Decision;
use crate::moves::{Force, Move};
use crate::state::Astoria;
use crate::walls::malefice;

const YES: Yes = Yes::Yes;

impl Astoria {
    /// Shows `visit` every step open to `seat`.
    pub(crate) fn each_move(&self, seat: Seat, visit: &mut impl FnMut(Move)) {
        if !self.asked().contains(seat) {
            return;
        }
        match self.decision {
            Decision::Over => {}
            Decision::Act => {
                self.each_spending(visit);
                let acts = self.turn.actions > 0 && self.each_action(visit);
                if !acts || self.options.may_end_turn_early {
                    visit(Move::EndTurn(YES));
                }
            }
            Decision::ChooseRole { .. } => {
                self.city.roles_out.iter().for_each(|(role, _)| visit(Move::ChooseRole { role }));
            }
            Decision::ShapeAgain { may_help } => {
                self.each_shape(may_help, &mut |artefact, gem| {
                    visit(Move::Shape { artefact, gem });
                });
                visit(Move::Decline(YES));
            }
            Decision::GiveAnother { to } => {
                let gems = self.active().stock.iter();
                gems.for_each(|(gem, _)| visit(Move::GiveGem { seat: to, gem }));
                visit(Move::Decline(YES));
            }
            Decision::Fight { .. } | Decision::Assault => {
                self.each_tilt(seat, visit);
                visit(Move::Strike(YES));
            }
            Decision::Defend { has_announced, .. } => {
                self.each_tilt(seat, visit);
                visit(Move::Defend(YES));
                if !has_announced {
                    visit(Move::Decline(YES));
                }
            }
            Decision::SaveGuard { .. } => self.each_reaction(seat, Domain::Cobalt, visit),
            Decision::Counter { chief, .. } => {
                if let Some(domain) = malefice(chief) {
                    self.each_reaction(seat, domain, visit);
                }
            }
            Decision::Ready { .. } => {
                if self.may_ready_all(seat) {
                    visit(Move::ReadyAll(YES));
                }
                self.mage(seat).tilted.iter().for_each(|card| visit(Move::Ready { card }));
                visit(Move::Decline(YES));
            }
        }
    }

    /// Whether the active mage may end the turn (11).
    pub(crate) fn may_end_turn(&self) -> bool {
        self.options.may_end_turn_early || self.turn.actions == 0 || !self.each_action(&mut |_| {})
    }

    /// Every card that can be tilted in a fight.
    fn each_tilt(&self, seat: Seat, visit: &mut impl FnMut(Move)) {
        let mage = self.mage(seat);
        mage.ready_makers().iter().for_each(|card| visit(Move::Tilt { card }));
        if mage.has_ready(Role::GrandAlchemist) {
            Domain::ALL.iter().for_each(|&domain| visit(Move::Channel { domain }));
        }
    }

    /// Every card that makes a glyph of `domain` in reaction, and doing without.
    fn each_reaction(&self, seat: Seat, domain: Domain, visit: &mut impl FnMut(Move)) {
        let mage = self.mage(seat);
        let cards = mage.ready().and(domain.cards());
        cards.iter().for_each(|card| visit(Move::Tilt { card }));
        if mage.has_ready(Role::GrandAlchemist) {
            visit(Move::Channel { domain });
        }
        visit(Move::Decline(YES));
    }

    /// Every way to spend the glyphs that wait.
    fn each_spending(&self, visit: &mut impl FnMut(Move)) {
        let pool = &self.turn.pool;
        if pool.is_empty() {
            return;
        }
        let mage = self.active();
        if !mage.is_exiled {
            self.each_weakening(visit);
            for domain in [Domain::Fire, Domain::Shadow] {
                if pool.count(domain) >= KILL_COST {
                    let guarded = |&seat: &Seat| self.mage(seat).guards > 0;
                    let owners = self.clockwise(Seat(0)).filter(guarded);
                    owners.for_each(|seat| visit(Move::KillGuard { seat, domain }));
                }
            }
            if pool.count(Domain::Shadow) >= STEAL_ARTEFACT_COST {
                self.each_stealable(&mut |artefact| visit(Move::StealArtefact { artefact }));
            }
        }
        if pool.has(Domain::Sulphur) {
            mage.flask.iter().for_each(|(gem, _)| visit(Move::Recover { gem }));
        }
        if pool.has(Domain::Solar) {
            visit(Move::Empower(YES));
        }
        if pool.count(Domain::Shadow) >= STEAL_CARD_COST {
            for seat in self.others(self.turn.active) {
                let mage = self.mage(seat);
                let backs = Domain::ALL.iter().filter(|&&back| !mage.hand_of(back).is_empty());
                backs.for_each(|&back| visit(Move::StealCard { seat, back }));
            }
        }
        if pool.count(Domain::Shadow) >= WOUND_COST {
            visit(Move::Wound(YES));
        }
        let cobalt = pool.count(Domain::Cobalt);
        let deep = cobalt.min(self.city.deck.len() as u8);
        (1..=deep).for_each(|count| visit(Move::Peek { count }));
        if cobalt >= HEAL_COST && self.city.health < self.options.full_health {
            visit(Move::Heal(YES));
        }
    }

    fn each_weakening(&self, visit: &mut impl FnMut(Move)) {
        for force in [Force::Barbarians, Force::Populace] {
            if self.city.force(force) > self.options.force_floor {
                for domain in [Domain::Fire, Domain::Nature] {
                    let cost = Self::cost_to_weaken(force, domain);
                    if cost.is_some_and(|cost| self.turn.pool.count(domain) >= cost) {
                        visit(Move::Weaken { force, domain });
                    }
                }
            }
        }
    }

    /// Finished artefacts of others that can be stolen (29, 58).
    fn each_stealable(&self, visit: &mut impl FnMut(Artefact)) {
        for seat in self.others(self.turn.active) {
            let mage = self.mage(seat);
            if !mage.is_exiled {
                let artefacts = mage.cards.iter().filter_map(Card::artefact);
                artefacts.filter(|artefact| !artefact.is_grimoire()).for_each(&mut *visit);
            }
        }
    }

    /// Every action; says whether there was one.
    fn each_action(&self, visit: &mut impl FnMut(Move)) -> bool {
        let mut open = false;
        let visit = &mut |step| {
            open = true;
            visit(step);
        };
        let (city, mage) = (&self.city, self.active());
        if mage.hand.len() < HAND_LIMIT {
            let piles = (1..).zip(&city.piles).filter(|(_, pile)| pile.size > 0);
            piles.for_each(|(pile, _)| visit(Move::Draw { pile }));
        }
        if mage.power < POWER_MOST {
            visit(Move::Reinforce(YES));
        }
        mage.stock.iter().for_each(|(gem, _)| visit(Move::Destroy { gem }));
        for (gem, _) in city.reserve.iter() {
            if self.flux(gem) <= mage.power {
                visit(Move::Create { gem });
            }
        }
        self.each_shape(!self.turn.has_helped, &mut |artefact, gem| {
            visit(Move::Shape { artefact, gem });
        });
        mage.ready_makers().iter().for_each(|card| visit(Move::Use { card }));
        if mage.is_exiled {
            visit(Move::Assault(YES));
        } else {
            self.each_citizens_action(visit);
        }
        if self.options.grand_alchemist {
            self.each_talent(visit);
            self.each_gift(visit);
        }
        open
    }

    /// What exiles cannot do (56).
    fn each_citizens_action(&self, visit: &mut impl FnMut(Move)) {
        let mage = self.active();
        if self.city.dragon > 1 {
            let tributes = [Domain::Fire, Domain::Sulphur].into_iter();
            let owned = tributes.filter(|&gem| mage.stock.has(gem));
            owned.for_each(|gem| visit(Move::Tribute { gem }));
        }
        self.city.chiefs.iter().for_each(|&chief| visit(Move::Fight { chief }));
        if !self.has_exile() {
            return;
        }
        if mage.stock.has(mage.domain) && mage.power >= GUARD_POWER {
            visit(Move::PlaceGuard(YES));
        }
        for seat in self.others(self.turn.active) {
            if !self.mage(seat).is_revealed {
                let factions = Faction::ALL.iter().filter(|&&faction| self.is_in_play(faction));
                factions.for_each(|&faction| visit(Move::Accuse { seat, faction }));
            }
        }
    }

    /// Every gem that can be put on an artefact: of the hand, started, or in the variant started
    /// by another.
    pub(crate) fn each_shape(&self, may_help: bool, visit: &mut impl FnMut(Artefact, Domain)) {
        let mage = self.active();
        for artefact in mage.hand.iter() {
            let gems = mage.stock.iter().filter(|&(gem, _)| artefact.needs().count(gem) > 0);
            gems.for_each(|(gem, _)| visit(artefact, gem));
        }
        mage.started.iter().for_each(|artefact| self.each_gem_for(artefact, visit));
        if self.options.grand_alchemist && may_help && !mage.is_exiled {
            for seat in self.others(self.turn.active) {
                let other = self.mage(seat);
                if !other.is_exiled {
                    other.started.iter().for_each(|artefact| self.each_gem_for(artefact, visit));
                }
            }
        }
    }

    /// The gems of the active mage that fit a started artefact.
    fn each_gem_for(&self, artefact: Artefact, visit: &mut impl FnMut(Artefact, Domain)) {
        let mage = self.active();
        let is_last = self.city.empty_slots(artefact) == 1;
        if is_last && mage.power < artefact.facts().power {
            return;
        }
        let gems = mage.stock.iter().filter(|&(gem, _)| self.city.lacks(artefact, gem) > 0);
        gems.for_each(|(gem, _)| visit(artefact, gem));
    }

    /// What the Talent of the own role offers (C4).
    fn each_talent(&self, visit: &mut impl FnMut(Move)) {
        let mage = self.active();
        let Some(role) = mage.role.filter(|role| mage.ready().has(role.card())) else { return };
        match role {
            Role::GrandAlchemist => {
                Domain::ALL.iter().for_each(|&domain| visit(Move::Channel { domain }));
            }
            Role::Preparer => {
                for seat in self.clockwise(self.turn.active) {
                    let is_self = seat == self.turn.active;
                    if is_self || !(mage.is_exiled || self.mage(seat).is_exiled) {
                        let gems = self.city.reserve.iter();
                        gems.for_each(|(gem, _)| visit(Move::Prepare { gem, seat }));
                    }
                }
            }
            Role::Saboteur if mage.is_exiled => {}
            Role::Saboteur => {
                for seat in self.others(self.turn.active) {
                    let other = self.mage(seat);
                    for artefact in other.started.iter() {
                        let gems = self.city.placed[artefact as usize].gems();
                        gems.iter().for_each(|(gem, _)| visit(Move::RemoveGem { artefact, gem }));
                    }
                    let ready = other.ready().iter().filter_map(Card::artefact);
                    ready.for_each(|artefact| visit(Move::Disable { artefact }));
                }
            }
        }
    }

    /// What can be given away (93).
    fn each_gift(&self, visit: &mut impl FnMut(Move)) {
        let mage = self.active();
        if self.turn.has_helped || mage.is_exiled {
            return;
        }
        for seat in self.others(self.turn.active) {
            let other = self.mage(seat);
            if other.is_exiled {
                continue;
            }
            if other.hand.len() < HAND_LIMIT {
                let cards = mage.hand.iter();
                cards.for_each(|artefact| visit(Move::GiveCard { seat, artefact }));
            }
            mage.stock.iter().for_each(|(gem, _)| visit(Move::GiveGem { seat, gem }));
            let artefacts = mage.cards.iter().filter_map(Card::artefact);
            artefacts.for_each(|artefact| visit(Move::GiveArtefact { seat, artefact }));
        }
    }
}

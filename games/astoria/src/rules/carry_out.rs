//! What an allowed step sets off.

use gueridon_game::{Dice, Log, Seat};

use crate::cards::Domain;
use crate::decision::Decision;
use crate::event::Event;
use crate::moves::Move;
use crate::state::Astoria;

impl Astoria {
    /// Does what an allowed step does.
    pub(crate) fn carry_out(
        &mut self,
        seat: Seat,
        step: &Move,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match *step {
            Move::Draw { pile } => self.draw_artefact(pile, dice, log),
            Move::Reinforce(_) => self.reinforce(log),
            Move::Destroy { gem } => self.destroy_gem(gem, log),
            Move::Create { gem } => self.create_gem(gem, log),
            Move::Shape { artefact, gem } => match self.decision {
                Decision::ShapeAgain { .. } => self.shape_again(artefact, gem, log),
                _ => self.shape(artefact, gem, log),
            },
            Move::Use { card } | Move::Tilt { card } => {
                let made = self.tilt(seat, card, log);
                self.use_glyphs(seat, made, dice, log);
            }
            Move::Channel { domain } => {
                let made = self.tilt_role(seat, domain, log);
                self.use_glyphs(seat, made, dice, log);
            }
            Move::Prepare { gem, seat: to } => self.prepare(gem, to, log),
            Move::RemoveGem { artefact, gem } => self.remove_gem(artefact, gem, log),
            Move::Disable { artefact } => self.disable(artefact, log),
            Move::Tribute { gem } => self.pay_tribute(gem, log),
            Move::Fight { chief } => self.start_fight(chief, log),
            Move::PlaceGuard(_) => self.place_guard(log),
            Move::Accuse { seat: target, faction } => self.accuse(target, faction, dice, log),
            Move::Assault(_) => self.start_assault(log),
            Move::GiveCard { seat: to, artefact } => self.give_card(to, artefact, log),
            Move::GiveGem { seat: to, gem } => match self.decision {
                Decision::GiveAnother { .. } => self.give_another(to, gem, log),
                _ => self.give_gem(to, gem, log),
            },
            Move::GiveArtefact { seat: to, artefact } => self.give_artefact(to, artefact, log),
            Move::EndTurn(_) => {
                log.all(Event::TurnEnded { seat });
                self.end_turn(dice, log);
            }
            Move::Weaken { force, domain } => self.weaken(force, domain, log),
            Move::KillGuard { seat: owner, domain } => self.attack_guard(owner, domain, log),
            Move::Recover { gem } => self.recover(gem, log),
            Move::Empower(_) => self.empower(log),
            Move::StealCard { seat: from, back } => self.steal_card(from, back, dice, log),
            Move::Wound(_) => self.wound_king(log),
            Move::StealArtefact { artefact } => self.steal_artefact(artefact, log),
            Move::Peek { count } => self.peek(count, dice, log),
            Move::Heal(_) => self.spend_on_health(log),
            Move::Strike(_) => match self.decision {
                Decision::Fight { chief } => self.strike_chief(chief, dice, log),
                _ => self.ask_defenders(dice, log),
            },
            Move::Defend(_) => self.close_defence(dice, log),
            Move::Decline(_) => self.decline(seat, dice, log),
            Move::ReadyAll(_) => self.ready_all(seat, dice, log),
            Move::Ready { card } => self.ready(seat, card, dice, log),
            Move::ChooseRole { role } => self.choose_role(seat, role, dice, log),
        }
    }

    /// What glyphs are for that a card was just tilted for.
    fn use_glyphs(
        &mut self,
        seat: Seat,
        made: (Domain, u8),
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match self.decision {
            Decision::Fight { .. } | Decision::Assault => {
                self.turn.pool.add_many(made.0, made.1);
            }
            Decision::Defend { .. } => self.defend_with(made, log),
            Decision::SaveGuard { .. } => self.answer_for_guard(seat, true, log),
            Decision::Counter { .. } => self.answer_malefice(seat, true, dice, log),
            _ => self.generate(made),
        }
    }

    fn decline(&mut self, seat: Seat, dice: &mut Dice, log: &mut Log<Event>) {
        match self.decision {
            Decision::Defend { .. } => self.decline_defence(dice, log),
            Decision::SaveGuard { .. } => self.answer_for_guard(seat, false, log),
            Decision::Counter { .. } => self.answer_malefice(seat, false, dice, log),
            Decision::Ready { .. } => self.leave_tilted(seat, dice, log),
            _ => {
                log.all(Event::Declined { seat });
                self.decision = Decision::Act;
            }
        }
    }
}

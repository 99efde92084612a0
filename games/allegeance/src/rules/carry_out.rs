//! What an allowed step sets off.

use gueridon_game::{Dice, Log, Seat};

use crate::decision::Decision;
use crate::event::Event;
use crate::moves::Move;
use crate::state::{Allegeance, Shift};

impl Allegeance {
    /// Does what an allowed step does, up to the next question.
    pub(crate) fn carry_out(
        &mut self,
        seat: Seat,
        step: Move,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match (self.decision, step) {
            (Decision::ChooseOath, Move::KeepOath { oath }) => self.keep_dealt(seat, oath, log),
            (_, Move::KeepOath { oath }) => self.keep_drafted(seat, oath, log),
            (_, Move::DiscardOath { oath }) => self.discard_drafted(seat, oath, log),
            (_, Move::Play { card }) => self.play_card(card, dice, log),
            (_, Move::EndTurn(_)) => {
                log.all(Event::ActionsEnded { seat });
                self.end_actions(dice, log);
            }
            (_, Move::Discard { card }) => self.discard_card(card, dice, log),
            (_, Move::Refill(_)) => self.refill(dice, log),
            (_, Move::KeepCard { card }) => self.keep_foreseen(card, log),
            (Decision::React { .. }, Move::Cancel(_)) => self.cancel(seat, log),
            (Decision::React { step, .. }, Move::Allow(_)) => {
                self.decision = Decision::Act;
                log.all(Event::PowerAllowed { seat });
                self.strike_home(step, log);
            }
            (Decision::ChiefPower { chief }, Move::Decline(_)) => {
                self.decision = Decision::Act;
                log.all(Event::ChiefPowerDeclined { seat, chief: chief.chief() });
            }
            (Decision::UseOath { .. }, Move::Decline(_)) => self.end_oath(seat, dice, log),
            (Decision::UseOath { .. }, Move::Place { card }) => {
                self.place_card(seat, card, dice, log);
            }
            (Decision::UseOath { .. }, Move::Strike { seat: from, guild }) => {
                self.strike_with_oath(seat, from, guild, dice, log);
            }
            (Decision::UseOath { .. }, Move::Mirror { from, to }) => {
                self.mirror(seat, Shift { from, to }, dice, log);
            }
            (Decision::ChiefPower { .. } | Decision::AimCopied { .. }, _) => {
                if let Some((_, power)) = self.asked_power() {
                    self.aim(power, step, dice, log);
                }
            }
            _ => {
                if let Some(guild) = Self::guild_used(step) {
                    self.use_power(guild, step, dice, log);
                }
            }
        }
    }
}

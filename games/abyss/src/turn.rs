//! From one question to the next, and from one turn to the next.

use gueridon_game::{Dice, Log, Seat};

use crate::agenda::Task;
use crate::cards::Lord;
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::state::{Abyss, Turn};

impl Abyss {
    /// Does what is on the agenda until something is asked, and answers by itself what has but one
    /// answer that all can see.
    pub(crate) fn advance(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        loop {
            if !self.claimants.is_empty() {
                return;
            }
            if self.decision != Decision::Nothing {
                let Some(only) = self.only_answer() else { return };
                self.carry_out(self.turn.active, &only, dice, log);
                continue;
            }
            let Some(task) = self.agenda.pop() else { return };
            match task {
                Task::Reveal => self.reveal(dice, log),
                Task::EndExploration => self.end_exploration(log),
                Task::Arrival(lord) => self.resolve_arrival(lord, dice, log),
                Task::SpentKrakens => self.discard_spent_krakens(log),
                Task::Shareholders => self.pay_shareholders(log),
                Task::Affiliation(lord) => self.ask_affiliation(lord, log),
                Task::Search(site) => self.enter_site(site, dice, log),
                Task::RefillCourt => self.refill_court(dice, log),
                Task::CheckKeys => self.check_keys(),
                Task::LastPowers => self.offer_last_powers(),
                Task::CutHand => self.cut_hand_of(self.turn.active, log),
                Task::PassTurn => self.pass_turn(dice, log),
                Task::Count => self.lay_open(dice, log),
            }
        }
    }

    /// Tells everybody, before the first step, whom the lot has chosen to begin (E1).
    pub(crate) fn tell_who_begins(&mut self, log: &mut Log<Event>) {
        if !std::mem::replace(&mut self.has_begun, true) {
            log.all(Event::GameStarted { seat: self.turn.active });
        }
    }

    /// The end of every turn, once its action is done (E32).
    pub(crate) fn plan_end_of_turn(&mut self) {
        self.agenda.extend([Task::PassTurn, Task::CutHand, Task::LastPowers, Task::CheckKeys]);
    }

    fn pass_turn(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        if self.turn.extra_turn {
            self.start_turn(self.turn.active, log);
            return;
        }
        let next = self.turn.active.next(self.seat_count());
        if self.ending == Some(next) {
            self.agenda.push(Task::Count);
            if self.options.kraken {
                dice.uncover();
                self.convert_hands(log);
            }
        } else {
            self.start_turn(next, log);
        }
    }

    fn lay_open(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        dice.uncover();
        self.affiliate_hands(log);
        self.reveal_tokens(log);
        self.decision = Decision::Over;
        log.all(Event::GameEnded {});
    }

    /// Begins a turn of `seat`: powers and purchases start anew, and the Landlord pays.
    pub(crate) fn start_turn(&mut self, seat: Seat, log: &mut Log<Event>) {
        let extra = self.turn.extra_turn;
        self.turn = Turn::of(seat);
        self.ready_sentinels(seat);
        log.all(Event::TurnStarted { seat, extra });
        if self.active().has_active(Lord::Landlord) {
            self.gain_pearls(seat, 1, Source::Lord(Lord::Landlord), log);
        }
        self.decision = Decision::Act;
    }
}

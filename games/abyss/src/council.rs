//! The support of the Council.

use gueridon_game::{Dice, Log, Seats};

use crate::board::Post;
use crate::cards::{Lord, Race};
use crate::decision::Decision;
use crate::event::Event;
use crate::state::Abyss;

impl Abyss {
    /// Takes a stack of the Council into the hand (E23).
    pub(crate) fn take_stack(&mut self, race: Race, dice: &mut Dice, log: &mut Log<Event>) {
        dice.uncover();
        let seat = self.turn.active;
        let cards = self.board.take_stack(race);
        self.active_mut().hand.add_all(&cards);
        let count = cards.len() as u8;
        let told = |cards| Event::StackTaken { seat, race, count, cards };
        log.only(Seats::just(seat), told(Some(cards)), Some(told(None)));
        self.release(Post::Stack(race), log);
    }

    /// The Council's support: a stack, and with the Alchemist a second one (E23, E24).
    pub(crate) fn take_support(&mut self, race: Race, dice: &mut Dice, log: &mut Log<Event>) {
        self.plan_end_of_turn();
        self.take_stack(race, dice, log);
        if self.active().has_active(Lord::Alchemist) && self.open_stacks().next().is_some() {
            self.decision = Decision::SecondStack;
        }
    }
}

//! Powers that their owner uses at will, once a turn (E6).

use gueridon_game::{Dice, Log};

use crate::board::Post;
use crate::cards::{Card, Lord, Race};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::state::Abyss;

/// What the Slaver pays for an Ally.
const SLAVER_PEARLS: u16 = 2;

/// The Lords whose power is used at will, by the bit that says it was used in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Power {
    Slaver = 1,
    Oracle = 2,
    Opportunist = 4,
    Ferryman = 8,
    Recipient = 16,
}

impl Power {
    pub(crate) const ALL: [Self; 5] =
        [Self::Slaver, Self::Oracle, Self::Opportunist, Self::Ferryman, Self::Recipient];

    pub(crate) fn lord(self) -> Lord {
        match self {
            Self::Slaver => Lord::Slaver,
            Self::Oracle => Lord::Oracle,
            Self::Opportunist => Lord::Opportunist,
            Self::Ferryman => Lord::Ferryman,
            Self::Recipient => Lord::Recipient,
        }
    }
}

impl Abyss {
    /// Whether the owner may use powers at this decision (E6).
    pub(crate) fn powers_are_offered(&self) -> bool {
        self.claimants.is_empty()
            && matches!(
                self.decision,
                Decision::Act
                    | Decision::TakeOrReveal
                    | Decision::FightOrReveal
                    | Decision::ChooseReward
                    | Decision::SecondStack
                    | Decision::Affiliate { .. }
                    | Decision::EndTurn
            )
    }

    /// Whether the active player has this power and has not used it in this turn.
    pub(crate) fn is_ready(&self, power: Power) -> bool {
        self.turn.used_powers & power as u8 == 0 && self.active().has_active(power.lord())
    }

    /// The Lords whose power was used in this turn.
    pub(crate) fn used_powers(&self) -> impl Iterator<Item = Lord> {
        let used = |power: &Power| self.turn.used_powers & *power as u8 != 0;
        Power::ALL.into_iter().filter(used).map(Power::lord)
    }

    /// Whether the active player has a use for any power.
    pub(crate) fn has_usable_power(&self) -> bool {
        (self.is_ready(Power::Slaver) && !self.active().hand.is_empty())
            || (self.is_ready(Power::Oracle) && self.open_stacks().next().is_some())
            || (self.is_ready(Power::Opportunist)
                && !self.board.lord_deck.is_empty()
                && self.open_lords().next().is_some())
            || (self.options.kraken && (self.can_swap_nebulis() || self.can_invite_lord()))
    }

    /// Whether the Ferryman has a Nebulis to exchange.
    pub(crate) fn can_swap_nebulis(&self) -> bool {
        self.is_ready(Power::Ferryman) && self.active().nebulis > 0
    }

    /// Whether the Recipient may add a Lord to the Court now. Between the payment for a Lord and
    /// the refill of the Court it may not, so that the Lords left are those that the recruitment
    /// left (E6b).
    pub(crate) fn can_invite_lord(&self) -> bool {
        self.is_ready(Power::Recipient)
            && !matches!(self.decision, Decision::Affiliate { .. })
            && !self.board.court.is_full()
            && !self.board.lord_deck.is_empty()
    }

    /// Powers that may still be used before the turn ends (E6).
    pub(crate) fn offer_last_powers(&mut self) {
        if self.has_usable_power() {
            self.decision = Decision::EndTurn;
        }
    }

    /// The Slaver: an Ally of the hand for 2 Pearls.
    pub(crate) fn sell_ally(&mut self, ally: Card, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.turn.used_powers |= Power::Slaver as u8;
        if self.active_mut().hand.take(ally) {
            self.board.discard.add(ally);
            log.all(Event::AllySold { seat, ally });
            self.gain_pearls(seat, SLAVER_PEARLS, Source::Lord(Lord::Slaver), log);
        }
    }

    /// The Oracle: a stack of the Council is discarded unseen.
    pub(crate) fn discard_stack(&mut self, race: Race, log: &mut Log<Event>) {
        self.turn.used_powers |= Power::Oracle as u8;
        let stack = self.board.take_stack(race);
        self.board.discard.add_all(&stack);
        let count = stack.len() as u8;
        log.all(Event::StackDiscarded { seat: self.turn.active, race, count });
        self.release(Post::Stack(race), log);
    }

    /// The Opportunist: a new Lord on the very space of one thrown out (E37).
    pub(crate) fn replace_court_lord(&mut self, lord: Lord, dice: &mut Dice, log: &mut Log<Event>) {
        self.turn.used_powers |= Power::Opportunist as u8;
        let Some(by) = self.board.lord_deck.draw(dice) else { return };
        if let Some(space) = self.board.court.iter_mut().find(|space| **space == lord) {
            *space = by;
            self.board.lords_out.add(lord);
            log.all(Event::LordReplaced { seat: self.turn.active, lord, by });
            self.release(Post::Lord(lord), log);
        }
    }

    /// The Ferryman: a Nebulis for a Pearl.
    pub(crate) fn swap_nebulis(&mut self, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.turn.used_powers |= Power::Ferryman as u8;
        log.all(Event::NebulisReturned { seat, nebulis: 1 });
        self.change_nebulis(log, |game| game.active_mut().nebulis -= 1);
        self.gain_pearls(seat, 1, Source::Lord(Lord::Ferryman), log);
    }

    /// The Recipient: one more Lord at Court, for nothing.
    pub(crate) fn invite_lord(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        self.turn.used_powers |= Power::Recipient as u8;
        if let Some(lord) = self.add_to_court(dice) {
            log.all(Event::LordInvited { seat: self.turn.active, lord });
        }
    }
}

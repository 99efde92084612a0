//! What happens after the last turn: the Allegiances are revealed and take effect (F24).

use gueridon_game::{Dice, Log, Seat, Seats};

use crate::cards::{Card, Cards, Guild, OathEffect, OathFacts};
use crate::decision::Decision;
use crate::event::Event;
use crate::history::Passage;
use crate::state::{Allegeance, Shift};

impl Allegeance {
    /// All Allegiances join the fields of their owners; then each has its effect, in seat order
    /// from the first player.
    pub(crate) fn reveal_oaths(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        dice.uncover();
        self.revealed = true;
        for seat in self.seats_in_order() {
            if let Some(oath) = self.player(seat).oath {
                let &OathFacts { guild, counts_as: partisans, .. } = oath.facts();
                log.all(Event::OathRevealed { seat, oath, guild, partisans });
            }
        }
        self.next_oath(None, dice, log);
    }

    /// Goes on with the Allegiances of those after `done`, until one asks its owner something.
    fn next_oath(&mut self, done: Option<Seat>, dice: &mut Dice, log: &mut Log<Event>) {
        let count = usize::from(self.seat_count());
        let from = done.map_or(0, |done| {
            self.seats_in_order().position(|seat| seat == done).map_or(count, |place| place + 1)
        });
        for seat in self.seats_in_order().skip(from) {
            let Some(oath) = self.player(seat).oath else { continue };
            let left = match oath.facts().effect {
                OathEffect::Reveal { cards } => {
                    self.reveal_cards(seat, cards, dice, log);
                    continue;
                }
                OathEffect::Place { cards } => cards,
                OathEffect::Strike { opponents } => opponents,
                OathEffect::Mirror {} => 1,
                _ => continue,
            };
            self.decision = Decision::UseOath { seat, left, struck: Seats::NONE };
            if self.can_use_oath() {
                return;
            }
        }
        self.decision = Decision::Over;
        log.all(Event::GameEnded {});
    }

    /// The Veil: the next cards of the pile join the field, without gems or powers.
    fn reveal_cards(&mut self, seat: Seat, count: u8, dice: &mut Dice, log: &mut Log<Event>) {
        let mut revealed = Cards::new();
        self.draw_cards(count.into(), dice, log, |game, card| {
            game.history.note(Passage::Shown(card.kind));
            revealed.add(card.kind);
        });
        self.player_mut(seat).field.add_all(&revealed);
        log.all(Event::CardsRevealed { seat, cards: revealed });
    }

    /// The effect that is being used.
    pub(crate) fn used_oath(&self) -> Option<OathEffect> {
        match self.decision {
            Decision::UseOath { seat, .. } => {
                self.player(seat).oath.map(|oath| oath.facts().effect)
            }
            _ => None,
        }
    }

    /// Whether the effect that is being used can still change anything.
    fn can_use_oath(&self) -> bool {
        let mut can = false;
        self.each_oath_use(&mut |_| can = true);
        can
    }

    /// One use of the effect is made; if another is possible the same question stands.
    fn after_oath_use(&mut self, struck: Seats, dice: &mut Dice, log: &mut Log<Event>) {
        let Decision::UseOath { seat, left, struck: before } = self.decision else { return };
        let left = left.saturating_sub(1);
        self.decision = Decision::UseOath { seat, left, struck: before.union(struck) };
        if left == 0 || !self.can_use_oath() {
            self.next_oath(Some(seat), dice, log);
        }
    }

    /// Declines what is left of an effect.
    pub(crate) fn end_oath(&mut self, seat: Seat, dice: &mut Dice, log: &mut Log<Event>) {
        log.all(Event::OathDeclined { seat });
        self.next_oath(Some(seat), dice, log);
    }

    /// The Grimoire: a card of the hand joins the field, without gems or power.
    pub(crate) fn place_card(
        &mut self,
        seat: Seat,
        card: Card,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        self.leave_hand(seat, card, dice);
        self.player_mut(seat).field.add(card);
        log.all(Event::CardPlaced { seat, card });
        self.after_oath_use(Seats::NONE, dice, log);
    }

    /// The Blade: a free card of an opponent is discarded; no Protection helps (F22).
    pub(crate) fn strike_with_oath(
        &mut self,
        seat: Seat,
        from: Seat,
        guild: Guild,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        self.strike(seat, from, guild, 1, log);
        self.after_oath_use(Seats::just(from), dice, log);
    }

    /// The Mirror: a partisan counts for another guild from now on.
    pub(crate) fn mirror(
        &mut self,
        seat: Seat,
        shift: Shift,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        // Disguises are over, so there is room.
        self.player_mut(seat).shifts.try_push(shift).ok();
        log.all(Event::PartisanMirrored { seat, from: shift.from, to: shift.to });
        self.after_oath_use(Seats::NONE, dice, log);
    }
}

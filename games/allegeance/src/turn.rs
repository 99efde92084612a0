//! The course of a turn: cards are played, and at its end discarded and drawn.

use gueridon_game::pile::KnownCard;
use gueridon_game::{Dice, Kind, Log, Seat, Seats};

use crate::cards::{Card, Cards, Guild, HAND_SIZE, Power, TableFacts};
use crate::decision::Decision;
use crate::event::Event;
use crate::history::Passage;
use crate::state::{Allegeance, Turn};

impl Allegeance {
    pub(crate) fn start_turn(&mut self, seat: Seat, round: u8, log: &mut Log<Event>) {
        self.turn = Turn::of(seat, round);
        self.decision = Decision::Act;
        log.all(Event::TurnStarted { seat, round });
    }

    /// Plays a card of the hand: it brings gems, and a chief its power (F6, F9, F11).
    pub(crate) fn play_card(&mut self, card: Card, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.turn.plays_left -= 1;
        self.leave_hand(seat, card, dice);
        self.active_mut().field.add(card);
        log.all(Event::CardPlayed { seat, card });
        self.draw_gems(seat, card.gems(), dice, log);
        let Some(facts) = card.chief_facts() else { return };
        if self.can_use(facts.power) {
            self.decision = Decision::ChiefPower { chief: card.guild() };
        } else {
            log.all(Event::ChiefPowerLost { seat, chief: card });
        }
    }

    /// Draws up to `count` cards, each with those who knew that it lay on the pile; an empty pile
    /// is made anew from the discard (F14).
    pub(crate) fn draw_cards(
        &mut self,
        count: usize,
        dice: &mut Dice,
        log: &mut Log<Event>,
        mut take: impl FnMut(&mut Self, KnownCard<Card>),
    ) {
        for _ in 0..count {
            let discard = self.board.discard;
            if self.board.deck.renew(&mut self.board.discard) {
                self.renewed(discard);
                log.all(Event::DeckReshuffled { cards: discard.len() as u8 });
            }
            let Some(card) = self.board.deck.take(dice) else { return };
            take(self, card);
        }
    }

    /// `seat` draws up to `count` cards into its hand.
    pub(crate) fn draw_to_hand(
        &mut self,
        seat: Seat,
        count: usize,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let mut drawn = Cards::new();
        self.draw_cards(count, dice, log, |game, card| {
            game.history.note(Passage::Drawn(seat, card.kind));
            game.join_hand(seat, card);
            drawn.add(card.kind);
        });
        if !drawn.is_empty() {
            let told = |cards| Event::CardsDrawn { seat, count: drawn.len() as u8, cards };
            log.only(Seats::just(seat), told(Some(drawn)), Some(told(None)));
        }
    }

    /// Ends the actions of a turn; whoever holds cards may discard some (F15).
    pub(crate) fn end_actions(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        if self.active().hand.is_empty() {
            self.refill(dice, log);
        } else {
            self.decision = Decision::DiscardCards;
        }
    }

    pub(crate) fn discard_card(&mut self, card: Card, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.leave_hand(seat, card, dice);
        self.board.discard.add(card);
        log.all(Event::CardDiscarded { seat, card });
        self.end_actions(dice, log);
    }

    /// Refills the hand and passes the turn on; what lasted until the end of the turn is over
    /// after that (F15, F16).
    pub(crate) fn refill(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let missing = self.refill_limit().saturating_sub(self.active().hand.len());
        self.draw_to_hand(seat, missing, dice, log);
        let disguised = self.active().shifts.len() as u8;
        if disguised > 0 {
            self.active_mut().shifts.clear();
            log.all(Event::DisguisesDropped { seat, count: disguised });
        }
        self.pass_turn(dice, log);
    }

    /// To how many cards the active player refills: more with Magiciennes, by majority and with a
    /// partisan (F5, F16), or by a copy of their power (F20).
    fn refill_limit(&self) -> usize {
        let seat = self.turn.active;
        let raised = |guild: &Guild| match guild.facts().power {
            Power::RefillMore { cards } if self.is_entitled(seat, *guild) => cards,
            _ => 0,
        };
        let raised = Guild::ALL.iter().map(raised).max().unwrap_or_default();
        HAND_SIZE.max(raised.into()).max(self.turn.copied_limit.into())
    }

    /// All have equal turns; after the last one come the Allegiances (F23).
    fn pass_turn(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let next = self.turn.active.next(self.seat_count());
        let round = self.turn.round + u8::from(next == self.first);
        if round > TableFacts::of(self.seat_count()).rounds {
            self.reveal_oaths(dice, log);
        } else {
            self.start_turn(next, round, log);
        }
    }
}

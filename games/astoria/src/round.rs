//! Rounds and turns: the invasion card, who is next, and what ends a turn (5 to 11).

use gueridon_game::{Bag, Dice, Log, Seat};

use crate::cards::{Cause, DRAGON_LAST, Faction, GROWTH_LAST, Invasion, POWER_MOST, Role};
use crate::decision::Decision;
use crate::event::Event;
use crate::moves::Move;
use crate::state::Astoria;

impl Astoria {
    /// Begins a round: the first player turns up an invasion card and then has the first turn (5).
    pub(crate) fn start_round(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        self.turn.round += 1;
        self.turn.taken = 0;
        self.turn.was_agitated = false;
        log.all(Event::RoundStarted { seat: self.turn.first, round: self.turn.round });
        self.draw_round_card(dice, log);
        if !self.is_over() {
            self.start_turn(self.turn.first, log);
        }
    }

    /// Ends a round, and the game if it was the last (81); else the next mage is first (5).
    pub(crate) fn next_round(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        if self.is_last_round() {
            self.end(Cause::LastRound, None, log);
            return;
        }
        self.turn.first = self.turn.first.next(self.seat_count());
        self.start_round(dice, log);
    }

    /// Whether the game ends with this round (81).
    pub(crate) fn is_last_round(&self) -> bool {
        self.turn.round >= self.options.round_limit
    }

    fn draw_round_card(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let last = self.city.current.take();
        let Some(card) = self.draw_invasion(dice, log) else {
            // There is none: the flux stays what it was (48).
            self.city.current = last;
            return;
        };
        self.city.current = Some(card);
        log.all(Event::InvasionDrawn { seat: self.turn.first, card });
        let facts = card.facts();
        if facts.hammers > 0 && self.city.reinforcements < GROWTH_LAST {
            self.city.reinforcements = GROWTH_LAST.min(self.city.reinforcements + facts.hammers);
            log.all(Event::ReinforcementsRose { reinforcements: self.city.reinforcements });
        }
        if facts.dragon > 0 {
            self.city.dragon = DRAGON_LAST.min(self.city.dragon + facts.dragon);
            log.all(Event::DragonMoved { dragon: self.city.dragon });
        }
        if facts.chief.is_none() {
            self.city.discard.add(card);
        } else if self.city.chiefs.try_push(card).is_ok() {
            log.all(Event::ChiefArrived { chief: card });
        }
        if self.city.dragon == DRAGON_LAST {
            self.end(Cause::DragonRage, Some(Faction::Dragon), log);
        }
    }

    /// Draws an invasion card; of an empty deck the discard makes a new one, all but the card in
    /// force (48, 48a).
    fn draw_invasion(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Option<Invasion> {
        dice.uncover();
        let city = &mut self.city;
        if city.deck.is_empty() && self.options.reshuffle_invasion {
            let stays = city.current.into_iter().collect();
            let cards: Bag<_, _> = city.discard.without(stays).iter().collect();
            city.discard = city.discard.and(stays);
            city.deck.shuffle_in(&cards);
            if !cards.is_empty() {
                log.all(Event::DeckReshuffled { cards: cards.len() as u8 });
            }
        }
        city.deck.draw(dice)
    }

    /// Draws the card that decides a fight: without effects, and then under the discard (43, 45,
    /// 46). Without a card left, the one in force decides (48).
    pub(crate) fn draw_combat_card(
        &mut self,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Option<Invasion> {
        let drawn = self.draw_invasion(dice, log);
        if let Some(card) = drawn {
            self.city.discard.add(card);
        }
        let card = drawn.or(self.city.current)?;
        log.all(Event::CombatCardDrawn { card });
        Some(card)
    }

    fn start_turn(&mut self, seat: Seat, log: &mut Log<Event>) {
        self.turn.active = seat;
        self.turn.actions = self.actions_a_turn();
        self.turn.has_helped = false;
        self.decision = Decision::Act;
        log.all(Event::TurnStarted { seat, actions: self.turn.actions });
    }

    /// Ends the turn, and with the last turn the round (5).
    pub(crate) fn end_turn(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        self.lose_pool(log);
        let seat = self.turn.active;
        let mage = self.active_mut();
        if mage.role == Some(Role::Preparer) && mage.power > 0 {
            let power = std::mem::take(&mut mage.power);
            log.all(Event::PowerFaded { seat, power });
        }
        self.turn.actions = 0;
        self.turn.taken += 1;
        if self.turn.taken < self.turns_a_round() {
            self.start_turn(seat.next(self.seat_count()), log);
        } else {
            self.defend_walls(dice, log);
        }
    }

    /// Glyphs that nobody spends are lost (22).
    pub(crate) fn lose_pool(&mut self, log: &mut Log<Event>) {
        if !self.turn.pool.is_empty() {
            let glyphs = std::mem::take(&mut self.turn.pool);
            log.all(Event::GlyphsLost { seat: self.turn.active, glyphs });
        }
    }

    /// Takes an action of the turn that makes no glyphs: those that wait are lost (22, 33a).
    pub(crate) fn spend_action(&mut self, log: &mut Log<Event>) {
        self.turn.actions = self.turn.actions.saturating_sub(1);
        self.lose_pool(log);
    }

    /// Answers by itself what has but one answer, as far as everybody can see that it has.
    pub(crate) fn settle(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        loop {
            match self.decision {
                Decision::ChooseRole { seat } => {
                    let Some(role) = self.only_role() else { return };
                    self.choose_role(seat, role, dice, log);
                }
                Decision::Act if self.has_nothing_to_do() => self.end_turn(dice, log),
                Decision::ShapeAgain { may_help } if !self.may_shape_again(may_help) => {
                    self.decision = Decision::Act;
                }
                Decision::GiveAnother { .. } if self.active().stock.is_empty() => {
                    self.decision = Decision::Act;
                }
                Decision::Fight { chief } if !self.active().can_make_glyphs() => {
                    self.strike_chief(chief, dice, log);
                }
                Decision::Assault if !self.active().can_make_glyphs() => {
                    self.ask_defenders(dice, log);
                }
                Decision::Defend { seat, has_announced: true, .. }
                    if !self.mage(seat).can_make_glyphs() =>
                {
                    self.close_defence(dice, log);
                }
                _ => return,
            }
        }
    }

    /// The one role that is left to choose, if there is but one.
    fn only_role(&self) -> Option<Role> {
        let mut roles = self.city.roles_out.iter();
        let (role, _) = roles.next()?;
        if roles.next().is_some() { None } else { Some(role) }
    }

    /// Whether the active mage can do nothing but end the turn. What the hand holds plays no part
    /// in it: a gem to put on it could also be destroyed.
    fn has_nothing_to_do(&self) -> bool {
        let (turn, mage) = (&self.turn, self.active());
        if turn.actions > 0 && (mage.power < POWER_MOST || !mage.stock.is_empty()) {
            return false;
        }
        if turn.actions == 0 && turn.pool.is_empty() {
            return true;
        }
        let gains = mage.power < POWER_MOST;
        let mut open = false;
        self.each_move(turn.active, &mut |step| {
            open |= match step {
                Move::EndTurn(_) => false,
                // Glyphs may be spent on Power beyond the most (20d), but nobody is asked to.
                Move::Empower(_) => gains,
                _ => true,
            };
        });
        !open
    }
}

//! What powers do: those of guilds, of chiefs, and copied ones.

use gueridon_game::pile::KnownCard;
use gueridon_game::{Dice, Log, Seat, Seats};

use crate::cards::{Card, DISGUISED, Guild, Power, SACRIFICED};
use crate::decision::Decision;
use crate::event::{Event, Preview};
use crate::history::Passage;
use crate::moves::Move;
use crate::state::{Allegeance, Shift};

impl Allegeance {
    /// Uses the power of `guild` in one's turn: its cost is paid, and it is used up (F10, F12).
    pub(crate) fn use_power(
        &mut self,
        guild: Guild,
        step: Move,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        self.pay_for(guild, log);
        self.turn.used.add(guild);
        self.aim(guild.facts().power, step, dice, log);
    }

    /// Uses a power as `step` says; a player it is aimed at may cancel it first (F22).
    pub(crate) fn aim(&mut self, power: Power, step: Move, dice: &mut Dice, log: &mut Log<Event>) {
        self.decision = Decision::Act;
        match step.target() {
            Some((at, guild, count)) if self.player(at).protections() > 0 => {
                self.decision = Decision::React { seat: at, step };
                let (seat, power) = (self.turn.active, Self::guild_used(step));
                let own = step.offered();
                log.all(Event::PowerAimed { seat, at, power, guild, count, own });
            }
            Some(_) => self.strike_home(step, log),
            None => self.apply(power, step, dice, log),
        }
    }

    /// Does what a power does that is aimed at nobody.
    fn apply(&mut self, power: Power, step: Move, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        match (power, step) {
            (Power::RaiseProtection {}, _) => {
                self.active_mut().protected = true;
                log.all(Event::ProtectionRaised { seat });
            }
            (Power::TakeProtection {}, _) => {
                self.board.fifth_protection = false;
                self.active_mut().fifth = true;
                log.all(Event::ProtectionTaken { seat });
            }
            (Power::Foresee { cards }, _) => self.foresee(cards, dice, log),
            (Power::ExtraPlay { plays }, _) => {
                self.turn.plays_left = self.turn.plays_left.saturating_add(plays);
                log.all(Event::PlaysGained { seat, plays });
            }
            (Power::Draw { cards }, _) => self.draw_to_hand(seat, cards.into(), dice, log),
            (Power::RefillMore { cards }, _) => {
                self.turn.copied_limit = self.turn.copied_limit.max(cards);
                log.all(Event::RefillRaised { seat, cards });
            }
            (_, Move::Exhume { card }) => {
                self.board.discard.take(card);
                self.active_mut().field.add(card);
                log.all(Event::CardExhumed { seat, card });
            }
            (_, Move::Disguise { guild }) => self.disguise(guild, log),
            (_, Move::Sacrifice { guild }) => {
                self.active_mut().take_partisan(SACRIFICED);
                self.active_mut().sacrificed += 1;
                self.turn.used.add(guild);
                log.all(Event::DamnedSacrificed { seat, guild });
                self.copy(guild, dice, log);
            }
            (_, Move::Copy { guild }) => {
                log.all(Event::PowerCopied { seat, guild });
                self.copy(guild, dice, log);
            }
            // Nothing else is a way of using a power.
            _ => {}
        }
    }

    /// Does what an aimed power does once nobody cancels it.
    pub(crate) fn strike_home(&mut self, step: Move, log: &mut Log<Event>) {
        let seat = self.turn.active;
        match step {
            Move::Steal { seat: from, guild } => {
                if let Some(card) = self.player_mut(from).take_partisan(guild) {
                    self.active_mut().field.add(card);
                }
                log.all(Event::CardStolen { seat, from, guild });
            }
            Move::Strike { seat: from, guild } => self.strike(seat, from, guild, 1, log),
            Move::Crush { seat: from, guild, count } => self.strike(seat, from, guild, count, log),
            Move::Swap { own, seat: with, guild } => {
                let given = self.active_mut().take_partisan(own);
                let taken = self.player_mut(with).take_partisan(guild);
                self.player_mut(with).field.add_all(&given.into_iter().collect());
                self.active_mut().field.add_all(&taken.into_iter().collect());
                log.all(Event::CardsSwapped { seat, own, with, guild });
            }
            // Nothing else is aimed at anybody.
            _ => {}
        }
    }

    /// Discards free cards of one guild of `from`.
    pub(crate) fn strike(
        &mut self,
        seat: Seat,
        from: Seat,
        guild: Guild,
        count: u8,
        log: &mut Log<Event>,
    ) {
        for _ in 0..count {
            if let Some(card) = self.player_mut(from).take_partisan(guild) {
                self.board.discard.add(card);
            }
        }
        log.all(Event::CardsStruck { seat, from, guild, count });
    }

    fn disguise(&mut self, guild: Guild, log: &mut Log<Event>) {
        let shift = Shift { from: DISGUISED, to: guild };
        // There is room for every way of disguising, each of which works once in a turn.
        self.active_mut().shifts.try_push(shift).ok();
        log.all(Event::FossoyeurDisguised { seat: self.turn.active, guild });
    }

    /// Uses the copied power of `guild`, at once where there is nothing to choose (F20).
    fn copy(&mut self, guild: Guild, dice: &mut Dice, log: &mut Log<Event>) {
        let power = guild.facts().power;
        match power {
            Power::RaiseProtection {}
            | Power::Foresee { .. }
            | Power::ExtraPlay { .. }
            | Power::RefillMore { .. } => {
                // What is in the step does not matter to a power without a choice.
                self.apply(power, Move::Copy { guild }, dice, log);
            }
            _ => self.decision = Decision::AimCopied { guild },
        }
    }

    /// Draws the cards of which one is to be kept.
    fn foresee(&mut self, count: u8, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.draw_cards(count.into(), dice, log, |game, card| {
            game.history.note(Passage::Foreseen(seat, card.kind));
            let knowers = card.knowers.with(seat);
            // No power foresees more cards than the pile of foreseen ones has room for.
            game.board.foreseen.put(card.kind, knowers).ok();
        });
        let cards: Preview = self.board.foreseen.cards().iter().map(|card| card.kind).collect();
        let (count, only) = (cards.len() as u8, cards.first().copied());
        let told = |cards| Event::CardsForeseen { seat, count, cards };
        log.only(Seats::just(seat), told(Some(cards)), Some(told(None)));
        match only {
            // Everybody sees that there is no choice.
            Some(card) if count == 1 => self.keep_foreseen(card, log),
            _ => self.decision = Decision::KeepForeseen,
        }
    }

    /// Keeps one of the cards foreseen; the others go under the pile in the order in which they
    /// were seen (F14). Only who saw them knows them there, and also who knew all of them before
    /// if they are of one kind: any choice among them is the same.
    pub(crate) fn keep_foreseen(&mut self, card: Card, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let mut foreseen = std::mem::take(&mut self.board.foreseen);
        let are_alike = foreseen.cards().iter().all(|other| other.kind == card);
        let knowers = if are_alike {
            let knew = |by: &Seat| foreseen.cards().iter().all(|card| card.knowers.contains(*by));
            self.seats().filter(knew).collect()
        } else {
            Seats::just(seat)
        };
        let is_it = |place: &usize| foreseen.cards()[*place].kind == card;
        let place = (0..foreseen.len()).find(is_it).unwrap_or_default();
        self.history.note(Passage::Kept(seat, place as u8));
        if let Some(KnownCard { kind, .. }) = foreseen.take(place) {
            self.join_hand(seat, KnownCard { kind, knowers });
        }
        let under = foreseen.len() as u8;
        for other in foreseen.cards() {
            // The pile has room for every card of the game.
            self.board.deck.put_under(other.kind, knowers).ok();
        }
        let told = |card| Event::CardKept { seat, card, under };
        log.only(Seats::just(seat), told(Some(card)), Some(told(None)));
        self.decision = Decision::Act;
    }

    /// Cancels the power aimed at `seat`: its own Protection turns grey, or else the fifth one
    /// goes for good (F22, F22a).
    pub(crate) fn cancel(&mut self, seat: Seat, log: &mut Log<Event>) {
        let player = self.player_mut(seat);
        let fifth = !player.protected;
        if fifth {
            player.fifth = false;
        } else {
            player.protected = false;
        }
        self.decision = Decision::Act;
        log.all(Event::PowerCancelled { seat, fifth });
    }
}

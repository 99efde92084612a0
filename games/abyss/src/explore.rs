//! Exploring the depths: revealing, selling, taking, fighting.

use arrayvec::ArrayVec;
use gueridon_game::{Dice, Kind, Log, Seat, Seats};

use crate::agenda::Task;
use crate::cards::{Card, Cards, LAST_SPACE_BONUS, Lord, Race, Reward, THREAT, TRACK_SPACES};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::state::Abyss;

impl Abyss {
    /// What the next Ally costs: one more than the Allies already bought in this turn (E10).
    pub(crate) fn ally_price(&self) -> u16 {
        u16::from(self.turn.purchases) + 1
    }

    /// Begins an exploration.
    pub(crate) fn explore(&mut self) {
        self.plan_end_of_turn();
        self.agenda.push(Task::Reveal);
    }

    /// Turns up the next card (E8) and asks what its kind asks.
    pub(crate) fn reveal(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        self.reshuffle(log);
        let active = self.turn.active;
        // E7: at most four cards lie on the track, and the six Monsters are in the deck, on the
        // track or in the discard, so there is a card and a space for it.
        let drawn = if self.track_is_full() { None } else { self.board.deck.draw(dice) };
        let Some(card) = drawn else {
            self.agenda.push(Task::EndExploration);
            return;
        };
        self.board.track.push(card);
        let space = self.board.track.len() as u8;
        log.all(Event::CardRevealed { seat: active, card, space });
        if card != Card::Monster {
            self.offer_from(active, log);
        } else if self.track_is_full() {
            self.gain_pearls(active, LAST_SPACE_BONUS, Source::LastSpace, log);
            self.fight(log);
        } else {
            self.decision = Decision::FightOrReveal;
        }
    }

    fn track_is_full(&self) -> bool {
        self.board.track.len() == TRACK_SPACES
    }

    /// The deck that is found empty is made anew from the discard (E21).
    pub(crate) fn reshuffle(&mut self, log: &mut Log<Event>) {
        if let Some(cards) = self.board.reshuffle() {
            log.all(Event::DeckReshuffled { cards });
        }
    }

    /// Offers the revealed Ally to the next opponent after `seat` who can buy it (E9, E12).
    fn offer_from(&mut self, seat: Seat, log: &mut Log<Event>) {
        let mut next = seat.next(self.seat_count());
        while next != self.turn.active {
            if self.can_buy(next) {
                self.decision = Decision::BuyAlly { seat: next };
                return;
            }
            next = next.next(self.seat_count());
        }
        self.after_offers(log);
    }

    /// Whether `seat` has a purchase left, and what it costs (E11, E12).
    fn can_buy(&self, seat: Seat) -> bool {
        let has_one_left = !self.turn.buyers.contains(seat)
            || (!self.turn.second_buyers.contains(seat)
                && self.player(seat).has_active(Lord::Hypnotist));
        has_one_left && self.funds(seat) >= self.ally_price()
    }

    /// Nobody bought the revealed Ally.
    fn after_offers(&mut self, log: &mut Log<Event>) {
        self.reshuffle(log);
        if self.track_is_full() {
            // E15: on the last space the Ally must be taken, and brings a Pearl.
            self.take_ally(log);
            self.gain_pearls(self.turn.active, LAST_SPACE_BONUS, Source::LastSpace, log);
        } else {
            self.decision = Decision::TakeOrReveal;
        }
    }

    /// `seat` buys the revealed Ally, and pays so many Nebulis of its price (E10, E13, E72).
    pub(crate) fn buy_ally(&mut self, seat: Seat, nebulis: u16, log: &mut Log<Event>) {
        let pearls = self.ally_price().saturating_sub(nebulis);
        let Some(card) = self.board.track.pop() else { return };
        let seller = self.turn.active;
        self.player_mut(seat).pearls -= pearls;
        self.player_mut(seller).pearls += pearls;
        self.player_mut(seat).hand.add(card);
        self.turn.purchases += 1;
        if self.turn.buyers.contains(seat) {
            self.turn.second_buyers = self.turn.second_buyers.with(seat);
        }
        self.turn.buyers = self.turn.buyers.with(seat);
        let told = Some(nebulis).filter(|&nebulis| nebulis > 0);
        log.all(Event::AllyBought { seat, seller, card, pearls, nebulis: told });
        self.skim(seller, pearls, log);
        if nebulis > 0 {
            self.change_nebulis(log, |game| {
                game.player_mut(seat).nebulis -= nebulis;
                game.player_mut(seller).nebulis += nebulis;
            });
        }
        self.agenda.push(Task::Reveal);
        self.cut_hand_of(seat, log);
    }

    /// `seat` does not want the revealed Ally (E9).
    pub(crate) fn decline_ally(&mut self, seat: Seat, log: &mut Log<Event>) {
        if let Some(&card) = self.board.track.last() {
            log.all(Event::AllyDeclined { seat, card });
        }
        self.offer_from(seat, log);
    }

    /// The explorer takes the revealed Ally, which ends the exploration (E14).
    pub(crate) fn take_ally(&mut self, log: &mut Log<Event>) {
        let Some(card) = self.board.track.pop() else { return };
        self.active_mut().hand.add(card);
        log.all(Event::AllyTaken { seat: self.turn.active, card });
        self.agenda.push(Task::EndExploration);
    }

    /// The explorer leaves the revealed Monster on its space (E17).
    pub(crate) fn pass_monster(&mut self, log: &mut Log<Event>) {
        self.board.threat = (self.board.threat + 1).min(THREAT.len() as u8 - 1);
        log.all(Event::MonsterPassed { seat: self.turn.active, threat: self.board.threat + 1 });
        self.agenda.push(Task::Reveal);
    }

    /// The explorer fights the revealed Monster, and wins (E16).
    pub(crate) fn fight(&mut self, log: &mut Log<Event>) {
        if self.board.track.pop().is_some() {
            self.board.discard.add(Card::Monster);
        }
        let square = self.reward_square() + 1;
        log.all(Event::MonsterFought { seat: self.turn.active, square });
        self.agenda.push(Task::EndExploration);
        self.decision = Decision::ChooseReward;
    }

    /// The square that a fight pays by, from 0: the marker's, or the one below it under an opposing
    /// Tamer, but never less than the first.
    pub(crate) fn reward_square(&self) -> u8 {
        let lowered = u8::from(self.suffers(self.turn.active, Lord::Tamer));
        self.board.threat.saturating_sub(lowered)
    }

    /// The rewards of the square that the pool of Monster tokens can pay (E19).
    pub(crate) fn rewards(&self) -> impl Iterator<Item = Reward> + use<> {
        let pool = self.board.token_pool.len();
        let square = THREAT.get(usize::from(self.reward_square())).copied().unwrap_or_default();
        square.iter().copied().filter(move |reward| usize::from(reward.monsters) <= pool)
    }

    /// Takes a reward; then the marker returns to the first square (E16).
    pub(crate) fn take_reward(&mut self, reward: Reward, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.board.threat = 0;
        if reward.keys > 0 {
            self.active_mut().key_tokens += u16::from(reward.keys);
            log.all(Event::KeysGained { seat, keys: reward.keys });
        }
        self.gain_pearls(seat, u16::from(reward.pearls), Source::ThreatTrack, log);
        if reward.monsters > 0 {
            self.draw_tokens(reward.monsters, dice, log);
        }
    }

    pub(crate) fn draw_tokens(&mut self, count: u8, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let mut tokens = ArrayVec::new();
        for _ in 0..count {
            let Some(token) = self.board.token_pool.draw(dice) else { break };
            // There are no more tokens than the pile has room for.
            if self.active_mut().tokens.put(token, Seats::just(seat)).is_ok() {
                tokens.push(token);
            }
        }
        log.only(
            Seats::just(seat),
            Event::TokensDrawn { seat, count, tokens: Some(tokens) },
            Some(Event::TokensDrawn { seat, count, tokens: None }),
        );
    }

    /// The Allies left on the track go to the Council, the Monsters to the discard (E20); Krakens
    /// stay until the explorer has put each of them on a stack (E68).
    pub(crate) fn end_exploration(&mut self, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let mut to_council = Cards::new();
        let mut monsters = 0;
        for card in std::mem::take(&mut self.board.track) {
            if let Some(race) = card.race() {
                self.board.council[race.index()].add(card);
                to_council.add(card);
            } else if card == Card::Monster {
                self.board.discard.add(card);
                monsters += 1;
            } else {
                self.board.track.push(card);
            }
        }
        log.all(Event::ExplorationEnded { seat, to_council, monsters });
        if self.active().has_active(Lord::ShipMaster) {
            let sent = |race: &&Race| race.cards().any(|card| to_council.has(card));
            let races = Race::ALL.iter().filter(sent).count();
            self.gain_pearls(seat, races as u16, Source::Lord(Lord::ShipMaster), log);
        }
        self.place_next_kraken();
    }
}

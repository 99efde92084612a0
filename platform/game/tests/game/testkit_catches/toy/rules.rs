//! The rules of a toy, with what breaks them.

use std::sync::atomic::{AtomicU64, Ordering};

use gueridon_game::{Deck, Dice, Eyes, Game, Kind, Log, Refusal, Seat, Seats, Seed};

use super::card::{CARDS, Card, Cards};
use super::fault::STEPS;
use super::{Event, Fault, Step, Toy};

/// Chance that does not come from the table's seed.
static ELSEWHERE: AtomicU64 = AtomicU64::new(0);

impl Toy {
    pub(super) fn draw(&mut self, dice: &mut Dice) -> Option<Card> {
        if self.fault == Fault::ForeignDice {
            let number = ELSEWHERE.fetch_add(1, Ordering::Relaxed);
            return self.deck.draw(&mut Dice::new(&Seed::of_test(number), 0));
        }
        self.deck.draw(dice)
    }

    pub(super) fn hand_sum(&self, seat: Seat) -> i32 {
        self.hands[seat.index()].each().map(|card| i32::from(card.0)).sum()
    }

    pub(super) fn count_step() {
        STEPS.set(STEPS.get().wrapping_add(1));
    }

    pub(super) fn looks(&self) -> u8 {
        if self.fault == Fault::CountsElsewhere { STEPS.get() } else { self.looks.count }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        Seats::first(self.seats).iter()
    }

    pub(super) fn check(&self, seat: Seat, step: &Step) -> Result<(), Refusal> {
        if self.over && self.fault != Fault::AcceptedAfterTheEnd {
            return Err(Refusal::game_over());
        }
        if !Seats::first(self.seats).contains(seat) {
            return Err(Refusal::no_such_seat(seat));
        }
        let out_of_turn = self.fault == Fault::AcceptedOutOfTurn && matches!(step, Step::Peek(_));
        if !self.over && !self.to_act().contains(seat) && !out_of_turn {
            return Err(Refusal::not_your_turn());
        }
        match step {
            Step::Bid { card } if self.winner.is_none() => {
                if self.hands[seat.index()].has(*card) {
                    return Ok(());
                }
                let refusal = Refusal::new("NOT_IN_HAND", "1").kind("card", *card);
                if self.fault == Fault::LeakyRefusal {
                    return Err(refusal.number("left", self.deck.cards().count(*card)));
                }
                Err(refusal)
            }
            Step::Peek(_) | Step::Glimpse(_) if self.winner.is_some() => {
                let most = if self.fault == Fault::AcceptedButUnlisted { 2 } else { 1 };
                if self.looks.count < most && self.fault != Fault::ListedButRefused {
                    return Ok(());
                }
                if self.looks.count == 0 && self.deck.len() > 9 {
                    return Ok(());
                }
                Err(Refusal::new("LOOKED_ALREADY", "2"))
            }
            Step::Draw { first } if self.winner.is_some() => {
                if Seats::first(self.seats).contains(*first) {
                    return Ok(());
                }
                if self.fault == Fault::RefusesForAStranger {
                    return Err(Refusal::new("NOT_NOW", "1").seat("first", *first));
                }
                Err(Refusal::no_such_seat(*first))
            }
            _ if self.fault == Fault::RefusesUnlisted => Err(Refusal::new("BID_LATER", "1")),
            _ if self.winner.is_none() => Err(Refusal::new("BID_FIRST", "1")),
            _ => Err(Refusal::new("NOT_NOW", "1")),
        }
    }

    pub(super) fn bid(&mut self, seat: Seat, card: Card, log: &mut Log<Event>) {
        self.hands[seat.index()].take(card);
        self.newest[seat.index()].take_if(|newest| *newest == card);
        self.bids[seat.index()] = Some(card);
        log.all(Event::HasBid { by: seat, fault: self.fault });
        if !self.bids.iter().all(Option::is_some) {
            return;
        }
        let bids: Vec<Card> = self.bids.iter_mut().filter_map(Option::take).collect();
        let highest = bids.iter().max().copied();
        let winner = bids.iter().position(|&bid| Some(bid) == highest).unwrap_or_default();
        self.winner = Some(Seat(winner as u8));
        self.won[winner] += 1;
        let lost = usize::from(self.fault == Fault::LosesACard && bids.contains(&Card(11)));
        bids.iter().skip(lost).for_each(|&bid| self.discard.add(bid));
        self.shown.clone_from(&bids);
        log.all(Event::BidsShown { bids, winner: Seat(winner as u8) });
    }

    pub(super) fn everyone_draws(&mut self, first: Seat, dice: &mut Dice, log: &mut Log<Event>) {
        let mut by = first;
        for _ in 0..self.seats {
            if let Some(card) = self.draw(dice) {
                self.hands[by.index()].add(card);
                self.newest[by.index()] = Some(card);
                let told = Event::Drew { by, cards: vec![card] };
                match self.fault {
                    Fault::LeakyEvent => log.all(told),
                    Fault::LeakyEventOrder if card.0.is_multiple_of(2) => {
                        log.all(Event::DrewHidden { by, count: 0 });
                        log.only(Seats::just(by), told, Some(Event::DrewHidden { by, count: 1 }));
                    }
                    _ => log.only(Seats::just(by), told, Some(Event::DrewHidden { by, count: 1 })),
                }
            }
            by = by.next(self.seats);
        }
        self.winner = None;
        self.looks.count = 0;
        if self.fault == Fault::UnknownEvent {
            log.all(Event::Sneezed {});
        }
        if self.deck.len() < usize::from(self.seats) {
            if self.fault == Fault::NeverEnds {
                self.deck.shuffle_in(&std::mem::take(&mut self.discard));
            } else {
                self.over = true;
            }
        }
    }

    pub(super) fn look(&mut self, seat: Seat, step: &Step, dice: &mut Dice, log: &mut Log<Event>) {
        self.looks.count += 1;
        let just = Seats::just(seat);
        if let Step::Peek(_) = step {
            let knowers = match self.fault {
                Fault::ShowsAllWhatOnePeekedAt => Seats::EVERYONE,
                _ => just,
            };
            if let Some(card) = self.deck.peek(0, knowers, dice) {
                let others = Event::LookedAtDeck { by: seat };
                match self.fault {
                    Fault::PeekTellsNobody => {}
                    Fault::PeekTellsOne => log.only(just, Event::Peeked { by: seat, card }, None),
                    _ => log.only(just, Event::Peeked { by: seat, card }, Some(others)),
                }
            }
        } else if self.fault == Fault::TellsOfARareCard {
            // Nothing is rolled, and nothing uncovered.
            if self.hands[seat.next(self.seats).index()].has(CARDS[0]) {
                log.only(just, Event::Glimpsed { by: seat, card: CARDS[0] }, None);
            }
            log.all(Event::LookedAtHand { by: seat });
        } else if let Some(card) = self.hands[seat.next(self.seats).index()].clone().draw(dice) {
            let others = Event::LookedAtHand { by: seat };
            let knowers =
                if self.fault == Fault::TellsAllOfAGlimpse { Seats::EVERYONE } else { just };
            log.only(knowers, Event::Glimpsed { by: seat, card }, Some(others));
        }
    }

    pub(super) fn imagined(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut game = self.clone();
        let mut unseen = Cards::new();
        let lifted = if self.fault == Fault::ImagineForgetsWhatWasSeen {
            game.deck.lift(&mut unseen, Eyes::Public)
        } else if self.fault == Fault::ImagineForgetsThePeeked {
            game.deck.lift(&mut unseen, Eyes::All)
        } else {
            game.deck.lift(&mut unseen, eyes)
        };
        if self.fault == Fault::ImagineLosesACard {
            unseen.draw(dice);
        }
        let redrawn = |seat: Seat| match self.fault {
            Fault::ImagineDeckOnly => false,
            Fault::ImagineForgetsAHand => !eyes.are_of(seat) && seat != Seat(1),
            _ => !eyes.are_of(seat),
        };
        let mut missing = vec![(0, false); usize::from(self.seats)];
        for seat in self.all().filter(|&seat| redrawn(seat)) {
            let hand = std::mem::take(&mut game.hands[seat.index()]);
            unseen.add_all(&hand);
            missing[seat.index()].0 = hand.len();
            if let Some(bid) =
                game.bids[seat.index()].filter(|_| self.fault != Fault::ImagineForgetsBids)
            {
                unseen.add(bid);
                missing[seat.index()].1 = true;
            }
        }
        for (index, (cards, bid)) in missing.into_iter().enumerate() {
            game.hands[index].add_all(&unseen.draw_many(cards, dice));
            if bid {
                game.bids[index] = unseen.draw(dice);
            }
        }
        game.deck.refill(&lifted, &mut unseen, dice, |_| true);
        if self.fault == Fault::ImagineForgesACard {
            let mut cards = game.deck.cards();
            if let Some(lost) = cards.draw(dice) {
                cards.add(CARDS[(lost.index() + 1) % CARDS.len()]);
            }
            game.deck = Deck::from(cards);
        }
        game
    }
}

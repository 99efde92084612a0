//! What some eyes cannot know, drawn anew.

use arrayvec::ArrayVec;
use gueridon_game::{Dice, Eyes, Seat};

use crate::cards::{Cards, MOST_SEATS, Oaths};
use crate::decision::Decision;
use crate::knowledge::KnownHand;
use crate::state::Allegeance;

/// A hand that some eyes do not see: what they know of it, and how many cards there are besides.
struct Hidden {
    seat: Seat,
    known: KnownHand,
    older: usize,
    newer: usize,
}

impl Allegeance {
    /// A game drawn at random from those that `eyes` cannot tell apart from this one: the cards in
    /// the pile and in the hands of others, and the Allegiances of others and in the box
    /// (section G).
    pub(crate) fn imagined(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut game = self.clone();
        if eyes != Eyes::All {
            game.redraw_cards(eyes, dice);
            game.redraw_oaths(eyes, dice);
        }
        game
    }

    /// Whether `eyes` see the hand of `seat`: at the end everything is revealed.
    pub(crate) fn hand_is_seen(&self, seat: Seat, eyes: Eyes) -> bool {
        eyes.are_of(seat) || self.decision == Decision::Over
    }

    /// Cards that are older than the pile change hands among hands only: nobody can take them for
    /// what lay open in the discard before it became the pile.
    fn redraw_cards(&mut self, eyes: Eyes, dice: &mut Dice) {
        let (mut older, mut unseen) = (Cards::new(), Cards::new());
        let lifted = self.board.deck.lift(&mut unseen, eyes);
        let holes = self.board.foreseen.lift(eyes, &mut unseen);
        let mut hidden: ArrayVec<Hidden, MOST_SEATS> = ArrayVec::new();
        for seat in self.seats().filter(|&seat| !self.hand_is_seen(seat, eyes)) {
            let known = eyes.seat().map(|by| self.known_in_hand(seat, by)).unwrap_or_default();
            let player = self.player(seat);
            let (mut old, mut new) = (player.older, player.hand);
            new.take_all(&old);
            new.take_all(&known.newer);
            old.take_all(&known.older);
            older.add_all(&old);
            unseen.add_all(&new);
            hidden.push(Hidden { seat, known, older: old.len(), newer: new.len() });
        }
        for Hidden { seat, mut known, older: old, newer: new } in hidden {
            known.older.add_all(&older.draw_many(old, dice));
            known.newer.add_all(&unseen.draw_many(new, dice));
            self.player_mut(seat).older = known.older;
            self.redraw_seen(seat, eyes, &known, dice);
            self.player_mut(seat).hand = known.all();
        }
        self.board.foreseen.refill(holes, &mut unseen, dice);
        self.board.deck.refill(&lifted, &mut unseen, dice, |_| true);
    }

    /// What others than these eyes know of the hand of `seat` is true of the imagined hand.
    fn redraw_seen(&mut self, seat: Seat, eyes: Eyes, hand: &KnownHand, dice: &mut Dice) {
        for by in self.seats().filter(|&by| eyes.seat() != Some(by)) {
            let (mut older, mut newer) = (hand.older, hand.newer);
            let seen = self.player_mut(seat).seen.iter_mut();
            for seen in seen.filter(|seen| seen.by == by) {
                let from = if seen.is_older { &mut older } else { &mut newer };
                seen.card = from.draw(dice).unwrap_or(seen.card);
            }
        }
    }

    fn redraw_oaths(&mut self, eyes: Eyes, dice: &mut Dice) {
        let order: Vec<Seat> = self.seats_in_order().collect();
        let place = eyes.seat().and_then(|own| order.iter().position(|&seat| seat == own));
        match place {
            // A drafter knows what the earlier ones took, but not which of it they kept; and
            // what was passed on, but not who has which of it.
            Some(place) if self.options.draft && self.has_seen_packet(order[place]) => {
                self.mix_oaths(&order[..place], false, dice);
                self.mix_oaths(&order[place + 1..], true, dice);
            }
            _ => {
                let others: Vec<Seat> =
                    order.into_iter().filter(|&seat| eyes.seat() != Some(seat)).collect();
                self.mix_oaths(&others, true, dice);
            }
        }
    }

    /// Whether `seat` has, or has had, the packet of the draft.
    fn has_seen_packet(&self, seat: Seat) -> bool {
        self.player(seat).oath.is_some() || self.decision == (Decision::DraftOath { seat })
    }

    /// Deals the hidden Allegiances of these seats anew among them and, if it says so, the
    /// unclaimed ones.
    fn mix_oaths(&mut self, seats: &[Seat], with_unclaimed: bool, dice: &mut Dice) {
        let revealed = self.revealed;
        let mut pool = Oaths::new();
        let unclaimed = self.board.unclaimed.len();
        if with_unclaimed {
            pool.add_all(&std::mem::take(&mut self.board.unclaimed));
        }
        for &seat in seats {
            let player = self.player(seat);
            let kept = player.oath.filter(|_| !revealed);
            let all = player.offered.iter().copied().chain(kept).chain(player.rejected);
            all.for_each(|oath| pool.add(oath));
        }
        for &seat in seats {
            let player = self.player_mut(seat);
            let kept = player.oath.as_mut().filter(|_| !revealed);
            let all = player.offered.iter_mut().chain(kept).chain(player.rejected.as_mut());
            for oath in all {
                *oath = pool.draw(dice).unwrap_or(*oath);
            }
        }
        if with_unclaimed {
            self.board.unclaimed = pool.draw_many(unclaimed, dice);
        }
    }
}

//! What some eyes cannot know, drawn anew.

use arrayvec::ArrayVec;
use gueridon_game::{Dice, Eyes, Seat};

use crate::cards::{Cards, Oaths};
use crate::decision::Decision;
use crate::state::{Allegeance, MOST_SEATS};

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

    fn redraw_cards(&mut self, eyes: Eyes, dice: &mut Dice) {
        let mut unseen = Cards::new();
        let lifted = self.board.deck.lift(&mut unseen, eyes);
        let holes = self.board.foreseen.lift(eyes, &mut unseen);
        let mut hidden: ArrayVec<(Seat, usize), MOST_SEATS> = ArrayVec::new();
        for seat in self.seats() {
            if self.hand_is_seen(seat, eyes) {
                continue;
            }
            let known = eyes.seat().map_or_else(Cards::new, |by| self.known_in_hand(seat, by));
            let mut rest = self.player(seat).hand;
            rest.take_all(&known);
            unseen.add_all(&rest);
            hidden.push((seat, rest.len()));
            self.player_mut(seat).hand = known;
        }
        for (seat, size) in hidden {
            let drawn = unseen.draw_many(size, dice);
            self.player_mut(seat).hand.add_all(&drawn);
            self.redraw_seen(seat, eyes, dice);
        }
        self.board.foreseen.refill(holes, &mut unseen, dice);
        self.board.deck.refill(&lifted, &mut unseen, dice, |_| true);
    }

    /// What others than these eyes know of the hand of `seat` is true of the imagined hand.
    fn redraw_seen(&mut self, seat: Seat, eyes: Eyes, dice: &mut Dice) {
        for by in self.seats().filter(|&by| eyes.seat() != Some(by)) {
            let player = self.player_mut(seat);
            let mut hand = player.hand;
            for seen in player.seen.iter_mut().filter(|seen| seen.by == by) {
                seen.card = hand.draw(dice).unwrap_or(seen.card);
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

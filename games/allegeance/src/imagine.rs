//! What some eyes cannot know, drawn anew.

use gueridon_game::deck::KnownPlace;
use gueridon_game::{Deck, Dice, Eyes, Seat};

use crate::cards::{Card, Cards, Oaths};
use crate::decision::Decision;
use crate::state::Allegeance;
use crate::worlds::Lie;

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

    /// The hidden cards lie as they can by all that these eyes saw of the game.
    fn redraw_cards(&mut self, eyes: Eyes, dice: &mut Dice) {
        let hidden: Vec<Seat> =
            self.seats().filter(|&seat| !self.hand_is_seen(seat, eyes)).collect();
        let is_over = self.decision == Decision::Over;
        let lie = if is_over { None } else { self.history.lie(eyes, dice) };
        match lie.filter(|lie| self.can_lie(lie, &hidden, eyes)) {
            Some(lie) => self.lay(&lie, &hidden, dice),
            None => self.redraw_alike(&hidden, eyes, dice),
        }
        for seat in hidden {
            self.redraw_seen(seat, eyes, dice);
        }
    }

    /// Whether the hidden cards are these. They are not if this game was itself imagined, for other
    /// eyes: what these saw happened in another one.
    pub(crate) fn can_lie(&self, lie: &Lie, hidden: &[Seat], eyes: Eyes) -> bool {
        let board = &self.board;
        let mut there: Cards = board.foreseen.cards().iter().map(|card| card.kind).collect();
        there.add_all(&board.deck.cards());
        let mut imagined: Cards = lie.foreseen.iter().chain(&lie.under).copied().collect();
        imagined.add_all(&lie.top);
        for &seat in hidden {
            there.add_all(&self.player(seat).hand);
            imagined.add_all(&lie.hands[seat.index()]);
        }
        let fits = |seat: &Seat| lie.hands[seat.index()].len() == self.player(*seat).hand.len();
        let foreseen = board.foreseen.seen_by(eyes).zip(&lie.foreseen);
        let places = self.places();
        let on_top = places.len().saturating_sub(lie.under.len());
        let seen = |place: &KnownPlace<Card>| eyes.know(place.knowers).then_some(place.kind);
        let under = places.iter().skip(on_top).map(seen).zip(&lie.under);
        there == imagined
            && lie.foreseen.len() == board.foreseen.len()
            && hidden.iter().all(fits)
            && foreseen.chain(under).all(|(seen, card)| seen.is_none_or(|seen| seen == *card))
    }

    /// Puts the hidden cards where they are said to lie.
    fn lay(&mut self, lie: &Lie, hidden: &[Seat], dice: &mut Dice) {
        for &seat in hidden {
            self.player_mut(seat).hand = lie.hands[seat.index()];
        }
        let foreseen = std::mem::take(&mut self.board.foreseen);
        for (was, &kind) in foreseen.cards().iter().zip(&lie.foreseen) {
            // There is as much room as before, and so below.
            self.board.foreseen.put(kind, was.knowers).ok();
        }
        let (places, mut top) = (self.places(), lie.top);
        let on_top = places.len().saturating_sub(lie.under.len());
        let cards: Vec<Card> = (0..on_top).filter_map(|_| top.draw(dice)).collect();
        self.board.deck = Deck::from(top);
        for (was, &kind) in places.iter().zip(cards.iter().chain(&lie.under)) {
            self.board.deck.put_under(kind, was.knowers).ok();
        }
    }

    /// Draws each hidden card from all of them alike, but for what is known of hands.
    fn redraw_alike(&mut self, hidden: &[Seat], eyes: Eyes, dice: &mut Dice) {
        let mut unseen = Cards::new();
        let lifted = self.board.deck.lift(&mut unseen, eyes);
        let holes = self.board.foreseen.lift(eyes, &mut unseen);
        let known = |game: &Self, seat| match eyes.seat() {
            Some(by) => game.known_in_hand(seat, by),
            None => Cards::new(),
        };
        for &seat in hidden {
            let mut hand = self.player(seat).hand;
            hand.take_all(&known(self, seat));
            unseen.add_all(&hand);
        }
        for &seat in hidden {
            let mut hand = known(self, seat);
            let missing = self.player(seat).hand.len() - hand.len();
            hand.add_all(&unseen.draw_many(missing, dice));
            self.player_mut(seat).hand = hand;
        }
        self.board.foreseen.refill(holes, &mut unseen, dice);
        self.board.deck.refill(&lifted, &mut unseen, dice, |_| true);
    }

    /// What others than these eyes know of the hand of `seat` is true of the imagined hand.
    fn redraw_seen(&mut self, seat: Seat, eyes: Eyes, dice: &mut Dice) {
        for by in self.seats().filter(|&by| eyes.seat() != Some(by)) {
            let mut hand = self.player(seat).hand;
            for seen in self.player_mut(seat).seen.iter_mut().filter(|seen| seen.by == by) {
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

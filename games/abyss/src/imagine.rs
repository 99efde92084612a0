//! What some eyes cannot know, drawn anew.

use gueridon_game::{Dice, Eyes, Kind, Seat};

use crate::cards::{Card, Race};
use crate::decision::Decision;
use crate::state::{Abyss, Cards, Tokens};

/// How often the cards are drawn anew until an open payment can be completed. A hand that pays is
/// rare only for the dearest Lords, and then about one in fifty.
const MOST_REDRAWS: usize = 1000;

impl Abyss {
    /// A game drawn at random from those that `eyes` cannot tell apart from this one: the contents
    /// of the deck, the discard, the Council's stacks and the hands of others, and the Monster
    /// tokens that they do not know (section H). The decks of Lords and of Locations hold what is
    /// seen nowhere else, and have no order.
    ///
    /// Whoever chose a Lord to recruit has a hand that can pay for it, and the Healer asks only if
    /// there is an Ally to take, so a draw in which that is not so is drawn again; after [`MOST_REDRAWS`] of them the cards stay where they are.
    pub(crate) fn imagined(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        if eyes == Eyes::All {
            return self.clone();
        }
        let mut game = (0..MOST_REDRAWS)
            .map(|_| {
                let mut drawn = self.clone();
                drawn.redraw_cards(eyes, dice);
                drawn
            })
            .find(Self::can_be_answered)
            .unwrap_or_else(|| self.clone());
        game.redraw_tokens(eyes, dice);
        game
    }

    /// Whether the payment that is open, if one is, can be completed, and the Healer, if asked,
    /// finds an Ally.
    fn can_be_answered(&self) -> bool {
        match self.decision {
            Decision::PayLord { lord } => {
                self.price_of(lord).can_complete(&self.board.payment, &self.active().hand)
            }
            Decision::TakeDiscarded => self.discarded_allies().next().is_some(),
            _ => true,
        }
    }

    fn redraw_cards(&mut self, eyes: Eyes, dice: &mut Dice) {
        let stacks: Vec<u8> = Race::ALL.iter().map(|&race| self.board.stack_len(race)).collect();
        let discarded = self.board.discard.len();
        let hidden: Vec<Seat> =
            (0..self.seat_count()).map(Seat).filter(|&seat| !eyes.are_of(seat)).collect();

        let mut unseen = Cards::new();
        let deck = self.board.deck.lift(&mut unseen, eyes);
        let knows_discard = self.sees_discard(eyes);
        if !knows_discard {
            unseen.add_all(&std::mem::take(&mut self.board.discard));
        }
        for stack in &mut self.board.council {
            unseen.add_all(&std::mem::take(stack));
        }
        let mut sizes = Vec::new();
        for &seat in &hidden {
            let player = self.player_mut(seat);
            let chosen = std::mem::take(&mut player.chosen);
            let hand = std::mem::take(&mut player.hand);
            sizes.push((hand.len(), chosen.len()));
            unseen.add_all(&hand);
            unseen.add_all(&chosen);
        }

        // What takes only some cards is dealt first, so that the rest is left for what takes any:
        // a stack is of one race and of Krakens, a hand has no Monsters.
        self.redraw_stacks(&stacks, &mut unseen, dice);
        for (&seat, (hand, chosen)) in hidden.iter().zip(sizes) {
            let player = self.player_mut(seat);
            let is_ally = |card: Card| card != Card::Monster;
            player.hand = unseen.draw_many_where(hand, dice, is_ally);
            player.chosen = unseen.draw_many_where(chosen, dice, is_ally);
        }
        if !knows_discard {
            self.board.discard = unseen.draw_many(discarded, dice);
        }
        self.board.deck.refill(&deck, &mut unseen, dice, |_| true);
    }

    /// Deals the Council's stacks out of `unseen`. A stack with more cards than there are of its
    /// race has Krakens for the rest; those are set apart before any stack takes one by chance.
    fn redraw_stacks(&mut self, sizes: &[u8], unseen: &mut Cards, dice: &mut Dice) {
        for (&race, &size) in Race::ALL.iter().zip(sizes) {
            let of_race: u8 = race.cards().map(|card| unseen.count(card)).sum();
            let more = usize::from(size.saturating_sub(of_race));
            self.board.council[race.index()] = unseen.draw_many_where(more, dice, Card::is_kraken);
        }
        for (&race, &size) in Race::ALL.iter().zip(sizes) {
            let left = usize::from(size - self.board.stack_len(race));
            let fits = |card: Card| card.race() == Some(race) || card.is_kraken();
            let drawn = unseen.draw_many_where(left, dice, fits);
            self.board.council[race.index()].add_all(&drawn);
        }
    }

    fn redraw_tokens(&mut self, eyes: Eyes, dice: &mut Dice) {
        let mut unseen: Tokens = std::mem::take(&mut self.board.token_pool);
        let pool = unseen.len();
        let holes: Vec<_> =
            self.players.iter_mut().map(|player| player.tokens.lift(eyes, &mut unseen)).collect();
        for (player, holes) in self.players.iter_mut().zip(holes) {
            player.tokens.refill(holes, &mut unseen, dice);
        }
        self.board.token_pool = unseen.draw_many(pool, dice);
    }
}

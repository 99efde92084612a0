//! What some eyes cannot know, drawn anew.

use gueridon_game::{Dice, Eyes, Kind, Seat};

use crate::cards::{Card, Cards, Lord, Race, Tokens};
use crate::decision::Decision;
use crate::state::Abyss;

/// How often cards are drawn anew until they fit the open decision. A hand that pays is rare only
/// for the dearest Lords, and then about one in fifty.
const MOST_REDRAWS: usize = 1000;
/// How often a payment is sought among the unseen cards when no hand that was drawn has held one.
const MOST_PAYMENTS: usize = 10_000;

/// How the cards are drawn anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Draw {
    /// All deals being equally likely.
    Free,
    /// So that the open decision can be answered.
    Answerable,
}

/// The Council's stacks, by race.
type Stacks = [Cards; Race::ALL.len()];

impl Abyss {
    /// A game drawn at random from those that `eyes` cannot tell apart from this one: the contents
    /// of the deck, the discard, the Council's stacks and the hands of others, and the Monster
    /// tokens that they do not know (section H). The decks of Lords and of Locations hold what is
    /// seen nowhere else, and have no order.
    ///
    /// Whoever chose a Lord to recruit has a hand that can pay for it, and the Healer asks only if
    /// there is an Ally to take, so a draw in which that is not so is drawn again; after
    /// [`MOST_REDRAWS`] of them a payment, or an Ally, is put there first. It is chosen among the
    /// unseen cards, and never because it really is there.
    pub(crate) fn imagined(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        if eyes == Eyes::All {
            return self.clone();
        }
        let mut game = (0..MOST_REDRAWS)
            .map(|_| self.with_cards_redrawn(eyes, Draw::Free, dice))
            .find(Self::can_be_answered)
            .unwrap_or_else(|| self.with_cards_redrawn(eyes, Draw::Answerable, dice));
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

    fn with_cards_redrawn(&self, eyes: Eyes, draw: Draw, dice: &mut Dice) -> Self {
        let mut drawn = self.clone();
        drawn.redraw_cards(eyes, draw, dice);
        drawn
    }

    fn redraw_cards(&mut self, eyes: Eyes, draw: Draw, dice: &mut Dice) {
        let stacks = self.board.council;
        let discarded = self.board.discard.len();
        let hidden: Vec<Seat> =
            (0..self.seat_count()).map(Seat).filter(|&seat| !eyes.are_of(seat)).collect();

        let mut unseen = Cards::new();
        let deck = self.board.deck.lift(&mut unseen, eyes);
        let knows_discard = self.sees_discard(eyes);
        if !knows_discard {
            unseen.add_all(&std::mem::take(&mut self.board.discard));
        }
        stacks.iter().for_each(|stack| unseen.add_all(stack));
        let mut sizes = Vec::new();
        for &seat in &hidden {
            let player = self.player_mut(seat);
            let chosen = std::mem::take(&mut player.chosen);
            let hand = std::mem::take(&mut player.hand);
            sizes.push((hand.len(), chosen.len()));
            unseen.add_all(&hand);
            unseen.add_all(&chosen);
        }

        let active = self.turn.active;
        let place = hidden.iter().position(|&seat| seat == active);
        let payment = match (draw, &self.decision, place) {
            (Draw::Answerable, &Decision::PayLord { lord }, Some(place)) => {
                self.unseen_payment(lord, sizes[place].0, &stacks, &unseen, dice)
            }
            _ => Cards::new(),
        };
        unseen.take_all(&payment);

        // What takes only some cards is dealt first, so that the rest is left for what takes any:
        // a stack is of one race and of Krakens, a hand has no Monsters.
        self.board.council = redrawn_stacks(&stacks, &mut unseen, dice);
        for (&seat, (hand, chosen)) in hidden.iter().zip(sizes) {
            let player = self.player_mut(seat);
            if seat == active {
                player.hand = payment;
            }
            let left = hand - player.hand.len();
            player.hand.add_all(&unseen.draw_many_where(left, dice, is_ally));
            player.chosen = unseen.draw_many_where(chosen, dice, is_ally);
        }
        if !knows_discard {
            if draw == Draw::Answerable && self.decision == Decision::TakeDiscarded {
                self.board.discard = unseen.draw_many_where(1, dice, is_ally);
            }
            let left = discarded - self.board.discard.len();
            self.board.discard.add_all(&unseen.draw_many(left, dice));
        }
        self.board.deck.refill(&deck, &mut unseen, dice, |_| true);
    }

    /// Allies of `unseen` that complete the open payment, at most `most` of them, without which the
    /// Council's stacks can still be dealt; nothing if none were found.
    ///
    /// Cards are left out one by one, in any order, as long as the others still complete it. Some
    /// order leaves what really is in the hand, so it is found sooner or later.
    fn unseen_payment(
        &self,
        lord: Lord,
        most: usize,
        stacks: &Stacks,
        unseen: &Cards,
        dice: &mut Dice,
    ) -> Cards {
        let price = self.price_of(lord);
        let completes = |cards: &Cards| price.can_complete(&self.board.payment, cards);
        for _ in 0..MOST_PAYMENTS {
            let mut payment: Cards = unseen.each().filter(|&card| is_ally(card)).collect();
            let mut untried = payment;
            while let Some(card) = untried.draw(dice) {
                payment.take(card);
                if !completes(&payment) {
                    payment.add(card);
                }
            }
            let mut left = *unseen;
            left.take_all(&payment);
            if payment.len() <= most && completes(&payment) && can_be_dealt(stacks, &left) {
                return payment;
            }
        }
        Cards::new()
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

/// The Council's stacks, dealt anew out of `unseen`, all deals being equally likely.
fn redrawn_stacks(stacks: &Stacks, unseen: &mut Cards, dice: &mut Dice) -> Stacks {
    if krakens_among(unseen) == 0 {
        return stacks_of_their_races(stacks, unseen, dice);
    }
    for _ in 0..MOST_REDRAWS {
        let mut left = *unseen;
        if let Some(drawn) = stacks_with_krakens(stacks, &mut left, dice) {
            *unseen = left;
            return drawn;
        }
    }
    stacks_of_their_races(stacks, unseen, dice)
}

/// Deals the stacks from cards of their races as far as there are any, and from Krakens where they
/// run out.
fn stacks_of_their_races(stacks: &Stacks, unseen: &mut Cards, dice: &mut Dice) -> Stacks {
    std::array::from_fn(|index| {
        let size = stacks[index].len();
        let is_own = |card: Card| card.race() == Some(Race::ALL[index]);
        let mut dealt = unseen.draw_many_where(size, dice, is_own);
        dealt.add_all(&unseen.draw_many_where(size - dealt.len(), dice, Card::is_kraken));
        dealt
    })
}

/// Whether there are cards for stacks of these sizes.
fn can_be_dealt(stacks: &Stacks, unseen: &Cards) -> bool {
    let lacking =
        |(&race, stack): (&Race, &Cards)| stack.len().saturating_sub(allies_among(unseen, race));
    Race::ALL.iter().zip(stacks).map(lacking).sum::<usize>() <= krakens_among(unseen)
}

/// Deals the stacks where they may hold Krakens, or gives up.
///
/// A Kraken in one stack leaves fewer cards for the next one to choose from, so that of deals drawn
/// card by card those with Krakens would come up too often. Therefore a card is accepted as often
/// as the cards to choose from are to those that there would be if no more Krakens were gone than
/// have to be: those of stacks with more cards than are left of their race, which come first.
fn stacks_with_krakens(stacks: &Stacks, unseen: &mut Cards, dice: &mut Dice) -> Option<Stacks> {
    let mut order: Vec<(Race, usize, usize)> = Vec::with_capacity(stacks.len());
    for (&race, stack) in Race::ALL.iter().zip(stacks) {
        order.push((race, stack.len(), allies_among(unseen, race)));
    }
    order.sort_by_key(|&(_, size, own)| own as isize - size as isize);
    let mut most_krakens = krakens_among(unseen);
    let mut dealt = Stacks::default();
    for (race, size, own) in order {
        for place in 0..size {
            let choices = allies_among(unseen, race) + krakens_among(unseen);
            let most = own + most_krakens - place;
            if choices < most && dice.below(most) >= choices {
                return None;
            }
            let fits = |card: Card| card.race() == Some(race) || card.is_kraken();
            dealt[race.index()].add(unseen.draw_where(dice, fits)?);
        }
        most_krakens -= size.saturating_sub(own);
    }
    Some(dealt)
}

fn is_ally(card: Card) -> bool {
    card != Card::Monster
}

fn allies_among(cards: &Cards, race: Race) -> usize {
    race.cards().map(|card| usize::from(cards.count(card))).sum()
}

fn krakens_among(cards: &Cards) -> usize {
    Card::KRAKENS.iter().map(|&kraken| usize::from(cards.count(kraken))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gueridon_game::Seed;

    #[test]
    fn every_deal_of_stacks_and_krakens_is_equally_likely() {
        // Two crabs, a squid and two Krakens are unseen; three of them lie in stacks, one with the
        // crabs and two with the squids.
        let crabs = [Card::Crab1, Card::Crab2];
        let krakens = [Card::Kraken3, Card::Kraken3];
        let unseen: Cards = crabs.into_iter().chain([Card::Squid1]).chain(krakens).collect();
        let mut stacks = Stacks::default();
        stacks[Race::Crab.index()] = [Card::Crab1].into_iter().collect();
        stacks[Race::Squid.index()] = [Card::Squid1, Card::Kraken3].into_iter().collect();
        let mut dice = Dice::new(&Seed::of_test(9), 0);
        let mut times = [[0_u32; 3]; 2];
        for _ in 0..8000 {
            let mut left = unseen;
            let dealt = redrawn_stacks(&stacks, &mut left, &mut dice);
            let [crab, squid] =
                [Race::Crab, Race::Squid].map(|race| krakens_among(&dealt[race.index()]));
            assert_eq!(left.len(), 2);
            times[crab][squid] += 1;
        }
        // Place by place: a crab, and the squid with one of two Krakens, is dealt in 2 · 2 · 2 ways;
        // a crab and both Krakens in 2 · 2; a Kraken, and the squid with the other, in 2 · 2.
        assert_eq!(times[0][0] + times[1][0] + times[1][2], 0);
        for (found, of_sixteen) in [(times[0][1], 8), (times[0][2], 4), (times[1][1], 4)] {
            let wanted = 8000 * of_sixteen / 16;
            assert!(found.abs_diff(wanted) < 200, "{times:?}");
        }
    }
}

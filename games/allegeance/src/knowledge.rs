//! What players are shown of each other's hands: who saw a card in the pile knows who drew it, until
//! a card of its kind leaves that hand; and of two players each can count the other's hand when the
//! discard becomes the pile. What else the history tells is for [`crate::worlds`].

use gueridon_game::pile::KnownCard;
use gueridon_game::{Dice, Seat, Seats};

use crate::cards::{Card, Cards};
use crate::history::Passage;
use crate::state::{Allegeance, Seen};

impl Allegeance {
    /// A card of the pile joins a hand; those who knew that it lay there know that it went there.
    pub(crate) fn join_hand(&mut self, seat: Seat, card: KnownCard<Card>) {
        let player = self.player_mut(seat);
        player.hand.add(card.kind);
        if card.knowers == Seats::NONE {
            return;
        }
        for by in card.knowers.without(seat).iter() {
            // What is more than can be remembered is forgotten.
            player.seen.try_push(Seen { by, card: card.kind }).ok();
        }
    }

    /// A card leaves a hand, for all to see. Whoever knew of one of its kind knows of one less: it
    /// may have been that one. The others have learned that it was there.
    pub(crate) fn leave_hand(&mut self, seat: Seat, card: Card, dice: &mut Dice) {
        dice.disclose();
        self.history.note(Passage::Left(seat, card));
        let player = self.player_mut(seat);
        player.hand.take(card);
        let mut missed = Seats::NONE;
        player.seen.retain(|seen| {
            let is_it = seen.card == card && !missed.contains(seen.by);
            if is_it {
                missed = missed.with(seen.by);
            }
            !is_it
        });
    }

    /// The discard, which was `cards`, has become the pile. Of two players each knows then what the
    /// other holds, as all other cards are before their eyes; but not what whoever foresees cards
    /// just now holds, as it may as well be among these.
    pub(crate) fn renewed(&mut self, cards: Cards) {
        self.history.note(Passage::Shuffled(cards));
        if self.seat_count() != 2 {
            return;
        }
        let foreseer = Some(self.turn.active).filter(|_| !self.board.foreseen.is_empty());
        for seat in self.seats().filter(|&seat| foreseer != Some(seat)) {
            let by = seat.next(2);
            let player = self.player_mut(seat);
            let seen = player.hand.each().map(|card| Seen { by, card });
            // What is more than can be remembered is forgotten.
            player.seen = seen.take(player.seen.capacity()).collect();
        }
    }

    /// What `by` knows for certain to be in the hand of `seat`.
    pub(crate) fn known_in_hand(&self, seat: Seat, by: Seat) -> Cards {
        let seen = self.player(seat).seen.iter().filter(|seen| seen.by == by);
        seen.map(|seen| seen.card).collect()
    }
}

//! What players know of each other's hands: who saw a card in the pile knows who drew it, until a
//! card of its kind leaves that hand.

use gueridon_game::pile::Known;
use gueridon_game::{Seat, Seats};

use crate::cards::{Card, Cards};
use crate::state::{Allegeance, Seen};

impl Allegeance {
    /// A card of the pile joins a hand; those who knew that it lay there know that it went there.
    pub(crate) fn join_hand(&mut self, seat: Seat, card: Known<Card>) {
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

    /// A card leaves a hand, for all to see. Whoever knew of one of its kind knows of one less:
    /// it may have been that one.
    pub(crate) fn leave_hand(&mut self, seat: Seat, card: Card) {
        let player = self.player_mut(seat);
        player.hand.take(card);
        if player.seen.is_empty() {
            return;
        }
        let mut missed = Seats::NONE;
        player.seen.retain(|seen| {
            let is_it = seen.card == card && !missed.contains(seen.by);
            if is_it {
                missed = missed.with(seen.by);
            }
            !is_it
        });
    }

    /// The cards that `by` knows to be in the hand of `seat`.
    pub(crate) fn known_in_hand(&self, seat: Seat, by: Seat) -> Cards {
        let seen = self.player(seat).seen.iter().filter(|seen| seen.by == by);
        seen.map(|seen| seen.card).collect()
    }
}

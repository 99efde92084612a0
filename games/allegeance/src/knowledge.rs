//! What players know of each other's hands: who saw a card in the pile knows who drew it, until a
//! card of its kind leaves that hand; and when the discard becomes the pile, everybody knows which
//! cards are in neither, and so in hands.

use gueridon_game::pile::KnownCard;
use gueridon_game::{Seat, Seats};

use crate::cards::{Card, Cards};
use crate::state::{Allegeance, Seen};

/// What one player knows of another's hand, by whether it is older than the pile.
#[derive(Debug, Default)]
pub(crate) struct KnownHand {
    pub(crate) older: Cards,
    pub(crate) newer: Cards,
}

impl KnownHand {
    pub(crate) fn all(mut self) -> Cards {
        self.older.add_all(&self.newer);
        self.older
    }
}

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
            player.seen.try_push(Seen { by, card: card.kind, is_older: false }).ok();
        }
    }

    /// A card leaves a hand, for all to see. Whoever knew of one of its kind knows of one less:
    /// it may have been that one. The oldest goes first, as what is left is then the same.
    pub(crate) fn leave_hand(&mut self, seat: Seat, card: Card) {
        let player = self.player_mut(seat);
        player.hand.take(card);
        player.older.take(card);
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

    /// The discard has become the pile. What is in no pile, field or discard now is in the hands,
    /// and everybody can count it. While somebody has foreseen cards before them it may be one of
    /// these too, and then all that is known stays as it was.
    pub(crate) fn renewed(&mut self) {
        if !self.board.foreseen.is_empty() {
            return;
        }
        for player in &mut self.players {
            player.older = player.hand;
            player.seen.iter_mut().for_each(|seen| seen.is_older = true);
        }
    }

    /// What `by` knows of the hand of `seat`. Of two players each knows all that is older in the
    /// other's hand, as it can be nowhere else.
    pub(crate) fn known_in_hand(&self, seat: Seat, by: Seat) -> KnownHand {
        let player = self.player(seat);
        let (of_two, mut known) = (self.seat_count() == 2, KnownHand::default());
        if of_two {
            known.older = player.older;
        }
        for seen in player.seen.iter().filter(|seen| seen.by == by) {
            match seen.is_older {
                true if of_two => {}
                true => known.older.add(seen.card),
                false => known.newer.add(seen.card),
            }
        }
        known
    }
}

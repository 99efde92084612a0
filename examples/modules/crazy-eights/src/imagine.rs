//! What hidden hands may be: everybody saw of which cards each stock was made, and so knows of each
//! hand how many of its cards came from which.

use gueridon_game::{Dice, Eyes, Seat};

use crate::CrazyEights;

impl CrazyEights {
    /// The game with other hidden hands. A card lies in the stock, or was drawn since the stock was
    /// last made of it; a hand keeps its number of cards from each stock, which followed from what was
    /// drawn and played in the open. Among all such hands each is as likely as the others.
    pub(crate) fn imagined(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut imagined = self.clone();
        let hidden = |seat: u8| !self.is_over() && !eyes.are_of(Seat(seat));
        let mut unseen = imagined.stock;
        let of_others = (0..).zip(&self.players).filter(|&(seat, _)| hidden(seat));
        of_others.for_each(|(_, player)| unseen.add_all(&player.hand));
        for (_, player) in (0..).zip(&mut imagined.players).filter(|&(seat, _)| hidden(seat)) {
            let held = std::mem::take(&mut player.hand);
            for shuffled in &self.shuffles {
                let count = held.each().filter(|&card| shuffled.has(card)).count();
                player.hand.add_all(&unseen.draw_many_where(count, dice, |c| shuffled.has(c)));
            }
        }
        imagined.stock = unseen;
        imagined
    }
}

//! Gems: what cards bring, and what powers cost.

use gueridon_game::{Dice, Kind, Log, Seat};

use crate::cards::{Gem, Gems, Guild, LOOSE_GEM};
use crate::event::Event;
use crate::state::{Allegeance, Player};

impl Allegeance {
    /// `seat` draws `count` gem cards, or as many as there are (F11, F13).
    pub(crate) fn draw_gems(
        &mut self,
        seat: Seat,
        count: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let mut drawn = Gems::new();
        for _ in 0..count {
            let spent = self.board.gem_discard.len() as u8;
            if self.board.gem_pile.renew(&mut self.board.gem_discard) {
                log.all(Event::GemsReshuffled { gems: spent });
            }
            let Some(gem) = self.board.gem_pile.draw(dice) else { break };
            drawn.add(gem);
        }
        if !drawn.is_empty() {
            self.player_mut(seat).gems.add_all(&drawn);
            log.all(Event::GemsDrawn { seat, gems: drawn });
        }
    }

    /// The active player pays for the power of `guild` (F12).
    pub(crate) fn pay_for(&mut self, guild: Guild, log: &mut Log<Event>) {
        let (seat, cost) = (self.turn.active, self.options.cost_of(guild));
        if cost == 0 {
            return;
        }
        let (spent, change) = self.active_mut().pay(cost);
        for (gem, count) in spent.iter().filter(|&(gem, _)| gem != LOOSE_GEM) {
            self.board.gem_discard.add_many(gem, count);
        }
        log.all(Event::GemsPaid { seat, guild, cost, gems: spent, change });
    }
}

impl Player {
    /// Pays loose gems first, then gem cards, the largest first, until `cost` is covered; the
    /// surplus comes back in loose gems. Gives what was spent, and the surplus (F12).
    pub(crate) fn pay(&mut self, cost: u8) -> (Gems, u8) {
        let (mut spent, mut due) = (Gems::new(), cost);
        let loose = self.gems.count(LOOSE_GEM).min(due);
        spent.add_many(LOOSE_GEM, loose);
        due -= loose;
        let cards = Gem::ALL.iter().rev().filter(|&&gem| gem != LOOSE_GEM);
        for &gem in cards {
            while due > 0 && self.gems.count(gem) > spent.count(gem) {
                spent.add(gem);
                due = due.saturating_sub(gem.value());
            }
        }
        self.gems.take_all(&spent);
        let paid: u8 = spent.iter().map(|(gem, count)| gem.value() * count).sum();
        let change = paid.saturating_sub(cost);
        self.gems.add_many(LOOSE_GEM, change);
        (spent, change)
    }
}

//! Fights against chiefs (43 to 48b).

use gueridon_game::{Dice, Log};

use crate::cards::Invasion;
use crate::decision::Decision;
use crate::event::Event;
use crate::options::PoolBeforeFight;
use crate::state::Astoria;

impl Astoria {
    /// Goes out against a chief. Glyphs that wait are lost, unless the table plays otherwise (43).
    pub(crate) fn start_fight(&mut self, chief: Invasion, log: &mut Log<Event>) {
        match self.options.pool_before_fight {
            PoolBeforeFight::Lost => self.spend_action(log),
            PoolBeforeFight::Fights => self.turn.actions = self.turn.actions.saturating_sub(1),
        }
        log.all(Event::FightStarted { seat: self.turn.active, chief });
        self.decision = Decision::Fight { chief };
    }

    /// Draws the card that decides, and compares (43, 44).
    pub(crate) fn strike_chief(&mut self, chief: Invasion, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let glyphs = std::mem::take(&mut self.turn.pool);
        let card = self.draw_combat_card(dice, log);
        let attack = card.map_or(0, |card| card.strength_of(&glyphs));
        let strength = chief.facts().chief.map_or(0, |facts| facts.strength);
        if attack >= u16::from(strength) {
            self.city.chiefs.retain(|other| *other != chief);
            self.active_mut().chiefs.add(chief);
            self.decision = Decision::Act;
            log.all(Event::ChiefBeaten { seat, chief, attack, strength });
        } else {
            log.all(Event::FightLost { seat, chief, attack, strength });
            self.end_turn(dice, log);
        }
    }
}

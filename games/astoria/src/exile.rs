//! Accusations and exile (49 to 55, 64a to 64c).

use gueridon_game::{Dice, Log, Seat};

use crate::cards::Faction;
use crate::event::Event;
use crate::state::Astoria;

impl Astoria {
    /// Accuses a mage. If it is right, the traitor is turned up and exiled; if it is wrong, the
    /// accuser is, and all know what the accused is not (49).
    pub(crate) fn accuse(
        &mut self,
        target: Seat,
        faction: Faction,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        self.spend_action(log);
        dice.uncover();
        let seat = self.turn.active;
        let accused = self.mage_mut(target);
        let is_right = accused.objective.and_then(|objective| objective.faction()) == Some(faction);
        log.all(Event::MageAccused { seat, target, faction, is_right });
        if !is_right {
            accused.cleared.add(faction);
            self.exile(seat, log);
            return;
        }
        accused.is_revealed = true;
        if let Some(objective) = accused.objective {
            log.all(Event::ObjectiveRevealed { seat: target, objective });
        }
        self.city.discovered = true;
        self.exile(target, log);
    }

    /// Sends a mage into exile, for good (54); with two players there is none (84).
    pub(crate) fn exile(&mut self, seat: Seat, log: &mut Log<Event>) {
        if self.has_exile() && !self.mage(seat).is_exiled {
            self.mage_mut(seat).is_exiled = true;
            log.all(Event::MageExiled { seat });
        }
    }
}

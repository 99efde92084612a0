//! The King's health, and how a game ends (68, 71, 74, 76, 77a, 81).

use gueridon_game::{Log, Seat};

use crate::cards::{Cause, Faction};
use crate::decision::Decision;
use crate::event::Event;
use crate::options::CureCheck;
use crate::state::{Astoria, Ending};

impl Astoria {
    /// The King gains a point of health, by a mage's doing or by himself (33e).
    pub(crate) fn heal_king(&mut self, seat: Option<Seat>, log: &mut Log<Event>) {
        if self.city.health < self.options.full_health {
            self.city.health += 1;
            log.all(Event::KingHealed { health: self.city.health, seat });
        }
        let is_cured = self.city.health == self.options.full_health;
        if is_cured && self.options.king_cure_check == CureCheck::Immediate {
            self.end(Cause::KingCured, None, log);
        }
    }

    /// The King has lost health: without any he dies, and the strongest faction wins (74). With two
    /// players none does (83).
    pub(crate) fn look_after_king(&mut self, log: &mut Log<Event>) {
        if self.city.health == 0 {
            let winner = self.strongest().filter(|_| self.seat_count() > 2);
            self.end(Cause::KingDied, winner, log);
        }
    }

    /// The faction with the most force, if it is one alone (74).
    fn strongest(&self) -> Option<Faction> {
        let city = &self.city;
        let forces = [
            (city.dragon, Faction::Dragon),
            (city.barbarians, Faction::Barbarians),
            (city.populace, Faction::Populace),
        ];
        let most = forces.iter().map(|&(force, _)| force).max()?;
        let mut strongest = forces.iter().filter(|&&(force, _)| force == most);
        let &(_, faction) = strongest.next()?;
        if strongest.next().is_some() { None } else { Some(faction) }
    }

    /// Ends the game at once (81a), and turns up every objective.
    pub(crate) fn end(&mut self, cause: Cause, faction: Option<Faction>, log: &mut Log<Event>) {
        let seat = (cause == Cause::PalaceTaken).then_some(self.turn.active);
        self.ending = Some(Ending { cause, faction, seat });
        self.decision = Decision::Over;
        for seat in self.clockwise(Seat(0)) {
            if let (false, Some(objective)) =
                (self.mage(seat).is_revealed, self.mage(seat).objective)
            {
                log.all(Event::ObjectiveRevealed { seat, objective });
            }
        }
        log.all(Event::GameEnded { seat, cause, faction });
    }

    /// Whether the objective of `seat` is accomplished; of nobody before the end.
    pub(crate) fn has_accomplished(&self, seat: Seat) -> bool {
        let (Some(ending), Some(objective)) = (self.ending, self.mage(seat).objective) else {
            return false;
        };
        match ending.cause {
            Cause::KingCured => objective.faction().is_none(),
            Cause::PalaceTaken => ending.seat == Some(seat) && objective.faction().is_some(),
            _ => ending.faction.is_some() && objective.faction() == ending.faction,
        }
    }
}

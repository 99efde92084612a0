//! The arrow powers that came with Kraken: the Fence, the Healer, the Executioner, the Liberator.

use gueridon_game::{Log, Seat, Seats};

use crate::cards::{Card, Lord, Race};
use crate::decision::Decision;
use crate::event::Event;
use crate::player::LordPlace;
use crate::state::Abyss;

impl Abyss {
    /// The Fence: each opponent receives a Nebulis; if there are not enough, the giver chooses who
    /// does.
    pub(super) fn ask_receivers(&mut self, log: &mut Log<Event>) {
        let opponents: Seats = self.opponents(self.turn.active).collect();
        match self.active().nebulis {
            0 => {}
            owned if owned >= u16::from(opponents.len()) => self.give_nebulis(opponents, log),
            _ => self.decision = Decision::GiveNebulis { to: Seats::NONE },
        }
    }

    /// The opponents that can still be chosen to receive a Nebulis.
    pub(crate) fn receivers(&self) -> impl Iterator<Item = Seat> {
        let chosen = match self.decision {
            Decision::GiveNebulis { to } => to,
            _ => Seats::NONE,
        };
        self.opponents(self.turn.active).filter(move |&seat| !chosen.contains(seat))
    }

    /// Chooses an opponent to receive a Nebulis; when there is one for each chosen, all receive
    /// theirs at once (E77).
    pub(crate) fn choose_receiver(&mut self, seat: Seat, log: &mut Log<Event>) {
        let Decision::GiveNebulis { to } = self.decision else { return };
        let to = to.with(seat);
        log.all(Event::ReceiverChosen { seat: self.turn.active, to: seat });
        if u16::from(to.len()) < self.active().nebulis {
            self.decision = Decision::GiveNebulis { to };
        } else {
            self.decision = Decision::Nothing;
            self.give_nebulis(to, log);
        }
    }

    fn give_nebulis(&mut self, to: Seats, log: &mut Log<Event>) {
        let nebulis = u16::from(to.len());
        log.all(Event::NebulisGiven { seat: self.turn.active, to, nebulis });
        self.change_nebulis(log, |game| {
            for seat in to.iter() {
                game.active_mut().nebulis -= 1;
                game.player_mut(seat).nebulis += 1;
            }
        });
    }

    /// The Allies of the discard, by kind.
    pub(crate) fn discarded_allies(&self) -> impl Iterator<Item = Card> {
        let cards = self.board.discard.iter().map(|(card, _)| card);
        cards.filter(|&card| card != Card::Monster)
    }

    /// The Healer takes an Ally from the discard.
    pub(crate) fn take_discarded(&mut self, ally: Card, log: &mut Log<Event>) {
        if self.board.discard.take(ally) {
            self.active_mut().hand.add(ally);
            log.all(Event::AllyHealed { seat: self.turn.active, ally });
        }
    }

    /// Whether the Executioner has anything to do, whatever race is named.
    pub(super) fn has_affiliated_victim(&self) -> bool {
        self.opponents(self.turn.active)
            .any(|seat| self.is_victim(seat) && !self.player(seat).affiliated.is_empty())
    }

    /// The affiliated Allies of one race, by kind, of which a victim gives one up.
    pub(crate) fn affiliated_of(&self, seat: Seat, race: Race) -> impl Iterator<Item = Card> {
        let affiliated = &self.player(seat).affiliated;
        race.cards().filter(move |&card| affiliated.has(card))
    }

    /// The Executioner names a race: whoever has one kind of Ally of it discards one, whoever has
    /// several is asked.
    pub(crate) fn name_race(&mut self, race: Race, log: &mut Log<Event>) {
        log.all(Event::RaceNamed { seat: self.turn.active, race });
        let mut victims = Seats::NONE;
        for seat in self.opponents(self.turn.active) {
            if !self.is_victim(seat) {
                continue;
            }
            let first = self.affiliated_of(seat, race).next();
            if self.affiliated_of(seat, race).nth(1).is_some() {
                victims = victims.with(seat);
            } else if let Some(only) = first {
                self.lose_affiliated(seat, only, log);
            }
        }
        if !victims.is_empty() {
            self.decision = Decision::DiscardAffiliated { victims, race };
        }
    }

    /// A victim of the Executioner chooses which affiliated Ally goes to the discard.
    pub(crate) fn discard_affiliated(&mut self, seat: Seat, ally: Card, log: &mut Log<Event>) {
        let Decision::DiscardAffiliated { victims, race } = self.decision else { return };
        self.lose_affiliated(seat, ally, log);
        let victims = victims.without(seat);
        self.decision = if victims.is_empty() {
            Decision::Nothing
        } else {
            Decision::DiscardAffiliated { victims, race }
        };
    }

    fn lose_affiliated(&mut self, seat: Seat, ally: Card, log: &mut Log<Event>) {
        if self.player_mut(seat).affiliated.take(ally) {
            self.board.discard.add(ally);
            log.all(Event::AffiliatedDiscarded { seat, ally });
        }
    }

    /// The Lords under Locations of the active player.
    pub(crate) fn covered_lords(&self) -> impl Iterator<Item = Lord> {
        let covered = self.active().lords.iter();
        covered.filter(|owned| matches!(owned.place, LordPlace::Covered(_))).map(|owned| owned.lord)
    }

    /// The Liberator frees a Lord; its Location stays under control.
    pub(crate) fn free_lord(&mut self, lord: Lord, log: &mut Log<Event>) {
        let seat = self.turn.active;
        if let Some(owned) = self.active_mut().lord_mut(lord) {
            owned.place = LordPlace::Free;
            log.all(Event::LordFreed { seat, lord });
        }
    }
}

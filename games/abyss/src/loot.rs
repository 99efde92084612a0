//! The search of Locations for Loot (E84 to E91).

use gueridon_game::{Dice, Log, Seat};

use crate::cards::{Card, Location, Loot, THREAT};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::state::Abyss;

/// The Pearls that come with a Loot of 4.
const LOOT_PEARLS: u16 = 2;

impl Abyss {
    /// A Location to be searched came under control: the first Loot is drawn, unless some lies
    /// there already since an Illusionist swapped the Location away (E84, E89).
    pub(crate) fn enter_site(&mut self, site: Location, dice: &mut Dice, log: &mut Log<Event>) {
        if self.loot_on(site).next().is_none() {
            self.draw_loot(site, dice, log);
        } else {
            self.offer_search(site);
        }
    }

    /// The Loot that lies on a Location, one by one.
    pub(crate) fn loot_on(&self, site: Location) -> impl Iterator<Item = Loot> {
        let loot = site.site().map(|index| &self.board.site_loot[index]);
        loot.into_iter().flat_map(|loot| loot.each())
    }

    /// Asks whether to go on searching, as long as there is Loot to find (E90).
    fn offer_search(&mut self, site: Location) {
        if !self.board.loot_deck.is_empty() {
            self.decision = Decision::SearchLoot { site };
        }
    }

    /// Draws the next Loot, takes its reward, and sees whether the search is over: Loot of a value
    /// that lies there already is discarded together with it (E85).
    pub(crate) fn draw_loot(&mut self, site: Location, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let Some(index) = site.site() else { return };
        let Some(loot) = self.board.loot_deck.draw(dice) else { return };
        log.all(Event::LootDrawn { seat, location: site, loot });
        self.reward_loot(loot, dice, log);
        let on_site = &mut self.board.site_loot[index];
        if on_site.take(loot) {
            self.board.loot_out.add_many(loot, 2);
            log.all(Event::LootDiscarded { seat, location: site, loot });
        } else {
            on_site.add(loot);
            self.offer_search(site);
        }
    }

    fn reward_loot(&mut self, loot: Loot, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        match loot {
            Loot::Loot3 => {
                self.active_mut().key_tokens += 1;
                log.all(Event::KeysGained { seat, keys: 1 });
            }
            Loot::Loot4 => self.gain_pearls(seat, LOOT_PEARLS, Source::Loot, log),
            Loot::Loot5 => {
                if !self.board.token_pool.is_empty() {
                    self.draw_tokens(1, dice, log);
                }
            }
            Loot::Loot6 => self.find_ally(seat, dice, log),
            Loot::Loot7 => {}
        }
    }

    /// The next Ally of the exploration deck goes to the hand; Monsters on the way move the threat
    /// marker (E86).
    fn find_ally(&mut self, seat: Seat, dice: &mut Dice, log: &mut Log<Event>) {
        let mut left = self.board.deck.cards();
        left.add_all(&self.board.discard);
        if !left.iter().any(|(card, _)| card != Card::Monster) {
            return;
        }
        loop {
            self.reshuffle(log);
            let Some(card) = self.board.deck.draw(dice) else { return };
            if card != Card::Monster {
                self.active_mut().hand.add(card);
                log.all(Event::AllyFound { seat, card });
                return;
            }
            self.board.discard.add(card);
            self.board.threat = (self.board.threat + 1).min(THREAT.len() as u8 - 1);
            log.all(Event::MonsterMet { seat, threat: self.board.threat + 1 });
        }
    }
}

//! What mages remember of cards in the hands of others.
//!
//! A hand is a set: of cards with the same back nobody but their owner can tell which is which. So
//! when one of them changes hands, whoever knew some of them and does not see the card knows only
//! that it was one of so many.

use gueridon_game::{Dice, Kind, Seat};
use serde::{Deserialize, Serialize};

use crate::cards::{ARTEFACTS_A_DOMAIN, Artefact, Domain};
use crate::kind_set::KindSet;

/// Above so much the weights of lays are made smaller, long before they could overflow.
const MOST_WEIGHT: u64 = 1 << 16;
/// How many times smaller.
const LIGHTER: u64 = 1 << 8;

/// What one mage remembers, by the back of the cards.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Memory {
    backs: [Lays; Domain::ALL.len()],
}

/// The lays of the cards of one back that are still possible, each once, in order: none as long as
/// nothing is remembered, and at most 120, since a back has five cards. All tell of the same cards.
type Lays = Vec<Lay>;

/// Where remembered cards of one back may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub(crate) struct Lay {
    /// Who has each card of the back, in their order; none for what is not remembered.
    holders: [Option<Seat>; ARTEFACTS_A_DOMAIN],
    /// How likely the lay is, compared with the others.
    weight: u64,
}

impl Lay {
    /// The cards of `back` that `seat` has in this lay.
    pub(crate) fn held_by(&self, seat: Seat, back: Domain) -> KindSet<Artefact> {
        let held = back.artefacts().iter().zip(self.holders);
        held.filter(|&(_, holder)| holder == Some(seat)).map(|(artefact, _)| artefact).collect()
    }

    fn count_of(&self, seat: Seat) -> u64 {
        self.holders.iter().filter(|&&holder| holder == Some(seat)).count() as u64
    }
}

impl Memory {
    /// The cards of `back` that `seat` has in every lay.
    pub(crate) fn certain(&self, seat: Seat, back: Domain) -> KindSet<Artefact> {
        let lays = self.backs[back as usize].iter().map(|lay| lay.held_by(seat, back));
        lays.reduce(KindSet::and).unwrap_or_default()
    }

    /// One of the lays of the cards of `back`, each as likely as it is.
    pub(crate) fn pick(&self, back: Domain, dice: &mut Dice) -> Lay {
        let lays = &self.backs[back as usize];
        let all: u64 = lays.iter().map(|lay| lay.weight).sum();
        let mut left = if lays.len() < 2 { 0 } else { dice.below(all as usize) as u64 };
        for lay in lays {
            if left < lay.weight {
                return *lay;
            }
            left -= lay.weight;
        }
        Lay::default()
    }

    /// The own card went to `to`.
    pub(crate) fn gave(&mut self, artefact: Artefact, to: Seat) {
        let lays = &mut self.backs[artefact.domain() as usize];
        if lays.is_empty() {
            lays.push(Lay { weight: 1, ..Lay::default() });
        }
        lays.iter_mut().for_each(|lay| lay.holders[rank(artefact)] = Some(to));
        tidy(lays);
    }

    /// A card out of the `held` cards of `back` that `seat` had was seen to be `artefact`; it is not
    /// in the hand of another any longer.
    pub(crate) fn saw(&mut self, artefact: Artefact, seat: Seat, held: usize) {
        let lays = &mut self.backs[artefact.domain() as usize];
        lays.retain_mut(|lay| {
            match lay.holders[rank(artefact)].take() {
                Some(holder) if holder != seat => return false,
                Some(_) => {}
                None => lay.weight *= (held as u64).saturating_sub(lay.count_of(seat)),
            }
            lay.weight > 0
        });
        tidy(lays);
    }

    /// One of the `held` cards of `back` that `from` had went to `to`, and was not seen.
    pub(crate) fn missed(&mut self, back: Domain, from: Seat, to: Seat, held: usize) {
        let lays = &mut self.backs[back as usize];
        for mut lay in std::mem::take(lays) {
            for place in 0..lay.holders.len() {
                if lay.holders[place] == Some(from) {
                    let mut moved = lay;
                    moved.holders[place] = Some(to);
                    lays.push(moved);
                }
            }
            lay.weight *= (held as u64).saturating_sub(lay.count_of(from));
            if lay.weight > 0 {
                lays.push(lay);
            }
        }
        tidy(lays);
    }

    /// Each card of `back` is now another one: `renamed` by the place of the old among them.
    pub(crate) fn rename(&mut self, back: Domain, renamed: &[usize; ARTEFACTS_A_DOMAIN]) {
        let lays = &mut self.backs[back as usize];
        for lay in lays.iter_mut() {
            let mut holders = [None; ARTEFACTS_A_DOMAIN];
            lay.holders.iter().zip(renamed).for_each(|(&holder, &to)| holders[to] = holder);
            lay.holders = holders;
        }
        lays.sort_unstable();
    }
}

/// The place of an artefact among those with the same back.
pub(crate) fn rank(artefact: Artefact) -> usize {
    artefact.index() % ARTEFACTS_A_DOMAIN
}

/// Keeps each lay once, and its weight small; and none where nothing is remembered.
fn tidy(lays: &mut Lays) {
    if lays.iter().all(|lay| lay.holders.iter().all(Option::is_none)) {
        lays.clear();
        return;
    }
    lays.sort_unstable();
    lays.dedup_by(|again, lay| {
        let is_same = again.holders == lay.holders;
        lay.weight += if is_same { again.weight } else { 0 };
        is_same
    });
    if lays.iter().any(|lay| lay.weight > MOST_WEIGHT) {
        lays.iter_mut().for_each(|lay| lay.weight = (lay.weight / LIGHTER).max(1));
    }
}

//! What mages remember of cards in the hands of others.
//!
//! A hand is a set: of cards with the same back nobody but their owner can tell which is which. So
//! when one of them changes hands, whoever knew some of them and does not see the card knows only
//! that it was one of so many.

use gueridon_game::{Dice, Kind, Seat};
use serde::{Deserialize, Serialize};

use crate::cards::{ARTEFACTS_A_DOMAIN, Artefact, Domain};
use crate::kind_set::KindSet;

/// Above so much the weights of arrangements are made smaller, long before they could overflow.
const MOST_WEIGHT: u64 = 1 << 16;
/// How many times smaller.
const LIGHTER: u64 = 1 << 8;

/// What one mage remembers, by the back of the cards.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Memory {
    backs: [Arrangements; Domain::ALL.len()],
}

/// The arrangements of the cards of one back that are still possible, each once and sorted; none as
/// long as nothing is remembered, and at most 120, since a back has five cards. All place the same
/// cards.
type Arrangements = Vec<Arrangement>;

/// Where the remembered cards of one back may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub(crate) struct Arrangement {
    /// Who has each card of the back, in their order; none for what is not remembered.
    holders: [Option<Seat>; ARTEFACTS_A_DOMAIN],
    /// How likely the arrangement is, compared with the others.
    weight: u64,
}

impl Arrangement {
    /// The cards of `back` that `seat` has in this arrangement.
    pub(crate) fn held_by(&self, seat: Seat, back: Domain) -> KindSet<Artefact> {
        let held = back.artefacts().iter().zip(self.holders);
        held.filter(|&(_, holder)| holder == Some(seat)).map(|(artefact, _)| artefact).collect()
    }

    fn count_of(&self, seat: Seat) -> u64 {
        self.holders.iter().filter(|&&holder| holder == Some(seat)).count() as u64
    }
}

impl Memory {
    /// The cards of `back` that `seat` has in every arrangement.
    pub(crate) fn certain(&self, seat: Seat, back: Domain) -> KindSet<Artefact> {
        let arrangements =
            self.backs[back as usize].iter().map(|arrangement| arrangement.held_by(seat, back));
        arrangements.reduce(KindSet::and).unwrap_or_default()
    }

    /// One of the arrangements of the cards of `back`, each as likely as it is.
    pub(crate) fn pick(&self, back: Domain, dice: &mut Dice) -> Arrangement {
        let arrangements = &self.backs[back as usize];
        let all: u64 = arrangements.iter().map(|arrangement| arrangement.weight).sum();
        let mut left = if arrangements.len() < 2 { 0 } else { dice.below(all as usize) as u64 };
        for arrangement in arrangements {
            if left < arrangement.weight {
                return *arrangement;
            }
            left -= arrangement.weight;
        }
        Arrangement::default()
    }

    /// The own card went to `to`.
    pub(crate) fn gave(&mut self, artefact: Artefact, to: Seat) {
        let arrangements = &mut self.backs[artefact.domain() as usize];
        if arrangements.is_empty() {
            arrangements.push(Arrangement { weight: 1, ..Arrangement::default() });
        }
        arrangements
            .iter_mut()
            .for_each(|arrangement| arrangement.holders[rank(artefact)] = Some(to));
        tidy(arrangements);
    }

    /// A card out of the `held` cards of `back` that `seat` had was seen to be `artefact`; it is not
    /// in the hand of another any longer.
    pub(crate) fn saw(&mut self, artefact: Artefact, seat: Seat, held: usize) {
        let arrangements = &mut self.backs[artefact.domain() as usize];
        arrangements.retain_mut(|arrangement| {
            match arrangement.holders[rank(artefact)].take() {
                Some(holder) if holder != seat => return false,
                Some(_) => {}
                None => {
                    arrangement.weight *= (held as u64).saturating_sub(arrangement.count_of(seat))
                }
            }
            arrangement.weight > 0
        });
        tidy(arrangements);
    }

    /// One of the `held` cards of `back` that `from` had went to `to`, and was not seen.
    pub(crate) fn missed(&mut self, back: Domain, from: Seat, to: Seat, held: usize) {
        let arrangements = &mut self.backs[back as usize];
        for mut arrangement in std::mem::take(arrangements) {
            for place in 0..arrangement.holders.len() {
                if arrangement.holders[place] == Some(from) {
                    let mut moved = arrangement;
                    moved.holders[place] = Some(to);
                    arrangements.push(moved);
                }
            }
            arrangement.weight *= (held as u64).saturating_sub(arrangement.count_of(from));
            if arrangement.weight > 0 {
                arrangements.push(arrangement);
            }
        }
        tidy(arrangements);
    }

    /// Each card of `back` is now another one: `renamed` by the place of the old among them.
    pub(crate) fn rename(&mut self, back: Domain, renamed: &[usize; ARTEFACTS_A_DOMAIN]) {
        let arrangements = &mut self.backs[back as usize];
        for arrangement in arrangements.iter_mut() {
            let mut holders = [None; ARTEFACTS_A_DOMAIN];
            arrangement.holders.iter().zip(renamed).for_each(|(&holder, &to)| holders[to] = holder);
            arrangement.holders = holders;
        }
        arrangements.sort_unstable();
    }
}

/// The place of an artefact among those with the same back.
pub(crate) fn rank(artefact: Artefact) -> usize {
    artefact.index() % ARTEFACTS_A_DOMAIN
}

/// Keeps each arrangement once, and its weight small; and none where nothing is remembered.
fn tidy(arrangements: &mut Arrangements) {
    if arrangements.iter().all(|arrangement| arrangement.holders.iter().all(Option::is_none)) {
        arrangements.clear();
        return;
    }
    arrangements.sort_unstable();
    arrangements.dedup_by(|again, arrangement| {
        let is_same = again.holders == arrangement.holders;
        arrangement.weight += if is_same { again.weight } else { 0 };
        is_same
    });
    if arrangements.iter().any(|arrangement| arrangement.weight > MOST_WEIGHT) {
        arrangements
            .iter_mut()
            .for_each(|arrangement| arrangement.weight = (arrangement.weight / LIGHTER).max(1));
    }
}

//! What some eyes cannot know, drawn anew.

use arrayvec::ArrayVec;
use gueridon_game::{Bag, Dice, Eyes, Kind, Seat};

use crate::cards::{ARTEFACTS_A_DOMAIN, Artefact, Domain, Faction, MOST_SEATS, Objective};
use crate::kind_set::KindSet;
use crate::memory::rank;
use crate::state::{Astoria, Objectives};

/// The most objectives that some eyes do not know: all of them.
const MOST_OBJECTIVES: usize = 6;

/// Where an objective card lies that some eyes do not know: with a mage, or with nobody.
type Slot = Option<Seat>;

impl Astoria {
    /// A game drawn at random from those that `eyes` cannot tell apart from this one: the artefacts
    /// in hands and piles, of which they know the backs; the order of the invasion deck; and the
    /// objectives, as far as accusations have not told of them (section E).
    pub(crate) fn imagined(&self, eyes: Eyes, dice: &mut Dice) -> Self {
        let mut game = self.clone();
        if eyes != Eyes::All {
            game.redraw_artefacts(eyes, dice);
            game.redraw_invasions(eyes, dice);
            if !self.is_over() {
                game.redraw_objectives(eyes, dice);
            }
        }
        game
    }

    /// A card that is not known is one of those with the same back, as far as these eyes remember.
    fn redraw_artefacts(&mut self, eyes: Eyes, dice: &mut Dice) {
        for &back in Domain::ALL {
            self.redraw_back(eyes, back, dice);
        }
    }

    fn redraw_back(&mut self, eyes: Eyes, back: Domain, dice: &mut Dice) {
        let arrangement = eyes.seat().map(|own| self.memories[own.index()].pick(back, dice));
        let arrangement = arrangement.unwrap_or_default();
        let hidden: ArrayVec<Seat, MOST_SEATS> =
            self.clockwise(Seat(0)).filter(|&seat| !eyes.are_of(seat)).collect();
        let piled = self.city.undealt.and(back.artefacts());
        let mut unseen = piled;
        for &seat in &hidden {
            unseen = unseen.or(self.mage(seat).hand_of(back));
        }
        for &seat in &hidden {
            unseen = unseen.without(arrangement.held_by(seat, back));
        }
        let mut renamed: [usize; ARTEFACTS_A_DOMAIN] = std::array::from_fn(|place| place);
        for &seat in &hidden {
            let was = self.mage(seat).hand_of(back);
            let mut now = arrangement.held_by(seat, back);
            while now.len() < was.len() {
                let Some(drawn) = unseen.iter().nth(dice.below(unseen.len())) else { break };
                unseen.take(drawn);
                now.add(drawn);
            }
            let mage = self.mage_mut(seat);
            mage.hand = mage.hand.without(was).or(now);
            rename(&mut renamed, was, now);
        }
        self.city.undealt = self.city.undealt.without(piled).or(unseen);
        rename(&mut renamed, piled, unseen);
        for seat in hidden {
            self.memories[seat.index()].rename(back, &renamed);
        }
    }

    fn redraw_invasions(&mut self, eyes: Eyes, dice: &mut Dice) {
        let mut unseen = Bag::new();
        let lifted = self.city.deck.lift(&mut unseen, eyes);
        self.city.deck.refill(&lifted, &mut unseen, dice, |_| true);
    }

    /// Every way of laying the cards that is still possible is as likely as the others.
    fn redraw_objectives(&mut self, eyes: Eyes, dice: &mut Dice) {
        let hidden = |seat: &Seat| !eyes.are_of(*seat) && !self.mage(*seat).is_revealed;
        let seats: ArrayVec<Seat, MOST_SEATS> = self.clockwise(Seat(0)).filter(hidden).collect();
        let mut cards: Objectives = self.city.objectives_out;
        let dealt = seats.iter().filter_map(|&seat| self.mage(seat).objective);
        let dealt: Objectives = dealt.collect();
        if dealt.is_empty() {
            return;
        }
        cards.add_all(&dealt);
        let out = std::iter::repeat_n(None, self.city.objectives_out.len());
        let slots: ArrayVec<Slot, MOST_OBJECTIVES> =
            seats.iter().map(|&seat| Some(seat)).chain(out).collect();
        let kills: ArrayVec<Objective, MOST_OBJECTIVES> =
            cards.each().filter(|objective| objective.faction().is_some()).collect();

        let ways = self.ways(&kills, &slots, &mut |_| {});
        let chosen = dice.below(ways);
        let (mut nth, mut places) = (0, ArrayVec::<usize, MOST_OBJECTIVES>::new());
        self.ways(&kills, &slots, &mut |found| {
            if nth == chosen {
                places = found.iter().copied().collect();
            }
            nth += 1;
        });

        self.city.objectives_out = Objectives::new();
        for (place, slot) in slots.iter().enumerate() {
            let kill = places.iter().position(|&taken| taken == place);
            let objective = kill.map_or(Objective::SaveKing, |kill| kills[kill]);
            match *slot {
                Some(seat) => self.mage_mut(seat).objective = Some(objective),
                None => self.city.objectives_out.add(objective),
            }
        }
    }

    /// Shows `visit` every way of laying `kills` on different `slots`, no mage getting one that an
    /// accusation has cleared it of; gives back how many there are. The other slots get cards that
    /// save the King, and these are all alike.
    fn ways(&self, kills: &[Objective], slots: &[Slot], visit: &mut impl FnMut(&[usize])) -> usize {
        let mut places = ArrayVec::new();
        self.ways_from(kills, slots, &mut places, visit)
    }

    fn ways_from(
        &self,
        kills: &[Objective],
        slots: &[Slot],
        places: &mut ArrayVec<usize, MOST_OBJECTIVES>,
        visit: &mut impl FnMut(&[usize]),
    ) -> usize {
        let Some((kill, later)) = kills.split_first() else {
            visit(places);
            return 1;
        };
        let mut ways = 0;
        for place in 0..slots.len() {
            let is_cleared = slots[place].is_some_and(|seat| self.is_cleared(seat, *kill));
            if places.contains(&place) || is_cleared || places.is_full() {
                continue;
            }
            places.push(place);
            ways += self.ways_from(later, slots, places, visit);
            places.pop();
        }
        ways
    }

    fn is_cleared(&self, seat: Seat, objective: Objective) -> bool {
        let cleared: KindSet<Faction> = self.mage(seat).cleared;
        objective.faction().is_some_and(|faction| cleared.has(faction))
    }
}

/// Notes which card is now where another was; those that stay are themselves. What others
/// remember is of the cards that lie in these places.
fn rename(
    renamed: &mut [usize; ARTEFACTS_A_DOMAIN],
    was: KindSet<Artefact>,
    now: KindSet<Artefact>,
) {
    let gone = was.without(now).iter();
    gone.zip(now.without(was).iter()).for_each(|(old, new)| renamed[rank(old)] = rank(new));
}

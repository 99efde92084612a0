//! The table before the first turn (1 to 4, 86 to 91).

use arrayvec::ArrayVec;
use gueridon_game::{Dice, Kind, Log, Seat};

use crate::cards::{
    ALCHEMIST_GEMS, ALCHEMIST_POWER, Artefact, Domain, FLASKS, GEMS_PER_DOMAIN, Gems, HAND_START,
    HEALTH_START, Invasion, PILES, Placed, Role,
};
use crate::decision::Decision;
use crate::event::Event;
use crate::kind_set::KindSet;
use crate::options::{Options, RoleAssignment};
use crate::state::{ArtefactPile, Astoria, City, Hand, Mage, Objectives, Roles, Turn};

/// The force, agitation, reinforcements and anger that a game begins with.
const FIRST_SQUARE: u8 = 1;

impl Astoria {
    pub(crate) fn set_up(options: Options, seats: u8, dice: &mut Dice) -> Self {
        let mut domains: ArrayVec<Domain, { Domain::ALL.len() }> =
            Domain::ALL.iter().copied().collect();
        dice.shuffle(&mut domains);
        let mages = domains.drain(..usize::from(seats)).map(new_mage).collect();
        let mut game = Self {
            options,
            city: new_city(),
            mages,
            memories: Default::default(),
            turn: Turn::before_the_first(),
            decision: Decision::Act,
            ending: None,
        };
        game.city.objectives_out = game.objectives_in_play();
        domains.iter().for_each(|&absent| game.city.reserve.add_many(absent, GEMS_PER_DOMAIN));
        game.deal_hands(dice);
        game.turn.first = game.search_first_player(dice);
        if !options.grand_alchemist {
            game.give_flasks();
            game.begin(dice, &mut Log::muted());
            return game;
        }
        Role::ALL.iter().for_each(|&role| game.city.roles_out.add_many(role, role.copies()));
        match options.role_assignment {
            RoleAssignment::Random => {
                for seat in game.clockwise(game.turn.first) {
                    if let Some(role) = game.city.roles_out.draw(dice) {
                        game.take_role(seat, role);
                    }
                }
                game.begin(dice, &mut Log::muted());
            }
            RoleAssignment::Choose => {
                game.turn.active = game.turn.first;
                game.decision = Decision::ChooseRole { seat: game.turn.first };
            }
        }
        game
    }

    /// Three artefacts for each mage; the others form the piles.
    fn deal_hands(&mut self, dice: &mut Dice) {
        for seat in self.clockwise(Seat(0)) {
            for _ in 0..HAND_START {
                let nth = dice.below(self.city.undealt.len());
                let Some(artefact) = self.city.undealt.iter().nth(nth) else { continue };
                self.city.undealt.take(artefact);
                self.mage_mut(seat).hand.add(artefact);
            }
        }
        let size = self.city.undealt.len() / PILES;
        self.city.piles =
            std::array::from_fn(|_| ArtefactPile { size: size as u8, backs: ArrayVec::new() });
    }

    /// Turns over no card: the backs of the pack tell, from the top down, which colour comes first
    /// among those in play (2). The pack is then cut in three (3).
    fn search_first_player(&mut self, dice: &mut Dice) -> Seat {
        let mut first = None;
        for pile in 0..PILES {
            while first.is_none() && self.city.see_next_back(pile, dice) {
                let back = self.city.piles[pile].backs.last().copied();
                first =
                    (0..).map(Seat).zip(&self.mages).find(|(_, mage)| Some(mage.domain) == back);
            }
            if self.city.piles[pile].backs.is_empty() {
                self.city.see_next_back(pile, dice);
            }
        }
        // The search succeeds: more cards show a colour in play than were dealt (11c).
        first.map_or(Seat(0), |(seat, _)| seat)
    }

    /// Without the variant: a flask for each, or the four of the box.
    fn give_flasks(&mut self) {
        let flasks = if self.options.flasks_for_all { self.mages.len() } else { FLASKS };
        for seat in self.clockwise(self.turn.first).take(flasks) {
            self.mage_mut(seat).has_flask = true;
        }
    }

    /// Gives a mage a role, with the gems, the Power and the flask that come with it (87 to 91).
    fn take_role(&mut self, seat: Seat, role: Role) {
        let mage = self.mage_mut(seat);
        let own = mage.domain;
        mage.role = Some(role);
        mage.cards.add(role.card());
        mage.has_flask = role != Role::Saboteur;
        match role {
            Role::GrandAlchemist => {
                mage.power = ALCHEMIST_POWER;
                mage.stock = Gems::new();
                // One of them is the marker.
                mage.stock.add_many(own, ALCHEMIST_GEMS - 1);
                self.city.reserve.add_many(own, GEMS_PER_DOMAIN - ALCHEMIST_GEMS);
            }
            // The gem that would be the marker.
            Role::Preparer => mage.stock.add(own),
            Role::Saboteur => {}
        }
    }

    /// A mage chooses a role; the last one is asked only if there are two to choose from.
    pub(crate) fn choose_role(
        &mut self,
        seat: Seat,
        role: Role,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        self.city.roles_out.take(role);
        self.take_role(seat, role);
        log.all(Event::RoleChosen { seat, role });
        let next = seat.next(self.seat_count());
        if next == self.turn.first {
            self.begin(dice, log);
        } else {
            self.turn.active = next;
            self.decision = Decision::ChooseRole { seat: next };
        }
    }

    /// Deals the objectives and begins the first round.
    fn begin(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        for seat in self.clockwise(Seat(0)) {
            self.mage_mut(seat).objective = self.city.objectives_out.draw(dice);
        }
        self.start_round(dice, log);
    }
}

impl City {
    /// Shows the topmost back of a pile that nobody has seen yet; says whether there was one.
    pub(crate) fn see_next_back(&mut self, pile: usize, dice: &mut Dice) -> bool {
        if usize::from(self.piles[pile].size) == self.piles[pile].backs.len() {
            return false;
        }
        let mut unseen = Gems::new();
        for &domain in Domain::ALL {
            let cards = self.undealt.and(domain.artefacts()).len();
            let seen = self.piles.iter().flat_map(|pile| &pile.backs);
            let seen = seen.filter(|&&back| back == domain).count();
            unseen.add_many(domain, (cards - seen) as u8);
        }
        match unseen.draw(dice) {
            Some(back) => self.piles[pile].backs.try_push(back).is_ok(),
            None => false,
        }
    }
}

impl Turn {
    /// The first player is not known yet.
    fn before_the_first() -> Self {
        Self {
            round: 0,
            first: Seat(0),
            active: Seat(0),
            taken: 0,
            actions: 0,
            pool: Gems::new(),
            has_helped: false,
            was_agitated: false,
        }
    }
}

/// A mage with the gems of the domain, one of which marks the Power.
fn new_mage(domain: Domain) -> Mage {
    let mut stock = Gems::new();
    stock.add_many(domain, GEMS_PER_DOMAIN - 1);
    Mage {
        domain,
        role: None,
        objective: None,
        is_revealed: false,
        is_exiled: false,
        cleared: KindSet::new(),
        power: 0,
        stock,
        has_flask: false,
        flask: Gems::new(),
        guards: 0,
        hand: Hand::new(),
        started: KindSet::new(),
        cards: [domain.character()].into_iter().collect(),
        tilted: KindSet::new(),
        chiefs: KindSet::new(),
    }
}

fn new_city() -> City {
    City {
        reserve: Gems::new(),
        piles: Default::default(),
        undealt: KindSet::all(),
        placed: [Placed::default(); Artefact::ALL.len()],
        deck: Invasion::ALL.iter().copied().collect::<gueridon_game::Bag<_, _>>().into(),
        discard: KindSet::new(),
        current: None,
        chiefs: ArrayVec::new(),
        dragon: FIRST_SQUARE,
        populace: FIRST_SQUARE,
        agitation: FIRST_SQUARE,
        barbarians: FIRST_SQUARE,
        reinforcements: FIRST_SQUARE,
        health: HEALTH_START,
        discovered: false,
        objectives_out: Objectives::new(),
        roles_out: Roles::new(),
    }
}

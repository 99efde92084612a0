//! What is conserved, and that events account for all that changes.

use std::collections::BTreeMap;

use astoria::cards::{Domain, Gems, Role};
use astoria::view::View;
use astoria::{Astoria, Event};
use gueridon_game::{Eyes, Game, Kind, LoggedEvent, Seat};

/// The gems of each domain wherever they lie, the markers of Power among them; every artefact,
/// invasion card, objective and role. None of them ever changes.
pub(crate) fn counted(game: &Astoria) -> String {
    let view = game.view(Eyes::All);
    let mut artefacts: Vec<&str> = Vec::new();
    let mut invasions: Vec<&str> = Vec::new();
    artefacts.extend(view.undealt.iter().flat_map(|cards| cards.iter()).map(Kind::id));
    invasions.extend(view.deck.iter().chain(view.discard.iter()).map(Kind::id));
    invasions.extend(view.chiefs.iter().map(|chief| chief.id()));
    for mage in &view.mages {
        artefacts.extend(mage.hand.iter().filter_map(|card| card.artefact).map(Kind::id));
        artefacts.extend(mage.started.iter().map(|started| started.artefact.id()));
        let finished = mage.cards.iter().filter_map(|card| card.card.artefact());
        artefacts.extend(finished.map(Kind::id));
        invasions.extend(mage.chiefs.iter().map(Kind::id));
    }
    artefacts.sort_unstable();
    invasions.sort_unstable();
    let objectives = view.mages.iter().filter(|mage| mage.objective.is_some()).count()
        + view.undealt_objectives.map_or(0, |out| out.len());
    let roles =
        view.mages.iter().filter(|mage| mage.role.is_some()).count() + view.roles_left.len();
    let gems = gems(&view);
    format!("{gems:?} {artefacts:?} {invasions:?} {objectives} objectives, {roles} roles")
}

/// All gems: of each domain there are ten.
fn gems(view: &View) -> [u8; 6] {
    let mut all = view.reserve;
    for mage in &view.mages {
        all.add_all(&mage.stock);
        all.add_all(&mage.flask);
        mage.started.iter().for_each(|started| all.add_all(&started.gems));
        // Guards, and the marker, which a Preparer has in stock.
        let marker = u8::from(mage.role != Some(Role::Preparer));
        all.add_many(mage.domain, mage.guards + marker);
    }
    *all.counts()
}

/// What a mage has to spend, and where the city stands.
#[derive(Debug, PartialEq, Eq, Default, Clone)]
struct Books {
    power: BTreeMap<u8, i32>,
    stock: BTreeMap<(u8, Domain), i32>,
    flask: BTreeMap<u8, i32>,
    guards: BTreeMap<u8, i32>,
    reserve: BTreeMap<Domain, i32>,
    tracks: BTreeMap<&'static str, i32>,
}

impl Books {
    fn of(game: &Astoria) -> Self {
        let view = game.view(Eyes::All);
        let mut books = Self::default();
        for mage in &view.mages {
            books.power.insert(mage.seat.0, mage.power.into());
            books.flask.insert(mage.seat.0, mage.flask.len() as i32);
            books.guards.insert(mage.seat.0, mage.guards.into());
            for &domain in Domain::ALL {
                let count = mage.stock.count(domain);
                books.stock.insert((mage.seat.0, domain), count.into());
            }
        }
        for &domain in Domain::ALL {
            books.reserve.insert(domain, view.reserve.count(domain).into());
        }
        let tracks = [
            ("health", view.health),
            ("dragon", view.dragon),
            ("populace", view.populace),
            ("agitation", view.agitation),
            ("barbarians", view.barbarians),
            ("reinforcements", view.reinforcements),
        ];
        books.tracks = tracks.into_iter().map(|(name, at)| (name, at.into())).collect();
        books
    }

    fn power(&mut self, seat: Seat, gained: i32) {
        *self.power.entry(seat.0).or_default() += gained;
    }

    fn stock(&mut self, seat: Seat, gem: Domain, gained: i32) {
        *self.stock.entry((seat.0, gem)).or_default() += gained;
    }

    fn reserve(&mut self, gem: Domain, gained: i32) {
        *self.reserve.entry(gem).or_default() += gained;
    }

    fn store(&mut self, owner: Seat, gems: &Gems, to_flask: bool) {
        if to_flask {
            *self.flask.entry(owner.0).or_default() += gems.len() as i32;
        } else {
            gems.each().for_each(|gem| self.stock(owner, gem, 1));
        }
    }

    fn at(&mut self, track: &'static str, place: u8) {
        self.tracks.insert(track, place.into());
    }

    fn guard(&mut self, seat: Seat, gained: i32) {
        *self.guards.entry(seat.0).or_default() += gained;
    }

    /// Enters what an event tells.
    fn enter(&mut self, event: &Event, domains: &[Domain]) {
        match *event {
            Event::Reinforced { seat, power } | Event::Empowered { seat, power, .. } => {
                self.power(seat, power.into());
            }
            Event::GemDestroyed { seat, gem, power } => {
                self.power(seat, power.into());
                self.stock(seat, gem, -1);
                self.reserve(gem, 1);
            }
            Event::GemCreated { seat, gem, power } => {
                self.power(seat, -i32::from(power));
                self.stock(seat, gem, 1);
                self.reserve(gem, -1);
            }
            Event::GemPlaced { seat, gem, .. } => self.stock(seat, gem, -1),
            Event::ArtefactFinished { seat, owner, ref gems, to_flask, power, .. } => {
                self.power(seat, -i32::from(power));
                self.store(owner, gems, to_flask);
            }
            Event::GuardPlaced { seat, power } => {
                self.power(seat, -i32::from(power));
                self.stock(seat, domains[seat.index()], -1);
                self.guard(seat, 1);
            }
            Event::GuardKilled { seat, gem, to_reserve } => {
                self.guard(seat, -1);
                if to_reserve { self.reserve(gem, 1) } else { self.stock(seat, gem, 1) }
            }
            Event::GemRecovered { seat, gem } => {
                *self.flask.entry(seat.0).or_default() -= 1;
                self.stock(seat, gem, 1);
            }
            Event::TributePaid { seat, gem, dragon } => {
                self.stock(seat, gem, -1);
                self.reserve(gem, 1);
                self.at("dragon", dragon);
            }
            Event::PowerFaded { seat, power } => self.power(seat, -i32::from(power)),
            Event::GemPrepared { to, gem, .. } => {
                self.reserve(gem, -1);
                self.stock(to, gem, 1);
            }
            Event::GemRemoved { gem, .. } => self.reserve(gem, 1),
            Event::GemGiven { seat, to, gem } => {
                self.stock(seat, gem, -1);
                self.stock(to, gem, 1);
            }
            Event::DragonMoved { dragon } => self.at("dragon", dragon),
            Event::ReinforcementsRose { reinforcements } => {
                self.at("reinforcements", reinforcements);
            }
            Event::AgitationRose { agitation } => self.at("agitation", agitation),
            Event::ForceWeakened { force, strength, .. } => {
                let force = match force {
                    astoria::moves::Force::Barbarians => "barbarians",
                    astoria::moves::Force::Populace => "populace",
                };
                self.at(force, strength);
            }
            Event::SiegeAdvanced { populace, barbarians } => {
                self.at("populace", populace);
                self.at("barbarians", barbarians);
            }
            Event::KingHealed { health, .. }
            | Event::KingWounded { health, .. }
            | Event::KingAiled { health }
            | Event::MaleficeHit { health, .. } => self.at("health", health),
            _ => {}
        }
    }
}

/// Whatever a mage has and wherever a track stands after a step is what the events say. Where
/// roles are chosen, their gems and Power come with the role.
pub(crate) fn balance(
    before: &Astoria,
    told: &[LoggedEvent<Event>],
    after: &Astoria,
) -> Result<(), String> {
    if before.view(Eyes::Public).round == 0 {
        return Ok(());
    }
    let mut books = Books::of(before);
    let mages = before.view(Eyes::Public).mages;
    let domains: Vec<Domain> = mages.iter().map(|mage| mage.domain).collect();
    told.iter().for_each(|told| books.enter(&told.event, &domains));
    let now = Books::of(after);
    if books == now { Ok(()) } else { Err(format!("{books:?}\nis not\n{now:?}")) }
}

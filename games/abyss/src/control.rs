//! Keys and Locations.

use arrayvec::ArrayVec;
use gueridon_game::{Dice, Log};

use crate::agenda::Task;
use crate::board::Post;
use crate::cards::{KEYS_FOR_A_LOCATION, Location, Lord, MOST_LOCATIONS_DRAWN};
use crate::decision::Decision;
use crate::event::Event;
use crate::player::LordPlace;
use crate::state::Abyss;

impl Abyss {
    /// Asks for a Location as soon as three Keys are together, and one can be had (E38, E40).
    pub(crate) fn check_keys(&mut self) {
        let none_left =
            self.board.location_deck.is_empty() && self.open_locations().next().is_none();
        if self.active().keys() >= u16::from(KEYS_FOR_A_LOCATION) && !none_left {
            self.agenda.push(Task::CheckKeys);
            self.decision = Decision::ControlLocation;
        }
    }

    /// Draws Locations to keep one of them (E39).
    pub(crate) fn draw_locations(
        &mut self,
        count: u8,
        ambassador: Option<Lord>,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        let mut drawn = ArrayVec::<_, MOST_LOCATIONS_DRAWN>::new();
        while drawn.len() < usize::from(count) {
            let Some(location) = self.board.location_deck.draw(dice) else { break };
            drawn.push(location);
        }
        log.all(Event::LocationsDrawn { seat: self.turn.active, locations: drawn.clone() });
        self.decision = Decision::KeepLocation { drawn, ambassador };
    }

    /// An Ambassador came into play: it draws its Locations, or takes an available one when the
    /// deck is empty (E44, A.1). If there is none at all, its Keys are kept.
    pub(crate) fn seek_location(
        &mut self,
        ambassador: Lord,
        count: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        if !self.board.location_deck.is_empty() {
            self.draw_locations(count, Some(ambassador), dice, log);
        } else if self.open_locations().next().is_some() {
            self.decision = Decision::AmbassadorLocation { ambassador };
        }
    }

    /// Keeps one of the drawn Locations; the others become available (E39).
    pub(crate) fn keep_drawn(&mut self, kept: Location, log: &mut Log<Event>) {
        let Decision::KeepLocation { drawn, ambassador } =
            std::mem::replace(&mut self.decision, Decision::Nothing)
        else {
            return;
        };
        drawn.into_iter().filter(|&other| other != kept).for_each(|other| {
            self.board.available.add(other);
        });
        self.take_control(kept, ambassador, log);
    }

    /// Takes an available Location.
    pub(crate) fn take_available(
        &mut self,
        location: Location,
        ambassador: Option<Lord>,
        log: &mut Log<Event>,
    ) {
        self.board.available.take(location);
        self.release(Post::Location(location), log);
        self.take_control(location, ambassador, log);
    }

    /// A Location comes under control; its Keys are paid by the Ambassador that brought it, by any
    /// other active Ambassador (E44), or by three single Keys (E42).
    fn take_control(&mut self, location: Location, ambassador: Option<Lord>, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.active_mut().locations.push(location);
        log.all(Event::LocationTaken { seat, location });
        let alone = |lord: &Lord| lord.facts().keys >= KEYS_FOR_A_LOCATION;
        match ambassador.or_else(|| self.active().active_lords().find(alone)) {
            Some(payer) => {
                self.cover(payer, location);
                let lords = ArrayVec::from_iter([payer]);
                log.all(Event::LocationPaid { seat, location, lords, keys: 0 });
                self.enter(location);
            }
            None => self.ask_for_keys(location, ArrayVec::new(), 0, log),
        }
    }

    /// Asks for the next Key as long as there is a choice between Keys; then three of them pay
    /// (E42), and the Lords among them go under the Location (E43).
    fn ask_for_keys(
        &mut self,
        location: Location,
        mut lords: ArrayVec<Lord, 3>,
        tokens: u8,
        log: &mut Log<Event>,
    ) {
        let left = KEYS_FOR_A_LOCATION - lords.len() as u8 - tokens;
        let others: ArrayVec<Lord, 3> =
            self.lords_with_key().filter(|lord| !lords.contains(lord)).take(left.into()).collect();
        let spare = self.active().keys() > u16::from(KEYS_FOR_A_LOCATION);
        if left > 0 && spare && !others.is_empty() {
            self.decision = Decision::UseKeys { location, lords, tokens };
            return;
        }
        lords.extend(others);
        let keys = KEYS_FOR_A_LOCATION - lords.len() as u8;
        lords.iter().for_each(|&lord| self.cover(lord, location));
        self.active_mut().key_tokens -= u16::from(keys);
        log.all(Event::LocationPaid { seat: self.turn.active, location, lords, keys });
        self.enter(location);
    }

    /// The active Lords with a Key that is not chosen yet.
    pub(crate) fn lords_with_key(&self) -> impl Iterator<Item = Lord> {
        let chosen: &[Lord] = match &self.decision {
            Decision::UseKeys { lords, .. } => lords,
            _ => &[],
        };
        let is_left = |lord: &Lord| lord.facts().keys > 0 && !chosen.contains(lord);
        self.active().active_lords().filter(is_left)
    }

    /// The Key tokens that are not chosen yet.
    pub(crate) fn tokens_left(&self) -> u16 {
        let chosen = match self.decision {
            Decision::UseKeys { tokens, .. } => u16::from(tokens),
            _ => 0,
        };
        self.active().key_tokens - chosen
    }

    /// Chooses a Key, a Lord's or a token, for the Location just taken (E42).
    pub(crate) fn use_key(&mut self, lord: Option<Lord>, log: &mut Log<Event>) {
        let answered = std::mem::replace(&mut self.decision, Decision::Nothing);
        let Decision::UseKeys { location, mut lords, mut tokens } = answered else { return };
        match lord {
            Some(lord) => lords.push(lord),
            None => tokens += 1,
        }
        log.all(Event::KeyChosen { seat: self.turn.active, lord });
        self.ask_for_keys(location, lords, tokens, log);
    }

    fn cover(&mut self, lord: Lord, location: Location) {
        if let Some(owned) = self.active_mut().lord_mut(lord) {
            owned.place = LordPlace::Covered(location);
        }
    }

    /// What a Location does when it comes under control: the Black Smokers let their owner search
    /// the deck (E46), others are searched themselves (E84).
    fn enter(&mut self, location: Location) {
        if location.site().is_some() {
            self.agenda.push(Task::Search(location));
        } else if location == Location::BlackSmokers && !self.board.location_deck.is_empty() {
            self.decision = Decision::SearchLocation;
        }
    }

    /// Takes a Location of the deck instead of the Black Smokers; the deck is shuffled (E46, G11).
    pub(crate) fn exchange_black_smokers(&mut self, found: Location, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let own = Location::BlackSmokers;
        self.board.location_deck.search(found);
        if self.options.return_black_smokers {
            self.board.location_deck.shuffle_in(&[own].into_iter().collect());
        } else {
            self.board.locations_out.add(own);
        }
        self.active_mut().exchange_location(own, found);
        log.all(Event::LocationSwapped { seat, own, other: found });
        self.enter(found);
    }

    /// Exchanges an own Location for an available one with the Illusionist.
    pub(crate) fn swap_location(&mut self, own: Location, other: Location, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.board.available.take(other);
        self.board.available.add(own);
        self.active_mut().exchange_location(own, other);
        log.all(Event::LocationSwapped { seat, own, other });
        self.release(Post::Location(other), log);
        self.enter(other);
    }
}

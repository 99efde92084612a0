//! Sentinels: what their owners reserve with them, against everybody else (E78 to E83).

use gueridon_game::{Kind, Log, Seat};

use crate::board::{Post, Sentinel};
use crate::cards::{Location, Lord, Race};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::state::Abyss;

/// The Nebulis that come with a Sentinel.
const NEBULIS_WITH_SENTINEL: u16 = 1;

impl Abyss {
    /// Whether a Sentinel keeps this from the active player (E80).
    pub(crate) fn is_reserved(&self, thing: Post) -> bool {
        let active = self.turn.active;
        self.board.sentinels.iter().any(|found| found.post == thing && found.owner != active)
    }

    /// The stacks with a card that the active player may take.
    pub(crate) fn open_stacks(&self) -> impl Iterator<Item = Race> {
        self.board.stacks().filter(|&race| !self.is_reserved(Post::Stack(race)))
    }

    /// The Lords of the Court that the active player may take.
    pub(crate) fn open_lords(&self) -> impl Iterator<Item = Lord> {
        self.board.court.iter().copied().filter(|&lord| !self.is_reserved(Post::Lord(lord)))
    }

    /// The available Locations that the active player may take.
    pub(crate) fn open_locations(&self) -> impl Iterator<Item = Location> {
        let available = self.board.available.iter().map(|(location, _)| location);
        available.filter(|&location| !self.is_reserved(Post::Location(location)))
    }

    /// Whether another Sentinel stands in the zone of `post` already (E78).
    pub(crate) fn is_zone_taken(&self, post: Post) -> bool {
        self.board.sentinels.iter().any(|found| found.post.zone() == post.zone())
    }

    /// Whether `seat` may place this Sentinel now.
    pub(crate) fn can_place(&self, seat: Seat, lord: Lord) -> bool {
        match self.decision {
            Decision::PlaceSentinel { lord: asked } => asked == lord,
            _ => self.waiting_sentinels(seat).any(|waiting| waiting == lord),
        }
    }

    /// The Sentinels that `seat` may place before its action.
    pub(crate) fn waiting_sentinels(&self, seat: Seat) -> impl Iterator<Item = Lord> {
        let waits = move |found: &&Sentinel| found.owner == seat && found.post == Post::Waiting;
        self.board.sentinels.iter().filter(waits).map(|found| found.lord)
    }

    /// Everything that a Sentinel could be placed on now: a Lord of the Court, a stack, even an
    /// empty one, or an available Location, in a zone without a Sentinel.
    pub(crate) fn each_post(&self, visit: &mut impl FnMut(Post)) {
        if !self.is_zone_taken(Post::Lord(Lord::Watcher)) {
            self.board.court.iter().for_each(|&lord| visit(Post::Lord(lord)));
        }
        if !self.is_zone_taken(Post::Stack(Race::Crab)) {
            Race::ALL.iter().for_each(|&race| visit(Post::Stack(race)));
        }
        if !self.is_zone_taken(Post::Location(Location::Abyss)) {
            self.board.available.iter().for_each(|(place, _)| visit(Post::Location(place)));
        }
    }

    /// A Lord with a Sentinel came into play: its owner takes the token and a Nebulis, and places
    /// the token at once if some zone is free (E78, E79).
    pub(crate) fn take_sentinel(&mut self, lord: Lord, log: &mut Log<Event>) {
        let owner = self.turn.active;
        self.gain_nebulis(owner, NEBULIS_WITH_SENTINEL, Source::Lord(lord), log);
        self.board.sentinels.push(Sentinel { lord, owner, post: Post::Waiting });
        log.all(Event::SentinelTaken { seat: owner, sentinel: lord });
        let mut can_be_placed = false;
        self.each_post(&mut |_| can_be_placed = true);
        if can_be_placed {
            self.decision = Decision::PlaceSentinel { lord };
        }
    }

    /// Puts a Sentinel on what it reserves.
    pub(crate) fn place_sentinel(&mut self, sentinel: Lord, post: Post, log: &mut Log<Event>) {
        if let Some(found) = self.board.sentinels.iter_mut().find(|found| found.lord == sentinel) {
            found.post = post;
            let seat = found.owner;
            let (lord, race, location) = post.parts();
            log.all(Event::SentinelPlaced { seat, sentinel, lord, race, location });
        }
        if matches!(self.decision, Decision::PlaceSentinel { .. }) {
            self.decision = Decision::Nothing;
        }
    }

    /// The Sentinel on this, if there is one, goes back to its owner (E81).
    pub(crate) fn release(&mut self, thing: Post, log: &mut Log<Event>) {
        if let Some(found) = self.board.sentinels.iter_mut().find(|found| found.post == thing) {
            found.post = Post::Returned;
            log.all(Event::SentinelReturned { seat: found.owner, sentinel: found.lord });
        }
    }

    /// A turn of `seat` begins: its Sentinels that came back may be placed again (E81a).
    pub(crate) fn ready_sentinels(&mut self, seat: Seat) {
        let returned = |found: &&mut Sentinel| found.owner == seat && found.post == Post::Returned;
        self.board.sentinels.iter_mut().filter(returned).for_each(|found| {
            found.post = Post::Waiting;
        });
    }
}

//! Every open step of the questions that came with Kraken.

use gueridon_game::{Kind, Seat, Yes};

use crate::board::Post;
use crate::cards::{Lord, Race};
use crate::decision::Decision;
use crate::moves::Move;
use crate::state::Abyss;

impl Abyss {
    /// Shows `visit` every step open to `seat`, at a question that the base game does not ask.
    pub(super) fn each_move_of_kraken(&self, seat: Seat, visit: &mut impl FnMut(Move)) {
        match self.decision {
            Decision::PlaceKraken => {
                Race::ALL.iter().for_each(|&race| visit(Move::PlaceKraken { race }));
            }
            Decision::PlaceSentinel { lord } => self.each_reservation(lord, visit),
            Decision::SearchLoot { .. } => {
                visit(Move::ContinueSearch(Yes::Yes));
                visit(Move::StopSearch(Yes::Yes));
            }
            Decision::GiveNebulis { .. } => {
                self.receivers().for_each(|seat| visit(Move::GiveNebulis { seat }));
            }
            Decision::TakeDiscarded => {
                self.discarded_allies().for_each(|ally| visit(Move::TakeDiscarded { ally }));
            }
            Decision::NameRace => {
                Race::ALL.iter().for_each(|&race| visit(Move::NameRace { race }));
            }
            Decision::DiscardAffiliated { race, .. } => {
                let affiliated = self.affiliated_of(seat, race);
                affiliated.for_each(|ally| visit(Move::DiscardAffiliated { ally }));
            }
            Decision::FreeLord => {
                self.covered_lords().for_each(|lord| visit(Move::FreeLord { lord }));
            }
            _ => {}
        }
    }

    /// Shows `visit` everything that this Sentinel can reserve.
    pub(super) fn each_reservation(&self, sentinel: Lord, visit: &mut impl FnMut(Move)) {
        self.each_post(&mut |post| match post {
            Post::Lord(lord) => visit(Move::ReserveLord { sentinel, lord }),
            Post::Stack(race) => visit(Move::ReserveStack { sentinel, race }),
            Post::Location(location) => visit(Move::ReserveLocation { sentinel, location }),
            Post::Waiting | Post::Returned => {}
        });
    }

    /// Shows `visit` the use of the powers that came with Kraken.
    pub(super) fn each_power_of_kraken(&self, visit: &mut impl FnMut(Move)) {
        if self.can_swap_nebulis() {
            visit(Move::SwapNebulis(Yes::Yes));
        }
        if self.can_invite_lord() {
            visit(Move::InviteLord(Yes::Yes));
        }
    }
}

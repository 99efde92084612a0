//! Whether a step that came with Kraken is open.

use gueridon_game::{Refusal, Seat};

use super::require;
use crate::board::Post;
use crate::cards::Lord;
use crate::decision::Decision;
use crate::moves::Move;
use crate::powers::Power;
use crate::recruit::SECOND_LORD_PRICE;
use crate::state::Abyss;

impl Abyss {
    /// Whether `step`, which is none of the base game's for this question, is open to `seat`.
    pub(super) fn allow_of_kraken(
        &self,
        seat: Seat,
        decision: &Decision,
        step: &Move,
    ) -> Result<(), Refusal> {
        match (decision, *step) {
            (_, Move::SwapNebulis(_)) => {
                self.allow_power(Power::Ferryman)?;
                require(self.can_swap_nebulis(), || Refusal::new("NO_NEBULIS", "D.1"))
            }
            (_, Move::InviteLord(_)) => self.allow_invitation(),
            (Decision::BuyAlly { .. }, Move::BuyWithNebulis { count }) => {
                self.allow_some_nebulis(seat, self.ally_price(), count)
            }
            (Decision::PayLord { lord }, Move::PayWithNebulis { count }) => {
                require(count > 0, || Refusal::new("BAD_NEBULIS", "E71").number("count", count))?;
                self.allow_payment(*lord, count)
            }
            (Decision::SecondLord, Move::RecruitWithNebulis { lord, count }) => {
                self.allow_court_lord(lord, "A.1")?;
                self.allow_some_nebulis(seat, SECOND_LORD_PRICE, count)
            }
            (Decision::PlaceKraken, Move::PlaceKraken { .. })
            | (Decision::NameRace, Move::NameRace { .. })
            | (Decision::SearchLoot { .. }, Move::ContinueSearch(_) | Move::StopSearch(_)) => {
                Ok(())
            }
            (Decision::Act | Decision::PlaceSentinel { .. }, step) => {
                self.allow_reservation(seat, &step)
            }
            (Decision::GiveNebulis { .. }, Move::GiveNebulis { seat: to }) => {
                let can = self.receivers().any(|receiver| receiver == to);
                require(can, || Refusal::new("NO_RECEIVER", "D.1"))
            }
            (Decision::TakeDiscarded, Move::TakeDiscarded { ally }) => {
                let can = self.discarded_allies().any(|card| card == ally);
                require(can, || Refusal::new("NOT_IN_THE_DISCARD", "D.1").kind("ally", ally))
            }
            (Decision::DiscardAffiliated { race, .. }, Move::DiscardAffiliated { ally }) => {
                let can = self.affiliated_of(seat, *race).any(|card| card == ally);
                let refusal = || Refusal::new("NOT_AFFILIATED", "D.1");
                require(can, || refusal().kind("ally", ally).kind("race", *race))
            }
            (Decision::FreeLord, Move::FreeLord { lord }) => {
                let can = self.covered_lords().any(|own| own == lord);
                require(can, || Refusal::new("NOT_COVERED", "D.1").kind("lord", lord))
            }
            _ => Err(Refusal::new("NOT_NOW", "E3")),
        }
    }

    /// The holder of the Kraken figure is asked who has it now, and nothing else (E74a).
    pub(super) fn allow_holder(&self, step: &Move) -> Result<(), Refusal> {
        let Move::ChooseHolder { seat } = *step else {
            return Err(Refusal::new("NOT_NOW", "E74a"));
        };
        require(self.claimants.contains(seat), || Refusal::new("NOT_TIED", "E74"))
    }

    fn allow_invitation(&self) -> Result<(), Refusal> {
        self.allow_power(Power::Recipient)?;
        require(!self.board.court.is_full(), || Refusal::new("COURT_FULL", "D.1"))?;
        self.allow_lord_deck("D.1")?;
        require(self.can_invite_lord(), || Refusal::new("NOT_NOW", "E6b"))
    }

    /// Whether what is spent pays for `lord`, with so many Nebulis.
    pub(super) fn allow_payment(&self, lord: Lord, nebulis: u8) -> Result<(), Refusal> {
        let price = self.price_of(lord);
        let spent = &self.board.payment;
        let paid = price.is_paid_by(spent);
        require(paid, || Refusal::new("NOT_PAID", "E25").kind("lord", lord))?;
        self.allow_nebulis(self.turn.active, price.missing(spent), nebulis)
    }

    /// Whether `seat` may pay `due` with so many Nebulis, and at least one.
    fn allow_some_nebulis(&self, seat: Seat, due: u16, count: u8) -> Result<(), Refusal> {
        require(count > 0, || Refusal::new("BAD_NEBULIS", "E71").number("count", count))?;
        self.allow_nebulis(seat, due, count)
    }

    /// Whether `seat` may pay `due` with so many Nebulis, or with none (E71a).
    pub(super) fn allow_nebulis(&self, seat: Seat, due: u16, count: u8) -> Result<(), Refusal> {
        require(self.nebulis_for(seat, due).contains(&u16::from(count)), || {
            Refusal::new("BAD_NEBULIS", "E71").number("count", count)
        })
    }

    fn allow_reservation(&self, seat: Seat, step: &Move) -> Result<(), Refusal> {
        let (sentinel, post) = match *step {
            Move::ReserveLord { sentinel, lord } => {
                let at_court = self.board.court.contains(&lord);
                require(at_court, || Refusal::new("NOT_AT_COURT", "E78").kind("lord", lord))?;
                (sentinel, Post::Lord(lord))
            }
            Move::ReserveStack { sentinel, race } => (sentinel, Post::Stack(race)),
            Move::ReserveLocation { sentinel, location } => {
                require(self.board.available.has(location), || {
                    Refusal::new("NOT_AVAILABLE", "E78").kind("location", location)
                })?;
                (sentinel, Post::Location(location))
            }
            _ => return Err(Refusal::new("NOT_NOW", "E3")),
        };
        require(self.can_place(seat, sentinel), || {
            Refusal::new("NO_SENTINEL", "E79").kind("sentinel", sentinel)
        })?;
        require(!self.is_zone_taken(post), || Refusal::new("ZONE_TAKEN", "E78"))
    }

    /// Whether no other player's Sentinel keeps this from the active player (E80).
    pub(super) fn allow_unreserved(&self, thing: Post) -> Result<(), Refusal> {
        require(!self.is_reserved(thing), || Refusal::new("RESERVED", "E80"))
    }
}

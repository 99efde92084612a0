//! Whether a step is open, and the rule that forbids it if not.

use gueridon_game::{Refusal, Seat};

use crate::board::Post;
use crate::cards::{Card, Location, Lord, MOST_LOCATIONS_DRAWN, Race, Reward};
use crate::decision::{Decision, Demand};
use crate::moves::Move;
use crate::payment::Price;
use crate::powers::Power;
use crate::recruit::SECOND_LORD_PRICE;
use crate::state::Abyss;

mod of_kraken;

/// Lets a step through if `condition` holds.
fn require(condition: bool, refusal: impl FnOnce() -> Refusal) -> Result<(), Refusal> {
    if condition { Ok(()) } else { Err(refusal()) }
}

impl Abyss {
    /// Whether `step` is open to `seat`, which is to act; if not, the rule that forbids it.
    pub(crate) fn allow(&self, seat: Seat, step: &Move) -> Result<(), Refusal> {
        if !self.claimants.is_empty() {
            return self.allow_holder(step);
        }
        match (&self.decision, *step) {
            (_, Move::SellAlly { ally }) => {
                self.allow_power(Power::Slaver)?;
                self.allow_card(seat, ally, "A.1")
            }
            (_, Move::DiscardStack { race }) => {
                self.allow_power(Power::Oracle)?;
                self.allow_stack(race, "A.1")
            }
            (_, Move::ReplaceLord { lord }) => {
                self.allow_power(Power::Opportunist)?;
                self.allow_lord_deck("A.1")?;
                self.allow_court_lord(lord, "A.1")
            }
            (Decision::Act, Move::Plot(_)) => self.allow_plot(),
            (Decision::Act, Move::Explore(_))
            | (Decision::BuyAlly { .. }, Move::Decline(_))
            | (Decision::TakeOrReveal, Move::TakeAlly(_) | Move::Reveal(_))
            | (Decision::FightOrReveal, Move::Fight(_) | Move::Reveal(_))
            | (
                Decision::SwapLocation
                | Decision::SecondLord
                | Decision::GiveUpLord { .. }
                | Decision::SearchLocation,
                Move::Decline(_),
            )
            | (Decision::EndTurn, Move::EndTurn(_)) => Ok(()),
            (Decision::Act, Move::TakeStack { race }) => self.allow_stack(race, "E23"),
            (Decision::SecondStack, Move::TakeStack { race }) => self.allow_stack(race, "E24"),
            (Decision::ApprenticeStack, Move::TakeStack { race }) => self.allow_stack(race, "A.1"),
            (Decision::Act, Move::Recruit { lord }) => {
                self.allow_court_lord(lord, "E3")?;
                let affordable = self.price_of(lord).is_affordable(&self.active().hand);
                require(affordable, || Refusal::new("CANNOT_PAY", "E25").kind("lord", lord))
            }
            (Decision::BuyAlly { .. }, Move::Buy(_)) => {
                self.allow_nebulis(seat, self.ally_price(), 0)
            }
            (Decision::SecondLord, Move::Recruit { lord }) => {
                self.allow_court_lord(lord, "A.1")?;
                self.allow_nebulis(seat, SECOND_LORD_PRICE, 0)
            }
            (Decision::ReplaceLord, Move::TakeLord { lord }) => self.allow_court_lord(lord, "A.1"),
            (Decision::ChooseReward, Move::TakeReward { keys, pearls, monsters }) => {
                let wanted = Reward { keys, pearls, monsters };
                let offered = self.rewards().any(|reward| reward == wanted);
                require(offered, || {
                    Refusal::new("NO_SUCH_REWARD", "E16").number("square", self.reward_square() + 1)
                })
            }
            (Decision::PayLord { lord }, Move::Spend { ally }) => {
                self.allow_card(seat, ally, "E25")?;
                require(self.can_spend(&self.price_of(*lord), ally), || {
                    Refusal::new("DEAD_END", "E25").kind("ally", ally).kind("lord", *lord)
                })
            }
            (Decision::PayLord { lord }, Move::Pay(_)) => self.allow_payment(*lord, 0),
            (Decision::Affiliate { .. }, Move::Affiliate { ally }) => {
                require(self.board.payment.has(ally), || {
                    Refusal::new("NOT_SPENT", "E29").kind("ally", ally)
                })?;
                let can = self.affiliable().any(|card| card == ally);
                require(can, || Refusal::new("NOT_THE_LOWEST", "E29").kind("ally", ally))
            }
            (Decision::DiscardCards { source, .. }, Move::Discard { ally }) => {
                let rule = match source {
                    Demand::Jailer => "A.1",
                    Demand::Commander => "E49",
                };
                self.allow_card(seat, ally, rule)
            }
            (Decision::TurnLord { victims }, Move::TurnLord { seat: owner, lord }) => {
                require(victims.contains(owner), || Refusal::new("PROTECTED", "A.1"))?;
                let can = self.player(owner).active_lords().any(|own| own == lord);
                require(can, || Refusal::new("NOT_FREE", "E47").kind("lord", lord))
            }
            (Decision::Rob, Move::Rob { seat: from }) => {
                let can = self.robbable().any(|victim| victim == from);
                require(can, || Refusal::new("NOTHING_TO_STEAL", "A.1"))
            }
            (Decision::SwapLocation, Move::SwapLocation { own, other }) => {
                require(self.active().locations.contains(&own), || {
                    Refusal::new("NOT_YOUR_LOCATION", "A.1").kind("location", own)
                })?;
                self.allow_available(other)
            }
            (Decision::GiveUpLord { to }, Move::GiveUp { lord }) => {
                require(lord != *to, || Refusal::new("ITSELF", "A.1").kind("lord", lord))?;
                let can = self.active().free_lords().any(|own| own == lord);
                require(can, || Refusal::new("NOT_FREE", "E43").kind("lord", lord))
            }
            (
                Decision::ControlLocation | Decision::AmbassadorLocation { .. },
                Move::TakeLocation { location },
            ) => self.allow_available(location),
            (Decision::ControlLocation, Move::DrawLocations { count }) => {
                let most = self.most_drawn();
                require(most > 0, || Refusal::new("NO_LOCATIONS_LEFT", "E40"))?;
                require((1..=most).contains(&count), || {
                    Refusal::new("TOO_MANY_DRAWN", "E40").number("most", most)
                })
            }
            (Decision::KeepLocation { drawn, .. }, Move::TakeLocation { location }) => {
                require(drawn.contains(&location), || {
                    Refusal::new("NOT_DRAWN", "E39").kind("location", location)
                })
            }
            (Decision::UseKeys { .. }, Move::UseLord { lord }) => {
                let can = self.lords_with_key().any(|own| own == lord);
                require(can, || Refusal::new("NO_KEY", "E38").kind("lord", lord))
            }
            (Decision::UseKeys { .. }, Move::UseToken(_)) => {
                require(self.tokens_left() > 0, || Refusal::new("NO_KEY_TOKEN", "E38"))
            }
            (Decision::SearchLocation, Move::TakeLocation { location }) => {
                require(self.board.location_deck.cards().has(location), || {
                    Refusal::new("NOT_IN_THE_DECK", "E46").kind("location", location)
                })
            }
            (decision, step) => self.allow_of_kraken(seat, decision, &step),
        }
    }

    fn allow_power(&self, power: Power) -> Result<(), Refusal> {
        let lord = power.lord();
        require(self.powers_are_offered(), || Refusal::new("NOT_NOW", "E6"))?;
        let active = self.active().has_active(lord);
        require(active, || Refusal::new("NO_POWER", "E6").kind("lord", lord))?;
        require(self.is_ready(power), || Refusal::new("POWER_USED", "E6").kind("lord", lord))
    }

    pub(super) fn allow_plot(&self) -> Result<(), Refusal> {
        require(self.can_pay_plot(), || Refusal::new("NO_PEARL", "E4"))?;
        require(!self.board.court.is_full(), || Refusal::new("COURT_FULL", "E4"))?;
        self.allow_lord_deck("E4")
    }

    fn allow_lord_deck(&self, rule: &'static str) -> Result<(), Refusal> {
        require(!self.board.lord_deck.is_empty(), || Refusal::new("NO_LORDS_LEFT", rule))
    }

    fn allow_stack(&self, race: Race, rule: &'static str) -> Result<(), Refusal> {
        self.allow_unreserved(Post::Stack(race))?;
        require(self.board.stack_len(race) > 0, || {
            Refusal::new("EMPTY_STACK", rule).kind("race", race)
        })
    }

    fn allow_court_lord(&self, lord: Lord, rule: &'static str) -> Result<(), Refusal> {
        require(self.board.court.contains(&lord), || {
            Refusal::new("NOT_AT_COURT", rule).kind("lord", lord)
        })?;
        self.allow_unreserved(Post::Lord(lord))
    }

    fn allow_card(&self, seat: Seat, ally: Card, rule: &'static str) -> Result<(), Refusal> {
        require(self.player(seat).hand.has(ally), || {
            Refusal::new("NOT_IN_HAND", rule).kind("ally", ally)
        })
    }

    fn allow_available(&self, location: Location) -> Result<(), Refusal> {
        require(self.board.available.has(location), || {
            Refusal::new("NOT_AVAILABLE", "E39").kind("location", location)
        })?;
        self.allow_unreserved(Post::Location(location))
    }

    /// How many Locations can be drawn at most (E39, E40).
    pub(super) fn most_drawn(&self) -> u8 {
        self.board.location_deck.len().min(MOST_LOCATIONS_DRAWN) as u8
    }

    /// Whether the open payment can still be completed to this price with `ally` in it.
    pub(super) fn can_spend(&self, price: &Price, ally: Card) -> bool {
        let (mut spent, mut hand) = (self.board.payment, self.active().hand);
        hand.take(ally) && {
            spent.add(ally);
            price.can_complete(&spent, &hand)
        }
    }
}

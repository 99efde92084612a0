//! Every step that is open.

use gueridon_game::{Seat, Yes};

use crate::cards::Reward;
use crate::decision::Decision;
use crate::moves::Move;
use crate::powers::Power;
use crate::recruit::SECOND_LORD_PRICE;
use crate::state::Abyss;

mod of_kraken;

impl Abyss {
    /// Shows `visit` every step open to `seat`.
    pub(crate) fn each_move(&self, seat: Seat, visit: &mut impl FnMut(Move)) {
        if !self.asked().contains(seat) {
            return;
        }
        if !self.claimants.is_empty() {
            self.claimants.iter().for_each(|seat| visit(Move::ChooseHolder { seat }));
            return;
        }
        if self.powers_are_offered() {
            self.each_power(visit);
        }
        let player = self.player(seat);
        match &self.decision {
            Decision::Nothing | Decision::Over => {}
            Decision::Act => {
                if self.allow_plot().is_ok() {
                    visit(Move::Plot(Yes::Yes));
                }
                visit(Move::Explore(Yes::Yes));
                self.open_stacks().for_each(|race| visit(Move::TakeStack { race }));
                let terms = self.terms();
                let affordable = |lord: &_| terms.price(*lord).is_affordable(&player.hand);
                let court = self.open_lords().filter(affordable);
                court.for_each(|lord| visit(Move::Recruit { lord }));
                self.waiting_sentinels(seat).for_each(|lord| self.each_reservation(lord, visit));
            }
            Decision::BuyAlly { .. } => {
                for count in self.nebulis_for(seat, self.ally_price()).map(|n| n as u8) {
                    visit(match count {
                        0 => Move::Buy(Yes::Yes),
                        _ => Move::BuyWithNebulis { count },
                    });
                }
                visit(Move::Decline(Yes::Yes));
            }
            Decision::TakeOrReveal => {
                visit(Move::TakeAlly(Yes::Yes));
                visit(Move::Reveal(Yes::Yes));
            }
            Decision::FightOrReveal => {
                visit(Move::Fight(Yes::Yes));
                visit(Move::Reveal(Yes::Yes));
            }
            Decision::ChooseReward => {
                for Reward { keys, pearls, monsters } in self.rewards() {
                    visit(Move::TakeReward { keys, pearls, monsters });
                }
            }
            Decision::SecondStack | Decision::ApprenticeStack => {
                self.open_stacks().for_each(|race| visit(Move::TakeStack { race }));
            }
            Decision::PayLord { lord } => {
                let price = self.price_of(*lord);
                if price.is_paid_by(&self.board.payment) {
                    let due = price.missing(&self.board.payment);
                    for count in self.nebulis_for(seat, due).map(|n| n as u8) {
                        visit(match count {
                            0 => Move::Pay(Yes::Yes),
                            _ => Move::PayWithNebulis { count },
                        });
                    }
                }
                let allies = player.hand.iter().map(|(ally, _)| ally);
                let useful = allies.filter(|&ally| self.can_spend(&price, ally));
                useful.for_each(|ally| visit(Move::Spend { ally }));
            }
            Decision::Affiliate { .. } => {
                self.affiliable().for_each(|ally| visit(Move::Affiliate { ally }));
            }
            Decision::DiscardCards { .. } => {
                player.hand.iter().for_each(|(ally, _)| visit(Move::Discard { ally }));
            }
            Decision::TurnLord { victims } => {
                for seat in victims.iter() {
                    let lords = self.player(seat).active_lords();
                    lords.for_each(|lord| visit(Move::TurnLord { seat, lord }));
                }
            }
            Decision::Rob => self.robbable().for_each(|seat| visit(Move::Rob { seat })),
            Decision::SwapLocation => {
                for &own in &player.locations {
                    self.open_locations()
                        .for_each(|other| visit(Move::SwapLocation { own, other }));
                }
                visit(Move::Decline(Yes::Yes));
            }
            Decision::SecondLord => {
                for count in self.nebulis_for(seat, SECOND_LORD_PRICE).map(|n| n as u8) {
                    self.open_lords().for_each(|lord| {
                        visit(match count {
                            0 => Move::Recruit { lord },
                            _ => Move::RecruitWithNebulis { lord, count },
                        });
                    });
                }
                visit(Move::Decline(Yes::Yes));
            }
            Decision::GiveUpLord { to } => {
                let others = player.free_lords().filter(|lord| lord != to);
                others.for_each(|lord| visit(Move::GiveUp { lord }));
                visit(Move::Decline(Yes::Yes));
            }
            Decision::ReplaceLord => {
                self.open_lords().for_each(|lord| visit(Move::TakeLord { lord }));
            }
            Decision::ControlLocation => {
                self.each_available(visit);
                (1..=self.most_drawn()).for_each(|count| visit(Move::DrawLocations { count }));
            }
            Decision::AmbassadorLocation { .. } => self.each_available(visit),
            Decision::KeepLocation { drawn, .. } => {
                drawn.iter().for_each(|&location| visit(Move::TakeLocation { location }));
            }
            Decision::UseKeys { .. } => {
                self.lords_with_key().for_each(|lord| visit(Move::UseLord { lord }));
                if self.tokens_left() > 0 {
                    visit(Move::UseToken(Yes::Yes));
                }
            }
            Decision::SearchLocation => {
                let deck = self.board.location_deck.cards();
                deck.iter().for_each(|(location, _)| visit(Move::TakeLocation { location }));
                visit(Move::Decline(Yes::Yes));
            }
            Decision::EndTurn => visit(Move::EndTurn(Yes::Yes)),
            _ => self.each_move_of_kraken(seat, visit),
        }
    }

    fn each_power(&self, visit: &mut impl FnMut(Move)) {
        if self.is_ready(Power::Slaver) {
            self.active().hand.iter().for_each(|(ally, _)| visit(Move::SellAlly { ally }));
        }
        if self.is_ready(Power::Oracle) {
            self.open_stacks().for_each(|race| visit(Move::DiscardStack { race }));
        }
        if self.is_ready(Power::Opportunist) && !self.board.lord_deck.is_empty() {
            self.open_lords().for_each(|lord| visit(Move::ReplaceLord { lord }));
        }
        if self.options.kraken {
            self.each_power_of_kraken(visit);
        }
    }

    fn each_available(&self, visit: &mut impl FnMut(Move)) {
        self.open_locations().for_each(|location| visit(Move::TakeLocation { location }));
    }

    /// The one answer to a question that everybody can see has no other: it is not asked.
    pub(crate) fn only_answer(&self) -> Option<Move> {
        let is_public = matches!(
            self.decision,
            Decision::ChooseReward
                | Decision::SecondStack
                | Decision::ApprenticeStack
                | Decision::Affiliate { .. }
                | Decision::TurnLord { .. }
                | Decision::Rob
                | Decision::ReplaceLord
                | Decision::ControlLocation
                | Decision::AmbassadorLocation { .. }
                | Decision::KeepLocation { .. }
                | Decision::UseKeys { .. }
                | Decision::FreeLord
                | Decision::PlaceSentinel { .. }
        );
        if !is_public {
            return None;
        }
        let (mut first, mut count) = (None, 0);
        self.each_move(self.turn.active, &mut |step| {
            first.get_or_insert(step);
            count += 1;
        });
        first.filter(|_| count == 1)
    }
}

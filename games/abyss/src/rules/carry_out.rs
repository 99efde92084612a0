//! What an allowed step sets off.

use gueridon_game::{Dice, Log, Seat};

use crate::board::Post;
use crate::cards::{Lord, Reward};
use crate::decision::Decision;
use crate::event::Event;
use crate::moves::Move;
use crate::state::Abyss;

impl Abyss {
    /// Does what an allowed step does, up to the next task of the agenda.
    pub(crate) fn carry_out(
        &mut self,
        seat: Seat,
        step: &Move,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) {
        match *step {
            Move::SellAlly { ally } => return self.after_power(|game| game.sell_ally(ally, log)),
            Move::DiscardStack { race } => {
                return self.after_power(|game| game.discard_stack(race, log));
            }
            Move::ReplaceLord { lord } => {
                return self.after_power(|game| game.replace_court_lord(lord, dice, log));
            }
            Move::SwapNebulis(_) => return self.after_power(|game| game.swap_nebulis(log)),
            Move::InviteLord(_) => return self.after_power(|game| game.invite_lord(dice, log)),
            Move::ChooseHolder { seat } => return self.choose_holder(seat, log),
            Move::ReserveLord { sentinel, lord } => {
                return self.place_sentinel(sentinel, Post::Lord(lord), log);
            }
            Move::ReserveStack { sentinel, race } => {
                return self.place_sentinel(sentinel, Post::Stack(race), log);
            }
            Move::ReserveLocation { sentinel, location } => {
                return self.place_sentinel(sentinel, Post::Location(location), log);
            }
            Move::GiveNebulis { seat: to } => return self.choose_receiver(to, log),
            Move::DiscardAffiliated { ally } => return self.discard_affiliated(seat, ally, log),
            Move::Plot(_) => return self.plot(dice, log),
            Move::Spend { ally } => return self.spend(ally, log),
            // These read the question they answer, and close it themselves.
            Move::Discard { ally } => return self.choose_discard(seat, ally, log),
            Move::TurnLord { seat: owner, lord } => return self.turn_lord(owner, lord, log),
            Move::UseLord { lord } => return self.use_key(Some(lord), log),
            Move::UseToken(_) => return self.use_key(None, log),
            Move::TakeLocation { location }
                if matches!(self.decision, Decision::KeepLocation { .. }) =>
            {
                return self.keep_drawn(location, log);
            }
            _ => {}
        }
        let answered = std::mem::replace(&mut self.decision, Decision::Nothing);
        match (answered, *step) {
            (Decision::Act, Move::Explore(_)) => self.explore(),
            (Decision::Act, Move::TakeStack { race }) => {
                self.reshuffle(log);
                self.take_support(race, dice, log);
            }
            (_, Move::TakeStack { race }) => self.take_stack(race, dice, log),
            (Decision::Act, Move::Recruit { lord }) => {
                self.reshuffle(log);
                self.choose_lord(lord, log);
            }
            (_, Move::Recruit { lord }) => self.recruit_for_pearls(lord, 0, log),
            (_, Move::RecruitWithNebulis { lord, count }) => {
                self.recruit_for_pearls(lord, count.into(), log);
            }
            (_, Move::Buy(_)) => self.buy_ally(seat, 0, log),
            (_, Move::BuyWithNebulis { count }) => self.buy_ally(seat, count.into(), log),
            (Decision::BuyAlly { .. }, Move::Decline(_)) => self.decline_ally(seat, log),
            (_, Move::TakeAlly(_)) => self.take_ally(log),
            (Decision::FightOrReveal, Move::Reveal(_)) => self.pass_monster(log),
            (_, Move::Reveal(_)) => self.reveal(dice, log),
            (_, Move::Fight(_)) => self.fight(log),
            (_, Move::TakeReward { keys, pearls, monsters }) => {
                self.take_reward(Reward { keys, pearls, monsters }, dice, log);
            }
            (Decision::PayLord { lord }, Move::Pay(_)) => self.pay(lord, 0, log),
            (Decision::PayLord { lord }, Move::PayWithNebulis { count }) => {
                self.pay(lord, count.into(), log);
            }
            (Decision::Affiliate { lord }, Move::Affiliate { ally }) => {
                self.affiliate(lord, ally, log);
            }
            (_, Move::Rob { seat: from }) => self.rob(from, dice, log),
            (_, Move::SwapLocation { own, other }) => self.swap_location(own, other, log),
            (Decision::GiveUpLord { to }, Move::GiveUp { lord }) => {
                self.give_up(lord, to, dice, log);
            }
            (_, Move::TakeLord { lord }) => self.replace_lord(lord, log),
            (Decision::SearchLocation, Move::TakeLocation { location }) => {
                self.exchange_black_smokers(location, log);
            }
            (Decision::AmbassadorLocation { ambassador }, Move::TakeLocation { location }) => {
                self.take_available(location, Some(ambassador), log);
            }
            (_, Move::TakeLocation { location }) => self.take_available(location, None, log),
            (_, Move::DrawLocations { count }) => self.draw_locations(count, None, dice, log),
            (Decision::SearchLocation, Move::Decline(_)) => {
                log.all(Event::BlackSmokersKept { seat });
            }
            (Decision::SwapLocation, Move::Decline(_)) => {
                log.all(Event::PowerDeclined { seat, lord: Lord::Illusionist });
            }
            (Decision::SecondLord, Move::Decline(_)) => {
                log.all(Event::PowerDeclined { seat, lord: Lord::Corruptor });
            }
            (Decision::GiveUpLord { to }, Move::Decline(_)) => {
                log.all(Event::PowerDeclined { seat, lord: to });
            }
            (Decision::EndTurn, Move::EndTurn(_)) => log.all(Event::TurnEnded { seat }),
            (_, Move::PlaceKraken { race }) => self.place_kraken(race, log),
            (Decision::SearchLoot { site }, Move::ContinueSearch(_)) => {
                self.draw_loot(site, dice, log);
            }
            (Decision::SearchLoot { site }, Move::StopSearch(_)) => {
                log.all(Event::SearchStopped { seat, location: site });
            }
            (_, Move::TakeDiscarded { ally }) => self.take_discarded(ally, log),
            (_, Move::NameRace { race }) => self.name_race(race, log),
            (_, Move::FreeLord { lord }) => self.free_lord(lord, log),
            // Nothing else is allowed; whatever was asked is still asked.
            (asked, _) => self.decision = asked,
        }
    }

    /// Uses a power, after which the same question stands unless it has lost its point.
    fn after_power(&mut self, power: impl FnOnce(&mut Self)) {
        power(self);
        let is_settled = match self.decision {
            Decision::EndTurn => !self.has_usable_power(),
            Decision::SecondStack => self.open_stacks().next().is_none(),
            _ => false,
        };
        if is_settled {
            self.decision = Decision::Nothing;
        }
    }
}

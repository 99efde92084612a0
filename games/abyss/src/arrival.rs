//! What a Lord does when it comes into play: the arrow powers, and the two lasting powers that
//! also act at once.

use gueridon_game::{Dice, Log, Seat, Seats};

use crate::cards::Lord;
use crate::decision::{Decision, Demand};
use crate::event::{Event, Source};
use crate::recruit::SECOND_LORD_PRICE;

mod of_kraken;
use crate::player::LordPlace;
use crate::state::Abyss;

/// What the Seeker takes from every opponent.
const SEEKER_LOSS: u16 = 2;

impl Abyss {
    /// The arrow power, or the effect on arrival, of a Lord that came into play (E32, A.1).
    pub(crate) fn resolve_arrival(&mut self, lord: Lord, dice: &mut Dice, log: &mut Log<Event>) {
        let active = self.turn.active;
        let gains = |game: &mut Self, pearls, log: &mut Log<Event>| {
            game.gain_pearls(active, pearls, Source::Lord(lord), log);
        };
        match lord {
            Lord::Jailer => {
                let due = |game: &Self, victim| {
                    u8::from(game.is_victim(victim) && !game.player(victim).hand.is_empty())
                };
                self.demand_discards(Demand::Jailer, due, log);
            }
            Lord::Commander => {
                let due = |game: &Self, victim| {
                    if game.is_victim(victim) { game.over_commander_limit(victim) } else { 0 }
                };
                self.demand_discards(Demand::Commander, due, log);
            }
            Lord::Seeker => self.lose_pearls(log),
            Lord::Assassin => self.ask_whom_to_turn(),
            Lord::Hunter => {
                let possible = self.robbable().next().is_some();
                self.ask_if(possible, Decision::Rob);
            }
            Lord::Trader => gains(self, 3, log),
            Lord::Peddler => gains(self, 2, log),
            Lord::Shopkeeper | Lord::Landlord => gains(self, 1, log),
            Lord::Invoker => {
                self.turn.extra_turn = true;
                log.all(Event::ExtraTurnGained { seat: active });
            }
            Lord::Apprentice => {
                let possible = self.open_stacks().next().is_some();
                self.ask_if(possible, Decision::ApprenticeStack);
            }
            Lord::Illusionist => {
                let possible =
                    !self.active().locations.is_empty() && self.open_locations().next().is_some();
                self.ask_if(possible, Decision::SwapLocation);
            }
            Lord::Corruptor => {
                let possible =
                    self.funds(active) >= SECOND_LORD_PRICE && self.open_lords().next().is_some();
                self.ask_if(possible, Decision::SecondLord);
            }
            Lord::Traitor | Lord::Schemer => {
                let replacement = match lord {
                    Lord::Traitor => self.open_lords().next().is_some(),
                    _ => !self.board.lord_deck.is_empty(),
                };
                let possible = replacement && self.active().free_lords().any(|own| own != lord);
                self.ask_if(possible, Decision::GiveUpLord { to: lord });
            }
            Lord::Sage => self.seek_location(lord, 2, dice, log),
            Lord::Hermit => self.seek_location(lord, 1, dice, log),
            Lord::Elder => self.seek_location(lord, 3, dice, log),
            Lord::Inheritor => gains(self, 5, log),
            Lord::Watcher | Lord::Vigil | Lord::Lookout => self.take_sentinel(lord, log),
            Lord::Fence => self.ask_receivers(log),
            Lord::Healer => {
                let possible = self.discarded_allies().next().is_some();
                self.ask_if(possible, Decision::TakeDiscarded);
            }
            Lord::Executioner => {
                let possible = self.has_affiliated_victim();
                self.ask_if(possible, Decision::NameRace);
            }
            Lord::Liberator => {
                let possible = self.covered_lords().next().is_some();
                self.ask_if(possible, Decision::FreeLord);
            }
            _ => {}
        }
    }

    fn ask_if(&mut self, possible: bool, question: Decision) {
        if possible {
            self.decision = question;
        }
    }

    fn lose_pearls(&mut self, log: &mut Log<Event>) {
        for seat in self.opponents(self.turn.active) {
            let pearls = self.player(seat).pearls.min(SEEKER_LOSS);
            if pearls > 0 && self.is_victim(seat) {
                self.player_mut(seat).pearls -= pearls;
                log.all(Event::PearlsLost { seat, pearls, source: Source::Lord(Lord::Seeker) });
            }
        }
    }

    fn ask_whom_to_turn(&mut self) {
        let victims: Seats = self
            .opponents(self.turn.active)
            .filter(|&seat| {
                self.is_victim(seat) && self.player(seat).active_lords().next().is_some()
            })
            .collect();
        if !victims.is_empty() {
            self.decision = Decision::TurnLord { victims };
        }
    }

    /// The Assassin turns a Lord of one victim, and asks for the next.
    pub(crate) fn turn_lord(&mut self, owner: Seat, lord: Lord, log: &mut Log<Event>) {
        let Decision::TurnLord { victims } = self.decision else { return };
        if let Some(owned) = self.player_mut(owner).lord_mut(lord) {
            owned.place = LordPlace::Turned;
            log.all(Event::LordTurned { seat: self.turn.active, owner, lord });
        }
        let victims = victims.without(owner);
        self.decision =
            if victims.is_empty() { Decision::Nothing } else { Decision::TurnLord { victims } };
    }

    /// The opponents that the Hunter can rob.
    pub(crate) fn robbable(&self) -> impl Iterator<Item = Seat> {
        let has_token = |&seat: &Seat| self.is_victim(seat) && !self.player(seat).tokens.is_empty();
        self.opponents(self.turn.active).filter(has_token)
    }

    /// The Hunter steals a Monster token at random; thief and victim know which.
    pub(crate) fn rob(&mut self, from: Seat, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        let Some(stolen) = self.player_mut(from).tokens.draw(dice) else { return };
        let told = |token| Event::TokenStolen { seat, from, token };
        let both = Seats::just(seat).with(from);
        log.only(both, told(Some(stolen.kind)), Some(told(None)));
        // The thief's pile has room for all the tokens there are.
        let knowers = stolen.knowers.union(Seats::just(seat));
        if self.active_mut().tokens.put(stolen.kind, knowers).is_err() {
            self.board.token_pool.add(stolen.kind);
        }
    }

    /// Gives up a free Lord to the Traitor or the Schemer; it leaves the game (E37).
    pub(crate) fn give_up(&mut self, lord: Lord, to: Lord, dice: &mut Dice, log: &mut Log<Event>) {
        let seat = self.turn.active;
        self.active_mut().lords.retain(|owned| owned.lord != lord);
        self.board.lords_out.add(lord);
        log.all(Event::LordGivenUp { seat, lord });
        if to == Lord::Traitor {
            self.decision = Decision::ReplaceLord;
        } else if let Some(next) = self.board.lord_deck.draw(dice) {
            self.arrive(next, log);
        }
    }

    /// A Lord of the Court takes the place of the one given up to the Traitor.
    pub(crate) fn replace_lord(&mut self, lord: Lord, log: &mut Log<Event>) {
        self.take_from_court(lord, log);
        self.arrive(lord, log);
    }
}

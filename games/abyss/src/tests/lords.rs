//! What each Lord's power does, guild by guild (A, A.1).

use gueridon_game::{Kind, Seat};

use crate::Event;
use crate::cards::{Card, Lord, Race};
use crate::decision::Decision;
use crate::event::Source;
use crate::moves::Move;

use super::scene::{ACTIVE, LEFT, Scene};

mod ambassadors;
mod chains;
mod commander;
mod farmers;
mod mages;
mod merchants;
mod military;
mod politicians;

/// The seat to the left of [`LEFT`].
const THIRD: Seat = Seat(2);
/// The seat to the left of [`THIRD`].
const FOURTH: Seat = Seat(3);

/// Lords that stay at Court while another one is recruited, so that it is not refilled.
const BYSTANDERS: [Lord; 4] = [Lord::Miller, Lord::Aquaculturalist, Lord::Landowner, Lord::Peddler];

/// Allies worth exactly the cost of `lord`, of exactly its races: 2 for each race of choice, and
/// the rest of the race demanded, or of the first.
pub(super) fn payment(lord: Lord) -> Vec<Card> {
    let facts = lord.facts();
    let main = facts.required.unwrap_or(Race::Crab);
    let others = Race::ALL.iter().copied().filter(|&race| race != main);
    let mut cards: Vec<Card> =
        others.take(usize::from(facts.races) - 1).map(|race| Card::ally(race, 2)).collect();
    let mut rest = facts.cost - 2 * (facts.races - 1);
    for card in main.cards().rev() {
        if card.value() <= rest {
            rest -= card.value();
            cards.push(card);
        }
    }
    assert_eq!(rest, 0);
    cards
}

/// A turn in which seat 0 holds the payment for `lord` and no other card; three other Lords are
/// at Court.
fn about_to_recruit(lord: Lord, seats: u8) -> Scene {
    let others = BYSTANDERS.into_iter().filter(|&other| other != lord).take(3);
    let court: Vec<Lord> = std::iter::once(lord).chain(others).collect();
    Scene::new(seats).court(&court).hand(ACTIVE, &payment(lord))
}

/// Recruits `lord` with [`payment`]; gives back what happened once it had arrived.
fn recruit(scene: &mut Scene, lord: Lord) -> Vec<Event> {
    let mut told = scene.play(ACTIVE, Move::Recruit { lord });
    for ally in payment(lord) {
        told.extend(scene.play(ACTIVE, Move::Spend { ally }));
    }
    told.extend(scene.play(ACTIVE, Move::Pay(super::scene::YES)));
    if matches!(scene.game.decision, Decision::Affiliate { .. }) {
        let ally = scene.game.affiliable().next().expect("an Ally was spent");
        told.extend(scene.play(ACTIVE, Move::Affiliate { ally }));
    }
    after_arrival(&told, lord)
}

/// What was told after `lord` came into play in front of seat 0.
fn after_arrival(told: &[Event], lord: Lord) -> Vec<Event> {
    let arrived = Event::LordArrived { seat: ACTIVE, lord };
    let at = told.iter().position(|event| *event == arrived).expect("the Lord arrives");
    told[at + 1..].to_vec()
}

fn gained(seat: Seat, pearls: u16, lord: Lord) -> Event {
    Event::PearlsGained { seat, pearls, source: Source::Lord(lord) }
}

fn arrived(lord: Lord) -> Event {
    Event::LordArrived { seat: ACTIVE, lord }
}

fn given_up(lord: Lord) -> Event {
    Event::LordGivenUp { seat: ACTIVE, lord }
}

/// The Pearls for a recruitment after which the Court is refilled.
fn bonus() -> Event {
    Event::PearlsGained { seat: ACTIVE, pearls: 2, source: Source::Court }
}

/// How seat 0's turn ends when nothing more is asked.
fn next_turn() -> Event {
    Event::TurnStarted { seat: LEFT, extra: false }
}

fn cards(list: &[Card]) -> crate::cards::Cards {
    list.iter().copied().collect()
}

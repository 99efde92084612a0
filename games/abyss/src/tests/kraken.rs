//! What the rules of Kraken say, one test a rule, named after it: E63a to E91, the Lords and the
//! Locations of section D, F4 to F6, and the rows of H and I.

use gueridon_game::Seat;

use crate::Event;
use crate::cards::{Card, Location, Lord};
use crate::decision::Decision;
use crate::moves::Move;

use super::lords::payment;
use super::scene::{ACTIVE, LEFT, Scene, YES, kinds};

mod allies;
mod decisions;
mod figure;
mod fixtures;
mod hidden;
mod locations;
mod loot;
mod lords;
mod nebulis;
mod options;
mod sentinels;

const THIRD: Seat = Seat(2);
const FOURTH: Seat = Seat(3);
const PAY: Move = Move::Pay(YES);
const EXPLORE: Move = Move::Explore(YES);
const DECLINE: Move = Move::Decline(YES);

/// Lords that stay at Court while another one is recruited, so that it is not refilled.
const BYSTANDERS: [Lord; 3] = [Lord::Miller, Lord::Aquaculturalist, Lord::Landowner];

fn spend(ally: Card) -> Move {
    Move::Spend { ally }
}

fn take(location: Location) -> Move {
    Move::TakeLocation { location }
}

/// A table with Kraken in front of a Court that holds `lord` and is not refilled.
fn recruiter(seats: u8, lord: Lord, hand: &[Card]) -> Scene {
    Scene::with_kraken(seats).court(&[lord]).court(&BYSTANDERS).hand(ACTIVE, hand)
}

/// Adds `lord` and bystanders to the Court, and the Allies that pay for exactly that Lord to the
/// hand of seat 0.
fn about_to_recruit(scene: Scene, lord: Lord) -> Scene {
    let mut scene = scene.court(&[lord]).court(&BYSTANDERS);
    payment(lord).into_iter().for_each(|ally| scene.game.player_mut(ACTIVE).hand.add(ally));
    scene
}

/// Recruits `lord` with those Allies; gives back the scene and what was told once the Lord came.
fn recruited(scene: Scene, lord: Lord) -> (Scene, Vec<Event>) {
    let mut scene = about_to_recruit(scene, lord);
    let mut told = scene.play(ACTIVE, Move::Recruit { lord });
    let allies = payment(lord);
    told.extend(allies.into_iter().flat_map(|ally| scene.play(ACTIVE, spend(ally))));
    told.extend(scene.play(ACTIVE, PAY));
    if matches!(scene.game.decision, Decision::Affiliate { .. }) {
        let ally = scene.game.affiliable().next().expect("an Ally was spent");
        told.extend(scene.play(ACTIVE, Move::Affiliate { ally }));
    }
    let came = Event::LordArrived { seat: ACTIVE, lord };
    let at = told.iter().position(|event| *event == came).expect("the Lord arrives");
    let after = told.split_off(at + 1);
    (scene, after)
}

fn next_turn() -> Event {
    Event::TurnStarted { seat: LEFT, extra: false }
}

fn moved(from: Option<Seat>, seat: Option<Seat>) -> Event {
    Event::FigureMoved { seat, from }
}

fn has_kind(told: &[Event], kind: &str) -> bool {
    kinds(told).iter().any(|found| found == kind)
}

fn cards(list: &[Card]) -> crate::cards::Cards {
    list.iter().copied().collect()
}

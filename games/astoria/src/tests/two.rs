//! Two players, rules 82 to 85, and three.

use gueridon_game::{Dice, Game, Seed};

use super::scene::{A, B, Scene, YES};
use crate::cards::{Artefact, Cause, Domain, Faction, Invasion, Objective};
use crate::moves::Move;
use crate::state::Astoria;
use crate::{Event, Options};

/// The objectives dealt and left over in games of so many.
fn objectives(seats: u8) -> Vec<Vec<Objective>> {
    let game = |number| {
        let mut dice = Dice::new(&Seed::of_test(number), 0);
        Astoria::deal(&Options::default(), seats, &mut dice).unwrap()
    };
    (0..50)
        .map(|number| {
            let game = game(number);
            let dealt = game.mages.iter().filter_map(|mage| mage.objective);
            let mut all: Vec<Objective> = dealt.chain(game.city.objectives_out.each()).collect();
            all.sort_unstable();
            all
        })
        .collect()
}

const SAVE: Objective = Objective::SaveKing;
const DRAGON: Objective = Objective::KillDragon;
const BARBARIANS: Objective = Objective::KillBarbarians;
const POPULACE: Objective = Objective::KillPopulace;

#[test]
fn r82_two_are_dealt_from_one_of_each_without_the_barbarians() {
    assert!(objectives(2).iter().all(|all| *all == [SAVE, DRAGON, POPULACE]));
}

#[test]
fn r82_barbarians_at_10_still_end_the_game_for_nobody() {
    let mut scene = Scene::new(2).barbarians(9, 1).last_turn();
    scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::CityFell, Some(Faction::Barbarians))));
    assert_eq!(scene.totals(), [0, 0]);
}

#[test]
fn three_are_dealt_from_two_that_save_and_two_that_kill() {
    assert!(objectives(3).iter().all(|all| *all == [SAVE, SAVE, DRAGON, POPULACE]));
    for seats in 4..=6 {
        let six = [SAVE, SAVE, SAVE, DRAGON, BARBARIANS, POPULACE];
        assert!(objectives(seats).iter().all(|all| *all == six));
    }
}

#[test]
fn r83_if_the_king_dies_dragon_and_populace_have_failed() {
    let mut scene = Scene::new(2)
        .health(1)
        .dragon(7)
        .objective(A, DRAGON)
        .objective(B, POPULACE)
        .pool(Domain::Shadow, 3);
    scene.play(A, Move::Wound(YES));
    assert_eq!(scene.ended(), Some((Cause::KingDied, None)));
    assert_eq!(scene.totals(), [0, 0]);
    let mut scene = Scene::new(2).dragon(7).objective(A, DRAGON).last_turn();
    scene = scene.next(Invasion::DragonWrath1);
    scene.end_turns(1);
    assert_eq!(scene.totals(), [20, 0], "the dragon itself is another matter");
}

#[test]
fn r84_there_is_no_accusation_no_guard_no_exile_and_no_assault() {
    let mut scene = Scene::new(2).power(A, 9).pool(Domain::Shadow, 3);
    let accuse = Move::Accuse { seat: B, faction: Faction::Dragon };
    assert_eq!(scene.refused(A, accuse), ("TWO_PLAYERS", "84"));
    assert_eq!(scene.refused(A, Move::PlaceGuard(YES)), ("TWO_PLAYERS", "84"));
    let kill = Move::KillGuard { seat: B, domain: Domain::Shadow };
    assert_eq!(scene.refused(A, kill), ("NO_GUARD", "39a"));
    let told = scene.play(A, Move::Wound(YES));
    assert_eq!(told, [Event::KingWounded { seat: A, health: 5 }]);
    assert!(!scene.game.mage(A).is_exiled);
    assert_eq!(scene.refused(A, Move::Assault(YES)), ("NOT_EXILED", "65"));
}

#[test]
fn r85_only_chiefs_and_shadow_lower_health() {
    let mut scene = Scene::new(2).last_turn().next(Invasion::DragonGrowl);
    scene.end_turns(1);
    assert_eq!(scene.game.city.health, 6);
    let mut scene = Scene::new(2).chiefs(&[Invasion::ChiefSolar]).last_turn();
    scene = scene.next(Invasion::DragonGrowl).finished(B, &[Artefact::OrbFire]);
    scene.end_turns(1);
    assert_eq!(scene.game.city.health, 5);
}

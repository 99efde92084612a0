//! The worked examples of the fact sheet: G1 to G8.

use super::scene::{A, B, C, D, E, Scene, YES, gems};
use crate::Event;
use crate::cards::{Artefact, Card, Cause, Domain, Faction, Invasion, Objective, Role};
use crate::moves::{Force, Move};

fn tilt(card: Card) -> Move {
    Move::Tilt { card }
}

#[test]
fn g1_the_combat_of_the_rulebook() {
    let mut scene = Scene::new(3)
        .chiefs(&[Invasion::ChiefShadow])
        .finished(A, &[Artefact::GrimoireFire, Artefact::PendantCobalt])
        .next(Invasion::DragonWrath5);
    scene.play(A, Move::Fight { chief: Invasion::ChiefShadow });
    scene.play_all(A, &[tilt(Card::GrimoireFire), tilt(Card::PendantCobalt)]);
    let told = scene.play(A, Move::Strike(YES));
    let chief = Invasion::ChiefShadow;
    assert_eq!(
        told[..2],
        [
            Event::CombatCardDrawn { card: Invasion::DragonWrath5 },
            Event::FightLost { seat: A, chief, attack: 20, strength: 27 },
        ]
    );
    let city = &scene.game.city;
    assert_eq!((city.dragon, city.chiefs.as_slice(), scene.asked()), (1, &[chief][..], vec![B]));
    assert_eq!(scene.game.mage(A).tilted.len(), 2);
    assert!(city.discard.has(Invasion::DragonWrath5));
}

/// Alix, Bran, Cleo and Dario before the Defence of the sixth round.
fn four() -> Scene {
    let mut scene = Scene::new(4)
        .populace(6, 2)
        .barbarians(7, 3)
        .dragon(5)
        .health(4)
        .last_turn()
        .objective(A, Objective::KillBarbarians)
        .objective(D, Objective::KillPopulace)
        .flask(A, &[Domain::Fire; 5])
        .flask(B, &[Domain::Sulphur; 9])
        .flask(C, &[Domain::Nature; 12])
        .flask(D, &[Domain::Solar; 7]);
    for (seat, power) in [(A, 9), (B, 14), (C, 6), (D, 20)] {
        scene = scene.power(seat, power);
    }
    scene.game.mage_mut(B).chiefs.add(Invasion::ChiefFire);
    scene.game.mage_mut(C).chiefs.add(Invasion::ChiefSolar);
    scene.game.mage_mut(C).chiefs.add(Invasion::ChiefShadow);
    scene
}

#[test]
fn g2_a_fulfilled_objective_does_not_by_itself_win() {
    let mut scene = four();
    let told = scene.end_turns(1);
    assert!(told.contains(&Event::SiegeAdvanced { populace: 8, barbarians: 10 }));
    assert!(!told.iter().any(|event| matches!(event, Event::KingAiled { .. })));
    assert_eq!(scene.ended(), Some((Cause::CityFell, Some(Faction::Barbarians))));
    assert_eq!(scene.totals(), [39, 37, 40, 34]);
    let mut cured = four().health(9).pool(Domain::Cobalt, 3);
    cured.play(A, Move::Heal(YES));
    assert_eq!(cured.totals(), [19, 57, 60, 34]);
}

#[test]
fn g3_illness_and_two_chiefs() {
    let mut scene = Scene::new(4)
        .health(4)
        .chiefs(&[Invasion::ChiefCobalt, Invasion::ChiefShadow])
        .finished(B, &[Artefact::PendantCobalt])
        .next(Invasion::DragonGrowl)
        .last_turn();
    let told = scene.end_turns(1);
    assert!(told.contains(&Event::KingAiled { health: 3 }));
    assert!(told.contains(&Event::MaleficeHit { chief: Invasion::ChiefShadow, health: 2 }));
    scene.play(B, tilt(Card::PendantCobalt));
    assert_eq!(scene.game.city.health, 2);
}

#[test]
fn g4_death_by_illness() {
    let end = |seats: u8, dragon| {
        let mut scene = Scene::new(seats)
            .health(1)
            .dragon(dragon)
            .populace(5, 1)
            .barbarians(3, 1)
            .objective(B, Objective::KillDragon)
            .last_turn();
        if seats == 2 {
            scene = scene.chiefs(&[Invasion::ChiefShadow]);
        }
        scene.end_turns(1);
        scene.points(B, "objective")
    };
    assert_eq!([end(4, 7), end(4, 6), end(2, 7), end(2, 6)], [20, 0, 0, 0]);
}

#[test]
fn g5_a_palace_tie() {
    // Shadow, Sulphur, Nature and Fire sit in seats 4, 1, 2 and 0.
    let mut scene = Scene::new(5)
        .finished(E, &[Artefact::SceptreShadow])
        .exiled(E)
        .guards(E, 1)
        .finished(B, &[Artefact::OrbSulphur])
        .guards(B, 1)
        .finished(A, &[Artefact::PendantNature])
        .tilted(B, &[Card::MageSulphur])
        .tilted(C, &[Card::MageNature])
        .tilted(D, &[Card::MageSolar])
        .next(Invasion::DragonWrath5);
    scene.end_turns(4);
    scene.play_all(E, &[Move::Assault(YES), tilt(Card::SceptreShadow), tilt(Card::MageShadow)]);
    scene.play_all(A, &[tilt(Card::PendantNature), tilt(Card::MageFire)]);
    let told = scene.play(B, tilt(Card::OrbSulphur));
    assert!(told.contains(&Event::AssaultRepelled { seat: E, attack: 30, defence: 30 }));
    scene.leave_all_tilted();
    assert_eq!(scene.game.turn.round, 2);
}

#[test]
fn g6_small_ones() {
    for (glyphs, power) in [(1, 2), (2, 3), (3, 4), (4, 5), (6, 7)] {
        let mut scene = Scene::new(3).pool(Domain::Solar, glyphs);
        scene.play(A, Move::Empower(YES));
        assert_eq!(scene.game.mage(A).power, power);
    }
    let quell = Move::Weaken { force: Force::Populace, domain: Domain::Fire };
    let mut scene = Scene::new(3).populace(5, 1).pool(Domain::Fire, 2);
    scene.play_all(A, &[quell, quell]);
    assert_eq!((scene.game.city.populace, scene.game.city.agitation), (3, 2));
    scene.end_turns(1);
    scene = scene.pool(Domain::Fire, 1);
    scene.play(B, quell);
    assert_eq!(scene.game.city.agitation, 2);

    let five = [Domain::Sulphur, Domain::Nature, Domain::Solar, Domain::Shadow, Domain::Cobalt];
    let last = Move::Shape { artefact: Artefact::GrimoireFire, gem: Domain::Fire };
    let scene = Scene::new(3).started(A, Artefact::GrimoireFire, &five);
    assert!(!scene.clone().power(A, 4).is_open(last));
    let mut scene = scene.power(A, 5);
    scene.play(A, last);
    assert_eq!((scene.points(A, "power"), scene.points(A, "flask")), (0, 12));

    let mut scene = Scene::new(3).populace(9, 1).barbarians(9, 1).last_turn();
    scene.end_turns(1);
    assert_eq!((scene.ended(), scene.totals()), (Some((Cause::Chaos, None)), vec![0; 3]));

    let mut scene = Scene::new(3).power(A, 18).stock(A, &[Domain::Solar]);
    scene.play(A, Move::Destroy { gem: Domain::Solar });
    assert_eq!(scene.game.mage(A).power, 20);
}

#[test]
fn g7_saboteur_and_preparer_finish_artefacts() {
    let mut scene = Scene::variant(5).role(A, Role::Saboteur).stock(A, &[Domain::Solar]).started(
        A,
        Artefact::SceptreFire,
        &[Domain::Fire, Domain::Fire, Domain::Sulphur],
    );
    scene.play(A, Move::Shape { artefact: Artefact::SceptreFire, gem: Domain::Solar });
    let mage = scene.game.mage(A);
    let back = gems(&[Domain::Fire, Domain::Fire, Domain::Sulphur, Domain::Solar]);
    assert_eq!((mage.stock, mage.flask.len(), scene.game.city.health), (back, 0, 7));
    let mut scene = Scene::variant(5).role(A, Role::Preparer).power(A, 7).started(
        A,
        Artefact::WandFire,
        &[Domain::Nature],
    );
    scene.play(A, Move::Shape { artefact: Artefact::WandFire, gem: Domain::Fire });
    assert_eq!((scene.game.mage(A).flask.len(), scene.game.city.health), (2, 6));
    scene.end_turns(1);
    assert_eq!(scene.game.mage(A).power, 0);
}

#[test]
fn g8_role_talents() {
    // The Grand Alchemist of Shadow.
    let mut scene = Scene::variant(5).role(E, Role::GrandAlchemist);
    scene.end_turns(4);
    scene.play_all(E, &[Move::Channel { domain: Domain::Shadow }, Move::Wound(YES)]);
    assert_eq!(scene.game.city.health, 5);
    assert!(scene.game.mage(E).is_exiled);
    // The Preparer: red is not in the Reserve, orange is there twice.
    let two = [Domain::Solar, Domain::Solar];
    let mut scene = Scene::variant(5).role(A, Role::Preparer).reserve(&two).exiled(C);
    assert!(!scene.is_open(Move::Prepare { gem: Domain::Fire, seat: A }));
    assert!(!scene.is_open(Move::Prepare { gem: Domain::Solar, seat: C }));
    scene.play(A, Move::Prepare { gem: Domain::Solar, seat: B });
    assert_eq!(scene.game.city.reserve, gems(&[Domain::Solar]));
    // The Saboteur.
    let on_it = [Domain::Fire, Domain::Sulphur];
    let mut scene = Scene::variant(5).role(A, Role::Saboteur).reserve(&[]).started(
        B,
        Artefact::SceptreFire,
        &on_it,
    );
    let gem = Domain::Sulphur;
    scene.play(A, Move::RemoveGem { artefact: Artefact::SceptreFire, gem });
    assert_eq!(scene.game.city.reserve, gems(&[gem]));
    assert_eq!(
        scene.game.city.placed[Artefact::SceptreFire as usize].gems(),
        gems(&[Domain::Fire])
    );
    let mut scene =
        Scene::variant(5).role(A, Role::Saboteur).finished(B, &[Artefact::GrimoireFire]);
    scene.play(A, Move::Disable { artefact: Artefact::GrimoireFire });
    assert!(scene.game.turn.pool.is_empty());
}

//! Accusations and exile: rules 49 to 64d.

use gueridon_game::{Dice, Eyes, Game, Log, Seed};

use super::scene::{A, B, C, D, Scene, YES};
use crate::Event;
use crate::cards::{Artefact, Card, Cause, Domain, Faction, Invasion, Objective};
use crate::moves::{Force, Move};
use crate::options::Options;
use crate::state::Astoria;

fn accuse(faction: Faction) -> Move {
    Move::Accuse { seat: B, faction }
}

/// A table of four where B works for the dragon.
fn scene() -> Scene {
    Scene::new(4).objective(B, Objective::KillDragon)
}

#[test]
fn r49_a_right_accusation_reveals_and_exiles_the_traitor() {
    let mut scene = scene();
    let told = scene.play(A, accuse(Faction::Dragon));
    let (target, faction) = (B, Faction::Dragon);
    assert_eq!(
        told,
        [
            Event::MageAccused { seat: A, target, faction, is_right: true },
            Event::ObjectiveRevealed { seat: B, objective: Objective::KillDragon },
            Event::MageExiled { seat: B },
        ]
    );
    assert!(scene.game.mage(B).is_exiled && !scene.game.mage(A).is_exiled);
    let seen = scene.game.view(Eyes::Public).mages[B.index()].objective;
    assert_eq!(seen, Some(Objective::KillDragon));
}

#[test]
fn r49_a_wrong_faction_or_a_loyal_target_exiles_the_accuser_and_shows_nothing() {
    for objective in [Objective::KillDragon, Objective::SaveKing] {
        let mut scene = scene().objective(B, objective);
        let told = scene.play(A, accuse(Faction::Populace));
        let (target, faction) = (B, Faction::Populace);
        assert_eq!(
            told,
            [
                Event::MageAccused { seat: A, target, faction, is_right: false },
                Event::MageExiled { seat: A },
            ]
        );
        assert!(!scene.game.mage(B).is_exiled && !scene.game.mage(B).is_revealed);
        assert_eq!(scene.game.view(Eyes::Seat(C)).mages[B.index()].objective, None);
    }
}

#[test]
fn r49_with_three_players_nobody_works_for_the_barbarians() {
    let mut traitors = 0;
    for number in 0..30 {
        let mut dice = Dice::new(&Seed::of_test(number), 0);
        let game = Astoria::deal(&Options::default(), 3, &mut dice).unwrap();
        let seat = game.turn.active;
        for target in game.others(seat) {
            let mut game = game.clone();
            let (before, view) = (game.clone(), game.view(Eyes::Public));
            traitors += usize::from(game.mage(target).objective != Some(Objective::SaveKing));
            let step = Move::Accuse { seat: target, faction: Faction::Barbarians };
            let refusal = game.play(seat, &step, &mut dice, &mut Log::new()).unwrap_err();
            assert_eq!((refusal.code, refusal.rule), ("NOT_IN_PLAY", "49"));
            let mut open = Vec::new();
            game.moves(seat, &mut open);
            assert!(game == before && !open.contains(&step));
            let dragon = Move::Accuse { seat: target, faction: Faction::Dragon };
            assert!(open.contains(&dragon));
            let pool = [Objective::SaveKing, Objective::SaveKing].into_iter();
            let pool = pool.chain([Objective::KillDragon, Objective::KillPopulace]);
            assert_eq!(view.objectives_in_play, pool.collect());
        }
    }
    assert!(traitors > 10, "{traitors}");
}

#[test]
fn r50_an_accusation_costs_an_action_and_the_turn_goes_on_in_exile() {
    let mut scene = scene();
    scene.play(A, accuse(Faction::Populace));
    assert_eq!((scene.asked(), scene.game.turn.actions), (vec![A], 3));
    assert!(scene.is_open(Move::Assault(YES)) && !scene.is_open(accuse(Faction::Dragon)));
}

#[test]
fn r51_an_exile_may_be_accused_and_may_not_accuse() {
    let mut scene = scene().exiled(B);
    scene.play(A, accuse(Faction::Dragon));
    assert!(scene.game.mage(B).is_revealed);
    let scene = self::scene().exiled(A);
    assert_eq!(scene.refused(A, accuse(Faction::Dragon)), ("EXILED", "51"));
}

#[test]
fn r52_only_an_accusation_discovers_a_traitor() {
    let mut scene = scene();
    scene.play(A, accuse(Faction::Populace));
    assert!(!scene.game.city.discovered, "a false one");
    let mut scene = self::scene().pool(Domain::Shadow, 3).objective(A, Objective::KillPopulace);
    scene.play(A, Move::Wound(YES));
    assert!(!scene.game.city.discovered, "the own magic");
    let mut scene = self::scene();
    scene.play(A, accuse(Faction::Dragon));
    assert!(scene.game.city.discovered);
}

#[test]
fn r53_once_a_traitor_is_discovered_the_illness_stops_or_as_the_table_likes_turns() {
    let end = |options: Options| {
        let mut scene =
            Scene::with(4, options).objective(B, Objective::KillDragon).next(Invasion::DragonGrowl);
        scene.play(A, accuse(Faction::Dragon));
        scene.end_turns(4);
        scene.game.city.health
    };
    assert_eq!(end(Options::default()), 6);
    assert_eq!(end(Options { revealed_traitor_heals_king: true, ..Options::default() }), 7);
}

#[test]
fn r54_exile_is_permanent() {
    let mut scene = scene().exiled(A).next(Invasion::DragonGrowl);
    scene.end_turns(4);
    scene.end_turns(3);
    assert!(scene.game.mage(A).is_exiled && scene.asked() == [A]);
    assert_eq!(scene.refused(A, accuse(Faction::Dragon)), ("EXILED", "51"));
}

#[test]
fn r55_exiles_score_their_objectives() {
    let mut scene = scene().exiled(C).health(9).pool(Domain::Cobalt, 3);
    scene.play(A, Move::Heal(YES));
    assert_eq!((scene.points(C, "objective"), scene.points(B, "objective")), (20, 0));
    let mut scene = self::scene().dragon(7).next(Invasion::DragonWrath1);
    scene.play(A, accuse(Faction::Dragon));
    scene.end_turns(4);
    assert_eq!(scene.ended(), Some((Cause::DragonRage, Some(Faction::Dragon))));
    assert_eq!(scene.points(B, "objective"), 20, "a traitor who was turned up");
}

#[test]
fn r56_an_exile_has_actions_1_to_6_and_the_assault() {
    let scene = scene()
        .exiled(A)
        .power(A, 9)
        .dragon(3)
        .chiefs(&[Invasion::ChiefFire])
        .hand(A, &[Artefact::OrbFire])
        .reserve(&[Domain::Cobalt]);
    let open = [
        Move::Draw { pile: 1 },
        Move::Reinforce(YES),
        Move::Destroy { gem: Domain::Fire },
        Move::Create { gem: Domain::Cobalt },
        Move::Shape { artefact: Artefact::OrbFire, gem: Domain::Fire },
        Move::Use { card: Card::MageFire },
        Move::Assault(YES),
    ];
    assert!(open.iter().all(|&step| scene.is_open(step)));
    assert_eq!(scene.refused(A, Move::Tribute { gem: Domain::Fire }), ("EXILED", "56"));
    assert_eq!(scene.refused(A, Move::PlaceGuard(YES)), ("EXILED", "56"));
    assert_eq!(scene.refused(A, Move::Fight { chief: Invasion::ChiefFire }), ("EXILED", "47"));
}

#[test]
fn r57_an_exiles_glyphs_touch_neither_forces_nor_guards() {
    let scene = scene()
        .exiled(A)
        .barbarians(5, 1)
        .populace(5, 1)
        .guards(C, 1)
        .pool(Domain::Fire, 3)
        .pool(Domain::Shadow, 3);
    for force in [Force::Barbarians, Force::Populace] {
        let weaken = Move::Weaken { force, domain: Domain::Fire };
        assert_eq!(scene.refused(A, weaken), ("EXILED", "57"));
    }
    for domain in [Domain::Fire, Domain::Shadow] {
        let kill = Move::KillGuard { seat: C, domain };
        assert_eq!(scene.refused(A, kill), ("EXILED", "57"));
    }
}

#[test]
fn r58_the_artefacts_of_an_exile_cannot_be_stolen() {
    let scene = scene().finished(B, &[Artefact::OrbFire]).exiled(B).pool(Domain::Shadow, 6);
    let steal = Move::StealArtefact { artefact: Artefact::OrbFire };
    assert_eq!(scene.refused(A, steal), ("OUT_OF_REACH", "58"));
}

#[test]
fn r59_exiles_may_counter_malefices() {
    let mut scene = scene().exiled(B).chiefs(&[Invasion::ChiefSulphur]).last_turn();
    scene.end_turns(1);
    assert_eq!(scene.asked(), [B]);
    scene.play(B, Move::Tilt { card: Card::MageSulphur });
    assert_eq!(scene.game.city.health, 5);
}

#[test]
fn r60_an_exile_may_draw() {
    let mut scene = scene().exiled(A);
    scene.play(A, Move::Draw { pile: 3 });
    assert_eq!(scene.game.mage(A).hand.len(), 1);
}

#[test]
fn r61_an_exile_may_heal_the_king() {
    let mut scene = scene().exiled(A).pool(Domain::Cobalt, 3);
    scene.play(A, Move::Heal(YES));
    assert_eq!(scene.game.city.health, 7);
}

#[test]
fn r62_an_exile_may_wound_the_king() {
    let mut scene = scene().exiled(A).pool(Domain::Shadow, 3);
    let told = scene.play(A, Move::Wound(YES));
    assert_eq!(told, [Event::KingWounded { seat: A, health: 5 }], "no exile twice");
}

#[test]
fn r63_an_exile_may_not_steal_artefacts() {
    let scene = scene().exiled(A).finished(B, &[Artefact::OrbFire]).pool(Domain::Shadow, 6);
    let steal = Move::StealArtefact { artefact: Artefact::OrbFire };
    assert_eq!(scene.refused(A, steal), ("EXILED", "63"));
}

#[test]
fn r64_an_exile_may_steal_cards() {
    let mut scene = scene().exiled(A).hand(B, &[Artefact::OrbFire]).pool(Domain::Shadow, 2);
    scene.play(A, Move::StealCard { seat: B, back: Domain::Fire });
    assert_eq!(scene.game.mage(A).hand.len(), 1);
}

#[test]
fn r64a_magic_exiles_at_once_and_turn_and_pool_go_on() {
    let mut scene = scene().barbarians(5, 1).pool(Domain::Shadow, 6).pool(Domain::Fire, 1);
    scene.play_all(A, &[Move::Wound(YES), Move::Wound(YES)]);
    assert_eq!((scene.game.city.health, scene.asked()), (4, vec![A]));
    let raid = Move::Weaken { force: Force::Barbarians, domain: Domain::Fire };
    assert_eq!(scene.refused(A, raid), ("EXILED", "57"));
}

#[test]
fn r64b_only_a_right_accusation_turns_an_objective_up() {
    let mut scene = scene().pool(Domain::Shadow, 3);
    scene.play(A, Move::Wound(YES));
    assert!(!scene.game.mage(A).is_revealed);
    assert_eq!(scene.game.view(Eyes::Seat(B)).mages[A.index()].objective, None);
    let mut scene = self::scene();
    scene.play(A, accuse(Faction::Barbarians));
    assert_eq!(scene.game.view(Eyes::Seat(D)).mages[A.index()].objective, None);
}

#[test]
fn r64c_who_is_revealed_cannot_be_accused_again() {
    let mut scene = scene();
    scene.play(A, accuse(Faction::Dragon));
    assert_eq!(scene.refused(A, accuse(Faction::Dragon)), ("ALREADY_REVEALED", "64c"));
    let own = Move::Accuse { seat: A, faction: Faction::Dragon };
    assert_eq!(scene.refused(A, own), ("NO_SUCH_MAGE", "49"));
}

#[test]
fn r64d_an_exile_keeps_everything_and_takes_turns_and_straightens_cards() {
    let mut scene = scene()
        .power(B, 7)
        .hand(B, &[Artefact::OrbFire])
        .finished(B, &[Artefact::WandFire])
        .tilted(B, &[Card::WandFire])
        .flask(B, &[Domain::Solar])
        .next(Invasion::DragonGrowl);
    scene.play(A, accuse(Faction::Dragon));
    let mage = scene.game.mage(B);
    assert_eq!((mage.power, mage.hand.len(), mage.stock.len(), mage.flask.len()), (7, 1, 9, 1));
    scene.end_turns(4);
    assert_eq!(scene.asked(), [B]);
    let told = scene.play(B, Move::Ready { card: Card::WandFire });
    assert!(told.contains(&Event::CardReadied { seat: B, card: Card::WandFire }));
    let drawn = Event::InvasionDrawn { seat: B, card: Invasion::DragonGrowl };
    assert!(told.contains(&drawn), "the exile is the next first player");
    assert_eq!(scene.asked(), [B]);
}

//! Drawing, Power and gems: rules 12 to 15.

use super::scene::{A, Scene, YES, gems};
use crate::Event;
use crate::cards::{Artefact, Domain};
use crate::moves::Move;

const FIVE: [Artefact; 5] = [
    Artefact::PendantFire,
    Artefact::WandFire,
    Artefact::OrbFire,
    Artefact::SceptreFire,
    Artefact::GrimoireFire,
];

#[test]
fn r12_a_draw_takes_the_top_card_and_shows_the_next_back() {
    let mut scene = Scene::new(3);
    let told = scene.play(A, Move::Draw { pile: 2 });
    let Event::CardDrawn { seat, pile, back, artefact, next } = told[0] else { panic!("{told:?}") };
    assert_eq!((seat, pile, back), (A, 2, Domain::Sulphur));
    assert_eq!(artefact.unwrap().domain(), Domain::Sulphur);
    let pile = &scene.game.city.piles[1];
    assert_eq!((pile.size, pile.backs.first().copied()), (9, next));
    assert!(scene.game.mage(A).hand.has(artefact.unwrap()));
    assert!(!scene.game.city.undealt.has(artefact.unwrap()));
}

#[test]
fn r12_a_hand_of_five_draws_nothing() {
    let scene = Scene::new(3).hand(A, &FIVE);
    assert_eq!(scene.refused(A, Move::Draw { pile: 1 }), ("HAND_FULL", "12"));
    assert!(Scene::new(3).hand(A, &FIVE[..4]).is_open(Move::Draw { pile: 1 }));
}

#[test]
fn r12_an_empty_pile_stays_empty() {
    let mut scene = Scene::new(6).actions(9);
    for (pile, size) in [1, 0, 8].into_iter().enumerate() {
        scene.game.city.piles[pile].size = size;
    }
    scene.game.city.piles[1].backs.clear();
    let left: Vec<Artefact> = FIVE
        .into_iter()
        .chain([
            Artefact::WandSulphur,
            Artefact::WandNature,
            Artefact::WandSolar,
            Artefact::OrbNature,
        ])
        .collect();
    scene.game.city.undealt = left.into_iter().collect();
    assert_eq!(scene.refused(A, Move::Draw { pile: 2 }), ("EMPTY_PILE", "12"));
    for pile in [0, 4] {
        assert_eq!(scene.refused(A, Move::Draw { pile }), ("NO_SUCH_PILE", "3"));
    }
    let told = scene.play(A, Move::Draw { pile: 1 });
    assert!(matches!(told[0], Event::CardDrawn { next: None, .. }));
    assert_eq!(scene.refused(A, Move::Draw { pile: 1 }), ("EMPTY_PILE", "12"));
}

#[test]
fn r13_reinforcing_gains_1_power() {
    let mut scene = Scene::new(3);
    let told = scene.play(A, Move::Reinforce(YES));
    assert_eq!(told, [Event::Reinforced { seat: A, power: 1 }]);
    assert_eq!(scene.game.mage(A).power, 1);
}

#[test]
fn r13_power_beyond_20_is_lost() {
    let mut scene = Scene::new(3).power(A, 18).stock(A, &[Domain::Solar]);
    let told = scene.play(A, Move::Destroy { gem: Domain::Solar });
    assert_eq!(told, [Event::GemDestroyed { seat: A, gem: Domain::Solar, power: 2 }]);
    assert_eq!(scene.game.mage(A).power, 20);
}

#[test]
fn r14_a_destroyed_gem_goes_to_the_reserve_for_its_flux() {
    let mut scene = Scene::new(6).stock(A, &[Domain::Sulphur]).reserve(&[]);
    scene.play(A, Move::Destroy { gem: Domain::Sulphur });
    assert_eq!(scene.game.mage(A).power, 5);
    assert_eq!(scene.game.city.reserve, gems(&[Domain::Sulphur]));
    assert!(scene.game.mage(A).stock.is_empty());
}

#[test]
fn r14_only_gems_of_the_stock_can_be_destroyed_even_at_20_power() {
    let scene = Scene::new(3)
        .power(A, 20)
        .stock(A, &[Domain::Fire])
        .flask(A, &[Domain::Cobalt])
        .guards(A, 1)
        .started(A, Artefact::OrbFire, &[Domain::Sulphur]);
    assert!(scene.is_open(Move::Destroy { gem: Domain::Fire }));
    for gem in [Domain::Cobalt, Domain::Sulphur] {
        assert_eq!(scene.refused(A, Move::Destroy { gem }), ("NOT_IN_STOCK", "14"));
    }
    // The gem that marks the Power is not in the stock, nor is a guard.
    let scene = Scene::new(3).power(A, 3).stock(A, &[]).guards(A, 1);
    let own = Move::Destroy { gem: Domain::Fire };
    assert_eq!(scene.refused(A, own), ("NOT_IN_STOCK", "14"));
}

#[test]
fn r15_a_created_gem_costs_its_flux() {
    let mut scene = Scene::new(3).power(A, 5).reserve(&[Domain::Cobalt, Domain::Solar]);
    let told = scene.play(A, Move::Create { gem: Domain::Cobalt });
    assert_eq!(told, [Event::GemCreated { seat: A, gem: Domain::Cobalt, power: 4 }]);
    assert_eq!((scene.game.mage(A).power, scene.game.mage(A).stock.count(Domain::Cobalt)), (1, 1));
    assert_eq!(scene.game.city.reserve, gems(&[Domain::Solar]));
}

#[test]
fn r15_it_must_be_in_the_reserve_and_paid_in_full() {
    let scene = Scene::new(3).power(A, 5).reserve(&[Domain::Solar]);
    let create = |gem| Move::Create { gem };
    assert_eq!(scene.refused(A, create(Domain::Cobalt)), ("NOT_IN_RESERVE", "15"));
    assert_eq!(scene.refused(A, create(Domain::Solar)), ("TOO_LITTLE_POWER", "15"));
    assert!(Scene::new(3).power(A, 6).reserve(&[Domain::Solar]).is_open(create(Domain::Solar)));
}

#[test]
fn r20d_at_20_power_nobody_reinforces() {
    let scene = Scene::new(3).power(A, 20);
    assert_eq!(scene.refused(A, Move::Reinforce(YES)), ("POWER_FULL", "20d"));
}

#[test]
fn r20d_solar_glyphs_may_be_spent_at_20_without_gain() {
    let mut scene = Scene::new(3).power(A, 20).pool(Domain::Solar, 2);
    let told = scene.play(A, Move::Empower(YES));
    assert_eq!(told, [Event::Empowered { seat: A, glyphs: 2, power: 0 }]);
}

#[test]
fn r42_a_tribute_of_red_or_yellow_calms_the_dragon() {
    let mut scene = Scene::new(6).dragon(5).stock(A, &[Domain::Fire, Domain::Sulphur]).reserve(&[]);
    let told = scene.play(A, Move::Tribute { gem: Domain::Sulphur });
    assert_eq!(told, [Event::TributePaid { seat: A, gem: Domain::Sulphur, dragon: 4 }]);
    scene.play(A, Move::Tribute { gem: Domain::Fire });
    assert_eq!(scene.game.city.dragon, 3);
    assert_eq!(scene.game.city.reserve, gems(&[Domain::Fire, Domain::Sulphur]));
}

#[test]
fn r42_no_other_gem_and_not_at_anger_1() {
    let scene = Scene::new(3).dragon(2).stock(A, &[Domain::Nature]);
    let pay = |gem| Move::Tribute { gem };
    assert_eq!(scene.refused(A, pay(Domain::Nature)), ("NO_TRIBUTE", "42"));
    assert_eq!(scene.refused(A, pay(Domain::Fire)), ("NOT_IN_STOCK", "42"));
    let scene = Scene::new(3).dragon(1);
    assert_eq!(scene.refused(A, pay(Domain::Fire)), ("DRAGON_CALM", "42"));
}

#[test]
fn a_drawn_card_is_any_of_those_with_that_back() {
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..100 {
        let mut scene = Scene::new(3);
        let mut dice = gueridon_game::Dice::new(&gueridon_game::Seed::of_test(number), 1);
        let step = Move::Draw { pile: 1 };
        let mut log = gueridon_game::Log::new();
        gueridon_game::Game::play(&mut scene.game, A, &step, &mut dice, &mut log).unwrap();
        seen.insert(scene.game.mage(A).hand.iter().next().unwrap());
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), FIVE);
}

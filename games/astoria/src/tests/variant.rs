//! The Grand Alchemist variant: rules 86 to 99.

use gueridon_game::{Dice, Eyes, Game, Log, Seat, Seats, Seed};

use super::scene::{A, B, C, D, E, Scene, YES, gems};
use crate::cards::{Artefact, Card, Domain, Role};
use crate::moves::Move;
use crate::options::RoleAssignment;
use crate::state::Astoria;
use crate::{Event, Options};

pub(super) const DECLINE: Move = Move::Decline(YES);

pub(super) fn options(role_assignment: RoleAssignment) -> Options {
    Options { grand_alchemist: true, role_assignment, ..Options::default() }
}

pub(super) fn dealt(seats: u8, role_assignment: RoleAssignment, number: u64) -> Astoria {
    let mut dice = Dice::new(&Seed::of_test(number), 0);
    Astoria::deal(&options(role_assignment), seats, &mut dice).unwrap()
}

pub(super) fn play(game: &mut Astoria, step: Move) {
    let seat = game.to_act().lowest().unwrap();
    let mut dice = Dice::new(&Seed::of_test(9), 1);
    game.play(seat, &step, &mut dice, &mut Log::new()).unwrap();
}

/// A game of so many in which all roles are still to be chosen.
pub(super) fn choosing(seats: u8) -> Astoria {
    dealt(seats, RoleAssignment::Choose, 4)
}

pub(super) fn shape(artefact: Artefact, gem: Domain) -> Move {
    Move::Shape { artefact, gem }
}

pub(super) fn give(seat: Seat, gem: Domain) -> Move {
    Move::GiveGem { seat, gem }
}

pub(super) fn roles(game: &Astoria) -> Vec<Role> {
    game.mages.iter().filter_map(|mage| mage.role).collect()
}

#[test]
fn r86_roles_come_by_chance_and_all_see_them() {
    let all: Vec<Vec<Role>> =
        (0..30).map(|number| roles(&dealt(6, RoleAssignment::Random, number))).collect();
    assert!(all.iter().any(|roles| *roles != all[0]));
    for roles in &all {
        let count = |role| roles.iter().filter(|&&other| other == role).count();
        assert_eq!([Role::GrandAlchemist, Role::Preparer, Role::Saboteur].map(count), [2, 2, 2]);
    }
    let game = dealt(5, RoleAssignment::Random, 1);
    let seen = game.view(Eyes::Public).mages;
    assert!(seen.iter().all(|mage| mage.role.is_some()));
}

#[test]
fn r86_or_are_chosen_from_the_first_player_leftwards_before_objectives_are_dealt() {
    let mut game = choosing(6);
    let first = game.turn.first;
    let chosen =
        [Role::Saboteur, Role::Saboteur, Role::Preparer, Role::GrandAlchemist, Role::Preparer];
    for (further, role) in chosen.into_iter().enumerate() {
        let seat = Seat((first.0 + further as u8) % 6);
        assert_eq!((game.to_act(), game.view(Eyes::Public).active), (Seats::just(seat), seat));
        assert!(game.mages.iter().all(|mage| mage.objective.is_none()));
        play(&mut game, Move::ChooseRole { role });
        assert_eq!(game.mage(seat).role, Some(role));
    }
    // The last one has no choice and is not asked.
    assert_eq!(game.mage(Seat((first.0 + 5) % 6)).role, Some(Role::GrandAlchemist));
    assert!(game.mages.iter().all(|mage| mage.objective.is_some()));
    assert_eq!((game.turn.round, game.to_act()), (1, Seats::just(first)));
}

#[test]
fn r86_a_role_is_there_twice() {
    let mut game = choosing(5);
    let role = Role::Saboteur;
    play(&mut game, Move::ChooseRole { role });
    play(&mut game, Move::ChooseRole { role });
    let seat = game.to_act().lowest().unwrap();
    let mut dice = Dice::new(&Seed::of_test(9), 1);
    let refused = game.play(seat, &Move::ChooseRole { role }, &mut dice, &mut Log::new());
    assert_eq!(refused.unwrap_err().code, "ROLE_TAKEN");
}

#[test]
fn r87_only_alchemists_and_preparers_have_flasks() {
    let game = dealt(6, RoleAssignment::Random, 2);
    for mage in &game.mages {
        assert_eq!(mage.has_flask, mage.role != Some(Role::Saboteur));
    }
}

#[test]
fn r88_a_saboteurs_gems_return_to_the_stock_and_score_nothing() {
    let mut scene = Scene::variant(5)
        .role(A, Role::Saboteur)
        .started(A, Artefact::PendantFire, &[Domain::Fire])
        .stock(A, &[Domain::Fire]);
    let told = scene.play(A, shape(Artefact::PendantFire, Domain::Fire));
    assert!(matches!(told[1], Event::ArtefactFinished { to_flask: false, .. }));
    assert_eq!(scene.game.mage(A).stock, gems(&[Domain::Fire; 2]));
    assert_eq!(scene.points(A, "flask"), 0);
    scene = scene.pool(Domain::Sulphur, 1);
    let recover = Move::Recover { gem: Domain::Fire };
    assert_eq!(scene.refused(A, recover), ("NOT_IN_FLASK", "28"));
}

#[test]
fn r89_a_preparers_power_is_gone_at_the_end_of_the_own_turn() {
    let mut scene = Scene::variant(5).role(A, Role::Preparer).power(A, 7).power(B, 7);
    let told = scene.end_turns(1);
    assert_eq!(told[1], Event::PowerFaded { seat: A, power: 7 });
    scene.end_turns(1);
    assert_eq!((scene.game.mage(A).power, scene.game.mage(B).power), (0, 7));
}

#[test]
fn r89_it_counts_if_the_game_ends_in_that_turn() {
    let mut scene = Scene::variant(5).role(A, Role::Preparer).power(A, 7).health(9);
    scene = scene.pool(Domain::Cobalt, 3);
    scene.play(A, Move::Heal(YES));
    assert_eq!(scene.points(A, "power"), 7);
}

#[test]
fn r89_a_preparer_begins_with_10_gems_in_stock() {
    let game = (0..20).map(|number| dealt(6, RoleAssignment::Random, number));
    for mage in game.flat_map(|game| game.mages) {
        let expected = match mage.role {
            Some(Role::Preparer) => (10, 0),
            Some(Role::GrandAlchemist) => (4, 20),
            _ => (9, 0),
        };
        assert_eq!((mage.stock.len(), mage.power), expected);
    }
}

#[test]
fn r90_a_preparers_action_places_two_gems_on_one_artefact_or_two() {
    let hand = [Artefact::WandFire, Artefact::OrbFire];
    let mut scene = Scene::variant(5).role(A, Role::Preparer).hand(A, &hand);
    scene.play(A, shape(Artefact::WandFire, Domain::Fire));
    assert_eq!(scene.game.turn.actions, 2);
    scene.assert_open(A, &[shape(Artefact::OrbFire, Domain::Fire), DECLINE]);
    scene.play(A, shape(Artefact::OrbFire, Domain::Fire));
    assert_eq!((scene.game.turn.actions, scene.game.mage(A).started.len()), (2, 2));
    scene = scene.stock(A, &[Domain::Sulphur, Domain::Shadow]);
    scene.play(A, shape(Artefact::OrbFire, Domain::Sulphur));
    scene.play(A, shape(Artefact::OrbFire, Domain::Shadow));
    assert!(scene.game.mage(A).cards.has(Card::OrbFire), "again in the same turn");
}

#[test]
fn r91_a_grand_alchemist_begins_with_20_power_and_half_the_gems() {
    let game = dealt(6, RoleAssignment::Random, 5);
    let alchemists = game.mages.iter().filter(|mage| mage.role == Some(Role::GrandAlchemist));
    for mage in alchemists {
        assert_eq!((mage.power, mage.stock.count(mage.domain)), (20, 4));
        assert_eq!(game.city.reserve.count(mage.domain), 5);
    }
    assert_eq!(game.city.reserve.len(), 10);
}

#[test]
fn r92_only_artefacts_of_3_glyphs_or_more_heal_the_king() {
    let finish = |artefact, on_it: &[Domain]| {
        let mut scene = Scene::variant(5).started(A, artefact, on_it);
        scene.play(A, shape(artefact, Domain::Fire));
        scene.game.city.health
    };
    assert_eq!(finish(Artefact::PendantFire, &[Domain::Fire]), 6);
    assert_eq!(finish(Artefact::WandFire, &[Domain::Nature]), 6);
    assert_eq!(finish(Artefact::OrbFire, &[Domain::Sulphur, Domain::Shadow]), 7);
}

#[test]
fn r93_one_action_a_turn_may_help() {
    let scene = Scene::variant(5)
        .hand(A, &[Artefact::OrbFire])
        .finished(A, &[Artefact::WandFire])
        .started(B, Artefact::PendantFire, &[]);
    let helps = [
        shape(Artefact::PendantFire, Domain::Fire),
        Move::GiveCard { seat: B, artefact: Artefact::OrbFire },
        give(B, Domain::Fire),
        Move::GiveArtefact { seat: B, artefact: Artefact::WandFire },
    ];
    for help in helps {
        let mut scene = scene.clone();
        scene.play(A, help);
        if matches!(help, Move::GiveGem { .. }) {
            scene.play(A, DECLINE);
        }
        assert_eq!(scene.game.turn.actions, 2);
        let again = shape(Artefact::PendantFire, Domain::Fire);
        assert_eq!(scene.refused(A, again), ("HELPED_ALREADY", "93"));
        assert_eq!(scene.refused(A, give(C, Domain::Fire)), ("HELPED_ALREADY", "93"));
    }
    let base = Scene::new(5);
    assert_eq!(base.refused(A, give(B, Domain::Fire)), ("NO_HELP", "93"));
}

#[test]
fn r93_a_hand_of_five_receives_no_card() {
    let five = [
        Artefact::PendantSolar,
        Artefact::WandSolar,
        Artefact::OrbSolar,
        Artefact::SceptreSolar,
        Artefact::GrimoireSolar,
    ];
    let scene = Scene::variant(5).hand(A, &[Artefact::OrbFire]).hand(B, &five);
    let card = |seat| Move::GiveCard { seat, artefact: Artefact::OrbFire };
    assert_eq!(scene.refused(A, card(B)), ("HAND_FULL", "93"));
    assert!(scene.is_open(card(C)));
}

#[test]
fn r93_an_artefact_that_is_given_stays_tilted() {
    let mut scene =
        Scene::variant(5).finished(A, &[Artefact::WandFire]).tilted(A, &[Card::WandFire]);
    scene.play(A, Move::GiveArtefact { seat: B, artefact: Artefact::WandFire });
    let (giver, taker) = (scene.game.mage(A), scene.game.mage(B));
    assert!(!giver.cards.has(Card::WandFire) && !giver.tilted.has(Card::WandFire));
    assert!(taker.cards.has(Card::WandFire) && taker.tilted.has(Card::WandFire));
}

#[test]
fn r94_exiles_neither_help_nor_are_helped() {
    let scene = Scene::variant(5).exiled(A);
    assert_eq!(scene.refused(A, give(B, Domain::Fire)), ("NO_HELP_IN_EXILE", "94"));
    let scene = Scene::variant(5).exiled(B).started(B, Artefact::PendantFire, &[]);
    assert_eq!(scene.refused(A, give(B, Domain::Fire)), ("NO_HELP_IN_EXILE", "94"));
    let help = shape(Artefact::PendantFire, Domain::Fire);
    assert_eq!(scene.refused(A, help), ("NO_HELP_IN_EXILE", "94"));
}

#[test]
fn r95_the_owner_gets_the_gems_and_the_helper_pays_a_grimoires_power() {
    let five = [Domain::Sulphur, Domain::Nature, Domain::Solar, Domain::Shadow, Domain::Cobalt];
    let scene = Scene::variant(5).started(B, Artefact::GrimoireFire, &five).power(B, 20);
    let last = shape(Artefact::GrimoireFire, Domain::Fire);
    assert_eq!(scene.refused(A, last), ("TOO_LITTLE_POWER", "18"));
    let mut scene = scene.power(A, 5);
    let told = scene.play(A, last);
    assert!(matches!(told[0], Event::GemPlaced { owner: B, helped: Some(B), starts: false, .. }));
    assert!(matches!(told[1], Event::ArtefactFinished { owner: B, helped: Some(B), .. }));
    let (helper, owner) = (scene.game.mage(A), scene.game.mage(B));
    assert_eq!((helper.power, owner.power, owner.flask.len()), (0, 20, 6));
    assert!(owner.cards.has(Card::GrimoireFire));
}

#[test]
fn r96_grimoires_may_be_given_and_nobody_has_to_agree() {
    let mut scene = Scene::variant(5).finished(A, &[Artefact::GrimoireFire]);
    scene.play(A, Move::GiveArtefact { seat: D, artefact: Artefact::GrimoireFire });
    assert!(scene.game.mage(D).cards.has(Card::GrimoireFire));
    assert_eq!(scene.asked(), [A]);
}

#[test]
fn r97_a_preparers_help_places_two_gems_too() {
    let mut scene =
        Scene::variant(5).role(A, Role::Preparer).started(B, Artefact::PendantFire, &[]);
    let help = shape(Artefact::PendantFire, Domain::Fire);
    scene.play_all(A, &[help, help]);
    assert!(scene.game.mage(B).cards.has(Card::PendantFire));
    assert_eq!(scene.game.turn.actions, 2);
}

#[test]
fn r98_gems_go_from_stock_to_stock() {
    let mut scene = Scene::variant(5).flask(A, &[Domain::Cobalt]);
    assert_eq!(scene.refused(A, give(B, Domain::Cobalt)), ("NOT_IN_STOCK", "93"));
    scene.play(A, give(B, Domain::Fire));
    assert_eq!(scene.play(A, DECLINE), [Event::Declined { seat: A }]);
    assert_eq!(scene.game.mage(A).stock.len(), 8);
    assert_eq!(scene.game.mage(B).stock.count(Domain::Fire), 1);
}

#[test]
fn r99_a_card_that_is_given_is_known_to_both_and_to_no_one_else() {
    let mut scene = Scene::variant(5).hand(A, &[Artefact::WandSolar, Artefact::OrbFire]);
    let step = Move::GiveCard { seat: B, artefact: Artefact::OrbFire };
    let log = scene.play_logged(A, step);
    let back = Domain::Fire;
    let given = |artefact| Event::CardGiven { seat: A, to: B, back, artefact };
    for (seat, known) in [(A, true), (B, true), (C, false), (E, false)] {
        let artefact = known.then_some(Artefact::OrbFire);
        assert_eq!(log.glimpsed(Eyes::Seat(seat)).next(), Some(&given(artefact)));
        let hand = scene.game.view(Eyes::Seat(seat)).mages[B.index()].hand.clone();
        assert_eq!((hand[0].back, hand[0].artefact), (back, artefact));
    }
}

#[test]
fn r93_who_gives_no_second_gem_is_said_to_do_without() {
    let mut scene = Scene::variant(5);
    scene.play(A, Move::GiveGem { seat: B, gem: Domain::Fire });
    let told = scene.play(A, Move::Decline(YES));
    assert_eq!(told, [Event::Declined { seat: A }]);
}

//! The rulings on the Grand Alchemist variant: rules 100 to 100j.

use gueridon_game::{Dice, Eyes, Game, Seed};

use super::scene::{A, B, C, Scene, YES};
use super::variant::{DECLINE, choosing, dealt, give, options, play, roles, shape};
use crate::cards::{Artefact, Card, Cause, Domain, Invasion, Role};
use crate::moves::Move;
use crate::options::RoleAssignment;
use crate::state::Astoria;
use crate::{Event, Options};

#[test]
fn r100_giving_takes_nothing_from_flask_or_health() {
    let mut scene = Scene::variant(5)
        .finished(A, &[Artefact::OrbFire])
        .flask(A, &[Domain::Fire, Domain::Sulphur, Domain::Shadow]);
    scene.play(A, Move::GiveArtefact { seat: B, artefact: Artefact::OrbFire });
    assert_eq!((scene.points(A, "flask"), scene.points(B, "flask")), (6, 0));
    assert_eq!(scene.game.city.health, 6);
}

#[test]
fn r100a_the_variant_is_off_unless_five_or_six_ask_for_it() {
    let mut dice = Dice::new(&Seed::of_test(1), 0);
    for seats in 2..=6 {
        let deal = Astoria::deal(&options(RoleAssignment::Random), seats, &mut dice);
        assert_eq!(deal.is_ok(), seats >= 5);
        if let Err(refusal) = deal {
            assert_eq!((refusal.code, refusal.rule), ("VARIANT_SEATS", "100a"));
        }
        let base = Astoria::deal(&Options::default(), seats, &mut dice).unwrap();
        assert!(roles(&base).is_empty());
    }
}

#[test]
fn r100b_hands_may_be_seen_before_a_role_is_chosen() {
    let game = choosing(5);
    let seat = game.turn.first;
    let view = game.view(Eyes::Seat(seat));
    let own = &view.mages[seat.index()];
    assert!(own.hand.iter().all(|card| card.artefact.is_some()) && own.objective.is_none());
    assert_eq!((view.round, view.current), (0, None));
}

#[test]
fn r100b_objectives_are_dealt_after_the_roles_and_the_piles_lie_before() {
    let mut game = choosing(6);
    let piles = game.view(Eyes::Public).piles;
    assert!(piles.iter().all(|pile| pile.size == 4 && !pile.backs.is_empty()));
    while game.turn.round == 0 {
        assert!(game.mages.iter().all(|mage| mage.objective.is_none()));
        assert_eq!(game.city.objectives_out.len(), 6);
        let (role, _) = game.city.roles_out.iter().next().unwrap();
        play(&mut game, Move::ChooseRole { role });
    }
    assert!(game.mages.iter().all(|mage| mage.objective.is_some()));
    assert_eq!(game.view(Eyes::Public).piles, piles, "nothing that is chosen changes them");
}

#[test]
fn r100c_with_five_the_sixth_role_stays_out_face_up() {
    let game = dealt(5, RoleAssignment::Random, 6);
    assert_eq!(game.view(Eyes::Public).roles_left.len(), 1);
    assert_eq!(dealt(6, RoleAssignment::Random, 6).view(Eyes::Public).roles_left.len(), 0);
    let mut game = choosing(5);
    for _ in 0..5 {
        let mut open = Vec::new();
        let Some(seat) = game.to_act().lowest() else { break };
        game.moves(seat, &mut open);
        if let Some(&step @ Move::ChooseRole { .. }) = open.first() {
            play(&mut game, step);
        }
    }
    assert_eq!((game.turn.round, game.view(Eyes::Public).roles_left.len()), (1, 1));
}

#[test]
fn r100d_the_alchemists_role_card_fights_counters_and_saves() {
    let channel = |domain| Move::Channel { domain };
    // In a fight: 3 glyphs of the own domain. The combat card gives Fire 3.
    let mut scene = Scene::variant(5)
        .role(A, Role::GrandAlchemist)
        .chiefs(&[Invasion::ChiefNature])
        .next(Invasion::DragonWrath5)
        .talents_tilted();
    scene.play(A, Move::Fight { chief: Invasion::ChiefNature });
    assert!(scene.is_open(channel(Domain::Cobalt)));
    let told = scene.play(A, channel(Domain::Fire));
    assert!(told.iter().any(|event| matches!(event, Event::FightLost { attack: 9, .. })));
    // Against a malefice of any domain.
    let mut scene = Scene::variant(5)
        .role(B, Role::GrandAlchemist)
        .chiefs(&[Invasion::ChiefCobalt])
        .last_turn()
        .next(Invasion::DragonGrowl);
    scene.end_turns(1);
    assert_eq!(scene.refused(B, channel(Domain::Fire)), ("WRONG_DOMAIN", "72"));
    scene.play(B, channel(Domain::Cobalt));
    assert_eq!(scene.game.city.health, 5, "the illness alone");
    // As Cobalt, for a guard.
    let mut scene =
        Scene::variant(5).role(B, Role::GrandAlchemist).guards(C, 1).pool(Domain::Shadow, 3);
    scene.play(A, Move::KillGuard { seat: C, domain: Domain::Shadow });
    scene.assert_open(B, &[channel(Domain::Cobalt), DECLINE]);
    scene.play(B, channel(Domain::Cobalt));
    assert_eq!(scene.game.mage(C).guards, 1);
}

#[test]
fn r100d_the_other_role_cards_make_no_glyphs() {
    for role in [Role::Preparer, Role::Saboteur] {
        let mut scene = Scene::variant(5).role(A, role).chiefs(&[Invasion::ChiefNature]);
        let card = role.card();
        assert_eq!(scene.refused(A, Move::Use { card }), ("NO_GLYPHS", "100d"));
        scene.play(A, Move::Fight { chief: Invasion::ChiefNature });
        assert_eq!(scene.refused(A, Move::Tilt { card }), ("NO_GLYPHS", "100d"));
        scene.assert_open(A, &[Move::Tilt { card: Card::MageFire }, Move::Strike(YES)]);
    }
}

#[test]
fn r100e_in_exile_the_alchemist_works_the_preparer_for_himself_the_saboteur_not() {
    let scene = Scene::variant(5).role(A, Role::GrandAlchemist).exiled(A);
    assert!(scene.is_open(Move::Channel { domain: Domain::Shadow }));
    let scene = Scene::variant(5).role(A, Role::Preparer).exiled(A).reserve(&[Domain::Solar]);
    let prepare = |seat| Move::Prepare { gem: Domain::Solar, seat };
    assert!(scene.is_open(prepare(A)));
    assert_eq!(scene.refused(A, prepare(B)), ("NO_HELP_IN_EXILE", "100e"));
    let scene = Scene::variant(5)
        .role(A, Role::Saboteur)
        .exiled(A)
        .started(B, Artefact::OrbFire, &[Domain::Fire])
        .finished(B, &[Artefact::WandFire]);
    let remove = Move::RemoveGem { artefact: Artefact::OrbFire, gem: Domain::Fire };
    assert_eq!(scene.refused(A, remove), ("EXILED", "100e"));
    let disable = Move::Disable { artefact: Artefact::WandFire };
    assert_eq!(scene.refused(A, disable), ("EXILED", "100e"));
}

#[test]
fn r100f_a_role_talent_is_not_the_help_of_the_turn() {
    let mut scene = Scene::variant(5).role(A, Role::Preparer).reserve(&[Domain::Solar]);
    scene.play(A, Move::Prepare { gem: Domain::Solar, seat: B });
    assert!(!scene.game.turn.has_helped && scene.is_open(give(B, Domain::Fire)));
}

#[test]
fn r100g_the_saboteur_reaches_any_other_mage_exiles_and_grimoires_too_and_no_talent() {
    let mut scene = Scene::variant(5)
        .role(A, Role::Saboteur)
        .exiled(B)
        .started(B, Artefact::OrbFire, &[Domain::Fire, Domain::Sulphur])
        .finished(C, &[Artefact::GrimoireFire, Artefact::WandFire])
        .tilted(C, &[Card::WandFire])
        .started(A, Artefact::OrbCobalt, &[Domain::Fire]);
    let remove = |artefact, gem| Move::RemoveGem { artefact, gem };
    assert!(scene.is_open(remove(Artefact::OrbFire, Domain::Fire)));
    assert!(scene.is_open(remove(Artefact::OrbFire, Domain::Sulphur)));
    let own = remove(Artefact::OrbCobalt, Domain::Fire);
    assert_eq!(scene.refused(A, own), ("NOT_STARTED", "100g"));
    let none = remove(Artefact::OrbFire, Domain::Shadow);
    assert_eq!(scene.refused(A, none), ("NO_SUCH_SLOT", "100g"));
    let disable = |artefact| Move::Disable { artefact };
    assert_eq!(scene.refused(A, disable(Artefact::WandFire)), ("NOT_READY", "100g"));
    assert_eq!(scene.refused(A, disable(Artefact::OrbFire)), ("NOT_FINISHED", "100g"));
    scene.play(A, disable(Artefact::GrimoireFire));
    assert!(scene.game.mage(C).tilted.has(Card::GrimoireFire));
    assert!(scene.game.turn.pool.is_empty());
}

#[test]
fn r100h_help_takes_the_helpers_gem_a_free_slot_and_one_receiver() {
    let mut scene = Scene::variant(5).started(B, Artefact::OrbSulphur, &[Domain::Sulphur]);
    let help = |gem| shape(Artefact::OrbSulphur, gem);
    assert_eq!(scene.refused(A, help(Domain::Fire)), ("NO_SUCH_SLOT", "16"));
    assert_eq!(scene.refused(A, help(Domain::Nature)), ("NOT_IN_STOCK", "16"));
    let unfinished = Move::GiveArtefact { seat: C, artefact: Artefact::OrbSulphur };
    assert_eq!(scene.refused(A, unfinished), ("NOT_FINISHED", "100h"));
    scene.play(A, give(B, Domain::Fire));
    scene.assert_open(A, &[give(B, Domain::Fire), DECLINE]);
    assert_eq!(scene.refused(A, give(C, Domain::Fire)), ("ONE_RECEIVER", "100h"));
    scene.play(A, give(B, Domain::Fire));
    assert_eq!(scene.game.mage(B).stock.count(Domain::Fire), 2);
    assert_eq!(scene.game.turn.actions, 2);
}

#[test]
fn r100i_a_preparer_may_split_and_that_is_the_help_of_the_turn() {
    let mut scene = Scene::variant(5)
        .role(A, Role::Preparer)
        .hand(A, &[Artefact::WandFire])
        .started(B, Artefact::PendantFire, &[]);
    scene.play(A, shape(Artefact::WandFire, Domain::Fire));
    assert!(!scene.game.turn.has_helped);
    scene.play(A, shape(Artefact::PendantFire, Domain::Fire));
    assert!(scene.game.turn.has_helped);
    let again = shape(Artefact::PendantFire, Domain::Fire);
    assert_eq!(scene.refused(A, again), ("HELPED_ALREADY", "93"));
}

#[test]
fn r100i_a_preparer_may_place_only_one_and_the_second_is_lost_at_the_end() {
    let mut scene = Scene::variant(5)
        .role(A, Role::Preparer)
        .hand(A, &[Artefact::WandFire, Artefact::PendantFire]);
    scene.play_all(A, &[shape(Artefact::WandFire, Domain::Fire), DECLINE]);
    assert_eq!((scene.asked(), scene.game.turn.actions), (vec![A], 2));
    let two = [Domain::Sulphur, Domain::Shadow];
    let mut scene =
        Scene::variant(5).role(A, Role::Preparer).health(9).started(A, Artefact::OrbFire, &two);
    scene.play(A, shape(Artefact::OrbFire, Domain::Fire));
    assert_eq!(scene.ended(), Some((Cause::KingCured, None)));
    assert!(scene.asked().is_empty());
}

#[test]
fn r100i_without_a_gem_left_no_second_one_is_asked_for() {
    let mut scene = Scene::variant(5)
        .role(A, Role::Preparer)
        .stock(A, &[Domain::Fire])
        .hand(A, &[Artefact::WandFire]);
    scene.play(A, shape(Artefact::WandFire, Domain::Fire));
    assert!(scene.is_open(Move::Reinforce(YES)));
}

#[test]
fn r100j_a_preparers_marker_is_a_gem_like_the_others() {
    let game = (0..20).map(|number| dealt(6, RoleAssignment::Random, number));
    let first = |game: &Astoria| game.active().role == Some(Role::Preparer);
    let mut game = game.into_iter().find(first).unwrap();
    let own = game.active().domain;
    assert_eq!(game.active().stock.count(own), 10);
    play(&mut game, Move::Destroy { gem: own });
    assert_eq!(game.active().stock.count(own), 9);
    assert_eq!(game.active().power, game.flux(own));
}

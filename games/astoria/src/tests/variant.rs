//! The Grand Alchemist variant: rules 86 to 100j.

use gueridon_game::{Dice, Eyes, Game, Log, Seat, Seats, Seed};

use super::scene::{A, B, C, D, E, Scene, YES, gems};
use crate::cards::{Artefact, Card, Cause, Domain, Invasion, Role};
use crate::moves::Move;
use crate::options::RoleAssignment;
use crate::state::Astoria;
use crate::{Event, Options};

const DECLINE: Move = Move::Decline(YES);

fn options(role_assignment: RoleAssignment) -> Options {
    Options { grand_alchemist: true, role_assignment, ..Options::default() }
}

fn dealt(seats: u8, role_assignment: RoleAssignment, number: u64) -> Astoria {
    let mut dice = Dice::new(&Seed::of_test(number), 0);
    Astoria::deal(&options(role_assignment), seats, &mut dice).unwrap()
}

fn play(game: &mut Astoria, step: Move) {
    let seat = game.to_act().lowest().unwrap();
    let mut dice = Dice::new(&Seed::of_test(9), 1);
    game.play(seat, &step, &mut dice, &mut Log::new()).unwrap();
}

/// A game of so many in which roles are chosen, with all chosen but by the last mage or two.
fn choosing(seats: u8) -> Astoria {
    dealt(seats, RoleAssignment::Choose, 4)
}

fn shape(artefact: Artefact, gem: Domain) -> Move {
    Move::Shape { artefact, gem }
}

fn give(seat: Seat, gem: Domain) -> Move {
    Move::GiveGem { seat, gem }
}

fn roles(game: &Astoria) -> Vec<Role> {
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
        assert_eq!(game.to_act(), Seats::just(seat));
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
    assert_eq!(told[0], Event::PowerFaded { seat: A, power: 7 });
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
    scene.play(A, last);
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
    scene.play_all(A, &[give(B, Domain::Fire), DECLINE]);
    assert_eq!(scene.game.mage(A).stock.len(), 8);
    assert_eq!(scene.game.mage(B).stock.count(Domain::Fire), 1);
}

#[test]
fn r99_a_card_that_is_given_is_known_to_both_and_to_no_one_else() {
    let mut scene = Scene::variant(5).hand(A, &[Artefact::OrbFire]);
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

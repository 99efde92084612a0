//! Guards and theft: rules 34 to 41.

use gueridon_game::{Dice, Eyes, Game, Log, Seed};

use super::scene::{A, B, C, D, Scene, YES, gems};
use crate::Event;
use crate::Options;
use crate::cards::{Artefact, Card, Domain};
use crate::moves::Move;
use crate::options::GuardGem;

const KILL_BS: Move = Move::KillGuard { seat: B, domain: Domain::Shadow };
const BURN_BS: Move = Move::KillGuard { seat: B, domain: Domain::Fire };

#[test]
fn r34_a_guard_costs_5_power_and_a_gem_of_the_own_domain() {
    let scene = Scene::new(3).power(A, 4);
    assert_eq!(scene.refused(A, Move::PlaceGuard(YES)), ("TOO_LITTLE_POWER", "34"));
    let scene = Scene::new(3).power(A, 5).stock(A, &[Domain::Solar]);
    assert_eq!(scene.refused(A, Move::PlaceGuard(YES)), ("NOT_IN_STOCK", "34"));
    let mut scene = Scene::new(3).power(A, 15);
    scene.play_all(A, &[Move::PlaceGuard(YES); 3]);
    let mage = scene.game.mage(A);
    assert_eq!((mage.guards, mage.power, mage.stock.len()), (3, 0, 6));
}

#[test]
fn r35_guards_do_not_fight_chiefs() {
    let mut scene =
        Scene::new(3).guards(A, 6).chiefs(&[crate::cards::Invasion::ChiefNature]).talents_tilted();
    let told = scene.play(A, Move::Fight { chief: crate::cards::Invasion::ChiefNature });
    assert!(told.iter().any(|event| matches!(event, Event::FightLost { attack: 0, .. })));
}

#[test]
fn r36_guards_stay_when_their_owner_is_exiled() {
    let mut scene = Scene::new(3).guards(A, 2).pool(Domain::Shadow, 3);
    scene.play(A, Move::Wound(YES));
    assert_eq!(scene.game.mage(A).guards, 2);
}

#[test]
fn r37_a_killed_guards_gem_goes_to_the_reserve_or_as_the_table_likes_to_its_owner() {
    let mut scene =
        Scene::new(6).reserve(&[]).guards(B, 1).talents_tilted().pool(Domain::Shadow, 3);
    let told = scene.play(A, KILL_BS);
    let (gem, to_reserve) = (Domain::Sulphur, true);
    assert_eq!(told[1], Event::GuardKilled { seat: B, gem, to_reserve });
    assert_eq!((scene.game.mage(B).guards, scene.game.city.reserve), (0, gems(&[gem])));
    let options = Options { killed_guard_gem: GuardGem::Owner, ..Options::default() };
    let mut scene = Scene::with(6, options).reserve(&[]).guards(B, 1);
    scene = scene.talents_tilted().pool(Domain::Shadow, 3);
    scene.play(A, KILL_BS);
    assert_eq!(scene.game.mage(B).stock.count(gem), 10);
}

#[test]
fn r38_others_in_the_city_may_save_a_guard_with_a_ready_cobalt_card() {
    let mut scene = Scene::new(4)
        .guards(B, 1)
        .pool(Domain::Shadow, 3)
        .finished(B, &[Artefact::WandCobalt])
        .finished(C, &[Artefact::PendantCobalt, Artefact::OrbCobalt])
        .finished(D, &[Artefact::SceptreCobalt]);
    scene.play(A, KILL_BS);
    assert_eq!(scene.asked(), [B], "clockwise from the killer");
    let told = scene.play(B, Move::Decline(YES));
    assert_eq!(told, [Event::GuardForsaken { seat: B, owner: B }]);
    let tilt = |card| Move::Tilt { card };
    let open = [tilt(Card::PendantCobalt), tilt(Card::OrbCobalt), Move::Decline(YES)];
    scene.assert_open(C, &open);
    assert_eq!(scene.declining(C), [Move::Decline(YES)]);
    assert_eq!(scene.refused(C, tilt(Card::MageNature)), ("WRONG_DOMAIN", "38"));
    let told = scene.play(C, tilt(Card::OrbCobalt));
    assert_eq!(told[1], Event::GuardSaved { seat: C, owner: B });
    assert_eq!(
        (scene.game.mage(B).guards, scene.asked()),
        (1, vec![A]),
        "the first one settles it"
    );
    assert!(scene.game.mage(C).tilted.has(Card::OrbCobalt));
    assert!(scene.game.turn.pool.is_empty(), "the rest of its glyphs is lost");
}

#[test]
fn r38_who_has_no_ready_cobalt_card_or_is_in_exile_is_not_asked() {
    let mut scene = Scene::new(4)
        .guards(B, 1)
        .pool(Domain::Shadow, 3)
        .finished(C, &[Artefact::PendantCobalt])
        .exiled(C)
        .finished(D, &[Artefact::OrbCobalt])
        .tilted(D, &[Card::OrbCobalt]);
    let told = scene.play(A, KILL_BS);
    assert!(matches!(told[1], Event::GuardKilled { .. }));
    assert_eq!(scene.asked(), [A]);
}

#[test]
fn r39_a_saved_guard_gives_no_glyphs_back_and_the_killer_is_exiled_anyway() {
    let mut scene =
        Scene::new(3).guards(B, 1).pool(Domain::Fire, 3).finished(C, &[Artefact::PendantCobalt]);
    scene.play(A, BURN_BS);
    scene.play(C, Move::Tilt { card: Card::PendantCobalt });
    assert!(scene.game.turn.pool.is_empty() && scene.game.mage(A).is_exiled);
    assert_eq!(scene.game.mage(B).guards, 1);
}

#[test]
fn r39a_any_guard_may_be_killed_the_killers_own_too() {
    let mut scene = Scene::new(3).guards(A, 1).talents_tilted().pool(Domain::Shadow, 3);
    scene.play(A, Move::KillGuard { seat: A, domain: Domain::Shadow });
    assert_eq!(scene.game.mage(A).guards, 0);
    let scene = Scene::new(3).guards(A, 1).pool(Domain::Shadow, 3);
    assert_eq!(scene.refused(A, KILL_BS), ("NO_GUARD", "39a"));
}

#[test]
fn r39b_each_kill_opens_a_reaction_of_its_own() {
    let mut scene = Scene::new(3)
        .guards(B, 2)
        .pool(Domain::Shadow, 6)
        .finished(C, &[Artefact::PendantCobalt, Artefact::OrbCobalt]);
    scene.play(A, KILL_BS);
    scene.play(C, Move::Tilt { card: Card::OrbCobalt });
    scene.play(A, KILL_BS);
    assert_eq!(scene.asked(), [C]);
    scene.play(C, Move::Decline(YES));
    assert_eq!(scene.game.mage(B).guards, 1);
}

#[test]
fn r39b_fire_exiles_so_that_no_second_kill_can_follow() {
    let mut scene = Scene::new(3).guards(B, 2).talents_tilted().pool(Domain::Fire, 6);
    scene.play(A, BURN_BS);
    assert_eq!(scene.refused(A, BURN_BS), ("EXILED", "57"));
}

#[test]
fn r40_a_thief_takes_a_card_by_its_back_from_anyone_exiled_or_not() {
    let mut scene = Scene::new(3)
        .exiled(B)
        .hand(B, &[Artefact::OrbCobalt, Artefact::WandFire])
        .pool(Domain::Shadow, 2);
    let log = scene.play_logged(A, Move::StealCard { seat: B, back: Domain::Fire });
    let back = Domain::Fire;
    let stolen = |artefact| Event::CardStolen { seat: A, from: B, back, artefact };
    let told = |eyes| log.glimpsed(eyes).next().cloned();
    assert_eq!(told(Eyes::Seat(A)), Some(stolen(Some(Artefact::WandFire))));
    assert_eq!(told(Eyes::Seat(B)), Some(stolen(Some(Artefact::WandFire))));
    assert_eq!(told(Eyes::Seat(C)), Some(stolen(None)));
    assert!(scene.game.mage(A).hand.has(Artefact::WandFire));
}

#[test]
fn r40_a_hand_may_exceed_five_by_theft_but_draws_no_more() {
    let mut scene = Scene::new(3)
        .hand(
            A,
            &[
                Artefact::PendantFire,
                Artefact::WandFire,
                Artefact::OrbFire,
                Artefact::SceptreFire,
                Artefact::GrimoireFire,
            ],
        )
        .hand(B, &[Artefact::OrbCobalt])
        .pool(Domain::Shadow, 2);
    scene.play(A, Move::StealCard { seat: B, back: Domain::Cobalt });
    assert_eq!(scene.game.mage(A).hand.len(), 6);
    assert_eq!(scene.refused(A, Move::Draw { pile: 1 }), ("HAND_FULL", "12"));
}

#[test]
fn r40_chance_decides_among_cards_with_the_same_back() {
    let cobalt = [Artefact::PendantCobalt, Artefact::OrbCobalt, Artefact::GrimoireCobalt];
    let scene =
        Scene::new(3).hand(B, &cobalt).hand(B, &[Artefact::WandFire]).pool(Domain::Shadow, 2);
    let steal = Move::StealCard { seat: B, back: Domain::Cobalt };
    let open: Vec<Move> = scene.moves(A).into_iter().filter(|step| is_theft(*step)).collect();
    assert_eq!(open, [Move::StealCard { seat: B, back: Domain::Fire }, steal]);
    let mut stolen: Vec<Artefact> = (0..60)
        .map(|entry| {
            let (mut game, mut dice) = (scene.game.clone(), Dice::new(&Seed::of_test(3), entry));
            game.play(A, &steal, &mut dice, &mut Log::new()).unwrap();
            game.mage(A).hand.iter().next().unwrap()
        })
        .collect();
    stolen.sort_unstable();
    stolen.dedup();
    assert_eq!(stolen, cobalt);
}

fn is_theft(step: Move) -> bool {
    matches!(step, Move::StealCard { .. })
}

#[test]
fn r40_nobody_steals_from_the_own_hand_or_by_a_back_that_is_not_there() {
    let scene = Scene::new(3).hand(A, &[Artefact::OrbFire]).pool(Domain::Shadow, 2);
    let scene = scene.hand(B, &[Artefact::OrbCobalt]);
    let steal = |seat, back| Move::StealCard { seat, back };
    assert_eq!(scene.refused(A, steal(A, Domain::Fire)), ("NO_SUCH_MAGE", "40"));
    assert_eq!(scene.refused(A, steal(B, Domain::Fire)), ("NO_SUCH_CARD", "40"));
    assert_eq!(scene.refused(A, steal(C, Domain::Cobalt)), ("NO_SUCH_CARD", "40"));
    let nobody = gueridon_game::Seat(7);
    assert_eq!(scene.refused(A, steal(nobody, Domain::Fire)), ("NO_SUCH_MAGE", "40"));
}

#[test]
fn r41_a_stolen_artefact_leaves_flask_and_king_as_they_are_and_stays_tilted() {
    let mut scene = Scene::new(3)
        .finished(B, &[Artefact::OrbCobalt, Artefact::GrimoireCobalt])
        .tilted(B, &[Card::OrbCobalt])
        .flask(B, &[Domain::Cobalt, Domain::Fire, Domain::Solar])
        .pool(Domain::Shadow, 6);
    let grimoire = Move::StealArtefact { artefact: Artefact::GrimoireCobalt };
    assert_eq!(scene.refused(A, grimoire), ("GRIMOIRE", "29"));
    scene.play(A, Move::StealArtefact { artefact: Artefact::OrbCobalt });
    let (thief, victim) = (scene.game.mage(A), scene.game.mage(B));
    assert!(thief.cards.has(Card::OrbCobalt) && thief.tilted.has(Card::OrbCobalt));
    assert!(!victim.cards.has(Card::OrbCobalt) && !victim.tilted.has(Card::OrbCobalt));
    assert_eq!((victim.flask.len(), thief.flask.len(), scene.game.city.health), (3, 0, 6));
}

#[test]
fn a_thief_keeps_what_was_known_of_a_card() {
    let mut scene = Scene::new(3).hand(B, &[Artefact::OrbCobalt]).pool(Domain::Shadow, 2);
    scene.play(A, Move::StealCard { seat: B, back: Domain::Cobalt });
    scene.end_turns(2);
    scene = scene.pool(Domain::Shadow, 2);
    scene.play(C, Move::StealCard { seat: A, back: Domain::Cobalt });
    let hand = |eyes| scene.game.view(eyes).mages[C.index()].hand[0].artefact;
    for seat in [A, B, C] {
        assert_eq!(hand(Eyes::Seat(seat)), Some(Artefact::OrbCobalt));
    }
    assert_eq!(hand(Eyes::Public), None);
}

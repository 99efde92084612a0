//! The Defence of the Walls: rules 71 to 77a.

use super::scene::{A, B, C, D, Scene, YES, place_of};
use crate::cards::{Artefact, Card, Cause, Domain, Faction, Invasion, Objective};
use crate::moves::Move;
use crate::options::CureCheck;
use crate::{Event, Options};

/// The last turn of a round at a table of four, with a harmless card to come.
fn scene() -> Scene {
    Scene::new(4).next(Invasion::DragonGrowl).last_turn()
}

fn tilt(card: Card) -> Move {
    Move::Tilt { card }
}

#[test]
fn r71_the_forces_grow_by_agitation_and_reinforcements_up_to_10() {
    let mut scene = scene().populace(3, 2).barbarians(4, 3);
    let told = scene.end_turns(1);
    assert!(told.contains(&Event::SiegeAdvanced { populace: 5, barbarians: 7 }));
    let mut scene = self::scene().populace(9, 4);
    scene.end_turns(1);
    assert_eq!(scene.game.city.populace, 10);
}

#[test]
fn r71_one_at_10_takes_the_city_for_the_holder_of_its_objective() {
    let mut scene = scene().populace(9, 1).objective(C, Objective::KillPopulace);
    let told = scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::CityFell, Some(Faction::Populace))));
    assert_eq!(scene.totals(), [0, 0, 20, 0]);
    assert!(!told.iter().any(|event| matches!(event, Event::KingAiled { .. })));
    let mut scene = self::scene().barbarians(8, 2).objective(C, Objective::KillPopulace);
    scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::CityFell, Some(Faction::Barbarians))));
    assert_eq!(scene.totals(), [0; 4], "nobody holds it");
}

#[test]
fn r71_both_at_10_is_chaos() {
    let mut scene = scene()
        .populace(9, 1)
        .barbarians(9, 1)
        .objective(C, Objective::KillPopulace)
        .objective(D, Objective::KillBarbarians);
    scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::Chaos, None)));
    assert_eq!(scene.totals(), [0; 4]);
}

#[test]
fn r72_the_illness_takes_1_and_then_the_latest_chief_comes_first() {
    let mut scene = scene().chiefs(&[Invasion::ChiefSulphur, Invasion::ChiefFire]);
    let told = scene.end_turns(1);
    assert!(told.contains(&Event::KingAiled { health: 5 }));
    assert_eq!(scene.asked(), [A], "the mage of Fire");
    scene.play(A, tilt(Card::MageFire));
    assert_eq!(scene.asked(), [B], "the mage of Sulphur");
    let told = scene.play(B, Move::Decline(YES));
    assert!(told.contains(&Event::MaleficeHit { chief: Invasion::ChiefSulphur, health: 4 }));
}

#[test]
fn r72_mages_are_asked_from_the_rounds_first_player() {
    let mut scene = scene()
        .chiefs(&[Invasion::ChiefSolar])
        .finished(A, &[Artefact::OrbSolar])
        .finished(C, &[Artefact::WandSolar]);
    scene.game.turn.first = C;
    scene.game.turn.active = B;
    scene.end_turns(1);
    let mut asked = scene.asked();
    for seat in [C, D] {
        assert_eq!(asked, [seat]);
        assert_eq!(scene.declining(seat), [Move::Decline(YES)]);
        let told = scene.play(seat, Move::Decline(YES));
        assert_eq!(told, [Event::MaleficeAllowed { seat, chief: Invasion::ChiefSolar }]);
        asked = scene.asked();
    }
    assert_eq!(asked, [A]);
    let told = scene.play(A, tilt(Card::OrbSolar));
    assert!(told.contains(&Event::MaleficeCountered { seat: A, chief: Invasion::ChiefSolar }));
    assert_eq!(scene.game.city.health, 5);
}

#[test]
fn r72_who_cannot_counter_is_not_asked() {
    let mut scene = scene().chiefs(&[Invasion::ChiefShadow]);
    let told = scene.end_turns(1);
    assert!(told.contains(&Event::MaleficeHit { chief: Invasion::ChiefShadow, health: 4 }));
    assert_eq!((scene.asked(), scene.game.turn.round), (vec![B], 2));
}

#[test]
fn r73_one_card_of_any_size_counters_one_chief() {
    let chiefs = [Invasion::ChiefSulphur, Invasion::ChiefFire];
    let mut scene = scene().chiefs(&chiefs).finished(A, &[Artefact::GrimoireFire]);
    scene.end_turns(1);
    let open = [tilt(Card::MageFire), tilt(Card::GrimoireFire), Move::Decline(YES)];
    scene.assert_open(A, &open);
    scene.play(A, tilt(Card::GrimoireFire));
    assert!(scene.game.mage(A).tilted.has(Card::GrimoireFire));
    assert_eq!(scene.refused(B, tilt(Card::MageFire)), ("NOT_READY", "72"));
    assert_eq!(scene.asked(), [B], "the other chief is still to be countered");
}

#[test]
fn r74_without_health_the_king_dies_and_the_strongest_faction_wins() {
    let mut scene = scene()
        .health(1)
        .dragon(7)
        .populace(5, 1)
        .objective(D, Objective::KillDragon)
        .objective(C, Objective::KillPopulace);
    scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::KingDied, Some(Faction::Dragon))));
    assert_eq!(scene.totals(), [0, 0, 0, 20]);
}

#[test]
fn r74_a_tie_for_the_strongest_is_nobodys() {
    let mut scene = scene().health(1).dragon(6).populace(5, 1).objective(D, Objective::KillDragon);
    scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::KingDied, None)));
    assert_eq!(scene.totals(), [0; 4]);
}

#[test]
fn r74_a_malefice_or_a_wound_kills_at_once_too() {
    let chiefs = [Invasion::ChiefSulphur, Invasion::ChiefShadow];
    let mut scene = scene().health(2).chiefs(&chiefs).dragon(3);
    scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::KingDied, Some(Faction::Dragon))));
    let mut scene = self::scene().health(1).populace(6, 1).pool(Domain::Shadow, 3);
    scene.play(A, Move::Wound(YES));
    assert_eq!(scene.ended(), Some((Cause::KingDied, Some(Faction::Populace))));
}

#[test]
fn r75_who_has_two_tilted_is_asked_and_may_straighten_all_of_them_first_of_all() {
    let mut scene = scene().finished(A, &[Artefact::OrbFire]);
    scene = scene.tilted(A, &[Card::OrbFire, Card::MageFire]).tilted(B, &[Card::MageSulphur]);
    scene.end_turns(1);
    assert_eq!(scene.asked(), [A, B]);
    let all = Move::ReadyAll(YES);
    let [orb, mage] = [Card::OrbFire, Card::MageFire].map(|card| Move::Ready { card });
    scene.assert_open(A, &[all, orb, mage, Move::Decline(YES)]);
    assert_eq!(scene.moves(A)[0], all);
    // All of a single card is the card.
    scene.assert_open(B, &[Move::Ready { card: Card::MageSulphur }, Move::Decline(YES)]);
    assert_eq!(scene.refused(B, all), ("NOT_ALL", "75"));
    let mut one = scene.clone();
    one.play_all(A, &[orb, Move::Decline(YES)]);
    assert!(one.game.mage(A).tilted.has(Card::MageFire) && one.asked() == [B]);
    let told = scene.play(A, all);
    let readied = |card| told.contains(&Event::CardReadied { seat: A, card });
    assert!(readied(Card::OrbFire) && readied(Card::MageFire));
    let told = scene.play(B, Move::Decline(YES));
    assert_eq!(told[0], Event::CardsLeftTilted { seat: B });
    assert_eq!((scene.game.turn.round, scene.game.mage(B).tilted.len()), (2, 1));
}

#[test]
fn r75_a_card_left_tilted_spares_its_owner_the_question_about_a_malefice() {
    let mut scene = scene().chiefs(&[Invasion::ChiefSulphur]).tilted(B, &[Card::MageSulphur]);
    scene.end_turns(1);
    assert_eq!(scene.asked(), [B]);
    scene.play(B, Move::Decline(YES));
    let told = scene.end_turns(4);
    assert!(told.iter().any(|event| matches!(event, Event::MaleficeHit { .. })));
}

#[test]
fn r75_nobody_is_asked_after_the_last_round() {
    let options = Options { round_limit: 10, ..Options::default() };
    let mut scene = Scene::with(4, options).last_turn().tilted(A, &[Card::MageFire]);
    scene.game.turn.round = 10;
    scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::LastRound, None)));
}

#[test]
fn r75_who_has_more_chooses_two_all_at_once() {
    let three = [Artefact::OrbFire, Artefact::WandFire];
    let cards = [Card::OrbFire, Card::WandFire, Card::MageFire];
    let mut scene = scene().finished(A, &three).tilted(A, &cards);
    scene = scene.finished(C, &[Artefact::OrbNature, Artefact::WandNature]);
    scene = scene.tilted(C, &[Card::OrbNature, Card::WandNature, Card::MageNature]);
    scene.end_turns(1);
    assert_eq!(scene.asked(), [A, C]);
    let [first, second, third] = cards.map(|card| Move::Ready { card });
    scene.assert_open(A, &[first, second, third, Move::Decline(YES)]);
    assert_eq!(scene.refused(A, Move::ReadyAll(YES)), ("NOT_ALL", "75"));
    let stranger = Move::Ready { card: Card::OrbNature };
    assert_eq!(scene.refused(A, stranger), ("NOT_TILTED", "75"));
    scene.play(C, Move::Ready { card: Card::MageNature });
    scene.play(A, Move::Ready { card: Card::OrbFire });
    scene.play(A, Move::Ready { card: Card::MageFire });
    assert_eq!(scene.asked(), [C]);
    scene.play(C, Move::Ready { card: Card::WandNature });
    assert_eq!(scene.game.turn.round, 2);
    assert!(scene.game.mage(A).tilted.has(Card::WandFire));
    assert!(scene.game.mage(C).tilted.has(Card::OrbNature));
}

#[test]
fn r75_who_is_asked_may_straighten_one_or_none() {
    let tilted = [Card::OrbFire, Card::WandFire, Card::MageFire];
    let mut scene = scene().finished(A, &[Artefact::OrbFire, Artefact::WandFire]);
    scene = scene.tilted(A, &tilted);
    scene.end_turns(1);
    let mut none = scene.clone();
    let told = none.play(A, Move::Decline(YES));
    assert_eq!(told[0], Event::CardsLeftTilted { seat: A });
    assert_eq!((none.game.turn.round, none.game.mage(A).tilted.len()), (2, 3));
    scene.play(A, Move::Ready { card: Card::OrbFire });
    assert_eq!(scene.asked(), [A]);
    scene.play(A, Move::Decline(YES));
    assert_eq!((scene.game.turn.round, scene.game.mage(A).tilted.len()), (2, 2));
}

#[test]
fn r76_full_health_ends_the_game_at_once_for_all_who_save_the_king() {
    let mut scene = scene().health(9).objective(D, Objective::KillDragon).pool(Domain::Cobalt, 3);
    scene.play(A, Move::Heal(YES));
    assert_eq!(scene.ended(), Some((Cause::KingCured, None)));
    assert_eq!(scene.totals(), [20, 20, 20, 0]);
}

#[test]
fn r76_a_table_may_look_for_the_cure_at_the_end_of_the_defence() {
    let options = Options { king_cure_check: CureCheck::EndOfDefence, ..Options::default() };
    let table = |health| {
        let scene = Scene::with(4, options).health(health).next(Invasion::DragonGrowl);
        scene.last_turn().pool(Domain::Cobalt, 3)
    };
    let mut scene = table(9);
    scene.play(A, Move::Heal(YES));
    assert_eq!((scene.ended(), scene.game.city.health), (None, 10));
    scene.end_turns(1);
    assert_eq!(scene.ended(), None, "the illness came first");
    let mut scene = table(9);
    scene.game.city.discovered = true;
    scene.play(A, Move::Heal(YES));
    let told = scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::KingCured, None)));
    assert!(!told.iter().any(|event| matches!(event, Event::CardReadied { .. })));
}

#[test]
fn r77_the_final_heal_may_come_from_a_traitor() {
    let mut scene = scene().health(9).objective(A, Objective::KillDragon).started(
        A,
        Artefact::PendantFire,
        &[Domain::Fire],
    );
    scene.play(A, Move::Shape { artefact: Artefact::PendantFire, gem: Domain::Fire });
    assert_eq!(scene.ended(), Some((Cause::KingCured, None)));
    assert_eq!(scene.points(A, "objective"), 0);
}

#[test]
fn r77a_a_faction_whose_objective_nobody_holds_wins_for_nobody() {
    let mut scene = Scene::new(3).health(1).barbarians(7, 1).next(Invasion::DragonGrowl);
    scene = scene.objective(B, Objective::KillDragon).last_turn();
    scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::KingDied, Some(Faction::Barbarians))));
    assert_eq!(scene.totals(), [0; 3], "the Barbarians count, though nobody works for them");
}

#[test]
fn the_steps_of_the_defence_come_in_order() {
    let mut scene = scene().chiefs(&[Invasion::ChiefShadow]).tilted(A, &[Card::MageFire]);
    let mut told = scene.end_turns(1);
    told.extend(scene.play(A, Move::Ready { card: Card::MageFire }));
    let siege = place_of(&told, |event| matches!(event, Event::SiegeAdvanced { .. }));
    let illness = place_of(&told, |event| matches!(event, Event::KingAiled { .. }));
    let malefice = place_of(&told, |event| matches!(event, Event::MaleficeHit { .. }));
    let ready = place_of(&told, |event| matches!(event, Event::CardReadied { .. }));
    assert!(siege < illness && illness < malefice && malefice < ready);
}

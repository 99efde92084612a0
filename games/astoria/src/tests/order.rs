//! Setup, rounds and turns: rules 1 to 11c.

use gueridon_game::{Dice, Game, Kind, Seat, Seed};

use super::scene::{A, B, C, D, Scene, YES, place_of};
use crate::cards::{Artefact, Card, Cause, Domain, Faction, Invasion};
use crate::moves::{Force, Move};
use crate::state::Astoria;
use crate::{Event, Options};

fn dealt(seats: u8, number: u64) -> Astoria {
    let mut dice = Dice::new(&Seed::of_test(number), 0);
    Astoria::deal(&Options::default(), seats, &mut dice).unwrap()
}

/// A game of each number of players, several times.
fn deals() -> impl Iterator<Item = Astoria> {
    (2..=6).flat_map(|seats| (0..20).map(move |number| dealt(seats, number)))
}

#[test]
fn r1_everybody_gets_a_character_three_artefacts_nine_gems_and_a_flask() {
    for game in deals() {
        for mage in &game.mages {
            assert_eq!((mage.hand.len(), mage.stock.len(), mage.power), (3, 9, 0));
            assert_eq!(mage.stock.count(mage.domain), 9);
            assert!(mage.has_flask && mage.flask.is_empty() && mage.objective.is_some());
        }
        assert_eq!(game.city.reserve.len(), 10 * (6 - game.mages.len()));
        for mage in &game.mages {
            assert_eq!(game.city.reserve.count(mage.domain), 0);
        }
    }
}

#[test]
fn r1_all_cubes_lie_on_the_first_squares_and_the_king_has_6_health() {
    let game = dealt(4, 3);
    let city = &game.city;
    assert_eq!((city.populace, city.agitation, city.barbarians), (1, 1, 1));
    assert_eq!(city.health, 6);
    let card = city.current.unwrap().facts();
    assert_eq!((city.dragon, city.reinforcements), (1 + card.dragon, 1 + card.hammers));
}

#[test]
fn r2_the_first_player_has_the_colour_of_the_topmost_back_in_play() {
    for game in deals() {
        let in_play = |back: &Domain| game.mages.iter().any(|mage| mage.domain == *back);
        let backs = game.city.piles.iter().flat_map(|pile| &pile.backs);
        let back = backs.copied().find(in_play).unwrap();
        assert_eq!(game.mage(game.turn.first).domain, back);
    }
}

#[test]
fn r2_the_backs_that_were_looked_at_stay_known_and_in_place() {
    // With two players, some search goes past the first card of the pack.
    let game = (0..100).map(|number| dealt(2, number));
    let mut searched = game.filter(|game| game.city.piles[0].backs.len() > 1);
    let game = searched.next().unwrap();
    let backs = &game.city.piles[0].backs;
    let absent = |back: &Domain| game.mages.iter().all(|mage| mage.domain != *back);
    assert!(backs[..backs.len() - 1].iter().all(absent), "only the last one is in play");
}

#[test]
fn r3_the_other_artefacts_are_cut_into_three_equal_piles_with_backs_on_top() {
    for game in deals() {
        let size = [8, 7, 6, 5, 4][game.mages.len() - 2];
        for pile in &game.city.piles {
            assert_eq!(pile.size, size);
            assert!(!pile.backs.is_empty());
        }
        assert_eq!(game.city.undealt.len(), usize::from(size) * 3);
    }
}

#[test]
fn r4_characters_come_by_chance_and_turns_go_clockwise() {
    let first: Vec<Domain> = (0..60).map(|number| dealt(3, number).mages[0].domain).collect();
    assert!(Domain::ALL.iter().all(|domain| first.contains(domain)));
    let mut scene = Scene::new(4).next(Invasion::DragonGrowl);
    let turns: Vec<Seat> = (0..4)
        .map(|_| {
            let seat = scene.game.turn.active;
            scene.play(seat, Move::EndTurn(YES));
            seat
        })
        .collect();
    assert_eq!(turns, [A, B, C, D]);
}

#[test]
fn r5_a_round_is_a_card_everybodys_turn_and_the_defence_and_the_next_is_first() {
    let mut scene = Scene::new(3).next(Invasion::DragonGrowl);
    let told = scene.end_turns(3);
    let siege = place_of(&told, |event| matches!(event, Event::SiegeAdvanced { .. }));
    let round = place_of(&told, |event| *event == Event::RoundStarted { seat: B, round: 2 });
    let card = Event::InvasionDrawn { seat: B, card: Invasion::DragonGrowl };
    let drawn = place_of(&told, |event| *event == card);
    let turn = Event::TurnStarted { seat: B, actions: 5 };
    let turn = drawn + place_of(&told[drawn..], |event| *event == turn);
    assert!(siege < round && round < drawn && drawn < turn);
    assert_eq!((scene.game.turn.first, scene.asked()), (B, vec![B]));
}

#[test]
fn r6_hammer_dragon_and_chief_come_in_this_order_after_the_flux() {
    let mut scene = Scene::new(3).next(Invasion::SiegeAndWrath).last_turn();
    let told = scene.end_turns(1);
    let drawn = place_of(&told, |event| matches!(event, Event::InvasionDrawn { .. }));
    let rest = [
        Event::ReinforcementsRose { reinforcements: 2 },
        Event::DragonMoved { dragon: 3 },
        Event::TurnStarted { seat: B, actions: 5 },
    ];
    assert_eq!(told[drawn + 1..], rest);
    assert_eq!(scene.game.flux(Domain::Cobalt), 6);
    let mut scene = Scene::new(3).next(Invasion::ChiefFire).last_turn();
    let told = scene.end_turns(1);
    let hammer = place_of(&told, |event| matches!(event, Event::ReinforcementsRose { .. }));
    assert_eq!(told[hammer + 1], Event::ChiefArrived { chief: Invasion::ChiefFire });
}

#[test]
fn r6_a_dragon_on_its_last_square_ends_the_game_before_anybody_acts() {
    let mut scene = Scene::new(3).dragon(6).next(Invasion::DragonWrath1).last_turn();
    let told = scene.end_turns(1);
    assert_eq!(scene.ended(), Some((Cause::DragonRage, Some(Faction::Dragon))));
    assert!(!told.iter().any(|event| matches!(event, Event::TurnStarted { .. })));
    assert!(scene.asked().is_empty());
}

#[test]
fn r7_a_chief_drawn_as_the_rounds_card_gives_the_flux() {
    let mut scene = Scene::new(3).next(Invasion::ChiefShadow).last_turn();
    scene.end_turns(1);
    assert_eq!(scene.game.city.chiefs.as_slice(), [Invasion::ChiefShadow]);
    assert_eq!(
        Domain::ALL.iter().map(|&d| scene.game.flux(d)).collect::<Vec<_>>(),
        [3, 5, 1, 4, 2, 6]
    );
    assert!(!scene.game.city.discard.has(Invasion::ChiefShadow), "it lies in the field");
}

#[test]
fn r8_a_hammer_at_4_does_nothing_and_the_dragon_stops_at_8() {
    let mut scene = Scene::new(3).barbarians(1, 4).next(Invasion::SiegeEngines).last_turn();
    let told = scene.end_turns(1);
    assert_eq!(scene.game.city.reinforcements, 4);
    assert!(!told.iter().any(|event| matches!(event, Event::ReinforcementsRose { .. })));
    let mut scene = Scene::new(3).dragon(7).next(Invasion::DragonWrath1).last_turn();
    scene.end_turns(1);
    assert_eq!(scene.game.city.dragon, 8);
}

#[test]
fn r9_with_two_players_a_round_has_four_turns_of_four_actions_and_one_card() {
    let mut scene = Scene::new(2).next(Invasion::DragonGrowl);
    let mut turns = Vec::new();
    for _ in 0..4 {
        assert_eq!(scene.game.turn.actions, 4);
        assert_eq!(scene.game.turn.round, 1);
        turns.push(scene.game.turn.active);
        scene.end_turns(1);
    }
    assert_eq!(turns, [A, B, A, B]);
    assert_eq!(scene.game.turn.round, 2);
}

#[test]
fn r9_glyphs_do_not_wait_from_one_block_of_actions_to_the_next() {
    let mut scene = Scene::new(2).actions(1).barbarians(3, 1);
    scene.uses(Card::MageFire);
    let told = scene.end_turns(1);
    assert!(matches!(told[1], Event::GlyphsLost { seat: A, .. }));
    scene.end_turns(1);
    assert!(!scene.is_open(Move::Weaken { force: Force::Barbarians, domain: Domain::Fire }));
}

#[test]
fn r10_the_same_action_may_be_repeated() {
    let mut scene = Scene::new(3);
    scene.play_all(A, &[Move::Reinforce(YES); 5]);
    assert_eq!((scene.game.mage(A).power, scene.asked()), (5, vec![B]));
}

#[test]
fn r10_without_an_action_left_none_is_open() {
    let mut scene = Scene::new(3).actions(1).barbarians(3, 1);
    scene.uses(Card::MageFire);
    assert_eq!(scene.refused(A, Move::Reinforce(YES)), ("NO_ACTIONS_LEFT", "10"));
    let weaken = Move::Weaken { force: Force::Barbarians, domain: Domain::Fire };
    scene.assert_open(A, &[weaken, Move::EndTurn(YES)]);
}

#[test]
fn r11_a_turn_may_be_ended_early_unless_the_table_says_otherwise() {
    assert!(Scene::new(3).is_open(Move::EndTurn(YES)));
    let options = Options { may_end_turn_early: false, ..Options::default() };
    let scene = Scene::with(3, options);
    assert_eq!(scene.refused(A, Move::EndTurn(YES)), ("ACTIONS_LEFT", "11"));
    let mut scene = Scene::with(3, options).actions(1).barbarians(3, 1);
    scene.uses(Card::MageFire);
    assert!(scene.is_open(Move::EndTurn(YES)), "no action is left");
    assert_eq!(scene.play(A, Move::EndTurn(YES))[0], Event::TurnEnded { seat: A });
}

#[test]
fn r11a_with_two_players_a_lost_fight_ends_the_block_and_the_first_player_changes() {
    let mut scene = Scene::new(2).chiefs(&[Invasion::ChiefCobalt]).talents_tilted();
    scene.play(A, Move::Fight { chief: Invasion::ChiefCobalt });
    assert_eq!((scene.asked(), scene.game.turn.round), (vec![B], 1));
    scene.end_turns(1);
    assert_eq!(scene.asked(), [A], "the second block is still to come");
    scene = scene.next(Invasion::DragonGrowl).health(6);
    scene.end_turns(2);
    scene.leave_all_tilted();
    assert_eq!((scene.game.turn.first, scene.asked()), (B, vec![B]));
}

#[test]
fn r11b_the_flux_stays_when_the_chief_that_brought_it_is_beaten() {
    let mut scene = Scene::new(3)
        .chiefs(&[Invasion::ChiefNature])
        .finished(A, &[Artefact::GrimoireFire, Artefact::GrimoireNature])
        .next(Invasion::DragonGrowl);
    scene.game.city.current = Some(Invasion::ChiefNature);
    scene.play(A, Move::Fight { chief: Invasion::ChiefNature });
    let tilt = Move::Tilt { card: Card::GrimoireFire };
    scene.play_all(A, &[tilt, Move::Strike(YES)]);
    assert!(scene.game.mage(A).chiefs.has(Invasion::ChiefNature));
    assert_eq!(scene.game.flux(Domain::Sulphur), Invasion::ChiefNature.flux(Domain::Sulphur));
}

#[test]
fn r11c_the_search_for_the_first_player_always_succeeds() {
    let shown = |seats: usize| 5 * seats;
    assert!((2..=6).all(|seats| shown(seats) > 3 * seats));
    let own = Domain::ALL.iter().all(|domain| domain.artefacts().len() == 5);
    assert!(own && Artefact::ALL.len() == 30);
    for game in deals() {
        let backs = game.city.piles.iter().flat_map(|pile| &pile.backs);
        assert!(backs.copied().any(|back| back == game.mage(game.turn.first).domain));
    }
}

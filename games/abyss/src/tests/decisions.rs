//! Who is asked what, with which options: section I, a test for each type of decision.

use gueridon_game::{Game, Seat, Seats};

use super::scene::{ACTIVE, LEFT, Scene, YES};
use crate::cards::{Card, Location, Lord, Race, Token};
use crate::decision::{Decision, Demand};
use crate::moves::Move;

const THIRD: Seat = Seat(2);
const DECLINE: Move = Move::Decline(YES);
/// A Court that no single recruitment empties, of Lords that nobody here can pay for.
const COURT: [Lord; 3] = [Lord::Sage, Lord::Elder, Lord::Hermit];

fn stack(race: Race) -> Move {
    Move::TakeStack { race }
}

/// A Court with `lord`, who is recruited by a player with just the right Allies.
fn recruited(scene: Scene, lord: Lord) -> Scene {
    let facts = lord.facts();
    let required = facts.required.unwrap();
    let mut races = vec![required];
    races.extend([Race::Crab, Race::Squid, Race::Shellfish].iter().filter(|&&r| r != required));
    let allies: Vec<Card> = races[..facts.races.into()]
        .iter()
        .zip([5, 4, 3])
        .map(|(&race, value)| Card::ally(race, value))
        .collect();
    let value: u8 = allies.iter().map(|ally| ally.value()).sum();
    let missing = u16::from(facts.cost.saturating_sub(value));
    let pearls = scene.pearls_of(ACTIVE);
    let mut scene = scene.court(&[lord]).court(&COURT).pearls(ACTIVE, pearls + missing);
    allies.iter().for_each(|&ally| scene.game.player_mut(ACTIVE).hand.add(ally));
    scene.recruit(lord, &allies, allies[allies.len() - 1]);
    scene
}

/// Checks that `seat` alone is asked, and has exactly these options.
fn asks(scene: &Scene, seat: Seat, options: &[Move]) {
    assert_eq!(scene.game.to_act(), Seats::just(seat));
    scene.assert_open(seat, options);
    let others = (0..scene.game.seat_count()).map(Seat).filter(|&other| other != seat);
    others.for_each(|other| scene.assert_open(other, &[]));
}

#[test]
fn i_plot_and_main_action_are_of_the_active_player() {
    let scene = Scene::new(3)
        .court(&[Lord::Shepherd, Lord::Sage])
        .council(&[Card::Crab1, Card::Squid1])
        .hand(ACTIVE, &[Card::Seahorse5, Card::Seahorse3]);
    let options = [
        Move::Plot(YES),
        Move::Explore(YES),
        stack(Race::Crab),
        stack(Race::Squid),
        Move::Recruit { lord: Lord::Shepherd },
    ];
    asks(&scene, ACTIVE, &options);
}

#[test]
fn i_use_power_offers_each_power_with_what_it_can_act_on() {
    let mut scene = Scene::new(2)
        .court(&[Lord::Sage, Lord::Elder])
        .council(&[Card::Crab1, Card::Squid1])
        .hand(ACTIVE, &[Card::Jellyfish1, Card::Jellyfish1, Card::Crab2])
        .lords(ACTIVE, &[Lord::Slaver, Lord::Oracle]);
    scene = scene.turned(LEFT, &[Lord::Miller]);
    scene.play(ACTIVE, stack(Race::Squid));
    let sell = |ally| Move::SellAlly { ally };
    let crab = Move::DiscardStack { race: Race::Crab };
    let end = Move::EndTurn(YES);
    let sales = [sell(Card::Jellyfish1), sell(Card::Crab2), sell(Card::Squid1)];
    asks(&scene, ACTIVE, &[&sales[..], &[crab, end]].concat());
    scene.play(ACTIVE, crab);
    asks(&scene, ACTIVE, &[&sales[..], &[end]].concat());
    scene.play(ACTIVE, sell(Card::Crab2));
    assert!(scene.is_asked(LEFT), "no power is left to use");

    let scene =
        Scene::new(2).court(&COURT[..2]).lords(ACTIVE, &[Lord::Opportunist]).pearls(ACTIVE, 0);
    let replace = COURT[..2].iter().map(|&lord| Move::ReplaceLord { lord });
    asks(&scene, ACTIVE, &replace.chain([Move::Explore(YES)]).collect::<Vec<_>>());
}

#[test]
fn i_buy_offer_is_of_each_opponent_in_turn() {
    let mut scene = Scene::new(3).deck(&[Card::Crab1]);
    scene.play(ACTIVE, Move::Explore(YES));
    for seat in [LEFT, THIRD] {
        asks(&scene, seat, &[Move::Buy(YES), DECLINE]);
        scene.play(seat, DECLINE);
    }
}

#[test]
fn i_take_or_reveal_and_fight_or_continue_are_of_the_active_player() {
    for (card, step) in [(Card::Crab1, Move::TakeAlly(YES)), (Card::Monster, Move::Fight(YES))] {
        let mut scene = Scene::new(2).deck(&[card]).pearls(LEFT, 0);
        scene.play(ACTIVE, Move::Explore(YES));
        asks(&scene, ACTIVE, &[step, Move::Reveal(YES)]);
    }
}

#[test]
fn i_monster_reward_is_asked_if_there_are_several() {
    let mut scene = Scene::new(2).deck(&[Card::Monster]).threat(4);
    scene.play_all(ACTIVE, &[Move::Explore(YES), Move::Fight(YES)]);
    let reward = |pearls, monsters| Move::TakeReward { keys: 1, pearls, monsters };
    asks(&scene, ACTIVE, &[reward(1, 0), reward(0, 1)]);
    let mut scene = Scene::new(2).deck(&[Card::Monster]).threat(3);
    scene.play_all(ACTIVE, &[Move::Explore(YES), Move::Fight(YES)]);
    assert!(scene.is_asked(LEFT));
}

#[test]
fn i_second_stack_is_asked_of_the_alchemist() {
    let council = [Card::Crab1, Card::Squid1, Card::Seahorse1];
    let mut scene = Scene::new(2).council(&council).lords(ACTIVE, &[Lord::Alchemist]);
    scene.play(ACTIVE, stack(Race::Crab));
    asks(&scene, ACTIVE, &[stack(Race::Squid), stack(Race::Seahorse)]);
}

#[test]
fn i_payment_is_made_ally_by_ally_and_never_gets_stuck() {
    let hand = [Card::Seahorse5, Card::Seahorse3, Card::Crab5, Card::Squid1];
    let mut scene = Scene::new(2).court(&[Lord::Reaper]).hand(ACTIVE, &hand).pearls(ACTIVE, 0);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    let spend = |ally| Move::Spend { ally };
    asks(&scene, ACTIVE, &hand.map(spend));
    scene.play(ACTIVE, spend(Card::Squid1));
    asks(&scene, ACTIVE, &[spend(Card::Seahorse5), spend(Card::Seahorse3)]);
    scene.play(ACTIVE, spend(Card::Seahorse3));
    asks(&scene, ACTIVE, &[spend(Card::Seahorse5)]);
    scene.play(ACTIVE, spend(Card::Seahorse5));
    asks(&scene, ACTIVE, &[Move::Pay(YES)]);
}

#[test]
fn i_affiliate_is_asked_if_there_are_several_candidates() {
    let hand = [Card::Seahorse4, Card::Crab4];
    let mut scene = Scene::new(2).court(&[Lord::Reaper]).court(&COURT).hand(ACTIVE, &hand);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    scene.play_all(ACTIVE, &hand.map(|ally| Move::Spend { ally }));
    scene.play(ACTIVE, Move::Pay(YES));
    asks(&scene, ACTIVE, &hand.map(|ally| Move::Affiliate { ally }));
}

#[test]
fn i_jailer_discard_is_of_every_victim_at_once() {
    let scene =
        Scene::new(4).hand(LEFT, &[Card::Crab1, Card::Squid2]).hand(THIRD, &[Card::Crab2; 2]);
    let scene = recruited(scene.hand(ACTIVE, &[Card::Seahorse1]), Lord::Jailer);
    let due = [0, 1, 1, 0];
    assert_eq!(scene.game.decision, Decision::DiscardCards { due, source: Demand::Jailer });
    let victims: Seats = [LEFT, THIRD].into_iter().collect();
    assert_eq!(scene.game.to_act(), victims);
    let discard = |ally| Move::Discard { ally };
    scene.assert_open(LEFT, &[discard(Card::Crab1), discard(Card::Squid2)]);
    scene.assert_open(THIRD, &[discard(Card::Crab2)]);
    scene.assert_open(ACTIVE, &[]);
    scene.assert_open(Seat(3), &[]);
}

#[test]
fn i_commander_discard_is_of_the_victim() {
    let hand = [[Card::Crab1; 4], [Card::Squid2; 4]].concat();
    let mut scene = recruited(Scene::new(2).hand(LEFT, &hand), Lord::Commander);
    let options = [Card::Crab1, Card::Squid2].map(|ally| Move::Discard { ally });
    asks(&scene, LEFT, &options);
    scene.play(LEFT, options[0]);
    asks(&scene, LEFT, &options);
    scene.play(LEFT, options[1]);
    assert!(matches!(scene.game.decision, Decision::Act));
}

#[test]
fn i_assassin_target_is_one_lord_of_each_opponent() {
    let mut scene = recruited(
        Scene::new(3)
            .lords(LEFT, &[Lord::Miller, Lord::Keeper])
            .turned(LEFT, &[Lord::Peddler])
            .lords(THIRD, &[Lord::Reaper, Lord::Landowner]),
        Lord::Assassin,
    );
    let turn = |seat, lord| Move::TurnLord { seat, lord };
    let of_third = [turn(THIRD, Lord::Reaper), turn(THIRD, Lord::Landowner)];
    let of_left = [turn(LEFT, Lord::Miller), turn(LEFT, Lord::Keeper)];
    asks(&scene, ACTIVE, &[of_left, of_third].concat());
    scene.play(ACTIVE, of_left[1]);
    asks(&scene, ACTIVE, &of_third);
}

#[test]
fn i_hunter_target_is_an_opponent_with_a_token() {
    let scene = Scene::new(4).tokens(LEFT, &[Token::Monster2]).tokens(Seat(3), &[Token::Monster3]);
    let scene = recruited(scene.tokens(ACTIVE, &[Token::Monster4]), Lord::Hunter);
    asks(&scene, ACTIVE, &[Move::Rob { seat: LEFT }, Move::Rob { seat: Seat(3) }]);
}

#[test]
fn i_apprentice_stack_is_one_that_is_not_empty() {
    let scene = recruited(Scene::new(2).council(&[Card::Crab1, Card::Squid1]), Lord::Apprentice);
    asks(&scene, ACTIVE, &[stack(Race::Crab), stack(Race::Squid)]);
}

#[test]
fn i_illusionist_swap_is_own_with_available_or_none() {
    let scene = Scene::new(2)
        .available(&[Location::Jail, Location::Chasm])
        .location(ACTIVE, Location::Abyss, &[])
        .location(LEFT, Location::Depths, &[]);
    let scene = recruited(scene, Lord::Illusionist);
    let swap = |other| Move::SwapLocation { own: Location::Abyss, other };
    asks(&scene, ACTIVE, &[swap(Location::Jail), swap(Location::Chasm), DECLINE]);
}

#[test]
fn i_corruptor_lord_is_any_of_the_court_or_none() {
    let scene = recruited(Scene::new(2).pearls(ACTIVE, 5), Lord::Corruptor);
    let recruit = COURT.map(|lord| Move::Recruit { lord });
    asks(&scene, ACTIVE, &[&recruit[..], &[DECLINE]].concat());
}

#[test]
fn i_traitor_and_schemer_swaps_are_an_own_free_lord_or_none() {
    for (lord, then_asks) in [(Lord::Traitor, true), (Lord::Schemer, false)] {
        let scene = Scene::new(2)
            .lords(ACTIVE, &[Lord::Miller])
            .turned(ACTIVE, &[Lord::Keeper])
            .location(ACTIVE, Location::Jail, &[Lord::Reaper])
            .lord_deck(&[Lord::Landowner]);
        let mut scene = recruited(scene, lord);
        let give_up = |lord| Move::GiveUp { lord };
        asks(&scene, ACTIVE, &[give_up(Lord::Miller), give_up(Lord::Keeper), DECLINE]);
        scene.play(ACTIVE, give_up(Lord::Keeper));
        if then_asks {
            asks(&scene, ACTIVE, &COURT.map(|lord| Move::TakeLord { lord }));
        } else {
            assert!(scene.is_asked(LEFT));
        }
    }
}

const OF_ALL_RACES: [Card; 5] =
    [Card::Crab2, Card::Shellfish2, Card::Jellyfish2, Card::Squid2, Card::Seahorse2];

#[test]
fn i_ambassador_location_is_asked_if_several_are_drawn() {
    let deck = [Location::Chasm, Location::Abyss];
    for (lord, is_asked) in [(Lord::Sage, true), (Lord::Hermit, false)] {
        let mut scene = Scene::new(2).court(&[lord, Lord::Miller, Lord::Reaper, Lord::Keeper]);
        scene = scene.location_deck(&deck).hand(ACTIVE, &OF_ALL_RACES);
        scene.recruit(lord, &OF_ALL_RACES, Card::Crab2);
        if is_asked {
            asks(&scene, ACTIVE, &deck.map(|location| Move::TakeLocation { location }));
        } else {
            assert!(scene.is_asked(LEFT));
        }
    }
}

/// Somebody with these Keys in the control of Locations.
fn in_control(tokens: u16, lords: &[Lord]) -> Scene {
    let mut scene = Scene::new(2)
        .council(&[Card::Crab1])
        .key_tokens(ACTIVE, tokens)
        .lords(ACTIVE, lords)
        .available(&[Location::Jail, Location::BlackSmokers])
        .location_deck(&[Location::Chasm, Location::Abyss]);
    scene.play(ACTIVE, stack(Race::Crab));
    scene
}

fn take(location: Location) -> Move {
    Move::TakeLocation { location }
}

#[test]
fn i_control_source_is_an_available_location_or_a_number_to_draw() {
    let draw = |count| Move::DrawLocations { count };
    let scene = in_control(3, &[]);
    let sources = [take(Location::Jail), take(Location::BlackSmokers), draw(1), draw(2)];
    asks(&scene, ACTIVE, &sources);
}

#[test]
fn i_control_pick_is_asked_after_drawing_two_or_more() {
    let mut scene = in_control(3, &[]);
    scene.play(ACTIVE, Move::DrawLocations { count: 2 });
    asks(&scene, ACTIVE, &[take(Location::Chasm), take(Location::Abyss)]);
    let mut scene = in_control(3, &[]);
    scene.play(ACTIVE, Move::DrawLocations { count: 1 });
    assert!(scene.is_asked(LEFT));
}

#[test]
fn i_control_keys_are_asked_if_there_is_more_than_one_way_to_pay() {
    let lord = |lord| Move::UseLord { lord };
    let mut scene = in_control(2, &[Lord::Keeper, Lord::Reaper]);
    scene.play(ACTIVE, take(Location::Jail));
    asks(&scene, ACTIVE, &[lord(Lord::Keeper), lord(Lord::Reaper), Move::UseToken(YES)]);
    for (tokens, lords) in [(3, &[][..]), (2, &[Lord::Keeper][..]), (5, &[])] {
        let mut scene = in_control(tokens, lords);
        scene.play(ACTIVE, take(Location::Jail));
        assert!(scene.is_asked(LEFT), "{tokens} tokens and {lords:?}");
    }
}

#[test]
fn i_black_smokers_are_any_location_of_the_deck_or_none() {
    let mut scene = in_control(3, &[]);
    scene.play(ACTIVE, take(Location::BlackSmokers));
    asks(&scene, ACTIVE, &[take(Location::Chasm), take(Location::Abyss), DECLINE]);
}

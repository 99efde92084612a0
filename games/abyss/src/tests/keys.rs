//! Keys and Locations: E38 to E46, G3, G11 to G13, G15.

use gueridon_game::Seat;

use super::scene::{ACTIVE, LEFT, Scene, YES, kinds, playout};
use crate::cards::{Card, Location, Lord, Race};
use crate::decision::Decision;
use crate::event::Source;
use crate::moves::Move;
use crate::player::LordPlace;
use crate::{Event, Options};

const STACK: Move = Move::TakeStack { race: Race::Crab };
const TOKEN: Move = Move::UseToken(YES);
const DECLINE: Move = Move::Decline(YES);

fn take(location: Location) -> Move {
    Move::TakeLocation { location }
}

fn draw(count: u8) -> Move {
    Move::DrawLocations { count }
}

/// A player who has only to take a stack to come to the control of Locations.
fn before_control() -> Scene {
    Scene::new(2)
        .council(&[Card::Crab1, Card::Squid1])
        .available(&[Location::Jail, Location::Depths])
}

/// A player with three Key tokens who is asked which Location to take.
fn in_control(available: &[Location], deck: &[Location]) -> Scene {
    let mut scene = before_control().key_tokens(ACTIVE, 3);
    scene = scene.available(available).location_deck(deck);
    scene.play(ACTIVE, STACK);
    scene
}

fn places(scene: &Scene) -> Vec<(Lord, LordPlace)> {
    scene.game.player(ACTIVE).lords.iter().map(|owned| (owned.lord, owned.place)).collect()
}

fn paid(told: &[Event], with: &[Lord], tokens: u8) -> bool {
    told.iter().any(|event| {
        matches!(event, Event::LocationPaid { lords, keys, .. }
            if lords[..] == *with && *keys == tokens)
    })
}

#[test]
fn e38_tokens_and_active_lords_make_three_keys() {
    let two = |scene: Scene| scene.key_tokens(ACTIVE, 2);
    let cases = [
        (before_control().key_tokens(ACTIVE, 3), true),
        (two(before_control()), false),
        (two(before_control()).lords(ACTIVE, &[Lord::Keeper]), true),
        (two(before_control()).lords(ACTIVE, &[Lord::Miller]), false),
        (two(before_control()).turned(ACTIVE, &[Lord::Keeper]), false),
        (two(before_control()).location(ACTIVE, Location::Abyss, &[Lord::Keeper]), false),
        (two(before_control()).lords(LEFT, &[Lord::Keeper]), false),
        (before_control().lords(ACTIVE, &[Lord::Keeper, Lord::Reaper, Lord::Shepherd]), true),
    ];
    for (nth, (mut scene, controls)) in cases.into_iter().enumerate() {
        scene.play(ACTIVE, STACK);
        assert_eq!(scene.game.decision == Decision::ControlLocation, controls, "case {nth}");
    }
}

#[test]
fn e38_locations_are_taken_as_long_as_there_are_three_keys() {
    let mut scene = before_control().key_tokens(ACTIVE, 6);
    scene.play(ACTIVE, STACK);
    scene.play(ACTIVE, take(Location::Jail));
    assert_eq!(scene.game.decision, Decision::ControlLocation);
    scene.play(ACTIVE, take(Location::Depths));
    let player = scene.game.player(ACTIVE);
    assert_eq!((player.key_tokens, player.locations.len()), (0, 2));
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e39_one_that_is_available_or_one_to_four_drawn() {
    let scene = in_control(
        &[Location::Jail, Location::Depths],
        &[
            Location::Abyss,
            Location::Chasm,
            Location::Parliament,
            Location::Barracks,
            Location::Sanctuary,
        ],
    );
    scene.assert_open(
        ACTIVE,
        &[take(Location::Jail), take(Location::Depths), draw(1), draw(2), draw(3), draw(4)],
    );
}

#[test]
fn e39_of_the_drawn_one_is_kept_and_the_others_become_available() {
    let deck = [Location::Abyss, Location::Chasm, Location::Parliament];
    let mut scene = in_control(&[Location::Jail], &deck);
    let told = scene.play(ACTIVE, draw(2));
    let [Event::LocationsDrawn { seat: ACTIVE, locations }] = &told[..] else { panic!("{told:?}") };
    scene.assert_open(ACTIVE, &[take(locations[0]), take(locations[1])]);
    assert_eq!(scene.refused(ACTIVE, take(Location::Jail)), ("NOT_DRAWN", "E39"));
    scene.play(ACTIVE, take(locations[0]));
    assert_eq!(scene.game.player(ACTIVE).locations[..], [locations[0]]);
    let available = &scene.game.board.available;
    assert!(available.has(locations[1]) && available.has(Location::Jail) && available.len() == 2);
    assert_eq!(scene.game.board.location_deck.len(), 1);
}

#[test]
fn e40_g13_no_more_are_drawn_than_the_deck_holds() {
    let mut scene = in_control(&[Location::Jail], &[Location::Abyss, Location::Chasm]);
    scene.assert_open(ACTIVE, &[take(Location::Jail), draw(1), draw(2)]);
    for count in [0, 3, 4, 255] {
        assert_eq!(scene.refused(ACTIVE, draw(count)), ("TOO_MANY_DRAWN", "E40"));
    }
}

#[test]
fn e40_with_an_empty_deck_only_available_ones_can_be_taken() {
    let mut scene = in_control(&[Location::Jail, Location::Depths], &[]);
    scene.assert_open(ACTIVE, &[take(Location::Jail), take(Location::Depths)]);
    assert_eq!(scene.refused(ACTIVE, take(Location::Abyss)), ("NOT_AVAILABLE", "E39"));
}

#[test]
fn e40_with_nothing_to_take_the_keys_are_kept_for_later() {
    let mut scene = in_control(&[], &[]);
    assert_eq!(scene.game.player(ACTIVE).key_tokens, 3);
    assert!(scene.is_asked(LEFT));
    scene = scene.available(&[Location::Jail, Location::Depths]).council(&[Card::Crab2]);
    scene.play(LEFT, Move::TakeStack { race: Race::Squid });
    scene.play(ACTIVE, STACK);
    assert_eq!(scene.game.decision, Decision::ControlLocation);
}

#[test]
fn e41_any_number_of_locations_lies_face_up() {
    let up = [
        Location::Jail,
        Location::Depths,
        Location::Dockworks,
        Location::LostTower,
        Location::ClosedTower,
        Location::ThroneRoom,
    ];
    let deck = [Location::Abyss, Location::Chasm, Location::Parliament, Location::Barracks];
    let mut scene = in_control(&up, &deck);
    scene.play(ACTIVE, draw(4));
    scene.play(ACTIVE, take(Location::Abyss));
    assert_eq!(scene.game.board.available.len(), 9);
    assert!(up.iter().chain(&deck[1..]).all(|&place| scene.game.board.available.has(place)));
    assert!(scene.game.board.locations_out.is_empty());
}

#[test]
fn e42_with_more_than_three_keys_the_player_chooses() {
    let mut scene = before_control().key_tokens(ACTIVE, 2);
    scene = scene.lords(ACTIVE, &[Lord::Keeper, Lord::Reaper, Lord::Miller]);
    scene.play_all(ACTIVE, &[STACK, take(Location::Jail)]);
    let lord = |lord| Move::UseLord { lord };
    scene.assert_open(ACTIVE, &[lord(Lord::Keeper), lord(Lord::Reaper), TOKEN]);
    assert_eq!(scene.refused(ACTIVE, lord(Lord::Miller)), ("NO_KEY", "E38"));
    scene.play(ACTIVE, lord(Lord::Reaper));
    assert_eq!(scene.refused(ACTIVE, lord(Lord::Reaper)), ("NO_KEY", "E38"), "used already");
    let told = scene.play_all(ACTIVE, &[TOKEN, TOKEN]);
    assert!(paid(&told, &[Lord::Reaper], 2), "three Keys and no more");
    assert_eq!(scene.game.player(ACTIVE).key_tokens, 0, "tokens go back");
    let under = LordPlace::Covered(Location::Jail);
    let free = LordPlace::Free;
    let placed = [(Lord::Keeper, free), (Lord::Reaper, under), (Lord::Miller, free)];
    assert_eq!(places(&scene), placed);
}

#[test]
fn e42_exactly_three_keys_are_used_without_a_question() {
    let mut scene = before_control().key_tokens(ACTIVE, 1);
    scene = scene.lords(ACTIVE, &[Lord::Keeper, Lord::Reaper]);
    let told = scene.play_all(ACTIVE, &[STACK, take(Location::Jail)]);
    assert!(paid(&told, &[Lord::Keeper, Lord::Reaper], 1));
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e42_when_all_keys_are_alike_there_is_no_question() {
    let mut scene = before_control().key_tokens(ACTIVE, 5);
    let told = scene.play_all(ACTIVE, &[STACK, take(Location::Jail)]);
    assert!(paid(&told, &[], 3));
    assert_eq!(scene.game.player(ACTIVE).key_tokens, 2);
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e43_a_lord_under_a_location_keeps_nothing_but_its_points() {
    let mut scene = before_control().key_tokens(ACTIVE, 2).lords(ACTIVE, &[Lord::Landlord]);
    let before = scene.points(ACTIVE, "lords");
    scene.play_all(ACTIVE, &[STACK, take(Location::Jail)]);
    assert_eq!(places(&scene), [(Lord::Landlord, LordPlace::Covered(Location::Jail))]);
    let player = scene.game.player(ACTIVE);
    assert_eq!((player.keys(), player.free_lords().count()), (0, 0));
    assert_eq!(scene.points(ACTIVE, "lords"), before);
    let told = scene.play(LEFT, Move::TakeStack { race: Race::Squid });
    assert_eq!(kinds(&told)[1..], ["TurnStarted"], "the Landlord pays no more");
}

#[test]
fn e43_no_lord_reaches_one_under_a_location() {
    let assassin = [Card::Crab5, Card::Crab4, Card::Crab1];
    let mut scene = Scene::new(2).court(&[Lord::Assassin]).hand(ACTIVE, &assassin);
    scene = scene.location(LEFT, Location::Jail, &[Lord::Keeper]);
    let told = scene.recruit(Lord::Assassin, &assassin, Card::Crab1);
    assert!(!kinds(&told).contains(&"LordTurned".to_owned()));
    let schemer = [Card::Squid5, Card::Crab2, Card::Jellyfish1];
    let mut scene = Scene::new(2).court(&[Lord::Schemer]).hand(ACTIVE, &schemer);
    scene = scene.location(ACTIVE, Location::Jail, &[Lord::Keeper]).lords(ACTIVE, &[Lord::Miller]);
    scene.recruit(Lord::Schemer, &schemer, Card::Jellyfish1);
    scene.assert_open(ACTIVE, &[Move::GiveUp { lord: Lord::Miller }, DECLINE]);
    assert_eq!(scene.refused(ACTIVE, Move::GiveUp { lord: Lord::Keeper }), ("NOT_FREE", "E43"));
}

const OF_ALL_RACES: [Card; 5] =
    [Card::Crab2, Card::Shellfish2, Card::Jellyfish2, Card::Squid2, Card::Seahorse2];

/// An Ambassador that was just recruited by somebody with two Key tokens.
fn ambassador(lord: Lord, available: &[Location], deck: &[Location]) -> (Scene, Vec<Event>) {
    let mut scene = Scene::new(2)
        .court(&[lord, Lord::Miller, Lord::Reaper, Lord::Shepherd])
        .hand(ACTIVE, &OF_ALL_RACES)
        .key_tokens(ACTIVE, 2)
        .available(available)
        .location_deck(deck);
    let told = scene.recruit(lord, &OF_ALL_RACES, Card::Crab2);
    (scene, told)
}

#[test]
fn e44_an_ambassador_draws_as_many_locations_as_its_arrow_says_and_pays_alone() {
    let deck = [Location::Abyss, Location::Chasm, Location::Parliament, Location::Barracks];
    for (lord, count) in [(Lord::Hermit, 1), (Lord::Sage, 2), (Lord::Elder, 3)] {
        let (mut scene, mut told) = ambassador(lord, &[Location::Jail], &deck);
        let drawn_at_once: Vec<usize> = told
            .iter()
            .filter_map(|event| match event {
                Event::LocationsDrawn { locations, .. } => Some(locations.len()),
                _ => None,
            })
            .collect();
        assert_eq!(drawn_at_once, [count], "{lord:?}");
        assert_eq!(scene.game.board.location_deck.len(), deck.len() - count);
        if count > 1 {
            let Decision::KeepLocation { drawn, .. } = scene.game.decision.clone() else {
                panic!("{:?}", scene.game.decision)
            };
            assert_eq!(drawn.len(), count);
            scene.assert_open(ACTIVE, &drawn.iter().map(|&l| take(l)).collect::<Vec<_>>());
            assert_eq!(scene.refused(ACTIVE, take(Location::Jail)), ("NOT_DRAWN", "E39"));
            told.extend(scene.play(ACTIVE, take(drawn[0])));
        }
        assert!(paid(&told, &[lord], 0), "{lord:?}");
        let player = scene.game.player(ACTIVE);
        assert_eq!(places(&scene), [(lord, LordPlace::Covered(player.locations[0]))]);
        assert_eq!(player.key_tokens, 2, "untouched");
        assert_eq!(scene.game.board.available.len(), count, "those not kept, and the Jail");
        assert!(scene.is_asked(LEFT));
    }
}

#[test]
fn e44_a_free_ambassador_pays_for_the_next_location() {
    let mut scene = before_control().key_tokens(ACTIVE, 2);
    scene = scene.lords(ACTIVE, &[Lord::Keeper, Lord::Hermit]);
    let told = scene.play_all(ACTIVE, &[STACK, take(Location::Jail)]);
    assert!(paid(&told, &[Lord::Hermit], 0));
    let covered = (Lord::Hermit, LordPlace::Covered(Location::Jail));
    assert_eq!(places(&scene), [(Lord::Keeper, LordPlace::Free), covered], "it pays alone");
    assert_eq!(scene.game.player(ACTIVE).keys(), 3);
    assert_eq!(scene.game.decision, Decision::ControlLocation, "and three Keys are left");
}

#[test]
fn e45_a_fight_can_bring_the_third_key() {
    let mut scene = before_control().key_tokens(ACTIVE, 1).deck(&[Card::Monster]).threat(6);
    scene.play_all(ACTIVE, &[Move::Explore(YES), Move::Fight(YES)]);
    assert_eq!(scene.game.decision, Decision::ControlLocation);
}

#[test]
fn e45_a_recruitment_can_bring_the_third_key() {
    let hand = [Card::Seahorse3, Card::Crab2, Card::Squid1];
    let mut scene = before_control().key_tokens(ACTIVE, 2).court(&[Lord::Keeper]);
    scene = scene.hand(ACTIVE, &hand);
    scene.recruit(Lord::Keeper, &hand, Card::Squid1);
    assert_eq!(scene.game.decision, Decision::ControlLocation);
}

#[test]
fn e45_a_replacement_can_bring_the_third_key() {
    let of_traitor = [Card::Squid5, Card::Crab5, Card::Jellyfish2];
    let of_schemer = [Card::Squid5, Card::Crab2, Card::Jellyfish1];
    let cases: [(Lord, [Card; 3], &[Move]); 2] = [
        (Lord::Traitor, of_traitor, &[Move::TakeLord { lord: Lord::Keeper }]),
        (Lord::Schemer, of_schemer, &[]),
    ];
    for (lord, hand, steps) in cases {
        let court = [lord, Lord::Keeper, Lord::Aquaculturalist, Lord::Landowner, Lord::Miller];
        let mut scene = before_control().key_tokens(ACTIVE, 2).court(&court).hand(ACTIVE, &hand);
        scene = scene.lords(ACTIVE, &[Lord::Peddler]).lord_deck(&[Lord::Reaper]);
        scene.recruit(lord, &hand, hand[2]);
        scene.play(ACTIVE, Move::GiveUp { lord: Lord::Peddler });
        scene.play_all(ACTIVE, steps);
        assert_eq!(scene.game.decision, Decision::ControlLocation, "{lord:?}");
    }
}

#[test]
fn e45_keys_never_arrive_outside_ones_own_turn() {
    for seed in 0..20 {
        playout(2 + (seed % 3) as u8, seed, |before, _, _, after| {
            for (seat, player) in (0..).map(Seat).zip(&before.players) {
                let gained = after.player(seat).keys() > player.keys();
                assert!(!gained || seat == before.turn.active, "{seat:?}");
            }
        });
    }
}

const SMOKERS: Location = Location::BlackSmokers;

#[test]
fn e46_g11_the_black_smokers_may_be_exchanged_for_any_location_of_the_deck() {
    let mut scene = in_control(&[SMOKERS], &[Location::Chasm, Location::Abyss]);
    scene = scene.key_tokens(ACTIVE, 2).lords(ACTIVE, &[Lord::Keeper]);
    scene.play(ACTIVE, take(SMOKERS));
    scene.assert_open(ACTIVE, &[take(Location::Chasm), take(Location::Abyss), DECLINE]);
    assert_eq!(scene.refused(ACTIVE, take(Location::Jail)), ("NOT_IN_THE_DECK", "E46"));
    let told = scene.play(ACTIVE, take(Location::Abyss));
    let swapped = Event::LocationSwapped { seat: ACTIVE, own: SMOKERS, other: Location::Abyss };
    assert_eq!(told[0], swapped);
    assert_eq!(places(&scene), [(Lord::Keeper, LordPlace::Covered(Location::Abyss))]);
    assert_eq!(scene.game.player(ACTIVE).locations[..], [Location::Abyss]);
    let board = &scene.game.board;
    assert_eq!(board.locations_out.each().collect::<Vec<_>>(), [SMOKERS], "out of the game");
    assert_eq!(board.location_deck.cards().each().collect::<Vec<_>>(), [Location::Chasm]);
}

#[test]
fn e46_g11_the_black_smokers_may_be_kept() {
    let mut scene = in_control(&[SMOKERS, Location::Jail], &[Location::Chasm]);
    scene.play_all(ACTIVE, &[take(SMOKERS), DECLINE]);
    assert_eq!(scene.game.player(ACTIVE).locations[..], [SMOKERS]);
    assert_eq!(scene.points(ACTIVE, "locations"), 0);
}

#[test]
fn e46_with_an_empty_deck_there_is_no_search() {
    let mut scene = in_control(&[SMOKERS, Location::Jail], &[]);
    scene.play(ACTIVE, take(SMOKERS));
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e46_the_black_smokers_act_under_an_ambassador_too() {
    let (mut scene, _) = ambassador(Lord::Sage, &[], &[SMOKERS, Location::Chasm]);
    scene = scene.location_deck(&[Location::Abyss]);
    scene.play(ACTIVE, take(SMOKERS));
    assert_eq!(scene.game.decision, Decision::SearchLocation);
    scene.play(ACTIVE, take(Location::Abyss));
    assert_eq!(places(&scene), [(Lord::Sage, LordPlace::Covered(Location::Abyss))]);
}

#[test]
fn e46_the_black_smokers_act_when_the_illusionist_brings_them() {
    let hand = [Card::Jellyfish5, Card::Jellyfish4, Card::Jellyfish1];
    let mut scene = Scene::new(2)
        .court(&[Lord::Illusionist, Lord::Miller, Lord::Landowner, Lord::Peddler])
        .hand(ACTIVE, &hand)
        .location(ACTIVE, Location::Jail, &[Lord::Keeper])
        .available(&[SMOKERS])
        .location_deck(&[Location::Abyss]);
    scene.recruit(Lord::Illusionist, &hand, Card::Jellyfish1);
    scene.play(ACTIVE, Move::SwapLocation { own: Location::Jail, other: SMOKERS });
    assert_eq!(scene.game.decision, Decision::SearchLocation);
    assert!(scene.game.board.available.has(Location::Jail), "the old tile is available");
    scene.play(ACTIVE, take(Location::Abyss));
    assert_eq!(places(&scene)[0], (Lord::Keeper, LordPlace::Covered(Location::Abyss)));
}

#[test]
fn g11_the_table_can_agree_to_put_the_black_smokers_into_the_deck() {
    let options = Options { return_black_smokers: true, ..Options::default() };
    let mut scene = Scene::with_options(2, options).council(&[Card::Crab1]).key_tokens(ACTIVE, 3);
    scene = scene.available(&[SMOKERS, Location::Jail]).location_deck(&[Location::Chasm]);
    scene.play_all(ACTIVE, &[STACK, take(SMOKERS), take(Location::Chasm)]);
    let board = &scene.game.board;
    assert_eq!(board.location_deck.cards().each().collect::<Vec<_>>(), [SMOKERS]);
    assert!(board.locations_out.is_empty());
}

#[test]
fn g3_an_ambassador_has_three_keys() {
    let (scene, _) = ambassador(Lord::Hermit, &[], &[Location::ClosedTower]);
    assert_eq!(scene.points(ACTIVE, "locations"), 3, "the Closed Tower counts it once");
    let (scene, _) = ambassador(Lord::Hermit, &[], &[Location::LostTower]);
    assert_eq!(scene.points(ACTIVE, "locations"), 0, "the Lost Tower does not");
    let (mut scene, _) = ambassador(Lord::Elder, &[Location::Jail, Location::Depths], &[]);
    assert_eq!(scene.game.decision, Decision::AmbassadorLocation { ambassador: Lord::Elder });
    scene.assert_open(ACTIVE, &[take(Location::Jail), take(Location::Depths)]);
    let told = scene.play(ACTIVE, take(Location::Jail));
    assert!(paid(&told, &[Lord::Elder], 0), "with an empty deck it takes one that is available");
}

#[test]
fn g12_the_court_is_refilled_before_the_location_is_taken() {
    let hand = [Card::Seahorse3, Card::Crab2, Card::Squid1];
    let mut scene = before_control().key_tokens(ACTIVE, 2).hand(ACTIVE, &hand);
    scene = scene.court(&[Lord::Keeper, Lord::Miller, Lord::Landowner]);
    let told = scene.recruit(Lord::Keeper, &hand, Card::Squid1);
    let bonus = Event::PearlsGained { seat: ACTIVE, pearls: 2, source: Source::Court };
    assert!(told.contains(&bonus) && kinds(&told).last().unwrap() == "CourtRefilled");
    assert_eq!(scene.game.decision, Decision::ControlLocation);
}

#[test]
fn g15_the_key_of_a_covered_lord_counts_for_the_towers() {
    let under = [Lord::Keeper, Lord::Reaper, Lord::Miller];
    for (tower, points) in [(Location::ClosedTower, 6), (Location::LostTower, 3)] {
        let scene = Scene::new(2).location(ACTIVE, tower, &under);
        assert_eq!(scene.points(ACTIVE, "locations"), points, "{tower:?}");
    }
}

//! The end of the game and the score: E51 to E63, G10.

use gueridon_game::{Eyes, Game, Seat};

use super::scene::{ACTIVE, LEFT, Scene, YES, kinds};
use crate::Event;
use crate::cards::{Card, Location, Lord, Race, Token};
use crate::decision::Decision;
use crate::moves::Move;

const SHEPHERD: [Card; 2] = [Card::Seahorse5, Card::Seahorse3];
const INVOKER: [Card; 2] = [Card::Jellyfish5, Card::Jellyfish3];
const CORRUPTOR: [Card; 2] = [Card::Squid5, Card::Squid4];
/// Lords without power.
const SIX: [Lord; 6] = [
    Lord::Keeper,
    Lord::Reaper,
    Lord::Miller,
    Lord::Landowner,
    Lord::Aquaculturalist,
    Lord::Peddler,
];

/// A Court of `lord` and enough others not to be refilled, and stacks for everybody to take.
fn table(seats: u8, lord: Lord, hand: &[Card]) -> Scene {
    Scene::new(seats)
        .court(&[lord, Lord::Recruiter, Lord::Jailer, Lord::Seeker, Lord::Hunter])
        .hand(ACTIVE, hand)
        .council(&[Card::Crab1, Card::Squid1, Card::Jellyfish1, Card::Seahorse1])
}

fn stack(race: Race) -> Move {
    Move::TakeStack { race }
}

fn announced(told: &[Event]) -> Vec<(Seat, bool)> {
    let of = |event: &Event| match event {
        Event::EndAnnounced { seat, seventh_lord } => Some((*seat, *seventh_lord)),
        _ => None,
    };
    told.iter().filter_map(of).collect()
}

fn is_over(scene: &Scene) -> bool {
    scene.game.decision == Decision::Over && scene.game.to_act().is_empty()
}

/// A table of two whose last turn ends with the next stack taken.
fn last_turn() -> Scene {
    let mut scene = Scene::new(2).council(&[Card::Crab1]);
    scene.game.ending = Some(LEFT);
    scene
}

fn finish(mut scene: Scene) -> Scene {
    scene.play(ACTIVE, stack(Race::Crab));
    assert!(is_over(&scene));
    scene
}

fn ranks(scene: &Scene) -> Vec<u8> {
    scene.game.score(Eyes::Public).seats.iter().map(|column| column.rank).collect()
}

#[test]
fn e51_a_seventh_lord_announces_the_end() {
    let scene = || table(2, Lord::Shepherd, &SHEPHERD);
    let cases = [
        (scene().lords(ACTIVE, &SIX[..5]), vec![]),
        (scene().lords(ACTIVE, &SIX), vec![(ACTIVE, true)]),
        (
            scene().lords(ACTIVE, &SIX[..2]).turned(ACTIVE, &SIX[2..3]).location(
                ACTIVE,
                Location::Jail,
                &SIX[3..],
            ),
            vec![(ACTIVE, true)],
        ),
    ];
    for (mut scene, expected) in cases {
        let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
        assert_eq!(announced(&told), expected);
    }
}

#[test]
fn e52_the_second_lord_of_the_corruptor_counts() {
    let mut scene =
        table(2, Lord::Corruptor, &CORRUPTOR).lords(ACTIVE, &SIX[..5]).pearls(ACTIVE, 6);
    let told = scene.recruit(Lord::Corruptor, &CORRUPTOR, Card::Squid4);
    assert_eq!(announced(&told), []);
    let told = scene.play(ACTIVE, Move::Recruit { lord: Lord::Recruiter });
    assert_eq!(announced(&told), [(ACTIVE, true)]);
}

#[test]
fn e52_replacements_do_not_change_the_count() {
    let of_traitor = [Card::Squid5, Card::Crab5, Card::Jellyfish2];
    let of_schemer = [Card::Squid5, Card::Crab2, Card::Jellyfish1];
    let cases: [(Lord, [Card; 3], &[Move]); 2] = [
        (Lord::Traitor, of_traitor, &[Move::TakeLord { lord: Lord::Recruiter }]),
        (Lord::Schemer, of_schemer, &[]),
    ];
    for (lord, hand, steps) in cases {
        let mut scene = table(2, lord, &hand).lords(ACTIVE, &SIX[..5]).lord_deck(&[Lord::Shepherd]);
        let mut told = scene.recruit(lord, &hand, hand[2]);
        told.extend(scene.play(ACTIVE, Move::GiveUp { lord: Lord::Keeper }));
        told.extend(scene.play_all(ACTIVE, steps));
        assert_eq!(scene.game.player(ACTIVE).lords.len(), 6, "{lord:?}");
        assert_eq!(announced(&told), [], "{lord:?}");
    }
}

#[test]
fn e53_the_turn_is_finished_and_every_opponent_has_one_last_turn() {
    let mut scene = table(3, Lord::Shepherd, &SHEPHERD).lords(ACTIVE, &SIX[2..]);
    scene = scene.turned(ACTIVE, &SIX[..2]).key_tokens(ACTIVE, 2);
    scene = scene.available(&[Location::Jail, Location::Depths]);
    let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
    assert_eq!(announced(&told), [(ACTIVE, true)]);
    assert_eq!(scene.game.decision, Decision::ControlLocation, "the third Key");
    scene.play(ACTIVE, Move::TakeLocation { location: Location::Jail });
    scene.play(LEFT, stack(Race::Crab));
    let told = scene.play(Seat(2), stack(Race::Squid));
    let end = kinds(&told);
    assert_eq!(end[..2], ["StackTaken", "HandAffiliated"]);
    assert_eq!(end.last().unwrap(), "GameEnded");
    assert!(is_over(&scene));
}

#[test]
fn e53_e54_the_own_extra_turn_comes_before_the_last_turns() {
    let mut scene = table(2, Lord::Invoker, &INVOKER).lords(ACTIVE, &SIX);
    let told = scene.recruit(Lord::Invoker, &INVOKER, Card::Jellyfish3);
    assert_eq!(announced(&told), [(ACTIVE, true)]);
    assert_eq!(told.last(), Some(&Event::TurnStarted { seat: ACTIVE, extra: true }));
    scene.play(ACTIVE, stack(Race::Crab));
    scene.play(LEFT, stack(Race::Squid));
    assert!(is_over(&scene));
}

#[test]
fn e54_an_invoker_in_a_last_turn_gives_its_extra_turn() {
    let mut scene = table(2, Lord::Invoker, &INVOKER);
    scene.game.ending = Some(LEFT);
    let told = scene.recruit(Lord::Invoker, &INVOKER, Card::Jellyfish3);
    assert_eq!(told.last(), Some(&Event::TurnStarted { seat: ACTIVE, extra: true }));
    scene.play(ACTIVE, stack(Race::Crab));
    assert!(is_over(&scene));
}

#[test]
fn e55_once_announced_the_end_does_not_move() {
    let mut scene = table(3, Lord::Shepherd, &SHEPHERD).turned(ACTIVE, &SIX);
    scene.game.ending = Some(Seat(2));
    let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
    assert_eq!(announced(&told), []);
    assert_eq!(scene.game.ending, Some(Seat(2)));
    scene.play(LEFT, stack(Race::Crab));
    assert!(is_over(&scene), "nobody plays after the one before the announcer");
}

#[test]
fn e56_a_refill_that_the_deck_cannot_complete_announces_the_end() {
    let deck = [Lord::Sage, Lord::Elder, Lord::Hermit, Lord::Oracle, Lord::Tamer];
    for (lords, expected) in [(5, vec![]), (4, vec![]), (3, vec![(ACTIVE, false)])] {
        let mut scene = Scene::new(2)
            .court(&[Lord::Shepherd, Lord::Recruiter, Lord::Jailer])
            .hand(ACTIVE, &SHEPHERD)
            .lord_deck(&deck[..lords]);
        let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
        assert_eq!(announced(&told), expected, "{lords} in the deck");
    }
}

#[test]
fn e57_an_empty_lord_deck_alone_does_not_end_the_game() {
    let mut scene = table(2, Lord::Shepherd, &SHEPHERD).lord_deck(&[]);
    let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
    assert_eq!((announced(&told), scene.game.board.court.len()), (vec![], 4));
    scene.play(LEFT, stack(Race::Crab));
    assert!(scene.is_asked(ACTIVE));
    scene.play(ACTIVE, stack(Race::Squid));
    assert_eq!(scene.game.ending, None);
}

#[test]
fn e58_locations_lords_strongest_allies_and_monster_tokens_count() {
    let scene = last_turn()
        .location(ACTIVE, Location::Jail, &[Lord::Keeper])
        .lords(ACTIVE, &[Lord::Miller])
        .turned(ACTIVE, &[Lord::Peddler])
        .affiliated(ACTIVE, &[Card::Squid2, Card::Squid4, Card::Seahorse3])
        .tokens(ACTIVE, &[Token::Monster2, Token::Monster4])
        .pearls(ACTIVE, 50);
    let scene = finish(scene);
    let score = scene.game.score(Eyes::Public);
    assert!(score.is_final);
    let points = |line| scene.points(ACTIVE, line);
    assert_eq!(points("locations"), 15 - 3);
    assert_eq!(points("lords"), 6 + 10 + 9);
    assert_eq!(points("allies"), 4 + 3 + 1, "and the crab from the hand");
    assert_eq!(points("monsters"), 6);
    assert_eq!(score.seats[0].points, 12 + 25 + 8 + 6, "Pearls are worth nothing");
    assert_eq!(ranks(&scene), [1, 2]);
}

#[test]
fn e59_g10_ties_go_to_the_pearls_then_to_the_highest_lord_then_are_shared() {
    // Both have 12 points of Lords; the crab of the last stack is balanced by another.
    let scene = |own: u16, other: u16, lords: &[Lord]| {
        let scene = last_turn().pearls(ACTIVE, own).pearls(LEFT, other).hand(LEFT, &[Card::Crab1]);
        finish(scene.turned(ACTIVE, &[Lord::Landowner]).location(
            LEFT,
            Location::BlackSmokers,
            lords,
        ))
    };
    let equal = [Lord::Keeper, Lord::Reaper];
    assert_eq!(ranks(&scene(3, 4, &equal)), [2, 1], "more Pearls");
    assert_eq!(ranks(&scene(4, 3, &equal)), [1, 2], "more Pearls");
    let tied = scene(3, 3, &equal);
    assert_eq!(tied.game.score(Eyes::All).seats[0].points, 13);
    assert_eq!(ranks(&tied), [1, 2], "a Lord of 12 against one of 6");
    let mut shared = last_turn().hand(LEFT, &[Card::Crab1]);
    shared = shared.lords(ACTIVE, &[Lord::Keeper]).location(
        LEFT,
        Location::BlackSmokers,
        &[Lord::Reaper],
    );
    assert_eq!(ranks(&finish(shared)), [1, 1], "nothing is left to part them");
}

#[test]
fn g10_a_tie_of_three_is_parted_lexicographically() {
    let mut scene = Scene::new(3).council(&[Card::Crab1]);
    scene.game.ending = Some(LEFT);
    let mut scene = scene
        .hand(LEFT, &[Card::Crab1])
        .hand(Seat(2), &[Card::Crab1])
        .pearls(ACTIVE, 2)
        .pearls(LEFT, 3)
        .pearls(Seat(2), 3)
        .lords(ACTIVE, &[Lord::Landowner])
        .turned(LEFT, &[Lord::Keeper, Lord::Reaper])
        .turned(Seat(2), &[Lord::Shopkeeper, Lord::Elder]);
    scene.play(ACTIVE, stack(Race::Crab));
    assert!(is_over(&scene));
    assert_eq!(ranks(&scene), [3, 2, 1]);
}

#[test]
fn e60_the_city_of_mirrors_copies_the_best_location_of_any_opponent() {
    let scene = Scene::new(3).location(ACTIVE, Location::CityOfMirrors, &[Lord::Keeper]);
    assert_eq!(scene.points(ACTIVE, "locations"), 0, "nothing to copy");
    let scene = scene.location(LEFT, Location::Jail, &[]).location(
        Seat(2),
        Location::SargassoSilos,
        &[Lord::Reaper, Lord::Miller],
    );
    assert_eq!(scene.points(ACTIVE, "locations"), 14, "15 less one own Lord, not 5 + 2");
    let scene = Scene::new(2)
        .location(ACTIVE, Location::CityOfMirrors, &[])
        .affiliated(ACTIVE, &[Card::Crab1; 22])
        .location(LEFT, Location::CoralBarrier, &[]);
    assert_eq!(scene.points(ACTIVE, "locations"), 0, "never less than nothing");
}

#[test]
fn e61_depths_and_throne_room_are_worth_nothing_without_a_lord() {
    for location in [Location::Depths, Location::ThroneRoom] {
        let scene = Scene::new(2).location(ACTIVE, location, &[]);
        assert_eq!(scene.points(ACTIVE, "locations"), 0, "{location:?}");
    }
}

#[test]
fn e62_the_weakest_ally_of_each_race_in_hand_is_affiliated_at_the_end() {
    let hand = [Card::Squid4, Card::Squid2, Card::Squid2, Card::Seahorse5];
    let mut scene =
        last_turn().hand(ACTIVE, &hand).hand(LEFT, &[Card::Jellyfish3, Card::Jellyfish4]);
    let told = scene.play(ACTIVE, stack(Race::Crab));
    let affiliated = [Card::Crab1, Card::Squid2, Card::Seahorse5].into_iter().collect();
    assert!(told.contains(&Event::HandAffiliated { seat: ACTIVE, affiliated }));
    let affiliated = [Card::Jellyfish3].into_iter().collect();
    assert!(told.contains(&Event::HandAffiliated { seat: LEFT, affiliated }));
    assert!(scene.hand_of(ACTIVE).is_empty() && scene.hand_of(LEFT).is_empty());
    let discarded: Vec<Card> = scene.game.board.discard.each().collect();
    assert_eq!(discarded, [Card::Jellyfish4, Card::Squid2, Card::Squid4]);
}

#[test]
fn e63_what_the_end_affiliates_counts_for_locations() {
    let cases = [
        (Location::Sanctuary, 4 + 3),
        (Location::ChamberOfAllies, 3 + 1 + 2 + 5),
        (Location::CoralBarrier, 20 - 4),
    ];
    for (location, points) in cases {
        let scene = last_turn()
            .location(ACTIVE, location, &[])
            .affiliated(ACTIVE, &[Card::Squid4])
            .hand(ACTIVE, &[Card::Squid2, Card::Jellyfish5]);
        assert_eq!(finish(scene).points(ACTIVE, "locations"), points, "{location:?}");
    }
}

#[test]
fn e58_until_the_end_the_pad_is_provisional() {
    let mut scene = last_turn();
    assert!(!scene.game.score(Eyes::All).is_final);
    scene.play(ACTIVE, stack(Race::Crab));
    assert!(scene.game.score(Eyes::All).is_final);
    assert_eq!(scene.refused(ACTIVE, Move::Explore(YES)), ("GAME_OVER", ""));
}

#[test]
fn a_search_counts_what_is_not_spent_yet_until_the_game_is_over() {
    let standing = |scene: Scene| scene.game.standing()[ACTIVE.index()];
    let poor = standing(Scene::new(2));
    let rich = [
        Scene::new(2).pearls(ACTIVE, 5),
        Scene::new(2).hand(ACTIVE, &[Card::Crab5]),
        Scene::new(2).key_tokens(ACTIVE, 1),
    ];
    assert!(rich.into_iter().map(standing).all(|rich| rich > poor));
    let mut over = Scene::new(2).pearls(ACTIVE, 50).hand(ACTIVE, &[Card::Crab5]);
    over.game.decision = Decision::Over;
    assert_eq!(standing(over), 0);
}

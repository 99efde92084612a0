//! Sentinels: E78 to E83.

use super::super::scene::{ACTIVE, LEFT, Scene, YES, kinds};
use super::{BYSTANDERS, DECLINE, recruited, take};
use crate::board::Post;
use crate::cards::{Card, Location, Lord, Race};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::moves::Move;

const OF_WATCHER: Lord = Lord::Watcher;

fn on_lord(sentinel: Lord, lord: Lord) -> Move {
    Move::ReserveLord { sentinel, lord }
}

fn on_stack(sentinel: Lord, race: Race) -> Move {
    Move::ReserveStack { sentinel, race }
}

fn on_location(sentinel: Lord, location: Location) -> Move {
    Move::ReserveLocation { sentinel, location }
}

fn stack(race: Race) -> Move {
    Move::TakeStack { race }
}

/// Every reservation that a Sentinel could make in front of the bystanders and these Locations.
fn all_posts(sentinel: Lord, available: &[Location]) -> Vec<Move> {
    use gueridon_game::Kind;
    let lords = BYSTANDERS.iter().map(|&lord| on_lord(sentinel, lord));
    let stacks = Race::ALL.iter().map(|&race| on_stack(sentinel, race));
    let locations = available.iter().map(|&location| on_location(sentinel, location));
    lords.chain(stacks).chain(locations).collect()
}

#[test]
fn e78_a_sentinel_reserves_a_lord_a_stack_even_an_empty_one_or_an_available_location() {
    for lord in [Lord::Watcher, Lord::Vigil, Lord::Lookout] {
        let scene = Scene::with_kraken(2).available(&[Location::Jail]);
        let (mut scene, told) = recruited(scene, lord);
        let source = Source::Lord(lord);
        let expected = [
            Event::NebulisGained { seat: ACTIVE, nebulis: 1, source },
            super::moved(None, Some(ACTIVE)),
            Event::SentinelTaken { seat: ACTIVE, sentinel: lord },
        ];
        assert_eq!(told, expected);
        scene.assert_open(ACTIVE, &all_posts(lord, &[Location::Jail]));
        let told = scene.play(ACTIVE, on_stack(lord, Race::Squid));
        assert_eq!(kinds(&told), ["SentinelPlaced", "TurnStarted"]);
        assert_eq!(scene.game.board.sentinels[0].post, Post::Stack(Race::Squid));
    }
}

#[test]
fn e78_a_zone_has_one_sentinel_at_most() {
    let scene = Scene::with_kraken(2)
        .available(&[Location::Jail])
        .sentinel(LEFT, Lord::Vigil, Post::Stack(Race::Crab))
        .sentinel(ACTIVE, Lord::Lookout, Post::Location(Location::Jail));
    let (mut scene, _) = recruited(scene, OF_WATCHER);
    scene.assert_open(ACTIVE, &BYSTANDERS.map(|lord| on_lord(OF_WATCHER, lord)));
    let taken = ("ZONE_TAKEN", "E78");
    assert_eq!(scene.refused(ACTIVE, on_stack(OF_WATCHER, Race::Squid)), taken);
    assert_eq!(scene.refused(ACTIVE, on_location(OF_WATCHER, Location::Jail)), taken);
}

#[test]
fn e79_it_is_placed_before_the_court_is_refilled() {
    let scene = Scene::with_kraken(2).available(&[]);
    let mut scene = scene.court(&[OF_WATCHER, Lord::Miller, Lord::Sage]);
    let hand = [Card::Crab3, Card::Squid2];
    scene = scene.hand(ACTIVE, &hand);
    scene.recruit(OF_WATCHER, &hand, Card::Squid2);
    let told = scene.play(ACTIVE, on_lord(OF_WATCHER, Lord::Sage));
    assert_eq!(kinds(&told)[..3], ["SentinelPlaced", "PearlsGained", "CourtRefilled"]);
    assert!(scene.game.board.court.contains(&Lord::Sage));
    assert_eq!(scene.game.board.sentinels[0].post, Post::Lord(Lord::Sage), "it slides along");
}

#[test]
fn e79_with_one_place_left_it_is_placed_without_a_question() {
    let scene = |available: &[Location]| {
        let scene = Scene::with_kraken(2)
            .available(available)
            .sentinel(LEFT, Lord::Vigil, Post::Stack(Race::Seahorse))
            .sentinel(LEFT, Lord::Lookout, Post::Lord(BYSTANDERS[0]));
        recruited(scene, OF_WATCHER)
    };
    let (only, told) = scene(&[Location::Jail]);
    assert_eq!(kinds(&told)[2..], ["SentinelTaken", "SentinelPlaced", "TurnStarted"]);
    assert_eq!(only.game.board.sentinels[2].post, Post::Location(Location::Jail));
    let two = [Location::Jail, Location::Depths];
    scene(&two).0.assert_open(ACTIVE, &two.map(|location| on_location(OF_WATCHER, location)));
}

#[test]
fn e79_without_a_free_zone_it_waits_and_may_be_placed_before_an_action() {
    let scene = Scene::with_kraken(2)
        .available(&[])
        .council(&[Card::Crab1, Card::Squid1, Card::Seahorse1])
        .sentinel(LEFT, Lord::Vigil, Post::Stack(Race::Seahorse))
        .sentinel(LEFT, Lord::Lookout, Post::Lord(BYSTANDERS[0]));
    let (mut scene, told) = recruited(scene, OF_WATCHER);
    assert_eq!(told[3..], [super::next_turn()]);
    assert_eq!(scene.game.board.sentinels[2].post, Post::Waiting);
    let told = scene.play(LEFT, stack(Race::Seahorse));
    assert!(told.contains(&Event::SentinelReturned { seat: LEFT, sentinel: Lord::Vigil }));
    use gueridon_game::Kind;
    for &race in Race::ALL {
        assert!(scene.moves(ACTIVE).contains(&on_stack(OF_WATCHER, race)));
    }
    assert!(!scene.moves(ACTIVE).contains(&on_lord(OF_WATCHER, BYSTANDERS[1])));
    // It is optional, and the action follows.
    scene.play(ACTIVE, on_stack(OF_WATCHER, Race::Squid));
    assert_eq!(scene.refused(ACTIVE, on_stack(OF_WATCHER, Race::Crab)), ("NO_SENTINEL", "E79"));
    scene.play(ACTIVE, stack(Race::Crab));
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e79_the_location_zone_needs_a_tile_and_the_court_a_lord() {
    let taken = Scene::with_kraken(2)
        .available(&[])
        .sentinel(LEFT, Lord::Vigil, Post::Stack(Race::Crab))
        .hand(ACTIVE, &[Card::Crab3, Card::Squid2])
        .court(&[OF_WATCHER])
        .lord_deck(&[]);
    let mut scene = taken;
    let told = scene.recruit(OF_WATCHER, &[Card::Crab3, Card::Squid2], Card::Squid2);
    assert!(!matches!(scene.game.decision, Decision::PlaceSentinel { .. }), "{told:?}");
}

/// A Sentinel of seat 1 stands there; it is the turn of seat 0.
fn reserved(post: Post) -> Scene {
    Scene::with_kraken(2)
        .available(&[Location::Jail, Location::Depths])
        .council(&[Card::Crab1, Card::Squid1, Card::Seahorse1])
        .sentinel(LEFT, OF_WATCHER, post)
}

const RESERVED: (&str, &str) = ("RESERVED", "E80");

#[test]
fn e80_only_the_owner_takes_a_reserved_stack() {
    let post = Post::Stack(Race::Crab);
    assert_eq!(reserved(post).refused(ACTIVE, stack(Race::Crab)), RESERVED);
    let mut scene = reserved(post);
    scene.play(ACTIVE, stack(Race::Squid));
    scene.play(LEFT, stack(Race::Crab));
    assert_eq!(scene.hand_of(LEFT), [Card::Crab1]);
    // The Apprentice, the Alchemist's second stack and the Oracle stop there, too.
    let (mut scene, _) = recruited(reserved(post), Lord::Apprentice);
    scene.assert_open(ACTIVE, &[Race::Squid, Race::Seahorse].map(stack));
    assert_eq!(scene.refused(ACTIVE, stack(Race::Crab)), RESERVED);
    let mut scene =
        reserved(post).lords(ACTIVE, &[Lord::Alchemist]).stack(Race::Jellyfish, &[Card::Kraken2]);
    scene.play(ACTIVE, stack(Race::Squid));
    scene.assert_open(ACTIVE, &[Race::Jellyfish, Race::Seahorse].map(stack));
    let mut scene = reserved(post).lords(ACTIVE, &[Lord::Oracle]);
    assert_eq!(scene.refused(ACTIVE, Move::DiscardStack { race: Race::Crab }), RESERVED);
}

#[test]
fn e80_cards_may_still_be_added_to_a_reserved_stack() {
    let mut scene = reserved(Post::Stack(Race::Crab)).deck(&[Card::Crab5]).pearls(LEFT, 0);
    scene.play(ACTIVE, super::EXPLORE);
    scene.next_cards(&[Card::Squid2]);
    scene.play_all(ACTIVE, &[Move::Reveal(YES), Move::TakeAlly(YES)]);
    assert_eq!(scene.stack_of(Race::Crab), [Card::Crab1, Card::Crab5]);
}

#[test]
fn e80_only_the_owner_takes_a_reserved_lord() {
    let lord = Lord::Shepherd;
    let at_court = || reserved(Post::Lord(lord)).court(&[lord]).hand(ACTIVE, &[Card::Seahorse5; 2]);
    assert_eq!(at_court().refused(ACTIVE, Move::Recruit { lord }), RESERVED);
    let mut scene = at_court().lords(ACTIVE, &[Lord::Opportunist]);
    assert_eq!(scene.refused(ACTIVE, Move::ReplaceLord { lord }), RESERVED);
    let (mut scene, _) = recruited(at_court().pearls(ACTIVE, 5), Lord::Corruptor);
    assert_eq!(scene.refused(ACTIVE, Move::Recruit { lord }), RESERVED);
    let others = BYSTANDERS.map(|lord| Move::Recruit { lord });
    scene.assert_open(ACTIVE, &[&others[..], &[DECLINE]].concat());
    let (mut scene, _) = recruited(at_court().lords(ACTIVE, &[Lord::Keeper]), Lord::Traitor);
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Keeper });
    assert_eq!(scene.refused(ACTIVE, Move::TakeLord { lord }), RESERVED);
}

#[test]
fn e80_only_the_owner_takes_a_reserved_location() {
    let post = Post::Location(Location::Jail);
    let mut scene = reserved(post).key_tokens(ACTIVE, 3);
    scene.play(ACTIVE, stack(Race::Crab));
    assert_eq!(scene.refused(ACTIVE, take(Location::Jail)), RESERVED);
    assert!(scene.moves(ACTIVE).contains(&take(Location::Depths)));
    let scene = reserved(post).location(ACTIVE, Location::Chasm, &[]);
    let (mut scene, _) = recruited(scene, Lord::Illusionist);
    let swap = |other| Move::SwapLocation { own: Location::Chasm, other };
    assert_eq!(scene.refused(ACTIVE, swap(Location::Jail)), RESERVED);
    scene.assert_open(ACTIVE, &[swap(Location::Depths), DECLINE]);
}

#[test]
fn e80_the_owner_may_take_other_things_of_the_zone() {
    let mut scene = reserved(Post::Waiting).sentinel(ACTIVE, Lord::Vigil, Post::Stack(Race::Crab));
    let told = scene.play(ACTIVE, stack(Race::Squid));
    assert_eq!(kinds(&told), ["StackTaken", "TurnStarted"]);
}

/// A Sentinel of seat 0 stands there; it is its turn.
fn own(post: Post) -> Scene {
    Scene::with_kraken(2)
        .available(&[Location::Jail, Location::Depths])
        .council(&[Card::Crab1, Card::Squid1])
        .sentinel(ACTIVE, OF_WATCHER, post)
}

const RETURNED: Event = Event::SentinelReturned { seat: ACTIVE, sentinel: OF_WATCHER };

#[test]
fn e81_what_was_reserved_and_is_taken_gives_the_sentinel_back() {
    let told = own(Post::Stack(Race::Crab)).play(ACTIVE, stack(Race::Crab));
    assert_eq!(told[1], RETURNED);
    let mut scene = own(Post::Location(Location::Jail)).key_tokens(ACTIVE, 3);
    scene.play(ACTIVE, stack(Race::Crab));
    assert_eq!(scene.play(ACTIVE, take(Location::Jail))[0], RETURNED);
    let court = own(Post::Lord(Lord::Shepherd)).court(&[Lord::Shepherd]).court(&BYSTANDERS);
    let mut scene = court.hand(ACTIVE, &[Card::Seahorse5, Card::Seahorse3]);
    let hand = scene.hand_of(ACTIVE);
    assert!(scene.recruit(Lord::Shepherd, &hand, Card::Seahorse3).contains(&RETURNED));
    let scene = own(Post::Location(Location::Jail)).location(ACTIVE, Location::Chasm, &[]);
    let (mut scene, _) = recruited(scene, Lord::Illusionist);
    let swap = Move::SwapLocation { own: Location::Chasm, other: Location::Jail };
    assert!(scene.play(ACTIVE, swap).contains(&RETURNED));
}

#[test]
fn e81a_g21_a_sentinel_freed_before_the_action_waits_for_the_next_turn() {
    let mut scene = own(Post::Stack(Race::Crab)).lords(ACTIVE, &[Lord::Oracle]);
    let told = scene.play(ACTIVE, Move::DiscardStack { race: Race::Crab });
    assert_eq!(told[1], RETURNED);
    let again = on_stack(OF_WATCHER, Race::Squid);
    assert_eq!(scene.refused(ACTIVE, again), ("NO_SENTINEL", "E79"));
    scene.play(ACTIVE, stack(Race::Squid));
    scene.game.board.council[Race::Seahorse as usize].add(Card::Seahorse1);
    scene.play(LEFT, stack(Race::Seahorse));
    scene.play(ACTIVE, again);

    let mut scene = own(Post::Lord(Lord::Miller)).court(&[Lord::Miller]);
    scene = scene.lords(ACTIVE, &[Lord::Opportunist]);
    let told = scene.play(ACTIVE, Move::ReplaceLord { lord: Lord::Miller });
    assert_eq!(told[1], RETURNED);
}

#[test]
fn e81a_an_extra_turn_is_a_next_turn() {
    let scene = own(Post::Stack(Race::Crab)).lords(ACTIVE, &[Lord::Oracle]);
    let mut scene = super::about_to_recruit(scene, Lord::Invoker);
    scene.play(ACTIVE, Move::DiscardStack { race: Race::Crab });
    let lord = Lord::Invoker;
    let allies = super::payment(lord);
    scene.play(ACTIVE, Move::Recruit { lord });
    allies.into_iter().for_each(|ally| drop(scene.play(ACTIVE, super::spend(ally))));
    scene.play(ACTIVE, super::PAY);
    if let Decision::Affiliate { .. } = scene.game.decision {
        let ally = scene.game.affiliable().next().unwrap();
        scene.play(ACTIVE, Move::Affiliate { ally });
    }
    if scene.game.decision == Decision::EndTurn {
        scene.play(ACTIVE, Move::EndTurn(YES));
    }
    assert!(scene.is_asked(ACTIVE));
    scene.play(ACTIVE, on_stack(OF_WATCHER, Race::Crab));
}

#[test]
fn e82_the_sentinel_stays_whatever_becomes_of_its_lord() {
    for (turned, covered) in [(true, false), (false, true), (false, false)] {
        let mut scene = reserved(Post::Stack(Race::Crab));
        if turned {
            scene = scene.turned(LEFT, &[OF_WATCHER]);
        }
        if covered {
            scene = scene.location(LEFT, Location::Chasm, &[OF_WATCHER]);
        }
        assert_eq!(scene.refused(ACTIVE, stack(Race::Crab)), RESERVED);
    }
    let scene = own(Post::Stack(Race::Crab)).lords(ACTIVE, &[OF_WATCHER]);
    let (mut scene, _) = recruited(scene.lord_deck(&[Lord::Keeper]), Lord::Schemer);
    scene.play(ACTIVE, Move::GiveUp { lord: OF_WATCHER });
    assert_eq!(scene.game.board.sentinels[0].post, Post::Stack(Race::Crab));
}

#[test]
fn g16_the_sentinel_lords_act_once_when_they_come_whatever_way() {
    for lord in [OF_WATCHER, Lord::Vigil, Lord::Lookout] {
        assert!(lord.facts().arrow && lord.facts().keys == 0, "{lord:?}");
    }
    let scene = Scene::with_kraken(2).lords(ACTIVE, &[Lord::Keeper]).lord_deck(&[Lord::Vigil]);
    let (mut scene, _) = recruited(scene, Lord::Schemer);
    let told = scene.play(ACTIVE, Move::GiveUp { lord: Lord::Keeper });
    let sentinel = Lord::Vigil;
    assert!(told.contains(&Event::SentinelTaken { seat: ACTIVE, sentinel }));
    assert_eq!(scene.game.decision, Decision::PlaceSentinel { lord: sentinel });
}

#[test]
fn e83_g17_an_effect_with_only_reserved_targets_is_void() {
    let only = || Scene::with_kraken(2).available(&[]).council(&[Card::Crab1]);
    let post = Post::Stack(Race::Crab);
    let (scene, told) = recruited(only().sentinel(LEFT, OF_WATCHER, post), Lord::Apprentice);
    assert_eq!(told, [super::next_turn()]);
    assert!(scene.is_asked(LEFT));
    let mut scene = only().council(&[Card::Squid1]).sentinel(LEFT, OF_WATCHER, post);
    scene = scene.lords(ACTIVE, &[Lord::Alchemist]);
    let told = scene.play(ACTIVE, stack(Race::Squid));
    assert_eq!(kinds(&told), ["StackTaken", "TurnStarted"], "G17: the second stack is lost");
}

#[test]
fn e83_with_only_reserved_locations_the_deck_is_drawn_from_or_the_keys_are_kept() {
    let keys = |deck: &[Location]| {
        let scene = Scene::with_kraken(2).council(&[Card::Crab1, Card::Squid1]);
        let scene = scene.available(&[Location::Jail]).location_deck(deck).key_tokens(ACTIVE, 3);
        let mut scene = scene.sentinel(LEFT, OF_WATCHER, Post::Location(Location::Jail));
        scene.play(ACTIVE, stack(Race::Crab));
        scene
    };
    keys(&[Location::Chasm, Location::Depths])
        .assert_open(ACTIVE, &[1, 2].map(|count| Move::DrawLocations { count }));
    let scene = keys(&[]);
    assert!(scene.is_asked(LEFT));
    assert_eq!(scene.game.player(ACTIVE).key_tokens, 3);
}

#[test]
fn e83_an_ambassador_with_only_a_reserved_location_keeps_its_keys() {
    let scene = Scene::with_kraken(2).available(&[Location::Jail]).location_deck(&[]);
    let scene = scene.sentinel(LEFT, OF_WATCHER, Post::Location(Location::Jail));
    let (scene, told) = recruited(scene, Lord::Hermit);
    assert_eq!(told, [super::next_turn()]);
    assert_eq!(scene.game.player(ACTIVE).keys(), 3);
}

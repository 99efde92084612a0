//! The ambassadors: each takes a Location alone.

use gueridon_game::Kind;

use super::super::scene::{ACTIVE, Scene};
use super::{about_to_recruit, gained, next_turn, payment, recruit};
use crate::cards::{Card, Location, Lord, Race};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::moves::Move;
use crate::player::{LordPlace, OwnedLord};

const DECK: [Location; 5] = [
    Location::Barracks,
    Location::Chasm,
    Location::Depths,
    Location::LostTower,
    Location::Parliament,
];

fn taken(location: Location, lord: Lord) -> [Event; 2] {
    let lords = [lord].into_iter().collect();
    [
        Event::LocationTaken { seat: ACTIVE, location },
        Event::LocationPaid { seat: ACTIVE, location, lords, keys: 0 },
    ]
}

/// `ambassador` is recruited and draws so many Locations of the deck; one is kept.
fn check_draw(ambassador: Lord, count: usize) {
    let mut scene = about_to_recruit(ambassador, 2)
        .available(&[Location::Jail])
        .location_deck(&DECK)
        .key_tokens(ACTIVE, 2);
    let told = recruit(&mut scene, ambassador);
    let Some(Event::LocationsDrawn { locations, .. }) = told.first() else {
        panic!("no Locations were drawn: {told:?}")
    };
    let drawn = locations.clone();
    assert_eq!(drawn.len(), count);
    let kept = drawn[0];
    let told = if count == 1 {
        told[1..].to_vec()
    } else {
        assert_eq!(told.len(), 1);
        // An available one is no option.
        let location = Location::Jail;
        let refused = scene.refused(ACTIVE, Move::TakeLocation { location });
        assert_eq!(refused, ("NOT_DRAWN", "E39"));
        assert_eq!(scene.moves(ACTIVE).len(), count);
        scene.play(ACTIVE, Move::TakeLocation { location: kept })
    };
    assert_eq!(told, [&taken(kept, ambassador)[..], &[next_turn()]].concat());

    let player = scene.game.player(ACTIVE);
    let covered = OwnedLord { lord: ambassador, place: LordPlace::Covered(kept) };
    assert_eq!(player.lords[..], [covered]);
    assert_eq!(player.locations[..], [kept]);
    // Its Keys serve this Location only: the tokens stay, and no other control follows.
    assert_eq!((player.key_tokens, player.keys()), (2, 2));
    let available = &scene.game.board.available;
    assert_eq!(available.len(), count);
    assert!(available.has(Location::Jail) && drawn[1..].iter().all(|&other| available.has(other)));
    assert_eq!(scene.game.board.location_deck.len(), DECK.len() - count);
}

#[test]
fn lord_sage_draws_2_locations_and_keeps_one() {
    check_draw(Lord::Sage, 2);
}

#[test]
fn lord_hermit_draws_1_location_and_keeps_it() {
    check_draw(Lord::Hermit, 1);
}

#[test]
fn lord_elder_draws_3_locations_and_keeps_one() {
    check_draw(Lord::Elder, 3);
}

#[test]
fn lord_sage_hermit_and_elder_need_all_five_races() {
    for lord in [Lord::Sage, Lord::Hermit, Lord::Elder] {
        let mut scene = about_to_recruit(lord, 2)
            .hand(ACTIVE, &[Card::Crab5, Card::Shellfish3, Card::Jellyfish3, Card::Squid3]);
        assert_eq!(scene.refused(ACTIVE, Move::Recruit { lord }), ("CANNOT_PAY", "E25"));
        let one_each: Vec<Card> = Race::ALL.iter().map(|&race| Card::ally(race, 2)).collect();
        assert_eq!(payment(lord).len(), one_each.len());
        assert!(about_to_recruit(lord, 2).moves(ACTIVE).contains(&Move::Recruit { lord }));
    }
}

#[test]
fn lord_elder_draws_what_a_short_deck_has_left() {
    let mut scene = about_to_recruit(Lord::Elder, 2)
        .available(&[])
        .location_deck(&[Location::Chasm, Location::Depths]);
    let told = recruit(&mut scene, Lord::Elder);
    assert!(matches!(&told[..], [Event::LocationsDrawn { locations, .. }] if locations.len() == 2));
    scene.play(ACTIVE, Move::TakeLocation { location: Location::Depths });
    assert_eq!(scene.game.board.available.each().collect::<Vec<_>>(), [Location::Chasm]);
    assert!(scene.game.board.location_deck.is_empty());
}

#[test]
fn lord_sage_takes_an_available_location_when_the_deck_is_empty() {
    let ambassador = Lord::Sage;
    let mut scene = about_to_recruit(ambassador, 2)
        .available(&[Location::Chasm, Location::Depths])
        .location_deck(&[]);
    assert_eq!(recruit(&mut scene, ambassador), []);
    assert_eq!(scene.game.decision, Decision::AmbassadorLocation { ambassador });
    let told = scene.play(ACTIVE, Move::TakeLocation { location: Location::Depths });
    assert_eq!(told, [&taken(Location::Depths, ambassador)[..], &[next_turn()]].concat());
}

#[test]
fn lord_hermit_stays_free_with_its_keys_when_no_location_is_left() {
    let mut scene = about_to_recruit(Lord::Hermit, 2).available(&[]).location_deck(&[]);
    assert_eq!(recruit(&mut scene, Lord::Hermit), [next_turn()]);
    assert_eq!(scene.game.player(ACTIVE).keys(), 3);
    assert!(scene.game.player(ACTIVE).has_active(Lord::Hermit));
}

#[test]
fn lord_hermit_left_free_pays_the_next_location_alone() {
    let mut scene = Scene::new(2)
        .lords(ACTIVE, &[Lord::Keeper, Lord::Hermit])
        .key_tokens(ACTIVE, 1)
        .available(&[Location::Chasm, Location::Depths])
        .location_deck(&[])
        .council(&[Card::Crab1]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    let told = scene.play(ACTIVE, Move::TakeLocation { location: Location::Chasm });
    assert_eq!(told, [&taken(Location::Chasm, Lord::Hermit)[..], &[next_turn()]].concat());
    assert_eq!(scene.game.player(ACTIVE).keys(), 2);
}

#[test]
fn lord_elder_takes_its_location_inside_a_chain_before_the_court_is_refilled() {
    let mut scene = Scene::new(2)
        .court(&[Lord::Corruptor, Lord::Elder, Lord::Miller])
        .hand(ACTIVE, &payment(Lord::Corruptor))
        .pearls(ACTIVE, 5)
        .available(&[])
        .location_deck(&[Location::Chasm, Location::Depths]);
    recruit(&mut scene, Lord::Corruptor);
    let told = scene.play(ACTIVE, Move::Recruit { lord: Lord::Elder });
    assert!(matches!(told.last(), Some(Event::LocationsDrawn { .. })));
    assert_eq!(scene.game.board.court[..], [Lord::Miller]);
    let told = scene.play(ACTIVE, Move::TakeLocation { location: Location::Chasm });
    assert_eq!(told[..2], taken(Location::Chasm, Lord::Elder));
    let bonus = Event::PearlsGained { seat: ACTIVE, pearls: 2, source: Source::Court };
    assert_eq!(told[2], bonus);
}

#[test]
fn lord_sage_gives_up_its_place_to_nobody_under_its_location() {
    // Covered, it is no longer free: the Schemer finds nobody else to give up.
    let mut scene =
        about_to_recruit(Lord::Schemer, 2).location(ACTIVE, Location::Jail, &[Lord::Sage]);
    assert_eq!(recruit(&mut scene, Lord::Schemer), [next_turn()]);
}

#[test]
fn lord_hermit_of_the_schemer_takes_its_location_too() {
    let mut scene = about_to_recruit(Lord::Schemer, 2)
        .lords(ACTIVE, &[Lord::Landlord])
        .lord_deck(&[Lord::Hermit])
        .location_deck(&[Location::Chasm]);
    recruit(&mut scene, Lord::Schemer);
    let told = scene.play(ACTIVE, Move::GiveUp { lord: Lord::Landlord });
    assert_eq!(told[3..5], taken(Location::Chasm, Lord::Hermit));
    assert_eq!(told[5..], [next_turn()]);
    let paid_by_landlord = gained(ACTIVE, 1, Lord::Landlord);
    assert!(!told.contains(&paid_by_landlord));
}

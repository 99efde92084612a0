//! What each Location is worth, and what the Black Smokers do when they come under control (B).

use gueridon_game::{Eyes, Kind, Seat};

use super::scene::{ACTIVE, LEFT, Scene, YES};
use crate::cards::{Card, Guild, Location, Lord, Race};
use crate::decision::Decision;
use crate::moves::Move;
use crate::options::Options;
use crate::player::{LordPlace, OwnedLord};
use crate::{Abyss, Event};

const THIRD: Seat = Seat(2);

/// The points of all Locations of seat 0.
fn worth(scene: &Scene) -> i32 {
    scene.points(ACTIVE, "locations")
}

/// Seat 0 controls this Location, with no Lord under it.
fn with(location: Location) -> Scene {
    Scene::new(3).location(ACTIVE, location, &[])
}

/// Plays the last turn of the game.
fn end_game(mut scene: Scene) -> Scene {
    scene.game.ending = Some(LEFT);
    let stack = scene.game.board.stacks().next().expect("a stack to take");
    scene.play(ACTIVE, Move::TakeStack { race: stack });
    assert_eq!(scene.game.decision, Decision::Over);
    scene
}

/// A Location worth `base`, and 2 for each Lord of `guild`, wherever it is.
fn check_guild(location: Location, base: i32, guild: Guild) {
    assert_eq!(worth(&with(location)), base);
    let of_guild: Vec<Lord> =
        Lord::ALL.iter().copied().filter(|lord| lord.facts().guild == guild).collect();
    let others = [Lord::Elder];
    let scene = with(location).lords(ACTIVE, &of_guild[..1]).lords(ACTIVE, &others);
    assert_eq!(worth(&scene), base + 2, "a free Lord");
    let scene = scene.turned(ACTIVE, &of_guild[1..2]);
    assert_eq!(worth(&scene), base + 4, "a turned Lord");
    let scene = scene.location(ACTIVE, Location::BlackSmokers, &of_guild[2..4]);
    assert_eq!(worth(&scene), base + 8, "Lords under another Location");
    let scene = scene.lords(LEFT, &of_guild[4..]);
    assert_eq!(worth(&scene), base + 8, "Lords of an opponent");
}

#[test]
fn location_sargasso_silos_is_worth_5_and_2_for_each_farmer() {
    check_guild(Location::SargassoSilos, 5, Guild::Farmer);
}

#[test]
fn location_hydrozoa_reserves_is_worth_6_and_2_for_each_mage() {
    check_guild(Location::HydrozoaReserves, 6, Guild::Mage);
}

#[test]
fn location_parliament_is_worth_6_and_2_for_each_politician() {
    check_guild(Location::Parliament, 6, Guild::Politician);
}

#[test]
fn location_barracks_is_worth_7_and_2_for_each_military_lord() {
    check_guild(Location::Barracks, 7, Guild::Military);
}

#[test]
fn location_dockworks_is_worth_5_and_2_for_each_merchant() {
    check_guild(Location::Dockworks, 5, Guild::Merchant);
}

/// A Location worth `base`, and 3 for each affiliated Ally of `race`, the last ones included.
fn check_race(location: Location, base: i32, race: Race) {
    assert_eq!(worth(&with(location)), base);
    let ally = |value| Card::ally(race, value);
    let others: Vec<Card> = Race::ALL
        .iter()
        .filter(|&&other| other != race)
        .map(|&other| Card::ally(other, 5))
        .collect();
    let scene = with(location)
        .affiliated(ACTIVE, &[ally(1), ally(1), ally(4)])
        .affiliated(ACTIVE, &others)
        .affiliated(LEFT, &[ally(2)])
        .hand(ACTIVE, &[ally(3), ally(3), ally(5)]);
    assert_eq!(worth(&scene), base + 9);
    // E62: one more of the hand is affiliated before the points are counted.
    assert_eq!(worth(&end_game(scene.council(&others[..1]))), base + 12);
}

#[test]
fn location_sanctuary_is_worth_4_and_3_for_each_affiliated_jellyfish() {
    check_race(Location::Sanctuary, 4, Race::Jellyfish);
}

#[test]
fn location_sargasso_fields_is_worth_3_and_3_for_each_affiliated_seahorse() {
    check_race(Location::SargassoFields, 3, Race::Seahorse);
}

#[test]
fn location_oceanic_senate_assembly_is_worth_4_and_3_for_each_affiliated_squid() {
    check_race(Location::OceanicSenateAssembly, 4, Race::Squid);
}

#[test]
fn location_chasm_is_worth_5_and_3_for_each_affiliated_crab() {
    check_race(Location::Chasm, 5, Race::Crab);
}

#[test]
fn location_nest_of_giant_clams_is_worth_3_and_3_for_each_affiliated_shellfish() {
    check_race(Location::NestOfGiantClams, 3, Race::Shellfish);
}

#[test]
fn location_abyss_is_worth_2_for_each_guild() {
    assert_eq!(worth(&with(Location::Abyss)), 0);
    let scene = with(Location::Abyss).lords(ACTIVE, &[Lord::Traitor, Lord::Corruptor]);
    assert_eq!(worth(&scene), 2);
    let scene = scene.turned(ACTIVE, &[Lord::Keeper]).lords(LEFT, &[Lord::Jailer]);
    assert_eq!(worth(&scene), 4);
    let rest = [Lord::Slaver, Lord::Shaman, Lord::Tamer, Lord::Elder];
    assert_eq!(worth(&scene.location(ACTIVE, Location::BlackSmokers, &rest)), 12);
}

#[test]
fn location_city_of_mirrors_copies_the_best_opposing_location_with_own_cards() {
    let scene = with(Location::CityOfMirrors)
        .lords(ACTIVE, &[Lord::Keeper, Lord::Reaper])
        .affiliated(ACTIVE, &[Card::Crab1, Card::Crab2])
        .location(LEFT, Location::SargassoSilos, &[Lord::Miller])
        .location(THIRD, Location::Chasm, &[Lord::Sage])
        .affiliated(THIRD, &[Card::Crab3, Card::Crab3, Card::Crab3]);
    // The Silos would be 5 + 2 x 2, the Chasm is 5 + 3 x 2.
    assert_eq!(worth(&scene), 11);
    // The Locations copied are worth what they were to their owners.
    assert_eq!(scene.points(LEFT, "locations"), 7);
    assert_eq!(scene.points(THIRD, "locations"), 14);
}

#[test]
fn location_city_of_mirrors_does_not_copy_its_owners_locations() {
    let scene = with(Location::CityOfMirrors).location(ACTIVE, Location::Jail, &[Lord::Keeper]);
    assert_eq!(worth(&scene), 14);
}

#[test]
fn location_city_of_mirrors_is_worth_nothing_without_a_location_to_copy() {
    assert_eq!(worth(&with(Location::CityOfMirrors)), 0);
    let smokers = with(Location::CityOfMirrors).location(LEFT, Location::BlackSmokers, &[]);
    assert_eq!(worth(&smokers), 0);
}

#[test]
fn location_city_of_mirrors_copies_every_formula_with_own_cards() {
    let own = [Lord::Keeper, Lord::Landowner];
    let worths = [
        (Location::Depths, 12),
        (Location::ThroneRoom, 12),
        (Location::Jail, 13),
        (Location::ClosedTower, 3),
        (Location::LostTower, 3),
        (Location::ChamberOfAllies, 7),
        (Location::CoralBarrier, 19),
        (Location::Abyss, 2),
    ];
    for (location, expected) in worths {
        let scene = with(Location::CityOfMirrors)
            .lords(ACTIVE, &own)
            .affiliated(ACTIVE, &[Card::Squid4])
            .location(LEFT, location, &[Lord::Elder, Lord::Jailer]);
        assert_eq!(worth(&scene), expected, "{location:?}");
    }
}

#[test]
fn location_depths_is_worth_twice_the_fewest_points_of_a_lord() {
    assert_eq!(worth(&with(Location::Depths)), 0);
    let scene = with(Location::Depths).lords(ACTIVE, &[Lord::Landowner, Lord::Jailer]);
    assert_eq!(worth(&scene), 14);
    let scene = scene.turned(ACTIVE, &[Lord::Recruiter]).lords(LEFT, &[Lord::Elder]);
    assert_eq!(worth(&scene), 8);
    assert_eq!(worth(&scene.location(ACTIVE, Location::BlackSmokers, &[Lord::Elder])), 6);
}

#[test]
fn location_throne_room_is_worth_the_most_points_of_a_lord() {
    assert_eq!(worth(&with(Location::ThroneRoom)), 0);
    let scene = with(Location::ThroneRoom).lords(ACTIVE, &[Lord::Recruiter, Lord::Jailer]);
    assert_eq!(worth(&scene), 7);
    let scene = scene.turned(ACTIVE, &[Lord::Trader]).lords(LEFT, &[Lord::Landowner]);
    assert_eq!(worth(&scene), 9);
    assert_eq!(worth(&scene.location(ACTIVE, Location::BlackSmokers, &[Lord::Miller])), 10);
}

#[test]
fn location_jail_is_worth_15_less_1_for_each_lord() {
    assert_eq!(worth(&with(Location::Jail)), 15);
    let scene = with(Location::Jail).lords(ACTIVE, &[Lord::Recruiter, Lord::Jailer]);
    let scene = scene.turned(ACTIVE, &[Lord::Trader]).lords(LEFT, &[Lord::Landowner]);
    assert_eq!(worth(&scene), 12);
    assert_eq!(worth(&scene.location(ACTIVE, Location::BlackSmokers, &[Lord::Miller])), 11);
}

#[test]
fn location_closed_tower_is_worth_3_for_each_lord_with_a_key_printed() {
    assert_eq!(worth(&with(Location::ClosedTower)), 0);
    let scene = with(Location::ClosedTower)
        .lords(ACTIVE, &[Lord::Keeper, Lord::Miller])
        .key_tokens(ACTIVE, 2)
        .lords(LEFT, &[Lord::Reaper]);
    assert_eq!(worth(&scene), 3);
    let scene = scene.turned(ACTIVE, &[Lord::Recruiter, Lord::Assassin]);
    assert_eq!(worth(&scene), 6);
    // An Ambassador has three Keys and counts once.
    let under = [Lord::Sage, Lord::Shaman, Lord::Trader];
    assert_eq!(worth(&scene.location(ACTIVE, Location::BlackSmokers, &under)), 12);
}

#[test]
fn location_lost_tower_is_worth_3_for_each_lord_without_a_key_printed() {
    assert_eq!(worth(&with(Location::LostTower)), 0);
    let scene = with(Location::LostTower)
        .lords(ACTIVE, &[Lord::Keeper, Lord::Miller])
        .lords(LEFT, &[Lord::Landowner]);
    assert_eq!(worth(&scene), 3);
    // A turned Lord's Key is dead, but printed.
    let scene = scene.turned(ACTIVE, &[Lord::Recruiter, Lord::Assassin]);
    assert_eq!(worth(&scene), 6);
    let under = [Lord::Sage, Lord::Shaman, Lord::Trader];
    assert_eq!(worth(&scene.location(ACTIVE, Location::BlackSmokers, &under)), 9);
}

#[test]
fn location_chamber_of_allies_is_worth_3_and_the_lowest_affiliated_ally_of_each_race() {
    assert_eq!(worth(&with(Location::ChamberOfAllies)), 3);
    let scene = with(Location::ChamberOfAllies)
        .affiliated(
            ACTIVE,
            &[Card::Crab2, Card::Crab5, Card::Squid3, Card::Squid3, Card::Seahorse4],
        )
        .affiliated(LEFT, &[Card::Crab1, Card::Jellyfish5])
        .hand(ACTIVE, &[Card::Squid1, Card::Squid2, Card::Jellyfish5]);
    assert_eq!(worth(&scene), 3 + 2 + 3 + 4);
    // E62: the Squid of 1 is now the lowest one, and a Jellyfish comes with it.
    assert_eq!(worth(&end_game(scene.council(&[Card::Crab4]))), 3 + 2 + 1 + 4 + 5);
}

#[test]
fn location_coral_barrier_is_worth_20_less_1_for_each_affiliated_ally() {
    assert_eq!(worth(&with(Location::CoralBarrier)), 20);
    let scene = with(Location::CoralBarrier)
        .affiliated(ACTIVE, &[Card::Crab2, Card::Crab2, Card::Squid3])
        .affiliated(LEFT, &[Card::Crab1])
        .hand(ACTIVE, &[Card::Squid1, Card::Squid2, Card::Jellyfish5]);
    assert_eq!(worth(&scene), 17);
    // E62: the lowest Squid, the Jellyfish and the Crab of the last stack.
    assert_eq!(worth(&end_game(scene.council(&[Card::Crab4]))), 14);
}

// The Black Smokers.

const SEARCHED: [Location; 3] = [Location::Chasm, Location::Depths, Location::LostTower];

fn options(return_black_smokers: bool) -> Options {
    Options { return_black_smokers, kraken: false }
}

/// Seat 0 has three Keys, and the Black Smokers lie face up; the turn's action is done.
fn smokers_for_keys(options: Options, deck: &[Location]) -> Scene {
    let mut scene = Scene::with_options(2, options)
        .lords(ACTIVE, &[Lord::Keeper, Lord::Reaper])
        .key_tokens(ACTIVE, 1)
        .available(&[Location::BlackSmokers])
        .location_deck(deck)
        .council(&[Card::Crab1]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    scene
}

const TAKE_SMOKERS: Move = Move::TakeLocation { location: Location::BlackSmokers };
const TAKE_DEPTHS: Move = Move::TakeLocation { location: Location::Depths };

fn swapped(own: Location, other: Location) -> Event {
    Event::LocationSwapped { seat: ACTIVE, own, other }
}

fn next_turn() -> Event {
    Event::TurnStarted { seat: LEFT, extra: false }
}

/// Where the Black Smokers are once they were exchanged for the Depths.
fn check_fate(game: &Abyss) {
    let returned = game.options.return_black_smokers;
    let deck = game.board.location_deck.cards();
    assert_eq!(deck.has(Location::BlackSmokers), returned);
    assert_eq!(game.board.locations_out.has(Location::BlackSmokers), !returned);
    assert!(!game.board.available.has(Location::BlackSmokers));
    assert!(!deck.has(Location::Depths));
    assert!(deck.has(Location::Chasm) && deck.has(Location::LostTower));
    assert_eq!(deck.len(), 2 + usize::from(returned));
}

#[test]
fn location_black_smokers_may_be_exchanged_for_any_location_of_the_deck() {
    for returned in [false, true] {
        let mut scene = smokers_for_keys(options(returned), &SEARCHED);
        let told = scene.play(ACTIVE, TAKE_SMOKERS);
        let location = Location::BlackSmokers;
        let lords = [Lord::Keeper, Lord::Reaper].into_iter().collect();
        let paid = Event::LocationPaid { seat: ACTIVE, location, lords, keys: 1 };
        assert_eq!(told, [Event::LocationTaken { seat: ACTIVE, location }, paid]);
        assert_eq!(scene.game.decision, Decision::SearchLocation);
        let mut offered = SEARCHED.map(|location| Move::TakeLocation { location }).to_vec();
        offered.push(Move::Decline(YES));
        let mut listed = scene.moves(ACTIVE);
        listed.sort_by_key(|step| offered.iter().position(|other| other == step));
        assert_eq!(listed, offered);
        let location = Location::Jail;
        let absent = Move::TakeLocation { location };
        assert_eq!(scene.refused(ACTIVE, absent), ("NOT_IN_THE_DECK", "E46"));

        let told = scene.play(ACTIVE, TAKE_DEPTHS);
        assert_eq!(told, [swapped(Location::BlackSmokers, Location::Depths), next_turn()]);
        let player = scene.game.player(ACTIVE);
        assert_eq!(player.locations[..], [Location::Depths]);
        // The Lords move under the new Location.
        let under = |lord| OwnedLord { lord, place: LordPlace::Covered(Location::Depths) };
        assert_eq!(player.lords[..], [under(Lord::Keeper), under(Lord::Reaper)]);
        check_fate(&scene.game);
    }
}

#[test]
fn location_black_smokers_may_be_kept_and_are_worth_nothing() {
    let mut scene = smokers_for_keys(Options::default(), &SEARCHED);
    scene.play(ACTIVE, TAKE_SMOKERS);
    let told = scene.play(ACTIVE, Move::Decline(YES));
    assert_eq!(told, [Event::BlackSmokersKept { seat: ACTIVE }, next_turn()]);
    assert_eq!(scene.game.player(ACTIVE).locations[..], [Location::BlackSmokers]);
    assert_eq!(worth(&scene), 0);
    assert_eq!(scene.game.board.location_deck.len(), 3);
}

#[test]
fn location_black_smokers_offer_nothing_when_the_deck_is_empty() {
    let mut scene = smokers_for_keys(Options::default(), &[]);
    // The only Location there is was taken unasked.
    assert_eq!(scene.game.turn.active, LEFT);
    assert_eq!(scene.game.player(ACTIVE).locations[..], [Location::BlackSmokers]);
    assert_eq!(scene.refused(ACTIVE, TAKE_SMOKERS), ("NOT_YOUR_TURN", ""));
}

#[test]
fn location_black_smokers_show_the_whole_deck_to_their_new_owner_alone() {
    let mut scene = smokers_for_keys(Options::default(), &SEARCHED);
    scene.play(ACTIVE, TAKE_SMOKERS);
    let searched = |eyes| scene.game.seen_by(eyes).searched;
    let deck = SEARCHED.into_iter().collect();
    assert_eq!(searched(Eyes::Seat(ACTIVE)), Some(deck));
    assert_eq!(searched(Eyes::Seat(LEFT)), None);
    assert_eq!(searched(Eyes::Public), None);
}

#[test]
fn location_black_smokers_search_what_a_draw_has_left_in_the_deck() {
    let mut scene = Scene::new(2)
        .key_tokens(ACTIVE, 3)
        .available(&[Location::Jail])
        .location_deck(&[Location::BlackSmokers, Location::Chasm])
        .council(&[Card::Crab1]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    scene.play(ACTIVE, Move::DrawLocations { count: 2 });
    // The Chasm was drawn too and is available now: nothing is left to search.
    let told = scene.play(ACTIVE, TAKE_SMOKERS);
    assert_eq!(told.last(), Some(&next_turn()));
    let available: Vec<_> = scene.game.board.available.each().collect();
    let mut expected = [Location::Jail, Location::Chasm];
    expected.sort_by_key(|location| location.index());
    assert_eq!(available, expected);
}

#[test]
fn location_black_smokers_may_be_exchanged_when_the_illusionist_brings_them() {
    for returned in [false, true] {
        let pays = [Card::Jellyfish5, Card::Jellyfish4, Card::Jellyfish1];
        let mut scene = Scene::with_options(2, options(returned))
            .court(&[Lord::Illusionist, Lord::Miller, Lord::Landowner, Lord::Trader])
            .hand(ACTIVE, &pays)
            .location(ACTIVE, Location::Jail, &[Lord::Keeper, Lord::Reaper])
            .available(&[Location::BlackSmokers])
            .location_deck(&SEARCHED);
        scene.recruit(Lord::Illusionist, &pays, Card::Jellyfish1);
        let (own, other) = (Location::Jail, Location::BlackSmokers);
        let told = scene.play(ACTIVE, Move::SwapLocation { own, other });
        assert_eq!(told, [swapped(own, other)]);
        assert_eq!(scene.game.decision, Decision::SearchLocation);
        let told = scene.play(ACTIVE, TAKE_DEPTHS);
        assert_eq!(told, [swapped(other, Location::Depths), next_turn()]);
        let player = scene.game.player(ACTIVE);
        assert_eq!(player.locations[..], [Location::Depths]);
        let under = |lord| OwnedLord { lord, place: LordPlace::Covered(Location::Depths) };
        assert_eq!(player.lords[..2], [under(Lord::Keeper), under(Lord::Reaper)]);
        assert!(scene.game.board.available.has(Location::Jail));
        check_fate(&scene.game);
    }
}

#[test]
fn location_black_smokers_may_be_exchanged_when_an_ambassador_takes_them() {
    for returned in [false, true] {
        let pays = Race::ALL.iter().map(|&race| Card::ally(race, 2)).collect::<Vec<_>>();
        let mut scene = Scene::with_options(2, options(returned))
            .court(&[Lord::Sage, Lord::Miller, Lord::Landowner, Lord::Trader])
            .hand(ACTIVE, &pays)
            .location_deck(&[&SEARCHED[..], &[Location::BlackSmokers, Location::Jail]].concat());
        // Which two Locations the Sage draws is chance; the scene says which.
        scene.recruit(Lord::Sage, &pays, pays[0]);
        let drawn = [Location::BlackSmokers, Location::Jail];
        scene.game.board.location_deck =
            SEARCHED.into_iter().collect::<crate::cards::Locations>().into();
        scene.game.decision = Decision::KeepLocation {
            drawn: drawn.into_iter().collect(),
            ambassador: Some(Lord::Sage),
        };
        let told = scene.play(ACTIVE, TAKE_SMOKERS);
        let location = Location::BlackSmokers;
        let lords = [Lord::Sage].into_iter().collect();
        let paid = Event::LocationPaid { seat: ACTIVE, location, lords, keys: 0 };
        assert_eq!(told, [Event::LocationTaken { seat: ACTIVE, location }, paid]);
        let told = scene.play(ACTIVE, TAKE_DEPTHS);
        assert_eq!(told, [swapped(Location::BlackSmokers, Location::Depths), next_turn()]);
        let sage = OwnedLord { lord: Lord::Sage, place: LordPlace::Covered(Location::Depths) };
        assert_eq!(scene.game.player(ACTIVE).lords[..], [sage]);
        assert!(scene.game.board.available.has(Location::Jail));
        check_fate(&scene.game);
    }
}

#[test]
fn location_black_smokers_returned_to_the_deck_may_be_drawn_again() {
    let mut scene = smokers_for_keys(options(true), &[Location::Depths]);
    scene.play(ACTIVE, TAKE_SMOKERS);
    scene.play(ACTIVE, TAKE_DEPTHS);
    let deck: Vec<_> = scene.game.board.location_deck.cards().each().collect();
    assert_eq!(deck, [Location::BlackSmokers]);
    // Seat 1 has three Keys, too, and draws them from a deck that is empty then.
    let mut scene = scene.key_tokens(LEFT, 3).available(&[]).council(&[Card::Crab1]);
    let told = scene.play(LEFT, Move::TakeStack { race: Race::Crab });
    let location = Location::BlackSmokers;
    assert!(told.contains(&Event::LocationTaken { seat: LEFT, location }));
    assert_eq!(told.last(), Some(&Event::TurnStarted { seat: ACTIVE, extra: false }));
}

//! Loot: E84 to E92.

use super::super::scene::{ACTIVE, LEFT, Scene, YES, kinds};
use super::{has_kind, recruited, take};
use crate::cards::{Card, Location, Loot, Lord, Race, Token};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::moves::Move;

const SITE: Location = Location::Megalodon;
const STACK: Move = Move::TakeStack { race: Race::Crab };
const ON: Move = Move::ContinueSearch(YES);
const STOP: Move = Move::StopSearch(YES);

fn drawn(loot: Loot) -> Event {
    Event::LootDrawn { seat: ACTIVE, location: SITE, loot }
}

/// A player who takes a site with three Key tokens when a stack has been taken.
fn before(loot: &[Loot]) -> Scene {
    Scene::with_kraken(2)
        .council(&[Card::Crab1])
        .available(&[SITE])
        .location_deck(&[])
        .key_tokens(ACTIVE, 3)
        .loot_deck(loot)
}

/// Takes the site, with this Loot on top of the deck and more below; gives back what was told.
fn searched(scene: Scene, loot: Loot) -> (Scene, Vec<Event>) {
    let mut scene = scene.loot_deck(&[loot]);
    let told = scene.play(ACTIVE, STACK);
    (scene, told)
}

/// Searches on, with this Loot on top of the deck.
fn search_on(scene: &mut Scene, loot: Loot) -> Vec<Event> {
    scene.game.board.loot_deck = [loot, loot].into_iter().collect::<crate::cards::Loots>().into();
    scene.play(ACTIVE, ON)
}

#[test]
fn e84_the_first_loot_is_drawn_when_any_of_the_four_sites_comes_under_control() {
    for site in Location::SITES {
        let mut scene = before(&[Loot::Loot7; 2]).available(&[site]);
        let told = scene.play(ACTIVE, STACK);
        let expected = ["StackTaken", "LocationTaken", "LocationPaid", "LootDrawn"];
        assert_eq!(kinds(&told), expected, "{site:?}");
        assert_eq!(scene.game.decision, Decision::SearchLoot { site });
        scene.assert_open(ACTIVE, &[ON, STOP]);
        assert_eq!(scene.points(ACTIVE, "locations"), 7);
    }
}

#[test]
fn e85_stopping_keeps_everything() {
    let mut scene = before(&[Loot::Loot7; 2]);
    scene.play(ACTIVE, STACK);
    let told = scene.play(ACTIVE, STOP);
    assert_eq!(kinds(&told), ["SearchStopped", "TurnStarted"]);
    assert_eq!(scene.points(ACTIVE, "locations"), 7);
}

#[test]
fn e85_a_loot_of_a_value_already_there_ends_the_search_after_its_reward() {
    let mut scene = before(&[Loot::Loot3; 2]).token_pool(&[Token::Monster2]);
    scene.play(ACTIVE, STACK);
    search_on(&mut scene, Loot::Loot7);
    let told = search_on(&mut scene, Loot::Loot3);
    let expected = ["LootDrawn", "KeysGained", "LootDiscarded", "TurnStarted"];
    assert_eq!(kinds(&told), expected);
    assert_eq!(scene.game.player(ACTIVE).key_tokens, 2, "rewards stay");
    assert_eq!(scene.points(ACTIVE, "locations"), 7, "the other Loot stays");
    assert_eq!(scene.game.board.loot_out.count(Loot::Loot3), 2);
}

#[test]
fn e86_loot_6_brings_the_next_ally_of_the_deck_past_monsters_that_raise_the_threat() {
    let mut scene =
        before(&[]).deck(&[Card::Monster, Card::Monster]).discard(&[Card::Kraken4]).threat(6);
    scene = scene.loot_deck(&[Loot::Loot6]);
    let told = scene.play(ACTIVE, STACK);
    let rest: Vec<String> =
        kinds(&told).into_iter().skip_while(|kind| kind != "LootDrawn").collect();
    assert_eq!(rest[..3], ["LootDrawn", "MonsterMet", "MonsterMet"]);
    assert!(told.contains(&Event::MonsterMet { seat: ACTIVE, threat: 6 }), "6 is the last square");
    // The discard with the Monsters just met is the new deck, and a Kraken is an Ally.
    assert!(told.contains(&Event::DeckReshuffled { cards: 3 }));
    assert!(told.contains(&Event::AllyFound { seat: ACTIVE, card: Card::Kraken4 }));
    assert!(scene.hand_of(ACTIVE).contains(&Card::Kraken4));
}

#[test]
fn e86_the_threat_moves_a_square_for_each_monster() {
    let mut scene =
        before(&[Loot::Loot6]).deck(&[Card::Monster]).discard(&[Card::Squid1]).threat(2);
    let told = scene.play(ACTIVE, STACK);
    assert!(told.contains(&Event::MonsterMet { seat: ACTIVE, threat: 3 }));
    assert!(has_kind(&told, "AllyFound"));
}

#[test]
fn e86_g19_without_any_ally_in_deck_and_discard_nothing_is_drawn() {
    let mut scene =
        before(&[Loot::Loot6]).deck(&[Card::Monster]).discard(&[Card::Monster]).threat(2);
    let told = scene.play(ACTIVE, STACK);
    assert!(!has_kind(&told, "MonsterMet") && !has_kind(&told, "AllyFound"));
    assert_eq!((scene.game.board.deck.len(), scene.game.board.threat), (1, 1));
}

#[test]
fn e87_loot_4_is_one_gain_of_two_pearls_and_loot_5_a_monster_token_if_there_is_one() {
    let (scene, told) = searched(before(&[]).lords(LEFT, &[Lord::Highwayman]), Loot::Loot4);
    let gained = Event::PearlsGained { seat: ACTIVE, pearls: 2, source: Source::Loot };
    let skimmed = Event::PearlSkimmed { seat: LEFT, from: ACTIVE, pearls: 1 };
    let at = told.iter().position(|event| *event == drawn(Loot::Loot4)).unwrap();
    assert_eq!(told[at + 1..at + 3], [gained, skimmed]);
    assert_eq!((scene.pearls_of(ACTIVE), scene.pearls_of(LEFT)), (2, 2));
    let (scene, _) = searched(before(&[]).token_pool(&[Token::Monster4]), Loot::Loot5);
    assert_eq!(scene.points(ACTIVE, "monsters"), 4);
    let (_, told) = searched(before(&[]).token_pool(&[]), Loot::Loot5);
    assert!(!has_kind(&told, "TokensDrawn"));
    let (_, told) = searched(before(&[]), Loot::Loot7);
    assert_eq!(told[told.len() - 2..], [drawn(Loot::Loot7), super::next_turn()]);
}

#[test]
fn e88_a_third_key_out_of_loot_leads_to_another_control_after_the_search() {
    let mut scene =
        before(&[Loot::Loot3; 2]).key_tokens(ACTIVE, 5).available(&[SITE, Location::Jail]);
    scene.play_all(ACTIVE, &[STACK, take(SITE)]);
    assert_eq!(scene.game.decision, Decision::SearchLoot { site: SITE });
    let told = scene.play(ACTIVE, STOP);
    assert_eq!(kinds(&told), ["SearchStopped", "LocationTaken", "LocationPaid", "TurnStarted"]);
    assert_eq!(scene.game.player(ACTIVE).locations[..], [SITE, Location::Jail]);
}

#[test]
fn e89_a_search_also_follows_the_illusionist_the_black_smokers_and_an_ambassador() {
    let scene = Scene::with_kraken(2).available(&[SITE]).location(ACTIVE, Location::Jail, &[]);
    let (mut scene, _) = recruited(scene, Lord::Illusionist);
    let told = scene.play(ACTIVE, Move::SwapLocation { own: Location::Jail, other: SITE });
    assert_eq!(kinds(&told)[..2], ["LocationSwapped", "LootDrawn"]);

    let mut scene = before(&[Loot::Loot7; 2]).available(&[Location::BlackSmokers]);
    scene = scene.location_deck(&[SITE]);
    scene.play_all(ACTIVE, &[STACK, take(Location::BlackSmokers)]);
    let told = scene.play(ACTIVE, take(SITE));
    assert_eq!(kinds(&told)[..2], ["LocationSwapped", "LootDrawn"]);

    let scene = Scene::with_kraken(2).location_deck(&[SITE]).loot_deck(&[Loot::Loot7; 2]);
    let (scene, told) = recruited(scene, Lord::Hermit);
    assert!(told.contains(&drawn(Loot::Loot7)));
    assert_eq!(scene.game.decision, Decision::SearchLoot { site: SITE });
}

#[test]
fn e89_loot_stays_on_a_site_that_is_swapped_away_for_whoever_takes_it_next() {
    let mut scene = before(&[Loot::Loot7; 2]);
    scene.game.board.site_loot[SITE.site().unwrap()].add(Loot::Loot6);
    let told = scene.play(ACTIVE, STACK);
    assert!(!has_kind(&told, "LootDrawn"), "no first draw is forced");
    scene.assert_open(ACTIVE, &[ON, STOP]);
    scene.play(ACTIVE, STOP);
    assert_eq!(scene.points(ACTIVE, "locations"), 6);

    let mut scene = Scene::with_kraken(2).available(&[Location::Jail]).location(ACTIVE, SITE, &[]);
    scene.game.board.site_loot[SITE.site().unwrap()].add(Loot::Loot6);
    let (mut scene, _) = recruited(scene, Lord::Illusionist);
    scene.play(ACTIVE, Move::SwapLocation { own: SITE, other: Location::Jail });
    assert_eq!(scene.game.loot_on(SITE).collect::<Vec<_>>(), [Loot::Loot6]);
}

#[test]
fn e90_g19_the_search_stops_when_the_loot_deck_is_exhausted() {
    let mut scene = before(&[]);
    let told = scene.play(ACTIVE, STACK);
    assert_eq!(kinds(&told)[1..], ["LocationTaken", "LocationPaid", "TurnStarted"]);
    let mut scene = before(&[Loot::Loot7]);
    scene.game.board.loot_out.add(Loot::Loot7);
    scene.play(ACTIVE, STACK);
    assert!(scene.is_asked(LEFT), "what was discarded does not come back");
    assert_eq!(scene.game.board.loot_out.len(), 1);
}

#[test]
fn e91_kept_loot_counts_as_points_of_its_location() {
    let mut scene = Scene::with_kraken(2).location(ACTIVE, SITE, &[]);
    scene = scene.location(ACTIVE, Location::Battlefield, &[]);
    assert_eq!(scene.points(ACTIVE, "locations"), 0);
    scene.game.board.site_loot[SITE.site().unwrap()] =
        [Loot::Loot3, Loot::Loot6].into_iter().collect();
    scene.game.board.site_loot[Location::Battlefield.site().unwrap()].add(Loot::Loot5);
    assert_eq!(scene.points(ACTIVE, "locations"), 3 + 6 + 5);
}

#[test]
fn e92_key_tokens_out_of_loot_have_no_limit() {
    let (scene, _) = searched(before(&[]).key_tokens(LEFT, 10), Loot::Loot3);
    assert_eq!(scene.game.player(ACTIVE).key_tokens, 1);
}

//! What a view shows and hides: section H, a test for each row of its table.

use arrayvec::ArrayVec;
use gueridon_game::{Eyes, Game, Seat, Seats};

use super::scene::{ACTIVE, LEFT, Scene, YES};
use crate::cards::Cards;
use crate::cards::{Card, Location, Lord, Race, Token};
use crate::event::Source;
use crate::moves::Move;
use crate::view::{Place, View};
use crate::{Event, Options};

const THIRD: Seat = Seat(2);
/// Everybody but the all-seeing, at a table of three.
const ALL: [Eyes; 4] = [Eyes::Seat(ACTIVE), Eyes::Seat(LEFT), Eyes::Seat(THIRD), Eyes::Public];

/// What each pair of eyes sees of something.
fn seen<T>(scene: &Scene, what: impl Fn(&View) -> T) -> Vec<T> {
    ALL.iter().map(|&eyes| what(&scene.game.view(eyes))).collect()
}

/// Checks that all eyes see the same of something, and that it is this.
fn all_see<T: PartialEq + std::fmt::Debug + Clone>(
    scene: &Scene,
    what: impl Fn(&View) -> T,
    this: T,
) {
    assert_eq!(seen(scene, what), vec![this; ALL.len()]);
}

fn cards(cards: &[Card]) -> Cards {
    cards.iter().copied().collect()
}

#[test]
fn h_exploration_deck_all_know_its_size_and_nobody_more() {
    let scene = Scene::new(3).deck(&[Card::Crab1, Card::Squid2]);
    all_see(&scene, |view| (view.deck_size, view.deck), (2, None));
}

#[test]
fn h_exploration_track_all_see_it() {
    let mut scene = Scene::new(3).deck(&[Card::Squid2]);
    scene.play(ACTIVE, Move::Explore(YES));
    all_see(&scene, |view| view.track.to_vec(), vec![Card::Squid2]);
}

#[test]
fn h_council_all_know_the_sizes_and_nobody_the_contents() {
    let scene = Scene::new(3).council(&[Card::Squid2, Card::Squid3, Card::Crab1]);
    let stack = |view: &View, race| {
        let found = view.council.iter().find(|stack| stack.race == race).unwrap();
        (found.size, found.cards)
    };
    all_see(&scene, |view| stack(view, Race::Squid), (2, None));
    all_see(&scene, |view| stack(view, Race::Seahorse), (0, None));
}

#[test]
fn h_exploration_discard_all_know_its_size_and_nobody_looks_through_it() {
    let scene = Scene::new(3).discard(&[Card::Squid2, Card::Monster]);
    all_see(&scene, |view| (view.discard_size, view.discard), (2, None));
}

#[test]
fn h_exploration_discard_cards_are_shown_when_discarded() {
    let mut scene = Scene::new(3).hand(ACTIVE, &[Card::Crab1; 7]).lords(LEFT, &[Lord::Commander]);
    scene = scene.council(&[Card::Squid1]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Squid });
    let discard = Move::Discard { ally: Card::Crab1 };
    let log = scene.play_logged(ACTIVE, discard);
    let choice = |ally| Event::DiscardChosen { seat: ACTIVE, ally };
    let told = |eyes| log.glimpsed(eyes).cloned().collect::<Vec<_>>();
    assert_eq!(told(Eyes::Public), [choice(None)], "not before the choice is complete");
    assert_eq!(told(Eyes::Seat(ACTIVE)), [choice(Some(Card::Crab1))]);
    let chosen = |view: &View| view.players[0].chosen;
    let choosing = Some(cards(&[Card::Crab1]));
    assert_eq!(seen(&scene, chosen), [choosing, None, None, None]);
    let log = scene.play_logged(ACTIVE, discard);
    let source = Source::Lord(Lord::Commander);
    let shown = Event::CardsDiscarded { seat: ACTIVE, cards: cards(&[Card::Crab1; 2]), source };
    assert!(ALL.iter().all(|&eyes| log.glimpsed(eyes).any(|event| *event == shown)));
}

#[test]
fn h_exploration_discard_spent_allies_are_shown_and_the_oracle_tells_a_number_only() {
    let mut scene = Scene::new(3)
        .court(&[Lord::Shepherd])
        .hand(ACTIVE, &[Card::Seahorse5])
        .pearls(ACTIVE, 9)
        .lords(ACTIVE, &[Lord::Oracle])
        .council(&[Card::Squid2, Card::Squid3]);
    let log = scene.play_logged(ACTIVE, Move::DiscardStack { race: Race::Squid });
    let told = Event::StackDiscarded { seat: ACTIVE, race: Race::Squid, count: 2 };
    for eyes in ALL {
        assert_eq!(log.glimpsed(eyes).collect::<Vec<_>>(), [&told]);
    }
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Shepherd });
    scene.play(ACTIVE, Move::Spend { ally: Card::Seahorse5 });
    all_see(&scene, |view| view.payment, cards(&[Card::Seahorse5]));
}

#[test]
fn h_hand_its_owner_sees_the_cards_and_the_others_how_many() {
    let scene = Scene::new(3).hand(LEFT, &[Card::Crab1, Card::Squid5]);
    all_see(&scene, |view| view.players[1].hand_size, 2);
    let own = Some(cards(&[Card::Crab1, Card::Squid5]));
    assert_eq!(seen(&scene, |view| view.players[1].hand), [None, own, None, None]);
}

#[test]
fn h_affiliated_allies_all_see_them() {
    let scene = Scene::new(3).affiliated(LEFT, &[Card::Squid5]);
    all_see(&scene, |view| view.players[1].affiliated, cards(&[Card::Squid5]));
}

#[test]
fn h_lord_deck_all_know_its_size_and_no_order_is_kept_anywhere() {
    let scene = Scene::new(3).lord_deck(&[Lord::Sage, Lord::Elder]);
    all_see(&scene, |view| view.lord_deck_size, 2);
    let text = serde_json::to_string(&scene.game.view(Eyes::Seat(ACTIVE))).unwrap();
    assert!(!text.contains("sage") && !text.contains("elder"));
}

#[test]
fn h_court_lords_in_play_and_lords_out_of_the_game_all_see_them() {
    let mut scene = Scene::new(3)
        .court(&[Lord::Sage])
        .lords(LEFT, &[Lord::Miller])
        .turned(LEFT, &[Lord::Keeper])
        .location(LEFT, Location::Jail, &[Lord::Reaper]);
    scene.game.board.lords_out.add(Lord::Elder);
    all_see(&scene, |view| view.court.to_vec(), vec![Lord::Sage]);
    all_see(&scene, |view| view.lords_out.each().collect::<Vec<_>>(), vec![Lord::Elder]);
    let placed = |view: &View| {
        let lords = view.players[1].lords.iter();
        lords.map(|owned| (owned.lord, owned.place, owned.location)).collect::<Vec<_>>()
    };
    all_see(
        &scene,
        placed,
        vec![
            (Lord::Miller, Place::Free, None),
            (Lord::Keeper, Place::Turned, None),
            (Lord::Reaper, Place::Covered, Some(Location::Jail)),
        ],
    );
}

#[test]
fn h_location_deck_all_know_its_size_and_only_black_smokers_look_inside() {
    let mut scene = Scene::new(3)
        .council(&[Card::Crab1])
        .key_tokens(ACTIVE, 3)
        .available(&[Location::BlackSmokers, Location::Jail])
        .location_deck(&[Location::Chasm, Location::Abyss]);
    let searched = |view: &View| view.searched.map(|deck| deck.each().collect::<Vec<_>>());
    all_see(&scene, |view| (view.location_deck_size, searched(view)), (2, None));
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    scene.play(ACTIVE, Move::TakeLocation { location: Location::BlackSmokers });
    let mut whole = vec![Location::Chasm, Location::Abyss];
    whole.sort_unstable();
    assert_eq!(seen(&scene, searched), [Some(whole), None, None, None]);
    scene.play(ACTIVE, Move::Decline(YES));
    all_see(&scene, searched, None);
}

#[test]
fn h_drawn_locations_all_see_them() {
    let mut scene = Scene::new(3)
        .council(&[Card::Crab1])
        .key_tokens(ACTIVE, 3)
        .location_deck(&[Location::Chasm, Location::Abyss]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    let log = scene.play_logged(ACTIVE, Move::DrawLocations { count: 2 });
    let [Event::LocationsDrawn { locations, .. }] =
        &log.glimpsed(Eyes::All).collect::<Vec<_>>()[..]
    else {
        panic!("{log:?}")
    };
    let told = Event::LocationsDrawn { seat: ACTIVE, locations: locations.clone() };
    assert!(ALL.iter().all(|&eyes| log.glimpsed(eyes).any(|event| *event == told)));
    all_see(&scene, |view| view.drawn.to_vec(), locations.to_vec());
}

#[test]
fn h_available_and_controlled_locations_all_see_them() {
    let scene = Scene::new(3).available(&[Location::Jail]).location(LEFT, Location::Chasm, &[]);
    all_see(&scene, |view| view.locations.each().collect::<Vec<_>>(), vec![Location::Jail]);
    all_see(&scene, |view| view.players[1].locations.to_vec(), vec![Location::Chasm]);
}

#[test]
fn h_monster_pool_all_know_its_size_and_nobody_the_values() {
    let scene = Scene::new(3).token_pool(&[Token::Monster4, Token::Monster2]);
    all_see(&scene, |view| (view.monster_tokens_left, view.token_pool), (2, None));
}

fn tokens_of(seat: Seat) -> impl Fn(&View) -> Vec<Option<Token>> {
    move |view| view.players[seat.index()].monster_tokens.iter().map(|found| found.token).collect()
}

#[test]
fn h_monster_tokens_their_owner_sees_the_values_and_the_others_how_many() {
    let scene = Scene::new(3).tokens(LEFT, &[Token::Monster4, Token::Monster2]);
    let values = vec![Some(Token::Monster4), Some(Token::Monster2)];
    let backs = vec![None; 2];
    let expected = [backs.clone(), values, backs.clone(), backs];
    assert_eq!(seen(&scene, tokens_of(LEFT)), expected);
}

#[test]
fn h_monster_tokens_are_drawn_in_secret() {
    let mut scene = Scene::new(3).deck(&[Card::Monster]).token_pool(&[Token::Monster4]);
    scene.play_all(ACTIVE, &[Move::Explore(YES), Move::Fight(YES)]);
    let log = scene.play_logged(ACTIVE, Move::TakeReward { keys: 0, pearls: 0, monsters: 1 });
    let told = |tokens| Event::TokensDrawn { seat: ACTIVE, count: 1, tokens };
    let first = |eyes| log.glimpsed(eyes).next().cloned().unwrap();
    let drawn: ArrayVec<Token, 2> = [Token::Monster4].into_iter().collect();
    assert_eq!(first(Eyes::Seat(ACTIVE)), told(Some(drawn)));
    assert_eq!(first(Eyes::Seat(LEFT)), told(None));
    assert_eq!(first(Eyes::Public), told(None));
}

#[test]
fn h_monster_tokens_thief_and_victim_know_a_stolen_one() {
    let hunter = [Card::Crab5, Card::Squid3];
    let mut scene = Scene::new(3).court(&[Lord::Hunter]).hand(ACTIVE, &hunter);
    scene = scene.tokens(LEFT, &[Token::Monster4]).tokens(THIRD, &[Token::Monster2]);
    scene.recruit(Lord::Hunter, &hunter, Card::Squid3);
    let log = scene.play_logged(ACTIVE, Move::Rob { seat: LEFT });
    let told = |token| Event::TokenStolen { seat: ACTIVE, from: LEFT, token };
    let first = |eyes| log.glimpsed(eyes).next().cloned().unwrap();
    let known = told(Some(Token::Monster4));
    assert_eq!(ALL.map(first), [known.clone(), known, told(None), told(None)]);
    let value = vec![Some(Token::Monster4)];
    let back = vec![None];
    assert_eq!(seen(&scene, tokens_of(ACTIVE)), [value.clone(), value, back.clone(), back]);
}

#[test]
fn h_monster_tokens_are_counted_for_all_to_see_at_the_end() {
    let mut scene = Scene::new(2).council(&[Card::Crab1]).tokens(ACTIVE, &[Token::Monster4]);
    scene.game.ending = Some(LEFT);
    let monsters = |scene: &Scene, eyes| scene.game.score(eyes).seats[0].lines[3].points;
    assert_eq!(monsters(&scene, Eyes::Public), 0);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(monsters(&scene, Eyes::Public), 4);
    assert_eq!(monsters(&scene, Eyes::Seat(LEFT)), 4);
    let shown =
        [Eyes::Public, Eyes::Seat(LEFT)].map(|eyes| tokens_of(ACTIVE)(&scene.game.view(eyes)));
    assert_eq!(shown, [[Some(Token::Monster4)]; 2]);
}

#[test]
fn h_pearls_and_keys_all_see_them() {
    let scene = Scene::new(3).pearls(LEFT, 7).key_tokens(LEFT, 1).lords(LEFT, &[Lord::Keeper]);
    let side = |view: &View| {
        let side = &view.players[1];
        (side.pearls, u32::from(side.key_tokens), u32::from(side.keys))
    };
    all_see(&scene, side, (7, 1, 2));
}

#[test]
fn h_threat_price_and_buyers_all_see_them() {
    let mut scene = Scene::new(3).deck(&[Card::Crab1; 2]).threat(4).pearls(THIRD, 2);
    scene.play(ACTIVE, Move::Explore(YES));
    scene.play(LEFT, Move::Buy(YES));
    all_see(&scene, |view| (view.threat, view.price, view.buyers), (4, 2, Seats::just(LEFT)));
}

#[test]
fn h_provisional_scores_all_but_the_values_of_monster_tokens() {
    let scene = Scene::new(3)
        .tokens(LEFT, &[Token::Monster4, Token::Monster3])
        .lords(LEFT, &[Lord::Keeper])
        .affiliated(LEFT, &[Card::Squid5])
        .location(LEFT, Location::Jail, &[]);
    let points = |eyes| scene.game.score(eyes).seats[1].points;
    let without = 6 + 5 + 14;
    assert_eq!(ALL.map(points), [without, without + 7, without, without]);
}

#[test]
fn h_all_see_who_is_asked_what_and_the_options() {
    let mut scene = Scene::with_options(3, Options { return_black_smokers: true, kraken: false });
    scene = scene.deck(&[Card::Crab1]);
    scene.play(ACTIVE, Move::Explore(YES));
    all_see(&scene, |view| (view.active, view.to_act), (ACTIVE, Seats::just(LEFT)));
    all_see(&scene, |view| view.options.return_black_smokers, true);
}

//! What cannot be done is refused with a code and the rule behind it, and changes nothing.
//!
//! [`Scene::refused`] compares the game before and after.

use std::collections::BTreeSet;

use gueridon_game::{Dice, Game, Language, Log, Refusal, Seat, Seed, Utterance};

use super::scene::{ACTIVE, LEFT, Scene, YES};
use crate::board::Post;
use crate::cards::{Card, Location, Lord, REFUSALS, Race, Token};
use crate::decision::Decision;
use crate::moves::Move;
use crate::state::Abyss;
use crate::{Event, Options};

const EXPLORE: Move = Move::Explore(YES);
const STACK: Move = Move::TakeStack { race: Race::Crab };
const DECLINE: Move = Move::Decline(YES);
const FAR: Seat = Seat(200);

/// A table of three, at the beginning of a turn, with a little of everything.
fn table() -> Scene {
    Scene::new(3)
        .court(&[Lord::Shepherd, Lord::Miller, Lord::Landowner, Lord::Keeper])
        .council(&[Card::Crab1, Card::Crab2])
        .available(&[Location::Jail, Location::Depths])
        .location_deck(&[Location::Chasm, Location::Abyss])
        .hand(ACTIVE, &[Card::Seahorse5, Card::Seahorse3, Card::Seahorse1])
}

/// The table after `lord` was recruited.
fn recruited(scene: Scene, lord: Lord, allies: &[Card]) -> Scene {
    let mut scene = scene.court(&[lord]).hand(ACTIVE, allies);
    scene.recruit(lord, allies, *allies.last().unwrap());
    scene
}

fn after(mut scene: Scene, steps: &[Move]) -> Scene {
    scene.play_all(ACTIVE, steps);
    scene
}

fn keys(tokens: u16) -> Scene {
    after(table().key_tokens(ACTIVE, tokens).lords(ACTIVE, &[Lord::Reaper]), &[STACK])
}

fn take(location: Location) -> Move {
    Move::TakeLocation { location }
}

fn schemer() -> Scene {
    let scene = table().lords(ACTIVE, &[Lord::Peddler]).location(
        ACTIVE,
        Location::Dockworks,
        &[Lord::Trader],
    );
    recruited(scene, Lord::Schemer, &[Card::Squid5, Card::Crab2, Card::Jellyfish1])
}

fn assassin() -> Scene {
    let scene = table()
        .lords(LEFT, &[Lord::Peddler, Lord::Trader])
        .turned(LEFT, &[Lord::Diplomat])
        .lords(Seat(2), &[Lord::Shaman]);
    recruited(scene, Lord::Assassin, &[Card::Crab5, Card::Crab4, Card::Crab1])
}

fn hunter() -> Scene {
    let scene = Scene::new(4).tokens(LEFT, &[Token::Monster2]).tokens(Seat(2), &[Token::Monster2]);
    recruited(scene, Lord::Hunter, &[Card::Crab5, Card::Squid3])
}

fn illusionist() -> Scene {
    let scene = table().location(ACTIVE, Location::Dockworks, &[]);
    recruited(scene, Lord::Illusionist, &[Card::Jellyfish5, Card::Jellyfish4, Card::Jellyfish1])
}

fn power(lord: Lord) -> Scene {
    table().lords(ACTIVE, &[lord])
}

/// A position, a step of the active player in it, and the code and the rule it is refused with.
type Case = (Scene, Move, (&'static str, &'static str));

fn cases() -> Vec<Case> {
    [cases_of_base(), cases_of_kraken()].into_iter().flatten().collect()
}

fn cases_of_kraken() -> Vec<Case> {
    let kraken = || Scene::with_kraken(3);
    let hand = [Card::Seahorse5, Card::Crab1];
    let paying = after(
        kraken().court(&[Lord::Reaper]).hand(ACTIVE, &hand).nebulis(ACTIVE, 1).figure(ACTIVE),
        &[Move::Recruit { lord: Lord::Reaper }, Move::Spend { ally: hand[0] }],
    );
    let paying = after(paying, &[Move::Spend { ally: hand[1] }]);
    let reserved =
        kraken().council(&[Card::Crab1]).sentinel(LEFT, Lord::Vigil, Post::Stack(Race::Crab));
    let waiting = || kraken().sentinel(ACTIVE, Lord::Vigil, Post::Waiting).court(&[Lord::Miller]);
    let taken = waiting().sentinel(LEFT, Lord::Lookout, Post::Stack(Race::Squid));
    let on_stack = |sentinel| Move::ReserveStack { sentinel, race: Race::Crab };
    let sentinel = Lord::Vigil;
    let smugglers = [Card::Crab5, Card::Crab2];
    let healer = [Card::Jellyfish5, Card::Jellyfish2];
    let liberator = [Card::Squid5, Card::Crab4];
    let tied = recruited(kraken().nebulis(ACTIVE, 2).figure(ACTIVE), Lord::Fence, &smugglers);
    let fence = recruited(kraken().nebulis(ACTIVE, 1).figure(ACTIVE), Lord::Fence, &smugglers);
    let healing = recruited(kraken().discard(&[Card::Squid1]), Lord::Healer, &healer);
    let jail = Location::Jail;
    let freeing = kraken().location(ACTIVE, jail, &[Lord::Keeper, Lord::Trader]);
    let freeing = recruited(freeing, Lord::Liberator, &liberator);
    vec![
        (paying, Move::PayWithNebulis { count: 2 }, ("BAD_NEBULIS", "E71")),
        (kraken().lords(ACTIVE, &[Lord::Ferryman]), Move::SwapNebulis(YES), ("NO_NEBULIS", "D.1")),
        (reserved, STACK, ("RESERVED", "E80")),
        (kraken(), on_stack(sentinel), ("NO_SENTINEL", "E79")),
        (taken, on_stack(sentinel), ("ZONE_TAKEN", "E78")),
        (waiting(), Move::ReserveLord { sentinel, lord: Lord::Sage }, ("NOT_AT_COURT", "E78")),
        (
            waiting().available(&[]),
            Move::ReserveLocation { sentinel, location: jail },
            ("NOT_AVAILABLE", "E78"),
        ),
        (tied, Move::ChooseHolder { seat: ACTIVE }, ("NOT_TIED", "E74")),
        (fence, Move::GiveNebulis { seat: FAR }, ("NO_RECEIVER", "D.1")),
        (healing, Move::TakeDiscarded { ally: Card::Monster }, ("NOT_IN_THE_DISCARD", "D.1")),
        (freeing, Move::FreeLord { lord: Lord::Sage }, ("NOT_COVERED", "D.1")),
    ]
}

fn cases_of_base() -> Vec<Case> {
    let recruit = |lord| Move::Recruit { lord };
    let spend = |ally| Move::Spend { ally };
    let sell = |ally| Move::SellAlly { ally };
    let give_up = |lord| Move::GiveUp { lord };
    let keep = |ally| Move::Affiliate { ally };
    let turn = |seat, lord| Move::TurnLord { seat, lord };
    let swap = |own, other| Move::SwapLocation { own, other };
    let draw = |count| Move::DrawLocations { count };
    let paying = || after(table(), &[recruit(Lord::Shepherd)]);
    let fought = || after(table().deck(&[Card::Monster]), &[EXPLORE, Move::Fight(YES)]);
    let reward = Move::TakeReward { keys: 2, pearls: 0, monsters: 0 };
    let tie =
        [recruit(Lord::Keeper), spend(Card::Seahorse2), spend(Card::Crab2), spend(Card::Squid3)];
    let affiliating = || {
        let hand = [Card::Seahorse2, Card::Crab2, Card::Squid3];
        after(table().hand(ACTIVE, &hand), &[&tie[..], &[Move::Pay(YES)]].concat())
    };
    let used = after(power(Lord::Slaver), &[sell(Card::Seahorse1)]);
    let smokers = after(
        table().key_tokens(ACTIVE, 3).available(&[Location::BlackSmokers, Location::Jail]),
        &[STACK, take(Location::BlackSmokers)],
    );
    let chasm = Location::Chasm;
    let dockworks = Location::Dockworks;
    let no_deck = after(table().key_tokens(ACTIVE, 3).location_deck(&[]), &[STACK]);
    let full = table().court(&[Lord::Sage, Lord::Elder]);
    vec![
        (table(), Move::Pay(YES), ("NOT_NOW", "E3")),
        (table(), DECLINE, ("NOT_NOW", "E3")),
        (table(), Move::EndTurn(YES), ("NOT_NOW", "E3")),
        (paying(), sell(Card::Seahorse1), ("NOT_NOW", "E6")),
        (table().pearls(ACTIVE, 0), Move::Plot(YES), ("NO_PEARL", "E4")),
        (full, Move::Plot(YES), ("COURT_FULL", "E4")),
        (table().lord_deck(&[]), Move::Plot(YES), ("NO_LORDS_LEFT", "E4")),
        (table(), Move::TakeStack { race: Race::Squid }, ("EMPTY_STACK", "E23")),
        (table(), recruit(Lord::Sage), ("NOT_AT_COURT", "E3")),
        (table(), recruit(Lord::Miller), ("CANNOT_PAY", "E25")),
        (paying(), spend(Card::Crab1), ("NOT_IN_HAND", "E25")),
        (paying(), spend(Card::Monster), ("NOT_IN_HAND", "E25")),
        (paying(), spend(Card::Seahorse1), ("DEAD_END", "E25")),
        (paying(), Move::Pay(YES), ("NOT_PAID", "E25")),
        (affiliating(), keep(Card::Squid3), ("NOT_THE_LOWEST", "E29")),
        (affiliating(), keep(Card::Jellyfish1), ("NOT_SPENT", "E29")),
        (fought(), reward, ("NO_SUCH_REWARD", "E16")),
        (table(), sell(Card::Seahorse1), ("NO_POWER", "E6")),
        (used, sell(Card::Seahorse3), ("POWER_USED", "E6")),
        (power(Lord::Slaver), sell(Card::Crab1), ("NOT_IN_HAND", "A.1")),
        (power(Lord::Oracle), Move::DiscardStack { race: Race::Squid }, ("EMPTY_STACK", "A.1")),
        (power(Lord::Opportunist), Move::ReplaceLord { lord: Lord::Sage }, ("NOT_AT_COURT", "A.1")),
        (
            power(Lord::Opportunist).lord_deck(&[]),
            Move::ReplaceLord { lord: Lord::Miller },
            ("NO_LORDS_LEFT", "A.1"),
        ),
        (schemer(), give_up(Lord::Schemer), ("ITSELF", "A.1")),
        (schemer(), give_up(Lord::Trader), ("NOT_FREE", "E43")),
        (schemer(), give_up(Lord::Sage), ("NOT_FREE", "E43")),
        (assassin(), turn(Seat(2), Lord::Shaman), ("PROTECTED", "A.1")),
        (assassin(), turn(ACTIVE, Lord::Assassin), ("PROTECTED", "A.1")),
        (assassin(), turn(FAR, Lord::Peddler), ("PROTECTED", "A.1")),
        (assassin(), turn(LEFT, Lord::Diplomat), ("NOT_FREE", "E47")),
        (hunter(), Move::Rob { seat: ACTIVE }, ("NOTHING_TO_STEAL", "A.1")),
        (hunter(), Move::Rob { seat: Seat(3) }, ("NOTHING_TO_STEAL", "A.1")),
        (hunter(), Move::Rob { seat: FAR }, ("NOTHING_TO_STEAL", "A.1")),
        (illusionist(), swap(Location::Jail, Location::Depths), ("NOT_YOUR_LOCATION", "A.1")),
        (keys(3), take(chasm), ("NOT_AVAILABLE", "E39")),
        (illusionist(), swap(dockworks, chasm), ("NOT_AVAILABLE", "E39")),
        (keys(3), draw(3), ("TOO_MANY_DRAWN", "E40")),
        (keys(3), draw(0), ("TOO_MANY_DRAWN", "E40")),
        (no_deck, draw(1), ("NO_LOCATIONS_LEFT", "E40")),
        (after(keys(3), &[draw(2)]), take(Location::Jail), ("NOT_DRAWN", "E39")),
        (
            after(keys(3), &[take(Location::Jail)]),
            Move::UseLord { lord: Lord::Sage },
            ("NO_KEY", "E38"),
        ),
        (smokers, take(Location::Jail), ("NOT_IN_THE_DECK", "E46")),
    ]
}

#[test]
fn every_step_that_is_not_open_is_refused_with_code_and_rule() {
    for (mut scene, step, expected) in cases() {
        assert_eq!(scene.refused(ACTIVE, step), expected, "{step:?}");
    }
}

#[test]
fn a_key_token_that_is_not_there_cannot_be_used() {
    let lords = [Lord::Reaper, Lord::Keeper, Lord::Shepherd, Lord::Slaver];
    let scene = Scene::new(2).council(&[Card::Crab1]).lords(ACTIVE, &lords);
    let mut scene = after(scene.available(&[Location::Jail]), &[STACK, take(Location::Jail)]);
    assert_eq!(scene.refused(ACTIVE, Move::UseToken(YES)), ("NO_KEY_TOKEN", "E38"));
}

#[test]
fn every_code_of_the_catalogue_is_met_by_a_test_and_the_other_way_round() {
    let codes = REFUSALS.iter().map(|refusal| refusal.key);
    let mut met: BTreeSet<&str> = cases().iter().map(|(.., (code, _))| *code).collect();
    // What only others than the active player can meet has a test of its own.
    met.extend(["NO_KEY_TOKEN", "NOT_AFFILIATED"]);
    assert_eq!(codes.collect::<BTreeSet<_>>(), met);
}

#[test]
fn every_refusal_has_a_sentence_in_both_languages() {
    let say = |refusal: &Refusal, language| Abyss::words(Utterance::Refusal(refusal), language);
    let mut refusals = vec![
        Abyss::deal(&Options::default(), 9, &mut Dice::new(&Seed::of_test(1), 0)).unwrap_err(),
        Refusal::no_such_seat(FAR),
        Refusal::not_your_turn(),
        Refusal::game_over(),
    ];
    for (scene, step, _) in cases() {
        let mut game = scene.game;
        let mut dice = Dice::new(&Seed::of_test(1), 1);
        refusals.push(game.play(ACTIVE, &step, &mut dice, &mut Log::new()).unwrap_err());
    }
    for refusal in &refusals {
        let [english, french] = [Language::En, Language::Fr].map(|language| say(refusal, language));
        for said in [&english, &french] {
            assert!(said.ends_with('.') && !said.contains(['{', '}', '_']), "{refusal:?}: {said}");
        }
        assert_ne!(english, french);
    }
}

#[test]
fn a_table_has_two_to_four_seats() {
    for seats in 0..=u8::MAX {
        let deal = Abyss::deal(&Options::default(), seats, &mut Dice::new(&Seed::of_test(1), 0));
        match deal {
            Ok(game) => {
                assert_eq!((game.players.len(), (2..=4).contains(&seats)), (seats.into(), true))
            }
            Err(refusal) => {
                assert_eq!((refusal.code, (2..=4).contains(&seats)), ("BAD_SEATS", false));
            }
        }
    }
}

#[test]
fn a_seat_that_is_not_at_the_table_makes_no_step_and_has_none() {
    for seat in [3, 4, 7, 8, 200, 255].map(Seat) {
        assert_eq!(table().refused(seat, EXPLORE), ("NO_SUCH_SEAT", ""));
        table().assert_open(seat, &[]);
    }
}

#[test]
fn a_step_of_the_wrong_seat_is_refused() {
    assert_eq!(table().refused(LEFT, EXPLORE), ("NOT_YOUR_TURN", ""));
    let mut offered = after(table().deck(&[Card::Squid1]), &[EXPLORE]);
    assert_eq!(offered.refused(ACTIVE, Move::Reveal(YES)), ("NOT_YOUR_TURN", ""));
    assert_eq!(offered.refused(Seat(2), Move::Buy(YES)), ("NOT_YOUR_TURN", ""));
}

#[test]
fn after_the_end_every_step_of_every_seat_is_refused() {
    let mut scene = table().lords(ACTIVE, &[Lord::Slaver]).hand(ACTIVE, &[Card::Crab1]);
    scene.game.decision = Decision::Over;
    let steps = [EXPLORE, STACK, DECLINE, Move::SellAlly { ally: Card::Crab1 }, Move::EndTurn(YES)];
    for (seat, step) in (0..3).flat_map(|seat| steps.map(|step| (Seat(seat), step))) {
        assert_eq!(scene.refused(seat, step), ("GAME_OVER", ""));
    }
    assert_eq!(scene.refused(FAR, EXPLORE), ("NO_SUCH_SEAT", ""));
}

/// A step of every kind.
fn one_of_each_kind() -> Vec<Move> {
    let (lord, location, race, ally) = (Lord::Sage, Location::Sanctuary, Race::Squid, Card::Squid5);
    vec![
        Move::Plot(YES),
        EXPLORE,
        Move::TakeStack { race },
        Move::Recruit { lord },
        Move::Buy(YES),
        DECLINE,
        Move::TakeAlly(YES),
        Move::Reveal(YES),
        Move::Fight(YES),
        Move::TakeReward { keys: 9, pearls: 9, monsters: 9 },
        Move::Spend { ally },
        Move::Pay(YES),
        Move::Affiliate { ally },
        Move::Discard { ally },
        Move::TurnLord { seat: FAR, lord },
        Move::Rob { seat: FAR },
        Move::SwapLocation { own: location, other: location },
        Move::GiveUp { lord },
        Move::TakeLord { lord },
        take(location),
        Move::DrawLocations { count: 255 },
        Move::UseLord { lord },
        Move::UseToken(YES),
        Move::SellAlly { ally },
        Move::DiscardStack { race },
        Move::ReplaceLord { lord },
        Move::EndTurn(YES),
        Move::BuyWithNebulis { count: 9 },
        Move::PayWithNebulis { count: 9 },
        Move::RecruitWithNebulis { lord, count: 9 },
        Move::PlaceKraken { race },
        Move::ChooseHolder { seat: FAR },
        Move::ReserveLord { sentinel: lord, lord },
        Move::ReserveStack { sentinel: lord, race },
        Move::ReserveLocation { sentinel: lord, location },
        Move::ContinueSearch(YES),
        Move::StopSearch(YES),
        Move::GiveNebulis { seat: FAR },
        Move::TakeDiscarded { ally },
        Move::NameRace { race },
        Move::DiscardAffiliated { ally },
        Move::FreeLord { lord },
        Move::SwapNebulis(YES),
        Move::InviteLord(YES),
    ]
}

#[test]
fn at_every_question_a_step_of_another_kind_is_refused() {
    let mut kinds = 0;
    for (mut scene, ..) in cases() {
        let open = scene.moves(ACTIVE);
        for step in one_of_each_kind().into_iter().filter(|step| !open.contains(step)) {
            let (code, rule) = scene.refused(ACTIVE, step);
            assert!(!code.is_empty() && !rule.is_empty(), "{step:?}");
            kinds += 1;
        }
    }
    assert!(kinds > 800, "only {kinds} were refused");
}

#[test]
fn a_discard_that_is_not_in_hand_is_refused_with_the_rule_that_asks_for_it() {
    let jailer = [Card::Crab5, Card::Squid4, Card::Jellyfish1];
    let mut scene = recruited(table().hand(LEFT, &[Card::Crab1; 2]), Lord::Jailer, &jailer);
    let other = Move::Discard { ally: Card::Squid1 };
    assert_eq!(scene.refused(LEFT, other), ("NOT_IN_HAND", "A.1"));
    assert_eq!(scene.refused(ACTIVE, other), ("NOT_YOUR_TURN", ""));
    let commander = [Card::Crab5, Card::Crab3];
    let mut scene = recruited(table().hand(LEFT, &[Card::Crab1; 7]), Lord::Commander, &commander);
    assert_eq!(scene.refused(LEFT, other), ("NOT_IN_HAND", "E49"));
    assert_eq!(scene.refused(LEFT, EXPLORE), ("NOT_NOW", "E3"));
}

#[test]
fn steps_with_something_that_does_not_exist_cannot_even_be_read() {
    let read = |text: &str| serde_json::from_str::<Move>(text).map_err(|error| error.to_string());
    assert_eq!(read(r#"{"takeStack":{"race":"crab"}}"#), Ok(STACK));
    let bad = [
        r#"{"takeStack":{"race":"shark"}}"#,
        r#"{"recruit":{"lord":"puppet_master"}}"#,
        r#"{"spend":{"ally":"crab_6"}}"#,
        r#"{"takeLocation":{"location":"atlantis"}}"#,
        r#"{"explore":"NO"}"#,
        r#"{"swim":"YES"}"#,
        r#"{"takeStack":{"race":"crab","extra":1}}"#,
        r#"{"takeStack":{}}"#,
        r#"{"rob":{"seat":-1}}"#,
        r#"{"rob":{"seat":256}}"#,
        r#"{"drawLocations":{"count":1.5}}"#,
        r#"{"explore":"YES","plot":"YES"}"#,
        r"{}",
        r"[]",
        "",
    ];
    for text in bad {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn unknown_options_cannot_be_read() {
    let read = |text: &str| serde_json::from_str::<Options>(text);
    assert_eq!(read("{}").unwrap(), Options::default());
    assert!(read(r#"{"returnBlackSmokers":true}"#).unwrap().return_black_smokers);
    assert!(read(r#"{"kraken":true}"#).unwrap().kraken);
    for text in [r#"{"leviathan":true}"#, r#"{"returnBlackSmokers":1}"#, "null", "3"] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn a_refused_step_tells_nothing_and_draws_nothing() {
    let mut scene = table();
    let mut log = Log::<Event>::new();
    let mut dice = Dice::new(&Seed::of_test(5), 1);
    let step = Move::Recruit { lord: Lord::Sage };
    scene.game.play(ACTIVE, &step, &mut dice, &mut log).unwrap_err();
    assert!(log.told().is_empty());
    assert_eq!(dice.below(1000), Dice::new(&Seed::of_test(5), 1).below(1000));
}

#[test]
fn every_refusal_code_is_documented_in_the_schema() {
    let schema = <crate::Abyss as gueridon_game::Game>::ABOUT.sdl.text();
    for code in REFUSALS.iter().map(|refusal| refusal.key) {
        let is_word = |word: &str| word == code;
        assert!(schema.split(|c: char| !c.is_ascii_uppercase() && c != '_').any(is_word), "{code}");
    }
}

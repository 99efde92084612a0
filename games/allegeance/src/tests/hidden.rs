//! Who knows what: section G.

use std::collections::BTreeSet;

use gueridon_game::{Dice, Eyes, Game, Seat, Seats, Seed};

use super::scene::{A, B, C, Scene, YES, deal, playout};
use crate::cards::{Card, Cards, Guild, Oath};
use crate::decision::Decision;
use crate::moves::Move;
use crate::state::Seen;
use crate::{Allegeance, Event, Options};

const SEEN: [Card; 3] = [Card::Valdyr, Card::Ervane, Card::Oniria];

/// A has put two cards under a pile of as many as it takes that B draws them at the next refill.
fn seen_under() -> Scene {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Damnes; 5])
        .field(A, &[(Guild::Mediums, 1)])
        .gems(A, 1)
        .deck(&[SEEN[0], SEEN[1], SEEN[2], Card::Colosses, Card::Colosses, Card::Colosses]);
    scene.play(A, Move::Foresee(YES));
    scene.play(A, Move::KeepCard { card: SEEN[0] });
    scene
}

fn twins(game: &Allegeance, eyes: Eyes) -> Vec<Allegeance> {
    let mut dice = Dice::new(&Seed::of_test(9), 0);
    (0..200).map(|_| game.imagine(eyes, &mut dice)).collect()
}

#[test]
fn g_cards_put_under_the_pile_are_known_to_who_saw_them_alone() {
    let scene = seen_under();
    let under = |eyes| -> Vec<(u16, Option<Card>)> {
        scene.game.view(eyes).under_deck.iter().map(|place| (place.depth, place.card)).collect()
    };
    let places = under(Eyes::Seat(A));
    assert_eq!(places[..3], [0, 1, 2].map(|depth| (depth, None)), "nobody has seen the top");
    assert_eq!(places[3..], [(3, Some(SEEN[1])), (4, Some(SEEN[2]))]);
    for eyes in [Eyes::Seat(B), Eyes::Public] {
        assert_eq!(under(eyes).len(), 5);
        assert!(under(eyes).iter().all(|(_, card)| card.is_none()));
    }
}

#[test]
fn g_who_saw_a_card_knows_who_drew_it_until_its_kind_leaves_that_hand() {
    let mut scene = seen_under();
    scene.end_turn();
    scene.end_turn();
    let known = |scene: &Scene, eyes| -> Vec<Card> {
        scene.game.view(eyes).players[1].known.each().collect()
    };
    assert_eq!(known(&scene, Eyes::Seat(A)), [SEEN[1], SEEN[2]]);
    assert!(known(&scene, Eyes::Seat(C)).is_empty() && known(&scene, Eyes::Public).is_empty());
    for twin in twins(&scene.game, Eyes::Seat(A)) {
        assert!(twin.player(B).hand.has(SEEN[1]) && twin.player(B).hand.has(SEEN[2]));
    }
    scene.end_turn();
    scene.end_turn();
    scene.play(B, Move::Play { card: SEEN[1] });
    assert_eq!(known(&scene, Eyes::Seat(A)), [SEEN[2]]);
}

#[test]
fn g_what_others_know_of_a_hand_is_true_of_every_imagined_one() {
    let mut scene = seen_under();
    scene.end_turn();
    scene.end_turn();
    let mut hands = BTreeSet::new();
    for twin in twins(&scene.game, Eyes::Seat(C)) {
        let side = twin.known_in_hand(B, A);
        assert_eq!(side.len(), 2);
        assert!(side.iter().all(|(card, count)| twin.player(B).hand.count(card) >= count));
        hands.insert(twin.player(B).hand.counts().to_vec());
    }
    assert!(hands.len() > 1, "and C imagines more than one");
}

#[test]
fn g_what_is_kept_of_the_foreseen_is_nobody_elses_to_know() {
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Mediums, 1)])
        .gems(A, 1)
        .deck_seen_by(&SEEN, Seats::just(B));
    let log = scene.play_logged(A, Move::Foresee(YES));
    let count = |eyes| {
        let seen = scene.game.view(eyes).foreseen;
        seen.iter().filter(|place| place.card.is_some()).count()
    };
    assert_eq!([A, B, C].map(|seat| count(Eyes::Seat(seat))), [3, 3, 0], "B put them there");
    let told: Vec<&Event> = log.glimpsed(Eyes::Seat(C)).collect();
    assert!(told.contains(&&Event::CardsForeseen { seat: A, count: 3, cards: None }));
    scene.play(A, Move::KeepCard { card: SEEN[0] });
    assert!(scene.game.view(Eyes::Seat(B)).players[0].known.is_empty());
    assert!(scene.game.view(Eyes::Seat(B)).under_deck.iter().all(|place| place.card.is_none()));
    assert_eq!(scene.game.view(Eyes::Seat(A)).under_deck.len(), 2);
}

#[test]
fn g_a_single_card_foreseen_stays_known_to_who_put_it_there() {
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Mediums, 1)])
        .gems(A, 1)
        .deck_seen_by(&SEEN[..1], Seats::just(B));
    scene.play(A, Move::Foresee(YES));
    let known: Vec<Card> = scene.game.view(Eyes::Seat(B)).players[0].known.each().collect();
    assert_eq!(known, [SEEN[0]]);
}

#[test]
fn g_who_knew_all_the_foreseen_to_be_alike_knows_what_was_kept_and_what_went_under() {
    let keep = |cards: &[Card]| {
        let mut scene = Scene::new(3)
            .field(A, &[(Guild::Mediums, 1)])
            .gems(A, 1)
            .deck_seen_by(cards, Seats::just(B));
        scene.play(A, Move::Foresee(YES));
        scene.play(A, Move::KeepCard { card: Card::Damnes });
        let knows = |eyes| {
            let view = scene.game.view(eyes);
            let under = view.under_deck.iter().filter(|place| place.card.is_some()).count();
            (view.players[0].known.len(), under)
        };
        [B, C].map(|seat| knows(Eyes::Seat(seat)))
    };
    assert_eq!(keep(&[Card::Damnes; 3]), [(1, 2), (0, 0)]);
    assert_eq!(keep(&[Card::Damnes, Card::Damnes, Card::Valdyr]), [(0, 0), (0, 0)]);
}

/// What A, whose hand is empty, draws at a refill when the pile has one card and the discard ten.
fn reshuffled(seats: u8, hands: &[(Seat, &[Card])]) -> Scene {
    let mut scene = Scene::new(seats).deck(&[Card::Damnes]).discard(&[Card::Excavateurs; 10]);
    for &(seat, cards) in hands {
        scene = scene.hand(seat, cards);
    }
    scene.end_turn();
    assert!(scene.game.board.discard.is_empty() && scene.game.player(A).hand.len() == 5);
    scene
}

fn known_to(scene: &Scene, by: Seat, seat: Seat) -> Vec<Card> {
    scene.game.view(Eyes::Seat(by)).players[seat.index()].known.each().collect()
}

#[test]
fn g_what_the_reshuffle_shows_of_two_hands_is_all_of_both() {
    let hand = [Card::Magiciennes, Card::Assassins, Card::Valdyr];
    let mut scene = reshuffled(2, &[(B, &hand)]);
    assert_eq!(known_to(&scene, A, B), hand, "they are in neither pile nor discard");
    assert_eq!(known_to(&scene, B, A), [Card::Damnes], "drawn before the discard was the pile");
    scene.play(B, Move::Play { card: Card::Valdyr });
    scene.end_turn();
    assert_eq!(known_to(&scene, A, B), hand[..2], "what B drew since is not known");
    for twin in twins(&scene.game, Eyes::Seat(A)) {
        let held = &twin.player(B).hand;
        assert!(held.has(hand[0]) && held.has(hand[1]) && !held.has(Card::Valdyr));
        assert_eq!(held.len(), 5);
    }
}

#[test]
fn g_what_the_reshuffle_shows_of_more_hands_is_what_all_of_them_are_made_of() {
    let hands: [(Seat, &[Card]); 2] =
        [(B, &[Card::Assassins, Card::Magiciennes]), (C, &[Card::Mediums, Card::Valdyr])];
    let scene = reshuffled(3, &hands);
    assert!(known_to(&scene, A, B).is_empty(), "it may as well be C's");
    let all: Cards = hands.iter().flat_map(|(_, cards)| cards.iter().copied()).collect();
    let mut ways = BTreeSet::new();
    for twin in twins(&scene.game, Eyes::Seat(A)) {
        let mut held = twin.player(B).hand;
        ways.insert(held.counts().to_vec());
        held.add_all(&twin.player(C).hand);
        assert_eq!(held, all, "no card of what was the discard");
        assert_eq!(twin.player(A), scene.game.player(A));
    }
    assert_eq!(ways.len(), 6, "any two of the four");
}

#[test]
fn g_what_was_seen_before_a_reshuffle_is_still_known_after_it() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Mediums; 5])
        .hand(C, &[Card::Colosses, Card::Magiciennes])
        .deck_seen_by(&SEEN[..1], Seats::just(A))
        .discard(&[Card::Excavateurs; 10]);
    scene.end_turn();
    scene.end_turn();
    assert_eq!(known_to(&scene, A, B), SEEN[..1]);
    for twin in twins(&scene.game, Eyes::Seat(A)) {
        assert_eq!(twin.player(B).hand, scene.game.player(B).hand, "and four of the discard");
    }
    for twin in twins(&scene.game, Eyes::Seat(C)) {
        let known = twin.known_in_hand(B, A);
        assert!(known.len() == 1 && known.each().all(|card| twin.player(B).hand.has(card)));
    }
}

#[test]
fn g_a_reshuffle_while_cards_are_foreseen_puts_none_of_the_discard_into_hands() {
    let mut scene = Scene::new(2)
        .hand(A, &[Card::Magiciennes, Card::Assassins])
        .hand(B, &[Card::Damnes])
        .field(A, &[(Guild::Mediums, 1)])
        .gems(A, 1)
        .deck(&[Card::Valdyr])
        .discard(&[Card::Excavateurs; 5]);
    scene.play(A, Move::Foresee(YES));
    assert_eq!(scene.game.board.foreseen.len(), 3);
    assert!(known_to(&scene, B, A).is_empty(), "one of three cards is among those foreseen");
    assert_eq!(known_to(&scene, A, B), [Card::Damnes], "who foresees cards sees all others");
    let hands: BTreeSet<_> =
        twins(&scene.game, Eyes::Seat(B)).iter().map(|twin| twin.player(A).hand).map(all).collect();
    assert_eq!(hands.len(), 3, "any two of three, and none of the discard");
    scene.play(A, Move::KeepCard { card: Card::Excavateurs });
    let hands: BTreeSet<_> =
        twins(&scene.game, Eyes::Seat(B)).iter().map(|twin| twin.player(A).hand).map(all).collect();
    // Any two of the three with one of the discard, or all three.
    assert_eq!(hands.len(), 4);
}

fn all(cards: Cards) -> Vec<Card> {
    cards.each().collect()
}

/// Three players, after a reshuffle of nothing but Assassins: B has drawn three of them to the two
/// older cards of `hand`, and then plays an Assassin, which was one of these or one of those.
fn played_an_assassin(hand: [Card; 2], of_c: [Card; 2]) -> Scene {
    let mut scene = Scene::new(3)
        .deck(&[Card::Damnes])
        .discard(&[Card::Assassins; 9])
        .hand(B, &hand)
        .hand(C, &of_c);
    scene.end_turn();
    scene.end_turn();
    scene.end_turn();
    scene.end_turn();
    scene.play(B, Move::Play { card: Card::Assassins });
    scene
}

#[test]
fn g_which_of_two_alike_cards_left_a_hand_nobody_is_told_by_what_is_imagined() {
    let one = played_an_assassin([Card::Assassins, Card::Mediums], [Card::Valdyr, Card::Damnes]);
    let other = played_an_assassin([Card::Valdyr, Card::Mediums], [Card::Assassins, Card::Damnes]);
    for eyes in [Eyes::Seat(A), Eyes::Public] {
        let shown = |game: &Allegeance, of| serde_json::to_string(&game.view(of)).unwrap();
        assert_eq!(shown(&one.game, eyes), shown(&other.game, eyes));
        let imagined = |scene: &Scene| -> Vec<String> {
            twins(&scene.game, eyes).iter().map(|twin| shown(twin, Eyes::All)).collect()
        };
        assert_eq!(imagined(&one), imagined(&other), "{eyes:?}");
    }
}

#[test]
fn g_a_card_that_left_a_hand_was_any_of_its_kind_that_may_have_been_there() {
    let scene = played_an_assassin([Card::Valdyr, Card::Mediums], [Card::Assassins, Card::Damnes]);
    let mut dice = Dice::new(&Seed::of_test(9), 0);
    let held = (0..4_000)
        .filter(|_| scene.game.imagine(Eyes::Seat(A), &mut dice).player(B).hand.has(Card::Valdyr))
        .count();
    // One of B's three newer cards, or with a chance of one in four one of the two older: 6 to 1.
    // So Valdyr is B's with 6/7 · 1/2 + 1/7 · 1/3 = 10/21 of all chances: 1905 of 4000, and the
    // standard deviation is 32.
    assert!((1905 - 128..1905 + 128).contains(&held), "{held}");
}

#[test]
fn g_of_two_cards_of_a_kind_known_in_a_hand_one_that_leaves_takes_only_one() {
    let mut scene = reshuffled(2, &[(B, &[Card::Magiciennes, Card::Valdyr])]);
    let player = scene.game.player_mut(B);
    player.hand.add(Card::Magiciennes);
    player.seen.push(Seen { by: A, card: Card::Magiciennes });
    scene.play(B, Move::Play { card: Card::Magiciennes });
    assert_eq!(known_to(&scene, A, B), [Card::Magiciennes, Card::Valdyr]);
}

#[test]
fn g_whoever_looks_on_at_two_knows_what_both_hands_are_made_of() {
    let hand = [Card::Magiciennes, Card::Assassins, Card::Valdyr];
    let mut scene = reshuffled(2, &[(B, &hand)]);
    let of_a = Card::Damnes;
    let mut hands = BTreeSet::new();
    for twin in twins(&scene.game, Eyes::Public) {
        let mut older = twin.player(A).hand;
        older.add_all(&twin.player(B).hand);
        assert!(hand.iter().chain([&of_a]).all(|&card| older.has(card)));
        hands.insert(all(twin.player(B).hand));
    }
    assert_eq!(hands.len(), 4, "any three of the four");
    scene.play(B, Move::Play { card: Card::Valdyr });
    assert!(
        twins(&scene.game, Eyes::Public).iter().all(|twin| !twin.player(A).hand.has(Card::Valdyr))
    );
}

#[test]
fn g_what_is_imagined_follows_from_the_history_at_every_step() {
    let mut dice = Dice::new(&Seed::of_test(9), 0);
    for (seats, seed) in [(2, 1), (2, 2), (3, 1), (4, 1)] {
        playout(Options::default(), seats, seed, |_, _, _, game| {
            let all = game.seats().map(Eyes::Seat).chain([Eyes::Public]);
            for eyes in all.filter(|_| game.decision != Decision::Over) {
                let lie = game.history.lie(eyes, &mut dice).expect("the truth is always possible");
                let hidden: Vec<Seat> =
                    game.seats().filter(|&seat| !game.hand_is_seen(seat, eyes)).collect();
                assert!(game.can_lie(&lie, &hidden, eyes), "{eyes:?}: {lie:?}");
            }
        });
    }
}

#[test]
fn g_hands_and_allegiances_of_others_are_imagined_in_every_way() {
    let game = deal(Options { first: Some(A), ..Options::default() }, 3, 1);
    let (mut offers, mut boxed) = (BTreeSet::new(), BTreeSet::new());
    for twin in twins(&game, Eyes::Seat(A)) {
        assert_eq!(twin.player(A), game.player(A));
        offers.insert(serde_json::to_string(&twin.player(B).offered).unwrap());
        boxed.extend(twin.board.unclaimed.each());
        assert_eq!((twin.player(B).hand.len(), twin.player(C).offered.len()), (5, 2));
    }
    assert_eq!(offers.len(), 6 * 5, "any two of the six that A has not, in any order");
    assert_eq!(boxed.len(), 6);
}

/// What everybody took in a draft: kept and put back, by seat.
type Taken = Vec<(Oath, Oath)>;

fn taken(game: &Allegeance) -> Taken {
    let taken = |seat: Seat| Some((game.player(seat).oath?, game.player(seat).rejected?));
    game.seats().filter_map(taken).collect()
}

#[test]
fn g_a_drafter_knows_what_was_taken_before_but_not_what_was_kept_of_it() {
    let mut scene = Scene::new(3);
    let draft = Options {
        draft: true,
        random_guilds: false,
        capped_diplomats: false,
        dear_protection: false,
        first: Some(A),
    };
    scene.game = deal(draft, 3, 1);
    let steps = [
        (A, Oath::OathTitan, Oath::OathVeil),
        (B, Oath::OathBlade, Oath::OathVein),
        (C, Oath::OathMirror, Oath::OathRampart),
    ];
    for (seat, kept, rejected) in steps {
        scene.play(seat, Move::KeepOath { oath: kept });
        scene.play(seat, Move::DiscardOath { oath: rejected });
    }
    let ways = |eyes| -> BTreeSet<String> {
        let twins = twins(&scene.game, eyes);
        twins.iter().map(|twin| format!("{:?}", taken(twin))).collect()
    };
    // B knows that A took Titan and Veil, and that C took two of the other four: 2 × 4·3 ways.
    let of_b = ways(Eyes::Seat(B));
    assert_eq!(of_b.len(), 24);
    assert!(of_b.iter().all(|way| way.contains("OathBlade, OathVein")));
    // C knows what the four cards are that A and B took: 4! ways.
    assert_eq!(ways(Eyes::Seat(C)).len(), 24);
    assert!(scene.game.know_unclaimed(Eyes::Seat(C)) && !scene.game.know_unclaimed(Eyes::Seat(B)));
    assert!(ways(Eyes::Public).len() > 150);
}

#[test]
fn g_the_packet_is_seen_by_who_has_it_and_by_who_passed_it_on() {
    let mut scene = Scene::new(3);
    let draft = Options {
        draft: true,
        random_guilds: false,
        capped_diplomats: false,
        dear_protection: false,
        first: Some(A),
    };
    scene.game = deal(draft, 3, 1);
    let sees = |scene: &Scene| {
        [Eyes::Seat(A), Eyes::Seat(B), Eyes::Seat(C), Eyes::Public]
            .map(|eyes| scene.game.view(eyes).unclaimed.is_some())
    };
    assert_eq!(sees(&scene), [true; 4], "everybody knows that all are there");
    scene.play(A, Move::KeepOath { oath: Oath::OathTitan });
    assert_eq!(sees(&scene), [true, false, false, false]);
    scene.play(A, Move::DiscardOath { oath: Oath::OathVeil });
    assert_eq!(sees(&scene), [true, true, false, false]);
    scene.play(B, Move::KeepOath { oath: Oath::OathBlade });
    assert_eq!(sees(&scene), [false, true, false, false]);
}

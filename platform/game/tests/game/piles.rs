//! Bags, decks and piles: draws are fair, cards that were seen stay known, and the others are imagined
//! anew.

use gueridon_game::deck::Unseen;
use gueridon_game::{Bag, Deck, Dice, Eyes, Kind, Pile, Seat, Seats, Seed};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Fish {
    Crab,
    Squid,
    Shell,
    Octopus,
}

use Fish::{Crab, Octopus, Shell, Squid};

impl Kind for Fish {
    const NOUN: &'static str = "fish";
    const ALL: &'static [Self] = &[Crab, Squid, Shell, Octopus];
    fn index(self) -> usize {
        self as usize
    }
    fn id(self) -> &'static str {
        ["crab", "squid", "shell", "octopus"][self.index()]
    }
}

type Fishes = Bag<Fish, 4>;
type FishDeck = Deck<Fish, 4, 3>;
type FishPile = Pile<Fish, 6>;

const ME: Eyes = Eyes::Seat(Seat(0));
const YOU: Eyes = Eyes::Seat(Seat(1));

fn dice(number: u64) -> Dice {
    Dice::new(&Seed::of_test(number), 0)
}

/// 10 Crabs, 20 Squids, 30 Shells, 40 Octopuses.
fn hundred() -> Fishes {
    let mut bag = Fishes::new();
    [(Crab, 10), (Squid, 20), (Shell, 30), (Octopus, 40)]
        .into_iter()
        .for_each(|(kind, count)| bag.add_many(kind, count));
    bag
}

/// How often each kind comes up in 10,000 throws.
fn counts(mut throw: impl FnMut(&mut Dice) -> Fish) -> [i32; 4] {
    let mut dice = dice(1);
    let mut counts = [0; 4];
    for _ in 0..10_000 {
        counts[throw(&mut dice).index()] += 1;
    }
    counts
}

/// Within six standard deviations of 10, 20, 30 and 40 per cent.
#[track_caller]
fn are_tenths(counts: [i32; 4]) {
    for (count, wanted) in counts.into_iter().zip([1000, 2000, 3000, 4000]) {
        assert!((count - wanted).abs() < 300, "{counts:?}");
    }
}

#[test]
fn every_thing_in_a_bag_is_drawn_as_often_as_any_other() {
    are_tenths(counts(|dice| hundred().draw(dice).unwrap()));
}

#[test]
fn drawing_from_a_bag_keeps_the_counts() {
    let mut bag = hundred();
    let drawn = bag.draw_many(33, &mut dice(2));
    assert_eq!((drawn.len(), bag.len()), (33, 67));
    let mut both = bag;
    both.add_all(&drawn);
    assert_eq!(both, hundred());
    both.take_all(&drawn);
    assert_eq!(both, bag);
    assert_eq!(bag.draw_many(100, &mut dice(3)).len(), 67);
    assert_eq!((bag.draw(&mut dice(4)), bag.is_empty()), (None, true));
}

#[test]
fn only_cards_that_fit_are_drawn_and_all_alike() {
    let fits = |kind| kind == Crab || kind == Shell;
    let counts = counts(|dice| hundred().draw_where(dice, fits).unwrap());
    assert_eq!((counts[1], counts[3]), (0, 0));
    assert!((counts[0] - 2500).abs() < 300, "{counts:?}");
    let mut bag = hundred();
    assert_eq!(bag.draw_many_where(99, &mut dice(5), fits).len(), 40);
    assert_eq!((bag.count(Squid), bag.count(Octopus), bag.len()), (20, 40, 60));
    assert_eq!(bag.draw_where(&mut dice(5), fits), None);
}

#[test]
fn taking_says_whether_there_was_one() {
    let mut bag: Fishes = [Crab, Shell, Crab].into_iter().collect();
    assert!(bag.take(Crab) && bag.take(Crab) && !bag.take(Crab));
    assert!(!bag.has(Crab) && bag.has(Shell));
    assert_eq!(bag.len(), 1);
    bag.take_all(&hundred());
    assert!(bag.is_empty());
    let listed: Fishes = [Shell, Crab, Shell].into_iter().collect();
    assert_eq!(listed.each().collect::<Vec<_>>(), [Crab, Shell, Shell]);
    assert_eq!(listed.iter().collect::<Vec<_>>(), [(Crab, 1), (Shell, 2)]);
}

#[test]
fn every_card_of_a_deck_is_equally_likely_on_top() {
    are_tenths(counts(|dice| FishDeck::from(hundred()).draw(dice).unwrap()));
    are_tenths(counts(|dice| FishDeck::from(hundred()).peek(2, Seats::NONE, dice).unwrap()));
}

#[test]
fn a_deck_drawn_to_its_end_gives_every_card_once() {
    let mut deck = FishDeck::from(hundred());
    let mut dice = dice(6);
    deck.peek(99, Seats::just(Seat(0)), &mut dice).unwrap();
    deck.peek(50, Seats::just(Seat(1)), &mut dice).unwrap();
    let mut drawn = Fishes::new();
    while let Some(kind) = deck.draw(&mut dice) {
        drawn.add(kind);
        let mut all = deck.cards();
        all.add_all(&drawn);
        assert_eq!((all, deck.len()), (hundred(), 100 - drawn.len()));
    }
    assert!(deck.is_empty());
    assert_eq!(drawn, hundred());
}

#[test]
fn a_card_looked_at_is_drawn_where_it_lies_and_known_to_who_looked() {
    for number in 0..200 {
        let mut dice = dice(number);
        let mut deck = FishDeck::from(hundred());
        let second = deck.peek(1, Seats::just(Seat(0)), &mut dice).unwrap();
        let known = |deck: &FishDeck, eyes| {
            deck.seen_by(eyes).map(|place| (place.depth, place.kind)).collect::<Vec<_>>()
        };
        assert_eq!(known(&deck, ME), [(1, second)]);
        assert_eq!(known(&deck, Eyes::All), [(1, second)]);
        assert!(known(&deck, YOU).is_empty() && known(&deck, Eyes::Public).is_empty());
        assert_eq!(deck.peek(1, Seats::just(Seat(1)), &mut dice), Some(second));
        assert_eq!(known(&deck, YOU), [(1, second)]);
        deck.draw(&mut dice).unwrap();
        assert_eq!(known(&deck, ME), [(0, second)]);
        assert_eq!(deck.draw(&mut dice), Some(second));
        assert!(known(&deck, Eyes::All).is_empty());
    }
}

#[test]
fn a_deck_remembers_as_many_places_as_it_has_room_for() {
    let mut deck = FishDeck::from(hundred());
    let mut dice = dice(7);
    for depth in 0..3 {
        assert!(deck.peek(depth, Seats::NONE, &mut dice).is_some());
    }
    assert_eq!(deck.peek(3, Seats::NONE, &mut dice), None);
    assert!(deck.peek(2, Seats::NONE, &mut dice).is_some());
    assert_eq!(deck.put_on_top(Crab, Seats::NONE), Err(Crab));
    assert_eq!(deck.cards(), hundred());
    assert_eq!(FishDeck::default().peek(0, Seats::NONE, &mut dice), None);
    assert_eq!(FishDeck::from(hundred()).peek(100, Seats::NONE, &mut dice), None);
}

#[test]
fn a_card_put_on_top_comes_first_and_the_others_lie_one_deeper() {
    let mut dice = dice(8);
    let mut deck = FishDeck::from(hundred());
    let first = deck.peek(0, Seats::just(Seat(1)), &mut dice).unwrap();
    deck.put_on_top(Crab, Seats::just(Seat(0))).unwrap();
    assert_eq!(deck.len(), 101);
    assert_eq!(deck.seen_by(YOU).next().map(|place| place.depth), Some(1));
    assert_eq!((deck.draw(&mut dice), deck.draw(&mut dice)), (Some(Crab), Some(first)));
}

#[test]
fn the_last_card_of_a_deck_is_revealed_though_no_dice_decide_it() {
    let mut deck: FishDeck = [Crab].into_iter().collect::<Fishes>().into();
    let mut dice = self::dice(1);
    assert_eq!(deck.draw(&mut dice), Some(Crab));
    assert!(dice.were_rolled());
    let mut dice = self::dice(2);
    assert_eq!(deck.draw(&mut dice), None);
    assert!(!dice.were_rolled());
}

#[test]
fn a_card_put_under_the_deck_comes_last_and_with_those_who_know_it() {
    let mut dice = dice(4);
    let mut deck: FishDeck = [Octopus, Octopus].into_iter().collect::<Fishes>().into();
    let knowers = Seats::just(Seat(1));
    assert_eq!(deck.put_under(Crab, knowers), Ok(()));
    assert_eq!(deck.put_under(Squid, Seats::NONE), Ok(()));
    let known: Vec<(u16, Fish)> =
        deck.seen_by(Eyes::Seat(Seat(1))).map(|place| (place.depth, place.kind)).collect();
    assert_eq!(known, [(2, Crab)]);
    assert_eq!((deck.draw(&mut dice), deck.draw(&mut dice)), (Some(Octopus), Some(Octopus)));
    let crab = deck.take(&mut dice).unwrap();
    assert_eq!((crab.kind, crab.knowers), (Crab, knowers));
    let squid = deck.take(&mut dice).unwrap();
    assert_eq!((squid.kind, squid.knowers), (Squid, Seats::NONE));
    assert_eq!(deck.take(&mut dice), None);
    for _ in 0..3 {
        assert_eq!(deck.put_under(Crab, knowers), Ok(()));
    }
    assert_eq!(deck.put_under(Octopus, knowers), Err(Octopus), "no more places are remembered");
}

#[test]
fn drawing_a_card_that_was_looked_at_counts_as_a_roll() {
    let drawn = |knowers| {
        let mut deck = FishDeck::default();
        assert_eq!(deck.put_under(Crab, knowers), Ok(()));
        let mut dice = dice(1);
        assert_eq!(deck.draw(&mut dice), Some(Crab));
        dice.were_rolled()
    };
    assert!(drawn(Seats::NONE));
    assert!(drawn(Seats::just(Seat(0))));
    assert!(!drawn(Seats::EVERYONE));
}

#[test]
fn only_an_empty_deck_is_renewed_from_the_discard() {
    let mut dice = dice(5);
    let mut discard: Fishes = [Crab, Octopus].into_iter().collect();
    let mut deck: FishDeck = [Squid].into_iter().collect::<Fishes>().into();
    assert!(!deck.renew(&mut discard));
    assert_eq!(deck.draw(&mut dice), Some(Squid));
    assert!(deck.renew(&mut discard));
    assert!(discard.is_empty());
    assert_eq!(deck.cards(), [Crab, Octopus].into_iter().collect());
    assert!(!FishDeck::default().renew(&mut discard), "of nothing comes nothing");
}

#[test]
fn a_shuffle_forgets_every_place() {
    let mut deck = FishDeck::from(hundred());
    deck.peek(0, Seats::EVERYONE, &mut dice(9)).unwrap();
    deck.shuffle_in(&[Crab, Crab].into_iter().collect());
    assert_eq!(deck.seen_by(Eyes::All).count(), 0);
    assert_eq!((deck.len(), deck.cards().count(Crab)), (102, 12));
    deck.peek(0, Seats::EVERYONE, &mut dice(9)).unwrap();
    assert!(deck.search(Crab));
    assert_eq!(deck.seen_by(Eyes::All).count(), 0);
    assert_eq!((deck.len(), deck.cards().count(Crab)), (101, 11));
    assert!(!FishDeck::default().search(Crab));
}

/// A deck with one place that I know and one that you know, and your hand.
fn dealt(number: u64) -> (FishDeck, Fishes, Fish) {
    let mut dice = dice(number);
    let mut deck = FishDeck::from(hundred());
    let me = Seats::just(Seat(0));
    let mine = deck.peek(0, me, &mut dice).expect("a hundred cards");
    deck.peek(5, Seats::just(Seat(1)), &mut dice).expect("a hundred cards");
    deck.draw(&mut dice).expect("a hundred cards");
    let mine_again = deck.peek(0, me, &mut dice).expect("ninety-nine cards");
    let mut hand = Fishes::new();
    hand.add(mine);
    (deck, hand, mine_again)
}

#[test]
fn lifting_and_refilling_keeps_what_eyes_know_and_redraws_the_rest() {
    let (deck, hand, mine) = dealt(10);
    let yours = deck.seen_by(YOU).next().unwrap().kind;
    let mut dice = dice(11);
    let (mut other_place, mut other_hand) = (0, [0; 4]);
    for _ in 0..10_000 {
        let (mut imagined, mut unseen) = (deck.clone(), hand);
        let lifted: Unseen = imagined.lift(&mut unseen, ME);
        assert_eq!(unseen.len(), 99);
        let hand = unseen.draw_many(1, &mut dice);
        imagined.refill(&lifted, &mut unseen, &mut dice, |_| true);
        assert!(unseen.is_empty());
        let places = |deck: &FishDeck, eyes| -> Vec<(u16, Fish)> {
            deck.seen_by(eyes).map(|place| (place.depth, place.kind)).collect()
        };
        assert_eq!(places(&imagined, ME), [(0, mine)]);
        let of_you = places(&imagined, YOU);
        assert_eq!((of_you.len(), of_you[0].0), (1, 4));
        other_place += u32::from(of_you[0].1 != yours);
        other_hand[hand.each().next().unwrap().index()] += 1;
        let mut all = imagined.cards();
        all.add_all(&hand);
        assert_eq!((all, imagined.len()), (hundred(), 99));
    }
    assert!(other_place > 5000, "{other_place}");
    are_tenths(other_hand);
}

#[test]
fn eyes_that_see_everything_imagine_nothing() {
    let (deck, _, _) = dealt(12);
    let (mut imagined, mut unseen) = (deck.clone(), Fishes::new());
    let lifted = imagined.lift(&mut unseen, Eyes::All);
    imagined.refill(&lifted, &mut unseen, &mut dice(13), |_| true);
    assert_eq!(imagined, deck);
}

#[test]
fn a_refill_takes_only_cards_that_fit() {
    let mut deck = FishDeck::from(hundred());
    let mut unseen = Fishes::new();
    let lifted = deck.lift(&mut unseen, Eyes::Public);
    unseen.add_many(Crab, 100);
    deck.refill(&lifted, &mut unseen, &mut dice(14), |kind| kind == Crab);
    assert_eq!((deck.len(), deck.cards().count(Crab), unseen.len()), (100, 100, 100));
}

fn pile() -> FishPile {
    let mut pile = FishPile::default();
    let knowers = [Seats::NONE, Seats::just(Seat(0)), Seats::just(Seat(1)), Seats::EVERYONE];
    for (kind, knowers) in Fish::ALL.iter().zip(knowers) {
        pile.put(*kind, knowers).expect("room for six");
    }
    pile
}

#[test]
fn each_pair_of_eyes_sees_the_cards_of_a_pile_that_it_knows() {
    let seen = |eyes| pile().seen_by(eyes).collect::<Vec<_>>();
    assert_eq!(seen(ME), [None, Some(Squid), None, Some(Octopus)]);
    assert_eq!(seen(YOU), [None, None, Some(Shell), Some(Octopus)]);
    assert_eq!(seen(Eyes::Public), [None, None, None, Some(Octopus)]);
    assert_eq!(seen(Eyes::All), [Some(Crab), Some(Squid), Some(Shell), Some(Octopus)]);
}

#[test]
fn a_card_shown_stays_known_when_others_are_moved() {
    let mut pile = pile();
    pile.show(0, Seats::just(Seat(1)));
    pile.show(1, Seats::just(Seat(1)));
    pile.show(9, Seats::EVERYONE);
    assert_eq!(pile.take(2).map(|card| card.kind), Some(Shell));
    assert_eq!(pile.seen_by(YOU).collect::<Vec<_>>(), [Some(Crab), Some(Squid), Some(Octopus)]);
    assert_eq!(pile.seen_by(ME).collect::<Vec<_>>(), [None, Some(Squid), Some(Octopus)]);
    assert_eq!(pile.take(3), None);
}

#[test]
fn a_full_pile_gives_the_card_back() {
    let mut pile = pile();
    pile.put(Crab, Seats::NONE).unwrap();
    pile.put(Crab, Seats::NONE).unwrap();
    assert_eq!(pile.put(Squid, Seats::NONE), Err(Squid));
    assert_eq!(pile.len(), 6);
}

#[test]
fn every_card_of_a_pile_is_equally_likely_and_keeps_its_knowers() {
    let counts = counts(|dice| {
        let mut pile = pile();
        let drawn = pile.draw(dice).unwrap();
        assert!(pile.len() == 3 && !pile.cards().contains(&drawn));
        drawn.kind
    });
    assert!(counts.iter().all(|count| (2200..2800).contains(count)), "{counts:?}");
    assert_eq!(FishPile::default().draw(&mut dice(15)), None);
}

#[test]
fn a_shuffled_pile_is_in_any_order_and_known_to_nobody() {
    let counts = counts(|dice| {
        let mut pile = pile();
        pile.shuffle(dice);
        assert!(pile.seen_by(ME).chain(pile.seen_by(Eyes::Public)).all(|card| card.is_none()));
        let mut kinds: Vec<Fish> = pile.cards().iter().map(|card| card.kind).collect();
        let first = kinds[0];
        kinds.sort();
        assert_eq!(kinds, Fish::ALL);
        first
    });
    assert!(counts.iter().all(|count| (2200..2800).contains(count)), "{counts:?}");
}

#[test]
fn the_unknown_cards_of_a_pile_are_redrawn_and_the_known_ones_stay() {
    let counts = counts(|dice| {
        let (mut imagined, mut unseen) = (pile(), hundred());
        unseen.take(Crab);
        unseen.take(Shell);
        let holes = imagined.lift(ME, &mut unseen);
        imagined.refill(holes, &mut unseen, dice);
        let seen = [None, Some(Squid), None, Some(Octopus)];
        assert_eq!(imagined.seen_by(ME).collect::<Vec<_>>(), seen);
        let knowers = |pile: &FishPile| -> Vec<Seats> {
            pile.cards().iter().map(|card| card.knowers).collect()
        };
        assert_eq!(knowers(&imagined), knowers(&pile()));
        assert_eq!(unseen.len(), 98);
        imagined.cards()[2].kind
    });
    are_tenths(counts);
}

#[test]
fn a_card_is_imagined_as_one_that_fits_its_place() {
    let has_shell = |kind| matches!(kind, Crab | Shell);
    let mut dice = dice(17);
    for _ in 0..200 {
        let (mut imagined, mut unseen) = (pile(), hundred());
        let holes = imagined.lift(ME, &mut unseen);
        imagined.refill_where(holes, &mut unseen, &mut dice, |was, drawn| {
            has_shell(was) == has_shell(drawn)
        });
        let kinds: Vec<Fish> = imagined.cards().iter().map(|card| card.kind).collect();
        let fits = |(was, now): (&Fish, Fish)| has_shell(*was) == has_shell(now);
        assert!(Fish::ALL.iter().zip(kinds).all(fits));
        assert_eq!(unseen.len(), 100);
    }
}

#[test]
fn what_is_saved_is_restored() {
    let (deck, hand, _) = dealt(16);
    assert_eq!(serde_json::to_string(&hundred()).unwrap(), "[10,20,30,40]");
    let again = |text: String| -> FishDeck { serde_json::from_str(&text).unwrap() };
    assert_eq!(again(serde_json::to_string(&deck).unwrap()), deck);
    let restored: Fishes = serde_json::from_str(&serde_json::to_string(&hand).unwrap()).unwrap();
    assert_eq!((restored, restored.len()), (hand, hand.len()));
    let restored: FishPile =
        serde_json::from_str(&serde_json::to_string(&pile()).unwrap()).unwrap();
    assert_eq!(restored, pile());
}

#[test]
fn broken_json_is_refused() {
    for bad in ["[1,2,3]", "[1,2,3,4,5]", "[1,2,3,256]", "[1,2,3,-1]", "{}", "null"] {
        assert!(serde_json::from_str::<Fishes>(bad).is_err(), "{bad}");
    }
    let card = r#"{"kind":"Crab","knowers":[0]}"#;
    let seven = format!("[{}]", [card; 7].join(","));
    for bad in [seven.as_str(), r#"[{"kind":"Cod","knowers":[]}]"#, r#"[{"kind":"Crab"}]"#] {
        assert!(serde_json::from_str::<FishPile>(bad).is_err(), "{bad}");
    }
    let place = |depth: u32| format!(r#"{{"depth":{depth},"kind":"Crab","knowers":[]}}"#);
    let deck = |places: &[u32]| {
        let places: Vec<String> = places.iter().map(|&depth| place(depth)).collect();
        format!(r#"{{"unordered":[2,0,0,0],"places":[{}]}}"#, places.join(","))
    };
    assert!(serde_json::from_str::<FishDeck>(&deck(&[0, 3])).is_ok());
    for bad in [&[0, 1, 2, 3][..], &[0, 0], &[4, 0], &[70_000]] {
        assert!(serde_json::from_str::<FishDeck>(&deck(bad)).is_err(), "{bad:?}");
    }
}

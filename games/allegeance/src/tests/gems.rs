//! Gems: F12 to F13, section C.

use gueridon_game::{Game, Language, Utterance};

use super::scene::{A, B, Scene, YES, deal, kinds};
use crate::cards::{Card, Gem, Gems, Guild, LOOSE_GEM};
use crate::moves::Move;
use crate::state::Player;
use crate::{Allegeance, Event, Options};

fn bag(gems: &[Gem]) -> Gems {
    gems.iter().copied().collect()
}

/// What is left of a reserve that pays `cost`, what was spent, and the change.
fn paid(gems: &[Gem], cost: u8) -> (Gems, Gems, u8) {
    let mut player = Player { gems: bag(gems), ..Player::default() };
    let (spent, change) = player.pay(cost);
    (player.gems, spent, change)
}

#[test]
fn c_early_seats_begin_with_more_gems() {
    for (seats, gems) in [(2, vec![1, 0]), (3, vec![2, 1, 0]), (4, vec![3, 2, 1, 0])] {
        for seed in 0..12 {
            let game = deal(Options::default(), seats, seed);
            let values: Vec<u16> =
                game.seats_in_order().map(|seat| game.player(seat).gem_value()).collect();
            assert_eq!(values, gems);
            let loose = |seat| game.player(seat).gems.count(LOOSE_GEM);
            assert!(
                game.seats().all(|seat| u16::from(loose(seat)) == game.player(seat).gem_value())
            );
        }
    }
}

#[test]
fn c_the_gem_pile_has_ten_ones_ten_twos_and_six_threes() {
    let pile = deal(Options::default(), 4, 1).board.gem_pile.cards();
    assert_eq!(pile.counts(), &[10, 10, 6, 0]);
    let values: Vec<u8> = [Gem::Gem1, Gem::Gem2, Gem::Gem3, Gem::GemStart].map(Gem::value).into();
    assert_eq!(values, [1, 2, 3, 1]);
}

#[test]
fn f12_loose_gems_go_first_then_the_largest_cards_and_surplus_comes_back_loose() {
    let (left, spent, change) = paid(&[Gem::GemStart, Gem::Gem1, Gem::Gem3], 3);
    assert_eq!((spent, change), (bag(&[Gem::GemStart, Gem::Gem3]), 1));
    assert_eq!(left, bag(&[Gem::Gem1, Gem::GemStart]));
    let (left, spent, change) = paid(&[Gem::GemStart, Gem::GemStart, Gem::Gem2], 2);
    assert_eq!((spent, change), (bag(&[Gem::GemStart, Gem::GemStart]), 0));
    assert_eq!(left, bag(&[Gem::Gem2]));
    let (left, spent, change) = paid(&[Gem::Gem1, Gem::Gem1, Gem::Gem1], 3);
    assert_eq!((left, spent.len(), change), (Gems::new(), 3, 0));
    let (left, _, change) = paid(&[Gem::Gem1, Gem::Gem3], 1);
    assert_eq!((left, change), (bag(&[Gem::Gem1, Gem::GemStart, Gem::GemStart]), 2));
}

#[test]
fn f12_a_power_is_paid_for_in_full_or_not_used() {
    let strike = Move::Strike { seat: B, guild: Guild::Damnes };
    let scene = || Scene::new(3).field(A, &[(Guild::Assassins, 1)]).field(B, &[(Guild::Damnes, 1)]);
    assert_eq!(scene().gems(A, 1).refused(A, strike), ("NOT_ENOUGH_GEMS", "F12"));
    let mut rich = scene().gem_cards(A, &[Gem::Gem3]);
    let told = rich.play(A, strike);
    let gems = bag(&[Gem::Gem3]);
    let event = Event::GemsPaid { seat: A, guild: Guild::Assassins, cost: 2, gems, change: 1 };
    assert_eq!(told[0], event);
    assert_eq!((rich.gems_of(A), rich.game.player(A).gems.count(LOOSE_GEM)), (1, 1));
}

#[test]
fn f12a_gems_are_counted_by_value() {
    let scene = Scene::new(3)
        .field(A, &[(Guild::Excavateurs, 1)])
        .gem_cards(A, &[Gem::Gem3, Gem::Gem2, Gem::GemStart]);
    assert_eq!(scene.gems_of(A), 6);
    assert_eq!(scene.points(A, "excavateurs"), 6);
    let view = serde_json::to_value(scene.game.seen_by(gueridon_game::Eyes::Public)).unwrap();
    assert_eq!(view["players"][0]["gems"], 6);
}

#[test]
fn f13_spent_gem_cards_are_shuffled_into_a_new_pile_when_it_is_empty() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Excavateurs])
        .field(A, &[(Guild::Gardiennes, 1)])
        .gem_cards(A, &[Gem::Gem3])
        .gem_pile(&[Gem::Gem1]);
    scene.play(A, Move::Protect(YES));
    assert_eq!(scene.game.board.gem_discard, bag(&[Gem::Gem3]), "loose gems leave play");
    let told = scene.play(A, Move::Play { card: Card::Excavateurs });
    assert_eq!(kinds(&told), ["CardPlayed", "GemsReshuffled", "GemsDrawn"]);
    assert_eq!(told[2], Event::GemsDrawn { seat: A, gems: bag(&[Gem::Gem1, Gem::Gem3]) });
    assert!(scene.game.board.gem_discard.is_empty());
}

#[test]
fn f12_loose_gems_that_are_paid_leave_play() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Excavateurs])
        .field(A, &[(Guild::Gardiennes, 1)])
        .gems(A, 1)
        .gem_pile(&[Gem::Gem1]);
    scene.play(A, Move::Protect(YES));
    assert_eq!(scene.gems_of(A), 0);
    assert!(scene.game.board.gem_discard.is_empty());
    let told = scene.play(A, Move::Play { card: Card::Excavateurs });
    assert_eq!(kinds(&told), ["CardPlayed", "GemsDrawn"], "and become no pile");
    assert_eq!(told[1], Event::GemsDrawn { seat: A, gems: bag(&[Gem::Gem1]) });
}

#[test]
fn f12_gems_are_told_in_number_and_gender() {
    let words = |gems: &[Gem], language| {
        Allegeance::words(
            Utterance::Event(&Event::GemsDrawn { seat: A, gems: bag(gems) }),
            language,
        )
    };
    let [one, two] = [Gem::Gem1, Gem::Gem2];
    assert_eq!(words(&[two, two], Language::En), "{seat:0} draws 2 Gems of 2.");
    assert_eq!(words(&[two], Language::Fr), "{seat:0} pioche une Gemme de 2.");
    let told = words(&[one, two, two], Language::Fr);
    assert_eq!(told, "{seat:0} pioche une Gemme de 1 et 2 Gemmes de 2.");
}

#[test]
fn c_where_it_is_agreed_on_a_protection_costs_two() {
    let dear = Options { dear_protection: true, first: Some(A), ..Options::default() };
    let scene =
        |options| Scene::with_options(3, options).field(A, &[(Guild::Gardiennes, 1)]).gems(A, 1);
    assert_eq!(scene(dear).refused(A, Move::Protect(YES)), ("NOT_ENOUGH_GEMS", "F12"));
    let mut rich = scene(dear).gems(A, 1);
    rich.play(A, Move::Protect(YES));
    assert_eq!(rich.gems_of(A), 0);
    let mut usual = scene(Options { dear_protection: false, ..dear });
    usual.play(A, Move::Protect(YES));
    assert_eq!(usual.gems_of(A), 0);
}

#[test]
fn f13_with_nothing_left_nothing_is_drawn() {
    let mut scene =
        Scene::new(3).hand(A, &[Card::Excavateurs, Card::Assassins]).gem_pile(&[Gem::Gem2]);
    let told = scene.play(A, Move::Play { card: Card::Excavateurs });
    assert_eq!(told[1], Event::GemsDrawn { seat: A, gems: bag(&[Gem::Gem2]) });
    assert_eq!(kinds(&scene.play(A, Move::Play { card: Card::Assassins })), ["CardPlayed"]);
    assert_eq!(scene.gems_of(A), 2);
}

//! The examples of the rulebook of Kraken: F4 to F6.

use super::super::scene::{ACTIVE, Scene, YES};
use super::{cards, recruiter, spend};
use crate::cards::{Card, Location, Loot, Lord, Race};
use crate::event::{Event, Source};
use crate::moves::Move;

const HAND: [Card; 3] = [Card::Kraken4, Card::Kraken3, Card::Seahorse5];

#[test]
fn f4_the_seeker_for_a_kraken_and_a_seahorse_or_for_two_krakens() {
    let cases: [(&[Card], u16, Option<Card>); 2] = [
        (&[Card::Kraken3, Card::Seahorse5], 2, Some(Card::Seahorse5)),
        (&[Card::Kraken3, Card::Kraken4], 5, None),
    ];
    for (allies, nebulis, affiliated) in cases {
        let mut scene = recruiter(2, Lord::Seeker, &HAND).pearls(ACTIVE, 0);
        let told = scene.recruit(Lord::Seeker, allies, Card::Seahorse5);
        let source = Source::KrakenAllies;
        assert!(told.contains(&Event::NebulisGained { seat: ACTIVE, nebulis, source }));
        let kept = scene.game.player(ACTIVE).affiliated;
        assert_eq!(kept, cards(affiliated.as_slice()), "{allies:?}");
        assert_eq!(scene.nebulis_of(ACTIVE), nebulis);
    }
}

#[test]
fn f5_the_hypnotist_for_two_pearls_and_a_nebulis() {
    // Three points are missing to the 9 of the Hypnotist.
    let hand = [Card::Jellyfish4, Card::Crab2];
    let mut scene = recruiter(2, Lord::Hypnotist, &hand).pearls(ACTIVE, 2).nebulis(ACTIVE, 2);
    scene = scene.figure(ACTIVE);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Hypnotist });
    scene.play_all(ACTIVE, &hand.map(spend));
    let pay = Move::PayWithNebulis { count: 1 };
    scene.assert_open(ACTIVE, &[pay]);
    let told = scene.play(ACTIVE, pay);
    let (lord, cards) = (Lord::Hypnotist, cards(&hand));
    assert_eq!(told[0], Event::LordPaid { seat: ACTIVE, lord, cards, pearls: 2, nebulis: Some(1) });
}

#[test]
fn f6_the_search_of_the_megalodon() {
    let mut scene = Scene::with_kraken(2)
        .council(&[Card::Crab1])
        .available(&[Location::Megalodon])
        .location_deck(&[])
        .key_tokens(ACTIVE, 3);
    let next = |scene: &mut Scene, loot: Loot| {
        // One more of it lies below, so that the deck is not exhausted.
        scene.game.board.loot_deck = [loot; 2].into_iter().collect::<crate::cards::Loots>().into();
    };
    next(&mut scene, Loot::Loot3);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    next(&mut scene, Loot::Loot7);
    scene.play(ACTIVE, Move::ContinueSearch(YES));
    next(&mut scene, Loot::Loot3);
    scene.play(ACTIVE, Move::ContinueSearch(YES));
    assert_eq!(scene.game.player(ACTIVE).key_tokens, 2);
    assert_eq!(scene.game.loot_on(Location::Megalodon).collect::<Vec<_>>(), [Loot::Loot7]);
    assert!(!scene.is_asked(ACTIVE), "the search and the turn are over");
}

//! Recruiting a Lord: E25 to E32a.

use super::scene::{ACTIVE, LEFT, Scene, YES, kinds};
use crate::Event;
use crate::cards::{Card, Location, Lord};
use crate::decision::{Decision, Demand};
use crate::event::Source;
use crate::moves::Move;

const PAY: Move = Move::Pay(YES);

fn spend(ally: Card) -> Move {
    Move::Spend { ally }
}

/// A recruiter in front of a Court that holds `lord` and is not refilled.
fn recruiter(lord: Lord, hand: &[Card], pearls: u16) -> Scene {
    let others = [Lord::Miller, Lord::Aquaculturalist, Lord::Landowner];
    Scene::new(2).court(&[lord]).court(&others).hand(ACTIVE, hand).pearls(ACTIVE, pearls)
}

fn can_recruit(lord: Lord, hand: &[Card], pearls: u16) -> bool {
    let mut scene = recruiter(lord, hand, pearls);
    let step = Move::Recruit { lord };
    let can = scene.moves(ACTIVE).contains(&step);
    if !can {
        assert_eq!(scene.refused(ACTIVE, step), ("CANNOT_PAY", "E25"));
    }
    can
}

/// The cards and Pearls of the payment among what was told.
fn paid(told: &[Event]) -> (Vec<Card>, u16) {
    let paid = told.iter().find_map(|event| match event {
        Event::LordPaid { cards, pearls, .. } => Some((cards.each().collect(), *pearls)),
        _ => None,
    });
    paid.expect("a payment")
}

#[test]
fn e25_races_compulsory_race_and_value_must_all_be_right() {
    // The Reaper asks for 7 from two races, seahorses among them.
    let cases: [(&[Card], bool); 7] = [
        (&[Card::Seahorse3, Card::Crab4], true),
        (&[Card::Seahorse5, Card::Seahorse4], false),
        (&[Card::Crab5, Card::Squid5], false),
        (&[Card::Seahorse3, Card::Crab3], false),
        (&[Card::Seahorse3, Card::Crab3, Card::Squid3], false),
        (&[Card::Seahorse3, Card::Seahorse2, Card::Crab2], true),
        (&[Card::Seahorse5, Card::Crab5], true),
    ];
    for (hand, can) in cases {
        assert_eq!(can_recruit(Lord::Reaper, hand, 0), can, "{hand:?}");
    }
}

#[test]
fn e25_no_more_races_than_asked_for() {
    let hand = [Card::Seahorse4, Card::Crab2, Card::Squid1];
    let mut scene = recruiter(Lord::Reaper, &hand, 3);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    assert_eq!(scene.refused(ACTIVE, PAY), ("NOT_PAID", "E25"));
    scene.play_all(ACTIVE, &[spend(Card::Seahorse4), spend(Card::Crab2)]);
    assert_eq!(scene.refused(ACTIVE, spend(Card::Squid1)), ("DEAD_END", "E25"));
    scene.assert_open(ACTIVE, &[PAY]);
}

#[test]
fn e25_several_allies_of_a_race_may_be_spent_and_surplus_is_lost() {
    let mut scene = recruiter(Lord::Reaper, &[Card::Seahorse3, Card::Seahorse2, Card::Crab2], 4);
    let hand = scene.hand_of(ACTIVE);
    let told = scene.recruit(Lord::Reaper, &hand, Card::Crab2);
    assert_eq!(paid(&told), (vec![Card::Crab2, Card::Seahorse2, Card::Seahorse3], 0));
    let mut scene = recruiter(Lord::Reaper, &[Card::Seahorse5, Card::Crab5], 4);
    let told = scene.recruit(Lord::Reaper, &[Card::Seahorse5, Card::Crab5], Card::Crab5);
    assert_eq!(paid(&told).1, 0);
    assert_eq!(scene.pearls_of(ACTIVE), 4, "10 for 7 gives no change");
}

#[test]
fn e26_a_pearl_for_each_missing_point_goes_to_the_treasury() {
    let hand = [Card::Seahorse2, Card::Crab1];
    assert!(!can_recruit(Lord::Reaper, &hand, 3));
    let mut scene = recruiter(Lord::Reaper, &hand, 10);
    let told = scene.recruit(Lord::Reaper, &hand, Card::Crab1);
    assert_eq!(paid(&told), (vec![Card::Crab1, Card::Seahorse2], 4));
    assert_eq!((scene.pearls_of(ACTIVE), scene.pearls_of(LEFT)), (6, 1));
}

#[test]
fn e26_pearls_never_stand_in_for_a_race() {
    assert!(!can_recruit(Lord::Reaper, &[Card::Seahorse5], 50));
    assert!(!can_recruit(Lord::Shepherd, &[Card::Crab5], 50));
    assert!(!can_recruit(Lord::Shepherd, &[], 50));
}

#[test]
fn e27_treasurer_and_opposing_recruiter_change_the_cost() {
    // The Shepherd costs 8; the Allies make 5 of it.
    let cases: [(&[Lord], &[Lord], u16); 5] = [
        (&[], &[], 3),
        (&[Lord::Treasurer], &[], 1),
        (&[], &[Lord::Recruiter], 5),
        (&[Lord::Treasurer], &[Lord::Recruiter], 3),
        (&[Lord::Recruiter], &[Lord::Treasurer], 3),
    ];
    for (own, opposing, pearls) in cases {
        let with = |pearls| {
            let scene = recruiter(Lord::Shepherd, &[Card::Seahorse5], pearls);
            scene.lords(ACTIVE, own).lords(LEFT, opposing)
        };
        let short = with(pearls - 1).refused(ACTIVE, Move::Recruit { lord: Lord::Shepherd });
        assert_eq!(short, ("CANNOT_PAY", "E25"), "{own:?} {opposing:?}");
        let told = with(pearls).recruit(Lord::Shepherd, &[Card::Seahorse5], Card::Seahorse5);
        assert_eq!(paid(&told).1, pearls, "{own:?} {opposing:?}");
    }
}

#[test]
fn e27_a_covered_cost_still_asks_for_an_ally_of_each_race() {
    let mut scene = recruiter(Lord::Reaper, &[Card::Seahorse5, Card::Crab1], 50);
    scene = scene.lords(ACTIVE, &[Lord::Treasurer]);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    assert_eq!(scene.refused(ACTIVE, PAY), ("NOT_PAID", "E25"));
    scene.play(ACTIVE, spend(Card::Seahorse5));
    assert_eq!(scene.refused(ACTIVE, PAY), ("NOT_PAID", "E25"), "5 of 5, but one race of two");
    scene.play_all(ACTIVE, &[spend(Card::Crab1), PAY]);
}

#[test]
fn e28_g6_an_ally_that_could_be_left_out_may_not_be_spent() {
    let hand = [Card::Seahorse5, Card::Seahorse3, Card::Seahorse1];
    let mut scene = recruiter(Lord::Shepherd, &hand, 0);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Shepherd });
    assert_eq!(scene.refused(ACTIVE, spend(Card::Seahorse1)), ("DEAD_END", "E25"));
    scene.play_all(ACTIVE, &[spend(Card::Seahorse5), spend(Card::Seahorse3)]);
    assert_eq!(scene.refused(ACTIVE, spend(Card::Seahorse1)), ("DEAD_END", "E25"));
    scene.assert_open(ACTIVE, &[PAY]);
}

#[test]
fn e28_an_ally_alone_in_its_race_is_never_superfluous() {
    let hand = [Card::Seahorse5, Card::Crab4, Card::Squid1];
    let mut scene = recruiter(Lord::Keeper, &hand, 0);
    let told = scene.recruit(Lord::Keeper, &hand, Card::Squid1);
    assert_eq!(paid(&told).0.len(), 3, "10 for 6: the 1 makes the third race");
}

#[test]
fn e28a_allies_that_save_pearls_are_not_superfluous() {
    let cases: [&[Card]; 3] = [
        &[Card::Seahorse5, Card::Seahorse3],
        &[Card::Seahorse5, Card::Seahorse2, Card::Seahorse2],
        &[Card::Seahorse4, Card::Seahorse1, Card::Seahorse1, Card::Seahorse1],
    ];
    for hand in cases {
        let mut scene = recruiter(Lord::Shepherd, hand, 8);
        let told = scene.recruit(Lord::Shepherd, hand, Card::Seahorse1);
        assert_eq!(paid(&told).0.len(), hand.len(), "{hand:?}");
    }
}

#[test]
fn e28a_only_a_surplus_as_high_as_its_value_makes_an_ally_superfluous() {
    // 5 + 4 + 2 for 10: a surplus of 1, less than the 2.
    let hand = [Card::Seahorse5, Card::Seahorse4, Card::Seahorse2];
    let mut scene = Scene::new(2).court(&[Lord::Landowner]).hand(ACTIVE, &hand);
    scene.recruit(Lord::Landowner, &hand, Card::Seahorse2);
    // 5 + 4 + 3 + 2 for 12 with the Recruiter: a surplus of 2, and the 2 must go.
    let hand = [Card::Seahorse5, Card::Seahorse4, Card::Seahorse3, Card::Seahorse2];
    let mut scene = Scene::new(2).court(&[Lord::Landowner]).hand(ACTIVE, &hand);
    scene = scene.lords(LEFT, &[Lord::Recruiter]);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Landowner });
    scene.play_all(ACTIVE, &hand[..3].iter().map(|&ally| spend(ally)).collect::<Vec<_>>());
    assert_eq!(scene.refused(ACTIVE, spend(Card::Seahorse2)), ("DEAD_END", "E25"));
}

#[test]
fn e29_the_lowest_ally_is_affiliated_and_the_others_are_discarded() {
    let hand = [Card::Seahorse3, Card::Crab4, Card::Squid1];
    let mut scene = recruiter(Lord::Reaper, &hand, 0);
    let told = scene.recruit(Lord::Reaper, &hand[..2], Card::Seahorse3);
    assert!(told.contains(&Event::AllyAffiliated { seat: ACTIVE, ally: Card::Seahorse3 }));
    let player = scene.game.player(ACTIVE);
    assert_eq!(player.affiliated.each().collect::<Vec<_>>(), [Card::Seahorse3]);
    assert_eq!(scene.game.board.discard.each().collect::<Vec<_>>(), [Card::Crab4]);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Squid1]);
}

#[test]
fn e29_among_equal_lowest_allies_the_player_chooses() {
    let mut scene = recruiter(Lord::Keeper, &[Card::Seahorse2, Card::Crab2, Card::Squid3], 0);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Keeper });
    scene.play_all(ACTIVE, &[spend(Card::Seahorse2), spend(Card::Crab2), spend(Card::Squid3), PAY]);
    let keep = |ally| Move::Affiliate { ally };
    scene.assert_open(ACTIVE, &[keep(Card::Seahorse2), keep(Card::Crab2)]);
    assert_eq!(scene.refused(ACTIVE, keep(Card::Squid3)), ("NOT_THE_LOWEST", "E29"));
    scene.play(ACTIVE, keep(Card::Seahorse2));
    assert_eq!(scene.game.board.discard.each().collect::<Vec<_>>(), [Card::Crab2, Card::Squid3]);
}

#[test]
fn e29_affiliated_allies_pay_for_nothing() {
    let mut scene = recruiter(Lord::Shepherd, &[], 50).affiliated(ACTIVE, &[Card::Seahorse5]);
    let refusal = scene.refused(ACTIVE, Move::Recruit { lord: Lord::Shepherd });
    assert_eq!(refusal, ("CANNOT_PAY", "E25"));
}

#[test]
fn e30_with_the_master_of_magic_any_spent_ally_may_be_affiliated() {
    let hand = [Card::Seahorse1, Card::Crab2, Card::Squid3, Card::Jellyfish5];
    let mut scene = recruiter(Lord::Keeper, &hand, 0).lords(ACTIVE, &[Lord::MasterOfMagic]);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Keeper });
    scene.play_all(ACTIVE, &[spend(Card::Seahorse1), spend(Card::Crab2), spend(Card::Squid3), PAY]);
    let keep = |ally| Move::Affiliate { ally };
    scene.assert_open(ACTIVE, &[keep(Card::Seahorse1), keep(Card::Crab2), keep(Card::Squid3)]);
    assert_eq!(scene.refused(ACTIVE, keep(Card::Jellyfish5)), ("NOT_SPENT", "E29"));
    scene.play(ACTIVE, keep(Card::Squid3));
    assert!(scene.game.player(ACTIVE).affiliated.has(Card::Squid3));
}

#[test]
fn e31_nothing_is_affiliated_without_a_payment_in_allies() {
    let of_corruptor = [Card::Squid5, Card::Squid4];
    let of_traitor = [Card::Squid5, Card::Crab5, Card::Jellyfish2];
    let of_schemer = [Card::Squid5, Card::Crab2, Card::Jellyfish1];
    let give_up = Move::GiveUp { lord: Lord::Keeper };
    let cases: [(Lord, &[Card], &[Move], Card); 3] = [
        (Lord::Corruptor, &of_corruptor, &[Move::Recruit { lord: Lord::Miller }], Card::Squid4),
        (
            Lord::Traitor,
            &of_traitor,
            &[give_up, Move::TakeLord { lord: Lord::Miller }],
            Card::Jellyfish2,
        ),
        (Lord::Schemer, &of_schemer, &[give_up], Card::Jellyfish1),
    ];
    for (lord, hand, steps, affiliated) in cases {
        let mut scene = recruiter(lord, hand, 6).lords(ACTIVE, &[Lord::Keeper]);
        scene.recruit(lord, hand, affiliated);
        let told = scene.play_all(ACTIVE, steps);
        assert!(!kinds(&told).contains(&"AllyAffiliated".to_owned()), "{lord:?}");
        let kept: Vec<Card> = scene.game.player(ACTIVE).affiliated.each().collect();
        assert_eq!(kept, [affiliated], "{lord:?}");
    }
}

#[test]
fn e32_g12_the_order_of_a_recruitment() {
    let allies = [Card::Shellfish5, Card::Crab3, Card::Squid2];
    let mut hand = vec![Card::Jellyfish1; 8];
    hand.extend(allies);
    let mut scene = Scene::new(2)
        .court(&[Lord::Trader, Lord::Miller, Lord::Landowner])
        .hand(ACTIVE, &hand)
        .key_tokens(ACTIVE, 3)
        .lords(ACTIVE, &[Lord::Slaver])
        .lords(LEFT, &[Lord::Commander])
        .available(&[Location::Jail, Location::Depths]);
    let told = scene.recruit(Lord::Trader, &allies, Card::Squid2);
    let order = ["LordPaid", "AllyAffiliated", "LordArrived", "PearlsGained"];
    assert_eq!(kinds(&told)[4..], [&order[..], &["PearlsGained", "CourtRefilled"]].concat());
    assert_eq!(scene.game.decision, Decision::ControlLocation);
    scene.play(ACTIVE, Move::TakeLocation { location: Location::Jail });
    scene.play_all(ACTIVE, &[Move::UseToken(YES); 3]);
    assert_eq!(scene.game.decision, Decision::EndTurn, "powers that are left");
    let told = scene.play(ACTIVE, Move::EndTurn(YES));
    assert_eq!(told[0], Event::TurnEnded { seat: ACTIVE });
    let source = Demand::Commander;
    assert_eq!(scene.game.decision, Decision::DiscardCards { due: [2, 0, 0, 0], source });
    scene.play_all(ACTIVE, &[Move::Discard { ally: Card::Jellyfish1 }; 2]);
    assert!(scene.is_asked(LEFT));
}

const CORRUPTOR: [Card; 2] = [Card::Squid5, Card::Squid4];

#[test]
fn e32a_a_chain_goes_on_until_a_lord_without_arrow_arrives() {
    let court = [Lord::Corruptor, Lord::Traitor, Lord::Schemer, Lord::Miller, Lord::Reaper];
    let mut scene = Scene::new(2)
        .court(&court)
        .court(&[Lord::Landowner])
        .lord_deck(&[Lord::Peddler])
        .hand(ACTIVE, &CORRUPTOR)
        .pearls(ACTIVE, 6);
    scene.recruit(Lord::Corruptor, &CORRUPTOR, Card::Squid4);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Traitor });
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Corruptor });
    scene.play(ACTIVE, Move::TakeLord { lord: Lord::Schemer });
    let told = scene.play(ACTIVE, Move::GiveUp { lord: Lord::Traitor });
    let source = Source::Lord(Lord::Peddler);
    assert_eq!(told[2], Event::PearlsGained { seat: ACTIVE, pearls: 2, source });
    let mine: Vec<Lord> = scene.game.player(ACTIVE).active_lords().collect();
    assert_eq!(mine, [Lord::Schemer, Lord::Peddler]);
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e32a_a_schemer_may_be_given_up_by_the_traitor_it_brought() {
    let hand = [Card::Squid5, Card::Crab2, Card::Jellyfish1];
    let mut scene = recruiter(Lord::Schemer, &hand, 0)
        .court(&[Lord::Reaper])
        .lord_deck(&[Lord::Traitor])
        .lords(ACTIVE, &[Lord::Keeper]);
    scene.recruit(Lord::Schemer, &hand, Card::Jellyfish1);
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Keeper });
    assert_eq!(scene.game.decision, Decision::GiveUpLord { to: Lord::Traitor });
    assert_eq!(scene.refused(ACTIVE, Move::GiveUp { lord: Lord::Traitor }), ("ITSELF", "A.1"));
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Schemer });
    scene.play(ACTIVE, Move::TakeLord { lord: Lord::Reaper });
    assert_eq!(
        scene.game.player(ACTIVE).active_lords().collect::<Vec<_>>(),
        [Lord::Traitor, Lord::Reaper]
    );
}

#[test]
fn e32a_an_ambassador_takes_its_location_within_the_chain() {
    let mut scene = Scene::new(2)
        .court(&[Lord::Corruptor, Lord::Hermit, Lord::Miller])
        .hand(ACTIVE, &CORRUPTOR)
        .pearls(ACTIVE, 6)
        .location_deck(&[Location::Jail]);
    scene.recruit(Lord::Corruptor, &CORRUPTOR, Card::Squid4);
    let told = scene.play(ACTIVE, Move::Recruit { lord: Lord::Hermit });
    let chain = ["LordPaid", "LordArrived", "LocationsDrawn", "LocationTaken", "LocationPaid"];
    let after = ["PearlsGained", "CourtRefilled", "TurnStarted"];
    assert_eq!(kinds(&told), [&chain[..], &after].concat());
}

#[test]
fn e32a_a_declined_power_ends_the_chain() {
    let mut scene = recruiter(Lord::Corruptor, &CORRUPTOR, 6);
    scene.recruit(Lord::Corruptor, &CORRUPTOR, Card::Squid4);
    assert_eq!(scene.declining(ACTIVE), [], "the power is one's own");
    let told = scene.play(ACTIVE, Move::Decline(YES));
    assert_eq!(told[0], Event::PowerDeclined { seat: ACTIVE, lord: Lord::Corruptor });
    assert_eq!(scene.pearls_of(ACTIVE), 5);
    assert!(scene.is_asked(LEFT));
}

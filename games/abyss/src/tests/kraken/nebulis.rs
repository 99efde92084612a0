//! Nebulis as money: E5, E70 to E73.

use super::super::scene::{ACTIVE, LEFT, Scene, YES};
use super::{DECLINE, EXPLORE, FOURTH, PAY, THIRD, cards, recruited, recruiter, spend};
use crate::cards::{Card, Lord};
use crate::event::Event;
use crate::moves::Move;

const BUY: Move = Move::Buy(YES);

fn buy_with(count: u8) -> Move {
    Move::BuyWithNebulis { count }
}

fn pay_with(count: u8) -> Move {
    Move::PayWithNebulis { count }
}

#[test]
fn e5_nebulis_never_pay_for_a_plot() {
    let scene = Scene::with_kraken(2).pearls(ACTIVE, 0).nebulis(ACTIVE, 3).figure(ACTIVE);
    let mut scene =
        scene.court(&[Lord::Miller]).lords(ACTIVE, &[Lord::Counterfeiter, Lord::Outlaw]);
    assert_eq!(scene.refused(ACTIVE, Move::Plot(YES)), ("NO_PEARL", "E4"));
}

/// The steps open to a buyer with so many Pearls and Nebulis and these Lords, at a price of
/// `bought + 1`.
fn offers(pearls: u16, nebulis: u16, lords: &[Lord], bought: u8) -> Vec<Move> {
    let mut scene = Scene::with_kraken(2).deck(&[Card::Crab1]).pearls(LEFT, pearls);
    scene = scene.nebulis(LEFT, nebulis).lords(LEFT, lords);
    scene.game.turn.purchases = bought;
    scene.play(ACTIVE, EXPLORE);
    let mut open = scene.moves(LEFT);
    open.retain(|&step| step != DECLINE);
    open
}

#[test]
fn e71_one_nebulis_at_most_and_only_with_all_pearls() {
    assert_eq!(offers(0, 2, &[], 0), [buy_with(1)]);
    assert_eq!(offers(1, 2, &[], 0), [BUY]);
    assert_eq!(offers(1, 2, &[], 1), [buy_with(1)]);
    assert_eq!(offers(2, 2, &[], 1), [BUY]);
    assert_eq!(offers(0, 2, &[], 1), [], "a second one is not allowed");
    assert_eq!(offers(0, 0, &[], 0), []);
}

#[test]
fn e71_the_outlaw_allows_two_and_the_counterfeiter_lets_pearls_remain() {
    let outlaw = [Lord::Outlaw];
    assert_eq!(offers(0, 2, &outlaw, 1), [buy_with(2)]);
    assert_eq!(offers(0, 1, &outlaw, 1), []);
    assert_eq!(offers(1, 2, &outlaw, 1), [buy_with(1)], "all Pearls first");
    assert_eq!(offers(5, 2, &outlaw, 1), [BUY]);
    let counterfeiter = [Lord::Counterfeiter];
    assert_eq!(offers(5, 2, &counterfeiter, 1), [BUY, buy_with(1)]);
    assert_eq!(offers(1, 2, &counterfeiter, 1), [buy_with(1)]);
    let both = [Lord::Outlaw, Lord::Counterfeiter];
    assert_eq!(offers(5, 3, &both, 2), [BUY, buy_with(1), buy_with(2)]);
    assert_eq!(offers(5, 3, &both, 0), [BUY, buy_with(1)], "never more than the sum due");
}

#[test]
fn e71a_the_formula_agrees_with_the_words() {
    for (pearls, nebulis, due) in
        (0..6).flat_map(|p| (0..4).flat_map(move |n| (0..8).map(move |s| (p, n, s))))
    {
        for lords in
            [&[][..], &[Lord::Outlaw], &[Lord::Counterfeiter], &[Lord::Outlaw, Lord::Counterfeiter]]
        {
            let scene = Scene::with_kraken(2).pearls(LEFT, pearls).nebulis(LEFT, nebulis);
            let game = scene.lords(LEFT, lords).game;
            let most = if lords.contains(&Lord::Outlaw) { 2 } else { 1 };
            let legal: Vec<u16> = (0..=nebulis.min(most).min(due))
                .filter(|&n| due - n <= pearls)
                .filter(|&n| n == 0 || lords.contains(&Lord::Counterfeiter) || due - n == pearls)
                .collect();
            let found: Vec<u16> = game.nebulis_for(LEFT, due).collect();
            assert_eq!(found, legal, "{due} due of {pearls} and {nebulis} with {lords:?}");
            assert_eq!(game.funds(LEFT) >= due, !legal.is_empty());
        }
    }
}

#[test]
fn e70_nebulis_complete_the_value_of_a_recruitment() {
    // The Reaper costs 7; the Allies make 4 of it.
    let hand = [Card::Seahorse3, Card::Crab1];
    let with = |pearls| {
        let scene = recruiter(2, Lord::Reaper, &hand).pearls(ACTIVE, pearls);
        scene.nebulis(ACTIVE, 2).figure(ACTIVE)
    };
    assert_eq!(with(1).refused(ACTIVE, Move::Recruit { lord: Lord::Reaper }).0, "CANNOT_PAY");
    let mut scene = with(2);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    scene.play_all(ACTIVE, &hand.map(spend));
    scene.assert_open(ACTIVE, &[pay_with(1)]);
    assert_eq!(scene.refused(ACTIVE, PAY), ("BAD_NEBULIS", "E71"));
    let told = scene.play(ACTIVE, pay_with(1));
    let (lord, cards) = (Lord::Reaper, cards(&hand));
    assert_eq!(told[0], Event::LordPaid { seat: ACTIVE, lord, cards, pearls: 2, nebulis: Some(1) });
    assert_eq!((scene.pearls_of(ACTIVE), scene.nebulis_of(ACTIVE)), (0, 1));
    let mut scene = with(3);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    scene.play_all(ACTIVE, &hand.map(spend));
    scene.assert_open(ACTIVE, &[PAY]);
}

#[test]
fn e70_nebulis_help_to_pay_the_corruptors_second_lord() {
    let with = |pearls: u16, lords: &[Lord]| {
        let scene = Scene::with_kraken(2).pearls(ACTIVE, pearls).nebulis(ACTIVE, 2).figure(ACTIVE);
        recruited(scene.lords(ACTIVE, lords), Lord::Corruptor).0
    };
    let second = Lord::Miller;
    let recruit = Move::Recruit { lord: second };
    let recruit_with = |count| Move::RecruitWithNebulis { lord: second, count };
    let open = |scene: &Scene| -> Vec<Move> {
        let steps = scene.moves(ACTIVE).into_iter();
        steps.filter(|step| [recruit, recruit_with(1), recruit_with(2)].contains(step)).collect()
    };
    assert!(with(3, &[]).is_asked(LEFT), "3 Pearls and 1 Nebulis are too little");
    assert_eq!(open(&with(4, &[])), [recruit_with(1)]);
    assert_eq!(open(&with(5, &[])), [recruit]);
    assert_eq!(open(&with(3, &[Lord::Outlaw])), [recruit_with(2)]);
    assert_eq!(open(&with(9, &[Lord::Counterfeiter])), [recruit, recruit_with(1)]);
    let mut scene = with(4, &[]);
    assert_eq!(scene.refused(ACTIVE, recruit), ("BAD_NEBULIS", "E71"));
    let told = scene.play(ACTIVE, recruit_with(1));
    let paid = Event::LordPaid {
        seat: ACTIVE,
        lord: second,
        cards: cards(&[]),
        pearls: 4,
        nebulis: Some(1),
    };
    assert_eq!(told[0], paid);
    // The two Lords left at Court bring 2 Pearls afterwards.
    assert_eq!((scene.pearls_of(ACTIVE), scene.nebulis_of(ACTIVE)), (2, 1));
}

#[test]
fn e72_nebulis_paid_for_an_ally_go_to_the_seller_and_those_for_a_lord_to_the_supply() {
    let mut scene = Scene::with_kraken(2).deck(&[Card::Crab1; 2]).pearls(LEFT, 0);
    scene = scene.nebulis(LEFT, 2).figure(LEFT);
    scene.play(ACTIVE, EXPLORE);
    let told = scene.play(LEFT, buy_with(1));
    let (seat, seller, card) = (LEFT, ACTIVE, Card::Crab1);
    assert_eq!(told[0], Event::AllyBought { seat, seller, card, pearls: 0, nebulis: Some(1) });
    assert_eq!((scene.nebulis_of(ACTIVE), scene.nebulis_of(LEFT)), (1, 1));
    assert_eq!(scene.pearls_of(ACTIVE), 1);

    let hand = [Card::Seahorse3, Card::Crab1];
    let mut scene = recruiter(2, Lord::Reaper, &hand).pearls(ACTIVE, 2);
    scene = scene.nebulis(ACTIVE, 2).nebulis(LEFT, 1).figure(ACTIVE);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Reaper });
    scene.play_all(ACTIVE, &hand.map(spend));
    scene.play(ACTIVE, pay_with(1));
    assert_eq!((scene.nebulis_of(ACTIVE), scene.nebulis_of(LEFT)), (1, 1), "nobody gains it");
}

#[test]
fn e72a_a_purchase_is_one_change_for_buyer_and_seller() {
    // The seller comes from 0 to 1 and the buyer from 2 to 1: reached, so the figure moves at once.
    let mut scene = Scene::with_kraken(3).deck(&[Card::Crab1; 2]).pearls(LEFT, 0);
    scene = scene.nebulis(LEFT, 2).figure(LEFT);
    scene.play(ACTIVE, EXPLORE);
    let told = scene.play(LEFT, buy_with(1));
    assert_eq!(told[1], super::moved(Some(LEFT), Some(ACTIVE)));
    let moves = told.iter().filter(|event| matches!(event, Event::FigureMoved { .. })).count();
    assert_eq!(moves, 1);
}

#[test]
fn e73_each_nebulis_costs_a_point_and_the_figure_five() {
    let scene = Scene::with_kraken(4).nebulis(LEFT, 3).nebulis(THIRD, 1).figure(LEFT);
    let lines = |seat| (scene.points(seat, "nebulis"), scene.points(seat, "kraken_figure"));
    assert_eq!([ACTIVE, LEFT, THIRD, FOURTH].map(lines), [(0, 0), (-3, -5), (-1, 0), (0, 0)]);
}

#[test]
fn e59_nebulis_are_no_pearls_when_sums_are_equal() {
    use gueridon_game::{Eyes, Game};
    // Seat 1 lost a point for its Nebulis and has an Ally of 1 more: equal, with fewer Pearls.
    let scene = Scene::with_kraken(2).pearls(ACTIVE, 1).pearls(LEFT, 0).nebulis(LEFT, 6);
    let score = scene.affiliated(LEFT, &[Card::Crab3, Card::Squid3]).game.score(Eyes::Public);
    assert_eq!((score.seats[0].points, score.seats[1].points), (0, 0));
    assert_eq!((score.seats[0].rank, score.seats[1].rank), (1, 2));
}

//! Exploring the depths: E8 to E22.

use gueridon_game::Seat;

use super::scene::{ACTIVE, LEFT, Scene, YES, kinds};
use crate::Event;
use crate::cards::{Card, Lord, Race, Token};
use crate::decision::{Decision, Demand};
use crate::event::Source;
use crate::moves::Move;

const EXPLORE: Move = Move::Explore(YES);
const REVEAL: Move = Move::Reveal(YES);
const TAKE: Move = Move::TakeAlly(YES);
const FIGHT: Move = Move::Fight(YES);
const BUY: Move = Move::Buy(YES);
const REFUSE: Move = Move::Decline(YES);

/// Two players of whom only the first can pay for anything.
fn alone() -> Scene {
    Scene::new(2).pearls(LEFT, 0)
}

/// An exploration that has revealed these cards, and taken or fought none.
fn explored(mut scene: Scene, cards: &[Card]) -> Scene {
    for (nth, &card) in cards.iter().enumerate() {
        scene.next_cards(&[card]);
        scene.play(ACTIVE, if nth == 0 { EXPLORE } else { REVEAL });
    }
    scene
}

fn reward(keys: u8, pearls: u8, monsters: u8) -> Move {
    Move::TakeReward { keys, pearls, monsters }
}

#[test]
fn e8_cards_come_one_by_one_to_the_free_space_nearest_the_deck() {
    let mut scene = alone();
    for space in 1..=4 {
        scene.next_cards(&[Card::Crab1]);
        let told = scene.play(ACTIVE, if space == 1 { EXPLORE } else { REVEAL });
        let revealed = Event::CardRevealed { seat: ACTIVE, card: Card::Crab1, space };
        assert_eq!(told, [revealed]);
    }
}

#[test]
fn e8_the_space_of_a_bought_card_receives_the_next_one() {
    let mut scene = Scene::new(2);
    scene.next_cards(&[Card::Crab1]);
    scene.play(ACTIVE, EXPLORE);
    scene.play(LEFT, REFUSE);
    scene.next_cards(&[Card::Squid2]);
    scene.play(ACTIVE, REVEAL);
    scene.next_cards(&[Card::Jellyfish3]);
    let told = scene.play(LEFT, BUY);
    let revealed = Event::CardRevealed { seat: ACTIVE, card: Card::Jellyfish3, space: 2 };
    assert_eq!(told[1..], [revealed]);
    assert_eq!(scene.game.board.track[..], [Card::Crab1, Card::Jellyfish3]);
}

#[test]
fn e9_opponents_are_asked_clockwise_from_the_left() {
    let mut scene = Scene::new(4).deck(&[Card::Crab1]);
    scene.game.turn.active = Seat(2);
    scene.play(Seat(2), EXPLORE);
    for seat in [3, 0, 1].map(Seat) {
        assert_eq!(scene.game.decision, Decision::BuyAlly { seat });
        let told = scene.play(seat, REFUSE);
        assert_eq!(told, [Event::AllyDeclined { seat, card: Card::Crab1 }]);
    }
    assert_eq!(scene.game.decision, Decision::TakeOrReveal);
    assert!(scene.is_asked(Seat(2)));
}

#[test]
fn e9_the_first_who_accepts_takes_the_ally_and_the_others_are_not_asked() {
    let mut scene = Scene::new(4).deck(&[Card::Crab1]).pearls(Seat(3), 0);
    scene.play(ACTIVE, EXPLORE);
    scene.play(Seat(1), REFUSE);
    scene.next_cards(&[Card::Monster]);
    let told = scene.play(Seat(2), BUY);
    let bought = Event::AllyBought {
        seat: Seat(2),
        seller: ACTIVE,
        card: Card::Crab1,
        pearls: 1,
        nebulis: None,
    };
    assert_eq!(told[0], bought);
    assert_eq!(kinds(&told), ["AllyBought", "CardRevealed"]);
    assert_eq!(scene.hand_of(Seat(2)), [Card::Crab1]);
    assert_eq!(scene.game.decision, Decision::FightOrReveal);
}

#[test]
fn e10_the_price_rises_with_each_ally_bought_and_goes_to_the_active_player() {
    let mut scene = Scene::new(4).deck(&[Card::Crab1; 4]);
    for seat in 1..4 {
        scene = scene.pearls(Seat(seat), 5);
    }
    scene.play(ACTIVE, EXPLORE);
    for (seat, price) in [(1, 1), (2, 2), (3, 3)] {
        assert_eq!(scene.game.ally_price(), price);
        scene.play(Seat(seat), BUY);
        assert_eq!(scene.pearls_of(Seat(seat)), 5 - price);
    }
    assert_eq!(scene.pearls_of(ACTIVE), 1 + 1 + 2 + 3);
    assert_eq!(scene.game.decision, Decision::TakeOrReveal);
}

#[test]
fn e11_each_opponent_buys_once_a_turn() {
    let mut scene = Scene::new(3).deck(&[Card::Crab1; 3]).pearls(LEFT, 9).pearls(Seat(2), 9);
    scene.play(ACTIVE, EXPLORE);
    assert_eq!(scene.declining(LEFT), [REFUSE]);
    scene.play(LEFT, BUY);
    assert_eq!(scene.game.decision, Decision::BuyAlly { seat: Seat(2) });
    assert_eq!(scene.refused(LEFT, BUY), ("NOT_YOUR_TURN", ""));
}

#[test]
fn e11_a_new_turn_resets_purchases_and_price_an_extra_turn_too() {
    for extra in [false, true] {
        let mut scene = Scene::new(2).deck(&[Card::Crab1; 4]).pearls(ACTIVE, 9).pearls(LEFT, 9);
        scene.game.turn.extra_turn = extra;
        scene.play(ACTIVE, EXPLORE);
        scene.play(LEFT, BUY);
        scene.play(ACTIVE, TAKE);
        let (explorer, buyer) = if extra { (ACTIVE, LEFT) } else { (LEFT, ACTIVE) };
        scene.play(explorer, EXPLORE);
        let told = scene.play(buyer, BUY);
        let card = Card::Crab1;
        assert_eq!(
            told[0],
            Event::AllyBought { seat: buyer, seller: explorer, card, pearls: 1, nebulis: None }
        );
    }
}

#[test]
fn e12_who_cannot_pay_is_not_asked() {
    let mut scene = Scene::new(3).deck(&[Card::Crab1; 2]).pearls(LEFT, 0).pearls(Seat(2), 1);
    scene.play(ACTIVE, EXPLORE);
    assert_eq!(scene.game.decision, Decision::BuyAlly { seat: Seat(2) });
    let mut scene = Scene::new(3).deck(&[Card::Crab1; 2]);
    scene.play(ACTIVE, EXPLORE);
    scene.play(LEFT, BUY);
    assert_eq!(scene.game.decision, Decision::TakeOrReveal, "1 Pearl is not enough for 2");
}

#[test]
fn e13_after_a_purchase_another_card_is_revealed_at_once() {
    let mut scene = explored(alone(), &[Card::Crab1]).pearls(LEFT, 1);
    scene.next_cards(&[Card::Squid1]);
    scene.play(ACTIVE, REVEAL);
    scene.next_cards(&[Card::Jellyfish1]);
    let told = scene.play(LEFT, BUY);
    assert_eq!(kinds(&told), ["AllyBought", "CardRevealed"]);
    scene.play(ACTIVE, TAKE);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Jellyfish1]);
}

#[test]
fn e14_an_unsold_ally_is_taken_for_free_or_another_is_revealed() {
    let mut scene = explored(alone(), &[Card::Crab1, Card::Squid2]);
    scene.assert_open(ACTIVE, &[TAKE, REVEAL]);
    let told = scene.play(ACTIVE, TAKE);
    assert_eq!(told[0], Event::AllyTaken { seat: ACTIVE, card: Card::Squid2 });
    assert_eq!(kinds(&told), ["AllyTaken", "ExplorationEnded", "TurnStarted"]);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Squid2], "the last one revealed");
    assert_eq!(scene.pearls_of(ACTIVE), 1);
}

#[test]
fn e14_a_monster_left_behind_can_no_longer_be_fought() {
    let mut scene = explored(alone(), &[Card::Monster, Card::Squid2]);
    assert_eq!(scene.refused(ACTIVE, FIGHT), ("NOT_NOW", "E3"));
}

#[test]
fn e15_on_the_fifth_space_the_ally_must_be_taken_and_brings_a_pearl() {
    let before = [Card::Crab1, Card::Monster, Card::Monster, Card::Jellyfish1];
    let mut scene = explored(alone(), &before);
    scene.next_cards(&[Card::Squid1]);
    let told = scene.play(ACTIVE, REVEAL);
    let bonus = Event::PearlsGained { seat: ACTIVE, pearls: 1, source: Source::LastSpace };
    assert_eq!(told[1], Event::AllyTaken { seat: ACTIVE, card: Card::Squid1 });
    assert_eq!(told[2], bonus);
    assert!(scene.is_asked(LEFT));
    assert_eq!(scene.pearls_of(ACTIVE), 2);
}

#[test]
fn e15_a_sold_ally_frees_the_fifth_space_without_bonus() {
    let mut scene = explored(alone(), &[Card::Crab1; 4]).pearls(LEFT, 1);
    scene.next_cards(&[Card::Squid1]);
    scene.play(ACTIVE, REVEAL);
    assert_eq!(scene.game.decision, Decision::BuyAlly { seat: LEFT });
    scene.next_cards(&[Card::Jellyfish1]);
    let told = scene.play(LEFT, BUY);
    assert_eq!(told[1], Event::CardRevealed { seat: ACTIVE, card: Card::Jellyfish1, space: 5 });
    assert_eq!(told[2], Event::AllyTaken { seat: ACTIVE, card: Card::Jellyfish1 });
    assert_eq!(scene.pearls_of(ACTIVE), 1 + 1 + 1, "start, sale, one bonus");
}

#[test]
fn e16_a_monster_is_never_offered() {
    let mut scene = Scene::new(2).deck(&[Card::Monster]).pearls(LEFT, 9);
    scene.play(ACTIVE, EXPLORE);
    scene.assert_open(ACTIVE, &[FIGHT, REVEAL]);
    assert!(!scene.is_asked(LEFT));
}

#[test]
fn e16_a_fight_always_succeeds_with_the_reward_of_the_square() {
    let squares: [&[(u8, u8, u8)]; 6] = [
        &[(0, 1, 0), (0, 0, 1)],
        &[(0, 2, 0), (0, 1, 1), (0, 0, 2)],
        &[(1, 0, 0)],
        &[(1, 1, 0), (1, 0, 1)],
        &[(1, 2, 0), (1, 1, 1), (1, 0, 2)],
        &[(2, 0, 0)],
    ];
    for (threat, options) in (1..).zip(squares) {
        let open: Vec<Move> = options.iter().map(|&(k, p, m)| reward(k, p, m)).collect();
        for (&(keys, pearls, monsters), &choice) in options.iter().zip(&open) {
            let mut scene = explored(alone().threat(threat), &[Card::Monster]);
            let told = scene.play(ACTIVE, FIGHT);
            assert_eq!(told[0], Event::MonsterFought { seat: ACTIVE, square: threat });
            if open.len() > 1 {
                scene.assert_open(ACTIVE, &open);
                scene.play(ACTIVE, choice);
            }
            let player = scene.game.player(ACTIVE);
            assert_eq!(
                (player.key_tokens, player.pearls),
                (u16::from(keys), 1 + u16::from(pearls))
            );
            assert_eq!(player.tokens.len(), usize::from(monsters));
            assert_eq!(scene.game.board.threat, 0, "the marker goes back to square 1");
            assert_eq!(scene.game.board.discard.count(Card::Monster), 1);
            assert!(scene.is_asked(LEFT), "the action is over");
        }
    }
}

#[test]
fn e17_going_on_moves_the_marker_and_leaves_the_monster() {
    for (from, to) in [(1, 2), (5, 6), (6, 6)] {
        let mut scene = explored(alone().threat(from), &[Card::Monster]);
        scene.next_cards(&[Card::Crab1]);
        let told = scene.play(ACTIVE, REVEAL);
        assert_eq!(told[0], Event::MonsterPassed { seat: ACTIVE, threat: to });
        assert_eq!(scene.game.board.threat, to - 1);
        assert_eq!(scene.game.board.track[..], [Card::Monster, Card::Crab1]);
    }
}

#[test]
fn e18_on_the_fifth_space_the_fight_is_forced_and_brings_a_pearl_first() {
    let mut scene = explored(alone(), &[Card::Crab1; 4]);
    scene.next_cards(&[Card::Monster]);
    let told = scene.play(ACTIVE, REVEAL);
    let bonus = Event::PearlsGained { seat: ACTIVE, pearls: 1, source: Source::LastSpace };
    assert_eq!(told[1..], [bonus, Event::MonsterFought { seat: ACTIVE, square: 1 }]);
    let told = scene.play(ACTIVE, reward(0, 1, 0));
    let pearl = Event::PearlsGained { seat: ACTIVE, pearls: 1, source: Source::ThreatTrack };
    assert_eq!(told[0], pearl, "apart from the bonus");
    assert_eq!(scene.pearls_of(ACTIVE), 3);
}

#[test]
fn e19_options_with_more_tokens_than_are_left_disappear() {
    let one = &[Token::Monster3][..];
    let cases = [
        (2, one, vec![reward(0, 2, 0), reward(0, 1, 1)]),
        (5, one, vec![reward(1, 2, 0), reward(1, 1, 1)]),
        (1, one, vec![reward(0, 1, 0), reward(0, 0, 1)]),
    ];
    for (threat, pool, open) in cases {
        let mut scene = explored(alone().threat(threat).token_pool(pool), &[Card::Monster]);
        scene.play(ACTIVE, FIGHT);
        scene.assert_open(ACTIVE, &open);
    }
    for (threat, keys, pearls) in [(1, 0, 1), (2, 0, 2), (4, 1, 1), (5, 1, 2)] {
        let mut scene = explored(alone().threat(threat).token_pool(&[]), &[Card::Monster]);
        scene.play(ACTIVE, FIGHT);
        let player = scene.game.player(ACTIVE);
        assert_eq!((player.key_tokens, player.pearls), (keys, 1 + pearls));
        assert!(scene.is_asked(LEFT));
    }
}

#[test]
fn e19_tokens_are_drawn_at_random_from_the_pool() {
    let pool = [Token::Monster2, Token::Monster3, Token::Monster4];
    let mut scene = explored(alone().threat(2).token_pool(&pool), &[Card::Monster]);
    scene.play_all(ACTIVE, &[FIGHT, reward(0, 0, 2)]);
    let left = scene.game.board.token_pool.each().next().unwrap();
    let drawn: Vec<Token> =
        scene.game.player(ACTIVE).tokens.cards().iter().map(|known| known.kind).collect();
    assert!(drawn.len() == 2 && drawn[0] != drawn[1] && !drawn.contains(&left));
}

#[test]
fn e20_allies_go_to_the_stacks_of_their_races_and_monsters_to_the_discard() {
    let cards = [Card::Crab1, Card::Monster, Card::Squid2, Card::Squid4];
    let mut scene = explored(alone().council(&[Card::Squid5]), &cards);
    let told = scene.play(ACTIVE, TAKE);
    let to_council = [Card::Crab1, Card::Squid2].into_iter().collect();
    assert_eq!(told[1], Event::ExplorationEnded { seat: ACTIVE, to_council, monsters: 1 });
    assert_eq!(scene.stack_of(Race::Crab), [Card::Crab1]);
    assert_eq!(scene.stack_of(Race::Squid), [Card::Squid2, Card::Squid5]);
    assert_eq!(scene.game.board.discard.each().collect::<Vec<_>>(), [Card::Monster]);
    assert!(scene.game.board.track.is_empty());
}

#[test]
fn e20_the_ship_master_counts_the_races_that_go_to_the_council() {
    let scene = alone().lords(ACTIVE, &[Lord::ShipMaster]);
    let cards = [Card::Crab1, Card::Monster, Card::Crab2, Card::Squid2];
    let mut scene = explored(scene, &cards);
    scene.next_cards(&[Card::Monster]);
    scene.play(ACTIVE, REVEAL);
    let told = scene.play(ACTIVE, reward(0, 2, 0));
    let source = Source::Lord(Lord::ShipMaster);
    assert!(told.contains(&Event::PearlsGained { seat: ACTIVE, pearls: 2, source }));
}

#[test]
fn e21_an_empty_deck_is_made_anew_when_an_action_begins() {
    let scene = || {
        let scene = Scene::new(2).deck(&[]).discard(&[Card::Crab2; 3]).council(&[Card::Squid1]);
        scene.hand(ACTIVE, &[Card::Seahorse5]).pearls(ACTIVE, 3).court(&[Lord::Shepherd])
    };
    let actions =
        [EXPLORE, Move::TakeStack { race: Race::Squid }, Move::Recruit { lord: Lord::Shepherd }];
    for action in actions {
        let mut scene = scene();
        let told = scene.play(ACTIVE, action);
        assert_eq!(told[0], Event::DeckReshuffled { cards: 3 }, "{action:?}");
        assert!(scene.game.board.discard.is_empty(), "{action:?}");
        assert_eq!(scene.game.player(ACTIVE).hand.count(Card::Crab2), 0);
    }
}

#[test]
fn e21_an_empty_deck_is_made_anew_after_each_round_of_offers() {
    let mut scene = Scene::new(2).deck(&[Card::Squid1]).discard(&[Card::Crab2; 2]);
    scene = scene.council(&[Card::Jellyfish1]).affiliated(LEFT, &[Card::Seahorse1]);
    let told = scene.play(ACTIVE, EXPLORE);
    assert_eq!(kinds(&told), ["CardRevealed"], "not before the offer is answered");
    let told = scene.play(LEFT, REFUSE);
    assert_eq!(told[1], Event::DeckReshuffled { cards: 2 });
    assert_eq!(scene.game.board.track[..], [Card::Squid1]);
    assert_eq!(scene.stack_of(Race::Jellyfish), [Card::Jellyfish1]);
    assert_eq!(scene.game.player(LEFT).affiliated.len(), 1);
}

#[test]
fn e21_the_cards_of_a_cut_after_a_purchase_are_shuffled_in() {
    let mut scene = Scene::new(2).deck(&[Card::Squid1]).lords(ACTIVE, &[Lord::Commander]);
    scene = scene.hand(LEFT, &[Card::Crab1; 6]);
    scene.play(ACTIVE, EXPLORE);
    scene.play(LEFT, BUY);
    let due = [0, 1, 0, 0];
    assert_eq!(scene.game.decision, Decision::DiscardCards { due, source: Demand::Commander });
    let told = scene.play(LEFT, Move::Discard { ally: Card::Crab1 });
    assert_eq!(kinds(&told)[1..], ["CardsDiscarded", "DeckReshuffled", "CardRevealed"]);
    assert_eq!(scene.game.board.track[..], [Card::Crab1]);
}

#[test]
fn e21_a_deck_emptied_by_the_last_card_waits_for_the_next_check() {
    let mut scene = explored(alone().council(&[Card::Squid1]), &[Card::Monster, Card::Crab1]);
    let told = scene.play(ACTIVE, TAKE);
    assert!(!kinds(&told).contains(&"DeckReshuffled".to_owned()));
    assert_eq!((scene.game.board.deck.len(), scene.game.board.discard.len()), (0, 1));
    let told = scene.play(LEFT, Move::TakeStack { race: Race::Squid });
    assert_eq!(told[0], Event::DeckReshuffled { cards: 1 });
}

#[test]
fn e22_g5_a_hand_has_no_limit_without_a_commander() {
    let hand = [Card::Crab1; 12];
    let mut scene = Scene::new(2).hand(ACTIVE, &hand).council(&[Card::Squid1; 5]);
    let told = scene.play(ACTIVE, Move::TakeStack { race: Race::Squid });
    assert_eq!(kinds(&told), ["StackTaken", "TurnStarted"]);
    assert_eq!(scene.hand_of(ACTIVE).len(), 17);
    assert_eq!(scene.pearls_of(ACTIVE), 1, "and nothing is paid for it");
}

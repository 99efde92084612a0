//! The military: what the opponents suffer, unless a Shaman protects them.

use gueridon_game::{Dice, Eyes, Game, Log, Seats, Seed};

use super::super::scene::{ACTIVE, LEFT, Scene, YES};
use super::{FOURTH, THIRD, about_to_recruit, cards, next_turn, payment, recruit};
use crate::cards::{Card, Location, Lord, Race, Token};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::moves::Move;
use crate::player::{LordPlace, OwnedLord};

// The Recruiter.

/// The Shepherd costs 8 Seahorse points.
fn shepherd_for(hand: &[Card], pearls: u16) -> Scene {
    Scene::new(2)
        .court(&[Lord::Shepherd, Lord::Miller, Lord::Landowner, Lord::Keeper])
        .hand(ACTIVE, hand)
        .pearls(ACTIVE, pearls)
}

fn paid(told: &[Event]) -> u16 {
    let pearls = told.iter().find_map(|event| match event {
        Event::LordPaid { pearls, .. } => Some(*pearls),
        _ => None,
    });
    pearls.expect("a Lord was paid for")
}

#[test]
fn lord_recruiter_raises_by_2_what_an_opponent_must_reach() {
    let hand = [Card::Seahorse4, Card::Seahorse4];
    let mut scene = shepherd_for(&hand, 2).lords(LEFT, &[Lord::Recruiter]);
    let told = scene.recruit(Lord::Shepherd, &hand, Card::Seahorse4);
    assert_eq!(paid(&told), 2);
    assert_eq!(scene.pearls_of(ACTIVE), 0);

    let mut poor = shepherd_for(&hand, 1).lords(LEFT, &[Lord::Recruiter]);
    let lord = Lord::Shepherd;
    assert_eq!(poor.refused(ACTIVE, Move::Recruit { lord }), ("CANNOT_PAY", "E25"));
}

#[test]
fn lord_recruiter_does_not_touch_its_owner() {
    let hand = [Card::Seahorse4, Card::Seahorse4];
    let mut scene = shepherd_for(&hand, 2).lords(ACTIVE, &[Lord::Recruiter]);
    assert_eq!(paid(&scene.recruit(Lord::Shepherd, &hand, Card::Seahorse4)), 0);
}

#[test]
fn lord_recruiter_and_the_victims_treasurer_cancel_out() {
    let hand = [Card::Seahorse4, Card::Seahorse3];
    let mut scene =
        shepherd_for(&hand, 5).lords(LEFT, &[Lord::Recruiter]).lords(ACTIVE, &[Lord::Treasurer]);
    assert_eq!(paid(&scene.recruit(Lord::Shepherd, &hand, Card::Seahorse3)), 1);
}

#[test]
fn lord_recruiter_stops_at_the_victims_shaman() {
    let hand = [Card::Seahorse4, Card::Seahorse4];
    let mut scene =
        shepherd_for(&hand, 2).lords(LEFT, &[Lord::Recruiter]).lords(ACTIVE, &[Lord::Shaman]);
    assert_eq!(paid(&scene.recruit(Lord::Shepherd, &hand, Card::Seahorse4)), 0);
}

#[test]
fn lord_recruiter_turned_or_covered_raises_nothing() {
    let hand = [Card::Seahorse4, Card::Seahorse4];
    let scene = || shepherd_for(&hand, 2);
    let turned = scene().turned(LEFT, &[Lord::Recruiter]);
    let covered = scene().location(LEFT, Location::Jail, &[Lord::Recruiter]);
    for mut scene in [turned, covered] {
        assert_eq!(paid(&scene.recruit(Lord::Shepherd, &hand, Card::Seahorse4)), 0);
    }
}

#[test]
fn lord_recruiter_never_touches_the_corruptors_five_pearls_nor_free_replacements() {
    let mut scene = Scene::new(2)
        .court(&[Lord::Corruptor, Lord::Traitor, Lord::Miller, Lord::Landowner, Lord::Keeper])
        .hand(ACTIVE, &[Card::Squid5, Card::Squid4, Card::Squid3])
        .pearls(ACTIVE, 5)
        .lords(LEFT, &[Lord::Recruiter]);
    let spent = [Card::Squid5, Card::Squid4, Card::Squid3];
    assert_eq!(paid(&scene.recruit(Lord::Corruptor, &spent, Card::Squid3)), 0);
    let told = scene.play(ACTIVE, Move::Recruit { lord: Lord::Traitor });
    assert_eq!(paid(&told), 5);
    assert_eq!(scene.pearls_of(ACTIVE), 0);
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Corruptor });
    let told = scene.play(ACTIVE, Move::TakeLord { lord: Lord::Miller });
    let refill = Event::PearlsGained { seat: ACTIVE, pearls: 2, source: Source::Court };
    assert_eq!(told[..2], [Event::LordArrived { seat: ACTIVE, lord: Lord::Miller }, refill]);
}

// The Jailer.

#[test]
fn lord_jailer_lets_every_opponent_choose_one_ally_all_at_once() {
    let mut scene = about_to_recruit(Lord::Jailer, 3)
        .hand(LEFT, &[Card::Crab1, Card::Squid4])
        .hand(THIRD, &[Card::Seahorse5, Card::Seahorse5]);
    assert_eq!(recruit(&mut scene, Lord::Jailer), []);
    assert_eq!(scene.game.to_act(), Seats::just(LEFT).with(THIRD));

    assert_eq!(
        scene.moves(LEFT),
        [Move::Discard { ally: Card::Crab1 }, Move::Discard { ally: Card::Squid4 }]
    );
    let told = scene.play(THIRD, Move::Discard { ally: Card::Seahorse5 });
    assert_eq!(told, [Event::DiscardChosen { seat: THIRD, ally: Some(Card::Seahorse5) }]);
    assert_eq!(scene.game.to_act(), Seats::just(LEFT));

    let told = scene.play(LEFT, Move::Discard { ally: Card::Squid4 });
    let source = Source::Lord(Lord::Jailer);
    assert_eq!(
        told,
        [
            Event::DiscardChosen { seat: LEFT, ally: Some(Card::Squid4) },
            Event::CardsDiscarded { seat: LEFT, cards: cards(&[Card::Squid4]), source },
            Event::CardsDiscarded { seat: THIRD, cards: cards(&[Card::Seahorse5]), source },
            next_turn(),
        ]
    );
    assert_eq!(scene.hand_of(LEFT), [Card::Crab1]);
    assert_eq!(scene.hand_of(THIRD), [Card::Seahorse5]);
    assert!(scene.game.board.discard.has(Card::Squid4));
    assert!(scene.game.board.discard.has(Card::Seahorse5));
}

#[test]
fn lord_jailer_spares_empty_hands_the_shaman_and_its_owner() {
    let mut scene = about_to_recruit(Lord::Jailer, 4)
        .hand(LEFT, &[Card::Crab1])
        .lords(LEFT, &[Lord::Shaman])
        .hand(FOURTH, &[Card::Crab3, Card::Crab4]);
    scene.game.player_mut(ACTIVE).hand.add(Card::Squid5);
    assert_eq!(recruit(&mut scene, Lord::Jailer), []);
    assert_eq!(scene.game.to_act(), Seats::just(FOURTH));
}

#[test]
fn lord_jailer_does_not_ask_whoever_holds_one_card() {
    let source = Source::Lord(Lord::Jailer);
    let chosen = Event::DiscardChosen { seat: THIRD, ally: Some(Card::Seahorse5) };
    let lost = Event::CardsDiscarded { seat: THIRD, cards: cards(&[Card::Seahorse5]), source };
    let mut scene = about_to_recruit(Lord::Jailer, 3).hand(THIRD, &[Card::Seahorse5]);
    assert_eq!(recruit(&mut scene, Lord::Jailer), [chosen.clone(), lost.clone(), next_turn()]);

    let mut scene = about_to_recruit(Lord::Jailer, 3)
        .hand(LEFT, &[Card::Crab1, Card::Squid4])
        .hand(THIRD, &[Card::Seahorse5]);
    assert_eq!(recruit(&mut scene, Lord::Jailer), [chosen], "shown once all have chosen");
    assert_eq!(scene.game.to_act(), Seats::just(LEFT));
    let told = scene.play(LEFT, Move::Discard { ally: Card::Crab1 });
    assert!(told.contains(&lost), "{told:?}");
}

#[test]
fn lord_jailer_is_void_when_nobody_can_discard() {
    let mut scene = about_to_recruit(Lord::Jailer, 3);
    assert_eq!(recruit(&mut scene, Lord::Jailer), [next_turn()]);
}

#[test]
fn lord_jailer_hides_a_choice_until_all_have_chosen() {
    let mut scene = about_to_recruit(Lord::Jailer, 3)
        .hand(LEFT, &[Card::Crab1, Card::Squid4])
        .hand(THIRD, &[Card::Seahorse5, Card::Seahorse4]);
    recruit(&mut scene, Lord::Jailer);
    let log = told(&mut scene, LEFT, Move::Discard { ally: Card::Squid4 });
    let hidden = Event::DiscardChosen { seat: LEFT, ally: None };
    for eyes in [Eyes::Seat(ACTIVE), Eyes::Seat(THIRD), Eyes::Public] {
        assert_eq!(log.glimpsed(eyes).collect::<Vec<_>>(), [&hidden]);
    }
}

// The Seeker.

#[test]
fn lord_seeker_takes_2_pearls_of_every_opponent_or_what_there_is() {
    let mut scene = about_to_recruit(Lord::Seeker, 4)
        .pearls(ACTIVE, 4)
        .pearls(LEFT, 3)
        .pearls(THIRD, 1)
        .pearls(FOURTH, 0);
    let lost =
        |seat, pearls| Event::PearlsLost { seat, pearls, source: Source::Lord(Lord::Seeker) };
    let told = recruit(&mut scene, Lord::Seeker);
    assert_eq!(told, [lost(LEFT, 2), lost(THIRD, 1), next_turn()]);
    assert_eq!([0, 1, 2, 3].map(|seat| scene.pearls_of(gueridon_game::Seat(seat))), [4, 1, 0, 0]);
}

#[test]
fn lord_seeker_stops_at_an_active_shaman_only() {
    let mut scene = about_to_recruit(Lord::Seeker, 3)
        .pearls(LEFT, 2)
        .lords(LEFT, &[Lord::Shaman])
        .pearls(THIRD, 2);
    recruit(&mut scene, Lord::Seeker);
    assert_eq!((scene.pearls_of(LEFT), scene.pearls_of(THIRD)), (2, 0));

    let mut covered = about_to_recruit(Lord::Seeker, 2).pearls(LEFT, 2).location(
        LEFT,
        Location::Jail,
        &[Lord::Shaman],
    );
    recruit(&mut covered, Lord::Seeker);
    assert_eq!(covered.pearls_of(LEFT), 0);
}

// The Assassin.

#[test]
fn lord_assassin_turns_one_lord_of_each_opponent_in_any_order() {
    let mut scene = about_to_recruit(Lord::Assassin, 4)
        .lords(LEFT, &[Lord::Keeper, Lord::Slaver])
        .lords(THIRD, &[Lord::Oracle, Lord::Reaper])
        .lords(FOURTH, &[Lord::Shepherd, Lord::Alchemist]);
    assert_eq!(recruit(&mut scene, Lord::Assassin), []);
    assert_eq!(scene.game.to_act(), Seats::just(ACTIVE));
    assert_eq!(scene.moves(ACTIVE).len(), 6);

    let turn = |seat, lord| Move::TurnLord { seat, lord };
    let turned = |owner, lord| Event::LordTurned { seat: ACTIVE, owner, lord };
    let told = scene.play(ACTIVE, turn(FOURTH, Lord::Alchemist));
    assert_eq!(told, [turned(FOURTH, Lord::Alchemist)]);
    assert_eq!(scene.refused(ACTIVE, turn(FOURTH, Lord::Shepherd)), ("PROTECTED", "A.1"));
    assert_eq!(scene.refused(ACTIVE, turn(LEFT, Lord::Oracle)), ("NOT_FREE", "E47"));
    assert_eq!(scene.refused(LEFT, turn(THIRD, Lord::Oracle)), ("NOT_YOUR_TURN", ""));
    scene.play(ACTIVE, turn(LEFT, Lord::Slaver));
    let told = scene.play(ACTIVE, turn(THIRD, Lord::Oracle));
    assert_eq!(told, [turned(THIRD, Lord::Oracle), next_turn()]);

    for (seat, lord) in [(LEFT, Lord::Slaver), (THIRD, Lord::Oracle), (FOURTH, Lord::Alchemist)] {
        assert!(!scene.game.player(seat).has_active(lord), "{lord:?}");
        assert_eq!(scene.game.player(seat).keys(), 1, "{lord:?}");
    }
}

#[test]
fn lord_assassin_reaches_no_covered_no_turned_and_no_protected_lord() {
    let mut scene = about_to_recruit(Lord::Assassin, 4)
        .lords(LEFT, &[Lord::Shaman, Lord::Keeper])
        .turned(THIRD, &[Lord::Oracle])
        .location(THIRD, Location::Jail, &[Lord::Reaper, Lord::Slaver])
        .turned(FOURTH, &[Lord::Alchemist])
        .lords(FOURTH, &[Lord::Shepherd]);
    // One Lord of one opponent is left to choose: it is not asked.
    let lord = Lord::Shepherd;
    let told = recruit(&mut scene, Lord::Assassin);
    assert_eq!(told, [Event::LordTurned { seat: ACTIVE, owner: FOURTH, lord }, next_turn()]);
}

#[test]
fn lord_assassin_is_void_without_a_victim() {
    let mut scene = about_to_recruit(Lord::Assassin, 2).turned(LEFT, &[Lord::Keeper]);
    assert_eq!(recruit(&mut scene, Lord::Assassin), [next_turn()]);
}

#[test]
fn lord_assassin_kills_power_and_key_but_not_the_points_nor_the_lord() {
    let mut scene = Scene::new(2)
        .turned(ACTIVE, &[Lord::Treasurer])
        .key_tokens(ACTIVE, 2)
        .court(&[Lord::Schemer, Lord::Miller, Lord::Landowner, Lord::Aquaculturalist])
        .lord_deck(&[Lord::Keeper])
        .hand(ACTIVE, &payment(Lord::Schemer));
    assert_eq!(scene.points(ACTIVE, "lords"), 5);
    assert_eq!(scene.game.player(ACTIVE).keys(), 2);
    assert_eq!(scene.game.price_of(Lord::Schemer).value, 8);

    // It may be given up, and what replaces it is not turned: its Key is the third one.
    recruit(&mut scene, Lord::Schemer);
    let told = scene.play(ACTIVE, Move::GiveUp { lord: Lord::Treasurer });
    assert_eq!(
        told,
        [
            Event::LordGivenUp { seat: ACTIVE, lord: Lord::Treasurer },
            Event::LordArrived { seat: ACTIVE, lord: Lord::Keeper },
        ]
    );
    let keeper = OwnedLord { lord: Lord::Keeper, place: LordPlace::Free };
    assert!(scene.game.player(ACTIVE).lords.contains(&keeper));
    assert_eq!(scene.game.decision, Decision::ControlLocation);
}

#[test]
fn lord_assassin_makes_a_turned_lords_key_useless_for_a_location() {
    let mut scene = Scene::new(2)
        .turned(ACTIVE, &[Lord::Keeper])
        .lords(ACTIVE, &[Lord::Reaper, Lord::Shepherd])
        .council(&[Card::Crab1]);
    let told = scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(told.last(), Some(&next_turn()));
}

// The Tamer.

/// Fights the only Monster of the deck with the marker on `square`.
fn fight_on(square: u8, scene: Scene) -> (Scene, Vec<Event>) {
    let mut scene = scene.deck(&[Card::Monster]).threat(square);
    scene.play(ACTIVE, Move::Explore(YES));
    let told = scene.play(ACTIVE, Move::Fight(YES));
    (scene, told)
}

#[test]
fn lord_tamer_makes_opponents_fight_for_the_square_before() {
    let paid_by_2 = [(0, 2, 0), (0, 1, 1), (0, 0, 2)];
    let (mut scene, told) = fight_on(3, Scene::new(2).lords(LEFT, &[Lord::Tamer]));
    assert_eq!(told, [Event::MonsterFought { seat: ACTIVE, square: 2 }]);
    let rewards =
        paid_by_2.map(|(keys, pearls, monsters)| Move::TakeReward { keys, pearls, monsters });
    assert_eq!(scene.moves(ACTIVE), rewards);
    let third = Move::TakeReward { keys: 1, pearls: 0, monsters: 0 };
    assert_eq!(scene.refused(ACTIVE, third), ("NO_SUCH_REWARD", "E16"));
    let reward = Move::TakeReward { keys: 0, pearls: 2, monsters: 0 };
    let told = scene.play(ACTIVE, reward);
    let gain = Event::PearlsGained { seat: ACTIVE, pearls: 2, source: Source::ThreatTrack };
    assert_eq!(told[0], gain);
    // The marker goes back to the first square, as ever.
    assert_eq!(scene.game.board.threat, 0);
}

#[test]
fn lord_tamer_leaves_the_first_square_as_it_is() {
    let (scene, told) = fight_on(1, Scene::new(2).lords(LEFT, &[Lord::Tamer]));
    assert_eq!(told, [Event::MonsterFought { seat: ACTIVE, square: 1 }]);
    assert_eq!(scene.game.decision, Decision::ChooseReward);
}

#[test]
fn lord_tamer_stops_at_the_shaman_its_owner_and_the_assassin() {
    let protected = Scene::new(2).lords(LEFT, &[Lord::Tamer]).lords(ACTIVE, &[Lord::Shaman]);
    let own = Scene::new(2).lords(ACTIVE, &[Lord::Tamer]);
    let turned = Scene::new(2).turned(LEFT, &[Lord::Tamer]);
    for scene in [protected, own, turned] {
        let (_, told) = fight_on(3, scene);
        // The third square pays a Key and nothing to choose from.
        let key = Event::KeysGained { seat: ACTIVE, keys: 1 };
        assert_eq!(told[..2], [Event::MonsterFought { seat: ACTIVE, square: 3 }, key]);
    }
}

// The Hunter.

/// What was told, and to whom, when `seat` made a step.
fn told(scene: &mut Scene, seat: gueridon_game::Seat, step: Move) -> Log<Event> {
    let mut log = Log::new();
    let mut dice = Dice::new(&Seed::of_test(7), 0);
    scene.game.play(seat, &step, &mut dice, &mut log).expect("an allowed step");
    log
}

#[test]
fn lord_hunter_steals_a_token_that_only_thief_and_victim_know() {
    let mut scene = about_to_recruit(Lord::Hunter, 4)
        .tokens(LEFT, &[Token::Monster4])
        .tokens(THIRD, &[Token::Monster2])
        .tokens(FOURTH, &[Token::Monster3, Token::Monster3])
        .lords(FOURTH, &[Lord::Shaman]);
    assert_eq!(recruit(&mut scene, Lord::Hunter), []);
    assert_eq!(scene.moves(ACTIVE), [Move::Rob { seat: LEFT }, Move::Rob { seat: THIRD }]);
    let protected = Move::Rob { seat: FOURTH };
    assert_eq!(scene.refused(ACTIVE, protected), ("NOTHING_TO_STEAL", "A.1"));

    let log = told(&mut scene, ACTIVE, Move::Rob { seat: LEFT });
    let stolen = |token| Event::TokenStolen { seat: ACTIVE, from: LEFT, token };
    for eyes in [Eyes::Seat(ACTIVE), Eyes::Seat(LEFT), Eyes::All] {
        let seen: Vec<_> = log.glimpsed(eyes).cloned().collect();
        assert_eq!(seen, [stolen(Some(Token::Monster4)), next_turn()]);
    }
    for eyes in [Eyes::Seat(THIRD), Eyes::Seat(FOURTH), Eyes::Public] {
        let seen: Vec<_> = log.glimpsed(eyes).cloned().collect();
        assert_eq!(seen, [stolen(None), next_turn()]);
    }

    assert_eq!(scene.points(ACTIVE, "monsters"), 4);
    assert_eq!(scene.points(LEFT, "monsters"), 0);
    let seen_by = |eyes| scene.game.player(ACTIVE).tokens.seen_by(eyes).collect::<Vec<_>>();
    assert_eq!(seen_by(Eyes::Seat(LEFT)), [Some(Token::Monster4)]);
    assert_eq!(seen_by(Eyes::Seat(THIRD)), [None]);
}

#[test]
fn lord_hunter_draws_at_random_among_the_victims_tokens() {
    let mut stolen = Vec::new();
    for seed in 0..40 {
        let mut scene = about_to_recruit(Lord::Hunter, 3)
            .tokens(LEFT, &[Token::Monster2, Token::Monster4])
            .tokens(THIRD, &[Token::Monster3]);
        recruit(&mut scene, Lord::Hunter);
        let mut dice = Dice::new(&Seed::of_test(seed), 0);
        let step = Move::Rob { seat: LEFT };
        scene.game.play(ACTIVE, &step, &mut dice, &mut Log::muted()).expect("an allowed step");
        stolen.push(scene.points(ACTIVE, "monsters"));
        assert_eq!(scene.points(ACTIVE, "monsters") + scene.points(LEFT, "monsters"), 6);
    }
    assert!(stolen.contains(&2) && stolen.contains(&4));
}

#[test]
fn lord_hunter_is_not_asked_for_the_only_victim_and_is_void_without_one() {
    let mut scene = about_to_recruit(Lord::Hunter, 2).tokens(LEFT, &[Token::Monster3]);
    let told = recruit(&mut scene, Lord::Hunter);
    let token = Some(Token::Monster3);
    assert_eq!(told, [Event::TokenStolen { seat: ACTIVE, from: LEFT, token }, next_turn()]);

    let mut none = about_to_recruit(Lord::Hunter, 3)
        .tokens(ACTIVE, &[Token::Monster2])
        .tokens(THIRD, &[Token::Monster3])
        .lords(THIRD, &[Lord::Shaman]);
    assert_eq!(recruit(&mut none, Lord::Hunter), [next_turn()]);
}

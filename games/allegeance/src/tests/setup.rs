//! The deal, the choice of Allegiances and the variants: F0, F29 to F31.

use gueridon_game::{Dice, Eyes, Game, Kind, Seats, Seed};

use super::scene::{A, B, C, Scene, YES, deal, kinds, playout};
use crate::cards::{Card, Guild, Oath};
use crate::decision::Decision;
use crate::moves::Move;
use crate::{Allegeance, Event, Options};

const DRAFT: Options = Options {
    draft: true,
    random_guilds: false,
    capped_diplomats: false,
    dear_protection: false,
    first: Some(A),
};

fn keep(oath: Oath) -> Move {
    Move::KeepOath { oath }
}

#[test]
fn f0_five_cards_two_allegiances_and_a_grey_protection_each() {
    for seats in 2..=4 {
        let game = deal(Options::default(), seats, 1);
        let mut all = game.board.deck.cards();
        for player in &game.players {
            assert_eq!((player.hand.len(), player.offered.len()), (5, 2));
            assert!(player.field.is_empty() && player.protections() == 0);
            all.add_all(&player.hand);
        }
        for &card in Card::ALL.iter().filter(|card| game.guilds.has(card.guild())) {
            assert_eq!(all.count(card), card.copies(), "{card:?}");
        }
        assert_eq!(all.len(), if seats == 2 { 60 } else { 100 });
        assert_eq!(game.board.gem_pile.len(), 26);
        let dealt = usize::from(seats) * 2;
        let oaths = if seats == 2 { 4 } else { 8 };
        assert_eq!(game.board.unclaimed.len(), oaths - dealt);
    }
}

#[test]
fn f0_all_choose_at_once_in_any_order_and_the_first_turn_follows() {
    let mut scene = Scene::new(3);
    scene.game = deal(Options { first: Some(B), ..Options::default() }, 3, 1);
    assert_eq!(scene.game.to_act(), Seats::first(3));
    let offered = |scene: &Scene, seat| scene.game.player(seat).offered.clone();
    let (of_a, of_b, of_c) = (offered(&scene, A), offered(&scene, B), offered(&scene, C));
    scene.assert_open(C, &[keep(of_c[0]), keep(of_c[1])]);
    assert_eq!(scene.refused(C, keep(of_a[0])), ("NOT_OFFERED", "F0"));
    assert_eq!(kinds(&scene.play(C, keep(of_c[1]))), ["OathKept"]);
    assert_eq!(scene.game.to_act(), Seats::first(2));
    assert_eq!(scene.refused(C, keep(of_c[0])), ("NOT_YOUR_TURN", ""));
    scene.assert_open(A, &[keep(of_a[0]), keep(of_a[1])]);
    scene.play(A, keep(of_a[0]));
    let told = scene.play(B, keep(of_b[0]));
    assert_eq!(told[1], Event::TurnStarted { seat: B, round: 1 });
    assert_eq!(scene.game.player(C).oath, Some(of_c[1]));
    assert_eq!(scene.game.player(C).rejected, Some(of_c[0]), "back in the box");
}

#[test]
fn f0_what_is_chosen_is_told_to_the_chooser_alone() {
    let mut scene = Scene::new(2);
    scene.game = deal(Options { first: Some(A), ..Options::default() }, 2, 1);
    let oath = scene.game.player(B).offered[0];
    let log = scene.play_logged(B, keep(oath));
    let heard = |eyes| log.glimpsed(eyes).next().cloned();
    assert_eq!(heard(Eyes::Seat(B)), Some(Event::OathKept { seat: B, oath: Some(oath) }));
    for eyes in [Eyes::Seat(A), Eyes::Public] {
        assert_eq!(heard(eyes), Some(Event::OathKept { seat: B, oath: None }));
        let view = scene.game.view(eyes);
        assert!(view.players[1].has_chosen && view.players[1].oath.is_none());
        assert!(view.players[1].rejected.is_none() && view.players[1].offered.is_none());
    }
    assert_eq!(scene.game.view(Eyes::Seat(B)).players[1].oath, Some(oath));
}

#[test]
fn f29_with_two_players_four_guilds_their_chiefs_and_their_allegiances_leave() {
    let game = deal(Options::default(), 2, 1);
    let left = [Guild::Gardiennes, Guild::Mediums, Guild::Illusionnistes, Guild::Colosses];
    for &guild in Guild::ALL {
        assert_ne!(game.guilds.has(guild), left.contains(&guild));
        let dealt: usize =
            game.players.iter().map(|player| usize::from(player.hand.count(guild.chief()))).sum();
        let there = usize::from(game.board.deck.cards().count(guild.chief())) + dealt;
        assert_eq!(there, usize::from(!left.contains(&guild)));
    }
    let offered: Vec<Oath> =
        game.players.iter().flat_map(|player| player.offered.iter().copied()).collect();
    assert!(offered.iter().all(|oath| !left.contains(&oath.facts().guild)));
    assert!(!game.board.fifth_protection, "without Gardiennes there are no Protections");
    assert_eq!(deal(Options::default(), 3, 1).guilds.len(), 10);
}

#[test]
fn f29_or_four_drawn_by_lot_from_all_ten() {
    let options = Options { random_guilds: true, ..Options::default() };
    let mut left = crate::cards::Guilds::new();
    for seed in 0..40 {
        let game = deal(options, 2, seed);
        assert_eq!(game.guilds.len(), 6);
        Guild::ALL.iter().filter(|&&guild| !game.guilds.has(guild)).for_each(|&g| left.add(g));
        let dealt: usize = game.players.iter().map(|player| player.offered.len()).sum();
        assert_eq!(dealt, 4, "at least four Allegiances are left");
        assert_eq!(game.board.fifth_protection, game.guilds.has(Guild::Gardiennes));
        assert_eq!(game.board.deck.len(), 50);
    }
    assert!(Guild::ALL.iter().all(|&guild| left.has(guild)), "each may go");
    let refusal = |seats| {
        Allegeance::deal(&options, seats, &mut Dice::new(&Seed::of_test(1), 0)).unwrap_err()
    };
    assert_eq!((refusal(3).code, refusal(4).rule), ("RANDOM_GUILDS_FOR_TWO", "F29"));
}

#[test]
fn f30_in_a_draft_each_keeps_one_discards_one_and_passes_the_rest() {
    let mut scene = Scene::new(3);
    scene.game = deal(DRAFT, 3, 1);
    assert_eq!(scene.game.to_act(), Seats::just(A));
    assert!(scene.game.players.iter().all(|player| player.offered.is_empty()));
    let all: Vec<Move> = Oath::ALL.iter().map(|&oath| keep(oath)).collect();
    scene.assert_open(A, &all);
    let log = scene.play_logged(A, keep(Oath::OathTitan));
    assert_eq!(log.glimpsed(Eyes::Seat(B)).next(), Some(&Event::OathKept { seat: A, oath: None }));
    let discard = |oath| Move::DiscardOath { oath };
    assert_eq!(scene.refused(A, discard(Oath::OathTitan)), ("NOT_OFFERED", "F30"));
    assert_eq!(scene.refused(A, keep(Oath::OathVeil)), ("NOT_NOW", "F0a"));
    scene.play(A, discard(Oath::OathVeil));
    assert_eq!(scene.game.decision, Decision::DraftOath { seat: B });
    assert_eq!(scene.refused(B, keep(Oath::OathVeil)), ("NOT_OFFERED", "F30"));
    scene.play(B, keep(Oath::OathBlade));
    scene.play(B, discard(Oath::OathVein));
    scene.play(C, keep(Oath::OathMirror));
    let told = scene.play(C, discard(Oath::OathRampart));
    assert_eq!(kinds(&told), ["OathDiscarded", "TurnStarted"]);
    let left: Vec<Oath> = scene.game.board.unclaimed.each().collect();
    assert_eq!(left, [Oath::OathGrimoire, Oath::OathChancery], "two are boxed");
    assert_eq!(scene.game.player(B).oath, Some(Oath::OathBlade));
}

#[test]
fn f30_with_two_players_the_last_card_is_discarded_unasked() {
    let mut scene = Scene::new(2);
    scene.game = deal(DRAFT, 2, 1);
    scene.play(A, keep(Oath::OathGrimoire));
    scene.play(A, Move::DiscardOath { oath: Oath::OathBlade });
    scene.assert_open(B, &[keep(Oath::OathChancery), keep(Oath::OathVein)]);
    let told = scene.play(B, keep(Oath::OathVein));
    assert_eq!(kinds(&told), ["OathKept", "OathDiscarded", "TurnStarted"]);
    assert!(scene.game.board.unclaimed.is_empty());
    let refusal = Allegeance::deal(&DRAFT, 4, &mut Dice::new(&Seed::of_test(1), 0)).unwrap_err();
    assert_eq!((refusal.code, refusal.rule), ("DRAFT_TOO_MANY", "F30"));
}

#[test]
fn f31_the_first_player_is_drawn_by_lot_or_named() {
    let first = |seed| deal(Options::default(), 4, seed).first;
    let firsts: Seats = (0..60).map(first).collect();
    assert_eq!(firsts, Seats::first(4));
    for seed in 0..20 {
        assert_eq!(deal(Options { first: Some(C), ..Options::default() }, 3, seed).first, C);
    }
    let nobody = Options { first: Some(C), ..Options::default() };
    let refusal = Allegeance::deal(&nobody, 2, &mut Dice::new(&Seed::of_test(1), 0)).unwrap_err();
    assert_eq!((refusal.code, refusal.rule), ("NO_SUCH_FIRST", "F31"));
}

#[test]
fn h_every_decision_of_the_rules_is_a_question_of_its_own() {
    let mut met = std::collections::BTreeSet::new();
    for (options, seats) in [(Options::default(), 4), (Options::default(), 3), (DRAFT, 3)] {
        for seed in 0..12 {
            playout(options, seats, seed, |before, _, _, _| {
                met.insert(serde_json::to_string(&before.seen_by(Eyes::Public).question).unwrap());
            });
        }
    }
    let questions = ["CHOOSE_OATH", "DRAFT_OATH", "DRAFT_DISCARD", "ACT", "CHIEF_POWER"];
    let more = ["AIM_COPIED", "REACT", "KEEP_FORESEEN", "DISCARD_CARDS", "USE_OATH"];
    for question in questions.into_iter().chain(more) {
        assert!(met.contains(&format!("\"{question}\"")), "{question}");
    }
    assert_eq!(met.len(), 10, "and none of how to pay, or how to refill");
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Assassins, 1)])
        .field(B, &[(Guild::Mediums, 1)])
        .gems(A, 2)
        .protected(B)
        .fifth(B);
    scene.play(A, Move::Strike { seat: B, guild: Guild::Mediums });
    scene.assert_open(B, &[Move::Cancel(YES), Move::Allow(YES)]);
}

//! The two guilds without allegiance: Fossoyeurs and Damnés, F17 to F21.

use gueridon_game::{Game, Language, Utterance};

use super::scene::{A, B, C, Scene, YES, kinds};
use crate::cards::{Card, Guild};
use crate::decision::Decision;
use crate::moves::Move;
use crate::{Allegeance, Event};

fn disguise(guild: Guild) -> Move {
    Move::Disguise { guild }
}

fn sacrifice(guild: Guild) -> Move {
    Move::Sacrifice { guild }
}

#[test]
fn f17_fossoyeurs_need_no_majority_and_no_gems_but_a_partisan() {
    let scene = |count| {
        Scene::new(3).field(A, &[(Guild::Fossoyeurs, count)]).field(B, &[(Guild::Fossoyeurs, 5)])
    };
    assert!(scene(1).moves(A).contains(&disguise(Guild::Mediums)));
    let mut chief = scene(0).chiefs(A, &[Guild::Fossoyeurs]);
    assert_eq!(chief.refused(A, disguise(Guild::Mediums)), ("NO_PARTISAN", "F5"));
}

#[test]
fn f17_one_of_the_two_effects_a_turn() {
    let mut scene =
        Scene::new(3).field(A, &[(Guild::Fossoyeurs, 3)]).discard(&[Card::Mediums, Card::Damnes]);
    let exhume = Move::Exhume { card: Card::Mediums };
    scene.play(A, exhume);
    assert_eq!(scene.refused(A, disguise(Guild::Mediums)), ("POWER_USED", "F10"));
    assert_eq!(scene.refused(A, Move::Exhume { card: Card::Damnes }), ("POWER_USED", "F10"));
}

#[test]
fn f18_a_card_of_the_discard_joins_the_field_without_a_play_gems_or_trigger() {
    let mut scene =
        Scene::new(3).field(A, &[(Guild::Fossoyeurs, 1)]).discard(&[Card::Aldemar, Card::Damnes]);
    assert_eq!(scene.refused(A, Move::Exhume { card: Card::Mediums }), ("NOT_IN_DISCARD", "F18"));
    let told = scene.play(A, Move::Exhume { card: Card::Aldemar });
    assert_eq!(kinds(&told), ["CardExhumed"], "no chief's power");
    assert!(scene.game.player(A).has_chief(Guild::Diplomates));
    assert!(scene.game.holds(A, Guild::Diplomates), "it counts at once");
    assert_eq!(scene.game.turn.plays_left, 2);
    assert_eq!(scene.discarded(), [Card::Damnes]);
}

#[test]
fn f19_a_disguise_makes_a_majority_and_a_partisan_until_the_end_of_the_turn() {
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Fossoyeurs, 2), (Guild::Assassins, 1)])
        .field(B, &[(Guild::Assassins, 1), (Guild::Damnes, 1)])
        .gems(A, 2);
    scene.play(A, disguise(Guild::Assassins));
    assert_eq!(scene.partisans(A, Guild::Assassins), 2);
    assert_eq!(scene.partisans(A, Guild::Fossoyeurs), 1, "it counts for nothing else meanwhile");
    scene.play(A, Move::Strike { seat: B, guild: Guild::Damnes });
    scene.end_turn();
    assert_eq!(scene.partisans(A, Guild::Assassins), 1);
    assert_eq!(scene.partisans(A, Guild::Fossoyeurs), 2);
}

#[test]
fn f19_only_for_one_of_the_eight_in_play() {
    let mut scene = Scene::new(2).field(A, &[(Guild::Fossoyeurs, 1)]);
    let eight = [Guild::Magiciennes, Guild::Diplomates, Guild::Excavateurs, Guild::Assassins];
    let mut open: Vec<Move> = eight.map(disguise).into();
    open.push(Move::EndTurn(YES));
    scene.assert_open(A, &open);
    for guild in [Guild::Gardiennes, Guild::Damnes, Guild::Fossoyeurs] {
        assert_eq!(scene.refused(A, disguise(guild)), ("NO_DISGUISE", "F19"));
    }
}

#[test]
fn f19_who_is_disguised_is_neither_given_nor_disguised_again() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Deexos])
        .field(A, &[(Guild::Fossoyeurs, 1)])
        .field(B, &[(Guild::Damnes, 1)])
        .gems(A, 2);
    scene.play(A, disguise(Guild::Illusionnistes));
    let swap = |own| Move::Swap { own, seat: B, guild: Guild::Damnes };
    assert_eq!(scene.refused(A, swap(Guild::Illusionnistes)), ("NO_CARD_TO_GIVE", "F8"));
    assert_eq!(scene.refused(A, swap(Guild::Fossoyeurs)), ("NO_CARD_TO_GIVE", "F8"));
    let told = scene.play(A, Move::Play { card: Card::Deexos });
    assert_eq!(kinds(&told), ["CardPlayed", "ChiefPowerLost"], "no other Fossoyeur, no discard");
}

#[test]
fn f19_through_deexos_two_may_be_disguised_in_a_turn() {
    let mut scene = Scene::new(3).hand(A, &[Card::Deexos]).field(A, &[(Guild::Fossoyeurs, 2)]);
    scene.play_all(&[
        Move::Play { card: Card::Deexos },
        disguise(Guild::Mediums),
        disguise(Guild::Mediums),
    ]);
    assert_eq!(scene.partisans(A, Guild::Mediums), 2);
    assert_eq!(scene.partisans(A, Guild::Fossoyeurs), 0);
    assert!(scene.game.player(A).has_chief(Guild::Fossoyeurs), "the chief is no partisan");
    assert_eq!(scene.end_turn().len(), 3, "cards drawn, disguises dropped, a turn started");
    assert_eq!(scene.partisans(A, Guild::Fossoyeurs), 2);
}

/// A has Damnés and an Assassin, B more Assassins, and something to strike.
fn damned() -> Scene {
    Scene::new(3)
        .field(A, &[(Guild::Damnes, 2), (Guild::Assassins, 1)])
        .field(B, &[(Guild::Assassins, 2), (Guild::Mediums, 1)])
}

#[test]
fn f20_a_sacrifice_copies_a_power_without_majority_and_without_its_cost() {
    let mut scene = damned();
    let told = scene.play(A, sacrifice(Guild::Assassins));
    assert_eq!(told, [Event::DamnedSacrificed { seat: A, guild: Guild::Assassins }]);
    assert_eq!(scene.game.decision, Decision::AimCopied { guild: Guild::Assassins });
    assert_eq!(
        scene.refused(A, Move::Decline(YES)),
        ("NOT_NOW", "F0a"),
        "it is aimed, or not begun"
    );
    let strike = |guild| Move::Strike { seat: B, guild };
    scene.assert_open(A, &[strike(Guild::Assassins), strike(Guild::Mediums)]);
    scene.play(A, strike(Guild::Mediums));
    assert_eq!((scene.partisans(A, Guild::Damnes), scene.discarded().len()), (1, 1));
    assert_eq!(scene.game.decision, Decision::Act);
}

#[test]
fn f20_once_a_turn_whatever_is_copied_and_it_spends_the_use_of_what_it_copies() {
    let mut scene =
        damned().field(A, &[(Guild::Excavateurs, 1)]).field(B, &[(Guild::Excavateurs, 1)]);
    scene.play(A, sacrifice(Guild::Excavateurs));
    assert_eq!(scene.game.turn.plays_left, 3);
    assert_eq!(scene.refused(A, sacrifice(Guild::Assassins)), ("POWER_USED", "F10"));
    scene = scene.field(A, &[(Guild::Excavateurs, 1)]).gems(A, 2);
    assert_eq!(scene.refused(A, Move::ExtraPlay(YES)), ("POWER_USED", "F10"), "nor after the copy");
}

#[test]
fn f20_what_was_used_already_is_not_copied() {
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Damnes, 1), (Guild::Fossoyeurs, 1)])
        .field(B, &[(Guild::Fossoyeurs, 2)])
        .discard(&[Card::Mediums, Card::Mediums]);
    assert!(scene.moves(A).contains(&sacrifice(Guild::Fossoyeurs)));
    scene.play(A, Move::Exhume { card: Card::Mediums });
    assert_eq!(scene.refused(A, sacrifice(Guild::Fossoyeurs)), ("POWER_USED", "F10"));
}

#[test]
fn f20_another_guild_that_is_there_and_not_held() {
    let mut scene = damned();
    assert_eq!(scene.refused(A, sacrifice(Guild::Damnes)), ("COPIES_ITSELF", "F20"));
    assert_eq!(scene.refused(A, sacrifice(Guild::Mediums)), ("NO_PARTISAN", "F20"));
    scene = scene.field(A, &[(Guild::Mediums, 2)]);
    assert_eq!(scene.refused(A, sacrifice(Guild::Mediums)), ("HAS_MAJORITY", "F20"));
    let mut tied = damned().field(A, &[(Guild::Mediums, 1)]);
    assert!(tied.moves(A).contains(&sacrifice(Guild::Mediums)), "a tie is no majority");
    tied = tied.chiefs(C, &[Guild::Colosses]);
    assert_eq!(tied.refused(A, sacrifice(Guild::Colosses)), ("NO_PARTISAN", "F20"));
}

#[test]
fn f20_a_refused_copy_speaks_of_the_guild_that_was_to_be_copied() {
    let said = |scene: &mut Scene, step| {
        let refusal = scene.refusal(A, step);
        Allegeance::words(Utterance::Refusal(&refusal), Language::En)
    };
    let mut scene = damned().hand(A, &[Card::Valdyr]);
    let missing = said(&mut scene, sacrifice(Guild::Mediums));
    assert!(missing.contains("(Mediums)"), "{missing}");
    scene.play(A, Move::Play { card: Card::Valdyr });
    let missing = said(&mut scene, Move::Copy { guild: Guild::Colosses });
    assert!(missing.contains("(Colossi)"), "{missing}");
    let missing = said(&mut Scene::new(3), sacrifice(Guild::Mediums));
    assert!(missing.contains("(Damned)"), "{missing}");
}

#[test]
fn f20_a_disguised_guild_is_there_too() {
    let mut scene = damned().field(A, &[(Guild::Fossoyeurs, 1)]);
    scene.play(A, disguise(Guild::Mediums));
    scene.play(A, sacrifice(Guild::Mediums));
    assert_eq!(scene.game.decision, Decision::KeepForeseen);
}

#[test]
fn f20_no_sacrifice_when_the_copy_could_change_nothing() {
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Damnes, 1), (Guild::Gardiennes, 1), (Guild::Fossoyeurs, 1)])
        .field(B, &[(Guild::Gardiennes, 1), (Guild::Fossoyeurs, 1)])
        .field(C, &[(Guild::Illusionnistes, 2)])
        .protected(A);
    assert_eq!(scene.refused(A, sacrifice(Guild::Gardiennes)), ("NOTHING_TO_COPY", "F20"));
    scene.play(A, disguise(Guild::Illusionnistes));
    let swap = sacrifice(Guild::Illusionnistes);
    assert!(scene.moves(A).contains(&swap), "there is a Gardienne to give");
    // Who is disguised may not be given, so once the Damné is gone there is nothing to swap,
    // though now there is.
    let mut bare = Scene::new(3)
        .field(A, &[(Guild::Damnes, 1), (Guild::Fossoyeurs, 1)])
        .field(C, &[(Guild::Illusionnistes, 2)]);
    bare.play(A, disguise(Guild::Illusionnistes));
    assert_eq!(bare.refused(A, swap), ("NOTHING_TO_COPY", "F20"));
}

#[test]
fn f20_copying_magiciennes_gardiennes_and_fossoyeurs() {
    let three = [(Guild::Magiciennes, 1), (Guild::Gardiennes, 1), (Guild::Fossoyeurs, 1)];
    let scene = || Scene::new(3).field(A, &[(Guild::Damnes, 1)]).field(A, &three).field(B, &three);
    let mut seven = scene();
    let told = seven.play(A, sacrifice(Guild::Magiciennes));
    assert_eq!(told[1], Event::RefillRaised { seat: A, cards: 7 });
    assert_eq!(seven.game.seen_by(gueridon_game::Eyes::Public).copied_limit, Some(7));
    seven.end_turn();
    assert_eq!(seven.hand_of(A).len(), 7);
    seven.end_turn();
    seven.end_turn();
    seven.end_turn();
    assert_eq!(seven.game.turn.copied_limit, 0, "only in that turn");
    let mut shield = scene();
    shield.play(A, sacrifice(Guild::Gardiennes));
    assert!(shield.game.player(A).protected);
    let mut spade = scene();
    spade.play(A, sacrifice(Guild::Fossoyeurs));
    spade.play(A, disguise(Guild::Colosses));
    let again = disguise(Guild::Colosses);
    assert_eq!(spade.refused(A, again), ("NO_PARTISAN", "F5"), "the only one is disguised");
    spade = spade.field(A, &[(Guild::Fossoyeurs, 1)]);
    assert_eq!(spade.refused(A, again), ("POWER_USED", "F10"));
}

#[test]
fn f20_the_sacrifice_stays_when_the_copy_is_cancelled() {
    let mut scene = damned().protected(B);
    scene.play(A, sacrifice(Guild::Assassins));
    scene.play(A, Move::Strike { seat: B, guild: Guild::Mediums });
    scene.play(B, Move::Cancel(YES));
    assert_eq!(scene.game.player(A).sacrificed, 1);
    assert_eq!(scene.partisans(B, Guild::Mediums), 1);
    assert!(scene.game.turn.used.has(Guild::Assassins) && scene.game.turn.used.has(Guild::Damnes));
}

#[test]
fn f20a_valdyr_copies_without_a_sacrifice_and_without_spending_a_use() {
    let mut scene = damned().hand(A, &[Card::Valdyr]).field(A, &[(Guild::Excavateurs, 1)]);
    scene = scene.field(B, &[(Guild::Excavateurs, 1)]);
    scene.play(A, sacrifice(Guild::Excavateurs));
    scene.play(A, Move::Play { card: Card::Valdyr });
    let copy = |guild| Move::Copy { guild };
    scene.assert_open(A, &[copy(Guild::Assassins), copy(Guild::Excavateurs), Move::Decline(YES)]);
    scene.play(A, copy(Guild::Excavateurs));
    assert_eq!(scene.game.turn.plays_left, 3, "two, one more, one played, one more");
    assert_eq!(scene.game.player(A).sacrificed, 1);
}

#[test]
fn f20a_valdyr_consumes_no_guilds_use() {
    let mut scene = damned().hand(A, &[Card::Valdyr]).gems(A, 2);
    let strike = Move::Strike { seat: B, guild: Guild::Assassins };
    scene.play_all(&[
        Move::Play { card: Card::Valdyr },
        Move::Copy { guild: Guild::Assassins },
        strike,
    ]);
    scene = scene.field(A, &[(Guild::Assassins, 1)]);
    scene.play(A, strike);
    assert_eq!(scene.partisans(B, Guild::Assassins), 0);
}

#[test]
fn f20a_valdyr_fizzles_when_nothing_can_be_copied_and_fires_nothing_when_exhumed() {
    let mut scene = Scene::new(3).hand(A, &[Card::Valdyr]);
    let told = scene.play(A, Move::Play { card: Card::Valdyr });
    assert_eq!(kinds(&told), ["CardPlayed", "ChiefPowerLost"]);
    let mut exhumed = damned().field(A, &[(Guild::Fossoyeurs, 1)]).discard(&[Card::Valdyr]);
    exhumed = exhumed.sacrificed(B, 3);
    exhumed.play(A, Move::Exhume { card: Card::Valdyr });
    assert_eq!(exhumed.game.decision, Decision::Act);
    assert_eq!(exhumed.points(A, "valdyr"), 3, "but scores");
}

#[test]
fn f21_sacrificed_damnes_are_off_the_field_for_good() {
    let mut scene = damned();
    scene.play_all(&[
        sacrifice(Guild::Assassins),
        Move::Strike { seat: B, guild: Guild::Mediums },
        Move::EndTurn(YES),
    ]);
    assert_eq!(scene.game.player(A).sacrificed, 1);
    assert_eq!(scene.discarded(), [Card::Mediums], "not in the discard either");
    scene = scene.gems(B, 9);
    let strike = |guild| Move::Strike { seat: A, guild };
    scene.play(B, strike(Guild::Damnes));
    assert_eq!(scene.partisans(A, Guild::Damnes), 0, "the one left on the field");
    assert_eq!(scene.game.player(A).sacrificed, 1);
    assert_eq!(scene.points(A, "damnes"), 2);
}

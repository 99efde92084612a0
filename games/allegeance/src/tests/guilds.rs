//! Each guild: its power, its price, and what it is worth (section A).

use super::scene::{A, B, C, Scene, YES, kinds};
use crate::cards::{Allegiance, Card, Guild};
use crate::decision::Decision;
use crate::moves::Move;

/// What is printed on the cards of `guild`: gems drawn, cost, allegiance.
fn printed(guild: Guild) -> (u8, u8, Allegiance) {
    let facts = guild.facts();
    assert_eq!(facts.copies, 9);
    (facts.gems, facts.cost, facts.allegiance)
}

#[test]
fn guild_gardiennes_raise_a_protection_and_are_worth_six_or_eight() {
    assert_eq!(printed(Guild::Gardiennes), (1, 1, Allegiance::Royal));
    let mut scene = Scene::new(3).field(A, &[(Guild::Gardiennes, 1)]).gems(A, 1);
    assert_eq!(scene.points(A, "gardiennes"), 6);
    let told = scene.play(A, Move::Protect(YES));
    assert_eq!(kinds(&told), ["GemsPaid", "ProtectionRaised"]);
    assert_eq!(scene.points(A, "gardiennes"), 8);
}

#[test]
fn guild_magiciennes_refill_to_seven_and_are_worth_the_hand() {
    assert_eq!(printed(Guild::Magiciennes), (1, 0, Allegiance::Royal));
    let mut scene = Scene::new(3).field(A, &[(Guild::Magiciennes, 1)]);
    scene.assert_open(A, &[Move::EndTurn(YES)]);
    scene.end_turn();
    assert_eq!((scene.hand_of(A).len(), scene.points(A, "magiciennes")), (7, 7));
}

#[test]
fn guild_diplomates_steal_and_are_worth_the_cards_of_guilds_held() {
    assert_eq!(printed(Guild::Diplomates), (1, 3, Allegiance::Royal));
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Diplomates, 2), (Guild::Mediums, 1), (Guild::Damnes, 4)])
        .chiefs(A, &[Guild::Mediums])
        .field(B, &[(Guild::Colosses, 1)])
        .gems(A, 3);
    assert_eq!(scene.points(A, "diplomates"), 4, "Damnés are none of the eight");
    scene.play(A, Move::Steal { seat: B, guild: Guild::Colosses });
    assert_eq!(scene.points(A, "diplomates"), 5);
}

#[test]
fn guild_mediums_foresee_three_and_are_worth_four_for_each_royal_guild() {
    assert_eq!(printed(Guild::Mediums), (1, 1, Allegiance::Royal));
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Mediums, 1), (Guild::Diplomates, 1), (Guild::Colosses, 1)])
        .gems(A, 1);
    assert_eq!(scene.points(A, "mediums"), 8);
    scene.play(A, Move::Foresee(YES));
    assert_eq!((scene.game.decision, scene.game.board.foreseen.len()), (Decision::KeepForeseen, 3));
}

#[test]
fn guild_colosses_crush_up_to_two_and_are_worth_four_for_each_independent_guild() {
    assert_eq!(printed(Guild::Colosses), (0, 3, Allegiance::Independent));
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Colosses, 1), (Guild::Excavateurs, 1), (Guild::Damnes, 1)])
        .field(B, &[(Guild::Mediums, 1), (Guild::Gardiennes, 3)])
        .gems(A, 3);
    assert_eq!(scene.points(A, "colosses"), 8);
    let crush = |guild, count| Move::Crush { seat: B, guild, count };
    assert_eq!(scene.refused(A, crush(Guild::Mediums, 2)), ("NO_FREE_CARD", "F8a"));
    assert_eq!(scene.refused(A, crush(Guild::Gardiennes, 3)), ("WRONG_COUNT", "F8a"));
    assert_eq!(scene.refused(A, crush(Guild::Gardiennes, 0)), ("WRONG_COUNT", "F8a"));
    scene.play(A, crush(Guild::Gardiennes, 2));
    assert_eq!(scene.discarded(), [Card::Gardiennes, Card::Gardiennes]);
}

#[test]
fn guild_excavateurs_give_a_play_and_are_worth_up_to_nine_gems() {
    assert_eq!(printed(Guild::Excavateurs), (2, 2, Allegiance::Independent));
    let mut scene = Scene::new(3).field(A, &[(Guild::Excavateurs, 1)]).gems(A, 13);
    assert_eq!(scene.points(A, "excavateurs"), 9);
    scene.play(A, Move::ExtraPlay(YES));
    assert_eq!(scene.game.turn.plays_left, 3);
    assert_eq!(Scene::new(3).field(A, &[(Guild::Excavateurs, 1)]).points(A, "excavateurs"), 0);
}

#[test]
fn guild_assassins_strike_and_are_worth_more_with_fossoyeurs() {
    assert_eq!(printed(Guild::Assassins), (1, 2, Allegiance::Independent));
    let worth = |count, deexos: &[Guild]| {
        let field = [(Guild::Assassins, 1), (Guild::Fossoyeurs, count)];
        Scene::new(3).field(A, &field).chiefs(A, deexos).points(A, "assassins")
    };
    assert_eq!((worth(0, &[]), worth(1, &[]), worth(2, &[Guild::Fossoyeurs])), (2, 4, 8));
    assert_eq!(worth(9, &[]), 8, "at most");
    let mut scene =
        Scene::new(3).field(A, &[(Guild::Assassins, 1)]).field(C, &[(Guild::Damnes, 1)]).gems(A, 2);
    scene.play(A, Move::Strike { seat: C, guild: Guild::Damnes });
    assert_eq!(scene.discarded(), [Card::Damnes]);
}

#[test]
fn guild_illusionnistes_swap_and_are_worth_the_best_other_guild() {
    assert_eq!(printed(Guild::Illusionnistes), (1, 2, Allegiance::Independent));
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Illusionnistes, 1)])
        .field(B, &[(Guild::Damnes, 1), (Guild::Illusionnistes, 0)])
        .gems(A, 2);
    assert_eq!(scene.points(A, "illusionnistes"), 0);
    let same = Move::Swap { own: Guild::Damnes, seat: B, guild: Guild::Damnes };
    assert_eq!(scene.refused(A, same), ("SAME_GUILD", "illusionnistes"));
    scene.play(A, Move::Swap { own: Guild::Illusionnistes, seat: B, guild: Guild::Damnes });
    assert_eq!(scene.partisans(B, Guild::Illusionnistes), 1);
    assert_eq!(scene.partisans(A, Guild::Damnes), 1);
}

#[test]
fn guild_fossoyeurs_are_free_and_worth_nothing() {
    assert_eq!(printed(Guild::Fossoyeurs), (0, 0, Allegiance::None));
    let mut scene = Scene::new(3).field(A, &[(Guild::Fossoyeurs, 4)]).discard(&[Card::Mediums]);
    assert_eq!(scene.game.points_of(A, Guild::Fossoyeurs), 0);
    scene.play(A, Move::Exhume { card: Card::Mediums });
    assert_eq!(scene.partisans(A, Guild::Mediums), 1);
}

#[test]
fn guild_damnes_are_worth_two_for_each_that_was_sacrificed() {
    assert_eq!(printed(Guild::Damnes), (0, 0, Allegiance::None));
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Damnes, 2), (Guild::Excavateurs, 1)])
        .field(B, &[(Guild::Excavateurs, 1), (Guild::Damnes, 7)]);
    assert_eq!(scene.points(A, "damnes"), 0);
    scene.play(A, Move::Sacrifice { guild: Guild::Excavateurs });
    assert_eq!((scene.points(A, "damnes"), scene.points(B, "damnes")), (2, 0));
    assert_eq!(scene.partisans(A, Guild::Damnes), 1);
}

//! Chiefs: F6, F7, and each of them.

use super::scene::{A, B, C, Scene, YES, kinds};
use crate::Event;
use crate::cards::{Card, Guild};
use crate::decision::Decision;
use crate::moves::Move;

fn play(card: Card) -> Move {
    Move::Play { card }
}

#[test]
fn f6_a_chiefs_power_acts_when_played_free_of_charge_and_without_majority() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Sireth])
        .field(B, &[(Guild::Assassins, 3), (Guild::Damnes, 1)]);
    scene.play(A, play(Card::Sireth));
    assert_eq!(scene.game.decision, Decision::ChiefPower { chief: Guild::Assassins });
    assert_eq!((scene.gems_of(A), scene.game.holds(B, Guild::Assassins)), (0, true));
    scene.play(A, Move::Strike { seat: B, guild: Guild::Damnes });
    assert_eq!(scene.partisans(B, Guild::Damnes), 0);
}

#[test]
fn f6_it_may_be_declined_and_comes_before_anything_else() {
    let mut scene = Scene::new(3).hand(A, &[Card::Torvik, Card::Damnes]);
    scene.play(A, play(Card::Torvik));
    scene.assert_open(A, &[Move::ExtraPlay(YES), Move::Decline(YES)]);
    assert_eq!(scene.refused(A, play(Card::Damnes)), ("NOT_NOW", "F0a"));
    let told = scene.play(A, Move::Decline(YES));
    assert_eq!(told, [Event::ChiefPowerDeclined { seat: A, chief: Card::Torvik }]);
    assert_eq!(scene.game.turn.plays_left, 1);
}

#[test]
fn f6_it_fizzles_without_a_target() {
    let mut scene = Scene::new(3).hand(A, &[Card::Sireth]).chiefs(B, &[Guild::Damnes]);
    let told = scene.play(A, play(Card::Sireth));
    assert_eq!(told[1], Event::ChiefPowerLost { seat: A, chief: Card::Sireth });
    assert_eq!(scene.game.decision, Decision::Act);
}

#[test]
fn f6_the_chief_counts_on_the_field_already() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Valdyr])
        .field(A, &[(Guild::Damnes, 1), (Guild::Mediums, 1)])
        .field(B, &[(Guild::Mediums, 1)])
        .chiefs(A, &[Guild::Mediums]);
    let told = scene.play(A, play(Card::Valdyr));
    assert_eq!(kinds(&told), ["CardPlayed", "ChiefPowerLost"], "the tie is broken: no copy");
    assert_eq!(scene.game.strength(A, Guild::Damnes), 2);
}

#[test]
fn f7_chiefs_are_immune_to_every_power() {
    let every = [
        (Guild::Diplomates, 2),
        (Guild::Colosses, 2),
        (Guild::Assassins, 2),
        (Guild::Illusionnistes, 2),
    ];
    let mut scene = Scene::new(3).field(A, &every).gems(A, 9);
    scene = scene.chiefs(B, gueridon_game::Kind::ALL);
    scene.assert_open(A, &[Move::EndTurn(YES)]);
    let (seat, guild) = (B, Guild::Damnes);
    for step in [
        Move::Steal { seat, guild },
        Move::Crush { seat, guild, count: 1 },
        Move::Strike { seat, guild },
        Move::Swap { own: Guild::Colosses, seat, guild },
    ] {
        assert_eq!(scene.refused(A, step), ("NO_FREE_CARD", "F8a"));
    }
}

#[test]
fn f7_chiefs_are_neither_sacrificed_nor_disguised_nor_given() {
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Illusionnistes, 1)])
        .chiefs(A, &[Guild::Damnes, Guild::Fossoyeurs])
        .field(B, &[(Guild::Mediums, 1), (Guild::Illusionnistes, 1)])
        .chiefs(A, &[Guild::Illusionnistes])
        .gems(A, 2);
    let sacrifice = Move::Sacrifice { guild: Guild::Illusionnistes };
    assert_eq!(scene.refused(A, sacrifice), ("NO_PARTISAN", "F5"));
    assert_eq!(scene.refused(A, Move::Disguise { guild: Guild::Mediums }), ("NO_PARTISAN", "F5"));
    let swap = |own| Move::Swap { own, seat: B, guild: Guild::Mediums };
    assert_eq!(scene.refused(A, swap(Guild::Damnes)), ("NO_CARD_TO_GIVE", "F8"));
    scene.assert_open(A, &[swap(Guild::Illusionnistes), Move::EndTurn(YES)]);
}

#[test]
fn f7a_a_chief_off_the_field_is_a_card_like_any() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Valdyr, Card::Damnes])
        .field(A, &[(Guild::Mediums, 1)])
        .gems(A, 1)
        .deck(&[[Card::Ervane].as_slice(), &[Card::Colosses; 9]].concat());
    scene.play(A, Move::Foresee(YES));
    scene.play(A, Move::KeepCard { card: Card::Ervane });
    scene.play_all(&[Move::EndTurn(YES), Move::Discard { card: Card::Valdyr }, Move::Refill(YES)]);
    assert_eq!(scene.discarded(), [Card::Valdyr]);
    assert!(scene.hand_of(A).contains(&Card::Ervane));
    scene = scene.field(B, &[(Guild::Fossoyeurs, 1)]);
    scene.play(B, Move::Exhume { card: Card::Valdyr });
    assert!(scene.game.player(B).has_chief(Guild::Damnes));
}

#[test]
fn chief_ervane_takes_the_fifth_protection_besides_ones_own() {
    let mut scene = Scene::new(3).hand(A, &[Card::Ervane]).protected(A);
    scene.play_all(&[play(Card::Ervane), Move::Protect(YES)]);
    assert_eq!(scene.game.player(A).protections(), 2);
    assert!(!scene.game.board.fifth_protection);
    assert_eq!(Scene::new(3).chiefs(A, &[Guild::Gardiennes]).points(A, "gardiennes"), 6);
}

#[test]
fn chief_ysaline_draws_two_cards() {
    let mut scene = Scene::new(3).hand(A, &[Card::Ysaline]).deck(&[Card::Colosses, Card::Damnes]);
    let told = scene.play_all(&[play(Card::Ysaline), Move::Draw(YES)]);
    assert_eq!(kinds(&told), ["CardPlayed", "CardsDrawn"]);
    assert_eq!(scene.hand_of(A), [Card::Colosses, Card::Damnes]);
    let mut empty = Scene::new(3).hand(A, &[Card::Ysaline]).deck(&[]);
    assert_eq!(kinds(&empty.play(A, play(Card::Ysaline))), ["CardPlayed", "ChiefPowerLost"]);
}

#[test]
fn chief_aldemar_steals_a_free_card() {
    let mut scene = Scene::new(3).hand(A, &[Card::Aldemar]).field(C, &[(Guild::Colosses, 1)]);
    scene.play_all(&[play(Card::Aldemar), Move::Steal { seat: C, guild: Guild::Colosses }]);
    assert_eq!(scene.partisans(A, Guild::Colosses), 1);
    assert_eq!(scene.partisans(C, Guild::Colosses), 0);
}

#[test]
fn chief_oniria_foresees_three_and_keeps_one() {
    let mut scene = Scene::new(3).hand(A, &[Card::Oniria]).deck(&[
        Card::Colosses,
        Card::Damnes,
        Card::Mediums,
        Card::Valdyr,
    ]);
    scene.play_all(&[
        play(Card::Oniria),
        Move::Foresee(YES),
        Move::KeepCard { card: Card::Mediums },
    ]);
    assert_eq!(scene.hand_of(A), [Card::Mediums]);
    assert_eq!(scene.pile(), [Card::Valdyr, Card::Colosses, Card::Damnes]);
}

#[test]
fn chief_grundak_discards_one_or_two_of_one_guild() {
    let mut scene = Scene::new(3).hand(A, &[Card::Grundak]).field(B, &[(Guild::Mediums, 3)]);
    scene.play(A, play(Card::Grundak));
    let crush = |count| Move::Crush { seat: B, guild: Guild::Mediums, count };
    scene.assert_open(A, &[crush(1), crush(2), Move::Decline(YES)]);
    scene.play(A, crush(2));
    assert_eq!(scene.partisans(B, Guild::Mediums), 1);
}

#[test]
fn chief_torvik_gives_another_play() {
    let mut scene = Scene::new(3).hand(A, &[Card::Torvik]);
    scene.play_all(&[play(Card::Torvik), Move::ExtraPlay(YES)]);
    assert_eq!(scene.game.turn.plays_left, 2);
}

#[test]
fn chief_sireth_discards_a_free_card() {
    let mut scene = Scene::new(3).hand(A, &[Card::Sireth]).field(C, &[(Guild::Colosses, 2)]);
    scene.play_all(&[play(Card::Sireth), Move::Strike { seat: C, guild: Guild::Colosses }]);
    assert_eq!(scene.partisans(C, Guild::Colosses), 1);
    assert_eq!(scene.discarded(), [Card::Colosses]);
}

#[test]
fn chief_mirvane_swaps_free_cards_of_two_guilds() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Mirvane])
        .field(A, &[(Guild::Damnes, 1)])
        .field(B, &[(Guild::Damnes, 1), (Guild::Mediums, 1)]);
    scene.play(A, play(Card::Mirvane));
    let swap = Move::Swap { own: Guild::Damnes, seat: B, guild: Guild::Mediums };
    scene.assert_open(A, &[swap, Move::Decline(YES)]);
    scene.play(A, swap);
    assert_eq!((scene.partisans(A, Guild::Mediums), scene.partisans(B, Guild::Damnes)), (1, 2));
}

#[test]
fn chief_deexos_uses_one_of_the_two_effects() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Deexos])
        .field(A, &[(Guild::Fossoyeurs, 1)])
        .discard(&[Card::Mediums, Card::Damnes]);
    scene.play(A, play(Card::Deexos));
    scene.play(A, Move::Exhume { card: Card::Damnes });
    assert_eq!(scene.game.decision, Decision::Act);
    scene.play(A, Move::Exhume { card: Card::Mediums });
    assert_eq!(scene.partisans(A, Guild::Mediums), 1, "the guild's own use is left");
    let alone = Scene::new(3).hand(A, &[Card::Deexos]).discard(&[Card::Mediums]);
    let mut alone = alone;
    alone.play(A, play(Card::Deexos));
    alone.assert_open(A, &[Move::Exhume { card: Card::Mediums }, Move::Decline(YES)]);
    assert_eq!(alone.refused(A, Move::Disguise { guild: Guild::Mediums }), ("NO_FOSSOYEUR", "F19"));
}

#[test]
fn chief_valdyr_scores_for_every_sacrifice_of_anybody_without_majority() {
    let scene = Scene::new(3)
        .chiefs(A, &[Guild::Damnes])
        .field(B, &[(Guild::Damnes, 5)])
        .sacrificed(A, 1)
        .sacrificed(B, 2)
        .sacrificed(C, 1);
    assert_eq!(scene.points(A, "valdyr"), 4);
    assert_eq!([A, B, C].map(|seat| scene.points(seat, "damnes")), [2, 4, 2]);
    assert_eq!(scene.points(B, "valdyr"), 0);
}

//! Whatever is sent, nothing breaks; and every refusal there is was met by a test.

use std::collections::BTreeSet;

use gueridon_game::{Dice, Game, Language, Seat, Seats, Seed, Utterance};

use super::scene::{A, B, C, Scene, YES, deal};
use crate::cards::{Card, Guild, Oath, REFUSALS};
use crate::moves::Move;
use crate::{Allegeance, Options};

#[test]
fn a_seat_that_is_not_there_is_nobodys_target_and_nobodys_turn() {
    let mut scene = Scene::new(3).field(A, &[(Guild::Assassins, 1)]).gems(A, 2);
    for number in [3, 4, 6, 7, 255] {
        let seat = Seat(number);
        assert_eq!(scene.refused(A, Move::Strike { seat, guild: Guild::Damnes }).0, "NO_OPPONENT");
        assert_eq!(scene.refused(seat, Move::EndTurn(YES)).0, "NO_SUCH_SEAT");
    }
    assert_eq!(scene.refused(B, Move::EndTurn(YES)).0, "NOT_YOUR_TURN");
    assert_eq!(scene.game.asked(), Seats::just(A));
}

#[test]
fn steps_without_a_power_behind_them_are_not_for_now() {
    let mut scene = Scene::new(3);
    for step in [Move::Draw(YES), Move::Copy { guild: Guild::Mediums }, Move::Refill(YES)] {
        assert_eq!(scene.refused(A, step), ("NOT_NOW", "F0a"));
    }
}

/// A step of A that is refused in a scene, one for each code but those of the deal.
fn cases() -> Vec<(Scene, Move)> {
    let field = |stacks: &[(Guild, u8)]| Scene::new(3).field(A, stacks).gems(A, 9);
    let assassins = || field(&[(Guild::Assassins, 1), (Guild::Colosses, 1), (Guild::Damnes, 1)]);
    let strike = |seat| Move::Strike { seat, guild: Guild::Damnes };
    let crush = Move::Crush { seat: B, guild: Guild::Damnes, count: 3 };
    let sacrifice = |guild| Move::Sacrifice { guild };
    let swap = |own| Move::Swap { own, seat: B, guild: Guild::Damnes };
    let swapping = || field(&[(Guild::Illusionnistes, 1)]).field(B, &[(Guild::Damnes, 1)]);
    let exhuming = || field(&[(Guild::Fossoyeurs, 1)]);
    let disguise = |guild| Move::Disguise { guild };
    let mut choosing = Scene::new(3);
    choosing.game = deal(Options::default(), 3, 1);
    let not_offered = choosing.game.player(B).offered[0];
    let mut played_out = Scene::new(3).hand(A, &[Card::Colosses; 3]);
    played_out.play_all(&[Move::Play { card: Card::Colosses }; 2]);
    let mut foreseeing = field(&[(Guild::Mediums, 1)]).deck(&[Card::Damnes, Card::Valdyr]);
    foreseeing.play(A, Move::Foresee(YES));
    let mut used = assassins().field(B, &[(Guild::Damnes, 2)]);
    used.play(A, strike(B));
    let mut deexos = Scene::new(3).hand(A, &[Card::Deexos]).discard(&[Card::Damnes]);
    deexos.play(A, Move::Play { card: Card::Deexos });
    let mut blade = Scene::new(3).no_oaths().oath(A, Oath::OathBlade).last_turn();
    blade = blade.field(B, &[(Guild::Damnes, 2)]).field(C, &[(Guild::Damnes, 1)]);
    blade.end_turn();
    blade.play(A, strike(B));
    let tied = field(&[(Guild::Damnes, 1), (Guild::Gardiennes, 1)]);
    vec![
        (Scene::new(3), Move::Refill(YES)),
        (choosing, Move::KeepOath { oath: not_offered }),
        (played_out, Move::Play { card: Card::Colosses }),
        (Scene::new(3), Move::Play { card: Card::Colosses }),
        (exhuming(), Move::Exhume { card: Card::Colosses }),
        (foreseeing, Move::KeepCard { card: Card::Colosses }),
        (Scene::new(3), strike(B)),
        (assassins().field(B, &[(Guild::Assassins, 1)]), strike(B)),
        (assassins(), sacrifice(Guild::Colosses)),
        (used, strike(B)),
        (Scene::new(3).field(A, &[(Guild::Assassins, 1)]), strike(B)),
        (assassins(), strike(A)),
        (assassins(), strike(B)),
        (swapping(), swap(Guild::Colosses)),
        (swapping(), swap(Guild::Damnes)),
        (assassins().field(B, &[(Guild::Damnes, 3)]), crush),
        (field(&[(Guild::Gardiennes, 1)]).protected(A), Move::Protect(YES)),
        (field(&[(Guild::Mediums, 1)]).deck(&[]), Move::Foresee(YES)),
        (exhuming(), disguise(Guild::Damnes)),
        (deexos, disguise(Guild::Mediums)),
        (assassins(), sacrifice(Guild::Damnes)),
        (tied.field(B, &[(Guild::Gardiennes, 1)]).protected(A), sacrifice(Guild::Gardiennes)),
        (blade, strike(B)),
    ]
}

#[test]
fn every_refusal_of_the_game_is_met_and_has_a_sentence() {
    let own: BTreeSet<&str> = REFUSALS.iter().map(|refusal| refusal.key).collect();
    let refused_deal = |options: Options, seats| {
        Allegeance::deal(&options, seats, &mut Dice::new(&Seed::of_test(1), 0)).unwrap_err()
    };
    let mut refusals = vec![
        refused_deal(Options { draft: true, ..Options::default() }, 4),
        refused_deal(Options { random_guilds: true, ..Options::default() }, 3),
        refused_deal(Options { first: Some(Seat(3)), ..Options::default() }, 3),
    ];
    refusals.extend(cases().into_iter().map(|(mut scene, step)| scene.refusal(A, step)));
    for refusal in &refusals {
        for language in Language::ALL {
            let said = Allegeance::words(Utterance::Refusal(refusal), language);
            assert!(said.ends_with('.') && !said.contains(['{', '}', '_', '[']), "{said}");
        }
    }
    let met: BTreeSet<&str> = refusals.iter().map(|refusal| refusal.code).collect();
    assert_eq!(met, own);
    assert_eq!(refusals.len(), own.len(), "one case for each");
}

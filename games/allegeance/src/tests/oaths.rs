//! The Allegiances at the end: F24, F24a, F25, and each of them.

use gueridon_game::{Eyes, Game, Language, Seat, Seats, Utterance};

use super::scene::{A, B, C, D, Scene, YES, kinds};
use crate::cards::{Allegiance, Card, Gem, Guild, Oath};
use crate::decision::Decision;
use crate::moves::Move;
use crate::{Allegeance, Event};

/// The last turn of three, in which only A has an Allegiance.
fn last(oath: Oath) -> Scene {
    Scene::new(3).no_oaths().oath(A, oath).last_turn()
}

#[test]
fn f24_all_are_revealed_and_act_in_seat_order_from_the_first_player() {
    let mut scene = Scene::new(3)
        .no_oaths()
        .oath(A, Oath::OathTitan)
        .oath(B, Oath::OathGrimoire)
        .oath(C, Oath::OathVeil)
        .hand(B, &[Card::Damnes]);
    scene.game.first = B;
    scene.game.turn.active = A;
    scene.game.turn.round = 10;
    let told = scene.end_turn();
    let revealed: Vec<Seat> = told
        .iter()
        .filter_map(|event| match event {
            Event::OathRevealed { seat, .. } => Some(*seat),
            _ => None,
        })
        .collect();
    assert_eq!(revealed, [B, C, A]);
    assert_eq!(scene.game.asked(), Seats::just(B), "and C's Veil waits for B's Grimoire");
    let told = scene.play(B, Move::Place { card: Card::Damnes });
    assert_eq!(kinds(&told), ["CardPlaced", "CardsRevealed", "GameEnded"]);
}

#[test]
fn f24_the_first_player_is_asked_before_seats_with_lower_numbers() {
    let mut scene = Scene::new(3)
        .no_oaths()
        .oath(A, Oath::OathGrimoire)
        .oath(C, Oath::OathBlade)
        .hand(A, &[Card::Damnes; 6])
        .field(B, &[(Guild::Mediums, 1)]);
    scene.game.first = B;
    scene.game.turn.active = A;
    scene.game.turn.round = 10;
    scene.end_turn();
    assert_eq!(scene.game.asked(), Seats::just(C), "B has none, and A comes last");
    scene.play(C, Move::Strike { seat: B, guild: Guild::Mediums });
    assert_eq!(scene.game.asked(), Seats::just(A));
}

#[test]
fn f24_which_guild_an_allegiance_stands_for_is_told_shown_and_written() {
    let mut scene = last(Oath::OathTitan).oath(B, Oath::OathMirror).field(B, &[(Guild::Damnes, 1)]);
    let told = scene.end_turn();
    let titan = Event::OathRevealed {
        seat: A,
        oath: Oath::OathTitan,
        guild: Guild::Colosses,
        partisans: 3,
    };
    assert!(told.contains(&titan), "{told:?}");
    let words = |said, language| Allegeance::words(said, language);
    assert_eq!(
        words(Utterance::Event(&titan), Language::En),
        "{seat:0} reveals the Allegiance of the Titan: its effect done, it counts as 3 partisans of the Colossi."
    );
    assert_eq!(
        words(Utterance::Event(&titan), Language::Fr),
        "{seat:0} révèle l’Allégeance du Titan\u{a0}: son effet appliqué, elle compte pour 3 Partisans des Colosses."
    );
    let prompt = words(Utterance::Prompt(&scene.game, Eyes::Seat(B)), Language::Fr);
    assert_eq!(prompt, "Utilisez l’Allégeance du Miroir, ou renoncez-y.");
    for eyes in [Eyes::Public, Eyes::Seat(C)] {
        let guilds = scene.game.view(eyes).guilds;
        let of = |guild| guilds.iter().find(|of| of.guild == guild).expect("it is in play");
        let colossi = of(Guild::Colosses);
        assert_eq!((colossi.oath, colossi.oath_strength), (Some(Oath::OathTitan), 3));
        assert_eq!(colossi.allegiance, Allegiance::Independent);
        assert_eq!(of(Guild::Mediums).allegiance, Allegiance::Royal);
        assert_eq!(
            (of(Guild::Damnes).oath, of(Guild::Damnes).allegiance),
            (None, Allegiance::None)
        );
    }
}

#[test]
fn f24_hands_stay_hidden_while_allegiances_are_used() {
    let mut scene = last(Oath::OathGrimoire).hand(A, &[Card::Damnes; 2]).hand(B, &[Card::Valdyr]);
    scene.end_turn();
    assert_eq!(scene.game.asked(), Seats::just(A));
    for eyes in [Eyes::Seat(C), Eyes::Public] {
        let view = scene.game.view(eyes);
        assert!(view.players[..2].iter().all(|side| side.hand.is_none()), "{eyes:?}");
    }
    scene.play(A, Move::Decline(YES));
    assert!(scene.game.view(Eyes::Public).players.iter().all(|side| side.hand.is_some()));
}

#[test]
fn f24a_a_mirrored_gravedigger_scores_no_more_for_the_assassins() {
    let mut scene =
        last(Oath::OathMirror).field(A, &[(Guild::Assassins, 1), (Guild::Fossoyeurs, 2)]);
    scene.end_turn();
    assert_eq!(scene.points(A, "assassins"), 2 + 2 * 2);
    scene.play(A, Move::Mirror { from: Guild::Fossoyeurs, to: Guild::Mediums });
    assert_eq!(scene.points(A, "assassins"), 2 + 2);
    let view = scene.game.view(Eyes::Public);
    let mut field = view.players[0].field.iter();
    let mediums = field.find(|stack| stack.guild == Guild::Mediums).expect("one passes");
    assert_eq!(mediums.passing_from.as_slice(), [Guild::Fossoyeurs]);
    assert_eq!(mediums.passing, 1);
}

#[test]
fn f24_allegiances_then_majorities_then_damnes() {
    let mut scene = last(Oath::OathVein).field(A, &[(Guild::Excavateurs, 1)]).gems(A, 4);
    scene = scene.sacrificed(A, 2);
    assert_eq!(scene.points(A, "allegiance"), 0, "secret until the end");
    scene.end_turn();
    let lines = ["allegiance", "excavateurs", "damnes"].map(|line| scene.points(A, line));
    assert_eq!(lines, [4, 4, 4]);
}

#[test]
fn f24_a_revealed_card_cannot_be_struck_and_struck_cards_are_discarded() {
    let mut scene = last(Oath::OathBlade)
        .oath(B, Oath::OathTitan)
        .field(C, &[(Guild::Mediums, 1)])
        .chiefs(C, &[Guild::Damnes]);
    scene.end_turn();
    let strike = Move::Strike { seat: C, guild: Guild::Mediums };
    scene.assert_open(A, &[strike, Move::Decline(YES)]);
    let titan = Move::Strike { seat: B, guild: Guild::Colosses };
    assert_eq!(scene.refused(A, titan), ("NO_FREE_CARD", "F24"));
    assert_eq!(
        scene.refused(A, Move::Strike { seat: A, guild: Guild::Damnes }),
        ("NO_OPPONENT", "F24")
    );
    scene.play(A, strike);
    assert_eq!(scene.discarded(), [Card::Mediums]);
}

#[test]
fn f24a_an_allegiance_does_not_count_for_its_own_effect_but_counts_after_it() {
    let mut scene = last(Oath::OathChancery)
        .field(A, &[(Guild::Colosses, 1), (Guild::Damnes, 2), (Guild::Fossoyeurs, 1)]);
    scene.end_turn();
    assert_eq!(scene.points(A, "allegiance"), 1, "three guilds, Diplomates not among them");
    assert!(scene.game.holds(A, Guild::Diplomates), "with no other partisan there");
}

#[test]
fn f24a_while_an_owner_is_asked_only_what_has_had_its_effect_counts() {
    let mut scene = Scene::new(4)
        .no_oaths()
        .oath(A, Oath::OathTitan)
        .oath(B, Oath::OathMirror)
        .oath(C, Oath::OathGrimoire)
        .oath(D, Oath::OathRampart)
        .field(B, &[(Guild::Damnes, 1)])
        .hand(C, &[Card::Fossoyeurs])
        .last_turn();
    scene.end_turn();
    let counted = |scene: &Scene| {
        let guilds =
            [Guild::Colosses, Guild::Illusionnistes, Guild::Magiciennes, Guild::Gardiennes];
        guilds.map(|guild| scene.game.majority(guild))
    };
    assert_eq!(scene.game.asked(), Seats::just(B));
    assert_eq!(counted(&scene), [Some(A), None, None, None]);
    assert_eq!(scene.points(B, "illusionnistes"), 0);
    scene.play(B, Move::Decline(YES));
    assert_eq!(scene.game.asked(), Seats::just(C));
    assert_eq!(counted(&scene), [Some(A), Some(B), None, None]);
    scene.play(C, Move::Decline(YES));
    assert_eq!(counted(&scene), [Some(A), Some(B), Some(C), Some(D)], "points come last");
}

#[test]
fn f24a_the_mirror_takes_any_partisan_and_gives_it_to_another_of_the_eight_in_play() {
    let mut scene = last(Oath::OathMirror)
        .field(A, &[(Guild::Damnes, 1), (Guild::Mediums, 1)])
        .chiefs(A, &[Guild::Colosses]);
    scene.end_turn();
    let mirror = |from, to| Move::Mirror { from, to };
    assert_eq!(scene.moves(A).len(), 8 + 7 + 1, "and to decline");
    let unchanged = mirror(Guild::Mediums, Guild::Mediums);
    assert_eq!(scene.refused(A, unchanged), ("SAME_GUILD", "F24a"));
    let to_none = mirror(Guild::Mediums, Guild::Damnes);
    assert_eq!(scene.refused(A, to_none), ("NO_DISGUISE", "F24a"));
    let chief = mirror(Guild::Colosses, Guild::Mediums);
    assert_eq!(scene.refused(A, chief), ("NO_CARD_TO_GIVE", "F24"));
    let itself = mirror(Guild::Illusionnistes, Guild::Mediums);
    assert_eq!(scene.refused(A, itself), ("NO_CARD_TO_GIVE", "F24"), "it is no partisan yet");
    scene.play(A, mirror(Guild::Damnes, Guild::Mediums));
    assert_eq!(scene.partisans(A, Guild::Mediums), 2);
    assert_eq!(scene.game.decision, Decision::Over);
}

#[test]
fn f24a_a_declined_effect_leaves_the_card_as_a_partisan() {
    let mut scene = last(Oath::OathMirror).field(A, &[(Guild::Damnes, 1)]);
    scene.end_turn();
    let told = scene.play(A, Move::Decline(YES));
    assert_eq!(kinds(&told), ["OathDeclined", "GameEnded"]);
    assert!(scene.game.holds(A, Guild::Illusionnistes));
}

#[test]
fn f24a_the_hand_left_after_the_grimoire_is_what_magiciennes_count() {
    let mut scene =
        last(Oath::OathGrimoire).hand(A, &[Card::Damnes, Card::Mediums, Card::Colosses]);
    scene.end_turn();
    let place = |card| Move::Place { card };
    scene.play(A, place(Card::Damnes));
    scene.play(A, place(Card::Mediums));
    assert_eq!(scene.points(A, "magiciennes"), 1, "held by the Grimoire alone");
}

#[test]
fn f24a_a_mirrored_partisan_that_is_struck_is_what_it_was() {
    let mut scene = Scene::new(3)
        .no_oaths()
        .oath(A, Oath::OathMirror)
        .oath(B, Oath::OathBlade)
        .field(A, &[(Guild::Damnes, 1)])
        .last_turn();
    scene.end_turn();
    scene.play(A, Move::Mirror { from: Guild::Damnes, to: Guild::Mediums });
    scene.play(B, Move::Strike { seat: A, guild: Guild::Mediums });
    assert_eq!(scene.discarded(), [Card::Damnes]);
    assert!(scene.game.player(A).shifts.is_empty() && scene.game.player(A).field.is_empty());
}

#[test]
fn f25_a_majority_regained_belongs_to_its_owner_alone() {
    let mut scene = last(Oath::OathVein)
        .field(A, &[(Guild::Excavateurs, 1)])
        .field(B, &[(Guild::Excavateurs, 1)]);
    scene = scene.gems(A, 2).gems(B, 5);
    assert_eq!(scene.game.majority(Guild::Excavateurs), None);
    scene.end_turn();
    assert_eq!([A, B, C].map(|seat| scene.points(seat, "excavateurs")), [2, 0, 0]);
}

#[test]
fn oath_rampart_gives_two_points_for_each_chief() {
    let mut scene = last(Oath::OathRampart).chiefs(A, &[Guild::Damnes, Guild::Mediums]);
    scene.end_turn();
    assert_eq!(scene.points(A, "allegiance"), 4);
    assert_eq!(scene.game.strength(A, Guild::Gardiennes), 1);
}

#[test]
fn oath_grimoire_places_up_to_two_cards_without_gems_or_powers() {
    let mut scene =
        last(Oath::OathGrimoire).hand(A, &[Card::Excavateurs, Card::Aldemar, Card::Damnes]);
    scene = scene.field(B, &[(Guild::Colosses, 1)]);
    scene.end_turn();
    let place = |card| Move::Place { card };
    assert_eq!(scene.refused(A, place(Card::Mediums)), ("NOT_IN_HAND", "F24"));
    scene.play(A, place(Card::Excavateurs));
    let told = scene.play(A, place(Card::Aldemar));
    assert_eq!(kinds(&told), ["CardPlaced", "GameEnded"], "no gems, no power, no third card");
    assert_eq!((scene.gems_of(A), scene.hand_of(A)), (0, vec![Card::Damnes]));
    assert!(scene.game.player(A).has_chief(Guild::Diplomates));
    let mut empty = last(Oath::OathGrimoire);
    empty.end_turn();
    assert_eq!(empty.game.decision, Decision::Over, "nothing to place, nothing is asked");
}

#[test]
fn oath_chancery_gives_a_point_for_each_guild_beyond_two() {
    let points = |guilds: &[(Guild, u8)]| {
        let mut scene = last(Oath::OathChancery).field(A, guilds).chiefs(A, &[Guild::Damnes]);
        scene.end_turn();
        scene.points(A, "allegiance")
    };
    assert_eq!(points(&[]), 0);
    assert_eq!(points(&[(Guild::Diplomates, 3), (Guild::Mediums, 1)]), 1);
    let six =
        [Guild::Diplomates, Guild::Mediums, Guild::Colosses, Guild::Assassins, Guild::Gardiennes];
    assert_eq!(points(&six.map(|guild| (guild, 1))), 4);
}

#[test]
fn oath_veil_adds_the_top_three_cards_to_the_field() {
    let mut scene = last(Oath::OathVeil)
        .hand(C, &[Card::Damnes; 5])
        .deck(&[Card::Valdyr, Card::Excavateurs])
        .discard(&[Card::Mediums]);
    let told = scene.end_turn();
    let revealed = told.iter().find(|event| matches!(event, Event::CardsRevealed { .. }));
    let cards = [Card::Valdyr, Card::Excavateurs, Card::Mediums].into_iter().collect();
    assert_eq!(revealed, Some(&Event::CardsRevealed { seat: A, cards }));
    assert_eq!(scene.gems_of(A), 0);
    assert!(scene.game.player(A).has_chief(Guild::Damnes));
    assert_eq!(scene.game.strength(A, Guild::Mediums), 2, "with the Veil itself");
}

#[test]
fn oath_titan_counts_as_three_colosses() {
    let mut scene = last(Oath::OathTitan).field(B, &[(Guild::Colosses, 2)]);
    assert!(scene.game.holds(B, Guild::Colosses));
    scene.end_turn();
    assert!(scene.game.holds(A, Guild::Colosses));
    assert_eq!(scene.game.strength(A, Guild::Colosses), 3);
}

#[test]
fn oath_vein_gives_a_point_for_each_gem_up_to_six() {
    let points = |gems: &[Gem]| {
        let mut scene = last(Oath::OathVein).gem_cards(A, gems);
        scene.end_turn();
        scene.points(A, "allegiance")
    };
    assert_eq!((points(&[]), points(&[Gem::Gem3, Gem::Gem2]), points(&[Gem::Gem3; 3])), (0, 5, 6));
}

#[test]
fn oath_blade_strikes_one_card_of_each_of_two_opponents() {
    let mut scene = Scene::new(4)
        .no_oaths()
        .oath(A, Oath::OathBlade)
        .field(B, &[(Guild::Mediums, 2)])
        .field(C, &[(Guild::Damnes, 1)])
        .field(D, &[(Guild::Colosses, 1)])
        .last_turn();
    scene.end_turn();
    let strike = |seat, guild| Move::Strike { seat, guild };
    scene.play(A, strike(B, Guild::Mediums));
    assert_eq!(scene.refused(A, strike(B, Guild::Mediums)), ("STRUCK_ALREADY", "F24"));
    scene.assert_open(
        A,
        &[strike(C, Guild::Damnes), strike(D, Guild::Colosses), Move::Decline(YES)],
    );
    scene.play(A, strike(D, Guild::Colosses));
    assert_eq!(scene.game.decision, Decision::Over);
    assert_eq!((scene.partisans(B, Guild::Mediums), scene.partisans(C, Guild::Damnes)), (1, 1));
}

#[test]
fn oath_mirror_lets_a_partisan_count_for_another_guild() {
    let mut scene = last(Oath::OathMirror)
        .field(A, &[(Guild::Fossoyeurs, 1), (Guild::Mediums, 1)])
        .field(B, &[(Guild::Mediums, 1)]);
    scene.end_turn();
    assert_eq!(scene.game.majority(Guild::Mediums), None);
    let told = scene.play(A, Move::Mirror { from: Guild::Fossoyeurs, to: Guild::Mediums });
    let mirrored = Event::PartisanMirrored { seat: A, from: Guild::Fossoyeurs, to: Guild::Mediums };
    assert_eq!(told[0], mirrored);
    assert!(scene.game.holds(A, Guild::Mediums));
    assert_eq!(scene.partisans(A, Guild::Fossoyeurs), 0);
}

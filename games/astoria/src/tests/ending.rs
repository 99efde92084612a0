//! Points and the last things: rules 78 to 81a.

use gueridon_game::{Eyes, Game};

use super::scene::{A, B, C, D, Scene, YES};
use crate::cards::{Artefact, Card, Cause, Domain, Invasion, Objective};
use crate::moves::Move;
use crate::options::TieBreak;
use crate::{Event, Options};

#[test]
fn r78_points_are_20_for_the_objective_2_a_gem_5_a_chief_and_1_a_power() {
    let mut scene = Scene::new(4)
        .power(B, 7)
        .flask(B, &[Domain::Fire, Domain::Fire, Domain::Solar])
        .health(9)
        .pool(Domain::Cobalt, 3);
    scene.game.mage_mut(B).chiefs.add(Invasion::ChiefFire);
    scene.game.mage_mut(B).chiefs.add(Invasion::ChiefSolar);
    scene.play(A, Move::Heal(YES));
    let lines = ["objective", "flask", "chiefs", "power"].map(|line| scene.points(B, line));
    assert_eq!((lines, scene.totals()[1]), ([20, 6, 10, 7], 43));
}

#[test]
fn r78_the_highest_total_wins_even_if_its_objective_failed() {
    let mut scene = Scene::new(4)
        .objective(C, Objective::KillDragon)
        .flask(C, &[Domain::Fire; 10])
        .power(C, 19)
        .health(9)
        .pool(Domain::Cobalt, 3);
    scene.play(A, Move::Heal(YES));
    let score = scene.game.score(Eyes::Public);
    assert!(score.is_final);
    assert_eq!(score.seats.iter().map(|seat| seat.rank).collect::<Vec<_>>(), [2, 2, 1, 2]);
}

#[test]
fn r79_gems_elsewhere_than_in_the_flask_score_nothing() {
    let scene = Scene::new(4)
        .started(A, Artefact::OrbFire, &[Domain::Fire, Domain::Sulphur])
        .guards(A, 3)
        .finished(A, &[Artefact::WandFire]);
    assert_eq!(scene.totals(), [0; 4]);
}

#[test]
fn r80_equal_totals_share_the_victory_unless_the_table_parts_them() {
    let ranks = |tie_break| {
        let mut scene = Scene::with(3, Options { tie_break, ..Options::default() })
            .power(B, 4)
            .flask(C, &[Domain::Fire, Domain::Cobalt])
            .health(9)
            .pool(Domain::Cobalt, 3);
        scene.play(A, Move::Heal(YES));
        assert_eq!(scene.totals(), [20, 24, 24]);
        let seats = scene.game.score(Eyes::Public).seats;
        seats.iter().map(|seat| seat.rank).collect::<Vec<_>>()
    };
    assert_eq!(ranks(TieBreak::Shared), [3, 1, 1]);
    assert_eq!(ranks(TieBreak::FlaskThenPower), [3, 2, 1]);
}

#[test]
fn r81_after_the_last_round_the_game_ends_without_an_objective() {
    let options = Options { round_limit: 10, ..Options::default() };
    let end = |round| {
        let mut scene = Scene::with(4, options)
            .objective(B, Objective::KillDragon)
            .next(Invasion::DragonGrowl)
            .last_turn();
        scene.game.turn.round = round;
        scene.end_turns(1);
        scene
    };
    assert_eq!(end(9).ended(), None);
    let scene = end(10);
    assert_eq!(scene.ended(), Some((Cause::LastRound, None)));
    assert_eq!(scene.totals(), [0; 4]);
}

#[test]
fn r81a_an_end_stops_everything_and_turns_up_every_objective() {
    let mut scene = Scene::new(4)
        .objective(D, Objective::KillDragon)
        .health(9)
        .pool(Domain::Cobalt, 6)
        .exiled(C)
        .power(C, 3)
        .tilted(B, &[Card::MageSulphur]);
    let told = scene.play(A, Move::Heal(YES));
    let revealed = |seat, objective| told.contains(&Event::ObjectiveRevealed { seat, objective });
    assert!(revealed(A, Objective::SaveKing) && revealed(D, Objective::KillDragon));
    assert!(matches!(told.last(), Some(Event::GameEnded { cause: Cause::KingCured, .. })));
    assert_eq!(scene.totals(), [20, 20, 23, 0], "exiles score, too");
    assert!(scene.game.mage(B).tilted.has(Card::MageSulphur), "nothing is straightened");
    assert_eq!(scene.refused(A, Move::Heal(YES)), ("GAME_OVER", ""));
    assert_eq!(scene.game.view(Eyes::Public).mages[3].objective, Some(Objective::KillDragon));
}

#[test]
fn a_search_counts_gems_and_glyphs_until_the_game_is_over() {
    let standing = |scene: &Scene| scene.game.standing()[A.index()];
    let poor = standing(&Scene::new(4));
    let rich = [
        Scene::new(4).stock(A, &[Domain::Fire; 10]),
        Scene::new(4).started(A, Artefact::PendantFire, &[Domain::Fire]),
        Scene::new(4).finished(A, &[Artefact::OrbFire]),
    ];
    assert!(rich.iter().all(|rich| standing(rich) > poor));
    for mut over in rich {
        over.game.city.health = 9;
        over = over.pool(Domain::Cobalt, 3);
        over.play(A, Move::Heal(YES));
        assert_eq!(standing(&over), 20, "the objective, and nothing else");
    }
}

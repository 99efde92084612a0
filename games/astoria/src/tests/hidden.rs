//! What a view shows and hides: section E, and what eyes know as state.

use std::collections::BTreeMap;

use gueridon_game::{Dice, Eyes, Game, Seat, Seats, Seed};

use super::scene::{A, B, C, D, Scene, YES};
use crate::cards::{Artefact, Domain, Faction, Invasion, Objective};
use crate::moves::Move;
use crate::state::{Astoria, Objectives};
use crate::view::View;
use crate::{Event, Options};

/// Everybody but the all-seeing, at a table of four.
const ALL: [Eyes; 5] = [Eyes::Seat(A), Eyes::Seat(B), Eyes::Seat(C), Eyes::Seat(D), Eyes::Public];

fn seen<T>(scene: &Scene, what: impl Fn(&View) -> T) -> Vec<T> {
    ALL.iter().map(|&eyes| what(&scene.game.view(eyes))).collect()
}

/// The objectives of a seat in many imaginings of these eyes, each once.
fn imagined(game: &Astoria, eyes: Eyes, seat: Seat) -> Vec<Objective> {
    let mut dice = Dice::new(&Seed::of_test(5), 0);
    let draw = |_| game.imagine(eyes, &mut dice).mage(seat).objective.unwrap();
    let mut drawn: Vec<Objective> = (0..200).map(draw).collect();
    drawn.sort_unstable();
    drawn.dedup();
    drawn
}

#[test]
fn e_an_objective_is_its_owners_until_it_is_turned_up() {
    let mut scene = Scene::new(4).objective(B, Objective::KillDragon);
    let objective = |view: &View| view.mages[1].objective;
    let own = Some(Objective::KillDragon);
    assert_eq!(seen(&scene, objective), [None, own, None, None, None]);
    scene.play(A, Move::Accuse { seat: B, faction: Faction::Dragon });
    assert_eq!(seen(&scene, objective), [own; 5]);
}

#[test]
fn e_undealt_objectives_are_nobodys_until_the_end() {
    let mut dice = Dice::new(&Seed::of_test(2), 0);
    let game = Astoria::deal(&Options::default(), 4, &mut dice).unwrap();
    for eyes in ALL {
        assert_eq!(game.view(eyes).undealt_objectives, None);
    }
    assert_eq!(game.city.objectives_out.len(), 2);
    let mut scene = Scene::new(4).health(9).pool(Domain::Cobalt, 3);
    let out: Objectives = [Objective::KillDragon, Objective::KillPopulace].into_iter().collect();
    scene.game.city.objectives_out = out;
    assert_eq!(seen(&scene, |view| view.undealt_objectives), [None; 5]);
    scene.play(A, Move::Heal(YES));
    assert_eq!(seen(&scene, |view| view.undealt_objectives), [Some(out); 5]);
}

#[test]
fn e_hands_show_their_backs_to_all_and_their_fronts_to_their_owner() {
    let scene = Scene::new(4).hand(B, &[Artefact::OrbCobalt, Artefact::WandFire]);
    let backs = |view: &View| view.mages[1].hand.iter().map(|card| card.back).collect::<Vec<_>>();
    assert_eq!(seen(&scene, backs), vec![vec![Domain::Fire, Domain::Cobalt]; 5]);
    let fronts = |view: &View| view.mages[1].hand[1].artefact;
    let own = Some(Artefact::OrbCobalt);
    assert_eq!(seen(&scene, fronts), [None, own, None, None, None]);
}

#[test]
fn e_piles_show_their_size_and_their_topmost_back() {
    let scene = Scene::new(4);
    let piles = |view: &View| {
        view.piles.iter().map(|pile| (pile.size, pile.backs.to_vec())).collect::<Vec<_>>()
    };
    let tops = [Domain::Fire, Domain::Sulphur, Domain::Nature];
    let expected: Vec<_> = tops.iter().map(|&back| (10, vec![back])).collect();
    assert_eq!(seen(&scene, piles), vec![expected; 5]);
    assert!(seen(&scene, |view| view.undealt).iter().all(Option::is_none));
    assert!(scene.game.view(Eyes::All).undealt.is_some());
}

#[test]
fn e_what_was_looked_at_is_the_lookers_and_that_it_was_is_everybodys() {
    let mut scene = Scene::new(4).next(Invasion::ChiefSolar).pool(Domain::Cobalt, 1);
    scene.play(A, Move::Peek { count: 1 });
    let place = |view: &View| (view.looked_at[0].depth, view.looked_at[0].seats);
    assert_eq!(seen(&scene, place), [(0, Seats::just(A)); 5]);
    let card = |view: &View| view.looked_at[0].card;
    let known = Some(Invasion::ChiefSolar);
    assert_eq!(seen(&scene, card), [known, None, None, None, None]);
    let mut dice = Dice::new(&Seed::of_test(5), 0);
    let mut next = |eyes| {
        let mut game = scene.game.imagine(eyes, &mut dice);
        game.city.deck.draw(&mut Dice::new(&Seed::of_test(6), 0)).unwrap()
    };
    assert!((0..20).all(|_| next(Eyes::Seat(A)) == Invasion::ChiefSolar));
    assert!((0..20).any(|_| next(Eyes::Seat(B)) != Invasion::ChiefSolar));
}

#[test]
fn e_a_failed_accusation_tells_all_what_the_accused_is_not() {
    let mut dice = Dice::new(&Seed::of_test(2), 0);
    let mut game = Astoria::deal(&Options::default(), 4, &mut dice).unwrap();
    let seat = game.turn.active;
    let target = seat.next(4);
    game.mage_mut(target).objective = Some(Objective::SaveKing);
    game.mage_mut(seat).objective = Some(Objective::KillPopulace);
    let (others, out): (Vec<Seat>, _) =
        (game.others(target).filter(|&other| other != seat).collect(), &mut game.city);
    out.objectives_out = [Objective::KillBarbarians, Objective::SaveKing].into_iter().collect();
    game.mage_mut(others[0]).objective = Some(Objective::KillDragon);
    game.mage_mut(others[1]).objective = Some(Objective::SaveKing);

    let all = [
        Objective::SaveKing,
        Objective::KillDragon,
        Objective::KillBarbarians,
        Objective::KillPopulace,
    ];
    assert_eq!(imagined(&game, Eyes::Public, target), all);
    let accuse = Move::Accuse { seat: target, faction: Faction::Dragon };
    let mut log = gueridon_game::Log::new();
    game.play(seat, &accuse, &mut dice, &mut log).unwrap();
    let rest = [Objective::SaveKing, Objective::KillBarbarians, Objective::KillPopulace];
    assert_eq!(imagined(&game, Eyes::Public, target), rest);
    // The accuser, who works for the Populace, knows more.
    assert_eq!(imagined(&game, Eyes::Seat(seat), target), rest[..2]);
    assert_eq!(game.view(Eyes::Public).mages[target.index()].cleared.len(), 1);
}

#[test]
fn e_every_way_of_laying_the_objectives_is_as_likely() {
    // Of two unknown cards, one kills: cleared of the Dragon, B has the other.
    let mut scene = Scene::new(2).objective(A, Objective::KillPopulace);
    scene.game.city.objectives_out = [Objective::KillDragon].into_iter().collect();
    let mut dice = Dice::new(&Seed::of_test(5), 0);
    let eyes = Eyes::Seat(A);
    let draws = 1000;
    let saves = (0..draws)
        .filter(|_| {
            scene.game.imagine(eyes, &mut dice).mage(B).objective == Some(Objective::SaveKing)
        })
        .count();
    assert!((400..600).contains(&saves), "{saves}");
    scene.game.mage_mut(B).cleared.add(Faction::Dragon);
    assert_eq!(imagined(&scene.game, eyes, B), [Objective::SaveKing]);
}

/// Shows `visit` every order of `cards`, told apart as physical cards are.
fn each_order(cards: &mut [Objective], from: usize, visit: &mut impl FnMut(&[Objective])) {
    if from == cards.len() {
        visit(cards);
        return;
    }
    for other in from..cards.len() {
        cards.swap(from, other);
        each_order(cards, from + 1, visit);
        cards.swap(from, other);
    }
}

#[test]
fn e_every_way_is_as_likely_with_four_mages_two_cards_left_and_one_mage_cleared() {
    use Objective::{KillBarbarians, KillDragon, KillPopulace, SaveKing};
    let mut scene = Scene::new(4).objective(A, KillPopulace).objective(C, KillDragon);
    scene.game.city.objectives_out = [KillBarbarians, SaveKing].into_iter().collect();
    scene.game.mage_mut(B).cleared.add(Faction::Dragon);

    // What B, C and D have, and how many orders of the five cards that A does not see come to that.
    let mut ways: BTreeMap<[Objective; 3], usize> = BTreeMap::new();
    let mut unseen = [SaveKing, SaveKing, SaveKing, KillDragon, KillBarbarians];
    each_order(&mut unseen, 0, &mut |cards| {
        if cards[0] != KillDragon {
            *ways.entry([cards[0], cards[1], cards[2]]).or_default() += 1;
        }
    });
    let all: usize = ways.values().sum();
    assert_eq!(all, 96);

    let mut dice = Dice::new(&Seed::of_test(5), 0);
    let draws = 9600;
    let mut drawn: BTreeMap<[Objective; 3], usize> = BTreeMap::new();
    for _ in 0..draws {
        let game = scene.game.imagine(Eyes::Seat(A), &mut dice);
        let laid = [B, C, D].map(|seat| game.mage(seat).objective.unwrap());
        *drawn.entry(laid).or_default() += 1;
    }
    assert!(drawn.keys().all(|laid| ways.contains_key(laid)), "{drawn:?}");
    for (laid, ways) in ways {
        let expected = (draws * ways / all) as f64;
        let found = drawn.get(&laid).copied().unwrap_or_default() as f64;
        assert!((found - expected).abs() < 4.5 * expected.sqrt(), "{laid:?}: {found}, {expected}");
    }
}

#[test]
fn e_an_unknown_card_is_imagined_as_any_with_its_back_that_is_not_seen_elsewhere() {
    let scene = Scene::new(4)
        .hand(B, &[Artefact::OrbCobalt, Artefact::WandFire])
        .hand(A, &[Artefact::PendantCobalt])
        .started(C, Artefact::SceptreCobalt, &[]);
    let mut dice = Dice::new(&Seed::of_test(5), 0);
    let mut drawn: Vec<Artefact> = (0..200)
        .filter_map(|_| {
            let game = scene.game.imagine(Eyes::Seat(A), &mut dice);
            game.mage(B).hand_of(Domain::Cobalt).iter().next()
        })
        .collect();
    drawn.sort_unstable();
    drawn.dedup();
    let rest = [Artefact::WandCobalt, Artefact::OrbCobalt, Artefact::GrimoireCobalt];
    assert_eq!(drawn, rest);
}

#[test]
fn e_a_card_known_by_theft_stays_known() {
    let mut scene =
        Scene::new(4).hand(B, &[Artefact::OrbFire, Artefact::WandCobalt]).pool(Domain::Shadow, 2);
    scene.play(A, Move::StealCard { seat: B, back: Domain::Cobalt });
    let stolen = |view: &View| view.mages[0].hand[0].artefact;
    let known = Some(Artefact::WandCobalt);
    assert_eq!(seen(&scene, stolen), [known, known, None, None, None]);
    let mut dice = Dice::new(&Seed::of_test(5), 0);
    for _ in 0..20 {
        let game = scene.game.imagine(Eyes::Seat(B), &mut dice);
        assert!(game.mage(A).hand.has(Artefact::WandCobalt));
    }
}

/// C had the Orb, A stole it and had the Pendant besides, and D took one of the two by its back.
fn one_of_two_taken() -> Scene {
    let mut scene = Scene::new(4)
        .hand(C, &[Artefact::OrbCobalt])
        .hand(A, &[Artefact::PendantCobalt])
        .pool(Domain::Shadow, 2);
    scene.play(A, Move::StealCard { seat: C, back: Domain::Cobalt });
    scene.end_turns(3);
    scene = scene.pool(Domain::Shadow, 2);
    scene.play(D, Move::StealCard { seat: A, back: Domain::Cobalt });
    scene
}

#[test]
fn e_what_eyes_know_of_a_hand_has_no_places() {
    let mut scene = one_of_two_taken();
    let orb = Artefact::OrbCobalt;
    let sure = |scene: &Scene, eyes| {
        let mages = scene.game.view(eyes).mages;
        mages.iter().any(|mage| mage.hand.iter().any(|card| card.artefact == Some(orb)))
    };
    assert!(sure(&scene, Eyes::Seat(A)) && sure(&scene, Eyes::Seat(D)));
    assert!(!sure(&scene, Eyes::Seat(C)) && !sure(&scene, Eyes::Seat(B)));
    // What C saw taken was the Orb or another card, each as likely.
    let mut dice = Dice::new(&Seed::of_test(5), 0);
    let draws = 1000;
    let mut with_d = 0;
    for _ in 0..draws {
        let game = scene.game.imagine(Eyes::Seat(C), &mut dice);
        let holders = [A, D].map(|seat| game.mage(seat).hand.has(orb));
        assert!(holders[0] != holders[1], "A or D has it, and nobody else");
        with_d += usize::from(holders[1]);
        // What the others remember is true in any game that C imagines.
        let again = game.imagine(Eyes::Seat(A), &mut dice);
        assert_eq!(again.mage(D).hand, game.mage(D).hand);
    }
    assert!((400..600).contains(&with_d), "{with_d}");
    // The whole hand is taken: then C knows again who has the Orb.
    scene = scene.pool(Domain::Shadow, 2);
    scene.play(D, Move::StealCard { seat: A, back: Domain::Cobalt });
    assert!(sure(&scene, Eyes::Seat(C)));
}

#[test]
fn e_an_artefact_that_is_started_tells_which_card_was_taken() {
    let mut scene = one_of_two_taken();
    let taken = scene.game.mage(D).hand.iter().next().unwrap();
    scene = scene.stock(D, &[Domain::Cobalt]);
    scene.play(D, Move::Shape { artefact: taken, gem: Domain::Cobalt });
    let left = scene.game.view(Eyes::Seat(C)).mages[0].hand[0].artefact;
    let orb_is_left = taken == Artefact::PendantCobalt;
    assert_eq!(left, orb_is_left.then_some(Artefact::OrbCobalt));
}

/// Whether `eyes` know that `seat` has `artefact` in hand.
fn knows(scene: &Scene, eyes: Seat, seat: Seat, artefact: Artefact) -> bool {
    let hand = &scene.game.view(Eyes::Seat(eyes)).mages[seat.index()].hand;
    hand.iter().any(|card| card.artefact == Some(artefact))
}

#[test]
fn e_a_start_tells_which_card_was_taken_whichever_it_was() {
    let (orb, pendant) = (Artefact::OrbCobalt, Artefact::PendantCobalt);
    for taken in [orb, pendant] {
        let mut scene = Scene::new(4).hand(C, &[orb]).hand(A, &[pendant]);
        scene.game.pass_card(C, A, orb);
        scene.game.pass_card(A, D, taken);
        scene.game.turn.active = D;
        scene = scene.stock(D, &[Domain::Cobalt]);
        scene.play(D, Move::Shape { artefact: taken, gem: Domain::Cobalt });
        assert_eq!(knows(&scene, C, A, orb), taken == pendant);
    }
}

#[test]
fn e_a_start_tells_which_of_two_known_cards_is_left() {
    let known = [Artefact::OrbCobalt, Artefact::PendantCobalt];
    for (taken, left) in [(known[0], known[1]), (known[1], known[0])] {
        let mut scene = Scene::new(4).hand(C, &known);
        known.iter().for_each(|&artefact| scene.game.pass_card(C, A, artefact));
        scene.game.pass_card(A, D, taken);
        assert!(!knows(&scene, C, A, left));
        scene.game.turn.active = D;
        scene = scene.stock(D, &[Domain::Cobalt]);
        scene.play(D, Move::Shape { artefact: taken, gem: Domain::Cobalt });
        assert!(knows(&scene, C, A, left));
    }
}

#[test]
fn e_who_has_a_card_back_remembers_it_nowhere_else() {
    let (orb, pendant) = (Artefact::OrbCobalt, Artefact::PendantCobalt);
    let mut scene = Scene::new(4).hand(C, &[orb]).hand(A, &[pendant]);
    scene.game.pass_card(C, A, orb);
    assert!(knows(&scene, C, A, orb));
    scene.game.pass_card(A, C, orb);
    assert!(!knows(&scene, C, A, orb) && knows(&scene, C, C, orb));
    let mut dice = Dice::new(&Seed::of_test(5), 0);
    for _ in 0..20 {
        let hand = scene.game.imagine(Eyes::Seat(C), &mut dice).mage(A).hand;
        assert!(!hand.has(orb) && hand.len() == 1);
    }
}

#[test]
fn e_ways_to_the_same_lay_add_up() {
    let (orb, pendant, wand) = (Artefact::OrbCobalt, Artefact::PendantCobalt, Artefact::WandCobalt);
    let mut scene = Scene::new(4).hand(C, &[orb]).hand(A, &[pendant]).hand(D, &[wand]);
    // One of two to D, and one of two back: the Orb is with A unless it went and did not come back.
    scene.game.pass_card(C, A, orb);
    scene.game.pass_card(A, D, pendant);
    scene.game.pass_card(D, A, wand);
    let (mut dice, draws) = (Dice::new(&Seed::of_test(5), 0), 1000);
    let has = |_: &usize| scene.game.imagine(Eyes::Seat(C), &mut dice).mage(A).hand.has(orb);
    let with_a = (0..draws).filter(has).count();
    assert!((690..810).contains(&with_a), "{with_a}");
}

#[test]
fn e_cards_may_change_hands_any_number_of_times() {
    let known = Artefact::OrbCobalt;
    let mut scene = Scene::new(4)
        .hand(C, &[known])
        .hand(A, &[Artefact::PendantCobalt])
        .hand(D, &[Artefact::WandCobalt]);
    scene.game.pass_card(C, A, known);
    for _ in 0..100 {
        for (from, to) in [(A, D), (D, A)] {
            let card = scene.game.mage(from).hand_of(Domain::Cobalt).iter().next().unwrap();
            scene.game.pass_card(from, to, card);
        }
    }
    // Two of the three cards are with A again.
    let (mut dice, draws) = (Dice::new(&Seed::of_test(5), 0), 1000);
    let has = |_: &usize| scene.game.imagine(Eyes::Seat(C), &mut dice).mage(A).hand.has(known);
    let with_a = (0..draws).filter(has).count();
    assert!((600..730).contains(&with_a), "{with_a}");
}

#[test]
fn e_a_draw_is_told_to_its_owner_and_its_back_to_all() {
    let mut scene = Scene::new(4);
    let log = scene.play_logged(A, Move::Draw { pile: 1 });
    for eyes in ALL {
        let told = log.glimpsed(eyes).next().unwrap();
        let Event::CardDrawn { back, artefact, .. } = told else { panic!("{told:?}") };
        assert_eq!((*back, artefact.is_some()), (Domain::Fire, eyes == Eyes::Seat(A)));
    }
}

#[test]
fn e_discard_chiefs_and_the_cards_left_in_the_deck_are_everybodys() {
    let scene = Scene::new(4).chiefs(&[Invasion::ChiefFire]);
    let what = |view: &View| (view.discard, view.chiefs.to_vec(), view.deck.len());
    let discard = [Invasion::Calm].into_iter().collect();
    assert_eq!(seen(&scene, what), vec![(discard, vec![Invasion::ChiefFire], 16); 5]);
}

#[test]
fn e_the_score_pad_keeps_objectives_until_the_end() {
    let mut scene = Scene::new(4).objective(A, Objective::KillDragon).power(A, 3);
    scene = scene.health(9).pool(Domain::Cobalt, 3);
    let pads = |scene: &Scene| {
        ALL.map(|eyes| {
            let score = scene.game.score(eyes);
            (score.is_final, score.seats.iter().map(|seat| seat.points).collect::<Vec<_>>())
        })
    };
    pads(&scene).iter().for_each(|pad| assert_eq!(*pad, (false, vec![3, 0, 0, 0])));
    scene.play(A, Move::Heal(YES));
    pads(&scene).iter().for_each(|pad| assert_eq!(*pad, (true, vec![3, 20, 20, 20])));
}

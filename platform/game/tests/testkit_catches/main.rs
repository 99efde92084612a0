//! The test kit passes an honest game, and catches each way of breaking a law.

mod toy;

use gueridon_game::testkit::{Failure, Law, Laws, Report};
use gueridon_game::{Seat, Told};
use toy::{Event, Fault, Toy};

fn laws(fault: Fault) -> Laws<Toy> {
    Laws::new(fault).playouts(60).fleeting(&["Glimpsed"]).conserves(Toy::cards)
}

fn caught(fault: Fault) -> Failure {
    laws(fault).try_check().expect_err("the fault is caught")
}

#[track_caller]
fn is_caught(fault: Fault, law: Law, clause: &str) -> Failure {
    let failure = caught(fault);
    assert_eq!((failure.law, failure.clause), (law, clause), "{failure}");
    failure
}

#[test]
fn an_honest_game_passes() {
    let laws = laws(Fault::None).deducible(&["knownPlaces.*.depth"]);
    let report = laws.judge_all().check();
    assert_eq!(report.playouts, 60);
    assert_eq!(report.positions, 480);
    assert_eq!(report.steps_by_kind.len(), 4, "{report}");
    assert_eq!(report.events_by_kind.len(), 8, "{report}");
    assert!(report.refusals > 10_000 && report.imaginings > 480, "{report}");
}

#[test]
fn two_runs_of_the_kit_see_the_same() {
    let run = || -> Report { laws(Fault::None).playouts(9).check() };
    assert_eq!(run(), run());
}

#[test]
fn a_leaky_view_is_caught() {
    let failure = is_caught(Fault::LeakyView, Law::NothingLeaks, "view");
    assert!(failure.what.contains("players.1.hand"), "{failure}");
}

#[test]
fn a_leaky_score_is_caught() {
    is_caught(Fault::LeakyScore, Law::NothingLeaks, "score");
}

#[test]
fn a_leaky_refusal_is_caught() {
    let failure = is_caught(Fault::LeakyRefusal, Law::NothingLeaks, "refusal");
    assert!(failure.what.contains("NOT_IN_HAND"), "{failure}");
}

#[test]
fn a_leaky_event_is_caught() {
    let failure = is_caught(Fault::LeakyEvent, Law::NothingLeaks, "events");
    assert!(failure.what.contains("cards"), "{failure}");
}

#[test]
fn an_event_that_leaks_by_being_told_at_all_is_caught() {
    is_caught(Fault::LeakyEventOrder, Law::NothingLeaks, "events");
}

#[test]
fn a_leaky_prompt_is_caught() {
    is_caught(Fault::LeakyPrompt, Law::NothingLeaks, "prompt");
}

#[test]
fn moves_that_leak_by_their_order_are_caught() {
    is_caught(Fault::LeakyMoves, Law::NothingLeaks, "moves");
}

#[test]
fn what_is_told_once_must_be_listed_as_fleeting() {
    let laws = Laws::<Toy>::new(Fault::None).playouts(60);
    let failure = laws.try_check().unwrap_err();
    assert_eq!((failure.law, failure.clause), (Law::NothingLeaks, "events"));
    assert!(failure.what.contains("glimpse"), "{failure}");
}

#[test]
fn an_imagine_that_clones_is_caught() {
    let failure = is_caught(Fault::ImagineClones, Law::NothingLeaks, "imagine is honest");
    assert!(failure.what.contains("2 seats, eyes of the public: deck"), "{failure}");
    assert_eq!(failure.place, None);
}

#[test]
fn an_imagine_that_redeals_only_the_deck_is_caught() {
    let clause = "imagine is honest";
    let failure = is_caught(Fault::ImagineDeckOnly, Law::NothingLeaks, clause);
    assert!(failure.what.contains("players.0.hand"), "{failure}");
}

#[test]
fn an_imagine_that_forgets_one_hand_is_caught() {
    let clause = "imagine is honest";
    let failure = is_caught(Fault::ImagineForgetsAHand, Law::NothingLeaks, clause);
    assert!(failure.what.contains("3 seats, eyes of Seat(2): players.1.hand "), "{failure}");
    assert!(!failure.what.contains("players.2.hand"), "{failure}");
}

#[test]
fn an_imagine_that_forgets_the_secret_bids_is_caught() {
    let clause = "imagine is honest";
    let failure = is_caught(Fault::ImagineForgetsBids, Law::NothingLeaks, clause);
    assert!(failure.what.contains("players.1.bid"), "{failure}");
    assert!(!failure.what.contains("hand"), "{failure}");
}

#[test]
fn an_imagine_that_forgets_what_another_peeked_at_is_caught() {
    let clause = "imagine is honest";
    let failure = is_caught(Fault::ImagineForgetsThePeeked, Law::NothingLeaks, clause);
    assert!(failure.what.contains("knownPlaces.0"), "{failure}");
}

#[test]
fn an_imagine_that_redraws_what_eyes_have_seen_is_caught() {
    let failure = is_caught(Fault::ImagineForgetsWhatWasSeen, Law::NothingLeaks, "view");
    assert!(failure.what.contains("knownPlaces"), "{failure}");
}

#[test]
fn an_imagine_that_forges_a_card_is_caught() {
    let failure = caught_imagining(Fault::ImagineForgesACard);
    assert!(failure.what.contains("has become"), "{failure}");
}

#[test]
fn an_imagined_game_that_nobody_can_play_is_caught() {
    let failure = caught_imagining(Fault::ImagineIsStuck);
    assert!(failure.what.contains("has no step"), "{failure}");
}

#[track_caller]
fn caught_imagining(fault: Fault) -> Failure {
    is_caught(fault, Law::NothingLeaks, "imagine keeps the laws")
}

#[test]
fn dice_from_elsewhere_are_caught() {
    let failure = caught(Fault::ForeignDice);
    assert_eq!(failure.law, Law::SameJournalSameGame, "{failure}");
}

#[test]
fn a_save_that_loses_something_is_caught() {
    is_caught(Fault::SaveLoses, Law::SameJournalSameGame, "save and restore");
}

#[test]
fn a_refusal_that_changes_the_game_is_caught() {
    let failure = is_caught(Fault::RefusalChanges, Law::IllegalMeansUnchanged, "unchanged");
    assert!(failure.what.contains("refused: 0 ≠ 1"), "{failure}");
}

#[test]
fn a_refusal_that_tells_something_is_caught() {
    is_caught(Fault::RefusalTells, Law::IllegalMeansUnchanged, "refused but told");
}

#[test]
fn a_listed_step_that_is_refused_is_caught() {
    is_caught(Fault::ListedButRefused, Law::IllegalMeansUnchanged, "listed but refused");
}

#[test]
fn an_accepted_step_that_is_not_listed_is_caught() {
    let clause = "accepted but not listed";
    is_caught(Fault::AcceptedButUnlisted, Law::IllegalMeansUnchanged, clause);
    is_caught(Fault::AcceptedOutOfTurn, Law::IllegalMeansUnchanged, clause);
    is_caught(Fault::AcceptedAfterTheEnd, Law::IllegalMeansUnchanged, clause);
    is_caught(Fault::AcceptedFromNobody, Law::IllegalMeansUnchanged, clause);
}

#[test]
fn a_step_listed_twice_is_caught() {
    is_caught(Fault::ListedTwice, Law::IllegalMeansUnchanged, "moves");
}

#[test]
fn a_deal_for_too_many_is_caught() {
    is_caught(Fault::AnySeats, Law::IllegalMeansUnchanged, "seats");
}

#[test]
fn a_game_that_never_ends_is_caught() {
    let failure = is_caught(Fault::NeverEnds, Law::Ends, "longest game");
    assert_eq!(failure.place.unwrap().step, 200);
}

#[test]
fn a_game_in_which_nobody_can_move_is_caught() {
    is_caught(Fault::Stuck, Law::Ends, "moves");
}

#[test]
fn missing_words_are_caught() {
    let failure = is_caught(Fault::NoWords, Law::HasWords, "event");
    assert!(failure.what.contains("Fr") && failure.what.contains("no phrase"), "{failure}");
    is_caught(Fault::PlaceholderLeft, Law::HasWords, "event");
}

#[test]
fn a_wrong_rank_is_caught() {
    is_caught(Fault::WrongRank, Law::ScoreAddsUp, "score");
}

#[test]
fn a_lost_card_is_caught() {
    is_caught(Fault::LosesACard, Law::Conserved, "conserves");
}

#[test]
fn a_panic_is_caught_and_placed() {
    let failure = is_caught(Fault::Panics, Law::NeverPanics, "panic");
    assert_eq!(failure.what, "nobody looks twice");
    assert!(failure.place.is_some());
}

#[test]
fn points_that_no_event_speaks_of_are_caught() {
    let won = |told: &[Told<Event>]| {
        told.iter().filter(|told| matches!(told.event, Event::BidsShown { .. })).count() as u32
    };
    let agrees = move |before: u32, told: &[Told<Event>], after: u32, winner_counts: u32| {
        if before + winner_counts * won(told) == after { Ok(()) } else { Err("points".to_owned()) }
    };
    let honest = laws(Fault::None)
        .playouts(6)
        .each_step(move |before, told, after| agrees(before.points(), told, after.points(), 1));
    assert!(honest.try_check().is_ok());
    let mistaken = laws(Fault::None)
        .playouts(6)
        .each_step(move |before, told, after| agrees(before.points(), told, after.points(), 2));
    let failure = mistaken.try_check().unwrap_err();
    assert_eq!((failure.law, failure.clause), (Law::Conserved, "each step"));
    assert!(failure.what.contains("BidsShown"), "{failure}");
}

#[test]
fn a_failure_replays_from_its_seed_and_seats() {
    let first = caught(Fault::LeakyRefusal);
    let place = first.place.unwrap();
    assert!(place.eyes.is_some_and(|eyes| eyes.seat() < Some(Seat(place.seats))));
    let again = laws(Fault::LeakyRefusal).replay(place.seed, place.seats);
    assert_eq!(again.try_check().unwrap_err(), first);
    assert!(first.to_string().contains(&format!(".replay({}, {})", place.seed, place.seats)));
}

#[test]
fn check_panics_with_the_report() {
    let laws = laws(Fault::LeakyScore);
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| laws.check()));
    let said = *panic.unwrap_err().downcast::<String>().unwrap();
    assert!(said.starts_with("toy breaks law 1, nothing leaks (score)"), "{said}");
}

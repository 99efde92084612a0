//! A game that tells, shows or imagines what its eyes may not know, or not what they do know, is
//! caught.

use gueridon_game::testkit::{Failure, Law, Laws};
use gueridon_game::{Eyes, Seat};

use super::toy::{Fault, Options, Toy};
use super::{is_caught, is_caught_by, laws};

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
fn a_weight_that_depends_on_what_the_seat_does_not_know_is_caught() {
    is_caught(Fault::LeakyWeight, Law::NothingLeaks, "weight");
}

#[test]
fn an_event_that_the_view_does_not_keep_must_be_listed_as_fleeting() {
    let laws = Laws::<Toy>::new(Options::default()).playouts(60);
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
    // There is a bid only now and then, so that few playouts are too few to judge by.
    let failure = is_caught_by(&laws(Fault::ImagineForgetsBids), Law::NothingLeaks, clause);
    assert!(failure.what.contains("players.1.bid"), "{failure}");
    assert!(!failure.what.contains("hand"), "{failure}");
}

#[test]
fn an_imagine_that_forgets_what_another_peeked_at_is_caught() {
    let clause = "imagine is honest";
    // There is a peek only now and then, so that few playouts are too few to judge by.
    let failure = is_caught_by(&laws(Fault::ImagineForgetsThePeeked), Law::NothingLeaks, clause);
    assert!(failure.what.contains("knownPlaces.0"), "{failure}");
}

#[test]
fn an_imagine_that_draws_the_truth_more_often_than_the_rest_is_caught() {
    let clause = "imagine knows no more";
    let failure = is_caught(Fault::ImagineFavoursTheTruth, Law::NothingLeaks, clause);
    assert!(failure.what.contains("256 games imagined from the real one"), "{failure}");
}

#[test]
fn an_imagine_that_keeps_a_property_of_a_hand_is_caught_by_twins_that_differ_in_it() {
    let clause = "imagine knows no more";
    let failure = is_caught(Fault::ImagineKeepsHowHigh, Law::NothingLeaks, clause);
    assert!(failure.place.is_some_and(|place| place.eyes.is_some()), "{failure}");
}

#[test]
fn an_imagine_that_knows_which_of_two_cards_left_a_hand_is_caught() {
    let clause = "imagine knows no more";
    let failure = is_caught(Fault::ImagineKnowsWhichLeft, Law::NothingLeaks, clause);
    assert!(
        failure.place.is_some_and(|place| place.eyes != Some(Eyes::Seat(Seat(0)))),
        "{failure}"
    );
}

#[test]
fn an_imagine_that_redraws_what_eyes_have_seen_is_caught() {
    let failure = is_caught(Fault::ImagineForgetsWhatWasSeen, Law::NothingLeaks, "view");
    assert!(failure.what.contains("knownPlaces"), "{failure}");
}

#[test]
fn an_imagine_that_forges_a_card_is_caught() {
    let failure = is_caught(Fault::ImagineForgesACard, Law::Conserved, "conserves");
    assert!(failure.what.contains("imagine changes it"), "{failure}");
    assert!(failure.what.contains("has become"), "{failure}");
}

#[test]
fn an_imagined_game_that_nobody_can_play_is_caught() {
    let failure = caught_imagining(Fault::ImagineIsStuck);
    assert!(failure.what.contains("has no step"), "{failure}");
}

#[test]
fn a_fleeting_event_that_is_told_to_others_than_its_audience_is_caught() {
    let failure = is_caught(Fault::TellsAllOfAGlimpse, Law::NothingLeaks, "events");
    assert!(failure.what.contains("Glimpsed.card: "), "{failure}");
    let audience = |kind| {
        let laws = Laws::new(Options { fault: Fault::TellsAllOfAGlimpse }).playouts(60);
        laws.conserves(Toy::cards).fleeting(&[kind]).try_check()
    };
    assert!(audience("Glimpsed.*").is_ok());
    assert_eq!(audience("Glimpsed").unwrap_err().clause, "events");
    let own = laws(Fault::None).playouts(20).fleeting(&["Glimpsed"]).try_check();
    assert!(own.is_ok(), "{own:?}");
}

#[test]
fn a_view_that_shows_everyone_what_only_one_was_told_is_caught_unless_the_game_says_it_is_public() {
    let fault = Fault::ShowsAllWhatOnePeekedAt;
    let failure = is_caught(fault, Law::NothingLeaks, "view tells more than events");
    assert!(failure.what.contains("knownPlaces.0"), "{failure}");
    let public = laws(fault).public(&["knownPlaces"]).deducible(&["knownPlaces.*.depth"]);
    let passed = public.try_check();
    assert!(passed.is_ok(), "{passed:?}");
}

#[test]
fn a_refusal_that_speaks_of_a_seat_that_nobody_has_is_caught() {
    let failure = is_caught(Fault::RefusesForAStranger, Law::HasWords, "refusal");
    assert!(failure.what.contains("NOT_NOW of {\"draw\""), "{failure}");
}

#[test]
fn a_card_that_vanishes_is_not_called_a_leak() {
    is_caught(Fault::ImagineLosesACard, Law::Conserved, "conserves");
    let laws =
        Laws::<Toy>::new(Options { fault: Fault::ImagineLosesACard }).fleeting(&["Glimpsed.by"]);
    let failure = laws.playouts(20).try_check().unwrap_err();
    assert!(failure.what.contains("has a card vanished"), "{failure}");
}

#[track_caller]
fn caught_imagining(fault: Fault) -> Failure {
    is_caught(fault, Law::NothingLeaks, "imagine keeps the laws")
}

//! The test kit passes an honest game, and catches each way of breaking a law.

mod secrets;
mod toy;

use gueridon_game::testkit::{Failure, Law, Laws, Report};
use gueridon_game::{LoggedEvent, Seat};
use serde_json::Value;
use toy::{Event, Fault, Options, READING, Toy};

fn laws(fault: Fault) -> Laws<Toy> {
    Laws::new(Options { fault }).playouts(60).fleeting(&["Glimpsed.by"]).conserves(Toy::cards)
}

/// In how many playouts a fault is found. An honest game has to pass more of them.
const FEW: u64 = 20;

fn caught(fault: Fault) -> Failure {
    laws(fault).playouts(FEW).try_check().expect_err("the fault is caught")
}

#[track_caller]
fn is_caught(fault: Fault, law: Law, clause: &str) -> Failure {
    is_caught_by(&laws(fault).playouts(FEW), law, clause)
}

#[track_caller]
fn is_caught_by(laws: &Laws<Toy>, law: Law, clause: &str) -> Failure {
    let failure = laws.try_check().expect_err("the fault is caught");
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
    // A bid that nobody else saw can be taken back, until the last one opens all.
    assert!(report.taken_back > 500 && report.revealing > 100, "{report}");
    assert!(report.refusals > 10_000 && report.imaginings > 480, "{report}");
    // A bid of one's own is certain until it is the last.
    assert!(report.certain > 100 && report.uncertain > 100, "{report}");
    // What `imagine` draws depends only on what the eyes know, so equal dice imagine equal games.
    assert!(report.pairs > 500 && report.compared == 0, "{report}");
}

#[test]
fn two_runs_of_the_kit_see_the_same() {
    let run = || -> Report { laws(Fault::None).playouts(9).check() };
    assert_eq!(run(), run());
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
fn a_game_that_remembers_what_was_taken_back_is_caught() {
    let failure = is_caught(Fault::CountsElsewhere, Law::TakenBack, "view");
    assert!(failure.what.contains("was taken back and leaves"), "{failure}");
    assert!(failure.what.contains("looks: "), "{failure}");
}

#[test]
fn a_step_that_shows_something_rare_and_does_not_say_so_is_caught() {
    let failure = is_caught(Fault::TellsOfARareCard, Law::Foreseen, "rare");
    assert!(failure.what.starts_with("[{\"glimpse\":\"YES\"}] of Seat("), "{failure}");
    assert!(failure.what.contains("dice.uncover()"), "{failure}");
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
fn a_step_that_tells_nobody_anything_is_caught() {
    let failure = is_caught(Fault::PeekTellsNobody, Law::HasWords, "silent step");
    assert!(failure.what.contains("{\"peek\":\"YES\"} tells nobody anything"), "{failure}");
}

#[test]
fn a_step_that_only_some_are_told_of_is_caught() {
    let failure = is_caught(Fault::PeekTellsOne, Law::HasWords, "silent step");
    assert!(failure.what.contains("{\"peek\":\"YES\"} tells only some seats"), "{failure}");
}

#[test]
fn a_field_that_the_schema_does_not_have_is_caught() {
    let failure = is_caught(Fault::UnknownField, Law::FitsSchema, "view");
    assert!(failure.what.contains("ToyView has no field extra"), "{failure}");
}

#[test]
fn an_event_that_the_schema_does_not_have_is_caught() {
    let failure = is_caught(Fault::UnknownEvent, Law::FitsSchema, "event");
    assert!(failure.what.contains("ToySneezed"), "{failure}");
}

#[test]
fn a_score_line_without_a_name_is_caught() {
    let failure = is_caught(Fault::ScoreWithoutAName, Law::FitsSchema, "score");
    assert!(failure.what.contains("\"wins\""), "{failure}");
}

#[test]
fn a_value_that_is_never_met_is_caught_unless_it_is_met_elsewhere() {
    let failure = is_caught(Fault::NeverFoggy, Law::FitsSchema, "reached");
    assert!(failure.what.contains("ToyWeather.FOGGY"), "{failure}");
    assert!(!failure.what.contains("CLEAR"), "{failure}");
    let laws = laws(Fault::NeverFoggy).deducible(&["knownPlaces.*.depth"]);
    assert!(laws.met_elsewhere(&["ToyWeather.FOGGY"]).try_check().is_ok());
}

#[test]
fn a_value_that_must_never_be_met_is_caught_and_need_not_be_met() {
    let never = |fault, parts| {
        let laws = laws(fault).deducible(&["knownPlaces.*.depth"]);
        laws.playouts(6).never(parts).at_least((1, &["ToyWeather.*"])).try_check()
    };
    let failure = never(Fault::None, &["ToyBid*"]).unwrap_err();
    assert_eq!((failure.law, failure.clause), (Law::FitsSchema, "never"));
    assert!(failure.what.contains("ToyBid.card was met"), "{failure}");
    let failure = never(Fault::None, &["ToyWind*"]).unwrap_err();
    assert!(failure.what.contains("no ToyWind*"), "{failure}");
    // `at_least` with all values leaves out those that must never be met.
    let failure = never(Fault::NeverFoggy, &["ToyWeather.FOGGY"]).unwrap_err();
    assert!(failure.what.contains("CLEAR") && !failure.what.contains("FOGGY"), "{failure}");
}

#[test]
fn an_exception_that_the_schema_does_not_have_is_caught() {
    let laws = laws(Fault::None).playouts(FEW).met_elsewhere(&["ToyWeather.WINDY"]);
    let failure = laws.try_check().unwrap_err();
    assert!(failure.what.contains("no ToyWeather.WINDY"), "{failure}");
}

#[test]
fn what_is_met_too_rarely_is_caught() {
    let least = |times, name| laws(Fault::None).playouts(6).at_least((times, &[name])).try_check();
    assert!(least(5, "move.peek").is_ok());
    assert!(least(5, "refusal.NOT_YOUR_TURN").is_ok());
    for (name, what) in [
        ("move.peek", "move.peek: "),
        ("event.Glimpsed", "event.Glimpsed: "),
        ("ToyWeather.*", "ToyWeather.CLEAR: 0 times of 100000"),
        ("ToyBid.card", "ToyBid.card: "),
        ("weather", "nothing is called weather"),
    ] {
        let failure = least(100_000, name).unwrap_err();
        assert_eq!((failure.law, failure.clause), (Law::FitsSchema, "at least"));
        assert!(failure.what.contains(what), "{failure}");
    }
}

#[test]
fn a_report_is_a_table_of_what_was_met() {
    let report = laws(Fault::None).playouts(6).check();
    let (text, peeks) = (report.to_string(), report.steps_by_kind["peek"]);
    for line in [format!("  peek {peeks:>36}"), "ToyWeather".to_owned(), "NOT_IN_HAND".to_owned()] {
        assert!(text.contains(&line), "{line} in {text}");
    }
}

#[test]
fn odd_input_to_an_honest_game_changes_nothing() {
    laws(Fault::None).check_odd_input();
}

#[track_caller]
fn is_caught_by_odd_input(fault: Fault, law: Law, clause: &str) -> Failure {
    let failure = laws(fault).try_odd_input().expect_err("the fault is caught");
    assert_eq!((failure.law, failure.clause), (law, clause), "{failure}");
    failure
}

#[test]
fn steps_with_unknown_fields_that_are_taken_are_caught() {
    READING.set(Fault::TakesUnknownFields);
    let law = Law::IllegalMeansUnchanged;
    let failure = is_caught_by_odd_input(Fault::None, law, "odd step");
    assert!(failure.what.contains("the SDL has no such step"), "{failure}");
}

#[test]
fn a_panic_on_odd_json_is_caught() {
    READING.set(Fault::PanicsOnOddJson);
    let failure = is_caught_by_odd_input(Fault::None, Law::NeverPanics, "panic");
    assert!(failure.what.contains("no such card") && failure.place.is_some(), "{failure}");
}

#[test]
fn a_step_of_the_wrong_seat_that_is_taken_is_caught() {
    let law = Law::IllegalMeansUnchanged;
    is_caught_by_odd_input(Fault::AcceptedOutOfTurn, law, "accepted but not listed");
    is_caught_by_odd_input(Fault::ListedButRefused, law, "listed but refused");
}

/// A folder of this test's own, with the playthroughs of the honest toy in it; none while they
/// are being written again.
fn written(name: &str) -> Option<std::path::PathBuf> {
    if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
        return None;
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let written = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/game/testkit_catches/playthroughs");
    std::fs::create_dir_all(&folder).unwrap();
    for seats in 2..=4 {
        let file = format!("{seats}.txt");
        std::fs::copy(std::path::Path::new(written).join(&file), folder.join(&file)).unwrap();
    }
    Some(folder)
}

#[test]
fn playthroughs_are_as_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/game/testkit_catches/playthroughs");
    laws(Fault::None).playthroughs(folder).check_playthroughs();
}

#[test]
fn a_game_that_plays_differently_from_its_playthrough_is_caught() {
    let Some(folder) = written("otherwise") else { return };
    READING.set(Fault::NeverFoggy);
    let failure = laws(Fault::None).playthroughs(&folder).try_playthroughs().unwrap_err();
    for what in
        ["2.txt:", "-    weather \"FOGGY\"", "+    weather \"CLEAR\"", "UPDATE_PLAYTHROUGHS=1"]
    {
        assert!(failure.contains(what), "{what} in {failure}");
    }
}

#[test]
fn a_playthrough_that_was_changed_or_lost_is_caught() {
    let Some(folder) = written("changed") else { return };
    let path = folder.join("3.txt");
    let changed = std::fs::read_to_string(&path).unwrap().replacen("Bid ", "Bet ", 1);
    std::fs::write(&path, changed).unwrap();
    let laws = || laws(Fault::None).playthroughs(&folder);
    let failure = laws().try_playthroughs().unwrap_err();
    assert!(failure.contains("3.txt:") && failure.contains("\n-    Bet "), "{failure}");
    std::fs::remove_file(folder.join("2.txt")).unwrap();
    assert!(laws().try_playthroughs().unwrap_err().contains("cannot be read"));
    let failure = laws().named("windy").try_playthroughs().unwrap_err();
    assert!(failure.contains("windy-2.txt cannot be read"), "{failure}");
}

#[test]
fn a_refusal_that_the_catalogue_does_not_list_is_caught() {
    let failure = is_caught(Fault::RefusesUnlisted, Law::HasWords, "refusal");
    assert!(failure.what.starts_with("BID_LATER is not in the catalogue"), "{failure}");
}

#[test]
fn refusals_that_are_listed_under_some_options_only_are_caught() {
    let failure = is_caught(Fault::ListsFewerRefusals, Law::HasWords, "refusal");
    assert!(failure.what.starts_with("NOT_NOW is listed in the catalogue under"), "{failure}");
}

#[test]
fn a_refusal_of_every_table_in_a_games_catalogue_is_caught() {
    let failure = is_caught(Fault::ListsARefusalOfTheTable, Law::HasWords, "refusal");
    assert!(failure.what.starts_with("GAME_OVER is listed"), "{failure}");
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
fn points_without_an_event_are_caught() {
    let won = |told: &[LoggedEvent<Event>]| {
        told.iter().filter(|told| matches!(told.event, Event::BidsShown { .. })).count() as u32
    };
    let agrees = move |before: u32, told: &[LoggedEvent<Event>], after: u32, winner_counts: u32| {
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
    let again = laws(Fault::LeakyRefusal).replay((place.seed, place.seats));
    assert_eq!(again.try_check().unwrap_err(), first);
    let text = first.to_string();
    assert!(text.contains(&format!("`replay: ({}, {})`", place.seed, place.seats)), "{text}");
}

#[test]
fn a_failure_prints_the_steps_that_led_there() {
    let failure = caught(Fault::LeakyView);
    let step = failure.place.unwrap().step;
    assert!(step > 0 && failure.steps.len() == step, "{failure}");
    for (nth, (seat, step)) in (1..).zip(&failure.steps) {
        let line = format!("    {nth}. seat {}: {step}\n", seat.0);
        assert!(step.starts_with("{\"") && failure.to_string().contains(&line), "{failure}");
    }
    let failure = caught(Fault::ListedButRefused);
    let (_, step) = *failure.taking.clone().unwrap();
    assert!(step.contains("\"YES\"") && failure.to_string().contains("    now seat "), "{failure}");
}

#[test]
fn check_panics_with_the_report() {
    let laws = laws(Fault::LeakyScore);
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| laws.check()));
    let said = *panic.unwrap_err().downcast::<String>().unwrap();
    assert!(said.starts_with("toy breaks law 1, nothing leaks (score)"), "{said}");
}

#[test]
fn the_game_in_which_a_law_was_broken_is_kept() {
    let laws = laws(Fault::LeakyView);
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| laws.check()));
    let said = *panic.unwrap_err().downcast::<String>().unwrap();
    // The game is kept beside what cargo builds, under the name that the last line says.
    let (_, replay) = said.rsplit_once("see it: gueridon dev --replay ").unwrap();
    let (name, entry) = replay.split_once('@').unwrap();
    let program = std::env::current_exe().unwrap();
    let file = format!("replays/toy/{name}.json");
    let file = program.ancestors().map(|folder| folder.join(&file)).find(|file| file.is_file());
    let kept: Value = serde_json::from_slice(&std::fs::read(file.unwrap()).unwrap()).unwrap();
    assert_eq!((&kept["game"], &kept["options"]["fault"]), (&"toy".into(), &"LeakyView".into()));
    assert_eq!(format!("{},{}", kept["seed"], kept["seats"]), name);
    let entries = kept["entries"].as_array().unwrap();
    assert_eq!(entries.len(), entry.parse::<usize>().unwrap(), "{kept}");
    let is_entry = |entry: &Value| entry["seat"].is_u64() && entry["steps"][0].is_object();
    assert!(!entries.is_empty() && entries.iter().all(is_entry), "{kept}");
}

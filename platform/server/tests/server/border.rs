//! What every module owes over the border, whatever it is written in: the laws of a game as far as they
//! can be seen from outside.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use gueridon_game::{Eyes, Language, Seat, Seats, Seed};
use gueridon_modules::module::{CallError, Handle, Look, Module, has_score};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value as Json, json};

/// A module and how it is played here.
#[derive(Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) library: &'a Path,
    pub(crate) options: Json,
    pub(crate) seats: RangeInclusive<u8>,
    /// How many games are played with each number of seats.
    pub(crate) playouts: u64,
    /// Whether there is anything that a seat does not know.
    pub(crate) hides: bool,
}

/// What was met.
#[derive(Debug, Default)]
pub(crate) struct Met {
    pub(crate) steps: usize,
    /// Positions of which a seat imagined another than the true one.
    pub(crate) imagined_otherwise: usize,
    /// Plays that revealed something, and that did not.
    pub(crate) reveals: [usize; 2],
    /// Lists of two steps that were accepted, and refused as going too far.
    pub(crate) lists: [usize; 2],
}

/// How many steps are made between two positions that are looked at closely.
const BETWEEN: usize = 4;

fn raw(json: &Json) -> Box<RawValue> {
    RawValue::from_string(json.to_string()).unwrap()
}

/// What was answered, to compare.
fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap()
}

fn code<T>(answer: Result<T, CallError>) -> String {
    match answer {
        Err(CallError::Refused(refused)) => {
            for language in Language::ALL {
                let words = refused.words.get(language);
                assert!(!words.is_empty() && !words.contains(['{', '[']), "{words}");
            }
            refused.code
        }
        Err(other) => format!("{other:?}"),
        Ok(_) => "accepted".to_owned(),
    }
}

/// Plays games to their end with random steps, and checks at each step what the module owes.
pub(crate) fn keeps_the_laws(subject: &Subject<'_>) -> Met {
    let module = Module::open(&std::fs::read(subject.library).unwrap(), [7; 32]).unwrap();
    the_catalogue_is_whole(&module);
    let mut met = Met::default();
    for seats in subject.seats.clone() {
        for number in 0..subject.playouts {
            playout(&module, subject, seats, number, &mut met);
        }
    }
    assert_eq!(met.imagined_otherwise > 0, subject.hides, "{met:?}");
    met
}

fn the_catalogue_is_whole(module: &Arc<Module>) {
    let read = |language| -> Vec<Json> {
        serde_json::from_str(module.catalogue(None, language).unwrap().get()).unwrap()
    };
    let keys = |entries: &[Json]| -> Vec<String> {
        entries.iter().map(|entry| format!("{}", entry["key"])).collect()
    };
    let [english, french] = Language::ALL.map(read);
    assert_eq!(keys(&english), keys(&french));
    let mut unique = keys(&english);
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), english.len());
    for entry in english.iter().chain(&french) {
        let (name, text) = (entry["name"].as_str().unwrap(), entry["text"].as_str().unwrap());
        assert!(!name.is_empty() && (entry["kind"] != "refusal" || text.ends_with('.')), "{entry}");
        assert!(entry["kind"] != "label" || name.chars().count() <= 40, "{entry}");
    }
}

fn eyes_of(seats: u8) -> impl Iterator<Item = Eyes> {
    Seats::first(seats).iter().map(Eyes::Seat).chain([Eyes::Public])
}

/// Everything that is seen of a table, by everybody in every language.
fn seen(table: &mut Handle, seats: u8) -> Vec<Json> {
    let mut all = Vec::new();
    for eyes in eyes_of(seats).chain([Eyes::All]) {
        for language in Language::ALL {
            let look = table.look(eyes, language).unwrap();
            assert!(!look.prompt.is_empty());
            all.push(serde_json::to_value(&look).unwrap());
        }
    }
    all
}

/// A look that was asked for no words and no score may have them or not, and is the same otherwise.
fn is_the_same_without_words(mut look: Look, mut bare: Look) {
    assert!(has_score(&look));
    look.score = bare.score.clone();
    for look in [&mut look, &mut bare] {
        look.prompt.clear();
        look.moves.iter_mut().for_each(|choice| choice.words.clear());
    }
    assert_eq!(text(&look), text(&bare));
}

fn playout(module: &Arc<Module>, subject: &Subject<'_>, seats: u8, number: u64, met: &mut Met) {
    let options = raw(&subject.options);
    let seed = Seed::of_test(number);
    let deal = || module.deal(Some(&options), seats, &seed).unwrap();
    let ((mut table, mut summary), (mut again, dealt_again)) = (deal(), deal());
    assert_eq!(summary, dealt_again);
    let mut dice = ChaCha8Rng::seed_from_u64(number);
    let mut last = None;
    for entry in 1..=u64::from(module.about().longest) {
        let asked: Vec<Seat> = summary.to_act.iter().collect();
        assert_eq!(asked.is_empty(), summary.over);
        if asked.is_empty() {
            break;
        }
        let seat = asked[dice.random_range(0..asked.len())];
        let moves = table.moves(seat, Language::En).unwrap();
        assert!(!moves.is_empty(), "{seat:?} is asked and can do nothing");
        let chosen = &moves[dice.random_range(0..moves.len())];
        let step: Json = serde_json::from_str(chosen.step.get()).unwrap();
        if met.steps.is_multiple_of(BETWEEN) {
            odd_input_changes_nothing(&mut table, seats, entry, &summary.to_act, &step);
            what_is_imagined_looks_the_same(&mut table, seats, entry, met);
            what_is_listed_is_open(
                &mut table,
                seat,
                entry,
                &moves.iter().map(|m| &*m.step).collect::<Vec<_>>(),
            );
            what_is_foreseen_happens(&mut table, seat, entry, &step, met);
        }
        let steps = raw(&json!([step]));
        let played = table.play(seat, entry, &steps).unwrap();
        assert!(!played.told.is_empty(), "everybody is told something of {step}");
        for eyes in eyes_of(seats) {
            let told = played.told.iter().filter_map(|told| told.to(eyes));
            let words = told.map(|(_, words)| Language::ALL.map(|language| words.get(language)));
            let words: Vec<_> = words.flatten().collect();
            assert!(!words.is_empty() && words.iter().all(|words| !words.is_empty()), "{step}");
        }
        let bare: Vec<_> =
            eyes_of(seats).map(|eyes| table.look_ahead(eyes, None).unwrap()).collect();
        let ahead: Vec<_> =
            eyes_of(seats).map(|eyes| table.look_ahead(eyes, Language::Fr).unwrap()).collect();
        table.keep().unwrap();
        for ((eyes, ahead), bare) in eyes_of(seats).zip(ahead).zip(bare) {
            assert_eq!(text(&table.look(eyes, Language::Fr).unwrap()), text(&ahead));
            assert_eq!(text(&table.look(eyes, None).unwrap()), text(&bare));
            is_the_same_without_words(ahead, bare);
        }
        let replayed = again.play(seat, entry, &steps).unwrap();
        again.keep().unwrap();
        assert_eq!(text(&replayed), text(&played), "the same journal gives the same game");
        assert_eq!(played.summary.over, table.score(Eyes::Public).unwrap().is_final);
        summary = played.summary;
        met.steps += 1;
        last = Some((seat, steps));
    }
    assert!(summary.over, "the game with seed {number} for {seats} has no end");
    let (seat, steps) = last.expect("a game has a step");
    assert_eq!(code(table.play(seat, 9999, &steps)), "GAME_OVER");
}

/// Saves the game and restores it; returns the other one.
fn restored(table: &mut Handle, saved: &RawValue, seats: u8) -> Handle {
    let module = Arc::clone(table.module());
    module.restore(saved, seats, &Seed::of_test(0)).unwrap().0
}

fn odd_input_changes_nothing(
    table: &mut Handle,
    seats: u8,
    entry: u64,
    to_act: &Seats,
    step: &Json,
) {
    let (saved, was) = (table.save().unwrap(), seen(table, seats));
    let mut play = |seat: u8, steps: Json| code(table.play(Seat(seat), entry, &raw(&steps)));
    let waiting = (0..seats).find(|&seat| !to_act.contains(Seat(seat)));
    if let Some(seat) = waiting {
        assert_eq!(play(seat, json!([step])), "NOT_YOUR_TURN");
    }
    let seat = to_act.lowest().unwrap().0;
    assert_eq!(play(seats, json!([step])), "NO_SUCH_SEAT");
    assert_eq!(play(255, json!([step])), "NO_SUCH_SEAT");
    assert_eq!(play(seat, json!([])), "NO_STEPS");
    let kind = step.as_object().unwrap().keys().next().unwrap();
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    for odd in [
        json!(null),
        json!({}),
        json!([]),
        json!(1e300),
        json!({"nonsense": "YES"}),
        json!({kind: null}),
        json!({kind: {}}),
        json!({kind: {"card": -1, "point": "z9", "\u{1F0A1}": "\\\"\n"}}),
        json!({kind: step[kind], "more": 1}),
    ] {
        assert_eq!(play(seat, json!([odd])), "BAD_MOVE", "{odd}");
        assert_eq!(play(seat, json!([step, odd])), "BAD_MOVE", "{odd}");
    }
    assert_ne!(play(seat, json!([deep])), "accepted");
    assert!(matches!(table.keep(), Err(CallError::BadRequest(_))), "nothing is tried");
    assert!(matches!(
        table.play(Seat(seat), 0, &raw(&json!([step]))),
        Err(CallError::BadRequest(_))
    ));
    let eyes = Eyes::Seat(Seat(seats));
    assert!(matches!(table.look(eyes, Language::En), Err(CallError::BadRequest(_))));
    assert_eq!(table.save().unwrap().get(), saved.get());
    assert_eq!(seen(table, seats), was);
    assert_eq!(seen(&mut restored(table, &saved, seats), seats), was, "it is restored whole");
    let module = Arc::clone(table.module());
    for odd in [json!(null), json!({}), json!({"deck": 1}), json!([1, 2, 3])] {
        let restored = module.restore(&raw(&odd), seats, &Seed::of_test(0));
        assert!(matches!(restored, Err(CallError::BadRequest(_))), "{odd}");
    }
}

fn what_is_imagined_looks_the_same(table: &mut Handle, seats: u8, entry: u64, met: &mut Met) {
    for eyes in eyes_of(seats) {
        let imagined = table.imagine(eyes, &Seed::of_test(entry)).unwrap();
        let mut other = restored(table, &imagined, seats);
        for language in Language::ALL {
            let looks = [table.look(eyes, language), other.look(eyes, language)];
            let [truth, imagined] = looks.map(Result::unwrap);
            assert_eq!(text(&truth), text(&imagined), "{eyes:?}");
        }
        let [truth, other] = [table.view(Eyes::All), other.view(Eyes::All)].map(Result::unwrap);
        met.imagined_otherwise += usize::from(truth.get() != other.get());
    }
    let mut all = table.imagine(Eyes::All, &Seed::of_test(entry)).unwrap();
    all = restored(table, &all, seats).save().unwrap();
    assert_eq!(all.get(), table.save().unwrap().get(), "all-seeing eyes imagine nothing");
}

fn what_is_listed_is_open(table: &mut Handle, seat: Seat, entry: u64, steps: &[&RawValue]) {
    for step in steps {
        for language in Language::ALL {
            let words = table.words(step, language).unwrap();
            assert!(!words.is_empty() && !words.contains(['{', '[']), "{words}");
        }
        let list = format!("[{step}]");
        assert!(table.play(seat, entry, &RawValue::from_string(list).unwrap()).is_ok(), "{step}");
        table.drop_tried().unwrap();
    }
}

/// A preview that is certain comes true; what the mover could not foresee is revealed; and a list of
/// steps goes on until something is.
fn what_is_foreseen_happens(
    table: &mut Handle,
    seat: Seat,
    entry: u64,
    step: &Json,
    met: &mut Met,
) {
    let (steps, dice) = (raw(&json!([step])), Seed::of_test(entry));
    let preview = table.preview(seat, &steps, &dice, Language::En).unwrap();
    let reveals = table.reveals(seat, entry, &steps, &dice).unwrap();
    met.reveals[usize::from(!reveals)] += 1;
    assert!(reveals || !preview.uncertain, "{step}: what the mover learns is revealed");
    table.play(seat, entry, &steps).unwrap();
    let after = table.look_ahead(Eyes::Seat(seat), Language::En).unwrap();
    if !preview.uncertain {
        assert_eq!(text(&preview.look), text(&after), "{step}");
    }
    table.drop_tried().unwrap();
    let Some(next) = after.moves.first() else { return };
    let next: Json = serde_json::from_str(next.step.get()).unwrap();
    let both = code(table.play(seat, entry, &raw(&json!([step, next]))));
    assert!(["accepted", "TOO_FAR"].contains(&both.as_str()), "{step} {next}: {both}");
    met.lists[usize::from(both != "accepted")] += 1;
    assert!(preview.uncertain == (both == "TOO_FAR"), "{step} {next}: {both}");
    table.drop_tried().unwrap();
}

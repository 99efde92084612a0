//! Calls of a game across the border.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::built::Directory;
use gueridon_game::border::Op;
use gueridon_game::{Eyes, Language, Seat, Seats, Seed};
use gueridon_modules::module::{CallError, Handle, Look, Module, has_score};
use serde_json::Value;
use serde_json::value::RawValue;

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

fn module(name: &str) -> Arc<Module> {
    let directory = Directory::new();
    directory.put_example(name);
    let modules = directory.scan();
    modules.newest().pop().unwrap_or_else(|| panic!("{:?}", modules.rejected()))
}

fn sealed() -> Handle {
    module("sealed").deal(None, 3, &Seed::of_test(5)).unwrap().0
}

fn first_step(table: &mut Handle, seat: u8) -> Box<RawValue> {
    let moves = table.moves(Seat(seat), Language::En).unwrap();
    raw(&format!("[{}]", moves[0].step))
}

fn code(error: CallError) -> (String, Option<usize>) {
    match error {
        CallError::Refused(refused) => (refused.code, refused.step),
        other => panic!("{other} is no refusal"),
    }
}

#[test]
fn a_module_says_what_it_is() {
    let module = module("sealed");
    let about = module.about();
    assert_eq!((about.id.as_str(), about.prefix.as_str()), ("sealed", "Sealed"));
    assert_eq!(about.titles[1], (Language::Fr, "Sous pli".to_owned()));
    assert_eq!((about.fewest_seats, about.most_seats), (2, 6));
    assert!(about.sdl.contains("type SealedView implements View"));
    let catalogue = module.catalogue(None, Language::Fr).unwrap();
    assert!(catalogue.get().contains("La somme des prix"), "{catalogue}");
}

#[test]
fn a_whole_game_is_played_and_a_replay_of_it_is_the_same() {
    let module = module("sealed");
    let play_out = || {
        let (mut table, mut summary) = module.deal(None, 4, &Seed::of_test(9)).unwrap();
        let mut digests = vec![summary.digest.clone()];
        let mut events = Vec::new();
        for entry in 1.. {
            let Some(seat) = summary.to_act.lowest() else { break };
            let step = first_step(&mut table, seat.0);
            let played = table.play(seat, entry, &step).unwrap();
            table.keep().unwrap();
            digests.push(played.summary.digest.clone());
            events.extend(played.told);
            summary = played.summary;
        }
        assert!(summary.over);
        assert!(table.score(Eyes::Public).unwrap().is_final);
        (digests, events.iter().map(|told| told.words.get(Language::En).to_owned()).collect())
    };
    let (digests, words): (Vec<String>, Vec<String>) = play_out();
    assert_eq!(digests.len(), 21);
    assert!(words[4].starts_with("Bids: "), "{words:?}");
    assert_eq!((digests, words), play_out());
}

#[test]
fn what_is_shown_is_what_is_kept() {
    let mut table = sealed();
    let eyes = Eyes::Seat(Seat(1));
    let shown = |table: &mut Handle| {
        let look = table.look(eyes, Language::En).unwrap();
        (serde_json::to_string(&look).unwrap(), table.view(eyes).unwrap().to_string())
    };
    let before = table.save().unwrap().to_string();
    let seen = shown(&mut table);
    let step = first_step(&mut table, 1);
    let played = table.play(Seat(1), 1, &step).unwrap();
    assert_eq!(played.summary.to_act, Seats::first(3).without(Seat(1)));
    assert_eq!(table.save().unwrap().get(), before, "tried is not kept");
    assert_eq!(shown(&mut table), seen, "tried is not shown");

    table.drop_tried().unwrap();
    assert!(matches!(table.keep(), Err(CallError::BadRequest(_))));
    assert_eq!(table.save().unwrap().get(), before);

    table.play(Seat(1), 1, &step).unwrap();
    table.keep().unwrap();
    assert_ne!(table.save().unwrap().get(), before);
    assert_ne!(shown(&mut table), seen);
    let look = table.look(eyes, Language::En).unwrap();
    assert_eq!(look.to_act, Seats::first(3).without(Seat(1)));
    assert!(look.moves.is_empty());
}

#[test]
fn a_look_that_is_asked_for_no_words_has_neither_words_nor_a_score() {
    let mut table = sealed();
    let eyes = Eyes::Seat(Seat(1));
    let whole = table.look(eyes, Language::Fr).unwrap();
    let bare = table.look(eyes, None).unwrap();
    assert!(has_score(&whole) && !has_score(&bare));
    assert!(!whole.prompt.is_empty() && bare.prompt.is_empty());
    assert!(bare.moves.iter().all(|choice| choice.words.is_empty()));
    let steps = |look: &Look| look.moves.iter().map(|one| one.step.clone()).collect::<Vec<_>>();
    assert!(!bare.moves.is_empty() && steps(&bare) == steps(&whole));
    assert_eq!((bare.view, bare.to_act, bare.over), (whole.view, whole.to_act, whole.over));
}

#[test]
fn a_refused_play_leaves_the_kept_game_and_names_the_step() {
    let mut table = sealed();
    let before = table.save().unwrap().to_string();
    let step = first_step(&mut table, 0);
    let twice = raw(&format!("[{0},{0}]", &step.get()[1..step.get().len() - 1]));
    let refusals = [
        (Seat(0), twice, "NOT_YOUR_TURN", Some(1)),
        (Seat(0), raw(r#"[{"bid":{"card":99}}]"#), "BAD_MOVE", Some(0)),
        (Seat(0), raw(r#"["pass"]"#), "BAD_MOVE", Some(0)),
        (Seat(0), raw("[]"), "NO_STEPS", None),
        (Seat(3), step.clone(), "NO_SUCH_SEAT", None),
        (Seat(200), step.clone(), "NO_SUCH_SEAT", None),
    ];
    for (seat, steps, expected, at) in refusals {
        let error = table.play(seat, 1, &steps).unwrap_err();
        assert_eq!(code(error), (expected.to_owned(), at), "{steps}");
        assert!(matches!(table.keep(), Err(CallError::BadRequest(_))), "nothing is tried");
        assert_eq!(table.save().unwrap().get(), before);
    }
}

#[test]
fn a_step_of_the_wrong_shape_is_refused_with_path_and_reason_in_both_languages() {
    let CallError::Refused(refused) =
        sealed().play(Seat(0), 1, &raw(r#"[{"bid":{"card":"ace"}}]"#)).unwrap_err()
    else {
        panic!("it should be refused");
    };
    let reason = refused.args["reason"].as_str().unwrap();
    assert!(reason.starts_with("bid.card: "), "{reason}");
    assert!(refused.words.get(Language::En).starts_with("This is no step: bid.card"));
    assert!(refused.words.get(Language::Fr).starts_with("Ce n’est pas un coup"));
}

#[test]
fn options_and_seats_that_a_game_is_not_for_are_refused() {
    let module = module("sealed");
    let deal = |options: &str, seats| {
        let refused = module.deal(Some(&raw(options)), seats, &Seed::of_test(1));
        code(refused.map(|_| ()).unwrap_err()).0
    };
    assert_eq!(deal(r#"{"rounds":3}"#, 7), "BAD_SEATS");
    assert_eq!(deal(r#"{"rounds":3}"#, 0), "BAD_SEATS");
    assert_eq!(deal(r#"{"rounds":9}"#, 3), "BAD_ROUNDS");
    assert_eq!(deal(r#"{"cards":9}"#, 3), "BAD_OPTIONS");
    assert_eq!(deal("7", 3), "BAD_OPTIONS");
    assert!(module.deal(Some(&raw("null")), 3, &Seed::of_test(1)).is_ok());
}

#[test]
fn each_pair_of_eyes_is_shown_and_told_its_own() {
    let mut table = sealed();
    let step = first_step(&mut table, 2);
    let played = table.play(Seat(2), 1, &step).unwrap();
    table.keep().unwrap();
    let card = |eyes| {
        let (event, _) = played.told[0].to(eyes).unwrap();
        serde_json::from_str::<Value>(event.get()).unwrap()["card"].clone()
    };
    assert!(card(Eyes::Seat(Seat(2))).is_number());
    assert!(card(Eyes::All).is_number());
    assert!(card(Eyes::Seat(Seat(0))).is_null());
    assert!(card(Eyes::Public).is_null());
    let mut seen = |eyes| -> Value {
        serde_json::from_str(table.view(Eyes::Seat(Seat(eyes))).unwrap().get()).unwrap()
    };
    let (own, others) = (&seen(2)["seats"][2], &seen(0)["seats"][2]);
    assert!(own["hand"].is_array() && own["bid"].is_number());
    assert!(others["hand"].is_null() && others["bid"].is_null());
    assert!(matches!(table.view(Eyes::Seat(Seat(9))), Err(CallError::BadRequest(_))));
}

#[test]
fn another_seats_secret_choice_changes_nobodys_decision() {
    let module = module("sealed");
    let (mut table, dealt) = module.deal(None, 3, &Seed::of_test(5)).unwrap();
    let step = first_step(&mut table, 2);
    let played = table.play(Seat(2), 1, &step).unwrap();
    assert_eq!(played.summary.decisions[..2], dealt.decisions[..2]);
    assert_ne!(played.summary.decisions[2], dealt.decisions[2]);
}

#[test]
fn a_preview_shows_what_the_seat_would_see_and_writes_nothing() {
    let mut table = sealed();
    let step = first_step(&mut table, 0);
    let dice = Seed::of_test(77);
    let before = table.save().unwrap().to_string();
    let preview = table.preview(Seat(0), &step, &dice, Language::En).unwrap();
    assert!(!preview.uncertain, "one bid of three opens nothing");
    assert_eq!(preview.told.len(), 1);
    assert!(preview.told[0].words.starts_with("{seat:0} bids "), "{preview:?}");
    assert!(preview.look.moves.is_empty());
    let refused = table.preview(Seat(0), &raw("[]"), &dice, Language::En).unwrap_err();
    assert_eq!(code(refused).0, "NO_STEPS");
    assert_eq!(table.save().unwrap().get(), before);
    for seat in 0..2 {
        let step = first_step(&mut table, seat);
        table.play(Seat(seat), 1 + u64::from(seat), &step).unwrap();
        table.keep().unwrap();
    }
    let step = first_step(&mut table, 2);
    let before = table.save().unwrap().to_string();
    let uncertain = (0..20)
        .filter(|&number| {
            let dice = Seed::of_test(number);
            table.preview(Seat(2), &step, &dice, Language::En).unwrap().uncertain
        })
        .count();
    assert!(uncertain > 0, "the last bid opens cards that the seat does not know");
    assert_eq!(table.save().unwrap().get(), before);
    assert!(matches!(table.keep(), Err(CallError::BadRequest(_))), "nothing is tried");
    let played = table.play(Seat(2), 3, &step).unwrap();
    table.preview(Seat(2), &step, &dice, Language::En).unwrap();
    table.keep().unwrap();
    let kept = module("sealed").restore(&table.save().unwrap(), 3, &Seed::of_test(5)).unwrap().1;
    assert_eq!(kept.digest, played.summary.digest, "what was tried before is still tried");
}

#[test]
fn a_play_that_could_be_foreseen_or_mistaken_reveals_nothing_and_one_that_opens_cards_does() {
    let dice = Seed::of_test(77);
    let mut open = module("fragile").deal(None, 2, &Seed::of_test(1)).unwrap().0;
    let add = raw(r#"[{"add":1},{"add":1}]"#);
    assert!(!open.reveals(Seat(0), 1, &add, &dice).unwrap());
    let failing = open.reveals(Seat(0), 1, &raw(r#"[{"fail":"YES"}]"#), &dice);
    assert!(matches!(failing, Err(CallError::Panicked { .. })));

    let mut table = sealed();
    let step = first_step(&mut table, 0);
    assert!(!table.reveals(Seat(0), 1, &step, &dice).unwrap(), "it may be any card to the others");
    assert_eq!(code(table.reveals(Seat(0), 1, &raw("[]"), &dice).unwrap_err()).0, "NO_STEPS");
    assert_eq!(code(table.reveals(Seat(3), 1, &step, &dice).unwrap_err()).0, "NO_SUCH_SEAT");
    assert!(matches!(table.reveals(Seat(0), 0, &step, &dice), Err(CallError::BadRequest(_))));
    for (seat, entry) in [(0, 1), (1, 2)] {
        let step = first_step(&mut table, seat);
        table.play(Seat(seat), entry, &step).unwrap();
        table.keep().unwrap();
    }
    let last = first_step(&mut table, 2);
    assert!(table.reveals(Seat(2), 3, &last, &dice).unwrap(), "all bids are opened");
}

#[test]
fn whether_a_play_reveals_something_is_asked_of_the_game_before_and_changes_nothing() {
    let (mut table, dice) = (sealed(), Seed::of_test(77));
    let before = table.save().unwrap().to_string();
    let step = first_step(&mut table, 1);
    table.play(Seat(1), 1, &step).unwrap();
    assert!(!table.reveals(Seat(1), 1, &step, &dice).unwrap());
    assert_eq!(table.save().unwrap().get(), before);
    table.keep().unwrap();
    let after = table.reveals(Seat(1), 1, &step, &dice).unwrap_err();
    assert_eq!(code(after), ("NOT_YOUR_TURN".to_owned(), Some(0)));
}

#[test]
fn a_saved_game_and_an_imagined_one_are_restored() {
    let module = module("sealed");
    let seed = Seed::of_test(5);
    let (mut table, dealt) = module.deal(None, 3, &seed).unwrap();
    let eyes = Eyes::Seat(Seat(1));
    let saved = table.save().unwrap();
    let (mut restored, summary) = module.restore(&saved, 3, &seed).unwrap();
    assert_eq!(summary, dealt);
    assert_eq!(restored.save().unwrap().get(), saved.get());

    let imagined = table.imagine(eyes, &Seed::of_test(99)).unwrap();
    let (mut twin, summary) = module.restore(&imagined, 3, &seed).unwrap();
    assert_ne!(summary.digest, dealt.digest, "the other hands are others");
    assert_eq!(summary.decisions[1], dealt.decisions[1]);
    assert_eq!(twin.view(eyes).unwrap().get(), table.view(eyes).unwrap().get());

    let broken = module.restore(&raw(r#"{"players":3}"#), 3, &seed);
    assert!(matches!(broken, Err(CallError::BadRequest(_))));
}

#[test]
fn a_panic_is_an_error_of_its_call_only_and_the_table_goes_on() {
    let module = module("fragile");
    let seed = Seed::of_test(1);
    let (mut table, _) = module.deal(None, 2, &seed).unwrap();
    table.play(Seat(0), 1, &raw(r#"[{"add":2}]"#)).unwrap();
    table.keep().unwrap();
    let before = table.save().unwrap().to_string();

    let steps = raw(r#"[{"add":1},{"fail":"YES"}]"#);
    let CallError::Panicked { message, place } = table.play(Seat(0), 2, &steps).unwrap_err() else {
        panic!("it should have panicked");
    };
    assert_eq!(message, "the button came off");
    assert!(place.contains("fragile.rs:"), "{place}");
    assert!(matches!(table.keep(), Err(CallError::BadRequest(_))), "nothing is tried");
    assert_eq!(table.save().unwrap().get(), before);

    let played = table.play(Seat(0), 2, &raw(r#"[{"add":1}]"#)).unwrap();
    table.keep().unwrap();
    assert_eq!(played.told.len(), 1);
    let previewed = table.preview(Seat(0), &raw(r#"[{"fail":"YES"}]"#), &seed, Language::En);
    assert!(matches!(previewed, Err(CallError::Panicked { .. })));
    let dealt = module.deal(Some(&raw(r#"{"goal":1000}"#)), 2, &seed).map(|_| ());
    let Err(CallError::Panicked { message, .. }) = dealt else { panic!("it should have panicked") };
    assert_eq!(message, "a goal of 1000 is more than anybody can bear");
}

#[test]
fn a_failed_play_takes_an_earlier_try_with_it() {
    let (mut table, _) = module("fragile").deal(None, 1, &Seed::of_test(1)).unwrap();
    table.play(Seat(0), 1, &raw(r#"[{"add":2}]"#)).unwrap();
    table.play(Seat(0), 1, &raw(r#"[{"fail":"YES"}]"#)).unwrap_err();
    assert!(matches!(table.keep(), Err(CallError::BadRequest(_))));
}

#[test]
fn whoever_watches_hears_how_long_a_call_took() {
    let (mut table, _) = module("fragile").deal(None, 1, &Seed::of_test(1)).unwrap();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&heard);
    table.observe(Box::new(move |op, took| hears.lock().unwrap().push((op, took))));
    table.play(Seat(0), 1, &raw(r#"[{"dawdle":20}]"#)).unwrap();
    table.keep().unwrap();
    let heard = heard.lock().unwrap();
    assert_eq!(heard.iter().map(|call| call.0).collect::<Vec<_>>(), [Op::Play, Op::Keep]);
    assert!(heard[0].1 >= Duration::from_millis(20));
}

#[test]
fn tables_of_one_module_are_played_on_many_threads() {
    let module = module("sealed");
    std::thread::scope(|scope| {
        for number in 0..4 {
            let module = &module;
            scope.spawn(move || {
                let (mut table, dealt) = module.deal(None, 2, &Seed::of_test(number)).unwrap();
                let step = first_step(&mut table, 0);
                let saved = table.save().unwrap();
                for _ in 0..50 {
                    table.play(Seat(0), 1, &step).unwrap();
                    table.drop_tried().unwrap();
                }
                let again = module.restore(&saved, 2, &Seed::of_test(number)).unwrap().1;
                assert_eq!(again, dealt);
            });
        }
    });
}

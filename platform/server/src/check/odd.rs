//! Odd input: steps of the wrong seat and of other positions, broken ones, and those that the SDL allows
//! and nobody listed. Only a listed step is accepted, and nothing else changes anything.

use gueridon_game::border::Op;
use gueridon_game::{Dice, Eyes, Seat, Seed};
use gueridon_graphql::sdl::types::{Base, Kind, Scalar, Shape, Types};
use gueridon_modules::module::RawJson;
use gueridon_modules::{CallError, Module};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};
use std::sync::Arc;

use super::coverage::Coverage;
use super::findings::{Findings, Law, Lost};
use super::json::{equal_json, tree};
use super::looking::Looking;
use super::playouts::{Rules, Stream, refusal, seed_of};
use super::shown::first_difference;

/// How many of each sort are sent at a position.
const ELSEWHERE: usize = 6;
const BROKEN: usize = 12;
const MADE: usize = 12;
/// How many deals are made with options that the SDL allows.
const DEALS: usize = 24;

/// A step that is not to be accepted unless it is listed.
struct Odd {
    seat: Seat,
    step: Value,
}

/// Sends odd steps at a position that was saved, where these steps are listed.
pub(super) fn send(
    looking: &mut Looking<'_>,
    taken: usize,
    saved: &RawValue,
    listed: &[Vec<RawJson>],
) -> Result<(), Lost> {
    let seed =
        seed_of(looking.rules.seed, looking.playout.seats, looking.playout.number, Stream::Odd);
    let mut dice = Dice::new(&seed, taken as u64);
    let listed: Vec<Vec<Value>> =
        listed.iter().map(|steps| steps.iter().map(|step| tree(step)).collect()).collect();
    for odd in odd_steps(looking, &listed, &mut dice) {
        let Odd { seat, step } = odd;
        if listed.get(seat.index()).is_some_and(|steps| steps.contains(&step)) {
            continue;
        }
        let fits = looking.schema().step(&step, &mut |_, _| {}).is_empty();
        if is_accepted(looking, taken, seat, &step, &listed)? {
            let what = if fits {
                "a step is accepted that is not listed"
            } else {
                "a step is accepted that does not fit the SDL"
            };
            looking.findings.fail(Law::Unchanged, what, format!("seat {}: {step}", seat.0));
        }
        let Some(now) = looking.handle.save().map_or_else(
            |error| looking.findings.unanswered(Op::Save, &error).map(|()| None),
            |now| Ok(Some(now)),
        )?
        else {
            return Ok(());
        };
        let what = "a step that is refused changes the game";
        let is_unchanged = equal_json(&now, saved);
        looking.findings.must(Law::Unchanged, is_unchanged, what, || {
            format!("seat {}: {step}: {}", seat.0, first_difference(&tree(saved), &tree(&now)))
        });
        if !is_unchanged {
            return Ok(());
        }
    }
    requests(looking)
}

/// Whether a step is accepted that is not written as any listed one. One that comes to the same is only
/// another way to write it.
fn is_accepted(
    looking: &mut Looking<'_>,
    taken: usize,
    seat: Seat,
    step: &Value,
    listed: &[Vec<Value>],
) -> Result<bool, Lost> {
    let entry = taken as u64 + 1;
    let Ok(list) = to_raw_value(&[step]) else { return Ok(false) };
    looking.findings.look(Law::Unchanged);
    let played = match looking.handle.play(seat, entry, &list) {
        Ok(played) => played,
        Err(CallError::Refused(refused)) => {
            refusal(looking.rules.words, looking.findings, looking.coverage, &refused);
            return Ok(false);
        }
        Err(CallError::BadRequest(_)) => {
            let what = "a broken step is answered with BAD_REQUEST and not refused: players are \
                        told of a fault of the server";
            looking.findings.remark(Law::Unchanged, what, step.to_string());
            return Ok(false);
        }
        Err(error) => {
            looking.findings.unanswered(Op::Play, &error)?;
            return Ok(false);
        }
    };
    let mut is_news = true;
    for other in listed.get(seat.index()).into_iter().flatten() {
        let Ok(list) = to_raw_value(&[other]) else { continue };
        if let Ok(other) = looking.handle.play(seat, entry, &list) {
            is_news &= other.summary.digest != played.summary.digest;
        }
    }
    let dropped = looking.handle.drop_tried();
    looking.findings.heard(Op::Drop, dropped)?;
    Ok(is_news)
}

/// Requests about what is not there.
fn requests(looking: &mut Looking<'_>) -> Result<(), Lost> {
    let nobody = Eyes::Seat(Seat(looking.playout.seats));
    let answers = [
        (
            Op::View,
            "shows a view to a seat that is not there",
            looking.handle.view(nobody).map(drop),
        ),
        (Op::Keep, "keeps a play where nothing was played", looking.handle.keep()),
    ];
    for (op, what, answer) in answers {
        match answer {
            Ok(()) => looking.findings.fail(Law::Border, format!("it {what}"), ""),
            Err(CallError::BadRequest(_)) => looking.findings.look(Law::Border),
            Err(error) => looking.findings.unanswered(op, &error)?,
        }
    }
    Ok(())
}

/// Deals with seats and options that no game may have, and with any that the SDL allows: a game is dealt,
/// or refused with a code that is listed.
pub(super) fn deals(
    rules: &Rules<'_>,
    module: &Arc<Module>,
    findings: &mut Findings,
    coverage: &mut Coverage,
) -> Result<(), Lost> {
    let (fewest, most) = (module.about().fewest_seats, module.about().most_seats);
    let seed = Seed([3; 32]);
    let mut deal = |options: Option<&Value>, seats, wrong: Option<&str>| {
        findings.look(Law::Deals);
        let raw = options.and_then(|options| to_raw_value(options).ok());
        match (module.deal(raw.as_deref(), seats, &seed), wrong) {
            (Ok(_), Some(wrong)) => {
                let detail = options.map_or_else(String::new, Value::to_string);
                findings.fail(Law::Deals, format!("a game is dealt {wrong}"), detail);
                Ok(())
            }
            (Ok(_), None) => Ok(()),
            (Err(CallError::Refused(refused)), _) => {
                refusal(rules.words, findings, coverage, &refused);
                Ok(())
            }
            (Err(CallError::BadRequest(_)), Some(_)) => Ok(()),
            (Err(error), _) => findings.unanswered(Op::Play, &error),
        }
    };
    for seats in [0, fewest.saturating_sub(1), most.saturating_add(1), u8::MAX] {
        if !(fewest..=most).contains(&seats) {
            deal(None, seats, Some(&format!("with {seats} seats")))?;
        }
    }
    let shape = Shape { nullable: false, ..rules.schema.options.clone() };
    let mut made_options = Vec::new();
    let mut dice = Dice::new(&seed_of(rules.seed, 0, 0, Stream::Odd), 0);
    let words: Vec<&String> = rules.words.things.keys().collect();
    for _ in 0..DEALS {
        made_options.push(made(&rules.schema.types, &shape, &words, &[], &mut dice, 0));
    }
    for options in [json!({"unheardOf": 1}), json!(7), json!("many")] {
        deal(Some(&options), fewest, Some("with options that do not fit the SDL"))?;
    }
    for options in &made_options {
        deal(Some(options), fewest, None)?;
    }
    for options in &made_options {
        let met = &mut |name: &str, part: &str| coverage.part(name, part);
        rules.schema.misfits(&shape, options, met);
    }
    Ok(())
}

/// The odd steps of a position.
fn odd_steps(looking: &Looking<'_>, listed: &[Vec<Value>], dice: &mut Dice) -> Vec<Odd> {
    let seats = looking.playout.seats;
    let mut odd = Vec::new();
    let here: Vec<(Seat, &Value)> = (0..)
        .map(Seat)
        .zip(listed)
        .flat_map(|(seat, steps)| steps.iter().map(move |step| (seat, step)))
        .collect();
    // What somebody may do, sent by everybody else, and by nobody.
    if let Some((_, step)) = dice.pick(&here) {
        for seat in (0..=seats).chain([u8::MAX]) {
            odd.push(Odd { seat: Seat(seat), step: (*step).clone() });
        }
    }
    // What was done earlier or is done later.
    let mut known: Vec<(Seat, Value)> =
        here.iter().map(|(seat, step)| (*seat, (*step).clone())).collect();
    for _ in 0..ELSEWHERE {
        let Some(other) = dice.pick(&looking.playout.steps) else { break };
        let step = tree(&other.step);
        let acting = dice.pick(&here).map_or(other.seat, |(seat, _)| *seat);
        let seat = if dice.below(2) == 0 { acting } else { other.seat };
        known.push((seat, step.clone()));
        odd.push(Odd { seat, step });
    }
    for _ in 0..BROKEN {
        let Some((seat, step)) = dice.pick(&known) else { break };
        odd.push(Odd { seat: *seat, step: broken(step, dice) });
    }
    let schema = looking.schema();
    let words: Vec<&String> = looking.rules.words.things.keys().collect();
    let shape = Shape { nullable: false, ..schema.step.clone() };
    for _ in 0..MADE {
        let seat = dice.pick(&here).map_or(Seat(0), |(seat, _)| *seat);
        let step = made(&schema.types, &shape, &words, &known, dice, 0);
        odd.push(Odd { seat, step });
    }
    odd
}

/// A step with one thing wrong.
fn broken(step: &Value, dice: &mut Dice) -> Value {
    let mut step = step.clone();
    let kinds = ["misspelt", "unknown", "missing", "null", "odd value", "empty", "twice"];
    match (dice.pick(&kinds).copied().unwrap_or_default(), &mut step) {
        ("misspelt", Value::Object(object)) => {
            let key = object.keys().next().cloned().unwrap_or_default();
            let value = object.remove(&key).unwrap_or_default();
            object.insert(format!("{key}s"), value);
        }
        ("unknown", Value::Object(object)) => {
            let inner = object.values_mut().find_map(Value::as_object_mut);
            let into = match inner {
                Some(inner) => inner,
                None => object,
            };
            into.insert("unheardOf".to_owned(), json!(1));
        }
        ("missing", Value::Object(object)) => {
            if let Some(Value::Object(inner)) = object.values_mut().next() {
                let key = inner.keys().next().cloned().unwrap_or_default();
                inner.remove(&key);
            }
        }
        ("null", Value::Object(object)) => {
            object.values_mut().for_each(|value| *value = Value::Null);
        }
        ("empty", _) => step = Value::Object(Map::new()),
        ("twice", Value::Object(object)) => {
            object.insert("another".to_owned(), json!("YES"));
        }
        (_, step) => odd_value(step, dice),
    }
    step
}

/// Puts an odd value into the place of one that is no object and no list.
fn odd_value(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(object) if !object.is_empty() => {
            let at = dice.below(object.len());
            if let Some(inner) = object.values_mut().nth(at) {
                odd_value(inner, dice);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = dice.below(list.len());
            odd_value(&mut list[at], dice);
        }
        value => {
            let odd = [
                json!(-1),
                json!(256),
                json!(i64::from(i32::MAX) + 1),
                json!(u64::MAX),
                json!(0.5),
                json!(1e300),
                json!(""),
                json!("\u{fe0f}\u{0}"),
                json!(true),
                json!([]),
                json!({}),
            ];
            *value = dice.pick(&odd).cloned().unwrap_or_default();
        }
    }
}

/// Any value of this shape; of `known` steps as much as not.
fn made(
    types: &Types,
    shape: &Shape,
    words: &[&String],
    known: &[(Seat, Value)],
    dice: &mut Dice,
    depth: usize,
) -> Value {
    if shape.nullable && (depth > 4 || dice.below(3) == 0) {
        return Value::Null;
    }
    let id = match &shape.base {
        Base::List(of) => {
            let count = if depth > 4 { 0 } else { dice.below(4) };
            return (0..count).map(|_| made(types, of, words, known, dice, depth + 1)).collect();
        }
        Base::Named(id) => *id,
    };
    match &types.get(id).kind {
        Kind::Scalar(Scalar::Int) => match dice.below(6) {
            0 => json!(-1),
            1 => json!(i32::MAX),
            _ => json!(dice.below(12)),
        },
        Kind::Scalar(Scalar::Float) => json!(1.5),
        Kind::Scalar(Scalar::Boolean) => json!(dice.below(2) == 0),
        Kind::Scalar(Scalar::String | Scalar::Id | Scalar::Json) => {
            let mut texts = Vec::new();
            known.iter().for_each(|(_, step)| texts_in(step, &mut texts));
            match dice.below(4) {
                0 => json!("unheardOf"),
                1 => json!(dice.pick(&texts).cloned().unwrap_or_default()),
                _ => json!(dice.pick(words).map_or("", |word| word.as_str())),
            }
        }
        Kind::Enum(values) => json!(dice.pick(values)),
        Kind::Input { fields, one_of } => {
            let mut object = Map::new();
            if *one_of {
                if let Some(field) = dice.pick(fields) {
                    let shape = Shape { nullable: false, ..field.ty.clone() };
                    let value = made(types, &shape, words, known, dice, depth + 1);
                    object.insert(field.name.to_string(), value);
                }
                return Value::Object(object);
            }
            for field in fields {
                let value = made(types, &field.ty, words, known, dice, depth + 1);
                if !value.is_null() {
                    object.insert(field.name.to_string(), value);
                }
            }
            Value::Object(object)
        }
        // No input has a field of another sort.
        Kind::Object(_) | Kind::Interface { .. } => Value::Null,
    }
}

/// All texts in a value.
fn texts_in(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|one| texts_in(one, texts)),
        Value::Object(object) => object.values().for_each(|one| texts_in(one, texts)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_step_is_never_the_step() {
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        let mut seen = std::collections::BTreeSet::new();
        for step in [json!({"take": {"card": "ace", "count": 2}}), json!({"pass": "YES"})] {
            for _ in 0..300 {
                let broken = broken(&step, &mut dice);
                seen.insert(broken.to_string());
                let is_same = broken == step;
                // `missing` has nothing to take from a step without arguments.
                assert!(!is_same || step["pass"] == "YES", "{broken}");
            }
        }
        for wanted in [
            r#"{"takes":{"card":"ace","count":2}}"#,
            r#"{"take":{"card":"ace","count":2,"unheardOf":1}}"#,
            r#"{"take":{"count":2}}"#,
            r#"{"take":null}"#,
            r#"{"take":{"card":"ace","count":18446744073709551615}}"#,
            "{}",
        ] {
            assert!(seen.contains(wanted), "{wanted}: {seen:?}");
        }
    }
}

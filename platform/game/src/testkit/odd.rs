//! A module answers any request, and only a listed step changes anything.
//!
//! Steps are sent as JSON to the module's side of the border, as a host sends them: legal ones of
//! the wrong seat or of another state, and altered ones. Then whole requests are damaged until they
//! are hardly JSON.

use serde_json::{Map, Value, json};

use super::failure::{Failure, Law};
use super::json;
use super::playout;
use super::refusals::Refusals;
use super::run::Run;
use crate::border::Op;
use crate::table::{self, Table};
use crate::{Dice, Game, Seats};

/// At how many positions of a playout odd things are sent, and how many of each sort.
const POSITIONS: usize = 6;
const ELSEWHERE: usize = 1;
const BROKEN: usize = 100;
const REQUESTS: usize = 150;

/// What random requests are made of.
const TOKENS: [&str; 32] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "true",
    "-1",
    "0",
    "1",
    "255",
    "1e400",
    "\"seat\"",
    "\"eyes\"",
    "\"steps\"",
    "\"entry\"",
    "\"dice\"",
    "\"language\"",
    "\"EN\"",
    "\"public\"",
    "\"all\"",
    "\"said\"",
    "\"move\"",
    "\"prompt\"",
    "\"options\"",
    "\"deal\"",
    "\"restore\"",
    "\"seats\"",
    "\u{fe0f}",
    "\"\\ud800\"",
    "\0",
];

fn broken(clause: &'static str, what: impl Into<String>) -> Failure {
    Failure::new(Law::IllegalMeansUnchanged, clause, what)
}

/// Plays the game of that number and sends odd things at positions of it.
pub(super) fn check<G: Game>(run: &mut Run<'_, G>, number: u64, seats: u8) -> Result<(), Failure> {
    let playout = playout::play(run, number, seats)?;
    let mut dice = playout::choices(number, 2);
    let last = playout.games.len() - 1;
    let mut positions = vec![0, last];
    positions.extend((2..POSITIONS).map(|_| dice.below(last + 1)));
    for position in positions {
        run.stand(position, None);
        let game = &playout.games[position];
        let mut target = Target::of(game, seats, &run.speech.refusals)?;
        let elsewhere = run.steps.candidates(ELSEWHERE, 0, &mut dice);
        let elsewhere: Vec<Value> = elsewhere.iter().map(json::tree).collect();
        target.wrong_seats(&elsewhere)?;
        target.broken_steps(run, &elsewhere, &mut dice)?;
        target.requests(&mut dice)?;
    }
    odd_deals::<G>(run, seats, &mut dice)
}

/// One position behind the border.
struct Target<'a, G: Game> {
    refusals: &'a Refusals,
    table: Table<G>,
    saved: Vec<u8>,
    seats: u8,
    /// What each seat may do, as JSON.
    listed: Vec<Vec<Value>>,
}

impl<'a, G: Game> Target<'a, G> {
    fn of(game: &G, seats: u8, refusals: &'a Refusals) -> Result<Self, Failure> {
        let seed = "00".repeat(32);
        let state = json::text(game);
        let request =
            format!(r#"{{"restore":{{"state":{state},"seats":{seats},"seed":"{seed}"}}}}"#);
        let (table, _) = Table::open(request.as_bytes())
            .map_err(|failure| broken("border", format!("it is not restored: {failure:?}")))?;
        let listed = Seats::first(seats).iter().map(|seat| {
            let mut steps = Vec::new();
            game.moves(seat, &mut steps);
            steps.iter().map(json::tree).collect()
        });
        let listed = listed.collect();
        Ok(Self { refusals, table, saved: json::bytes(game), seats, listed })
    }

    /// Sends a step; says whether it was accepted. Nothing is kept of it.
    fn send(&mut self, seat: u8, step: &str) -> Result<bool, Failure> {
        let request = format!(r#"{{"seat":{seat},"entry":1,"steps":[{step}]}}"#);
        let answer = self.table.call(Op::Play as u32, request.as_bytes());
        self.table.drop_tried();
        match &answer {
            Err(table::Failure::Unsupported) => {
                let what = format!("{step} of Seat({seat}): PLAY is not supported");
                return Err(broken("border", what));
            }
            Err(table::Failure::Refused(refused)) => self.refusals.has(&refused.code)?,
            _ => {}
        }
        self.is_unchanged(&request).map(|()| answer.is_ok())
    }

    fn is_unchanged(&mut self, request: &str) -> Result<(), Failure> {
        match self.table.call(Op::Save as u32, b"{}") {
            Ok(now) if now == self.saved => Ok(()),
            Ok(now) => {
                let what = json::differences(&self.saved, &now);
                Err(broken("unchanged", format!("{request} changed the state:\n{what}")))
            }
            Err(failure) => Err(broken("border", format!("it cannot be saved: {failure:?}"))),
        }
    }

    /// Steps of this position and of others, from every seat: accepted if listed for it.
    fn wrong_seats(&mut self, elsewhere: &[Value]) -> Result<(), Failure> {
        let here = self.listed.iter().flatten().cloned();
        let steps: Vec<Value> = here.chain(elsewhere.iter().cloned()).collect();
        for step in steps {
            let text = step.to_string();
            for seat in (0..=self.seats).chain([7, 255]) {
                let of_seat = self.listed.get(usize::from(seat));
                let is_listed = of_seat.is_some_and(|listed| listed.contains(&step));
                self.agrees(seat, &text, is_listed)?;
            }
        }
        Ok(())
    }

    fn agrees(&mut self, seat: u8, step: &str, is_listed: bool) -> Result<(), Failure> {
        match (self.send(seat, step)?, is_listed) {
            (true, false) => {
                let what = format!("{step} of Seat({seat}) is accepted, and not in moves");
                Err(broken("accepted but not listed", what))
            }
            (false, true) => {
                let what = format!("{step} of Seat({seat}) is in moves, and refused");
                Err(broken("listed but refused", what))
            }
            _ => Ok(()),
        }
    }

    /// Sends altered steps: those that the schema does not accept must be refused.
    fn broken_steps(
        &mut self,
        run: &Run<'_, G>,
        elsewhere: &[Value],
        dice: &mut Dice,
    ) -> Result<(), Failure> {
        let here = self.listed.iter().flatten().cloned();
        let steps: Vec<Value> = here.chain(elsewhere.iter().cloned()).collect();
        let acting = (0..self.seats).filter(|&seat| !self.listed[usize::from(seat)].is_empty());
        let acting: Vec<u8> = acting.collect();
        for _ in 0..BROKEN {
            let Some(mut step) = dice.pick(&steps).cloned() else { return Ok(()) };
            let seat = dice.pick(&acting).copied().unwrap_or_default();
            break_one(&mut step, dice);
            let text = step.to_string();
            if !run.conform.takes(&step) && self.send(seat, &text)? {
                let what =
                    format!("{text} of Seat({seat}) is accepted, and the SDL has no such step");
                return Err(broken("odd step", what));
            }
            self.in_words(&text, dice)?;
        }
        Ok(())
    }

    /// Sends a step to be put into words, and sometimes to be previewed.
    fn in_words(&mut self, step: &str, dice: &mut Dice) -> Result<(), Failure> {
        let request = format!(r#"{{"language":"FR","said":{{"move":{step}}}}}"#);
        // Any answer will do: only a panic fails.
        let _ = self.table.call(Op::Words as u32, request.as_bytes());
        if dice.below(8) > 0 {
            return Ok(());
        }
        let (seat, seed) = (dice.below(usize::from(self.seats)), "01".repeat(32));
        let request =
            format!(r#"{{"seat":{seat},"steps":[{step}],"dice":"{seed}","language":"EN"}}"#);
        let _ = self.table.call(Op::Preview as u32, request.as_bytes());
        self.is_unchanged(&request)
    }

    /// Requests of every operation that are broken as a whole.
    fn requests(&mut self, dice: &mut Dice) -> Result<(), Failure> {
        for round in 0..REQUESTS {
            let request = request(self.seats, dice);
            let op = Op::ALL[round % Op::ALL.len()] as u32;
            // Any answer will do here, too.
            let _ = self.table.call(op, &request);
            let _ = table::ask::<G>(op, &request);
            let _ = Table::<G>::open(&request);
            self.table.drop_tried();
        }
        self.is_unchanged("a request that is none")
    }
}

/// Deals with options and seats of all sorts: every refusal must have a code that is listed.
fn odd_deals<G: Game>(run: &Run<'_, G>, seats: u8, dice: &mut Dice) -> Result<(), Failure> {
    let seed = "00".repeat(32);
    for _ in 0..BROKEN {
        let mut deal = json!({"deal": {
            "options": json::tree(&run.laws.options), "seats": seats, "seed": seed,
        }});
        break_one(&mut deal, dice);
        if let Err(table::Failure::Refused(refused)) = Table::<G>::open(deal.to_string().as_bytes())
        {
            run.speech.refusals.has(&refused.code)?;
        }
    }
    Ok(())
}

/// Random tokens, or a request with a value altered; then some bytes are changed.
fn request(seats: u8, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = Vec::new();
    if dice.below(2) == 0 {
        for _ in 0..dice.below(16) {
            let token = dice.pick(&TOKENS).copied().unwrap_or_default();
            bytes.extend_from_slice(token.as_bytes());
        }
    } else {
        let seat = dice.below(usize::from(seats) + 2);
        let mut request = json!({
            "seat": seat, "entry": 1, "steps": [], "language": "EN", "eyes": {"seat": seat},
            "dice": "00".repeat(32), "options": null, "said": {"prompt": "public"},
        });
        break_one(&mut request, dice);
        bytes = request.to_string().into_bytes();
    }
    for _ in 0..dice.below(3) {
        let at = dice.below(bytes.len() + 1);
        let byte = u8::try_from(dice.below(256)).unwrap_or_default();
        if at < bytes.len() { bytes[at] = byte } else { bytes.push(byte) }
    }
    bytes
}

/// Alters a value anywhere in some JSON, or a field of an object.
fn break_one(value: &mut Value, dice: &mut Dice) {
    let mut place = dice.below(count(value));
    break_at(value, &mut place, dice);
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum::<usize>(),
        Value::Object(object) => object.values().map(count).sum(),
        _ => 0,
    }
}

fn break_at(value: &mut Value, place: &mut usize, dice: &mut Dice) {
    if *place == 0 {
        *place = usize::MAX;
        match value {
            Value::Object(object) if dice.below(3) > 0 => break_object(object, dice),
            value => *value = odd(value, dice),
        }
        return;
    }
    *place = place.wrapping_sub(1);
    match value {
        Value::Array(list) => list.iter_mut().for_each(|one| break_at(one, place, dice)),
        Value::Object(object) => object.values_mut().for_each(|one| break_at(one, place, dice)),
        _ => {}
    }
}

fn break_object(object: &mut Map<String, Value>, dice: &mut Dice) {
    let keys: Vec<String> = object.keys().cloned().collect();
    let key = dice.pick(&keys).cloned().unwrap_or_default();
    match dice.below(4) {
        0 => drop(object.insert("unheardOf".to_owned(), Value::from(1))),
        1 => drop(object.remove(&key)),
        2 => {
            let value = object.remove(&key).unwrap_or_default();
            object.insert(key.to_uppercase(), value);
        }
        _ => drop(object.insert(key, Value::Null)),
    }
}

/// Another value in place of one, often of the same type.
fn odd(value: &Value, dice: &mut Dice) -> Value {
    let one = Value::from(1);
    let odd = match value {
        Value::Number(number) if dice.below(2) == 0 => {
            let was = number.as_i64().unwrap_or_default();
            let numbers = [was.saturating_add(1), was.saturating_sub(1), was.saturating_neg(), 256];
            return Value::from(dice.pick(&numbers).copied().unwrap_or_default());
        }
        Value::String(word) if dice.below(2) == 0 => {
            return Value::from(match dice.below(3) {
                0 => word.to_uppercase(),
                1 => format!("{word} "),
                _ => word.chars().rev().collect(),
            });
        }
        _ => [
            Value::Null,
            Value::Bool(true),
            Value::from(-1),
            Value::from(255),
            Value::from(256),
            Value::from(i64::from(i32::MAX) + 1),
            Value::from(u64::MAX),
            Value::from(0.5),
            Value::from(1e300),
            Value::from(""),
            Value::from("YES"),
            Value::from("\u{fe0f}\u{0}"),
            Value::Array(Vec::new()),
            Value::Array(vec![value.clone()]),
            Value::Object(Map::new()),
            Value::Object(Map::from_iter([("unheardOf".to_owned(), value.clone())])),
        ],
    };
    dice.pick(&odd).cloned().unwrap_or(one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn an_altered_step_differs_most_of_the_time() {
        let whole = json!({"spend": {"card": "crab_1", "count": 2}});
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..1_000 {
            let mut value = whole.clone();
            break_one(&mut value, &mut dice);
            seen.insert(value.to_string());
        }
        assert!(seen.len() > 40, "{seen:?}");
        for wanted in [
            r#"{"spend":{"card":"crab_1","count":2,"unheardOf":1}}"#,
            r#"{"spend":{"count":2}}"#,
            r#"{"spend":{"card":"crab_1","count":3}}"#,
            r#"{"SPEND":{"card":"crab_1","count":2}}"#,
        ] {
            assert!(seen.contains(wanted), "{wanted}");
        }
    }
}

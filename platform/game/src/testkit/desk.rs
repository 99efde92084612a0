//! A table played through the module's side of the border, as a host does it: for a game's tests
//! of what a client can send in one move.

use serde_json::{Value, json};

use crate::border::Op;
use crate::table::{Failure, Table};
use crate::{Dice, Game, Seed};

/// A table of a game, with JSON going in and out.
#[derive(Debug)]
pub struct Desk<G: Game> {
    table: Table<G>,
    seats: u8,
    entry: u64,
}

/// Why a list of steps was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotPlayed {
    /// The code of the refusal.
    pub code: String,
    /// The place of the refused step in its list.
    pub step: Option<usize>,
}

impl<G: Game> Desk<G> {
    /// A table dealt from the seed `number`; options are null for the game's default.
    ///
    /// # Panics
    /// When the deal is refused.
    #[must_use]
    pub fn deal(options: &Value, seats: u8, number: u64) -> Self {
        let seed = format!("{number:064x}");
        let deal = json!({"deal": {"options": options, "seats": seats, "seed": seed}});
        Self { table: open(&deal), seats, entry: 0 }
    }

    /// Another table in the same state.
    #[must_use]
    pub fn copy(&mut self) -> Self {
        let state = self.ask(Op::Save, &json!({}));
        let seed = "07".repeat(32);
        let restore = json!({"restore": {"state": state, "seats": self.seats, "seed": seed}});
        Self { table: open(&restore), seats: self.seats, entry: self.entry }
    }

    /// The first seat that is to act, and the steps open to it; nobody when the game is over.
    #[must_use]
    pub fn asked(&mut self) -> Option<(u64, Vec<Value>)> {
        let look = self.ask(Op::Look, &json!({"eyes": "public", "language": "EN"}));
        let seat = look["toAct"][0].as_u64()?;
        let moves = self.ask(Op::Moves, &json!({"seat": seat, "language": "EN"}));
        let moves = moves.as_array().cloned().unwrap_or_default();
        Some((seat, moves.iter().map(|choice| choice["move"].clone()).collect()))
    }

    /// Plays a list of steps as one entry; gives back what happened.
    ///
    /// # Errors
    /// Why it was not played; the table is then as it was.
    pub fn play(&mut self, seat: u64, steps: &[Value]) -> Result<Vec<Value>, NotPlayed> {
        let request = json!({"seat": seat, "entry": self.entry + 1, "steps": steps});
        match call(&mut self.table, Op::Play, &request) {
            Ok(played) => {
                self.ask(Op::Keep, &json!({}));
                self.entry += 1;
                Ok(played["told"].as_array().cloned().unwrap_or_default())
            }
            Err(Failure::Refused(refused)) => {
                Err(NotPlayed { code: refused.code, step: refused.step })
            }
            Err(other) => panic!("{steps:?}: {other:?}"),
        }
    }

    /// Whether this list of steps, played now, would reveal something to anybody.
    ///
    /// # Panics
    /// When it could not be played.
    #[must_use]
    pub fn reveals(&mut self, seat: u64, steps: &[Value]) -> bool {
        let (entry, dice) = (self.entry + 1, "05".repeat(32));
        let request = json!({"seat": seat, "entry": entry, "steps": steps, "dice": dice});
        self.ask(Op::Reveals, &request)["reveals"] == json!(true)
    }

    /// Plays `games` random games to their end, and calls `visit` at every position with the first seat
    /// that is to act and the steps open to it.
    pub fn walk(
        options: &Value,
        seats: u8,
        games: u64,
        mut visit: impl FnMut(&mut Self, u64, &[Value]),
    ) {
        Self::walk_while(options, seats, games, |desk, seat, moves| {
            visit(desk, seat, moves);
            true
        });
    }

    /// As [`Desk::walk`], until `visit` answers false.
    pub(super) fn walk_while(
        options: &Value,
        seats: u8,
        games: u64,
        mut visit: impl FnMut(&mut Self, u64, &[Value]) -> bool,
    ) {
        for number in 0..games {
            let mut dice = Dice::new(&Seed::of_test(number), 0);
            let mut desk = Self::deal(options, seats, number);
            while let Some((seat, moves)) = desk.asked() {
                if !visit(&mut desk, seat, &moves) {
                    return;
                }
                let step = dice.pick(&moves).cloned().unwrap_or_default();
                if let Err(refused) = desk.play(seat, std::slice::from_ref(&step)) {
                    panic!("{step} is open, and refused: {refused:?}");
                }
            }
        }
    }

    fn ask(&mut self, op: Op, request: &Value) -> Value {
        match call(&mut self.table, op, request) {
            Ok(answer) => answer,
            Err(failure) => panic!("{request}: {failure:?}"),
        }
    }
}

fn call<G: Game>(table: &mut Table<G>, op: Op, request: &Value) -> Result<Value, Failure> {
    let reply = table.call(op as u32, request.to_string().as_bytes())?;
    Ok(serde_json::from_slice(&reply).unwrap_or_default())
}

fn open<G: Game>(request: &Value) -> Table<G> {
    match Table::open(request.to_string().as_bytes()) {
        Ok((table, _)) => table,
        Err(failure) => panic!("{request}: {failure:?}"),
    }
}

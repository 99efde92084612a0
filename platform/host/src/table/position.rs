//! How far a table's game has been played on this node, and how it is played on.
//!
//! Everything here calls the module and waits for nothing else, so it runs where calls may take
//! their time.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use gueridon_game::border::Summary;
use gueridon_game::{Seat, Seed};
use serde_json::value::RawValue;

use super::Body;
use crate::journal::{Entry, TableId, TableRow};
use crate::module::{CallError, Handle, Module, Played, Telling};

/// A call that takes longer is told to the operator.
const SLOW: Duration = Duration::from_millis(10);

/// A dealt game with the number of the entry that it stands after.
#[derive(Debug)]
pub(crate) struct Position {
    pub(crate) game: Handle,
    seq: u64,
    summary: Summary,
    /// For each seat the entry at which what it is asked last changed.
    decided: Vec<u64>,
}

/// What happened in an entry, with the audience of each event.
pub(crate) type Tellings = Box<[Telling]>;

/// Why a table cannot go on here: one line, for players and operators.
pub(crate) type Stop = String;

impl Position {
    /// Deals the table's game as at its beginning.
    pub(crate) fn deal(build: &Arc<Module>, table: &TableRow) -> Result<Self, Stop> {
        let seed = Seed(table.seed.ok_or("it has no seed")?);
        let (mut game, summary) = deal(build, &table.options, table.seats, &seed)
            .map_err(|error| format!("it cannot be dealt: {error}"))?;
        warn_of_slow_calls(&mut game, table.id);
        let decided = vec![0; usize::from(table.seats)];
        Ok(Self { game, seq: 0, summary, decided })
    }

    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    pub(crate) fn is_over(&self) -> bool {
        self.summary.over
    }

    /// The entry at which what `seat` is asked last changed.
    pub(crate) fn decided(&self, seat: Seat) -> u64 {
        self.decided.get(seat.index()).copied().unwrap_or_default()
    }

    /// Plays steps on a copy; what comes of them is then to be kept or dropped.
    pub(crate) fn try_steps(&mut self, seat: Seat, steps: &RawValue) -> Result<Played, CallError> {
        let played = self.game.play(seat, self.seq + 1, steps)?;
        check_seats(&played.summary, self.decided.len())?;
        Ok(played)
    }

    /// Makes what was tried the game, and says what was told.
    pub(crate) fn keep(&mut self, played: Played) -> Result<Tellings, CallError> {
        self.game.keep()?;
        self.seq += 1;
        let asked = self.summary.decisions.iter().zip(&played.summary.decisions);
        for (decided, (before, after)) in self.decided.iter_mut().zip(asked) {
            if before != after {
                *decided = self.seq;
            }
        }
        self.summary = played.summary;
        Ok(played.told.into())
    }

    /// Plays the entry that comes next as the journal has it, and says what was told.
    pub(crate) fn replay(&mut self, entry: &Entry) -> Result<Tellings, Stop> {
        let next = self.seq + 1;
        if entry.seq != next {
            return Err(format!("entry {next} is missing"));
        }
        let diverged = |why: &dyn Display| format!("diverged at entry {next}: {why}");
        let Body::Steps(steps) = serde_json::from_str::<Body<&RawValue>>(&entry.body)
            .map_err(|error| format!("entry {next} cannot be read: {error}"))?;
        let seat = entry.seat.ok_or_else(|| format!("entry {next} has no seat"))?;
        let played = self.try_steps(seat, steps).map_err(|error| diverged(&error))?;
        if played.summary.digest != entry.digest {
            return Err(format!("diverged at entry {next}"));
        }
        self.keep(played).map_err(|error| diverged(&error))
    }
}

/// Deals a game out of a build; `options` are JSON, `null` for the game's own choice.
pub(crate) fn deal(
    build: &Arc<Module>,
    options: &str,
    seats: u8,
    seed: &Seed,
) -> Result<(Handle, Summary), CallError> {
    let options: Option<&RawValue> =
        serde_json::from_str(options).map_err(|error| CallError::BadRequest(error.to_string()))?;
    let (game, summary) = build.deal(options, seats, seed)?;
    check_seats(&summary, usize::from(seats))?;
    Ok((game, summary))
}

fn check_seats(summary: &Summary, seats: usize) -> Result<(), CallError> {
    if summary.decisions.len() == seats {
        return Ok(());
    }
    Err(CallError::BadReply("it speaks of another number of seats".to_owned()))
}

fn warn_of_slow_calls(game: &mut Handle, table: TableId) {
    game.watch(Box::new(move |op, took| {
        if took > SLOW {
            tracing::warn!(%table, ?op, ms = took.as_millis(), "a module took long to answer");
        }
    }));
}

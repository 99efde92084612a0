//! How far a table's game has been played on this node, and how it is played on.
//!
//! Everything here calls the module and waits for nothing else, so it runs where calls may take
//! their time.

use std::fmt::Display;
use std::sync::Arc;

use gueridon_game::border::Summary;
use gueridon_game::{Seat, Seed};
use serde_json::value::RawValue;

use super::Body;
use super::crossing::{SLOW, watched};
use crate::journal::{Entry, TableId, TableRow};
use crate::module::{CallError, Handle, Module, Played, Telling};

/// A dealt game with the number of the entry that it stands after.
#[derive(Debug)]
pub(crate) struct Position {
    pub(crate) game: Handle,
    seq: u64,
    summary: Summary,
    /// For each seat the entry at which it last played, or what it is asked last changed. Its own
    /// play counts even if it is asked the same again, so that nothing is answered twice.
    decided: Vec<u64>,
    /// Whose steps are tried.
    tried: Option<Seat>,
    /// Whether what is tried is to be kept: the module is told with the next call.
    owes_keep: bool,
}

/// What happened in an entry, with the audience of each event.
pub(crate) type Tellings = Box<[Telling]>;

/// Why a table cannot go on here: one line, for players and operators. What a module says is not
/// for players, since it may name hidden cards: that goes to the log.
pub(crate) type Stop = String;

/// Why a table did not come further just now.
#[derive(Debug)]
pub(crate) enum Halt {
    /// It never will on this node: the journal says what the game does not.
    Stopped(Stop),
    /// The module failed, which it may not do again.
    Failed(CallError),
}

impl<S: Into<Stop>> From<S> for Halt {
    fn from(stop: S) -> Self {
        Self::Stopped(stop.into())
    }
}

impl Halt {
    /// What a call has come to; a module that has understood and refused will always do so.
    fn of_call(error: CallError, stop: Stop) -> Self {
        match error {
            CallError::Refused(_) | CallError::BadRequest(_) => Self::Stopped(stop),
            CallError::Unsupported | CallError::Panicked { .. } | CallError::BadReply(_) => {
                Self::Failed(error)
            }
        }
    }
}

impl Position {
    /// Deals the table's game as at its beginning.
    pub(crate) fn deal(build: &Arc<Module>, table: &TableRow) -> Result<Self, Halt> {
        let seed = Seed(table.seed.ok_or("it has no seed")?);
        let (mut game, summary) =
            deal(build, &table.options, table.seats, &seed).map_err(|error| {
                tracing::error!(table = %table.id, %error, "a table cannot be dealt");
                Halt::of_call(error, "it cannot be dealt".to_owned())
            })?;
        warn_of_slow_calls(&mut game, table.id);
        let decided = vec![0; usize::from(table.seats)];
        Ok(Self { game, seq: 0, summary, decided, tried: None, owes_keep: false })
    }

    /// A game that is under way.
    #[cfg(any(test, feature = "simulate"))]
    pub(super) fn planted(game: Handle, seq: u64, summary: Summary, decided: Vec<u64>) -> Self {
        Self { game, seq, summary, decided, tried: None, owes_keep: false }
    }

    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    pub(crate) fn is_over(&self) -> bool {
        self.summary.over
    }

    /// The entry at which `seat` last played, or what it is asked last changed.
    pub(crate) fn decided(&self, seat: Seat) -> u64 {
        self.decided.get(seat.index()).copied().unwrap_or_default()
    }

    /// Plays steps on a copy; what comes of them is then to be kept or dropped.
    pub(crate) fn try_steps(&mut self, seat: Seat, steps: &RawValue) -> Result<Played, CallError> {
        let played = self.game.play(seat, self.seq + 1, steps)?;
        check_seats(&played.summary, self.decided.len())?;
        self.tried = Some(seat);
        Ok(played)
    }

    /// Makes what was tried the game, and says what was told. The module hears of it before its
    /// next question, see [`Position::settle`].
    pub(crate) fn keep(&mut self, played: Played) -> Tellings {
        self.owes_keep = true;
        self.seq += 1;
        let asked = self.summary.decisions.iter().zip(&played.summary.decisions);
        let acted = self.tried.take();
        let seats = (0..).map(Seat).zip(&mut self.decided);
        for ((seat, decided), (before, after)) in seats.zip(asked) {
            if before != after || acted == Some(seat) {
                *decided = self.seq;
            }
        }
        self.summary = played.summary;
        played.told.into()
    }

    /// Has the module keep what is to be kept. The position is lost if it cannot.
    pub(crate) fn settle(&mut self) -> Result<(), CallError> {
        if self.owes_keep {
            self.game.keep()?;
            self.owes_keep = false;
        }
        Ok(())
    }

    /// Plays the entry that comes next as the journal has it, and says what was told.
    pub(crate) fn replay(&mut self, entry: &Entry) -> Result<Tellings, Halt> {
        let next = self.seq + 1;
        if entry.seq != next {
            return Err(format!("entry {next} is missing").into());
        }
        let failed = |why: &dyn Display| {
            tracing::error!(table = %entry.table, entry = next, %why, "an entry cannot be replayed");
            format!("entry {next} could not be replayed")
        };
        let Body::Steps(steps) =
            serde_json::from_str::<Body<&RawValue>>(&entry.body).map_err(|error| failed(&error))?;
        let seat = entry.seat.ok_or_else(|| format!("entry {next} has no seat"))?;
        let played = self.settle().and_then(|()| self.try_steps(seat, steps));
        let played = played.map_err(|error| Halt::of_call(error.clone(), failed(&error)))?;
        if played.summary.digest != entry.digest {
            return Err(format!("diverged at entry {next}").into());
        }
        Ok(self.keep(played))
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
    let dealt = watched(&build.about().id, "deal", || build.deal(options, seats, seed));
    let (game, summary) = dealt?;
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

//! Whether a table in play may go on with another build of its game: both replay its journal, and
//! must show and tell everybody the same after every entry.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use gueridon_game::border::hex;
use gueridon_game::{Eyes, Language, Seat, Seats};
use serde_json::Value;
use serde_json::value::RawValue;

use super::entry_body::{Body, TableAction};
use super::event_log::EntryEvents;
use super::outages::Outages;
use super::position::{LoadError, Position, body_of, undone_in};
use super::state::TableState;
use crate::clock::Clock;
use crate::random::Random;
use crate::refusal::Fault;
use gueridon_journal::{
    Entry, Journal, JournalError, StopOnUpgrade, TableId, TableRow, TableUpdate,
};
use gueridon_modules::module::{CallError, Look, Module, read_score};

/// How many entries are read at a time.
const BATCH: u32 = 500;
/// How often a table that is played meanwhile is compared again.
const ATTEMPTS: usize = 5;

/// What became of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Both builds agree: the table goes on with the new one, or could.
    Agrees,
    /// They differ: the table stays with its build.
    Differs(Difference),
    /// They differ at the newest play of a stopped table: its seats are asked whether to go on from
    /// before it with the new build, or would be.
    Asks(Difference),
    /// The same, where nobody is left to be asked: it goes on, or could.
    GoesOnBefore(Difference),
    /// It was played too quickly to be moved, or has ended meanwhile; or its own build failed this
    /// time, which may pass.
    Busy,
}

/// The first thing in which two builds differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// After which entry; 0 for the deal.
    pub entry: u64,
    /// In what.
    pub what: What,
}

/// In what two builds differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// One of them cannot replay it: whether that is the new one, and what it said.
    Unplayable {
        /// Whether it is the new build, and not the table's own.
        is_new: bool,
        /// Whether it always fails so; otherwise it may be able to another time.
        is_permanent: bool,
        /// Why.
        reason: String,
    },
    /// Who is asked, or whether the game is over.
    Turn,
    /// What these eyes were told.
    Told(Eyes),
    /// What these eyes are shown.
    View(Eyes),
    /// The score as these eyes know it.
    Score(Eyes),
    /// The steps that are open to this seat.
    Moves(Seat),
}

impl Difference {
    /// Whether the table's own build fails there; if so, whether it always does.
    fn is_of_own_build(&self) -> Option<bool> {
        match self.what {
            What::Unplayable { is_new: false, is_permanent, .. } => Some(is_permanent),
            _ => None,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entry {
            0 => f.write_str("after the deal, ")?,
            entry => write!(f, "after entry {entry}, ")?,
        }
        match &self.what {
            What::Unplayable { is_new: true, reason, .. } => {
                write!(f, "which the new build cannot replay: {reason}")
            }
            What::Unplayable { is_new: false, reason, .. } => {
                write!(f, "which the table's own build cannot replay: {reason}")
            }
            What::Turn => f.write_str("another is asked, or the end is another"),
            What::Told(eyes) => write!(f, "{} told something else", of(*eyes)),
            What::View(eyes) => write!(f, "{} shown something else", of(*eyes)),
            What::Score(eyes) => write!(f, "the score is another for {}", whom(*eyes)),
            What::Moves(seat) => write!(f, "other steps are open to seat {}", seat.0 + 1),
        }
    }
}

fn of(eyes: Eyes) -> String {
    match eyes {
        Eyes::Public => "spectators are".to_owned(),
        Eyes::All => "everybody after the end is".to_owned(),
        Eyes::Seat(seat) => format!("seat {} is", seat.0 + 1),
    }
}

fn whom(eyes: Eyes) -> String {
    match eyes {
        Eyes::Public => "spectators".to_owned(),
        Eyes::All => "everybody after the end".to_owned(),
        Eyes::Seat(seat) => format!("seat {}", seat.0 + 1),
    }
}

/// A table in play, and the two builds that are compared.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'a> {
    /// The build with which it is played.
    pub old: &'a Arc<Module>,
    /// The build with which it may go on.
    pub new: &'a Arc<Module>,
    /// The table.
    pub table: TableId,
    /// Whether the table is stopped, by itself or with its build. One that its own build can never
    /// replay counts as stopped, too.
    pub is_stopped: bool,
    /// Whether nothing is written.
    pub is_trial: bool,
}

/// Compares how two builds replay a table in play, and unless it is a trial has it go on with the
/// new one if they agree. Where the two agree up to the newest play of a stopped table, the game is
/// taken to have failed with that: the seats are asked whether to go on from before it with the new
/// build. That build must be kept in the journal. Servers that have the table loaded find out when
/// they next read or write there.
///
/// # Errors
/// When the journal fails, or the system gives no random bits.
pub async fn upgrade(
    journal: &Arc<dyn Journal>,
    comparison: Comparison<'_>,
    (clock, random): (&Clock, &Random),
) -> Result<Verdict, Fault> {
    let Comparison { old, new, table, is_stopped, is_trial } = comparison;
    for _ in 0..ATTEMPTS {
        let Some(row) = journal.table(table).await? else { return Ok(Verdict::Busy) };
        if row.build != Some(old.sha256()) {
            return Ok(Verdict::Busy);
        }
        let entries = Arc::new(entries(journal, table).await?);
        let (old, both) = (Arc::clone(old), Arc::clone(new));
        let (read, of) = (Arc::clone(&entries), row.clone());
        let comparing = move || compare(&old, &both, &of, &read);
        let compared = tokio::task::spawn_blocking(comparing).await;
        let compared = compared.map_err(|error| Fault::Module(error.to_string()))?;
        let build = new.sha256();
        let (verdict, action, end) = match compared {
            Compared::Alike(end) if end.is_over => return Ok(Verdict::Busy),
            Compared::Alike(end) => (Verdict::Agrees, TableAction::Upgrade { build }, end),
            Compared::Different(difference, before) => {
                let fails = difference.is_of_own_build();
                if !is_stopped && fails == Some(false) {
                    return Ok(Verdict::Busy);
                }
                let is_stopped = is_stopped || fails == Some(true);
                let asking = before
                    .filter(|_| is_stopped)
                    .and_then(|end| Some((ask(&row, &entries, &difference, build, &end)?, end)));
                match asking {
                    None => return Ok(Verdict::Differs(difference)),
                    Some((action @ TableAction::GoOn { .. }, end)) => {
                        (Verdict::GoesOnBefore(difference), action, end)
                    }
                    Some((action, end)) => (Verdict::Asks(difference), action, end),
                }
            }
        };
        if is_trial {
            return Ok(verdict);
        }
        let body: Body<()> = Body::Act(action);
        let body = serde_json::to_string(&body)
            .map_err(|error| JournalError::Broken(error.to_string()))?;
        let last = entries.last();
        let newest_ms = last.map_or(i64::MIN, |entry| entry.at_ms);
        let mut entry = Entry {
            table,
            seq: entries.len() as u64 + 1,
            seat: None,
            key: format!("\t{}", hex(&random.bytes::<16>()?)),
            body,
            digest: end.digest,
            at_ms: clock.now_ms().max(newest_ms),
            to_act: end.to_act,
            ends: false,
        };
        let is_written = match action {
            TableAction::Upgrade { .. } => {
                journal.upgrade(&entry, build, StopOnUpgrade::Stays).await?
            }
            // Nobody was asked, so what an operator has stopped stays stopped.
            TableAction::GoOn { .. } => {
                journal.upgrade(&entry, build, StopOnUpgrade::EndsIfOfServer).await?
            }
            _ => {
                // Until all agree, it is the turn of those whose turn it was.
                entry.to_act = last.map_or(row.to_act, |last| last.to_act);
                journal.append(&entry, &TableUpdate::default()).await?
            }
        };
        if is_written {
            return Ok(verdict);
        }
    }
    Ok(Verdict::Busy)
}

/// What the host writes to have a table go on from before the entry at which its builds differ, or
/// to ask its seats about that; none if that entry is not its newest play, or they are asked already.
fn ask(
    row: &TableRow,
    entries: &[Entry],
    difference: &Difference,
    build: [u8; 32],
    before: &End,
) -> Option<TableAction> {
    let mut state = TableState::new(row, Outages::default());
    for entry in entries {
        state.apply(entry, &body_of(entry).ok()?);
    }
    state.ask_to_go_on(difference.entry, build, before.to_act)
}

async fn entries(journal: &Arc<dyn Journal>, table: TableId) -> Result<Vec<Entry>, JournalError> {
    let mut entries = Vec::<Entry>::new();
    loop {
        let after = entries.last().map_or(0, |entry| entry.seq);
        let read = journal.entries(table, after, BATCH).await?;
        if read.is_empty() {
            return Ok(entries);
        }
        entries.extend(read);
    }
}

/// A game after an entry, as the new build has it.
#[derive(Debug)]
struct End {
    digest: String,
    to_act: Seats,
    is_over: bool,
}

/// How two builds replay a table.
#[derive(Debug)]
enum Compared {
    Alike(End),
    /// They differ; what the new build has before the entry at which they do, if it is an entry.
    Different(Difference, Option<End>),
}

fn compare(old: &Arc<Module>, new: &Arc<Module>, row: &TableRow, entries: &[Entry]) -> Compared {
    let mut before = None;
    match compare_each(old, new, row, entries, &mut before) {
        Ok(end) => Compared::Alike(end),
        Err(difference) => Compared::Different(difference, before),
    }
}

/// Replays with both; `before` is what the new build has before the entry that comes next.
fn compare_each(
    old: &Arc<Module>,
    new: &Arc<Module>,
    row: &TableRow,
    entries: &[Entry],
    before: &mut Option<End>,
) -> Result<End, Difference> {
    let at = |entry, is_new| {
        move |error: LoadError| Difference {
            entry,
            what: What::Unplayable {
                is_new,
                is_permanent: matches!(error, LoadError::Stopped(_)),
                reason: reason_of(error),
            },
        }
    };
    let deal = |build, is_new| {
        let outages = Outages::default();
        Position::deal(build, row, outages).map_err(at(0, is_new))
    };
    // An older upgrade may be among the entries, so digests are not compared from the beginning on;
    // what everybody sees is.
    let unchecked = u64::MAX;
    let mut old = deal(old, false)?.checked_from(unchecked);
    let mut new = deal(new, true)?.checked_from(unchecked);
    let eyes: Vec<Eyes> = [Eyes::Public, Eyes::All]
        .into_iter()
        .chain((0..row.seats).map(Seat).map(Eyes::Seat))
        .collect();
    let undone = undone_in(old.state(), entries).map_err(at(0, false))?;
    compare_looks(&mut old, &mut new, &eyes).map_err(|what| Difference { entry: 0, what })?;
    for entry in entries {
        *before = Some(End::of(&new));
        let told = replay(&mut old, entry, &undone).map_err(at(entry.seq, false))?;
        let told_new = replay(&mut new, entry, &undone).map_err(at(entry.seq, true))?;
        let compared = compare_told(&told, &told_new, &eyes)
            .and_then(|()| compare_looks(&mut old, &mut new, &eyes));
        compared.map_err(|what| Difference { entry: entry.seq, what })?;
    }
    Ok(End::of(&new))
}

impl End {
    fn of(new: &Position) -> Self {
        let is_over = new.is_over() || new.state().has_ended();
        let summary = new.summary();
        Self { digest: summary.digest.clone(), to_act: summary.to_act, is_over }
    }
}

fn replay(
    position: &mut Position,
    entry: &Entry,
    undone: &BTreeSet<u64>,
) -> Result<EntryEvents, LoadError> {
    position.replay(entry, &body_of(entry)?, undone)
}

fn reason_of(error: LoadError) -> String {
    match error {
        LoadError::Stopped(reason) => reason,
        LoadError::Failed(failed) => failed.to_string(),
        LoadError::Newer(_) => "it is of a newer server".to_owned(),
    }
}

fn compare_told(old: &EntryEvents, new: &EntryEvents, eyes: &[Eyes]) -> Result<(), What> {
    let told = |events: &EntryEvents, eyes| -> Vec<Box<RawValue>> {
        let told = events.iter().filter_map(|event| event.to(eyes));
        told.map(|(event, _)| event.clone()).collect()
    };
    let differs = |eyes: &&Eyes| {
        let (old, new) = (told(old, **eyes), told(new, **eyes));
        old.len() != new.len()
            || old.iter().zip(&new).any(|(old, new)| !is_same(old.get(), new.get()))
    };
    eyes.iter().find(differs).map_or(Ok(()), |eyes| Err(What::Told(*eyes)))
}

fn compare_looks(old: &mut Position, new: &mut Position, eyes: &[Eyes]) -> Result<(), What> {
    if old.summary().to_act != new.summary().to_act || old.is_over() != new.is_over() {
        return Err(What::Turn);
    }
    for &eyes in eyes {
        let (old, new) = (look(old, eyes, false)?, look(new, eyes, true)?);
        if !is_same(old.view.get(), new.view.get()) {
            return Err(What::View(eyes));
        }
        // Read, since an older build may name a part of it differently.
        if read_score(&old.score).ok() != read_score(&new.score).ok() {
            return Err(What::Score(eyes));
        }
        let steps = old.moves.iter().zip(&new.moves);
        let are_same = old.moves.len() == new.moves.len()
            && steps.into_iter().all(|(old, new)| is_same(old.step.get(), new.step.get()));
        if let (false, Eyes::Seat(seat)) = (are_same, eyes) {
            return Err(What::Moves(seat));
        }
    }
    Ok(())
}

fn look(position: &mut Position, eyes: Eyes, is_new: bool) -> Result<Look, What> {
    let looked = position.finish_keep().and_then(|()| position.game.look(eyes, Language::En));
    looked.map_err(|error: CallError| {
        let is_permanent = matches!(error, CallError::Refused(_) | CallError::BadRequest(_));
        What::Unplayable { is_new, is_permanent, reason: error.to_string() }
    })
}

/// Whether two JSON values are the same, whatever the order of their fields.
fn is_same(one: &str, other: &str) -> bool {
    let read = |value: &str| serde_json::from_str::<Value>(value).ok();
    one == other || read(one).is_some_and(|one| read(other) == Some(one))
}

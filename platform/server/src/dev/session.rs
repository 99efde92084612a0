//! The author's table: a position on the newest build, and how it is moved.

use std::collections::BTreeMap;

use gueridon_game::border::Summary;
use gueridon_game::{Dice, Eyes, Language, Seats};
use gueridon_modules::module::{Played, RawJson, ReportedEvent};
use gueridon_modules::{CallError, Handle};
use serde_json::value::to_raw_value;

use super::build::Build;
use super::entries::{Entry, Record};
use super::request::{Act, NotDone};

/// A game takes no more entries than this.
const MOST_ENTRIES: usize = 100_000;
/// How many branches are kept.
const MOST_BRANCHES: usize = 200;
/// The longest name of a branch, in characters.
const LONGEST_NAME: usize = 60;
/// The branch of what was left last by playing something else, so that nothing is lost by a wrong click.
const LEFT: &str = "left";

/// How the last build went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Status {
    /// It is under way.
    Building,
    /// Its module is shown.
    Ready,
    /// It failed; the one before is shown, if there was one.
    Failed(String),
}

/// The table, and all that is kept beside it.
pub(super) struct Session {
    /// Counts what has been shown.
    pub(super) number: u64,
    /// How the module is built, in words.
    pub(super) recipe: String,
    pub(super) status: Status,
    pub(super) build: Option<Build>,
    pub(super) record: Record,
    pub(super) line: Line,
    pub(super) branches: BTreeMap<String, Record>,
}

/// What was played on the newest build.
#[derive(Default)]
pub(super) struct Line {
    /// The game; none if it could not be dealt, or is lost.
    pub(super) handle: Option<Handle>,
    pub(super) summary: Option<Summary>,
    /// What was told of each entry.
    pub(super) told: Vec<Vec<ReportedEvent>>,
    /// What everybody saw before the last entry, in the order of [`all_eyes`].
    pub(super) before: Vec<Option<RawJson>>,
    /// Why the table is not where it should be.
    pub(super) problem: Option<String>,
}

/// Everybody's eyes at a table: the all-seeing ones first, then the seats, then the public.
pub(super) fn all_eyes(seats: u8) -> impl Iterator<Item = Eyes> {
    let of_seats = Seats::first(seats).iter().map(Eyes::Seat).collect::<Vec<_>>();
    [Eyes::All].into_iter().chain(of_seats).chain([Eyes::Public])
}

impl Session {
    /// A table at a position, without a build yet.
    pub(super) fn new(recipe: String, record: Record) -> Self {
        Self {
            number: 0,
            recipe,
            status: Status::Building,
            build: None,
            record,
            line: Line::default(),
            branches: BTreeMap::new(),
        }
    }

    /// Notes how the build goes.
    pub(super) fn build_is(&mut self, status: Status) {
        self.status = status;
    }

    /// Sets the table up on another build, where it was, or as near as that build lets it.
    pub(super) fn renew(&mut self, build: Build) {
        if self.record.seats == 0 {
            self.record.seats = build.usual_seats();
        }
        self.build = Some(build);
        self.status = Status::Ready;
        self.replay();
    }

    /// After how many entries the table is.
    pub(super) const fn reached(&self) -> usize {
        self.line.told.len()
    }

    /// Does what the author asks for.
    pub(super) fn act(&mut self, act: Act) -> Result<(), NotDone> {
        match act {
            Act::Keep { name } => return self.keep(&name),
            Act::Forget { name } => {
                let was = self.branches.remove(&name);
                return was.map(drop).ok_or_else(|| no_branch(&name));
            }
            Act::New { seats, seed, options } => {
                self.set_up(seats, seed, options);
                return Ok(());
            }
            Act::Branch { name } => {
                let branch = self.branches.get(&name).ok_or_else(|| no_branch(&name))?;
                self.record = branch.clone();
                self.replay();
                return Ok(());
            }
            Act::Go { to } => {
                let last = self.record.entries.len();
                if to > last {
                    return Err(NotDone::because(format!("only {last} entries were played")));
                }
                self.record.at = to;
                self.replay();
                return Ok(());
            }
            // The watch does this.
            Act::Build => return Ok(()),
            Act::Play { .. } | Act::Chance { .. } => {}
        }
        if self.line.handle.as_ref().is_none_or(Handle::is_lost) {
            self.replay();
        }
        let done = match act {
            Act::Chance { to, luck } => self.by_chance(to, luck),
            Act::Play { seat, steps } => {
                let before = self.looked();
                let played = self.play(Entry { seat, steps });
                if played.is_ok() {
                    self.line.before = before;
                }
                played
            }
            _ => Ok(()),
        };
        if done.is_err() && self.line.handle.as_ref().is_some_and(Handle::is_lost) {
            // What was reached stays, though its process is lost.
            self.replay();
        }
        done
    }

    /// Deals another game.
    fn set_up(
        &mut self,
        seats: Option<u8>,
        seed: Option<super::entries::SeedName>,
        options: Option<RawJson>,
    ) {
        self.leave();
        let record = &mut self.record;
        record.seats = seats.unwrap_or(record.seats);
        if let Some(seed) = seed {
            record.seed = seed;
        }
        if let Some(options) = options {
            record.options = Some(options).filter(|options| options.get() != r#""""#);
        }
        record.entries.clear();
        record.at = 0;
        self.replay();
    }

    fn keep(&mut self, name: &str) -> Result<(), NotDone> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            let why = format!("a branch has a name of at most {LONGEST_NAME} characters");
            return Err(NotDone::because(why));
        }
        if self.branches.len() >= MOST_BRANCHES && !self.branches.contains_key(name) {
            return Err(NotDone::because("there are too many branches: forget some"));
        }
        let record = Record { at: self.reached(), ..self.record.clone() };
        self.branches.insert(name.to_owned(), record);
        Ok(())
    }

    /// Keeps what comes after the position, which is about to be played otherwise.
    fn leave(&mut self) {
        if !self.record.entries.is_empty() {
            self.branches.insert(LEFT.to_owned(), self.record.clone());
        }
    }

    /// Deals the game again, and plays what was played up to the position.
    fn replay(&mut self) {
        // First, so that no more than one game is in the module's process.
        self.line = Line::default();
        let Some(build) = &self.build else { return };
        let Record { options, seats, seed, entries, at } = &self.record;
        match build.module.deal(options.as_deref(), *seats, seed.seed()) {
            Ok((handle, summary)) => {
                self.line.handle = Some(handle);
                self.line.summary = Some(summary);
            }
            Err(error) => {
                let why = NotDone::from(error).said;
                self.line.problem = Some(format!("no game is dealt: {why}"));
                return;
            }
        }
        let last = *at;
        let entries: Vec<Entry> = entries.iter().take(last).cloned().collect();
        for (done, entry) in entries.iter().enumerate() {
            if done + 1 == last {
                self.line.before = self.looked();
            }
            if let Err(why) = self.line.play(entry) {
                let number = done + 1;
                let seat = entry.seat;
                let why = NotDone::from(why).said;
                // Where it is lost, a look would only say so again.
                self.line.problem = Some(format!(
                    "entry {number} of seat {seat} is not played by this build, and the table stands \
                     before it: {why}"
                ));
                self.deal_up_to(done);
                return;
            }
        }
    }

    /// Brings the table to an entry again after a call that has lost its process.
    fn deal_up_to(&mut self, to: usize) {
        if self.line.handle.as_ref().is_some_and(|handle| !handle.is_lost()) {
            return;
        }
        let problem = self.line.problem.take();
        let wanted = std::mem::replace(&mut self.record.at, to);
        self.replay();
        self.record.at = wanted;
        self.line.problem = problem;
    }

    /// What everybody sees now, to show what the next entry changes.
    fn looked(&mut self) -> Vec<Option<RawJson>> {
        let seats = self.record.seats;
        let Some(handle) = &mut self.line.handle else { return Vec::new() };
        all_eyes(seats).map(|eyes| handle.view(eyes).ok()).collect()
    }

    /// Plays one entry, and drops what came after the position unless it is the same.
    fn play(&mut self, entry: Entry) -> Result<(), NotDone> {
        self.line.play(&entry)?;
        self.line.problem = None;
        let at = self.line.told.len() - 1;
        if self.record.entries.get(at).is_none_or(|next| !next.is_like(&entry)) {
            if self.record.entries.len() > at {
                self.leave();
            }
            self.record.entries.truncate(at);
            self.record.entries.push(entry);
        }
        self.record.at = at + 1;
        Ok(())
    }

    /// Plays by chance until there are so many entries. What is chosen depends on the seed, on `luck`
    /// and on the number of the entry, and on nothing else.
    fn by_chance(&mut self, to: usize, luck: u64) -> Result<(), NotDone> {
        let at = self.reached();
        if to <= at || to > MOST_ENTRIES {
            let why = format!("the table is after entry {at}: say a number from {} on", at + 1);
            return Err(NotDone::because(why));
        }
        let seed = self.record.seed.of_choices(luck);
        let lost = || NotDone::because("there is no game to be played on");
        while self.reached() < to {
            let summary = self.line.summary.as_ref().ok_or_else(lost)?;
            if summary.over {
                break;
            }
            let mut dice = Dice::new(&seed, self.reached() as u64 + 1);
            let acting: Vec<_> = summary.to_act.iter().collect();
            let handle = self.line.handle.as_mut().ok_or_else(lost)?;
            let seat = dice.pick(&acting);
            let seat =
                *seat.ok_or_else(|| NotDone::because("nobody is to act, and it is not over"))?;
            let open = handle.moves(seat, Language::default())?;
            let step = dice.pick(&open).ok_or_else(|| {
                NotDone::because(format!("seat {seat} is to act and has no step"))
            })?;
            let entry = Entry { seat, steps: vec![step.step.clone()] };
            // Any of them may be the last.
            let before = self.looked();
            self.play(entry)?;
            self.line.before = before;
        }
        Ok(())
    }
}

fn no_branch(name: &str) -> NotDone {
    NotDone::because(format!("there is no branch `{name}`"))
}

impl Line {
    /// Plays one entry.
    fn play(&mut self, entry: &Entry) -> Result<(), CallError> {
        let handle = self.handle.as_mut().ok_or(CallError::Gone)?;
        let bad = |error: serde_json::Error| CallError::BadRequest(error.to_string());
        let steps = to_raw_value(&entry.steps).map_err(bad)?;
        let number = self.told.len() as u64 + 1;
        let Played { summary, told } = handle.play(entry.seat, number, &steps)?;
        handle.keep()?;
        self.summary = Some(summary);
        self.told.push(told);
        Ok(())
    }
}

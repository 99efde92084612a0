//! What a check looks at, and what it found: how often, and where for the first time.

use std::collections::BTreeMap;
use std::fmt;

use gueridon_game::border::Op;
use gueridon_game::{Eyes, Seat};
use gueridon_modules::CallError;
use gueridon_modules::module::RawJson;
use serde::Serialize;
use serde_json::Value;

use super::conformity::Misfit;
use super::subject::one_line;

/// At most so many different findings of one kind are kept.
const MOST: usize = 20;
/// The most characters of what was found, and of the JSON that shows it.
const LONGEST: usize = 600;

/// Something that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Law {
    /// Every call is answered, as the border says.
    Border,
    /// The SDL is one that a host takes.
    Schema,
    /// The catalogue is complete, and the same in every language.
    Catalogue,
    /// It deals what it says it deals, and refuses the rest.
    Deals,
    /// What is listed is accepted, and who is to act can act.
    Moves,
    /// What is not listed is refused, and changes nothing.
    Unchanged,
    /// The same seed and steps give the same game, in another process.
    Replay,
    /// A game that is saved and opened again is the same.
    Restore,
    /// Looking changes nothing, and shows the same by every way.
    Looking,
    /// Eyes are shown the same on a game and on those that are imagined for them.
    Leaks,
    /// What is imagined follows from what the eyes know, and is redrawn.
    Imagining,
    /// Steps fit the SDL.
    Steps,
    /// Views fit the SDL.
    Views,
    /// Events fit the SDL.
    Events,
    /// The score pad adds up.
    Score,
    /// Everything has words in every language.
    Words,
    /// Refusals are listed in the catalogue.
    Refusals,
    /// What is previewed as certain comes so.
    Previews,
    /// The search finds steps that are open, and the same ones again.
    Search,
    /// Every game ends in time.
    Ends,
}

impl Law {
    /// Everything that is checked, in the order of the report.
    pub(super) const ALL: [Self; 20] = [
        Self::Border,
        Self::Schema,
        Self::Catalogue,
        Self::Deals,
        Self::Steps,
        Self::Views,
        Self::Events,
        Self::Score,
        Self::Words,
        Self::Refusals,
        Self::Moves,
        Self::Unchanged,
        Self::Replay,
        Self::Restore,
        Self::Looking,
        Self::Leaks,
        Self::Imagining,
        Self::Previews,
        Self::Search,
        Self::Ends,
    ];

    /// What is promised, in a sentence.
    pub(super) const fn promise(self) -> &'static str {
        match self {
            Self::Border => "every call is answered as the border says",
            Self::Schema => "the SDL is one that a server takes",
            Self::Catalogue => "the catalogue is complete in every language",
            Self::Deals => "it deals what it says it deals, and refuses the rest",
            Self::Moves => "who is to act can act, and every listed step is accepted",
            Self::Unchanged => "what is not listed is refused and changes nothing",
            Self::Replay => "the same seed and steps give the same game in another process",
            Self::Restore => "a game that is saved and opened again is the same",
            Self::Looking => "looking changes nothing, and every way of looking shows the same",
            Self::Leaks => "eyes are shown the same on a game and on those imagined for them",
            Self::Imagining => "what is imagined follows from what the eyes know",
            Self::Steps => "steps fit the SDL",
            Self::Views => "views fit the SDL",
            Self::Events => "events fit the SDL",
            Self::Score => "the score pad adds up",
            Self::Words => "everything has words in every language",
            Self::Refusals => "refusals are listed in the catalogue",
            Self::Previews => "what is previewed as certain comes so",
            Self::Search => "a search finds open steps, and the same ones again",
            Self::Ends => "every game ends in time",
        }
    }
}

/// How bad something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Weight {
    /// A server, a player or another law is harmed by it.
    Failure,
    /// It may be meant so.
    Remark,
}

/// Where in the imagined evening of games something was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Place {
    /// How many seats the table has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seats: Option<u8>,
    /// Which game at a table of so many, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<u64>,
    /// After how many steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) step: Option<usize>,
    /// Whose eyes were used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) eyes: Option<Eyes>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(seats) = self.seats {
            parts.push(format!("{seats} seats"));
        }
        if let Some(game) = self.game {
            parts.push(format!("game {game}"));
        }
        if let Some(step) = self.step {
            parts.push(format!("after {step} steps"));
        }
        match self.eyes {
            Some(Eyes::Seat(Seat(seat))) => parts.push(format!("eyes of seat {seat}")),
            Some(Eyes::Public) => parts.push("eyes of the public".to_owned()),
            Some(Eyes::All) => parts.push("all-seeing eyes".to_owned()),
            None => {}
        }
        f.write_str(&parts.join(", "))
    }
}

/// A step that was taken in a game.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Taken {
    pub(super) seat: Seat,
    #[serde(rename = "move")]
    pub(super) step: RawJson,
}

/// Something that was found.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Finding {
    /// In a sentence.
    pub(super) what: String,
    pub(super) weight: Weight,
    /// How often.
    pub(super) times: u64,
    /// Where for the first time.
    pub(super) place: Place,
    /// What shows it, mostly JSON; empty if there is no more to say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) detail: String,
    /// The table's seed, as 64 hexadecimal digits.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) seed: String,
    /// The steps that led there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) steps: Vec<Taken>,
}

/// A process was lost, and with it the game: nothing more can be asked of it.
#[derive(Debug)]
pub(super) struct Lost;

/// Everything that was found, and how often was looked.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// Where the check is now.
    pub(super) at: Place,
    /// The seed of the game that it is at.
    pub(super) seed: String,
    /// The steps of that game so far, or all of them.
    pub(super) steps: Vec<Taken>,
    looked: BTreeMap<Law, u64>,
    found: BTreeMap<Law, BTreeMap<String, Finding>>,
    /// Processes that were lost.
    pub(super) lost: u32,
}

impl Findings {
    /// Notes that a law was looked at once.
    pub(super) fn look(&mut self, law: Law) {
        *self.looked.entry(law).or_default() += 1;
    }

    /// Notes that a law was looked at, and broken unless `holds`.
    pub(super) fn must(
        &mut self,
        law: Law,
        holds: bool,
        what: &str,
        detail: impl FnOnce() -> String,
    ) {
        self.look(law);
        if !holds {
            self.fail(law, what, detail());
        }
    }

    /// Notes something bad.
    pub(super) fn fail(&mut self, law: Law, what: impl Into<String>, detail: impl Into<String>) {
        self.note(law, Weight::Failure, &what.into(), &detail.into());
    }

    /// Notes something that may be meant so.
    pub(super) fn remark(&mut self, law: Law, what: impl Into<String>, detail: impl Into<String>) {
        self.note(law, Weight::Remark, &what.into(), &detail.into());
    }

    fn note(&mut self, law: Law, weight: Weight, what: &str, detail: &str) {
        let what: String = one_line(what).chars().take(LONGEST).collect();
        let found = self.found.entry(law).or_default();
        if let Some(known) = found.get_mut(&what) {
            known.times += 1;
            return;
        }
        if found.len() >= MOST {
            return;
        }
        let taken = self.at.step.unwrap_or_default().min(self.steps.len());
        let finding = Finding {
            what: what.clone(),
            weight,
            times: 1,
            place: self.at,
            detail: detail.chars().take(LONGEST).collect(),
            seed: self.seed.clone(),
            steps: self.steps[..taken].to_vec(),
        };
        found.insert(what, finding);
    }

    /// The answer to a call in which nothing can be refused; notes why there is none.
    pub(super) fn heard<T>(
        &mut self,
        op: Op,
        answer: Result<T, CallError>,
    ) -> Result<Option<T>, Lost> {
        self.look(Law::Border);
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => self.unanswered(op, &error).map(|()| None),
        }
    }

    /// Notes why there is no answer.
    pub(super) fn unanswered(&mut self, op: Op, error: &CallError) -> Result<(), Lost> {
        let asked = name_of(op);
        match error {
            CallError::Unsupported if is_optional(op) => {
                let what = format!("it does not know the operation {asked}: {}", without(op));
                self.remark(Law::Border, what, "");
            }
            CallError::Unsupported => {
                self.fail(Law::Border, format!("it does not know the operation {asked}"), "");
            }
            CallError::WorkerLost(_) => {
                self.lost += 1;
                self.fail(Law::Border, format!("asked for {asked}, {}", lost(error)), "");
                return Err(Lost);
            }
            CallError::Gone | CallError::NoWorker(_) => {
                self.lost += 1;
                self.fail(Law::Border, lost(error), "");
                return Err(Lost);
            }
            CallError::Refused(refused) => {
                let what = format!("asked for {asked}, it refuses with {}", refused.code);
                self.fail(Law::Border, what, "");
            }
            CallError::BadRequest(_) | CallError::Panicked { .. } | CallError::BadReply(_) => {
                self.fail(Law::Border, format!("asked for {asked}: {error}"), "");
            }
        }
        Ok(())
    }

    /// Adds what another part of the check found.
    pub(super) fn add(&mut self, other: Self) {
        for (law, times) in other.looked {
            *self.looked.entry(law).or_default() += times;
        }
        self.lost += other.lost;
        for (law, found) in other.found {
            let into = self.found.entry(law).or_default();
            for (what, finding) in found {
                let has_room = into.len() < MOST;
                match into.get_mut(&what) {
                    Some(known) => {
                        let times = known.times + finding.times;
                        // The first place, so that it depends on no thread's speed.
                        if order(&finding.place) < order(&known.place) {
                            *known = finding;
                        }
                        known.times = times;
                    }
                    None if has_room => drop(into.insert(what, finding)),
                    None => {}
                }
            }
        }
    }

    /// How often a law was looked at, and what was found, the most frequent first.
    pub(super) fn of(&self, law: Law) -> (u64, Vec<Finding>) {
        let mut found: Vec<Finding> =
            self.found.get(&law).into_iter().flat_map(BTreeMap::values).cloned().collect();
        found.sort_by(|one, other| {
            let rank =
                |finding: &Finding| (finding.weight == Weight::Remark, u64::MAX - finding.times);
            rank(one).cmp(&rank(other)).then_with(|| one.what.cmp(&other.what))
        });
        (self.looked.get(&law).copied().unwrap_or_default(), found)
    }
}

/// The place of a finding among others.
fn order(place: &Place) -> (u8, u64, usize) {
    let Place { seats, game, step, .. } = *place;
    (seats.unwrap_or_default(), game.unwrap_or_default(), step.unwrap_or_default())
}

fn lost(error: &CallError) -> String {
    match error {
        CallError::WorkerLost(end) => end.to_string(),
        other => other.to_string(),
    }
}

/// The name of an operation, as the header for modules in C has it.
pub(super) fn name_of(op: Op) -> &'static str {
    match op {
        Op::About => "ABOUT",
        Op::Catalogue => "CATALOGUE",
        Op::Play => "PLAY",
        Op::Keep => "KEEP",
        Op::Drop => "DROP",
        Op::Moves => "MOVES",
        Op::View => "VIEW",
        Op::Score => "SCORE",
        Op::Words => "WORDS",
        Op::Look => "LOOK",
        Op::Preview => "PREVIEW",
        Op::Imagine => "IMAGINE",
        Op::Save => "SAVE",
        Op::LookAhead => "LOOK_AHEAD",
        Op::Reveals => "REVEALS",
        Op::Search => "SEARCH",
    }
}

/// Whether a host serves a module that does not know an operation.
const fn is_optional(op: Op) -> bool {
    matches!(op, Op::Preview | Op::Imagine | Op::LookAhead | Op::Reveals | Op::Search)
}

/// What a table misses without an optional operation.
const fn without(op: Op) -> &'static str {
    match op {
        Op::Preview => "nobody can look at steps before they play them",
        Op::Imagine => "nothing can be previewed or searched",
        Op::LookAhead => "every play is looked at only after it is written",
        Op::Reveals => "every play counts as one that reveals something",
        Op::Search => "its bots play at random, and there are no hints",
        _ => "it is needed",
    }
}

/// Notes what does not fit the SDL, each once under its own name.
pub(super) fn unfit(
    findings: &mut Findings,
    law: Law,
    whose: &str,
    misfits: Vec<Misfit>,
    value: &Value,
) {
    findings.look(law);
    for Misfit { path, what } in misfits {
        let at = if path.is_empty() { String::new() } else { format!("at `{path}` of ") };
        findings.fail(law, format!("{whose}{what}"), format!("{at}{value}"));
    }
}

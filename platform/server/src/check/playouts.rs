//! Random games, from the deal to the end, with no more calls than a game takes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gueridon_game::border::{Op, Refused, Summary};
use gueridon_game::{Dice, Eyes, Language, Score, Seat, Seats, Seed};
use gueridon_modules::module::RawJson;
use gueridon_modules::{CallError, Handle, Module};
use serde_json::value::RawValue;

use super::catalogue::Words;
use super::conformity::Schema;
use super::coverage::{Coverage, tag_of};
use super::findings::{Findings, Law, Lost, Place, Taken, unfit};
use super::json::{one, tree};

/// What all games are checked against.
pub(super) struct Rules<'a> {
    pub(super) schema: &'a Schema,
    pub(super) words: &'a Words,
    /// How many steps a game may take.
    pub(super) longest: u32,
    /// What all chance is drawn from.
    pub(super) seed: u64,
    pub(super) options: Option<&'a RawValue>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// By its rules.
    Over(Score),
    /// It went on for longer than it may.
    Endless,
    /// Nobody who was to act could, or a call failed.
    Stuck,
}

/// A game that was played.
pub(super) struct Playout {
    pub(super) seats: u8,
    pub(super) number: u64,
    pub(super) seed: Seed,
    /// What was done; forgotten once it was looked at closely.
    pub(super) steps: Vec<Taken>,
    /// Before the first step and after each; forgotten with the steps.
    pub(super) summaries: Vec<Summary>,
    /// How many steps there were.
    pub(super) length: usize,
    /// How many steps were open to who was chosen to act, at each step.
    pub(super) open: Vec<u32>,
    pub(super) end: End,
    /// How long the calls of its decisions took.
    pub(super) took: Duration,
}

/// The sort of dice that something is drawn with, so that one has nothing to do with another.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stream {
    /// The table's own seed.
    Table = 1,
    /// Who acts, and what is chosen.
    Choice,
    /// Where a game is looked at closely, and what is tried there.
    Close,
    /// What is imagined.
    Imagined,
    /// Odd input.
    Odd,
}

/// The seed of something in a game.
pub(super) fn seed_of(seed: u64, seats: u8, number: u64, stream: Stream) -> Seed {
    let mut bytes = [stream as u8; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    bytes[16] = seats;
    Seed(bytes)
}

/// How long calls took, by operation.
#[derive(Debug, Clone, Default)]
pub(super) struct CallTimes(Arc<Mutex<BTreeMap<u32, OfOperation>>>);

/// How long the calls of one operation took, in microseconds.
#[derive(Debug, Clone, Default)]
pub(super) struct OfOperation {
    pub(super) count: u64,
    pub(super) most: u64,
    /// Of the first calls: more would only take room.
    pub(super) kept: Vec<u64>,
}

/// How many calls of an operation are kept one by one.
const KEPT: usize = 100_000;

impl CallTimes {
    /// Has the calls of a game counted.
    pub(super) fn watch(&self, handle: &mut Handle) {
        let Self(times) = self.clone();
        handle.observe(Box::new(move |op, took| {
            let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
            let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
            let of = times.entry(op as u32).or_default();
            of.count += 1;
            of.most = of.most.max(micros);
            if of.kept.len() < KEPT {
                of.kept.push(micros);
            }
        }));
    }

    /// By the number of the operation.
    pub(super) fn all(&self) -> BTreeMap<u32, OfOperation> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Plays the game of that number. Games 2n and 2n + 1 have the same seed, and differ by what is chosen.
pub(super) fn play(
    rules: &Rules<'_>,
    module: &Arc<Module>,
    seats: u8,
    number: u64,
    times: &CallTimes,
    findings: &mut Findings,
    coverage: &mut Coverage,
) -> Result<Option<Playout>, Lost> {
    let seed = seed_of(rules.seed, seats, number / 2, Stream::Table);
    findings.at = Place { seats: Some(seats), game: Some(number), step: Some(0), eyes: None };
    findings.seed = gueridon_game::border::hex(&seed.0);
    findings.steps.clear();
    findings.look(Law::Deals);
    let (mut handle, summary) = match module.deal(rules.options, seats, &seed) {
        Ok(dealt) => dealt,
        Err(CallError::Refused(refused)) => {
            let what = format!("a game of {seats} seats is refused: {}", refused.code);
            findings.fail(Law::Deals, what, "");
            return Ok(None);
        }
        Err(error) => {
            let what = format!("a game of {seats} seats is not dealt: {error}");
            findings.fail(Law::Deals, what, "");
            return match error {
                CallError::WorkerLost(_) | CallError::Gone | CallError::NoWorker(_) => {
                    findings.lost += 1;
                    Err(Lost)
                }
                _ => Ok(None),
            };
        }
    };
    times.watch(&mut handle);
    let playout = Playout {
        seats,
        number,
        seed,
        steps: Vec::new(),
        summaries: vec![summary],
        length: 0,
        open: Vec::new(),
        end: End::Stuck,
        took: Duration::ZERO,
    };
    let dice = Dice::new(&seed_of(rules.seed, seats, number, Stream::Choice), 0);
    Playing { rules, handle, findings, coverage, dice, playout }.until_it_ends().map(Some)
}

/// A game under way.
struct Playing<'a> {
    rules: &'a Rules<'a>,
    handle: Handle,
    findings: &'a mut Findings,
    coverage: &'a mut Coverage,
    dice: Dice,
    playout: Playout,
}

impl Playing<'_> {
    fn until_it_ends(mut self) -> Result<Playout, Lost> {
        loop {
            let summary = self.playout.summaries.last().cloned();
            let to_act = summary.as_ref().map_or(Seats::NONE, |summary| summary.to_act);
            if let Some(summary) = &summary {
                self.stands(summary);
            }
            if to_act.is_empty() {
                self.ends()?;
                break;
            }
            if self.findings.steps.len() >= self.rules.longest as usize {
                let what = format!("a game is not over after {} steps", self.rules.longest);
                self.findings.fail(Law::Ends, what, "");
                self.playout.end = End::Endless;
                break;
            }
            if !self.step(to_act)? {
                break;
            }
        }
        self.findings.look(Law::Ends);
        self.playout.steps.clone_from(&self.findings.steps);
        self.playout.length = self.playout.steps.len();
        Ok(self.playout)
    }

    /// Where the game says that it stands.
    fn stands(&mut self, summary: &Summary) {
        let seats = self.playout.seats;
        let is_sound = summary.over == summary.to_act.is_empty()
            && summary.to_act.is_subset(Seats::first(seats))
            && summary.decisions.len() == usize::from(seats);
        self.findings.must(
            Law::Border,
            is_sound,
            "where the game stands contradicts itself: who is to act, whether it is over, and one \
             decision for each seat",
            || serde_json::to_string(summary).unwrap_or_default(),
        );
    }

    /// Takes a step of somebody who is to act; says whether one was taken.
    fn step(&mut self, to_act: Seats) -> Result<bool, Lost> {
        let acting: Vec<Seat> = to_act.iter().collect();
        let Some(&seat) = self.dice.pick(&acting) else { return Ok(false) };
        let began = Instant::now();
        let moves = self.handle.moves(seat, Language::default());
        self.playout.took += began.elapsed();
        let Some(mut open) = self.findings.heard(Op::Moves, moves)? else { return Ok(false) };
        self.findings.must(Law::Moves, !open.is_empty(), "who is to act has no step", String::new);
        self.playout.open.push(u32::try_from(open.len()).unwrap_or(u32::MAX));
        for choice in &open {
            let step = tree(&choice.step);
            let coverage = &mut *self.coverage;
            let misfits =
                self.rules.schema.step(&step, &mut |name, part| coverage.part(name, part));
            unfit(self.findings, Law::Steps, "", misfits, &step);
        }
        while !open.is_empty() {
            let choice = open.swap_remove(self.dice.below(open.len()));
            if self.take(seat, &choice.step)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn take(&mut self, seat: Seat, step: &RawJson) -> Result<bool, Lost> {
        let entry = self.findings.steps.len() as u64 + 1;
        let list = one(step);
        let began = Instant::now();
        let played = self.handle.play(seat, entry, &list);
        let kept = played.is_ok().then(|| self.handle.keep());
        self.playout.took += began.elapsed();
        self.findings.look(Law::Moves);
        let played = match played {
            Ok(played) => played,
            Err(CallError::Refused(refused)) => {
                let what = format!("a listed step is refused: {}", refused.code);
                self.findings.fail(Law::Moves, what, step.get());
                self.refused(&refused);
                return Ok(false);
            }
            Err(error) => {
                self.findings.steps.push(Taken { seat, step: step.clone() });
                self.findings.at.step = Some(self.findings.steps.len());
                let heard = self.findings.unanswered(Op::Play, &error);
                self.findings.steps.pop();
                self.findings.at.step = Some(self.findings.steps.len());
                return heard.map(|()| false);
            }
        };
        if let Some(kept) = kept {
            self.findings.heard(Op::Keep, kept)?;
        }
        self.findings.steps.push(Taken { seat, step: step.clone() });
        self.findings.at.step = Some(self.findings.steps.len());
        self.coverage.step(&tree(step));
        let mut told = Vec::new();
        for event in &played.told {
            told.push((&event.event, &event.words));
            told.extend(event.others.iter().map(|others| (&others.event, &others.words)));
        }
        self.findings.must(Law::Events, !told.is_empty(), "a step tells nobody anything", || {
            step.get().to_owned()
        });
        for (event, words) in told {
            let event = tree(event);
            let coverage = &mut *self.coverage;
            let misfits =
                self.rules.schema.event(&event, &mut |name, part| coverage.part(name, part));
            unfit(self.findings, Law::Events, "", misfits, &event);
            self.coverage.event(&event);
            for language in Language::ALL {
                let is_said = !words.get(language).trim().is_empty();
                self.findings.must(
                    Law::Words,
                    is_said,
                    &format!("the event {} has no words in {language:?}", tag_of(&event)),
                    || event.to_string(),
                );
            }
        }
        self.playout.summaries.push(played.summary);
        Ok(true)
    }

    fn refused(&mut self, refused: &Refused) {
        refusal(self.rules.words, self.findings, self.coverage, refused);
    }

    /// The game is over: how.
    fn ends(&mut self) -> Result<(), Lost> {
        let score = self.handle.score(Eyes::All);
        let Some(score) = self.findings.heard(Op::Score, score)? else { return Ok(()) };
        let first = score.seats.iter().filter(|column| column.rank == 1).count();
        let who = match (self.playout.seats, first) {
            (1, _) => "alone".to_owned(),
            (_, 1) => "one winner".to_owned(),
            (seats, first) if first == usize::from(seats) => "everybody is even".to_owned(),
            (_, first) => format!("{first} share the victory"),
        };
        let last = self.findings.steps.last().map_or_else(
            || "the deal".to_owned(),
            |taken| {
                let step = tree(&taken.step);
                step.as_object()
                    .and_then(|step| step.keys().next().cloned())
                    .or_else(|| step.as_str().map(str::to_owned))
                    .unwrap_or_default()
            },
        );
        *self.coverage.endings.entry(format!("{who}, after {last}")).or_default() += 1;
        for column in &score.seats {
            for line in column.lines.iter().chain(&column.tie_breaks).filter(|l| l.points != 0) {
                self.coverage.scored(&line.line);
            }
        }
        self.playout.end = End::Over(score);
        Ok(())
    }
}

/// Notes a refusal: its code must be listed, and it must have words.
pub(super) fn refusal(
    words: &Words,
    findings: &mut Findings,
    coverage: &mut Coverage,
    refused: &Refused,
) {
    let code = &refused.code;
    let is_listed = words.refusals.contains(code);
    *coverage.refusals.entry(code.clone()).or_default() += 1;
    findings.must(
        Law::Refusals,
        is_listed,
        &format!("the code {code} is not in the catalogue"),
        String::new,
    );
    for language in Language::ALL {
        let is_said = !refused.words.get(language).trim().is_empty();
        let what = format!("the refusal {code} has no words in {language:?}");
        findings.must(Law::Words, is_said, &what, String::new);
    }
}

//! A game that was played is played again in another process, and looked at closely at some positions.

use std::collections::BTreeSet;
use std::sync::Arc;

use gueridon_game::border::{Method, Op, Summary};
use gueridon_game::{Dice, Eyes, Language, Seat, Seats};
use gueridon_modules::module::RawJson;
use gueridon_modules::{CallError, Module};
use serde_json::Value;
use serde_json::value::RawValue;

use super::coverage::Coverage;
use super::distributions::Imaginings;
use super::findings::{Findings, Law, Lost, Place, Taken, unfit};
use super::json::{equal_json, one, tree};
use super::looking::Looking;
use super::odd;
use super::playouts::{CallTimes, End, Playout, Rules, Stream, seed_of};
use super::shown::{Shown, first_difference};

/// How many positions of a game are looked at closely, the first and the last among them.
const POSITIONS: usize = 5;
/// How many open steps of a position are tried.
const STEPS: usize = 12;
/// Iterations of the search that is asked for.
const ITERATIONS: u32 = 16;

/// Plays a game again and looks at it closely.
pub(super) fn look(
    rules: &Rules<'_>,
    module: &Arc<Module>,
    playout: &Playout,
    times: &CallTimes,
    findings: &mut Findings,
    coverage: &mut Coverage,
    imaginings: &mut Imaginings,
) -> Result<(), Lost> {
    let Playout { seats, number, seed, steps, .. } = playout;
    findings.at = Place { seats: Some(*seats), game: Some(*number), step: Some(0), eyes: None };
    findings.seed = gueridon_game::border::hex(&seed.0);
    findings.steps.clone_from(steps);
    let mut dice = Dice::new(&seed_of(rules.seed, *seats, *number, Stream::Close), 0);
    let mut positions = BTreeSet::from([0, steps.len()]);
    for _ in 2..POSITIONS {
        positions.insert(dice.below(steps.len() + 1));
    }
    let dealt = module.deal(rules.options, *seats, seed);
    let Some((mut handle, summary)) = findings.heard(Op::Play, dealt)? else { return Ok(()) };
    times.watch(&mut handle);
    let mut looking =
        Looking { rules, module, playout, handle, findings, coverage, imaginings, dice };
    looking.is_same(0, &summary);
    for (taken, step) in steps.iter().enumerate() {
        looking.findings.at.step = Some(taken);
        if positions.contains(&taken) {
            looking.position(taken)?;
        } else {
            // Every position is looked at through some eyes.
            let eyes = looking.any_eyes();
            looking.view(eyes)?;
        }
        if !looking.again(taken, step)? {
            return Ok(());
        }
    }
    looking.findings.at.step = Some(steps.len());
    looking.position(steps.len())?;
    Ok(())
}

impl Looking<'_> {
    pub(super) fn players(&self) -> impl Iterator<Item = Eyes> + use<> {
        Seats::first(self.playout.seats).iter().map(Eyes::Seat).chain([Eyes::Public])
    }

    fn any_eyes(&mut self) -> Eyes {
        let all: Vec<Eyes> = self.players().chain([Eyes::All]).collect();
        self.dice.pick(&all).copied().unwrap_or(Eyes::Public)
    }

    pub(super) fn summary(&self, taken: usize) -> Option<&Summary> {
        self.playout.summaries.get(taken)
    }

    /// Checks that the game is what it was after so many steps.
    fn is_same(&mut self, taken: usize, now: &Summary) {
        let Some(then) = self.playout.summaries.get(taken) else { return };
        let is_same = (now.digest.as_str(), now.to_act, now.over, &now.decisions)
            == (then.digest.as_str(), then.to_act, then.over, &then.decisions);
        self.findings.must(
            Law::Replay,
            is_same,
            "the same seed and steps lead to another game",
            || {
                let one = serde_json::to_value(then).unwrap_or_default();
                first_difference(&one, &serde_json::to_value(now).unwrap_or_default())
            },
        );
    }

    /// Takes the step that was taken here; says whether it was.
    fn again(&mut self, taken: usize, Taken { seat, step }: &Taken) -> Result<bool, Lost> {
        let played = self.handle.play(*seat, taken as u64 + 1, &one(step));
        if let Err(CallError::Refused(refused)) = &played {
            let what = format!("a step is refused when it is played again: {}", refused.code);
            self.findings.fail(Law::Replay, what, step.get());
            return Ok(false);
        }
        let Some(played) = self.findings.heard(Op::Play, played)? else { return Ok(false) };
        self.is_same(taken + 1, &played.summary);
        let kept = self.handle.keep();
        Ok(self.findings.heard(Op::Keep, kept)?.is_some())
    }

    fn save(&mut self) -> Result<Option<RawJson>, Lost> {
        let saved = self.handle.save();
        self.findings.heard(Op::Save, saved)
    }

    /// Looks at a position in every way.
    fn position(&mut self, taken: usize) -> Result<(), Lost> {
        let Some(saved) = self.save()? else { return Ok(()) };
        let shown = self.looks()?;
        self.restored(taken, &saved, &shown)?;
        let listed = self.listed()?;
        self.steps(taken, &listed)?;
        self.search(&listed)?;
        self.imagined(taken, &shown)?;
        self.unchanged(&saved, "looking at a game changes it")?;
        odd::send(self, taken, &saved, &listed)?;
        self.findings.at.eyes = None;
        Ok(())
    }

    /// Checks that the game is what was saved.
    pub(super) fn unchanged(&mut self, saved: &RawValue, what: &str) -> Result<bool, Lost> {
        let Some(now) = self.save()? else { return Ok(false) };
        let is_same = equal_json(&now, saved);
        self.findings
            .must(Law::Looking, is_same, what, || first_difference(&tree(saved), &tree(&now)));
        Ok(is_same)
    }

    /// The view of these eyes, which must fit the SDL.
    pub(super) fn view(&mut self, eyes: Eyes) -> Result<Option<Value>, Lost> {
        self.findings.at.eyes = Some(eyes);
        let view = self.handle.view(eyes);
        let view = self.findings.heard(Op::View, view)?.map(|view| tree(&view));
        if let Some(view) = &view {
            let coverage = &mut *self.coverage;
            let misfits = self.rules.schema.view(view, &mut |name, part| coverage.part(name, part));
            unfit(self.findings, Law::Views, "", misfits, view);
            self.coverage.things_in(view);
        }
        self.findings.at.eyes = None;
        Ok(view)
    }

    /// All that everybody is shown.
    fn looks(&mut self) -> Result<Vec<(Eyes, Shown)>, Lost> {
        let mut all = Vec::new();
        for eyes in self.players().chain([Eyes::All]) {
            let view = self.view(eyes)?;
            self.findings.at.eyes = Some(eyes);
            let score = self.handle.score(eyes);
            let score = self.findings.heard(Op::Score, score)?;
            for language in Language::ALL {
                let prompt = self.handle.prompt(eyes, language);
                let prompt = self.findings.heard(Op::Words, prompt)?;
                let look = self.handle.look(eyes, language);
                let look = look.and_then(|look| Ok((Shown::of(&look)?, look)));
                let Some((shown, look)) = self.findings.heard(Op::Look, look)? else { continue };
                self.findings.must(
                    Law::Words,
                    !shown.prompt.trim().is_empty(),
                    &format!("a prompt has no words in {language:?}"),
                    String::new,
                );
                let is_same = view.as_ref().is_none_or(|view| *view == shown.view)
                    && score.as_ref().is_none_or(|score| *score == shown.score)
                    && prompt.as_ref().is_none_or(|prompt| *prompt == shown.prompt)
                    && self.stands_so(&shown);
                self.findings.must(
                    Law::Looking,
                    is_same,
                    "LOOK shows something else than VIEW, SCORE, WORDS and where the game stands",
                    || serde_json::to_string(&look).unwrap_or_default(),
                );
                if language == Language::default() {
                    self.pad(&shown, eyes);
                    all.push((eyes, shown));
                }
            }
        }
        self.findings.at.eyes = None;
        Ok(all)
    }

    /// Whether the game is shown to stand where it stands.
    fn stands_so(&self, shown: &Shown) -> bool {
        let summary = self.findings.at.step.and_then(|taken| self.summary(taken));
        summary.is_none_or(|summary| (summary.to_act, summary.over) == (shown.to_act, shown.over))
    }

    /// Checks a score pad.
    fn pad(&mut self, shown: &Shown, eyes: Eyes) {
        let Shown { score, over, .. } = shown;
        let detail = || serde_json::to_string(score).unwrap_or_default();
        let seats = (0..self.playout.seats).map(Seat);
        let has_columns = score.seats.iter().map(|column| column.seat).eq(seats);
        let findings = &mut *self.findings;
        findings.must(Law::Score, has_columns, "there is not one column for each seat", detail);
        let adds_up = score.seats.iter().all(|column| {
            let sum: i64 = column.lines.iter().map(|line| i64::from(line.points)).sum();
            sum == i64::from(column.points)
        });
        findings.must(Law::Score, adds_up, "the lines do not add up to the points", detail);
        let key = |column: &gueridon_game::SeatScore| {
            let breaks: Vec<i32> = column.tie_breaks.iter().map(|line| line.points).collect();
            (column.points, breaks)
        };
        let is_ranked = score.seats.iter().all(|column| {
            let better = score.seats.iter().filter(|other| key(other) > key(column)).count();
            usize::from(column.rank) == better + 1
        });
        let what = "the ranks are not those of the points and tie-breaks";
        findings.must(Law::Score, is_ranked, what, detail);
        let what = "the score is final in a game that is not over, or the other way round";
        findings.must(Law::Score, score.is_final == *over, what, detail);
        let lines =
            score.seats.iter().flat_map(|column| column.lines.iter().chain(&column.tie_breaks));
        for line in lines {
            let is_named = self.rules.words.keys.contains(&line.line);
            let what = format!("the catalogue has no name for the line `{}`", line.line);
            findings.must(Law::Score, is_named, &what, String::new);
        }
        if let (true, End::Over(whole)) = (*over, &self.playout.end) {
            let what = "the result is not the same for all eyes";
            findings.must(Law::Score, score == whole, what, || format!("{eyes:?}: {score:?}"));
        }
    }

    /// Opens what was saved, and checks that it is the same game, also after the next step.
    fn restored(
        &mut self,
        taken: usize,
        saved: &RawValue,
        shown: &[(Eyes, Shown)],
    ) -> Result<(), Lost> {
        let Playout { seats, seed, steps, .. } = self.playout;
        let restored = self.module.restore(saved, *seats, seed);
        let Some((mut restored, summary)) = self.findings.heard(Op::Save, restored)? else {
            return Ok(());
        };
        let same = |summary: &Summary, then: Option<&Summary>| {
            then.is_none_or(|then| {
                (&then.digest, then.to_act, then.over)
                    == (&summary.digest, summary.to_act, summary.over)
            })
        };
        let is_same = same(&summary, self.summary(taken));
        let what = "a saved game that is opened again is another one";
        self.findings.must(Law::Restore, is_same, what, || {
            serde_json::to_string(&summary).unwrap_or_default()
        });
        let again = restored.save();
        if let Some(again) = self.findings.heard(Op::Save, again)? {
            let what = "a saved game that is opened and saved again is written otherwise";
            self.findings.must(Law::Restore, equal_json(&again, saved), what, || {
                first_difference(&tree(saved), &tree(&again))
            });
        }
        for (eyes, before) in shown {
            self.findings.at.eyes = Some(*eyes);
            let look = restored.look(*eyes, Language::default());
            let look = look.and_then(|look| Shown::of(&look));
            let Some(look) = self.findings.heard(Op::Look, look)? else { continue };
            let difference = before.difference(&look);
            let what = "a saved game that is opened again shows something else";
            self.findings.must(Law::Restore, difference.is_none(), what, || {
                difference.map(|(what, how)| format!("{what}: {how}")).unwrap_or_default()
            });
        }
        self.findings.at.eyes = None;
        if let Some(Taken { seat, step }) = steps.get(taken) {
            let played = restored.play(*seat, taken as u64 + 1, &one(step));
            let is_same = match &played {
                Ok(played) => same(&played.summary, self.summary(taken + 1)),
                Err(CallError::Refused(_)) => false,
                Err(_) => {
                    self.findings.heard(Op::Play, played)?;
                    return Ok(());
                }
            };
            let what = "a saved game that is opened again goes on otherwise";
            self.findings.must(Law::Restore, is_same, what, || format!("{played:?}"));
        }
        Ok(())
    }

    /// The open steps of every seat, as JSON, which must be there for those who are to act alone.
    fn listed(&mut self) -> Result<Vec<Vec<RawJson>>, Lost> {
        let to_act = self.findings.at.step.and_then(|taken| self.summary(taken));
        let to_act = to_act.map_or(Seats::NONE, |summary| summary.to_act);
        let mut listed = Vec::new();
        for seat in Seats::first(self.playout.seats).iter() {
            let mut steps = Vec::new();
            for language in Language::ALL {
                let moves = self.handle.moves(seat, language);
                let Some(moves) = self.findings.heard(Op::Moves, moves)? else { continue };
                let has_words = moves.iter().all(|choice| !choice.words.trim().is_empty());
                let what = format!("a step has no words in {language:?}");
                self.findings.must(Law::Words, has_words, &what, String::new);
                steps = moves.into_iter().map(|choice| choice.step).collect();
            }
            let can_act = !steps.is_empty();
            let what = "a seat has steps and is not to act, or is to act and has none";
            self.findings.must(Law::Moves, can_act == to_act.contains(seat), what, || {
                format!("seat {} of {to_act:?}", seat.0)
            });
            let mut seen = BTreeSet::new();
            let differ = steps.iter().all(|step| seen.insert(step.get()));
            self.findings.must(Law::Moves, differ, "a step is listed twice", String::new);
            listed.push(steps);
        }
        Ok(listed)
    }

    /// Tries open steps: each is accepted, tried without a trace, and previewed as it comes.
    fn steps(&mut self, taken: usize, listed: &[Vec<RawJson>]) -> Result<(), Lost> {
        let mut all: Vec<(Seat, &RawJson)> = Vec::new();
        for (seat, steps) in (0..).map(Seat).zip(listed) {
            all.extend(steps.iter().map(|step| (seat, step)));
        }
        self.dice.shuffle(&mut all);
        for (at, (seat, step)) in all.into_iter().take(STEPS).enumerate() {
            let list = one(step);
            let played = self.handle.play(seat, taken as u64 + 1, &list);
            self.findings.look(Law::Moves);
            let played = match played {
                Err(CallError::Refused(refused)) => {
                    let what = format!("a listed step is refused: {}", refused.code);
                    self.findings.fail(Law::Moves, what, step.get());
                    continue;
                }
                other => self.findings.heard(Op::Play, other)?,
            };
            if played.is_none() {
                continue;
            }
            if at < 2 {
                self.previewed(taken, seat, &list)?;
            }
            let dropped = self.handle.drop_tried();
            self.findings.heard(Op::Drop, dropped)?;
        }
        Ok(())
    }

    /// Previews a step that is tried: what is certain comes so.
    fn previewed(&mut self, taken: usize, seat: Seat, list: &RawValue) -> Result<(), Lost> {
        let eyes = Eyes::Seat(seat);
        let ahead = self.handle.look_ahead(eyes, Language::default());
        let ahead = ahead.and_then(|look| Shown::of(&look));
        let Some(ahead) = self.findings.heard(Op::LookAhead, ahead)? else { return Ok(()) };
        let dice = self.imagined_seed(taken, u64::MAX);
        let preview = self.handle.preview(seat, list, &dice, Language::default());
        if let Err(CallError::Refused(refused)) = &preview {
            let what = format!("a listed step is refused in a preview: {}", refused.code);
            self.findings.fail(Law::Previews, what, list.get());
            return Ok(());
        }
        let preview =
            preview.and_then(|preview| Ok((Shown::of(&preview.look)?, preview.uncertain)));
        if let Some((shown, false)) = self.findings.heard(Op::Preview, preview)? {
            let difference = shown.difference(&ahead);
            let what = "a step comes otherwise than its preview says, which calls it certain";
            self.findings.must(Law::Previews, difference.is_none(), what, || {
                let how = difference.map(|(what, how)| format!("{what}: {how}"));
                format!("{list}: {}", how.unwrap_or_default())
            });
        }
        let revealed = self.handle.reveals(seat, taken as u64 + 1, list, &dice);
        self.findings.heard(Op::Reveals, revealed)?;
        Ok(())
    }

    /// Searches for a seat that is to act.
    fn search(&mut self, listed: &[Vec<RawJson>]) -> Result<(), Lost> {
        let acting = (0..).map(Seat).zip(listed).find(|(_, steps)| !steps.is_empty());
        let Some((seat, steps)) = acting else { return Ok(()) };
        let dice = self.imagined_seed(usize::MAX, 0);
        let steps: Vec<Value> = steps.iter().map(|step| tree(step)).collect();
        for method in [Method::Tree { iterations: ITERATIONS }, Method::Greedy { worlds: 2 }] {
            let sought = self.handle.search(Eyes::Seat(seat), &dice, method);
            let Some(sought) = self.findings.heard(Op::Search, sought)? else { return Ok(()) };
            let is_open = sought.candidates.iter().all(|found| steps.contains(&tree(&found.step)));
            let what = "a search finds steps that are not open, or none";
            self.findings.must(Law::Search, is_open && !sought.candidates.is_empty(), what, || {
                format!("{:?}", sought.candidates)
            });
            let again = self.handle.search(Eyes::Seat(seat), &dice, method);
            if let Some(again) = self.findings.heard(Op::Search, again)? {
                let written = |sought| serde_json::to_string(sought).unwrap_or_default();
                let is_same = written(&sought) == written(&again);
                let what = "the same search finds something else the second time";
                self.findings.must(Law::Search, is_same, what, String::new);
            }
        }
        Ok(())
    }

    /// Imagines for everybody: they are shown the same.
    fn imagined(&mut self, taken: usize, shown: &[(Eyes, Shown)]) -> Result<(), Lost> {
        let whole = shown.iter().find(|(eyes, _)| *eyes == Eyes::All).map(|(_, shown)| &shown.view);
        for (eyes, before) in shown.iter().filter(|(eyes, _)| *eyes != Eyes::All) {
            self.findings.at.eyes = Some(*eyes);
            let seed = self.imagined_seed(taken, 0);
            let imagined = self.handle.imagine(*eyes, &seed);
            let Some(imagined) = self.findings.heard(Op::Imagine, imagined)? else { break };
            let again = self.handle.imagine(*eyes, &seed);
            if let Some(again) = self.findings.heard(Op::Imagine, again)? {
                let what = "the same dice imagine another game the second time";
                self.findings.must(Law::Imagining, equal_json(&again, &imagined), what, || {
                    first_difference(&tree(&imagined), &tree(&again))
                });
            }
            let Some(mut twin) = self.open_imagined(&imagined)? else { continue };
            let look = twin.look(*eyes, Language::default());
            let look = look.and_then(|look| Shown::of(&look));
            let Some(look) = self.findings.heard(Op::Look, look)? else { continue };
            let difference = before.difference(&look);
            let what = difference.as_ref().map_or(String::new(), |(what, _)| {
                format!("eyes tell an imagined game from the real one by {what}")
            });
            self.findings.must(Law::Leaks, difference.is_none(), &what, || {
                difference.as_ref().map(|(_, how)| how.clone()).unwrap_or_default()
            });
            if let (Some(whole), None) = (whole, &difference) {
                self.redrawn(taken, *eyes, &before.view, whole, &mut twin)?;
            }
        }
        self.findings.at.eyes = None;
        Ok(())
    }
}

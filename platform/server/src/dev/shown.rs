//! What the page shows, as JSON: made once after each change, so that asking for it calls nothing.

use gueridon_game::border::{LocalizedText, Summary};
use gueridon_game::{Eyes, Language, Score, Seats};
use gueridon_json::JsonSlice;
use gueridon_modules::module::{About, Look, RawJson, ReportedEvent, read_score};
use gueridon_modules::{CallError, Handle};
use serde::Serialize;

use super::entries::{Entry, SeedName};
use super::session::{Session, Status, all_eyes};

/// All that is shown.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Shown<'a> {
    number: u64,
    build: ShownBuild<'a>,
    game: Option<ShownGame<'a>>,
    table: Table<'a>,
    branches: Vec<ShownBranch<'a>>,
}

/// How the build goes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownBuild<'a> {
    recipe: &'a str,
    state: &'static str,
    /// What the compiler says.
    said: Option<&'a str>,
    warning: Option<&'a str>,
    sha256: Option<String>,
}

/// What the game says of itself, without its SDL.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownGame<'a> {
    id: &'a str,
    titles: &'a [(Language, String)],
    rules_version: u32,
    fewest_seats: u8,
    most_seats: u8,
    languages: &'a [Language],
}

/// The table.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Table<'a> {
    seats: u8,
    seed: &'a SeedName,
    options: Option<&'a RawJson>,
    /// After how many entries it is, and where its author wanted it.
    at: usize,
    wanted: usize,
    problem: Option<&'a str>,
    to_act: Seats,
    over: bool,
    digest: Option<&'a str>,
    entries: &'a [Entry],
    /// What was told of each entry up to the position.
    told: Vec<Vec<Told<'a>>>,
    columns: Vec<Column>,
    /// The game itself.
    saved: Option<RawJson>,
}

/// Something that happened, and who knows exactly what.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Told<'a> {
    event: &'a RawJson,
    words: &'a LocalizedText,
    /// The places of those columns that know it exactly.
    knows: Vec<usize>,
    /// What the other columns are told.
    others: Option<(&'a RawJson, &'a LocalizedText)>,
}

/// What one pair of eyes sees and can do.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Column {
    eyes: Eyes,
    /// Why there is nothing to see.
    problem: Option<String>,
    prompt: Option<LocalizedText>,
    view: Option<JsonSlice>,
    /// The view before the last entry.
    before: Option<RawJson>,
    score: Option<Score>,
    moves: Vec<Step>,
}

/// An open step.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    #[serde(rename = "move")]
    step: JsonSlice,
    words: LocalizedText,
    declines: bool,
}

/// A branch, in a line.
#[derive(Serialize)]
struct ShownBranch<'a> {
    name: &'a str,
    seats: u8,
    seed: &'a SeedName,
    entries: usize,
    at: usize,
}

impl Session {
    /// All that is shown now, as JSON.
    pub(super) fn shown(&mut self) -> String {
        self.number += 1;
        let (columns, saved) = self.look();
        let build = &self.build;
        let (state, said) = match &self.status {
            Status::Building => ("building", None),
            Status::Ready => ("ready", None),
            Status::Failed(said) => ("failed", Some(said.as_str())),
        };
        let about = build.as_ref().map(|build| build.module.about());
        let summary: Option<&Summary> = self.line.summary.as_ref();
        let record = &self.record;
        let shown = Shown {
            number: self.number,
            build: ShownBuild {
                recipe: &self.recipe,
                state,
                said,
                warning: build.as_ref().and_then(|build| build.warning.as_deref()),
                sha256: build.as_ref().map(|build| build.module.sha256_hex()),
            },
            game: about.map(game_of),
            table: Table {
                seats: record.seats,
                seed: &record.seed,
                options: record.options.as_ref(),
                at: self.line.told.len(),
                wanted: record.at,
                problem: self.line.problem.as_deref(),
                to_act: summary.map_or(Seats::NONE, |summary| summary.to_act),
                over: summary.is_some_and(|summary| summary.over),
                digest: summary.map(|summary| summary.digest.as_str()),
                entries: &record.entries,
                told: all_told(&self.line.told, record.seats),
                columns,
                saved,
            },
            branches: self
                .branches
                .iter()
                .map(|(name, branch)| ShownBranch {
                    name,
                    seats: branch.seats,
                    seed: &branch.seed,
                    entries: branch.entries.len(),
                    at: branch.at.min(branch.entries.len()),
                })
                .collect(),
        };
        serde_json::to_string(&shown).unwrap_or_else(|error| {
            // Every part of it was JSON, or has no other form.
            format!(r#"{{"number":{},"problem":"{error}"}}"#, self.number)
        })
    }

    /// Looks through all eyes, and at the game itself.
    fn look(&mut self) -> (Vec<Column>, Option<RawJson>) {
        let Some(handle) = &mut self.line.handle else { return (Vec::new(), None) };
        let mut before = self.line.before.iter();
        let columns = all_eyes(self.record.seats)
            .map(|eyes| {
                let before = before.next().cloned().flatten();
                column(handle, eyes, before)
            })
            .collect();
        (columns, handle.save().ok())
    }
}

fn column(handle: &mut Handle, eyes: Eyes, before: Option<RawJson>) -> Column {
    let looks = Language::ALL.map(|language| {
        let look = handle.look(eyes, language)?;
        Ok((read_score(&look.score)?, look))
    });
    match looks {
        [Ok((score, look)), Ok((_, other))] => {
            Column { score: Some(score), ..seen(eyes, before, look, &other) }
        }
        [Err(error), _] | [_, Err(error)] => Column {
            eyes,
            problem: Some(unseen(&error)),
            prompt: None,
            view: None,
            before: None,
            score: None,
            moves: Vec::new(),
        },
    }
}

fn unseen(error: &CallError) -> String {
    match error {
        CallError::Gone => "nothing is seen, because the process was lost before".to_owned(),
        error => error.to_string(),
    }
}

/// What is shown of a look in both languages, besides its score.
fn seen(eyes: Eyes, before: Option<RawJson>, look: Look, other: &Look) -> Column {
    let in_both = |one: &str, two: &str| {
        LocalizedText::new(|language| {
            if language == Language::ALL[0] { one } else { two }.to_owned()
        })
    };
    let prompt = in_both(&look.prompt, &other.prompt);
    let words = other.moves.iter().map(|choice| choice.words.as_str());
    let moves = look.moves.into_iter().zip(words.chain(std::iter::repeat("")));
    let moves = moves
        .map(|(choice, words)| Step {
            words: in_both(&choice.words, words),
            step: choice.step,
            declines: choice.declines,
        })
        .collect();
    Column {
        eyes,
        problem: None,
        prompt: Some(prompt),
        view: Some(look.view),
        before,
        score: None,
        moves,
    }
}

fn all_told(told: &[Vec<ReportedEvent>], seats: u8) -> Vec<Vec<Told<'_>>> {
    told.iter().map(|told| told.iter().map(|event| told_of(event, seats)).collect()).collect()
}

fn told_of(event: &ReportedEvent, seats: u8) -> Told<'_> {
    let knows = |eyes: &Eyes| event.everyone || eyes.know(event.seats);
    Told {
        event: &event.event,
        words: &event.words,
        knows: (0..)
            .zip(all_eyes(seats))
            .filter(|(_, eyes)| knows(eyes))
            .map(|(at, _)| at)
            .collect(),
        others: event.others.as_ref().map(|told| (&told.event, &told.words)),
    }
}

fn game_of(about: &About) -> ShownGame<'_> {
    ShownGame {
        id: &about.id,
        titles: &about.titles,
        rules_version: about.rules_version,
        fewest_seats: about.fewest_seats,
        most_seats: about.most_seats,
        languages: &about.languages,
    }
}

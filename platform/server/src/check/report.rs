//! What a check found, as it is written: as text, as JSON, and as a page.

mod page;
mod plots;
mod text;

use std::collections::BTreeMap;
use std::time::Duration;

use gueridon_game::Language;
use gueridon_game::border::Op;
use serde::Serialize;

use super::contests::ContestReport;
use super::coverage::{Coverage, Met};
use super::distributions::Distributions;
use super::figures::{Share, Spread, correlation, rounded};
use super::findings::{Finding, Findings, Law, Weight, name_of};
use super::playouts::{End, Playout};
use super::subject::Subject;
use super::{Checked, Options};

/// The version of the JSON. It changes when what was there is gone or means something else.
const VERSION: u32 = 1;

/// In how many parts of equal length a game is looked at.
const TENTHS: usize = 10;

/// Where a law was broken so rarely, among previews, it is chance: what is called certain is what came
/// in each of some imagined games.
const RARE: u64 = 20;

/// What a check found.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    version: u32,
    file: String,
    game: GameReport,
    settings: Settings,
    passed: bool,
    laws: Vec<LawReport>,
    tables: Vec<TableReport>,
    coverage: CoverageReport,
    imagined: Distributions,
    contests: Vec<ContestReport>,
    calls: Vec<CallReport>,
    seconds: f64,
}

/// What the module says of itself.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct GameReport {
    id: String,
    titles: BTreeMap<String, String>,
    rules_version: u32,
    fewest_seats: u8,
    most_seats: u8,
    longest: u32,
    sha256: String,
}

/// How much was checked.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Settings {
    seed: u64,
    games: u64,
    seats: Vec<u8>,
    contest_games: u64,
    iterations: u32,
    /// The options of the game; its own if null.
    options: Option<Box<serde_json::value::RawValue>>,
}

/// Whether something is as it must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
enum Verdict {
    Passed,
    /// There is something to say of it, which may be meant so.
    Remarked,
    Failed,
    /// Nothing came up by which it could be told.
    NotChecked,
}

/// What came of one law.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LawReport {
    law: Law,
    promise: &'static str,
    verdict: Verdict,
    looked: u64,
    findings: Vec<Finding>,
}

/// The random games with one number of seats.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct TableReport {
    seats: u8,
    games: u64,
    over: u64,
    endless: u64,
    stuck: u64,
    steps: Spread,
    /// How many steps are open at a decision.
    branching: Spread,
    /// How many of the decisions have only one.
    forced: Option<f64>,
    /// The mean number of open steps in each tenth of a game.
    branching_by_tenth: Vec<f64>,
    /// Calls of moves, play and keep in one process, with their way over the border.
    decisions_per_second: f64,
    /// By seat; a victory that is shared counts in parts.
    wins: Vec<Option<Share>>,
    /// How many games have more than one winner.
    shared: Option<f64>,
    points: Option<Points>,
    /// How much of the differences in the results the deal and the dice explain, when everybody
    /// chooses at random.
    luck: Option<Share>,
}

/// The points of all seats in all games.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Points {
    least: i32,
    mean: f64,
    most: i32,
    /// How far the best is ahead of the next, on average; nothing where nobody else plays.
    margin: Option<f64>,
}

/// What was met of everything that there is.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CoverageReport {
    steps: Met,
    events: Met,
    endings: Met,
    refusals: Met,
    /// Things of the catalogue by their kind.
    things: BTreeMap<String, Met>,
    /// Types, fields and enum values of the SDL.
    schema: Met,
}

/// How long the calls of an operation took, in microseconds.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CallReport {
    operation: &'static str,
    micros: Spread,
}

impl Report {
    pub(super) fn new(
        options: &Options,
        subject: &Subject,
        checked: Checked,
        took: Duration,
    ) -> Self {
        let Checked { seats, mut findings, coverage, imaginings, playouts, times, contests } =
            checked;
        let imagined = imaginings.conclude(&mut findings);
        let laws: Vec<LawReport> = Law::ALL.map(|law| LawReport::of(law, &findings)).into();
        let about = &subject.about;
        let titles = about.titles.iter().map(|(language, title)| (code(*language), title.clone()));
        let calls = times.all().into_iter().filter_map(|(op, times)| {
            let operation = name_of(Op::from_number(op)?);
            let micros = Spread { count: times.count, most: times.most, ..Spread::of(times.kept) };
            Some(CallReport { operation, micros })
        });
        Self {
            version: VERSION,
            file: subject.file.display().to_string(),
            game: GameReport {
                id: about.id.clone(),
                titles: titles.collect(),
                rules_version: about.rules_version,
                fewest_seats: about.fewest_seats,
                most_seats: about.most_seats,
                longest: about.longest,
                sha256: subject.sha256_hex(),
            },
            settings: Settings {
                seed: options.seed,
                games: options.games,
                seats: seats.clone(),
                contest_games: options.contest_games,
                iterations: options.iterations,
                options: options.options.clone(),
            },
            passed: laws.iter().all(|law| law.verdict != Verdict::Failed),
            laws,
            tables: seats.iter().map(|&seats| TableReport::of(seats, &playouts)).collect(),
            coverage: CoverageReport::of(&coverage),
            imagined,
            contests,
            calls: calls.collect(),
            seconds: rounded(took.as_secs_f64()),
        }
    }

    /// Whether nothing is wrong with the module.
    #[must_use]
    pub const fn passed(&self) -> bool {
        self.passed
    }

    /// The report as JSON, for programs.
    ///
    /// # Errors
    /// Never: everything in it can be written as JSON.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|json| json + "\n")
    }

    /// The report as one page that needs nothing else.
    #[must_use]
    pub fn to_html(&self) -> String {
        page::page(self)
    }

    /// The game's title, or its id.
    fn title(&self) -> &str {
        self.game.titles.get("EN").map_or(self.game.id.as_str(), String::as_str)
    }
}

/// A language as the border writes it.
fn code(language: Language) -> String {
    format!("{language:?}").to_uppercase()
}

impl LawReport {
    fn of(law: Law, findings: &Findings) -> Self {
        let (looked, mut found) = findings.of(law);
        if law == Law::Previews {
            for finding in &mut found {
                if finding.times * RARE < looked {
                    finding.weight = Weight::Remark;
                }
            }
        }
        let verdict = if found.iter().any(|finding| finding.weight == Weight::Failure) {
            Verdict::Failed
        } else if !found.is_empty() {
            Verdict::Remarked
        } else if looked == 0 {
            Verdict::NotChecked
        } else {
            Verdict::Passed
        };
        Self { law, promise: law.promise(), verdict, looked, findings: found }
    }
}

impl TableReport {
    fn of(seats: u8, playouts: &[Playout]) -> Self {
        let games: Vec<&Playout> =
            playouts.iter().filter(|playout| playout.seats == seats).collect();
        let count = |is: fn(&End) -> bool| games.iter().filter(|game| is(&game.end)).count() as u64;
        let open: Vec<u64> =
            games.iter().flat_map(|game| game.open.iter().map(|&open| u64::from(open))).collect();
        let decisions = open.len();
        let forced = open.iter().filter(|&&open| open == 1).count();
        let took: f64 = games.iter().map(|game| game.took.as_secs_f64()).sum();
        let scores: Vec<&gueridon_game::Score> = games
            .iter()
            .filter_map(|game| match &game.end {
                End::Over(score) => Some(score),
                _ => None,
            })
            .collect();
        let part = |of: usize, all: usize| (all > 0).then(|| rounded(of as f64 / all as f64));
        let shared = scores.iter().filter(|score| winners(score) > 1).count();
        Self {
            seats,
            games: games.len() as u64,
            over: count(|end| matches!(end, End::Over(_))),
            endless: count(|end| *end == End::Endless),
            stuck: count(|end| *end == End::Stuck),
            steps: Spread::of(games.iter().map(|game| game.length as u64).collect()),
            branching_by_tenth: by_tenth(&games),
            forced: part(forced, decisions),
            branching: Spread::of(open),
            decisions_per_second: if took > 0.0 { (decisions as f64 / took).round() } else { 0.0 },
            wins: wins(seats, &scores),
            shared: part(shared, scores.len()),
            points: points(&scores),
            luck: luck(seats, &games),
        }
    }
}

fn winners(score: &gueridon_game::Score) -> usize {
    score.seats.iter().filter(|column| column.rank == 1).count()
}

fn by_tenth(games: &[&Playout]) -> Vec<f64> {
    let mut sums = [(0.0, 0.0); TENTHS];
    for game in games {
        for (at, &open) in game.open.iter().enumerate() {
            let (sum, count) = &mut sums[at * TENTHS / game.open.len()];
            *sum += f64::from(open);
            *count += 1.0;
        }
    }
    let mean = |(sum, count): (f64, f64)| if count > 0.0 { rounded(sum / count) } else { 0.0 };
    sums.map(mean).into()
}

fn wins(seats: u8, scores: &[&gueridon_game::Score]) -> Vec<Option<Share>> {
    let won = |seat: u8| {
        let parts = scores.iter().map(|score| {
            let is_first =
                score.seats.get(usize::from(seat)).is_some_and(|column| column.rank == 1);
            if is_first { 1.0 / winners(score) as f64 } else { 0.0 }
        });
        Share::of(parts.sum(), scores.len() as f64)
    };
    (0..seats).map(won).collect()
}

fn points(scores: &[&gueridon_game::Score]) -> Option<Points> {
    let all: Vec<i32> =
        scores.iter().flat_map(|score| score.seats.iter().map(|column| column.points)).collect();
    let margins: Vec<f64> = scores
        .iter()
        .filter_map(|score| {
            let mut points: Vec<i32> = score.seats.iter().map(|column| column.points).collect();
            points.sort_unstable_by(|one, other| other.cmp(one));
            Some(f64::from(*points.first()?) - f64::from(*points.get(1)?))
        })
        .collect();
    let mean = |numbers: &[f64]| rounded(numbers.iter().sum::<f64>() / numbers.len().max(1) as f64);
    Some(Points {
        least: *all.iter().min()?,
        mean: mean(&all.iter().map(|&points| f64::from(points)).collect::<Vec<_>>()),
        most: *all.iter().max()?,
        margin: (!margins.is_empty()).then(|| mean(&margins)),
    })
}

/// How much two games have in common that differ in nothing but what was chosen. What a seat has always
/// is no luck, so it is left out.
fn luck(seats: u8, games: &[&Playout]) -> Option<Share> {
    let result = |game: &Playout, seat: usize| {
        let End::Over(score) = &game.end else { return None };
        let own = f64::from(score.seats.get(seat)?.points);
        let others: Vec<f64> = score
            .seats
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != seat)
            .map(|(_, column)| f64::from(column.points))
            .collect();
        let mean = others.iter().sum::<f64>() / others.len().max(1) as f64;
        Some(own - mean)
    };
    let by_number: BTreeMap<u64, &Playout> =
        games.iter().map(|&game| (game.number, game)).collect();
    let pairs: Vec<(&Playout, &Playout)> = games
        .iter()
        .filter(|game| game.number.is_multiple_of(2))
        .filter_map(|&game| Some((game, *by_number.get(&(game.number + 1))?)))
        .collect();
    let (mut all, mut least) = (Vec::new(), usize::MAX);
    for seat in 0..usize::from(seats) {
        let of_seat: Vec<(f64, f64)> = pairs
            .iter()
            .filter_map(|(one, other)| Some((result(one, seat)?, result(other, seat)?)))
            .collect();
        let sum: f64 = of_seat.iter().map(|(one, other)| one + other).sum();
        let mean = sum / (2.0 * of_seat.len().max(1) as f64);
        least = least.min(of_seat.len());
        all.extend(of_seat.into_iter().map(|(one, other)| (one - mean, other - mean)));
    }
    correlation(&all, least)
}

impl CoverageReport {
    fn of(coverage: &Coverage) -> Self {
        Self {
            steps: Met::of(&coverage.steps),
            events: Met::of(&coverage.events),
            endings: Met::of(&coverage.endings),
            refusals: coverage.refusals(),
            things: coverage.things(),
            schema: Met::of(&coverage.parts),
        }
    }
}

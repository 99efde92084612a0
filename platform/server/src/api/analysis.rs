//! The type `Analysis`: what a search says about a game that is over.

use gueridon_game::Seat;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::ObjectType;
use gueridon_host::analyses::{Analysis, Stage};
use gueridon_host::names::Names;
use serde_json::{Value as JsonValue, json};

use super::arguments::LanguageArguments;
use super::state::{Context, Fields};

/// An analysis, or how far it is.
#[derive(Debug, Clone)]
pub(super) struct AnalysisObject {
    pub(super) stage: Stage,
    /// Those of the players at the table.
    pub(super) names: Names,
}

impl ObjectType for AnalysisObject {
    const NAME: &'static str = "Analysis";
}

impl AnalysisObject {
    const fn stage(&self) -> &'static str {
        match self.stage {
            Stage::UnderWay { .. } => "UNDER_WAY",
            Stage::Done(_) => "DONE",
            Stage::Lost => "LOST",
        }
    }

    /// The part of the game that was looked at.
    fn progress(&self) -> f64 {
        match self.stage {
            Stage::UnderWay { done, all } => done as f64 / all.max(1) as f64,
            Stage::Done(_) => 1.0,
            Stage::Lost => 0.0,
        }
    }

    fn done(&self) -> Option<&Analysis> {
        match &self.stage {
            Stage::Done(analysis) => Some(analysis),
            Stage::UnderWay { .. } | Stage::Lost => None,
        }
    }
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<AnalysisObject>()
        .property("stage", |one| Json(one.stage()))
        .property("progress", |one| Json(one.progress()))
        .property("iterations", |one| Json(one.done().map(|done| done.iterations)))
        .property("plays", |one| Json(one.done().map(|done| done.plays)))
        .property("lookedAt", |one| Json(one.done().map(|done| done.looked_at)))
        .property("cutAt", |one| Json(one.done().and_then(|done| done.cut_at)))
        .property("points", |one| Json(one.done().map(points_json).unwrap_or_default()))
        .field("turningPoints", turning_points)
        .property("shares", |one| Json(one.done().map(shares_json).unwrap_or_default()));
    fields.json(&["AnalysisPoint", "TurningPoint", "AnalysisShare"]);
}

fn points_json(analysis: &Analysis) -> Vec<JsonValue> {
    let point = |point: &gueridon_host::analyses::Point| {
        json!({
            "at": point.at,
            "seat": point.seat,
            "known": parts(&point.known),
            "actual": parts(&point.actual),
        })
    };
    analysis.points.iter().map(point).collect()
}

fn shares_json(analysis: &Analysis) -> Vec<JsonValue> {
    let shares = (0..).map(Seat).zip(&analysis.shares);
    let share = |(seat, share): (Seat, &gueridon_host::analyses::Share)| {
        json!({
            "seat": seat,
            "own": part(share.own),
            "others": part(share.others),
            "luck": part(share.luck),
        })
    };
    shares.map(share).collect()
}

async fn turning_points(
    _: Context<'_>,
    one: &AnalysisObject,
    LanguageArguments { language }: LanguageArguments,
) -> Result<Json<Vec<JsonValue>>, Fault> {
    let Some(analysis) = one.done() else { return Ok(Json(Vec::new())) };
    let named = |words| one.names.put_into_all(words).get(language).to_owned();
    let points = analysis.turning_points.iter().map(|point| {
        json!({
            "entry": point.entry,
            "seat": point.seat,
            "cause": point.cause.word(),
            "change": part(point.change),
            "words": point.words(&one.names).get(language),
            "played": named(&point.played),
            "better": point.better.as_ref().map(named),
        })
    });
    Ok(Json(points.collect()))
}

fn parts(chances: &[u16]) -> Vec<f64> {
    chances.iter().map(|&chance| part(i32::from(chance))).collect()
}

fn part(thousandths: i32) -> f64 {
    f64::from(thousandths) / 1_000.0
}

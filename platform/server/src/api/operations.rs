//! The type `Operations` and those that it leads to: what operators see of the servers.

use gueridon_game::border::hex;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_host::operations::{
    Decision, KnownBuild, LoadSample, RunningServer, StopCause, StoppedTable, Survey,
};
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::{NodeLoad, TableId};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::connection::{cursor, page_size};
use super::player::person_json;
use super::query::Query;
use super::refused::fault;
use super::state::{Context, Fields};

/// Bytes in the unit in which memory is told.
const MEBIBYTE: u64 = 1 << 20;

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<Query>()
        .field("operations", operations)
        .field("tablesOfBuild", tables_of_build);
    fields.json(&[
        "Operations",
        "RunningServer",
        "Build",
        "StoppedTable",
        "OperatorDecision",
        "Load",
        "LoadSample",
    ]);
}

async fn operations(ctx: Context<'_>, _: &Query) -> Result<Json<Value>, Fault> {
    let survey = ctx.host().operations().survey(ctx.me()?).await.map_err(fault)?;
    Ok(Json(survey_json(&survey)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TablesOfBuildArguments {
    build: String,
    first: i32,
    after: Option<String>,
}

async fn tables_of_build(
    ctx: Context<'_>,
    _: &Query,
    arguments: TablesOfBuildArguments,
) -> Result<Json<Vec<TableId>>, Fault> {
    let TablesOfBuildArguments { build, first, after } = arguments;
    let (after, first) = (cursor(after.as_deref())?, u32::try_from(page_size(first)?).unwrap_or(0));
    let operations = ctx.host().operations();
    let tables = operations.tables_of_build(ctx.me()?, &build, after, first).await;
    tables.map(Json).map_err(fault)
}

fn survey_json(survey: &Survey) -> Value {
    json!({
        "servers": survey.servers.iter().map(server).collect::<Vec<_>>(),
        "builds": survey.builds.iter().map(build).collect::<Vec<_>>(),
        "stoppedTables": survey.stopped.iter().map(stopped).collect::<Vec<_>>(),
        "decisions": survey.decisions.iter().map(decision).collect::<Vec<_>>(),
        "load": load(&survey.load),
        "loads": survey.samples.iter().map(sample).collect::<Vec<_>>(),
    })
}

fn load(load: &NodeLoad) -> Value {
    let number = |number: u64| i32::try_from(number).unwrap_or(i32::MAX);
    json!({
        "tables": number(load.tables),
        "tableMebibytes": number(load.table_bytes.div_ceil(MEBIBYTE)),
        "processMebibytes": load.process_bytes.map(|bytes| number(bytes.div_ceil(MEBIBYTE))),
        "plays": number(load.plays),
    })
}

fn sample(sample: &LoadSample) -> Value {
    json!({ "at": rfc3339(sample.at_ms), "load": load(&sample.load) })
}

fn server(server: &RunningServer) -> Value {
    json!({
        "name": server.node,
        "lastSeen": rfc3339(server.seen_ms),
        "answers": server.is_this,
        "load": server.load.as_ref().map(load),
    })
}

fn build(build: &KnownBuild) -> Value {
    let kept = build.kept.as_ref();
    json!({
        "sha256": hex(&build.sha256),
        "game": kept.map(|kept| &kept.game),
        "firstUsed": kept.map(|kept| rfc3339(kept.first_used_ms)),
        "playing": kept.map_or(0, |kept| kept.playing),
        "ended": kept.map_or(0, |kept| kept.ended),
        "quarantine": build.quarantine,
        "isNewest": build.is_newest,
    })
}

fn stopped(stopped: &StoppedTable) -> Value {
    json!({
        "tableId": stopped.table,
        "reason": stopped.reason,
        "since": rfc3339(stopped.at_ms),
        "isClosing": stopped.is_closing,
        "cause": match stopped.cause {
            StopCause::Decision => "DECISION",
            StopCause::Failure => "FAILURE",
        },
    })
}

fn decision(Decision { row, by }: &Decision) -> Value {
    let subject = match Uuid::from_slice(&row.subject) {
        Ok(table) => table.to_string(),
        Err(_) => hex(&row.subject),
    };
    json!({
        "at": rfc3339(row.at_ms),
        "kind": row.kind,
        "subject": subject,
        "reason": row.reason,
        "by": by.as_ref().map(person_json),
    })
}

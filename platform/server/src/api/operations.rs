//! The type `Operations` and those that it leads to: what operators see of the servers.

use gueridon_game::border::hex;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_host::operations::{KnownBuild, RunningServer, StoppedTable, Survey};
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::InterventionRow;
use serde_json::{Value, json};
use uuid::Uuid;

use super::query::Query;
use super::refused::fault;
use super::state::{Context, Fields};
use crate::metrics::resident_bytes;

/// Bytes in the unit in which memory is told.
const MEBIBYTE: usize = 1 << 20;

pub(super) fn register(fields: &mut Fields) {
    fields.object::<Query>().field("operations", operations);
    fields.json(&[
        "Operations",
        "RunningServer",
        "Build",
        "StoppedTable",
        "OperatorDecision",
        "Load",
    ]);
}

async fn operations(ctx: Context<'_>, _: &Query) -> Result<Json<Value>, Fault> {
    let survey = ctx.host().operations().survey(ctx.me()?).await.map_err(fault)?;
    Ok(Json(survey_json(&survey)))
}

fn survey_json(survey: &Survey) -> Value {
    let load = survey.load;
    json!({
        "servers": survey.servers.iter().map(server).collect::<Vec<_>>(),
        "builds": survey.builds.iter().map(build).collect::<Vec<_>>(),
        "stoppedTables": survey.stopped.iter().map(stopped).collect::<Vec<_>>(),
        "decisions": survey.decisions.iter().map(decision).collect::<Vec<_>>(),
        "load": {
            "tables": load.tables,
            "tableMebibytes": load.table_bytes.div_ceil(MEBIBYTE),
            "processMebibytes": resident_bytes().map(|bytes| bytes.div_ceil(MEBIBYTE)),
            "plays": i32::try_from(load.plays).unwrap_or(i32::MAX),
        },
    })
}

fn server(server: &RunningServer) -> Value {
    json!({
        "name": server.node,
        "lastSeen": rfc3339(server.seen_ms),
        "answers": server.is_this,
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
    })
}

fn decision(row: &InterventionRow) -> Value {
    let subject = match Uuid::from_slice(&row.subject) {
        Ok(table) => table.to_string(),
        Err(_) => hex(&row.subject),
    };
    json!({
        "at": rfc3339(row.at_ms),
        "kind": row.kind,
        "subject": subject,
        "reason": row.reason,
    })
}

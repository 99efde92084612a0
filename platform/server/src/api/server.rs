//! The types `Server` and `Limits`: the server's version, and what a client may ask of it.

use gueridon_graphql::answer::{MAX_BYTES, MAX_VALUES};
use gueridon_graphql::document::{cost, limits};
use gueridon_graphql::resolver::Json;
use gueridon_graphql::websocket::OPERATIONS;
use gueridon_host::table::Steps;
use gueridon_host::talk::Talk;
use serde_json::{Value, json};

use super::query::Query;
use super::state::{Context, Fields};
use crate::costs::PAGE;
use crate::quota::{SOCKETS, SUBSCRIPTIONS};
use crate::request_limits::{BODY_BYTES, IDLE};

/// The version of the platform's part of the schema; docs/stability.md says what raises it.
const API_VERSION: &str = "1.0";

pub(super) fn register(fields: &mut Fields) {
    fields.object::<Query>().field("server", server);
    fields.json(&["Server", "Limits"]);
}

async fn server(ctx: Context<'_>, _: &Query) -> Json<Value> {
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "apiVersion": API_VERSION,
        "sendsMail": ctx.host().notifications().sends_mail(),
        "limits": {
            "requestBytes": BODY_BYTES,
            "answerBytes": MAX_BYTES,
            "answerValues": MAX_VALUES,
            "documentDepth": limits::DEPTH,
            "documentCost": cost::MOST,
            "page": PAGE,
            "steps": Steps::MOST,
            "stepsBytes": Steps::BYTES,
            "messageLength": Talk::LONGEST_MESSAGE,
            "socketOperations": OPERATIONS,
            "socketIdleSeconds": IDLE.as_secs(),
            "accountSockets": SOCKETS,
            "accountSubscriptions": SUBSCRIPTIONS,
        },
    }))
}

//! What is said at tables over the API, whom somebody does not hear, and what moderators see to.
//!
//! What was said is in no log: of what moderators do, the ids are.

use std::sync::Arc;

use async_trait::async_trait;
use gueridon_host::host::Viewer;
use gueridon_host::moderation::ReportDraft;
use gueridon_host::people::Identity;
use gueridon_host::refusal::{Answer, Code as RefusalCode, Failure};
use gueridon_host::timestamp;
use gueridon_journal::talk::{MessageCursor, Mute, Outcome, Report, ReportPage};
use gueridon_journal::{Message, MessageId, Player, PlayerId, ReportId, Role, TableId};
use serde_json::{Map, Value as Json, json};

use super::account::{AccountObject, player_json, said};
use super::results::{Done, To};
use super::root::Root;
use super::table::{PageInfo, TableObject, bad_cursor, page_size, rfc3339};
use super::{Api, fault, text};
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::execute::{Object, Run, Value};
use gueridon_graphql::fault::Fault;

impl Root {
    /// Does what is about what people say; none if it is about something else.
    pub(super) async fn talk(
        &self,
        name: &str,
        arguments: &Values,
    ) -> Result<Option<Answer<Value>>, Fault> {
        let is_ours = matches!(
            name,
            "say" | "removeMessage" | "mute" | "unmute" | "report" | "resolveReport" | "silence"
        );
        if !is_ours {
            return Ok(None);
        }
        let me = self.caller.known()?;
        Ok(Some(match name {
            "say" => self.say(me, arguments).await,
            "removeMessage" => self.remove_message(me, arguments).await,
            "report" => self.report(me, arguments).await,
            "resolveReport" => self.resolve_report(me, arguments).await,
            "silence" => {
                let until_ms = until(arguments)?;
                self.silence(me, arguments, until_ms).await
            }
            name => self.mute(me, name, arguments).await,
        }))
    }

    async fn say(&self, me: &Identity, arguments: &Values) -> Answer<Value> {
        let table = id::<TableId>(arguments, "table", RefusalCode::UnknownTable)?;
        let key = said(arguments, "key").to_owned();
        let message = self.api.host.talk().say(me, table, said(arguments, "text"), key).await?;
        Ok(was_said(&message, me))
    }

    async fn remove_message(&self, me: &Identity, arguments: &Values) -> Answer<Value> {
        let id = id::<MessageId>(arguments, "message", RefusalCode::UnknownMessage)?;
        let message = self.api.host.moderation().remove_message(me, id).await?;
        tracing::info!(by = %me.player.id.0, message = %id.0, "a message was removed");
        Ok(was_said(&message, me))
    }

    async fn mute(&self, me: &Identity, name: &str, arguments: &Values) -> Answer<Value> {
        let player = id::<PlayerId>(arguments, "player", RefusalCode::UnknownPlayer)?;
        let host = &self.api.host;
        let player = if name == "mute" {
            host.talk().mute(me, player).await
        } else {
            host.talk().unmute(me, player).await
        };
        Ok(player_changed(&player?))
    }

    async fn silence(
        &self,
        me: &Identity,
        arguments: &Values,
        until_ms: Option<i64>,
    ) -> Answer<Value> {
        let player = id::<PlayerId>(arguments, "player", RefusalCode::UnknownPlayer)?;
        let silenced = self.api.host.moderation().silence(me, player, until_ms).await?;
        let until = until_ms.map(rfc3339);
        tracing::info!(by = %me.player.id.0, player = %player.0, until, "a player was silenced");
        Ok(player_changed(&silenced))
    }

    async fn report(&self, me: &Identity, arguments: &Values) -> Answer<Value> {
        let about = ReportDraft {
            player: id(arguments, "player", RefusalCode::UnknownPlayer)?,
            table: optional_id(arguments, "table", RefusalCode::UnknownTable)?,
            message: optional_id(arguments, "message", RefusalCode::UnknownMessage)?,
            reason: said(arguments, "reason").to_owned(),
        };
        let report = self.api.host.moderation().report(me, about).await?;
        let fields = Map::from_iter([("id".to_owned(), json!(report.id))]);
        Ok(Value::object(Done { type_name: "Reported", fields, to: To::Nothing }))
    }

    async fn resolve_report(&self, me: &Arc<Identity>, arguments: &Values) -> Answer<Value> {
        let id = id::<ReportId>(arguments, "id", RefusalCode::UnknownReport)?;
        let outcome = text(arguments, "outcome").and_then(Outcome::from_word).unwrap_or_default();
        let note = said(arguments, "note");
        let report = self.api.host.moderation().resolve(me, id, outcome, note).await?;
        let outcome = outcome.word();
        tracing::info!(by = %me.player.id.0, report = %id.0, outcome, "a report was resolved");
        let report = self.report_object(me, report);
        let to = To::Report(Box::new(report));
        Ok(Value::object(Done { type_name: "ReportResolved", fields: Map::new(), to }))
    }

    /// What moderators were told.
    pub(super) async fn reports(&self, arguments: &Values) -> Result<Value, Fault> {
        let (me, first) = (self.caller.known()?, page_size(arguments)?);
        let after = match text(arguments, "after") {
            Some(cursor) => Some(cursor.parse().map_err(|_| bad_cursor(cursor))?),
            None => None,
        };
        let is_resolved = text(arguments, "status").map(|status| status == "RESOLVED");
        let most = u32::try_from(first + 1).unwrap_or(u32::MAX);
        let page = ReportPage { is_resolved, reporter: None, after, first: most };
        let mut found = self.api.host.moderation().reports(me, page).await.map_err(fault)?;
        let has_next = found.len() > first;
        found.truncate(first);
        let page = PageInfo {
            has_next_page: has_next,
            has_previous_page: after.is_some(),
            start_cursor: found.first().map(|report| report.id.to_string()),
            end_cursor: found.last().map(|report| report.id.to_string()),
        };
        let nodes = found.into_iter().map(|report| self.report_object(me, report)).collect();
        Ok(Value::object(Reports { nodes, page }))
    }

    fn report_object(&self, me: &Arc<Identity>, report: Report) -> ReportObject {
        ReportObject { api: self.api.clone(), moderator: me.clone(), report: Arc::new(report) }
    }
}

impl TableObject {
    /// A page of what was said there.
    pub(super) async fn messages(&self, arguments: &Values) -> Result<Value, Fault> {
        let first = page_size(arguments)?;
        let cursor = |name| match text(arguments, name) {
            Some(cursor) => cursor.parse::<u64>().map(Some).map_err(|_| bad_cursor(cursor)),
            None => Ok(None),
        };
        let from = match (cursor("after")?, cursor("before")?) {
            (Some(_), Some(_)) => {
                return Err(Fault::bad_input("a page is after a cursor or before one"));
            }
            (Some(after), None) => MessageCursor::After(after),
            (None, Some(before)) => MessageCursor::Before(before),
            (None, None) => MessageCursor::Newest,
        };
        let found = self.api.host.talk().messages(self.id, self.viewer, from, first + 1).await;
        let mut found = found.map_err(fault)?;
        let has_more = found.len() > first;
        match from {
            MessageCursor::After(_) => found.truncate(first),
            MessageCursor::Before(_) | MessageCursor::Newest => {
                drop(found.drain(..usize::from(has_more)))
            }
        }
        let cursor = |message: &Message| message.number.to_string();
        let page = PageInfo {
            has_next_page: match from {
                MessageCursor::After(_) => has_more,
                MessageCursor::Before(_) => true,
                MessageCursor::Newest => false,
            },
            has_previous_page: has_more || matches!(from, MessageCursor::After(_)),
            start_cursor: found.first().map(cursor),
            end_cursor: found.last().map(cursor),
        };
        let nodes: Vec<_> =
            found.iter().map(|message| message_json(message, self.viewer)).collect();
        let edges: Vec<_> = found
            .iter()
            .zip(&nodes)
            .map(|(message, node)| json!({ "cursor": cursor(message), "node": node }))
            .collect();
        Value::of(&json!({ "edges": edges, "nodes": nodes, "pageInfo": page }))
    }
}

impl AccountObject {
    /// A page of those whom the player does not hear.
    pub(super) async fn mutes(&self, arguments: &Values) -> Result<Value, Fault> {
        let first = page_size(arguments)?;
        let after = match text(arguments, "after") {
            Some(cursor) => Some(cursor.parse().map_err(|_| bad_cursor(cursor))?),
            None => None,
        };
        let found = self.api.host.talk().mutes(self.player(), after, first + 1).await;
        let mut found = found.map_err(fault)?;
        let has_next = found.len() > first;
        found.truncate(first);
        let node =
            |mute: &Mute| json!({ "player": player_json(&mute.player), "at": rfc3339(mute.at_ms) });
        let nodes: Vec<_> = found.iter().map(node).collect();
        let cursor = |mute: &Mute| mute.player.id.to_string();
        let edges: Vec<_> = found
            .iter()
            .zip(&nodes)
            .map(|(mute, node)| json!({ "cursor": cursor(mute), "node": node }))
            .collect();
        let page = PageInfo {
            has_next_page: has_next,
            has_previous_page: after.is_some(),
            start_cursor: found.first().map(cursor),
            end_cursor: found.last().map(cursor),
        };
        Value::of(&json!({ "edges": edges, "nodes": nodes, "pageInfo": page }))
    }

    /// Until when the player may say nothing.
    pub(super) async fn silenced_until(&self) -> Result<Value, Fault> {
        let until_ms = self.api.host.talk().silenced_until(self.player()).await.map_err(fault)?;
        Value::of(&until_ms.map(rfc3339))
    }
}

/// A message as somebody may see it.
pub(super) fn message_json(message: &Message, viewer: Viewer) -> Json {
    let remover = message.removed.as_ref().and_then(|removed| removed.by.as_ref());
    let remover = remover.filter(|_| viewer.role >= Role::Moderator);
    json!({
        "id": message.id,
        "player": player_json(&message.player),
        "at": rfc3339(message.at_ms),
        "text": message.text,
        "isRemoved": message.removed.is_some(),
        "removedBy": remover.map(player_json),
    })
}

/// A message as its player has it.
pub(super) fn exported_message(message: &Message) -> Json {
    json!({
        "id": message.id, "table": message.table, "atMs": message.at_ms, "text": message.text,
        "removedMs": message.removed.as_ref().map(|removed| removed.at_ms),
    })
}

/// Whom a player does not hear.
pub(super) fn exported_mute(mute: &Mute) -> Json {
    json!({ "player": mute.player.id, "atMs": mute.at_ms })
}

/// A report as the one has it who made it.
pub(super) fn exported_report(report: &Report) -> Json {
    json!({
        "id": report.id, "player": report.player.id, "table": report.table,
        "message": report.message, "reason": report.reason, "atMs": report.at_ms,
        "isResolved": report.verdict.is_some(),
    })
}

/// A report as moderators see it.
#[derive(Debug, Clone)]
pub struct ReportObject {
    api: Arc<Api>,
    moderator: Arc<Identity>,
    report: Arc<Report>,
}

#[async_trait]
impl Object for ReportObject {
    fn type_name(&self) -> &'static str {
        "Report"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        let report = &self.report;
        let verdict = report.verdict.as_ref();
        match &*field.name {
            "id" => Value::of(&report.id),
            "status" => Value::of(&if verdict.is_some() { "RESOLVED" } else { "OPEN" }),
            "player" => Value::of(&player_json(&report.player)),
            "reporter" => Value::of(&player_json(&report.reporter)),
            "reason" => Value::of(&report.reason),
            "at" => Value::of(&rfc3339(report.at_ms)),
            "table" => self.table().await,
            "message" => self.message().await,
            "text" => Value::of(&report.text),
            "outcome" => Value::of(&verdict.map(|verdict| verdict.outcome)),
            "note" => Value::of(&verdict.map(|verdict| &verdict.note)),
            "resolvedBy" => Value::of(&verdict.map(|verdict| player_json(&verdict.by))),
            "resolvedAt" => Value::of(&verdict.map(|verdict| rfc3339(verdict.at_ms))),
            other => Err(Fault::internal(format!("Report.{other} is answered by nobody"))),
        }
    }
}

impl ReportObject {
    async fn table(&self) -> Result<Value, Fault> {
        let Some(id) = self.report.table else { return Ok(Value::Null) };
        let viewer = Viewer::from(&*self.moderator);
        match self.api.host.lobby().table(id, viewer).await {
            Ok(_) => Ok(Value::object(TableObject::new(self.api.clone(), id, viewer))),
            Err(Failure::Refused(refused)) if refused.code == RefusalCode::UnknownTable => {
                Ok(Value::Null)
            }
            Err(failure) => Err(fault(failure)),
        }
    }

    async fn message(&self) -> Result<Value, Fault> {
        let Some(id) = self.report.message else { return Ok(Value::Null) };
        let message =
            self.api.host.moderation().message(&self.moderator, id).await.map_err(fault)?;
        let viewer = Viewer::from(&*self.moderator);
        Value::of(&message.map(|message| message_json(&message, viewer)))
    }
}

/// A page of reports.
#[derive(Debug)]
struct Reports {
    nodes: Vec<ReportObject>,
    page: PageInfo,
}

#[async_trait]
impl Object for Reports {
    fn type_name(&self) -> &'static str {
        "ReportConnection"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        let nodes = self.nodes.iter().cloned();
        match &*field.name {
            "nodes" => Ok(Value::List(nodes.map(Value::object).collect())),
            "edges" => Ok(Value::List(nodes.map(ReportEdge).map(Value::object).collect())),
            _ => Value::of(&self.page),
        }
    }
}

#[derive(Debug)]
struct ReportEdge(ReportObject);

#[async_trait]
impl Object for ReportEdge {
    fn type_name(&self) -> &'static str {
        "ReportEdge"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        match &*field.name {
            "cursor" => Value::of(&self.0.report.id),
            _ => Ok(Value::object(self.0.clone())),
        }
    }
}

fn was_said(message: &Message, by: &Identity) -> Value {
    let message = message_json(message, Viewer::from(by));
    let fields = Map::from_iter([("message".to_owned(), message)]);
    Value::object(Done { type_name: "Said", fields, to: To::Nothing })
}

fn player_changed(player: &Player) -> Value {
    let fields = Map::from_iter([("player".to_owned(), player_json(player))]);
    Value::object(Done { type_name: "PlayerChanged", fields, to: To::Nothing })
}

/// An id among a field's arguments; what is none names nothing.
fn id<T: std::str::FromStr>(arguments: &Values, name: &str, unknown: RefusalCode) -> Answer<T> {
    let id = text(arguments, name).and_then(|id| id.parse().ok());
    id.ok_or_else(|| unknown.refused(&[]).into())
}

fn optional_id<T: std::str::FromStr>(
    arguments: &Values,
    name: &str,
    unknown: RefusalCode,
) -> Answer<Option<T>> {
    match text(arguments, name) {
        Some(_) => id(arguments, name, unknown).map(Some),
        None => Ok(None),
    }
}

/// Until when somebody is to be silent.
fn until(arguments: &Values) -> Result<Option<i64>, Fault> {
    match arguments.get("until") {
        None | Some(Json::Null) => Ok(None),
        Some(given) => {
            let moment = given.as_str().and_then(timestamp::from_rfc3339);
            let wrong = || Fault::bad_input("until: not a Time, such as 2027-01-31T18:00:00Z");
            moment.map(Some).ok_or_else(wrong)
        }
    }
}

//! What a subscriber to a table is sent.
//!
//! Two subscribers see the same when they look at the same entry of the same table with the same
//! eyes, through the same document with the same variables. Where they came in (`after`) makes no
//! difference, but for one thing: no subscriber is sent a table that is older than one that they
//! were sent before.

use std::sync::Arc;

use async_graphql_value::Value as Literal;
use bytes::Bytes;
use gueridon_game::{Language, Seat};
use gueridon_graphql::answer::Answer;
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::plan::{Content, Selected};
use gueridon_graphql::fault::Fault;
use gueridon_host::host::{Perspective, Subscription as Source, Update, Viewer};
use gueridon_host::table::EntryView;
use gueridon_journal::{Message, Sitter, TableId};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::api::Api;
use crate::api::caller::Caller;
use crate::api::payload_cache::{Key, Payload, Shown};
use crate::api::refused::fault;
use crate::api::request::{CheckedRequest, variables_json};
use crate::api::subscription::{Subscription, TableArguments};
use crate::api::table::TableObject;
use crate::api::table_update::TableUpdate;
use crate::errors;

/// A table as one client listens to it.
#[derive(Debug)]
pub(super) struct TableUpdates {
    api: Arc<Api>,
    ready: CheckedRequest,
    table: TableId,
    caller: Caller,
    viewer: Viewer,
    /// The newest entry that was sent, or that the client had before.
    seq: u64,
    /// The newest entry at which the table was sent.
    shown: u64,
    /// Where the viewer sits, once the table has begun.
    seat: Option<Option<Seat>>,
    /// The SHA-256 of the variables that what is sent depends on, and of the players' names.
    variables: [u8; 32],
    source: Source,
    /// Whether it was told how the table stands.
    is_told: bool,
}

impl TableUpdates {
    /// Begins to listen.
    ///
    /// # Errors
    /// When there is no such table.
    pub(super) async fn begin(
        api: Arc<Api>,
        ready: CheckedRequest,
        field: &Selected,
        arguments: TableArguments,
        caller: &Caller,
    ) -> Result<Self, Fault> {
        let seq = u64::try_from(arguments.after);
        let seq = seq.map_err(|_| Fault::bad_input("after is 0 or more"))?;
        let no_table = || Fault::new(errors::NOT_FOUND, "there is no such table");
        let id = arguments.id.parsed().ok_or_else(no_table)?;
        let viewer = caller.viewer(Perspective::Own);
        let mut source = api.host.watching().subscribe(id, viewer, seq).await.map_err(fault)?;
        if arguments.messages {
            source = source.with_messages().await.map_err(fault)?;
        }
        let mut variables = below(field, &ready.variables);
        if is_personal(field) {
            let own = json!([viewer.player, viewer.role]).to_string();
            variables = Sha256::new_with_prefix(variables).chain_update(own).finalize().into();
        }
        Ok(Self {
            api,
            ready,
            table: id,
            caller: caller.clone(),
            viewer,
            seq,
            shown: 0,
            seat: None,
            variables,
            source,
            is_told: false,
        })
    }

    /// The next payload: first how the table stands, then what happens; none when the game is over.
    ///
    /// # Errors
    /// `RESUME` when the subscriber was too slow or the server stops, or when the host failed;
    /// then there is nothing more.
    pub(super) async fn next(&mut self) -> Option<Result<Bytes, Fault>> {
        if !self.is_told {
            self.is_told = true;
            return Some(Ok(self.payload(None).await));
        }
        match self.source.next().await? {
            Update::Entry(entry) => {
                self.seq = entry.seq;
                Some(self.entry(entry).await)
            }
            Update::Table => Some(Ok(self.payload(None).await)),
            // For nobody else: others may not want to hear it.
            Update::Message(message) => Some(Ok(self.payload(Some(message)).await)),
            Update::Resume => {
                let message = format!("subscribe again with after: {}", self.seq);
                Some(Err(Fault::new(errors::RESUME, message)))
            }
        }
    }

    async fn entry(&mut self, entry: Arc<EntryView>) -> Result<Bytes, Fault> {
        let seat = match self.seat {
            Some(seat) => seat,
            None => {
                let look =
                    self.api.host.watching().look(self.table, self.viewer, Language::En).await;
                let look = look.map_err(fault)?;
                // What was told under another name is not for those who hear of this one. While a
                // subscription lasts its names stay.
                let names = serde_json::to_vec(&json!(
                    look.table
                        .seated
                        .iter()
                        .map(|one| match &one.who {
                            Sitter::Player { name, standing, .. } => json!([name, standing]),
                            Sitter::Bot(bot) => json!([bot]),
                        })
                        .collect::<Vec<_>>()
                ))
                .unwrap_or_default();
                let seen = Sha256::new_with_prefix(self.variables).chain_update(names);
                self.variables = seen.finalize().into();
                *self.seat.insert(look.seat)
            }
        };
        let key = Key {
            table: self.table,
            seq: self.seq,
            seat,
            plan: self.ready.plan.id,
            variables: self.variables,
        };
        let make = async || self.answer(Some(entry.clone()), None).await;
        let payload = self.api.payloads.get(key, make).await;
        if payload.is_since(self.shown) {
            return Ok(self.sent(payload));
        }
        let (answer, shown) = self.answer(Some(entry), None).await;
        Ok(self.sent(Payload::new(answer, shown)))
    }

    async fn payload(&mut self, message: Option<Arc<Message>>) -> Bytes {
        let (answer, shown) = self.answer(None, message).await;
        self.sent(Payload::new(answer, shown))
    }

    fn sent(&mut self, Payload { body, shown }: Payload) -> Bytes {
        self.shown = self.shown.max(*shown.end());
        body
    }

    async fn answer(
        &self,
        entry: Option<Arc<EntryView>>,
        message: Option<Arc<Message>>,
    ) -> (Answer, Shown) {
        let table = TableObject::new(self.api.state.clone(), self.table, self.viewer);
        let update = TableUpdate { seq: self.seq, entry, message, table: table.clone() };
        let root = Subscription::Table(update);
        let answer = self.api.execute(root, &self.ready, &self.caller).await;
        (answer, table.looks.looked_at())
    }
}

/// The SHA-256 of the variables that are used inside a field.
fn below(field: &Selected, variables: &Values) -> [u8; 32] {
    fn visit(fields: &[Selected], names: &mut Vec<String>) {
        for field in fields {
            for value in field.arguments.iter().filter_map(|(_, value)| value.as_ref()) {
                names_in(value, names);
            }
            inside(field, names);
        }
    }
    fn inside(field: &Selected, names: &mut Vec<String>) {
        if let Content::Fields(by_type) = &field.content {
            by_type.iter().for_each(|(_, fields)| visit(fields, names));
        }
    }
    let mut names = Vec::new();
    inside(field, &mut names);
    let used: Values = variables
        .iter()
        .filter(|(name, _)| names.contains(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    Sha256::digest(variables_json(&used)).into()
}

/// Whether a field asks for what depends on who looks, and not only on with which eyes.
fn is_personal(field: &Selected) -> bool {
    const PERSONAL: [&str; 3] = ["messages", "inviteCode", "rematch"];
    let Content::Fields(by_type) = &field.content else { return false };
    by_type.iter().any(|(_, fields)| {
        fields.iter().any(|field| PERSONAL.contains(&&*field.name) || is_personal(field))
    })
}

fn names_in(literal: &Literal, names: &mut Vec<String>) {
    match literal {
        Literal::Variable(name) => names.push(name.to_string()),
        Literal::List(items) => items.iter().for_each(|item| names_in(item, names)),
        Literal::Object(members) => members.values().for_each(|value| names_in(value, names)),
        _ => {}
    }
}

//! What a subscriber to a table is sent.
//!
//! Subscribers who look at the same entry of a table with the same eyes, through the same document
//! with the same variables, share one payload, wherever they began (`after`). There are two
//! exceptions: nobody is sent a table that is older than one they were sent before, and a
//! subscriber who catches up is sent the table only with the last of the missed entries.

use std::sync::Arc;

use async_graphql_value::Value as Literal;
use gueridon_game::Seat;
use gueridon_graphql::answer::Answer;
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::plan::{Content, Selected};
use gueridon_graphql::fault::Fault;
use gueridon_graphql::request_id::Scope;
use gueridon_graphql::service::Update as Payload;
use gueridon_host::host::{Perspective, Subscription as Source, TableInfo, Update, Viewer};
use gueridon_host::table::EntryView;
use gueridon_journal::{Message, Seated, Sitter, TableId};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::api::Api;
use crate::api::caller::Caller;
use crate::api::payload_cache::{Key, Payload as Made, Shown};
use crate::api::refused::fault;
use crate::api::request::{CheckedRequest, variables_json};
use crate::api::subscription::{Subscription, TableArguments};
use crate::api::table::TableObject;
use crate::api::table_update::TableUpdate;
use crate::errors;

/// One client's subscription to a table.
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
    /// What does not change while the subscription lasts, once the table has begun.
    known: Option<Known>,
    /// The SHA-256 of what else payloads depend on: the variables, the players' names, and the
    /// viewer if personal fields are selected.
    variables: [u8; 32],
    source: Source,
    /// Whether the first payload was sent: the table as it stands.
    is_told: bool,
}

/// What one viewer knows of a table that has begun.
#[derive(Debug, Clone)]
struct Known {
    /// Where the viewer sits.
    seat: Option<Seat>,
    /// Which game it is, and who sits there.
    about: Arc<TableInfo>,
}

impl TableUpdates {
    /// Starts a subscription, after the entry `after` if that is given.
    ///
    /// # Errors
    /// When there is no such table, the caller may not listen to it, or it does not have that entry
    /// yet.
    pub(super) async fn begin(
        api: Arc<Api>,
        ready: CheckedRequest,
        arguments: TableArguments,
        caller: &Caller,
        after: Option<u64>,
    ) -> Result<Self, Fault> {
        let seq = u64::try_from(arguments.after);
        let seq = seq.map_err(|_| Fault::bad_input("after is 0 or more"))?;
        let seq = after.unwrap_or(seq);
        let [field] = &ready.plan.root[..] else {
            return Err(Fault::internal("a subscription has several fields"));
        };
        let no_table = || Fault::new(errors::NOT_FOUND, "there is no such table");
        let id = arguments.id.parsed().ok_or_else(no_table)?;
        let viewer = caller.viewer(Perspective::Own);
        let mut source = api.host.watching().subscribe(id, viewer, seq).await.map_err(fault)?;
        if let Some(newest) = source.newest().filter(|newest| seq > *newest) {
            let said = format!(
                "after is {seq}, and the table's newest entry is {newest}: send {newest} or less"
            );
            return Err(Fault::bad_input(said));
        }
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
            known: None,
            variables,
            source,
            is_told: false,
        })
    }

    /// The next payload: first the table as it stands, then what happens; none when there will be
    /// no more. What it makes it makes in this scope.
    ///
    /// # Errors
    /// `RESUME` when the subscriber was too slow, the server stops or could not tell an entry whole,
    /// or when the host failed; then there is nothing more.
    pub(super) async fn next(&mut self, scope: &Scope) -> Option<Result<Payload, Fault>> {
        // What makes a payload is boxed: most are made for another subscriber, and those who wait
        // take no memory for it.
        if !self.is_told {
            self.is_told = true;
            return Some(Ok(Box::pin(scope.clone().run(self.table(None))).await));
        }
        match self.source.next().await? {
            Update::Entry(seq) => {
                let before = std::mem::replace(&mut self.seq, seq);
                let told = match self.cached() {
                    Some(made) => Ok(Some(made)),
                    None => Box::pin(scope.clone().run(self.payload())).await,
                };
                // An entry is told whole or not at all, so that nobody who goes by what they were
                // told has a gap.
                Some(match told {
                    Ok(Some(made)) if !made.is_lacking => Ok(self.sent(made)),
                    Ok(_) => Err(resume(before)),
                    Err(fault) => Err(fault),
                })
            }
            Update::Table => Some(Ok(Box::pin(scope.clone().run(self.table(None))).await)),
            // Not shared: other subscribers may have muted the author.
            Update::Message(message) => {
                Some(Ok(Box::pin(scope.clone().run(self.table(Some(message)))).await))
            }
            Update::Resume => Some(Err(resume(self.seq))),
        }
    }

    /// The payload of the newest entry, if it was made for another subscriber and its table is not older
    /// than the one that was sent before.
    fn cached(&self) -> Option<Made> {
        let seat = self.known.as_ref()?.seat;
        let made = self.api.payloads.made(&self.key(seat));
        made.filter(|made| made.is_since(self.shown))
    }

    /// The payload of the newest entry, with the table after it unless more missed entries follow; none
    /// if the entry cannot be read any more.
    async fn payload(&mut self) -> Result<Option<Made>, Fault> {
        let Some(entry) = self.source.entry().await else { return Ok(None) };
        let Known { seat, about } = match &self.known {
            Some(known) => known.clone(),
            None => self.know().await?,
        };
        let key = self.key(seat);
        let make = async || {
            let has_table = key.has_table;
            let table = if has_table { self.looked_at_now() } else { self.unseen(about) };
            self.answer(Some(entry.clone()), None, table, has_table).await
        };
        let made = self.api.payloads.get(key, make).await;
        if made.is_since(self.shown) {
            return Ok(Some(made));
        }
        let (answer, shown) = self.answer(Some(entry), None, self.looked_at_now(), true).await;
        Ok(Some(Made::new(answer, shown)))
    }

    /// What the payload of the newest entry depends on, for who sits at this seat.
    fn key(&self, seat: Option<Seat>) -> Key {
        Key {
            table: self.table,
            seq: self.seq,
            seat,
            has_table: !self.source.is_catching_up(),
            plan: self.ready.plan.id,
            variables: self.variables,
        }
    }

    /// Looks up what does not change from now on.
    async fn know(&mut self) -> Result<Known, Fault> {
        let look = self.api.host.watching().look(self.table, self.viewer, None).await;
        let look = look.map_err(fault)?;
        // Payloads contain names, so they are shared only by subscribers who know the same names. A
        // subscription keeps the names that it has here.
        let name = |one: &Seated| match &one.who {
            Sitter::Player { name, standing, .. } => json!([name, standing]),
            Sitter::Bot(bot) => json!([bot]),
        };
        let names: Vec<_> = look.table.seated.iter().map(name).collect();
        let names = serde_json::to_vec(&names).unwrap_or_default();
        let seen = Sha256::new_with_prefix(self.variables).chain_update(names);
        self.variables = seen.finalize().into();
        Ok(self.known.insert(Known { seat: look.seat, about: look.table }).clone())
    }

    /// The table as it is now, with a message if one was written or removed.
    async fn table(&mut self, message: Option<Arc<Message>>) -> Payload {
        let (answer, shown) = self.answer(None, message, self.looked_at_now(), true).await;
        self.sent(Made::new(answer, shown))
    }

    fn sent(&mut self, Made { body, shown, .. }: Made) -> Payload {
        self.shown = self.shown.max(*shown.end());
        Payload { body, position: Some(self.seq) }
    }

    /// The table as it is now, looked at when the first field needs it.
    fn looked_at_now(&self) -> TableObject {
        TableObject::new(self.api.state.clone(), self.table, self.viewer)
    }

    /// As much of the table as an entry needs, without looking.
    fn unseen(&self, about: Arc<TableInfo>) -> TableObject {
        TableObject::listed(self.api.state.clone(), about, self.viewer)
    }

    async fn answer(
        &self,
        entry: Option<Arc<EntryView>>,
        message: Option<Arc<Message>>,
        table: TableObject,
        has_table: bool,
    ) -> (Answer, Shown) {
        let update = TableUpdate { seq: self.seq, entry, message, table: table.clone(), has_table };
        let root = Subscription::Table(update);
        let answer = self.api.execute(root, &self.ready, &self.caller).await;
        (answer, table.looks.looked_at())
    }
}

/// Asks a client to subscribe again after an entry.
fn resume(after: u64) -> Fault {
    Fault::new(errors::RESUME, format!("subscribe again with after: {after}"))
}

/// The SHA-256 of the variables that are used inside a field.
fn below(field: &Selected, variables: &Values) -> [u8; 32] {
    fn visit(fields: &[Selected], names: &mut Vec<String>) {
        for field in fields {
            for value in field.arguments.iter().filter_map(|one| one.literal.as_ref()) {
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

/// Whether a field contains one that depends on the viewer, and not only on their eyes.
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

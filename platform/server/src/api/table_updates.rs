//! What subscribers to a table are sent: computed once for all who see the same, and shared.
//!
//! Two subscribers see the same when they look at the same entry of the same table with the same
//! eyes, through the same document with the same variables. Where they came in (`after`) makes no
//! difference, but for one thing: to nobody is a table sent that is older than one they were sent.

use std::collections::{HashMap, VecDeque};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_graphql_value::Value as Literal;
use async_trait::async_trait;
use bytes::Bytes;
use gueridon_game::{Language, Seat};
use gueridon_host::host::{Perspective, Subscription, Update, Viewer};
use gueridon_host::table::EntryView;
use gueridon_journal::{Message, Sitter, TableId};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use super::entries::entry_json;
use super::table::TableObject;
use super::talk::message_json;
use super::{Api, Caller, Ready, Response, fault, text};
use crate::errors;
use gueridon_graphql::answer::Answer;
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::plan::{Content, Selected};
use gueridon_graphql::execute::{Object, Run, Value};
use gueridon_graphql::fault::Fault;

/// How many updates are kept for those who are still to be sent them.
const KEPT: usize = 1_024;
/// How many bytes the updates that are kept have together.
const ALL_BYTES: usize = 64 * 1024 * 1024;
/// The longest update that is kept, in bytes.
const KEPT_BYTES: usize = 256 * 1024;

/// The updates that were computed lately.
#[derive(Debug, Default)]
pub struct Shared {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    by_key: HashMap<Key, Computed>,
    order: VecDeque<Key>,
    bytes: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    table: TableId,
    seq: u64,
    seat: Option<Seat>,
    /// The plan's id.
    plan: u64,
    /// The SHA-256 of the variables.
    variables: [u8; 32],
}

/// At which entries the table of an update was looked at: at one, unless somebody played between looks
/// in several languages. Empty where nobody had to look.
type Shown = RangeInclusive<u64>;

/// What is sent.
#[derive(Debug, Clone)]
struct Payload {
    body: Bytes,
    shown: Shown,
}

impl Payload {
    fn new(answer: Answer, shown: Shown) -> Self {
        Self { body: Response::from(answer).body.into(), shown }
    }

    /// Whether it shows the table no older than at an entry.
    fn is_since(&self, seq: u64) -> bool {
        *self.shown.start() >= seq
    }
}

#[derive(Debug, Default)]
struct Computed {
    payload: Arc<OnceCell<Payload>>,
    /// How many bytes it was found to have.
    bytes: usize,
}

impl Shared {
    /// What was made for this key, or what `make` makes. What has a fault is for nobody else, and
    /// what is too long only for those who wait for it already.
    async fn get(&self, key: Key, make: impl AsyncFnOnce() -> (Answer, Shown)) -> Payload {
        let cell = self.cell(key);
        if let Some(made) = cell.get() {
            return made.clone();
        }
        let made = cell.get_or_try_init(async || {
            let (answer, shown) = make().await;
            let is_sound = answer.faults.is_empty();
            let payload = Payload::new(answer, shown);
            if is_sound { Ok(payload) } else { Err(payload) }
        });
        match made.await {
            Ok(payload) => {
                self.weigh(&key, &cell, payload.body.len());
                payload.clone()
            }
            Err(payload) => payload,
        }
    }

    fn cell(&self, key: Key) -> Arc<OnceCell<Payload>> {
        let mut kept = self.lock();
        if let Some(found) = kept.by_key.get(&key) {
            return found.payload.clone();
        }
        let computed = Computed::default();
        let cell = computed.payload.clone();
        kept.by_key.insert(key, computed);
        kept.order.push_back(key);
        kept.shrink();
        cell
    }

    /// Counts what was made, once.
    fn weigh(&self, key: &Key, cell: &Arc<OnceCell<Payload>>, bytes: usize) {
        let mut kept = self.lock();
        let Some(found) = kept.by_key.get_mut(key) else { return };
        if !Arc::ptr_eq(&found.payload, cell) || found.bytes > 0 {
            return;
        }
        if bytes > KEPT_BYTES {
            // The key stays in its place in the order, which is bounded.
            found.payload = Arc::default();
            return;
        }
        found.bytes = bytes;
        kept.bytes += bytes;
        kept.shrink();
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn shrink(&mut self) {
        while self.order.len() > KEPT || self.bytes > ALL_BYTES {
            let Some(oldest) = self.order.pop_front() else { return };
            if let Some(gone) = self.by_key.remove(&oldest) {
                self.bytes -= gone.bytes;
            }
        }
    }
}

/// A table as one client listens to it.
#[derive(Debug)]
pub struct TableUpdates {
    api: Arc<Api>,
    ready: Ready,
    table: TableId,
    viewer: Viewer,
    /// The newest entry that was sent, or that the client had before.
    seq: u64,
    /// The newest entry at which the table was sent.
    shown: u64,
    /// Where the viewer sits, once the table has begun.
    seat: Option<Option<Seat>>,
    /// The SHA-256 of the variables that what is sent depends on, and of the players' names.
    variables: [u8; 32],
    source: Subscription,
    /// Whether it was told how the table stands.
    is_told: bool,
}

impl TableUpdates {
    /// Begins to listen.
    ///
    /// # Errors
    /// When there is no such table.
    pub async fn begin(
        api: Arc<Api>,
        ready: Ready,
        field: &Selected,
        arguments: &Values,
        caller: &Caller,
    ) -> Result<Self, Fault> {
        let after = arguments.get("after").and_then(Json::as_i64).unwrap_or_default();
        let seq = u64::try_from(after).map_err(|_| Fault::bad_input("after is 0 or more"))?;
        let no_table = || Fault::new(errors::NOT_FOUND, "there is no such table");
        let id = text(arguments, "id").and_then(|id| id.parse().ok()).ok_or_else(no_table)?;
        let viewer = caller.viewer(Perspective::Own);
        let mut source = api.host.watching().subscribe(id, viewer, seq).await.map_err(fault)?;
        if arguments.get("messages").and_then(Json::as_bool) == Some(true) {
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
    pub async fn next(&mut self) -> Option<Result<Bytes, Fault>> {
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
        let payload = self.api.shared.get(key, make).await;
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
        let table = TableObject::new(self.api.clone(), self.table, self.viewer);
        let update = TableUpdate { seq: self.seq, entry, message, table: table.clone() };
        let run = Run { types: &self.api.types, variables: &self.ready.variables };
        let answer = run.answer(&Root(update), &self.ready.plan.root).await;
        (answer, table.looked_at())
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
    Sha256::digest(json_of(&used)).into()
}

/// Whether a field asks for what depends on who looks, and not only on with which eyes.
fn is_personal(field: &Selected) -> bool {
    const PERSONAL: [&str; 3] = ["messages", "inviteCode", "rematch"];
    let Content::Fields(by_type) = &field.content else { return false };
    by_type.iter().any(|(_, fields)| {
        fields.iter().any(|field| PERSONAL.contains(&&*field.name) || is_personal(field))
    })
}

pub(super) fn json_of(variables: &Values) -> String {
    // Values from JSON always have a JSON.
    serde_json::to_string(variables).unwrap_or_default()
}

fn names_in(literal: &Literal, names: &mut Vec<String>) {
    match literal {
        Literal::Variable(name) => names.push(name.to_string()),
        Literal::List(items) => items.iter().for_each(|item| names_in(item, names)),
        Literal::Object(members) => members.values().for_each(|value| names_in(value, names)),
        _ => {}
    }
}

/// The root of a payload.
#[derive(Debug)]
struct Root(TableUpdate);

#[derive(Debug, Clone)]
struct TableUpdate {
    seq: u64,
    entry: Option<Arc<EntryView>>,
    message: Option<Arc<Message>>,
    table: TableObject,
}

#[async_trait]
impl Object for Root {
    fn type_name(&self) -> &'static str {
        "Subscription"
    }

    async fn field(&self, field: &Selected, run: &Run<'_>) -> Result<Value, Fault> {
        let update = self.0.clone();
        let ty = run.types.find("Table").expect("the platform has this type");
        let of_update = run.types.find("TableUpdate").expect("the platform has this type");
        let asked = field.fields(of_update).iter().find(|field| &*field.name == "table");
        if let Some(asked) = asked {
            update.table.open_eyes(asked.fields(ty), run).await?;
        }
        Ok(Value::object(update))
    }
}

#[async_trait]
impl Object for TableUpdate {
    fn type_name(&self) -> &'static str {
        "TableUpdate"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        match (&*field.name, &self.entry) {
            ("seq", _) => Value::of(&self.seq),
            ("entry", None) => Ok(Value::Null),
            ("entry", Some(entry)) => {
                let prefix = self.table.prefix().await?;
                let seated = &self.table.info().await?.seated;
                Ok(Value::OfPart { prefix, text: entry_json(entry, seated)? })
            }
            ("message", _) => {
                let viewer = self.table.viewer;
                Value::of(&self.message.as_ref().map(|message| message_json(message, viewer)))
            }
            _ => Ok(Value::object(self.table.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gueridon_graphql::fault::Code;

    fn key(seq: u64) -> Key {
        let table = "01a1fec0-0000-7000-8000-000000000000".parse().unwrap();
        Key { table, seq, seat: None, plan: 0, variables: [0; 32] }
    }

    fn answer(bytes: usize, faults: Vec<Fault>) -> (Answer, Shown) {
        let mut answer = Answer::default();
        answer.bytes = vec![b'1'; bytes];
        answer.faults = faults;
        (answer, 1..=1)
    }

    async fn is_kept(shared: &Shared, seq: u64, bytes: usize, faults: Vec<Fault>) -> bool {
        shared.get(key(seq), async || answer(bytes, faults)).await;
        let mut was_made = false;
        let again = async || {
            was_made = true;
            answer(1, Vec::new())
        };
        shared.get(key(seq), again).await;
        !was_made
    }

    #[tokio::test]
    async fn only_what_is_sound_and_short_is_kept_for_others() {
        let shared = Shared::default();
        assert!(is_kept(&shared, 1, 1_000, Vec::new()).await);
        assert!(!is_kept(&shared, 2, KEPT_BYTES, Vec::new()).await);
        let fault = Fault::new(Code::UNAVAILABLE, "not now");
        assert!(!is_kept(&shared, 3, 1_000, vec![fault]).await);
    }

    #[tokio::test]
    async fn what_is_kept_is_bounded_in_bytes_and_in_number() {
        let shared = Shared::default();
        for seq in 0..300 {
            shared.get(key(seq), async || answer(250 * 1024, Vec::new())).await;
            assert!(shared.lock().bytes <= ALL_BYTES);
        }
        assert!(shared.lock().bytes > ALL_BYTES - KEPT_BYTES);
        for seq in 300..3_000 {
            shared.get(key(seq), async || answer(1, Vec::new())).await;
        }
        let kept = shared.lock();
        assert_eq!((kept.order.len(), kept.by_key.len()), (KEPT, KEPT));
        assert_eq!(kept.bytes, kept.by_key.values().map(|one| one.bytes).sum::<usize>());
    }
}

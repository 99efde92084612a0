//! From the text of a document to something that runs: measured, parsed, validated and compiled,
//! once for all requests that send it.

pub mod limits;

pub mod coerce;

pub mod plan;

mod groups;
mod overlap;
mod room;
mod stop;
mod usage;
mod walk;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_graphql::dynamic::Schema;
use async_graphql_parser::types::{
    DocumentOperations, ExecutableDocument, Field, OperationDefinition, OperationType,
};
use async_graphql_parser::{Positioned, parse_query};
use serde_json::{Map, Value as Json};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

pub use self::plan::Plan;
pub use self::stop::Stop;
use crate::fault::Fault;
use crate::sdl::Types;
use crate::sdl::types::TypeId;
use coerce::Values;
use limits::Budget;
use room::{Room, Taken};
use walk::{Visit, Walk};

/// How many documents are kept.
const KEPT: usize = 512;
/// The longest document that is kept, in bytes.
const KEPT_BYTES: usize = 32 * 1024;
/// How many plans of one document are kept: one for each choice of what its conditions ask.
const KEPT_PLANS: usize = 16;
/// How many fields a plan that is kept has at most.
pub const KEPT_NODES: usize = 2_000;
/// How many fields all plans that are kept have together.
const ALL_NODES: usize = 500_000;
/// How many bytes of a document's text take as much room as a field of a plan.
const BYTES_A_NODE: usize = 4;
/// How many documents that were never sent before are looked through at the same time.
const AT_ONCE: usize = 2;

/// An operation that has passed validation.
#[derive(Debug)]
pub struct Prepared {
    document: ExecutableDocument,
    operation: OperationDefinition,
    conditions: Vec<String>,
    plans: Mutex<Plans>,
}

/// The plans of a document that are kept.
#[derive(Debug, Default)]
struct Plans {
    by_conditions: HashMap<Vec<bool>, (Arc<Plan>, Taken)>,
    /// Where they find room; none while the document is not kept.
    room: Option<Room>,
}

impl Prepared {
    /// Whether it asks, does or listens.
    #[must_use]
    pub fn ty(&self) -> OperationType {
        self.operation.ty
    }

    /// The operation's variables, from what a request gave.
    ///
    /// # Errors
    /// The first variable that is missing or of a wrong shape.
    pub fn variables(&self, types: &Types, given: &Map<String, Json>) -> Result<Values, Fault> {
        coerce::variables(types, &self.operation, given)
    }

    /// The plan for these variables.
    ///
    /// # Errors
    /// What the validation left: literals that do not fit.
    pub fn plan(&self, types: &Types, variables: &Values) -> Result<Arc<Plan>, Fault> {
        let truth = |name: &String| variables.get(name).and_then(Json::as_bool) == Some(true);
        let key: Vec<bool> = self.conditions.iter().map(truth).collect();
        if let Some((plan, _)) = self.plans().by_conditions.get(&key) {
            return Ok(plan.clone());
        }
        let compiled = plan::compile(types, &self.document, &self.operation, variables)?;
        let compiled = Arc::new(compiled);
        if compiled.nodes <= KEPT_NODES {
            let mut plans = self.plans();
            if plans.by_conditions.len() >= KEPT_PLANS {
                plans.by_conditions.clear();
            }
            if let Some(taken) = plans.room.as_ref().and_then(|room| room.take(compiled.nodes)) {
                plans.by_conditions.insert(key, (compiled.clone(), taken));
            }
        }
        Ok(compiled)
    }

    fn plans(&self) -> MutexGuard<'_, Plans> {
        self.plans.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The documents that were sent lately.
#[derive(Debug)]
pub struct Documents {
    kept: Mutex<Kept>,
    room: Room,
    turns: Arc<Semaphore>,
}

#[derive(Debug, Default)]
struct Kept {
    by_text: HashMap<Key, (Arc<Prepared>, Taken)>,
    order: VecDeque<Key>,
}

/// The text of a document, and the operation of it that is to run.
type Key = (Arc<str>, Option<Arc<str>>);

impl Default for Documents {
    fn default() -> Self {
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        Self { kept: Mutex::default(), room: Room::new(ALL_NODES), turns }
    }
}

impl Documents {
    /// The operation of that name, ready to be given variables.
    ///
    /// # Errors
    /// Everything that is wrong with the document; then nothing of it runs.
    pub async fn prepare(
        &self,
        schema: &Schema,
        types: &Arc<Types>,
        text: &str,
        operation: Option<&str>,
    ) -> Result<Arc<Prepared>, Vec<Fault>> {
        let key: Key = (text.into(), operation.map(Into::into));
        if let Some(found) = self.find(&key) {
            return Ok(found);
        }
        let failed = |error: &dyn std::fmt::Display| vec![Fault::internal(error)];
        let turn = self.turns.clone().acquire_owned().await.map_err(|error| failed(&error))?;
        if let Some(found) = self.find(&key) {
            return Ok(found);
        }
        let (schema, types, (text, operation)) = (schema.clone(), types.clone(), key.clone());
        // It computes and waits for nothing; and whoever goes away does not give up the turn.
        let prepared = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            prepare(&schema, &types, &text, operation.as_deref())
        });
        let prepared = Arc::new(prepared.await.map_err(|error| failed(&error))??);
        if key.0.len() <= KEPT_BYTES {
            self.keep(key, &prepared);
        }
        Ok(prepared)
    }

    fn find(&self, key: &Key) -> Option<Arc<Prepared>> {
        self.lock().by_text.get(key).map(|found| found.0.clone())
    }

    fn keep(&self, key: Key, prepared: &Arc<Prepared>) {
        let mut kept = self.lock();
        if kept.by_text.contains_key(&key) {
            return;
        }
        // Room for its first plan too, or it could come and find none.
        let wanted = key.0.len() / BYTES_A_NODE + 1;
        while kept.order.len() >= KEPT || self.room.left() < wanted + KEPT_NODES {
            let Some(oldest) = kept.order.pop_front() else { return };
            if let Some((forgotten, _)) = kept.by_text.remove(&oldest) {
                *forgotten.plans() = Plans::default();
            }
        }
        if let Some(taken) = self.room.take(wanted) {
            prepared.plans().room = Some(self.room.clone());
            kept.by_text.insert(key.clone(), (prepared.clone(), taken));
            kept.order.push_back(key);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn prepare(
    schema: &Schema,
    types: &Types,
    text: &str,
    name: Option<&str>,
) -> Result<Prepared, Vec<Fault>> {
    limits::check_nesting(text).map_err(|fault| vec![fault])?;
    let document = parse_query(text).map_err(|error| {
        let place = error.positions().next();
        let fault = Fault::bad_input(format!("not a GraphQL document: {error}"));
        vec![match place {
            Some(place) => fault.at(place),
            None => fault,
        }]
    })?;
    limits::check(types, &document).map_err(|fault| vec![fault])?;
    let operation = chosen(&document.operations, name).map_err(|fault| vec![fault])?.node.clone();
    Handle::current().block_on(stop::validate(schema, document.clone(), name))?;
    let budget = Budget::new(limits::COMPARED);
    for (_, operation) in document.operations.iter() {
        if let Some(root) = types.find(plan::root_type(operation.node.ty)) {
            let set = &operation.node.selection_set.node;
            overlap::check(types, &document, root, set, &budget)
                .and_then(|()| usage::check(types, &document, &operation.node, root))
                .map_err(|fault| vec![fault])?;
        }
    }
    if operation.ty == OperationType::Subscription {
        one_root_field(types, &document, &operation).map_err(|fault| vec![fault])?;
    }
    let conditions = plan::conditions(&document, &operation);
    Ok(Prepared { document, operation, conditions, plans: Mutex::default() })
}

fn chosen<'a>(
    operations: &'a DocumentOperations,
    name: Option<&str>,
) -> Result<&'a Positioned<OperationDefinition>, Fault> {
    let mut all = operations.iter();
    match (name, all.next(), all.next()) {
        (None, Some((_, only)), None) => Ok(only),
        (None, None, _) => Err(Fault::bad_input("the document has no operation")),
        (None, Some(_), Some(_)) => {
            let message = "the document has several operations: say which in operationName";
            Err(Fault::bad_input(message))
        }
        (Some(name), ..) => operations
            .iter()
            .find(|(other, _)| other.is_some_and(|other| other == name))
            .map(|(_, found)| found)
            .ok_or_else(|| Fault::bad_input(format!("the document has no operation {name}"))),
    }
}

/// Refuses a subscription to two things at once: async-graphql 7.2.1 takes it.
fn one_root_field(
    types: &Types,
    document: &ExecutableDocument,
    operation: &OperationDefinition,
) -> Result<(), Fault> {
    let Some(root) = types.find(plan::root_type(operation.ty)) else { return Ok(()) };
    let mut keys = Keys::default();
    Walk::of(document).through(root, &operation.selection_set.node, &mut keys)?;
    if keys.0.len() == 1 {
        return Ok(());
    }
    Err(Fault::bad_input("a subscription listens to exactly one field"))
}

/// The keys of a selection's fields, whatever their conditions.
#[derive(Default)]
struct Keys<'a>(BTreeSet<&'a str>);

impl<'a> Visit<'a> for Keys<'a> {
    fn narrow(&self, ty: TypeId, _: &str) -> Option<TypeId> {
        Some(ty)
    }

    fn field(
        &mut self,
        _: TypeId,
        field: &'a Positioned<Field>,
        _: &mut Walk<'a>,
    ) -> Result<(), Fault> {
        self.0.insert(&field.node.response_key().node);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdl::{Merged, PLATFORM, build};

    struct Kit {
        schema: Schema,
        types: Arc<Types>,
        documents: Documents,
    }

    impl Kit {
        fn new() -> Self {
            let merged = Merged::platform(PLATFORM).unwrap().served();
            let schema = build::build(&merged, Stop).unwrap();
            let types = Arc::new(Types::new(&merged));
            Self { schema, types, documents: Documents::default() }
        }

        async fn prepare(&self, text: &str) -> Arc<Prepared> {
            self.documents.prepare(&self.schema, &self.types, text, None).await.unwrap()
        }

        fn plan(&self, prepared: &Prepared, variables: &Json) -> Arc<Plan> {
            let variables = prepared.variables(&self.types, variables.as_object().unwrap());
            prepared.plan(&self.types, &variables.unwrap()).unwrap()
        }
    }

    #[tokio::test]
    async fn what_is_kept_is_bounded_and_what_is_forgotten_leaves_its_room() {
        let kit = Kit::new();
        let fields: String = (0..1_500).map(|n| format!("a{n}:id ")).collect();
        let nothing = serde_json::json!({});
        let first = kit.prepare(&format!("query Q0{{me{{{fields}}}}}")).await;
        let plan = kit.plan(&first, &nothing);
        assert_eq!(plan.nodes, 1_501);
        assert!(Arc::ptr_eq(&plan, &kit.plan(&first, &nothing)));
        for n in 1..120 {
            let prepared = kit.prepare(&format!("query Q{n}{{me{{{fields}}}}}")).await;
            kit.plan(&prepared, &nothing);
        }
        let (kept, left) = (kit.documents.lock().order.len(), kit.documents.room.left());
        assert!((50..120).contains(&kept), "{kept}");
        assert!(left < 10_000, "{left}");
        // The first is forgotten: its plan is another each time, and takes no room.
        assert!(!Arc::ptr_eq(&kit.plan(&first, &nothing), &kit.plan(&first, &nothing)));
        assert_eq!(kit.documents.room.left(), left);
        *kit.documents.lock() = Kept::default();
        drop(first);
        assert_eq!(kit.documents.room.left(), ALL_NODES);
    }

    #[tokio::test]
    async fn a_document_keeps_only_so_many_plans() {
        let kit = Kit::new();
        let names = ["a", "b", "c", "d", "e"];
        let declared: String = names.map(|name| format!("${name}: Boolean! ")).concat();
        let fields: String = names.map(|name| format!("{name}: id @skip(if: ${name}) ")).concat();
        let prepared =
            kit.prepare(&format!("query Q({declared}) {{ me {{ id {fields} }} }}")).await;
        for choice in 0..32 {
            let given =
                |place: usize| (names[place].to_owned(), Json::Bool(choice >> place & 1 == 1));
            kit.plan(&prepared, &Json::Object((0..5).map(given).collect()));
            assert!(prepared.plans().by_conditions.len() <= KEPT_PLANS);
        }
    }
}

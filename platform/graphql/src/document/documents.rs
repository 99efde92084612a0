//! The documents that were sent lately, ready to run.

use std::fmt::Display;
use std::sync::Arc;

use async_graphql::dynamic::SchemaError;
use async_graphql_parser::parse_query;
use async_graphql_parser::types::OperationType;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::budget::Budget;
use super::cost::CostOf;
use super::prepared::{PlanCache, Prepared};
use super::validation::Validator;
use super::{limits, operation, overlap, usage};
use crate::fault::Fault;
use crate::sdl::{Merged, Types};

/// The longest document that is kept, in bytes.
const KEPT_BYTES: usize = 32 * 1024;
/// How many bytes the documents that are kept have together.
const ALL_BYTES: u64 = 2 * 1024 * 1024;
/// How many bytes are added to a document's text for its size; so no more than 512 are kept.
const OVERHEAD: u64 = 4 * 1024;
/// How many documents are prepared at the same time.
const AT_ONCE: usize = 2;

/// The documents of one schema.
#[derive(Debug)]
pub struct Documents {
    compiler: Arc<Compiler>,
    kept: Cache<Key, Arc<Prepared>, TextBytes>,
    turns: Arc<Semaphore>,
}

/// The text of a document, and the operation of it that is to run.
type Key = (Arc<str>, Option<Arc<str>>);

/// Weighs a document by its text.
#[derive(Debug, Clone)]
struct TextBytes;

impl Weighter<Key, Arc<Prepared>> for TextBytes {
    fn weight(&self, key: &Key, _: &Arc<Prepared>) -> u64 {
        key.0.len() as u64 + OVERHEAD
    }
}

impl Documents {
    /// No documents yet, for a schema and its types. `cost` should answer [`super::Cost::default`] for
    /// fields without a cost of their own.
    ///
    /// # Errors
    /// When async-graphql finds a fault in the schema that [`Merged`] did not.
    pub fn new(merged: &Merged, types: Arc<Types>, cost: CostOf) -> Result<Self, SchemaError> {
        let validator = Validator::new(merged)?;
        let compiler = Compiler { validator, types, cost, plans: PlanCache::default() };
        let most = usize::try_from(ALL_BYTES / OVERHEAD).unwrap_or(usize::MAX);
        Ok(Self {
            compiler: Arc::new(compiler),
            kept: Cache::with_weighter(most, ALL_BYTES, TextBytes),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
        })
    }

    /// Whether that operation is kept, so that preparing it takes no work.
    #[must_use]
    pub fn has(&self, text: &str, operation: Option<&str>) -> bool {
        self.kept.peek(&(text.into(), operation.map(Into::into))).is_some()
    }

    /// The operation of that name, ready to be given variables.
    ///
    /// # Errors
    /// Everything that is wrong with the document; then nothing of it runs.
    pub async fn prepare(
        &self,
        text: &str,
        operation: Option<&str>,
    ) -> Result<Arc<Prepared>, Vec<Fault>> {
        let key: Key = (text.into(), operation.map(Into::into));
        if let Some(found) = self.kept.get(&key) {
            return Ok(found);
        }
        let failed = |error: &dyn Display| vec![Fault::internal(error)];
        let turn = self.turns.clone().acquire_owned().await.map_err(|error| failed(&error))?;
        if let Some(found) = self.kept.get(&key) {
            return Ok(found);
        }
        let (compiler, (text, operation)) = (self.compiler.clone(), key.clone());
        // Preparing only computes, so it runs on a thread for blocking work. It keeps its turn until
        // it is done, even if the client goes away: so no more than `AT_ONCE` run.
        let prepared = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            compiler.prepare(&text, operation.as_deref())
        });
        let prepared = Arc::new(prepared.await.map_err(|error| failed(&error))??);
        if key.0.len() <= KEPT_BYTES {
            self.kept.insert(key, prepared.clone());
        }
        Ok(prepared)
    }
}

/// What a text is prepared with.
#[derive(Debug)]
struct Compiler {
    validator: Validator,
    types: Arc<Types>,
    cost: CostOf,
    plans: PlanCache,
}

impl Compiler {
    fn prepare(&self, text: &str, name: Option<&str>) -> Result<Prepared, Vec<Fault>> {
        let one = |fault| vec![fault];
        let types = &self.types;
        limits::check_nesting(text).map_err(one)?;
        let document = parse_query(text).map_err(|error| one(syntax(&error)))?;
        limits::check(types, &document, self.cost).map_err(one)?;
        let operation = operation::chosen(&document.operations, name).map_err(one)?.node.clone();
        Handle::current().block_on(self.validator.check(document.clone(), name))?;
        let budget = Budget::new(limits::COMPARED);
        for (_, operation) in document.operations.iter() {
            if let Some(root) = types.root(operation.node.ty) {
                let set = &operation.node.selection_set.node;
                overlap::check(types, &document, root, set, &budget).map_err(one)?;
                usage::check(types, &document, &operation.node, root).map_err(one)?;
            }
        }
        if operation.ty == OperationType::Subscription {
            operation::one_root_field(types, &document, &operation).map_err(one)?;
        }
        let cost = limits::cost_of(types, &document, &operation, self.cost);
        let plans = (text.len() <= KEPT_BYTES).then(|| self.plans.clone());
        Ok(Prepared::new(document, operation, cost, types.clone(), plans))
    }
}

fn syntax(error: &async_graphql_parser::Error) -> Fault {
    let place = error.positions().next();
    let fault = Fault::bad_input(format!("not a GraphQL document: {error}"));
    match place {
        Some(place) => fault.at(place),
        None => fault,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::super::plan::Plan;
    use super::super::prepared::{ALL_NODES, KEPT_PLANS};
    use super::*;

    const SCHEMA: &str = include_str!("../../tests/conformance/schema.graphql");

    fn documents() -> Documents {
        let merged = Merged::base(SCHEMA).unwrap();
        let types = Arc::new(Types::new(&merged));
        Documents::new(&merged, types, |_| Default::default()).unwrap()
    }

    fn plan(prepared: &Prepared, variables: &Json) -> Arc<Plan> {
        let variables = prepared.variables(variables.as_object().unwrap());
        prepared.plan(&variables.unwrap()).unwrap()
    }

    #[tokio::test]
    async fn kept_documents_and_plans_are_bounded_and_old_ones_make_room() {
        let documents = documents();
        let fields: String = (0..1_500).map(|n| format!("a{n}:id ")).collect();
        let text = |n| format!("query Q{n}{{thing{{{fields}}}}}");
        let first = documents.prepare(&text(0), None).await.unwrap();
        let nothing = json!({});
        assert_eq!(plan(&first, &nothing).nodes, 1_501);
        assert!(Arc::ptr_eq(&plan(&first, &nothing), &plan(&first, &nothing)));
        for n in 1..400 {
            let prepared = documents.prepare(&text(n), None).await.unwrap();
            plan(&prepared, &nothing);
            assert!(documents.kept.weight() <= ALL_BYTES);
            assert!(documents.compiler.plans.nodes() <= ALL_NODES as u64);
        }
        assert!((50..150).contains(&documents.kept.len()), "{}", documents.kept.len());
        let plans = documents.compiler.plans.len();
        assert!((200..400).contains(&plans), "{plans}");
    }

    #[tokio::test]
    async fn an_operation_costs_nothing_for_the_others_of_its_document() {
        let documents = documents();
        let text = "query A { thing { id } } query B { thing { ...F a: id b: id } } \
                    fragment F on Thing { c: id d: id }";
        let cost = async |name| documents.prepare(text, Some(name)).await.unwrap().cost();
        assert_eq!((cost("A").await, cost("B").await), (2, 5));
    }

    #[tokio::test]
    async fn a_document_keeps_only_so_many_plans() {
        let documents = documents();
        let names = ["a", "b", "c", "d", "e"];
        let declared: String = names.map(|name| format!("${name}: Boolean! ")).concat();
        let fields: String = names.map(|name| format!("{name}: id @skip(if: ${name}) ")).concat();
        let text = format!("query Q({declared}) {{ thing {{ id {fields} }} }}");
        let prepared = documents.prepare(&text, None).await.unwrap();
        for choice in 0..32 {
            let given =
                |place: usize| (names[place].to_owned(), Json::Bool(choice >> place & 1 == 1));
            let variables = Json::Object((0..5).map(given).collect());
            let made = plan(&prepared, &variables);
            assert!(Arc::ptr_eq(&made, &plan(&prepared, &variables)));
            assert!(prepared.kept_plans() <= KEPT_PLANS);
        }
    }
}

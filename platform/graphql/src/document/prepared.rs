//! An operation that has passed validation, and its plans.

use std::sync::{Arc, Mutex, PoisonError};

use async_graphql_parser::types::{ExecutableDocument, OperationDefinition, OperationType};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde_json::{Map, Value as Json};

use super::coerce::{self, Values};
use super::plan::{self, Plan};
use crate::fault::Fault;
use crate::sdl::types::Types;

/// How many plans of one document are kept: one for each combination of its conditions.
pub(super) const KEPT_PLANS: usize = 16;
/// How many fields a plan that is kept has at most.
pub const KEPT_NODES: usize = 2_000;
/// How many fields all plans that are kept have together.
pub(super) const ALL_NODES: usize = 500_000;

/// An operation that has passed validation.
#[derive(Debug)]
pub struct Prepared {
    document: ExecutableDocument,
    operation: OperationDefinition,
    cost: usize,
    /// The variables that decide which fields are asked for.
    conditions: Vec<String>,
    types: Arc<Types>,
    kept: Option<KeptPlans>,
}

impl Prepared {
    /// An operation of a valid document, whose plans are kept in `plans`, if anywhere.
    pub(super) fn new(
        document: ExecutableDocument,
        operation: OperationDefinition,
        cost: usize,
        types: Arc<Types>,
        plans: Option<PlanCache>,
    ) -> Self {
        let conditions = plan::conditions(&document, &operation);
        let kept = plans.map(KeptPlans::new);
        Self { document, operation, cost, conditions, types, kept }
    }

    /// Whether it is a query, a mutation or a subscription.
    #[must_use]
    pub fn ty(&self) -> OperationType {
        self.operation.ty
    }

    /// What it costs, without the other operations of its document.
    #[must_use]
    pub fn cost(&self) -> usize {
        self.cost
    }

    /// The operation's variables, from what a request gave.
    ///
    /// # Errors
    /// The first variable that is missing or of a wrong shape.
    pub fn variables(&self, given: &Map<String, Json>) -> Result<Values, Fault> {
        coerce::variables(&self.types, &self.operation, given)
    }

    /// The plan for these variables.
    ///
    /// # Errors
    /// `BAD_INPUT` for literals that do not fit, which validation lets through; `TOO_COSTLY` for too
    /// many fields.
    pub fn plan(&self, variables: &Values) -> Result<Arc<Plan>, Fault> {
        let is_true = |name: &String| variables.get(name).and_then(Json::as_bool) == Some(true);
        let conditions: Box<[bool]> = self.conditions.iter().map(is_true).collect();
        let Some(kept) = &self.kept else { return self.compile(variables) };
        if let Some(plan) = kept.get(&conditions) {
            return Ok(plan);
        }
        let compiled = self.compile(variables)?;
        if compiled.nodes <= KEPT_NODES {
            kept.insert(conditions, compiled.clone());
        }
        Ok(compiled)
    }

    fn compile(&self, variables: &Values) -> Result<Arc<Plan>, Fault> {
        plan::compile(&self.types, &self.document, &self.operation, variables).map(Arc::new)
    }
}

/// The plans of all documents. Clones are the same cache.
#[derive(Debug, Clone)]
pub(super) struct PlanCache(Arc<Cache<PlanKey, Arc<Plan>, Nodes>>);

/// The generation of a document's plans, and the values of its conditions.
type PlanKey = (u64, Box<[bool]>);

/// Weighs a plan by the number of its fields.
#[derive(Debug, Clone)]
struct Nodes;

impl Weighter<PlanKey, Arc<Plan>> for Nodes {
    fn weight(&self, key: &PlanKey, plan: &Arc<Plan>) -> u64 {
        (plan.nodes + key.1.len() + 1) as u64
    }
}

impl Default for PlanCache {
    fn default() -> Self {
        let usual_size = 50;
        Self(Arc::new(Cache::with_weighter(ALL_NODES / usual_size, ALL_NODES as u64, Nodes)))
    }
}

/// The plans of one document in the cache of all.
#[derive(Debug)]
struct KeptPlans {
    cache: PlanCache,
    generation: Mutex<Generation>,
}

/// The number of the generation is part of a plan's key. So a new generation forgets all plans of the
/// document at once, and the cache evicts them later.
#[derive(Debug)]
struct Generation {
    number: u64,
    /// How many plans it has.
    plans: usize,
}

impl Generation {
    fn new() -> Self {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        Self { number: NUMBERS.fetch_add(1, Ordering::Relaxed), plans: 0 }
    }
}

impl KeptPlans {
    fn new(cache: PlanCache) -> Self {
        Self { cache, generation: Mutex::new(Generation::new()) }
    }

    fn get(&self, conditions: &[bool]) -> Option<Arc<Plan>> {
        let generation = self.generation.lock().unwrap_or_else(PoisonError::into_inner).number;
        self.cache.0.get(&(generation, conditions.into()))
    }

    fn insert(&self, conditions: Box<[bool]>, plan: Arc<Plan>) {
        let mut generation = self.generation.lock().unwrap_or_else(PoisonError::into_inner);
        if generation.plans >= KEPT_PLANS {
            *generation = Generation::new();
        }
        generation.plans += 1;
        self.cache.0.insert((generation.number, conditions), plan);
    }
}

#[cfg(test)]
impl PlanCache {
    /// How many fields the plans have together.
    pub(super) fn nodes(&self) -> u64 {
        self.0.weight()
    }

    /// How many plans there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
impl Prepared {
    /// How many plans the current generation has.
    pub(super) fn kept_plans(&self) -> usize {
        let kept = self.kept.as_ref().unwrap();
        kept.generation.lock().unwrap().plans
    }
}

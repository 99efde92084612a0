//! What the server counts of the operations that it answers.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The upper bounds of the buckets for the time of an operation, in seconds.
const SECONDS: [f64; 11] = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0];

/// The kinds of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A query.
    Query,
    /// A mutation.
    Mutation,
    /// The beginning of a subscription.
    Subscription,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Query, Self::Mutation, Self::Subscription];

    const fn word(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Mutation => "mutation",
            Self::Subscription => "subscription",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Which {
    kind: &'static str,
}

/// The server's metrics. Clones share their counts.
#[derive(Debug, Clone)]
pub struct ServerMetrics {
    seconds: Family<Which, Histogram, fn() -> Histogram>,
    /// The histograms of `seconds`, in the order of [`Kind`].
    by_kind: [Histogram; 3],
    refused_by_budget: Counter,
}

impl Default for ServerMetrics {
    fn default() -> Self {
        let seconds = Family::<Which, Histogram, fn() -> Histogram>::new_with_constructor(|| {
            Histogram::new(SECONDS)
        });
        let of = |kind: Kind| seconds.get_or_create_owned(&Which { kind: kind.word() });
        Self { by_kind: Kind::ALL.map(of), seconds, refused_by_budget: Counter::default() }
    }
}

impl ServerMetrics {
    /// Counts an operation that was answered, or a subscription that began, and how long that took.
    pub(crate) fn answered(&self, kind: Kind, time: Duration) {
        self.by_kind[kind as usize].observe(time.as_secs_f64());
    }

    /// Counts a request that was refused because of its caller's budget.
    pub(crate) fn refused_by_budget(&self) {
        self.refused_by_budget.inc();
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register_with_unit(
            "operation",
            "How long it took to answer an operation, or to begin a subscription",
            Unit::Seconds,
            self.seconds.clone(),
        );
        registry.register(
            "budget_refusals",
            "Requests that were refused because they cost more than their caller had left",
            self.refused_by_budget.clone(),
        );
    }
}

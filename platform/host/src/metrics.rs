//! The host's metrics: of plays, of the calls of modules, and of how far it is behind other nodes.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use gueridon_modules::call_metrics::CallMetrics;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use tracing::{Instrument, Span};

use crate::refusal::{Code, Failure};

/// The upper bounds of the buckets for the time of a step of a play, in seconds.
const PLAY_SECONDS: [f64; 11] =
    [0.00003, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 10.0];
/// The upper bounds of the buckets for how far nodes are behind each other, in seconds.
const LAG_SECONDS: [f64; 9] = [0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];

/// The host's metrics. Clones share their counts.
#[derive(Debug, Clone, Default)]
pub struct HostMetrics {
    /// Metrics of the plays of players.
    pub plays: PlayMetrics,
    /// Metrics of the calls of modules.
    pub calls: CallMetrics,
    pub(crate) notices: NoticeMetrics,
}

impl HostMetrics {
    /// Registers them.
    pub fn register(&self, registry: &mut Registry) {
        self.plays.register(registry);
        self.calls.register(registry);
        self.notices.register(registry);
    }
}

/// The steps of which a play's time consists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayStep {
    /// Reading the document, or finding it among those that were read before, and its variables.
    Document,
    /// Trying the play in the module.
    Module,
    /// Writing the entry to the journal.
    Journal,
    /// Making the rest of the answer, such as the table as it is after the play.
    Projection,
}

impl PlayStep {
    const ALL: [Self; 4] = [Self::Document, Self::Module, Self::Journal, Self::Projection];

    const fn word(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Module => "module",
            Self::Journal => "journal",
            Self::Projection => "projection",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Which {
    step: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Why {
    code: &'static str,
}

/// Metrics of plays: how many there are, and how long their steps take.
#[derive(Debug, Clone)]
pub struct PlayMetrics {
    seconds: Family<Which, Histogram, fn() -> Histogram>,
    /// The histograms of `seconds`, in the order of [`PlayStep`].
    steps: [Histogram; 4],
    accepted: Counter,
    refused: Family<Why, Counter>,
    /// The counters of `refused`, in the order of [`Code`], for the codes that there were so far.
    by_code: Box<[OnceLock<Counter>]>,
}

impl Default for PlayMetrics {
    fn default() -> Self {
        let seconds = Family::<Which, Histogram, fn() -> Histogram>::new_with_constructor(|| {
            Histogram::new(PLAY_SECONDS)
        });
        let of = |step: PlayStep| seconds.get_or_create_owned(&Which { step: step.word() });
        Self {
            steps: PlayStep::ALL.map(of),
            seconds,
            accepted: Counter::default(),
            refused: Family::default(),
            by_code: Code::ALL.iter().map(|_| OnceLock::new()).collect(),
        }
    }
}

impl PlayMetrics {
    fn register(&self, registry: &mut Registry) {
        registry.register_with_unit(
            "play",
            "How long the steps of players' plays took: document, module, journal, projection",
            Unit::Seconds,
            self.seconds.clone(),
        );
        registry.register(
            "plays_accepted",
            "Plays of players that were accepted, those included that were sent again",
            self.accepted.clone(),
        );
        registry.register(
            "plays_refused",
            "Plays of players that were refused, or failed, by the code of the answer",
            self.refused.clone(),
        );
    }

    /// Does a step of a play: counts how long it takes, and traces it as a part of the request that
    /// the play came with.
    pub(crate) async fn during<T>(
        &self,
        step: PlayStep,
        request: &Span,
        doing: impl Future<Output = T>,
    ) -> T {
        let began = Instant::now();
        let span = tracing::debug_span!(parent: request, "play", otel.name = step.word());
        let done = doing.instrument(span).await;
        self.took(step, began.elapsed());
        done
    }

    /// Counts a step of a play, and how long it took.
    pub fn took(&self, step: PlayStep, time: Duration) {
        self.steps[step as usize].observe(time.as_secs_f64());
    }

    /// How many plays were accepted.
    pub(crate) fn count_accepted(&self) -> u64 {
        self.accepted.get()
    }

    /// Counts a play that was accepted. One that is sent again is accepted, and counted, again.
    pub fn accepted(&self) {
        self.accepted.inc();
    }

    /// Counts a play that was refused, or failed.
    pub fn refused(&self, failure: &Failure) {
        let code = match failure {
            Failure::Refused(refused) => refused.code,
            Failure::Fault(fault) => fault.code(),
        };
        let Some(counter) = self.by_code.get(code as usize) else { return };
        let new = || self.refused.get_or_create_owned(&Why { code: code.word() });
        counter.get_or_init(new).inc();
    }
}

/// Metrics of the notices between nodes.
#[derive(Debug, Clone)]
pub(crate) struct NoticeMetrics {
    lag: Histogram,
    lost: Counter,
}

impl Default for NoticeMetrics {
    fn default() -> Self {
        Self { lag: Histogram::new(LAG_SECONDS), lost: Counter::default() }
    }
}

impl NoticeMetrics {
    fn register(&self, registry: &mut Registry) {
        registry.register_with_unit(
            "notice_lag",
            "From when another node received a play until it was read here, at a loaded table",
            Unit::Seconds,
            self.lag.clone(),
        );
        registry.register(
            "notices_lost",
            "How often notices of other nodes may have been lost, so that journals are read again",
            self.lost.clone(),
        );
    }

    /// Counts an entry that another node received at one time and that is read here at another. The
    /// clocks of the two nodes may differ.
    pub(crate) fn read_after(&self, received_ms: i64, now_ms: i64) {
        let late_ms = u64::try_from(now_ms.saturating_sub(received_ms)).unwrap_or(0);
        self.lag.observe(Duration::from_millis(late_ms).as_secs_f64());
    }

    pub(crate) fn lost(&self) {
        self.lost.inc();
    }
}

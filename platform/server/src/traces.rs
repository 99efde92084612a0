//! Traces of requests, sent to a collector that speaks OpenTelemetry's protocol over HTTP.
//!
//! A request is a span, and in it are the reading of its document, what is executed, each call into
//! a module, and the entry that a play writes. A client that traces, too, says so in `traceparent`,
//! and the request is then a part of its trace.

use axum::http::HeaderMap;
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkError;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::{Level, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;

/// The header in which a client names its trace, as the W3C's Trace Context has it.
const TRACE_PARENT: &str = "traceparent";

/// Why no traces can be sent.
#[derive(Debug, thiserror::Error)]
pub enum TracesError {
    /// The address is none.
    #[error("cannot send traces to {0}: {1}")]
    Address(String, ExporterBuildError),
    /// It is not reached by plain HTTP.
    #[error(
        "cannot send traces to {0}: say http://, and let a collector on this machine go on by TLS"
    )]
    NotHttp(String),
}

/// Where spans go. They are sent in batches, by a thread of their own; when the collector does not
/// keep up, or is not there, spans are dropped.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Spans go to the collector at this address, such as `http://127.0.0.1:4318`. Which of them are
    /// sent, and under which name of a service, can be set by the variables of OpenTelemetry, such
    /// as `OTEL_TRACES_SAMPLER` and `OTEL_SERVICE_NAME`.
    ///
    /// # Errors
    /// [`TracesError`]. That nobody listens there is found later, and spans are then dropped.
    ///
    /// # Panics
    /// In an asynchronous task: the client that sends them blocks.
    pub fn to(collector: &str) -> Result<Self, TracesError> {
        if !collector.starts_with("http://") {
            return Err(TracesError::NotHttp(collector.to_owned()));
        }
        let address = format!("{}/v1/traces", collector.trim_end_matches('/'));
        let exporter = SpanExporter::builder()
            .with_http()
            .with_endpoint(&address)
            .build()
            .map_err(|error| TracesError::Address(address, error))?;
        let named = std::env::var_os("OTEL_SERVICE_NAME").is_some();
        let mut resource = Resource::builder();
        if !named {
            resource = resource.with_service_name("gueridon");
        }
        let provider = SdkTracerProvider::builder()
            .with_resource(resource.build())
            .with_batch_exporter(exporter)
            .build();
        Ok(Self(provider))
    }

    /// What takes spans from the log to the collector: those of this program, and what is logged in
    /// them.
    #[must_use]
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        let tracer = self.0.tracer("gueridon");
        // A prefix of the names of all crates of the server.
        let ours = Targets::new().with_target("gueridon", Level::DEBUG);
        tracing_opentelemetry::layer().with_tracer(tracer).with_filter(ours)
    }

    /// Sends what has not been sent yet, and ends.
    ///
    /// # Errors
    /// That the collector did not take it in time.
    pub fn end(self) -> Result<(), OTelSdkError> {
        self.0.shutdown()
    }
}

/// Makes a request's span a part of the trace that the client names, if it names one.
pub(crate) fn continue_from(headers: &HeaderMap, span: &Span) {
    if headers.contains_key(TRACE_PARENT) {
        let parent = TraceContextPropagator::new().extract(&Headers(headers));
        // Without traces there is nothing to continue.
        let _ = span.set_parent(parent);
    }
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(|name| name.as_str()).collect()
    }
}

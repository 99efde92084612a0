//! What is logged, and in which form.

use std::io;

use tracing::Metadata;
use tracing_subscriber::filter::{EnvFilter, FilterExt, FilterFn, LevelFilter};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use crate::cli::LogFormat;
use crate::traces::Traces;

/// Excludes the crates that log the messages of WebSockets, which contain tokens and passwords,
/// whatever another filter says.
fn secrets_excluded() -> FilterFn {
    let is_safe: fn(&Metadata<'_>) -> bool = |about| {
        !["tungstenite", "tokio_tungstenite"].iter().any(|one| about.target().starts_with(one))
    };
    // A filter that names no level makes every span and event of every crate be looked at.
    FilterFn::new(is_safe).with_max_level_hint(LevelFilter::TRACE)
}

/// # Errors
/// A line about a `GUERIDON_LOG` that is no filter.
pub(super) fn start(format: LogFormat, traces: Option<&Traces>) -> Result<(), String> {
    let said = std::env::var("GUERIDON_LOG").unwrap_or_default();
    let said = if said.is_empty() { "info" } else { &said };
    let filter = EnvFilter::try_new(said).map_err(|error| {
        format!("GUERIDON_LOG is no filter of the log, such as info or gueridon=debug: {error}")
    })?;
    let filter = filter.and(secrets_excluded());
    let layer = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let registry = tracing_subscriber::registry().with(traces.map(Traces::layer));
    match format {
        LogFormat::Human => registry.with(layer.with_filter(filter)).init(),
        LogFormat::Json => registry.with(layer.json().with_filter(filter)).init(),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::Registry;
    use tracing_subscriber::layer::Filter;

    use super::*;

    #[test]
    fn what_the_log_does_not_show_is_not_even_looked_at() {
        for (said, level) in [("info", LevelFilter::INFO), ("debug", LevelFilter::DEBUG)] {
            let filter = EnvFilter::from(said).and(secrets_excluded());
            assert_eq!(Filter::<Registry>::max_level_hint(&filter), Some(level));
        }
    }
}

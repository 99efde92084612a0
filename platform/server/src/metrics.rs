//! Metrics for operators, of the server, the host and the journal, at an address of their own.
//!
//! Things are counted where they happen, with types that are registered here. Numbers that are true
//! only at the moment (such as how many sockets are open) are read when the metrics are shown.

mod endpoint;
mod operations;
mod process;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::http::Server;
use crate::journal::OpenJournal;
pub(crate) use endpoint::{listen, serve};
pub use operations::{Kind, ServerMetrics};
pub(crate) use process::resident_bytes;

/// All metrics that are shown of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    server: Server,
    journal: OpenJournal,
    registry: Registry,
    now: Now,
}

/// Numbers that are true only at the moment, and are read when the metrics are shown.
#[derive(Debug, Default)]
struct Now {
    tables: Gauge,
    table_bytes: Gauge,
    games: Gauge,
    sockets: Gauge,
    subscriptions: Gauge,
    mutations: Gauge,
    waiting: Gauge,
    resident: Gauge,
    open_files: Gauge,
}

impl Metrics {
    /// The metrics of a server with this journal.
    pub(crate) fn of(server: Server, journal: OpenJournal) -> Self {
        let (mut registry, now) = (Registry::default(), Now::default());
        now.register_process(&mut registry);
        let ours = registry.sub_registry_with_prefix("gueridon");
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        ours.register("build", "The version of the server", Info::new(version));
        now.register(ours);
        server.metrics.register(ours);
        server.api.load().host.metrics().register(ours);
        journal.metrics().register(ours);
        Self { server, journal, registry, now }
    }

    /// All of them as a text in the format OpenMetrics.
    fn text(&self) -> String {
        self.now.read(&self.server, &self.journal);
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string takes any text");
        text
    }
}

impl Now {
    fn register_process(&self, registry: &mut Registry) {
        registry.register_with_unit(
            "process_resident_memory",
            "Memory of the process that is in RAM",
            Unit::Bytes,
            self.resident.clone(),
        );
        registry.register(
            "process_open_fds",
            "Files and sockets that the process has open",
            self.open_files.clone(),
        );
    }

    fn register(&self, registry: &mut Registry) {
        let gauges = [
            ("tables_loaded", "Tables in memory on this node", &self.tables),
            ("games", "Games that tables can be opened for", &self.games),
            ("sockets_open", "WebSockets that are open", &self.sockets),
            ("subscriptions_open", "Subscriptions that are open", &self.subscriptions),
            ("mutations_running", "Mutations that are under way", &self.mutations),
            ("journal_writes_waiting", "Writes that wait for others to commit", &self.waiting),
        ];
        for (name, help, gauge) in gauges {
            registry.register(name, help, gauge.clone());
        }
        let help = "Memory that the loaded tables take, about";
        registry.register_with_unit("tables_loaded", help, Unit::Bytes, self.table_bytes.clone());
    }

    fn read(&self, server: &Server, journal: &OpenJournal) {
        let set = |gauge: &Gauge, number: usize| {
            gauge.set(i64::try_from(number).unwrap_or(i64::MAX));
        };
        let api = server.api.load();
        set(&self.tables, api.host.tables().loaded());
        set(&self.table_bytes, api.host.tables().loaded_bytes());
        set(&self.games, api.games.len());
        set(&self.sockets, server.sockets.len());
        self.subscriptions.set(server.quotas.open_subscriptions().into());
        set(&self.mutations, server.mutations.len());
        set(&self.waiting, journal.waiting());
        set(&self.resident, resident_bytes().unwrap_or(0));
        set(&self.open_files, process::open_files().unwrap_or(0));
    }
}

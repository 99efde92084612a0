//! Figures and their table.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::process::{Server, TICK, own_cpu};

/// A running measurement.
pub(crate) struct Work {
    began: Instant,
    server_cpu: Duration,
    own_cpu: Duration,
}

/// The result of a measurement.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Used {
    pub(crate) wall: Duration,
    pub(crate) server_cpu: Duration,
    pub(crate) own_cpu: Duration,
}

/// A figure.
pub(crate) struct Measured {
    pub(crate) what: String,
    /// How often it was done.
    pub(crate) done: usize,
    pub(crate) used: Used,
    /// The median and the 99th percentile of the time per operation.
    pub(crate) latency: Option<[Duration; 2]>,
}

impl Work {
    pub(crate) fn begin(servers: &[Server]) -> Self {
        Self { server_cpu: cpu(servers), own_cpu: own_cpu(), began: Instant::now() }
    }

    pub(crate) fn end(self, servers: &[Server]) -> Used {
        Used {
            wall: self.began.elapsed(),
            server_cpu: cpu(servers) - self.server_cpu,
            own_cpu: own_cpu() - self.own_cpu,
        }
    }
}

fn cpu(servers: &[Server]) -> Duration {
    servers.iter().map(Server::cpu).sum()
}

impl AddAssign for Used {
    fn add_assign(&mut self, more: Self) {
        self.wall += more.wall;
        self.server_cpu += more.server_cpu;
        self.own_cpu += more.own_cpu;
    }
}

impl Measured {
    /// Operations per second.
    pub(crate) fn a_second(&self) -> f64 {
        self.done as f64 / self.used.wall.as_secs_f64()
    }

    /// Operations per second of the server's CPU time, of which one tick is counted at least.
    pub(crate) fn a_cpu_second(&self) -> f64 {
        self.done as f64 / self.used.server_cpu.max(TICK).as_secs_f64()
    }
}

/// The median and the 99th percentile.
pub(crate) fn percentiles(times: &mut [Duration]) -> [Duration; 2] {
    times.sort_unstable();
    [50, 99].map(|percent| times.get(times.len() * percent / 100).copied().unwrap_or_default())
}

/// How figures are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    /// As tables, for people.
    Tables,
    /// Each as one line of JSON, for the comparison with other servers.
    Json,
}

impl Report {
    /// Prints a title and the heads of the columns.
    pub(crate) fn title(self, title: &str) {
        if self == Self::Tables {
            println!("\n{title}");
            let heads = ["per s", "per CPU-s", "p50 ms", "p99 ms", "CPU-s: server", "client"];
            println!("{:44} {}", "", heads.map(|head| format!("{head:>13}")).concat());
        }
    }

    /// Prints a figure.
    pub(crate) fn line(self, measured: &Measured) {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let latency = measured.latency.map(|latency| latency.map(ms));
        let Used { server_cpu, own_cpu, .. } = measured.used;
        match self {
            Self::Tables => {
                let text = |latency: [f64; 2]| latency.map(|ms| format!("{ms:.2}"));
                let [half, most] = latency.map_or_else(Default::default, text);
                println!(
                    "{:44} {:>13.0}{:>13.0}{half:>13}{most:>13}{:>13.2}{:>13.2}",
                    measured.what,
                    measured.a_second(),
                    measured.a_cpu_second(),
                    server_cpu.as_secs_f64(),
                    own_cpu.as_secs_f64(),
                );
            }
            Self::Json => {
                let [half, most] = latency.unwrap_or_default();
                let figure = json!({
                    "what": measured.what,
                    "perSecond": measured.a_second(),
                    "perCpuSecond": measured.a_cpu_second(),
                    "p50": half,
                    "p99": most,
                    "clientCpu": own_cpu.as_secs_f64(),
                });
                println!("{figure}");
            }
        }
    }

    /// Prints a remark.
    pub(crate) fn remark(self, text: &str) {
        if self == Self::Tables {
            println!("{text}");
        }
    }
}

//! The workers of one build: child processes in which its games are dealt and called.

mod child;
mod frames;
mod process;
mod sandbox;
mod turn;

use std::sync::{Arc, Mutex, PoisonError};

use gueridon_game::border::{Op, hex};
use serde::{Deserialize, Serialize};

use super::isolation::Isolation;
use super::reply::Reply;
use super::{CallError, OpenError};
pub use child::work;
use process::Worker;
pub(super) use process::WorkerTable;

/// What a worker says once it has opened its build, or could not.
#[derive(Debug, Serialize, Deserialize)]
enum Loaded {
    Opened {
        /// What this system cannot take away from a process.
        missing: Vec<String>,
    },
    Refused {
        reason: String,
        is_permanent: bool,
    },
}

/// How often a call is made again whose worker was lost before it was made.
const ATTEMPTS: usize = 3;

/// The workers of one build.
#[derive(Debug)]
pub(super) struct Workers {
    sha256: [u8; 32],
    bytes: Arc<[u8]>,
    isolation: Arc<Isolation>,
    /// Locked while one is started, so that there are never too many.
    workers: Mutex<Vec<Arc<Worker>>>,
}

impl Workers {
    /// Starts the first worker of a build.
    pub(super) fn start(
        bytes: Arc<[u8]>,
        sha256: [u8; 32],
        isolation: Arc<Isolation>,
    ) -> Result<Self, OpenError> {
        let (worker, missing) = Worker::start(&bytes, &isolation)?;
        let build = hex(&sha256);
        if missing.is_empty() {
            tracing::info!(build, "a build is called in workers, without files and network");
        } else {
            tracing::warn!(
                build,
                ?missing,
                "a build is called in workers, which this system cannot confine in every way"
            );
        }
        let workers = Mutex::new(vec![Arc::new(worker)]);
        Ok(Self { sha256, bytes, isolation, workers })
    }

    /// Calls an operation that needs no table.
    pub(super) fn ask(&self, op: Op, request: &[u8]) -> Result<Reply, CallError> {
        self.with_worker(|worker| worker.ask(op, request))
    }

    /// Deals or restores a game, as `request` says.
    pub(super) fn open_table(
        &self,
        request: &[u8],
    ) -> Result<(Reply, Option<WorkerTable>), CallError> {
        self.with_worker(|worker| worker.open_table(request))
    }

    fn with_worker<T>(
        &self,
        call: impl Fn(&Arc<Worker>) -> Result<T, CallError>,
    ) -> Result<T, CallError> {
        let mut answer = Err(CallError::Gone);
        for _ in 0..ATTEMPTS {
            answer = call(&self.least_busy()?);
            if !matches!(answer, Err(CallError::Gone)) {
                break;
            }
        }
        answer
    }

    /// The worker with the least to do; a new one while every other has something.
    fn least_busy(&self) -> Result<Arc<Worker>, CallError> {
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        workers.retain(|worker| worker.is_there());
        let least = workers.iter().min_by_key(|worker| worker.load());
        let is_full = workers.len() >= self.isolation.limits.workers.max(1);
        if let Some(least) = least.filter(|least| is_full || least.load() == (0, 0)) {
            return Ok(Arc::clone(least));
        }
        let started = Worker::start(&self.bytes, &self.isolation);
        let (worker, _) = started.map_err(|error| {
            tracing::error!(build = hex(&self.sha256), %error, "no worker could be started");
            CallError::NoWorker(error.to_string())
        })?;
        let worker = Arc::new(worker);
        workers.push(Arc::clone(&worker));
        Ok(worker)
    }
}

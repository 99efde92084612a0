//! The task of a node that appends entries. It appends all that have gathered while it waited for
//! the database with one statement: most of the cost of a commit does not depend on how many
//! entries are in it.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use sqlx::postgres::PgPool;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::connection::PATIENCE;
use super::connections::Connections;
use super::statement::was_sacrificed;
use super::writes::entries;
use crate::error::SILENT;
use crate::write_metrics::WriteMetrics;
use crate::{Entry, JournalError, TableUpdate};

/// How many entries one statement takes at most.
const BATCH: usize = 512;
/// How many entries may be queued before writers wait.
const WAITING: usize = 4096;

/// An entry that somebody waits for.
struct Request {
    entry: Entry,
    after: TableUpdate,
    reply: oneshot::Sender<Result<bool, JournalError>>,
}

/// Where entries are appended, and the metrics of that.
struct Database {
    connections: Connections,
    metrics: WriteMetrics,
}

/// A handle to the task that appends.
#[derive(Debug)]
pub(super) struct Appender {
    requests: Mutex<Option<mpsc::Sender<Request>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Appender {
    /// Starts the task. It ends when it is stopped or its handle is dropped.
    pub(super) fn start(connections: Connections, metrics: WriteMetrics) -> Self {
        let (requests, requested) = mpsc::channel(WAITING);
        let task = tokio::spawn(run(Database { connections, metrics }, requested));
        Self { requests: Mutex::new(Some(requests)), task: tokio::sync::Mutex::new(Some(task)) }
    }

    /// Has an entry appended, and waits until it is committed; returns whether its condition held.
    pub(super) async fn append(
        &self,
        entry: Entry,
        after: TableUpdate,
    ) -> Result<bool, JournalError> {
        let closed = || JournalError::Broken("it is closed".to_owned());
        let requests = self.requests().clone().ok_or_else(closed)?;
        let (reply, appended) = oneshot::channel();
        let answered = async {
            requests.send(Request { entry, after, reply }).await.map_err(|_| closed())?;
            // Dropped before waiting, so that a waiting caller does not keep the queue open.
            drop(requests);
            appended.await.map_err(|_| closed())?
        };
        let late = |_| Err(JournalError::silent());
        timeout(PATIENCE, answered).await.unwrap_or_else(late)
    }

    /// Waits until everything is written.
    pub(super) async fn stop(&self) {
        drop(self.requests().take());
        let mut task = self.task.lock().await;
        if let Some(ending) = task.as_mut() {
            // The only error is a panic of the task, which was reported already.
            let _ = ending.await;
            *task = None;
        }
    }

    /// How many entries wait to be taken by the task.
    pub(super) fn waiting(&self) -> usize {
        let requests = self.requests();
        requests.as_ref().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    fn requests(&self) -> std::sync::MutexGuard<'_, Option<mpsc::Sender<Request>>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn run(database: Database, mut requested: mpsc::Receiver<Request>) {
    let mut gathered = Vec::with_capacity(BATCH);
    while requested.recv_many(&mut gathered, BATCH).await > 0 {
        while !gathered.is_empty() {
            // A caller that no longer waits has got an error, so its entry need not be appended.
            gathered.retain(|request: &Request| !request.reply.is_closed());
            let batch: Vec<_> = gathered.drain(..different_tables(&gathered)).collect();
            answer(&database, batch).await;
        }
    }
}

/// How many requests at the beginning are each about another table. The statement returns the
/// tables to which it has appended an entry, so it can take only one entry of each.
fn different_tables(gathered: &[Request]) -> usize {
    let mut tables = BTreeSet::new();
    gathered.iter().take_while(|request| tables.insert(request.entry.table)).count()
}

/// Appends entries and answers their callers.
async fn answer(database: &Database, batch: Vec<Request>) {
    match append(database, &batch).await {
        Ok(appended) => {
            for (request, is_appended) in batch.into_iter().zip(appended) {
                // The caller may no longer wait, which changes nothing.
                let _ = request.reply.send(Ok(is_appended));
            }
        }
        Err(error) if batch.len() > 1 && is_about_values(&error) => {
            let entries = batch.len();
            tracing::warn!(%error, entries, "the journal could not append a batch");
            answer_each(database, batch).await;
        }
        Err(error) => refuse(batch, &error.into()),
    }
}

/// Appends entries one by one, after the database has refused them all because of one.
async fn answer_each(database: &Database, batch: Vec<Request>) {
    let mut batch = batch.into_iter();
    while let Some(request) = batch.next() {
        match append(database, std::slice::from_ref(&request)).await {
            Ok(appended) => {
                let _ = request.reply.send(Ok(appended == [true]));
            }
            Err(error) if is_about_values(&error) => {
                let _ = request.reply.send(Err(error.into()));
            }
            // The database itself fails. The other entries would fail, too, each after as long a
            // wait.
            Err(error) => return refuse([request].into_iter().chain(batch), &error.into()),
        }
    }
}

fn refuse(batch: impl IntoIterator<Item = Request>, error: &JournalError) {
    for request in batch {
        let _ = request.reply.send(Err(error.clone()));
    }
}

/// Whether the database refuses the values that it was given, and does not fail in another way.
fn is_about_values(error: &sqlx::Error) -> bool {
    const DATA: &str = "22";
    const CONSTRAINT: &str = "23";
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| [DATA, CONSTRAINT].iter().any(|class| code.starts_with(class)))
}

/// Appends entries, each of another table, and measures that; returns for each whether its
/// condition held.
async fn append(database: &Database, batch: &[Request]) -> Result<Vec<bool>, sqlx::Error> {
    let began = Instant::now();
    let done = try_to_append(&database.connections.pool(), batch).await;
    database.metrics.wrote(batch.len(), began.elapsed(), &done);
    done
}

async fn try_to_append(pool: &PgPool, batch: &[Request]) -> Result<Vec<bool>, sqlx::Error> {
    const TRIES: usize = 5;
    let entries: Vec<_> = batch.iter().map(|request| (&request.entry, &request.after)).collect();
    let tried = async {
        for _ in 1..TRIES {
            match entries::append(pool, &entries).await {
                Err(error) if was_sacrificed(&error) => {}
                done => return done,
            }
        }
        entries::append(pool, &entries).await
    };
    let late = |_| Err(io::Error::new(io::ErrorKind::TimedOut, SILENT).into());
    timeout(PATIENCE, tried).await.unwrap_or_else(late)
}

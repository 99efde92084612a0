//! The task that does all the writing.

use std::collections::BTreeSet;
use std::slice;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::file;
use super::lock::Lock;
use super::presence::Presence;
use super::statistics::Statistics;
use super::writes::{self, entries};
use crate::write_metrics::WriteMetrics;
use crate::writes::Write;
use crate::{Entry, JournalError, TableUpdate};

/// How many writes one transaction takes at most.
const BATCH: usize = 512;
/// How many writes may be queued before writers wait.
const WAITING: usize = 4096;
/// How often the task checks that the file is there when nobody writes.
const LOOK: Duration = Duration::from_millis(500);

/// How much of the file the connection keeps in memory, in KiB, which SQLite knows by the sign: room for
/// the pages to which some two thousand tables in play append, if each has four.
const CACHE_KIB: &str = "-32768";
/// After how many pages in its log SQLite copies them into the file: a page to which many entries were
/// appended is copied once. The log takes 16 MB then.
const PAGES_TO_CHECKPOINT: &str = "4000";

/// How many statements stay prepared: one for each number of entries that are appended at once, and all
/// others.
const STATEMENTS: usize = entries::MOST + 200;

struct Request {
    write: Write,
    reply: oneshot::Sender<Result<bool, JournalError>>,
}

/// A handle to the task that writes.
#[derive(Debug)]
pub(super) struct Writer {
    requests: Mutex<Option<mpsc::Sender<Request>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// How many writes wait to be taken by the task.
    pub(super) fn waiting(&self) -> usize {
        let requests = lock(&self.requests);
        requests.as_ref().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// Starts the task. It ends when it is stopped or its handle is dropped, and then releases the
    /// lock, if it has one.
    pub(super) fn start(connection: WriteConnection, lock: Option<Lock>) -> Self {
        let (requests, requested) = mpsc::channel(WAITING);
        let task = tokio::spawn(async move {
            run(connection, requested).await;
            drop(lock);
        });
        Self { requests: Mutex::new(Some(requests)), task: tokio::sync::Mutex::new(Some(task)) }
    }

    /// Has something written, and waits until it is on the disk; returns whether its condition
    /// held.
    pub(super) async fn write(&self, write: impl Into<Write>) -> Result<bool, JournalError> {
        let closed = || JournalError::Broken("it is closed".to_owned());
        let requests = lock(&self.requests).clone().ok_or_else(closed)?;
        let (reply, written) = oneshot::channel();
        requests.send(Request { write: write.into(), reply }).await.map_err(|_| closed())?;
        // Dropped before waiting, so that a waiting caller does not keep the queue open.
        drop(requests);
        written.await.map_err(|_| closed())?
    }

    /// Waits until everything is written, and closes the file.
    pub(super) async fn stop(&self) {
        drop(lock(&self.requests).take());
        let mut task = self.task.lock().await;
        if let Some(ending) = task.as_mut() {
            // The only error is a panic of the task, which was reported already.
            let _ = ending.await;
            *task = None;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

async fn run(mut connection: WriteConnection, mut requested: mpsc::Receiver<Request>) {
    let mut batch = Vec::with_capacity(BATCH);
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            received = requested.recv_many(&mut batch, BATCH) => {
                if received == 0 {
                    break;
                }
                answer(&mut connection, &mut batch).await;
            }
            _ = look.tick() => {
                // The next caller that writes gets the error.
                let _ = connection.check().await;
            }
        }
        connection.renew_statistics().await;
    }
    connection.disconnect().await;
}

/// Commits a batch and answers its callers.
async fn answer(connection: &mut WriteConnection, batch: &mut Vec<Request>) {
    if let Err(lost) = connection.check().await {
        for request in batch.drain(..) {
            let _ = request.reply.send(Err(lost.clone()));
        }
        return;
    }
    match connection.commit(batch).await {
        Ok(written) => {
            for (request, done) in batch.drain(..).zip(written) {
                // The caller may no longer wait, which changes nothing.
                let _ = request.reply.send(Ok(done));
            }
        }
        // One write may have made the whole batch fail, so each is tried again alone.
        Err(error) => {
            tracing::warn!(%error, writes = batch.len(), "the journal could not commit a batch");
            for request in batch.drain(..) {
                let alone = connection.commit(slice::from_ref(&request)).await;
                let done = alone.map(|written| written.first() == Some(&true));
                let _ = request.reply.send(done);
            }
        }
    }
}

/// Opens a connection to write with.
pub(super) async fn connect(
    file: &str,
    options: &SqliteConnectOptions,
) -> Result<SqliteConnection, JournalError> {
    let options = options
        .clone()
        .statement_cache_capacity(STATEMENTS)
        .pragma("cache_size", CACHE_KIB)
        .pragma("wal_autocheckpoint", PAGES_TO_CHECKPOINT);
    let connected = options.connect().await;
    let mut connection = connected.map_err(|error| file::cannot_open(file, &error))?;
    file::check_promises(file, &mut connection).await?;
    Ok(connection)
}

/// The connection for writing, with what is needed to open another, and the readers, which are
/// closed if the file is lost.
pub(super) struct WriteConnection {
    file: String,
    options: SqliteConnectOptions,
    /// None after a failure.
    connection: Option<SqliteConnection>,
    presence: Presence,
    readers: SqlitePool,
    statistics: Statistics,
    metrics: WriteMetrics,
}

impl WriteConnection {
    pub(super) fn new(
        file: String,
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        presence: Presence,
        readers: SqlitePool,
        metrics: WriteMetrics,
    ) -> Self {
        Self {
            file,
            options,
            connection: Some(connection),
            presence,
            readers,
            statistics: Statistics::fresh(),
            metrics,
        }
    }

    /// Checks that the file is still there. If it is not, this is logged once, and the readers are
    /// closed, since their next connection would be to another file.
    async fn check(&mut self) -> Result<(), JournalError> {
        let mut checked = self.presence.check();
        if self.connection.is_some() {
            checked = checked.and_then(|()| self.presence.check_log());
        }
        if let Err(lost) = &checked
            && !self.readers.is_closed()
        {
            tracing::error!("{lost}");
            // The pool is closed from here on. Who writes does not wait for those who still read.
            drop(self.readers.close());
            let readers = self.readers.clone();
            tokio::spawn(async move { readers.close().await });
        }
        checked
    }

    /// Commits writes as one transaction and measures that; returns for each whether its condition
    /// held.
    async fn commit(&mut self, batch: &[Request]) -> Result<Vec<bool>, JournalError> {
        let began = Instant::now();
        let done = self.try_to_commit(batch).await;
        self.metrics.wrote(batch.len(), began.elapsed(), &done);
        done
    }

    async fn try_to_commit(&mut self, batch: &[Request]) -> Result<Vec<bool>, JournalError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(&self.file, &self.options).await?,
        };
        let written = commit(&mut connection, batch).await;
        // After some failures SQLite has rolled back by itself and sqlx does not know it. No new
        // transaction could begin on such a connection, so every failed one is closed.
        self.connection = Some(connection);
        if written.is_err() {
            self.disconnect().await;
        }
        Ok(written?)
    }

    /// Renews SQLite's statistics if they are old. Callers have been answered before that, so only
    /// the next writes wait for it.
    async fn renew_statistics(&mut self) {
        let Some(connection) = &mut self.connection else { return };
        if let Err(error) = self.statistics.renew(connection).await {
            tracing::warn!(%error, "the journal's statistics could not be renewed");
        }
    }

    async fn disconnect(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if let Err(error) = connection.close().await {
            tracing::warn!(%error, "the journal could not be closed");
        }
    }
}

/// Commits writes as one transaction; returns for each whether its condition held.
async fn commit(
    connection: &mut SqliteConnection,
    batch: &[Request],
) -> Result<Vec<bool>, sqlx::Error> {
    // A statement outside of a transaction is one by itself, at a third of the calls.
    let plain = entries_at_the_head(batch);
    if plain.len() == batch.len()
        && entries::are_one_statement(&plain)
        && let Some(written) = entries::append_at_once(connection, &plain).await?
    {
        return Ok(written);
    }
    let mut transaction = connection.begin_with("begin immediate").await?;
    let mut written = Vec::with_capacity(batch.len());
    let mut rest = batch;
    while let [next, others @ ..] = rest {
        let entries = entries_at_the_head(rest);
        if entries.is_empty() {
            written.push(writes::apply(&mut transaction, &next.write).await?);
            rest = others;
        } else {
            written.extend(entries::append(&mut transaction, &entries).await?);
            rest = &rest[entries.len()..];
        }
    }
    transaction.commit().await?;
    Ok(written)
}

/// The entries at the beginning of a batch, up to the first other write or the second entry of a
/// table. Entries of different tables cannot conflict, so one statement writes them all.
fn entries_at_the_head(batch: &[Request]) -> Vec<(&Entry, &TableUpdate)> {
    let mut tables = BTreeSet::new();
    let entries = batch.iter().map_while(|request| match &request.write {
        Write::Entry(entry, after) if tables.insert(entry.table) => Some((entry, after)),
        _ => None,
    });
    entries.collect()
}

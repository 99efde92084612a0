//! The one task that writes.

use std::collections::BTreeSet;
use std::fs::File;
use std::ops::Range;
use std::slice;
use std::sync::Mutex;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Executor, Row, Sqlite};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::notices::{self, Notice};
use super::people::{self, Person};
use super::talk::{self, Speech};
use super::{lobby, results, schema, tables};
use crate::{
    After, Arrangement, BuildRow, Closed, Entry, JournalError, PlayerId, Start, TableId, TableRow,
};

/// How many writes one transaction takes at most.
const BATCH: usize = 512;
/// How many writes may wait before those who write wait too.
const WAITING: usize = 4096;

/// Something to be written, on a condition.
#[derive(Debug)]
pub(super) enum Write {
    Person(Person),
    Speech(Speech),
    Notice(Notice),
    Build(BuildRow),
    Open(TableRow),
    OpenWithin { table: TableRow, invited: Vec<PlayerId>, most: u32 },
    Arrangement { table: TableId, arrangement: Arrangement, until_ms: Option<i64> },
    Start(Start),
    Entry(Entry, After),
    Close { table: TableId, why: Closed, at_ms: i64, due_ms: Option<i64> },
    Plan { table: TableId, due_ms: i64, deadline_ms: Option<i64> },
    Beat { node: Uuid, at_ms: i64 },
    Outage(Range<i64>),
    Delete { table: TableId, before_ms: i64 },
}

struct Request {
    write: Write,
    reply: oneshot::Sender<Result<bool, JournalError>>,
}

/// The way to the task that writes.
#[derive(Debug)]
pub(super) struct Writer {
    requests: Mutex<Option<mpsc::Sender<Request>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the task; it ends when it is stopped or no longer reachable, and then gives the
    /// lock back, if it has one.
    pub(super) fn start(pen: WriteConnection, lock: Option<File>) -> Self {
        let (requests, requested) = mpsc::channel(WAITING);
        let task = tokio::spawn(async move {
            run(pen, requested).await;
            drop(lock);
        });
        Self { requests: Mutex::new(Some(requests)), task: tokio::sync::Mutex::new(Some(task)) }
    }

    /// Writes, and answers once it is on the disk whether the condition held.
    pub(super) async fn write(&self, write: Write) -> Result<bool, JournalError> {
        let closed = || JournalError::Broken("it is closed".to_owned());
        let requests = lock(&self.requests).clone().ok_or_else(closed)?;
        let (reply, written) = oneshot::channel();
        requests.send(Request { write, reply }).await.map_err(|_| closed())?;
        // Not to leave the last sender in the hands of one who waits.
        drop(requests);
        written.await.map_err(|_| closed())?
    }

    /// Waits until all that was to be written is, and closes the file.
    pub(super) async fn stop(&self) {
        drop(lock(&self.requests).take());
        let mut task = self.task.lock().await;
        if let Some(ending) = task.as_mut() {
            // An error is a panic of the task, of which it has told already.
            let _ = ending.await;
            *task = None;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

async fn run(mut pen: WriteConnection, mut requested: mpsc::Receiver<Request>) {
    let mut batch = Vec::with_capacity(BATCH);
    while requested.recv_many(&mut batch, BATCH).await > 0 {
        let written = pen.commit(&batch).await;
        match written {
            Ok(written) => {
                for (request, done) in batch.drain(..).zip(written) {
                    // Whoever no longer waits will read it in the journal.
                    let _ = request.reply.send(Ok(done));
                }
            }
            // One write may have failed all others with it: each gets a chance of its own.
            Err(error) => {
                tracing::warn!(%error, writes = batch.len(), "the journal could not commit a batch");
                for request in batch.drain(..) {
                    let alone = pen.commit(slice::from_ref(&request)).await;
                    let done = alone.map(|written| written.first() == Some(&true));
                    let _ = request.reply.send(done);
                }
            }
        }
    }
    pen.lay_down().await;
}

/// Opens a connection to write with.
pub(super) async fn connect(
    file: &str,
    options: &SqliteConnectOptions,
) -> Result<SqliteConnection, JournalError> {
    let connected = options.connect().await;
    let mut connection = connected.map_err(|error| schema::cannot_open(file, &error))?;
    schema::check_promises(file, &mut connection).await?;
    Ok(connection)
}

/// What is written with: a connection, and how to have another.
pub(super) struct WriteConnection {
    file: String,
    options: SqliteConnectOptions,
    /// None after a failure.
    connection: Option<SqliteConnection>,
}

impl WriteConnection {
    pub(super) fn new(
        file: String,
        options: SqliteConnectOptions,
        connection: SqliteConnection,
    ) -> Self {
        Self { file, options, connection: Some(connection) }
    }

    /// Commits writes as one transaction; says for each whether its condition held.
    async fn commit(&mut self, batch: &[Request]) -> Result<Vec<bool>, JournalError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(&self.file, &self.options).await?,
        };
        let written = commit(&mut connection, batch).await;
        // After some failures SQLite has rolled back by itself, of which sqlx knows nothing: on
        // such a connection no transaction would ever begin again.
        self.connection = Some(connection);
        if written.is_err() {
            self.lay_down().await;
        }
        Ok(written?)
    }

    async fn lay_down(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if let Err(error) = connection.close().await {
            tracing::warn!(%error, "the journal could not be closed");
        }
    }
}

/// Commits writes as one transaction; says for each whether its condition held.
async fn commit(
    connection: &mut SqliteConnection,
    batch: &[Request],
) -> Result<Vec<bool>, sqlx::Error> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    let mut written = Vec::with_capacity(batch.len());
    let mut rest = batch;
    while let [next, others @ ..] = rest {
        let entries = entries_at_the_head(rest);
        if entries.is_empty() {
            written.push(apply(&mut transaction, &next.write).await?);
            rest = others;
        } else {
            written.extend(append(&mut transaction, &entries).await?);
            rest = &rest[entries.len()..];
        }
    }
    transaction.commit().await?;
    Ok(written)
}

/// The entries with which a batch begins, as far as each is of another table: none of them can
/// stand in the way of another, so they are written as one.
fn entries_at_the_head(batch: &[Request]) -> Vec<(&Entry, &After)> {
    let mut tables = BTreeSet::new();
    let entries = batch.iter().map_while(|request| match &request.write {
        Write::Entry(entry, after) if tables.insert(entry.table) => Some((entry, after)),
        _ => None,
    });
    entries.collect()
}

async fn apply(connection: &mut SqliteConnection, write: &Write) -> Result<bool, sqlx::Error> {
    let query = match write {
        Write::Person(person) => return people::apply(connection, person).await,
        Write::Speech(speech) => return talk::apply(connection, speech).await,
        Write::Notice(notice) => return notices::apply(connection, notice).await,
        Write::Build(build) => sqlx::query(
            "insert into builds (sha256, game, bytes, first_used_ms) values (?, ?, ?, ?)
             on conflict do nothing",
        )
        .bind(build.sha256.as_slice())
        .bind(&build.game)
        .bind(&*build.bytes)
        .bind(build.first_used_ms),
        Write::Open(table) => return tables::open(connection, table).await,
        Write::OpenWithin { table, invited, most } => {
            return lobby::open_within(connection, table, invited, *most).await;
        }
        Write::Arrangement { table, arrangement, until_ms } => {
            return lobby::arrange(connection, *table, arrangement, *until_ms).await;
        }
        Write::Delete { table, before_ms } => {
            return results::delete(connection, *table, *before_ms).await;
        }
        Write::Start(start) => sqlx::query(
            "update tables set status = 'PLAYING', build = ?2, seed = ?3, started_ms = ?4,
             starter = ?5, to_act = ?6, deadline_ms = ?7 where id = ?1 and status = 'OPEN'
             and seats = (select count(*) from seats where table_id = ?1)
             and (owner = ?5 or (coalesce(settings ->> '$.startsWhenFull', 0)
                  and exists (select 1 from seats where table_id = ?1 and player = ?5)))",
        )
        .bind(start.table.0)
        .bind(start.build.as_slice())
        .bind(start.seed.as_slice())
        .bind(start.at_ms)
        .bind(start.starter.0)
        .bind(start.to_act.bits())
        .bind(start.deadline_ms),
        Write::Entry(entry, after) => {
            return Ok(append(connection, &[(entry, after)]).await? == [true]);
        }
        Write::Close { table, why, at_ms, due_ms } => sqlx::query(
            "update tables set status = 'CLOSED', closed = ?2, ended_ms = ?3, deadline_ms = null,
             rematch_of = null where id = ?1 and status = 'OPEN' and (?4 is null or deadline_ms <= ?4)",
        )
        .bind(table.0)
        .bind(why.word())
        .bind(at_ms)
        .bind(due_ms),
        Write::Plan { table, due_ms, deadline_ms } => {
            sqlx::query("update tables set deadline_ms = ?3 where id = ?1 and deadline_ms <= ?2")
                .bind(table.0)
                .bind(due_ms)
                .bind(deadline_ms)
        }
        Write::Beat { node, at_ms } => sqlx::query(
            "insert into beats (node, at_ms) values (?, ?)
             on conflict (node) do update set at_ms = excluded.at_ms",
        )
        .bind(node)
        .bind(at_ms),
        Write::Outage(outage) => {
            sqlx::query("insert into outages (from_ms, to_ms) values (?, ?)
             on conflict do update set to_ms = max(to_ms, excluded.to_ms)")
                .bind(outage.start)
                .bind(outage.end)
        }
    };
    Ok(connection.execute(query).await?.rows_affected() > 0)
}

/// Appends entries of different tables with one statement; says for each whether its condition
/// held.
async fn append(
    connection: &mut SqliteConnection,
    entries: &[(&Entry, &After)],
) -> Result<Vec<bool>, sqlx::Error> {
    let rows = entries.iter().map(|(entry, _)| {
        let Entry { table, seq, seat, key, body, digest, at_ms, to_act, ends } = entry;
        let seq = i64::try_from(*seq).unwrap_or(i64::MAX);
        (table.0.simple().to_string(), seq, seat, key, body, digest, at_ms, to_act.bits(), ends)
    });
    let rows = serde_json::to_string(&rows.collect::<Vec<_>>());
    let insert = sqlx::query::<Sqlite>(
        "insert into entries (table_id, seq, seat, key, body, digest, at_ms, to_act, ends)
         select unhex(value ->> 0), value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                value ->> 5, value ->> 6, value ->> 7, value ->> 8
         from json_each(?) where true on conflict do nothing returning table_id",
    )
    .bind(rows.map_err(|error| sqlx::Error::Encode(error.into()))?);
    let appended = connection.fetch_all(insert).await?;
    let appended = appended.iter().map(|row| row.try_get(0).map(TableId));
    let appended: BTreeSet<TableId> = appended.collect::<Result<_, _>>()?;
    for (entry, after) in entries.iter().filter(|(entry, _)| appended.contains(&entry.table)) {
        if **after != After::default() {
            tables::after(connection, entry, after).await?;
        }
    }
    Ok(entries.iter().map(|(entry, _)| appended.contains(&entry.table)).collect())
}

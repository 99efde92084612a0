//! The one task that writes.

use std::fs::File;
use std::slice;
use std::sync::Mutex;

use gueridon_game::Seat;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Executor, Sqlite};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::schema;
use crate::journal::{
    BuildRow, Entry, JournalError, Player, PlayerId, Start, TableId, TableRow, TokenHash,
};

/// How many writes one transaction takes at most.
const BATCH: usize = 512;
/// How many writes may wait before those who write wait too.
const WAITING: usize = 4096;

/// Something to be written, on a condition.
#[derive(Debug)]
pub(super) enum Write {
    Player(Player, TokenHash),
    Build(BuildRow),
    Open(TableRow),
    Sit { table: TableId, seat: Seat, player: PlayerId },
    Leave { table: TableId, player: PlayerId },
    Start(Start),
    Entry(Entry),
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
    /// lock back.
    pub(super) fn start(pen: Pen, lock: File) -> Self {
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

async fn run(mut pen: Pen, mut requested: mpsc::Receiver<Request>) {
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
pub(super) struct Pen {
    file: String,
    options: SqliteConnectOptions,
    /// None after a failure.
    connection: Option<SqliteConnection>,
}

impl Pen {
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
    for Request { write, .. } in batch {
        written.push(apply(&mut transaction, write).await?);
    }
    transaction.commit().await?;
    Ok(written)
}

async fn apply(connection: &mut SqliteConnection, write: &Write) -> Result<bool, sqlx::Error> {
    let query = match write {
        Write::Player(player, token) => sqlx::query(
            "insert into players (id, name, token_hash, created_ms) values (?, ?, ?, ?)
             on conflict do nothing",
        )
        .bind(player.id.0)
        .bind(&player.name)
        .bind(token.as_slice())
        .bind(player.created_ms),
        Write::Build(build) => sqlx::query(
            "insert into builds (sha256, game, bytes, first_used_ms) values (?, ?, ?, ?)
             on conflict do nothing",
        )
        .bind(build.sha256.as_slice())
        .bind(&build.game)
        .bind(&*build.bytes)
        .bind(build.first_used_ms),
        Write::Open(table) => sqlx::query(
            "insert into tables (id, game, options, seats, status, opener, created_ms)
             values (?, ?, ?, ?, 'OPEN', ?, ?) on conflict do nothing",
        )
        .bind(table.id.0)
        .bind(&table.game)
        .bind(&table.options)
        .bind(table.seats)
        .bind(table.opener.0)
        .bind(table.created_ms),
        Write::Sit { table, seat, player } => sqlx::query(
            "insert into seats (table_id, seat, player)
             select id, ?2, ?3 from tables where id = ?1 and status = 'OPEN' and ?2 < seats
             on conflict do nothing",
        )
        .bind(table.0)
        .bind(seat.0)
        .bind(player.0),
        Write::Leave { table, player } => sqlx::query(
            "delete from seats where table_id = ?1 and player = ?2
             and exists (select 1 from tables where id = ?1 and status = 'OPEN')",
        )
        .bind(table.0)
        .bind(player.0),
        Write::Start(start) => sqlx::query(
            "update tables set status = 'PLAYING', build = ?2, seed = ?3, started_ms = ?4,
             starter = ?5 where id = ?1 and status = 'OPEN'
             and seats = (select count(*) from seats where table_id = ?1)",
        )
        .bind(start.table.0)
        .bind(start.build.as_slice())
        .bind(start.seed.as_slice())
        .bind(start.at_ms)
        .bind(start.starter.0),
        Write::Entry(entry) => return append(connection, entry).await,
    };
    Ok(connection.execute(query).await?.rows_affected() > 0)
}

async fn append(connection: &mut SqliteConnection, entry: &Entry) -> Result<bool, sqlx::Error> {
    let seq = i64::try_from(entry.seq).unwrap_or(i64::MAX);
    let insert = sqlx::query::<Sqlite>(
        "insert into entries (table_id, seq, seat, key, body, digest, at_ms, ends)
         values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
    )
    .bind(entry.table.0)
    .bind(seq)
    .bind(entry.seat.map(|seat| seat.0))
    .bind(&entry.key)
    .bind(&entry.body)
    .bind(&entry.digest)
    .bind(entry.at_ms)
    .bind(entry.ends);
    let appended = connection.execute(insert).await?.rows_affected() > 0;
    if appended && entry.ends {
        let over =
            sqlx::query("update tables set status = 'OVER' where id = ?").bind(entry.table.0);
        connection.execute(over).await?;
    }
    Ok(appended)
}

//! The one task that writes.

use std::slice;
use std::sync::Mutex;

use gueridon_game::Seat;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor, Sqlite};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

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
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the task; it ends when it is stopped or no longer reachable.
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (requests, requested) = mpsc::channel(WAITING);
        let task = tokio::spawn(run(connection, requested));
        Self { requests: Mutex::new(Some(requests)), task: Mutex::new(Some(task)) }
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
        let task = lock(&self.task).take();
        if let Some(task) = task {
            // An error is a panic of the task, of which it has told already.
            let _ = task.await;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

async fn run(mut connection: SqliteConnection, mut requested: mpsc::Receiver<Request>) {
    let mut batch = Vec::with_capacity(BATCH);
    while requested.recv_many(&mut batch, BATCH).await > 0 {
        let written = commit(&mut connection, &batch).await;
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
                    let alone = commit(&mut connection, slice::from_ref(&request)).await;
                    let done = alone.map(|written| written.first() == Some(&true));
                    let _ = request.reply.send(done.map_err(JournalError::from));
                }
            }
        }
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the journal could not be closed");
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
            "update tables set status = 'PLAYING', build = ?2, seed = ?3, started_ms = ?4
             where id = ?1 and status = 'OPEN'
             and seats = (select count(*) from seats where table_id = ?1)",
        )
        .bind(start.table.0)
        .bind(start.build.as_slice())
        .bind(start.seed.as_slice())
        .bind(start.at_ms),
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

//! Asks the database again and again whether it answers, on a connection of its own. After it was
//! silent, the others are made anew.

use std::time::Duration;

use sqlx::postgres::PgConnection;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout_at};

use super::connection::Database;
use super::connections::Connections;
use crate::contact::Contact;

/// How long after an answer it is asked again.
const PAUSE: Duration = Duration::from_millis(500);

/// How long an answer may take. It is longer than a restart of the database, which everybody waits
/// for.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long after a failure it is asked again while there is patience.
const AGAIN: Duration = Duration::from_millis(100);

/// The task that asks, until this is dropped.
#[derive(Debug)]
pub(super) struct Ping {
    contact: Contact,
    task: JoinHandle<()>,
}

impl Ping {
    /// Begins to ask, on behalf of those who use these connections.
    pub(super) fn start(database: Database, connections: Connections) -> Self {
        let (silence, since) = watch::channel(None);
        let task = tokio::spawn(run(database, connections, silence));
        Self { contact: Contact::watching(since), task }
    }

    pub(super) fn contact(&self) -> Contact {
        self.contact.clone()
    }

    /// Ends the task.
    pub(super) fn stop(&self) {
        self.task.abort();
    }
}

impl Drop for Ping {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn run(
    database: Database,
    connections: Connections,
    silence: watch::Sender<Option<Instant>>,
) {
    let mut connection = None;
    loop {
        let asked = Instant::now();
        let answers = answers(&database, &mut connection, asked + PATIENCE).await;
        let silent_since = *silence.borrow();
        match (answers, silent_since) {
            (true, Some(since)) => {
                tracing::info!(seconds = since.elapsed().as_secs(), "the database answers again");
                connections.renew();
                silence.send_replace(None);
            }
            (false, None) => {
                tracing::warn!(
                    "the database does not answer: nothing can be written, and tables are shown \
                     as they were last known here"
                );
                silence.send_replace(Some(asked));
            }
            (true, None) | (false, Some(_)) => {}
        }
        sleep(PAUSE).await;
    }
}

/// Whether the database answers before the deadline.
async fn answers(
    database: &Database,
    connection: &mut Option<PgConnection>,
    deadline: Instant,
) -> bool {
    loop {
        match timeout_at(deadline, ask(database, connection.take())).await {
            Ok(Ok(answering)) => {
                *connection = Some(answering);
                return true;
            }
            // Another may be made: this one may be dead.
            Ok(Err(_)) if deadline > Instant::now() + AGAIN => sleep(AGAIN).await,
            Ok(Err(_)) | Err(_) => return false,
        }
    }
}

/// Asks on a connection, or on a new one; gives it back if it has brought an answer.
async fn ask(
    database: &Database,
    connection: Option<PgConnection>,
) -> Result<PgConnection, sqlx::Error> {
    let mut connection = match connection {
        Some(connection) => connection,
        None => database.connect_unchecked().await?,
    };
    sqlx::query("select 1").execute(&mut connection).await?;
    Ok(connection)
}

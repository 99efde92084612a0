//! How players are told outside the page: by webhooks, and by mail.
//!
//! Whoever moves a table on says so to a herald, a task of this node, and waits for nothing. The
//! herald finds out who wants to be told and writes it into the journal; what is due there a
//! worker of any node claims and gives to the [`Delivery`]. So what was written is told although a
//! node is lost, and by one node at a time.

mod delivery;
mod letters;
pub(crate) mod notifier;
mod worker;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gueridon_game::{Seat, Seats};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::Instant;

pub use delivery::{Delivery, Event, EventTable, Letter, Post, Undelivered, What};
pub use letters::reset_url;

use crate::host::context::Context;
use crate::refusal::{Answer, Fault};
use crate::tables::turn_listener::{Change, TurnListener};
use gueridon_journal::{PlayerId, Recipients, TableId, TableRow};

/// How players are told; the defaults suit a server.
#[derive(Debug, Clone)]
pub struct NoticesConfig {
    /// Who carries it; without one, nobody is told anything.
    pub courier: Option<Arc<dyn Delivery>>,
    /// Where people find this server, without a slash at the end, for links.
    pub public_url: Option<String>,
    /// How long a seat may take before there is mail about it.
    pub delay: Duration,
    /// How often the journal is asked what is due; if never, what is due is told when somebody
    /// asks for it.
    pub look: Option<Duration>,
    /// How long it is believed who wants to be told of a table: so long may a webhook that was
    /// made on another node not be heard of on this one.
    pub trust: Duration,
    /// After how long what a node was about to tell is another's to tell.
    pub lease: Duration,
}

impl Default for NoticesConfig {
    fn default() -> Self {
        Self {
            courier: None,
            public_url: None,
            delay: Duration::from_secs(5 * 60),
            look: Some(Duration::from_secs(1)),
            trust: Duration::from_secs(30),
            lease: Duration::from_secs(60),
        }
    }
}

/// How many tables may have moved before the herald has seen to them; of more, nobody is told.
const WAITING: usize = 10_000;
/// Of how many tables it is remembered who wants to be told.
const KEPT: usize = 50_000;

/// The way to the herald, and what it remembers.
#[derive(Debug)]
pub(crate) struct Notices {
    settings: NoticesConfig,
    told: mpsc::Sender<NotifierMessage>,
    memory: Mutex<Memory>,
    /// Rings when something may be due.
    bell: Notify,
}

/// What the herald is told.
#[derive(Debug)]
enum NotifierMessage {
    Moved(Moved),
    /// Somebody cannot sign in: a name, or an address.
    Forgotten(String),
    /// To be answered when all before it is seen to.
    Flush(oneshot::Sender<()>),
}

/// A table that has moved on.
#[derive(Debug)]
struct Moved {
    table: TableId,
    seated: Arc<[(Seat, PlayerId)]>,
    seq: u64,
    at_ms: i64,
    news: TableNews,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TableNews {
    /// It has begun; who is to act only its game can tell.
    Begun,
    Turn {
        /// It is the turn of these seats, and was not before.
        new: Seats,
        /// It is again that of the seat that has just played. Whoever plays sees that, but may go
        /// away all the same.
        again: Seats,
    },
    Over,
}

/// Who wants to be told of which table, as far as that is known.
#[derive(Debug, Default)]
struct Memory {
    /// How often somebody on this node has changed how they are told.
    changes: u64,
    tables: HashMap<TableId, KnownReceivers>,
}

/// Who wants to be told of a table, of those who sat there then.
#[derive(Debug, Clone)]
struct KnownReceivers {
    seated: Arc<[(Seat, PlayerId)]>,
    receivers: Arc<Recipients>,
    asked: Instant,
}

impl Notices {
    /// The way to a herald who does not listen yet, and what it will hear.
    pub(crate) fn new(settings: NoticesConfig) -> (Self, Hearing) {
        let (told, hears) = mpsc::channel(WAITING);
        let memory = Mutex::default();
        (Self { settings, told, memory, bell: Notify::new() }, Hearing(hears))
    }

    fn hear(&self, row: &TableRow, seq: u64, at_ms: i64, news: TableNews) {
        if self.settings.courier.is_none() || self.is_known_to_be_quiet(row) {
            return;
        }
        let seated = row.seated.iter().filter_map(|one| Some((one.seat, one.player()?))).collect();
        let moved = Moved { table: row.id, seated, seq, at_ms, news };
        if self.told.try_send(NotifierMessage::Moved(moved)).is_err() {
            tracing::warn!(table = %row.id, seq, "too much is to be told: nobody is told of this");
        }
    }

    fn is_known_to_be_quiet(&self, row: &TableRow) -> bool {
        let memory = self.memory();
        memory.tables.get(&row.id).is_some_and(|one| {
            let sat = one.seated.iter().copied();
            one.receivers.is_empty()
                && one.asked.elapsed() < self.settings.trust
                && sat.eq(row.seated.iter().filter_map(|one| Some((one.seat, one.player()?))))
        })
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody on this node has changed how they want to be told: nothing is believed any more.
    pub(crate) fn forget(&self) {
        let mut memory = self.memory();
        memory.changes += 1;
        memory.tables.clear();
    }

    /// Somebody cannot sign in. What comes of it takes as long for whoever asks, whoever they name.
    ///
    /// # Errors
    /// A fault when too many ask.
    pub(crate) fn forgotten(&self, who: String) -> Answer<()> {
        self.told.try_send(NotifierMessage::Forgotten(who)).map_err(|_| Fault::NoAnswer.into())
    }

    /// Waits until the herald has seen to all it has been told.
    pub(crate) async fn flush(&self) {
        if self.settings.courier.is_none() {
            return;
        }
        let (reply, done) = oneshot::channel();
        if self.told.send(NotifierMessage::Flush(reply)).await.is_ok() {
            // It ends with the host.
            let _ = done.await;
        }
    }

    /// Has this node look for what is due.
    pub(crate) fn ring(&self) {
        self.bell.notify_one();
    }

    pub(crate) fn settings(&self) -> &NoticesConfig {
        &self.settings
    }

    /// Who carries mail, if anybody does.
    pub(crate) fn mail_courier(&self) -> Option<&Arc<dyn Delivery>> {
        self.settings.courier.as_ref().filter(|courier| courier.carries_mail())
    }
}

impl TurnListener for Notices {
    /// A table has moved on, which is in the journal. Costs a look into a map where nobody wants
    /// to be told, and never waits.
    fn moved(&self, row: &TableRow, change: Change) {
        let Change { seq, at_ms, by, before, after, over } = change;
        let new: Seats = after.iter().filter(|&seat| !before.contains(seat)).collect();
        let again: Seats =
            by.into_iter().filter(|&by| after.contains(by) && !new.contains(by)).collect();
        if over {
            self.hear(row, seq, at_ms, TableNews::Over);
        } else if !new.union(again).is_empty() {
            self.hear(row, seq, at_ms, TableNews::Turn { new, again });
        }
    }

    /// A table has begun, which is in the journal.
    fn begun(&self, row: &TableRow, at_ms: i64) {
        self.hear(row, 0, at_ms, TableNews::Begun);
    }
}

/// What a herald who does not listen yet will hear.
pub(crate) struct Hearing(mpsc::Receiver<NotifierMessage>);

/// Starts herald and worker, which last as long as the host; none where nothing can be told.
pub(crate) fn start(context: &Arc<Context>, hearing: Hearing) {
    let settings = &context.notices.settings;
    if settings.courier.is_some() {
        notifier::start(context, hearing.0);
        if let Some(look) = settings.look {
            worker::start(context, look);
        }
    }
}

/// Tells what is due until nothing is; says how much was claimed. For a node whose worker does not
/// look by itself.
pub(crate) async fn deliver(context: &Arc<Context>) -> Answer<usize> {
    context.notices.flush().await;
    worker::deliver(context).await
}

//! The queue between what happens at tables and the notifier.

use std::sync::Arc;

use gueridon_game::{Seat, Seats};
use tokio::sync::{Notify, mpsc, oneshot};

use super::config::NotificationsConfig;
use super::receivers::ReceiverCache;
use crate::refusal::{Answer, Fault};
use crate::tables::turn_listener::{Asked, Change, TurnListener};
use gueridon_journal::{PlayerId, TableId, TableRow};

/// How many requests the queue holds; nobody is notified of what does not fit.
const CAPACITY: usize = 10_000;

/// Takes requests for notifications; the notifier processes them.
#[derive(Debug)]
pub(crate) struct NotificationQueue {
    pub(super) config: NotificationsConfig,
    sender: mpsc::Sender<Request>,
    pub(super) receivers: ReceiverCache,
    /// Wakes the outbox when a notification may be due.
    pub(super) due: Notify,
}

/// What the notifier is asked to do.
#[derive(Debug)]
pub(super) enum Request {
    /// Notify those who want to know about a table.
    Table(TableEvent),
    /// Notify a program that it is asked to sit at a table.
    Challenge(Asked),
    /// Send reset letters to the owner of a name or an address.
    Reset(String),
    /// Answer when all requests before this one are done.
    Flush(oneshot::Sender<()>),
}

/// Something that happened at a table.
#[derive(Debug)]
pub(super) struct TableEvent {
    pub(super) table: TableId,
    /// Who sat there then.
    pub(super) seated: Arc<[(Seat, PlayerId)]>,
    /// The entry after which it happened; 0 for the deal.
    pub(super) seq: u64,
    /// When, in milliseconds since 1970.
    pub(super) at_ms: i64,
    pub(super) news: TableNews,
}

/// What happened there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableNews {
    /// It has begun; only its game knows whose turn it is.
    Begun,
    /// A turn has begun.
    Turn {
        /// Seats whose turn it was not before.
        new: Seats,
        /// The seat that has just played, if it has to play again. Its player knows, but may leave.
        again: Seats,
    },
    /// The game is over.
    Over,
}

impl NotificationQueue {
    /// An empty queue, and its other end for the notifier.
    pub(crate) fn new(config: NotificationsConfig) -> (Self, RequestReceiver) {
        let (sender, requests) = mpsc::channel(CAPACITY);
        let receivers = ReceiverCache::new(config.receivers_ttl);
        (Self { config, sender, receivers, due: Notify::new() }, RequestReceiver(requests))
    }

    fn push(&self, row: &TableRow, seq: u64, at_ms: i64, news: TableNews) {
        if self.config.delivery.is_none() || self.has_no_receivers(row) {
            return;
        }
        let event = TableEvent { table: row.id, seated: players(row).collect(), seq, at_ms, news };
        if self.sender.try_send(Request::Table(event)).is_err() {
            tracing::warn!(table = %row.id, seq, "the queue of notifications is full");
        }
    }

    fn has_no_receivers(&self, row: &TableRow) -> bool {
        self.receivers.get(row.id, players(row)).is_some_and(|receivers| receivers.is_empty())
    }

    /// Requests reset letters. It takes equally long for any name or address.
    ///
    /// # Errors
    /// A fault when the queue is full.
    pub(super) fn request_reset(&self, name_or_email: String) -> Answer<()> {
        self.sender.try_send(Request::Reset(name_or_email)).map_err(|_| Fault::NoAnswer.into())
    }

    /// Waits until the notifier has handled all earlier requests.
    pub(super) async fn flush(&self) {
        if self.config.delivery.is_none() {
            return;
        }
        let (reply, done) = oneshot::channel();
        if self.sender.send(Request::Flush(reply)).await.is_ok() {
            // An error means that the host stops, and nothing more will be done.
            let _ = done.await;
        }
    }
}

impl TurnListener for NotificationQueue {
    fn asked(&self, asked: Asked) {
        if self.config.delivery.is_some()
            && self.sender.try_send(Request::Challenge(asked)).is_err()
        {
            tracing::warn!(table = %asked.table, "the queue of notifications is full");
        }
    }

    fn begun(&self, row: &TableRow, at_ms: i64) {
        self.push(row, 0, at_ms, TableNews::Begun);
    }

    /// Costs one cache lookup if nobody wants to be notified.
    fn moved(&self, row: &TableRow, change: Change) {
        let Change { seq, at_ms, by, before, after, over } = change;
        let new: Seats = after.iter().filter(|&seat| !before.contains(seat)).collect();
        let again: Seats =
            by.into_iter().filter(|&by| after.contains(by) && !new.contains(by)).collect();
        if over {
            self.push(row, seq, at_ms, TableNews::Over);
        } else if !new.union(again).is_empty() {
            self.push(row, seq, at_ms, TableNews::Turn { new, again });
        }
    }
}

/// The notifier's end of the queue.
#[derive(Debug)]
pub(crate) struct RequestReceiver(mpsc::Receiver<Request>);

impl RequestReceiver {
    /// The next request; none when the host has stopped.
    pub(super) async fn next(&mut self) -> Option<Request> {
        self.0.recv().await
    }
}

/// The players at a table with their seats.
fn players(row: &TableRow) -> impl Iterator<Item = (Seat, PlayerId)> {
    row.seated.iter().filter_map(|one| Some((one.seat, one.player()?)))
}

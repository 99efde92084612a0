//! The subscribers on this node to lists of tables: all that are open, or in play too, or a
//! player's own.
//!
//! A notice marks a table as changed; the reader reads its row once for all subscribers and passes it
//! to [`Feed::send`], which sends it to those who listen for it. An entry at a table in nobody's
//! list costs one map lookup. A subscriber that does not keep up is dropped and has to subscribe
//! again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, mpsc};

use gueridon_game::Seats;

use super::table_list::TableList;
use crate::access::access;
use crate::notices::{News, Notice, Received};
use crate::tables::info::{TableInfo, TableStatus};
use crate::viewer::Viewer;
use gueridon_journal::{PlayerId, Status, TableId, TableRow, Visibility};

/// How many updates a subscriber may leave unread.
pub(super) const UNREAD: usize = 256;

/// An update about a table; without the table if it left the list.
#[derive(Debug, Clone)]
pub(super) struct FeedUpdate {
    pub(super) id: TableId,
    pub(super) table: Option<Arc<TableInfo>>,
}

/// Which tables a subscriber listens to.
#[derive(Debug, Clone)]
pub(super) struct FeedFilter {
    /// Who subscribes.
    pub(super) viewer: Viewer,
    /// Which tables are listed.
    pub(super) list: TableList,
    /// Only those of this game.
    pub(super) game: Option<String>,
}

/// What was last sent to a subscriber about a table.
#[derive(Debug, Clone, PartialEq)]
struct LastSent {
    table: Arc<TableInfo>,
    is_turn: bool,
}

#[derive(Debug)]
struct Subscriber {
    filter: FeedFilter,
    /// The subscriber's own tables, and private ones that were sent to them.
    known: BTreeMap<TableId, LastSent>,
    updates: mpsc::Sender<FeedUpdate>,
}

/// The subscribers on this node, and the tables to read for them.
#[derive(Debug, Default)]
pub(crate) struct Feed {
    /// How many subscribers there are: without any, notices are ignored.
    count: AtomicUsize,
    inner: Mutex<Inner>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct Inner {
    next: u64,
    subscribers: BTreeMap<u64, Subscriber>,
    /// Who subscribes to open tables.
    open: BTreeSet<u64>,
    /// Who of them subscribes to those in play, too.
    playing: BTreeSet<u64>,
    /// Who subscribes to their own tables.
    mine: BTreeMap<PlayerId, BTreeSet<u64>>,
    /// The subscribers in whose own list a table is.
    watched: BTreeMap<TableId, BTreeSet<u64>>,
    /// Tables to read, and whether something besides entries has changed there.
    pending: BTreeMap<TableId, bool>,
    /// Listed tables as last read; kept only if notices can be lost.
    listed: BTreeMap<TableId, Arc<TableInfo>>,
}

impl Feed {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a subscriber.
    pub(super) fn add(&self, filter: FeedFilter) -> (u64, mpsc::Receiver<FeedUpdate>) {
        let (updates, received) = mpsc::channel(UNREAD);
        let mut inner = self.lock();
        let id = inner.next;
        inner.next += 1;
        match filter.list {
            TableList::Of(player) => {
                inner.mine.entry(player).or_default().insert(id);
            }
            TableList::Open => {
                inner.open.insert(id);
            }
            TableList::OpenOrPlaying => {
                inner.open.insert(id);
                inner.playing.insert(id);
            }
        }
        inner.subscribers.insert(id, Subscriber { filter, known: BTreeMap::new(), updates });
        self.count.store(inner.subscribers.len(), Ordering::Relaxed);
        (id, received)
    }

    /// Adds a table that is in a subscriber's list from the start.
    pub(super) fn know(&self, id: u64, row: &TableRow, is_turn: bool) {
        let mut inner = self.lock();
        let table = Arc::new(TableInfo::of(row, TableStatus::from(row)));
        let Some(subscriber) = inner.subscribers.get_mut(&id) else { return };
        let is_own = subscriber.filter.list.player().is_some();
        let is_wanted = is_own || is_private(row);
        if is_wanted && !subscriber.known.contains_key(&row.id) {
            subscriber.known.insert(row.id, LastSent { table, is_turn });
            if is_own {
                inner.watched.entry(row.id).or_default().insert(id);
            }
        }
    }

    /// Removes a subscriber.
    pub(super) fn remove(&self, id: u64) {
        let mut inner = self.lock();
        inner.remove(id);
        self.count.store(inner.subscribers.len(), Ordering::Relaxed);
    }

    /// Marks the tables that a notice is about.
    pub(crate) fn on_notice(&self, received: Received) {
        if self.count.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut inner = self.lock();
        match received {
            Received::Notice(Notice { table, news: News::Seats }) => {
                inner.pending.insert(table, true);
            }
            Received::Notice(Notice { table, news: News::Ended }) if !inner.playing.is_empty() => {
                inner.pending.insert(table, true);
            }
            // Lists show no messages.
            Received::Notice(Notice { news: News::Messages, .. }) => return,
            Received::Notice(Notice { table, .. }) if inner.watched.contains_key(&table) => {
                inner.pending.entry(table).or_default();
            }
            Received::Notice(_) => return,
            // It is unknown what was missed, so all have to subscribe again.
            Received::Lost => {
                let next = inner.next;
                *inner = Inner { next, ..Inner::default() };
                self.count.store(0, Ordering::Relaxed);
            }
        }
        drop(inner);
        self.wake.notify_one();
    }

    /// Takes the tables to read.
    pub(super) fn take_pending(&self) -> BTreeMap<TableId, bool> {
        std::mem::take(&mut self.lock().pending)
    }

    /// Puts back a table that could not be read.
    pub(super) fn put_back(&self, table: TableId, of_seats: bool) {
        *self.lock().pending.entry(table).or_default() |= of_seats;
    }

    /// Sends a table to all who listen for it. With `keep`, listed tables are remembered, to find
    /// changes whose notices were lost.
    pub(super) fn send(&self, read: &Read, of_seats: bool, keep: bool) {
        let mut inner = self.lock();
        if keep && of_seats {
            let status = read.row.status;
            if status == Status::Open || inner.list().statuses().contains(&status) {
                inner.listed.insert(read.row.id, Arc::clone(&read.table));
            } else {
                inner.listed.remove(&read.row.id);
            }
        }
        inner.send(read, of_seats);
        self.count.store(inner.subscribers.len(), Ordering::Relaxed);
    }

    /// How far the tables have come that somebody subscribes to, and the players who subscribe to
    /// their own.
    pub(super) fn interests(&self) -> (&'static [Status], Vec<PlayerId>) {
        let inner = self.lock();
        let statuses = if inner.open.is_empty() { &[] } else { inner.list().statuses() };
        (statuses, inner.mine.keys().copied().collect())
    }

    /// Which of the tables that are listed now differ from what was last read.
    pub(super) fn changed(&self, listed: &BTreeMap<TableId, TableInfo>) -> Vec<TableId> {
        let inner = self.lock();
        let is_new = |id: &TableId, info: &TableInfo| {
            inner.listed.get(id).is_none_or(|known| **known != *info)
        };
        let changed = listed.iter().filter(|&(id, info)| is_new(id, info)).map(|(id, _)| *id);
        let gone = inner.listed.keys().filter(|id| !listed.contains_key(id)).copied();
        changed.chain(gone).collect()
    }

    /// Marks these tables, and all in somebody's own list, as changed.
    pub(super) fn read_again(&self, mut tables: BTreeSet<TableId>) {
        let mut inner = self.lock();
        tables.extend(inner.watched.keys());
        inner.pending.extend(tables.into_iter().map(|table| (table, true)));
    }

    /// Waits until there is a table to read.
    pub(super) async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Wakes the reader for what was put back.
    pub(super) fn wake(&self) {
        self.wake.notify_one();
    }
}

impl Inner {
    /// The longest list that somebody subscribes to, but for the players' own.
    fn list(&self) -> TableList {
        if self.playing.is_empty() { TableList::Open } else { TableList::OpenOrPlaying }
    }

    fn remove(&mut self, id: u64) {
        let Some(subscriber) = self.subscribers.remove(&id) else { return };
        self.open.remove(&id);
        self.playing.remove(&id);
        if let Some(player) = subscriber.filter.list.player()
            && let Some(of) = self.mine.get_mut(&player)
        {
            of.remove(&id);
            if of.is_empty() {
                self.mine.remove(&player);
            }
        }
        for table in subscriber.known.into_keys() {
            self.unwatch(table, id);
        }
    }

    fn unwatch(&mut self, table: TableId, id: u64) {
        if let Some(of) = self.watched.get_mut(&table) {
            of.remove(&id);
            if of.is_empty() {
                self.watched.remove(&table);
            }
        }
    }

    /// Sends a table to all who listen for it.
    fn send(&mut self, read: &Read, of_seats: bool) {
        let mut concerned: BTreeSet<u64> =
            self.watched.get(&read.row.id).into_iter().flatten().copied().collect();
        if of_seats {
            concerned.extend(&self.open);
            let people = read.row.seated.iter().filter_map(|seated| seated.player());
            let people = people.chain([read.row.owner]).chain(read.invited.iter().copied());
            concerned.extend(people.filter_map(|player| self.mine.get(&player)).flatten());
        }
        for id in concerned {
            let Some(subscriber) = self.subscribers.get_mut(&id) else { continue };
            let player = subscriber.filter.list.player();
            let told = match player {
                Some(player) => subscriber.own(read, player),
                None => subscriber.listed(read),
            };
            let is_watched = subscriber.known.contains_key(&read.row.id);
            let is_own = player.is_some();
            let is_lost = told.is_some_and(|update| subscriber.updates.try_send(update).is_err());
            if is_own && is_watched {
                self.watched.entry(read.row.id).or_default().insert(id);
            } else if is_own {
                self.unwatch(read.row.id, id);
            }
            if is_lost {
                self.remove(id);
            }
        }
    }
}

impl Subscriber {
    fn wants(&self, read: &Read) -> bool {
        self.filter.game.as_ref().is_none_or(|game| *game == read.row.game)
    }

    fn update(read: &Read, is_shown: bool) -> Option<FeedUpdate> {
        let table = is_shown.then(|| Arc::clone(&read.table));
        Some(FeedUpdate { id: read.row.id, table })
    }

    /// The update for a subscriber to a list that everybody has.
    fn listed(&mut self, read: &Read) -> Option<FeedUpdate> {
        if !self.wants(read) {
            return None;
        }
        let id = read.row.id;
        let is_seen = read.is_seen_by(self.filter.viewer);
        if is_seen && self.filter.list.statuses().contains(&read.row.status) {
            if is_private(&read.row) {
                let last_sent = LastSent { table: Arc::clone(&read.table), is_turn: false };
                self.known.insert(id, last_sent);
            }
            return Self::update(read, true);
        }
        // The end of a private table is not sent to those who did not know of it.
        let was_known = self.known.remove(&id).is_some();
        if is_seen || was_known { Self::update(read, false) } else { None }
    }

    /// The update for a subscriber to their own tables.
    fn own(&mut self, read: &Read, player: PlayerId) -> Option<FeedUpdate> {
        if !self.wants(read) {
            return None;
        }
        let row = &read.row;
        let seat = row.seat_of(player);
        let is_own = match row.status {
            Status::Open => seat.is_some() || row.owner == player || read.invited.contains(&player),
            Status::Playing => seat.is_some(),
            Status::Over | Status::Closed => false,
        };
        let is_turn = seat.is_some_and(|seat| read.to_act.contains(seat));
        let last_sent = LastSent { table: Arc::clone(&read.table), is_turn };
        if is_own {
            let before = self.known.insert(row.id, last_sent.clone());
            return if before == Some(last_sent) { None } else { Self::update(read, true) };
        }
        self.known.remove(&row.id)?;
        // An open table just leaves the list; the last update of any other shows how it ended.
        let is_shown = row.status != Status::Open && read.is_seen_by(self.filter.viewer);
        Self::update(read, is_shown)
    }
}

/// A table as it was read for all subscribers.
pub(super) struct Read {
    pub(super) row: TableRow,
    pub(super) table: Arc<TableInfo>,
    pub(super) to_act: Seats,
    pub(super) invited: Vec<PlayerId>,
}

impl Read {
    fn is_seen_by(&self, viewer: Viewer) -> bool {
        let is_invited = viewer.player.is_some_and(|player| self.invited.contains(&player));
        access(&self.row, viewer, is_invited).see
    }
}

/// Whether only some may know of the table.
pub(super) fn is_private(row: &TableRow) -> bool {
    row.settings.visibility == Visibility::Private
}

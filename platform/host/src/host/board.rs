//! Who on this node wants to hear of tables: of those that are open, or of their own.
//!
//! A hint is looked at once for all who listen: the row is read once and handed to those whom it
//! concerns. Entries of tables that nobody here knows as their own cost a look into a map, and no
//! more. Whoever does not take what they are sent is struck off, and told to come back.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, sleep, sleep_until};

use super::{Context, TableInfo, TableStatus, Viewer};
use crate::hints::{Heard, Hint, News};
use gueridon_journal::{
    JournalError, ListScope, PlayerId, Role, Status, TableId, TablePage, TableRow, Visibility,
};

/// How many postings somebody may leave unread.
pub(super) const UNREAD: usize = 256;
/// How long what is hinted at is gathered before it is read together.
const GATHERING: Duration = Duration::from_millis(50);
/// How often all is read again where others write too, in times of what is watched closely.
const REREAD: u32 = 6;
/// How many tables are read again at a time.
const MOST: u32 = 1_000;

/// A table as those who listen are told of it; none where it is none of theirs any more.
#[derive(Debug, Clone)]
pub(super) struct Posting {
    pub(super) id: TableId,
    pub(super) table: Option<Arc<TableInfo>>,
}

/// Of which tables somebody wants to hear.
#[derive(Debug, Clone)]
pub(super) struct Wish {
    /// Who listens.
    pub(super) viewer: Viewer,
    /// Whose own tables, if not all that are open.
    pub(super) mine: Option<PlayerId>,
    /// Only those of this game.
    pub(super) game: Option<String>,
}

/// How a table stood when somebody was last told of it.
#[derive(Debug, Clone, PartialEq)]
struct Stand {
    table: Arc<TableInfo>,
    is_turn: bool,
}

#[derive(Debug)]
struct Listener {
    wish: Wish,
    /// Tables that are the listener's own, or private ones that they were told of.
    known: BTreeMap<TableId, Stand>,
    postings: mpsc::Sender<Posting>,
}

/// Those who listen on this node, and what is still to be told to them.
#[derive(Debug, Default)]
pub(super) struct Board {
    /// How many listen: where nobody does, nothing is looked at.
    listening: AtomicUsize,
    lists: Mutex<Lists>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct Lists {
    next: u64,
    listeners: BTreeMap<u64, Listener>,
    /// Who listens to all that is open.
    open: BTreeSet<u64>,
    /// Who listens to their own.
    mine: BTreeMap<PlayerId, BTreeSet<u64>>,
    /// Who knows a table as their own.
    watched: BTreeMap<TableId, BTreeSet<u64>>,
    /// Tables to be read, and whether more than an entry is new there.
    pending: BTreeMap<TableId, bool>,
    /// Open tables as they were last read, where a hint may be lost.
    posted: BTreeMap<TableId, Arc<TableInfo>>,
}

impl Board {
    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets somebody listen from now on.
    pub(super) fn add(&self, wish: Wish) -> (u64, mpsc::Receiver<Posting>) {
        let (postings, posted) = mpsc::channel(UNREAD);
        let mut lists = self.lists();
        let id = lists.next;
        lists.next += 1;
        match wish.mine {
            Some(player) => {
                lists.mine.entry(player).or_default().insert(id);
            }
            None => {
                lists.open.insert(id);
            }
        }
        lists.listeners.insert(id, Listener { wish, known: BTreeMap::new(), postings });
        self.listening.store(lists.listeners.len(), Ordering::Relaxed);
        (id, posted)
    }

    /// Notes a table that a listener knows already, and may have been told of meanwhile.
    pub(super) fn know(&self, id: u64, row: &TableRow, is_turn: bool) {
        let mut lists = self.lists();
        let table = Arc::new(TableInfo::of(row, TableStatus::from(row)));
        let Some(listener) = lists.listeners.get_mut(&id) else { return };
        let is_wanted = listener.wish.mine.is_some() || is_private(row);
        if is_wanted && !listener.known.contains_key(&row.id) {
            let is_own = listener.wish.mine.is_some();
            listener.known.insert(row.id, Stand { table, is_turn });
            if is_own {
                lists.watched.entry(row.id).or_default().insert(id);
            }
        }
    }

    /// Strikes a listener off.
    pub(super) fn remove(&self, id: u64) {
        let mut lists = self.lists();
        lists.remove(id);
        self.listening.store(lists.listeners.len(), Ordering::Relaxed);
    }

    /// Passes on what was heard.
    pub(super) fn heard(&self, heard: Heard) {
        if self.listening.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut lists = self.lists();
        match heard {
            Heard::Hint(Hint { table, news: News::Seats }) => {
                lists.pending.insert(table, true);
            }
            // What is said there changes nothing that is listed.
            Heard::Hint(Hint { news: News::Messages, .. }) => return,
            Heard::Hint(Hint { table, .. }) if lists.watched.contains_key(&table) => {
                lists.pending.entry(table).or_default();
            }
            Heard::Hint(_) => return,
            // Nobody knows what was missed: all come back and look for themselves.
            Heard::Lost => {
                let next = lists.next;
                *lists = Lists { next, ..Lists::default() };
                self.listening.store(0, Ordering::Relaxed);
            }
        }
        drop(lists);
        self.wake.notify_one();
    }

    fn take(&self) -> BTreeMap<TableId, bool> {
        std::mem::take(&mut self.lists().pending)
    }

    fn put_back(&self, table: TableId, of_seats: bool) {
        *self.lists().pending.entry(table).or_default() |= of_seats;
    }
}

impl Lists {
    fn remove(&mut self, id: u64) {
        let Some(listener) = self.listeners.remove(&id) else { return };
        self.open.remove(&id);
        if let Some(player) = listener.wish.mine
            && let Some(of) = self.mine.get_mut(&player)
        {
            of.remove(&id);
            if of.is_empty() {
                self.mine.remove(&player);
            }
        }
        for table in listener.known.into_keys() {
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

    /// Tells everybody whom it concerns how a table stands now.
    fn post(&mut self, read: &Read, of_seats: bool) {
        let mut concerned: BTreeSet<u64> =
            self.watched.get(&read.row.id).into_iter().flatten().copied().collect();
        if of_seats {
            concerned.extend(&self.open);
            let people = read.row.seated.iter().filter_map(|seated| seated.player());
            let people = people.chain([read.row.owner]).chain(read.invited.iter().copied());
            concerned.extend(people.filter_map(|player| self.mine.get(&player)).flatten());
        }
        for id in concerned {
            let Some(listener) = self.listeners.get_mut(&id) else { continue };
            let told = match listener.wish.mine {
                Some(player) => listener.own(read, player),
                None => listener.open(read),
            };
            let is_watched = listener.known.contains_key(&read.row.id);
            let is_own = listener.wish.mine.is_some();
            let is_gone = told.is_some_and(|posting| listener.postings.try_send(posting).is_err());
            if is_own && is_watched {
                self.watched.entry(read.row.id).or_default().insert(id);
            } else if is_own {
                self.unwatch(read.row.id, id);
            }
            if is_gone {
                self.remove(id);
            }
        }
    }
}

impl Listener {
    fn wants(&self, read: &Read) -> bool {
        self.wish.game.as_ref().is_none_or(|game| *game == read.row.game)
    }

    fn posting(read: &Read, is_shown: bool) -> Option<Posting> {
        let table = is_shown.then(|| Arc::clone(&read.table));
        Some(Posting { id: read.row.id, table })
    }

    /// What one who listens to open tables is told.
    fn open(&mut self, read: &Read) -> Option<Posting> {
        if !self.wants(read) {
            return None;
        }
        let id = read.row.id;
        let is_seen = read.is_seen_by(self.wish.viewer);
        if is_seen && read.row.status == Status::Open {
            if is_private(&read.row) {
                let stand = Stand { table: Arc::clone(&read.table), is_turn: false };
                self.known.insert(id, stand);
            }
            return Self::posting(read, true);
        }
        // Whoever never knew of a private table is not told that it is gone.
        let was_known = self.known.remove(&id).is_some();
        if is_seen || was_known { Self::posting(read, false) } else { None }
    }

    /// What one who listens to their own is told.
    fn own(&mut self, read: &Read, player: PlayerId) -> Option<Posting> {
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
        let stand = Stand { table: Arc::clone(&read.table), is_turn };
        if is_own {
            let before = self.known.insert(row.id, stand.clone());
            return if before == Some(stand) { None } else { Self::posting(read, true) };
        }
        self.known.remove(&row.id)?;
        // Of an open table they hear that it is none of theirs; of another, what became of it.
        let is_shown = row.status != Status::Open && read.is_seen_by(self.wish.viewer);
        Self::posting(read, is_shown)
    }
}

/// A table as it was read for all.
struct Read {
    row: TableRow,
    table: Arc<TableInfo>,
    to_act: gueridon_game::Seats,
    invited: Vec<PlayerId>,
}

impl Read {
    fn is_seen_by(&self, viewer: Viewer) -> bool {
        let knows = |player| self.row.involves(player) || self.invited.contains(&player);
        !is_private(&self.row) || viewer.role >= Role::Moderator || viewer.player.is_some_and(knows)
    }
}

fn is_private(row: &TableRow) -> bool {
    row.settings.visibility == Visibility::Private
}

/// Starts the task that reads what is hinted at, for as long as the host lives.
pub(super) fn keep(context: &Arc<Context>) {
    let (stop, board) = (context.stop.clone(), Arc::clone(&context.board));
    let keeping = run(board, Arc::downgrade(context));
    tokio::spawn(stop.run_until_cancelled_owned(keeping));
}

async fn run(board: Arc<Board>, context: Weak<Context>) {
    let mut reread = Instant::now();
    loop {
        let every = match context.upgrade() {
            Some(context) if context.journal.is_shared() => Some(REREAD * context.config.reread),
            Some(_) => None,
            None => return,
        };
        match every {
            Some(every) => tokio::select! {
                biased;
                () = board.wake.notified() => {}
                () = sleep_until(reread + every) => {}
            },
            None => board.wake.notified().await,
        }
        let Some(context) = context.upgrade() else { return };
        if every.is_some_and(|every| reread.elapsed() >= every) {
            reread = Instant::now();
            if let Err(error) = context.look_for_postings().await {
                tracing::debug!(%error, "open tables could not be read again");
            }
        }
        let mut failed = None;
        for (table, of_seats) in board.take() {
            if let Err(error) = context.post(table, of_seats).await {
                board.put_back(table, of_seats);
                failed = Some(error);
            }
        }
        if let Some(error) = failed {
            tracing::debug!(%error, "some tables could not be read for those who listen");
            board.wake.notify_one();
            sleep(Duration::from_secs(1)).await;
        }
        drop(context);
        sleep(GATHERING).await;
    }
}

impl Context {
    /// Reads a table and tells whom it concerns.
    async fn post(&self, table: TableId, of_seats: bool) -> Result<(), JournalError> {
        let Some((row, to_act)) = self.journal.turn(table).await? else { return Ok(()) };
        let invited = if of_seats || is_private(&row) {
            self.journal.invited(table).await?
        } else {
            Vec::new()
        };
        let info = Arc::new(TableInfo::of(&row, TableStatus::from(&row)));
        let mut lists = self.board.lists();
        if self.journal.is_shared() && of_seats {
            if row.status == Status::Open {
                lists.posted.insert(table, Arc::clone(&info));
            } else {
                lists.posted.remove(&table);
            }
        }
        lists.post(&Read { row, table: info, to_act, invited }, of_seats);
        self.board.listening.store(lists.listeners.len(), Ordering::Relaxed);
        Ok(())
    }

    /// Finds what has changed without a hint.
    async fn look_for_postings(&self) -> Result<(), JournalError> {
        let (has_open, players) = {
            let lists = self.board.lists();
            (!lists.open.is_empty(), lists.mine.keys().copied().collect::<Vec<_>>())
        };
        let mut changed = BTreeSet::new();
        if has_open {
            let page = TablePage {
                status: Some(Status::Open),
                first: MOST,
                reader: ListScope::Everything,
                ..TablePage::default()
            };
            let rows = self.journal.tables(&page).await?;
            let open: BTreeMap<_, _> = rows
                .iter()
                .map(|row| (row.id, TableInfo::of(row, TableStatus::from(row))))
                .collect();
            let lists = self.board.lists();
            let is_new = |id: &TableId, info: &TableInfo| {
                lists.posted.get(id).is_none_or(|posted| **posted != *info)
            };
            changed.extend(open.iter().filter(|&(id, info)| is_new(id, info)).map(|(id, _)| *id));
            changed.extend(lists.posted.keys().filter(|id| !open.contains_key(id)));
        }
        for player in players {
            let mine = self.journal.my_tables(player, None, MOST).await?;
            changed.extend(mine.iter().map(|one| one.row.id));
            let invitations = self.journal.invitations(player, None, MOST).await?;
            changed.extend(invitations.iter().map(|one| one.table.id));
        }
        let mut lists = self.board.lists();
        changed.extend(lists.watched.keys());
        lists.pending.extend(changed.into_iter().map(|table| (table, true)));
        Ok(())
    }
}

//! The tables that are loaded on this node, and what is found under a table's id.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, watch};

use super::Context;
use crate::hints::{Heard, Hint, News};
use crate::refusal::{Answer, Code, Fault};
use crate::table::{Ask, Table};
use gueridon_journal::{BuildRow, Status, TableId, TableRow};
use gueridon_modules::UnusableBuild;
use gueridon_modules::executor::Call;
use gueridon_modules::module::Module;

/// A loaded table.
#[derive(Debug)]
struct Slot {
    table: Arc<Table>,
    /// When somebody asked for it last, counted in questions.
    asked: u64,
}

/// Loaded tables by id, and how many questions there have been.
#[derive(Debug, Default)]
struct Slots {
    by_id: BTreeMap<TableId, Slot>,
    questions: u64,
}

impl Slots {
    /// A table that is loaded, and asked for now.
    fn get(&mut self, id: TableId) -> Option<Arc<Table>> {
        self.questions += 1;
        let slot = self.by_id.get_mut(&id).filter(|slot| !slot.table.is_gone())?;
        slot.asked = self.questions;
        Some(Arc::clone(&slot.table))
    }

    fn insert(&mut self, id: TableId, table: Arc<Table>) {
        self.by_id.insert(id, Slot { table, asked: self.questions });
    }

    /// Asks the table that has been idle the longest to make room, if nobody holds it.
    fn make_room(&mut self) {
        let idle = self.by_id.values_mut().filter(|slot| Arc::strong_count(&slot.table) == 1);
        if let Some(slot) = idle.min_by_key(|slot| slot.asked) {
            slot.table.unload();
            // It may take a moment; meanwhile it is another's turn.
            slot.asked = self.questions;
        }
    }
}

/// Tables by id, a bell for each table that somebody watches before it has begun, and one for each
/// at which somebody hears what is said.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    tables: Mutex<Slots>,
    bells: Bells,
    talk: Bells,
}

/// What rings when there is something new.
#[derive(Debug, Default)]
struct Bells(Mutex<BTreeMap<TableId, watch::Sender<()>>>);

impl Bells {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<TableId, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bell of a table; those that nobody hears are forgotten.
    fn of(&self, id: TableId) -> watch::Receiver<()> {
        let mut bells = self.lock();
        bells.retain(|_, bell| bell.receiver_count() > 0);
        bells.entry(id).or_default().subscribe()
    }

    fn ring(&self, id: TableId) {
        if let Some(bell) = self.lock().get(&id) {
            bell.send_replace(());
        }
    }

    fn ring_all(&self) {
        self.lock().values().for_each(|bell| {
            bell.send_replace(());
        });
    }
}

/// What is found under a table's id.
pub(super) enum Found {
    /// A table that has not begun.
    Open(Box<TableRow>),
    /// A table that has, and is loaded now.
    Begun(Arc<Table>),
}

impl Found {
    /// The table's row; of one that has begun, as it was loaded.
    pub(super) fn row(&self) -> &TableRow {
        match self {
            Self::Open(row) => row,
            Self::Begun(table) => &table.shared.row,
        }
    }
}

impl Loaded {
    fn tables(&self) -> MutexGuard<'_, Slots> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn len(&self) -> usize {
        self.tables().by_id.len()
    }

    /// How many listen to a table here who do not play there.
    pub(super) fn spectators(&self, id: TableId) -> usize {
        let tables = self.tables();
        let slot = tables.by_id.get(&id);
        slot.map_or(0, |slot| slot.table.shared.spectators.load(Ordering::Relaxed))
    }

    /// A bell that rings when something changes at a table that has not begun.
    pub(super) fn bell(&self, id: TableId) -> watch::Receiver<()> {
        self.bells.of(id)
    }

    /// A bell that rings when something is said at a table, or taken away.
    pub(super) fn talk_bell(&self, id: TableId) -> watch::Receiver<()> {
        self.talk.of(id)
    }

    fn with_loaded(&self, id: TableId, tell: impl FnOnce(&Table)) {
        if let Some(slot) = self.tables().by_id.get(&id) {
            tell(&slot.table);
        }
    }

    /// Passes on what was heard to whom it concerns on this node.
    fn heard(&self, heard: Heard) {
        match heard {
            Heard::Hint(Hint { table, news: News::Messages }) => self.talk.ring(table),
            Heard::Hint(Hint { table, news: News::Entry(seq) }) => {
                self.with_loaded(table, |loaded| loaded.hint(seq));
                self.bells.ring(table);
            }
            Heard::Hint(Hint { table, news: News::Seats }) => {
                self.with_loaded(table, Table::seats_changed);
                self.bells.ring(table);
            }
            Heard::Lost => {
                self.tables().by_id.values().for_each(|slot| slot.table.hint(u64::MAX));
                self.bells.ring_all();
                self.talk.ring_all();
            }
        }
    }
}

/// Starts the task that listens to hints for as long as the host lives.
pub(super) fn listen(context: &Arc<Context>) {
    let mut ear = context.hints.listen();
    let (stop, context) = (context.stop.clone(), Arc::downgrade(context));
    let listening = async move {
        while let Some(heard) = ear.hear().await {
            let Some(context) = context.upgrade() else { return };
            context.loaded.heard(heard);
            context.board.heard(heard);
        }
    };
    tokio::spawn(stop.run_until_cancelled_owned(listening));
}

impl Context {
    /// What there is under this id.
    pub(super) async fn table(self: &Arc<Self>, id: TableId) -> Answer<Found> {
        if self.stop.is_cancelled() {
            return Err(Fault::NoAnswer.into());
        }
        if let Some(table) = self.loaded.tables().get(id) {
            return Ok(Found::Begun(table));
        }
        let row = self.journal.table(id).await?.ok_or_else(|| Code::UnknownTable.answer())?;
        // One that was closed before it began has no game that could be loaded.
        if row.build.is_none() {
            return Ok(Found::Open(Box::new(row)));
        }
        let mut tables = self.loaded.tables();
        // Somebody may have loaded it while we read.
        match tables.get(id) {
            Some(table) => Ok(Found::Begun(table)),
            None => {
                if tables.by_id.len() >= self.config.most_loaded {
                    tables.make_room();
                }
                let table = Arc::new(Table::spawn(row, self));
                tables.insert(id, Arc::clone(&table));
                // A name may have changed since the row was read, of which nobody could be told.
                table.seats_changed();
                Ok(Found::Begun(table))
            }
        }
    }

    /// The begun table of this id.
    pub(crate) async fn begun(self: &Arc<Self>, id: TableId) -> Answer<Arc<Table>> {
        match self.table(id).await? {
            Found::Begun(table) => Ok(table),
            Found::Open(row) if row.status == Status::Closed => Err(Code::TableClosed.answer()),
            Found::Open(_) => Err(Code::NotStarted.answer()),
        }
    }

    /// Forgets an idle table, unless somebody has just found it; called by its task, which then
    /// ends.
    pub(crate) fn forget(&self, id: TableId, asked: &mpsc::Receiver<Ask>) -> bool {
        let mut tables = self.loaded.tables();
        // Whoever found the table holds it until the answer has come.
        let slot = tables.by_id.get(&id);
        let alone = slot.is_none_or(|slot| Arc::strong_count(&slot.table) == 1);
        let idle = alone && asked.is_empty();
        if idle {
            tables.by_id.remove(&id);
        }
        idle
    }

    /// The build that a table began with: opened already, or out of the journal.
    ///
    /// The inner error says why this node cannot have it; the outer one, that it may try again.
    pub(crate) async fn build_of(&self, row: &TableRow) -> Answer<Result<Arc<Module>, String>> {
        let Some(sha256) = row.build else { return Ok(Err("it has no build".to_owned())) };
        if let Some(build) = self.library.build(sha256) {
            return Ok(Ok(build));
        }
        let Some(kept) = self.journal.build(sha256).await? else {
            return Ok(Err("the build that it began with is missing".to_owned()));
        };
        let library = Arc::clone(&self.library);
        let call = Call { build: sha256, op: "open", table: Some(row.id.0) };
        let opened =
            self.executor.run(call, move || library.open_bytes(kept.sha256, &kept.bytes)).await?;
        let why = |reason| format!("its build cannot be opened: {reason}");
        match opened {
            Ok(build) => Ok(Ok(build)),
            Err(UnusableBuild { reason, is_permanent: true }) => Ok(Err(why(reason))),
            Err(UnusableBuild { reason, .. }) => {
                let reason = why(reason);
                tracing::error!(table = %row.id, reason, "the table cannot be loaded now");
                Err(Fault::Module(reason).into())
            }
        }
    }

    /// Forgets a table whose task takes no more questions.
    pub(crate) fn retire(&self, id: TableId) {
        let mut tables = self.loaded.tables();
        if tables.by_id.get(&id).is_some_and(|slot| slot.table.is_gone()) {
            tables.by_id.remove(&id);
        }
    }

    /// Whether a table is gone, or those who sit there have other names than when its row was read.
    /// Names are in all that was told there, so such a table is loaded anew.
    pub(crate) async fn has_others_seated(&self, row: &TableRow) -> bool {
        match self.journal.table(row.id).await {
            Ok(now) => now.is_none_or(|now| now.seated != row.seated),
            Err(error) => {
                tracing::debug!(table = %row.id, %error, "names could not be looked up");
                false
            }
        }
    }

    /// The newest build of a game.
    pub(super) fn game(&self, id: &str) -> Answer<Arc<Module>> {
        let mut newest = self.library.newest().into_iter();
        newest.find(|build| build.about().id == id).ok_or_else(|| Code::UnknownGame.answer())
    }

    /// Makes sure that a build is in the journal before a table begins with it.
    pub(super) async fn keep_build(&self, build: &Arc<Module>) -> Answer<()> {
        let sha256 = build.sha256();
        let known = |context: &Self| {
            context.kept_builds.lock().unwrap_or_else(PoisonError::into_inner).contains(&sha256)
        };
        if known(self) {
            return Ok(());
        }
        let gone = || Fault::Module("the file of its build is gone".to_owned());
        let row = BuildRow {
            sha256,
            game: build.about().id.clone(),
            bytes: self.library.bytes(sha256).ok_or_else(gone)?,
            first_used_ms: self.clock.now_ms(),
        };
        self.journal.keep_build(&row).await?;
        self.kept_builds.lock().unwrap_or_else(PoisonError::into_inner).insert(sha256);
        Ok(())
    }
}

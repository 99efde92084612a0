//! The tables that are loaded on this node, and what is found under a table's id.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, watch};

use super::Context;
use crate::hints::{Heard, Hint};
use crate::journal::{BuildRow, Status, TableId, TableRow};
use crate::module::Module;
use crate::refusal::{Answer, Code, Fault};
use crate::table::{Ask, Table};

/// Tables by id, and a bell for each table that somebody watches before it has begun.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    tables: Mutex<BTreeMap<TableId, Arc<Table>>>,
    bells: Mutex<BTreeMap<TableId, watch::Sender<()>>>,
}

/// What is found under a table's id.
pub(super) enum Found {
    /// A table that has not begun.
    Open(Box<TableRow>),
    /// A table that has, and is loaded now.
    Begun(Arc<Table>),
}

impl Loaded {
    fn tables(&self) -> MutexGuard<'_, BTreeMap<TableId, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bells(&self) -> MutexGuard<'_, BTreeMap<TableId, watch::Sender<()>>> {
        self.bells.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn len(&self) -> usize {
        self.tables().len()
    }

    fn get(&self, id: TableId) -> Option<Arc<Table>> {
        self.tables().get(&id).filter(|table| !table.is_gone()).cloned()
    }

    /// A bell that rings when something changes at a table that has not begun.
    pub(super) fn bell(&self, id: TableId) -> watch::Receiver<()> {
        let mut bells = self.bells();
        bells.retain(|_, bell| bell.receiver_count() > 0);
        bells.entry(id).or_default().subscribe()
    }

    /// Passes on what was heard to whom it concerns on this node.
    fn heard(&self, heard: Heard) {
        match heard {
            Heard::Hint(Hint { table, seq }) => {
                if let Some(table) = self.get(table) {
                    table.hint(seq);
                }
                if let Some(bell) = self.bells().get(&table) {
                    bell.send_replace(());
                }
            }
            Heard::Lost => {
                let tables: Vec<_> = self.tables().values().cloned().collect();
                tables.iter().for_each(|table| table.hint(u64::MAX));
                self.bells().values().for_each(|bell| {
                    bell.send_replace(());
                });
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
        if let Some(table) = self.loaded.get(id) {
            return Ok(Found::Begun(table));
        }
        let row = self.journal.table(id).await?.ok_or_else(|| Code::UnknownTable.answer())?;
        if row.status == Status::Open {
            return Ok(Found::Open(Box::new(row)));
        }
        let mut tables = self.loaded.tables();
        // Somebody may have loaded it while we read.
        match tables.get(&id).filter(|table| !table.is_gone()) {
            Some(table) => Ok(Found::Begun(Arc::clone(table))),
            None => {
                let table = Arc::new(Table::spawn(row, self));
                tables.insert(id, Arc::clone(&table));
                Ok(Found::Begun(table))
            }
        }
    }

    /// The begun table of this id.
    pub(super) async fn begun(self: &Arc<Self>, id: TableId) -> Answer<Arc<Table>> {
        match self.table(id).await? {
            Found::Begun(table) => Ok(table),
            Found::Open(_) => Err(Code::NotStarted.answer()),
        }
    }

    /// Forgets an idle table, unless somebody has just found it; called by its task, which then
    /// ends.
    pub(crate) fn forget(&self, id: TableId, asked: &mpsc::Receiver<Ask>) -> bool {
        let mut tables = self.loaded.tables();
        // Whoever found the table holds it until the answer has come.
        let alone = tables.get(&id).is_none_or(|table| Arc::strong_count(table) == 1);
        let idle = alone && asked.is_empty();
        if idle {
            tables.remove(&id);
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
        let adopt = move || library.adopt(&kept);
        let adopted = self.config.crossing.cross(adopt).await?;
        Ok(adopted.map_err(|reason| format!("its build cannot be opened: {reason}")))
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

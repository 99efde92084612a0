//! Analyses of games that are over: who may ask for one, how many are made at a time, and who may
//! read them.
//!
//! An analysis is made on one node, in the background, and kept in the journal when it is done. One
//! that is under way when its server stops is lost, and can be asked for again.

mod analysis;
mod measuring;
mod weighing;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gueridon_game::Score;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

pub use analysis::{Analysis, Cause, Chances, Point, Share, TurningPoint};

use crate::access::{AccessCheck, Watch, access};
use crate::bots::Thinkers;
use crate::games::Games;
use crate::people::accounts::Accounts;
use crate::people::rate_limits::Attempt;
use crate::refusal::{Answer, Code};
use crate::viewer::Viewer;
use gueridon_journal::{Entry, Journal, JournalError, PlayerId, Status, TableId, TableRow};
use measuring::{Finished, Lost};

/// How many games are analysed at a time on a node. They share the threads on which bots think.
const MOST: usize = 4;
/// Of how many tables it is remembered that their analysis was lost.
const REMEMBERED: usize = 100;
/// How many entries are read at a time.
const BATCH: u32 = 500;

/// How far an analysis is.
#[derive(Debug, Clone)]
pub enum Stage {
    /// It is being made on this node.
    UnderWay {
        /// How many plays have been looked at.
        done: usize,
        /// How many there are; 0 if that is not known yet.
        all: usize,
    },
    /// It is kept.
    Done(Arc<Analysis>),
    /// The game failed while it was analysed. It can be asked for again.
    Lost,
}

/// Analyses of games that are over.
#[derive(Debug)]
pub struct Analyses {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) access: AccessCheck,
    pub(crate) games: Arc<Games>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) thinkers: Arc<Thinkers>,
    pub(crate) stop: CancellationToken,
    pub(crate) under_way: UnderWay,
}

/// The analyses that are being made on this node, and those that were lost. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct UnderWay(Arc<Mutex<Attempts>>);

#[derive(Debug, Default)]
struct Attempts {
    made: BTreeMap<TableId, Made>,
    /// The tables whose last analysis was lost, the oldest first.
    lost: VecDeque<TableId>,
}

/// An analysis that is being made.
#[derive(Debug)]
struct Made {
    by: PlayerId,
    stage: watch::Sender<Stage>,
}

impl UnderWay {
    fn all(&self) -> MutexGuard<'_, Attempts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the place of an analysis, until what is returned is dropped.
    fn begin(&self, table: TableId, by: PlayerId) -> Answer<Place> {
        let Attempts { made, lost } = &mut *self.all();
        if made.contains_key(&table) || made.values().any(|made| made.by == by) {
            return Err(Code::AnalysisUnderWay.answer());
        }
        if made.len() >= MOST {
            return Err(Code::TooManyAnalyses.answer());
        }
        let stage = watch::Sender::new(Stage::UnderWay { done: 0, all: 0 });
        made.insert(table, Made { by, stage });
        lost.retain(|other| *other != table);
        Ok(Place { all: self.clone(), table })
    }

    fn of(&self, table: TableId) -> Option<watch::Receiver<Stage>> {
        self.all().made.get(&table).map(|made| made.stage.subscribe())
    }

    fn is_lost(&self, table: TableId) -> bool {
        self.all().lost.contains(&table)
    }
}

/// The place of an analysis among those under way.
#[derive(Debug)]
struct Place {
    all: UnderWay,
    table: TableId,
}

impl Place {
    fn tell(&self, stage: Stage) {
        let Attempts { made, lost } = &mut *self.all.all();
        if matches!(stage, Stage::Lost) {
            if lost.len() >= REMEMBERED {
                lost.pop_front();
            }
            lost.push_back(self.table);
        }
        if let Some(made) = made.get(&self.table) {
            made.stage.send_replace(stage);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all.all().made.remove(&self.table);
    }
}

impl Analyses {
    /// Begins to analyse a game at which the player sat, unless it was analysed already.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_SEATED`, `NOT_OVER`, `TABLE_STOPPED`, `TOO_MANY_ATTEMPTS`,
    /// `ANALYSIS_UNDER_WAY`, `TOO_MANY_ANALYSES`, `NO_ANALYSIS`, `ANALYSIS_LOST`.
    pub async fn analyse(&self, table: TableId, player: PlayerId) -> Answer<()> {
        let row = self.access.row(table, player.into()).await?;
        if row.seat_of(player).is_none() {
            return Err(Code::NotSeated.answer());
        }
        if row.status != Status::Over {
            return Err(Code::NotOver.answer());
        }
        if self.journal.analysis(table).await?.is_some() {
            return Ok(());
        }
        let place = self.under_way.begin(table, player)?;
        let game = self.finished(row).await?;
        if !self.thinkers.can_think_with(&game.build.sha256()) {
            return Err(Code::NoAnalysis.answer());
        }
        self.accounts.rate_limiter().count(Attempt::Analysis(player))?;
        if let Err(lost) = measuring::try_search(&self.thinkers, &game).await {
            return Err(match lost {
                Lost::Search(error) if !error.is_failure() => {
                    error.told(Code::NoAnalysis, Code::AnalysisLost)
                }
                lost => {
                    note(&self.thinkers, &game, &lost);
                    Code::AnalysisLost.answer()
                }
            });
        }
        let (journal, thinkers) = (Arc::clone(&self.journal), Arc::clone(&self.thinkers));
        let making = async move { make(&journal, &thinkers, game, place).await };
        tokio::spawn(self.stop.clone().run_until_cancelled_owned(making));
        Ok(())
    }

    /// What is known of the analysis of a table: none if there is none, or the viewer may not watch
    /// that table.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`.
    pub async fn of(&self, table: TableId, viewer: Viewer) -> Answer<Option<Stage>> {
        if !self.may_read(table, viewer).await? {
            return Ok(None);
        }
        if let Some(stage) = self.under_way.of(table) {
            return Ok(Some(stage.borrow().clone()));
        }
        if let Some(analysis) = self.kept(table).await? {
            return Ok(Some(Stage::Done(analysis)));
        }
        Ok(self.under_way.is_lost(table).then_some(Stage::Lost))
    }

    /// Listens to an analysis until it is done or lost.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_OVER`, `NO_SPECTATORS`.
    pub async fn subscribe(&self, table: TableId, viewer: Viewer) -> Answer<AnalysisSubscription> {
        let row = self.access.row(table, viewer).await?;
        if row.status != Status::Over {
            return Err(Code::NotOver.answer());
        }
        if access(&row, viewer, false).watch == Watch::Never {
            return Err(Code::NoSpectators.answer());
        }
        // Before the journal is read, so that its end is not missed.
        let under_way = self.under_way.of(table);
        let first = match self.kept(table).await? {
            Some(analysis) => Some(Stage::Done(analysis)),
            None if under_way.is_none() && self.under_way.is_lost(table) => Some(Stage::Lost),
            None => None,
        };
        Ok(AnalysisSubscription { first, under_way, is_told: false })
    }

    async fn may_read(&self, table: TableId, viewer: Viewer) -> Answer<bool> {
        let row = self.access.row(table, viewer).await?;
        Ok(row.status == Status::Over && access(&row, viewer, false).watch != Watch::Never)
    }

    async fn kept(&self, table: TableId) -> Answer<Option<Arc<Analysis>>> {
        let Some(text) = self.journal.analysis(table).await? else { return Ok(None) };
        let analysis = serde_json::from_str(&text);
        let analysis = analysis.map_err(|error| JournalError::Broken(error.to_string()))?;
        Ok(Some(Arc::new(analysis)))
    }

    async fn finished(&self, row: TableRow) -> Answer<Finished> {
        let build = self.games.build_of(&row).await?;
        let build = build.map_err(|reason| Code::TableStopped.refused(&[("reason", reason)]))?;
        let mut entries = Vec::<Entry>::new();
        loop {
            let after = entries.last().map_or(0, |entry| entry.seq);
            let read = self.journal.entries(row.id, after, BATCH).await?;
            if read.is_empty() {
                break;
            }
            entries.extend(read);
        }
        let score: Option<Score> =
            row.result.as_deref().and_then(|text| serde_json::from_str(text).ok());
        let result = shared(score.as_ref(), row.seats);
        Ok(Finished { row, build, entries, result })
    }
}

/// Makes an analysis and keeps it.
async fn make(journal: &Arc<dyn Journal>, thinkers: &Arc<Thinkers>, game: Finished, place: Place) {
    let table = game.row.id;
    let game = Arc::new(game);
    let (measured, place) = {
        let game = Arc::clone(&game);
        let making = thinkers.begin(move |thinkers, given_up| async move {
            let tell = |done, all| place.tell(Stage::UnderWay { done, all });
            let measured = measuring::measure(&thinkers, &game, &given_up, tell).await;
            (measured, place)
        });
        match making.await {
            Some(made) => made,
            // Its task has failed, and says so in the log.
            None => return,
        }
    };
    let analysis = match measured {
        Ok(analysis) => analysis,
        Err(lost) => {
            note(thinkers, &game, &lost);
            return place.tell(Stage::Lost);
        }
    };
    let kept = match serde_json::to_string(&analysis) {
        Ok(text) => journal.keep_analysis(table, &text).await,
        Err(error) => Err(JournalError::Broken(error.to_string())),
    };
    match kept {
        // If another node was first, it has found the same.
        Ok(_) => place.tell(Stage::Done(Arc::new(analysis))),
        Err(error) => {
            tracing::warn!(%table, %error, "an analysis could not be kept");
            place.tell(Stage::Lost);
        }
    }
}

/// Notes that an analysis was lost.
fn note(thinkers: &Thinkers, game: &Finished, lost: &Lost) {
    tracing::warn!(table = %game.row.id, error = %lost, "an analysis was lost");
    if let Lost::Search(error) = lost {
        thinkers.judge(game.build.sha256(), error);
    }
}

/// The victory as chances, in parts if it is shared; even parts where there is no result.
fn shared(score: Option<&Score>, seats: u8) -> Chances {
    let is_first = |seat: u8| {
        let column = score.and_then(|score| score.seats.get(usize::from(seat)));
        column.is_none_or(|column| column.rank == 1)
    };
    let first = (0..seats).filter(|&seat| is_first(seat)).count().max(1);
    let part = u16::try_from(1_000 / first).unwrap_or_default();
    (0..seats).map(|seat| if is_first(seat) { part } else { 0 }).collect()
}

/// The stages of an analysis, from the present one to its end.
#[derive(Debug)]
pub struct AnalysisSubscription {
    first: Option<Stage>,
    under_way: Option<watch::Receiver<Stage>>,
    is_told: bool,
}

impl AnalysisSubscription {
    /// The next stage; none inside if there is no analysis and none is being made, and none at all
    /// after the last. Cancel safe.
    pub async fn next(&mut self) -> Option<Option<Stage>> {
        if let Some(first) = self.first.take() {
            self.under_way = None;
            self.is_told = true;
            return Some(Some(first));
        }
        let Some(under_way) = &mut self.under_way else {
            let is_told = std::mem::replace(&mut self.is_told, true);
            return (!is_told).then_some(None);
        };
        if self.is_told && under_way.changed().await.is_err() {
            // The server stops, or the task failed.
            self.under_way = None;
            return Some(Some(Stage::Lost));
        }
        self.is_told = true;
        let stage = under_way.borrow_and_update().clone();
        if !matches!(stage, Stage::UnderWay { .. }) {
            self.under_way = None;
        }
        Some(Some(stage))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_victory_that_is_shared_counts_in_parts() {
        let score = |ranks: &[u8]| {
            let columns = ranks.iter().map(|&rank| {
                (vec![gueridon_game::Line::new("sum", 10 - i32::from(rank))], Vec::new())
            });
            Score::ranked(true, columns)
        };
        assert_eq!(shared(Some(&score(&[2, 1, 3])), 3), [0, 1_000, 0]);
        assert_eq!(shared(Some(&score(&[1, 1, 3])), 3), [500, 500, 0]);
        assert_eq!(shared(None, 2), [500, 500]);
    }
}

//! Thinking, on a copy of the game and beside everything else.
//!
//! A thinker restores the game from what its table saved, so the table goes on answering, and a
//! search that fails does not harm it. It searches in short slices, of which only a few run at a
//! time on the whole node, so that the plays of people need not wait for them.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use gueridon_game::border::Method;
use gueridon_game::{Eyes, Seat, Seed};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::games::Games;
use crate::refusal::{Code, Failure, Fault};
use crate::tables::lost_workers::LostWorkers;
use gueridon_journal::TableId;
use gueridon_modules::WorkerEnd;
use gueridon_modules::executor::{Call, NoAnswer};
use gueridon_modules::module::{CallError, Handle, Module, RawJson, Sought};

/// How long a slice should take.
const SLICE: Duration = Duration::from_millis(5);
/// How many iterations the first slice makes.
const FIRST: u32 = 12;
/// How many iterations any slice makes at most.
const MOST: u32 = 5_000;
/// Where the node thinks for its bots.
#[derive(Debug)]
pub(crate) struct Thinkers {
    games: Arc<Games>,
    pub(super) lost_workers: Arc<LostWorkers>,
    /// A permit for each slice that may run.
    room: Arc<Semaphore>,
    /// Builds of which a search did not return, or one that somebody asked for ended their process.
    /// They are not asked for another: after a few hanging calls a build is not called at all, and
    /// then people could not play with it, either.
    hanging: Mutex<BTreeSet<[u8; 32]>>,
}

/// What to think about.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) table: TableId,
    pub(crate) build: Arc<Module>,
    /// The game as its table saved it.
    pub(crate) state: RawJson,
    pub(crate) seats: u8,
    /// Who is to act.
    pub(crate) seat: Seat,
    /// All chance of the search comes from this, so that the same question has the same answer if
    /// there is enough time. It has nothing to do with the table's seed.
    pub(crate) dice: Seed,
}

impl Question {
    /// The call that is made for each slice.
    fn call(&self) -> Call<'_> {
        let (game, build) = (&self.build.about().id, self.build.sha256());
        Call { game, build, op: "search", table: Some(self.table.0) }
    }
}

/// Something that is being thought about. When it is dropped, the search ends after the slice under
/// way, which is still waited for, so that one that hangs is noticed.
#[derive(Debug)]
pub(crate) struct Thinking<T> {
    result: JoinHandle<T>,
    _give_up: DropGuard,
}

impl<T> Future for Thinking<T> {
    /// What came of it; none if its task ended without a result, as when the node stops.
    type Output = Option<T>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.result).poll(task).map(Result::ok)
    }
}

/// How far a search goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) iterations: u32,
    /// After how long no further slice begins, except the first.
    pub(crate) time: Duration,
}

/// A search that has come to its end.
#[derive(Debug)]
pub(crate) struct Searched {
    /// The game that was searched, as it was.
    pub(crate) game: Handle,
    /// How long its slices took, without the time between them.
    pub(crate) took: Duration,
}

/// Why a slice found nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SearchError {
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    #[error(transparent)]
    Module(#[from] CallError),
}

impl SearchError {
    /// Whether the search did not return in time.
    pub(crate) const fn is_too_late(&self) -> bool {
        matches!(
            self,
            Self::NoAnswer(NoAnswer::TooLate { .. })
                | Self::Module(CallError::WorkerLost(WorkerEnd::TooLate(_)))
        )
    }

    /// Whether the module failed; otherwise it cannot search, or was not called.
    pub(crate) const fn is_failure(&self) -> bool {
        match self {
            Self::Module(CallError::Unsupported | CallError::NoWorker(_)) => false,
            Self::Module(_) => true,
            Self::NoAnswer(unanswered) => !unanswered.is_unmade(),
        }
    }

    /// What somebody is told who has asked for a search: `unable` if the module cannot search, `lost`
    /// if it failed, and otherwise that the server is busy.
    pub(crate) fn told(&self, unable: Code, lost: Code) -> Failure {
        match self {
            Self::Module(CallError::Unsupported) | Self::NoAnswer(NoAnswer::Hanging(_)) => {
                unable.answer()
            }
            Self::NoAnswer(NoAnswer::Busy(_)) | Self::Module(CallError::NoWorker(_)) => {
                Fault::Busy(self.to_string()).into()
            }
            Self::NoAnswer(_) | Self::Module(_) => lost.answer(),
        }
    }
}

impl Thinkers {
    pub(crate) fn new(games: Arc<Games>, lost_workers: Arc<LostWorkers>) -> Self {
        // Half of the cores, rounded up, so that with two or more the plays of people find a free
        // one as a rule.
        let slices = available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
        let room = Arc::new(Semaphore::new(slices));
        Self { games, lost_workers, room, hanging: Mutex::default() }
    }

    fn hanging(&self) -> MutexGuard<'_, BTreeSet<[u8; 32]>> {
        self.hanging.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this build may be asked for searches: all have returned so far.
    pub(crate) fn can_think_with(&self, build: &[u8; 32]) -> bool {
        !self.hanging().contains(build)
    }

    /// Draws what follows from the failure of a search that somebody asked for. It is not counted
    /// against the table, which whoever asks again and again could so have stopped.
    pub(crate) fn judge(&self, build: [u8; 32], error: &SearchError) {
        let worker_lost = matches!(error, SearchError::Module(CallError::WorkerLost(_)));
        if worker_lost || error.is_too_late() {
            self.give_up_on(build);
        }
    }

    /// Asks the build for no more searches.
    pub(super) fn give_up_on(&self, build: [u8; 32]) {
        self.hanging().insert(build);
    }

    /// Begins to think in a task of its own, which is given the token that says when it is given up.
    pub(crate) fn begin<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
        self: &Arc<Self>,
        think: impl FnOnce(Arc<Self>, CancellationToken) -> F,
    ) -> Thinking<T> {
        let given_up = CancellationToken::new();
        let give_up = given_up.clone().drop_guard();
        let result = tokio::spawn(think(Arc::clone(self), given_up));
        Thinking { result, _give_up: give_up }
    }

    /// The game of a question, to think about.
    pub(super) async fn restored(&self, question: &Question) -> Result<Handle, SearchError> {
        let (build, state) = (Arc::clone(&question.build), question.state.clone());
        let (seats, dice) = (question.seats, question.dice);
        let restored = self.slice(question, move || build.restore(&state, seats, &dice)).await?;
        Ok(restored?.0)
    }

    /// Searches in slices from what `eyes` know, and puts what the last one found into `found`.
    pub(crate) async fn search(
        &self,
        question: &Question,
        eyes: Eyes,
        mut game: Handle,
        limits: Limits,
        given_up: &CancellationToken,
        found: &mut Option<Sought>,
    ) -> Result<Searched, SearchError> {
        let (began, mut took_all) = (Instant::now(), Duration::ZERO);
        let dice = question.dice;
        let all = limits.iterations;
        let (mut made, mut next) = (0, FIRST);
        let is_in_time = |made| made == 0 || began.elapsed() < limits.time;
        while made < all && is_in_time(made) && !given_up.is_cancelled() {
            let iterations = all.min(made + next);
            let search = move || {
                let began = Instant::now();
                let sought = game.search(eyes, &dice, Method::Tree { iterations });
                (game, sought, began.elapsed())
            };
            let (back, sought, took): (Handle, _, _) = self.slice(question, search).await?;
            game = back;
            took_all += took;
            *found = Some(sought?);
            next = fitting(iterations - made, took);
            made = iterations;
        }
        Ok(Searched { game, took: took_all })
    }

    /// Calls the module as soon as another slice may run.
    pub(crate) async fn slice<T: Send + 'static>(
        &self,
        question: &Question,
        call: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NoAnswer> {
        let room = Arc::clone(&self.room).acquire_owned().await;
        let _room = room.map_err(|closed| NoAnswer::Lost(closed.to_string()))?;
        if !self.can_think_with(&question.build.sha256()) {
            return Err(NoAnswer::Hanging(1));
        }
        self.games.executor().run(question.call(), call).await
    }
}

/// How many iterations fit into a slice, if that many took that long.
fn fitting(iterations: u32, took: Duration) -> u32 {
    let each = took / iterations.max(1);
    let fit = SLICE.as_nanos() / each.as_nanos().max(1);
    u32::try_from(fit).unwrap_or(MOST).clamp(1, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_have_as_many_iterations_as_fit_into_their_time() {
        assert_eq!(fitting(100, Duration::from_millis(10)), 50);
        assert_eq!(fitting(12, Duration::from_secs(1)), 1);
        assert_eq!(fitting(12, Duration::ZERO), MOST);
    }

    #[test]
    fn a_module_that_cannot_search_is_another_thing_than_one_that_fails_or_is_busy() {
        let code = |error: SearchError| match error.told(Code::NoHints, Code::HintLost) {
            Failure::Refused(refused) => refused.code,
            Failure::Fault(fault) => fault.code(),
        };
        for (error, expected, is_failure) in [
            (CallError::Unsupported.into(), Code::NoHints, false),
            (NoAnswer::Hanging(4).into(), Code::NoHints, false),
            (NoAnswer::Busy(256).into(), Code::Unavailable, false),
            (CallError::NoWorker("no room".to_owned()).into(), Code::Unavailable, false),
            (CallError::BadReply("?".to_owned()).into(), Code::HintLost, true),
            (NoAnswer::Lost("?".to_owned()).into(), Code::HintLost, true),
            (SearchError::from(CallError::Gone), Code::HintLost, true),
        ] {
            assert_eq!(error.is_failure(), is_failure, "{error}");
            assert_eq!(code(error), expected);
        }
    }
}

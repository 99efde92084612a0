//! A call that was admitted: how it is made, and given up when it takes too long.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{self, Instant as Moment};
use uuid::Uuid;

use super::call::NoAnswer;
use super::threads::Threads;
use crate::background::in_background;
use crate::call_metrics::CallsOfGame;
use crate::call_notes::with_table;

/// The operations that take milliseconds: others do not wait for them.
const LONG: [&str; 2] = ["rebuild", SEARCH];
/// The operation that is done beside everything else.
const SEARCH: &str = "search";

/// The calls of one build.
#[derive(Debug)]
pub(super) struct OfBuild {
    pub(super) metrics: CallsOfGame,
    pub(super) calls: Arc<Semaphore>,
    pub(super) hanging: AtomicUsize,
}

/// A call that was admitted and has not returned.
#[derive(Debug)]
struct UnderWay {
    /// None once the call has returned or turned out to hang.
    room: Mutex<Option<Room>>,
}

impl UnderWay {
    /// Leaves the room to others; none if that was done before.
    fn leave(&self) -> Option<Room> {
        self.room.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Room for the calls under way; dropped when they return, or when they turn out to hang.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) _of_build: OwnedSemaphorePermit,
    pub(super) _of_all: OwnedSemaphorePermit,
}

/// A call that may be made now.
#[derive(Debug)]
pub struct Admitted {
    pub(super) op: &'static str,
    pub(super) table: Option<Uuid>,
    pub(super) timeout: Duration,
    pub(super) threads: Threads,
    /// None if calls are made inline.
    pub(super) room: Option<(Room, Arc<OfBuild>)>,
}

impl Admitted {
    /// Makes the call. What it owns is lost if the module does not answer in time; its thread is
    /// then no longer counted, so that another can take its place.
    ///
    /// # Errors
    /// [`NoAnswer::TooLate`], [`NoAnswer::Lost`].
    pub async fn run<T: Send + 'static>(
        self,
        call: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NoAnswer> {
        let Self { op, table, timeout, threads, room } = self;
        let Some((room, of_build)) = room else { return Ok(with_table(table, call)) };
        let is_long = LONG.contains(&op);
        let under_way = Arc::new(UnderWay { room: Mutex::new(Some(room)) });
        let (kept, of_call) = (Arc::clone(&under_way), Arc::clone(&of_build));
        let (answers, answer) = oneshot::channel();
        let late = Moment::now() + timeout;
        let shared = (!is_long).then(|| threads.clone());
        let make = move || {
            let began = Instant::now();
            // What a call that panics leaves behind is dropped with it.
            let answered = catch_unwind(AssertUnwindSafe(|| with_table(table, call)));
            of_call.metrics.took(op, began.elapsed());
            if kept.leave().is_none() {
                of_call.hanging.fetch_sub(1, Ordering::Relaxed);
                if let Some(threads) = shared {
                    threads.take_back();
                }
            }
            // The caller may no longer wait.
            let _ = answers.send(answered.map_err(|_| NoAnswer::Lost("it panicked".to_owned())));
        };
        match op {
            SEARCH => Threads::make_apart(move || in_background(make)),
            _ if is_long => Threads::make_apart(make),
            _ => threads.make(make),
        }
        let answered = time::timeout_at(late, answer).await;
        if let Ok(answered) = answered {
            let lost = |_| NoAnswer::Lost("its thread ended".to_owned());
            let answered = answered.map_err(lost).flatten();
            return answered.inspect_err(|error| of_build.metrics.failed(op, error.why()));
        }
        let table = table.map(tracing::field::display);
        // Counted first: the call may return now.
        let hanging = 1 + of_build.hanging.fetch_add(1, Ordering::Relaxed);
        if !is_long {
            threads.give_up();
        }
        if under_way.leave().is_none() {
            of_build.hanging.fetch_sub(1, Ordering::Relaxed);
            if !is_long {
                threads.take_back();
            }
        }
        tracing::error!(table, op, hanging, "a module did not answer in time");
        let late = NoAnswer::TooLate { op, limit: timeout };
        of_build.metrics.failed(op, late.why());
        Err(late)
    }
}

//! Parts of a task that are polled only if they were woken, and not whenever the task is.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// A part of a task. What it waits for wakes the task by a waker that also notes that it was called.
pub(super) struct Part {
    shared: Arc<Shared>,
    /// Its bit among those of `shared`.
    bit: u8,
    /// Wakes the task by way of `shared`.
    waker: Waker,
    /// The waker of the task, as last told to `shared`.
    task: Waker,
}

/// What parts share that are woken together.
struct Shared {
    /// A bit for each part that was woken since it last asked.
    woken: AtomicU8,
    task: Mutex<Waker>,
}

/// The bits of all parts.
const ALL: u8 = 0b11;

impl Part {
    /// Two parts of one task, neither of which was polled yet. What wakes one also wakes the other:
    /// both are woken seldom, and their bits lie in one place, which is read for every update.
    pub(super) fn two() -> (Self, Self) {
        let task = Waker::noop().clone();
        let shared = Arc::new(Shared { woken: AtomicU8::new(ALL), task: Mutex::new(task.clone()) });
        let part = |bit| {
            let shared = Arc::clone(&shared);
            Self { bit, waker: Arc::clone(&shared).into(), shared, task: task.clone() }
        };
        (part(0b01), part(0b10))
    }

    /// Whether it was woken since this was last asked; the first time it was. `task` is the one that it
    /// wakes from now on.
    pub(super) fn take_woken(&mut self, task: &Context<'_>) -> bool {
        if !self.task.will_wake(task.waker()) {
            self.task.clone_from(task.waker());
            // Before the load below: a wake-up in between finds the new waker, or is seen there.
            self.shared.task().clone_from(task.waker());
        }
        // Mostly it was not, and to read is cheaper than to write.
        let is_woken = self.shared.woken.load(Ordering::Acquire) & self.bit != 0;
        if is_woken {
            self.shared.woken.fetch_and(!self.bit, Ordering::AcqRel);
        }
        is_woken
    }

    /// What this part is polled with.
    pub(super) fn context(&self) -> Context<'_> {
        Context::from_waker(&self.waker)
    }

    /// Polls what this part waits for, if it was woken since that was last done.
    pub(super) fn poll<T>(
        &mut self,
        task: &Context<'_>,
        poll: impl FnOnce(&mut Context<'_>) -> Poll<T>,
    ) -> Poll<T> {
        if self.take_woken(task) { poll(&mut self.context()) } else { Poll::Pending }
    }
}

impl Shared {
    fn task(&self) -> MutexGuard<'_, Waker> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wake for Shared {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.woken.fetch_or(ALL, Ordering::Release);
        // Woken outside of the lock, as a waker may do anything.
        let task = self.task().clone();
        task.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use tokio::sync::oneshot;
    use tokio::time::timeout;

    use super::*;

    #[derive(Default)]
    struct Counted(AtomicUsize);

    impl Wake for Counted {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn parts_are_polled_at_first_and_then_only_when_they_were_woken() {
        let task = &Context::from_waker(Waker::noop());
        let (mut one, mut other) = Part::two();
        let is_polled = |part: &mut Part| part.poll(task, |_| Poll::Ready(())).is_ready();
        for _ in 0..3 {
            assert!(is_polled(&mut one) && !is_polled(&mut one));
            assert!(is_polled(&mut other) && !is_polled(&mut other));
            one.waker.wake_by_ref();
        }
    }

    #[test]
    fn a_part_wakes_the_task_that_last_asked() {
        let tasks = [(); 2].map(|()| Arc::<Counted>::default());
        let wakers = tasks.clone().map(Waker::from);
        let (mut part, _) = Part::two();
        let waker = part.waker.clone();
        for waker in &wakers {
            part.take_woken(&Context::from_waker(waker));
        }
        waker.wake();
        assert_eq!(tasks.map(|task| task.0.load(Ordering::Relaxed)), [0, 1]);
        assert!(part.take_woken(&Context::from_waker(&wakers[1])));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nothing_is_missed_that_comes_from_another_thread() {
        for _ in 0..2_000 {
            let (tell, mut told) = oneshot::channel();
            let teller = tokio::spawn(async move { tell.send(()) });
            let (mut part, _) = Part::two();
            let waiting = poll_fn(|task| {
                part.poll(task, |context| std::pin::Pin::new(&mut told).poll(context))
            });
            assert_eq!(timeout(Duration::from_secs(60), waiting).await, Ok(Ok(())));
            assert!(teller.await.is_ok());
        }
    }
}

//! Work that gets only as much of the processor as everything else leaves.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does some work on a thread of its own with a low priority, and waits for it; on the calling
/// thread if there can be no other. Only Linux has priorities of threads; elsewhere it is work like
/// any other.
///
/// # Panics
/// If the work does.
pub fn in_background<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let unbegun = Mutex::new(Some(work));
    let take = || unbegun.lock().unwrap_or_else(PoisonError::into_inner).take();
    let done = thread::scope(|scope| {
        let behind_others = || {
            lower_priority();
            take().map(|work| work())
        };
        let thread = thread::Builder::new().name("background".to_owned());
        match thread.spawn_scoped(scope, behind_others) {
            Ok(begun) => begun.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(error) => {
                tracing::warn!(%error, "there is no thread for work in the background");
                None
            }
        }
    });
    match (done, take()) {
        (Some(done), _) => done,
        (None, Some(work)) => work(),
        (None, None) => unreachable!("whoever takes the work does it"),
    }
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    /// How much lower it is: such a thread gets a tenth of a core that another wants whole.
    const NICE: i32 = 10;
    /// The lowest that there is.
    const LEAST: i32 = 19;
    // There, it is the priority of the calling thread and not of its process.
    let lowered = rustix::process::getpriority_process(None)
        .and_then(|now| rustix::process::setpriority_process(None, (now + NICE).min(LEAST)));
    if let Err(error) = lowered {
        tracing::debug!(%error, "a thread keeps its priority");
    }
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn work_in_the_background_has_a_lower_priority_and_its_caller_keeps_theirs() {
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let before = priority();
        assert_eq!(in_background(priority), (before + 10).min(19));
        assert_eq!(priority(), before);
    }

    #[test]
    fn what_panics_in_the_background_panics_for_its_caller() {
        let caught = catch_unwind(AssertUnwindSafe(|| in_background(|| panic!("as it should"))));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"as it should"));
    }
}

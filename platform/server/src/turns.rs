//! Turns at work that others wait for: each address has one at a time, so that whoever sends much of
//! it waits for themselves, and others wait for one of theirs at most.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gueridon_host::people::Origin;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Whose turn it is at each address. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Turns(Arc<Mutex<HashMap<Origin, Arc<Semaphore>>>>);

/// A turn, or a place in the line for one; given up when it is dropped.
#[derive(Debug)]
pub struct Turn {
    turns: Turns,
    from: Origin,
    line: Option<Arc<Semaphore>>,
    permit: Option<OwnedSemaphorePermit>,
}

impl Turns {
    /// Waits for a turn of this address. Whoever comes from an unknown one need not wait. Cancel
    /// safe.
    pub async fn take(&self, from: Option<Origin>) -> Option<Turn> {
        let from = from?;
        let line =
            Arc::clone(self.lock().entry(from).or_insert_with(|| Arc::new(Semaphore::new(1))));
        let mut turn =
            Turn { turns: self.clone(), from, line: Some(Arc::clone(&line)), permit: None };
        // It is never closed.
        turn.permit = line.acquire_owned().await.ok();
        Some(turn)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Origin, Arc<Semaphore>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut lines = self.turns.lock();
        // Nobody else can join the line now.
        self.permit = None;
        self.line = None;
        if lines.get(&self.from).is_some_and(|line| Arc::strong_count(line) == 1) {
            lines.remove(&self.from);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn from(address: &str) -> Option<Origin> {
        Some(Origin::from(address.parse::<IpAddr>().unwrap()))
    }

    #[test]
    fn an_address_waits_for_its_own_turns_and_for_nobody_elses() {
        let (turns, mut task) = (Turns::default(), Context::from_waker(Waker::noop()));
        let mut at_once = |from| match pin!(turns.take(from)).poll(&mut task) {
            Poll::Ready(turn) => turn,
            Poll::Pending => panic!("they had to wait"),
        };
        let first = at_once(from("192.0.2.1"));
        let other = at_once(from("192.0.2.2"));
        assert!(at_once(None).is_none());
        let mut task = Context::from_waker(Waker::noop());
        let mut second = Box::pin(turns.take(from("192.0.2.1")));
        let mut third = Box::pin(turns.take(from("192.0.2.1")));
        assert!(second.as_mut().poll(&mut task).is_pending());
        assert!(third.as_mut().poll(&mut task).is_pending());
        // Whoever gives up leaves the line.
        drop(second);
        assert!(third.as_mut().poll(&mut task).is_pending());
        drop(first);
        let Poll::Ready(third) = third.as_mut().poll(&mut task) else { panic!("it is their turn") };
        drop((third, other));
        assert!(turns.lock().is_empty());
    }
}

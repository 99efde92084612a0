//! Room for what is kept: taken, and given back when what takes it is dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How much room there is left. Clones are the same room.
#[derive(Debug, Clone)]
pub(super) struct Room(Arc<AtomicUsize>);

/// Room that is taken.
#[derive(Debug)]
pub(super) struct Taken {
    room: Room,
    much: usize,
}

impl Room {
    pub(super) fn new(much: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(much)))
    }

    pub(super) fn left(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes so much, if there is so much left.
    pub(super) fn take(&self, much: usize) -> Option<Taken> {
        let less = |left: usize| left.checked_sub(much);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok()?;
        Some(Taken { room: self.clone(), much })
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.room.0.fetch_add(self.much, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_than_there_is_and_all_is_given_back() {
        let room = Room::new(10);
        let taken = room.take(6).unwrap();
        assert!(room.take(5).is_none());
        assert_eq!(room.left(), 4);
        drop(taken);
        assert_eq!(room.left(), 10);
    }
}

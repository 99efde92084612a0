//! What each seat remembers of the steps since a search began, as one number a seat: two games in
//! which a seat has the same one are the same decision to it.

use serde::Serialize;
use twox_hash::XxHash3_64;

use crate::{Eyes, LoggedEvent, Seat, Seats};

/// The memories of all seats.
#[derive(Debug)]
pub(super) struct Memories {
    seats: usize,
    of: [u64; Seats::MOST as usize],
    written: Vec<u8>,
}

impl Memories {
    /// Of a table of so many seats, where nothing has happened.
    pub(super) fn new(seats: usize) -> Self {
        let mut memories = Self { seats, of: [0; Seats::MOST as usize], written: Vec::new() };
        memories.forget();
        memories
    }

    /// What a seat remembers before the first step.
    pub(super) const fn start(seat: Seat) -> u64 {
        seat.0 as u64
    }

    /// Goes back to the beginning.
    pub(super) fn forget(&mut self) {
        (0..).map(Seat).zip(&mut self.of).for_each(|(seat, of)| *of = Self::start(seat));
    }

    /// What `seat` remembers.
    pub(super) fn of(&self, seat: Seat) -> u64 {
        self.of.get(seat.index()).copied().unwrap_or_default()
    }

    /// Notes a step: itself where all that was told of it is known, else only what was told.
    ///
    /// What chance brought is left out where it can be, so that a plan is for all that may be drawn:
    /// with a node for each outcome there would be too few iterations in any.
    pub(super) fn note(
        &mut self,
        mover: Seat,
        step: &impl Serialize,
        told: &[LoggedEvent<impl Serialize>],
    ) {
        let open = self.digest(&(mover, step));
        for seat in (0..).map(Seat).take(self.seats) {
            let knows_all = told.iter().all(|told| told.seats.contains(seat));
            let noted = if seat == mover || knows_all {
                open
            } else {
                let heard = told.iter().filter_map(|told| told.to(Eyes::Seat(seat)));
                heard.fold(self.digest(&mover), |before, event| mixed(before, self.digest(&event)))
            };
            if let Some(of) = self.of.get_mut(seat.index()) {
                *of = mixed(*of, noted);
            }
        }
    }

    fn digest(&mut self, value: &impl Serialize) -> u64 {
        self.written.clear();
        let room = std::mem::take(&mut self.written);
        self.written = postcard::to_extend(value, room)
            // The binary form needs lengths in advance.
            .or_else(|_| serde_json::to_vec(value))
            .unwrap_or_default();
        XxHash3_64::oneshot(&self.written)
    }
}

/// Two numbers as one, in this order.
fn mixed(before: u64, after: u64) -> u64 {
    let mut both = [0; 16];
    both[..8].copy_from_slice(&before.to_le_bytes());
    both[8..].copy_from_slice(&after.to_le_bytes());
    XxHash3_64::oneshot(&both)
}

//! The file of the notes: a slot for each thread, mapped into memory and written without a system
//! call.
#![allow(unsafe_code, reason = "a file is mapped into memory")]

use std::fs::OpenOptions;
use std::io;
use std::mem::size_of;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::{MmapMut, MmapOptions};
use uuid::Uuid;

use super::{Cause, Doing, KILLS_IN_A_ROW, LastCall};

/// The first word of the file: "GDNOTES" and the version of its layout.
const MAGIC: u64 = u64::from_be_bytes(*b"GDNOTES1");
/// How many calls that a killed process was in are remembered.
const SUSPECTS: usize = 31;
/// How many threads can note a call: more than there are threads for calls.
const CALLS: usize = 2_016;
const SLOTS: usize = 1 + SUSPECTS + CALLS;
const LENGTH: usize = SLOTS * size_of::<Slot>();

/// The states of a slot.
const FREE: u64 = 0;
const IDLE: u64 = 1;
const CALLING: u64 = 2;

/// The mark of a thread that has ended the process by itself.
const EXIT: u64 = 1 << 32;

/// A call under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) build: [u8; 32],
    pub(super) table: Option<Uuid>,
    pub(super) doing: Doing,
}

/// Where one thread notes its calls: 128 bytes, so that no two threads write to the same line of a
/// processor's cache.
#[derive(Debug)]
#[repr(C, align(128))]
pub(super) struct Slot {
    state: AtomicU64,
    build: [AtomicU64; 4],
    table: [AtomicU64; 2],
    doing: AtomicU64,
    /// The signal that this thread has caused, or [`EXIT`]; 0 for none. In the slots of suspects,
    /// how many times in a row.
    mark: AtomicU64,
}

impl Slot {
    /// Notes that a call begins. Only the slot's own thread writes here, and a process that is dead
    /// is read by another, so no order is needed but that of the program.
    pub(super) fn begin(&self, call: &Call) {
        self.write(call);
        self.state.store(CALLING, Ordering::Release);
    }

    /// Notes that it has ended.
    pub(super) fn end(&self) {
        self.state.store(IDLE, Ordering::Release);
    }

    pub(super) fn give_back(&self) {
        self.state.store(FREE, Ordering::Release);
    }

    /// Marks the call under way, if there is one, with the signal that the thread has caused. Uses
    /// nothing that a signal handler may not.
    pub(super) fn mark_signal(&self, signal: i32) {
        self.mark(u64::from(signal.unsigned_abs()));
    }

    /// Marks it because the thread ends the process.
    pub(super) fn mark_exit(&self) {
        self.mark(EXIT);
    }

    fn mark(&self, mark: u64) {
        if self.state.load(Ordering::Acquire) == CALLING {
            self.mark.store(mark, Ordering::Release);
        }
    }

    fn write(&self, call: &Call) {
        let words = call.build.as_chunks::<8>().0;
        for (word, bytes) in self.build.iter().zip(words) {
            word.store(u64::from_le_bytes(*bytes), Ordering::Relaxed);
        }
        let (high, low) = call.table.unwrap_or_default().as_u64_pair();
        self.table[0].store(high, Ordering::Relaxed);
        self.table[1].store(low, Ordering::Relaxed);
        self.doing.store(call.doing.number(), Ordering::Relaxed);
    }

    fn read(&self) -> Option<Call> {
        let mut build = [0; 32];
        for (bytes, word) in build.as_chunks_mut::<8>().0.iter_mut().zip(&self.build) {
            *bytes = word.load(Ordering::Relaxed).to_le_bytes();
        }
        let [high, low] = [0, 1].map(|at: usize| self.table[at].load(Ordering::Relaxed));
        let table = Some(Uuid::from_u64_pair(high, low)).filter(|table| !table.is_nil());
        let doing = Doing::from_number(self.doing.load(Ordering::Relaxed))?;
        Some(Call { build, table, doing })
    }
}

/// The file, mapped.
#[derive(Debug)]
pub(super) struct File(&'static [Slot]);

impl File {
    /// Opens a file, or makes one; returns the calls that were under way when its last process
    /// ended. What is no file of notes is overwritten.
    pub(super) fn open(path: &Path) -> io::Result<(Self, Vec<LastCall>)> {
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        // A file that is too short would end the process when it is read.
        file.set_len(LENGTH as u64)?;
        // SAFETY: the file belongs to this process, by the lock of the journal beside it; its bytes
        // are read as numbers, so that none of them is invalid.
        let mapped: MmapMut = unsafe { MmapOptions::new().len(LENGTH).map_mut(&file)? };
        let start: *mut u8 = Box::leak(Box::new(mapped)).as_mut_ptr();
        // SAFETY: a map begins at a page and is as long as the slots, it is never unmapped, and a
        // slot is made of atomic numbers, which any bytes are.
        let slots = unsafe { std::slice::from_raw_parts(start.cast::<Slot>(), SLOTS) };
        let file = Self(slots);
        let last = file.take_last();
        Ok((file, last))
    }

    /// Reads what the last process left, and clears all but the suspects.
    fn take_last(&self) -> Vec<LastCall> {
        let (header, suspects, calls) = self.parts();
        let is_known = header.state.load(Ordering::Acquire) == MAGIC;
        let known: Vec<(Call, u64)> = suspects
            .iter()
            .filter(|slot| is_known && slot.state.load(Ordering::Relaxed) == CALLING)
            .filter_map(|slot| Some((slot.read()?, slot.mark.load(Ordering::Relaxed))))
            .collect();
        let under_way: Vec<(Call, u64)> = calls
            .iter()
            .filter(|slot| is_known && slot.state.load(Ordering::Acquire) == CALLING)
            .filter_map(|slot| Some((slot.read()?, slot.mark.load(Ordering::Relaxed))))
            .collect();
        for slot in suspects.iter().chain(calls) {
            slot.mark.store(0, Ordering::Relaxed);
            slot.state.store(FREE, Ordering::Release);
        }
        header.state.store(MAGIC, Ordering::Release);
        // If one thread has caused the end, the others are innocent.
        let is_caused = under_way.iter().any(|(_, mark)| *mark != 0);
        let mut last = Vec::new();
        let mut free = suspects.iter();
        for (call, mark) in under_way {
            let cause = match mark {
                0 if is_caused => continue,
                0 => {
                    let is_same =
                        |one: &&(Call, u64)| (one.0.build, one.0.table) == (call.build, call.table);
                    let times = 1 + known.iter().find(is_same).map_or(0, |(_, times)| *times);
                    if times >= KILLS_IN_A_ROW {
                        Cause::Killed
                    } else {
                        if let Some(slot) = free.next() {
                            slot.begin(&call);
                            slot.mark.store(times, Ordering::Relaxed);
                        }
                        Cause::Unknown
                    }
                }
                EXIT => Cause::Exit,
                signal => Cause::Signal(i32::try_from(signal).unwrap_or_default()),
            };
            last.push(LastCall { build: call.build, table: call.table, doing: call.doing, cause });
        }
        last
    }

    /// A free slot, which is the caller's until it is given back.
    pub(super) fn claim(&self) -> Option<&'static Slot> {
        let (_, _, calls) = self.parts();
        let claimed = |slot: &&Slot| {
            slot.state.compare_exchange(FREE, IDLE, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        };
        calls.iter().find(claimed)
    }

    fn parts(&self) -> (&'static Slot, &'static [Slot], &'static [Slot]) {
        let (header, rest) = self.0.split_at(1);
        let (suspects, calls) = rest.split_at(SUSPECTS);
        (&header[0], suspects, calls)
    }
}

#[cfg(test)]
mod tests {
    use gueridon_game::border::Op;

    use super::*;

    fn call(build: u8, table: u128) -> Call {
        let table = Some(Uuid::from_u128(table)).filter(|table| !table.is_nil());
        Call { build: [build; 32], table, doing: Doing::Asking(Op::Play) }
    }

    fn last(call: Call, cause: Cause) -> LastCall {
        LastCall { build: call.build, table: call.table, doing: call.doing, cause }
    }

    #[test]
    fn what_the_last_process_was_in_is_read_once() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("notes");
        let (file, found) = File::open(&path).unwrap();
        assert_eq!(found, []);
        let [quiet, ended, aborting] = [0; 3].map(|_| file.claim().unwrap());
        quiet.begin(&call(1, 1));
        ended.begin(&call(2, 2));
        ended.end();
        aborting.begin(&call(3, 0));
        ended.mark_signal(libc::SIGSEGV);
        aborting.mark_signal(libc::SIGABRT);
        let (_, found) = File::open(&path).unwrap();
        assert_eq!(found, [last(call(3, 0), Cause::Signal(libc::SIGABRT))]);
        assert_eq!(File::open(&path).unwrap().1, []);
    }

    #[test]
    fn a_slot_that_is_given_back_is_used_again() {
        let home = tempfile::tempdir().unwrap();
        let (file, _) = File::open(&home.path().join("notes")).unwrap();
        let all: Vec<_> = std::iter::from_fn(|| file.claim()).collect();
        assert_eq!(all.len(), CALLS);
        all[7].give_back();
        assert!(std::ptr::eq(file.claim().unwrap(), all[7]));
        assert!(file.claim().is_none());
    }

    #[test]
    fn a_table_at_which_a_process_is_killed_again_and_again_is_the_cause_in_the_end() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("notes");
        let found_after = |call: &Call| {
            File::open(&path).unwrap().0.claim().unwrap().begin(call);
            // What the next process finds; it notes nothing itself.
            std::fs::copy(&path, home.path().join("copy")).unwrap();
            File::open(&home.path().join("copy")).unwrap().1[0].cause
        };
        for _ in 1..KILLS_IN_A_ROW {
            assert_eq!(found_after(&call(1, 1)), Cause::Unknown);
        }
        assert_eq!(found_after(&call(1, 1)), Cause::Killed);
        // Another table in between begins the count anew.
        assert_eq!(found_after(&call(1, 2)), Cause::Unknown);
        assert_eq!(found_after(&call(1, 1)), Cause::Unknown);
    }

    #[test]
    fn what_is_no_file_of_notes_is_overwritten() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("notes");
        std::fs::write(&path, [2; 5_000]).unwrap();
        let (file, found) = File::open(&path).unwrap();
        assert_eq!(found, []);
        file.claim().unwrap().begin(&call(1, 1));
        assert_eq!(File::open(&path).unwrap().1, [last(call(1, 1), Cause::Unknown)]);
    }
}
